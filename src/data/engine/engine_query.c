/* engine_query.c - one SELECT: checked, bound, run and fetched.
 *
 * Results are streamed, chunk by chunk, so that a query of a billion rows costs no more than the rows that are wanted.
 * The engine calls its streaming interface deprecated; there is no other that stops early, and the version is pinned.
 *
 * Parameters keep their value: integers of 64 bits as such, other numbers without an exponent and of up to 38 digits as
 * decimals, the rest as doubles. Text is text, and the engine casts it to what it is compared with.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "data/engine/engine.h"
#include "data/engine/engine_node.h"
#include "data/engine/engine_value.h"
#include "data/engine/engine_watch.h"
#include "data/engine/query.h"
#include "data/policy/sql_columns.h"
#include "data/policy/sql_policy.h"
#include "grid/table.h"
#include "grid/types/values.h"

/* The engine's own parser, asked for the tree of a statement without what is at its default. */
#define TREE_SQL                                                                                                       \
    "SELECT json_serialize_sql(CAST(? AS VARCHAR), skip_null := true, skip_empty := true, skip_default := true)"

struct run {
    const struct duck_api *api;
    const struct table *tables;
    size_t n_tables;
    const struct blocked_column *blocked;
    size_t n_blocked;
    struct arena *arena;
    size_t arena_start; /* bytes it held before */
    size_t most;        /* bytes the result may add */
    struct json *tree;  /* the statement's, once it is parsed */
    struct err *err;
    bool is_brief;
    bool own;                         /* the statement is ours and needs no check */
    const struct engine_taker *taker; /* takes the rows, one by one; NULL: all of them are the result */
    duckdb_connection con;
    duckdb_prepared_statement statement;
    duckdb_result result;
};

static int fail(struct run *r, const char *text)
{
    return engine_fail(r->tables, r->n_tables, text, r->err);
}

/* ---- parameters ---- */

static bool bind_number(struct run *r, idx_t i, const struct json *v)
{
    const char *digits = json_digits(v);
    size_t n = strlen(digits);
    int width, scale;
    int64_t integer;
    int128 wide;

    if (num_int64(digits, n, &integer))
        return r->api->bind_int64(r->statement, i, integer) == DuckDBSuccess;
    if (value_read_decimal(digits, n, &wide, &width, &scale)) {
        duckdb_decimal d = { .width = (uint8_t)width,
                             .scale = (uint8_t)scale,
                             .value = { .lower = (uint64_t)wide, .upper = (int64_t)(wide >> 64) } };
        return r->api->bind_decimal(r->statement, i, d) == DuckDBSuccess;
    }
    return r->api->bind_double(r->statement, i, json_real(v)) == DuckDBSuccess;
}

