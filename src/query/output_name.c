/* output_name.c - headings that read like the question: total_revenue, average_price, month, count. */
#include "base/arena.h"
#include "base/str.h"
#include "query/query.h"
#include <string.h>

static const char *const window_words[] = {
    [WINDOW_ROW_NUMBER] = "number", [WINDOW_RANK] = "rank",         [WINDOW_DENSE_RANK] = "rank",
    [WINDOW_OVER] = NULL,           [WINDOW_RUNNING] = "running",   [WINDOW_MOVING] = "moving",
    [WINDOW_SHARE] = "share_of",    [WINDOW_PREVIOUS] = "previous", [WINDOW_NEXT] = "next",
    [WINDOW_CHANGE] = "change_of",  [WINDOW_GROWTH] = "growth_of",
};

static const char *heading(struct arena *a, const struct expr *e);

/* "total" and "revenue" are total_revenue; "total" and "Unit Price" are "total Unit Price"; total_amount stays. */
static const char *joined(struct arena *a, const char *word, const char *name)
{
    size_t n = strlen(word);

    if (strncasecmp(name, word, n) == 0 && (name[n] == '_' || name[n] == ' ' || !name[n]))
        return name;
    return arena_printf(a, "%s%s%s", word, strchr(name, ' ') ? " " : "_", name);
}

static const char *aggregate_heading(struct arena *a, const struct expr_aggregate *g)
{
    if (g->function == AGGREGATE_COUNT)
        return g->distinct && g->arg ? joined(a, "different", heading(a, g->arg)) : "count";
    return joined(a, query_aggregate_info(g->function)->heading, heading(a, g->arg));
}

static const char *window_heading(struct arena *a, const struct expr_window *w)
{
    const char *word = window_words[w->function];

    if (!w->arg)
        return word;
    return word ? joined(a, word, heading(a, w->arg)) : heading(a, w->arg);
}

static const char *call_heading(struct arena *a, const struct expr_call *c)
{
    if (c->function == FUNCTION_START_OF && c->args[0]->kind == EXPR_LITERAL && c->args[0]->literal.text)
        return c->args[0]->literal.text;
    if (c->function == FUNCTION_DIVIDE)
        return arena_printf(a, "%s_per_%s", heading(a, c->args[0]), heading(a, c->args[1]));
    if (c->function == FUNCTION_ADD || c->function == FUNCTION_SUBTRACT || c->function == FUNCTION_MULTIPLY ||
        c->function == FUNCTION_ROUND || c->function == FUNCTION_NUMBER || c->function == FUNCTION_COALESCE)
        return heading(a, c->args[0]);
    return query_function_info(c->function)->name;
}

static const char *heading(struct arena *a, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        return e->column.name;
    case EXPR_CALL:
        return call_heading(a, &e->call);
    case EXPR_AGGREGATE:
        return aggregate_heading(a, &e->aggregate);
    case EXPR_WINDOW:
        return window_heading(a, &e->window);
    case EXPR_PLACE:
        return "row";
    case EXPR_LITERAL:
    case EXPR_QUERY:
        return "value";
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        break;
    }
    return "answer";
}

static const char *own_name(struct arena *a, const struct query *q, size_t i)
{
    return q->outputs[i].name ? q->outputs[i].name : heading(a, q->outputs[i].expr);
}

const char *query_output_name(struct arena *a, const struct query *q, size_t i)
{
    const char *name;
    size_t same = 1;

    while (q->kind != QUERY_BLOCK)
        q = q->left;
    name = own_name(a, q, i);
    if (q->outputs[i].name)
        return name;
    for (size_t k = 0; k < i; k++)
        same += str_ieq(own_name(a, q, k), name);
    return same == 1 ? name : arena_printf(a, "%s_%zu", name, same);
}
