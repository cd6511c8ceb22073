/* figure.c - aggregates and windows in words, each by a line of a table. */
#include "base/arena.h"
#include "base/str.h"
#include "query/say/speech.h"
#include "query/types/types.h"
#include <math.h>
#include <string.h>

/* Before a column: "total revenue"; before anything longer: "total of (units times unit_price)". Times have words of
 * their own. */
static const struct {
    const char *before, *time;
} aggregates[AGGREGATES_END] = {
    [AGGREGATE_COUNT] = { "number of values of ", NULL },
    [AGGREGATE_SUM] = { "total ", NULL },
    [AGGREGATE_AVERAGE] = { "average ", NULL },
    [AGGREGATE_MEDIAN] = { "median ", NULL },
    [AGGREGATE_QUANTILE] = { "quantile of ", NULL },
    [AGGREGATE_MIN] = { "lowest ", "earliest " },
    [AGGREGATE_MAX] = { "highest ", "latest " },
    [AGGREGATE_RANGE] = { "range (highest less lowest) of ", NULL },
    [AGGREGATE_DEVIATION] = { "standard deviation of ", NULL },
    [AGGREGATE_DEVIATION_ALL] = { "standard deviation (of all, not a sample) of ", NULL },
    [AGGREGATE_VARIANCE] = { "variance of ", NULL },
    [AGGREGATE_VARIANCE_ALL] = { "variance (of all, not a sample) of ", NULL },
    [AGGREGATE_MODE] = { "most common ", NULL },
    [AGGREGATE_FIRST] = { "first-listed ", NULL },
    [AGGREGATE_LAST] = { "last-listed ", NULL },
};

static const char *quantile(struct arena *a, double number)
{
    double percent = number * 100;
    int n = (int)percent;
    const char *end = n % 10 == 1 && n != 11   ? "st"
                      : n % 10 == 2 && n != 12 ? "nd"
                      : n % 10 == 3 && n != 13 ? "rd"
                                               : "th";

    return fabs(percent - n) < 1e-9 ? arena_printf(a, "%d%s percentile of ", n, end)
                                    : arena_printf(a, "%gth percentile of ", percent);
}

/* Whether all rows have a value there, so that counting it is counting rows. */
static bool is_always_there(const struct speech *s, const struct expr *e)
{
    struct meant m;

    if (e->kind == EXPR_LITERAL)
        return e->literal.text != NULL;
    if (e->kind != EXPR_COLUMN || !meaning_of(s, &e->column, &m) || !m.table || m.at != s || !m.relation)
        return false;
    return m.relation->kind == RELATION_TABLE && m.relation->join != JOIN_LEFT &&
           m.table->columns[m.column].nulls + m.table->columns[m.column].misfits == 0;
}

static const char *only(const struct speech *s, const struct expr_aggregate *g, const char *text)
{
    return g->where ? arena_printf(s->a, "%s (only where %s)", text, say_condition(s, g->where, false, STYLE_WHERE))
                    : text;
}

const char *say_aggregate(const struct speech *s, const struct expr_aggregate *g)
{
    const char *before = aggregates[g->function].before, *text = stepped_figure(s, g);
    const struct expr *arg;
    enum column_type type;

    if (text && g->function != AGGREGATE_COUNT && g->function != AGGREGATE_QUANTILE)
        return arena_printf(s->a, "%s%s", before, text);
    if (g->function == AGGREGATE_COUNT && !g->distinct && (!g->arg || is_always_there(s, g->arg)))
        return only(s, g, say_count(s));
    if (g->function == AGGREGATE_COUNT && g->distinct && g->arg)
        return only(s, g, arena_printf(s->a, "number of different values of %s", say_bracketed(s, g->arg)));
    if (!g->arg)
        return only(s, g, say_count(s));
    type = type_of_expr(s, g->arg);
    if (aggregates[g->function].time && is_time(type))
        before = aggregates[g->function].time;
    if (g->function == AGGREGATE_QUANTILE)
        before = quantile(s->a, g->number);
    arg = aggregate_takes_number(g->function) ? number_read(g->arg) : g->arg;
    text = say_bracketed(s, arg);
    if (arg->kind != EXPR_COLUMN && !str_ends(before, " of "))
        before = arena_printf(s->a, "%sof ", before);
    return only(s, g, arena_printf(s->a, "%s%s%s", before, g->distinct ? "of different values of " : "", text));
}

/* ---- ratios ---- */

/* Where both sides only take rows that have both values, the ratio is one of those rows: "revenue per units". */
static bool is_of_pair(const struct expr *side, const struct expr *other)
{
    const struct expr *w = side->aggregate.where;

    if (!w || w->kind != EXPR_CALL || w->call.function != FUNCTION_NOT)
        return false;
    w = w->call.args[0];
    return w->kind == EXPR_CALL && w->call.function == FUNCTION_IS_EMPTY && other->aggregate.arg &&
           expr_same(w->call.args[0], other->aggregate.arg);
}

static bool is_plain(const struct expr *e, enum query_aggregate f, bool distinct)
{
    return e->kind == EXPR_AGGREGATE && e->aggregate.function == f && e->aggregate.distinct == distinct;
}

