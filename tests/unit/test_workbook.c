/* test_workbook.c - workbooks as sources: sheets shown, tables found and loaded, and what is refused with which words.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "office/workbook.h"
#include "xlsx_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define S(ref, i) "<c r='" ref "' t='s'><v>" #i "</v></c>"
#define N(ref, v) "<c r='" ref "'><v>" #v "</v></c>"
#define ST(ref, s, v) "<c r='" ref "' s='" #s "'><v>" #v "</v></c>"

static const char *const words[] = { "region", "amount", "North", "South", "Total", "day" };

static struct source *open_made(const struct xlsx_made *x)
{
    struct source *s = NULL;
    struct err err;

    if (workbook_open(&(struct source_bytes){ .p = x->zip.bytes.p, .n = x->zip.bytes.n, .name = "t.xlsx", .fd = -1 },
                      NULL, &s, &err) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return s;
}

static void refused_as(const char *p, size_t n, const char *words_in_message)
{
    struct source *s;
    struct err err = { 0 };

    assert_int_equal(
        workbook_open(&(struct source_bytes){ .p = p, .n = n, .name = "t.xlsx", .fd = -1 }, NULL, &s, &err), -1);
    assert_int_equal(err.code, ERR_WORKBOOK_LOAD_FAILED);
    if (!strstr(err.message, words_in_message))
        fail_msg("%s", err.message);
    assert_true(*err.action);
}

/* ---- showing ---- */

static int show_begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid,
                      struct err *err)
{
    struct buf *b = arg;

    (void)err;
    assert_true(is_grid);
    buf_addf(b, "%s[", name);
    for (size_t i = 0; i < n; i++)
        buf_addf(b, "%s%s", i ? "," : "", heads[i].name);
    buf_adds(b, "]");
    return 0;
}

static int show_row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    struct buf *b = arg;

    (void)err;
    buf_addc(b, '/');
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_addc(b, '|');
        if (values[i].kind == DATUM_TEXT || values[i].kind == DATUM_ERROR)
            buf_add(b, values[i].p, values[i].n);
        else if (values[i].kind == DATUM_NUMBER)
            buf_addf(b, "%g", values[i].real);
        else if (values[i].kind != DATUM_NONE)
            buf_addf(b, "%u:%jd", values[i].kind, (intmax_t)values[i].integer);
    }
    return 0;
}

static int show(struct source *s, const struct show *what, struct buf *out, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;

    notes_init(&notes, a);
    return s->ops->show(s, what, NULL, a, &notes, &(struct show_to){ .arg = out, .begin = show_begin, .row = show_row },
                        err);
}

