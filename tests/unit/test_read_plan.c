/* test_read_plan.c - sketches as texts and back, plans compared, and trees of joins. */
#include "read_plan_testing.h"

#define LENGTH(list) (sizeof(list) / sizeof *(list))

/* ---- sketches ---- */

/* All values of a part that a text may be; the others are the plainest. */
static bool reads(enum sketch_part part, const char *text)
{
    struct sketch s = { { "1", "all", "0", "-", "-", "-" } }, again;
    struct plan p;

    snprintf(s.part[part], SKETCH_TEXT, "%s", text);
    if (part == SKETCH_NEST)
        snprintf(s.part[SKETCH_GROUP], SKETCH_TEXT, "shown");
    if (!sketch_plan(&s, &p))
        return false;
    if (!sketch_of(&p, &again) || memcmp(&s, &again, sizeof s) != 0)
        fail_msg("%s comes back as %s", text, again.part[part]);
    return true;
}

static void sketches_come_back(void **state)
{
    static const struct {
        enum sketch_part part;
        const char *texts[16];
    } all[] = {
        { SKETCH_SHOWN, { "1", "6", "2+rows", "0+average", "0+min+max", "*", "0+rows+average+spread", "1+range" } },
        { SKETCH_DISTINCT, { "all", "distinct" } },
        { SKETCH_WHERE, { "0", "1", "2", "2|", "3&|", "6&|" } },
        { SKETCH_GROUP,
          { "-", "shown", "key", "hidden", "hidden2", "shown/rows>=", "key/average<>",
            "hidden/sum=", "shown/rowsbetween" } },
        { SKETCH_ORDER,
          { "-", "none<", "none>1", "rows>1", "max<n", "-1", "-n", "place<1", "place>n", "none>1/each" } },
        { SKETCH_NEST,
          { "-", "than>average", "than=max", "than<>min2|", "in0", "in1/rows>", "not-in0", "not-in1", "intersect1",
            "intersect2|", "union3&|", "except1", "same1", "next1", "previous2" } },
        { SKETCH_NEST, { "difference1", "share0", "exists", "compare>1", "compare<=2|", "counted" } },
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(all); i++)
        for (size_t k = 0; all[i].texts[k]; k++)
            if (!reads(all[i].part, all[i].texts[k]))
                fail_msg("%s is a value of %s", all[i].texts[k], sketch_part_names[all[i].part]);
}

static void other_texts_are_no_sketches(void **state)
{
    static const struct {
        enum sketch_part part;
        const char *texts[12];
    } all[] = {
        { SKETCH_SHOWN, { "", "0", "7", "1+", "1+none ", "1+rows+", "*+rows", "x", "1+mean", "6+rows" } },
        { SKETCH_DISTINCT, { "", "some" } },
        { SKETCH_WHERE, { "", "7", "1|", "2&|", "2&", "2||", "-" } },
        { SKETCH_GROUP, { "", "shown/", "shown/rows", "-/rows>", "hidden1", "hidden9", "shown2", "key/rows>>" } },
        { SKETCH_ORDER, { "", "none", "none>2", "-<", "rows>/each", "place", "-/each" } },
        { SKETCH_NEST, { "", "in", "than", "than>", "than>average|", "exists1", "not-in", "inter1", "in0/" } },
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(all); i++)
        for (size_t k = 0; all[i].texts[k]; k++)
            if (reads(all[i].part, all[i].texts[k]))
                fail_msg("%s is no value of %s", all[i].texts[k], sketch_part_names[all[i].part]);
}

static void plain_columns_are_counted(void **state)
{
    const struct sketch s = { { "2+rows", "all", "3&|", "shown/rows>", "none>1", "except1" } };
    const struct sketch all = { { "*", "all", "0", "-", "-", "exists" } };

    (void)state;
    assert_int_equal(sketch_plain(&s), 2);
    assert_int_equal(sketch_plain(&all), 0);
}

static void a_sketch_has_empty_slots(void **state)
{
    const struct plan p = plan_of_sketch("1+max", "2|", "shown/rows>=", "max>n", "not-in1");

    (void)state;
    assert_int_equal(p.n_outputs, 2);
    assert_int_equal(p.outputs[1].figure, FIGURE_MAX);
    assert_true(p.outputs[0].column == LINK_NONE && p.conditions[1].column == LINK_NONE);
    assert_int_equal(p.connective, CONNECT_ANY);
    assert_int_equal(p.having.op, PLAN_GE);
    assert_true(p.ordered && p.descending && p.limit_kind == LIMIT_SOME);
    assert_int_equal(p.nest.kind, NEST_NOT_IN);
    assert_true(p.nest.column == LINK_NONE && p.nest.outputs[3] == LINK_NONE && p.main == LINK_NONE);
}

/* ---- comparing ---- */

static struct plan two_conditions(void)
{
    struct plan p = plan_of_sketch("2", "2", "-", "none<", "-");

    p.outputs[0].column = SINGER_NAME;
    p.outputs[1].column = COUNTRY;
    p.conditions[0] = (struct plan_condition){ .column = AGE, .op = PLAN_GT, .type = COLUMN_INTEGER, .value = "20" };
    p.conditions[1] = (struct plan_condition){ .column = COUNTRY, .type = COLUMN_TEXT, .value = "France" };
    p.order.column = AGE;
    plan_tie(&p);
    return p;
}

