/* test_read_query.c - the query of a plan, by its JSON; what has no query; and the plan of a query. */
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/sql/sql.h"
#include "read_plan_testing.h"

#define LENGTH(list) (sizeof(list) / sizeof *(list))

/* The tables as the check and the writers see them. */
static const struct table *described(void)
{
    struct table *tables = arena_array(arena, TABLES, sizeof *tables);

    for (size_t i = 0; i < TABLES; i++) {
        const struct link_table *t = &plan_tables_of[i];
        tables[i] = (struct table){ .name = t->name.text, .rows = t->rows, .n_columns = t->n };
        tables[i].columns = arena_array(arena, t->n, sizeof *tables[i].columns);
        for (size_t k = 0; k < t->n; k++)
            tables[i].columns[k] = (struct column){ .name = plan_columns_of[t->first + k].name.text,
                                                    .type = plan_columns_of[t->first + k].type,
                                                    .precision = 18,
                                                    .scale = 2 };
    }
    return tables;
}

/* What the check finds wrong with it, or the writer; NULL. */
static const char *wrong(const struct query *q)
{
    const struct request r = request_of(arena, q);
    const struct check_input in = { .tables = described(), .n_tables = TABLES, .author = CHECK_MADE };
    struct check_result found;
    struct json *params;
    const char *sql;
    struct err err;

    query_check(arena, &in, &r, &found);
    for (size_t i = 0; i < found.n_errors; i++) /* what can hardly be meant is the check's affair */
        if (strcmp(found.findings[i].category, "meaning") != 0 && strcmp(found.findings[i].category, "grain") != 0)
            return arena_printf(arena, "%s at %s", found.findings[i].message, found.findings[i].place);
    return query_sql(arena, &sql_duckdb, in.tables, TABLES, &r, &sql, &params, &err) ? arena_str(arena, err.message)
                                                                                     : NULL;
}

static void expect(struct plan *p, const char *json)
{
    const struct query *q;
    const char *got, *why = "";
    struct plan again;

    plan_tie(p);
    if (!plan_query(arena, &schema, p, &q))
        fail_msg("no query, wanted %s", json);
    got = compact(query_to_json(arena, q));
    if (strcmp(got, compact(parse(json))) != 0)
        fail_msg("%s\n%s", got, json);
    if (wrong(q))
        fail_msg("%s\n%s", wrong(q), got);
    if (p->nest.kind >= NEST_NEXT && p->nest.kind != NEST_COUNTED)
        return; /* made of questions, and never found in queries */
    if (!plan_of_query(arena, &schema, q, &again, &why) || !plan_same(p, &again))
        fail_msg("another plan of %s: %s", got, why);
}

static void refuse(struct plan *p)
{
    const struct query *q;

    plan_tie(p);
    if (plan_query(arena, &schema, p, &q))
        fail_msg("a query: %s", compact(query_to_json(arena, q)));
}

static struct plan_condition condition(size_t column, enum plan_op op, enum column_type type, const char *value)
{
    return (struct plan_condition){ .column = column, .op = op, .type = type, .value = value, .other = LINK_NONE };
}

/* ---- what is shown, grouped and ordered ---- */

static void rows_are_counted_and_ordered(void **state)
{
    struct plan p = plan_of_sketch("1+rows", "0", "shown/rows>", "rows>n", "-");

    (void)state;
    p.outputs[0].column = COUNTRY;
    p.having.value = "2";
    p.limit = 3;
    p.tables = 1u << SINGER;
    expect(&p, "{\"from\":[{\"table\":\"singer\"}],\"group\":[{\"column\":\"country\"}],"
               "\"select\":[{\"column\":\"country\"},{\"aggregate\":\"count\"}],"
               "\"having\":[{\"op\":\">\",\"args\":[{\"aggregate\":\"count\"},{\"value\":2}]}],"
               "\"order\":[{\"by\":{\"aggregate\":\"count\"},\"descending\":true}],\"limit\":3}");
}

