/* test_link.c - questions linked: each kind of mention, how they are scored, and the bounds. */
#include "link/lexicon.h"
#include "link_testing.h"
#include <pthread.h>

static void names_are_found_in_many_ways(void **state)
{
    static const struct {
        const char *question, *span, *table, *column;
        enum link_score score;
    } all[] = {
        { "all customers", "customers", "customers", NULL, SCORE_EXACT },
        { "one customer", "customer", "customers", NULL, SCORE_STEM },
        { "their home city", "home city", "customers", "home_city", SCORE_EXACT },
        { "cities of their home", "cities of their home", "customers", "home_city", SCORE_STEM },
        { "the total amount", "total amount", "Orders", "totalamt", SCORE_ABBREVIATED },
        { "year of birth", "year of birth", "customers", "birthYear", SCORE_EXACT },
        { "custumers", "custumers", "customers", NULL, SCORE_SLIP },
        { "by gender", "gender", "customers", "sex", SCORE_ABBREVIATED },
        { "the heaviest", "heaviest", "customers", "weight_kg", SCORE_DERIVED },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        struct link l = linked(a, s, all[i].question);
        const struct mention *m = mention_at(a, &l, all[i].column ? MENTION_COLUMN : MENTION_TABLE, all[i].span);
        if (!m)
            fail_msg("%s: no mention at %s", all[i].question, all[i].span);
        assert_string_equal(s->tables[m->table].name.text, all[i].table);
        if (all[i].column)
            assert_int_equal(m->column, column_of(s, all[i].table, all[i].column));
        assert_true(m->scores[all[i].score] > 0);
    }
}

static void the_best_mention_of_a_column_is_known(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    struct link l = linked(a, s, "city, home city and status");
    size_t city = column_of(s, "customers", "home_city"), code = column_of(s, "Orders", "code");

    (void)state;
    assert_string_equal(span_text(a, &l, &l.mentions[l.best_of_column[city]]), "home city");
    assert_int_equal(l.best_of_column[code], LINK_NONE);
    assert_int_equal(l.best_of_table[0], LINK_NONE);
}

static void values_have_mentions(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    struct link l = linked(a, s, "orders from New York or 'shipped' to Brooklyn, not to Kölm");
    const struct mention *m = mention_at(a, &l, MENTION_VALUE, "New York");

    (void)state;
    assert_non_null(m);
    assert_string_equal(m->text, "New York");
    assert_true(m->scores[SCORE_CASE] == 1 && m->scores[SCORE_EXACT] == 1);
    m = mention_at(a, &l, MENTION_VALUE, "shipped");
    assert_true(m && m->scores[SCORE_QUOTED] == 1);
    m = mention_at(a, &l, MENTION_VALUE, "Brooklyn");
    assert_true(m && m->scores[SCORE_PART] == 1 && m->alike == 1);
    l = linked(a, s, "orders that are retured");
    m = mention_at(a, &l, MENTION_VALUE, "retured");
    assert_true(m && m->scores[SCORE_SLIP] == 1);
    assert_string_equal(m->text, "returned");
}

static void values_are_meant_by_what_they_are(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    struct link l = linked(a, s, "French women who are members");
    const struct mention *m = mention_at(a, &l, MENTION_VALUE, "women");

    (void)state;
    assert_true(m && m->scores[SCORE_MEANING] == 1);
    assert_string_equal(m->text, "F");
    m = mention_at(a, &l, MENTION_VALUE, "French");
    assert_true(m != NULL);
    assert_string_equal(m->text, "France");
    m = mention_at(a, &l, MENTION_VALUE, "members");
    assert_true(m != NULL);
    assert_string_equal(m->text, "yes");
    l = linked(a, s, "who is not a member");
    m = mention_at(a, &l, MENTION_VALUE, "member");
    assert_true(m != NULL);
    assert_string_equal(m->text, "no");
}

