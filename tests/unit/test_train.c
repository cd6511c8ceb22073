/* test_train.c - what is learned is what was put in: on examples made from a known truth. */
#include "base/buf.h"
#include "base/err.h"
#include "learn/calibration.h"
#include "learn/feature.h"
#include "learn/linear.h"
#include "learn/trees.h"
#include "near_testing.h"
#include "train/calibrate_fit.h"
#include "train/linear_fit.h"
#include "train/random.h"
#include "train/trees_fit.h"
#include <math.h>
#include <stdbool.h>

#define PARTS (16 << 20)

/* ---- linear ---- */

enum { ROWS = 4000, PER_ROW = 3, WORDS = 40 };

/* Rows of three words each, out of forty. */
struct worded {
    uint32_t features[ROWS * PER_ROW];
    uint64_t start[ROWS + 1];
    uint64_t random;
    struct feature_rows rows;
};

static uint32_t word(size_t i)
{
    return feature_of(feature_text("word"), (uint32_t)i);
}

static struct worded *worded_new(void)
{
    struct worded *w = calloc(1, sizeof *w);

    w->random = 7;
    for (size_t i = 0; i < ROWS; i++) {
        w->start[i + 1] = (i + 1) * PER_ROW;
        for (size_t k = 0; k < PER_ROW; k++)
            w->features[i * PER_ROW + k] = word(random_below(&w->random, WORDS));
    }
    w->rows = (struct feature_rows){ w->features, w->start, ROWS };
    return w;
}

/* The weight that a word has in truth. */
static double truth(uint32_t feature)
{
    for (size_t i = 0; i < WORDS; i++)
        if (word(i) == feature)
            return (double)i / 10 - 2;
    return 0;
}

static double true_score(const struct worded *w, size_t row)
{
    double sum = 0;

    for (size_t k = 0; k < PER_ROW; k++)
        sum += truth(w->features[row * PER_ROW + k]);
    return sum;
}

/* The gradient of the whole sum, loss and penalty, must be nothing at the weights learned, for each word. */
static void the_penalised_loss_is_at_its_least(void **state)
{
    struct worded *w = worded_new();
    struct linear_fit how = { .bits = 14, .passes = 60, .rate = .3, .l2 = 5, .seed = 1 };
    struct linear_weights learned;
    bool yes[ROWS];

    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        yes[i] = random_share(&w->random) < logistic(true_score(w, i) - 1);
    linear_fit_yes_no(&how, &w->rows, yes, NULL, &learned);
    for (size_t i = 0; i < WORDS; i++) {
        double weight = (double)learned.slots[word(i) & 0x3fff], gradient = how.l2 * weight, p, touched = 0;
        for (size_t k = 0; k < ROWS * PER_ROW; k++)
            if (w->features[k] == word(i)) {
                linear_weights_scores(&learned, w->features + k / PER_ROW * PER_ROW, PER_ROW, &p);
                gradient += logistic(p) - yes[k / PER_ROW];
                touched++;
            }
        assert_near(gradient / touched, 0, .01);
        assert_near(weight, truth(word(i)), .6);
    }
    linear_weights_done(&learned);
    free(w);
}

/* Lists of eight candidates, of which one was picked as likely as its true weights say. */
static struct lists picked_lists(struct worded *w, uint64_t *first, bool *is_right)
{
    struct lists lists = { .rows = w->rows, .first = first, .n = ROWS / 8, .is_right = is_right };

    for (size_t i = 0; i < lists.n; i++) {
        double p[8], at = random_share(&w->random);
        first[i + 1] = 8 * (i + 1);
        for (size_t k = 0; k < 8; k++)
            p[k] = true_score(w, 8 * i + k);
        softmax(p, 8, p);
        for (size_t k = 0; k < 8; k++) {
            is_right[8 * i + k] = at >= 0 && at < p[k];
            at -= p[k];
        }
    }
    return lists;
}