static void groups_may_have_a_key_that_is_not_shown(void **state)
{
    struct plan p = plan_of_sketch("1+rows", "0", "key", "-", "-");

    (void)state;
    p.outputs[0].column = SINGER_NAME;
    p.groups[0] = SUNG_BY; /* only of GROUP_HIDDEN */
    p.tables = 1u << SINGER | 1u << SANG;
    p.joins[0] = SANG_SINGER;
    p.n_joins = 1;
    p.conditions[0] = condition(SUNG_AT, PLAN_GT, COLUMN_INTEGER, "1");
    p.n_conditions = 1;
    expect(&p, "{\"from\":[{\"table\":\"singer\"},{\"table\":\"sang\",\"on\":{\"op\":\"=\",\"args\":["
               "{\"column\":\"singer_id\",\"of\":\"sang\"},{\"column\":\"singer_id\",\"of\":\"singer\"}]}}],"
               "\"where\":[{\"op\":\">\",\"args\":[{\"column\":\"concert_id\",\"of\":\"sang\"},{\"value\":1}]}],"
               "\"group\":[{\"column\":\"name\",\"of\":\"singer\"},{\"column\":\"singer_id\",\"of\":\"singer\"}],"
               "\"select\":[{\"column\":\"name\",\"of\":\"singer\"},{\"aggregate\":\"count\"}]}");
}

static void texts_are_read_as_numbers(void **state)
{
    struct plan p = plan_of_sketch("0+average", "1", "-", "-", "-");

    (void)state;
    p.outputs[0].column = OPENED;
    p.conditions[0] = condition(OPENED, PLAN_GT, COLUMN_INTEGER, "1990");
    expect(&p,
           "{\"from\":[{\"table\":\"stadium\"}],"
           "\"where\":[{\"op\":\">\",\"args\":[{\"op\":\"number\",\"args\":[{\"column\":\"opened\"}]},"
           "{\"value\":1990}]}],"
           "\"select\":[{\"aggregate\":\"average\",\"arg\":{\"op\":\"number\",\"args\":[{\"column\":\"opened\"}]}}]}");
}

static void dates_are_taken_in_steps(void **state)
{
    struct plan p = plan_of_sketch("1+sum", "0", "shown", "-", "-");

    (void)state;
    p.outputs[0] = (struct plan_term){ .column = HELD, .unit = UNIT_MONTH };
    p.outputs[1] = (struct plan_term){ .figure = FIGURE_SUM, .column = PRICE, .with = '*', .other = HELD_IN };
    expect(&p, "{\"from\":[{\"table\":\"concert\"}],"
               "\"group\":[{\"op\":\"start_of\",\"args\":[{\"value\":\"month\"},{\"column\":\"held\"}]}],"
               "\"select\":[{\"op\":\"start_of\",\"args\":[{\"value\":\"month\"},{\"column\":\"held\"}]},"
               "{\"aggregate\":\"sum\",\"arg\":{\"op\":\"*\",\"args\":[{\"column\":\"price\"},"
               "{\"column\":\"stadium_id\"}]}}]}");
}

static void a_limit_may_hold_for_each(void **state)
{
    struct plan p = plan_of_sketch("2", "0", "-", "none>1/each", "-");

    (void)state;
    p.outputs[0].column = SINGER_NAME;
    p.outputs[1].column = COUNTRY;
    p.order.column = AGE;
    p.each = COUNTRY;
    expect(&p, "{\"from\":[{\"table\":\"singer\"}],\"select\":[{\"column\":\"name\"},{\"column\":\"country\"}],"
               "\"order\":[{\"by\":{\"column\":\"age\"},\"descending\":true}],\"limit\":1,"
               "\"per\":[{\"column\":\"country\"}]}");
}

static void all_columns_are_those_of_the_main_table(void **state)
{
    struct plan p = plan_of_sketch("*", "1", "-", "place>1", "-");

    (void)state;
    p.main = SANG;
    p.tables = 1u << SANG;
    p.conditions[0] = condition(SUNG_BY, PLAN_FILLED, COLUMN_TEXT, NULL);
    expect(&p, "{\"from\":[{\"table\":\"sang\"}],"
               "\"where\":[{\"op\":\"not\",\"args\":[{\"op\":\"is_empty\",\"args\":[{\"column\":\"singer_id\"}]}]}],"
               "\"order\":[{\"by\":{\"place\":\"sang\"},\"descending\":true}],\"limit\":1}");
}

/* ---- conditions ---- */

