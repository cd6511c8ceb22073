/* test_lang_scope.c - questions over several tables: which one is meant, which are taken as one, and what is asked
 * back.
 */
#include "inquiry/origin.h"
#include "test_lang_reads.h"

#define MONTH_COLUMNS(...)                                                                                             \
    (struct column[])                                                                                                  \
    {                                                                                                                  \
        { .name = "rep", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES(__VA_ARGS__) },                     \
            { .name = "amount", .type = COLUMN_INTEGER, .distinct = 2 },                                               \
    }

#define ID(n) "000000000000000000000000000000000000000000000000000000000000000" n

/* Three sheets of one workbook: the same columns, other values. */
static const struct table months[] = {
    { .name = "Jan",
      .source = "m.xlsx",
      .rows = 4,
      .columns = MONTH_COLUMNS("Ann", "Bob"),
      .n_columns = 2,
      .sha256 = ID("1") },
    { .name = "Feb",
      .source = "m.xlsx",
      .rows = 4,
      .columns = MONTH_COLUMNS("Ann", "Cy"),
      .n_columns = 2,
      .sha256 = ID("1") },
    { .name = "2024",
      .source = "m.xlsx",
      .rows = 4,
      .columns = MONTH_COLUMNS("Ann", "Dee"),
      .n_columns = 2,
      .sha256 = ID("1") },
};

struct told {
    const char *question;
    const char *expected; /* "note: SQL", or "ERROR_NAME: message | option" */
};

static const char *outcome_of(struct arena *a, const struct table *tables, size_t n, const char *question)
{
    struct scope scope;
    struct flat q;
    struct flat_options options;
    struct err err = { 0 };
    struct json *params;
    const char *text;

    if (scope_read(a, tables, n, question, &scope, &q, &options, &err) == 0) {
        const char *note, *copies = scope_left_out(a, &scope);
        struct request r = flat_form(a, &scope, &q);
        note = request_origin(a, &r, tables, n);
        form_sql(a, &scope, &q, &text, &params);
        check_form(a, &scope, &q, question);
        return arena_printf(a, "%s%s%s %s", note ? note : "(alone)", copies ? " " : "", copies ? copies : "", text);
    }
    text = arena_printf(a, "%s: %s", err_name(err.code), err.message);
    for (size_t i = 0; i < options.n; i++) {
        struct flat_options more;
        if (scope_read(a, tables, n, options.label[i], &scope, &q, &more, &err) < 0)
            fail_msg("\"%s\" offers \"%s\", which is refused: %s", question, options.label[i], err.message);
        text = arena_printf(a, "%s | %s", text, options.label[i]);
    }
    return text;
}

static void tells(const struct table *tables, size_t n, const struct told *cases, size_t n_cases)
{
    for (size_t i = 0; i < n_cases; i++) {
        struct arena *a = arena_new();
        assert_string_equal(cases[i].expected, outcome_of(a, tables, n, cases[i].question));
        arena_free(a);
    }
}

static void tables_of_the_same_columns_are_one(void **state)
{
    static const struct told cases[] = {
        { "total amount",
          "From 3 tables of the same columns, taken as one: Jan, Feb, 2024. SELECT sum(\"tables\".\"amount\") AS "
          "\"total_amount\" FROM (SELECT \"amount\" AS \"amount\" FROM \"Jan\" UNION ALL SELECT \"amount\" AS "
          "\"amount\" FROM \"Feb\" UNION ALL SELECT \"amount\" AS \"amount\" FROM \"2024\") AS \"tables\"" },
        { "how many rows",
          "From 3 tables of the same columns, taken as one: Jan, Feb, 2024. SELECT count(*) AS \"count\" FROM (SELECT "
          "1 FROM \"Jan\" UNION ALL SELECT 1 FROM \"Feb\" UNION ALL SELECT 1 FROM \"2024\") AS \"tables\"" },
        /* a value that only one of them has is looked for in all */
        { "how many rows for Cy",
          "From 3 tables of the same columns, taken as one: Jan, Feb, 2024. SELECT count(*) AS \"count\" FROM (SELECT "
          "\"rep\" AS \"rep\" FROM \"Jan\" UNION ALL SELECT \"rep\" AS \"rep\" FROM \"Feb\" UNION ALL SELECT \"rep\" "
          "AS \"rep\" FROM \"2024\") AS \"tables\" WHERE (\"tables\".\"rep\" = CAST($1 AS VARCHAR))" },
    };

    (void)state;
    tells(months, COUNT_OF(months), cases, COUNT_OF(cases));
}

