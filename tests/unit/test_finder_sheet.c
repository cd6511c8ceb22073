/* test_finder_sheet.c - sheets with several tables, forms, gaps and merged cells; and large ones. */
#include "finder_testing.h"

static void tables_side_by_side_are_two(void **state)
{
    (void)state;
    check("Name|Age||Name|City\nAnn|31||Ann|Rome\nBob|42||Bob|Oslo\nCarl|53||Carl|Bonn\n",
          "[] columns 1,2 rows 2-4 header 1+1: Name, Age\n"
          "[] columns 4,5 rows 2-4 header 1+1: Name, City\n"
          "- row 1 was taken for the names of the columns\n");
    check("Name|Age||Item|Price\nAnn|31||Pen|1.5\nBob|42||Ink|2.5\nCarl|53\nDora|64\n",
          "[] columns 1,2 rows 2-5 header 1+1: Name, Age\n"
          "[] columns 4,5 rows 2-3 header 1+1: Item, Price\n");
    check("Staff|||Stock\nName|Age||Item|Price\nAnn|31||Pen|1.5\nBob|42||Ink|2.5\n",
          "[Staff] columns 1,2 rows 3-4 header 2+1: Name, Age\n"
          "- the title in row 1 was left out\n"
          "[Stock] columns 4,5 rows 3-4 header 2+1: Item, Price\n"
          "- the title in row 1 was left out\n");
    check("Region|Sales||Dept|Cost\nN|1||HR|10\nS|2||IT|20\nTotal|3||Total|30\n",
          "[] columns 1,2 rows 2-4 header 1+1: Region, Sales\n"
          "[] columns 4,5 rows 2-4 header 1+1: Dept, Cost\n");
    check("Region|Sales||Dept|Cost\nN|1||HR|10\nN|2||IT|20\nS|3||IT|30\n",
          "[] columns 1,2 rows 2-4 header 1+1: Region, Sales\n"
          "[] columns 4,5 rows 2-4 header 1+1: Dept, Cost\n");
    check("Region|Sales||Day|Cost\nN|1||2024-01-01|10\nS|2||2024-01-02|20\n",
          "[] columns 1,2 rows 2-3 header 1+1: Region, Sales\n"
          "[] columns 4,5 rows 2-3 header 1+1: Day, Cost\n");
}

static void a_list_beside_a_table_is_a_table_and_a_text_below_is_none(void **state)
{
    (void)state;
    check("Name|Age||Colours\nAnn|31||red\nBob|42||green\nCarl|53||blue\nDora|64\n\nThis list\nis kept\nby Eve\n",
          "[] columns 1,2 rows 2-5 header 1+1: Name, Age\n"
          "[] columns 4 rows 2-4 header 1+1: Colours\n"
          "- row 1 was taken for the names of the columns\n"
          "= the text in A7:A9 was taken for a note and left out\n");
}

static void tables_below_each_other_are_two(void **state)
{
    (void)state;
    check("Name|Age\nAnn|31\nBob|42\n\nItem|Price\nPen|1.5\nInk|2.5\n",
          "[] columns 1,2 rows 2-3 header 1+1: Name, Age\n"
          "[] columns 1,2 rows 6-7 header 5+1: Item, Price\n");
    check("First\n\nName|Age\nAnn|31\n\n\nSecond\nName|Age\nBob|42\n",
          "[First] columns 1,2 rows 4-4 header 3+1: Name, Age\n"
          "- the title in row 1 was left out\n"
          "[Second] columns 1,2 rows 9-9 header 8+1: Name, Age\n"
          "- the title in row 7 was left out\n");
}

