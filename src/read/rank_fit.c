/* rank_fit.c - dense features: how well a candidate's parts fit, by the models of the parts. */
#include "read/ranking.h"
#include <math.h>
#include <strings.h>

#define NOTHING (-9.0) /* in place of the score of what there is none of: worse than all there are */

static double or_nothing(double score)
{
    return isfinite(score) ? score : NOTHING;
}

static bool is_shown(const struct plan *p, size_t column)
{
    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure == FIGURE_NONE && p->outputs[i].column == column)
            return true;
    return false;
}

/* The best score in a role of a column that the candidate does not use. */
static double best_unused(const struct ranking *g, const struct plan_use *u, enum read_role role)
{
    const struct best_first *best = &g->by_role[role];

    for (size_t i = 0; i < best->n; i++)
        if (!plan_use_has(u, best->at[i]))
            return g->r->scores.column[role][best->at[i]];
    return NOTHING;
}

static double best_of(const struct ranking *g, enum read_role role)
{
    return g->by_role[role].n > 0 ? g->r->scores.column[role][g->by_role[role].at[0]] : NOTHING;
}

static void beam(const struct ranking *g, size_t i, float *row)
{
    const struct candidate *c = &g->r->candidates[i];
    double part_gap = 0;

    row[DENSE_BEAM] = (float)(c->score - g->r->candidates[0].score);
    row[DENSE_BEAM_RANK] = (float)i;
    row[DENSE_BEAM_SHARE] = (float)g->share[i];
    row[DENSE_BEAM_SIZE] = (float)g->r->n;
    row[DENSE_SKETCH] = (float)g->sketch_score[i];
    row[DENSE_SKETCH_GAP] = (float)(g->sketch_score[i] - g->best_sketch);
    row[DENSE_SKETCH_RANK] = (float)g->sketch_before[i];
    row[DENSE_PRIOR] = (float)c->prior;
    for (size_t p = 0; p < SKETCH_PARTS; p++) {
        row[DENSE_PART_SHOWN + p] = (float)c->sketch_part[p];
        part_gap = fmin(part_gap, c->sketch_part[p] - g->best_part[p]);
    }
    row[DENSE_PART_GAP] = (float)part_gap;
    row[DENSE_SHOWN] = (float)c->shown;
    row[DENSE_FIGURE] = (float)c->figure;
    row[DENSE_GROUP] = (float)c->group;
    row[DENSE_ORDER] = (float)c->order;
    row[DENSE_WHERE] = (float)c->where;
    row[DENSE_TABLE] = (float)c->table;
    row[DENSE_JOIN_COST] = (float)c->join_cost;
}

/* The column's score as an output, less the best of one of the same name in another table. */
static double ahead_of_namesakes(const struct ranking *g, size_t column)
{
    const double *scores = g->r->scores.column[ROLE_SHOWN];
    const char *name = g->s->columns[column].name.text;
    double best = NOTHING;

    for (size_t i = 0; i < g->by_role[ROLE_SHOWN].n; i++) {
        size_t other = g->by_role[ROLE_SHOWN].at[i];
        if (other != column && strcasecmp(g->s->columns[other].name.text, name) == 0)
            best = fmax(best, scores[other]);
    }
    return fmin(-NOTHING, scores[column] - best);
}

static void shown(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    const double *scores = g->r->scores.column[ROLE_SHOWN];
    const struct best_first *best = &g->by_role[ROLE_SHOWN];
    double least = INFINITY, sum = 0, left = NOTHING, namesake = -NOTHING;
    size_t n = 0;

    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure == FIGURE_NONE && p->outputs[i].column < g->s->n_columns) {
            least = fmin(least, scores[p->outputs[i].column]);
            namesake = fmin(namesake, ahead_of_namesakes(g, p->outputs[i].column));
            sum += scores[p->outputs[i].column];
            n++;
        }
    for (size_t i = best->n; i-- > 0;)
        if (!is_shown(p, best->at[i]))
            left = scores[best->at[i]];
    row[DENSE_SHOWN_LEAST] = (float)(n > 0 ? least : 0);
    row[DENSE_SHOWN_MEAN] = (float)(n > 0 ? sum / (double)n : 0);
    row[DENSE_SHOWN_LEFT] = (float)left;
    row[DENSE_SHOWN_GAP] = (float)(n > 0 ? least - left : 0);
    row[DENSE_SHOWN_NAMESAKE] = (float)namesake;
    row[DENSE_SHOWN_UNUSED] = (float)best_unused(g, u, ROLE_SHOWN);
}

/* How far the column is behind the best one in that role. */
static double gap(const struct ranking *g, enum read_role role, size_t column)
{
    return column < g->s->n_columns ? g->r->scores.column[role][column] - best_of(g, role) : 0;
}

static void others(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    double figure = 0, group = 0, order = 0;

    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure != FIGURE_NONE)
            figure += gap(g, ROLE_FIGURE, p->outputs[i].column);
    if (p->has_having)
        figure += gap(g, ROLE_FIGURE, p->having.term.column);
    for (size_t i = 0; i < p->n_groups; i++)
        group += gap(g, ROLE_GROUP, p->groups[i]);
    if (p->ordered)
        order += gap(g, ROLE_ORDER, p->order.column);
    if (p->nest.kind == NEST_THAN)
        order += gap(g, ROLE_ORDER, p->nest.column);
    row[DENSE_FIGURE_GAP] = (float)figure;
    row[DENSE_FIGURE_UNUSED] = (float)best_unused(g, u, ROLE_FIGURE);
    row[DENSE_FIGURE_BEST] = (float)best_of(g, ROLE_FIGURE);
    row[DENSE_ORDER_GAP] = (float)order;
    row[DENSE_ORDER_UNUSED] = (float)best_unused(g, u, ROLE_ORDER);
    row[DENSE_ORDER_BEST] = (float)best_of(g, ROLE_ORDER);
    row[DENSE_GROUP_GAP] = (float)group;
}

