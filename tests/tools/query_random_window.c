/* query_random_window.c - random windows, whose rows have one order. */
#include "base/arena.h"
#include "base/attrs.h"
#include "query_random_parts.h"

struct window_choice {
    enum query_window function;
    bool ordered; /* depends on the order of rows that are equal otherwise */
    bool ranks;   /* wants an order, ties or not */
};

static const struct window_choice of_integers[] = {
    { WINDOW_ROW_NUMBER, true, true }, { WINDOW_RANK, false, true },   { WINDOW_DENSE_RANK, false, true },
    { WINDOW_OVER, false, false },     { WINDOW_RUNNING, true, true }, { WINDOW_PREVIOUS, true, true },
    { WINDOW_NEXT, true, true },       { WINDOW_CHANGE, true, true },  { WINDOW_RANK, false, true },
};
static const struct window_choice of_floats[] = {
    { WINDOW_SHARE, false, false }, { WINDOW_MOVING, true, true }, { WINDOW_GROWTH, true, true },
    { WINDOW_RUNNING, true, true }, { WINDOW_OVER, false, false }, { WINDOW_CHANGE, true, true },
    { WINDOW_MOVING, true, true },
};
static const struct window_choice of_others[] = { { WINDOW_PREVIOUS, true, true }, { WINDOW_NEXT, true, true } };

static struct window_choice choose(struct random *g, enum column_type type)
{
    if (type == COLUMN_INTEGER)
        return of_integers[random_below(g, COUNT_OF(of_integers))];
    if (type == COLUMN_FLOAT)
        return of_floats[random_below(g, COUNT_OF(of_floats))];
    return of_others[random_below(g, COUNT_OF(of_others))];
}

static bool has_row_order(const struct scope *s)
{
    if (s->in_groups)
        return s->n_groups > 0;
    for (size_t i = 0; i < s->n; i++)
        if (!s->sources[i].has_place)
            return false;
    return true;
}

/* What no two rows have alike. */
static size_t row_order(struct random *g, const struct scope *s, struct ordering *order)
{
    if (s->in_groups) {
        for (size_t i = 0; i < s->n_groups; i++)
            order[i] = (struct ordering){ .by = s->groups[i] };
        return s->n_groups;
    }
    for (size_t i = 0; i < s->n; i++)
        order[i] = (struct ordering){ .by = expr_new(
                                          g->a, &(struct expr){ .kind = EXPR_PLACE, .place_of = s->sources[i].name }) };
    return s->n;
}

static const struct expr *window_aggregate(struct random *g, const struct scope *s, enum column_type type)
{
    static const enum query_aggregate functions[] = { AGGREGATE_SUM, AGGREGATE_AVERAGE, AGGREGATE_MIN, AGGREGATE_MAX };
    const enum query_aggregate f = type == COLUMN_INTEGER && random_chance(g, 30) ? AGGREGATE_COUNT
                                   : type == COLUMN_INTEGER                       ? AGGREGATE_SUM
                                                            : functions[random_below(g, COUNT_OF(functions))];

    if (f == AGGREGATE_COUNT && random_chance(g, 50))
        return expr_aggregate(g->a, f, NULL);
    return expr_aggregate(g->a, f, random_value(g, s, type, 1));
}

static const struct expr *some_group_or_column(struct random *g, const struct scope *s)
{
    const struct expr *e;

    if (s->in_groups)
        return s->groups[random_below(g, s->n_groups)];
    e = random_column(g, s, random_exact_type(g, s));
    return e ? e : random_literal(g, COLUMN_TEXT);
}

const struct expr *random_window(struct random *g, const struct scope *scope, enum column_type type)
{
    const struct window_choice choice = choose(g, type);
    struct scope s = *scope;
    struct expr e = { .kind = EXPR_WINDOW, .window = { .function = choice.function, .number = 1 } };
    struct expr_window *w = &e.window;
    struct ordering *order = arena_array(g->a, RANDOM_RELATIONS + 2, sizeof *order);

    s.no_queries = true;
    if (type == COLUMN_BOOLEAN || type == COLUMN_DECIMAL || (s.in_groups && s.n_groups == 0) ||
        (choice.ordered && !has_row_order(&s)))
        return NULL;
    if (window_aggregates(choice.function))
        w->arg = window_aggregate(g, &s, type);
    else if (query_window_info(choice.function)->takes_argument)
        w->arg = random_value(g, &s, type, 1);
    if (query_window_info(choice.function)->takes_number)
        w->number = 1 + random_below(g, 4);
    if (random_chance(g, 35)) {
        w->per = exprs_with(g->a, NULL, 0, some_group_or_column(g, &s));
        w->n_per = 1;
    }
    w->order = order;
    if (choice.ranks && (!choice.ordered || random_chance(g, 50)))
        order[w->n_order++] = (struct ordering){ .by = some_group_or_column(g, &s),
                                                 .descending = random_chance(g, 50),
                                                 .empty_first = random_chance(g, 20) };
    if (choice.ordered)
        w->n_order += row_order(g, &s, order + w->n_order);
    return expr_new(g->a, &e);
}