static void numbers_are_read(void **state)
{
    static const struct {
        const char *question, *span, *text;
    } all[] = {
        { "more than 1,200", "1,200", "1200" },
        { "5k", "5k", "5000" },
        { "5 million", "5 million", "5000000" },
        { "twenty five of", "twenty five", "25" },
        { "the 3rd", "3rd", "3" },
        { "twice", "twice", "2" },
        { "below -4.5", "- 4.5", "-4.5" },
        { "two hundred", "two hundred", "200" },
        { "a dozen", "dozen", "12" },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        struct link l = linked(a, s, all[i].question);
        const struct mention *m = mention_at(a, &l, MENTION_NUMBER, all[i].span);
        if (!m)
            fail_msg("%s: no number at %s", all[i].question, all[i].span);
        assert_string_equal(m->text, all[i].text);
    }
}

static void a_number_is_a_percentage_or_has_a_unit(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    struct link l = linked(a, s, "12% of those over 500 g");
    const struct mention *m = mention_at(a, &l, MENTION_NUMBER, "12");

    (void)state;
    assert_true(m && m->percent);
    m = mention_at(a, &l, MENTION_UNIT, "g");
    assert_true(m && m->number == 0.001);
    assert_string_equal(m->text, "kg");
}

static void periods_are_read(void **state)
{
    /* days since 1970: 2024-01-01 is 19723, 2024-05-17, the clock, 19860 */
    static const struct {
        const char *question, *span;
        enum period_unit unit;
        int64_t from, until;
        bool relative;
    } all[] = {
        { "on 2024-03-05", "2024-03-05", PERIOD_DAY, 19787, 19788, false },
        { "on March 5, 2024", "March 5 , 2024", PERIOD_DAY, 19787, 19788, false },
        { "the 5th of March 2024", "5th of March 2024", PERIOD_DAY, 19787, 19788, false },
        { "in March 2024", "March 2024", PERIOD_MONTH, 19783, 19814, false },
        { "Q1 2024", "Q1 2024", PERIOD_QUARTER, 19723, 19814, false },
        { "first quarter of 2024", "first quarter of 2024", PERIOD_QUARTER, 19723, 19814, false },
        { "in 2024", "2024", PERIOD_YEAR, 19723, 20089, false },
        { "last month", "last month", PERIOD_MONTH, 19844, 19875, true },
        { "previous month", "previous month", PERIOD_MONTH, 19814, 19844, true },
        { "this year so far", "this year so far", PERIOD_YEAR, 19723, 19861, true },
        { "past 7 days", "past 7 days", PERIOD_DAY, 19854, 19861, true },
        { "last three months", "last three months", PERIOD_MONTH, 19783, 19875, true },
        { "yesterday", "yesterday", PERIOD_DAY, 19859, 19860, true },
        { "2 days ago", "2 days ago", PERIOD_DAY, 19858, 19859, true },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        struct link l = linked(a, s, all[i].question);
        const struct mention *m = mention_at(a, &l, MENTION_PERIOD, all[i].span);
        if (!m)
            fail_msg("%s: no period at %s", all[i].question, all[i].span);
        assert_int_equal(m->period.unit, all[i].unit);
        assert_int_equal(m->period.from, all[i].from);
        assert_int_equal(m->period.until, all[i].until);
        assert_int_equal(m->period.relative, all[i].relative);
        assert_false(m->period.recurs);
    }
}

static void periods_without_a_year_recur(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    struct link l = linked(a, s, "in March on Mondays");
    const struct mention *month = mention_at(a, &l, MENTION_PERIOD, "March");
    const struct mention *day = mention_at(a, &l, MENTION_PERIOD, "Mondays");

    (void)state;
    assert_true(month && month->period.recurs && month->period.part == 3);
    assert_true(day && day->period.recurs && day->period.part == 1);
}

static bool asks(const struct link *l, enum link_operator op)
{
    for (size_t i = 0; i < l->n_mentions; i++)
        if (l->mentions[i].kind == MENTION_OPERATOR && l->mentions[i].op == op)
            return true;
    return false;
}

