/* test_edit.c - cells set in a sheet's XML, byte for byte; what is refused, and that it is told what was there. */
#include "base/limits.h"
#include "edit_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

/* The sheet after setting one cell of it, exactly. */
static void assert_sheet(const char *before, const char *updates, const char *after)
{
    struct edited e;

    edited_cells(&e, &(struct book_made){ .sheet = before }, "One", updates, false);
    if (e.rc < 0)
        print_error("%s (%s)\n", e.err.message, e.err.detail);
    assert_int_equal(e.rc, 0);
    assert_string_equal(edited_part(&e, "xl/worksheets/sheet1.xml"), after);
    edited_done(&e);
}

static void assert_refused_book(const struct book_made *b, const char *updates, enum err_code code)
{
    struct edited e;

    edited_cells(&e, b, "One", updates, true);
    assert_int_equal(e.rc, -1);
    assert_string_equal(err_name(e.err.code), err_name(code));
    assert_true(*e.err.message && *e.err.action);
    assert_int_equal(e.bytes.n, 0);
    edited_done(&e);
}

static void assert_refused(const char *sheet, const char *updates, enum err_code code)
{
    assert_refused_book(&(struct book_made){ .sheet = sheet }, updates, code);
}

/* ---- where a cell goes ---- */

static void a_cell_that_is_there_is_replaced_and_keeps_its_style(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\" s=\"2\" t=\"s\"><v>1</v></c><c r=\"B1\"><v>2</v></c></row>"),
                 SET("A1", "5"), ROWS("<row r=\"1\"><c r=\"A1\" s=\"2\"><v>5</v></c><c r=\"B1\"><v>2</v></c></row>"));
}

static void a_cell_that_is_not_there_is_put_in_order(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\"/><c r=\"C1\"/></row>"), SET("B1", "1"),
                 ROWS("<row r=\"1\"><c r=\"A1\"/><c r=\"B1\"><v>1</v></c><c r=\"C1\"/></row>"));
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\"/></row>"), SET("AA1", "1"),
                 ROWS("<row r=\"1\"><c r=\"A1\"/><c r=\"AA1\"><v>1</v></c></row>"));
}

static void a_row_that_is_not_there_is_put_in_order(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"1\"/><row r=\"9\"/>"), SET("A4", "1"),
                 ROWS("<row r=\"1\"/><row r=\"4\"><c r=\"A4\"><v>1</v></c></row><row r=\"9\"/>"));
    assert_sheet(ROWS("<row r=\"1\"/>"), SET("A4", "1"),
                 ROWS("<row r=\"1\"/><row r=\"4\"><c r=\"A4\"><v>1</v></c></row>"));
}

static void an_empty_row_and_an_empty_sheet_are_opened(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"2\" ht=\"3\" />"), SET("B2", "1"),
                 ROWS("<row r=\"2\" ht=\"3\" ><c r=\"B2\"><v>1</v></c></row>"));
    assert_sheet(SHEET("<sheetData/>"), SET("B2", "1"), ROWS("<row r=\"2\"><c r=\"B2\"><v>1</v></c></row>"));
    assert_sheet(ROWS(""), SET("B2", "1"), ROWS("<row r=\"2\"><c r=\"B2\"><v>1</v></c></row>"));
}

static void rows_and_cells_without_references_follow_the_one_before(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row><c/><c><v>1</v></c></row><row><c/></row>"), SET("B1", "7"),
                 ROWS("<row><c/><c r=\"B1\"><v>7</v></c></row><row><c/></row>"));
    assert_sheet(ROWS("<row r=\"3\"><c r=\"C3\"/><c/></row>"), SET("D3", "7"),
                 ROWS("<row r=\"3\"><c r=\"C3\"/><c r=\"D3\"><v>7</v></c></row>"));
    assert_sheet(ROWS("<row/><row/>"), SET("A3", "7"), ROWS("<row/><row/><row r=\"3\"><c r=\"A3\"><v>7</v></c></row>"));
}

static void several_cells_are_set_in_one_pass(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"2\"><c r=\"B2\"/></row>"),
                 "[{\"cell_address\":\"C2\",\"value\":3},{\"cell_address\":\"A1\",\"value\":1},"
                 "{\"cell_address\":\"A2\",\"value\":2},{\"cell_address\":\"A9\",\"value\":null}]",
                 ROWS("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"2\"><c r=\"A2\"><v>2</v></c><c r=\"B2\"/>"
                      "<c r=\"C2\"><v>3</v></c></row>"));
}

