/* model_fit.c - what is learned by its loss on the databases it was not learned from: l2 of 1 to 50 and 4 to 8 passes
 * differ little there. Features that one database alone has are left out. */
#include "train/reader/model_fit.h"
#include "base/buf.h"
#include "base/err.h"
#include "read/features.h"
#include "train/reader/parts.h"
#include "train/room.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST_WEIGHT .01
#define FEATURE_LEAST 2 /* databases that a feature is seen in */
#define CLASS_LEAST 3   /* questions with a value of a sketch part, for it to be learned */

static const struct linear_fit fit_sketch = { .bits = 19, .passes = 6, .rate = .2, .l2 = 6, .seed = 1 };
static const struct linear_fit fit_role = { .bits = 18, .passes = 5, .rate = .2, .l2 = 5, .seed = 1 };

struct class_count {
    const char *value;
    size_t n;
};

static int by_count(const void *x, const void *y)
{
    const struct class_count *a = x, *b = y;

    return a->n != b->n ? (a->n < b->n ? 1 : -1) : strcmp(a->value, b->value);
}

static void list_classes(const struct sketch *sketches, size_t n, unsigned part, struct class_list *ret)
{
    struct class_count *counts = room_for(n, sizeof *counts);
    size_t different = 0, k;

    for (size_t i = 0; i < n; i++) {
        for (k = 0; k < different && strcmp(counts[k].value, sketches[i].part[part]) != 0;)
            k++;
        counts[k].value = sketches[i].part[part];
        counts[k].n++;
        different += k == different;
    }
    qsort(counts, different, sizeof *counts, by_count);
    ret->n = 0;
    for (size_t i = 0; i < different && ret->n < LINEAR_CLASSES_MOST && counts[i].n >= CLASS_LEAST; i++)
        memcpy(ret->value[ret->n++], counts[i].value, SKETCH_TEXT);
    free(counts);
}

size_t class_of(const struct class_list *classes, const char *value)
{
    size_t k = 0;

    while (k < classes->n && strcmp(classes->value[k], value) != 0)
        k++;
    return k;
}

/* The rows that have a class, and the classes. */
static void rows_with_class(struct model_job *j, struct examples *ret, uint32_t *dbs, uint16_t *class)
{
    for (size_t i = 0; i < j->rows.n; i++) {
        size_t k = class_of(&j->classes, j->sketches[i].part[j->part]);
        struct features row = { .n = j->rows.start[i + 1] - j->rows.start[i] };
        uint32_t ids[READ_FEATURES];
        if (k == j->classes.n)
            continue;
        memcpy(ids, j->rows.features + j->rows.start[i], row.n * sizeof *ids);
        row.id = ids;
        class[ret->n] = (uint16_t)k;
        dbs[ret->n] = j->dbs[i];
        examples_add(ret, &row);
    }
}

static void fit_classes(struct model_job *j)
{
    struct examples rows = { 0 }, common = { 0 };
    uint16_t *class = room_for(j->rows.n, sizeof *class);
    uint32_t *dbs = room_for(j->rows.n, sizeof *dbs);
    struct feature_rows all;

    list_classes(j->sketches, j->rows.n, j->part, &j->classes);
    rows_with_class(j, &rows, dbs, class);
    if (rows.n > 0) {
        all = examples_rows(&rows, 0, rows.n);
        examples_common(&all, dbs, FEATURE_LEAST, &common);
        all = examples_rows(&common, 0, common.n);
        j->loss = linear_fit_classes(&fit_sketch, &all, class, j->classes.n, &j->weights);
    }
    examples_done(&rows);
    examples_done(&common);
    free(class);
    free(dbs);
}

static void fit_yes_no(struct model_job *j)
{
    struct examples common = { 0 };
    struct feature_rows all;

    examples_common(&j->rows, j->dbs, FEATURE_LEAST, &common);
    all = examples_rows(&common, 0, common.n);
    j->loss = linear_fit_yes_no(&fit_role, &all, j->is_yes, j->importance, &j->weights);
    examples_done(&common);
}

/* The loss on one row of all, by its number from the first that was learned from. */
static double loss_on(const struct model_job *j, ptrdiff_t row)
{
    double scores[LINEAR_CLASSES_MOST];
    size_t n, k = 0;
    const uint32_t *features = examples_row(j->all, (size_t)((ptrdiff_t)j->first + row), &n);

    linear_weights_scores(&j->weights, features, n, scores);
    if (!j->sketches)
        return -log(fmax(1e-9, logistic(j->is_yes[row] ? scores[0] : -scores[0])));
    k = class_of(&j->classes, j->sketches[row].part[j->part]);
    log_softmax(scores, j->classes.n, scores);
    return k < j->classes.n ? -scores[k] : 0;
}

static void measure_others(struct model_job *j)
{
    size_t n = 0;

    for (size_t i = 0; i < j->all->n; i++)
        if (i < j->first || i >= j->end) {
            j->loss_others += loss_on(j, (ptrdiff_t)i - (ptrdiff_t)j->first);
            n++;
        }
    if (n > 0)
        j->loss_others /= (double)n;
}

void model_fit(void *jobs, size_t i)
{
    struct model_job *j = (struct model_job *)jobs + i;

    if (j->sketches)
        fit_classes(j);
    else
        fit_yes_no(j);
    if (j->all && j->weights.slots)
        measure_others(j);
}

int model_write(const struct model_job *j, struct parts *ret, struct err *err)
{
    char name[BUNDLE_NAME_BYTES];
    struct buf *b;

    if (!j->weights.slots)
        return err_set(err, ERR_INVALID_INPUT, "There is too little to learn from.", "%s", j->name);
    if (linear_write(&j->weights, LEAST_WEIGHT, parts_add(ret, j->name), err))
        return -1;
    if (!j->sketches)
        return 0;
    snprintf(name, sizeof name, "%s.values", j->name);
    b = parts_add(ret, name);
    for (size_t i = 0; i < j->classes.n; i++)
        buf_addf(b, "%s\n", j->classes.value[i]);
    return 0;
}