static void a_table_that_is_named_is_taken_alone_also_where_its_name_is_a_time(void **state)
{
    static const struct told cases[] = {
        { "total amount of Feb",
          "From the table Feb. SELECT sum(\"Feb\".\"amount\") AS \"total_amount\" FROM \"Feb\"" },
        { "total amount in 2024",
          "From the table 2024. SELECT sum(\"2024\".\"amount\") AS \"total_amount\" FROM \"2024\"" },
        { "amount by rep in the sheet 2024",
          "From the table 2024. SELECT \"2024\".\"rep\", sum(\"2024\".\"amount\") AS \"total_amount\" FROM \"2024\" "
          "GROUP BY \"2024\".\"rep\" ORDER BY \"2024\".\"rep\" ASC NULLS LAST" },
        { "total amount in Jan and Feb",
          "From 2 tables of the same columns, taken as one: Jan, Feb. SELECT sum(\"tables\".\"amount\") AS "
          "\"total_amount\" FROM (SELECT \"amount\" AS \"amount\" FROM \"Jan\" UNION ALL SELECT \"amount\" AS "
          "\"amount\" FROM \"Feb\") AS \"tables\"" },
    };

    (void)state;
    tells(months, COUNT_OF(months), cases, COUNT_OF(cases));
}

static void tables_are_alike_by_names_and_kinds_and_not_by_order_or_case(void **state)
{
    struct column one[] = { { .name = "a", .type = COLUMN_INTEGER, .distinct = 2 },
                            { .name = "b", .type = COLUMN_TEXT, .distinct = 2 } };
    struct column two[] = { { .name = "B", .type = COLUMN_TEXT, .distinct = 2 },
                            { .name = "A", .type = COLUMN_DECIMAL, .distinct = 2 } };
    struct table x = { .name = "x", .rows = 3, .columns = one, .n_columns = 2 };
    struct table y = { .name = "y", .rows = 3, .columns = two, .n_columns = 2 };

    (void)state;
    assert_true(scope_alike(&x, &y));
    two[1].unit = "$";
    assert_false(scope_alike(&x, &y));
    one[0].unit = "$";
    assert_true(scope_alike(&x, &y));
    one[0].unit = "EUR";
    assert_false(scope_alike(&x, &y));
    one[0].unit = two[1].unit = NULL;
    two[0].type = COLUMN_DATE;
    assert_false(scope_alike(&x, &y));
    two[0].nulls = 3; /* a column without values goes with any */
    assert_true(scope_alike(&x, &y));
    y.n_columns = 1;
    assert_false(scope_alike(&x, &y));
}

static void a_copy_of_a_file_is_not_counted_twice(void **state)
{
    struct table copies[] = { months[0], months[1], months[2] };
    static const struct told cases[] = {
        { "total amount", "From 2 tables of the same columns, taken as one: Jan, 2024. 1 equal copy was left out. "
                          "SELECT sum(\"tables\".\"amount\") AS \"total_amount\" FROM (SELECT \"amount\" AS \"amount\" "
                          "FROM \"Jan\" UNION ALL SELECT \"amount\" AS \"amount\" FROM \"2024\") AS \"tables\"" },
    };

    (void)state;
    copies[1].source = "m copy.xlsx";
    tells(copies, COUNT_OF(copies), cases, COUNT_OF(cases));
}

static struct column order_columns[] = {
    { .name = "order_id", .type = COLUMN_INTEGER, .distinct = 50 },
    { .name = "customer_id", .type = COLUMN_INTEGER, .distinct = 20 },
    { .name = "amount", .type = COLUMN_DECIMAL, .distinct = 40 },
};
static struct column refund_columns[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 9 },
    { .name = "amount", .type = COLUMN_DECIMAL, .distinct = 8 },
};
static struct column revenue_columns[] = {
    { .name = "region", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("East", "West") },
    { .name = "revenue", .type = COLUMN_DECIMAL, .distinct = 8 },
};
static const struct table shop[] = {
    { .name = "takings", .source = "t.csv", .rows = 9, .columns = revenue_columns, .n_columns = 2, .sha256 = ID("2") },
    { .name = "orders", .source = "o.csv", .rows = 50, .columns = order_columns, .n_columns = 3, .sha256 = ID("3") },
    { .name = "refunds", .source = "r.csv", .rows = 9, .columns = refund_columns, .n_columns = 2, .sha256 = ID("4") },
};