static void prefixes_comments_and_quotes_stay_as_they_are(void **state)
{
    (void)state;
    assert_sheet(
        "<?xml version='1.0' encoding='utf-8'?><!-- > <row> --><x:worksheet xmlns:x='" MAIN "'><x:sheetData>"
        "<x:row r='1' note='a>b'><x:c r='A1'><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>",
        SET("A1", "\"a\""),
        "<?xml version='1.0' encoding='utf-8'?><!-- > <row> --><x:worksheet xmlns:x='" MAIN "'><x:sheetData>"
        "<x:row r='1' note='a>b'><x:c r=\"A1\" t=\"inlineStr\"><x:is><x:t xml:space=\"preserve\">a</x:t></x:is>"
        "</x:c></x:row></x:sheetData></x:worksheet>");
}

static void the_dimension_and_a_rows_spans_grow(void **state)
{
    (void)state;
    assert_sheet(
        SHEET("<dimension ref=\"B2:C3\"/><sheetData><row r=\"2\" spans=\"2:3\"><c r=\"B2\"/></row></sheetData>"),
        SET("E2", "1"),
        SHEET("<dimension ref=\"B2:E3\"/><sheetData><row r=\"2\" spans=\"2:5\"><c r=\"B2\"/>"
              "<c r=\"E2\"><v>1</v></c></row></sheetData>"));
    assert_sheet(SHEET("<dimension ref=\"B2:C3\"/><sheetData/>"), SET("E9", "null"),
                 SHEET("<dimension ref=\"B2:C3\"/><sheetData></sheetData>"));
}

static void a_new_cell_takes_its_rows_style_or_its_columns(void **state)
{
    (void)state;
    assert_sheet(SHEET("<cols><col min=\"2\" max=\"3\" style=\"1\"/></cols><sheetData><row r=\"2\" s=\"2\" "
                       "customFormat=\"1\"/></sheetData>"),
                 "[{\"cell_address\":\"B1\",\"value\":1},{\"cell_address\":\"B2\",\"value\":2},"
                 "{\"cell_address\":\"D1\",\"value\":3}]",
                 SHEET("<cols><col min=\"2\" max=\"3\" style=\"1\"/></cols><sheetData><row r=\"1\"><c r=\"B1\" s=\"1\">"
                       "<v>1</v></c><c r=\"D1\"><v>3</v></c></row><row r=\"2\" s=\"2\" customFormat=\"1\">"
                       "<c r=\"B2\" s=\"2\"><v>2</v></c></row></sheetData>"));
}

/* ---- values ---- */

static void each_kind_of_value_is_written(void **state)
{
    (void)state;
    assert_sheet(ROWS(""), SET("A1", "-1.50e3"), ROWS("<row r=\"1\"><c r=\"A1\"><v>-1.50e3</v></c></row>"));
    assert_sheet(ROWS(""), SET("A1", "true"), ROWS("<row r=\"1\"><c r=\"A1\" t=\"b\"><v>1</v></c></row>"));
    assert_sheet(ROWS(""), SET("A1", "\" <a> & \\\"b\\\" \""),
                 ROWS("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> &lt;a&gt; &amp; "
                      "&quot;b&quot; </t></is></c></row>"));
}

static void what_xml_cannot_hold_is_escaped(void **state)
{
    (void)state;
    assert_sheet(ROWS(""), SET("A1", "\"\\u0007\\r\\n_x000D_\""),
                 ROWS("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">_x0007__x000D_\n"
                      "_x005F_x000D_</t></is></c></row>"));
}

static void null_clears_a_cell_and_leaves_its_style(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\" s=\"1\"><v>1</v></c><c r=\"B1\"><v>2</v></c></row>"), SET("A1", "null"),
                 ROWS("<row r=\"1\"><c r=\"A1\" s=\"1\"/><c r=\"B1\"><v>2</v></c></row>"));
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\"/><c r=\"B1\"><v>2</v></c></row>"), SET("B1", "null"),
                 ROWS("<row r=\"1\"><c r=\"A1\"/></row>"));
    assert_sheet(ROWS("<row r=\"1\"/>"), SET("B1", "null"), ROWS("<row r=\"1\"/>"));
}

