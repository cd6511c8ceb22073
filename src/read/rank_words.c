/* rank_words.c - dense features: the words that a candidate leaves unexplained, and where its parts stand among them.
 */
#include "read/ranking.h"
#include <math.h>

#define BESIDE_BEFORE 4 /* tokens before a value where its comparison is said: "of at least 5", "is greater than 5" */
#define BESIDE_BEHIND 2 /* "5 or more" */

/* ---- what is left ---- */

static bool is_left(const struct ranking *g, const struct plan_use *u, size_t i)
{
    return token_set_has(&g->content, i) && !token_set_has(&u->explained, i);
}

static void left_words(const struct ranking *g, const struct plan_use *u, float *row)
{
    const struct token *t = g->l->tokens;
    size_t n = token_set_count(&g->content), run = 0;

    for (size_t i = 0; i < g->l->n_tokens; i++) {
        if (!is_left(g, u, i)) {
            run = token_set_has(&g->content, i) ? 0 : run;
            continue;
        }
        row[DENSE_LEFT]++;
        row[DENSE_LEFT_NAMED] += (float)token_set_has(&g->in_names, i);
        row[DENSE_LEFT_VALUE] += (float)g->q->value[i];
        row[DENSE_LEFT_CAPITAL] += (float)(i > 0 && t[i].capital);
        row[DENSE_LEFT_NUMBER] += (float)(t[i].kind == TOKEN_NUMBER);
        row[DENSE_LEFT_QUOTED] += (float)(t[i].quote > 0);
        run++;
        row[DENSE_LEFT_LONGEST] = fmaxf(row[DENSE_LEFT_LONGEST], (float)run);
    }
    row[DENSE_WORDS] = (float)n;
    row[DENSE_LEFT_SHARE] = n > 0 ? row[DENSE_LEFT] / (float)n : 0;
}

/* The best mention of what is not used, of words that nothing used has. */
static void left_mentions(const struct ranking *g, const struct plan_use *u, float *row)
{
    for (size_t i = 0; i < g->l->n_mentions; i++) {
        const struct mention *m = &g->l->mentions[i];
        float *best = m->kind == MENTION_COLUMN  ? &row[DENSE_LEFT_COLUMN_FIT]
                      : m->kind == MENTION_VALUE ? &row[DENSE_LEFT_VALUE_FIT]
                                                 : NULL;
        if (best && m->fit > *best && !token_set_touches(&u->parts, m->first, m->n))
            *best = m->fit;
    }
}

/* ---- the question word ---- */

enum output_kind {
    OUTPUT_NONE,
    OUTPUT_COUNT,
    OUTPUT_FIGURE,
    OUTPUT_NUMBER,
    OUTPUT_DATE,
    OUTPUT_NAME,
    OUTPUT_ID,
    OUTPUT_TEXT,
    OUTPUT_ALL
};

static enum output_kind kind_of_column(const struct link_column *c)
{
    if (c->traits & (LINK_DATE | LINK_YEAR))
        return OUTPUT_DATE;
    if (c->traits & (LINK_NAMES | LINK_NAMELIKE))
        return OUTPUT_NAME;
    if (c->traits & (LINK_ID | LINK_KEY))
        return OUTPUT_ID;
    return c->traits & LINK_NUMBER ? OUTPUT_NUMBER : OUTPUT_TEXT;
}

static enum output_kind kind_of(const struct ranking *g, const struct plan *p)
{
    const struct plan_term *t = &p->outputs[0];

    if (p->all || p->n_outputs == 0)
        return p->all ? OUTPUT_ALL : OUTPUT_NONE;
    if (t->figure == FIGURE_ROWS || t->figure == FIGURE_COUNT || t->figure == FIGURE_DISTINCT)
        return OUTPUT_COUNT;
    if (t->figure != FIGURE_NONE && t->figure != FIGURE_MIN && t->figure != FIGURE_MAX)
        return OUTPUT_FIGURE;
    if (t->column >= g->s->n_columns)
        return OUTPUT_NONE;
    return kind_of_column(&g->s->columns[t->column]);
}

#define KIND(name) (1u << OUTPUT_##name)

