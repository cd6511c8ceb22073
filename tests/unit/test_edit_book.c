/* test_edit_book.c - what an edit changes around the sheet, what it tells, and new sheets. */
#include "edit_testing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

/* ---- the workbook around it ---- */

static void everything_is_computed_anew_when_it_is_opened(void **state)
{
    struct edited e;

    (void)state;
    edited_cells(&e, &(struct book_made){ .sheet = ROWS("") }, "One", SET("A1", "1"), false);
    assert_non_null(strstr(edited_part(&e, "xl/workbook.xml"), "<definedNames/><calcPr fullCalcOnLoad=\"1\"/>"));
    assert_non_null(edited_part(&e, "xl/calcChain.xml"));
    edited_done(&e);
    edited_cells(&e,
                 &(struct book_made){ .sheet = ROWS(""),
                                      .book = "<workbook xmlns=\"" MAIN "\" xmlns:r=\"" RELS "\"><sheets><sheet "
                                              "name=\"One\" sheetId=\"1\" r:id=\"rId1\"/></sheets><calcPr calcId=\"1\" "
                                              "fullCalcOnLoad=\"0\"/></workbook>" },
                 "one", SET("A1", "1"), false);
    assert_int_equal(e.rc, 0);
    assert_non_null(strstr(edited_part(&e, "xl/workbook.xml"), "<calcPr calcId=\"1\" fullCalcOnLoad=\"1\"/>"));
    edited_done(&e);
}

static void a_formula_overwritten_takes_the_calculation_chain_with_it(void **state)
{
    struct edited e;

    (void)state;
    edited_cells(&e, &(struct book_made){ .sheet = ROWS("<row r=\"1\"><c r=\"A1\"><f>1+1</f><v>2</v></c></row>") },
                 "One", SET("A1", "1"), false);
    assert_int_equal(e.rc, 0);
    assert_null(edited_part(&e, "xl/calcChain.xml"));
    assert_null(strstr(edited_part(&e, "[Content_Types].xml"), "calcChain"));
    assert_null(strstr(edited_part(&e, "xl/_rels/workbook.xml.rels"), "calcChain"));
    assert_non_null(strstr(edited_part(&e, "xl/_rels/workbook.xml.rels"), "rId4"));
    edited_done(&e);
}

static void what_was_there_is_told(void **state)
{
    struct edited e;
    struct buf b CLEANUP(buf_done) = BUF(1 << 20);

    (void)state;
    edited_cells(&e,
                 &(struct book_made){
                     .sheet = ROWS("<row r=\"1\"><c r=\"A1\" t=\"s\"><v>1</v></c><c r=\"B1\" s=\"1\"><v>45413</v></c>"
                                   "<c r=\"C1\"><f>A1&amp;\"x\"</f><v>2.50</v></c><c r=\"D1\" t=\"inlineStr\"><is><t>a"
                                   "</t></is></c><c r=\"E1\" t=\"b\"><v>1</v></c><c r=\"F1\" t=\"e\"><v>#N/A</v></c>"
                                   "</row>") },
                 "One",
                 "[{\"cell_address\":\"A1\",\"value\":null},{\"cell_address\":\"B1\",\"value\":\"2024-05-02\"},"
                 "{\"cell_address\":\"C1\",\"value\":1},{\"cell_address\":\"D1\",\"value\":1},"
                 "{\"cell_address\":\"E1\",\"value\":1},{\"cell_address\":\"F1\",\"value\":1},"
                 "{\"cell_address\":\"G1\",\"value\":\"=B1\"}]",
                 true);
    assert_int_equal(e.rc, 0);
    for (size_t i = 0; i < 7; i++) {
        const struct json *v = json_at(json_get(e.diff, "changes"), i);
        json_write(&b, json_get(v, "before"));
        json_write(&b, json_get(v, "formula_before"));
        json_write(&b, json_get(v, "after"));
        json_write(&b, json_get(v, "formula_after"));
        buf_addc(&b, '\n');
    }
    assert_string_equal(b.p, "\"one\"nullnullnull\n\"2024-05-01\"null\"2024-05-02\"null\n2.50\"=A1&\\\"x\\\"\"1null\n"
                             "\"a\"null1null\ntruenull1null\n\"#N/A\"null1null\nnullnullnull\"=B1\"\n");
    edited_done(&e);
}

