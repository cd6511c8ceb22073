/* query_random.c - random requests: relations, blocks, set operations and steps. */
#include "query_random.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/str.h"
#include "query_random_parts.h"
#include <assert.h>
#include <string.h>

#define MOST_OUTPUTS 5

/* What is asked of a block. */
struct wish {
    const enum column_type *types; /* of its outputs; NULL: any */
    size_t n_types;
    bool headings;             /* outputs are used by name */
    bool plain;                /* no groups, no limit, no windows: a side that others compare with */
    bool total;                /* one row: an aggregate without groups */
    const struct scope *outer; /* whose relations its `where` may refer to */
};

static struct made make_query(struct random *g, const struct wish *wish);

/* ---- relations ---- */

static bool name_is_taken(const struct random *g, const char *name)
{
    for (size_t i = 0; i < g->n_names; i++)
        if (str_ieq(g->names[i], name))
            return true;
    return false;
}

static const char *relation_name(struct random *g, const char *own)
{
    const char *name = own;

    if (!own || random_chance(g, 20) || name_is_taken(g, own))
        name = arena_printf(g->a, "r%zu", g->n_names + 1);
    assert(g->n_names < RANDOM_NAMES);
    g->names[g->n_names++] = name;
    return name;
}

static const struct field *fields_of(struct random *g, const struct table *t)
{
    struct field *fields = arena_array(g->a, t->n_columns, sizeof *fields);

    for (size_t i = 0; i < t->n_columns; i++)
        fields[i] = (struct field){ t->columns[i].name, t->columns[i].type, &t->columns[i] };
    return fields;
}

static bool are_alike(const struct table *a, const struct table *b)
{
    if (a->n_columns != b->n_columns)
        return false;
    for (size_t i = 0; i < a->n_columns; i++)
        if (a->columns[i].type != b->columns[i].type || !str_ieq(a->columns[i].name, b->columns[i].name))
            return false;
    return true;
}

static size_t alike_tables(const struct random *g, const struct table *t, const char **names)
{
    size_t n = 0;

    for (size_t i = 0; i < g->o->n_tables; i++)
        if (are_alike(t, &g->o->tables[i]))
            names[n++] = g->o->tables[i].name;
    return n;
}

static struct source table_relation(struct random *g, struct relation *r)
{
    const struct table *t = &g->o->tables[random_below(g, g->o->n_tables)];
    const char **names = arena_array(g->a, g->o->n_tables, sizeof *names);
    const size_t alike = alike_tables(g, t, names);

    *r = relation_table(g->a, t->name);
    if (alike > 1 && random_chance(g, 30)) {
        r->kind = RELATION_UNION;
        r->tables = names;
        r->n_tables = alike;
    }
    r->name = relation_name(g, r->kind == RELATION_TABLE ? t->name : NULL);
    return (struct source){ r->name, fields_of(g, t), t->n_columns, r->kind == RELATION_TABLE && !g->o->no_place };
}

static struct source random_relation(struct random *g, struct relation *r)
{
    const struct wish wish = { .headings = true };
    struct made inside;

    if (g->n_steps > 0 && random_chance(g, 60)) {
        struct source s = g->steps[random_below(g, g->n_steps)];
        *r = (struct relation){ .kind = RELATION_STEP, .step = s.name, .name = relation_name(g, NULL) };
        s.name = r->name;
        return s;
    }
    if (g->level >= RANDOM_LEVELS || g->nodes == 0 || random_chance(g, 85))
        return table_relation(g, r);
    inside = make_query(g, &wish);
    *r = (struct relation){ .kind = RELATION_QUERY, .query = inside.query, .name = relation_name(g, NULL) };
    return (struct source){ r->name, inside.fields, inside.n, false };
}

