/* test_totals.c - rows that sum up others are found, and only those. */
#include "base/cancel.h"
#include "columns_testing.h"
#include "csv/csv_source.h"
#include "grid/source.h"
#include "grid/totals/totals.h"
#include "source_testing.h"
#include <inttypes.h>

#define ROWS 512
#define COLUMNS 8

/* Rows are separated by '/', cells by '|'; the first row has the names. */
static struct made make_table(const char *text)
{
    static struct datum values[ROWS * COLUMNS];
    static char copy[65536];
    const char *names[COLUMNS];
    size_t n_columns = 0, n = 0;
    char *row = copy, *end;

    snprintf(copy, sizeof copy, "%s/", text);
    for (size_t r = 0; *row; r++, row = end + 1) {
        char *cell = row;
        end = strchr(row, '/');
        *end = '\0';
        for (size_t i = 0; cell; i++) {
            char *bar = strchr(cell, '|');
            if (bar)
                *bar = '\0';
            assert_true(i < COLUMNS && r < ROWS);
            if (r == 0)
                names[n_columns++] = cell;
            else
                values[n++] = text_datum(cell);
            cell = bar ? bar + 1 : NULL;
        }
        assert_int_equal(n, r * n_columns);
    }
    return make_columns(names, n_columns, values, n / n_columns);
}

