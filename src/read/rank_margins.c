/* rank_margins.c - what tells how likely the first of a ranked list is right: how far it is ahead, and what is wrong
 * with it in itself. */
#include "read/ranking.h"
#include <math.h>

/* X(name, text) */
#define MARGINS(X)                                                                                                     \
    X(SCORE, "score")                                                                                                  \
    X(SECOND, "second")   /* less the best that gives other rows */                                                    \
    X(SHARE, "share")     /* of the list's probability by the ranker, with those that give the same rows */            \
    X(LEXICAL, "lexical") /* less the best other's */                                                                  \
    X(BEAM, "beam")                                                                                                    \
    X(BEAM_RANK, "beam.rank")                                                                                          \
    X(VOTES, "votes")                                                                                                  \
    X(ROWS, "rows")                                                                                                    \
    X(LEFT, "left")                                                                                                    \
    X(LEFT_SHARE, "left.share")                                                                                        \
    X(LEFT_NAMED, "left.named")                                                                                        \
    X(ASKED_UNDONE, "asked.undone")                                                                                    \
    X(SKETCH, "sketch")                                                                                                \
    X(WHERE_GAP, "where.gap")                                                                                          \
    X(SHOWN_GAP, "shown.gap")                                                                                          \
    X(TABLES_LEFT, "tables.left")

enum margin {
#define X(name, text) MARGIN_##name,
    MARGINS(X)
#undef X
        MARGINS_ALL /* how many */
};
_Static_assert(MARGINS_ALL == RANK_MARGINS, "models of confidence are learned with as many");

const char *rank_margin_name(size_t i)
{
    static const char *const names[] = {
#define X(name, text) text,
        MARGINS(X)
#undef X
    };

    return i < RANK_MARGINS ? names[i] : NULL;
}

struct ahead {
    double second, share, lexical;
};

static void find_ahead(const struct ranking *g, const size_t *order, const double *scores, const double *lexical,
                       const struct trial *trials, struct ahead *ret)
{
    size_t first = order[0];
    double all = 0, mine = 0;

    ret->second = ret->lexical = -INFINITY;
    for (size_t i = 0; i < g->r->n; i++) {
        double share = exp(scores[order[i]] - scores[first]);
        bool same = i == 0 || (trials && trial_alike(&trials[order[i]], &trials[first]));
        all += share;
        mine += same ? share : 0;
        if (same)
            continue;
        ret->second = fmax(ret->second, scores[order[i]]);
        if (lexical)
            ret->lexical = fmax(ret->lexical, lexical[order[i]]);
    }
    ret->share = all > 0 ? mine / all : 0;
}

#define FAR_AHEAD 20.0 /* of nothing, too */

/* How far one is ahead of another. */
static float ahead_by(double score, double other)
{
    return (float)fmin(FAR_AHEAD, score - other);
}

void rank_margins(const struct ranking *g, const size_t *order, const double *scores, const double *lexical,
                  const struct trial *trials, const float *rows, float *ret)
{
    const float *row = rows + order[0] * DENSE_FEATURES;
    struct ahead ahead;

    find_ahead(g, order, scores, lexical, trials, &ahead);
    ret[MARGIN_SCORE] = (float)scores[order[0]];
    ret[MARGIN_SECOND] = ahead_by(scores[order[0]], ahead.second);
    ret[MARGIN_SHARE] = (float)ahead.share;
    ret[MARGIN_LEXICAL] = lexical ? ahead_by(lexical[order[0]], ahead.lexical) : NAN;
    ret[MARGIN_BEAM] = row[DENSE_BEAM];
    ret[MARGIN_BEAM_RANK] = row[DENSE_BEAM_RANK];
    ret[MARGIN_VOTES] = row[DENSE_TRIAL_VOTES];
    ret[MARGIN_ROWS] = row[DENSE_TRIAL_ROWS];
    ret[MARGIN_LEFT] = row[DENSE_LEFT];
    ret[MARGIN_LEFT_SHARE] = row[DENSE_LEFT_SHARE];
    ret[MARGIN_LEFT_NAMED] = row[DENSE_LEFT_NAMED];
    ret[MARGIN_ASKED_UNDONE] = row[DENSE_ASKED_UNDONE];
    ret[MARGIN_SKETCH] = row[DENSE_SKETCH];
    ret[MARGIN_WHERE_GAP] = row[DENSE_WHERE_GAP];
    ret[MARGIN_SHOWN_GAP] = row[DENSE_SHOWN_GAP];
    ret[MARGIN_TABLES_LEFT] = row[DENSE_TABLES_LEFT];
}
