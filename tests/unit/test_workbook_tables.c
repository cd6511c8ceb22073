/* test_workbook_tables.c - the tables of a workbook as they are loaded and shown: what the finder says, done. */
#include "base/json.h"
#include "office/sheet/sheet_formula.h"
#include "workbook_testing.h"
#include "xls_testing.h"

/* ---- loading ---- */

static const char with_subtotals[] = "Region|City|Sales\n"
                                     "North|A|1\nNorth|B|2\nSubtotal||3\n"
                                     "South|C|4\nSouth|D|5\nSubtotal||9\n"
                                     "West|E|6\nWest|F|7\n";

/* A word does not make a total: whether the figures add up is for totals.h to say. */
static void rows_that_are_called_totals_are_loaded_and_can_be_left_out(void **state)
{
    static const uint64_t rows[] = { 2, 5 };
    const struct row_list without = { .rows = rows, .n = COUNT_OF(rows) };
    struct loaded loaded = { 0 };
    struct made m;
    struct err err;

    (void)state;
    make(&m, with_subtotals, "");
    for (int i = 0; i < 2; i++)
        loads(&m,
              "Region:text,City:text,Sales:integer/North~A~1/North~B~2/Subtotal~-~3/South~C~4/South~D~5/Subtotal~-~9/"
              "West~E~6/West~F~7",
              "");
    notes_init(&m.notes, m.arena);
    assert_int_equal(m.source->ops->load_without(m.source, 0, &without, NULL, m.arena, &m.notes, &loaded, &err), 0);
    assert_int_equal(columns_rows(loaded.columns), 6);
    columns_free(loaded.columns);
    done(&m);
}

static void merged_words_are_filled_down_and_merged_amounts_count_once(void **state)
{
    struct made m;

    (void)state;
    make(&m, "Year|Region|City|Sales|Budget\n2023|North|A|1|100\n||B|2|\n||C|3|\n2024|South|D|4|200\n|West|E|5|\n",
         "<mergeCells><mergeCell ref='A2:A4'/><mergeCell ref='B2:B4'/><mergeCell ref='E2:E4'/><mergeCell ref='A5:A6'/>"
         "<mergeCell ref='E5:E6'/></mergeCells>");
    loads(&m,
          "Year:integer,Region:text,City:text,Sales:integer,Budget:integer/2023~North~A~1~100/2023~North~B~2~-/"
          "2023~North~C~3~-/2024~South~D~4~200/2024~West~E~5~-",
          "3 merged cells were filled down|2 merged numbers were kept in the first row alone, to be counted once");
    done(&m);
}

static void a_merged_cell_neither_hides_a_value_nor_makes_a_row(void **state)
{
    struct made m;

    (void)state;
    make(&m, "Region|City|Sales\nNorth|A|1\nEast|B|2\n||\nSouth|C|3\n|D|4\n",
         "<mergeCells><mergeCell ref='A2:A4'/><mergeCell ref='A5:A6'/></mergeCells>");
    loads(&m, "Region:text,City:text,Sales:integer/North~A~1/East~B~2/South~C~3/South~D~4",
          "1 blank row was passed over|1 merged cell was filled down");
    done(&m);
}

static void a_merge_over_a_subtotal_reaches_past_it(void **state)
{
    struct made m;

    (void)state;
    make(&m, "Region|City|Sales\nNorth|A|1\n|Subtotal|1\n|B|2\nSouth|C|3\nSouth|D|4\n",
         "<mergeCells><mergeCell ref='A2:A4'/></mergeCells>");
    loads(&m, "Region:text,City:text,Sales:integer/North~A~1/North~Subtotal~1/North~B~2/South~C~3/South~D~4",
          "1 merged cell was filled down");
    done(&m);
}

static void each_table_has_its_own_assumptions(void **state)
{
    static const char *const notes[] = { "row 5 is a total and was left out of the data|1 blank row was passed over",
                                         "" };
    struct made m;
    struct err err;

    (void)state;
    make(&m, "Region|Sales||Code|Rate\nNorth|1||x|1\nSouth|2||y|2\n|||z|3\nTotal|3||w|4\n", "");
    assert_int_equal(m.source->n_tables, 2);
    for (size_t i = 0; i < 2; i++) {
        notes_init(&m.notes, m.arena);
        assert_non_null(loaded_text(m.source, i, m.arena, &m.notes, &err));
        assert_string_equal(notes_text(m.arena, &m.notes), notes[i]);
    }
    done(&m);
}

