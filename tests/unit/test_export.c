/* test_export.c - results as workbooks, read back by our own reader's parts. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/export/export.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "office/package/package.h"
#include "scratch.h"
#include "sys/file.h"
#include "sys/location.h"

struct written {
    struct arena *arena;
    struct notes notes;
    struct buf bytes;
    char path[4096];
    struct err err;
    int rc;
};

static struct json *parsed(struct arena *a, const char *text)
{
    struct json *v;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static void begin(struct written *w, const char *folder)
{
    *w = (struct written){ .arena = arena_new() };
    buf_init(&w->bytes, 1 << 24);
    notes_init(&w->notes, w->arena);
    snprintf(w->path, sizeof w->path, "%s/out.xlsx", folder);
}

/* One sheet with these rows; cancel may be NULL. */
static void write_sheet(struct written *w, const struct column *columns, size_t n, const char *rows,
                        const struct cancel *cancel)
{
    struct export *e = NULL;

    w->rc = export_begin(&(struct location){ .path = w->path }, &e, &w->err);
    if (w->rc == 0)
        w->rc = export_sheet(e, "data", columns, n, NULL, &w->err);
    if (w->rc == 0)
        w->rc = export_rows(e, parsed(w->arena, rows), cancel, &w->err);
    if (w->rc == 0)
        w->rc = export_end(e, &w->notes, &w->err);
    export_free(e);
    if (w->rc == 0)
        assert_int_equal(file_read(w->path, "it", &w->bytes, &w->err), 0);
}

static void write_out(struct written *w, const char *folder, const struct column *columns, size_t n, const char *rows)
{
    begin(w, folder);
    write_sheet(w, columns, n, rows, NULL);
}

static void done(struct written *w)
{
    buf_done(&w->bytes);
    arena_free(w->arena);
}

/* True when a part holds the text. */
static void assert_holds(struct written *w, const char *name, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 24);
    struct package *k;

    assert_int_equal(package_open(w->bytes.p, w->bytes.n, &k, &w->err), 0);
    assert_int_equal(package_read(package_find(k, name), &b, &w->err), 0);
    package_free(k);
    if (!strstr(b.p, text))
        print_error("%s\n", b.p);
    assert_non_null(strstr(b.p, text));
}

static const struct column columns[] = {
    { .name = "when", .type = COLUMN_DATE },    { .name = "amount", .type = COLUMN_DECIMAL, .scale = 2 },
    { .name = "id", .type = COLUMN_INTEGER },   { .name = "paid", .type = COLUMN_BOOLEAN },
    { .name = "at", .type = COLUMN_TIMESTAMP }, { .name = "note", .type = COLUMN_TEXT },
};
#define COLUMNS columns, COUNT_OF(columns)
#define SHEET1 "xl/worksheets/sheet1.xml"
#define STYLES "xl/styles.xml"

static void each_type_becomes_what_a_spreadsheet_has_for_it(void **state)
{
    struct written w;

    write_out(&w, *state, COLUMNS,
              "[[\"2024-05-01\",12.50,7,true,\"2024-05-01T12:00:00\",\"=1+1\"],[null,1.5,null,null,null,null]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<v>45413</v>");
    assert_holds(&w, SHEET1, "<v>45413.5</v>");
    assert_holds(&w, SHEET1, "<v>12.5</v>");
    assert_holds(&w, SHEET1, "t=\"b\"");
    assert_holds(&w, SHEET1, "=1+1</t>");
    assert_holds(&w, SHEET1, "<autoFilter ref=\"A1:F3\"/>");
    assert_holds(&w, SHEET1, "state=\"frozen\"");
    assert_holds(&w, STYLES, "formatCode=\"0.00\"");
    assert_holds(&w, STYLES, "formatCode=\"yyyy-mm-dd\"");
    assert_holds(&w, STYLES, "<b/>");
    assert_int_equal(w.notes.n, 0);
    done(&w);
}

static void a_value_that_does_not_fit_its_column_is_written_as_it_is(void **state)
{
    struct written w;

    write_out(&w, *state, COLUMNS, "[[\"soon\",\"TBD\",\"unknown\",\"maybe\",\"noon\",\"\"]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<c r=\"A2\" t=\"inlineStr\"><is><t>soon</t>");
    assert_holds(&w, SHEET1, "<c r=\"B2\" t=\"inlineStr\"><is><t>TBD</t>");
    assert_holds(&w, SHEET1, "unknown</t>");
    assert_holds(&w, SHEET1, "maybe</t>");
    assert_holds(&w, SHEET1, "noon</t>");
    assert_int_equal(w.notes.n, 0);
    done(&w);
}

