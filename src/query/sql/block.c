/* block.c - a block or a set operation as a SELECT.
 *
 * Most blocks are one SELECT. Three things need more around it, the same on every engine: a limit per group, which
 * counts the rows of each; different rows that are sorted by what is not among them; and numbered rows that are sorted
 * by a window. There the inner SELECT gives its outputs and, under names that are none of theirs, what it is sorted by.
 */
#include "base/arena.h"
#include "query/sql/writer.h"

bool sql_is_single(const struct query *q)
{
    return q->kind == QUERY_BLOCK && q->n_groups == 0 && query_groups(q);
}

static size_t find_output(const struct block *b, const struct expr *e)
{
    size_t i = 0;

    while (i < b->n && !expr_same(b->outputs[i].expr, e))
        i++;
    return i;
}

/* ---- parts of a SELECT ---- */

static void add_heading(struct writer *w, struct block *b, size_t i, const char *name)
{
    const struct expr *e = b->outputs[i].expr;
    struct typed_relation *of;
    struct typed_column *c = e->kind == EXPR_COLUMN ? block_find(&w->typing, b, &e->column, &of) : NULL;

    if (c && strcmp(c->name, name) == 0)
        return;
    buf_adds(w->b, " AS ");
    sql_add_name(w->b, name);
}

static void add_outputs(struct writer *w, struct block *b, bool last)
{
    if (last && b->query->n_outputs == 0 && b->n_from == 1 && b->from->relation->kind == RELATION_TABLE &&
        !b->from->place) {
        /* The engine's own star: a result then says which columns a policy left out. */
        sql_add_name(w->b, b->from->name);
        buf_adds(w->b, ".*");
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        buf_adds(w->b, i > 0 ? ", " : "");
        sql_expr(w, b, b->outputs[i].expr);
        add_heading(w, b, i, last ? b->headings[i] : b->columns[i].name);
    }
}

static void add_conditions(struct writer *w, struct block *b, const char *word, const struct expr *const *list,
                           size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_adds(w->b, i == 0 ? word : " AND ");
        sql_as(w, b, list[i], (struct value_type){ .type = COLUMN_BOOLEAN });
    }
}

/* All that decides which rows there are, behind FROM. */
static void add_rows(struct writer *w, struct block *b)
{
    const struct query *q = b->query;

    add_conditions(w, b, " WHERE ", q->where, q->n_where);
    for (size_t i = 0; i < q->n_groups; i++) {
        buf_adds(w->b, i == 0 ? " GROUP BY " : ", ");
        sql_expr(w, b, q->groups[i]);
    }
    add_conditions(w, b, " HAVING ", q->having, q->n_having);
}

static void add_limit(struct writer *w, const struct block *b)
{
    if (b->limit > 0)
        buf_addf(w->b, " LIMIT %zu", b->limit);
    else if (b->query->offset > 0)
        buf_adds(w->b, w->dialect->no_limit);
    if (b->query->offset > 0)
        buf_addf(w->b, " OFFSET %zu", b->query->offset);
}

static bool must_order(const struct block *b, bool ordered)
{
    return (ordered || b->limit > 0 || b->query->offset > 0) && !sql_is_single(b->query);
}

/* ---- one SELECT ---- */

/* A result's rows can be sorted by the number of an output. */
static void add_order_term(struct writer *w, struct block *b, const struct expr *e, bool numbers)
{
    size_t i = numbers ? find_output(b, e) : b->n;

    if (i < b->n && (b->query->distinct || e->kind != EXPR_COLUMN))
        buf_addf(w->b, "%zu", i + 1);
    else
        sql_expr(w, b, e);
}

static void add_order(struct writer *w, struct block *b, bool numbers)
{
    const struct query *q = b->query;
    const char *comma = " ORDER BY ";

    for (size_t i = 0; i < q->n_order; i++, comma = ", ") {
        buf_adds(w->b, comma);
        add_order_term(w, b, q->order[i].by, numbers);
        sql_direction(w, &q->order[i]);
    }
    if (!q->distinct) {
        sql_natural(w, b, comma);
        return;
    }
    for (size_t i = 0; i < b->n; i++, comma = ", ")
        buf_addf(w->b, "%s%zu ASC NULLS LAST", comma, i + 1);
}