static void a_text_with_an_equals_sign_is_a_text_unless_a_formula_is_asked_for(void **state)
{
    struct edited e;

    (void)state;
    assert_sheet(
        ROWS(""), SET("A1", "\"=1+1\""),
        ROWS("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">=1+1</t></is></c></row>"));
    edited_cells(&e, &(struct book_made){ .sheet = ROWS("") }, "One", SET("A1", "\"=IF(A2<1,\\\")\\\",'a(b'!C1)\""),
                 true);
    assert_int_equal(e.rc, 0);
    assert_string_equal(edited_part(&e, "xl/worksheets/sheet1.xml"),
                        ROWS("<row r=\"1\"><c r=\"A1\"><f>IF(A2&lt;1,&quot;)&quot;,'a(b'!C1)</f></c></row>"));
    edited_done(&e);
}

static void formulas_that_are_none_or_reach_outside_are_refused(void **state)
{
    (void)state;
    assert_refused(ROWS(""), SET("A1", "\"=SUM(A1\""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"=SUM(A1])\""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"=\\\"a\""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"= \""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"=WebService(A1)\""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"=_xlfn._xlws.PY(A1)\""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"=cmd|'/c calc'!A1\""), ERR_INVALID_INPUT);
}

static void formulas_that_read_other_workbooks_are_refused(void **state)
{
    static const char *const outside[] = {
        "[b.xlsx]S!A1",
        "1+[1]S!A1",
        "SUM([b.xlsx]S!A1:B2)",
        "[b.xlsx]'my sheet'!A1",
        "[b.xlsx]!name",
        "dir[b.xlsx]S!A1",
        "SUM([1])",
        "'[b.xlsx]S'!A1",
        "'\\\\\\\\host\\\\share\\\\[b.xlsx]S'!A1",
        "'http://host/b.xlsx'!A1",
        "'/tmp/b.ods'#$S.A1",
    };
    static const char *const inside[] = {
        "SUM(Table1[Amount])", "SUM(Table1[[#All],[Net]:[Gross]])", "Tabelle\u00e9[a b]*2", "T[it''s]+T['[x'] | y]",
        "'Jan:Dec'!A1",        "'it''s'!A1&\\\"[b.xlsx]\\\"",       "SUM(A1:B2 B1:C2)",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(outside) + COUNT_OF(inside); i++) {
        bool is_outside = i < COUNT_OF(outside);
        struct buf b CLEANUP(buf_done) = BUF(1024);
        struct edited e;
        buf_addf(&b, "[{\"cell_address\":\"A1\",\"value\":\"=%s\"}]",
                 is_outside ? outside[i] : inside[i - COUNT_OF(outside)]);
        edited_cells(&e, &(struct book_made){ .sheet = ROWS("") }, "One", b.p, true);
        if ((e.rc == 0) == is_outside)
            fail_msg("%s", b.p);
        edited_done(&e);
    }
}

static void a_date_for_a_cell_that_shows_dates_is_a_number(void **state)
{
    (void)state;
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\" s=\"1\"/></row>"), SET("A1", "\"2024-05-01\""),
                 ROWS("<row r=\"1\"><c r=\"A1\" s=\"1\"><v>45413</v></c></row>"));
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\" s=\"2\"/></row>"), SET("A1", "\"2024-05-01 12:00\""),
                 ROWS("<row r=\"1\"><c r=\"A1\" s=\"2\"><v>45413.5</v></c></row>"));
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\" s=\"1\"/></row>"), SET("A1", "\"1900-02-28\""),
                 ROWS("<row r=\"1\"><c r=\"A1\" s=\"1\"><v>59</v></c></row>"));
    assert_sheet(ROWS("<row r=\"1\"><c r=\"A1\"/></row>"), SET("A1", "\"2024-05-01\""),
                 ROWS("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">2024-05-01</t></is></c>"
                      "</row>"));
}

static void values_that_no_cell_can_hold_are_refused(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);

    (void)state;
    assert_refused(ROWS(""), SET("A1", "1e999"), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "[1]"), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1", "\"a\\u0000\""), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A0", "1"), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("XFE1", "1"), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1048577", "1"), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), SET("A1:B2", "1"), ERR_INVALID_INPUT);
    assert_refused(ROWS(""), "[]", ERR_INVALID_INPUT);
    assert_refused(ROWS(""), "[{\"cell_address\":\"A1\",\"value\":1},{\"cell_address\":\"a1\",\"value\":2}]",
                   ERR_INVALID_INPUT);
    buf_adds(&b, "[{\"cell_address\":\"A1\",\"value\":\"");
    buf_fill(&b, 'x', EDIT_TEXT_UNITS);
    buf_adds(&b, "x\"}]");
    assert_refused(ROWS(""), b.p, ERR_INVALID_INPUT);
}

