/* test_csv_quote.c - CSV for programs is the cells; CSV for people runs nothing and hides nothing. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "grid/csv_quote.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const formulas[] = {
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "=",
    " =1",
    "\t=1",
    "\tplain",
    "\rplain",
    "\n@x",
    "\xef\xbc\x9d"
    "1", /* the same of full width */
    "\xef\xbc\x8b"
    "1",
    "\xef\xbc\x8d"
    "x",
    "\xef\xbc\xa0"
    "x",
    "\xc2\xa0=1",
    "\xe3\x80\x80=1",
    "-5e",
    "+3.2e4x",
    "-1 5",
    "-5%%",
    "-.",
    "+cmd|' /C calc'!A0",
    "--5",
    "-5\n=1",
};

static const char *const harmless[] = {
    "",    "plain", "-5",  "+3.2e4", "-1,5", "-1.234,50", "+1,234.5e-7", "-.5",
    "+7%", " -5 ",  "1=1", "a@b.c",  "'=1",  "5-3",       "-",           "--",
};

static void what_begins_a_formula_is_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
        if (!csv_is_formula(formulas[i], strlen(formulas[i])))
            fail_msg("not seen: %s", formulas[i]);
}

static void numbers_and_other_texts_are_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (csv_is_formula(harmless[i], strlen(harmless[i])))
            fail_msg("taken for one: %s", harmless[i]);
}

static struct json *row(struct arena *a)
{
    static const char text[] = "[\"=1,2\",-5,\"-5\",null,true,\"a\\u202eb\\u001b\\u0000c\",\"x\\ny\",\"\"]";
    struct json *v;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static void for_a_program_each_cell_is_as_it_is(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1000);
    static const char want[] = "\"=1,2\",-5,-5,,true,a\xe2\x80\xae"
                               "b\x1b\0c,\"x\ny\",\n";

    (void)state;
    assert_int_equal(csv_add_row(&b, row(a), CSV_RAW), 0);
    assert_int_equal(b.n, sizeof want - 1);
    assert_memory_equal(b.p, want, b.n);
}

static void for_people_formulas_are_quoted_and_hidden_characters_show(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    assert_int_equal(csv_add_row(&b, row(a), CSV_SAFE), 1);
    assert_string_equal(b.p, "\"'=1,2\",-5,-5,,true,a\xef\xbf\xbd"
                             "b\xef\xbf\xbd\xef\xbf\xbd"
                             "c,\"x\ny\",\n");
}

static void an_empty_cell_alone_on_its_line_is_seen(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1000);

    (void)state;
    csv_end_cell(&b, 0, CSV_SAFE, true);
    assert_string_equal(b.p, "\"\"");
}

static void a_buffer_that_is_full_stays_as_it_is(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(4);
    struct err err;

    (void)state;
    csv_add_row(&b, row(a), CSV_SAFE);
    assert_int_equal(buf_check(&b, &err), -1);
}

static void it_is_told_how_many_were_quoted(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    assert_null(csv_say_quoted(a, 0));
    assert_string_equal(csv_say_quoted(a, 1), "1 cell that a spreadsheet would take for a formula was quoted.");
    assert_string_equal(csv_say_quoted(a, 3), "3 cells that a spreadsheet would take for formulas were quoted.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_begins_a_formula_is_known),
        cmocka_unit_test(numbers_and_other_texts_are_none),
        cmocka_unit_test(for_a_program_each_cell_is_as_it_is),
        cmocka_unit_test(for_people_formulas_are_quoted_and_hidden_characters_show),
        cmocka_unit_test(an_empty_cell_alone_on_its_line_is_seen),
        cmocka_unit_test(a_buffer_that_is_full_stays_as_it_is),
        cmocka_unit_test(it_is_told_how_many_were_quoted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
