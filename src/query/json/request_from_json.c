/* request_from_json.c - the form read from JSON, strictly. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "query/json/reader.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include <string.h>

/* ---- relations ---- */

static int read_tables(struct json_reader *r, const struct place *at, const struct json *v, struct relation *ret)
{
    const struct place list = { .up = at, .key = "union" };
    const struct json *array;
    const char **tables;

    if (read_array(r, at, v, "union", &array, &ret->n_tables) < 0)
        return -1;
    if (ret->n_tables < 2)
        return read_fail(r, &list, "must be two tables or more");
    tables = arena_array(r->a, ret->n_tables, sizeof *tables);
    for (size_t i = 0; i < ret->n_tables; i++) {
        const struct place here = { .up = &list, .index = i };
        size_t n;
        tables[i] = json_text(json_at(array, i), &n);
        if (!tables[i] || strlen(tables[i]) != n)
            return read_fail(r, &here, "must be the name of a table");
        if (read_node(r, &here) < 0)
            return -1;
    }
    ret->kind = RELATION_UNION;
    ret->tables = tables;
    return 0;
}

static int read_source(struct json_reader *r, const struct place *at, const struct json *v, struct relation *ret)
{
    const char *table = NULL;

    if (!!json_get(v, "table") + !!json_get(v, "union") + !!json_get(v, "query") + !!json_get(v, "step") != 1)
        return read_fail(r, at, "must have one of: table, union, query, step");
    if (json_get(v, "union"))
        return read_tables(r, at, v, ret);
    if (json_get(v, "query")) {
        ret->kind = RELATION_QUERY;
        ret->query = read_query(r, &(struct place){ .up = at, .key = "query" }, json_get(v, "query"));
        return ret->query ? 0 : -1;
    }
    if (json_get(v, "step")) {
        ret->kind = RELATION_STEP;
        return read_text(r, at, v, "step", true, &ret->step);
    }
    if (read_text(r, at, v, "table", true, &table) < 0)
        return -1;
    *ret = relation_table(r->a, table);
    return 0;
}

static int read_relation(struct json_reader *r, const struct place *at, const struct json *v, struct relation *ret)
{
    if (read_node(r, at) < 0 ||
        read_members(r, at, v, KNOWN("table", "union", "query", "step", "as", "join", "on")) < 0 ||
        read_source(r, at, v, ret) < 0)
        return -1;
    return read_text(r, at, v, "as", ret->kind != RELATION_TABLE, &ret->name);
}

static int read_join(struct json_reader *r, const struct place *at, const struct json *v, bool first,
                     struct relation *ret)
{
    static const enum join_kind joins[] = { JOIN_INNER, JOIN_LEFT, JOIN_CROSS };
    size_t join = 0;

    if (first)
        return json_get(v, "join") || json_get(v, "on") ? read_fail(r, at, "the first relation is joined to nothing")
                                                        : 0;
    if (read_word(r, at, v, "join", KNOWN("inner", "left", "cross"), &join) < 0)
        return -1;
    ret->join = joins[join];
    if (ret->join == JOIN_CROSS && json_get(v, "on"))
        return read_fail(r, at, "a cross join has no 'on'");
    return read_member(r, at, v, "on", ret->join != JOIN_CROSS, &ret->on);
}

static int read_from(struct json_reader *r, const struct place *at, const struct json *v, struct query *q)
{
    const struct place list = { .up = at, .key = "from" };
    const struct json *array;
    struct relation *from;

    if (read_array(r, at, v, "from", &array, &q->n_from) < 0)
        return -1;
    if (q->n_from == 0)
        return read_fail(r, &list, "must have a relation");
    from = arena_array(r->a, q->n_from, sizeof *from);
    for (size_t i = 0; i < q->n_from; i++)
        if (read_relation(r, &(struct place){ .up = &list, .index = i }, json_at(array, i), &from[i]) < 0)
            return -1;
    r->only = q->n_from == 1 ? from[0].name : NULL;
    r->in_set = false;
    for (size_t i = 0; i < q->n_from; i++)
        if (read_join(r, &(struct place){ .up = &list, .index = i }, json_at(array, i), i == 0, &from[i]) < 0)
            return -1;
    q->from = from;
    return 0;
}

/* ---- queries ---- */