static float fits_expected(enum expected e, enum output_kind k)
{
    static const unsigned fitting[] = {
        [EXPECT_COUNT] = KIND(COUNT) | KIND(FIGURE) | KIND(NUMBER),
        [EXPECT_AMOUNT] = KIND(FIGURE) | KIND(NUMBER),
        [EXPECT_WHO] = KIND(NAME),
        [EXPECT_WHEN] = KIND(DATE),
        [EXPECT_WHERE] = KIND(TEXT) | KIND(NAME),
        [EXPECT_YES_NO] = KIND(NONE),
    };

    return e == EXPECT_ANY ? 0 : fitting[e] & 1u << k ? 1 : -1;
}

/* ---- what is listed ---- */

static void listed(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    size_t n = 0, left = 0;

    for (size_t i = 0; i < u->first_condition && i < g->l->n_tokens; i++)
        n += token_set_has(&g->listing, i) && !(i > 0 && token_set_has(&g->listing, i - 1));
    for (size_t i = 0; i < g->s->n_columns; i++) {
        const struct view *c = &g->q->columns[i];
        size_t first = c->best ? c->best->first : 0;
        left += is_named(c) && !c->owned && first > 0 && token_set_has(&g->listing, first - 1) && !plan_use_has(u, i) &&
                !token_set_touches(&u->parts, first, 1);
    }
    row[DENSE_LISTED] = (float)n;
    row[DENSE_LISTED_GAP] = (float)p->n_outputs - 1 - (float)n;
    row[DENSE_LISTED_LEFT] = (float)left;
}

static void shown_places(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    double first = -1, last = -1, behind = 0;

    for (size_t i = 0; i < p->n_outputs; i++) {
        const struct view *c;
        double at;
        if (p->outputs[i].figure != FIGURE_NONE || p->outputs[i].column >= g->s->n_columns)
            continue;
        c = &g->q->columns[p->outputs[i].column];
        if (!c->best)
            continue;
        at = (double)c->best->first;
        first = first < 0 ? at : fmin(first, at);
        last = fmax(last, at);
        behind += at > (double)u->first_condition;
    }
    row[DENSE_SHOWN_FIRST] = (float)first;
    row[DENSE_SHOWN_LAST] = (float)last;
    row[DENSE_SHOWN_BEHIND] = (float)behind;
}

/* ---- operators beside what they are of ---- */

/* Words between a column's name, or its table's, and the nearest of some operators; -1: one of them is not there. */
static double operator_distance(const struct ranking *g, size_t column, uint64_t operators)
{
    double best = -1;

    if (column >= g->s->n_columns)
        return -1;
    for (size_t i = 0; i < g->l->n_mentions; i++) {
        const struct mention *m = &g->l->mentions[i];
        double d;
        if (m->kind != MENTION_OPERATOR || !(operators >> m->op & 1))
            continue;
        d = token_set_distance(&g->columns[column], m->first, m->n);
        if (d < 0)
            d = token_set_distance(&g->tables[g->s->columns[column].table], m->first, m->n);
        if (d >= 0 && (best < 0 || d < best))
            best = d;
    }
    return best;
}

static uint64_t figure_operators(enum plan_figure f)
{
    static const uint64_t of[FIGURES] = {
        [FIGURE_COUNT] = OPERATOR(COUNT),
        [FIGURE_DISTINCT] = OPERATOR(COUNT) | OPERATOR(DISTINCT),
        [FIGURE_SUM] = OPERATOR(SUM),
        [FIGURE_AVERAGE] = OPERATOR(AVERAGE),
        [FIGURE_MEDIAN] = OPERATOR(MEDIAN),
        [FIGURE_MIN] = OPERATOR(MIN) | OPERATOR(EARLIEST),
        [FIGURE_MAX] = OPERATOR(MAX) | OPERATOR(LATEST),
        [FIGURE_SPREAD] = OPERATOR(SPREAD),
    };

    return of[f];
}

static void operator_places(const struct ranking *g, const struct plan *p, float *row)
{
    uint64_t superlatives = OPERATOR(MAX) | OPERATOR(MIN) | OPERATOR(TOP) | OPERATOR(BOTTOM) | OPERATOR(LATEST) |
                            OPERATOR(EARLIEST) | OPERATOR(SORT) | OPERATOR(ASCENDING) | OPERATOR(DESCENDING);
    double figure = -1, group = -1;

    for (size_t i = 0; i < p->n_outputs; i++) {
        if (p->outputs[i].figure != FIGURE_NONE)
            figure = fmax(figure, operator_distance(g, p->outputs[i].column, figure_operators(p->outputs[i].figure)));
        else if (p->grouping != GROUP_NONE)
            group = fmax(group, operator_distance(g, p->outputs[i].column, OPERATOR(EACH)));
    }
    for (size_t i = 0; i < p->n_groups; i++)
        group = fmax(group, operator_distance(g, p->groups[i], OPERATOR(EACH)));
    row[DENSE_ORDER_FAR] = p->ordered ? (float)operator_distance(g, p->order.column, superlatives) : -1;
    row[DENSE_FIGURE_FAR] = (float)figure;
    row[DENSE_GROUP_FAR] = (float)group;
}

