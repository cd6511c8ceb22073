/* test_workbook_values.c - what is told of a workbook's values: currencies, formulas without results, what was not
 * read. */
#include "workbook_testing.h"

static void amounts_have_the_currency_that_their_format_shows(void **state)
{
    const struct column *columns;
    struct loaded loaded = { 0 };
    struct made m;
    struct err err;

    (void)state;
    make(&m, "Item|Price|Cost\na|$5|F1\nb|$6.5|F2\nc|7|F3\n", "");
    loads(&m, "Item:text,Price:decimal,Cost:integer/a~5.0~1/b~6.5~2/c~7.0~3",
          "amounts in 'Price' are in $|amounts in 'Cost' are in CHF");
    assert_int_equal(m.source->ops->load(m.source, 0, NULL, m.arena, &m.notes, &loaded, &err), 0);
    assert_int_equal(columns_describe(loaded.columns, &columns), 3);
    assert_null(columns[0].unit);
    assert_string_equal(columns[1].unit, "$");
    assert_string_equal(columns[2].unit, "CHF");
    columns_free(loaded.columns);
    done(&m);
}

static void amounts_in_several_currencies_are_no_numbers_to_add_up(void **state)
{
    static const uint64_t rows[] = { 0 };
    const struct row_list without = { .rows = rows, .n = COUNT_OF(rows) };
    struct loaded loaded = { 0 };
    struct made m;
    struct err err;

    (void)state;
    make(&m, "Item|Price\na|$5\nb|F6.5\nc|7\nd|$8\n", "");
    for (int i = 0; i < 2; i++)
        loads(&m, "Item:text,Price:text/a~$5/b~6.5 CHF/c~7/d~$8",
              "'Price' stays text, as its amounts are in several currencies: $ (row 1 and 1 more), CHF (row 2)");
    notes_init(&m.notes, m.arena);
    assert_int_equal(m.source->ops->load_without(m.source, 0, &without, NULL, m.arena, &m.notes, &loaded, &err), 0);
    assert_string_equal(notes_text(m.arena, &m.notes),
                        "'Price' stays text, as its amounts are in several currencies: CHF (row 1), $ (row 3)");
    columns_free(loaded.columns);
    done(&m);
}

static void formulas_without_a_saved_result_are_told(void **state)
{
    static const char said[] =
        "formulas in 'Twice' have no saved result and are left empty (2 cells), as the program that "
        "wrote the file did not compute them: open the workbook in a spreadsheet program and save "
        "it there";
    struct made m;

    (void)state;
    make(&m, "Item|N|Twice\na|1|=B2*2\nb|2|=B3*2\n", "");
    for (int i = 0; i < 2; i++)
        loads(&m, "Item:text,N:integer,Twice:text/a~1~-/b~2~-", said);
    notes_init(&m.notes, m.arena);
    shows(&m, &(struct show){ .sheet = "S" }, "S#A:?,B:?,C:?/'Item'~'N'~'Twice'/'a'~1f/'b'~2f");
    assert_string_equal(notes_text(m.arena, &m.notes), "2 formulas have no saved result and are left empty: open the "
                                                       "workbook in a spreadsheet program and save it there");
    done(&m);
    make(&m, "Item|N\na|1\nb|2\n\n\n\n\n=1|\n", "");
    loads(&m, "Item:text,N:integer/a~1/b~2", "");
    done(&m);
    xlsx_init(&m.x); /* a formula whose saved result is an empty text */
    xlsx_sheet(&m.x, "S", "",
               "<row r='1'><c r='A1' t='str'><v>Item</v></c><c r='B1' t='str'><v>N</v></c></row><row r='2'><c r='A2' "
               "t='str'><f>\"\"</f><v></v></c><c r='B2'><v>1</v></c></row><row r='3'><c r='A3' t='str'><v>b</v></c>"
               "<c r='B3'><v>2</v></c></row>",
               "");
    xlsx_end(&m.x, NULL, 0);
    open_made(&m);
    loads(&m, "Item:text,N:integer/-~1/b~2", "");
    done(&m);
}

static void declared_tables_past_the_limit_are_told(void **state)
{
    struct buf rels CLEANUP(buf_done) = BUF(1u << 20), xml CLEANUP(buf_done) = BUF(1u << 20);
    struct made m;
    struct err err;

    (void)state;
    add_rows(&xml, "A|B\n1|2\n3|4\n");
    xlsx_init(&m.x);
    xlsx_sheet(&m.x, "S", "", xml.p, "");
    for (unsigned i = 0; i < FINDER_TABLES + 1; i++)
        buf_addf(&rels, "<Relationship Id='t%u' Type='" XLSX_REL "/table' Target='../t.xml'/>", i);
    buf_cut(&xml, 0);
    buf_addf(&xml, "<Relationships>%s</Relationships>", rels.p);
    zip_add(&m.x.zip, "xl/worksheets/_rels/sheet1.xml.rels", xml.p);
    zip_add(&m.x.zip, "xl/t.xml", "<table xmlns='" XLSX_MAIN "' displayName='T' ref='A1:B3'/>");
    xlsx_end(&m.x, NULL, 0);
    open_made(&m);
    assert_int_equal(m.source->n_tables, FINDER_TABLES);
    assert_non_null(loaded_text(m.source, 0, m.arena, &m.notes, &err));
    assert_non_null(strstr(notes_text(m.arena, &m.notes), "1 more declared table was not read"));
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amounts_have_the_currency_that_their_format_shows),
        cmocka_unit_test(amounts_in_several_currencies_are_no_numbers_to_add_up),
        cmocka_unit_test(formulas_without_a_saved_result_are_told),
        cmocka_unit_test(declared_tables_past_the_limit_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
