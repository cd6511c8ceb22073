/* rank.c - the dense features of a list, and the order of candidates. */
#include "read/rank.h"
#include "base/arena.h"
#include "read/ranking.h"
#include <math.h>
#include <string.h>

static const char *const names[] = {
#define X(name, text) text,
    RANK_FEATURES(X)
#undef X
};

size_t rank_features_count(void)
{
    return DENSE_FEATURES;
}

const char *rank_feature_name(size_t i)
{
    return i < DENSE_FEATURES ? names[i] : NULL;
}

/* ---- trials ---- */

static bool is_all_rows(const struct ranking *g, size_t i, size_t rows)
{
    const struct plan_use *u = &g->uses[i];

    if (u->n_conditions == 0)
        return false;
    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(u->tables, t) && g->s->tables[t].rows == rows)
            return true;
    return false;
}

static void votes(const struct ranking *g, const struct trial *trials, size_t i, float *row)
{
    const struct reading *r = g->r;
    double mine = 0, all = 0;
    size_t n = 0, before = 0;

    for (size_t k = 0; k < r->n; k++) {
        double share = trials[k].tried ? exp(r->candidates[k].score - r->candidates[0].score) : 0;
        all += share;
        if (!trial_alike(&trials[i], &trials[k]))
            continue;
        mine += share;
        n++;
        before += k < i;
    }
    row[DENSE_TRIAL_VOTES] = (float)(all > 0 ? mine / all : 0);
    row[DENSE_TRIAL_ALIKE] = (float)n;
    row[DENSE_TRIAL_ALIKE_BEFORE] = (float)before;
}

static void trial_features(const struct ranking *g, const struct trial *trials, size_t i, float *row)
{
    const struct trial *t = trials ? &trials[i] : NULL;

    if (!t || !t->tried) {
        for (size_t k = DENSE_TRIAL_FAILED; k <= DENSE_TRIAL_ONE_ASKED; k++)
            row[k] = NAN;
        return;
    }
    row[DENSE_TRIAL_FAILED] = (float)t->failed;
    row[DENSE_TRIAL_ROWS] = (float)log1p((double)t->rows);
    row[DENSE_TRIAL_NONE] = (float)(t->rows == 0);
    row[DENSE_TRIAL_ONE] = (float)(t->rows == 1);
    row[DENSE_TRIAL_MANY] = (float)(t->rows > TRIAL_ROWS);
    row[DENSE_TRIAL_HAS_EMPTY] = (float)t->has_empty;
    row[DENSE_TRIAL_ALL_EMPTY] = (float)t->all_empty;
    row[DENSE_TRIAL_REPEATED] = (float)t->is_repeated;
    row[DENSE_TRIAL_ALL_ROWS] = (float)is_all_rows(g, i, t->rows);
    row[DENSE_TRIAL_ONE_ASKED] = (float)(t->rows == 1 && g->head_table != LINK_NONE && !g->head_plural);
    votes(g, trials, i, row);
}

/* ---- all of them ---- */

static double most(const double *scores, size_t n)
{
    double best = -INFINITY;

    for (size_t i = 0; i < n; i++)
        best = fmax(best, scores[i]);
    return best;
}

void rank_features(const struct ranking *g, const struct trial *trials, const double *lexical, float *ret)
{
    double best = lexical ? most(lexical, g->r->n) : 0;

    memset(ret, 0, g->r->n * DENSE_FEATURES * sizeof *ret);
    for (size_t i = 0; i < g->r->n; i++, ret += DENSE_FEATURES) {
        rank_fit(g, i, ret);
        rank_tables(g, i, ret);
        rank_words(g, i, ret);
        rank_asked(g, i, ret);
        rank_shape(g, i, ret);
        trial_features(g, trials, i, ret);
        ret[DENSE_LEXICAL] = lexical ? (float)lexical[i] : NAN;
        ret[DENSE_LEXICAL_GAP] = lexical ? (float)(lexical[i] - best) : NAN;
    }
}

/* ---- the order ---- */

size_t rank_tries(const double *scores, size_t n, size_t ret[static RANK_TRIES])
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        size_t k = found;
        if (k == RANK_TRIES && !(scores[ret[k - 1]] < scores[i]))
            continue;
        k -= k == RANK_TRIES;
        for (; k > 0 && scores[ret[k - 1]] < scores[i]; k--)
            ret[k] = ret[k - 1];
        ret[k] = i;
        found += found < RANK_TRIES;
    }
    return found;
}

/* The rows that tables have and that joins make of them, as engines estimate them: the tables' rows multiplied, and
 * divided for each join by the different values that its rows are told apart by. */
static double rows_looked_at(const struct link_schema *s, uint64_t tables, const size_t *joins, size_t n)
{
    double all = 0, joined = 1;

    for (size_t t = 0; t < s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(tables, t)) {
            all += (double)s->tables[t].rows;
            joined *= fmax(1, (double)s->tables[t].rows);
        }
    for (size_t i = 0; i < n; i++) {
        const struct link_join *j = &s->joins[joins[i]];
        joined /= fmax(1, fmax((double)s->columns[j->from].distinct, (double)s->columns[j->to].distinct));
    }
    return all + (n > 0 ? joined : 0);
}

size_t rank_affordable(const struct ranking *g, const size_t *tries, size_t n, size_t ret[static RANK_TRIES])
{
    double left = RANK_WORK;
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        const struct plan *p = &g->r->candidates[tries[i]].plan;
        double rows = RANK_TRIAL_ROWS + rows_looked_at(g->s, p->tables, p->joins, p->n_joins) +
                      rows_looked_at(g->s, p->nest.tables, p->nest.joins, p->nest.n_joins);
        if (rows > left)
            continue;
        left -= rows;
        ret[found++] = tries[i];
    }
    return found;
}

static bool has_failed(const struct trial *trials, size_t i)
{
    return trials && trials[i].tried && trials[i].failed;
}

static bool is_before(const double *scores, const double *first, const struct trial *trials, size_t a, size_t b)
{
    if (has_failed(trials, a) != has_failed(trials, b))
        return has_failed(trials, b);
    if (scores[a] > scores[b] || scores[a] < scores[b])
        return scores[a] > scores[b];
    return first && first[a] > first[b];
}

void rank_sort(const double *scores, const double *first, const struct trial *trials, size_t n, size_t *ret)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        for (; k > 0 && is_before(scores, first, trials, i, ret[k - 1]); k--)
            ret[k] = ret[k - 1];
        ret[k] = i;
    }
}
