/* rank_tables.c - dense features: which tables a candidate has in FROM, and why.
 *
 * Of readings that are ranked wrong, half differ from the right one in their joins. A table may be there because a
 * column of it is used, because the question names it, because two others hang together by it, or for nothing at all;
 * and a join may repeat the rows that are shown or counted.
 */
#include "read/ranking.h"
#include <math.h>
#include <string.h>

#define NOTHING (-9.0)

/* The outer query's tables as a tree. */
struct tree {
    uint64_t tables;
    uint64_t repeated; /* a join gives their rows several times: they are on its one side */
    unsigned char degree[PLAN_TABLES];
    double least; /* score of a join */
};

static void add_join(const struct ranking *g, size_t join, struct tree *t)
{
    const struct link_join *j = &g->s->joins[join];
    size_t from = column_table(g, j->from), to = column_table(g, j->to);

    if (from >= PLAN_TABLES || to >= PLAN_TABLES)
        return;
    t->degree[from]++;
    t->degree[to]++;
    t->repeated |= (uint64_t)1 << to | (j->many ? (uint64_t)1 << from : 0);
    t->least = fmin(t->least, j->score);
}

static void tree_of(const struct ranking *g, const struct plan *p, struct tree *ret)
{
    memset(ret, 0, sizeof *ret);
    ret->tables = p->tables;
    ret->least = 1;
    for (size_t i = 0; i < p->n_joins; i++)
        if (p->joins[i] < g->s->n_joins)
            add_join(g, p->joins[i], ret);
}

static size_t bits(uint64_t set)
{
    return (size_t)__builtin_popcountll(set);
}

static uint64_t shown_tables(const struct ranking *g, const struct plan *p, bool plain)
{
    uint64_t ret = 0;

    for (size_t i = 0; i < p->n_outputs; i++) {
        size_t table = column_table(g, p->outputs[i].column);
        if (table < PLAN_TABLES && (!plain || p->outputs[i].figure == FIGURE_NONE))
            ret |= (uint64_t)1 << table;
    }
    return ret;
}

static uint64_t named_tables(const struct ranking *g, bool may_be_owned)
{
    uint64_t ret = 0;

    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (is_named(&g->q->tables[t]) && (may_be_owned || !g->q->tables[t].owned))
            ret |= (uint64_t)1 << t;
    return ret;
}

static uint64_t unnamed_tables(const struct ranking *g)
{
    uint64_t ret = 0;

    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (g->q->tables[t].match == MATCH_NONE)
            ret |= (uint64_t)1 << t;
    return ret;
}

static uint64_t bridges(const struct ranking *g)
{
    uint64_t ret = 0;

    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (g->s->tables[t].bridge)
            ret |= (uint64_t)1 << t;
    return ret;
}

static double least_score(const struct ranking *g, uint64_t set, double none)
{
    double least = INFINITY;

    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(set, t))
            least = fmin(least, g->r->scores.table[t]);
    return isfinite(least) ? least : none;
}

static double best_left(const struct ranking *g, uint64_t set)
{
    for (size_t i = 0; i < g->by_table.n; i++)
        if (!tables_have(set, g->by_table.at[i]))
            return g->r->scores.table[g->by_table.at[i]];
    return NOTHING;
}

static double best_fit(const struct ranking *g, uint64_t set)
{
    double best = 0;

    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(set, t))
            best = fmax(best, (double)g->q->tables[t].best->fit);
    return best;
}

static void scores_of_tables(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    double least = least_score(g, u->tables, 0), left = best_left(g, u->tables);
    uint64_t left_named = named_tables(g, false) & ~u->tables;

    row[DENSE_TABLES] = (float)bits(u->tables);
    row[DENSE_JOINS] = (float)p->n_joins;
    row[DENSE_JOINS_INNER] = (float)p->nest.n_joins;
    row[DENSE_TABLE_LEAST] = (float)least;
    row[DENSE_TABLE_LEFT] = (float)left;
    row[DENSE_TABLE_GAP] = (float)(least - left);
    row[DENSE_TABLES_NAMED] = (float)bits(u->tables & named_tables(g, true));
    row[DENSE_TABLES_UNNAMED] = (float)bits(u->tables & unnamed_tables(g));
    row[DENSE_TABLES_LEFT] = (float)bits(left_named);
    row[DENSE_TABLES_LEFT_FIT] = (float)best_fit(g, left_named);
}

static void idle_tables(const struct ranking *g, const struct plan_use *u, const struct tree *t, float *row)
{
    uint64_t idle = u->tables & ~u->needed, named = named_tables(g, true), leaves = 0;

    for (size_t i = 0; i < PLAN_TABLES; i++)
        if (tables_have(idle & t->tables, i) && t->degree[i] <= 1)
            leaves |= (uint64_t)1 << i;
    row[DENSE_TABLES_IDLE] = (float)bits(idle);
    row[DENSE_IDLE_LEAST] = (float)least_score(g, idle, -NOTHING);
    row[DENSE_IDLE_NAMED] = (float)bits(idle & named);
    row[DENSE_IDLE_LEAVES] = (float)bits(leaves);
    row[DENSE_IDLE_PLAIN] = (float)bits(leaves & ~named);
    row[DENSE_IDLE_BRIDGES] = (float)bits(idle & bridges(g));
    row[DENSE_TABLES_NEEDED] = (float)bits(u->needed);
}

