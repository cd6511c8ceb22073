/* aim.c - one request, looked at: its groups, its figure, its conditions. */
#include "agents/analyst/aim.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include "grid/table.h"
#include "inquiry/origin.h"
#include "query/check/check.h"
#include "query/edit/edit.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/say/period.h"
#include "query/say/restate.h"
#include "query/sql/sql.h"
#include "query/types/types.h"
#include <string.h>

const struct query *aim_query(const struct aim *aim)
{
    return aim->request.steps[aim->request.n_steps - 1].query;
}

/* ---- what it is ---- */

/* The unit of a group that is a part of time, as one of query_units; NULL: it is none. */
static const char *unit_of(const struct expr *group)
{
    if (group->kind != EXPR_CALL)
        return NULL;
    if (group->call.function == FUNCTION_YEAR)
        return "year";
    return group->call.function == FUNCTION_START_OF ? group->call.args[0]->literal.text : NULL;
}

static bool is_time(const struct run *r, const struct aim *aim, const struct expr *group)
{
    struct err ignored;
    struct typing t = { .arena = run_arena(r),
                        .tables = r->tables,
                        .n_tables = r->n_tables,
                        .request = &aim->request,
                        .engine = "",
                        .err = &ignored };
    struct block *b;
    struct value_type type;

    if (unit_of(group))
        return true;
    t.steps = arena_array(run_arena(r), aim->request.n_steps, sizeof *t.steps);
    b = typing_open(&t, aim->request.n_steps - 1);
    if (!b)
        return false;
    type = expr_type(&t, b, group);
    return !t.failed && !type.empty && (type.type == COLUMN_DATE || type.type == COLUMN_TIMESTAMP);
}

/* A total or a count whose parts are all there: they have shares of the whole. */
static bool adds_up(const struct query *q)
{
    const struct expr *figure = q->n_outputs == 2 ? q->outputs[1].expr : NULL;

    return q->n_groups == 1 && q->n_having == 0 && q->n_per == 0 && q->from->kind != RELATION_QUERY && figure &&
           figure->kind == EXPR_AGGREGATE && !figure->aggregate.distinct &&
           (figure->aggregate.function == AGGREGATE_SUM || figure->aggregate.function == AGGREGATE_COUNT);
}

int aim_look(const struct run *r, struct aim *aim, struct err *err)
{
    const struct query *q = aim_query(aim);
    const struct check_input in = { .tables = r->tables, .n_tables = r->n_tables, .author = CHECK_MADE };
    struct check_result check;

    query_check(run_arena(r), &in, &aim->request, &check);
    if (check.n_errors > 0)
        return check_refuse(&check, err);
    aim->over_time = q->n_groups > 0 && q->n_outputs > q->n_groups && is_time(r, aim, q->groups[0]);
    aim->adds_up = !aim->over_time && adds_up(q);
    return 0;
}

const char *aim_title(const struct run *r, const struct aim *aim)
{
    return query_restate(run_arena(r), r->tables, r->n_tables, &aim->request);
}

size_t aim_tables(const struct run *r, const struct aim *aim, int64_t *ret_rows)
{
    bool *read = arena_array(run_arena(r), r->n_tables, sizeof *read);
    size_t n = 0;

    *ret_rows = 0;
    request_tables(&aim->request, r->tables, r->n_tables, read);
    for (size_t i = 0; i < r->n_tables; i++)
        if (read[i]) {
            *ret_rows += (int64_t)r->tables[i].rows;
            n++;
        }
    return n;
}

/* The lowest of blocks that are each over another. */
static const struct query *lowest(const struct aim *aim)
{
    const struct query *q = aim_query(aim);

    while (q->n_from == 1 && q->from->kind == RELATION_QUERY && q->from->query->kind == QUERY_BLOCK)
        q = q->from->query;
    return q;
}

bool aim_filters(const struct aim *aim)
{
    return lowest(aim)->n_where > (lowest(aim) != aim_query(aim)); /* inside, rows without a time are left out */
}

size_t aim_x(const struct run *r, const struct aim *aim)
{
    const struct query *q = aim_query(aim);

    return !aim->over_time && q->n_groups == 2 && is_time(r, aim, q->groups[1]) ? 1 : 0;
}

static bool has_column(const struct expr *e, void *arg)
{
    const struct expr **column = arg;

    if (e->kind == EXPR_COLUMN && *column && expr_same(e, *column))
        *column = NULL;
    return true;
}

static bool groups_by(const struct query *q, const struct expr *column)
{
    const struct expr_visitor v = { .visit = has_column, .arg = &column };

    for (size_t i = 0; i < q->n_groups; i++)
        expr_walk(q->groups[i], &v);
    return !column;
}