static void blank_columns_and_rows_do_not_cut_a_table(void **state)
{
    (void)state;
    check("Name|Age||City|Since\nAnn|31||Rome|2020\nBob|42||Rome|2021\n",
          "[] columns 1,2,4,5 rows 2-3 header 1+1: Name, Age, City, Since\n"
          "- 1 blank column was left out\n");
    check("Name|Age||Height|Weight\nAnn|31||165|60\nBob|42||180|75\nTotal|73||345|135\n",
          "[] columns 1,2,4,5 rows 2-4 header 1+1: Name, Age, Height, Weight\n"
          "- 1 blank column was left out\n");
    check("Name||City|Since\nAnn||Rome|2020\nBob||Oslo|2021\n",
          "[] columns 1,3,4 rows 2-3 header 1+1: Name, City, Since\n"
          "- 1 blank column was left out\n");
    check("Name|Age\nAnn|31\nBob|42\n\nCarl|53\nDora|64\n\n\nEmil|75\n",
          "[] columns 1,2 rows 2-9 header 1+1: Name, Age\n"
          "- 3 blank rows were passed over\n");
}

static void a_table_ends_where_something_else_begins(void **state)
{
    (void)state;
    check("Name|Age\nAnn|31\n\nnew members\n\nBob|42\nCarl|53\n",
          "[] columns 1,2 rows 2-2 header 1+1: Name, Age\n"
          "[new members] columns 1,2 rows 6-7: column_1, column_2\n"
          "- the title in row 4 was left out\n"
          "- no row names the columns\n"
          "- column 1 has no name and is called 'column_1'\n"
          "- column 2 has no name and is called 'column_2'\n");
}

static void columns_without_names_may_have_blank_ones_between(void **state)
{
    (void)state;
    check("1||2\n3||4\n5||6\n", "[] columns 1,3 rows 1-3: column_1, column_2\n"
                                "- no row names the columns\n"
                                "- 1 blank column was left out\n"
                                "- column 1 has no name and is called 'column_1'\n"
                                "- column 2 has no name and is called 'column_2'\n");
}

static void a_form_is_a_list_of_pairs(void **state)
{
    (void)state;
    check("Name:|Ann\nBorn:|1990-01-01\nChildren:|2\n",
          "[] columns 1,2 rows 1-3: key, value\n"
          "- two columns without names were taken for keys and their values\n");
    check("Name|Ann\nBorn on|1990-01-01\nChildren|2\nCity|Rome\n",
          "[] columns 1,2 rows 1-4: key, value\n"
          "- two columns without names were taken for keys and their values\n");
    check("Name:|Ann\nCity:|Rome\nJob:|cook\n", "[] columns 1,2 rows 1-3: key, value\n"
                                                "- two columns without names were taken for keys and their values\n");
    check("Parameter|Value\nspeed|5\nmode|fast\nstart|2024-01-01\n",
          "[] columns 1,2 rows 2-4 header 1+1: Parameter, Value\n");
}

static void numbers_stored_as_text_are_no_values_of_another_kind(void **state)
{
    (void)state;
    check("Item|Amt\na|1\nb|'2\nc|3\nd|'4\n", "[] columns 1,2 rows 2-5 header 1+1: Item, Amt\n");
    check("Item|Amt\na|1\nb|'2\nc|'3\nd|4\ne|5\nf|'6\n", "[] columns 1,2 rows 2-7 header 1+1: Item, Amt\n");
}

static void merged_cells_among_the_data_are_told_to_be_filled_down(void **state)
{
    static const struct span merges[] = { { 4, 1, 5, 1 }, { 2, 1, 3, 1 }, { 2, 2, 2, 3 } };

    (void)state;
    check_merged("Region|City|N\nNorth|A|1\n|B|2\nSouth|C|3\n|D|4\n", merges, COUNT_OF(merges),
                 "[] columns 1,2,3 rows 2-5 header 1+1 down 1:2-3 down 1:4-5: Region, City, N\n");
}