static void a_list_learns_what_comes_first(void **state)
{
    struct worded *w = worded_new();
    struct linear_fit how = { .bits = 14, .passes = 40, .rate = .3, .l2 = .5, .seed = 1 };
    struct linear_weights learned;
    uint64_t first[ROWS / 8 + 1] = { 0 };
    bool is_right[ROWS];
    struct lists lists = picked_lists(w, first, is_right);
    double loss = linear_fit_lists(&how, &lists, &learned), bound = 0, products = 0, squares = 0, others = 0, mean = 0;

    (void)state;
    for (size_t i = 0; i < lists.n; i++) {
        double p[8];
        for (size_t k = 0; k < 8; k++)
            p[k] = true_score(w, 8 * i + k);
        log_softmax(p, 8, p);
        for (size_t k = 0; k < 8; k++)
            bound -= is_right[8 * i + k] ? p[k] : 0;
    }
    assert_true(loss < bound / (double)lists.n); /* the truth's own loss on these */
    for (size_t i = 0; i < WORDS; i++)
        mean += (double)learned.slots[word(i) & 0x3fff] / WORDS;
    for (size_t i = 0; i < WORDS; i++) {
        double a = truth(word(i)) + .05, b = (double)learned.slots[word(i) & 0x3fff] - mean;
        products += a * b;
        squares += a * a;
        others += b * b;
    }
    assert_true(products / sqrt(squares * others) > .97);
    assert_near(products / squares, 1, .2);
    linear_weights_done(&learned);
    free(w);
}

/* One word decides; the offset says the contrary, and the weight must make up for it. */
static void an_offset_is_part_of_the_score(void **state)
{
    const uint32_t features[] = { 1, 2 };
    const uint64_t start[] = { 0, 1, 2 }, first[] = { 0, 2 };
    const bool is_right[] = { true, false };
    const float offset[] = { -30, 0 };
    struct linear_fit how = { .bits = 6, .passes = 400, .rate = .5, .seed = 1 };
    struct lists lists = { { features, start, 2 }, first, 1, is_right, NULL };
    struct linear_weights without, with;

    (void)state;
    linear_fit_lists(&how, &lists, &without);
    lists.offset = offset;
    linear_fit_lists(&how, &lists, &with);
    assert_true(with.slots[1] - with.slots[2] > without.slots[1] - without.slots[2] + 10);
    linear_weights_done(&without);
    linear_weights_done(&with);
}

static void a_list_without_a_right_one_teaches_nothing(void **state)
{
    const uint32_t features[] = { 1, 2, 1, 2 };
    const uint64_t start[] = { 0, 1, 2, 3, 4 }, first[] = { 0, 2, 4 };
    const bool is_right[] = { true, true, false, false };
    struct linear_fit how = { .bits = 6, .passes = 9, .rate = .5, .seed = 1 };
    struct lists lists = { { features, start, 4 }, first, 2, is_right, NULL };
    struct linear_weights learned;

    (void)state;
    assert_true(linear_fit_lists(&how, &lists, &learned) == 0);
    assert_true(learned.slots[1] == 0 && learned.slots[2] == 0);
    linear_weights_done(&learned);
}

/* One word says class 3; what class there is without it, nothing says. */
static void classes_are_told_apart(void **state)
{
    struct worded *w = worded_new();
    struct linear_fit how = { .bits = 12, .passes = 20, .rate = .3, .l2 = .01, .seed = 1 };
    struct linear_weights learned;
    uint16_t class[ROWS];
    uint64_t random = 3;
    struct buf b CLEANUP(buf_done) = BUF(PARTS);
    struct linear m;
    struct err err;
    double p[10], share[10] = { 0 };

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        class[i] = (uint16_t)(w->features[i * PER_ROW] == word(1) ? 3 : random_below(&random, 10));
        w->features[i * PER_ROW + 1] = w->features[i * PER_ROW + 2] = word(WORDS + i % 2);
    }
    linear_fit_classes(&how, &w->rows, class, 10, &learned);
    assert_int_equal(linear_write(&learned, 0, &b, &err), 0);
    assert_int_equal(linear_open(b.p, b.n, &m, &err), 0);
    for (size_t i = 0; i < ROWS; i++) {
        linear_scores(&m, w->features + i * PER_ROW, PER_ROW, p);
        softmax(p, 10, p);
        if (w->features[i * PER_ROW] == word(1))
            assert_true(p[3] > .9);
        for (size_t c = 0; c < 10; c++)
            share[c] += p[c] / ROWS;
    }
    for (size_t c = 0; c < 10; c++) {
        double seen = 0;
        for (size_t i = 0; i < ROWS; i++)
            seen += class[i] == c ? 1.0 / ROWS : 0;
        assert_near(share[c], seen, .01);
    }
    linear_weights_done(&learned);
    free(w);
}