static void conditions_hang_together(void **state)
{
    struct plan p = plan_of_sketch("0+rows", "3&|", "-", "-", "-");

    (void)state;
    p.conditions[0] = condition(ACTIVE, PLAN_EQ, COLUMN_BOOLEAN, "true");
    p.conditions[1] = condition(SINGER_NAME, PLAN_LACKS, COLUMN_TEXT, "jo");
    p.conditions[2] = condition(AGE, PLAN_BETWEEN, COLUMN_INTEGER, "20");
    p.conditions[2].until = "30";
    expect(&p, "{\"from\":[{\"table\":\"singer\"}],"
               "\"where\":[{\"op\":\"=\",\"args\":[{\"column\":\"active\"},{\"value\":true}]},"
               "{\"op\":\"or\",\"args\":[{\"op\":\"not\",\"args\":[{\"op\":\"contains\","
               "\"args\":[{\"column\":\"name\"},{\"value\":\"jo\"}]}]},"
               "{\"op\":\"between\",\"args\":[{\"column\":\"age\"},{\"value\":20},{\"value\":30}]}]}],"
               "\"select\":[{\"aggregate\":\"count\"}]}");
}

static void columns_are_compared_with_each_other(void **state)
{
    struct plan p = plan_of_sketch("1", "1", "-", "-", "-");

    (void)state;
    p.outputs[0].column = TITLE;
    p.conditions[0] =
        (struct plan_condition){ .column = HELD_IN, .op = PLAN_NE, .is_column = true, .other = MOVED_FROM };
    expect(&p, "{\"from\":[{\"table\":\"concert\"}],"
               "\"where\":[{\"op\":\"<>\",\"args\":[{\"column\":\"stadium_id\"},"
               "{\"op\":\"number\",\"args\":[{\"column\":\"moved_from\"}]}]}],\"select\":[{\"column\":\"title\"}]}");
}

static void dates_lie_in_periods_and_come_again(void **state)
{
    struct plan p = plan_of_sketch("0+rows", "2", "-", "-", "-");
    const struct query *q;

    (void)state;
    p.conditions[0] = condition(BORN, PLAN_WITHIN, COLUMN_DATE, "1990-01-01");
    p.conditions[0].until = "2000-01-01";
    p.conditions[1] = condition(BORN, PLAN_RECURS, COLUMN_TEXT, "weekday 1");
    plan_tie(&p);
    assert_true(plan_query(arena, &schema, &p, &q));
    assert_null(wrong(q));
    assert_non_null(strstr(compact(query_to_json(arena, q)), "{\"op\":\"weekday\",\"args\":[{\"column\":\"born\"}]}"));
    p.conditions[1].value = "weekend 1";
    assert_false(plan_query(arena, &schema, &p, &q));
}

/* ---- another query ---- */

static void rows_are_compared_with_all(void **state)
{
    struct plan p = plan_of_sketch("1", "1", "-", "-", "than>average1");

    (void)state;
    p.outputs[0].column = SINGER_NAME;
    p.conditions[0] = condition(COUNTRY, PLAN_EQ, COLUMN_TEXT, "France");
    p.nest.column = p.nest.term.column = AGE;
    p.nest.conditions[0] = p.conditions[0];
    expect(&p, "{\"from\":[{\"table\":\"singer\"}],"
               "\"where\":[{\"op\":\"=\",\"args\":[{\"column\":\"country\"},{\"value\":\"France\"}]},"
               "{\"op\":\">\",\"args\":[{\"column\":\"age\"},{\"query\":{"
               "\"from\":[{\"table\":\"singer\",\"as\":\"singer_2\"}],"
               "\"where\":[{\"op\":\"=\",\"args\":[{\"column\":\"country\"},{\"value\":\"France\"}]}],"
               "\"select\":[{\"aggregate\":\"average\",\"arg\":{\"column\":\"age\"}}]}}]}],"
               "\"select\":[{\"column\":\"name\"}]}");
}

