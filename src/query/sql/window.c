/* window.c - aggregates, windows, and the order that rows have when nothing else says it. */
#include "base/arena.h"
#include "base/num.h"
#include "query/sql/writer.h"

/* ---- order ---- */

void sql_direction(struct writer *w, const struct ordering *o)
{
    buf_adds(w->b, o->descending ? " DESC" : " ASC");
    buf_adds(w->b, o->empty_first ? " NULLS FIRST" : " NULLS LAST");
}

size_t sql_natural(struct writer *w, struct block *b, const char *comma)
{
    size_t n = 0;

    for (size_t i = 0; b->groups && i < b->query->n_groups; i++) {
        buf_adds(w->b, n++ > 0 ? ", " : comma);
        sql_expr(w, b, b->query->groups[i]);
        buf_adds(w->b, " ASC NULLS LAST");
    }
    for (size_t i = 0; !b->groups && i < b->n_from; i++) {
        buf_adds(w->b, n++ > 0 ? ", " : comma);
        sql_place(w, &b->from[i]);
        buf_adds(w->b, " ASC NULLS LAST");
    }
    return n;
}

/* Rows that an aggregate adds up, in the order of the file. In a block of groups the rows are those before grouping. */
static void add_file_order(struct writer *w, struct block *b)
{
    for (size_t i = 0; i < b->n_from; i++) {
        buf_adds(w->b, i > 0 ? ", " : " ORDER BY ");
        sql_place(w, &b->from[i]);
    }
}

/* ---- aggregates ---- */

struct aggregate_marks {
    struct block *block;
    const struct expr_aggregate *aggregate;
    struct value_type type; /* of its argument */
    const char *arg;
    const char *over; /* "" or the window */
};

static bool is_spelt_otherwise(const struct writer *w, const struct aggregate_marks *m)
{
    return *m->over && w->dialect->aggregates[m->aggregate->function].window;
}

static void add_filter(struct writer *w, const struct aggregate_marks *m)
{
    const struct expr_aggregate *g = m->aggregate;
    bool filled = w->dialect->aggregates[g->function].skips_empty;

    if ((!g->where && !filled) || is_spelt_otherwise(w, m))
        return;
    buf_adds(w->b, " FILTER (WHERE ");
    if (filled)
        buf_addf(w->b, "(%s) IS NOT NULL%s", m->arg, g->where ? " AND " : "");
    if (g->where)
        sql_as(w, m->block, g->where, (struct value_type){ .type = COLUMN_BOOLEAN });
    buf_addc(w->b, ')');
}

static void aggregate_mark(struct writer *w, char mark, const void *arg)
{
    const struct aggregate_marks *m = arg;
    char number[NUM_DOUBLE_BYTES];

    switch (mark) {
    case 'd':
        buf_adds(w->b, m->aggregate->distinct ? "DISTINCT " : "");
        break;
    case 't':
        add_filter(w, m);
        buf_adds(w->b, m->over);
        break;
    case 'f':
    case 'o':
        if (*m->over || (mark == 'f' && m->type.type != COLUMN_FLOAT))
            break;
        if (m->aggregate->distinct)
            buf_addf(w->b, " ORDER BY %s", m->arg);
        else
            add_file_order(w, m->block);
        break;
    case 'n':
        num_double_text(m->aggregate->number, number);
        buf_adds(w->b, number);
        break;
    default:
        break;
    }
}

/* What it is of, as a text. Where there is no filter, rows that do not meet it have an empty value. */
static void add_argument(struct writer *w, struct aggregate_marks *m)
{
    const struct expr_aggregate *g = m->aggregate;

    m->arg = "*";
    if (!g->arg) {
        if (g->function != AGGREGATE_COUNT)
            typing_fail(&w->typing, ERR_INVALID_QUERY, "%s of nothing", query_aggregate_info(g->function)->name);
        return;
    }
    m->type = expr_type(&w->typing, m->block, g->arg);
    if ((g->function == AGGREGATE_SUM || g->function == AGGREGATE_AVERAGE) && sql_is_rounded(w, m->block, g->arg))
        m->type = (struct value_type){ .type = COLUMN_FLOAT };
    if (aggregate_takes_number(g->function) && !m->type.empty && !column_is_number(m->type.type))
        m->type = (struct value_type){ .type = m->type.type == COLUMN_BOOLEAN ? COLUMN_INTEGER : COLUMN_FLOAT };
    m->arg = sql_text_as(w, m->block, g->arg, m->type);
    if (g->where && is_spelt_otherwise(w, m))
        m->arg =
            arena_printf(w->typing.arena, "CASE WHEN %s THEN %s END",
                         sql_text_as(w, m->block, g->where, (struct value_type){ .type = COLUMN_BOOLEAN }), m->arg);
}