static void rounding_loses_little(void **state)
{
    struct worded *w = worded_new();
    struct linear_fit how = { .bits = 14, .passes = 5, .rate = .3, .l2 = 1, .seed = 1 };
    struct linear_weights learned;
    struct buf b CLEANUP(buf_done) = BUF(PARTS), few CLEANUP(buf_done) = BUF(PARTS);
    struct linear m;
    struct err err;
    bool yes[ROWS];
    double exact;

    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        yes[i] = true_score(w, i) > 0;
    linear_fit_yes_no(&how, &w->rows, yes, NULL, &learned);
    assert_int_equal(linear_write(&learned, 0, &b, &err), 0);
    assert_int_equal(linear_open(b.p, b.n, &m, &err), 0);
    assert_int_equal(m.n_weights, WORDS);
    for (size_t i = 0; i < ROWS; i++) {
        linear_weights_scores(&learned, w->features + i * PER_ROW, PER_ROW, &exact);
        assert_near(linear_score(&m, w->features + i * PER_ROW, PER_ROW), exact, 1e-3);
    }
    assert_int_equal(linear_write(&learned, 1, &few, &err), 0);
    assert_true(few.n < b.n);
    linear_weights_done(&learned);
    free(w);
}

/* ---- trees ---- */

enum { EXAMPLES = 6000, FEATURES = 11 };

struct numbers {
    float values[EXAMPLES * FEATURES];
    uint8_t label[EXAMPLES];
    uint64_t first[EXAMPLES / 10 + 1];
    struct tree_rows rows;
};

/* Numbers from 0 to 1; one in fifty is unknown, but not of the first two. */
static struct numbers *numbers_new(uint64_t seed)
{
    struct numbers *x = calloc(1, sizeof *x);

    for (size_t i = 0; i < EXAMPLES * FEATURES; i++) {
        double v = random_share(&seed);
        x->values[i] = i % FEATURES > 1 && v < .02 ? NAN : (float)v;
    }
    for (size_t i = 0; i <= EXAMPLES / 10; i++)
        x->first[i] = 10 * i;
    x->rows = (struct tree_rows){ x->values, EXAMPLES, FEATURES };
    return x;
}

static const float *row_of(const struct numbers *x, size_t i)
{
    return x->values + i * FEATURES;
}

/* Neither of the first two features says anything alone. */
static bool either(const float *row)
{
    return (row[0] > .3F) != (row[1] > .6F);
}

static struct trees opened(const struct trees_learned *t, struct buf *b)
{
    struct trees m;
    struct err err;

    assert_int_equal(trees_write(t, b, &err), 0);
    assert_int_equal(trees_open(b->p, b->n, &m, &err), 0);
    return m;
}