/* ---- showing a table ---- */

static const char declared[] = "<table xmlns='" XLSX_MAIN "' name='T' displayName='Orders' ref='A1:B4' "
                               "totalsRowCount='1'><tableColumns><tableColumn name='Region'/>"
                               "<tableColumn name='Share'/></tableColumns></table>";

static void make_declared(struct made *m, const char *sheet)
{
    struct buf xml CLEANUP(buf_done) = BUF(1u << 20);

    add_rows(&xml, "Region|Share\nNorth|%0.5\nSouth|%0.25\nTotal|%0.75\n");
    xlsx_init(&m->x);
    xlsx_sheet(&m->x, sheet, "", xml.p, "<tableParts><tablePart r:id='t1'/></tableParts>");
    zip_add(&m->x.zip, "xl/tables/table1.xml", declared);
    zip_add(&m->x.zip, "xl/worksheets/_rels/sheet1.xml.rels",
            "<Relationships><Relationship Id='t1' Type='" XLSX_REL
            "/table' Target='../tables/table1.xml'/></Relationships>");
    xlsx_end(&m->x, NULL, 0);
    open_made(m);
}

static void a_table_by_its_name_is_shown_as_a_table(void **state)
{
    struct made m;

    (void)state;
    make_declared(&m, "S");
    shows(&m, &(struct show){ .sheet = "orders" }, "Orders=Region:text,Share:decimal/'North'~0.5f/'South'~0.25f");
    shows(&m, &(struct show){ .sheet = "Orders", .shown = true },
          "Orders=Region:text,Share:decimal/'North'~'50%'/'South'~'25%'");
    shows(&m, &(struct show){ .sheet = "S" }, "S#A:?,B:?/'Region'~'Share'/'North'~0.5f/'South'~0.25f/'Total'~0.75f");
    shows(
        &m,
        &(struct show){
            .sheet = "Orders", .has_range = true, .first_row = 4, .first_column = 1, .last_row = 4, .last_column = 1 },
        "S#A:?/'Total'");
    done(&m);
}

static void a_sheet_wins_over_a_table_of_its_name(void **state)
{
    struct made m;

    (void)state;
    make_declared(&m, "ORDERS");
    shows(&m, &(struct show){ .sheet = "orders" },
          "ORDERS#A:?,B:?/'Region'~'Share'/'North'~0.5f/'South'~0.25f/'Total'~0.75f");
    done(&m);
}

static void a_found_table_is_shown_without_what_is_no_data(void **state)
{
    struct made m;

    (void)state;
    make(&m, "Sales by city||\nRegion|City|Sales\nNorth|A|1\n|B|2\nSouth|C|3\nSouth|D|4\n\n|Total|10\n",
         "<mergeCells><mergeCell ref='A3:A4'/></mergeCells>");
    shows(&m, &(struct show){ .sheet = "Sales by city" },
          "Sales by city=Region:text,City:text,Sales:integer/'North'~'A'~1f/'North'~'B'~2f/'South'~'C'~3f/"
          "'South'~'D'~4f");
    assert_string_equal(
        notes_text(m.arena, &m.notes),
        "the title in row 1 was left out|row 8 is a total and was left out of the data|1 blank row was passed over|1 "
        "merged cell was filled down");
    done(&m);
}

/* ---- .xls ---- */

static void xls_label(struct buf *b, unsigned row, unsigned column, const char *text)
{
    struct buf body CLEANUP(buf_done) = BUF(ROW_TEXT);

    place(&body, row, column, 0);
    text8(&body, text, 2);
    record(b, 0x0204, &body);
}

static void xls_number(struct buf *b, unsigned row, unsigned column, double v)
{
    struct buf body CLEANUP(buf_done) = BUF(ROW_TEXT);

    place(&body, row, column, 0);
    le_double(&body, v);
    record(b, 0x0203, &body);
}

static void xls_merge(struct buf *b, unsigned r1, unsigned r2, unsigned c1, unsigned c2)
{
    struct buf body CLEANUP(buf_done) = BUF(ROW_TEXT);

    le(&body, 1, 2);
    le(&body, r1, 2);
    le(&body, r2, 2);
    le(&body, c1, 2);
    le(&body, c2, 2);
    record(b, 0x00e5, &body);
}

