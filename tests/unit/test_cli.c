/* test_cli.c - the command line's parts: arguments read by a table of fields, text made safe, tables laid out. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/text/show.h"
#include "cli/args.h"
#include "cli/grid.h"
#include "cli/term.h"
#include "gate/op.h"
#include "model/fields.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const state_values[] = { "pending", "completed", NULL };
static const struct model_enum states = { "test.State", state_values };
static const struct model_field fields[] = {
    FIELD("data", LIST, REQ, "Files.", .metavar = "PATH", .each = EACH(TEXT)),
    FIELD("row_limit", INT, 0, "Rows."),
    FIELD("deep", BOOL, 0, "Deep."),
    FIELD("state", ENUM, 0, "State.", .values = &states),
    FIELD("shape", OBJECT, 0, "Shape."),
    FIELD("question", TEXT, REQ, "Words.", .metavar = "QUESTION", .position = 1),
    END,
};
static const struct model_entity input = ENTITY("test", "A test.", fields);
static const struct op op = { .name = "test", .input = &input };

struct fixture {
    struct arena *arena;
    struct json *args;
    struct cli_flags flags;
    struct buf out;
    struct err err;
};

static int setup(void **state)
{
    static struct fixture f;

    f = (struct fixture){ .arena = arena_new() };
    buf_init(&f.out, 1 << 20);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    buf_done(&f->out);
    arena_free(f->arena);
    return 0;
}

/* Reads a command line given as words with | between them. */
static int read_line(struct fixture *f, const char *line)
{
    char *argv[16], *text = arena_str(f->arena, line);
    int argc = 0;

    f->flags = (struct cli_flags){ 0 };
    for (char *word = text; word; argc++) {
        argv[argc] = word;
        word = strchr(word, '|');
        if (word)
            *word++ = '\0';
    }
    return args_read(f->arena, &op, argc, argv, &f->args, &f->flags, &f->err);
}

static void assert_args(struct fixture *f, const char *line, const char *wanted)
{
    if (read_line(f, line) < 0)
        fail_msg("%s: %s", line, f->err.message);
    buf_cut(&f->out, 0);
    json_write(&f->out, f->args);
    assert_string_equal(f->out.p, wanted);
}

static void assert_usage(struct fixture *f, const char *line, const char *message)
{
    assert_int_equal(read_line(f, line), -1);
    assert_int_equal(f->err.code, ERR_USAGE);
    assert_string_equal(f->err.message, message);
}

static void flags_and_arguments_come_in_any_order(void **state)
{
    struct fixture *f = *state;

    assert_args(f, "--data|a|why?", "{\"data\":[\"a\"],\"question\":\"why?\"}");
    assert_args(f, "why?|--data=a|--data|b=c", "{\"data\":[\"a\",\"b=c\"],\"question\":\"why?\"}");
    assert_args(f, "--deep|--row-limit|-5|x", "{\"deep\":true,\"row_limit\":-5,\"question\":\"x\"}");
    assert_args(f, "--shape|{\"a\":[1]}|x", "{\"shape\":{\"a\":[1]},\"question\":\"x\"}");
    assert_args(f, "--|--data", "{\"question\":\"--data\"}");
    assert_args(f, "-5", "{\"question\":\"-5\"}");
    assert_args(f, "-", "{\"question\":\"-\"}");
    assert_args(f, "--data=|x", "{\"data\":[\"\"],\"question\":\"x\"}");
}

static void a_flag_with_few_values_is_called_by_them(void **state)
{
    struct fixture *f = *state;
    struct arg_field *found;
    size_t n = args_fields(f->arena, &op, &found);

    for (size_t i = 0; i < n; i++)
        if (strcmp(found[i].key, "state") == 0)
            assert_string_equal(found[i].metavar, "pending|completed");
}

static void common_flags_are_every_commands(void **state)
{
    struct fixture *f = *state;

    assert_args(f, "--json|--home|h|--user=u|--yes|x", "{\"question\":\"x\"}");
    assert_true(f->flags.json && f->flags.yes && !f->flags.help);
    assert_string_equal(f->flags.home, "h");
    assert_string_equal(f->flags.user, "u");
    assert_args(f, "--help", "{}");
    assert_true(f->flags.help);
}