static void trees_learn_what_features_say_together(void **state)
{
    struct numbers *x = numbers_new(5), *other = numbers_new(6);
    struct trees_fit how = trees_fit_usual;
    struct trees_learned *learned;
    struct buf b CLEANUP(buf_done) = BUF(PARTS);
    struct trees m;
    struct err err;
    uint64_t random = 9;
    double score, gains[FEATURES], right = 0, sure = 0;

    (void)state;
    how.trees = 120;
    how.rate = .1;
    how.feature_share = 1;
    for (size_t i = 0; i < EXAMPLES; i++)
        x->label[i] = either(row_of(x, i)) != (random_share(&random) < .1);
    assert_int_equal(trees_fit_yes_no(&how, &x->rows, x->label, NULL, &learned, &err), 0);
    m = opened(learned, &b);
    for (size_t i = 0; i < EXAMPLES; i++) {
        trees_scores(&m, row_of(other, i), 1, FEATURES, &score);
        right += (score > 0) == either(row_of(other, i)) ? 1.0 / EXAMPLES : 0;
        sure += fabs(logistic(score) - .5) / EXAMPLES;
    }
    assert_true(right > .97);
    assert_near(sure, .4, .05); /* nine in ten labels are true, and it knows */
    trees_gains(learned, gains);
    for (size_t i = 2; i < FEATURES; i++)
        assert_true(gains[i] < gains[0] / 3 && gains[i] < gains[1] / 3);
    trees_learned_free(learned);
    free(x);
    free(other);
}

/* How good a candidate is: which of a list's is best is known. */
static double goodness(const float *row)
{
    return (double)row[0] + (row[1] > .5F ? .5 : 0);
}

static size_t best_of_list(const struct numbers *x, size_t list)
{
    size_t best = x->first[list];

    for (size_t i = best + 1; i < x->first[list + 1]; i++)
        best = goodness(row_of(x, i)) > goodness(row_of(x, best)) ? i : best;
    return best;
}

/* Lists of ten; all but two features are noise. */
static void the_best_of_a_list_comes_first(void **state)
{
    struct numbers *x = numbers_new(5), *other = numbers_new(6);
    struct trees_fit how = trees_fit_usual;
    struct trees_learned *learned;
    struct buf b CLEANUP(buf_done) = BUF(PARTS);
    struct trees m;
    struct err err;
    double scores[10], right = 0, lists = EXAMPLES / 10;

    (void)state;
    how.trees = 100;
    for (size_t i = 0; i < EXAMPLES; i++)
        x->label[i] = i == best_of_list(x, i / 10);
    assert_int_equal(trees_fit_order(&how, &x->rows, x->label, x->first, EXAMPLES / 10, &learned, &err), 0);
    m = opened(learned, &b);
    for (size_t i = 0; i < EXAMPLES / 10; i++) {
        size_t best = 0;
        trees_scores(&m, row_of(other, other->first[i]), 10, FEATURES, scores);
        for (size_t k = 1; k < 10; k++)
            best = scores[k] > scores[best] ? k : best;
        right += other->first[i] + best == best_of_list(other, i) ? 1 / lists : 0;
    }
    assert_true(right > .85);
    trees_learned_free(learned);
    free(x);
    free(other);
}

static void threads_and_runs_give_the_same_bytes(void **state)
{
    struct numbers *x = numbers_new(5);
    struct trees_fit how = trees_fit_usual;

    (void)state;
    how.trees = 20;
    for (size_t i = 0; i < EXAMPLES; i++)
        x->label[i] = either(row_of(x, i));
    for (int order = 0; order < 2; order++) {
        struct buf b[3] = { BUF(PARTS), BUF(PARTS), BUF(PARTS) };
        for (size_t i = 0; i < 3; i++) {
            struct trees_learned *learned;
            struct err err;
            how.threads = i == 0 ? 1 : 2;
            assert_int_equal(order ? trees_fit_order(&how, &x->rows, x->label, x->first, EXAMPLES / 10, &learned, &err)
                                   : trees_fit_yes_no(&how, &x->rows, x->label, NULL, &learned, &err),
                             0);
            assert_int_equal(trees_write(learned, &b[i], &err), 0);
            trees_learned_free(learned);
        }
        assert_true(b[0].n > 1000);
        for (size_t i = 1; i < 3; i++) {
            assert_int_equal(b[i].n, b[0].n);
            assert_memory_equal(b[i].p, b[0].p, b[0].n);
        }
        for (size_t i = 0; i < 3; i++)
            buf_done(&b[i]);
    }
    free(x);
}