static void a_number_of_sixteen_digits_is_a_text_and_is_told(void **state)
{
    static const struct column id = { .name = "id", .type = COLUMN_INTEGER };
    struct written w;

    write_out(&w, *state, &id, 1, "[[123456789012345],[1234567890123456]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<v>123456789012345</v>");
    assert_holds(&w, SHEET1, "1234567890123456</t>");
    assert_int_equal(w.notes.n, 1);
    assert_non_null(strstr(w.notes.text[0], "1 number was written as text"));
    done(&w);
}

static void a_fraction_of_sixteen_digits_stays_a_number_and_is_told(void **state)
{
    static const struct column part = { .name = "part", .type = COLUMN_DECIMAL, .scale = 15 };
    struct written w;

    write_out(&w, *state, &part, 1, "[[1.23456789012345],[1.234567890123456]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<c r=\"A3\" s=\"2\"><v>1.234567890123456</v>");
    assert_int_equal(w.notes.n, 1);
    assert_non_null(strstr(w.notes.text[0], "1 number was rounded"));
    done(&w);
}

/* An average has as many digits as a double has; a spreadsheet must be able to add it up. */
static void a_computed_number_is_a_number_whatever_its_digits(void **state)
{
    static const struct column mean = { .name = "mean", .type = COLUMN_FLOAT };
    struct written w;

    write_out(&w, *state, &mean, 1, "[[3.3333333333333335]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<c r=\"A2\"><v>3.333333333333333");
    assert_int_equal(w.notes.n, 0);
    done(&w);
}