static void shows(struct source *s, const struct show *what, const char *want)
{
    struct buf out CLEANUP(buf_done) = BUF(1u << 20);
    struct err err;

    if (show(s, what, &out, &err) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    assert_string_equal(out.p, want);
}

static void grids_begin_where_the_sheet_says_and_have_every_row(void **state)
{
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "Data", "<dimension ref='B2:C9'/>",
               "<row r='3'>" S("C3", 0) "</row><row r='5'>" N("B5", 1.5) "<c r='C5' s='2'/></row>", "");
    xlsx_sheet(&x, "No word", "", "<row r='3'>" S("C3", 0) "</row><row r='4'>" N("B4", 2) "</row>", "");
    xlsx_sheet(&x, "Wrong word", "<dimension ref='D9'/>", "<row r='3'>" S("C3", 0) N("F3", 2) "</row>", "");
    xlsx_sheet(&x, "Empty", "<dimension ref='A1'/>", "", "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    shows(s, &(struct show){ 0 }, "Data[B,C]//|region//1.5");
    shows(s, &(struct show){ .sheet = "2" }, "No word[B,C]/|region/2");
    shows(s, &(struct show){ .sheet = "wrong WORD" }, "Wrong word[C,D,E,F]/region|||2");
    shows(s, &(struct show){ .sheet = "Empty" }, "Empty[]");
    shows(s,
          &(struct show){
              .sheet = "1", .has_range = true, .first_row = 4, .first_column = 1, .last_row = 5, .last_column = 2 },
          "Data[A,B]//|1.5");
    s->ops->close(s);
    xlsx_done(&x);
}

static void values_and_what_a_spreadsheet_shows_of_them(void **state)
{
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(
        &x, "S", "",
        "<row r='1'>" ST("A1", 1, 45322) ST("B1", 2, 1.005) ST("C1", 5, 45322.5)
            ST("D1", 6, 0.25) "<c r='E1' t='b'><v>1</v></c><c r='F1' t='e'><v>#N/A</v></c>" ST("G1", 4, 0.5) "</row>",
        "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    shows(s, &(struct show){ 0 }, "S[A,B,C,D,E,F,G]/7:19753|1.005|8:1706702400000000|0.25|6:1|#N/A|12:00");
    shows(s, &(struct show){ .shown = true }, "S[A,B,C,D,E,F,G]/1/31/24|1.01|2024-01-31 12:00|25%|TRUE|#N/A|12:00");
    s->ops->close(s);
    xlsx_done(&x);
}

static void days_are_counted_from_1904_where_the_workbook_says_so(void **state)
{
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    x.properties = "date1904='1'";
    xlsx_sheet(&x, "S", "", "<row r='1'>" ST("A1", 1, 1) "</row>", "");
    xlsx_end(&x, NULL, 0);
    s = open_made(&x);
    shows(s, &(struct show){ 0 }, "S[A]/7:-24106"); /* 2 January 1904 */
    s->ops->close(s);
    xlsx_done(&x);
}

static void a_sheet_that_is_not_there_is_not_found(void **state)
{
    static const char *const names[] = { "0", "2", "Sheet", "" };
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "S", "", "", "");
    xlsx_end(&x, NULL, 0);
    s = open_made(&x);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct buf out CLEANUP(buf_done) = BUF(100);
        struct err err = { 0 };
        assert_int_equal(show(s, &(struct show){ .sheet = names[i] }, &out, &err), -1);
        assert_int_equal(err.code, ERR_NOT_FOUND);
    }
    s->ops->close(s);
    xlsx_done(&x);
}

static void cells_out_of_order_are_put_in_order(void **state)
{
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "S", "",
               "<row r='3'>" N("B3", 4) N("A3", 3) "</row><row r='1'>" S("A1", 0)
                   S("B1", 1) "</row><row r='2'>" N("B2", 9) S("A2", 2) N("B2", 2) "</row>",
               "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    shows(s, &(struct show){ 0 }, "S[A,B]/region|amount/North|2/3|4");
    s->ops->close(s);
    xlsx_done(&x);
}

/* ---- tables ---- */

#define PLAIN                                                                                                          \
    "<row r='1'>" S("A1", 0) S("B1", 1) "</row><row r='2'>" S("A2", 2) N("B2", 10) "</row><row r='3'>" S("A3", 3)      \
        N("B3", 20) "</row>"

/* "name:type ..." of table i, and its rows. */
static const char *load(struct source *s, size_t i, struct arena *a)
{
    struct loaded l;
    struct notes notes;
    const struct column *columns;
    struct err err;
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    notes_init(&notes, a);
    if (s->ops->load(s, i, NULL, a, &notes, &l, &err) < 0)
        return arena_printf(a, "refused: %s", err.message);
    for (size_t k = 0, n = columns_describe(l.columns, &columns); k < n; k++)
        buf_addf(&b, "%s:%s ", columns[k].name, column_type_name(columns[k].type));
    buf_addf(&b, "%ju", (uintmax_t)columns_rows(l.columns));
    columns_free(l.columns);
    return arena_dup(a, b.p, b.n);
}

static void a_plain_sheet_is_a_table(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "Sales", "", PLAIN, "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    assert_int_equal(s->n_tables, 1);
    assert_string_equal(s->tables[0].name, "Sales");
    assert_string_equal(s->tables[0].sheet, "Sales");
    assert_string_equal(s->tables[0].range, "A1:B3");
    assert_string_equal(load(s, 0, a), "region:text amount:integer 2");
    assert_string_equal(load(s, 0, a), "region:text amount:integer 2"); /* again, now read anew */
    s->ops->close(s);
    xlsx_done(&x);
}