/* Two columns of one type, perhaps of one name, on both sides of a join; NULL where there are none. */
static const struct expr *random_key(struct random *g, const struct scope *before, const struct source *added)
{
    const struct scope alone = { .sources = { *added }, .n = 1 };

    for (size_t i = 0; i < 8; i++) {
        const enum column_type type = random_exact_type(g, before);
        const struct expr *left = random_column(g, before, type), *right = random_column(g, &alone, type);
        if (left && right && (i > 4 || str_ieq(left->column.name, right->column.name)))
            return expr_call2(g->a, FUNCTION_EQ, left, right);
    }
    return NULL;
}

static void join(struct random *g, const struct scope *s, struct relation *r, const struct source *added)
{
    const struct scope both = { .sources = { s->sources[0], *added }, .n = 2, .no_queries = true };

    r->on = random_key(g, s, added);
    r->join = !r->on ? JOIN_CROSS : random_chance(g, 30) ? JOIN_LEFT : JOIN_INNER;
    if (r->on && random_chance(g, 15))
        r->on = expr_call2(g->a, FUNCTION_AND, r->on, random_condition(g, &both, 0));
}

static void make_from(struct random *g, struct query *q, struct scope *s)
{
    const size_t n = random_chance(g, 65) ? 1 : random_chance(g, 80) ? 2 : 3;
    struct relation *from = arena_array(g->a, n, sizeof *from);

    *s = (struct scope){ 0 };
    for (size_t i = 0; i < n; i++) {
        const struct source added = random_relation(g, &from[i]);
        if (i > 0)
            join(g, s, &from[i], &added);
        s->outer_join |= from[i].join == JOIN_LEFT;
        s->sources[s->n++] = added;
    }
    q->from = from;
    q->n_from = n;
}

/* ---- the parts of a block ---- */

static const struct expr *const *conditions(struct random *g, const struct scope *s, size_t n)
{
    const struct expr **list = arena_array(g->a, n, sizeof *list);

    for (size_t i = 0; i < n; i++)
        list[i] = random_condition(g, s, 2);
    return list;
}

/* Refers to a relation of the query around. */
static void correlate(struct random *g, struct query *q, const struct scope *s, const struct scope *outer)
{
    for (size_t i = 0; i < 4; i++) {
        const enum column_type type = random_exact_type(g, s);
        const struct expr *in = random_column(g, s, type), *out = random_column(g, outer, type);
        if (!in || !out)
            continue;
        q->where = exprs_with(g->a, q->where, q->n_where, expr_call2(g->a, FUNCTION_EQ, in, out));
        q->n_where++;
        return;
    }
}

static bool has_column(const struct expr *e)
{
    if (e->kind == EXPR_COLUMN)
        return true;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->call.n; i++)
        if (has_column(e->call.args[i]))
            return true;
    return false;
}

static void make_groups(struct random *g, struct query *q, struct scope *s)
{
    const size_t most = 1 + random_below(g, 2);
    const struct expr **groups = arena_array(g->a, most, sizeof *groups);
    struct field *types = arena_array(g->a, most, sizeof *types);
    const bool no_queries = s->no_queries;
    size_t n = 0;

    s->no_queries = true;
    for (size_t i = 0; i < most; i++) {
        const enum column_type type = random_exact_type(g, s);
        const struct expr *e = random_value(g, s, type, random_chance(g, 65) ? 0 : 1);
        e = has_column(e) ? e : random_column(g, s, type);
        if (!e || (n > 0 && expr_same(e, groups[0])))
            continue;
        groups[n] = e;
        types[n++] = (struct field){ .type = type, .column = e->kind == EXPR_COLUMN ? g->last : NULL };
    }
    s->no_queries = no_queries;
    q->groups = s->groups = groups;
    q->n_groups = s->n_groups = n;
    s->group = types;
    s->in_groups = true;
}

static enum column_type output_type(struct random *g, const struct scope *s, bool exact)
{
    if (!exact && !s->in_groups && random_chance(g, 5))
        return COLUMN_BOOLEAN;
    if (!exact && random_chance(g, 40))
        return COLUMN_FLOAT;
    return random_chance(g, 30) ? COLUMN_INTEGER : random_exact_type(g, s);
}

