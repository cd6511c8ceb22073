/* test_csv.c - dialects, quoting, headers, ragged rows, and what is refused with which line. */
#include "base/arena.h"
#include "base/err.h"
#include "data/csv.h"
#include "data/notes.h"
#include "data/records.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

struct read {
    struct arena *arena;
    struct records *records;
    char *text; /* cells of a row joined with '~', rows with '/'; the header is the first */
    struct notes notes;
    struct err err;
    int rc;
};

static char *render(struct read *r)
{
    struct buf out, scratch;
    size_t n = r->records->n_columns, rows, bytes;
    struct cell cells[64];
    char *text;

    buf_init(&out, 1 << 20);
    buf_init(&scratch, 1 << 20);
    for (size_t i = 0; i < n; i++)
        buf_addf(&out, "%s%s", i ? "~" : "", r->records->names[i]);
    /* two rows at a time, so that batches meet inside the table */
    for (;;) {
        assert_true(2 * n <= COUNT_OF(cells));
        r->rc = r->records->ops->next(r->records, 2, cells, &rows, &r->err);
        if (r->rc || rows == 0)
            break;
        for (size_t i = 0; i < rows * n; i++) {
            const char *p = cell_text(&cells[i], &scratch, &bytes);
            buf_addf(&out, "%s%.*s", i % n ? "~" : "/", (int)bytes, p);
        }
    }
    buf_done(&scratch);
    text = arena_str(r->arena, out.p);
    buf_done(&out);
    return text;
}

static struct read read_n(const char *p, size_t n)
{
    struct read r = { .arena = arena_new() };

    notes_init(&r.notes, r.arena);
    r.rc = csv_open(r.arena, p, n, &r.records, &r.err);
    if (r.rc == 0) {
        r.text = render(&r);
        r.records->ops->say(r.records, &r.notes);
    }
    return r;
}

static void gives(const char *csv, const char *expected)
{
    struct read r = read_n(csv, strlen(csv));

    if (r.rc)
        fail_msg("%s: %s", csv, r.err.message);
    assert_string_equal(r.text, expected);
    r.records->ops->rewind(r.records);
    assert_string_equal(render(&r), expected);
    arena_free(r.arena);
}

static void refuses_n(const char *p, size_t n, enum err_code code, const char *message)
{
    struct read r = read_n(p, n);

    assert_int_equal(r.rc, -1);
    assert_int_equal(r.err.code, code);
    assert_string_equal(r.err.message, message);
    assert_true(r.err.action[0] != '\0' || code == ERR_TOO_LARGE);
    arena_free(r.arena);
}

static void refuses(const char *csv, enum err_code code, const char *message)
{
    refuses_n(csv, strlen(csv), code, message);
}

/* All that was assumed, joined with '|'. */
static void says(const char *csv, const char *expected)
{
    struct read r = read_n(csv, strlen(csv));
    struct buf b;

    assert_int_equal(r.rc, 0);
    buf_init(&b, 65536);
    for (size_t i = 0; i < r.notes.n; i++)
        buf_addf(&b, "%s%s", i ? "|" : "", r.notes.text[i]);
    assert_string_equal(b.p, expected);
    buf_done(&b);
    arena_free(r.arena);
}

static void reads_plain_cells(void **state)
{
    (void)state;
    gives("a,b\n1,2\n3,4\n", "a~b/1~2/3~4");
    gives("a,b\n1,2\n3,4", "a~b/1~2/3~4");
    gives("a,b\n,\n1,\n,2\n", "a~b/1~/~2");
    gives("only\nx\ny", "only/x/y");
    gives("a,b,c\nx,y,z\n1,2,3\n4,5,6\n7,8,9\n", "a~b~c/x~y~z/1~2~3/4~5~6/7~8~9");
    gives("a,b\nlonger than eight bytes,and so is this one\n", "a~b/longer than eight bytes~and so is this one");
}