static void where_tables_fit_equally_well_the_person_chooses(void **state)
{
    static const struct told cases[] = {
        { "how many rows?",
          "CLARIFICATION_NEEDED: The question fits more than one table of the data equally well. | how many rows in "
          "the "
          "table takings | how many rows in the table \"orders\" | how many rows in the table refunds" },
        { "total amount",
          "CLARIFICATION_NEEDED: The question fits more than one table of the data equally well. | total amount in the "
          "table \"orders\" | total amount in the table refunds" },
        { "total amount of refunds",
          "From the table refunds. SELECT sum(\"refunds\".\"amount\") AS \"total_amount\" FROM \"refunds\"" },
    };

    (void)state;
    tells(shop, COUNT_OF(shop), cases, COUNT_OF(cases));
}

static void the_very_name_in_one_table_beats_another_word_for_it_in_another(void **state)
{
    static const struct told cases[] = {
        { "total amount",
          "From the table orders. SELECT sum(\"orders\".\"amount\") AS \"total_amount\" FROM \"orders\"" },
        { "total revenue",
          "From the table takings. SELECT sum(\"takings\".\"revenue\") AS \"total_revenue\" FROM \"takings\"" },
        { "total turnover",
          "From the table takings. SELECT sum(\"takings\".\"revenue\") AS \"total_revenue\" FROM \"takings\"" },
        { "total amount by region", "MISSING_COLUMN: no column or value 'amount'." },
    };
    const struct table one[] = { shop[0],
                                 { .name = "misc", .source = "m.csv", .n_columns = 1, .columns = revenue_columns } };
    static const struct told alone[] = {
        { "total amount by region",
          "From the table takings. SELECT \"takings\".\"region\", sum(\"takings\".\"revenue\") AS \"total_revenue\" "
          "FROM \"takings\" GROUP BY \"takings\".\"region\" ORDER BY \"takings\".\"region\" ASC NULLS LAST" },
    };

    (void)state;
    tells(shop, 2, cases, 2);
    tells(shop, 2, &cases[3], 1);
    tells(one, 2, alone, 1); /* no table has the very name: the other word is meant */
}

static struct column budget_columns[] = {
    { .name = "department", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("IT", "Sales") },
    { .name = "Total", .type = COLUMN_INTEGER, .distinct = 8 },
};
static struct column summary_columns[] = {
    { .name = "department", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("IT", "Sales") },
    { .name = "Budget", .type = COLUMN_INTEGER, .distinct = 8 },
    { .name = "Spent", .type = COLUMN_INTEGER, .distinct = 8 },
};

static void a_columns_name_beats_a_tables_name_for_a_total(void **state)
{
    static const struct table tables[] = {
        { .name = "Budget 2025",
          .source = "b.xlsx",
          .rows = 9,
          .columns = budget_columns,
          .n_columns = 2,
          .sha256 = ID("5") },
        { .name = "Summary",
          .source = "b.xlsx",
          .rows = 9,
          .columns = summary_columns,
          .n_columns = 3,
          .sha256 = ID("5") },
    };
    static const struct told cases[] = {
        { "total budget",
          "From the table Summary. SELECT sum(\"Summary\".\"Budget\") AS \"total_Budget\" FROM \"Summary\"" },
    };

    (void)state;
    tells(tables, COUNT_OF(tables), cases, COUNT_OF(cases));
}

static struct column client_columns[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 20 },
    { .name = "amount", .type = COLUMN_INTEGER, .distinct = 20 },
    { .name = "country", .type = COLUMN_TEXT, .distinct = 2, .n_values = 2, VALUES("Chile", "Norway") },
};

