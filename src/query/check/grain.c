/* grain.c - whether a join repeats the rows that a measure is of.
 *
 * The relations of a block are joined by equalities of their columns: a graph. Seen from the relation that a measure is
 * of, a link repeats rows where its other side holds a value several times: one customer, many orders. Then a sum of
 * customers' debts counts each customer once for each of their orders.
 *
 * Said is only what is known: that the other side does hold a value several times, by the figures of the table or of a
 * profile, and that the link is by one column. Where a group or an equality names something on the other side, each row
 * may yet stand once in a group ("attendance by singer", over who sang in which concert): that is a warning for all.
 */
#include "base/arena.h"
#include "base/str.h"
#include "query/check/part.h"

#define GRAIN_RELATIONS 64 /* of a block: the bits of a set; more are not looked at */

/* Relations of a block, a bit each. */
typedef uint64_t relations;

#define BIT(i) ((relations)1 << (i))

struct link {
    size_t relation[2];
    size_t column[2]; /* of each */
};

/* What the conditions of a block say of its relations. */
struct grain {
    const struct block *block;
    struct link *links;
    size_t n, cap;
    relations named; /* by a group, or in an equality with a value */
    relations tied;  /* to each other in a condition that is no equality of columns */
};

/* ---- reading conditions ---- */

struct naming {
    const struct block *block;
    relations found;
};

static size_t relation_of(const struct block *b, const char *name)
{
    size_t i = 0;

    while (i < b->n_from && !(name && str_ieq(b->from[i].name, name)))
        i++;
    return i;
}

static bool name_relation(const struct expr *e, void *arg)
{
    struct naming *x = arg;
    const size_t i = e->kind == EXPR_COLUMN  ? relation_of(x->block, e->column.of)
                     : e->kind == EXPR_PLACE ? relation_of(x->block, e->place_of)
                                             : x->block->n_from;

    if (i < x->block->n_from)
        x->found |= BIT(i);
    return true;
}

/* The relations of the block that an expression names, also from queries in it. */
static relations named_in(const struct block *b, const struct expr *e)
{
    struct naming x = { .block = b };

    expr_walk(e, &(struct expr_visitor){ name_relation, &x, true });
    return x.found;
}

static bool is_one(relations set)
{
    return set && !(set & (set - 1));
}

static bool find_column(const struct block *b, const struct expr *e, size_t *ret_relation, size_t *ret_column)
{
    const struct typed_relation *r;
    size_t i = e->kind == EXPR_COLUMN ? relation_of(b, e->column.of) : b->n_from, k = 0;

    if (i == b->n_from)
        return false;
    for (r = &b->from[i]; k < r->n && !str_ieq(r->columns[k].name, e->column.name);)
        k++;
    *ret_relation = i;
    *ret_column = k;
    return k < r->n;
}

static void add_link(struct arena *a, struct grain *g, struct link link)
{
    if (g->n == g->cap) {
        struct link *more = arena_array(a, g->cap ? g->cap * 2 : 8, sizeof *more);
        for (size_t i = 0; i < g->n; i++)
            more[i] = g->links[i];
        g->links = more;
        g->cap = g->cap ? g->cap * 2 : 8;
    }
    g->links[g->n++] = link;
}

/* "a = 1", "a in (1, 2)", "a = 1 or a = 2" */
static bool is_equality(const struct expr *e)
{
    const enum query_function f = e->kind == EXPR_CALL ? e->call.function : FUNCTIONS_END;

    for (size_t i = 0; f == FUNCTION_OR && i < e->call.n; i++)
        if (!is_equality(e->call.args[i]))
            return false;
    return f == FUNCTION_OR || f == FUNCTION_EQ || f == FUNCTION_SAME || f == FUNCTION_IN || e->kind == EXPR_IN_QUERY;
}

