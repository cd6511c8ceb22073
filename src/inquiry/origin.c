/* origin.c - the relations of a request, looked through with all queries inside it. */
#include "inquiry/origin.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "query/query.h"

#define NAMED_TABLES 8 /* in a note: as many as people read */

/* ---- which tables ---- */

struct looking {
    const struct table *tables;
    size_t n;
    bool *found;
};

static void look_at(const struct query *q, struct looking *l);

static bool look_into(const struct expr *e, void *arg)
{
    if (e->kind == EXPR_QUERY || e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS)
        look_at(e->query.query, arg);
    return true;
}

static void mark(struct looking *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++)
        l->found[i] |= str_ieq(l->tables[i].name, name);
}

/* What is walked here are the expressions of one block; those of a set operation's sides are walked with the sides. */
static void look_at(const struct query *q, struct looking *l)
{
    const struct expr_visitor visitor = { .visit = look_into, .arg = l };

    if (q->kind != QUERY_BLOCK) {
        look_at(q->left, l);
        look_at(q->right, l);
        return;
    }
    for (size_t i = 0; i < q->n_from; i++) {
        for (size_t k = 0; k < q->from[i].n_tables; k++)
            mark(l, q->from[i].tables[k]);
        if (q->from[i].kind == RELATION_QUERY)
            look_at(q->from[i].query, l);
    }
    query_walk(q, &visitor);
}

void request_tables(const struct request *r, const struct table *tables, size_t n, bool *ret)
{
    struct looking l = { .tables = tables, .n = n, .found = ret };

    for (size_t i = 0; i < n; i++)
        ret[i] = false;
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].query)
            look_at(r->steps[i].query, &l);
}

/* ---- a note ---- */

static void add_names(struct buf *b, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n && i < NAMED_TABLES; i++)
        buf_addf(b, "%s%s", i > 0 ? ", " : "", names[i]);
    if (n > NAMED_TABLES)
        buf_addf(b, " and %zu more", n - NAMED_TABLES);
}

/* One block over tables, each but the first joined where one column equals another. */
static bool is_joined(const struct query *q)
{
    for (size_t i = 0; i < q->n_from; i++) {
        const struct expr *on = q->from[i].on;
        if (q->from[i].kind != RELATION_TABLE ||
            (i > 0 && (!on || on->kind != EXPR_CALL || on->call.function != FUNCTION_EQ ||
                       on->call.args[0]->kind != EXPR_COLUMN || on->call.args[1]->kind != EXPR_COLUMN)))
            return false;
    }
    return q->n_from > 1;
}

/* "From the table orders, joined with customers where orders.customer is customers.id." */
static void add_joined(struct buf *b, const struct query *q)
{
    buf_addf(b, "From the table %s", *q->from->tables);
    for (size_t i = 1; i < q->n_from; i++) {
        const struct expr *const *sides = q->from[i].on->call.args;
        buf_addf(b, "%s joined with %s where %s.%s is %s.%s", i == 1 ? "," : " and", *q->from[i].tables,
                 sides[0]->column.of, sides[0]->column.name, sides[1]->column.of, sides[1]->column.name);
    }
    buf_addc(b, '.');
}

/* The block at the bottom of those that are each over one other. */
static const struct query *lowest(const struct request *r)
{
    const struct query *q = r->n_steps == 1 ? r->steps->query : NULL;

    while (q && q->kind == QUERY_BLOCK && q->n_from == 1 && q->from->kind == RELATION_QUERY)
        q = q->from->query;
    return q && q->kind == QUERY_BLOCK ? q : NULL;
}

const char *request_origin(struct arena *a, const struct request *r, const struct table *tables, size_t n)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);
    const struct query *q = lowest(r);
    bool *read = arena_array(a, n, sizeof *read);
    const char **names = arena_array(a, n, sizeof *names);
    size_t count = 0;

    if (n < 2)
        return NULL;
    request_tables(r, tables, n, read);
    for (size_t i = 0; i < n; i++)
        if (read[i])
            names[count++] = tables[i].name;
    if (q && is_joined(q)) {
        add_joined(&b, q);
    } else if (q && q->n_from == 1 && q->from->kind == RELATION_UNION && q->from->n_tables == count) {
        buf_addf(&b, "From %zu tables of the same columns, taken as one: ", count);
        add_names(&b, q->from->tables, count);
        buf_addc(&b, '.');
    } else if (count > 0) {
        buf_addf(&b, "From the table%s ", count == 1 ? "" : "s");
        add_names(&b, names, count);
        buf_addc(&b, '.');
    }
    return b.n > 0 ? arena_str(a, b.p) : NULL;
}
