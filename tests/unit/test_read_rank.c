/* test_read_rank.c - candidates as features: what they use, what they leave unexplained, what came of them. */
#include "base/arena.h"
#include "json_testing.h"
#include "read/ranking.h"
#include "read_testing.h"
#include <math.h>

/* ---- trials ---- */

static void run_trial(const char *const *cells, size_t rows, size_t columns, bool ordered, struct trial *ret)
{
    struct trial_maker m;

    trial_begin(&m, columns, ordered);
    for (size_t i = 0; i < rows * columns; i++)
        trial_cell(&m, cells[i], cells[i] ? strlen(cells[i]) : 0);
    trial_end(&m, ret);
}

static void rows_in_another_order_are_alike_unless_ordered(void **state)
{
    static const char *const up[] = { "a", "1", "b", "2" }, *const down[] = { "b", "2", "a", "1" };
    struct trial x, y;

    (void)state;
    run_trial(up, 2, 2, false, &x);
    run_trial(down, 2, 2, false, &y);
    assert_true(trial_alike(&x, &y));
    assert_int_equal(x.rows, 2);
    assert_false(x.is_repeated);
    run_trial(up, 2, 2, true, &x);
    run_trial(down, 2, 2, true, &y);
    assert_false(trial_alike(&x, &y));
}

static void cells_that_change_places_are_not_alike(void **state)
{
    static const char *const one[] = { "a", "b", "c", "d" }, *const other[] = { "a", "d", "c", "b" };
    struct trial x, y;

    (void)state;
    run_trial(one, 2, 2, false, &x);
    run_trial(other, 2, 2, false, &y);
    assert_false(trial_alike(&x, &y));
    run_trial(one, 4, 1, false, &y);
    assert_false(trial_alike(&x, &y));
}

static void numbers_are_compared_by_value(void **state)
{
    static const char *const one[] = { "5.0", "0.1", "1234567890123456789" },
                             *const same[] = { "5", "0.10000000000000001", "1234567890123456789" },
                             *const other[] = { "5", "0.1", "1234567890123456788" };
    struct trial x, y;

    (void)state;
    run_trial(one, 3, 1, false, &x);
    run_trial(same, 3, 1, false, &y);
    assert_true(trial_alike(&x, &y));
    run_trial(other, 3, 1, false, &y);
    assert_false(trial_alike(&x, &y));
}

static void what_a_trial_tells_of_its_rows(void **state)
{
    static const char *const nothing[] = { NULL, "0" }, *const twice[] = { "a", "b", "a" }, *const empty[] = { "" };
    struct trial t, none, text;

    (void)state;
    run_trial(nothing, 1, 2, false, &t);
    assert_true(t.tried && t.all_empty && t.has_empty && !t.failed);
    run_trial(twice, 3, 1, false, &t);
    assert_true(t.is_repeated && !t.all_empty && !t.has_empty);
    run_trial(NULL, 0, 1, false, &none);
    assert_false(none.all_empty);
    assert_int_equal(none.rows, 0);
    run_trial(empty, 1, 1, false, &text);
    run_trial(nothing, 1, 1, false, &t);
    assert_false(trial_alike(&text, &t)); /* an empty text is no empty cell */
}

static void a_row_that_comes_late_is_still_counted(void **state)
{
    struct trial_maker m;
    struct trial t;
    char cell[16];

    (void)state;
    trial_begin(&m, 1, false);
    for (int i = 0; i < 3000; i++)
        trial_cell(&m, cell, (size_t)snprintf(cell, sizeof cell, "%d", i));
    trial_end(&m, &t);
    assert_int_equal(t.rows, 3000);
    assert_false(t.is_repeated);
}

/* ---- the order ---- */