static void rows_have_none_of_another_table(void **state)
{
    struct plan p = plan_of_sketch("1", "0", "-", "-", "not-in0/rows>");

    (void)state;
    p.outputs[0].column = SINGER_NAME;
    p.nest.column = SINGER_ID;
    p.nest.inner = SUNG_BY;
    p.nest.having =
        (struct plan_having){ .term = { .figure = FIGURE_ROWS, .column = LINK_NONE }, .op = PLAN_GT, .value = "1" };
    expect(&p, "{\"from\":[{\"table\":\"singer\"}],"
               "\"where\":[{\"in\":{\"column\":\"singer_id\"},\"query\":{\"from\":[{\"table\":\"sang\"}],"
               "\"group\":[{\"column\":\"singer_id\"}],\"select\":[{\"column\":\"singer_id\"}],"
               "\"having\":[{\"op\":\">\",\"args\":[{\"aggregate\":\"count\"},{\"value\":1}]}]},\"not\":true}],"
               "\"select\":[{\"column\":\"name\"}]}");
}

static void sets_show_the_same_on_both_sides(void **state)
{
    struct plan p = plan_of_sketch("1", "0", "-", "none<", "union0");

    (void)state;
    p.outputs[0].column = p.order.column = SINGER_NAME;
    p.nest.outputs[0] = STADIUM_NAME;
    expect(&p, "{\"union\":[{\"from\":[{\"table\":\"singer\"}],\"select\":[{\"column\":\"name\"}]},"
               "{\"from\":[{\"table\":\"stadium\"}],\"select\":[{\"column\":\"name\"}]}],"
               "\"order\":[{\"by\":{\"column\":\"name\"}}]}");
    p.nest.outputs[0] = CAPACITY;
    refuse(&p);
}

static void groups_are_counted(void **state)
{
    struct plan p = plan_of_sketch("1", "0", "shown/rows>", "-", "counted");

    (void)state;
    p.outputs[0].column = COUNTRY;
    p.having.value = "3";
    expect(&p, "{\"from\":[{\"query\":{\"from\":[{\"table\":\"singer\"}],\"group\":[{\"column\":\"country\"}],"
               "\"select\":[{\"column\":\"country\"}],"
               "\"having\":[{\"op\":\">\",\"args\":[{\"aggregate\":\"count\"},{\"value\":3}]}]},\"as\":\"rows\"}],"
               "\"select\":[{\"aggregate\":\"count\"}]}");
}

static void rows_beside_a_row_are_found(void **state)
{
    struct plan p = plan_of_sketch("1", "0", "-", "-", "previous1");

    (void)state;
    p.outputs[0].column = SINGER_NAME;
    p.nest.conditions[0] = condition(SINGER_NAME, PLAN_EQ, COLUMN_TEXT, "Jo");
    expect(&p, "{\"from\":[{\"table\":\"singer\"}],"
               "\"where\":[{\"op\":\"<\",\"args\":[{\"place\":\"singer\"},{\"query\":{"
               "\"from\":[{\"table\":\"singer\",\"as\":\"singer_2\"}],"
               "\"where\":[{\"op\":\"=\",\"args\":[{\"column\":\"name\"},{\"value\":\"Jo\"}]}],"
               "\"select\":[{\"place\":\"singer_2\"}],\"order\":[{\"by\":{\"place\":\"singer_2\"}}],\"limit\":1}}]}],"
               "\"select\":[{\"column\":\"name\"}],\"order\":[{\"by\":{\"place\":\"singer\"},\"descending\":true}],"
               "\"limit\":1}");
}

static void two_figures_are_put_together(void **state)
{
    static const struct {
        const char *nest, *op;
    } all[] = { { "difference1", "-" }, { "share1", "/" }, { "compare>1", ">" } };

    (void)state;
    for (size_t i = 0; i < LENGTH(all); i++) {
        struct plan p = plan_of_sketch("0+sum", "0", "-", "-", all[i].nest);
        p.outputs[0].column = CAPACITY;
        p.nest.conditions[0] = condition(CITY, PLAN_EQ, COLUMN_TEXT, "Lyon");
        expect(&p, arena_printf(arena,
                                "{\"from\":[{\"table\":\"stadium\"}],\"select\":[{\"op\":\"%s\",\"args\":["
                                "{\"aggregate\":\"sum\",\"arg\":{\"column\":\"capacity\"}},{\"query\":{"
                                "\"from\":[{\"table\":\"stadium\",\"as\":\"stadium_2\"}],"
                                "\"where\":[{\"op\":\"=\",\"args\":[{\"column\":\"city\"},{\"value\":\"Lyon\"}]}],"
                                "\"select\":[{\"aggregate\":\"sum\",\"arg\":{\"column\":\"capacity\"}}]}}]}]}",
                                all[i].op));
    }
}