/* The rows that are found, from 1, and the notes. */
static void expect(const char *table, const char *rows, const char *said)
{
    struct made m = make_table(table);
    struct row_list found;
    struct notes notes;
    struct err err;
    char text[1024] = "";

    notes_init(&notes, m.arena);
    assert_int_equal(totals_find(m.columns, NULL, m.arena, &notes, &found, &err), 0);
    for (size_t i = 0; i < found.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%" PRIu64, i ? "," : "", found.rows[i] + 1);
    assert_string_equal(text, rows);
    text[0] = '\0';
    for (size_t i = 0; i < notes.n; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "; " : "", notes.text[i]);
    for (size_t i = 0; i < notes.n; i++)
        assert_true(totals_said(notes.text[i]));
    if (said)
        assert_string_equal(text, said);
    made_done(&m);
}

/* ---- what is a total ---- */

static void a_total_below_is_found_in_many_languages(void **state)
{
    static const char *const labels[] = { "Total",      "TOTAL:",        "Grand Total", "Sum",     "Totals",
                                          "Summe",      "Gesamt",        "Somme",       "Suma",    "Totale",
                                          "Totaal",     "Total général", "* Total *",   "Итого",   "合计",
                                          "Sous-total", "Sub Total",     "Gesamtsumme", "Łącznie", "Total (rows)" };
    char table[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(labels); i++) {
        snprintf(table, sizeof table, "region|units/North|10/South|20/East|5/%s|35", labels[i]);
        expect(table, "4", "1 row with a total was left out (row 4: it equals the sum of the rows above)");
    }
}

static void decimals_must_be_equal_to_the_last_place(void **state)
{
    (void)state;
    expect("region|revenue/North|100.50/South|200.00/East|50.25/Total|350.75", "4", NULL);
    expect("region|revenue/North|10/South|20/East|30/All regions|60", "4", NULL);
    expect("product|revenue/Soap|10/Salt|20/Sand|30/All purpose|60", "", NULL);
    expect("region|revenue/North|100.50/South|200.00/East|50.25/Total|350.76", "",
           "row 4, 'Total' in 'region', was kept as it is not the sum of the others");
}

static void a_total_that_shows_fewer_places_may_be_rounded(void **state)
{
    (void)state;
    expect("region|x/North|10.333/South|20.333/Total|30.67", "3",
           "1 row with a total was left out (row 3: it equals the sum of the rows above, but for rounding)");
    expect("region|x/North|10.333/South|20.333/Total|30.68", "", NULL);
    expect("region|x/North|0.4/South|1.7/Total|2", "", NULL); /* one digit is met by chance */
}

static void floats_may_differ_by_what_adding_loses(void **state)
{
    (void)state;
    expect("k|x/a|1e-1/b|2e-1/c|3e-1/Total|6.0000000000000009e-1", "4", NULL);
    expect("k|x/a|1e-1/b|2e-1/c|3e-1/Total|6.00000000000002e-1", "4", NULL);
    expect("k|x/a|1e-1/b|2e-1/c|3e-1/Total|6.001e-1", "", NULL);
}

static void subtotals_and_the_total_of_all_are_found(void **state)
{
    (void)state;
    expect("region|product|units/North|A|10/North|B|20/North Subtotal||30/South|A|5/South|B|7/South Subtotal||12/"
           "Grand Total||42",
           "3,6,7", "3 rows with totals were left out (rows 3, 6, 7: they equal sums of other rows)");
    expect("region|product|units/North|A|10/North|B|20/Total||30/South|A|5/South|B|7/Total||12/Total||42", "3,6,7",
           NULL);
}

static void totals_of_three_levels_are_found(void **state)
{
    (void)state;
    expect("land|town|units/A|x|1/A|x|2/A|x Total|3/A|y|4/A|y|6/A|y Total|10/A Total||13/B|z|5/B|z|9/B|z Total|14/"
           "B Total||14/Grand Total||27",
           "3,6,7,10,11,12", NULL);
}

static void a_total_on_top_is_found(void **state)
{
    (void)state;
    expect("region|units/Total|60/North|10/South|20/East|30", "1",
           "1 row with a total was left out (row 1: it equals the sum of the rows below)");
    expect("sex|n/Total|30/Male|10/Female|20/Total|70/Male|30/Female|40", "1,4", NULL);
    expect("region|n/Grand Total|60/North Total|25/a|10/b|15/South Total|35/c|10/d|25", "1,2,5", NULL);
}

static void a_summary_that_is_not_proved_is_in_no_sum(void **state)
{
    (void)state;
    expect("k|x/a|10/b|20/Average|99/Total|30", "4", NULL);
    expect("k|x/a|1/b|2/Subtotal|3/c|10/d|20/Average|99/Total|30", "3,7", NULL);
}

/* More subtotals than are looked back over one by one. */
static void a_total_spans_any_number_of_subtotals(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(65536);
    struct made m;
    struct row_list found;
    struct notes notes;
    struct err err;
    int sum = 0;

    (void)state;
    buf_adds(&b, "k|x");
    for (int i = 1; i <= TOTALS_DEPTH + 20; i++) {
        buf_addf(&b, "/a|%d/Subtotal|%d", i * 7, i * 7);
        sum += i * 7;
    }
    buf_addf(&b, "/Average|99999/Total|%d", sum);
    m = make_table(b.p);
    notes_init(&notes, m.arena);
    assert_int_equal(totals_find(m.columns, NULL, m.arena, &notes, &found, &err), 0);
    assert_int_equal(found.n, TOTALS_DEPTH + 21);
    assert_int_equal(found.rows[found.n - 1], columns_rows(m.columns) - 1);
    made_done(&m);
}

static void a_total_on_top_and_subtotals_below_their_rows_are_found(void **state)
{
    (void)state;
    expect("region|n/Grand Total|60/a|10/b|15/Subtotal|25/c|10/d|25/Subtotal|35", "1,4,7", NULL);
}

static void totals_of_groups_that_are_named_are_found_at_the_end(void **state)
{
    (void)state;
    expect("region|n/North|10/South|21/North|15/South|36/Total North|25/Total South|57/Total|82", "5,6,7", NULL);
    expect("region|n/North|10/South|21/North|15/South|36/Total North|24/Total South|57", "6", NULL);
}

static void averages_and_the_like_are_found(void **state)
{
    (void)state;
    expect("name|x/a|10/b|20/c|30/Average|20", "4",
           "1 row with an average was left out (row 4: it equals the average of the rows above)");
    expect("name|x/a|10/b|20/c|31/Average|20.33", "4", NULL);
    expect("name|x/a|10/b|20/c|31/Average|20.34", "", NULL);
    expect("name|x/a|10/b|20/c|30/Total|60/Mean|20/Count|3/Minimum|10/Highest|30", "4,5,6,7,8", NULL);
    expect("name|x/a|10/b|20/c|30/Max|30/Count|3", "4,5",
           "1 row with a highest value was left out (row 4: it equals the highest of the rows above); 1 row with a "
           "count was left out (row 5: it equals the count of the rows above)");
    expect("name|x/a|10/b|20/c|30/Min|10/Max|30", "4,5", NULL);
}

static void a_last_row_of_numbers_alone_is_found(void **state)
{
    (void)state;
    expect("name|x/a|10/b|20/c|30/|60", "4", NULL);
    expect("date|x/2024-01-01|10/2024-01-02|20/2024-01-03|30/|60", "4", NULL);
    expect("id|x/1|10/2|20/3|30/|60", "4", NULL);
    expect("name|x/|60/a|10/b|20/c|30", "1", NULL);
    expect("name|x/a|1000/b|234/|1234", "3", NULL);
}

static void prices_beside_a_total_need_not_add_up(void **state)
{
    (void)state;
    expect("item|units|price/a|10|1.50/b|20|2.50/Total|30|2.17", "3", NULL);
}

static void equal_values_and_one_row_need_a_label(void **state)
{
    (void)state;
    expect("name|x/a|5/b|5/c|5/Total|15", "4", NULL);
    expect("name|x/a|25/Total|25", "2", NULL);
    expect("region|who|x/North|a|25/North Total||25/South|b|7/South Total||7", "2,4", NULL);
    expect("name|x/a|5/b|5/c|5/|15", "", "");
    expect("name|x/a|25/|25", "", "");
}

static void a_group_of_zeros_is_believed_beside_others(void **state)
{
    (void)state;
    expect("k|x/a|10/b|20/Subtotal|30/c|0/d|0/Subtotal|0", "3,6", NULL);
}

static void a_label_among_dates_is_found(void **state)
{
    struct buf b CLEANUP(buf_done) = BUF(8192);

    (void)state;
    expect("Datum|Betrag/01.02.2024|10,50/03.02.2024|20,00/Summe|30,50", "3", NULL);
    buf_adds(&b, "id|x");
    for (int i = 0; i < 40; i++)
        buf_addf(&b, "/%d|%d", 100 + i, i + 1);
    buf_adds(&b, "/Total|820");
    expect(b.p, "41", NULL);
    buf_cut(&b, b.n - 3);
    buf_adds(&b, "999");
    expect(b.p, "41", "1 row with a total was left out (row 41: 'Total' in 'id', but not the sum of the rows above)");
}

static void a_balance_is_no_objection_to_a_total_without_a_label(void **state)
{
    (void)state;
    expect("date|in|out|balance/2024-01-01|100|0|100/2024-01-02|50|0|150/2024-01-03|0|30|120/2024-01-04|10|0|130/"
           "|160|30|130",
           "5", "1 row with a total was left out (row 5: it equals the sum of the rows above)");
    expect("name|x|price/a|10|3/b|20|4/c|30|5/|60|9", "4", NULL);
    expect("name|x|y|price/a|10|3|7/b|20|4|8/|30|7|9", "3", NULL);
    expect("name|x|price/a|10|3/b|20|4/|30|9", "", "");
}

static void taxes_below_a_total_are_left_out_with_the_total_they_lead_to(void **state)
{
    (void)state;
    expect(
        "item|qty|amount/A|2|10/B|3|20/C|4|30/Total||60/VAT 20%||12/Total incl. VAT||72", "4,5,6",
        "2 rows with totals were left out (rows 4, 6: they equal sums of other rows); 1 row that is added to a total "
        "was left out (row 5: between a total and the total with it)");
    expect("item|x/A|10/B|20/Gesamt (netto)|30/MwSt|6/Gesamt (brutto)|36", "3,4,5", NULL);
    expect("item|x/A|10/B|20/Subtotal|30/Discount|5/Shipping|4/Total|29", "3,4,5,6", NULL);
    expect("item|x/A|10/B|20/Subtotal|30/Discount|-5/Total|25", "3,4,5", NULL);
    expect("item|x/A|10/B|20/Total|30/VAT|6/Total due 2024|36/Shipping|4/Total|40", "3,4,5,6,7", NULL);
}

static void taxes_that_lead_nowhere_stay_and_are_told(void **state)
{
    (void)state;
    expect(
        "item|x/A|10/B|20/Total|30/VAT|6", "3",
        "1 row with a total was left out (row 3: it equals the sum of the rows above); row 4, 'VAT' in 'item', behind "
        "a total, was kept as too little says that it is no data");
    expect(
        "item|x/A|10/B|20/Total|30/VAT|6/Total|37", "3",
        "1 row with a total was left out (row 3: it equals the sum of the rows above); row 4, 'VAT' in 'item', behind "
        "a total, was kept as too little says that it is no data; row 5, 'Total' in 'item', was kept as it is not the "
        "sum of the others");
    expect("item|x/Rent|10/Tax|20/Food|7", "", "");
    expect("item|x/Rent|10/Tax|20/Total|30", "3", NULL);
}

static void medians_deviations_and_counts_are_found(void **state)
{
    (void)state;
    expect(
        "name|x/Anna|10/Ben|20/Cid|30/Mean|20/Median|20/Std Dev|10/Max|30/Min|10/N|3", "4,5,6,7,8,9",
        "6 rows with totals, averages and the like were left out (rows 4, 5, 6, 7, 8 and others: they equal those of "
        "other rows)");
    expect("name|x/a|10/b|20/c|33/Median|20", "4",
           "1 row with a median was left out (row 4: it equals the median of the rows above)");
    expect("name|x/a|10/b|20/Median|15/c|1/d|2/e|3/Median|2", "3,7", NULL);
    expect("name|x/a|10/b|20/c|30/SD|8.16/Median|20", "4,5", NULL);
    expect("name|x/a|10/b|20/c|30/Standard deviation|8.16", "4", NULL);
    expect("name|x/a|10/b|20/c|30/Standard deviation|8.15", "",
           "row 4, 'Standard deviation' in 'name', was kept as it is not the deviation of the others");
    expect("name|x/Median|20/a|10/b|20/c|31", "1", NULL);
    expect("name|x/a|10/b|20/c|30/N|3", "", ""); /* alone, it is a letter */
}

static void quarters_among_their_months_are_found(void **state)
{
    (void)state;
    expect("month|sales/Jan|10/Feb|20/Mar|30/Q1|60/Apr|10/May|10/Jun|10/Q2|30", "4,8",
           "2 rows with totals were left out (rows 4, 8: they equal sums of other rows)");
    expect("month|sales/Q1 2024|60/2024-01|10/2024-02|20/2024-03|30", "1",
           "1 row with a total was left out (row 1: it equals the sum of the rows of its months)");
    expect("month|x/Jan|1/Feb|2/Mar|3/Q1|6/Apr|4/May|5/Jun|6/Q2|15/H1|21/YTD|21/Total|21", "4,8,9,10,11", NULL);
    expect("when|x/Q1|1/Q2|2/Q3|3/Q4|5/2024|11", "5", NULL);
    expect("month|sales/Jan|10/Feb|20/Mar|30/Q1|61", "",
           "row 4, 'Q1' in 'month', was kept as it is not the sum of the others");
    expect("month|sales/Feb|10/Mar|20/Q1|30", "", "");
    expect("when|x/Q1|1/Q2|2/Q3|3/Q4|6", "", "");
}

static void a_total_across_groups_is_found_for_each_of_their_parts(void **state)
{
    (void)state;
    expect("who|answer|n|pct/Men|Yes|30|60%/Men|No|20|40%/Men|Total|50|100%/Women|Yes|10|25%/Women|No|30|75%/"
           "Women|Total|40|100%/All|Yes|40|44.4%/All|No|50|55.6%/All|Total|90|100%",
           "3,6,7,8,9", NULL);
}

/* ---- what is none ---- */

static void customers_called_count_and_average_stay_and_are_told(void **state)
{
    (void)state;
    expect("customer|orders/Sum|3/Count|2/Average|3/Anna|3/Otto|3", "",
           "3 rows such as row 1, 'Sum' in 'customer', were kept as too little says that they sum up others");
    expect("name|x/a|1/b|2/c|7/Count|3", "",
           "row 4, 'Count' in 'name', was kept as too little says that it sums up others");
    expect("name|x|y/a|1|5/b|2|6/c|7|7/Count|3|3", "4", NULL);
}

static void a_company_called_total_stays(void **state)
{
    (void)state;
    expect("company|units/Shell|10/BP|20/Total|25", "",
           "row 3, 'Total' in 'company', was kept as it is not the sum of the others");
    expect("company|units/Shell|10/Total|25/BP|20", "", NULL);
    expect("company|units/Shell|10/Total|25/BP|20/Exxon|5", "", NULL);
    expect("company|units|staff/Shell|10|7/Total|25|9/BP|20|8/Total|55|24", "4", NULL);
}

static void rows_that_only_happen_to_add_up_stay(void **state)
{
    (void)state;
    expect("name|x/a|1/b|2/c|3", "", "");
    expect("product|n/Soap|1/Brush|2/Total Care|3", "",
           "row 3, 'Total Care' in 'product', was kept as too little says that it sums up others");
    expect("product|n/Soap|1/Total Care|3/Brush|2", "", "");
    expect("product|n/Soap|1/Brush|1/Total Care|2", "", NULL);
    expect("name|x/a|10/b|10", "", "");
    expect("name|x/a|0/b|0/c|0", "", "");
    expect("name|x/a|0/b|0/Total|0", "", NULL);
    expect("name|x|y/a|10|1/b|20|2/|30|9", "", "");
    expect("name|x/a|1/b|2/|3", "",
           "row 3 equals the sum of the others and was kept as too little says that it is a total");
    expect("note|x/a|10/|20/|30/|60", "", ""); /* what most rows lack tells nothing */
    expect("a|b/10|1/|2/20|3/30|4/|10", "", "");
}

static void a_column_of_running_sums_stays(void **state)
{
    (void)state;
    expect("day|x|total/1|10|10/2|20|30/3|30|60", "", "");
    expect("year|x/2020|1/2021|2/2022|3", "", "");
}

static void people_called_max_stay(void **state)
{
    (void)state;
    expect("name|grade/Anna|1/Tom|6/Max|6", "", "");
    expect("name|grade/Anna|1/Max Miller|6/Tom|6", "", "");
}

static void a_category_called_total_stays(void **state)
{
    (void)state;
    expect("kind|x/Online|1/Media|2/Print|7", "", "");
    expect("kind|x/all|1/all|2/none|7", "", "");
    expect("kind|x/Ergebnis|3/x|1/y|2", "", "");
    expect("kind|x/x|1/y|2/Nord Ergebnis|3", "", NULL);
    expect("kind|who|x/x|a|1/y|b|2/Nord Ergebnis||3", "3", NULL);
    expect("kind|x/part|1/part|2/total|3/part|5/total|9/part|8/total|2/total|7", "",
           "4 rows such as row 3, 'total' in 'kind', were kept as they are not the sums of others");
}

static void long_texts_and_texts_without_numbers_stay(void **state)
{
    (void)state;
    expect("note|x/a|10/b|20/the whole of it, everything that there was and will be, and more, in total|30", "", "");
    expect("a|b/x|y/Total|z", "", "");
    expect("name|x/a|10/b|20/Total|", "", "");
}

/* ---- loading ---- */

static const char *load(struct arena *a, const char *csv, struct notes *notes, bool with_totals)
{
    struct source_bytes bytes = bytes_of("t.csv", csv, strlen(csv));
    struct buf b CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES), scratch CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES);
    struct source *s;
    struct loaded loaded;
    const struct column *columns;
    struct err err;
    size_t n;

    notes_init(notes, a);
    assert_int_equal(csv_source(&bytes, NULL, &s, &err), 0);
    assert_int_equal(with_totals ? s->ops->load(s, 0, NULL, a, notes, &loaded, &err)
                                 : totals_load(s, 0, NULL, a, notes, &loaded, &err),
                     0);
    n = columns_describe(loaded.columns, &columns);
    for (size_t i = 0; i < n; i++)
        add_heads(&b, columns[i].name, column_type_name(columns[i].type), i);
    for (uint64_t row = 0; row < columns_rows(loaded.columns); row++)
        for (size_t i = 0; i < n; i++) {
            size_t m = 0;
            const char *p = columns_value(loaded.columns, i, row, &scratch, &m);
            buf_addf(&b, "%s%.*s", i ? "~" : "/", p ? (int)m : 1, p ? p : "-");
        }
    columns_free(loaded.columns);
    s->ops->close(s);
    return arena_dup(a, b.p, b.n);
}