static bool bind_one(struct run *r, idx_t i, const struct json *v)
{
    const char *text;
    size_t n;

    switch (json_type(v)) {
    case JSON_NULL:
        return r->api->bind_null(r->statement, i) == DuckDBSuccess;
    case JSON_BOOL:
        return r->api->bind_boolean(r->statement, i, json_truth(v)) == DuckDBSuccess;
    case JSON_NUMBER:
        return bind_number(r, i, v);
    case JSON_STRING:
        text = json_text(v, &n);
        return r->api->bind_varchar_length(r->statement, i, text, n) == DuckDBSuccess;
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return false;
}

static int bind_params(struct run *r, const struct json *params)
{
    size_t n = json_len(params);

    if (n != r->api->nparams(r->statement))
        return err_say(r->err, ERR_INVALID_INPUT, "The SQL has %zu placeholders and %zu values were given.",
                       (size_t)r->api->nparams(r->statement), n);
    for (size_t i = 0; i < n; i++)
        if (!bind_one(r, i + 1, json_at(params, i)))
            return err_say(r->err, ERR_INVALID_INPUT, "Value %zu cannot be used in SQL.", i + 1);
    return 0;
}

/* ---- checking and preparing ---- */

static void end_statement(struct run *r)
{
    r->api->destroy_result(&r->result);
    r->api->destroy_prepare(&r->statement);
}

static int execute(struct run *r)
{
    if (r->api->execute_prepared_streaming(r->statement, &r->result) == DuckDBSuccess)
        return 0;
    return fail(r, r->api->result_error(&r->result));
}

static int too_complex(struct run *r, const char *why)
{
    err_set(r->err, ERR_TOO_LARGE, "The SQL is too long or too deeply nested.", "%s", why);
    return err_action(r->err, "Split it into simpler queries.");
}

/* The statement's tree, out of the result of TREE_SQL. */
static int fetch_tree(struct run *r, struct json **ret)
{
    const struct duck_api *api = r->api;
    duckdb_data_chunk chunk = api->fetch_chunk(r->result);
    struct err why;
    const char *text;
    size_t n;
    int rc;

    if (!chunk)
        return fail(r, api->result_error(&r->result));
    text = string_text(api->vector_get_data(api->data_chunk_get_vector(chunk, 0)), 0, &n);
    rc = json_parse(r->arena, text, n, ret, &why);
    api->destroy_data_chunk(&chunk);
    return rc ? too_complex(r, why.detail) : 0;
}

static int check_policy(struct run *r, const char *sql)
{
    int rc = -1;

    if (r->api->prepare(r->con, TREE_SQL, &r->statement) != DuckDBSuccess ||
        r->api->bind_varchar_length(r->statement, 1, sql, strlen(sql)) != DuckDBSuccess)
        fail(r, r->api->prepare_error(r->statement));
    else if (execute(r) == 0 && fetch_tree(r, &r->tree) == 0)
        rc = sql_policy(r->arena, r->tree, r->tables, r->n_tables, r->err);
    end_statement(r);
    return rc;
}

static struct sql_columns columns_of(const struct run *r)
{
    return (struct sql_columns){ .arena = r->arena,
                                 .tree = r->tree,
                                 .tables = r->tables,
                                 .n_tables = r->n_tables,
                                 .blocked = r->blocked,
                                 .n_blocked = r->n_blocked };
}

/* What the engine cannot bind may be a column that was left out. */
static int not_prepared(struct run *r)
{
    const char *why = r->api->prepare_error(r->statement);
    struct sql_columns columns = columns_of(r);

    return sql_columns_refused(&columns, why, r->err) ? -1 : fail(r, why);
}

/* Prepares the statement that was counted, so that what was checked is what runs. */
static int prepare_one(struct run *r, const char *sql)
{
    duckdb_extracted_statements statements = NULL;
    idx_t n = r->api->extract_statements(r->con, sql, &statements);
    const char *why = n == 0 ? r->api->extract_statements_error(statements) : NULL;
    int rc = -1;

    if (why)
        fail(r, why);
    else if (n != 1)
        sql_not_one_select(n ? "several statements" : "no statement", r->err);
    else if (check_policy(r, sql) == 0) {
        if (r->api->prepare_extracted_statement(r->con, statements, 0, &r->statement) != DuckDBSuccess)
            not_prepared(r);
        else if (r->api->prepared_statement_type(r->statement) != DUCKDB_STATEMENT_TYPE_SELECT)
            sql_not_one_select("prepared as something else", r->err);
        else
            rc = 0;
    }
    r->api->destroy_extracted(&statements);
    return rc;
}

/* ---- results ---- */

/* Describes the columns and makes a view of each. */
static int read_columns(struct run *r, size_t n, struct view **views, struct json *columns)
{
    for (size_t i = 0; i < n; i++) {
        const char *name = r->api->column_name(&r->result, i);
        const struct shape *shape = shape_new(r->api, r->arena, r->api->column_logical_type(&r->result, i));
        struct json *column = json_object(r->arena);

        if (!shape) {
            err_set(r->err, ERR_TYPE_MISMATCH, "A column of the result has a type that cannot be shown.", "column %zu",
                    i + 1);
            return err_action(r->err, "Convert it with CAST(... AS VARCHAR).");
        }
        views[i] = view_new(r->arena, shape);
        json_set(r->arena, column, "name", json_str(r->arena, name));
        json_set(r->arena, column, "type", json_str(r->arena, column_type_name(shape->type)));
        json_push(r->arena, columns, column);
    }
    return 0;
}

static int too_much(struct run *r, const char *why)
{
    err_set(r->err, ERR_RESOURCE_EXHAUSTED, "The result is too large.", "%s", why);
    return err_action(r->err, "Ask for fewer rows, fewer columns or shorter texts.");
}

/* It would be refused as soon as it is made. */
static int no_room(struct run *r)
{
    err_set(r->err, ERR_BUSY, "The server is busy with other large answers.", "stopped at %zu bytes", r->most);
    return err_action(r->err, "Try again in a moment, or ask for less.");
}

static int read_row(struct run *r, struct view *const *views, size_t n, uint64_t row, struct json *rows)
{
    struct json *cells = json_array(r->arena);

    for (size_t i = 0; i < n; i++) {
        struct json *value = view_value(r->arena, views[i], row);
        if (!value)
            return too_much(r, "a cell is over its limit");
        json_push(r->arena, cells, value);
    }
    json_push(r->arena, rows, cells);
    return 0;
}

/* Adds the chunk's rows up to the limit. */
static int read_chunk(struct run *r, duckdb_data_chunk chunk, struct view *const *views, size_t n, uint64_t limit,
                      struct dataset_rows *rows)
{
    uint64_t size = r->api->data_chunk_get_size(chunk), have = json_len(rows->rows);
    uint64_t take = size < limit - have ? size : limit - have;

    for (size_t i = 0; i < n; i++)
        view_set(views[i], r->api->data_chunk_get_vector(chunk, i));
    for (uint64_t row = 0; row < take; row++) {
        if (read_row(r, views, n, row, rows->rows))
            return -1;
        if (arena_used(r->arena) - r->arena_start > r->most)
            return r->is_brief ? no_room(r) : too_much(r, "the rows together are over their limit");
    }
    rows->truncated = take < size;
    return 0;
}

static int read_rows(struct run *r, struct view *const *views, size_t n, uint64_t limit, const struct cancel *cancel,
                     struct dataset_rows *rows)
{
    const char *why;

    while (!rows->truncated) {
        duckdb_data_chunk chunk = r->api->fetch_chunk(r->result);
        int rc;

        if (!chunk)
            break;
        rc = read_chunk(r, chunk, views, n, limit, rows);
        r->api->destroy_data_chunk(&chunk);
        if (rc || cancel_check(cancel, r->err))
            return -1;
    }
    /* A chunk that could not be made looks like the end. */
    why = rows->truncated ? NULL : r->api->result_error(&r->result);
    return why && *why ? fail(r, why) : 0;
}

/* Checks and prepares somebody's statement, and finds out what it will do without. */
static int prepare_checked(struct run *r, const struct dataset_query *q, struct dataset_rows *rows)
{
    struct sql_columns columns;

    if (prepare_one(r, q->sql) || bind_params(r, q->params))
        return -1;
    columns = columns_of(r);
    return sql_columns_left_out(&columns, &rows->left_out, r->err);
}

static int prepare_own(struct run *r, const struct dataset_query *q)
{
    return r->api->prepare(r->con, q->sql, &r->statement) == DuckDBSuccess ? bind_params(r, q->params)
                                                                           : not_prepared(r);
}

/* ---- rows one by one ---- */

static bool read_cell(struct arena *a, const struct view *v, uint64_t row, struct engine_cell *ret)
{
    const struct json *value;

    if (v->shape->id == DUCKDB_TYPE_VARCHAR && (!v->valid || (v->valid[row / 64] >> row % 64 & 1))) {
        ret->p = string_text(v->data, row, &ret->n);
        return true;
    }
    value = view_value(a, v, row);
    *ret = (struct engine_cell){ NULL, 0 };
    if (json_is(value, JSON_STRING))
        ret->p = json_text(value, &ret->n);
    else if (json_is(value, JSON_NUMBER))
        ret->p = json_digits(value);
    else if (json_is(value, JSON_BOOL))
        ret->p = json_truth(value) ? "true" : "false";
    if (ret->p && !json_is(value, JSON_STRING))
        ret->n = strlen(ret->p);
    return value != NULL;
}

/* 1: the taker has enough. */
static int hand_chunk(struct run *r, duckdb_data_chunk chunk, struct view *const *views, size_t n)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct engine_cell *cells = arena_array(scratch, n, sizeof *cells);
    uint64_t size = r->api->data_chunk_get_size(chunk);

    for (size_t i = 0; i < n; i++)
        view_set(views[i], r->api->data_chunk_get_vector(chunk, i));
    for (uint64_t row = 0; row < size; row++) {
        for (size_t i = 0; i < n; i++)
            if (!read_cell(scratch, views[i], row, &cells[i]))
                return too_much(r, "a cell is over its limit");
        if (!r->taker->row(r->taker->arg, cells, n))
            return 1;
    }
    return 0;
}