/* One sheet, "Data", with these cells. */
static void xls_made(struct buf *out, const struct buf *cells)
{
    struct buf stream CLEANUP(buf_done) = BUF(1 << 16), body CLEANUP(buf_done) = BUF(ROW_TEXT);

    bof(&stream, 5);
    le(&body, stream.n + 4 + 12 + 4, 4);
    le(&body, 0, 2);
    text8(&body, "Data", 1);
    record(&stream, 0x0085, &body);
    record(&stream, 0x000a, &body);
    bof(&stream, 0x10);
    buf_add(&stream, cells->p, cells->n);
    record(&stream, 0x000a, &body);
    container(out, &stream, "Workbook");
}

static void an_xls_is_loaded_and_shown_by_the_same_rules(void **state)
{
    static const char *const regions[] = { "North", NULL, "Subtotal", "South", "West", "East" };
    struct buf cells CLEANUP(buf_done) = BUF(1 << 16), file CLEANUP(buf_done) = BUF(1 << 20);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;
    struct source *s;
    struct err err = { 0 };

    (void)state;
    xls_label(&cells, 0, 0, "Cities sold");
    xls_label(&cells, 1, 0, "Region");
    xls_label(&cells, 1, 1, "City");
    xls_label(&cells, 1, 2, "Sales");
    for (unsigned i = 0; i < 6; i++) {
        if (regions[i])
            xls_label(&cells, 2 + i, 0, regions[i]);
        if (i != 2)
            xls_label(&cells, 2 + i, 1, (char[]){ (char)('a' + i), 0 });
        xls_number(&cells, 2 + i, 2, i + 1);
    }
    xls_merge(&cells, 2, 3, 0, 0);
    xls_made(&file, &cells);
    struct source_bytes bytes = bytes_of("t.xls", file.p, file.n);
    assert_int_equal(xls_open(&bytes, NULL, &s, &err), 0);
    notes_init(&notes, a);
    assert_string_equal(loaded_text(s, 0, a, &notes, &err),
                        "Region:text,City:text,Sales:integer/North~a~1/North~b~2/Subtotal~-~3/South~d~4/West~e~5/"
                        "East~f~6");
    assert_string_equal(notes_text(a, &notes), "the title in row 1 was left out|1 merged cell was filled down");
    assert_string_equal(shown_text(s, &(struct show){ .sheet = "cities SOLD" }, a, &notes, &err),
                        "Cities sold=Region:text,City:text,Sales:integer/'North'~'a'~1f/'North'~'b'~2f/'Subtotal'~-~3f/"
                        "'South'~'d'~4f/'West'~'e'~5f/'East'~'f'~6f");
    s->ops->close(s);
}

/* ---- structure ---- */

static void comments_and_links_of_a_sheet_are_counted(void **state)
{
    struct json *structure, *sheets;
    struct made m;
    struct err err;

    (void)state;
    xlsx_init(&m.x);
    xlsx_sheet(&m.x, "S", "", "<row r='1'><c r='A1'><v>1</v></c></row>",
               "<hyperlinks><hyperlink ref='A1' location='B2'/><hyperlink ref='A2' location='B3'/></hyperlinks>");
    xlsx_sheet(&m.x, "Bare", "", "", "");
    zip_add(&m.x.zip, "xl/comments1.xml",
            "<comments><authors><author>A</author></authors><commentList><comment ref='A1' authorId='0'><text><t>x</t>"
            "</text></comment></commentList></comments>");
    zip_add(&m.x.zip, "xl/worksheets/_rels/sheet1.xml.rels",
            "<Relationships><Relationship Id='c' Type='" XLSX_REL
            "/comments' Target='../comments1.xml'/></Relationships>");
    xlsx_end(&m.x, NULL, 0);
    open_made(&m);
    assert_int_equal(workbook_structure(workbook_of(m.source), NULL, m.arena, &structure, &err), 0);
    sheets = json_get(structure, "sheets");
    assert_int_equal(json_get_int(json_at(sheets, 0), "comments", -1), 1);
    assert_int_equal(json_get_int(json_at(sheets, 0), "hyperlinks", -1), 2);
    assert_int_equal(json_get_int(json_at(sheets, 1), "comments", -1), 0);
    assert_int_equal(json_get_int(json_at(sheets, 1), "hyperlinks", -1), 0);
    done(&m);
}

/* ---- formulas that cells share ---- */

