/* test_xls.c - .xls files made record by record: every kind of cell, texts over several records, dates, damage. */
#include "office/package/cfb.h"
#include "office/workbook.h"
#include "source_testing.h"
#include "xls_testing.h"

/* A book with one sheet, whose cells are `cells`; `globals` stands before the sheets' list. */
static void make_book(struct buf *out, const struct buf *globals, const struct buf *cells, unsigned state)
{
    struct buf stream = BUF(1 << 20), body = BUF(1 << 16);
    size_t at;

    bof(&stream, 5);
    buf_add(&stream, globals->p, globals->n);
    at = stream.n + 4 + 6 + 1 + 1 + 4; /* the record behind this one, of the name "Data", and the end */
    le(&body, at + 4, 4);
    buf_addc(&body, (char)state);
    buf_addc(&body, 0);
    text8(&body, "Data", 1);
    record(&stream, 0x0085, &body);
    record(&stream, 0x000a, &body);
    assert_int_equal(stream.n, at + 4);
    bof(&stream, 0x10);
    buf_add(&stream, cells->p, cells->n);
    record(&stream, 0x000a, &body);
    container(out, &stream, "Workbook");
    buf_done(&stream);
    buf_done(&body);
}

/* Shared strings "name", "day", "ok"; styles 0 General, 1 a date, 2 percent. */
static void usual_globals(struct buf *b)
{
    struct buf body = BUF(1 << 16);

    for (unsigned i = 0; i < 3; i++) {
        static const unsigned formats[] = { 0, 14, 10 };
        le(&body, 0, 2);
        le(&body, formats[i], 2);
        buf_fill(&body, '\0', 16);
        record(b, 0x00e0, &body);
    }
    le(&body, 3, 4);
    le(&body, 3, 4);
    text8(&body, "name", 2);
    text8(&body, "day", 2);
    le(&body, 2, 2); /* two characters of 16 bits */
    buf_addc(&body, 1);
    le(&body, 0x20ac, 2);
    le(&body, 'x', 2);
    record(b, 0x00fc, &body);
    buf_done(&body);
}

static void shared(struct buf *b, unsigned row, unsigned column, uint32_t i)
{
    struct buf body = BUF(64);

    place(&body, row, column, 0);
    le(&body, i, 4);
    record(b, 0x00fd, &body);
    buf_done(&body);
}

static void number(struct buf *b, unsigned row, unsigned column, unsigned style, double v)
{
    struct buf body = BUF(64);

    place(&body, row, column, style);
    le_double(&body, v);
    record(b, 0x0203, &body);
    buf_done(&body);
}

static void rk(struct buf *b, unsigned row, unsigned column, uint32_t v)
{
    struct buf body = BUF(64);

    place(&body, row, column, 0);
    le(&body, v, 4);
    record(b, 0x027e, &body);
    buf_done(&body);
}

/* A formula whose result is eight bytes. */
static void formula(struct buf *b, unsigned row, unsigned column, const char result[static 8])
{
    struct buf body = BUF(64);

    place(&body, row, column, 0);
    buf_add(&body, result, 8);
    buf_fill(&body, '\0', 8);
    record(b, 0x0006, &body);
    buf_done(&body);
}

struct opened {
    struct buf file;
    struct source_bytes bytes;
    struct source *source;
    struct arena *arena;
    struct notes notes;
    struct err err;
    int rc;
};

static void open_book(struct opened *o, const struct buf *globals, const struct buf *cells, unsigned state)
{
    *o = (struct opened){ .file = BUF(1 << 20), .arena = arena_new() };
    make_book(&o->file, globals, cells, state);
    o->bytes = bytes_of("made.xls", o->file.p, o->file.n);
    notes_init(&o->notes, o->arena);
    o->rc = xls_open(&o->bytes, NULL, &o->source, &o->err);
}

static void close_book(struct opened *o)
{
    if (o->rc == 0)
        o->source->ops->close(o->source);
    arena_free(o->arena);
    buf_done(&o->file);
}

static void shows(const struct buf *globals, const struct buf *cells, bool shown, const char *expected)
{
    struct opened o;
    const char *text;

    open_book(&o, globals, cells, 0);
    if (o.rc)
        fail_msg("%s (%s)", o.err.message, o.err.detail);
    text = shown_text(o.source, &(struct show){ .shown = shown }, o.arena, &o.notes, &o.err);
    assert_non_null(text);
    assert_string_equal(text, expected);
    close_book(&o);
}

