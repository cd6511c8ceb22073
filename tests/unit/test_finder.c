/* test_finder.c - one table on a sheet, with all that people put above and below it. */
#include "finder_testing.h"

/* ---- plain tables ---- */

static void a_plain_table_is_found_without_fuss(void **state)
{
    (void)state;
    check("Name|Age|Since\nAnn|31|2020-01-01\nBob|42|2021-05-01\n",
          "[] columns 1,2,3 rows 2-3 header 1+1: Name, Age, Since\n");
    check("Name|Age\nAnn|31\n", "[] columns 1,2 rows 2-2 header 1+1: Name, Age\n");
    check("", "");
}

static void a_table_may_stand_anywhere(void **state)
{
    (void)state;
    check("\n\n||Name|Age\n||Ann|31\n||Bob|42\n", "[] columns 3,4 rows 4-5 header 3+1: Name, Age\n");
}

static void empty_cells_do_not_break_a_table(void **state)
{
    (void)state;
    check("Id|A|B|C|D\n1||2||\n2|||x|\n|3||y|4\n4|||z|\n5|1|1||1\n",
          "[] columns 1,2,3,4,5 rows 2-6 header 1+1: Id, A, B, C, D\n");
}

static void a_cell_that_touches_a_table_belongs_to_it(void **state)
{
    (void)state;
    check("Name|Age\nAnn|31\n||late\nBob|42\n", "[] columns 1,2,3 rows 2-4 header 1+1: Name, Age, column_3\n"
                                                "- column 3 has no name and is called 'column_3'\n");
    check("Name|Age\nAnn||x\nBob||y\nCarl||z\n", "[] columns 1,2,3 rows 2-4 header 1+1: Name, Age, column_3\n"
                                                 "- row 1 was taken for the names of the columns\n"
                                                 "- column 3 has no name and is called 'column_3'\n");
}

static void an_index_column_needs_no_heading(void **state)
{
    (void)state;
    check("|Name|Age\n1|Ann|31\n2|Bob|42\n", "[] columns 1,2,3 rows 2-3 header 1+1: column_1, Name, Age\n"
                                             "- column 1 has no name and is called 'column_1'\n");
}

static void data_without_a_header_has_none(void **state)
{
    (void)state;
    check("1|2.5|2024-01-01\n2|3.5|2024-01-02\n3|4.5|2024-01-03\n",
          "[] columns 1,2,3 rows 1-3: column_1, column_2, column_3\n"
          "- no row names the columns\n"
          "- column 1 has no name and is called 'column_1'\n"
          "- column 2 has no name and is called 'column_2'\n"
          "- column 3 has no name and is called 'column_3'\n");
    check("Ann|31\nBob|42\nCarl|53\n", "[] columns 1,2 rows 1-3: column_1, column_2\n"
                                       "- no row names the columns\n"
                                       "- column 1 has no name and is called 'column_1'\n"
                                       "- column 2 has no name and is called 'column_2'\n");
}

static void where_all_is_text_the_first_row_is_taken_for_the_header(void **state)
{
    (void)state;
    check("Name|City\nAnn|Rome\nBob|Oslo\nCarl|Rome\n", "[] columns 1,2 rows 2-4 header 1+1: Name, City\n"
                                                        "- row 1 was taken for the names of the columns\n");
    check("*Name|*City\nAnn|Rome\nBob|Oslo\n", "[] columns 1,2 rows 2-3 header 1+1: Name, City\n");
    check("yes|no\nno|yes\nyes|no\nno|no\n", "[] columns 1,2 rows 1-4: column_1, column_2\n"
                                             "- no row names the columns\n"
                                             "- column 1 has no name and is called 'column_1'\n"
                                             "- column 2 has no name and is called 'column_2'\n");
}

static void a_single_column_is_a_table(void **state)
{
    (void)state;
    check("Amount\n1\n2\n3\n", "[] columns 1 rows 2-4 header 1+1: Amount\n");
    check("5\n1\n2\n3\n", "[] columns 1 rows 1-4: column_1\n"
                          "- no row names the columns\n"
                          "- column 1 has no name and is called 'column_1'\n");
}

static void numbers_kept_as_text_count_as_numbers(void **state)
{
    (void)state;
    check("Item|Price\nPen|'1.50\nInk|'12.00\nPad|'3.20\n", "[] columns 1,2 rows 2-4 header 1+1: Item, Price\n");
}

