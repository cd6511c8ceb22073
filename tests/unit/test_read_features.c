/* test_read_features.c - features tell apart what a model has to tell apart, and the conditions that a gold query may
 * have are proposed. */
#include "read/models.h"
#include "read_testing.h"

struct row {
    uint32_t id[READ_FEATURES];
    struct features f;
};

static void clear(struct row *r)
{
    r->f = (struct features){ .id = r->id, .room = READ_FEATURES };
}

static bool same_rows(const struct row *a, const struct row *b)
{
    return a->f.n == b->f.n && memcmp(a->id, b->id, a->f.n * sizeof *a->id) == 0;
}

/* "How many singers from France are older than 30" */
static void ask_france(struct asked *q, struct arena *a)
{
    ask(q, a, "How many singers from France are older than 30");
    names_operator(q, 0, 2, OPERATOR_COUNT);
    names_table(q, 2, SINGER);
    names_value(q, 4, COUNTRY, "France");
    names_operator(q, 6, 2, OPERATOR_GT);
    names_number(q, 8, 30, "30");
}

static void the_same_question_has_the_same_features(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct asked q;
    struct row one, two;

    (void)state;
    ask_france(&q, a);
    clear(&one);
    clear(&two);
    sketch_features(question_new(a, &q.link), &one.f);
    sketch_features(question_new(a, &q.link), &two.f);
    assert_true(one.f.n > 30);
    assert_int_equal(one.f.lost, 0);
    assert_true(same_rows(&one, &two));
}

static void a_column_that_is_named_looks_otherwise(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct asked q;
    struct row named, other, table;
    struct question *seen;

    (void)state;
    ask(&q, a, "show the age of all singers");
    names_column(&q, 2, AGE);
    names_table(&q, 5, SINGER);
    seen = question_new(a, &q.link);
    clear(&named);
    clear(&other);
    clear(&table);
    column_features(seen, AGE, &named.f);
    column_features(seen, COUNTRY, &other.f);
    table_features(seen, SINGER, &table.f);
    assert_false(same_rows(&named, &other));
    assert_int_equal(named.f.lost + other.f.lost + table.f.lost, 0);
    assert_true(table.f.n > 10);
}

/* A question of the most words there may be fits the room but for runs of words. */
static void features_of_a_long_question_are_bounded(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct asked q;
    struct row r;

    (void)state;
    ask(&q, a, "a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae af ag ah ai aj ak al am an ao ap");
    clear(&r);
    sketch_features(question_new(a, &q.link), &r.f);
    assert_true(r.f.n <= READ_FEATURES);
}

/* ---- conditions ---- */

static const double no_scores[COLUMNS];

static size_t count(const struct read_condition *c, size_t n, size_t column, enum plan_op op, const char *value)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        found += c[i].condition.column == column && c[i].condition.op == op &&
                 (!value || strcmp(c[i].condition.value, value) == 0);
    return found;
}

static void values_and_numbers_are_proposed(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_condition c[200];
    struct asked q;
    size_t n;

    (void)state;
    ask_france(&q, a);
    n = conditions_propose(a, question_new(a, &q.link), no_scores, c, COUNT_OF(c));
    assert_int_equal(count(c, n, COUNTRY, PLAN_EQ, "France"), 1);
    assert_int_equal(count(c, n, COUNTRY, PLAN_NE, "France"), 0); /* nothing is negated */
    assert_int_equal(count(c, n, AGE, PLAN_GT, "30"), 1);
    assert_int_equal(count(c, n, AGE, PLAN_LE, "30"), 1);
    for (size_t i = 1; i < n; i++)
        assert_true(c[i - 1].condition.span.first <= c[i].condition.span.first);
    assert_int_equal(conditions_propose(a, question_new(a, &q.link), no_scores, c, 3), 3);
}

static void ranges_and_negations_are_proposed(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_condition c[400];
    struct asked q;
    size_t n;

    (void)state;
    ask(&q, a, "singers not from France with age between 20 and 30");
    names_operator(&q, 1, 1, OPERATOR_NOT);
    names_value(&q, 3, COUNTRY, "France");
    names_column(&q, 5, AGE);
    names_operator(&q, 6, 1, OPERATOR_BETWEEN);
    names_number(&q, 7, 20, "20");
    names_number(&q, 9, 30, "30");
    n = conditions_propose(a, question_new(a, &q.link), no_scores, c, COUNT_OF(c));
    assert_int_equal(count(c, n, COUNTRY, PLAN_NE, "France"), 1);
    assert_int_equal(count(c, n, AGE, PLAN_BETWEEN, "20"), 1);
}

static void periods_are_proposed_for_dates(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_condition c[400];
    struct mention *m;
    struct asked q;
    size_t n;

    (void)state;
    ask(&q, a, "concerts in March 2015 or on Mondays");
    m = mentioned(&q, MENTION_PERIOD, 2, 2);
    m->period = (struct link_period){ .unit = PERIOD_MONTH, .from = 16495, .until = 16526 };
    m = mentioned(&q, MENTION_PERIOD, 6, 1);
    m->period = (struct link_period){ .unit = PERIOD_DAY, .recurs = true, .part = 1 };
    n = conditions_propose(a, question_new(a, &q.link), no_scores, c, COUNT_OF(c));
    assert_int_equal(count(c, n, HELD, PLAN_WITHIN, "2015-03-01"), 1);
    assert_int_equal(count(c, n, HELD, PLAN_GE, "2015-04-01"), 1);
    assert_int_equal(count(c, n, HELD, PLAN_RECURS, NULL), 1);
}

static void texts_that_no_column_has_are_proposed(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_condition c[400];
    struct asked q;
    size_t n;

    (void)state;
    ask(&q, a, "singers whose name contains ha or Joe Sharp");
    names_column(&q, 2, SINGER_NAME);
    names_operator(&q, 3, 1, OPERATOR_CONTAINS);
    q.tokens[4].quote = 1;
    n = conditions_propose(a, question_new(a, &q.link), no_scores, c, COUNT_OF(c));
    assert_int_equal(count(c, n, SINGER_NAME, PLAN_CONTAINS, "ha"), 1);
    assert_int_equal(count(c, n, SINGER_NAME, PLAN_EQ, "Joe Sharp"), 1);
}

static void features_of_conditions_tell_operators_apart(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct read_condition c[200];
    struct row one, two;
    struct question *seen;
    struct asked q;

    (void)state;
    ask_france(&q, a);
    seen = question_new(a, &q.link);
    assert_true(conditions_propose(a, seen, no_scores, c, COUNT_OF(c)) > 3);
    clear(&one);
    clear(&two);
    condition_features(seen, &c[1], &one.f);
    condition_features(seen, &c[2], &two.f);
    assert_false(same_rows(&one, &two));
    assert_int_equal(one.f.lost, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_question_has_the_same_features),
        cmocka_unit_test(a_column_that_is_named_looks_otherwise),
        cmocka_unit_test(features_of_a_long_question_are_bounded),
        cmocka_unit_test(values_and_numbers_are_proposed),
        cmocka_unit_test(ranges_and_negations_are_proposed),
        cmocka_unit_test(periods_are_proposed_for_dates),
        cmocka_unit_test(texts_that_no_column_has_are_proposed),
        cmocka_unit_test(features_of_conditions_tell_operators_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