static void reads_every_kind_of_cell(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct buf body CLEANUP(buf_done) = BUF(1 << 10);

    (void)state;
    usual_globals(&globals);
    shared(&cells, 0, 0, 0);
    shared(&cells, 0, 1, 2);
    number(&cells, 1, 0, 0, 0.125);
    number(&cells, 1, 1, 1, 46053);      /* 2026-01-31 */
    number(&cells, 1, 2, 1, 46053.4375); /* 10:30 */
    number(&cells, 1, 3, 2, 0.5);
    rk(&cells, 2, 0, (uint32_t)(-7 * 4) | 2); /* an integer */
    rk(&cells, 2, 1, 12345 * 4 | 3);          /* the same, by 100 */
    rk(&cells, 2, 2, 0x3ff80000);             /* 1.5 */
    le(&body, 3, 2);                          /* many in a row */
    le(&body, 0, 2);
    for (uint32_t i = 1; i <= 3; i++) {
        le(&body, 0, 2);
        le(&body, i * 4 | 2, 4);
    }
    le(&body, 2, 2);
    record(&cells, 0x00bd, &body);
    place(&body, 4, 0, 0);
    buf_add(&body, "\1\0", 2);
    record(&cells, 0x0205, &body);
    place(&body, 4, 1, 0);
    buf_add(&body, "\x2a\1", 2);
    record(&cells, 0x0205, &body);
    place(&body, 4, 2, 0);
    text8(&body, "label", 2);
    record(&cells, 0x0204, &body);
    shows(&globals, &cells, false,
          "Data#A:?,B:?,C:?,D:?/'name'~'\xe2\x82\xacx'/0.125f~2026-01-31~2026-01-31T10:30:00Z~0.5f/-7f~123.45f~1.5f/"
          "1f~2f~3f/t~!#N/A~'label'");
    shows(&globals, &cells, true,
          "Data#A:?,B:?,C:?,D:?/'name'~'\xe2\x82\xacx'/'0.125'~'1/31/26'~'1/31/26'~'50.00%'/'-7'~'123.45'~'1.5'/"
          "'1'~'2'~'3'/'TRUE'~'#N/A'~'label'");
}

static void reads_what_formulas_gave(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct buf body CLEANUP(buf_done) = BUF(1 << 10), bytes CLEANUP(buf_done) = BUF(64);

    (void)state;
    usual_globals(&globals);
    le_double(&bytes, 2.5);
    formula(&cells, 0, 0, bytes.p);
    formula(&cells, 0, 1, "\0\0\0\0\0\0\xff\xff");
    record(&cells, 0x04bc, &body); /* a shared formula may stand between */
    text8(&body, "text", 2);
    record(&cells, 0x0207, &body);
    formula(&cells, 0, 2, "\1\0\1\0\0\0\xff\xff");
    formula(&cells, 0, 3, "\2\0\7\0\0\0\xff\xff");
    formula(&cells, 0, 4, "\3\0\0\0\0\0\xff\xff"); /* an empty text */
    formula(&cells, 0, 5, "\0\0\0\0\0\0\xff\xff"); /* whose text is missing */
    number(&cells, 0, 6, 0, 1);
    text8(&body, "nobody's", 2); /* behind no formula */
    record(&cells, 0x0207, &body);
    shows(&globals, &cells, false, "Data#A:?,B:?,C:?,D:?,E:?,F:?,G:?/2.5f~'text'~t~!#DIV/0!~-~-~1f");
}

/* A shared string cut by CONTINUE at every place, the rest in the other width. */
static void texts_go_on_in_further_records(void **state)
{
    (void)state;
    for (size_t cut = 1; cut < 6; cut++) {
        struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
        struct buf body CLEANUP(buf_done) = BUF(1 << 10);

        le(&body, 2, 4);
        le(&body, 2, 4);
        le(&body, 6, 2);
        buf_addc(&body, 8); /* with runs of formatting, which are skipped */
        le(&body, 1, 2);
        buf_add(&body, "abcdef", cut);
        record(&globals, 0x00fc, &body);
        buf_addc(&body, 1);
        for (size_t i = cut; i < 6; i++)
            le(&body, (uint64_t) "abcdef"[i], 2);
        le(&body, 0, 4);
        text8(&body, "next", 2);
        record(&globals, 0x003c, &body);
        shared(&cells, 0, 0, 0);
        shared(&cells, 0, 1, 1);
        shared(&cells, 0, 2, 99); /* there is none */
        shows(&globals, &cells, false, "Data#A:?,B:?/'abcdef'~'next'");
    }
}

static void cells_out_of_order_are_sorted(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);

    (void)state;
    usual_globals(&globals);
    number(&cells, 2, 1, 0, 6);
    number(&cells, 0, 1, 0, 2);
    number(&cells, 0, 0, 0, 0);
    number(&cells, 0, 0, 0, 1); /* of two in one place the last counts */
    number(&cells, 2, 0, 0, 5);
    shows(&globals, &cells, false, "Data#A:?,B:?/1f~2f//5f~6f");
}