/* ---- what has no query ---- */

static void parts_that_do_not_fit_have_no_query(void **state)
{
    struct plan sum = plan_of_sketch("0+sum", "0", "-", "-", "-");
    struct plan mixed = plan_of_sketch("1+rows", "0", "-", "-", "-");
    struct plan order = plan_of_sketch("1", "0", "-", "rows>1", "-");
    struct plan text = plan_of_sketch("1", "1", "-", "-", "-");
    struct plan empty = plan_of_sketch("1", "0", "-", "-", "-");
    struct plan twice = plan_of_sketch("2", "0", "-", "-", "-");
    struct plan apart = plan_of_sketch("2", "0", "-", "-", "-");
    struct plan distinct = plan_of_sketch("1", "0", "-", "none<", "-");
    const struct query *q;

    (void)state;
    sum.outputs[0].column = SINGER_NAME;
    mixed.outputs[0].column = order.outputs[0].column = text.outputs[0].column = COUNTRY;
    text.conditions[0] = condition(AGE, PLAN_EQ, COLUMN_TEXT, "old");
    twice.outputs[0].column = twice.outputs[1].column = apart.outputs[0].column = SINGER_NAME;
    apart.outputs[1].column = CITY;
    distinct.outputs[0].column = COUNTRY;
    distinct.order.column = AGE;
    distinct.distinct = true;
    refuse(&sum);
    refuse(&mixed);
    refuse(&order);
    refuse(&text);
    refuse(&empty);
    refuse(&twice);
    refuse(&distinct);
    apart.tables = 1u << SINGER | 1u << STADIUM; /* and no joins */
    assert_false(plan_query(arena, &schema, &apart, &q));
    apart.joins[0] = SANG_SINGER;
    apart.n_joins = 1;
    assert_false(plan_query(arena, &schema, &apart, &q));
}

/* ---- any ---- */

static uint64_t seed;

static size_t any(size_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % n;
}

static struct plan_term any_term(enum plan_figure figure)
{
    struct plan_term t = { .figure = figure, .column = figure == FIGURE_ROWS ? LINK_NONE : any(COLUMNS) };

    if (figure == FIGURE_NONE && any(8) == 0)
        t.unit = (enum plan_unit)any(UNITS);
    else if (figure != FIGURE_ROWS && any(8) == 0) {
        t.with = "+-*/"[any(4)];
        t.other = any(COLUMNS);
    }
    if (figure == FIGURE_NONE && any(12) == 0)
        t = (struct plan_term){ .column = PLAN_PLACE };
    return t;
}

static struct plan_condition any_condition(void)
{
    static const char *const values[] = { "3", "2.5", "Jo", "true", "2024-01-31", "month 3", "quarter 2" };
    struct plan_condition c = condition(any(COLUMNS), (enum plan_op)any(PLAN_OPERATORS),
                                        (enum column_type)any(COLUMN_TYPES), values[any(LENGTH(values))]);

    c.until = any(2) ? values[any(LENGTH(values))] : NULL;
    if (c.type == COLUMN_DATE || c.type == COLUMN_TIMESTAMP)
        c.value = c.until = "2024-01-31";
    if (column_is_number(c.type) && c.value[0] > '9')
        c.value = "7";
    if (column_is_number(c.type) && c.until && (c.until[0] > '9' || strlen(c.until) > 4))
        c.until = "8";
    if (c.type == COLUMN_BOOLEAN)
        c.value = c.until = "true";
    c.is_column = any(6) == 0;
    c.other = any(COLUMNS);
    return c;
}

static void any_having(bool *has, struct plan_having *h)
{
    *has = any(3) == 0;
    h->term = any_term((enum plan_figure)any(FIGURES));
    h->op = (enum plan_op)any(PLAN_BETWEEN + 1);
    h->value = "2";
    h->until = "4";
}

static struct plan any_plan(void)
{
    struct plan p = plan_of_sketch("1", "0", "-", "-", "-");

