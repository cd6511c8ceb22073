/* count.c - each counts in a step of its own behind those of the request. */
#include "query/edit/count.h"
#include "base/arena.h"
#include "base/str.h"
#include <string.h>

/* ---- steps ---- */

/* The request with one more step, which may read what the last one gives. */
static struct request with_step(struct arena *a, const struct request *r, size_t n_kept, const struct query *q)
{
    struct step *steps = arena_array(a, n_kept + 1, sizeof *steps);
    const char *name = arena_printf(a, "step_%zu", n_kept + 1);

    memcpy(steps, r->steps, n_kept * sizeof *steps);
    for (size_t i = 0; i < n_kept; i++)
        if (str_ieq(steps[i].name, name)) {
            name = arena_printf(a, "%s_", name);
            i = (size_t)-1;
        }
    steps[n_kept] = (struct step){ .name = name, .query = q };
    return (struct request){ .steps = steps, .n_steps = n_kept + 1 };
}

static const struct step *last_step(const struct request *r)
{
    return &r->steps[r->n_steps - 1];
}

/* A block over what the last step gives. */
static struct query over_last(struct arena *a, const struct request *r)
{
    const char *name = last_step(r)->name;

    return query_over(a, (struct relation){ .kind = RELATION_STEP, .name = name, .step = name });
}

static const struct query *keep(struct arena *a, struct query q)
{
    struct query *kept = arena_alloc(a, sizeof *kept);

    *kept = q;
    return kept;
}

/* The block's rows, counted. */
static const struct query *counted(struct arena *a, struct query q)
{
    struct output *output = arena_alloc(a, sizeof *output);

    *output = (struct output){ .expr = expr_aggregate(a, AGGREGATE_COUNT, NULL) };
    q.outputs = output;
    q.n_outputs = 1;
    return keep(a, q);
}

struct request query_count_rows(struct arena *a, const struct request *r)
{
    return with_step(a, r, r->n_steps, counted(a, over_last(a, r)));
}

/* ---- ties ---- */

#define PLACE_NAME "place" /* the same for equals */
#define LINE_NAME "line"   /* different for all */

/* What rows are sorted by and what the limit is for each of, as outputs of their own. */
static struct query sorted_by(struct arena *a, const struct query *q)
{
    struct query keys = *q;
    struct output *outputs = arena_array(a, q->n_order + q->n_per, sizeof *outputs);

    for (size_t i = 0; i < q->n_order; i++)
        outputs[i] = (struct output){ q->order[i].by, arena_printf(a, "key_%zu", i + 1) };
    for (size_t i = 0; i < q->n_per; i++)
        outputs[q->n_order + i] = (struct output){ q->per[i], arena_printf(a, "per_%zu", i + 1) };
    keys.outputs = outputs;
    keys.n_outputs = q->n_order + q->n_per;
    keys.order = NULL;
    keys.per = NULL;
    keys.n_order = keys.limit = keys.n_per = 0;
    return keys;
}

/* Each row's place among those that have what they are first sorted by. */
static struct query placed(struct arena *a, const struct request *keys, const struct query *q)
{
    struct query block = over_last(a, keys);
    const char *of = block.from->name;
    struct ordering *order = arena_array(a, q->n_order, sizeof *order);
    const struct expr **per = arena_array(a, q->n_per, sizeof *per), *empty;
    struct output *outputs = arena_array(a, 2, sizeof *outputs);
    struct expr_window w = { .per = per, .n_per = q->n_per, .order = order, .n_order = q->n_order, .number = 1 };

    for (size_t i = 0; i < q->n_order; i++) {
        order[i] = q->order[i];
        order[i].by = expr_column(a, of, arena_printf(a, "key_%zu", i + 1));
    }
    for (size_t i = 0; i < q->n_per; i++)
        per[i] = expr_column(a, of, arena_printf(a, "per_%zu", i + 1));
    w.function = WINDOW_RANK;
    outputs[0] = (struct output){ expr_new(a, &(struct expr){ .kind = EXPR_WINDOW, .window = w }), PLACE_NAME };
    w.function = WINDOW_ROW_NUMBER;
    outputs[1] = (struct output){ expr_new(a, &(struct expr){ .kind = EXPR_WINDOW, .window = w }), LINE_NAME };
    block.outputs = outputs;
    block.n_outputs = 2;
    empty = expr_call1(a, FUNCTION_IS_EMPTY, order[0].by);
    block.where = exprs_with(a, NULL, 0, expr_call1(a, FUNCTION_NOT, empty));
    block.n_where = 1;
    return block;
}

