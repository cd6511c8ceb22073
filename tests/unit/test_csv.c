/* test_csv.c - dialects, quotes, line ends and encodings, and what is refused. */
#include "base/cancel.h"
#include "base/world.h"
#include "test_csv_help.h"

static void reads_plain_cells(void **state)
{
    (void)state;
    gives("a,b\n1,2\n3,4\n", "a~b/1~2/3~4");
    gives("a,b\n1,2\n3,4", "a~b/1~2/3~4");
    gives("a,b\n,\n1,\n,2\n", "a~b/1~/~2");
    gives("only\nx\ny", "only/x/y");
    gives("a,b,c\nx,y,1\ny,z,2\nz,w,3\n", "a~b~c/x~y~1/y~z~2/z~w~3");
    gives("a,b\nlonger than eight bytes,and so is this one\n", "a~b/longer than eight bytes~and so is this one");
    says("a,b\n1,2\n3,4\n", "");
}

static void keeps_blanks_around_cells_as_they_are(void **state)
{
    (void)state;
    gives("a,b\n x,y \n", "a~b/ x~y ");
    gives("a, b\n1,2\n3,4\n", "a~ b/1~2/3~4");
}

static void reads_every_line_end(void **state)
{
    (void)state;
    gives("a,b\r\n1,2\r\n3,4\r\n", "a~b/1~2/3~4");
    gives("a,b\r\n1,2\r\n3,4\r", "a~b/1~2/3~4");
    gives("a,b\r1,2\r3,4\r", "a~b/1~2/3~4");
    gives("a,b\r\n\"1\",\"2\"\r\n", "a~b/1~2");
    gives("a,b\n1,x\ry\n", "a~b/1~x\ry");
    gives("a,b\n1,2\r\n3,4\n5,6\r\n", "a~b/1~2/3~4/5~6");
    gives("a,b\r1,2\n3,4\r\n5,6\r7,8\n", "a~b/1~2/3~4/5~6/7~8");
    gives("a\x1f"
          "b\x1e"
          "1\x1f"
          "2\x1e",
          "a~b/1~2");
}

static void finds_the_separator(void **state)
{
    (void)state;
    gives("a;b\n1,5;2,5\n", "a~b/1,5~2,5");
    gives("a\tb\n1, 2\t3\n", "a~b/1, 2~3");
    gives("a|b\n1|2\n", "a~b/1~2");
    gives("a:b\n1:2\n3:4\n5:6\n", "a~b/1~2/3~4/5~6");
    gives("x y z\n1 2 3\n4 5 6\n7 8 9\n", "x~y~z/1~2~3/4~5~6/7~8~9");
    gives("x    y\n1    2\n30   4\n5    6\n", "x~y/1~2/30~4/5~6");
    gives("text\nhello, world\nno comma\n", "text/hello, world/no comma");
    gives("a,\"b;c;d\"\n1,2\n3,4\n", "a~b;c;d/1~2/3~4");
    gives("name\nJohn Smith\nJane Doe\n", "name/John Smith/Jane Doe");
    gives("day\n2024-01-01\n2024-01-02\n", "day/2024-01-01/2024-01-02");
    gives("time\n12:30\n12:45\n", "time/12:30/12:45");
    says("a;b\n1;2\n", "the separator is a semicolon");
    says("a\tb\n1\t2\n", "the separator is a tab");
    says("a|b\n1|2\n", "the separator is a bar");
    says("x    y\n1    2\n30   4\n5    6\n", "the separator is one or more blanks");
}

static void finds_separators_of_several_characters(void **state)
{
    (void)state;
    gives("a||b||c\n1||2||3\n4||||6\n", "a~b~c/1~2~3/4~~6");
    gives("a~|b\n1~|2\n3~|4\n", "a~b/1~2/3~4");
    gives("a, b, c\n1, 2, 3\n4, 5, 6\n", "a~b~c/1~2~3/4~5~6");
    gives("a\t\tb\n1\t\t2\n", "a~b/1~2");
    gives("a~|~b\n1~|~2\n3~|~4\n", "a~b/1~2/3~4");
    says("a~|b\n1~|2\n3~|4\n", "the separator is '~|'");
}