static void reads_every_line_end(void **state)
{
    (void)state;
    gives("a,b\r\n1,2\r\n3,4\r\n", "a~b/1~2/3~4");
    gives("a,b\r\n1,2\r\n3,4\r", "a~b/1~2/3~4");
    gives("a,b\r1,2\r3,4\r", "a~b/1~2/3~4");
    gives("a,b\r\n\"1\",\"2\"\r\n", "a~b/1~2");
    gives("a,b\n1,x\ry\n", "a~b/1~x\ry");
}

static void finds_the_separator(void **state)
{
    (void)state;
    gives("a;b\n1,5;2,5\n", "a~b/1,5~2,5");
    gives("a\tb\n1, 2\t3\n", "a~b/1, 2~3");
    gives("a|b\n1|2\n", "a~b/1~2");
    gives("text\nhello, world\nno comma\n", "text/hello, world/no comma");
    gives("a,\"b;c;d\"\n1,2\n3,4\n", "a~b;c;d/1~2/3~4");
    says("a;b\n1;2\n", "the separator is a semicolon");
    says("a\tb\n1\t2\n", "the separator is a tab");
    says("a|b\n1|2\n", "the separator is a bar");
    says("a,b\n1,2\n", "");
}

static void reads_quoted_cells(void **state)
{
    (void)state;
    gives("a,b\n\"x, y\",2\n", "a~b/x, y~2");
    gives("a,b\n\"line\nbreak\",2\n", "a~b/line\nbreak~2");
    gives("a,b\n\"say \"\"hi\"\"\",2\n", "a~b/say \"hi\"~2");
    gives("a,b\n\"\"\"\",\"\"\n", "a~b/\"~");
    gives("a,b\nx, \"y, z\" \n", "a~b/x~y, z");
    gives("a,b\n5\" pipe,2\n", "a~b/5\" pipe~2");
    gives("\"first name\",\"b\"\"c\"\nx,y\n", "first name~b\"c/x~y");
    gives("a,b\n x,y \n", "a~b/ x~y ");
}

static void keeps_text_behind_a_closing_quote_as_written(void **state)
{
    (void)state;
    gives("a,b\n\"Big\" Jim,2\n", "a~b/\"Big\" Jim~2");
    says("a,b\n\"Big\" Jim,2\n", "1 cell goes on after a closing quote and is kept as written");
    says("a,b\n\"B\" J,\"C\" K\r\n", "2 cells go on after a closing quote and are kept as written");
}

static void an_unclosed_quote_names_its_line(void **state)
{
    (void)state;
    refuses("a,b\n1,2\n\"3,4\n5,6\n", ERR_DATA_UNREADABLE, "A quote opened on line 3 is never closed.");
    refuses("a,b\n1,\"x\ny\"\n\"3,4\n", ERR_DATA_UNREADABLE, "A quote opened on line 4 is never closed.");
    refuses("\"a,b\n1,2\n", ERR_DATA_UNREADABLE, "A quote opened on line 1 is never closed.");
}

static void fills_short_lines_and_counts_them(void **state)
{
    (void)state;
    gives("a,b,c\n1,2,3\n1\n1,2\n", "a~b~c/1~2~3/1~~/1~2~");
    says("a,b,c\n1,2,3\n1\n1,2\n", "2 short lines were filled up with empty cells");
    says("a,b,c\n1,2,3\n1,2\n", "1 short line was filled up with empty cells");
}

static void refuses_surplus_cells_unless_they_are_empty(void **state)
{
    (void)state;
    gives("a,b\n1,2,,\n3,4, \n", "a~b/1~2/3~4");
    refuses("a,b\n1,2\n3,4,,5,\n", ERR_DATA_UNREADABLE, "Line 3 has 5 cells where the header has 2.");
}

static void skips_empty_lines_and_counts_those_between_records(void **state)
{
    (void)state;
    gives("\n\n a,b\n\n1,2\n,\n  \n3,4\n\n\n", "a~b/1~2/3~4");
    says("\na,b\n\n1,2\n,\n  \n3,4\n\n\n", "3 empty lines were skipped");
    says("a,b\n1,2\n\n", "");
}