static void a_very_hidden_sheet_is_changed_when_it_is_named(void **state)
{
    struct edited e;

    (void)state;
    edited_cells(&e, &(struct book_made){ .sheet = ROWS("") }, "TWO", SET("A1", "1"), false);
    assert_int_equal(e.rc, 0);
    assert_string_equal(edited_part(&e, "xl/worksheets/sheet1.xml"), ROWS(""));
    assert_non_null(strstr(edited_part(&e, "xl/worksheets/sheet2.xml"), "<v>1</v>"));
    edited_done(&e);
    edited_cells(&e, &(struct book_made){ .sheet = ROWS("") }, "Three", SET("A1", "1"), false);
    assert_int_equal(e.rc, -1);
    assert_int_equal(e.err.code, ERR_NOT_FOUND);
    edited_done(&e);
}

static void a_trial_gives_the_changes_and_no_file(void **state)
{
    struct edited e = { .arena = arena_new() };
    struct edit_request r = { .new_worksheet = "New" };

    (void)state;
    buf_init(&e.bytes, 1);
    book_make(&e.zip, &(struct book_made){ .sheet = ROWS("") });
    assert_int_equal(edit_workbook(e.zip.bytes.p, e.zip.bytes.n, &r, NULL, NULL, e.arena, &e.diff, &e.err), 0);
    assert_int_equal(json_len(json_get(e.diff, "changes")), 1);
    edited_done(&e);
}

/* ---- a new sheet ---- */

static void a_new_sheet_is_named_in_all_three_lists(void **state)
{
    struct edited e;
    struct edit_request r = { .new_worksheet = "Q&A" };

    (void)state;
    edited_run(&e, &(struct book_made){ .sheet = ROWS("") }, &r);
    assert_int_equal(e.rc, 0);
    assert_string_equal(edited_part(&e, "xl/worksheets/sheet3.xml"),
                        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n" SHEET("<sheetData/>"));
    assert_non_null(
        strstr(edited_part(&e, "xl/workbook.xml"), "<sheet name=\"Q&amp;A\" sheetId=\"8\" r:id=\"rId6\"/></sheets>"));
    assert_non_null(strstr(edited_part(&e, "xl/_rels/workbook.xml.rels"), "Id=\"rId6\""));
    assert_non_null(strstr(edited_part(&e, "[Content_Types].xml"), "PartName=\"/xl/worksheets/sheet3.xml\""));
    edited_done(&e);
}

static void names_that_no_sheet_may_have_are_refused(void **state)
{
    static const char *const names[] = { "",        "a/b",  "[x]",
                                         "a:b",     "'a",   "a'",
                                         "History", "a\tb", "12345678901234567890123456789012" };
    struct edited e;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct edit_request r = { .new_worksheet = names[i] };
        edited_run(&e, &(struct book_made){ .sheet = ROWS("") }, &r);
        assert_int_equal(e.rc, -1);
        assert_int_equal(e.err.code, ERR_INVALID_INPUT);
        edited_done(&e);
    }
    edited_run(&e, &(struct book_made){ .sheet = ROWS("") },
               &(struct edit_request){ .new_worksheet = "1234567890123456789012345678901" });
    assert_int_equal(e.rc, 0);
    edited_done(&e);
    edited_run(&e, &(struct book_made){ .sheet = ROWS("") }, &(struct edit_request){ .new_worksheet = "oNE" });
    assert_int_equal(e.err.code, ERR_EDIT_REFUSED);
    edited_done(&e);
}

static void a_protected_list_of_sheets_is_left_alone(void **state)
{
    struct edited e;

    (void)state;
    edited_run(&e,
               &(struct book_made){ .sheet = ROWS(""),
                                    .book = "<workbook xmlns=\"" MAIN "\"><workbookProtection lockStructure=\"1\"/>"
                                            "<sheets></sheets></workbook>" },
               &(struct edit_request){ .new_worksheet = "New" });
    assert_int_equal(e.rc, -1);
    assert_int_equal(e.err.code, ERR_EDIT_REFUSED);
    edited_done(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_computed_anew_when_it_is_opened),
        cmocka_unit_test(a_formula_overwritten_takes_the_calculation_chain_with_it),
        cmocka_unit_test(what_was_there_is_told),
        cmocka_unit_test(a_very_hidden_sheet_is_changed_when_it_is_named),
        cmocka_unit_test(a_trial_gives_the_changes_and_no_file),
        cmocka_unit_test(a_new_sheet_is_named_in_all_three_lists),
        cmocka_unit_test(names_that_no_sheet_may_have_are_refused),
        cmocka_unit_test(a_protected_list_of_sheets_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