/* A header, and `rows` rows of the form, in which %zu is the row's number; they must come out as they went in. */
static void keeps(const char *header, const char *form, size_t rows, char separator)
{
    struct buf csv CLEANUP(buf_done) = BUF(1 << 16), expected CLEANUP(buf_done) = BUF(1 << 16);

    buf_adds(&csv, header);
    for (size_t i = 0; i < rows; i++) {
        buf_addc(&csv, '\n');
        for (const char *p = form; *p; p++)
            if (*p == '%')
                buf_addf(&csv, "%zu", i + 1);
            else
                buf_addc(&csv, *p);
    }
    buf_add(&expected, csv.p, csv.n);
    for (char *p = expected.p; *p; p++)
        *p = *p == separator ? '~' : *p == '\n' ? '/' : *p;
    gives(csv.p, expected.p);
}

static void signs_beside_a_separator_belong_to_the_values(void **state)
{
    static const char *const signs[] = { "$", "@", "#", "+", "&", "*", "=", "!", "^", ":" };
    static const char separators[] = ",;\t|";

    (void)state;
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        for (const char *s = separators; *s; s++)
            for (size_t rows = 5; rows < 200; rows += 60) {
                char header[] = "x,y", before[] = "a%,#%.00", behind[] = "%#,%";

                header[1] = before[2] = behind[2] = *s;
                before[3] = behind[1] = *signs[i];
                keeps(header, before, rows, *s);
                keeps(header, behind, rows, *s);
            }
}

static void one_column_stays_one_though_its_values_could_be_cut(void **state)
{
    (void)state;
    keeps("url", "https:%.example.org", 100, '\t');
    keeps("name", "John Smith%", 100, '\t');
    keeps("mail", "ann%@example.org", 100, '\t');
    keeps("pair", "k%=v%", 100, '\t');
    keeps("time", "12:30", 100, '\t');
    keeps("price", "$%.50", 100, '\t');
}

/* `rows` rows, and behind them one or two that differ: what is said of the file. */
static void says_long(const char *header, const char *row, size_t rows, const char *last, const char *expected)
{
    struct buf csv CLEANUP(buf_done) = BUF(1 << 16);

    buf_adds(&csv, header);
    for (size_t i = 0; i < rows; i++)
        buf_adds(&csv, row);
    buf_adds(&csv, last);
    says(csv.p, expected);
}

static void a_longer_separator_makes_no_fewer_records_agree(void **state)
{
    (void)state;
    says_long("a,,c\n", "x,,1\n", 200, "y,5,6\n", "column 2 has no name and is called 'column_2'");
    says_long("a, b\n", "Paris, 5\n", 200, "Rome, 5\n", "the separator is ', '");
    says_long("city,land\n", "Paris, France\n", 200, "Lyon, France,x\nNice, France,x\n",
              "2 lines with too many cells were fitted to the columns");
}

static void a_longer_separator_is_in_the_header_too(void **state)
{
    (void)state;
    keeps("city,country", "Paris%, France", 100, ',');
    keeps("a,b,c", "x%,,%", 200, ',');
    gives("a##b\n1##2\n3##4\n", "a~b/1~2/3~4");
    gives("a#|#b\n1#|#2\n3#|#4\n", "a~b/1~2/3~4");
    gives("a\\tb\n1\\t2\n3\\t4\n", "a~b/1~2/3~4");
    gives("a::b\n1::2\n3::4\n", "a~b/1~2/3~4");
}