static void a_unit_is_shown_as_a_spreadsheet_shows_it(void **state)
{
    static const struct column units[] = {
        { .name = "rate", .type = COLUMN_DECIMAL, .scale = 3, .unit = "%" },
        { .name = "whole", .type = COLUMN_DECIMAL, .scale = 2, .unit = "%" },
        { .name = "share", .type = COLUMN_FLOAT, .unit = "%" },
        { .name = "price", .type = COLUMN_DECIMAL, .scale = 2, .unit = "$" },
        { .name = "cost", .type = COLUMN_INTEGER, .unit = "EUR" },
        { .name = "odd", .type = COLUMN_DECIMAL, .scale = 1, .unit = "]\"" },
    };
    struct written w;

    write_out(&w, *state, units, COUNT_OF(units), "[[0.125,0.25,0.1,12.50,7,1.5]]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "<v>0.125</v>");
    assert_holds(&w, STYLES, "formatCode=\"0.0%\"");
    assert_holds(&w, STYLES, "formatCode=\"0%\"");
    assert_holds(&w, STYLES, "formatCode=\"0.00%\"");
    assert_holds(&w, STYLES, "formatCode=\"[$$]#,##0.00\"");
    assert_holds(&w, STYLES, "formatCode=\"[$EUR] #,##0\"");
    assert_holds(&w, STYLES, "formatCode=\"0.0\"");
    done(&w);
}

static void each_table_has_a_sheet_with_a_name_that_it_can_have(void **state)
{
    static const struct {
        const char *table, *sheet;
    } names[] = {
        { "sales", "sales" },
        { "Sales", "Sales_2" },
        { "a/b:c[d]*?\\e", "a_b_c_d____e" },
        { "'quoted'", "_quoted_" },
        { "history", "History_" },
        { "", "Sheet" },
        { "a name of over thirty-one characters", "a name of over thirty-one chara" },
        { "a name of over thirty-one characters too", "a name of over thirty-one cha_2" },
    };
    struct export *e;
    const char *name;
    struct written w;

    begin(&w, *state);
    assert_int_equal(export_begin(&(struct location){ .path = w.path }, &e, &w.err), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_int_equal(export_sheet(e, names[i].table, COLUMNS, &name, &w.err), 0);
        assert_string_equal(name, names[i].sheet);
        assert_int_equal(export_rows(e, parsed(w.arena, "[[null,1,null,null,null,null]]"), NULL, &w.err), 0);
    }
    assert_int_equal(export_end(e, &w.notes, &w.err), 0);
    export_free(e);
    assert_int_equal(file_read(w.path, "it", &w.bytes, &w.err), 0);
    assert_holds(&w, "xl/workbook.xml", "name=\"Sales_2\"");
    assert_holds(&w, "xl/worksheets/sheet8.xml", "<v>1</v>");
    done(&w);
}

static void there_is_a_last_sheet_and_a_last_column(void **state)
{
    struct column *many = calloc(SHEET_COLUMNS + 1, sizeof *many);
    struct export *e;
    struct written w;

    for (size_t i = 0; i <= SHEET_COLUMNS; i++)
        many[i].name = "x";
    begin(&w, *state);
    assert_int_equal(export_begin(&(struct location){ .path = w.path }, &e, &w.err), 0);
    assert_int_equal(export_sheet(e, "wide", many, SHEET_COLUMNS + 1, NULL, &w.err), -1);
    assert_int_equal(w.err.code, ERR_TOO_LARGE);
    for (size_t i = 0; i < EXPORT_SHEETS; i++)
        assert_int_equal(export_sheet(e, "x", COLUMNS, NULL, &w.err), 0);
    assert_int_equal(export_sheet(e, "x", COLUMNS, NULL, &w.err), -1);
    assert_int_equal(w.err.code, ERR_TOO_LARGE);
    export_free(e);
    assert_int_equal(count_entries(*state), 0);
    free(many);
    done(&w);
}

static void the_same_result_gives_the_same_bytes(void **state)
{
    const char *rows = "[[\"2024-05-01\",12.50,7,true,null,\"x\"]]";
    struct written a, b;

    write_out(&a, *state, COLUMNS, rows);
    assert_int_equal(unlink(a.path), 0);
    write_out(&b, *state, COLUMNS, rows);
    assert_int_equal(a.bytes.n, b.bytes.n);
    assert_memory_equal(a.bytes.p, b.bytes.p, a.bytes.n);
    assert_holds(&a, "docProps/core.xml", "1980-01-01T00:00:00Z"); /* the clock has no part in it */
    done(&a);
    done(&b);
}

static void what_has_the_name_is_never_replaced(void **state)
{
    struct written w;

    begin(&w, *state);
    put_text(w.path, "old");
    write_sheet(&w, COLUMNS, "[]", NULL);
    assert_int_equal(w.rc, -1);
    assert_int_equal(w.err.code, ERR_CONFLICT);
    assert_string_equal(get_text(w.path), "old");
    assert_int_equal(unlink(w.path), 0);
    assert_int_equal(symlink("nowhere", w.path), 0); /* not even a link that leads nowhere */
    write_sheet(&w, COLUMNS, "[]", NULL);
    assert_int_equal(w.rc, -1);
    assert_int_equal(w.err.code, ERR_CONFLICT);
    assert_int_equal(count_entries(*state), 1);
    done(&w);
}

static void a_failure_midway_leaves_nothing_behind(void **state)
{
    struct cancel cancel;
    size_t fds = count_fds();
    struct written w;

    begin(&w, *state);
    put_text(in(*state, "other"), "old");
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    write_sheet(&w, COLUMNS, "[[null,1,null,null,null,null]]", &cancel);
    assert_int_equal(w.rc, -1);
    assert_int_equal(w.err.code, ERR_CANCELLED);
    assert_string_equal(get_text(in(*state, "other")), "old");
    assert_int_equal(count_entries(*state), 1);
    assert_int_equal(count_fds(), fds);
    done(&w);
}

static void a_folder_that_is_not_there_is_named_as_the_fault(void **state)
{
    struct written w;

    write_out(&w, in(*state, "none"), COLUMNS, "[]");
    assert_int_equal(w.rc, -1);
    assert_int_equal(w.err.code, ERR_NOT_FOUND);
    assert_string_equal(w.err.message, "Could not write the workbook: there is no such folder.");
    assert_int_equal(count_entries(*state), 0);
    done(&w);
}

static void no_rows_give_the_headings(void **state)
{
    struct written w;

    write_out(&w, *state, COLUMNS, "[]");
    assert_int_equal(w.rc, 0);
    assert_holds(&w, SHEET1, "amount</t>");
    done(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(each_type_becomes_what_a_spreadsheet_has_for_it),
        SCRATCH_TEST(a_value_that_does_not_fit_its_column_is_written_as_it_is),
        SCRATCH_TEST(a_number_of_sixteen_digits_is_a_text_and_is_told),
        SCRATCH_TEST(a_fraction_of_sixteen_digits_stays_a_number_and_is_told),
        SCRATCH_TEST(a_computed_number_is_a_number_whatever_its_digits),
        SCRATCH_TEST(a_unit_is_shown_as_a_spreadsheet_shows_it),
        SCRATCH_TEST(each_table_has_a_sheet_with_a_name_that_it_can_have),
        SCRATCH_TEST(there_is_a_last_sheet_and_a_last_column),
        SCRATCH_TEST(the_same_result_gives_the_same_bytes),
        SCRATCH_TEST(what_has_the_name_is_never_replaced),
        SCRATCH_TEST(a_failure_midway_leaves_nothing_behind),
        SCRATCH_TEST(a_folder_that_is_not_there_is_named_as_the_fault),
        SCRATCH_TEST(no_rows_give_the_headings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