/* A table of which nothing is used but columns that it is joined by: the table beside it has them, too. */
static size_t avoidable_tables(const struct ranking *g, const struct plan *p, const struct plan_use *u)
{
    uint64_t other = 0, by_key = 0;

    for (size_t i = 0; i < u->n_columns; i++) {
        bool is_key = false;
        size_t table = column_table(g, u->columns[i]);
        for (size_t k = 0; k < p->n_joins && !is_key; k++)
            is_key = p->joins[k] < g->s->n_joins &&
                     (g->s->joins[p->joins[k]].from == u->columns[i] || g->s->joins[p->joins[k]].to == u->columns[i]);
        if (table < PLAN_TABLES)
            *(is_key ? &by_key : &other) |= (uint64_t)1 << table;
    }
    return bits(by_key & ~other & p->tables);
}

/* Rows that come several times. */
static void fans(const struct ranking *g, const struct plan *p, const struct plan_use *u, const struct tree *t,
                 float *row)
{
    uint64_t finest = t->tables & ~t->repeated, shown = shown_tables(g, p, true);
    bool counts = false, gathers = p->distinct || p->grouping != GROUP_NONE;

    for (size_t i = 0; i < p->n_outputs; i++)
        counts = counts || p->outputs[i].figure == FIGURE_ROWS;
    row[DENSE_JOIN_LEAST] = (float)t->least;
    row[DENSE_FINEST] = (float)bits(finest);
    row[DENSE_FAN_IDLE] = (float)bits(finest & ~u->needed & (t->repeated ? ~(uint64_t)0 : 0));
    row[DENSE_FAN_SHOWN] = (float)(!gathers && (shown & t->repeated) != 0 && (shown & finest) == 0);
    row[DENSE_ROWS_OF_HEAD] = !counts || g->head_table == LINK_NONE ? -1 : (float)tables_have(finest, g->head_table);
}

static void heads(const struct ranking *g, const struct plan *p, const struct plan_use *u, float *row)
{
    uint64_t shown = shown_tables(g, p, false);
    bool column_shown = p->all;

    for (size_t i = 0; i < p->n_outputs; i++)
        column_shown = column_shown || p->outputs[i].column == g->head_column;
    row[DENSE_HEAD_IN] = g->head_table == LINK_NONE ? -1 : (float)tables_have(u->tables, g->head_table);
    row[DENSE_HEAD_SHOWN] = g->head_table == LINK_NONE ? -1 : (float)tables_have(shown, g->head_table);
    row[DENSE_HEAD_COLUMN_IN] = g->head_column == LINK_NONE ? -1 : (float)plan_use_has(u, g->head_column);
    row[DENSE_HEAD_COLUMN_SHOWN] = g->head_column == LINK_NONE ? -1 : (float)column_shown;
    row[DENSE_SHOWN_TABLES] = (float)bits(shown_tables(g, p, true));
}

static bool table_has_name(const struct ranking *g, size_t table, const char *name)
{
    const struct link_table *t = &g->s->tables[table];

    for (size_t i = t->first; i < t->first + t->n; i++)
        if (strcasecmp(g->s->columns[i].name.text, name) == 0)
            return true;
    return false;
}

/* The tables of a set, but for the column's own, that have a column of its name. */
static bool others_have_name(const struct ranking *g, size_t column, uint64_t set)
{
    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(set, t) && t != g->s->columns[column].table &&
            table_has_name(g, t, g->s->columns[column].name.text))
            return true;
    return false;
}

static void same_names(const struct ranking *g, const struct plan_use *u, float *row)
{
    uint64_t left = named_tables(g, false) & ~u->tables;
    size_t same = 0, same_left = 0;

    for (size_t i = 0; i < u->n_columns; i++) {
        same += others_have_name(g, u->columns[i], u->tables);
        same_left += others_have_name(g, u->columns[i], left);
    }
    row[DENSE_SAME_NAME] = (float)same;
    row[DENSE_SAME_NAME_LEFT] = (float)same_left;
}

void rank_tables(const struct ranking *g, size_t i, float *row)
{
    const struct plan *p = &g->r->candidates[i].plan;
    const struct plan_use *u = &g->uses[i];
    struct tree t;

    tree_of(g, p, &t);
    scores_of_tables(g, p, u, row);
    idle_tables(g, u, &t, row);
    row[DENSE_TABLES_AVOIDABLE] = (float)avoidable_tables(g, p, u);
    fans(g, p, u, &t, row);
    heads(g, p, u, row);
    same_names(g, u, row);
    row[DENSE_TABLES_SHARE] = (float)u->tables_share;
    row[DENSE_RIVALS] = (float)u->rivals;
    row[DENSE_RIVALS_JOINS] = (float)(p->n_joins + p->nest.n_joins - u->rivals_joins);
    row[DENSE_RIVALS_TABLE] = (float)(g->r->candidates[i].table - u->rivals_table);
}