static void merged_cells_bridge_the_columns_they_cover(void **state)
{
    static const struct span merges[] = {
        { 1, 1, 1, 2 }, { 2, 1, 2, 2 }, { 3, 1, 3, 2 }, { 1, 3, 1, 5 }, { 2, 3, 2, 5 }
    };

    (void)state;
    check_merged("Name||Age|||Since\nAnn||31|||2020-01-01\nBob||42|||2021-05-01\n", merges, COUNT_OF(merges),
                 "[] columns 1,3,6 rows 2-3 header 1+1: Name, Age, Since\n"
                 "- 3 blank columns were left out\n");
}

static void groups_that_blank_rows_part_are_one_table(void **state)
{
    (void)state;
    check("Place|Share|Pay\n*America|*0.7|*75\n\nBoston|0.3|60\nNew York|0.4|80\n\n*Africa|*0.1|*too few\n\n"
          "*TOTAL|*1|*71\n(1) estimated\n(2) without bonus\n",
          "[] columns 1,2,3 rows 2-7 header 1+1 totals to 9: Place, Share, Pay\n"
          "- row 9 is a total and was left out of the data\n"
          "- the notes in rows 10-11 were left out\n"
          "- 3 blank rows were passed over\n");
}

static void what_belongs_to_no_table_is_told(void **state)
{
    (void)state;
    check("Name|Age|||checked by Eve\nAnn|31\nBob|42||\n|||7\n",
          "[] columns 1,2 rows 2-3 header 1+1: Name, Age\n"
          "= the text in E1 was taken for a note and left out\n"
          "= the cells in D4 belong to no table and were left out\n");
}

/* ---- size ---- */

static void a_long_table_costs_little(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct finder *f = finder_new();
    const struct found_table *tables;
    struct notes notes;
    char text[16];

    (void)state;
    notes_init(&notes, a);
    for (uint32_t row = 1; row <= 200000; row++) {
        for (uint32_t column = 1; column <= 5; column++) {
            struct datum d = { .kind = DATUM_NUMBER, .real = row };
            if (row % (7 + column) == 0) /* each 3960th row is blank */
                continue;
            if (row == 1 || column == 1) {
                d = (struct datum){ .kind = DATUM_TEXT, .p = text };
                d.n = (uint32_t)snprintf(text, sizeof text, "%c%u", 'a' + (int)column, row);
            }
            finder_add(f, row, column, &d, false);
        }
    }
    assert_int_equal(finder_end(f, a, &notes, &tables), 1);
    finder_free(f);
    assert_int_equal(tables[0].first_row, 2);
    assert_int_equal(tables[0].last_row, 200000);
    assert_int_equal(tables[0].n_columns, 5);
    assert_int_equal(tables[0].n_assumptions, 1);
    assert_string_equal(tables[0].assumptions[0], "50 blank rows were passed over");
}

static void shared_texts_are_looked_up(void **state)
{
    static const char bytes[] = "NameAgeAnnTotal";
    static const uint64_t at[] = { 0, 4, 7, 10, 15 };
    static const int64_t cells[][2] = { { 0, 1 }, { 2, -1 }, { 2, -1 }, { 3, -1 } };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct finder *f = finder_new();
    const struct found_table *tables;
    struct notes notes;

    (void)state;
    notes_init(&notes, a);
    finder_share(f, bytes, at, 4);
    for (uint32_t i = 0; i < COUNT_OF(cells); i++) {
        struct datum key = { .kind = DATUM_SHARED, .integer = cells[i][0] };
        struct datum value = { .kind = cells[i][1] < 0 ? DATUM_NUMBER : DATUM_SHARED, .integer = cells[i][1] };
        if (cells[i][1] < 0)
            value.real = 5;
        finder_add(f, i + 1, 1, &key, false);
        finder_add(f, i + 1, 2, &value, false);
    }
    assert_int_equal(finder_end(f, a, &notes, &tables), 1);
    finder_free(f);
    assert_string_equal(tables[0].names[0], "Name");
    assert_string_equal(tables[0].names[1], "Age");
    assert_int_equal(tables[0].last_row, 4);
    assert_int_equal(tables[0].bottom, 4);
}