static void skips_a_byte_order_mark(void **state)
{
    (void)state;
    gives("\xef\xbb\xbf\"a\",b\n1,2\n", "a~b/1~2");
    refuses("\xef\xbb\xbf", ERR_DATA_EMPTY, "The file is empty.");
}

static void refuses_what_is_no_utf8_text(void **state)
{
    static const char utf16[] = "\xff\xfe"
                                "a\0,\0b\0\n\0";

    (void)state;
    refuses_n(utf16, sizeof utf16 - 1, ERR_DATA_UNREADABLE, "The file is not UTF-8 text.");
    refuses("a,b\nMalm\xf6,2\n", ERR_DATA_UNREADABLE, "The file is not UTF-8 text.");
    refuses("a,b\n1,twenty more bytes of ASCII here\xc3", ERR_DATA_UNREADABLE, "The file is not UTF-8 text.");
    refuses_n("a,b\n1,\0\n", 8, ERR_DATA_UNREADABLE, "The file is binary, not text.");
    gives("Ort,Größe\nMalmö,2\n東京 と 大阪, 😀 and plain text behind it\n",
          "Ort~Größe/Malmö~2/東京 と 大阪~ 😀 and plain text behind it");
}

static void refuses_a_file_without_data(void **state)
{
    (void)state;
    refuses("", ERR_DATA_EMPTY, "The file is empty.");
    refuses("\n \n,,\n", ERR_DATA_EMPTY, "The file is empty.");
    refuses("a,b\n", ERR_DATA_EMPTY, "The file has a header and no rows.");
    refuses("a,b\n,\n\n", ERR_DATA_EMPTY, "The file has a header and no rows.");
}

static void refuses_data_without_a_header(void **state)
{
    const char *message = "The first line of the file holds data, not the names of the columns.";

    (void)state;
    refuses("1,2.5\n3,4.5\n", ERR_NO_HEADERS, message);
    refuses("2024-01-01,7,true\n2024-01-02,,false\n", ERR_NO_HEADERS, message);
    refuses("1,2\n", ERR_NO_HEADERS, message);
    gives("region,2019,2020\nNorth,1,2\n", "region~2019~2020/North~1~2");
    gives("2019,2020\nx,y\n", "2019~2020/x~y");
    gives("007,008\n1,2\n", "007~008/1~2");
}

static void makes_names_unique_and_says_so(void **state)
{
    (void)state;
    gives("a,A,a_2,a\n1,2,3,4\n", "a~A_2~a_2_2~a_3/1~2~3~4");
    gives(" a ,,b\n1,2,3\n", "a~column_2~b/1~2~3");
    gives("a,\"two\nlines\"\n1,2\n", "a~two lines/1~2");
    says("a,A,\n1,2,3\n", "column 2 is called 'A_2', as 'A' came before|column 3 has no name and is called 'column_3'");
}

/* A header of n columns and a row of ones. */
static struct read read_wide(size_t n)
{
    struct read r;
    struct buf b;

    buf_init(&b, 1 << 20);
    for (size_t i = 0; i < n; i++)
        buf_adds(&b, i ? ",a" : "a");
    buf_addc(&b, '\n');
    for (size_t i = 0; i < n; i++)
        buf_adds(&b, i ? ",1" : "1");
    r = (struct read){ .arena = arena_new() };
    r.rc = csv_open(r.arena, arena_dup(r.arena, b.p, b.n), b.n, &r.records, &r.err);
    buf_done(&b);
    return r;
}

static void takes_as_many_columns_as_the_limit(void **state)
{
    struct read fits = read_wide(DATA_COLUMNS), more = read_wide(DATA_COLUMNS + 1);

    (void)state;
    assert_int_equal(fits.rc, 0);
    assert_string_equal(fits.records->names[DATA_COLUMNS - 1], "a_4096");
    assert_int_equal(more.rc, -1);
    assert_int_equal(more.err.code, ERR_TOO_LARGE);
    arena_free(fits.arena);
    arena_free(more.arena);
}