static void wrong_usage_names_the_fix(void **state)
{
    struct fixture *f = *state;

    assert_usage(f, "--dat|a|x", "no flag '--dat'; did you mean '--data'?");
    assert_usage(f, "--wibble", "no flag '--wibble'");
    assert_usage(f, "x|--data", "--data needs a value");
    assert_usage(f, "--deep=1|x", "--deep takes no value");
    assert_usage(f, "--json=1|x", "--json takes no value");
    assert_usage(f, "--row-limit|many|x", "--row-limit needs a number");
    assert_usage(f, "--row-limit|1|--row-limit|2|x", "--row-limit is given twice");
    assert_usage(f, "--shape|{|x", "--shape needs JSON");
    assert_usage(f, "--data|a", "QUESTION is missing");
    assert_usage(f, "a|b", "one argument too many: 'b'");
    assert_usage(f, "\xff", "the value of QUESTION is not UTF-8 text");
}

static void assert_shown(struct fixture *f, const char *digits, const char *wanted)
{
    buf_cut(&f->out, 0);
    show_number(&f->out, digits);
    assert_string_equal(f->out.p, wanted);
}

static void thousands_are_separated_and_nothing_else_changes(void **state)
{
    struct fixture *f = *state;

    assert_shown(f, "0", "0");
    assert_shown(f, "999", "999");
    assert_shown(f, "1000", "1,000");
    assert_shown(f, "-1234567.8900", "-1,234,567.8900");
    assert_shown(f, "-123", "-123");
    assert_shown(f, "123456789012345678901234567890", "123,456,789,012,345,678,901,234,567,890");
    assert_shown(f, "1e300", "1e300");
    assert_shown(f, "0.123456", "0.123456");
    assert_shown(f, "0.1234564", "0.123456");
    assert_shown(f, "0.1234565", "0.123457");
    assert_shown(f, "-999999.9999999", "-1,000,000");
    assert_shown(f, "0.0321319018404908", "0.032132");
    assert_shown(f, "1.9999996", "2");
    assert_shown(f, "-0.00000001", "0");
    assert_shown(f, "1.5000000000", "1.5");
    assert_shown(f, "1234.5E-7", "1234.5E-7");
}

static void text_cannot_command_the_terminal(void **state)
{
    struct fixture *f = *state;
    const char *evil = "a\x1b[2Jb\tc\nd\x7f\xc2\x9b"
                       "e\xe2\x80\xae"
                       "f\xe2\x81\xa6g\xe2\x80\xa8h";

    term_text(&f->out, evil, strlen(evil));
    assert_string_equal(f->out.p, "a\xef\xbf\xbd[2Jb c d\xef\xbf\xbd\xef\xbf\xbd"
                                  "e\xef\xbf\xbd"
                                  "f\xef\xbf\xbdg\xef\xbf\xbdh");
    buf_cut(&f->out, 0);
    term_text(&f->out, "naïve 東京 €", strlen("naïve 東京 €"));
    assert_string_equal(f->out.p, "naïve 東京 €");
}

static void lines_stay_lines_and_a_character_may_come_in_two_pieces(void **state)
{
    static const char evil[] = "a\x1b[2J,b\nc\xc2\x9b,d\xe2\x80\xae\ne\xe2\x82\xac\xc3\xa4";
    static const char safe[] = "a\xef\xbf\xbd[2J,b\nc\xef\xbf\xbd,d\xef\xbf\xbd\ne\xe2\x82\xac\xc3\xa4";
    struct fixture *f = *state;

    for (size_t piece = 1; piece < sizeof evil; piece++) {
        struct term_lines t = { .n = 0 };
        buf_cut(&f->out, 0);
        for (size_t at = 0; at < sizeof evil - 1; at += piece)
            term_lines_add(&t, &f->out, evil + at, sizeof evil - 1 - at < piece ? sizeof evil - 1 - at : piece);
        assert_string_equal(f->out.p, safe);
    }
}