static void declared_tables_come_first_and_have_their_own_names(void **state)
{
    static const char table[] =
        "<table xmlns='" XLSX_MAIN "' name='T' displayName='Orders' ref='B2:C5' totalsRowCount='1'>"
        "<tableColumns><tableColumn name='where_x000A_to'/><tableColumn name='amount'/></tableColumns>"
        "</table>";
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "S", "",
               "<row r='2'>" S("B2", 0) S("C2", 1) "</row><row r='3'>" S("B3", 2)
                   N("C3", 1) "</row><row r='4'>" S("B4", 3) N("C4", 2) "</row><row r='5'>" S("B5", 4)
                       N("C5", 3) "</row>",
               "<tableParts><tablePart r:id='t1'/></tableParts>");
    zip_add(&x.zip, "xl/tables/table1.xml", table);
    zip_add(&x.zip, "xl/worksheets/_rels/sheet1.xml.rels",
            "<Relationships><Relationship Id='t1' Type='" XLSX_REL
            "/table' Target='../tables/table1.xml'/></Relationships>");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    assert_int_equal(s->n_tables, 1);
    assert_string_equal(s->tables[0].name, "Orders");
    assert_string_equal(s->tables[0].range, "B2:C5");
    assert_string_equal(load(s, 0, a), "where to:text amount:integer 2");
    s->ops->close(s);
    xlsx_done(&x);
}

static void hidden_sheets_are_told(void **state)
{
    const struct sheet_info *sheets;
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_part(&x, "A", "state='hidden'", "<worksheet><sheetData>" PLAIN "</sheetData></worksheet>");
    xlsx_part(&x, "B", "state='veryHidden'", "<worksheet/>");
    xlsx_sheet(&x, "C", "", PLAIN, "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    assert_int_equal(workbook_sheets(workbook_of(s), &sheets), 3);
    assert_int_equal(sheets[0].state, SHEET_HIDDEN);
    assert_int_equal(sheets[1].state, SHEET_VERY_HIDDEN);
    assert_int_equal(sheets[2].state, SHEET_VISIBLE);
    assert_int_equal(sheets[0].rows, 3);
    assert_int_equal(sheets[0].columns, 2);
    assert_int_equal(sheets[1].rows, 0);
    assert_int_equal(s->n_tables, 2);
    assert_true(s->tables[0].hidden && !s->tables[1].hidden);
    s->ops->close(s);
    xlsx_done(&x);
}

static void a_workbook_without_a_table_opens_and_says_so(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct xlsx_made x;
    struct source *s;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "S", "", "", "");
    xlsx_end(&x, NULL, 0);
    s = open_made(&x);
    assert_int_equal(s->n_tables, 1);
    assert_string_equal(load(s, 0, a), "refused: This workbook holds no table.");
    s->ops->close(s);
    xlsx_done(&x);
}

static void a_large_sheet_passes_through_threads_unharmed(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf rows CLEANUP(buf_done) = BUF(1u << 24);
    struct xlsx_made x;
    struct source *s;

    (void)state;
    buf_adds(&rows, "<row r='1'>" S("A1", 0) S("B1", 1) "</row>");
    for (unsigned r = 2; r <= 20001; r++)
        buf_addf(&rows, "<row r=\"%u\"><c r=\"A%u\" t=\"s\"><v>%u</v></c><c r=\"B%u\"><v>%u</v></c></row>", r, r,
                 r % 2 + 2, r, r);
    xlsx_init(&x);
    for (unsigned i = 0; i < 4; i++)
        xlsx_sheet(&x, i % 2 ? "S" : "T", "", rows.p, "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    assert_int_equal(s->n_tables, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(load(s, i, a), "region:text amount:integer 20000");
    s->ops->close(s);
    xlsx_done(&x);
}

/* ---- cells ---- */

static int put_cell(void *arg, const struct sheet_cell *c, struct err *err)
{
    struct buf *b = arg;

    (void)err;
    cell_ref_add(b, c->row, c->column);
    buf_addf(b, "=%.*s", (int)c->shown_n, c->shown);
    if (c->formula)
        buf_addf(b, "{%.*s}", (int)c->formula_n, c->formula);
    buf_addc(b, ';');
    return c->row == 2;
}

static void cells_are_given_with_formulas_until_enough(void **state)
{
    struct buf out CLEANUP(buf_done) = BUF(1000);
    struct xlsx_made x;
    struct source *s;
    struct err err;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "S", "",
               "<row r='1'>" S("A1", 2) "<c r='B1' s='2'><f>1/3</f><v>0.333333</v></c><c r='C1' s='2'/></row>"
                                        "<row r='2'><c r='A2'><f>NOW()</f></c>" N("B2", 3) "</row>",
               "");
    xlsx_end(&x, words, COUNT_OF(words));
    s = open_made(&x);
    assert_int_equal(workbook_cells(workbook_of(s), 0, CELLS_SHOWN | CELLS_FORMULAS, NULL, put_cell, &out, &err), 0);
    assert_string_equal(out.p, "A1=North;B1=0.33{1/3};A2={NOW()};");
    s->ops->close(s);
    xlsx_done(&x);
}