static int hand_rows(struct run *r, struct view *const *views, size_t n, const struct cancel *cancel)
{
    const char *why;
    int rc = 0;

    if (r->taker->begin)
        r->taker->begin(r->taker->arg, n);
    while (rc == 0) {
        duckdb_data_chunk chunk = r->api->fetch_chunk(r->result);

        if (!chunk)
            break;
        rc = hand_chunk(r, chunk, views, n);
        r->api->destroy_data_chunk(&chunk);
        if (rc < 0 || cancel_check(cancel, r->err))
            return -1;
    }
    why = rc ? NULL : r->api->result_error(&r->result);
    return why && *why ? fail(r, why) : 0;
}

/* ---- running ---- */

static int run_query(struct run *r, const struct dataset_query *q, const struct cancel *cancel,
                     struct dataset_rows *ret)
{
    struct dataset_rows rows = { .columns = json_array(r->arena), .rows = json_array(r->arena) };
    struct view **views;
    size_t n;

    if (cancel_check(cancel, r->err) || (r->own ? prepare_own(r, q) : prepare_checked(r, q, &rows)) || execute(r))
        return -1;
    n = r->api->column_count(&r->result);
    if (n > ENGINE_RESULT_COLUMNS)
        return too_much(r, "too many columns");
    views = arena_array(r->arena, n, sizeof *views);
    if (read_columns(r, n, views, rows.columns))
        return -1;
    if (r->taker)
        return hand_rows(r, views, n, cancel);
    if (read_rows(r, views, n, q->row_limit, cancel, &rows))
        return -1;
    rows.tree = r->tree;
    *ret = rows;
    return 0;
}

