/* linear_fit.c - Adagrad, an example at a time, with the penalty taken as a step of its own.
 *
 * A step touches the slots of one example only, so a slot's penalty is shared out among the examples that touch it:
 * l2 / how many do. It shrinks the weight behind the gradient's step (a proximal step), which is stable however strong
 * it is. The rate falls to nothing over the passes, so that the last examples do not weigh more than the first.
 */
#include "train/linear_fit.h"
#include "base/buf.h"
#include "base/err.h"
#include "learn/linear.h"
#include "learn/linear_part.h"
#include "train/random.h"
#include "train/room.h"
#include <assert.h>
#include <math.h>
#include <string.h>

#define FIRST_SQUARE 1e-2f /* what squares of gradients begin with: keeps a first step from being a leap */

struct fitting {
    const struct linear_fit *how;
    struct linear_weights w;
    float *squares; /* of the gradients of each slot, summed */
    float *penalty; /* of each slot at one step */
    float bias_squares[LINEAR_CLASSES_MOST];
    size_t mask;
    double rate; /* of this pass */
    uint64_t random;
    uint32_t *order; /* of the examples */
    size_t n;
};

static void begin(struct fitting *f, const struct linear_fit *how, size_t classes, size_t n)
{
    size_t slots = (size_t)1 << how->bits;

    assert(how->bits >= LINEAR_BITS_LEAST && how->bits <= LINEAR_BITS_MOST);
    assert(classes >= 1 && classes <= LINEAR_CLASSES_MOST && n < UINT32_MAX);
    *f = (struct fitting){ .how = how, .mask = slots - 1, .random = how->seed, .n = n };
    f->w = (struct linear_weights){ .bits = how->bits, .classes = classes };
    f->w.slots = room_for(slots, sizeof *f->w.slots);
    f->w.bias = room_for(classes, sizeof *f->w.bias);
    f->squares = room_for(slots, sizeof *f->squares);
    f->penalty = room_for(slots, sizeof *f->penalty);
    f->order = room_for(n, sizeof *f->order);
    for (size_t i = 0; i < slots; i++)
        f->squares[i] = FIRST_SQUARE;
    for (size_t i = 0; i < classes; i++)
        f->bias_squares[i] = FIRST_SQUARE;
    for (size_t i = 0; i < n; i++)
        f->order[i] = (uint32_t)i;
}

static struct linear_weights end(struct fitting *f)
{
    free(f->squares);
    free(f->penalty);
    free(f->order);
    return f->w;
}

/* The slots' penalties, once it is counted in f->penalty how many examples touch each. */
static void share_penalties(struct fitting *f)
{
    for (size_t i = 0; i <= f->mask; i++)
        f->penalty[i] = f->penalty[i] > 0 ? (float)f->how->l2 / f->penalty[i] : 0;
}

static void begin_pass(struct fitting *f, unsigned pass)
{
    f->rate = f->how->rate * (1 - (double)pass / f->how->passes);
    random_shuffle(&f->random, f->order, f->n);
}

static void step(struct fitting *f, size_t slot, float gradient)
{
    float rate;

    f->squares[slot] += gradient * gradient;
    rate = (float)f->rate / sqrtf(f->squares[slot]);
    f->w.slots[slot] = (f->w.slots[slot] - rate * gradient) / (1 + rate * f->penalty[slot]);
}

static void step_bias(struct fitting *f, size_t class, float gradient)
{
    f->bias_squares[class] += gradient * gradient;
    f->w.bias[class] -= (float)f->rate * gradient / sqrtf(f->bias_squares[class]);
}

static double sum_of(const struct fitting *f, const uint32_t *features, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)f->w.slots[features[i] & f->mask];
    return sum;
}

static const uint32_t *row_of(const struct feature_rows *rows, size_t i, size_t *ret_n)
{
    *ret_n = rows->start[i + 1] - rows->start[i];
    return rows->features + rows->start[i];
}

/* ---- lists ---- */

/* What a list needs while it is looked at: of each candidate, and the gradients of the slots it touches. */
struct list_room {
    double *scores, *wanted;
    float *gradients;  /* of each slot; 0 but for those touched */
    uint32_t *touched; /* slots */
    size_t n_touched;
    uint32_t *seen_in; /* of each slot: the last list that touched it, counted from 1 */
};

static void touch_list(struct list_room *r, const struct lists *lists, size_t list, size_t mask, uint32_t stamp)
{
    uint64_t from = lists->rows.start[lists->first[list]], to = lists->rows.start[lists->first[list + 1]];

    r->n_touched = 0;
    for (uint64_t i = from; i < to; i++) {
        uint32_t slot = (uint32_t)(lists->rows.features[i] & mask);
        if (r->seen_in[slot] != stamp) {
            r->seen_in[slot] = stamp;
            r->touched[r->n_touched++] = slot;
        }
    }
}