static void a_text_of_exactly_the_limit_fits(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);
    struct edited e;

    (void)state;
    buf_adds(&b, "[{\"cell_address\":\"XFD1048576\",\"value\":\"");
    buf_fill(&b, 'x', EDIT_TEXT_UNITS);
    buf_adds(&b, "\"}]");
    edited_cells(&e, &(struct book_made){ .sheet = ROWS("") }, "One", b.p, false);
    assert_int_equal(e.rc, 0);
    edited_done(&e);
}

/* ---- what a cell belongs to ---- */

static void only_the_top_left_of_merged_cells_is_written(void **state)
{
    const char *sheet = SHEET("<sheetData/><mergeCells count=\"1\"><mergeCell ref=\"B2:C3\"/></mergeCells>");

    (void)state;
    assert_refused(sheet, SET("C2", "1"), ERR_EDIT_REFUSED);
    assert_refused(sheet, SET("B3", "1"), ERR_EDIT_REFUSED);
    assert_sheet(sheet, SET("B2", "1"),
                 SHEET("<sheetData><row r=\"2\"><c r=\"B2\"><v>1</v></c></row></sheetData><mergeCells count=\"1\">"
                       "<mergeCell ref=\"B2:C3\"/></mergeCells>"));
}

static void an_array_formula_is_left_whole(void **state)
{
    const char *sheet = ROWS("<row r=\"5\"><c r=\"A5\"><f t=\"array\" ref=\"A5:A7\">X</f></c></row><row r=\"8\">"
                             "<c r=\"A8\"><f t=\"array\" ref=\"A8\">Y</f></c></row>");

    (void)state;
    assert_refused(sheet, SET("A5", "1"), ERR_EDIT_REFUSED);
    assert_refused(sheet, SET("A7", "1"), ERR_EDIT_REFUSED);
    assert_sheet(sheet, SET("A8", "1"),
                 ROWS("<row r=\"5\"><c r=\"A5\"><f t=\"array\" ref=\"A5:A7\">X</f></c></row><row r=\"8\"><c r=\"A8\">"
                      "<v>1</v></c></row>"));
}

static void the_first_of_shared_formulas_stays_while_others_need_it(void **state)
{
    const char *sheet = ROWS("<row r=\"1\"><c r=\"A1\"><f t=\"shared\" ref=\"A1:A2\" si=\"0\">B1</f></c></row>"
                             "<row r=\"2\"><c r=\"A2\"><f t=\"shared\" si=\"0\"/></c></row>");

    (void)state;
    assert_refused(sheet, SET("A1", "1"), ERR_EDIT_REFUSED);
    assert_sheet(sheet, SET("A2", "1"),
                 ROWS("<row r=\"1\"><c r=\"A1\"><f t=\"shared\" ref=\"A1:A2\" si=\"0\">B1</f></c></row><row r=\"2\">"
                      "<c r=\"A2\"><v>1</v></c></row>"));
    assert_sheet(sheet, "[{\"cell_address\":\"A1\",\"value\":1},{\"cell_address\":\"A2\",\"value\":2}]",
                 ROWS("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"2\"><c r=\"A2\"><v>2</v></c></row>"));
}

static void headings_and_totals_of_tables_and_pivot_tables_are_left_alone(void **state)
{
    struct book_made b = {
        .sheet = ROWS(""),
        .sheet_rels = "<Relationships xmlns=\"" PACKAGE_RELS "\"><Relationship Id=\"a\" Type=\"" RELS "/table\" "
                      "Target=\"../tables/t.xml\"/><Relationship Id=\"b\" Type=\"" RELS "/pivotTable\" "
                      "Target=\"../p.xml\"/></Relationships>",
        .more = { { "xl/tables/t.xml", "<table xmlns=\"" MAIN "\" ref=\"B2:C9\" totalsRowCount=\"1\"/>" },
                  { "xl/p.xml", "<pivotTableDefinition xmlns=\"" MAIN "\"><location ref=\"H1:K4\"/>"
                                "</pivotTableDefinition>" } },
    };
    struct edited e;

    (void)state;
    assert_refused_book(&b, SET("B2", "1"), ERR_EDIT_REFUSED);
    assert_refused_book(&b, SET("C9", "1"), ERR_EDIT_REFUSED);
    assert_refused_book(&b, SET("J2", "1"), ERR_EDIT_REFUSED);
    edited_cells(&e, &b, "One", SET("B3", "1"), false);
    assert_int_equal(e.rc, 0);
    edited_done(&e);
}