static void the_best_are_tried(void **state)
{
    double scores[100];
    size_t tries[RANK_TRIES];

    (void)state;
    for (size_t i = 0; i < 100; i++)
        scores[i] = (double)(i * 37 % 50);
    assert_int_equal(rank_tries(scores, 100, tries), RANK_TRIES);
    for (size_t i = 1; i < RANK_TRIES; i++)
        assert_true(scores[tries[i - 1]] > scores[tries[i]] ||
                    (scores[tries[i - 1]] >= scores[tries[i]] && tries[i - 1] < tries[i]));
    assert_true(scores[tries[0]] >= 49);
    assert_true(scores[tries[RANK_TRIES - 1]] >= 38); /* each score is there twice */
    assert_int_equal(rank_tries(scores, 3, tries), 3);
    assert_int_equal(rank_tries(scores, 0, tries), 0);
}

static void those_that_failed_come_last(void **state)
{
    const double scores[] = { -INFINITY, 2, 3, -INFINITY, 1 }, first[] = { 1, 9, 9, 2, 9 };
    const struct trial trials[] = {
        { .tried = false }, { .tried = true }, { .tried = true, .failed = true }, { .tried = false }, { .tried = true }
    };
    static const size_t wanted[] = { 1, 4, 3, 0, 2 };
    size_t order[5];

    (void)state;
    rank_sort(scores, first, trials, 5, order);
    assert_memory_equal(order, wanted, sizeof wanted);
    rank_sort(first, NULL, NULL, 5, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[4], 0);
}

/* ---- facts ---- */

static void facts_of_a_plan(void **state)
{
    struct plan p = { .n_outputs = 2, .ordered = true, .descending = true, .limit_kind = LIMIT_ONE };

    (void)state;
    p.outputs[0] = (struct plan_term){ .figure = FIGURE_NONE, .column = 1 };
    p.outputs[1] = (struct plan_term){ .figure = FIGURE_ROWS, .column = LINK_NONE };
    p.order = (struct plan_term){ .figure = FIGURE_ROWS, .column = LINK_NONE };
    p.grouping = GROUP_SHOWN;
    p.n_conditions = 1;
    p.conditions[0] = (struct plan_condition){ .column = 2, .op = PLAN_GE };
    assert_int_equal(plan_facts(&p), FACT(OUTPUTS) | FACT(COUNT) | FACT(COUNT_ASIDE) | FACT(ROWS_DOWN) |
                                         FACT(FIRST_DOWN) | FACT(LIMIT) | FACT(GROUP) | FACT(MORE_EQUAL));
    assert_true(facts_explain(plan_facts(&p)) & OPERATOR(EACH));
    assert_true(facts_explain(plan_facts(&p)) & OPERATOR(GE));
    assert_false(facts_explain(plan_facts(&p)) & OPERATOR(LT));
    p = (struct plan){ .nest = { .kind = NEST_NOT_IN } };
    assert_int_equal(plan_facts(&p), FACT(WITHOUT));
}

/* ---- a question ---- */

/* Everything of one question; its schema may be changed. */
struct scene {
    struct arena *arena;
    struct asked asked;
    struct link_table tables[TABLES];
    struct link_column columns[COLUMNS];
    struct link_schema schema;
    struct reading reading;
};

/* "what is the name of each singer older than 30": age is not named. */
static void set_scene(struct scene *s, size_t candidates)
{
    memset(s, 0, sizeof *s);
    s->arena = arena_new();
    memcpy(s->tables, test_tables, sizeof test_tables);
    memcpy(s->columns, test_columns, sizeof test_columns);
    s->schema = test_schema;
    s->schema.tables = s->tables;
    s->schema.columns = s->columns;
    ask(&s->asked, s->arena, "what is the name of each singer older than 30");
    s->asked.link.schema = &s->schema;
    for (size_t i = 0; i < 9; i++)
        s->asked.tokens[i].stop = i < 3 || i == 4 || i == 8;
    names_column(&s->asked, 3, SINGER_NAME);
    names_operator(&s->asked, 5, 1, OPERATOR_EACH);
    names_table(&s->asked, 6, SINGER);
    names_operator(&s->asked, 7, 2, OPERATOR_GT);
    names_number(&s->asked, 9, 30, "30");
    s->reading.link = &s->asked.link;
    for (size_t r = 0; r < ROLES; r++)
        s->reading.scores.column[r] = arena_array(s->arena, COLUMNS, sizeof(double));
    s->reading.scores.table = arena_array(s->arena, TABLES, sizeof(double));
    s->reading.scores.column[ROLE_SHOWN][SINGER_NAME] = 3;
    s->reading.scores.column[ROLE_SHOWN][TITLE] = 1;
    s->reading.scores.table[SINGER] = 2;
    s->reading.scores.table[SINGER_IN_CONCERT] = -2;
    s->reading.n = candidates;
    s->reading.candidates = arena_array(s->arena, candidates, sizeof *s->reading.candidates);
}