static void write_plain(struct writer *w, struct block *b, bool ordered)
{
    struct buf tail CLEANUP(buf_done) = BUF(SQL_BYTES), *old;

    buf_adds(w->b, b->query->distinct ? "SELECT DISTINCT " : "SELECT ");
    add_outputs(w, b, ordered);
    if (b->is_place_used) {
        buf_adds(w->b, ", row_number() OVER (");
        add_order(w, b, false);
        buf_adds(w->b, ") AS ");
        sql_add_name(w->b, b->place);
    }
    old = sql_to(w, &tail);
    add_rows(w, b);
    if (must_order(b, ordered))
        add_order(w, b, true);
    add_limit(w, b);
    sql_to(w, old);
    sql_from(w, b);
    buf_add(w->b, tail.p, tail.n);
    w->b->failed |= tail.failed;
}

/* ---- a SELECT in another ---- */

/* What rows are sorted by outside the SELECT that works it out. */
struct key {
    const struct expr *by; /* NULL: a relation's place */
    struct ordering order; /* its direction */
    const char *name;      /* the column */
    bool is_hidden;        /* none of the outputs */
    bool is_named;         /* of a per: the order has it, too */
};

struct keys {
    struct key *list; /* per, order, and what makes rows one order */
    size_t n, n_per, n_order;
};

static void add_key(struct writer *w, struct block *b, struct keys *k, const struct expr *by, struct ordering order)
{
    struct key *key = &k->list[k->n];
    size_t i = by ? find_output(b, by) : b->n;

    *key = (struct key){ .by = by, .order = order, .is_hidden = i == b->n };
    key->name =
        i < b->n ? b->columns[i].name
                 : typing_free_name(&w->typing, b->columns, b->n, arena_printf(w->typing.arena, "key_%zu", k->n + 1));
    k->n++;
}

static struct keys make_keys(struct writer *w, struct block *b)
{
    const struct query *q = b->query;
    const struct ordering rising = { .descending = false };
    struct keys k = { .n_per = q->n_per, .n_order = q->n_order };

    k.list = arena_array(w->typing.arena, q->n_per + q->n_order + q->n_groups + b->n_from + b->n, sizeof *k.list);
    for (size_t i = 0; i < q->n_per; i++) {
        add_key(w, b, &k, q->per[i], rising);
        for (size_t o = 0; o < q->n_order; o++)
            k.list[i].is_named |= expr_same(q->order[o].by, q->per[i]);
    }
    for (size_t i = 0; i < q->n_order; i++)
        add_key(w, b, &k, q->order[i].by, q->order[i]);
    if (q->distinct)
        for (size_t i = 0; i < b->n; i++)
            add_key(w, b, &k, b->outputs[i].expr, rising);
    else if (b->groups)
        for (size_t i = 0; i < q->n_groups; i++)
            add_key(w, b, &k, q->groups[i], rising);
    else
        for (size_t i = 0; i < b->n_from; i++)
            add_key(w, b, &k, NULL, rising);
    return k;
}

static bool has_hidden(const struct keys *k)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->list[i].is_hidden)
            return true;
    return false;
}

static void add_names(struct writer *w, const struct block *b)
{
    for (size_t i = 0; i < b->n; i++) {
        buf_adds(w->b, i > 0 ? ", " : "");
        sql_add_name(w->b, b->columns[i].name);
    }
}

/* The innermost: outputs and hidden keys. */
static void write_inner(struct writer *w, struct block *b, const struct keys *k)
{
    struct buf tail CLEANUP(buf_done) = BUF(SQL_BYTES), *old;

    buf_adds(w->b, b->query->distinct && !has_hidden(k) ? "SELECT DISTINCT " : "SELECT ");
    add_outputs(w, b, false);
    for (size_t i = 0, from = 0; i < k->n; i++) {
        if (!k->list[i].is_hidden)
            continue;
        buf_adds(w->b, ", ");
        if (k->list[i].by)
            sql_expr(w, b, k->list[i].by);
        else
            sql_place(w, &b->from[from++]);
        buf_adds(w->b, " AS ");
        sql_add_name(w->b, k->list[i].name);
    }
    old = sql_to(w, &tail);
    add_rows(w, b);
    sql_to(w, old);
    sql_from(w, b);
    buf_add(w->b, tail.p, tail.n);
    w->b->failed |= tail.failed;
}