static void what_does_not_matter_is_not_compared(void **state)
{
    const struct plan p = two_conditions();
    struct plan q = p;

    (void)state;
    q.outputs[0] = p.outputs[1];
    q.outputs[1] = p.outputs[0];
    q.conditions[0] = p.conditions[1];
    q.conditions[1] = p.conditions[0];
    q.conditions[1].value = "20.0";
    q.conditions[0].span.first = 7;
    q.groups[0] = 5;
    q.nest.op = PLAN_GT;
    assert_true(plan_same(&p, &q));
    assert_true(plan_hash(&p) == plan_hash(&q));
}

static void what_matters_is_compared(void **state)
{
    const struct plan p = two_conditions();
    struct plan q[9];

    (void)state;
    for (size_t i = 0; i < LENGTH(q); i++)
        q[i] = p;
    q[0].outputs[1].column = AGE;
    q[1].conditions[0].value = "21";
    q[2].connective = CONNECT_ANY;
    q[3].descending = true;
    q[4].distinct = true;
    q[5].conditions[1].op = PLAN_NE;
    q[6].tables |= 2;
    q[7].limit_kind = LIMIT_ONE;
    q[8].n_conditions = 1;
    for (size_t i = 0; i < LENGTH(q); i++)
        if (plan_same(&p, &q[i]))
            fail_msg("plan %zu is another one", i);
}

static void columns_are_named_once(void **state)
{
    struct plan p = two_conditions();
    size_t columns[8];

    (void)state;
    p.nest = (struct plan_nest){ .kind = NEST_IN, .column = SINGER_ID, .inner = SUNG_BY };
    assert_int_equal(plan_columns(&p, columns, 8), 5);
    assert_int_equal(columns[0], SINGER_NAME);
    assert_int_equal(columns[3], SINGER_ID);
    assert_int_equal(columns[4], SUNG_BY);
    assert_int_equal(plan_columns(&p, columns, 2), 2);
    assert_int_equal(plan_needs(&schema, &p), 1u << SINGER);
    assert_int_equal(plan_nest_needs(&schema, &p), 1u << SANG);
}

/* ---- joins ---- */

static void one_table_needs_no_join(void **state)
{
    struct join_tree t[4];

    (void)state;
    assert_int_equal(join_trees(&schema, 1u << CONCERT, t, 4), 1);
    assert_int_equal(t[0].n_joins, 0);
    assert_int_equal(t[0].tables, 1u << CONCERT);
    assert_int_equal(join_trees(&schema, 0, t, 4), 0);
    assert_int_equal(join_trees(&schema, 1u << TABLES, t, 4), 0);
}

static void tables_on_the_way_are_found(void **state)
{
    struct join_tree t[8];

    (void)state;
    assert_int_equal(join_trees(&schema, 1u << SINGER | 1u << STADIUM, t, 8), 2);
    assert_int_equal(t[0].tables, 1u << SINGER | 1u << STADIUM | 1u << CONCERT | 1u << SANG);
    assert_int_equal(t[0].n_joins, 3);
    assert_int_equal(t[0].joins[2], CONCERT_STADIUM);
    assert_int_equal(t[1].joins[2], CONCERT_MOVED);
    assert_true(t[0].cost == 3 && t[1].cost > t[0].cost);
}

static void two_joins_of_the_same_tables_are_two_trees(void **state)
{
    struct join_tree t[8];

    (void)state;
    assert_int_equal(join_trees(&schema, 1u << CONCERT | 1u << STADIUM, t, 8), 2);
    assert_int_equal(t[0].joins[0], CONCERT_STADIUM);
    assert_int_equal(t[1].joins[0], CONCERT_MOVED);
    assert_int_equal(join_trees(&schema, 1u << CONCERT | 1u << STADIUM, t, 1), 1);
}

/* Every table is joined with every other one, by two columns each. */
static void a_large_schema_is_bounded(void **state)
{
    static struct link_table tables[PLAN_TABLES];
    static struct link_column columns[PLAN_TABLES];
    static struct link_join joins[2 * PLAN_TABLES * PLAN_TABLES];
    struct link_schema s = {
        .tables = tables, .n_tables = PLAN_TABLES, .columns = columns, .n_columns = PLAN_TABLES, .joins = joins
    };
    struct join_tree t[8], again[8];
    size_t n;

    (void)state;
    for (size_t i = 0; i < PLAN_TABLES; i++) {
        columns[i].table = i;
        for (size_t k = 0; k < 2 * i; k++)
            joins[s.n_joins++] = (struct link_join){ .from = i, .to = k / 2, .score = 0.5 };
    }
    n = join_trees(&s, 0xff, t, 8);
    assert_int_equal(n, 8);
    assert_int_equal(t[0].n_joins, 7);
    assert_int_equal(join_trees(&s, 0xff, again, 8), n);
    assert_memory_equal(t, again, sizeof t);
    assert_int_equal(join_trees(&s, UINT64_C(0x3ff), t, 8), 0); /* more than a plan's joins tie */
}

static void nothing_ties_what_has_no_join(void **state)
{
    struct link_schema s = schema;
    struct join_tree t;

    (void)state;
    s.n_joins = 1;
    assert_int_equal(join_trees(&s, 1u << SINGER | 1u << STADIUM, &t, 1), 0);
    assert_int_equal(join_trees(&s, 1u << SINGER | 1u << SANG, &t, 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sketches_come_back),
        TEST(other_texts_are_no_sketches),
        TEST(plain_columns_are_counted),
        TEST(a_sketch_has_empty_slots),
        TEST(what_does_not_matter_is_not_compared),
        TEST(what_matters_is_compared),
        TEST(columns_are_named_once),
        TEST(one_table_needs_no_join),
        TEST(tables_on_the_way_are_found),
        TEST(two_joins_of_the_same_tables_are_two_trees),
        TEST(a_large_schema_is_bounded),
        TEST(nothing_ties_what_has_no_join),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