static void end_scene(struct scene *s)
{
    arena_free(s->arena);
}

static struct plan_condition older(struct scene *s)
{
    struct read_condition *c = arena_array(s->arena, 2, sizeof *c);

    c[0] = (struct read_condition){ .condition = { .column = AGE, .op = PLAN_GT, .value = "30", .span = { 9, 1 } },
                                    .mention = 4,
                                    .column_mention = LINK_NONE,
                                    .score = 2 };
    c[1] = (struct read_condition){ .condition = { .column = YEAR, .op = PLAN_GT, .value = "30", .span = { 9, 1 } },
                                    .mention = 4,
                                    .column_mention = LINK_NONE,
                                    .score = -1 };
    s->reading.scores.conditions = c;
    s->reading.scores.n_conditions = 2;
    return c[0].condition;
}

/* SELECT name FROM singer WHERE age > 30 */
static struct plan right_plan(struct scene *s)
{
    struct plan p = { .n_outputs = 1, .main = LINK_NONE, .tables = 1 << SINGER };

    p.outputs[0] = (struct plan_term){ .figure = FIGURE_NONE, .column = SINGER_NAME };
    p.conditions[p.n_conditions++] = older(s);
    return p;
}

static void set_candidate(struct scene *s, size_t i, const struct plan *p, double score)
{
    struct candidate *c = &s->reading.candidates[i];

    *c = (struct candidate){ .plan = *p, .score = score, .rank = i };
    assert_true(sketch_of(p, &c->sketch));
}

static float *features_of(struct scene *s, const struct trial *trials)
{
    float *rows = arena_array(s->arena, s->reading.n * rank_features_count(), sizeof *rows);

    rank_features(ranking_new(s->arena, question_new(s->arena, &s->asked.link), &s->reading), trials, NULL, rows);
    return rows;
}

static void what_would_take_long_is_not_tried(void **state)
{
    static const size_t all[] = { 0, 1, 2 };
    size_t tries[RANK_TRIES];
    struct ranking *g;
    struct scene s;
    struct plan p, joined;

    (void)state;
    set_scene(&s, 3);
    p = joined = right_plan(&s);
    joined.tables = 1 << SINGER | 1 << SINGER_IN_CONCERT;
    joined.joins[joined.n_joins++] = 0;
    set_candidate(&s, 0, &joined, 0);
    set_candidate(&s, 1, &p, 0);
    set_candidate(&s, 2, &p, 0);
    s.tables[SINGER].rows = s.tables[SINGER_IN_CONCERT].rows = RANK_WORK / 5;
    s.columns[SINGER_ID].distinct = RANK_WORK / 5;
    g = ranking_new(s.arena, question_new(s.arena, &s.asked.link), &s.reading);
    assert_int_equal(rank_affordable(g, all, 3, tries), 2); /* 600,000 rows, 200,000, and no more are left */
    s.columns[SINGER_ID].distinct = RANK_WORK / 10;         /* each row meets two */
    assert_int_equal(rank_affordable(g, all, 3, tries), 1);
    s.columns[SINGER_ID].distinct = RANK_WORK / 20; /* each row meets four: that is too much by itself */
    assert_int_equal(rank_affordable(g, all, 3, tries), 2);
    assert_int_equal(tries[0], 1);
    assert_int_equal(tries[1], 2);
    end_scene(&s);
}