static void read_condition(struct arena *a, struct grain *g, const struct expr *e)
{
    const enum query_function f = e->kind == EXPR_CALL ? e->call.function : FUNCTIONS_END;
    struct link link;
    relations named;

    if (f == FUNCTION_AND) {
        for (size_t i = 0; i < e->call.n; i++)
            read_condition(a, g, e->call.args[i]);
        return;
    }
    named = named_in(g->block, e);
    if (f == FUNCTION_EQ && !is_one(named) &&
        find_column(g->block, e->call.args[0], &link.relation[0], &link.column[0]) &&
        find_column(g->block, e->call.args[1], &link.relation[1], &link.column[1]))
        add_link(a, g, link);
    else if (!is_one(named))
        g->tied |= named;
    else if (is_equality(e))
        g->named |= named;
}

static struct grain *grain_of(struct checking *c, const struct block *b)
{
    const struct query *q = b->query;
    struct grain *g = c->grain;

    if (g && g->block == b)
        return g;
    c->grain = g = arena_alloc(c->a, sizeof *g);
    *g = (struct grain){ .block = b };
    for (size_t i = 0; i < q->n_from; i++)
        if (q->from[i].on)
            read_condition(c->a, g, q->from[i].on);
    for (size_t i = 0; i < q->n_where; i++)
        read_condition(c->a, g, q->where[i]);
    for (size_t i = 0; i < q->n_groups; i++)
        g->named |= named_in(b, q->groups[i]);
    return g;
}

/* ---- does a relation hold the same values several times ---- */

static bool is_among(size_t i, const size_t *list, size_t n)
{
    while (n > 0 && list[n - 1] != i)
        n--;
    return n > 0;
}

/* A query whose groups, or different rows, are told apart by those of its columns. */
static bool tells_rows(const struct block *b, const size_t *columns, size_t n)
{
    const struct query *q = b->query;
    size_t found = 0;

    if (b->groups)
        for (size_t i = 0; i < q->n_groups; i++)
            for (size_t k = 0; k < n; k++)
                if (expr_same(q->groups[i], b->outputs[columns[k]].expr)) {
                    found++;
                    break;
                }
    if (q->distinct && !b->groups)
        for (size_t i = 0; i < b->n; i++)
            found += is_among(i, columns, n);
    return b->groups ? found == q->n_groups : q->distinct && found == b->n;
}

static enum known_repeats query_repeats(const struct block *b, const size_t *columns, size_t n)
{
    if (b->query->kind != QUERY_BLOCK)
        return REPEATS_UNKNOWN;
    return b->query->limit == 1 || tells_rows(b, columns, n) ? REPEATS_NEVER : REPEATS_UNKNOWN;
}

static enum known_repeats relation_repeats(const struct checking *c, const struct typed_relation *r,
                                           const size_t *columns, size_t n)
{
    const struct table *t = r->n > 0 ? r->columns[0].table : NULL;

    if (r->block)
        return query_repeats(r->block, columns, n);
    if (r->relation->kind != RELATION_TABLE || !t)
        return REPEATS_UNKNOWN;
    if (n == 0)
        return t->rows > 1 ? REPEATS_SOME : REPEATS_NEVER;
    if (known_key(c, t, columns, n))
        return REPEATS_NEVER;
    return n == 1 ? known_repeats(c, t, columns[0]) : REPEATS_UNKNOWN;
}

/* ---- the walk from a measure's rows outwards ---- */

struct spread {
    struct checking *c;
    const struct grain *grain;
    relations reached;
    size_t behind[GRAIN_RELATIONS]; /* the relation that repeats rows on the way to this one, itself or one before it;
                                       GRAIN_RELATIONS: none does */
};

/* The columns of a relation that links tie to what was reached; from: one of the relations that they come from. */
static size_t linked_columns(const struct spread *s, size_t relation, size_t *columns, size_t max, size_t *ret_from)
{
    size_t n = 0;

    for (size_t i = 0; i < s->grain->n; i++)
        for (size_t side = 0; side < 2; side++) {
            const struct link *l = &s->grain->links[i];
            if (l->relation[side] != relation || !(s->reached & BIT(l->relation[1 - side])) || n == max ||
                is_among(l->column[side], columns, n))
                continue;
            columns[n++] = l->column[side];
            *ret_from = l->relation[1 - side];
        }
    return n;
}