static int run_connected(struct engine *e, struct run *r, const struct dataset_query *q, const struct cancel *cancel,
                         struct dataset_rows *ret)
{
    struct watch watch;
    int rc;

    r->api = e->api;
    r->arena_start = arena_used(r->arena);
    r->is_brief = q->is_brief;
    r->most = q->is_brief && BUDGET_BRIEF_BYTES < e->result_bytes ? BUDGET_BRIEF_BYTES : e->result_bytes;
    if (!r->own && strlen(q->sql) > ENGINE_SQL_BYTES)
        return too_complex(r, "over the limit of bytes");
    if (e->api->connect(e->db, &r->con) != DuckDBSuccess)
        return err_set(r->err, ERR_INTERNAL, "The engine does not answer.", "duckdb_connect failed");
    rc = watch_start(&watch, e->api, r->con, cancel, r->err);
    if (rc == 0)
        rc = run_query(r, q, cancel, ret);
    watch_stop(&watch);
    end_statement(r);
    e->api->disconnect(&r->con);
    /* Whatever an interrupted step complained of, the reason is the cancel's. */
    return rc && cancel_check(cancel, r->err) ? -1 : rc;
}

int engine_query(struct engine *e, const struct table *tables, size_t n, const struct dataset_query *q,
                 const struct cancel *cancel, struct arena *a, struct dataset_rows *ret, struct err *err)
{
    struct run r = {
        .tables = tables, .n_tables = n, .blocked = e->blocked, .n_blocked = e->n_blocked, .arena = a, .err = err
    };

    return run_connected(e, &r, q, cancel, ret);
}

int engine_run(struct engine *e, const char *sql, const struct cancel *cancel, struct arena *a,
               struct dataset_rows *ret, struct err *err)
{
    struct run r = { .own = true, .arena = a, .err = err };
    struct dataset_query q = { .sql = sql, .row_limit = UINT64_MAX };

    return run_connected(e, &r, &q, cancel, ret);
}

int engine_each(struct engine *e, const char *sql, const struct json *params, const struct engine_taker *taker,
                const struct cancel *cancel, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct run r = { .own = true, .taker = taker, .arena = a, .err = err };
    struct dataset_query q = { .sql = sql, .params = params };
    struct dataset_rows unused;

    return run_connected(e, &r, &q, cancel, &unused);
}