static void references_move_and_nothing_else_does(void **state)
{
    static const struct {
        const char *from, *to; /* two rows down, one column to the right */
    } cases[] = {
        { "A1*2", "B3*2" },
        { "$A1+A$1+$A$1", "$A3+B$1+$A$1" },
        { "SUM(a1:B$2,\"A1\")", "SUM(B3:C$2,\"A1\")" },
        { "LOG10(A1)+1E5+1.5E5", "LOG10(B3)+1E5+1.5E5" },
        { "Q1!A1+'Q1 b''s'!A1+[1]Q2!A1", "Q1!B3+'Q1 b''s'!B3+[1]Q2!B3" },
        { "SUM(Q1:Q4!A1)+Q1!A1:B2", "SUM(Q1:Q4!B3)+Q1!B3:C4" },
        { "Q1!A1:Q1!B2", "Q1!B3:Q1!C4" },
        { "Sales[Q1]+Sales[[#This Row],[A1 '] B1]]", "Sales[Q1]+Sales[[#This Row],[A1 '] B1]]" },
        { "SUM(A:C)+SUM($A:C)+SUM(2:$3)", "SUM(B:D)+SUM($A:D)+SUM(4:$3)" },
        { "IF(TRUE,AB,A1_x)+ZZZ9+A01048576", "IF(TRUE,AB,A1_x)+ZZZ9+A01048576" },
        { "XFD1+A1048575+XFC1048574", "#REF!+#REF!+XFD1048576" },
        { "A1:INDEX(B:B,3)", "B3:INDEX(C:C,3)" },
        { "\"open", "\"open" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf b CLEANUP(buf_done) = BUF(ROW_TEXT);
        formula_move(&b, cases[i].from, strlen(cases[i].from), 2, 1);
        assert_string_equal(b.n ? b.p : "", cases[i].to);
    }
    struct buf b CLEANUP(buf_done) = BUF(ROW_TEXT);
    formula_move(&b, "B3+A3+B1", 8, -2, -1);
    assert_string_equal(b.p, "A1+#REF!+#REF!");
}

static int put_formula(void *arg, const struct sheet_cell *c, struct err *err)
{
    (void)err;
    cell_ref_add(arg, c->row, c->column);
    if (c->formula)
        buf_addf(arg, "=%.*s", (int)c->formula_n, c->formula);
    buf_addc(arg, ' ');
    return 0;
}

static void a_shared_formula_is_given_to_each_cell_as_its_own(void **state)
{
    struct buf out CLEANUP(buf_done) = BUF(ROW_TEXT);
    struct made m;
    struct err err;

    (void)state;
    xlsx_init(&m.x);
    xlsx_sheet(&m.x, "S", "",
               "<row r='1'><c r='B1'><f t='shared' ref='B1:B3' si='0'>A1*$C$1</f><v>1</v></c>"
               "<c r='C1'><f t='shared' si='7'/><v>1</v></c></row>"
               "<row r='2'><c r='B2'><f t='shared' si='0'/><v>1</v></c></row>"
               "<row r='3'><c r='A3'><f>NOW()</f></c><c r='B3'><f t='shared' si='0'></f><v>1</v></c></row>",
               "");
    xlsx_end(&m.x, NULL, 0);
    open_made(&m);
    assert_int_equal(workbook_cells(workbook_of(m.source), 0, CELLS_FORMULAS, NULL, put_formula, &out, &err), 0);
    assert_string_equal(out.p, "B1=A1*$C$1 C1= B2=A2*$C$1 A3=NOW() B3=A3*$C$1 ");
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_are_called_totals_are_loaded_and_can_be_left_out),
        cmocka_unit_test(merged_words_are_filled_down_and_merged_amounts_count_once),
        cmocka_unit_test(a_merged_cell_neither_hides_a_value_nor_makes_a_row),
        cmocka_unit_test(a_merge_over_a_subtotal_reaches_past_it),
        cmocka_unit_test(each_table_has_its_own_assumptions),
        cmocka_unit_test(a_table_by_its_name_is_shown_as_a_table),
        cmocka_unit_test(a_sheet_wins_over_a_table_of_its_name),
        cmocka_unit_test(a_found_table_is_shown_without_what_is_no_data),
        cmocka_unit_test(an_xls_is_loaded_and_shown_by_the_same_rules),
        cmocka_unit_test(comments_and_links_of_a_sheet_are_counted),
        cmocka_unit_test(references_move_and_nothing_else_does),
        cmocka_unit_test(a_shared_formula_is_given_to_each_cell_as_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
