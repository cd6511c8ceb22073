/* block.c - a block in words: what is shown, of whose rows, by what, where, with what, in which order, how many.
 *
 * A block that only groups shows different values; one that groups and reckons shows figures "by" its groups. The sort
 * by the one figure that is shown needs no name: "total revenue by region, highest first".
 */
#include "base/arena.h"
#include "base/str.h"
#include "query/say/speech.h"
#include <string.h>

#define JOIN_CONDITIONS 64 /* of one block that are said with those on rows */

/* ---- what is shown ---- */

static bool is_group(const struct query *q, const struct expr *e)
{
    for (size_t i = 0; i < q->n_groups; i++)
        if (expr_same(q->groups[i], e))
            return true;
    return false;
}

/* The one output that is no group; NULL where there is none or several. */
static const struct expr *only_figure(const struct query *q)
{
    const struct expr *found = NULL;

    for (size_t i = 0; query_groups(q) && i < q->n_outputs; i++) {
        if (is_group(q, q->outputs[i].expr))
            continue;
        if (found)
            return NULL;
        found = q->outputs[i].expr;
    }
    return found;
}

static size_t count_figures(const struct query *q)
{
    size_t n = 0;

    for (size_t i = 0; i < q->n_outputs; i++)
        n += !is_group(q, q->outputs[i].expr);
    return n;
}

static bool is_row_count(const struct speech *s, const struct expr *e)
{
    return e && e->kind == EXPR_AGGREGATE && e->aggregate.function == AGGREGATE_COUNT && !e->aggregate.where &&
           strcmp(say_expr(s, e), say_count(s)) == 0;
}

/* The outputs; of a block that groups, those that are no groups. */
static const char *outputs(const struct speech *s, bool figures)
{
    const struct query *q = s->q;
    size_t n = figures ? count_figures(q) : q->n_outputs, said = 0;
    const char *text = "";

    for (size_t i = 0; i < q->n_outputs; i++) {
        if (figures && is_group(q, q->outputs[i].expr))
            continue;
        text = arena_printf(s->a, "%s%s%s", text, joint(said, n), say_item(s, q->outputs[i].expr, n));
        said++;
    }
    return text;
}

/* Whether the head has said of which rows it is: it counts them. */
static bool counts_rows(const struct speech *s)
{
    for (size_t i = 0; query_groups(s->q) && i < s->q->n_outputs; i++)
        if (is_row_count(s, s->q->outputs[i].expr))
            return true;
    return false;
}

static const char *of_rows(const struct speech *s)
{
    const char *rows = say_rows(s);
    const struct relation *r = s->q->from;
    const char *word = s->q->n_from > 1                                               ? "for"
                       : r && (r->kind == RELATION_QUERY || r->kind == RELATION_STEP) ? "from"
                                                                                      : "of";

    if (counts_rows(s) && (only_figure(s->q) || !*say_rows_behind_count(s)))
        return say_rows_behind_count(s);
    return *rows ? arena_printf(s->a, " %s %s", word, rows) : "";
}

static bool shows_groups_alone(const struct query *q)
{
    for (size_t i = 0; i < q->n_groups; i++) {
        bool shown = false;
        for (size_t k = 0; k < q->n_outputs && !shown; k++)
            shown = expr_same(q->outputs[k].expr, q->groups[i]);
        if (!shown)
            return false;
    }
    return q->n_groups > 0 && count_figures(q) == 0;
}

const char *say_values(const struct speech *s)
{
    const char *rows = of_rows(s);

    if (s->q->n_outputs == 0)
        return arena_printf(s->a, "different %s", *say_rows(s) ? say_rows(s) : "rows");
    return arena_printf(s->a, "different %s of %s%s", s->q->n_outputs == 1 ? "values" : "combinations",
                        outputs(s, false), rows);
}

static const char *head_text(const struct speech *s)
{
    const struct query *q = s->q;
    const char *rows, *by = q->n_from > 1 ? "," : "";

    if (q->n_outputs == 0) {
        rows = say_rows(s);
        return arena_printf(s->a, "%s%s%s", s->is_phrase ? "" : "list ", q->distinct ? "different " : "",
                            *rows ? rows : "rows");
    }
    rows = of_rows(s);
    if (shows_groups_alone(q) || (q->distinct && !count_figures(q) && query_groups(q)) ||
        (q->distinct && !query_groups(q)))
        return say_values(s);
    if (!query_groups(q))
        return arena_printf(s->a, "%s%s%s", s->is_phrase ? "" : "list ", outputs(s, false), rows);
    rows =
        arena_printf(s->a, "%s%s%s", q->distinct ? "different values of " : "", outputs(s, count_figures(q) > 0), rows);
    if (q->n_groups == 0)
        return rows;
    return arena_printf(s->a, "%s%s %s %s", rows, by, count_figures(q) > 0 ? "by" : "for each",
                        say_list(s, q->groups, q->n_groups));
}