static void a_table_is_loaded_as_if_the_totals_were_not_there(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes with, without;

    (void)state;
    assert_string_equal(load(a, "Datum;Betrag\n01.02.2024;10,50\n03.02.2024;20,00\nSumme;30,50\n", &without, false),
                        load(a, "Datum;Betrag\n01.02.2024;10,50\n03.02.2024;20,00\n", &with, true));
    assert_int_equal(without.n, with.n + 1);
    assert_string_equal(without.text[0],
                        "1 row with a total was left out (row 3: it equals the sum of the rows above)");
    for (size_t i = 0; i < with.n; i++)
        assert_string_equal(without.text[i + 1], with.text[i]);
    assert_true(with.n > 0 && !totals_said(with.text[0]));
    assert_string_equal(load(a, "who,x\nShell,10\nBP,20\nTotal,25\n", &without, false),
                        "who:text,x:integer/Shell~10/BP~20/Total~25");
    assert_string_equal(load(a, "who,x\nTotal,30\nShell,10\nSubtotal,10\nBP,20\nSubtotal,20\n", &without, false),
                        "who:text,x:integer/Shell~10/BP~20");
}

static void a_search_that_nobody_waits_for_ends(void **state)
{
    struct made m = make_table("region|units/North|10/South|20/Total|30");
    struct row_list found = { 0 };
    struct cancel cancel;
    struct notes notes;
    struct err err;

    (void)state;
    notes_init(&notes, m.arena);
    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_int_equal(totals_find(m.columns, &cancel, m.arena, &notes, &found, &err), -1);
    assert_int_equal(err.code, ERR_CANCELLED);
    made_done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_total_below_is_found_in_many_languages),
        cmocka_unit_test(decimals_must_be_equal_to_the_last_place),
        cmocka_unit_test(a_total_that_shows_fewer_places_may_be_rounded),
        cmocka_unit_test(floats_may_differ_by_what_adding_loses),
        cmocka_unit_test(subtotals_and_the_total_of_all_are_found),
        cmocka_unit_test(totals_of_three_levels_are_found),
        cmocka_unit_test(a_total_on_top_is_found),
        cmocka_unit_test(a_summary_that_is_not_proved_is_in_no_sum),
        cmocka_unit_test(a_total_spans_any_number_of_subtotals),
        cmocka_unit_test(a_total_on_top_and_subtotals_below_their_rows_are_found),
        cmocka_unit_test(totals_of_groups_that_are_named_are_found_at_the_end),
        cmocka_unit_test(averages_and_the_like_are_found),
        cmocka_unit_test(a_last_row_of_numbers_alone_is_found),
        cmocka_unit_test(prices_beside_a_total_need_not_add_up),
        cmocka_unit_test(equal_values_and_one_row_need_a_label),
        cmocka_unit_test(a_group_of_zeros_is_believed_beside_others),
        cmocka_unit_test(a_label_among_dates_is_found),
        cmocka_unit_test(a_balance_is_no_objection_to_a_total_without_a_label),
        cmocka_unit_test(taxes_below_a_total_are_left_out_with_the_total_they_lead_to),
        cmocka_unit_test(taxes_that_lead_nowhere_stay_and_are_told),
        cmocka_unit_test(medians_deviations_and_counts_are_found),
        cmocka_unit_test(quarters_among_their_months_are_found),
        cmocka_unit_test(a_total_across_groups_is_found_for_each_of_their_parts),
        cmocka_unit_test(customers_called_count_and_average_stay_and_are_told),
        cmocka_unit_test(a_company_called_total_stays),
        cmocka_unit_test(rows_that_only_happen_to_add_up_stay),
        cmocka_unit_test(a_column_of_running_sums_stays),
        cmocka_unit_test(people_called_max_stay),
        cmocka_unit_test(a_category_called_total_stays),
        cmocka_unit_test(long_texts_and_texts_without_numbers_stay),
        cmocka_unit_test(a_table_is_loaded_as_if_the_totals_were_not_there),
        cmocka_unit_test(a_search_that_nobody_waits_for_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