static void a_cell_with_no_company_is_still_given_out(void **state)
{
    (void)state;
    check("\n|Hello\n", "[] columns 2 rows 2-2: column_1\n"
                        "- no row names the columns\n"
                        "- column 1 has no name and is called 'column_1'\n");
    check("Name|Age|City\n", "[] columns 1,2,3 rows 2-1 header 1+1: Name, Age, City\n");
}

/* ---- above the table ---- */

static void a_title_is_left_out_and_names_the_table(void **state)
{
    (void)state;
    check("Sales 2024\nRegion|Units|Price\nNorth|1|2\nSouth|3|4\n",
          "[Sales 2024] columns 1,2,3 rows 3-4 header 2+1: Region, Units, Price\n"
          "- the title in row 1 was left out\n");
    check("Sales 2024\nall regions, in EUR\n\nRegion|Units|Price\nNorth|1|2\nSouth|3|4\n",
          "[Sales 2024] columns 1,2,3 rows 5-6 header 4+1: Region, Units, Price\n"
          "- the title in rows 1-2 was left out\n");
    check("Date:|2024-05-01\nRegion|Units|Price|Sum\nNorth|1|2|3\nSouth|3|4|3\n",
          "[] columns 1,2,3,4 rows 3-4 header 2+1: Region, Units, Price, Sum\n"
          "- the title in row 1 was left out\n");
}

static void a_title_is_cut_to_the_length_of_a_name(void **state)
{
    char sheet[2 * DATA_NAME_BYTES], expected[2 * DATA_NAME_BYTES], title[DATA_NAME_BYTES + 3];

    (void)state;
    for (size_t i = 0; i <= DATA_NAME_BYTES; i += 2)
        memcpy(title + i, "\xc3\xa9", 3);
    snprintf(sheet, sizeof sheet, "%s\nName|Age|Pay\nAnn|31|5\nBob|42|6\n", title);
    title[DATA_NAME_BYTES] = '\0';
    snprintf(expected, sizeof expected,
             "[%s] columns 1,2,3 rows 3-4 header 2+1: Name, Age, Pay\n- the title in row 1 was left out\n", title);
    check(sheet, expected);
}

static void particulars_above_the_header_are_left_out(void **state)
{
    (void)state;
    check("Company|ACME\nPeriod|2023\nRegion|Units|Price|Sum|Tax\nNorth|1|2|2|1\nSouth|3|4|12|2\nEast|1|2|2|3\nWest|1|"
          "2|2|3\n",
          "[] columns 1,2,3,4,5 rows 4-7 header 3+1: Region, Units, Price, Sum, Tax\n"
          "- the title in rows 1-2 was left out\n");
}

static void a_merged_title_is_a_title(void **state)
{
    static const struct span merges[] = { { 1, 1, 1, 3 } };

    (void)state;
    check_merged("Sales 2024\nRegion|Units|Price\nNorth|1|2\nSouth|3|4\n", merges, 1,
                 "[Sales 2024] columns 1,2,3 rows 3-4 header 2+1: Region, Units, Price\n"
                 "- the title in row 1 was left out\n");
}

static void headings_of_groups_are_put_before_the_names(void **state)
{
    static const struct span merges[] = { { 1, 1, 2, 1 }, { 1, 2, 1, 3 }, { 1, 4, 1, 5 } };

    (void)state;
    check_merged("Region|2023||2024|\n|Q1|Q2|Q1|Q2\nNorth|1|2|3|4\nSouth|5|6|7|8\n", merges, COUNT_OF(merges),
                 "[] columns 1,2,3,4,5 rows 3-4 header 1+2: Region, 2023 Q1, 2023 Q2, 2024 Q1, 2024 Q2\n"
                 "- the names of the columns are made of rows 1-2\n");
    check("|Plan||Actual|\nRegion|Q1|Q2|Q1|Q2\nNorth|1|2|3|4\nSouth|5|6|7|8\n",
          "[] columns 1,2,3,4,5 rows 3-4 header 1+2: Region, Plan Q1, Plan Q2, Actual Q1, Actual Q2\n"
          "- the names of the columns are made of rows 1-2\n");
}

static void units_below_the_header_belong_to_it(void **state)
{
    (void)state;
    check("Item|Weight|Price\n|kg|(EUR)\nPen|0.1|1.5\nInk|0.2|2.5\n",
          "[] columns 1,2,3 rows 3-4 header 1+2: Item, Weight kg, Price (EUR)\n"
          "- the names of the columns are made of rows 1-2\n");
    check("Item|Weight|Price\nPen|n/a|-\nInk|0.2|2.5\n", "[] columns 1,2,3 rows 2-3 header 1+1: Item, Weight, Price\n");
    check("Item|Weight|Price\nPen|light|cheap\nInk|0.2|2.5\nPad|0.2|2.5\n",
          "[] columns 1,2,3 rows 2-4 header 1+1: Item, Weight, Price\n");
}