static const struct expr *random_output(struct random *g, const struct scope *s, enum column_type type, bool windows)
{
    const struct expr *e = windows && random_chance(g, 15) ? random_window(g, s, type) : NULL;

    return e ? e : random_value(g, s, type, random_chance(g, 50) ? 0 : 2);
}

static void make_outputs(struct random *g, struct query *q, const struct scope *s, const struct wish *wish,
                         struct field *fields)
{
    const size_t n = wish->types ? wish->n_types : 1 + random_below(g, MOST_OUTPUTS - 1);
    const size_t shown = wish->types ? 0 : s->n_groups;
    struct output *outputs = arena_array(g->a, n + shown, sizeof *outputs);

    for (size_t i = 0; i < shown; i++) {
        outputs[i].expr = s->groups[i];
        fields[i] = (struct field){ .type = s->group[i].type, .column = s->group[i].column };
    }
    for (size_t i = shown; i < n + shown; i++) {
        const enum column_type type = wish->types ? wish->types[i] : output_type(g, s, q->distinct);
        outputs[i].expr = random_output(g, s, type, !wish->plain && !q->distinct);
        fields[i] = (struct field){ .type = type };
    }
    q->outputs = outputs;
    q->n_outputs = n + shown;
}

/* A block that is to be one row must have an aggregate. */
static void make_total(struct random *g, struct query *q, const struct field *fields)
{
    struct output *outputs = arena_array(g->a, q->n_outputs, sizeof *outputs);

    for (size_t i = 0; i < q->n_outputs; i++)
        if (expr_has_aggregate(q->outputs[i].expr))
            return;
    memcpy(outputs, q->outputs, q->n_outputs * sizeof *outputs);
    outputs[0].expr = expr_aggregate(g->a, AGGREGATE_MAX, random_literal(g, fields[0].type));
    q->outputs = outputs;
}

/* Gives some outputs names, and all that would have one twice. */
static void name_outputs(struct random *g, struct query *q, struct field *fields)
{
    struct output *outputs = arena_array(g->a, q->n_outputs, sizeof *outputs);

    memcpy(outputs, q->outputs, q->n_outputs * sizeof *outputs);
    q->outputs = outputs;
    for (size_t i = 0; i < q->n_outputs; i++) {
        bool twice = random_chance(g, 40);
        for (size_t k = 0; k < i && !twice; k++)
            twice = str_ieq(fields[k].name, query_output_name(g->a, q, i));
        if (twice)
            outputs[i].name = arena_printf(g->a, "%s %zu", random_chance(g, 50) ? "Output" : "o", ++g->n_outputs);
        fields[i].name = query_output_name(g->a, q, i);
    }
}

static bool is_exact(enum column_type type)
{
    return type != COLUMN_FLOAT && type != COLUMN_DECIMAL && type != COLUMN_BOOLEAN;
}

static void make_order(struct random *g, struct query *q, const struct scope *s, const struct field *fields)
{
    struct ordering *order = arena_array(g->a, 2, sizeof *order);
    const size_t n = random_below(g, 3);

    q->order = order;
    for (size_t i = 0; i < n; i++) {
        const size_t k = q->n_outputs ? random_below(g, q->n_outputs) : 0;
        const struct expr *by = NULL;
        if (q->n_outputs > 0 && is_exact(fields[k].type))
            by = q->outputs[k].expr;
        else if (!q->distinct)
            by = random_value(g, s, random_exact_type(g, s), 0);
        if (by && by->kind != EXPR_LITERAL)
            order[q->n_order++] =
                (struct ordering){ .by = by, .descending = random_chance(g, 50), .empty_first = random_chance(g, 15) };
    }
}