/* Different rows; each stands where the first of its equals would. */
static void write_different(struct writer *w, struct block *b, const struct keys *k)
{
    if (!b->query->distinct || !has_hidden(k)) {
        write_inner(w, b, k);
        return;
    }
    buf_adds(w->b, "SELECT ");
    add_names(w, b);
    for (size_t i = 0; i < k->n; i++) {
        if (!k->list[i].is_hidden)
            continue;
        if (i < k->n_per)
            typing_fail(&w->typing, ERR_INVALID_QUERY, "a limit of different rows for each of what is not among them");
        buf_adds(w->b, k->list[i].order.descending ? ", max(" : ", min(");
        sql_add_name(w->b, k->list[i].name);
        buf_adds(w->b, ") AS ");
        sql_add_name(w->b, k->list[i].name);
    }
    buf_adds(w->b, " FROM (");
    write_inner(w, b, k);
    buf_adds(w->b, ") GROUP BY ");
    add_names(w, b);
}

static void add_keys(struct writer *w, const struct keys *k, bool with_per)
{
    const char *comma = "ORDER BY ";

    for (size_t i = 0; i < k->n; i++) {
        if (i < k->n_per && (!with_per || k->list[i].is_named))
            continue;
        buf_adds(w->b, comma);
        sql_add_name(w->b, k->list[i].name);
        sql_direction(w, &k->list[i].order);
        comma = ", ";
    }
}

/* The rows with a number in each part, where the limit holds for each. */
static void write_numbered(struct writer *w, struct block *b, const struct keys *k, const char *number)
{
    if (k->n_per == 0) {
        write_different(w, b, k);
        return;
    }
    buf_adds(w->b, "SELECT *, row_number() OVER (");
    for (size_t i = 0; i < k->n_per; i++) {
        buf_adds(w->b, i > 0 ? ", " : "PARTITION BY ");
        sql_add_name(w->b, k->list[i].name);
    }
    buf_addc(w->b, ' ');
    add_keys(w, k, false);
    buf_adds(w->b, ") AS ");
    sql_add_name(w->b, number);
    buf_adds(w->b, " FROM (");
    write_different(w, b, k);
    buf_addc(w->b, ')');
}

static void add_names_out(struct writer *w, const struct block *b, bool last)
{
    for (size_t i = 0; i < b->n; i++) {
        buf_adds(w->b, i > 0 ? ", " : "");
        sql_add_name(w->b, b->columns[i].name);
        if (last && strcmp(b->columns[i].name, b->headings[i]) != 0) {
            buf_adds(w->b, " AS ");
            sql_add_name(w->b, b->headings[i]);
        }
    }
}

static void write_wrapped(struct writer *w, struct block *b, bool ordered)
{
    struct keys k = make_keys(w, b);
    const char *number = typing_free_name(&w->typing, b->columns, b->n, "number");
    size_t offset = b->query->offset;

    buf_adds(w->b, "SELECT ");
    add_names_out(w, b, ordered);
    if (b->is_place_used) {
        buf_adds(w->b, ", row_number() OVER (");
        add_keys(w, &k, true);
        buf_adds(w->b, ") AS ");
        sql_add_name(w->b, b->place);
    }
    buf_adds(w->b, " FROM (");
    write_numbered(w, b, &k, number);
    buf_addc(w->b, ')');
    if (k.n_per > 0 && (b->limit > 0 || offset > 0)) {
        buf_adds(w->b, " WHERE ");
        sql_add_name(w->b, number);
        if (b->limit > 0)
            buf_addf(w->b, " BETWEEN %zu AND %zu", offset + 1, offset + b->limit);
        else
            buf_addf(w->b, " > %zu", offset);
    }
    if (must_order(b, ordered)) {
        buf_addc(w->b, ' ');
        add_keys(w, &k, true);
    }
    if (k.n_per == 0)
        add_limit(w, b);
}

static bool find_window(const struct expr *e, void *found)
{
    *(bool *)found |=
        e->kind == EXPR_WINDOW || e->kind == EXPR_QUERY || e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS;
    return !*(bool *)found;
}