static void trees_refuse_what_they_cannot_learn_from(void **state)
{
    struct numbers *x = numbers_new(5);
    struct trees_fit how = trees_fit_usual;
    struct tree_rows none = { x->values, 0, FEATURES };
    struct trees_learned *learned;
    struct err err;

    (void)state;
    assert_int_equal(trees_fit_yes_no(&how, &none, x->label, NULL, &learned, &err), -1);
    x->label[3] = 2;
    assert_int_equal(trees_fit_yes_no(&how, &x->rows, x->label, NULL, &learned, &err), -1);
    x->label[3] = 16;
    assert_int_equal(trees_fit_order(&how, &x->rows, x->label, x->first, EXAMPLES / 10, &learned, &err), -1);
    x->label[3] = 1;
    assert_int_equal(trees_fit_order(&how, &x->rows, x->label, x->first, EXAMPLES / 10 - 1, &learned, &err), -1);
    how.threads = 3;
    assert_int_equal(trees_fit_yes_no(&how, &x->rows, x->label, NULL, &learned, &err), -1);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    free(x);
}

/* ---- calibration ---- */

static void probabilities_are_what_was_seen(void **state)
{
    enum { N = 20000 };
    double *scores = calloc(N, sizeof *scores);
    bool *is_right = calloc(N, sizeof *is_right);
    struct buf b CLEANUP(buf_done) = BUF(PARTS);
    struct calibration c;
    struct err err;
    uint64_t random = 11;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        scores[i] = 4 * random_share(&random) - 2;
        is_right[i] = random_share(&random) < logistic(3 * scores[i]); /* surer than its score says */
    }
    assert_int_equal(calibrate_fit(scores, is_right, N, 200, &b, &err), 0);
    assert_int_equal(calibration_open(b.p, b.n, &c, &err), 0);
    assert_true(c.n > 5 && c.n <= N / 200);
    for (double s = -2; s <= 2; s += .1)
        assert_near(calibrate(&c, s), logistic(3 * s), .06);
    free(scores);
    free(is_right);
}

static void few_examples_are_no_certainty(void **state)
{
    const double scores[] = { 1, 2, 2, 3 }, not_one[] = { NAN, 1, 1, 1 };
    const bool is_right[] = { false, true, false, true };
    struct buf b CLEANUP(buf_done) = BUF(PARTS), one CLEANUP(buf_done) = BUF(PARTS);
    struct calibration c;
    struct err err;

    (void)state;
    assert_int_equal(calibrate_fit(scores, is_right, 4, 1, &b, &err), 0);
    assert_int_equal(calibration_open(b.p, b.n, &c, &err), 0);
    assert_int_equal(c.n, 3);
    assert_near(calibrate(&c, 1), .25, 1e-6);
    assert_near(calibrate(&c, 2), .5, 1e-6);
    assert_near(calibrate(&c, 3), .75, 1e-6);
    assert_int_equal(calibrate_fit(scores, is_right, 4, 100, &one, &err), 0);
    assert_int_equal(one.n, sizeof(struct calibration_point));
    assert_int_equal(calibrate_fit(scores, is_right, 0, 1, &b, &err), -1);
    assert_int_equal(calibrate_fit(not_one, is_right, 4, 1, &b, &err), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_penalised_loss_is_at_its_least),
        cmocka_unit_test(a_list_learns_what_comes_first),
        cmocka_unit_test(an_offset_is_part_of_the_score),
        cmocka_unit_test(a_list_without_a_right_one_teaches_nothing),
        cmocka_unit_test(classes_are_told_apart),
        cmocka_unit_test(rounding_loses_little),
        cmocka_unit_test(trees_learn_what_features_say_together),
        cmocka_unit_test(the_best_of_a_list_comes_first),
        cmocka_unit_test(threads_and_runs_give_the_same_bytes),
        cmocka_unit_test(trees_refuse_what_they_cannot_learn_from),
        cmocka_unit_test(probabilities_are_what_was_seen),
        cmocka_unit_test(few_examples_are_no_certainty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
