/* test_link_schema.c - what is known of tables from their rows: traits, keys, joins, the clock, and the values. */
#include "link/values.h"
#include "link_testing.h"

static bool has(const struct link_schema *s, const char *table, const char *column, unsigned traits)
{
    return (s->columns[column_of(s, table, column)].traits & traits) == traits;
}

static void columns_are_what_their_values_say(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    const struct link_column *c = &s->columns[column_of(s, "customers", "is_member")];

    (void)state;
    assert_true(has(s, "customers", "customer_id", LINK_NUMBER | LINK_UNIQUE | LINK_KEY | LINK_ID));
    assert_true(has(s, "customers", "Name", LINK_NAMES | LINK_NAMELIKE | LINK_UNIQUE));
    assert_true(has(s, "customers", "sex", LINK_GENDER));
    assert_true(has(s, "customers", "birthYear", LINK_YEAR));
    assert_true(has(s, "Orders", "order_date", LINK_DATE));
    assert_true(has(s, "Orders", "rating", LINK_RATING));
    assert_true(has(s, "Orders", "cust_id", LINK_FOREIGN));
    assert_false(has(s, "Orders", "cust_id", LINK_UNIQUE));
    assert_false(has(s, "Orders", "totalamt", LINK_RATING));
    assert_true(c->traits & LINK_TRUTH);
    assert_string_equal(c->yes, "yes");
    assert_string_equal(c->no, "no");
    assert_string_equal(s->columns[column_of(s, "customers", "sex")].female, "F");
    assert_string_equal(s->columns[column_of(s, "customers", "weight_kg")].unit, "kg");
    assert_int_equal(s->columns[column_of(s, "Orders", "status")].distinct, 3);
}

static void joins_are_inferred(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    assert_int_equal(s->n_joins, 1);
    assert_int_equal(s->joins[0].from, column_of(s, "Orders", "cust_id"));
    assert_int_equal(s->joins[0].to, column_of(s, "customers", "customer_id"));
    assert_true(s->joins[0].inside == 1);
}

static void the_clock_is_the_latest_real_day(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    assert_true(s->has_clock);
    assert_int_equal(s->clock, 19860); /* 2024-05-17, and not 9999-12-31 */
}

static void headings_may_be_periods(void **state)
{
    static const struct small_column columns[] = {
        { "region", COLUMN_TEXT },     { "Jan 2023", COLUMN_INTEGER }, { "Feb 2023", COLUMN_INTEGER },
        { "Q1 2023", COLUMN_INTEGER }, { "2022", COLUMN_INTEGER },
    };
    static const char *const rows[] = { "north|1|2|3|4", "south|5|6|7|8", NULL };
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();

    (void)state;
    add_table(s, "sales", columns, COUNT_OF(columns), rows);
    link_schema_end(s);
    assert_false(s->columns[0].traits & LINK_CROSSTAB);
    assert_true(s->columns[1].traits & LINK_CROSSTAB);
    assert_int_equal(s->columns[1].heading_month, 1);
    assert_int_equal(s->columns[2].heading_year, 2023);
    assert_int_equal(s->columns[3].heading_quarter, 1);
    assert_int_equal(s->columns[4].heading_year, 2022);
    assert_false(s->has_clock);
}

static void a_schema_without_rows_or_tables_is_fine(void **state)
{
    static const struct small_column columns[] = { { "id", COLUMN_INTEGER }, { "name", COLUMN_TEXT } };
    static const char *const rows[] = { NULL };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();
    struct link_schema *none CLEANUP(link_schema_cleanup) = link_schema_new();

    (void)state;
    add_table(s, "empty", columns, COUNT_OF(columns), rows);
    link_schema_end(s);
    assert_true(s->columns[0].most < s->columns[0].least);
    assert_int_equal(s->n_joins, 0);
    link_schema_end(none);
    linked(a, s, "names of the empty one");
    assert_int_equal(linked(a, none, "zorblat").n_mentions, 0);
    assert_true(link_schema_bytes(s) > 0);
}

/* ---- values ---- */

static struct value_hit find(const struct link_schema *s, const char *text, size_t *ret_n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct tokenizer *t CLEANUP(tokenizer_cleanup) = tokenizer_new();
    struct value_hit hits[8] = { { .text = NULL } };
    struct token *tokens;
    struct err err;
    size_t n;

    assert_int_equal(tokens_read(t, a, text, &tokens, &n, &err), 0);
    *ret_n = link_values_find(s->values, tokens, n, hits, COUNT_OF(hits));
    return hits[0];
}

static void values_are_found(void **state)
{
    static const struct {
        const char *asked, *value;
        enum value_fit fit;
    } all[] = {
        { "new york", "New York", VALUE_WHOLE },
        { "Brooklyn", "Brooklyn Heights", VALUE_PART },
        { "ab12", "AB-12", VALUE_MARKS },
        { "AB 12", "AB-12", VALUE_WHOLE },
        { "koln", "Köln", VALUE_STEMS },
        { "cleo obrien", "Cleo O'Brien", VALUE_WHOLE },
        { "Brooklyn height", "Brooklyn Heights", VALUE_STEMS },
        { "2024-03-31", "2024-03-31", VALUE_WHOLE },
    };
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    size_t n;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        struct value_hit hit = find(s, all[i].asked, &n);
        assert_true(n >= 1);
        assert_string_equal(hit.text, all[i].value);
        assert_int_equal(hit.fit, all[i].fit);
    }
    assert_int_equal(find(s, "new york", &n).rows, 2);
    find(s, "york new", &n);
    assert_int_equal(n, 0);
    assert_int_equal(find(s, "New", &n).alike, 1);
}

static void numbers_are_found_by_their_value(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    size_t columns[4];

    (void)state;
    assert_int_equal(link_values_number(s->values, 50.0, columns, COUNT_OF(columns)), 1);
    assert_int_equal(columns[0], column_of(s, "Orders", "totalamt"));
    assert_int_equal(link_values_number(s->values, 5, columns, COUNT_OF(columns)), 4);
    assert_int_equal(link_values_number(s->values, -1, columns, COUNT_OF(columns)), 0);
    assert_string_equal(link_values_text(s->values, column_of(s, "customers", "home_city"), 1), "Brooklyn Heights");
    assert_null(link_values_text(s->values, column_of(s, "customers", "home_city"), 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_what_their_values_say),       cmocka_unit_test(joins_are_inferred),
        cmocka_unit_test(the_clock_is_the_latest_real_day),        cmocka_unit_test(headings_may_be_periods),
        cmocka_unit_test(a_schema_without_rows_or_tables_is_fine), cmocka_unit_test(values_are_found),
        cmocka_unit_test(numbers_are_found_by_their_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