/* ---- conditions ---- */

/* On rows, or on groups that are rows' values, which comes to the same. */
size_t conditions_on_rows(const struct speech *s, const struct expr ***ret)
{
    const struct query *q = s->q;
    const struct expr **list = arena_array(s->a, q->n_where + q->n_having + JOIN_CONDITIONS, sizeof *list);
    size_t n = rows_conditions(s, list, JOIN_CONDITIONS);

    for (size_t i = 0; i < q->n_where; i++)
        if (!rows_say(s, q->where[i]))
            list[n++] = q->where[i];
    for (size_t i = 0; i < q->n_having; i++)
        if (!expr_has_aggregate(q->having[i]) && !expr_has_window(q->having[i]))
            list[n++] = q->having[i];
    *ret = list;
    return n;
}

static const char *where_text(const struct speech *s)
{
    const struct expr **list;
    size_t n = conditions_on_rows(s, &list);

    return n ? arena_printf(s->a, ", where %s", say_conditions(s, list, n, STYLE_WHERE)) : "";
}

static const char *with_text(const struct speech *s)
{
    const struct query *q = s->q;
    const struct expr **list = arena_array(s->a, q->n_having + 1, sizeof *list);
    size_t n = 0;

    for (size_t i = 0; i < q->n_having; i++)
        if (expr_has_aggregate(q->having[i]) || expr_has_window(q->having[i]))
            list[n++] = q->having[i];
    return n ? arena_printf(s->a, ", with %s", say_conditions(s, list, n, STYLE_WITH)) : "";
}

/* ---- order and limit ---- */

static bool is_words(enum column_type type)
{
    return type == COLUMN_TEXT || type == COLUMN_BOOLEAN;
}

const char *say_direction(const struct speech *s, const struct ordering *o)
{
    enum column_type type = type_of_expr(s, o->by);
    const struct column *c = column_behind(s, o->by);
    const char *text = o->descending ? "highest first" : "lowest first";

    if (is_time(type))
        text = o->descending ? "latest first" : "earliest first";
    else if (type == COLUMN_TEXT)
        text = o->descending ? "Z to A" : "A to Z";
    else if (type == COLUMN_BOOLEAN)
        text = o->descending ? "true first" : "false first";
    return o->empty_first && (!c || c->nulls + c->misfits > 0)
               ? arena_printf(s->a, "%s with empty values in front", text)
               : text;
}

/* A figure of each of the values that are listed: "different values of city, sorted by their number of customers". */
static bool is_of_each(const struct speech *s, const struct expr *by)
{
    return s->q->n_groups > 0 && count_figures(s->q) == 0 && by->kind == EXPR_AGGREGATE;
}

const char *say_order(const struct speech *s)
{
    const struct query *q = s->q;
    const struct expr *figure = only_figure(q);
    const char *text = "";

    for (size_t i = 0; i < q->n_order; i++) {
        const struct ordering *o = &q->order[i];
        if (i == 0 && figure && expr_same(figure, o->by))
            text = arena_printf(s->a, ", %s", say_direction(s, o));
        else
            text = arena_printf(s->a, "%s, %s %s%s, %s", text, i == 0 ? "sorted by" : "then by",
                                is_of_each(s, o->by) ? "their " : "", say_item(s, o->by, 2), say_direction(s, o));
    }
    return text;
}

const char *say_limit(const struct speech *s)
{
    const struct query *q = s->q;
    const char *word = "first", *text;

    if (q->limit == 0)
        return q->offset ? arena_printf(s->a, ", without the first %zu", q->offset) : "";
    if (q->n_order > 0 && !is_words(type_of_expr(s, q->order[0].by)))
        word = q->order[0].descending ? "top" : "bottom";
    text = arena_printf(s->a, ", %s %zu", word, q->limit);
    if (q->n_per > 0)
        text = arena_printf(s->a, "%s in each %s", text, say_list(s, q->per, q->n_per));
    return q->offset ? arena_printf(s->a, "%s after leaving out %zu", text, q->offset) : text;
}