static void two_tables_are_joined_where_nothing_is_counted_twice(void **state)
{
    static const struct table tables[] = {
        { .name = "orders", .source = "o.csv", .rows = 50, .columns = order_columns, .n_columns = 3 },
        { .name = "clients", .source = "c.csv", .rows = 20, .columns = client_columns, .n_columns = 3 },
    };
    static const struct {
        const char *question;
        const char *sql; /* NULL: not read */
    } cases[] = {
        { "total amount by country",
          "SELECT \"clients\".\"country\", sum(\"orders\".\"amount\") AS \"total_amount\" FROM \"orders\" LEFT JOIN "
          "\"clients\" ON (\"orders\".\"customer_id\" = \"clients\".\"id\") GROUP BY \"clients\".\"country\" ORDER BY "
          "\"clients\".\"country\" ASC NULLS LAST" },
        { "how many orders in Norway",
          "SELECT count(*) AS \"count\" FROM \"orders\" LEFT JOIN \"clients\" ON (\"orders\".\"customer_id\" = "
          "\"clients\".\"id\") WHERE (\"clients\".\"country\" = CAST($1 AS VARCHAR))" },
        { "list order_id and country", "SELECT \"orders\".\"order_id\", \"clients\".\"country\" FROM \"orders\" LEFT "
                                       "JOIN \"clients\" ON (\"orders\".\"customer_id\" = \"clients\".\"id\") ORDER BY "
                                       "\"orders\".rowid ASC NULLS LAST, \"clients\".rowid ASC NULLS LAST" },
        { "total clients amount by order_id", NULL }, /* one client's amount for each of its orders */
        { "average amount per client in Norway",
          "SELECT (CAST(sum(\"orders\".\"amount\") FILTER (WHERE (NOT (\"orders\".\"customer_id\" IS NULL))) AS "
          "DOUBLE) / nullif(CAST(count(DISTINCT \"orders\".\"customer_id\") FILTER (WHERE (NOT (\"orders\".\"amount\" "
          "IS NULL))) AS DOUBLE), 0)) AS \"amount_per_customer_id\" FROM \"orders\" LEFT JOIN \"clients\" ON "
          "(\"orders\".\"customer_id\" = \"clients\".\"id\") WHERE (\"clients\".\"country\" = CAST($1 AS VARCHAR))" },
        { "total amount", NULL },                                    /* needs one table */
        { "how many clients in Norway with order_id over 5", NULL }, /* these are not clients */
    };
    struct arena *a = arena_new();
    struct scope s = scope_join(a, &tables[0], &tables[1], &(struct scope_link){ 1, 0 });
    size_t from, to;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct flat q;
        struct json *params;
        const char *sql;
        bool read = scope_read_joined(a, &s, tables, 2, cases[i].question, &q);
        if (read != (cases[i].sql != NULL))
            fail_msg("\"%s\" is%s read", cases[i].question, read ? "" : " not");
        if (!read)
            continue;
        form_sql(a, &s, &q, &sql, &params);
        assert_string_equal(cases[i].sql, sql);
        check_form(a, &s, &q, cases[i].question);
    }
    assert_true(scope_wants_join(a, tables, 2, "total amount by country for order_id 5", &from, &to));
    assert_false(scope_wants_join(a, tables, 2, "total amount by xyzzy", &from, &to));
    arena_free(a);
}

static void a_noun_that_is_another_tables_name_is_not_this_ones_rows(void **state)
{
    static const struct table tables[] = {
        { .name = "clients", .source = "c.csv", .rows = 20, .columns = client_columns, .n_columns = 3 },
        { .name = "orders", .source = "o.csv", .rows = 50, .columns = order_columns, .n_columns = 3 },
    };
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal("From the table orders. SELECT count(*) AS \"count\" FROM \"orders\"",
                        outcome_of(a, tables, 2, "how many orders"));
    assert_non_null(strstr(outcome_of(a, tables, 2, "how many orders by country"), "MISSING_COLUMN"));
    assert_string_equal(
        "(alone) SELECT count(*) AS \"count\" FROM \"clients\" WHERE (\"clients\".\"country\" = CAST($1 AS VARCHAR))",
        outcome_of(a, tables, 1, "how many orders in Chile"));
    arena_free(a);
}

static void a_noun_that_another_table_numbers_is_not_this_ones_rows(void **state)
{
    static struct column head_columns[] = { { .name = "order_no", .type = COLUMN_TEXT, .distinct = 50 },
                                            { .name = "shipping", .type = COLUMN_INTEGER, .distinct = 9 } };
    static const struct table tables[] = {
        { .name = "clients", .source = "c.csv", .rows = 20, .columns = client_columns, .n_columns = 3 },
        { .name = "heads", .source = "h.csv", .rows = 50, .columns = head_columns, .n_columns = 2 },
        { .name = "orders_z", .source = "o.csv", .rows = 50, .columns = order_columns + 2, .n_columns = 1 },
    };
    struct arena *a = arena_new();

    (void)state;
    assert_non_null(strstr(outcome_of(a, tables, 2, "how many orders in Chile"), "MISSING_COLUMN"));
    assert_string_equal("From the table heads. SELECT count(*) AS \"count\" FROM \"heads\"",
                        outcome_of(a, tables, 2, "how many orders"));
    assert_non_null(strstr(outcome_of(a, tables, 2, "amount per order in Chile"), "MISSING_COLUMN"));
    assert_string_equal(
        "From the table clients. SELECT count(*) AS \"count\" FROM \"clients\" WHERE (\"clients\".\"country\" = "
        "CAST($1 AS VARCHAR))",
        outcome_of(a, tables, 2, "how many rows in Chile"));
    assert_non_null(strstr(outcome_of(a, (const struct table[]){ tables[0], tables[2] }, 2, "how many orders in Chile"),
                           "MISSING_COLUMN"));
    arena_free(a);
}