/* ---- conditions ---- */

static double where_unused(const struct ranking *g, const struct plan_use *u)
{
    const struct read_scores *s = &g->r->scores;

    for (size_t i = 0; i < s->n_conditions; i++)
        if (!token_set_touches(&u->parts, s->conditions[i].condition.span.first, s->conditions[i].condition.span.n))
            return s->conditions[i].score;
    return NOTHING;
}

/* What the condition's words are part of, when that is more words of a value. */
static bool is_inside(const struct ranking *g, const struct plan_condition *c)
{
    for (size_t i = 0; i < g->l->n_mentions && g->l->mentions[i].first <= c->span.first; i++) {
        const struct mention *m = &g->l->mentions[i];
        if (m->kind == MENTION_VALUE && m->n > c->span.n && m->scores[SCORE_PART] == 0 &&
            m->first + m->n >= c->span.first + c->span.n)
            return true;
    }
    return false;
}

struct where_sums {
    double least, most, columns, gap, gaps, far, fit, rare;
    size_t named, part, shown, inside, table;
};

static void add_condition(const struct ranking *g, const struct plan *p, const struct plan_condition *c,
                          size_t proposed, struct where_sums *sums)
{
    const struct read_scores *s = &g->r->scores;
    const struct read_condition *r = proposed == LINK_NONE ? NULL : &s->conditions[proposed];
    double score = r ? r->score : 0, rival = r ? g->rival_condition[proposed] : -INFINITY;
    double away =
        c->column < g->s->n_columns ? token_set_distance(&g->columns[c->column], c->span.first, c->span.n) : -1;

    sums->least = fmin(sums->least, score);
    sums->most = fmax(sums->most, score);
    if (c->column < g->s->n_columns)
        sums->columns += s->column[ROLE_WHERE][c->column];
    if (isfinite(rival)) {
        sums->gap = fmin(sums->gap, score - rival);
        sums->gaps += score - rival;
    }
    sums->far = fmax(sums->far, away);
    if (r && r->mention != LINK_NONE) {
        sums->fit = fmin(sums->fit, (double)g->l->mentions[r->mention].fit);
        sums->rare = fmin(sums->rare, (double)g->l->mentions[r->mention].scores[SCORE_RARE]);
    }
    sums->table += c->column < g->s->n_columns && !is_named(&g->q->tables[g->s->columns[c->column].table]);
    sums->named += r && r->column_mention != LINK_NONE;
    sums->part += r && (r->mention == LINK_NONE || (g->l->mentions[r->mention].kind == MENTION_VALUE &&
                                                    g->l->mentions[r->mention].scores[SCORE_PART] > 0));
    sums->shown += c->op == PLAN_EQ && is_shown(p, c->column);
    sums->inside += is_inside(g, c);
}

static void where(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    struct where_sums sums = { .least = INFINITY, .most = -INFINITY, .far = -1, .fit = 1, .rare = 1 };

    for (size_t i = 0; i < u->n_conditions; i++)
        add_condition(g, p, i < p->n_conditions ? &p->conditions[i] : &p->nest.conditions[i - p->n_conditions],
                      u->conditions[i], &sums);
    row[DENSE_WHERE_LEAST] = (float)(u->n_conditions > 0 ? sums.least : 0);
    row[DENSE_WHERE_MOST] = (float)(u->n_conditions > 0 ? sums.most : 0);
    row[DENSE_WHERE_COLUMNS] = (float)sums.columns;
    row[DENSE_WHERE_GAP] = (float)sums.gap;
    row[DENSE_WHERE_GAPS] = (float)sums.gaps;
    row[DENSE_WHERE_UNUSED] = (float)where_unused(g, u);
    row[DENSE_WHERE_BEST] =
        (float)(g->r->scores.n_conditions > 0 ? or_nothing(g->r->scores.conditions[0].score) : NOTHING);
    row[DENSE_WHERE_LIKELY] = (float)g->likely_conditions;
    row[DENSE_WHERE_NAMED] = (float)sums.named;
    row[DENSE_WHERE_PART] = (float)sums.part;
    row[DENSE_WHERE_SHOWN] = (float)sums.shown;
    row[DENSE_WHERE_INSIDE] = (float)sums.inside;
    row[DENSE_WHERE_FIT] = (float)sums.fit;
    row[DENSE_WHERE_RARE] = (float)sums.rare;
    row[DENSE_WHERE_TABLE] = (float)sums.table;
    row[DENSE_WHERE_FAR] = (float)sums.far;
}

void rank_fit(const struct ranking *g, size_t i, float *row)
{
    const struct plan *p = &g->r->candidates[i].plan;
    const struct plan_use *u = &g->uses[i];

    beam(g, i, row);
    shown(g, p, u, row);
    others(g, p, u, row);
    where(g, p, u, row);
}