static void make_per(struct random *g, struct query *q, const struct scope *s)
{
    const struct expr *per;

    if (s->in_groups)
        per = s->n_groups > 1 ? s->groups[random_below(g, s->n_groups)] : NULL;
    else
        per = random_column(g, s, random_exact_type(g, s));
    if (!per)
        return;
    q->per = exprs_with(g->a, NULL, 0, per);
    q->n_per = 1;
}

static void make_limit(struct random *g, struct query *q, const struct scope *s)
{
    if (random_chance(g, 60))
        return;
    q->limit = 1 + random_below(g, 12);
    if (random_chance(g, 25))
        q->offset = 1 + random_below(g, 4);
    if (s && !q->distinct && random_chance(g, 25))
        make_per(g, q, s);
}

/* ---- queries ---- */

/* All columns of the one relation. */
static struct made finish_star(struct random *g, struct query *q, const struct scope *s)
{
    make_order(g, q, s, NULL);
    make_limit(g, q, s);
    return (struct made){ .fields = s->sources[0].fields, .n = s->sources[0].n };
}

static struct made finish_block(struct random *g, struct query *q, struct scope *s, const struct wish *wish)
{
    struct field *fields = arena_array(g->a, MOST_OUTPUTS + 2, sizeof *fields);
    const bool groups = !wish->plain && !wish->total && random_chance(g, 45);

    if (!groups && !wish->total && !wish->plain && !wish->types && (s->n == 1 || !wish->headings) &&
        random_chance(g, 10))
        return finish_star(g, q, s);
    q->distinct = !groups && !wish->total && !wish->plain && random_chance(g, 15);
    if (groups)
        make_groups(g, q, s);
    s->in_groups |= wish->total;
    make_outputs(g, q, s, wish, fields);
    if (s->in_groups && s->n_groups == 0)
        make_total(g, q, fields);
    if (s->in_groups && s->n_groups > 0 && random_chance(g, 35)) {
        q->having = conditions(g, s, 1);
        q->n_having = 1;
    }
    if (!wish->total && !wish->plain) {
        make_order(g, q, s, fields);
        make_limit(g, q, s);
    }
    name_outputs(g, q, fields);
    return (struct made){ .fields = fields, .n = q->n_outputs };
}

static struct made make_block(struct random *g, const struct wish *wish)
{
    struct query q = { .kind = QUERY_BLOCK };
    struct query *kept = arena_alloc(g->a, sizeof *kept);
    struct scope s;
    struct wish own = *wish;
    struct made made;

    g->level++;
    make_from(g, &q, &s);
    q.n_where = random_below(g, 3);
    q.where = conditions(g, &s, q.n_where);
    if (wish->outer && !s.outer_join && !wish->outer->outer_join && random_chance(g, 50))
        correlate(g, &q, &s, wish->outer);
    own.total |= !wish->plain && !wish->types && random_chance(g, 12);
    made = finish_block(g, &q, &s, &own);
    g->level--;
    *kept = q;
    made.query = kept;
    return made;
}

static struct made make_set(struct random *g)
{
    static const enum column_type exact[] = { COLUMN_TEXT, COLUMN_INTEGER, COLUMN_DATE };
    static const enum query_kind kinds[] = { QUERY_UNION, QUERY_UNION, QUERY_INTERSECT, QUERY_EXCEPT };
    enum column_type *types = arena_array(g->a, MOST_OUTPUTS, sizeof *types);
    const struct wish side = { .types = types, .n_types = 1 + random_below(g, 3), .plain = random_chance(g, 70) };
    struct query *q = arena_alloc(g->a, sizeof *q);
    struct ordering *order = arena_array(g->a, 1, sizeof *order);
    struct made left, right;