static void operators_have_wordings(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    struct link l = linked(a, s, "How many customers have at least 3 orders, sorted by city in descending order?");

    (void)state;
    assert_true(asks(&l, OPERATOR_COUNT));
    assert_true(asks(&l, OPERATOR_GE));
    assert_true(asks(&l, OPERATOR_SORT));
    assert_true(asks(&l, OPERATOR_DESCENDING));
    assert_false(asks(&l, OPERATOR_AVERAGE));
    l = linked(a, s, "please show me the top 3 not 'at least'");
    assert_true(asks(&l, OPERATOR_TOP));
    assert_true(asks(&l, OPERATOR_NOT));
    assert_false(asks(&l, OPERATOR_GE)); /* quoted */
    assert_non_null(mention_at(a, &l, MENTION_FILLER, "please"));
}

static bool is_operator(const char *name)
{
    for (size_t i = 0; i < OPERATORS; i++)
        if (strcmp(name, link_operator_name((enum link_operator)i)) == 0)
            return true;
    return strcmp(name, "filler") == 0;
}

/* And every wording is found where it stands alone. */
static void every_operator_has_wordings(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = link_schema_new();
    size_t n, said[OPERATORS] = { 0 };
    const struct lexicon_wording *w = lexicon_wordings(&n);

    (void)state;
    link_schema_end(s);
    for (size_t i = 0; i < n; i++) {
        struct link l = linked(a, s, w[i].text);
        assert_true(is_operator(w[i].asks));
        for (size_t k = 0; k < OPERATORS; k++)
            if (strcmp(w[i].asks, link_operator_name((enum link_operator)k)) == 0) {
                if (!asks(&l, (enum link_operator)k))
                    fail_msg("\"%s\" is no %s", w[i].text, w[i].asks);
                said[k]++;
            }
    }
    for (size_t k = 0; k < OPERATORS; k++)
        assert_true(said[k] > 0);
    for (size_t i = 0; i < SCORES; i++)
        assert_true(*link_score_name((enum link_score)i) != 0);
}

static void mentions_are_ordered_and_bounded(void **state)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    char *text = arena_alloc(a, 16 * LINK_TOKENS);
    struct link l;

    (void)state;
    for (size_t i = 0; i < LINK_TOKENS; i++)
        memcpy(text + strlen(text), i % 2 ? "order " : "city ", i % 2 ? 6 : 5);
    l = linked(a, s, text);
    assert_true(l.n_mentions > 0 && l.n_mentions <= LINK_MENTIONS);
    for (size_t i = 1; i < l.n_mentions; i++) {
        const struct mention *before = &l.mentions[i - 1], *m = &l.mentions[i];
        assert_true(before->first < m->first || (before->first == m->first &&
                                                 (before->n > m->n || (before->n == m->n && before->kind <= m->kind))));
    }
}

static void *ask_often(void *arg)
{
    const struct link_schema *s = arg;
    size_t n = 0;

    for (int i = 0; i < 50; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        n += linked(a, s, "French women from New York with orders last month").n_mentions;
    }
    return (void *)(uintptr_t)n;
}

static void threads_share_a_schema(void **state)
{
    struct link_schema *s CLEANUP(link_schema_cleanup) = shop();
    pthread_t threads[2];
    void *n[2];

    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_often, s), 0);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], &n[i]), 0);
    assert_ptr_equal(n[0], n[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_in_many_ways),
        cmocka_unit_test(the_best_mention_of_a_column_is_known),
        cmocka_unit_test(values_have_mentions),
        cmocka_unit_test(values_are_meant_by_what_they_are),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(a_number_is_a_percentage_or_has_a_unit),
        cmocka_unit_test(periods_are_read),
        cmocka_unit_test(periods_without_a_year_recur),
        cmocka_unit_test(operators_have_wordings),
        cmocka_unit_test(every_operator_has_wordings),
        cmocka_unit_test(mentions_are_ordered_and_bounded),
        cmocka_unit_test(threads_share_a_schema),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