static int read_output(struct json_reader *r, const struct place *at, const struct json *v, struct output *ret)
{
    if (json_is(v, JSON_OBJECT) && json_get(v, "expr")) {
        if (read_members(r, at, v, KNOWN("expr", "name")) < 0 || read_text(r, at, v, "name", false, &ret->name) < 0)
            return -1;
        return read_member(r, at, v, "expr", true, &ret->expr);
    }
    ret->expr = read_expr(r, at, v);
    return ret->expr ? 0 : -1;
}

static int read_outputs(struct json_reader *r, const struct place *at, const struct json *v, struct query *q)
{
    const struct place list = { .up = at, .key = "select" };
    const struct json *array;
    struct output *outputs;

    if (read_array(r, at, v, "select", &array, &q->n_outputs) < 0)
        return -1;
    outputs = arena_array(r->a, q->n_outputs, sizeof *outputs);
    for (size_t i = 0; i < q->n_outputs; i++)
        if (read_output(r, &(struct place){ .up = &list, .index = i }, json_at(array, i), &outputs[i]) < 0)
            return -1;
    q->outputs = outputs;
    return 0;
}

static int read_cut(struct json_reader *r, const struct place *at, const struct json *v, struct query *q)
{
    if (read_order(r, at, v, &q->order, &q->n_order) < 0 || read_count(r, at, v, "limit", 1, &q->limit) < 0 ||
        read_count(r, at, v, "offset", 0, &q->offset) < 0)
        return -1;
    return 0;
}

static int read_block(struct json_reader *r, const struct place *at, const struct json *v, struct query *q)
{
    if (read_members(
            r, at, v,
            KNOWN("from", "where", "group", "select", "having", "distinct", "order", "limit", "offset", "per")) < 0 ||
        read_from(r, at, v, q) < 0 || read_exprs(r, at, v, "where", &q->where, &q->n_where) < 0 ||
        read_exprs(r, at, v, "group", &q->groups, &q->n_groups) < 0 || read_outputs(r, at, v, q) < 0 ||
        read_exprs(r, at, v, "having", &q->having, &q->n_having) < 0 ||
        read_flag(r, at, v, "distinct", &q->distinct) < 0 || read_cut(r, at, v, q) < 0)
        return -1;
    return read_exprs(r, at, v, "per", &q->per, &q->n_per);
}

static int read_sides(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                      struct query *q)
{
    const struct place list = { .up = at, .key = key };
    const struct json *sides;
    size_t n;

    if (read_members(r, at, v, KNOWN(key, "all", "order", "limit", "offset")) < 0 ||
        read_array(r, at, v, key, &sides, &n) < 0 || read_flag(r, at, v, "all", &q->all) < 0)
        return -1;
    if (n != 2)
        return read_fail(r, &list, "must be two queries");
    if (q->all && q->kind != QUERY_UNION)
        return read_fail(r, at, "only a union has 'all'");
    q->left = read_query(r, &(struct place){ .up = &list, .index = 0 }, json_at(sides, 0));
    if (!q->left)
        return -1;
    q->right = read_query(r, &(struct place){ .up = &list, .index = 1 }, json_at(sides, 1));
    if (!q->right)
        return -1;
    r->only = NULL;
    r->in_set = true;
    return read_cut(r, at, v, q);
}

static int read_parts(struct json_reader *r, const struct place *at, const struct json *v, struct query *q)
{
    static const struct {
        const char *key;
        enum query_kind kind;
    } sets[] = { { "union", QUERY_UNION }, { "intersect", QUERY_INTERSECT }, { "except", QUERY_EXCEPT } };

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (json_get(v, sets[i].key)) {
            q->kind = sets[i].kind;
            return read_sides(r, at, v, sets[i].key, q);
        }
    return read_block(r, at, v, q);
}

/* What columns are "of" holds for a query's own expressions: it is put back behind each query. */
const struct query *read_query(struct json_reader *r, const struct place *at, const struct json *v)
{
    struct query *q = arena_alloc(r->a, sizeof *q);
    const char *only = r->only;
    const bool in_set = r->in_set;

    if (!json_is(v, JSON_OBJECT)) {
        read_fail(r, at, "must be a query, as {\"from\": [{\"table\": \"name\"}]}");
        return NULL;
    }
    if (read_down(r, at) < 0 || read_parts(r, at, v, q) < 0)
        return NULL;
    read_up(r);
    r->only = only;
    r->in_set = in_set;
    return q;
}

/* ---- requests ---- */