static void references_are_read_and_written(void **state)
{
    static const struct {
        const char *text;
        uint32_t row, column;
    } refs[] = { { "A1", 1, 1 }, { "$AB$12", 12, 28 }, { "xfd1048576", 1048576, 16384 }, { "'My sheet'!Z9", 9, 26 } };
    static const char *const bad[] = { "", "A", "1", "A0", "XFE1", "A1048577", "A1:B2", "A1 ", "AAAA1", "A-1" };
    uint32_t r1, c1, r2, c2;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(refs); i++) {
        assert_true(cell_ref_read(refs[i].text, strlen(refs[i].text), &r1, &c1));
        assert_int_equal(r1, refs[i].row);
        assert_int_equal(c1, refs[i].column);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(cell_ref_read(bad[i], strlen(bad[i]), &r1, &c1));
    assert_true(range_ref_read("S!$D$9:A1", 9, &r1, &c1, &r2, &c2));
    assert_true(r1 == 1 && c1 == 1 && r2 == 9 && c2 == 4);
    assert_true(range_ref_read("B7", 2, &r1, &c1, &r2, &c2) && r1 == 7 && r2 == 7);
    assert_false(range_ref_read("A1:", 3, &r1, &c1, &r2, &c2));
    for (uint32_t column = 1; column <= 16384; column += 61) {
        struct buf b CLEANUP(buf_done) = BUF(20);
        cell_ref_add(&b, 5, column);
        assert_true(cell_ref_read(b.p, b.n, &r1, &c1) && c1 == column && r1 == 5);
    }
}

/* ---- refusals ---- */

static void what_is_no_workbook_is_refused_by_what_it_is(void **state)
{
    static const char *const parts[][2] = { { "xl/workbook.bin", "binary workbook" },
                                            { "content.xml", "OpenDocument" },
                                            { "word/document.xml", "text document" },
                                            { "other.txt", "damaged" } };
    char ole[4096] = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

    (void)state;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        struct zip_made z;
        zip_init(&z);
        zip_add(&z, "mimetype", "x");
        zip_add(&z, parts[i][0], "x");
        zip_end(&z, false);
        refused_as(z.bytes.p, z.bytes.n, parts[i][1]);
        zip_done(&z);
    }
    refused_as(ole, sizeof ole, "old binary file");
    memcpy(ole + 2000, "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", 32);
    refused_as(ole, sizeof ole, "password");
    refused_as("plain text", 10, "damaged");
    refused_as("", 0, "damaged");
}

static void a_damaged_sheet_is_refused(void **state)
{
    struct xlsx_made x;

    (void)state;
    xlsx_init(&x);
    xlsx_sheet(&x, "S", "", PLAIN, "");
    xlsx_part(&x, "B", "", "<worksheet><sheetData><row r='1'>");
    xlsx_end(&x, words, COUNT_OF(words));
    refused_as(x.zip.bytes.p, x.zip.bytes.n, "damaged");
    xlsx_done(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_begin_where_the_sheet_says_and_have_every_row),
        cmocka_unit_test(values_and_what_a_spreadsheet_shows_of_them),
        cmocka_unit_test(days_are_counted_from_1904_where_the_workbook_says_so),
        cmocka_unit_test(a_sheet_that_is_not_there_is_not_found),
        cmocka_unit_test(cells_out_of_order_are_put_in_order),
        cmocka_unit_test(a_plain_sheet_is_a_table),
        cmocka_unit_test(declared_tables_come_first_and_have_their_own_names),
        cmocka_unit_test(hidden_sheets_are_told),
        cmocka_unit_test(a_workbook_without_a_table_opens_and_says_so),
        cmocka_unit_test(a_large_sheet_passes_through_threads_unharmed),
        cmocka_unit_test(cells_are_given_with_formulas_until_enough),
        cmocka_unit_test(references_are_read_and_written),
        cmocka_unit_test(what_is_no_workbook_is_refused_by_what_it_is),
        cmocka_unit_test(a_damaged_sheet_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