/* ---- queries of a query's figures ---- */

static bool is_bare(const struct query *q)
{
    return q->n_where == 0 && q->n_having == 0 && q->n_order == 0 && q->limit == 0 && q->offset == 0 && !q->distinct;
}

/* The word for a figure of figures: "average of (number of singers by country)". */
static const char *figure_of_figures(const struct speech *s, const struct expr_aggregate *g, const struct query *inner)
{
    struct speech in = speech_in(s, inner);
    const struct expr *figure = only_figure(in.q);
    const char *whole, *word;
    struct meant m;

    in.is_phrase = true;
    if (g->function == AGGREGATE_COUNT && !g->distinct && shows_groups_alone(in.q) && inner->n_order == 0)
        return arena_printf(s->a, "number of %s", say_query(&in, inner));
    if (!figure || !g->arg || g->distinct || g->where || g->function == AGGREGATE_COUNT ||
        g->arg->kind != EXPR_COLUMN || !meaning_of(s, &g->arg->column, &m) || m.expr != figure)
        return NULL;
    whole = say_aggregate(s, g);
    word = say_expr(&in, figure);
    if (!str_ends(whole, word))
        return NULL;
    whole = arena_printf(s->a, "%.*s", (int)(strlen(whole) - strlen(word)), whole);
    return arena_printf(s->a, "%s%s(%s)", whole, str_ends(whole, "of ") ? "" : "of ", say_query(&in, inner));
}

const char *say_derived(const struct speech *s)
{
    const struct query *q = s->q;

    if (!q || q->n_from != 1 || q->from[0].kind != RELATION_QUERY || !is_bare(q) || q->n_groups > 0 ||
        q->n_outputs != 1 || q->outputs[0].expr->kind != EXPR_AGGREGATE || q->from[0].query->kind != QUERY_BLOCK)
        return NULL;
    return figure_of_figures(s, &q->outputs[0].expr->aggregate, q->from[0].query);
}

/* ---- all of it ---- */

/* "average monthly total revenue by region, where channel is Online" */
static const char *stepped(const struct speech *s, const struct query *inner)
{
    struct speech in = speech_in(s, inner);
    const struct expr **list, *time = stepped_time(inner);
    size_t n = conditions_on_rows(&in, &list), kept = 0;
    const char *text = arena_printf(s->a, "%s%s", outputs(s, true), of_rows(&in));

    for (size_t i = 0; i < n; i++) {
        const struct expr *e = list[i];
        bool is_given = e->kind == EXPR_CALL && e->call.function == FUNCTION_NOT &&
                        e->call.args[0]->kind == EXPR_CALL && e->call.args[0]->call.function == FUNCTION_IS_EMPTY &&
                        expr_same(e->call.args[0]->call.args[0], time);
        if (!is_given)
            list[kept++] = e;
    }
    if (s->q->n_groups > 0)
        text = arena_printf(s->a, "%s%s by %s", text, inner->n_from > 1 ? "," : "",
                            say_list(s, s->q->groups, s->q->n_groups));
    if (kept > 0)
        text = arena_printf(s->a, "%s, where %s", text, say_conditions(&in, list, kept, STYLE_WHERE));
    return arena_printf(s->a, "%s%s%s", text, say_order(s), say_limit(s));
}

static const char *block(const struct speech *s)
{
    const struct query *inner = count_figures(s->q) == 1 ? stepped_query(s) : NULL;
    const struct expr *figure = inner ? only_figure(s->q) : NULL;
    const char *text;

    if (figure && figure->kind == EXPR_AGGREGATE && stepped_figure(s, &figure->aggregate))
        return stepped(s, inner);
    text = say_derived(s);
    return text ? text
                : arena_printf(s->a, "%s%s%s%s%s", head_text(s), where_text(s), with_text(s), say_order(s),
                               say_limit(s));
}

const char *say_query(const struct speech *around, const struct query *q)
{
    struct speech s = speech_in(around, q);
    struct query order = *q;

    if (speech_spent(around))
        return "...";
    if (q->kind == QUERY_BLOCK)
        return block(&s);
    /* The order of the whole is by the outputs of its first block. */
    order.outputs = s.q->outputs;
    order.n_outputs = s.q->n_outputs;
    order.from = s.q->from;
    order.n_from = s.q->n_from;
    order.kind = QUERY_BLOCK;
    s.q = &order;
    return arena_printf(s.a, "%s%s%s", say_combined(around, q), say_order(&s), say_limit(&s));
}