void sql_aggregate(struct writer *w, struct block *b, const struct expr_aggregate *g, const char *over)
{
    const struct sql_aggregate *how = &w->dialect->aggregates[g->function];
    const char *name = query_aggregate_info(g->function)->name;
    struct aggregate_marks m = { .block = b, .aggregate = g, .over = over };

    if (!how->text) {
        typing_lacks(&w->typing, name);
        return;
    }
    if (*over && g->distinct && !w->dialect->distinct_window) {
        typing_lacks(&w->typing, arena_printf(w->typing.arena, "%s of different values over other rows", name));
        return;
    }
    add_argument(w, &m);
    sql_fill(w, is_spelt_otherwise(w, &m) ? how->window : how->text,
             &(struct sql_fill){ .args = &m.arg, .n = 1, .mark = aggregate_mark, .arg = &m });
}

/* ---- windows ---- */

struct window_marks {
    struct block *block;
    const struct expr_window *window;
    bool in_order; /* @a looks at rows one behind another */
};

/* What OVER is followed by. */
enum over { OVER_ORDER, OVER_LINES, OVER_PART, OVER_RUNNING, OVER_MOVING };

static void add_window_order(struct writer *w, const struct window_marks *m, bool ties)
{
    const struct expr_window *e = m->window;

    for (size_t i = 0; i < e->n_order; i++) {
        buf_adds(w->b, i > 0 ? ", " : " ORDER BY ");
        sql_expr(w, m->block, e->order[i].by);
        sql_direction(w, &e->order[i]);
    }
    if (ties)
        sql_natural(w, m->block, e->n_order > 0 ? ", " : " ORDER BY ");
}

static void add_over(struct writer *w, const struct window_marks *m, enum over over)
{
    const struct expr_window *e = m->window;
    size_t number = e->number > 0 ? e->number : 1;

    buf_adds(w->b, " OVER (");
    for (size_t i = 0; i < e->n_per; i++) {
        buf_adds(w->b, i > 0 ? ", " : "PARTITION BY ");
        sql_expr(w, m->block, e->per[i]);
    }
    if (over == OVER_ORDER || over == OVER_LINES || over == OVER_RUNNING || over == OVER_MOVING || m->in_order)
        add_window_order(w, m, over != OVER_ORDER);
    if (over == OVER_RUNNING)
        buf_adds(w->b, " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW");
    else if (over == OVER_MOVING)
        buf_addf(w->b, " ROWS BETWEEN %zu PRECEDING AND CURRENT ROW", number - 1);
    else if (over == OVER_PART && m->in_order)
        buf_adds(w->b, " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING");
    buf_addc(w->b, ')');
}

static void window_mark(struct writer *w, char mark, const void *arg)
{
    const struct window_marks *m = arg;

    if (mark == 'r')
        add_over(w, m, OVER_ORDER);
    else if (mark == 'l')
        add_over(w, m, OVER_LINES);
    else if (mark == 'a')
        add_over(w, m, OVER_PART);
    else if (mark == 'n')
        buf_addf(w->b, "%zu", m->window->number > 0 ? m->window->number : 1);
}

/* An aggregate over rows of the result. Where its outcome depends on their order, they have one. */
static void add_aggregate_over(struct writer *w, struct window_marks *m)
{
    static const enum over overs[WINDOWS_END] = {
        [WINDOW_OVER] = OVER_PART, [WINDOW_RUNNING] = OVER_RUNNING, [WINDOW_MOVING] = OVER_MOVING
    };
    const struct expr_window *e = m->window;
    const struct expr_aggregate *g;
    struct buf over CLEANUP(buf_done) = BUF(SQL_BYTES), *old;

    if (!e->arg || e->arg->kind != EXPR_AGGREGATE) {
        typing_fail(&w->typing, ERR_INVALID_QUERY, "%s of what is no aggregate", query_window_info(e->function)->name);
        return;
    }
    g = &e->arg->aggregate;
    m->in_order =
        w->dialect->aggregates[g->function].in_order ||
        (g->arg && aggregate_takes_number(g->function) && expr_type(&w->typing, m->block, g->arg).type == COLUMN_FLOAT);
    old = sql_to(w, &over);
    add_over(w, m, overs[e->function]);
    sql_to(w, old);
    sql_aggregate(w, m->block, g, arena_dup(w->typing.arena, over.p, over.n));
}

void sql_window(struct writer *w, struct block *b, const struct expr_window *e)
{
    struct window_marks m = { .block = b, .window = e };
    const char *text = w->dialect->windows[e->function], *arg = "";
    struct value_type type = { .empty = true };

    if (window_aggregates(e->function)) {
        add_aggregate_over(w, &m);
        return;
    }
    if (!text) {
        typing_lacks(&w->typing, query_window_info(e->function)->name);
        return;
    }
    if (e->arg) {
        type = expr_type(&w->typing, b, e->arg);
        if (e->function == WINDOW_SHARE || e->function == WINDOW_CHANGE || e->function == WINDOW_GROWTH)
            if (!type.empty && !column_is_number(type.type))
                type = (struct value_type){ .type = COLUMN_INTEGER };
        arg = sql_text_as(w, b, e->arg, type);
        m.in_order = type.type == COLUMN_FLOAT;
    }
    sql_fill(w, text, &(struct sql_fill){ .args = &arg, .n = 1, .mark = window_mark, .arg = &m });
}