static struct list_room list_room(const struct lists *lists, size_t slots)
{
    struct list_room r = { 0 };
    uint64_t candidates = 0;

    for (size_t i = 0; i < lists->n; i++) {
        uint64_t n = lists->first[i + 1] - lists->first[i];
        candidates = n > candidates ? n : candidates;
    }
    r.scores = room_for(candidates, sizeof *r.scores);
    r.wanted = room_for(candidates, sizeof *r.wanted);
    r.gradients = room_for(slots, sizeof *r.gradients);
    r.touched = room_for(slots, sizeof *r.touched);
    r.seen_in = room_for(slots, sizeof *r.seen_in);
    return r;
}

static void list_room_done(struct list_room *r)
{
    free(r->scores);
    free(r->wanted);
    free(r->gradients);
    free(r->touched);
    free(r->seen_in);
}

/* Whether there is something to learn: some are right and some are not. */
static bool list_teaches(const struct lists *lists, size_t list)
{
    size_t right = 0, n = lists->first[list + 1] - lists->first[list];

    for (size_t i = 0; i < n; i++)
        right += lists->is_right[lists->first[list] + i];
    return right > 0 && right < n;
}

/* The probabilities of a list's candidates, into scores; those of the right ones among themselves, into wanted. The
 * loss is the logarithm of what all right ones have. */
static double score_list(const struct fitting *f, const struct lists *lists, size_t list, struct list_room *r)
{
    size_t first = lists->first[list], n = lists->first[list + 1] - first, length;
    double right = 0;

    for (size_t i = 0; i < n; i++) {
        const uint32_t *row = row_of(&lists->rows, first + i, &length);
        r->scores[i] = sum_of(f, row, length) + (lists->offset ? (double)lists->offset[first + i] : 0);
    }
    softmax(r->scores, n, r->scores);
    for (size_t i = 0; i < n; i++)
        right += lists->is_right[first + i] ? r->scores[i] : 0;
    right = right > 1e-300 ? right : 1e-300;
    for (size_t i = 0; i < n; i++)
        r->wanted[i] = lists->is_right[first + i] ? r->scores[i] / right : 0;
    return -log(right);
}

static double learn_list(struct fitting *f, const struct lists *lists, size_t list, uint32_t stamp, struct list_room *r)
{
    size_t first = lists->first[list], n = lists->first[list + 1] - first, length;
    double loss = score_list(f, lists, list, r);

    touch_list(r, lists, list, f->mask, stamp);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *row = row_of(&lists->rows, first + i, &length);
        float gradient = (float)(r->scores[i] - r->wanted[i]);
        for (size_t k = 0; k < length; k++)
            r->gradients[row[k] & f->mask] += gradient;
    }
    for (size_t i = 0; i < r->n_touched; i++) {
        step(f, r->touched[i], r->gradients[r->touched[i]]);
        r->gradients[r->touched[i]] = 0;
    }
    return loss;
}

double linear_fit_lists(const struct linear_fit *how, const struct lists *lists, struct linear_weights *ret)
{
    struct fitting f;
    struct list_room r = list_room(lists, (size_t)1 << how->bits);
    uint32_t stamp = 0;
    double loss = 0;

    begin(&f, how, 1, lists->n);
    f.n = 0;
    for (size_t i = 0; i < lists->n; i++)
        if (list_teaches(lists, i)) {
            f.order[f.n++] = (uint32_t)i;
            touch_list(&r, lists, i, f.mask, ++stamp);
            for (size_t k = 0; k < r.n_touched; k++)
                f.penalty[r.touched[k]]++;
        }
    share_penalties(&f);
    for (unsigned pass = 0; pass < how->passes; pass++) {
        begin_pass(&f, pass);
        loss = 0;
        for (size_t i = 0; i < f.n; i++)
            loss += learn_list(&f, lists, f.order[i], ++stamp, &r);
    }
    loss = f.n > 0 ? loss / (double)f.n : 0;
    list_room_done(&r);
    *ret = end(&f);
    return loss;
}

/* ---- classes, and yes or no ---- */

static void scores_of(const struct linear_weights *w, const uint32_t *features, size_t n, double *ret)
{
    size_t mask = ((size_t)1 << w->bits) - 1;

    for (size_t c = 0; c < w->classes; c++)
        ret[c] = (double)w->bias[c];
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < w->classes; c++)
            ret[c] += (double)w->slots[(features[i] + c) & mask];
}

static void count_touches(struct fitting *f, const struct feature_rows *rows)
{
    for (uint64_t i = rows->start[0]; i < rows->start[rows->n]; i++)
        for (size_t c = 0; c < f->w.classes; c++)
            f->penalty[(rows->features[i] + c) & f->mask]++;
}