static int read_operation(struct json_reader *r, const struct place *at, const struct json *v, struct step *ret)
{
    const struct json *parameters = json_get(v, "parameters");

    if (read_members(r, at, v, KNOWN("operation", "over", "parameters", "name")) < 0 ||
        read_text(r, at, v, "operation", true, &ret->operation) < 0 ||
        read_text(r, at, v, "over", true, &ret->over) < 0)
        return -1;
    if (parameters && !json_is(parameters, JSON_OBJECT))
        return read_fail(r, &(struct place){ .up = at, .key = "parameters" }, "must be an object");
    ret->parameters = json_len(parameters) > 0 ? parameters : NULL;
    return 0;
}

static int read_step(struct json_reader *r, const struct place *at, const struct json *v, struct step *ret)
{
    ret->name = arena_printf(r->a, "step_%zu", at->index + 1);
    if (read_node(r, at) < 0)
        return -1;
    if (json_get(v, "operation")) {
        if (read_operation(r, at, v, ret) < 0)
            return -1;
    } else {
        if (read_members(r, at, v, KNOWN("query", "name")) < 0)
            return -1;
        if (!json_get(v, "query"))
            return read_fail(r, at, "needs 'query' or 'operation'");
        ret->query = read_query(r, &(struct place){ .up = at, .key = "query" }, json_get(v, "query"));
        if (!ret->query)
            return -1;
    }
    return read_text(r, at, v, "name", false, &ret->name);
}

static int read_show(struct json_reader *r, const struct json *v, struct request *ret)
{
    static const enum show_kind shows[] = { SHOW_AUTO, SHOW_SENTENCE, SHOW_TABLE, SHOW_CHART };
    static const char *const charts[] = { "line", "bar", "stacked", "pie", "scatter", "histogram" };
    const size_t n = sizeof charts / sizeof *charts;
    size_t show = 0, chart = n;

    if (read_word(r, NULL, v, "show", KNOWN("auto", "sentence", "table", "chart"), &show) < 0 ||
        read_word(r, NULL, v, "chart", charts, n, &chart) < 0)
        return -1;
    ret->show = shows[show];
    ret->chart = chart < n ? charts[chart] : NULL;
    if (ret->chart && ret->show != SHOW_CHART)
        return read_fail(r, NULL, "'chart' is only for \"show\": \"chart\"");
    return 0;
}

/* Where an older version is brought up to the next one, once there is one. */
static int read_version(struct json_reader *r, const struct json *v)
{
    const struct json *version = json_get(v, "version");
    int64_t n;

    if (!version)
        return read_fail(r, NULL, "needs \"version\": %d", QUERY_JSON_VERSION);
    if (!json_int64(version, &n))
        return read_fail(r, &(struct place){ .key = "version" }, "must be a whole number");
    if (n != QUERY_JSON_VERSION)
        return read_fail(r, &(struct place){ .key = "version" },
                         "is %lld, which this program does not read; it reads version %d", (long long)n,
                         QUERY_JSON_VERSION);
    return 0;
}

int request_from_json(struct arena *a, const struct json *v, struct request *ret, struct err *err)
{
    struct json_reader r = { .a = a, .err = err };
    const struct place list = { .key = "steps" };
    struct request made = { 0 };
    const struct json *array;
    struct step *steps;

    /* The version first: of another one, nothing else is known to be wrong. */
    if (!json_is(v, JSON_OBJECT))
        return read_fail(&r, NULL, "must be an object");
    if (read_version(&r, v) < 0 || read_members(&r, NULL, v, KNOWN("version", "steps", "show", "chart")) < 0 ||
        read_array(&r, NULL, v, "steps", &array, &made.n_steps) < 0)
        return -1;
    if (made.n_steps == 0)
        return read_fail(&r, &list, "must have a step");
    steps = arena_array(a, made.n_steps, sizeof *steps);
    for (size_t i = 0; i < made.n_steps; i++)
        if (read_step(&r, &(struct place){ .up = &list, .index = i }, json_at(array, i), &steps[i]) < 0)
            return -1;
    made.steps = steps;
    if (read_show(&r, v, &made) < 0)
        return -1;
    *ret = made;
    return 0;
}

int query_from_json(struct arena *a, const struct json *v, const struct query **ret, struct err *err)
{
    struct json_reader r = { .a = a, .err = err };
    const struct query *q = read_query(&r, NULL, v);

    if (!q)
        return -1;
    *ret = q;
    return 0;
}