static void protected_signed_reserved_and_binary_workbooks_are_refused(void **state)
{
    (void)state;
    assert_refused(SHEET("<sheetData/><sheetProtection sheet=\"1\"/>"), SET("A1", "1"), ERR_EDIT_REFUSED);
    assert_refused_book(&(struct book_made){ .sheet = ROWS(""), .more = { { "_xmlsignatures/origin.sigs", "" } } },
                        SET("A1", "1"), ERR_EDIT_REFUSED);
    assert_refused_book(&(struct book_made){ .sheet = ROWS(""),
                                             .book = "<workbook xmlns=\"" MAIN "\"><fileSharing hashValue=\"x\"/>"
                                                     "<sheets/></workbook>" },
                        SET("A1", "1"), ERR_EDIT_REFUSED);
    assert_refused_book(
        &(struct book_made){ .sheet = ROWS(""),
                             .types = "<Types xmlns=\"x\"><Override PartName=\"/xl/workbook.xml\" ContentType=\""
                                      "application/vnd.ms-excel.sheet.binary.macroEnabled.main\"/></Types>" },
        SET("A1", "1"), ERR_EDIT_REFUSED);
}

static void the_old_format_is_refused_with_what_to_do(void **state)
{
    struct arena *a = arena_new();
    struct json *diff;
    struct err err;
    struct edit_request r = { .new_worksheet = "x" };

    (void)state;
    assert_int_equal(edit_workbook("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more", 17, &r, NULL, NULL, a, &diff, &err),
                     -1);
    assert_int_equal(err.code, ERR_EDIT_REFUSED);
    assert_non_null(strstr(err.action, ".xlsx"));
    arena_free(a);
}

static void sheets_that_are_damaged_are_refused(void **state)
{
    (void)state;
    assert_refused("<worksheet xmlns=\"" MAIN "\"><sheetData></worksheet>", SET("A1", "1"), ERR_WORKBOOK_LOAD_FAILED);
    assert_refused(ROWS("<row r=\"2\"/><row r=\"1\"/>"), SET("A1", "1"), ERR_WORKBOOK_LOAD_FAILED);
    assert_refused(ROWS("<row r=\"1\"><c r=\"B1\"/><c r=\"A1\"/></row>"), SET("A1", "1"), ERR_WORKBOOK_LOAD_FAILED);
    assert_refused(ROWS("<row r=\"1\"></c></row>"), SET("A1", "1"), ERR_WORKBOOK_LOAD_FAILED);
    assert_refused("<!DOCTYPE a><worksheet><sheetData/></worksheet>", SET("A1", "1"), ERR_WORKBOOK_LOAD_FAILED);
    assert_refused(ROWS("<row r=\"1\"><wrong></right></row>"), SET("A2", "1"), ERR_WORKBOOK_LOAD_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_that_is_there_is_replaced_and_keeps_its_style),
        cmocka_unit_test(a_cell_that_is_not_there_is_put_in_order),
        cmocka_unit_test(a_row_that_is_not_there_is_put_in_order),
        cmocka_unit_test(an_empty_row_and_an_empty_sheet_are_opened),
        cmocka_unit_test(rows_and_cells_without_references_follow_the_one_before),
        cmocka_unit_test(several_cells_are_set_in_one_pass),
        cmocka_unit_test(prefixes_comments_and_quotes_stay_as_they_are),
        cmocka_unit_test(the_dimension_and_a_rows_spans_grow),
        cmocka_unit_test(a_new_cell_takes_its_rows_style_or_its_columns),
        cmocka_unit_test(each_kind_of_value_is_written),
        cmocka_unit_test(what_xml_cannot_hold_is_escaped),
        cmocka_unit_test(null_clears_a_cell_and_leaves_its_style),
        cmocka_unit_test(a_text_with_an_equals_sign_is_a_text_unless_a_formula_is_asked_for),
        cmocka_unit_test(formulas_that_are_none_or_reach_outside_are_refused),
        cmocka_unit_test(formulas_that_read_other_workbooks_are_refused),
        cmocka_unit_test(a_date_for_a_cell_that_shows_dates_is_a_number),
        cmocka_unit_test(values_that_no_cell_can_hold_are_refused),
        cmocka_unit_test(a_text_of_exactly_the_limit_fits),
        cmocka_unit_test(only_the_top_left_of_merged_cells_is_written),
        cmocka_unit_test(an_array_formula_is_left_whole),
        cmocka_unit_test(the_first_of_shared_formulas_stays_while_others_need_it),
        cmocka_unit_test(headings_and_totals_of_tables_and_pivot_tables_are_left_alone),
        cmocka_unit_test(protected_signed_reserved_and_binary_workbooks_are_refused),
        cmocka_unit_test(the_old_format_is_refused_with_what_to_do),
        cmocka_unit_test(sheets_that_are_damaged_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
