/* models.c - the reader's parts of a bundle, found by their names and looked at once. */
#include "read/models.h"
#include "base/arena.h"
#include "base/err.h"
#include "learn/bundle.h"
#include "read/rank.h"
#include <math.h>

const char *const read_role_names[ROLES] = { "shown", "figure", "group", "order", "where" };

static int open_linear(const struct bundle *b, const char *name, struct linear *ret, struct err *err)
{
    const void *p;
    size_t n;

    if (bundle_part(b, name, &p, &n, err) != 0)
        return -1;
    return linear_open(p, n, ret, err);
}

static int open_trees(const struct bundle *b, const char *name, struct trees *ret, struct err *err)
{
    const void *p;
    size_t n;

    if (bundle_part(b, name, &p, &n, err) != 0)
        return -1;
    return trees_open(p, n, ret, err);
}

static bool has_part(const struct bundle *b, const char *name)
{
    struct err unused = { 0 };
    const void *p;
    size_t n;

    return bundle_part(b, name, &p, &n, &unused) == 0;
}

/* Values of a sketch's part, one a line: as many as the model has classes. */
static int open_values(struct arena *a, const struct bundle *b, const char *name, struct sketch_model *ret,
                       struct err *err)
{
    char(*values)[SKETCH_TEXT] = arena_array(a, ret->model.classes, sizeof *values);
    const void *part;
    const char *p;
    size_t n, at = 0;

    if (bundle_part(b, name, &part, &n, err) != 0)
        return -1;
    p = part;
    for (size_t i = 0; i < ret->model.classes; i++) {
        const char *end = memchr(p + at, '\n', n - at);
        size_t len = end ? (size_t)(end - p) - at : 0;
        if (len == 0 || len >= SKETCH_TEXT)
            return bundle_damaged(err, name, "it has other values than its model has classes");
        memcpy(values[i], p + at, len);
        at += len + 1;
    }
    if (at != n)
        return bundle_damaged(err, name, "it has more values than its model has classes");
    ret->values = (const char(*)[SKETCH_TEXT])values;
    return 0;
}

static int open_sketches(struct arena *a, const struct bundle *b, struct read_models *ret, struct err *err)
{
    for (size_t i = 0; i < SKETCH_PARTS; i++) {
        const char *name = arena_printf(a, "sketch.%s", sketch_part_names[i]);
        if (open_linear(b, name, &ret->sketch[i].model, err) != 0)
            return -1;
        if (open_values(a, b, arena_printf(a, "%s.values", name), &ret->sketch[i], err) != 0)
            return -1;
    }
    return 0;
}

/* Whether classes are of the models, in order, and shares are shares. */
static bool priors_fit(const struct read_models *m)
{
    for (size_t i = 0; i < m->n_priors; i++) {
        const struct sketch_prior *p = &m->priors[i];
        for (size_t k = 0; k < SKETCH_PARTS; k++)
            if (p->class[k] >= m->sketch[k].model.classes)
                return false;
        if (!(p->log <= 0 && p->log > -100) || (i > 0 && memcmp(p[-1].class, p->class, sizeof p->class) >= 0))
            return false;
    }
    return true;
}

static int open_priors(const struct bundle *b, struct read_models *ret, struct err *err)
{
    const void *p;
    size_t n;

    if (!has_part(b, "sketch.prior"))
        return 0;
    if (bundle_part(b, "sketch.prior", &p, &n, err) != 0)
        return -1;
    ret->priors = p;
    ret->n_priors = n / sizeof *ret->priors;
    if (n % sizeof *ret->priors != 0 || !priors_fit(ret))
        return bundle_damaged(err, "sketch.prior", "it does not fit the sketches' parts");
    for (size_t i = 0; i < ret->n_priors; i++)
        if ((double)ret->priors[i].log < ret->unseen)
            ret->unseen = (double)ret->priors[i].log;
    ret->unseen -= log(10);
    return 0;
}

static int open_slots(struct arena *a, const struct bundle *b, struct read_models *ret, struct err *err)
{
    for (size_t i = 0; i < ROLES; i++)
        if (open_linear(b, arena_printf(a, "role.%s", read_role_names[i]), &ret->role[i], err) != 0)
            return -1;
    if (open_linear(b, "table", &ret->table, err) != 0)
        return -1;
    return open_linear(b, "condition", &ret->condition, err);
}

static int open_rank(const struct bundle *b, struct read_models *ret, struct err *err)
{
    const void *p;
    size_t n;

    ret->has_rank = has_part(b, "rank.first");
    if (!ret->has_rank)
        return 0;
    if (open_linear(b, "lexical", &ret->lexical, err) != 0 || open_trees(b, "rank.first", &ret->first, err) != 0 ||
        open_trees(b, "rank.tried", &ret->tried, err) != 0 || open_trees(b, "confidence", &ret->confidence, err) != 0)
        return -1;
    if (ret->first.features != rank_features_count() || ret->tried.features != rank_features_count() ||
        ret->confidence.features != RANK_MARGINS)
        return bundle_damaged(err, "rank", "it was learned with other features");
    if (bundle_part(b, "confidence.table", &p, &n, err) != 0)
        return -1;
    return calibration_open(p, n, &ret->calibration, err);
}

int read_models_open(struct arena *a, const struct bundle *b, struct read_models *ret, struct err *err)
{
    struct read_models m = { 0 };

    if (open_sketches(a, b, &m, err) != 0 || open_priors(b, &m, err) != 0 || open_slots(a, b, &m, err) != 0 ||
        open_rank(b, &m, err) != 0)
        return -1;
    *ret = m;
    return 0;
}