static void years_may_head_columns_of_numbers(void **state)
{
    (void)state;
    check("Country|2021|2022|2023\nFrance|1.5|2.5|3.5\nSpain|4.5|5.5|6.5\n",
          "[] columns 1,2,3,4 rows 2-3 header 1+1: Country, 2021, 2022, 2023\n");
    check("|2024-01-01|2024-02-01\nSales|5|6\nCosts|7|8\n",
          "[] columns 1,2,3 rows 2-3 header 1+1: column_1, 2024-01-01, 2024-02-01\n"
          "- column 1 has no name and is called 'column_1'\n");
    check("Ann|2021|2022\nBob|2022|2023\nCarl|2020|2021\n", "[] columns 1,2,3 rows 1-3: column_1, column_2, column_3\n"
                                                            "- no row names the columns\n"
                                                            "- column 1 has no name and is called 'column_1'\n"
                                                            "- column 2 has no name and is called 'column_2'\n"
                                                            "- column 3 has no name and is called 'column_3'\n");
}

static void a_blank_row_may_part_header_and_data(void **state)
{
    (void)state;
    check("Region|Units|Price\n\nNorth|1|2\nSouth|3|4\n", "[] columns 1,2,3 rows 3-4 header 1+1: Region, Units, Price\n"
                                                          "- 1 blank row was passed over\n");
}

static void names_that_were_cut_in_two_are_put_together(void **state)
{
    (void)state;
    check("Region|Percent|Median\n|of Hires|Monthly\n||Salary\nNorth|0.5|10\nSouth|0.5|20\n",
          "[] columns 1,2,3 rows 4-5 header 1+3: Region, Percent of Hires, Median Monthly Salary\n"
          "- the names of the columns are made of rows 1-3\n");
}

static void a_heading_reaches_as_far_as_its_merged_cell(void **state)
{
    static const struct span merges[] = { { 1, 2, 1, 3 } };

    (void)state;
    check_merged("|2023|||\nName|Q1|Q2|Total\nAnn|1|2|3\nBob|4|5|9\n", merges, 1,
                 "[] columns 1,2,3,4 rows 3-4 header 1+2: Name, 2023 Q1, 2023 Q2, Total\n"
                 "- the names of the columns are made of rows 1-2\n");
}

/* ---- below the table ---- */

static void a_total_that_stands_apart_is_left_out(void **state)
{
    (void)state;
    check("Region|Units\nNorth|1\nSouth|3\n\nSumme:|4\n",
          "[] columns 1,2 rows 2-3 header 1+1 totals to 5: Region, Units\n"
          "- row 5 is a total and was left out of the data\n"
          "- 1 blank row was passed over\n");
    check("Region|City|Units\nNorth|A|1\nSouth|B|3\n\n||4\n",
          "[] columns 1,2,3 rows 2-3 header 1+1 totals to 5: Region, City, Units\n"
          "- row 5 is a total and was left out of the data\n"
          "- 1 blank row was passed over\n");
    check("Region|Units\nNorth|1\nSouth|3\n\nTotal sales|4\nGrand total|4\n",
          "[] columns 1,2 rows 2-3 header 1+1 totals to 6: Region, Units\n"
          "- rows 5-6 are totals and were left out of the data\n"
          "- 1 blank row was passed over\n");
}

static void a_company_behind_a_blank_row_is_no_total(void **state)
{
    (void)state;
    check("Firm|Units\nShell|10\nBP|20\n\nTotal Energies|70\n", "[] columns 1,2 rows 2-5 header 1+1: Firm, Units\n"
                                                                "- 1 blank row was passed over\n");
    check("Firm|Units\nShell|10\nBP|20\n\nTotal units|30\n",
          "[] columns 1,2 rows 2-3 header 1+1 totals to 5: Firm, Units\n"
          "- row 5 is a total and was left out of the data\n"
          "- 1 blank row was passed over\n");
}