static void finds_the_table_and_loads_it(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct opened o;

    (void)state;
    usual_globals(&globals);
    shared(&cells, 0, 0, 0);
    shared(&cells, 0, 1, 1);
    for (unsigned i = 1; i <= 4; i++) {
        number(&cells, i, 0, 0, i * 1.5);
        number(&cells, i, 1, 1, 46053 + i);
    }
    open_book(&o, &globals, &cells, 1);
    assert_int_equal(o.rc, 0);
    assert_int_equal(o.source->n_tables, 1);
    assert_true(o.source->tables[0].hidden);
    assert_string_equal(o.source->tables[0].range, "A1:B5");
    assert_string_equal(loaded_text(o.source, 0, o.arena, &o.notes, &o.err),
                        "name:decimal,day:date/1.5~2026-02-01/3.0~2026-02-02/4.5~2026-02-03/6.0~2026-02-04");
    close_book(&o);
}

/* Hides the second column of rows 1 and 2, and a text. */
static bool hides(void *arg, const struct redaction_cell *cell)
{
    assert_null(arg);
    assert_int_equal(cell->sheet, 0);
    return (cell->column == 2 && cell->row <= 2) || (cell->text && cell->n == 3 && memcmp(cell->text, "day", 3) == 0);
}

static void hidden_cells_are_shown_as_empty(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct cell_redaction redaction = { .hides = hides };
    struct table_area area;
    struct opened o;

    (void)state;
    usual_globals(&globals);
    shared(&cells, 0, 0, 0);
    shared(&cells, 0, 1, 1);
    for (unsigned i = 1; i <= 3; i++) {
        number(&cells, i, 0, 0, i);
        number(&cells, i, 1, 0, i * 10);
    }
    shared(&cells, 6, 0, 1);
    open_book(&o, &globals, &cells, 0);
    assert_int_equal(o.rc, 0);
    assert_true(workbook_area(workbook_of(o.source), 0, &area));
    assert_int_equal(area.n_columns, 2);
    assert_int_equal(area.columns[1], 2);
    assert_string_equal(area.names[1], "day");
    assert_int_equal(area.top, 1);
    assert_int_equal(area.bottom, 4);
    assert_string_equal(shown_text(o.source, &(struct show){ .redaction = &redaction }, o.arena, &o.notes, &o.err),
                        "Data#A:?,B:?/'name'/1f/2f~20f/3f~30f//");
    close_book(&o);
}

static void counts_days_from_1904_where_the_book_does(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct buf body CLEANUP(buf_done) = BUF(1 << 10);

    (void)state;
    le(&body, 1, 2);
    record(&globals, 0x0022, &body);
    usual_globals(&globals);
    number(&cells, 0, 0, 1, 46053 - 1462);
    shows(&globals, &cells, false, "Data#A:?/2026-01-31");
}

static void a_password_is_told(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct buf body CLEANUP(buf_done) = BUF(1 << 10);
    struct opened o;

    (void)state;
    record(&globals, 0x002f, &body);
    open_book(&o, &globals, &cells, 0);
    assert_int_equal(o.rc, -1);
    assert_int_equal(o.err.code, ERR_WORKBOOK_LOAD_FAILED);
    assert_string_equal(o.err.message, "That workbook is protected with a password.");
    close_book(&o);
}

static void reads_the_oldest_version_without_container(void **state)
{
    struct buf stream CLEANUP(buf_done) = BUF(1 << 16), body CLEANUP(buf_done) = BUF(1 << 10);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct source_bytes bytes;
    struct source *s;
    struct notes notes;
    struct err err;

    (void)state;
    le(&body, 2, 2);
    le(&body, 0x10, 2);
    record(&stream, 0x0009, &body);
    le(&body, 0, 4);
    buf_fill(&body, '\0', 3);
    buf_add(&body, "\3abc", 4);
    record(&stream, 0x0004, &body);
    le(&body, 1, 4); /* row 1, column 0 */
    buf_fill(&body, '\0', 3);
    le(&body, 7, 2);
    record(&stream, 0x0002, &body);
    record(&stream, 0x000a, &body);
    bytes = bytes_of("old.xls", stream.p, stream.n);
    notes_init(&notes, a);
    assert_int_equal(xls_open(&bytes, NULL, &s, &err), 0);
    assert_string_equal(shown_text(s, &(struct show){ 0 }, a, &notes, &err), "Sheet1#A:?/'abc'/7f");
    s->ops->close(s);
}