static void rows_and_floats_of_several_tables_keep_the_order_of_the_files(void **state)
{
    struct column columns[] = { { .name = "part", .type = COLUMN_TEXT, .distinct = 300 },
                                { .name = "weight", .type = COLUMN_FLOAT, .distinct = 9 } };
    const struct table tables[] = {
        { .name = "a", .source = "a.csv", .rows = 900, .columns = columns, .n_columns = 2 },
        { .name = "b", .source = "b.csv", .rows = 900, .columns = columns, .n_columns = 2 }
    };
    static const struct told cases[] = {
        { "total weight", "From 2 tables of the same columns, taken as one: a, b. SELECT sum(\"tables\".\"weight\" "
                          "ORDER BY \"tables\".\"place\") AS \"total_weight\" FROM (SELECT (rowid + 1) + 0 AS "
                          "\"place\", \"weight\" AS \"weight\" FROM \"a\" UNION ALL SELECT (rowid + 1) + 900 AS "
                          "\"place\", \"weight\" AS \"weight\" FROM \"b\") AS \"tables\"" },
        { "list rows",
          "From 2 tables of the same columns, taken as one: a, b. SELECT \"tables\".\"part\", \"tables\".\"weight\" "
          "FROM (SELECT (rowid + 1) + 0 AS \"place\", \"part\" AS \"part\", \"weight\" AS \"weight\" FROM \"a\" UNION "
          "ALL SELECT (rowid + 1) + 900 AS \"place\", \"part\" AS \"part\", \"weight\" AS \"weight\" FROM \"b\") AS "
          "\"tables\" ORDER BY \"tables\".\"place\" ASC NULLS LAST" },
    };

    (void)state;
    tells(tables, COUNT_OF(tables), cases, COUNT_OF(cases));
}

static void what_was_assumed_of_some_tables_says_of_which(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *const of_jan[] = { "dates in 'day' can be read", "1 row with a total was left out (row 5: so)" };
    const char *const of_all[] = { "1 row with a total was left out (row 5: so)", "the separator is a tab" };
    struct table jan = months[0], feb = months[1], last = months[2];
    const struct table *members[] = { &jan, &feb, &last };
    struct scope s;

    (void)state;
    jan.assumptions = of_jan;
    feb.assumptions = last.assumptions = of_all;
    jan.n_assumptions = feb.n_assumptions = last.n_assumptions = 2;
    s = scope_unite(a, members, COUNT_OF(members));
    assert_int_equal(s.table->n_assumptions, 3);
    assert_string_equal(s.table->assumptions[0], "dates in 'day' can be read, in the table Jan");
    assert_string_equal(s.table->assumptions[1], "1 row with a total was left out (row 5: so), in each of 3 tables");
    assert_string_equal(s.table->assumptions[2], "the separator is a tab, in 2 of 3 tables");
    feb.n_assumptions = last.n_assumptions = 1;
    s = scope_unite(a, members, COUNT_OF(members));
    assert_int_equal(s.table->n_assumptions, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_the_same_columns_are_one),
        cmocka_unit_test(a_table_that_is_named_is_taken_alone_also_where_its_name_is_a_time),
        cmocka_unit_test(tables_are_alike_by_names_and_kinds_and_not_by_order_or_case),
        cmocka_unit_test(a_copy_of_a_file_is_not_counted_twice),
        cmocka_unit_test(where_tables_fit_equally_well_the_person_chooses),
        cmocka_unit_test(the_very_name_in_one_table_beats_another_word_for_it_in_another),
        cmocka_unit_test(a_columns_name_beats_a_tables_name_for_a_total),
        cmocka_unit_test(two_tables_are_joined_where_nothing_is_counted_twice),
        cmocka_unit_test(a_noun_that_is_another_tables_name_is_not_this_ones_rows),
        cmocka_unit_test(a_noun_that_another_table_numbers_is_not_this_ones_rows),
        cmocka_unit_test(rows_and_floats_of_several_tables_keep_the_order_of_the_files),
        cmocka_unit_test(what_was_assumed_of_some_tables_says_of_which),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