static int read_long_cell(size_t n, bool quoted)
{
    struct read r;
    struct buf b;
    int rc;

    buf_init(&b, 2 * DATA_CELL_BYTES);
    buf_adds(&b, quoted ? "a,b\n1,\"" : "a,b\n1,");
    buf_fill(&b, 'x', n);
    buf_adds(&b, quoted ? "\"\n" : "\n");
    r = (struct read){ .arena = arena_new() };
    rc = csv_open(r.arena, b.p, b.n, &r.records, &r.err);
    if (rc) {
        assert_int_equal(r.err.code, ERR_TOO_LARGE);
        assert_string_equal(r.err.message, "A cell on line 2 is longer than 1048576 bytes.");
    }
    buf_done(&b);
    arena_free(r.arena);
    return rc;
}

static void a_cell_of_exactly_the_limit_fits(void **state)
{
    (void)state;
    assert_int_equal(read_long_cell(DATA_CELL_BYTES, false), 0);
    assert_int_equal(read_long_cell(DATA_CELL_BYTES + 1, false), -1);
    assert_int_equal(read_long_cell(DATA_CELL_BYTES, true), 0);
    assert_int_equal(read_long_cell(DATA_CELL_BYTES + 1, true), -1);
}

static int read_long_name(size_t n)
{
    struct arena *a = arena_new();
    struct records *records;
    struct err err;
    struct buf b;
    int rc;

    buf_init(&b, 4096);
    buf_fill(&b, 'x', n);
    buf_adds(&b, ",b\n1,2\n");
    rc = csv_open(a, b.p, b.n, &records, &err);
    buf_done(&b);
    arena_free(a);
    return rc;
}

static void a_name_of_exactly_the_limit_fits(void **state)
{
    (void)state;
    assert_int_equal(read_long_name(DATA_NAME_BYTES), 0);
    assert_int_equal(read_long_name(DATA_NAME_BYTES + 1), -1);
}

static void notes_are_bounded_and_the_rest_is_counted(void **state)
{
    struct arena *a = arena_new();
    const char *const *list;
    struct notes notes;
    size_t n;

    (void)state;
    notes_init(&notes, a);
    for (int i = 0; i < DATA_NOTES - 1; i++)
        notes_add(&notes, "note %d", i);
    list = notes_end(&notes, &n);
    assert_int_equal(n, DATA_NOTES - 1);
    assert_string_equal(list[n - 1], "note 62");
    notes_add(&notes, "one more");
    notes_add(&notes, "and one more");
    list = notes_end(&notes, &n);
    assert_int_equal(n, DATA_NOTES);
    assert_string_equal(list[n - 2], "note 62");
    assert_string_equal(list[n - 1], "and 2 more");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_plain_cells),
        cmocka_unit_test(reads_every_line_end),
        cmocka_unit_test(finds_the_separator),
        cmocka_unit_test(reads_quoted_cells),
        cmocka_unit_test(keeps_text_behind_a_closing_quote_as_written),
        cmocka_unit_test(an_unclosed_quote_names_its_line),
        cmocka_unit_test(fills_short_lines_and_counts_them),
        cmocka_unit_test(refuses_surplus_cells_unless_they_are_empty),
        cmocka_unit_test(skips_empty_lines_and_counts_those_between_records),
        cmocka_unit_test(skips_a_byte_order_mark),
        cmocka_unit_test(refuses_what_is_no_utf8_text),
        cmocka_unit_test(refuses_a_file_without_data),
        cmocka_unit_test(refuses_data_without_a_header),
        cmocka_unit_test(makes_names_unique_and_says_so),
        cmocka_unit_test(takes_as_many_columns_as_the_limit),
        cmocka_unit_test(a_cell_of_exactly_the_limit_fits),
        cmocka_unit_test(a_name_of_exactly_the_limit_fits),
        cmocka_unit_test(notes_are_bounded_and_the_rest_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