static void reach(struct spread *s, size_t relation, size_t from, const size_t *columns, size_t n)
{
    const bool repeats = relation_repeats(s->c, &s->grain->block->from[relation], columns, n) == REPEATS_SOME;
    const size_t before = from < GRAIN_RELATIONS ? s->behind[from] : GRAIN_RELATIONS;

    s->reached |= BIT(relation);
    s->behind[relation] = before < GRAIN_RELATIONS ? before : repeats ? relation : GRAIN_RELATIONS;
}

/* One more relation, linked ones first; false when all were reached. One that a condition ties in another way is not
 * known to repeat anything. */
static bool reach_next(struct spread *s)
{
    const size_t n_from = s->grain->block->n_from;
    size_t columns[GRAIN_RELATIONS], from = GRAIN_RELATIONS;

    for (size_t i = 0; i < n_from; i++) {
        const size_t n = s->reached & BIT(i) ? 0 : linked_columns(s, i, columns, COUNT_OF(columns), &from);
        if (n > 0) {
            reach(s, i, from, columns, n);
            return true;
        }
    }
    for (size_t i = 0; i < n_from; i++)
        if (!(s->reached & BIT(i))) {
            if (s->grain->tied & BIT(i)) {
                s->reached |= BIT(i);
                s->behind[i] = GRAIN_RELATIONS;
            } else {
                reach(s, i, GRAIN_RELATIONS, NULL, 0);
            }
            return true;
        }
    return false;
}

/* The relation that repeats the rows which an expression is of; GRAIN_RELATIONS: none is known to. */
static size_t find_repeating(struct spread *s, const struct block *b, const struct expr *e)
{
    if (b->query->kind != QUERY_BLOCK || b->n_from < 2 || b->n_from > GRAIN_RELATIONS)
        return GRAIN_RELATIONS;
    s->grain = grain_of(s->c, b);
    s->reached = named_in(b, e);
    if (!s->reached)
        return GRAIN_RELATIONS;
    for (size_t i = 0; i < GRAIN_RELATIONS; i++)
        s->behind[i] = GRAIN_RELATIONS;
    while (reach_next(s))
        ;
    for (size_t i = 0; i < b->n_from; i++)
        if (s->behind[i] == i)
            return i;
    return GRAIN_RELATIONS;
}

bool check_repeats(struct checking *c, const struct context *x, const struct expr *e)
{
    struct spread s = { .c = c };

    return find_repeating(&s, x->block, e) < GRAIN_RELATIONS;
}

/* ---- saying it ---- */

/* What lies behind the relation that repeats rows: whether the query names it. */
static bool is_named_behind(const struct spread *s, size_t relation)
{
    for (size_t i = 0; i < s->grain->block->n_from; i++)
        if (s->behind[i] == relation && (s->grain->named | s->grain->tied) & BIT(i))
            return true;
    return false;
}

/* A sum of prices over what was sold is what was paid. A mean over rows that come several times is a weighted one,
 * which may be meant. */
void check_aggregate_grain(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at)
{
    const bool is_sum = g->function == AGGREGATE_SUM;
    struct spread s = { .c = c };
    const char *other, *what, *fix;
    size_t relation;

    if (!g->arg || g->distinct || !aggregate_takes_number(g->function))
        return;
    relation = find_repeating(&s, x->block, g->arg);
    if (relation == GRAIN_RELATIONS || (is_sum && check_meaning(c, x, g->arg) == MEANING_PRICE))
        return;
    other = check_shown(c, x->block->from[relation].name);
    what = check_describe(c, g->arg);
    fix = arena_printf(c->a, "Where each row is to count once, keep those that exist in '%s' in place of joining it.",
                       other);
    if (is_sum && !is_named_behind(&s, relation))
        check_doubt(c, "grain", at, fix, "%s counts several times here, once for each of its rows in '%s'.", what,
                    other);
    else
        check_warning(c, "grain", at, fix, "%s may count several times here, once for each of its rows in '%s'.", what,
                      other);
}