static void a_first_line_may_name_the_separator(void **state)
{
    (void)state;
    gives("sep=;\na,b;c\n1,2;3\n", "a,b~c/1,2~3");
    gives("sep=|\r\na|b\r\n1|2\r\n", "a~b/1~2");
    gives("sep=\na,b\n1,2\n", "a~b/1~2");
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
}

static void finds_other_quotes(void **state)
{
    (void)state;
    gives("a,b\n'x, y',1\n'z, w',2\n'it''s, so',3\n", "a~b/x, y~1/z, w~2/it's, so~3");
    gives("a;b\n`x; y`;1\n`z; w`;2\n`u; v`;3\n", "a~b/x; y~1/z; w~2/u; v~3");
    gives("a,b\nit's,1\ndon't,2\nwon't,3\n", "a~b/it's~1/don't~2/won't~3");
    says("a,b\n'x, y',1\n'z, w',2\n'it''s, so',3\n", "cells are quoted with '");
}

static void finds_a_backslash_that_escapes(void **state)
{
    (void)state;
    gives("a,b\n\"x \\\"y\\\", z\",1\n\"6\\\", \\\\o/\",2\n", "a~b/x \"y\", z~1/6\", \\o/~2");
    gives("a,b\n\"c:\\dir, x\",1\n\"d:\\dir, y\",2\n", "a~b/c:\\dir, x~1/d:\\dir, y~2");
    says("a,b\n\"x \\\"y\\\", z\",1\n\"6\\\", \\\\o/\",2\n", "a quote within quotes is written as \\\"");
}

static void recodes_other_encodings(void **state)
{
    static const char little[] = "\xff\xfe"
                                 "a\0,\0b\0\n\0\xf6\0,\0\x3d\xd8\x00\xde\n\0";
    static const char big[] = "\0a\0,\0b\0\n\0x\0,\0\xfc\0\n";
    static const char wide[] = "\xff\xfe\0\0a\0\0\0,\0\0\0b\0\0\0\n\0\0\0x\0\0\0,\0\0\0\x00\xf6\x01\0\n\0\0\0";

    (void)state;
    gives_n(little, sizeof little - 1, "a~b/ö~😀");
    gives_n(big, sizeof big - 1, "a~b/x~ü");
    gives_n(wide, sizeof wide - 1, "a~b/x~😀");
    gives("a,b\nMalm\xf6,2\n5 \x80,3\n", "a~b/Malmö~2/5 €~3");
    gives("\xef\xbb\xbf\"a\",b\n1,2\n", "a~b/1~2");
    gives("Ort,Größe\nMalmö,2\n東京 と 大阪, 😀 and plain text behind it\n",
          "Ort~Größe/Malmö~2/東京 と 大阪~ 😀 and plain text behind it");
    says("a,b\nMalm\xf6,2\n5 \x80,3\n", "the encoding is Windows-1252");
}

static void a_damaged_byte_does_not_change_the_encoding(void **state)
{
    (void)state;
    gives("Ort,n\nMalmö,1\nKöln,2\nTromsø,3\nGävle,4\nOdd\xff,5\n",
          "Ort~n/Malmö~1/Köln~2/Tromsø~3/Gävle~4/Odd\xef\xbf\xbd~5");
    says("Ort,n\nMalmö,1\nKöln,2\nTromsø,3\nGävle,4\nOdd\xff,5\n", "1 byte was no character and replaced by U+FFFD");
}

static void a_stray_nul_is_left_out(void **state)
{
    static const char csv[] = "name,city\nAnna Karenina,Moscow\nEmma \0Bovary,Yonville\n";
    struct show what = { 0 };
    struct seen s = see_n(csv, sizeof csv - 1, &what);

    (void)state;
    assert_int_equal(s.rc, 0);
    assert_string_equal(s.text.p, "name~city/Anna Karenina~Moscow/Emma Bovary~Yonville");
    assert_string_equal(s.said.p, "1 NUL byte was left out");
    seen_done(&s);
}