static void a_candidate_that_explains_all_leaves_little(void **state)
{
    struct scene s;
    struct plan p;
    float *row;

    (void)state;
    set_scene(&s, 1);
    p = right_plan(&s);
    set_candidate(&s, 0, &p, 0);
    row = features_of(&s, NULL);
    assert_true(row[DENSE_LEFT] <= 1); /* "each" at most */
    assert_true(row[DENSE_LEFT_NUMBER] <= 0);
    assert_true(row[DENSE_MORE] >= 1 && row[DENSE_MORE] <= 1);
    assert_true(row[DENSE_EACH] <= -1);
    assert_true(row[DENSE_COMPARED] >= 1);
    assert_true(row[DENSE_TABLES_IDLE] <= 0);
    assert_true(row[DENSE_HEAD_IN] >= 1 && row[DENSE_HEAD_SHOWN] >= 1 && row[DENSE_HEAD_COLUMN_SHOWN] >= 1);
    assert_true(row[DENSE_WHERE_GAP] >= 0 && row[DENSE_WHERE_GAPS] >= 3);
    assert_true(row[DENSE_SHOWN_GAP] >= 2 && row[DENSE_SHOWN_GAP] <= 2);
    assert_true(isnan(row[DENSE_TRIAL_ROWS]) && isnan(row[DENSE_LEXICAL]));
    end_scene(&s);
}

static void a_table_that_nothing_needs_is_seen(void **state)
{
    struct scene s;
    struct plan p, joined;
    float *one, *two;

    (void)state;
    set_scene(&s, 2);
    p = right_plan(&s);
    joined = p;
    joined.tables = 1 << SINGER | 1 << SINGER_IN_CONCERT;
    joined.joins[joined.n_joins++] = 0;
    set_candidate(&s, 0, &p, 0);
    set_candidate(&s, 1, &joined, -1);
    one = features_of(&s, NULL);
    two = one + rank_features_count();
    assert_true(two[DENSE_TABLES_IDLE] >= 1 && two[DENSE_IDLE_PLAIN] >= 1 && two[DENSE_IDLE_LEAVES] >= 1);
    assert_true(two[DENSE_FAN_SHOWN] >= 1 && one[DENSE_FAN_SHOWN] <= 0);
    assert_true(two[DENSE_FAN_IDLE] >= 1 && one[DENSE_FAN_IDLE] <= 0);
    assert_true(two[DENSE_RIVALS] >= 2 && two[DENSE_RIVALS_JOINS] >= 1 && one[DENSE_RIVALS_JOINS] <= 0);
    assert_true(two[DENSE_TABLES_UNNAMED] >= 1 && one[DENSE_TABLES_UNNAMED] <= 0);
    end_scene(&s);
}

static void a_number_without_a_place_is_left(void **state)
{
    struct scene s;
    struct plan p = { .n_outputs = 1, .main = LINK_NONE, .tables = 1 << SINGER };
    float *row;

    (void)state;
    set_scene(&s, 1);
    older(&s);
    p.outputs[0] = (struct plan_term){ .figure = FIGURE_AVERAGE, .column = AGE };
    set_candidate(&s, 0, &p, 0);
    row = features_of(&s, NULL);
    assert_true(row[DENSE_LEFT_NUMBER] >= 1 && row[DENSE_LEFT_NAMED] >= 1);
    assert_true(row[DENSE_MORE] <= -1 && row[DENSE_AVERAGE] >= 2);
    assert_true(row[DENSE_WHERE_UNUSED] >= 2);
    assert_true(row[DENSE_ASKED_UNDONE] >= 2 && row[DENSE_DONE_UNASKED] >= 1);
    assert_true(row[DENSE_HEAD_COLUMN_SHOWN] <= 0);
    end_scene(&s);
}

static void candidates_that_give_the_same_rows_share_their_votes(void **state)
{
    struct trial trials[3] = { { .tried = true, .rows = 6, .columns = 1, .hash = 7 },
                               { .tried = true, .rows = 6, .columns = 1, .hash = 7 },
                               { .tried = true, .rows = 0, .columns = 1, .hash = 8 } };
    struct scene s;
    struct plan p;
    float *rows;

    (void)state;
    set_scene(&s, 3);
    p = right_plan(&s);
    for (size_t i = 0; i < 3; i++)
        set_candidate(&s, i, &p, 0);
    rows = features_of(&s, trials);
    assert_true(fabsf(rows[DENSE_TRIAL_VOTES] - 2.0F / 3) < 1e-6F);
    assert_true(rows[rank_features_count() + DENSE_TRIAL_ALIKE_BEFORE] >= 1);
    assert_true(rows[2 * rank_features_count() + DENSE_TRIAL_NONE] >= 1);
    assert_true(rows[DENSE_TRIAL_ALL_ROWS] >= 1); /* a condition, and all 6 singers */
    end_scene(&s);
}