/* A step for each class, whose gradients are given. */
static void learn_row(struct fitting *f, const uint32_t *row, size_t n, const float *gradients)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < f->w.classes; c++)
            step(f, (row[i] + c) & f->mask, gradients[c]);
    for (size_t c = 0; c < f->w.classes; c++)
        step_bias(f, c, gradients[c]);
}

double linear_fit_classes(const struct linear_fit *how, const struct feature_rows *rows, const uint16_t *class_of,
                          size_t classes, struct linear_weights *ret)
{
    struct fitting f;
    double p[LINEAR_CLASSES_MOST], loss = 0;
    float gradients[LINEAR_CLASSES_MOST];
    size_t n;

    begin(&f, how, classes, rows->n);
    count_touches(&f, rows);
    share_penalties(&f);
    for (unsigned pass = 0; pass < how->passes; pass++) {
        begin_pass(&f, pass);
        loss = 0;
        for (size_t i = 0; i < f.n; i++) {
            const uint32_t *row = row_of(rows, f.order[i], &n);
            size_t class = class_of[f.order[i]];
            scores_of(&f.w, row, n, p);
            log_softmax(p, classes, p);
            loss -= p[class];
            for (size_t c = 0; c < classes; c++)
                gradients[c] = (float)(exp(p[c]) - (c == class ? 1 : 0));
            learn_row(&f, row, n, gradients);
        }
    }
    *ret = end(&f);
    return rows->n > 0 ? loss / (double)rows->n : 0;
}

double linear_fit_yes_no(const struct linear_fit *how, const struct feature_rows *rows, const bool *is_yes,
                         const float *importance, struct linear_weights *ret)
{
    struct fitting f;
    double loss = 0, weight = 0;
    size_t n;

    begin(&f, how, 1, rows->n);
    count_touches(&f, rows);
    share_penalties(&f);
    for (unsigned pass = 0; pass < how->passes; pass++) {
        begin_pass(&f, pass);
        loss = weight = 0;
        for (size_t i = 0; i < f.n; i++) {
            size_t at = f.order[i];
            const uint32_t *row = row_of(rows, at, &n);
            double p = logistic(sum_of(&f, row, n) + (double)f.w.bias[0]),
                   heavy = importance ? (double)importance[at] : 1;
            float gradient = (float)(heavy * (p - (is_yes[at] ? 1 : 0)));
            loss -= heavy * log(fmax(is_yes[at] ? p : 1 - p, 1e-300));
            weight += heavy;
            learn_row(&f, row, n, &gradient);
        }
    }
    *ret = end(&f);
    return weight > 0 ? loss / weight : 0;
}

/* ---- what was learned ---- */

void linear_weights_scores(const struct linear_weights *w, const uint32_t *features, size_t n, double *ret)
{
    scores_of(w, features, n, ret);
}

void linear_weights_done(struct linear_weights *w)
{
    free(w->slots);
    free(w->bias);
    *w = (struct linear_weights){ 0 };
}

/* The weight in units of scale; 0 where it is to be left out. */
static int16_t rounded(float weight, double scale, double least)
{
    double w = (double)weight;

    return fabs(w) < least ? 0 : (int16_t)lrint(w / scale);
}

int linear_write(const struct linear_weights *w, double least, struct buf *ret, struct err *err)
{
    size_t slots = (size_t)1 << w->bits, blocks = slots / LINEAR_BLOCK, at = 0;
    uint64_t *present = room_for(blocks, sizeof *present);
    uint32_t *before = room_for(blocks, sizeof *before);
    int16_t *weights = room_for(slots, sizeof *weights);
    struct linear_head head = { .bits = w->bits, .classes = (uint32_t)w->classes };
    float most = 0;

    for (size_t i = 0; i < slots; i++)
        most = fmaxf(most, fabsf(w->slots[i]));
    head.scale = most > 0 ? most / INT16_MAX : 1;
    for (size_t i = 0; i < slots; i++) {
        int16_t v = rounded(w->slots[i], (double)head.scale, least);
        if (i % LINEAR_BLOCK == 0)
            before[i / LINEAR_BLOCK] = (uint32_t)at;
        if (v != 0) {
            present[i / LINEAR_BLOCK] |= (uint64_t)1 << i % LINEAR_BLOCK;
            weights[at++] = v;
        }
    }
    head.weights = (uint32_t)at;
    buf_add(ret, &head, sizeof head);
    buf_add(ret, present, blocks * sizeof *present);
    buf_add(ret, before, blocks * sizeof *before);
    buf_add(ret, w->bias, w->classes * sizeof *w->bias);
    buf_add(ret, weights, at * sizeof *weights);
    free(present);
    free(before);
    free(weights);
    return buf_check(ret, err);
}