bool query_count_ties(struct arena *a, const struct request *r, struct request *ret)
{
    const struct query *q = last_step(r)->query;
    struct request steps;
    struct query block;
    const struct expr *limit, *of_place, *of_line;

    if (!q || q->kind != QUERY_BLOCK || q->distinct || q->n_order == 0 || q->limit == 0)
        return false;
    steps = with_step(a, r, r->n_steps - 1, keep(a, sorted_by(a, q)));
    steps = with_step(a, &steps, steps.n_steps, keep(a, placed(a, &steps, q)));
    block = over_last(a, &steps);
    limit = expr_int(a, (long long)q->offset + (long long)q->limit);
    of_place = expr_call2(a, FUNCTION_LE, expr_column(a, block.from->name, PLACE_NAME), limit);
    of_line = expr_call2(a, FUNCTION_GT, expr_column(a, block.from->name, LINE_NAME), limit);
    block.where = exprs_with(a, exprs_with(a, NULL, 0, of_place), 1, of_line);
    block.n_where = 2;
    *ret = with_step(a, &steps, steps.n_steps, counted(a, block));
    return true;
}

/* ---- halves ---- */

/* The column that the condition says must not be empty; NULL where it is another condition. */
static const struct expr *needed(const struct expr *where)
{
    const struct expr *empty =
        where && where->kind == EXPR_CALL && where->call.function == FUNCTION_NOT ? where->call.args[0] : NULL;

    if (!empty || empty->kind != EXPR_CALL || empty->call.function != FUNCTION_IS_EMPTY ||
        empty->call.args[0]->kind != EXPR_COLUMN)
        return NULL;
    return empty->call.args[0];
}

static bool is_needed(const struct expr *arg, const struct expr *where)
{
    return needed(where) && arg && expr_same(arg, needed(where));
}

/* One aggregate for another, each only of rows that have what the other is of. */
static bool find_halves(const struct expr *e, struct query_halves *ret)
{
    const struct expr_aggregate *over, *under;

    if (e->kind != EXPR_CALL || e->call.function != FUNCTION_DIVIDE || e->call.args[0]->kind != EXPR_AGGREGATE ||
        e->call.args[1]->kind != EXPR_AGGREGATE)
        return false;
    over = &e->call.args[0]->aggregate;
    under = &e->call.args[1]->aggregate;
    if (!is_needed(under->arg, over->where) || (over->arg && !is_needed(over->arg, under->where)))
        return false;
    ret->over = over->arg;
    ret->under = under->arg;
    return true;
}

/* In the block, or in one that it is over. */
static bool search_halves(const struct query *q, struct query_halves *ret)
{
    while (q && q->kind == QUERY_BLOCK) {
        for (size_t i = 0; i < q->n_outputs; i++)
            if (find_halves(q->outputs[i].expr, ret)) {
                ret->of = q;
                return true;
            }
        q = q->n_from == 1 && q->from->kind == RELATION_QUERY ? q->from->query : NULL;
    }
    return false;
}

static bool table_has_gaps(const struct table *t, const char *column)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (str_ieq(t->columns[i].name, column))
            return t->columns[i].nulls + t->columns[i].misfits > 0;
    return true;
}

/* True when there may be rows without a value of the column. */
static bool has_gaps(const struct table *tables, size_t n, const struct query *q, const struct expr *column)
{
    const struct relation *of = column ? query_relation(q, column->column.of) : NULL;

    if (!of)
        return column != NULL;
    if (of->join == JOIN_LEFT || (of->kind != RELATION_TABLE && of->kind != RELATION_UNION))
        return true;
    for (size_t i = 0; i < of->n_tables; i++)
        for (size_t k = 0; k < n; k++)
            if (str_ieq(tables[k].name, of->tables[i]) && table_has_gaps(&tables[k], column->column.name))
                return true;
    return false;
}

bool query_count_halves(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                        struct request *ret, struct query_halves *ret_of)
{
    struct query block;
    const struct expr *half;

    if (!search_halves(last_step(r)->query, ret_of))
        return false;
    if (!has_gaps(tables, n, ret_of->of, ret_of->over) && !has_gaps(tables, n, ret_of->of, ret_of->under))
        return false;
    half = expr_call1(a, FUNCTION_IS_EMPTY, ret_of->under);
    if (ret_of->over)
        half = expr_call2(a, FUNCTION_NE, half, expr_call1(a, FUNCTION_IS_EMPTY, ret_of->over));
    block = (struct query){ .kind = QUERY_BLOCK, .from = ret_of->of->from, .n_from = ret_of->of->n_from };
    block.where = exprs_with(a, ret_of->of->where, ret_of->of->n_where, half);
    block.n_where = ret_of->of->n_where + 1;
    *ret = with_step(a, r, r->n_steps - 1, counted(a, block));
    return true;
}