static void lexical_features_are_the_same_each_time(void **state)
{
    uint32_t one[RANK_LEXICAL_FEATURES], other[RANK_LEXICAL_FEATURES];
    struct features f = { .id = one, .room = COUNT_OF(one) }, g = { .id = other, .room = COUNT_OF(other) };
    struct ranking *ranking;
    struct scene s;
    struct plan p;

    (void)state;
    set_scene(&s, 2);
    p = right_plan(&s);
    set_candidate(&s, 0, &p, 0);
    p.conditions[0].op = PLAN_LT;
    set_candidate(&s, 1, &p, 0);
    ranking = ranking_new(s.arena, question_new(s.arena, &s.asked.link), &s.reading);
    rank_lexical(ranking, 0, &f);
    rank_lexical(ranking, 0, &g);
    assert_int_equal(f.lost, 0);
    assert_true(f.n > 50);
    assert_int_equal(f.n, g.n);
    assert_memory_equal(one, other, f.n * sizeof *one);
    g.n = 0;
    rank_lexical(ranking, 1, &g);
    assert_true(f.n != g.n || memcmp(one, other, f.n * sizeof *one) != 0);
    end_scene(&s);
}

static void every_feature_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < rank_features_count(); i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(rank_feature_name(i), rank_feature_name(k));
    assert_null(rank_feature_name(rank_features_count()));
    for (size_t i = 0; i < RANK_MARGINS; i++)
        assert_non_null(rank_margin_name(i));
    assert_null(rank_margin_name(RANK_MARGINS));
}

static void margins_are_to_the_best_that_gives_other_rows(void **state)
{
    struct trial trials[3] = { { .tried = true, .rows = 6, .columns = 1, .hash = 7 },
                               { .tried = true, .rows = 6, .columns = 1, .hash = 7 },
                               { .tried = true, .rows = 1, .columns = 1, .hash = 8 } };
    const double scores[] = { 3, 2.5, 1 };
    float margins[RANK_MARGINS], *rows;
    struct ranking *ranking;
    size_t order[3];
    struct scene s;
    struct plan p;

    (void)state;
    set_scene(&s, 3);
    p = right_plan(&s);
    for (size_t i = 0; i < 3; i++)
        set_candidate(&s, i, &p, 0);
    ranking = ranking_new(s.arena, question_new(s.arena, &s.asked.link), &s.reading);
    rows = arena_array(s.arena, 3 * rank_features_count(), sizeof *rows);
    rank_features(ranking, trials, NULL, rows);
    rank_sort(scores, NULL, trials, 3, order);
    rank_margins(ranking, order, scores, NULL, trials, rows, margins);
    assert_true(fabsf(margins[1] - 2) < 1e-6F);
    assert_true(margins[2] > .9F && margins[2] < 1);
    assert_true(isnan(margins[3])); /* no lexical model */
    end_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_in_another_order_are_alike_unless_ordered),
        TEST(cells_that_change_places_are_not_alike),
        TEST(numbers_are_compared_by_value),
        TEST(what_a_trial_tells_of_its_rows),
        TEST(a_row_that_comes_late_is_still_counted),
        TEST(the_best_are_tried),
        TEST(those_that_failed_come_last),
        TEST(facts_of_a_plan),
        TEST(what_would_take_long_is_not_tried),
        TEST(a_candidate_that_explains_all_leaves_little),
        TEST(a_table_that_nothing_needs_is_seen),
        TEST(a_number_without_a_place_is_left),
        TEST(candidates_that_give_the_same_rows_share_their_votes),
        TEST(lexical_features_are_the_same_each_time),
        TEST(every_feature_has_a_name_of_its_own),
        TEST(margins_are_to_the_best_that_gives_other_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