/* A span, or one of several values. */
static bool is_of_several(const struct expr *condition)
{
    const struct expr_call *c = &condition->call;

    return condition->kind == EXPR_CALL &&
           (c->function == FUNCTION_BETWEEN || c->function == FUNCTION_OR || (c->function == FUNCTION_IN && c->n > 2));
}

bool aim_sets_apart(const struct aim *aim)
{
    const struct query *q = aim_query(aim);

    for (size_t i = 0; i < q->n_where; i++) {
        const struct expr *column = query_condition_column(q->where[i]);
        if (column && is_of_several(q->where[i]) && !groups_by(q, column))
            return false;
    }
    return q->n_groups > 0;
}

/* ---- running ---- */

static struct request with_query(const struct run *r, const struct aim *aim, const struct query *q)
{
    size_t n = aim->request.n_steps;
    struct step *steps = arena_array(run_arena(r), n, sizeof *steps);
    struct query *kept = arena_alloc(run_arena(r), sizeof *kept);
    struct request changed = aim->request;

    *kept = *q;
    memcpy(steps, aim->request.steps, n * sizeof *steps);
    steps[n - 1].query = kept;
    changed.steps = steps;
    return changed;
}

int aim_sql(const struct run *r, const struct aim *aim, bool whole, const char **ret_sql, struct json **ret_params,
            struct err *err)
{
    struct query all = *aim_query(aim);
    struct request request = aim->request;

    if (whole) {
        all.limit = all.n_per = all.n_order = 0;
        request = with_query(r, aim, &all);
    }
    return query_sql(run_arena(r), &sql_duckdb, r->tables, r->n_tables, &request, ret_sql, ret_params, err);
}

struct json *aim_result(const struct run *r, const struct aim *aim, struct json *result)
{
    struct arena *a = run_arena(r);
    struct said_rows rows = { .columns = json_get(result, "columns"), .rows = json_get(result, "rows") };
    const struct json *before = rows.rows;
    struct json *named;

    period_rows(a, &aim->request, &rows);
    if (rows.rows == before)
        return result;
    named = json_object(a);
    for (size_t i = 0; i < json_len(result); i++)
        json_set(a, named, json_key_at(result, i, NULL), json_at(result, i));
    json_set(a, named, "columns", json_copy(a, rows.columns));
    json_set(a, named, "rows", json_copy(a, rows.rows));
    return named;
}

/* ---- what analyses of one kind share ---- */

static void blank_values(struct arena *a, struct json *v, bool inside)
{
    for (size_t i = 0; i < json_len(v); i++) {
        const char *key = json_is(v, JSON_OBJECT) ? json_key_at(v, i, NULL) : "";
        bool within = inside || strcmp(key, "where") == 0 || strcmp(key, "having") == 0;
        if (within && strcmp(key, "value") == 0)
            json_set(a, v, key, json_str(a, "?"));
        else if (json_is(json_at(v, i), JSON_OBJECT) || json_is(json_at(v, i), JSON_ARRAY))
            blank_values(a, json_at(v, i), within);
    }
}

const char *aim_template(const struct run *r, const struct aim *aim)
{
    struct arena *a = run_arena(r);
    struct json *v = request_to_json(a, &aim->request);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    blank_values(a, v, false);
    json_write(&b, v);
    return arena_dup(a, b.p, b.n);
}

/* ---- repairs ---- */

bool aim_unsort(struct run *r, struct aim *aim)
{
    struct query q = *aim_query(aim);

    if (q.n_order == 0 || q.limit > 0)
        return false;
    q.n_order = 0;
    aim->request = with_query(r, aim, &q);
    return true;
}

bool aim_coarsen(struct run *r, struct aim *aim)
{
    struct arena *a = run_arena(r);
    const struct query *q = aim_query(aim), *changed;
    const char *unit = q->n_groups > 0 ? unit_of(q->groups[0]) : NULL;
    const struct expr *coarser;
    struct err ignored;
    size_t i = 0;

    while (unit && query_units[i] && strcmp(query_units[i], unit) != 0)
        i++;
    if (!unit || !query_units[i] || !query_units[i + 1])
        return false;
    coarser = expr_call2(a, FUNCTION_START_OF, expr_text(a, query_units[i + 1]), q->groups[0]->call.args[1]);
    if (strcmp(query_units[i + 1], "year") == 0)
        coarser = expr_call1(a, FUNCTION_YEAR, q->groups[0]->call.args[1]);
    if (query_edit_replace_group(a, q, 0, coarser, &changed, &ignored) < 0)
        return false;
    aim->request = with_query(r, aim, changed);
    return true;
}