    p.n_outputs = 1 + any(3);
    for (size_t i = 0; i < p.n_outputs; i++)
        p.outputs[i] = any_term(any(2) ? FIGURE_NONE : (enum plan_figure)any(FIGURES));
    p.all = any(8) == 0;
    p.distinct = any(4) == 0;
    p.n_conditions = any(4);
    p.nest.n_conditions = any(3);
    for (size_t i = 0; i < 3; i++) {
        p.conditions[i] = any_condition();
        p.nest.conditions[i] = any_condition();
        p.groups[i] = any(COLUMNS);
    }
    p.connective = p.n_conditions > 2 ? (enum plan_connective)any(3) : (enum plan_connective)any(2);
    p.nest.connective = (enum plan_connective)any(2);
    p.grouping = (enum plan_group)any(4);
    p.n_groups = 1 + any(2);
    any_having(&p.has_having, &p.having);
    p.ordered = any(2);
    p.order = any_term(any(2) ? FIGURE_NONE : (enum plan_figure)any(FIGURES));
    p.limit_kind = (enum plan_limit)any(3);
    p.limit = 5;
    p.has_each = any(8) == 0;
    p.each = any(COLUMNS);
    p.nest.kind = any(2) ? NEST_NONE : (enum plan_nesting)any(NESTINGS);
    p.nest.op = (enum plan_op)any(PLAN_OPERATORS);
    p.nest.term = any_term((enum plan_figure)any(FIGURES));
    p.nest.column = any(2) ? p.nest.term.column : any(COLUMNS);
    p.nest.inner = any(COLUMNS);
    any_having(&p.nest.has_having, &p.nest.having);
    for (size_t i = 0; i < p.n_outputs; i++)
        p.nest.outputs[i] = any(2) ? LINK_NONE : any(COLUMNS);
    p.main = any(TABLES + 1);
    plan_tie(&p);
    return p;
}

/* The plan of a plan's query may be said in another way; the plan of that one's query is it again. */
static bool comes_back(const struct query *q)
{
    struct plan first, second;
    const char *why;

    if (!plan_of_query(arena, &schema, q, &first, &why))
        return false;
    if (!plan_query(arena, &schema, &first, &q))
        return false; /* a key is one column on both sides of a join: a figure of one is senseless in groups of the
                         other */
    if (!plan_of_query(arena, &schema, q, &second, &why) || !plan_same(&first, &second))
        fail_msg("seed %zu: another plan of %s", (size_t)seed, compact(query_to_json(arena, q)));
    return true;
}

static void every_query_of_a_plan_passes_the_check(void **state)
{
    size_t made = 0, back = 0;

    (void)state;
    for (size_t i = 0; i < 100000; i++) {
        const uint64_t first = seed = i;
        const struct plan p = any_plan();
        const struct query *q;
        struct sketch s;
        if (!plan_query(arena, &schema, &p, &q))
            continue;
        made++;
        if (wrong(q))
            fail_msg("seed %zu: %s\n%s", (size_t)first, wrong(q), compact(query_to_json(arena, q)));
        seed = first;
        back += comes_back(q);
        assert_true(sketch_of(&p, &s));
        if (i % 100 == 0) {
            arena_free(arena);
            arena = arena_new();
        }
    }
    print_message("%zu queries, %zu with a plan again\n", made, back);
    assert_true(made > 1000 && back > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_are_counted_and_ordered),
        TEST(groups_may_have_a_key_that_is_not_shown),
        TEST(texts_are_read_as_numbers),
        TEST(dates_are_taken_in_steps),
        TEST(a_limit_may_hold_for_each),
        TEST(all_columns_are_those_of_the_main_table),
        TEST(conditions_hang_together),
        TEST(columns_are_compared_with_each_other),
        TEST(dates_lie_in_periods_and_come_again),
        TEST(rows_are_compared_with_all),
        TEST(rows_have_none_of_another_table),
        TEST(sets_show_the_same_on_both_sides),
        TEST(groups_are_counted),
        TEST(rows_beside_a_row_are_found),
        TEST(two_figures_are_put_together),
        TEST(parts_that_do_not_fit_have_no_query),
        TEST(every_query_of_a_plan_passes_the_check),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