/* What a group has of all: a count of different values over that of all rows that the block is of. */
static const char *share_of_all(const struct speech *s, const struct expr_call *c)
{
    const struct expr *over = c->args[0], *under = c->args[1];
    const struct query *all;
    struct speech in;

    if (!is_plain(over, AGGREGATE_COUNT, true) || over->aggregate.where || !over->aggregate.arg ||
        under->kind != EXPR_QUERY || under->query.query->kind != QUERY_BLOCK)
        return NULL;
    all = under->query.query;
    in = speech_in(s, all);
    if (all->n_groups + all->n_having + all->offset > 0 || all->n_outputs != 1 ||
        !is_plain(all->outputs[0].expr, AGGREGATE_COUNT, true) || s->q->n_from != all->n_from ||
        strcmp(say_expr(s, over), say_expr(&in, all->outputs[0].expr)) != 0 ||
        strcmp(say_rows(s), say_rows(&in)) != 0 || s->q->n_where != all->n_where ||
        strcmp(say_conditions(s, s->q->where, s->q->n_where, STYLE_WHERE),
               say_conditions(&in, all->where, all->n_where, STYLE_WHERE)) != 0)
        return NULL;
    return arena_printf(s->a, "share of different values of %s", say_bracketed(s, over->aggregate.arg));
}

const char *say_ratio(const struct speech *s, const struct expr_call *c)
{
    const struct expr *over = c->args[0], *under = c->args[1];
    bool rows = is_plain(over, AGGREGATE_COUNT, false) && !over->aggregate.arg;
    bool ids = is_plain(under, AGGREGATE_COUNT, true);

    if (!(rows || is_plain(over, AGGREGATE_SUM, false)) || !(ids || is_plain(under, AGGREGATE_SUM, false)) ||
        !is_of_pair(over, under) ||
        !(rows ? !under->aggregate.where || is_of_pair(under, under) : is_of_pair(under, over)))
        return share_of_all(s, c);
    return arena_printf(s->a, "%s per %s%s", rows ? "rows" : say_bracketed(s, over->aggregate.arg),
                        ids ? "different " : "", say_bracketed(s, under->aggregate.arg));
}

/* ---- windows ---- */

/* $ is the argument, # the number of rows. */
static const char *const windows[WINDOWS_END] = {
    [WINDOW_ROW_NUMBER] = "number in the order",
    [WINDOW_RANK] = "rank",
    [WINDOW_DENSE_RANK] = "rank without gaps",
    [WINDOW_OVER] = "$ of all rows",
    [WINDOW_RUNNING] = "running $",
    [WINDOW_MOVING] = "moving $ of # rows",
    [WINDOW_SHARE] = "share of $",
    [WINDOW_PREVIOUS] = "$ of # rows before",
    [WINDOW_NEXT] = "$ of # rows after",
    [WINDOW_CHANGE] = "change of $ from the row before",
    [WINDOW_GROWTH] = "growth of $ from the row before",
};

static const char *window_pattern(const struct expr_window *w)
{
    if (w->number <= 1 && w->function == WINDOW_PREVIOUS)
        return "$ of the row before";
    if (w->number <= 1 && w->function == WINDOW_NEXT)
        return "$ of the row after";
    return w->function == WINDOW_OVER && w->n_per > 0 ? "$ of all rows" : windows[w->function];
}

/* A share is of what is added up: "share of revenue", "share of rows". */
static const char *window_argument(const struct speech *s, const struct expr_window *w)
{
    const struct expr *e = w->arg;

    if (!e)
        return "";
    if (w->function == WINDOW_SHARE && e->kind == EXPR_AGGREGATE && !e->aggregate.where && !e->aggregate.distinct) {
        if (e->aggregate.function == AGGREGATE_SUM && e->aggregate.arg)
            return say_bracketed(s, e->aggregate.arg);
        if (e->aggregate.function == AGGREGATE_COUNT && !e->aggregate.arg)
            return "rows";
    }
    return say_bracketed(s, e);
}

static const char *ordered(const struct speech *s, const struct ordering *list, size_t n)
{
    const char *text = "";

    for (size_t i = 0; i < n; i++)
        text = arena_printf(s->a, "%s%s%s, %s", text, i == 0 ? "" : ", then ", say_expr(s, list[i].by),
                            say_direction(s, &list[i]));
    return text;
}

const char *say_window(const struct speech *s, const struct expr_window *w)
{
    const char *pattern = window_pattern(w), *argument = window_argument(s, w), *text = "";

    for (const char *p = pattern; *p; p++)
        text = *p == '$'   ? arena_printf(s->a, "%s%s", text, argument)
               : *p == '#' ? arena_printf(s->a, "%s%zu", text, w->number ? w->number : 1)
                           : arena_printf(s->a, "%s%c", text, *p);
    if (w->n_per > 0)
        text = arena_printf(s->a, "%s within each %s", text, say_list(s, w->per, w->n_per));
    return w->n_order > 0 ? arena_printf(s->a, "%s (by %s)", text, ordered(s, w->order, w->n_order)) : text;
}