#define COMPARISONS                                                                                                    \
    (OPERATOR(LT) | OPERATOR(LE) | OPERATOR(GT) | OPERATOR(GE) | OPERATOR(BEFORE) | OPERATOR(AFTER) |                  \
     OPERATOR(SINCE) | OPERATOR(UNTIL) | OPERATOR(NE) | OPERATOR(NOT))

static uint64_t comparison_operators(enum plan_op op)
{
    static const uint64_t of[PLAN_OPERATORS] = {
        [PLAN_NE] = OPERATOR(NE) | OPERATOR(NOT),   [PLAN_LT] = OPERATOR(LT) | OPERATOR(BEFORE),
        [PLAN_LE] = OPERATOR(LE) | OPERATOR(UNTIL), [PLAN_GT] = OPERATOR(GT) | OPERATOR(AFTER),
        [PLAN_GE] = OPERATOR(GE) | OPERATOR(SINCE),
    };

    return of[op];
}

/* The operators beside a value. */
static uint64_t operators_beside(const struct ranking *g, const struct plan_span *s)
{
    uint64_t ret = 0;

    for (size_t i = 0; i < g->l->n_mentions && g->l->mentions[i].first < s->first + s->n + BESIDE_BEHIND; i++) {
        const struct mention *m = &g->l->mentions[i];
        if (m->kind == MENTION_OPERATOR && m->first + m->n + BESIDE_BEFORE > s->first &&
            (m->first + m->n <= s->first || m->first >= s->first + s->n))
            ret |= (uint64_t)1 << m->op;
    }
    return ret;
}

static void compare(const struct ranking *g, enum plan_op op, const struct plan_span *span, float *row)
{
    uint64_t said, mine = comparison_operators(op);

    if (span->n == 0 || (!mine && op != PLAN_EQ))
        return;
    said = operators_beside(g, span);
    if (said & mine)
        row[DENSE_COMPARED]++;
    else if (said & COMPARISONS)
        row[DENSE_MISCOMPARED]++;
    else if (mine)
        row[DENSE_UNCOMPARED]++;
}

static void comparisons(const struct ranking *g, const struct plan *p, float *row)
{
    for (size_t i = 0; i < p->n_conditions; i++)
        compare(g, p->conditions[i].op, &p->conditions[i].span, row);
    for (size_t i = 0; i < p->nest.n_conditions; i++)
        compare(g, p->nest.conditions[i].op, &p->nest.conditions[i].span, row);
    if (p->has_having)
        compare(g, p->having.op, &p->having.span, row);
    if (p->nest.has_having)
        compare(g, p->nest.having.op, &p->nest.having.span, row);
}

/* Columns that are named by the very words of another that is used: one of the two is there for nothing. */
static size_t shared_words(const struct ranking *g, const struct plan_use *u)
{
    size_t n = 0;

    for (size_t i = 0; i < u->n_columns; i++) {
        const struct mention *m = g->q->columns[u->columns[i]].best;
        for (size_t k = 0; m && k < i; k++) {
            const struct mention *o = g->q->columns[u->columns[k]].best;
            if (o && o->first < m->first + m->n && m->first < o->first + o->n) {
                n++;
                break;
            }
        }
    }
    return n;
}

void rank_words(const struct ranking *g, size_t i, float *row)
{
    const struct plan *p = &g->r->candidates[i].plan;
    const struct plan_use *u = &g->uses[i];
    enum output_kind kind = kind_of(g, p);

    left_words(g, u, row);
    left_mentions(g, u, row);
    row[DENSE_EXPECTED] = (float)g->expected;
    row[DENSE_OUTPUT_KIND] = (float)kind;
    row[DENSE_OUTPUT_FITS] = fits_expected(g->expected, kind);
    listed(g, p, u, row);
    shown_places(g, p, u, row);
    operator_places(g, p, row);
    comparisons(g, p, row);
    row[DENSE_SHARED_WORDS] = (float)shared_words(g, u);
    row[DENSE_HEAD_PLURAL] = (float)g->head_plural;
}