static void refuses_what_is_binary(void **state)
{
    (void)state;
    refuses_n("a,b\n1,\0\n", 8, ERR_DATA_UNREADABLE, "The file is binary, not text.");
    refuses_n("\x7f"
              "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0",
              20, ERR_DATA_UNREADABLE, "The file is binary, not text.");
}

/* A header of n columns and a row of ones. */
static struct seen see_wide(size_t n)
{
    struct show what = { 0 };
    struct seen s;
    struct buf b;

    buf_init(&b, 1 << 20);
    for (size_t i = 0; i < n; i++)
        buf_adds(&b, i ? ",a" : "a");
    buf_addc(&b, '\n');
    for (size_t i = 0; i < n; i++)
        buf_adds(&b, i ? ",1" : "1");
    s = see_n(b.p, b.n, &what);
    buf_done(&b);
    return s;
}

static void takes_as_many_columns_as_the_limit(void **state)
{
    struct seen fits = see_wide(DATA_COLUMNS), more = see_wide(DATA_COLUMNS + 1);

    (void)state;
    assert_int_equal(fits.rc, 0);
    assert_int_equal(fits.text.n, 4 * DATA_COLUMNS - 1);
    assert_int_equal(more.rc, -1);
    assert_int_equal(more.err.code, ERR_TOO_LARGE);
    assert_string_equal(more.err.message, "The file has more than 4096 columns.");
    seen_done(&fits);
    seen_done(&more);
}

static int read_long_cell(size_t n, bool quoted)
{
    struct show what = { 0 };
    struct seen s;
    struct buf b;
    int rc;

    buf_init(&b, 2 * DATA_CELL_BYTES);
    buf_adds(&b, quoted ? "a,b\n1,\"" : "a,b\n1,");
    buf_fill(&b, 'x', n);
    buf_adds(&b, quoted ? "\"\n" : "\n");
    s = see_n(b.p, b.n, &what);
    if (s.rc) {
        assert_int_equal(s.err.code, ERR_TOO_LARGE);
        assert_string_equal(s.err.message, "A cell on line 2 is longer than 1048576 bytes.");
    }
    rc = s.rc;
    buf_done(&b);
    seen_done(&s);
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

/* Two megabytes of quotes took a minute when the end of each was looked for by itself. */
static void nothing_but_quotes_is_read_or_refused_at_once(void **state)
{
    struct show what = { 0 };
    struct buf b;
    struct seen s;
    int64_t began = world_mono_us();

    (void)state;
    buf_init(&b, 2 * DATA_CELL_BYTES);
    buf_fill(&b, '"', 2 * DATA_CELL_BYTES - 2);
    s = see_n(b.p, b.n, &what);
    if (s.rc)
        assert_int_equal(s.err.code, ERR_TOO_LARGE);
    assert_in_range(world_mono_us() - began, 0, 5000000);
    buf_done(&b);
    seen_done(&s);
}

static void shows_raw_records_and_parts(void **state)
{
    static const char csv[] = "title\n\na,b\n1,2,3\n4\n5,6\n7,8\n";
    struct show raw = { .raw = true };
    struct show part = { .has_range = true, .first_row = 2, .last_row = 3, .first_column = 2, .last_column = 9 };
    struct seen s = see_n(csv, sizeof csv - 1, &raw);

    (void)state;
    assert_int_equal(s.rc, 0);
    assert_string_equal(s.text.p, "/title//a~b/1~2~3/4/5~6/7~8");
    seen_done(&s);
    s = see_n("a,b,c\n1,2,3\n4,5,6\n7,8,9\n10,11,12\n", 34, &part);
    assert_string_equal(s.text.p, "b~c/5~6/8~9");
    seen_done(&s);
}

static void knows_one_table_by_its_name_or_number(void **state)
{
    static const char *const names[] = { "1", "sales.2024" };
    struct show what = { .sheet = "2" };
    struct seen s = see_n("a,b\n1,2\n", 8, &what);

    (void)state;
    assert_int_equal(s.rc, -1);
    assert_int_equal(s.err.code, ERR_NOT_FOUND);
    seen_done(&s);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        what.sheet = names[i];
        s = see_n("a,b\n1,2\n", 8, &what);
        assert_int_equal(s.rc, 0);
        seen_done(&s);
    }
}