static void scattered_cells_are_one_table(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct finder *f = finder_new();
    const struct found_table *tables;
    struct notes notes;

    (void)state;
    notes_init(&notes, a);
    for (uint32_t i = 0; i < FINDER_BLOCKS + 1; i++)
        add_cell(f, 2 * i + 1, 1 + i % 3, "7", 1);
    assert_int_equal(finder_end(f, a, &notes, &tables), 1);
    finder_free(f);
    assert_int_equal(tables[0].first_row, 1);
    assert_int_equal(tables[0].last_row, 2 * FINDER_BLOCKS + 1);
    assert_int_equal(tables[0].n_columns, 3);
    assert_string_equal(notes.text[0], "the cells are too scattered to tell tables apart and were taken for one");
}

static void a_sheet_with_more_cells_than_are_kept_loses_none(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct finder *f = finder_new();
    const struct found_table *tables;
    const uint32_t rows = 100, columns = FINDER_CELLS / rows + rows;
    struct datum d = { .kind = DATUM_NUMBER, .real = 5 };
    struct notes notes;

    (void)state;
    notes_init(&notes, a);
    for (uint32_t row = 1; row <= rows; row++)
        for (uint32_t column = 1; column <= columns; column++)
            finder_add(f, 2 * row, column, &d, false);
    assert_int_equal(finder_end(f, a, &notes, &tables), 1);
    finder_free(f);
    assert_int_equal(tables[0].first_row, 2);
    assert_int_equal(tables[0].last_row, 2 * rows);
    assert_int_equal(tables[0].n_columns, DATA_COLUMNS);
    assert_string_equal(tables[0].assumptions[2], "only the first 4096 columns were read; there are 20100");
}

static void more_tables_than_the_limit_are_told(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct finder *f = finder_new();
    const struct found_table *tables;
    struct notes notes;

    (void)state;
    notes_init(&notes, a);
    for (uint32_t i = 0; i < FINDER_TABLES + 1; i++) {
        add_cell(f, 10 * i + 1, 1, "Name", 4);
        add_cell(f, 10 * i + 1, 2, "Age", 3);
        add_cell(f, 10 * i + 2, 1, "Ann", 3);
        add_cell(f, 10 * i + 2, 2, "31", 2);
    }
    assert_int_equal(finder_end(f, a, &notes, &tables), FINDER_TABLES);
    finder_free(f);
    assert_int_equal(notes.n, 1);
    assert_string_equal(notes.text[0], "the cells in A2561:B2562 belong to no table and were left out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_side_by_side_are_two),
        cmocka_unit_test(a_list_beside_a_table_is_a_table_and_a_text_below_is_none),
        cmocka_unit_test(tables_below_each_other_are_two),
        cmocka_unit_test(blank_columns_and_rows_do_not_cut_a_table),
        cmocka_unit_test(a_table_ends_where_something_else_begins),
        cmocka_unit_test(columns_without_names_may_have_blank_ones_between),
        cmocka_unit_test(a_form_is_a_list_of_pairs),
        cmocka_unit_test(numbers_stored_as_text_are_no_values_of_another_kind),
        cmocka_unit_test(merged_cells_among_the_data_are_told_to_be_filled_down),
        cmocka_unit_test(merged_cells_bridge_the_columns_they_cover),
        cmocka_unit_test(groups_that_blank_rows_part_are_one_table),
        cmocka_unit_test(what_belongs_to_no_table_is_told),
        cmocka_unit_test(a_long_table_costs_little),
        cmocka_unit_test(shared_texts_are_looked_up),
        cmocka_unit_test(scattered_cells_are_one_table),
        cmocka_unit_test(a_sheet_with_more_cells_than_are_kept_loses_none),
        cmocka_unit_test(more_tables_than_the_limit_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