/* Every byte changed, every length cut: an answer or an error, and nothing read outside (the sanitizers see that). */
static void damage_is_an_error_or_harmless(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16);
    struct buf file CLEANUP(buf_done) = BUF(1 << 20);

    (void)state;
    usual_globals(&globals);
    shared(&cells, 0, 0, 0);
    number(&cells, 1, 0, 1, 40000);
    make_book(&file, &globals, &cells, 0);
    for (size_t i = 0; i < file.n; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        size_t n = i % 2 ? file.n : i;
        char *exact = malloc(n + 1);
        struct source_bytes bytes = bytes_of("made.xls", exact, n);
        struct source *s;
        struct notes notes;
        struct err err;

        memcpy(exact, file.p, n);
        if (i % 2)
            exact[i] = (char)~exact[i];
        notes_init(&notes, a);
        if (xls_open(&bytes, NULL, &s, &err) == 0) {
            (void)shown_text(s, &(struct show){ 0 }, a, &notes, &err);
            s->ops->close(s);
        } else {
            assert_true(err.message[0] != '\0');
        }
        free(exact);
    }
}

/* Columns count to 65535; what a record claims behind it must not begin again in column A. */
static void numbers_past_the_last_column_are_left_out(void **state)
{
    struct buf globals CLEANUP(buf_done) = BUF(1 << 16), cells CLEANUP(buf_done) = BUF(1 << 16),
                       body CLEANUP(buf_done) = BUF(1 << 16), file CLEANUP(buf_done) = BUF(1 << 20);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct sheet_info *sheets;
    struct source_bytes bytes;
    struct notes notes;
    struct source *s;
    struct err err;

    (void)state;
    le(&body, 0, 2);
    le(&body, 65535, 2);
    for (unsigned i = 0; i < 3; i++) {
        le(&body, 0, 2);
        le(&body, i << 2 | 2, 4);
    }
    le(&body, 2, 2);
    record(&cells, 0x00bd, &body);
    make_book(&file, &globals, &cells, 0);
    bytes = bytes_of("made.xls", file.p, file.n);
    assert_int_equal(xls_open(&bytes, NULL, &s, &err), 0);
    assert_int_equal(workbook_sheets(workbook_of(s), &sheets), 1);
    assert_int_equal(sheets[0].columns, 65536);
    notes_init(&notes, a);
    assert_string_equal(shown_text(s, &(struct show){ .has_range = true, 1, 1, 1, 2 }, a, &notes, &err),
                        "Data#A:?,B:?");
    s->ops->close(s);
}

static void sheets_past_the_limit_are_told(void **state)
{
    struct buf stream CLEANUP(buf_done) = BUF(1 << 20), body CLEANUP(buf_done) = BUF(1 << 16),
                      cells CLEANUP(buf_done) = BUF(1 << 16);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const size_t listed = (WORKBOOK_SHEETS + 2) * (4 + 6 + 1 + 1 + 1);
    struct source_bytes bytes;
    struct notes notes;
    struct source *s;
    struct err err;

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        number(&cells, i / 2, i % 2, 0, i);
    bof(&stream, 5);
    for (size_t i = 0, at = stream.n + listed + 4; i < WORKBOOK_SHEETS + 2; i++) {
        le(&body, at, 4);
        le(&body, 0, 2);
        text8(&body, "S", 1);
        record(&stream, 0x0085, &body);
    }
    record(&stream, 0x000a, &body);
    bof(&stream, 0x10);
    buf_add(&stream, cells.p, cells.n);
    record(&stream, 0x000a, &body);
    bytes = bytes_of("made.xls", stream.p, stream.n);
    assert_int_equal(xls_open(&bytes, NULL, &s, &err), 0);
    assert_int_equal(s->n_tables, WORKBOOK_SHEETS);
    notes_init(&notes, a);
    assert_non_null(loaded_text(s, 0, a, &notes, &err));
    assert_non_null(strstr(notes_text(a, &notes), "2 more sheets were not read"));
    s->ops->close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_kind_of_cell),
        cmocka_unit_test(reads_what_formulas_gave),
        cmocka_unit_test(texts_go_on_in_further_records),
        cmocka_unit_test(cells_out_of_order_are_sorted),
        cmocka_unit_test(finds_the_table_and_loads_it),
        cmocka_unit_test(hidden_cells_are_shown_as_empty),
        cmocka_unit_test(counts_days_from_1904_where_the_book_does),
        cmocka_unit_test(a_password_is_told),
        cmocka_unit_test(reads_the_oldest_version_without_container),
        cmocka_unit_test(damage_is_an_error_or_harmless),
        cmocka_unit_test(numbers_past_the_last_column_are_left_out),
        cmocka_unit_test(sheets_past_the_limit_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