    for (size_t i = 0; i < side.n_types; i++)
        types[i] = exact[random_below(g, COUNT_OF(exact))];
    left = make_block(g, &side);
    right = make_block(g, &side);
    *q = (struct query){ .kind = kinds[random_below(g, COUNT_OF(kinds))], .left = left.query, .right = right.query };
    q->all = q->kind == QUERY_UNION && random_chance(g, 40);
    if (random_chance(g, 30)) { /* of three */
        struct query *outside = arena_alloc(g->a, sizeof *outside);
        *outside = (struct query){ .kind = QUERY_UNION, .left = q, .right = make_block(g, &side).query };
        q = outside;
    }
    if (random_chance(g, 50)) {
        order[0] = (struct ordering){ .by = expr_column(g->a, NULL, left.fields[random_below(g, left.n)].name),
                                      .descending = random_chance(g, 50) };
        q->order = order;
        q->n_order = 1;
    }
    make_limit(g, q, NULL);
    left.query = q;
    return left;
}

static struct made make_query(struct random *g, const struct wish *wish)
{
    return random_chance(g, 10) ? make_set(g) : make_block(g, wish);
}

const struct query *random_inner(struct random *g, const struct scope *around, enum column_type type, bool one_row)
{
    const bool correlated = !around->in_groups && random_chance(g, 60);
    const struct wish wish = { .types = &type,
                               .n_types = 1,
                               .plain = correlated && !one_row,
                               .total = one_row,
                               .outer = correlated ? around : NULL };

    return make_block(g, &wish).query;
}

/* ---- requests ---- */

static struct random generator(struct arena *a, const struct query_random_options *o, uint64_t seed)
{
    assert(o->n_tables > 0);
    return (struct random){ .a = a, .o = o, .state = seed * 0x9e3779b97f4a7c15u + 1, .nodes = RANDOM_NODES };
}

const struct query *query_random_query(struct arena *a, const struct query_random_options *o, uint64_t seed)
{
    struct random g = generator(a, o, seed);

    return make_query(&g, &(struct wish){ 0 }).query;
}

static void random_operation(struct random *g, struct step *step, const char *over)
{
    static const char *const names[] = { "zscore", "correlation", "forecast" };
    struct json *parameters = json_object(g->a);

    step->operation = names[random_below(g, COUNT_OF(names))];
    step->over = over;
    if (random_chance(g, 70))
        json_set(g->a, parameters, "column", json_str(g->a, "revenue"));
    if (random_chance(g, 40))
        json_set(g->a, parameters, "periods", json_int(g->a, 3));
    step->parameters = json_len(parameters) ? parameters : NULL;
}

static void random_show(struct random *g, struct request *r)
{
    static const char *const charts[] = { "line", "bar", "stacked", "pie", "scatter", "histogram", NULL };

    r->show = (enum show_kind)random_below(g, 4);
    if (r->show == SHOW_CHART)
        r->chart = charts[random_below(g, COUNT_OF(charts))];
}

struct request query_random_request(struct arena *a, const struct query_random_options *o, uint64_t seed)
{
    struct random g = generator(a, o, seed);
    struct step *steps = arena_array(a, 4, sizeof *steps);
    struct source *sources = arena_array(a, 3, sizeof *sources);
    const size_t n = random_chance(&g, 70) ? 1 : 2 + random_below(&g, 2);
    struct request r = { .steps = steps, .n_steps = n };

    for (size_t i = 0; i < n; i++) {
        const struct wish wish = { .headings = i + 1 < n };
        struct made made;
        g.nodes = RANDOM_NODES;
        g.n_names = 0;
        made = make_query(&g, &wish);
        steps[i].query = made.query;
        steps[i].name = random_chance(&g, 80) ? arena_printf(a, "step_%zu", i + 1) : arena_printf(a, "part %zu", i + 1);
        sources[i] = (struct source){ steps[i].name, made.fields, made.n, false };
        g.steps = sources;
        g.n_steps = i + 1;
    }
    if (o->operations && random_chance(&g, 15)) {
        random_operation(&g, &steps[n], steps[n - 1].name);
        steps[n].name = arena_printf(a, "step_%zu", n + 1);
        r.n_steps++;
    }
    random_show(&g, &r);
    return r;
}