/* A window, or a query that may be written with one: neither can stand in another window. */
static bool has_window_within(const struct expr *e)
{
    bool found = false;

    expr_walk(e, &(struct expr_visitor){ find_window, &found, false });
    return found;
}

static bool must_wrap(const struct block *b)
{
    const struct query *q = b->query;

    if (q->n_per > 0 || (q->distinct && b->is_place_used))
        return true;
    for (size_t i = 0; i < q->n_order; i++)
        if ((q->distinct && find_output(b, q->order[i].by) == b->n) ||
            (b->is_place_used && has_window_within(q->order[i].by)))
            return true;
    return false;
}

/* ---- set operations ---- */

#define SIDE "side" /* of a union: 1 or 2 */

/* A side's rows, under the left side's names and in the types of both. */
static void write_side(struct writer *w, struct block *b, struct block *side, int number)
{
    buf_adds(w->b, "SELECT ");
    for (size_t i = 0; i < b->n; i++) {
        struct buf name CLEANUP(buf_done) = BUF(SQL_BYTES);
        buf_adds(w->b, i > 0 ? ", " : "");
        sql_add_name(&name, side->columns[i].name);
        sql_convert(w, side->columns[i].type, b->columns[i].type, name.p);
        buf_adds(w->b, " AS ");
        sql_add_name(w->b, b->columns[i].name);
    }
    if (number > 0) {
        buf_addf(w->b, ", %d AS ", number);
        sql_add_name(w->b, typing_free_name(&w->typing, b->columns, b->n, SIDE));
        buf_adds(w->b, ", ");
        sql_add_name(w->b, side->place);
        buf_adds(w->b, " AS ");
        sql_add_name(w->b, typing_free_name(&w->typing, b->columns, b->n, "line"));
        side->is_place_used = true;
    }
    buf_adds(w->b, " FROM (");
    sql_block(w, side, false);
    buf_addc(w->b, ')');
}

static void add_set_order(struct writer *w, struct block *b)
{
    const struct query *q = b->query;
    const char *comma = "ORDER BY ";

    for (size_t i = 0; i < q->n_order; i++, comma = ", ") {
        buf_adds(w->b, comma);
        sql_expr(w, b, q->order[i].by);
        sql_direction(w, &q->order[i]);
    }
    if (q->kind == QUERY_UNION && q->all) {
        buf_adds(w->b, comma);
        sql_add_name(w->b, typing_free_name(&w->typing, b->columns, b->n, SIDE));
        buf_adds(w->b, ", ");
        sql_add_name(w->b, typing_free_name(&w->typing, b->columns, b->n, "line"));
        return;
    }
    for (size_t i = 0; i < b->n; i++, comma = ", ") {
        buf_adds(w->b, comma);
        sql_add_name(w->b, b->columns[i].name);
        buf_adds(w->b, " ASC NULLS LAST");
    }
}

static void write_set(struct writer *w, struct block *b, bool ordered)
{
    static const char *const words[] = {
        [QUERY_UNION] = " UNION ", [QUERY_INTERSECT] = " INTERSECT ", [QUERY_EXCEPT] = " EXCEPT "
    };
    bool orders = must_order(b, ordered), all = b->query->kind == QUERY_UNION && b->query->all;
    bool lines = all && (orders || b->is_place_used);

    buf_adds(w->b, "SELECT ");
    add_names_out(w, b, ordered);
    if (b->is_place_used) {
        buf_adds(w->b, ", row_number() OVER (");
        add_set_order(w, b);
        buf_adds(w->b, ") AS ");
        sql_add_name(w->b, b->place);
    }
    buf_adds(w->b, " FROM (");
    write_side(w, b, b->left, lines ? 1 : 0);
    buf_adds(w->b, all ? " UNION ALL " : words[b->query->kind]);
    write_side(w, b, b->right, lines ? 2 : 0);
    buf_addc(w->b, ')');
    if (orders) {
        buf_addc(w->b, ' ');
        add_set_order(w, b);
    }
    add_limit(w, b);
}

void sql_block(struct writer *w, struct block *b, bool ordered)
{
    if (w->typing.failed)
        return;
    if (b->query->kind != QUERY_BLOCK)
        write_set(w, b, ordered);
    else if (must_wrap(b))
        write_wrapped(w, b, ordered);
    else
        write_plain(w, b, ordered);
}