static void assert_grid(struct fixture *f, struct term t, const char *columns, const char *rows, size_t total,
                        const char *wanted)
{
    struct json *c, *r;

    assert_int_equal(json_parse(f->arena, columns, strlen(columns), &c, &f->err), 0);
    assert_int_equal(json_parse(f->arena, rows, strlen(rows), &r, &f->err), 0);
    buf_cut(&f->out, 0);
    grid_add(&f->out, &t, c, r, total);
    assert_string_equal(f->out.p, wanted);
}

static void numbers_stand_right_and_text_left(void **state)
{
    struct fixture *f = *state;
    struct term t = { .width = 80 };

    assert_grid(f, t, "[\"city\",\"n\",\"m\"]", "[[\"東京\",1,null],[\"Oslo\",2200,5]]", 2,
                "city      n  m\n"
                "────  ─────  ─\n"
                "東京      1\n"
                "Oslo  2,200  5\n");
    assert_grid(f, t, "[\"x\"]", "[[1.5],[10.25],[7]]", 3, "    x\n─────\n 1.5\n10.25\n 7\n");
    assert_grid(f, t, "[\"year\",\"ok\"]", "[[2024,true]]", 1, "year  ok\n────  ────\n2024  true\n");
}

static void bars_compare_one_figure_over_labels(void **state)
{
    struct fixture *f = *state;
    struct term t = { .width = 80 };

    assert_grid(f, t, "[\"k\",\"v\"]", "[[\"a\",2],[\"b\",1],[\"c\",0]]", 3,
                "k  v\n─  ─\na  2  ████████████████████████\nb  1  ████████████\nc  0\n");
    assert_grid(f, t, "[\"k\",\"v\"]", "[[\"a\",2],[\"b\",-1]]", 2, "k   v\n─  ──\na   2\nb  -1\n");
    t.width = 20;
    assert_grid(f, t, "[\"k\",\"v\"]", "[[\"a\",2],[\"b\",1]]", 2, "k  v\n─  ─\na  2\nb  1\n");
}

static void a_terminal_gets_what_fits_and_the_count_of_the_rest(void **state)
{
    struct fixture *f = *state;
    struct term t = { .width = 10, .height = 5 };

    assert_grid(f, t, "[\"n\"]", "[[1],[2],[3],[4],[5],[6]]", 312, "n\n─\n1\n2\n3\n4\n5\n… 307 more rows\n");
    assert_grid(f, t, "[\"n\"]", "[[1],[2],[3],[4],[5]]", 5, "n\n─\n1\n2\n3\n4\n5\n");
    t.height = 0;
    assert_grid(f, t, "[\"n\"]", "[[1],[2],[3],[4],[5],[6]]", 7, "n\n─\n1\n2\n3\n4\n5\n6\n… 1 more row\n");
}

static void a_long_cell_is_cut(void **state)
{
    struct fixture *f = *state;
    struct term t = { .width = 80 };

    assert_grid(f, t, "[\"t\"]", "[[\"1234567890123456789012345678901234567890\"]]", 1,
                "t\n────────────────────────────────────────\n1234567890123456789012345678901234567890\n");
    assert_grid(f, t, "[\"t\"]", "[[\"12345678901234567890123456789012345678901\"]]", 1,
                "t\n────────────────────────────────────────\n123456789012345678901234567890123456789…\n");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(flags_and_arguments_come_in_any_order),
        TEST(a_flag_with_few_values_is_called_by_them),
        TEST(common_flags_are_every_commands),
        TEST(wrong_usage_names_the_fix),
        TEST(thousands_are_separated_and_nothing_else_changes),
        TEST(text_cannot_command_the_terminal),
        TEST(lines_stay_lines_and_a_character_may_come_in_two_pieces),
        TEST(numbers_stand_right_and_text_left),
        TEST(bars_compare_one_figure_over_labels),
        TEST(a_terminal_gets_what_fits_and_the_count_of_the_rest),
        TEST(a_long_cell_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