/* Whether its figures add up is not for the finder to say: the rows stay. */
static void a_total_that_touches_the_data_is_among_its_rows(void **state)
{
    (void)state;
    check("Region|Units\nNorth|1\nSouth|3\nTotal|4\n", "[] columns 1,2 rows 2-4 header 1+1: Region, Units\n");
    check("Region|Units\nNorth|1\nSouth|3\n*Total|*4\n", "[] columns 1,2 rows 2-4 header 1+1: Region, Units\n");
    check("Region|City|Units\nNorth|A|1\nSouth|B|3\n||*4\n",
          "[] columns 1,2,3 rows 2-4 header 1+1: Region, City, Units\n");
    check("Day|Units\n2024-01-01|1\n2024-01-02|3\nTotal|4\n", "[] columns 1,2 rows 2-4 header 1+1: Day, Units\n");
    check("Region|Units\nTotal|4\nNorth|1\nSouth|3\n", "[] columns 1,2 rows 2-4 header 1+1: Region, Units\n");
    check("Region|Units\nNorth|1\nTotal|4\n\nGrand total|4\n",
          "[] columns 1,2 rows 2-3 header 1+1 totals to 5: Region, Units\n"
          "- row 5 is a total and was left out of the data\n"
          "- 1 blank row was passed over\n");
    check("Region|City|N\nNorth|A|1\nNorth|B|2\nNorth Total||3\nSouth|C|3\nSouth|D|4\nSouth Total||7\nSouth|E|1\n",
          "[] columns 1,2,3 rows 2-8 header 1+1: Region, City, N\n");
}

static void a_row_that_only_looks_like_a_total_is_data(void **state)
{
    (void)state;
    check("Shop|City|Units\nTotal Wine|Rome|1\nGamma|Oslo|3\nTotal|Bonn|4\n",
          "[] columns 1,2,3 rows 2-4 header 1+1: Shop, City, Units\n");
    check("Shop|Units\nTotal Wine|1\nGamma|3\nDelta|4\n", "[] columns 1,2 rows 2-4 header 1+1: Shop, Units\n");
    check("Item|N\na|1\nTotal Wine|2\nc|3\nd|4\ne|5\n", "[] columns 1,2 rows 2-6 header 1+1: Item, N\n");
    check("Item|N\na|1\nTotal\nc|3\nd|4\ne|5\n", "[] columns 1,2 rows 2-6 header 1+1: Item, N\n");
    check("Sex|N\nTotal|1\nMale|3\nTotal|4\nMale|4\nTotal|3\nMale|1\n", "[] columns 1,2 rows 2-7 header 1+1: Sex, N\n");
}

static void notes_below_are_left_out(void **state)
{
    (void)state;
    check("Region|Units|Price\nNorth|1|2\nSouth|3|4\n* without taxes\nSource: the books\n",
          "[] columns 1,2,3 rows 2-3 header 1+1: Region, Units, Price\n"
          "- the notes in rows 4-5 were left out\n");
    check("Region|Units|Price\nNorth|1|2\nSouth|3|4\nTotal|4|6\n\nSource: the books\n",
          "[] columns 1,2,3 rows 2-4 header 1+1: Region, Units, Price\n"
          "= the text in A6 was taken for a note and left out\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_table_is_found_without_fuss),
        cmocka_unit_test(a_table_may_stand_anywhere),
        cmocka_unit_test(empty_cells_do_not_break_a_table),
        cmocka_unit_test(a_cell_that_touches_a_table_belongs_to_it),
        cmocka_unit_test(an_index_column_needs_no_heading),
        cmocka_unit_test(data_without_a_header_has_none),
        cmocka_unit_test(where_all_is_text_the_first_row_is_taken_for_the_header),
        cmocka_unit_test(a_single_column_is_a_table),
        cmocka_unit_test(numbers_kept_as_text_count_as_numbers),
        cmocka_unit_test(a_cell_with_no_company_is_still_given_out),
        cmocka_unit_test(a_title_is_left_out_and_names_the_table),
        cmocka_unit_test(a_title_is_cut_to_the_length_of_a_name),
        cmocka_unit_test(particulars_above_the_header_are_left_out),
        cmocka_unit_test(a_merged_title_is_a_title),
        cmocka_unit_test(headings_of_groups_are_put_before_the_names),
        cmocka_unit_test(units_below_the_header_belong_to_it),
        cmocka_unit_test(years_may_head_columns_of_numbers),
        cmocka_unit_test(a_blank_row_may_part_header_and_data),
        cmocka_unit_test(names_that_were_cut_in_two_are_put_together),
        cmocka_unit_test(a_heading_reaches_as_far_as_its_merged_cell),
        cmocka_unit_test(a_total_that_stands_apart_is_left_out),
        cmocka_unit_test(a_company_behind_a_blank_row_is_no_total),
        cmocka_unit_test(a_total_that_touches_the_data_is_among_its_rows),
        cmocka_unit_test(a_row_that_only_looks_like_a_total_is_data),
        cmocka_unit_test(notes_below_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