/* ---- stopping ---- */

struct stop {
    struct cancel cancel;
    size_t begun, rows, after; /* rows after which it fires */
};

static int stop_begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid,
                      struct err *err)
{
    (void)name;
    (void)heads;
    (void)n;
    (void)is_grid;
    (void)err;
    ((struct stop *)arg)->begun++;
    return 0;
}

static int stop_row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    struct stop *s = arg;

    (void)values;
    (void)n;
    (void)err;
    if (++s->rows == s->after)
        cancel_fire(&s->cancel);
    return 0;
}

/* Shows 10,000 rows that are stopped after so many; 0: before the first look. */
static struct stop show_stopped(bool raw, size_t after)
{
    struct stop s = { .after = after };
    struct buf csv CLEANUP(buf_done) = BUF(1 << 20);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct show_to to = { .arg = &s, .begin = stop_begin, .row = stop_row };
    const struct show what = { .raw = raw };
    struct source_bytes bytes = { .name = "x.csv", .fd = -1 };
    struct source *source;
    struct notes notes;
    struct err err;

    notes_init(&notes, a);
    cancel_init(&s.cancel, NULL, 0);
    buf_adds(&csv, "a,b\n");
    for (int i = 0; i < 10000; i++)
        buf_addf(&csv, "%d,x\n", i);
    bytes.p = csv.p;
    bytes.n = csv.n;
    assert_int_equal(csv_source(&bytes, &s.cancel, &source, &err), 0);
    if (after == 0)
        cancel_fire(&s.cancel);
    assert_int_equal(source->ops->show(source, &what, &s.cancel, a, &notes, &to, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    source->ops->close(source);
    return s;
}

static void showing_stops_soon_when_nobody_waits(void **state)
{
    (void)state;
    for (int raw = 0; raw <= 1; raw++) {
        assert_int_equal(show_stopped(raw, 0).begun, 0);
        assert_in_range(show_stopped(raw, 1).rows, 1, 1100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_plain_cells),
        cmocka_unit_test(keeps_blanks_around_cells_as_they_are),
        cmocka_unit_test(reads_every_line_end),
        cmocka_unit_test(finds_the_separator),
        cmocka_unit_test(finds_separators_of_several_characters),
        cmocka_unit_test(signs_beside_a_separator_belong_to_the_values),
        cmocka_unit_test(one_column_stays_one_though_its_values_could_be_cut),
        cmocka_unit_test(a_longer_separator_makes_no_fewer_records_agree),
        cmocka_unit_test(a_longer_separator_is_in_the_header_too),
        cmocka_unit_test(a_first_line_may_name_the_separator),
        cmocka_unit_test(reads_quoted_cells),
        cmocka_unit_test(finds_other_quotes),
        cmocka_unit_test(finds_a_backslash_that_escapes),
        cmocka_unit_test(recodes_other_encodings),
        cmocka_unit_test(a_damaged_byte_does_not_change_the_encoding),
        cmocka_unit_test(a_stray_nul_is_left_out),
        cmocka_unit_test(refuses_what_is_binary),
        cmocka_unit_test(takes_as_many_columns_as_the_limit),
        cmocka_unit_test(a_cell_of_exactly_the_limit_fits),
        cmocka_unit_test(nothing_but_quotes_is_read_or_refused_at_once),
        cmocka_unit_test(shows_raw_records_and_parts),
        cmocka_unit_test(knows_one_table_by_its_name_or_number),
        cmocka_unit_test(showing_stops_soon_when_nobody_waits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
