/* jobs.c - the table of jobs, and those that are about the tables themselves. */
#include "data/worker/jobs.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "data/engine/engine.h"
#include "data/engine/query.h"
#include "data/worker/workset.h"
#include "grid/table.h"
#include "query/from_sql/from_sql.h"
#include "query/json/request_json.h"
#include "query/query.h"

static int job_describe(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    struct json *list = json_array(io->arena), *result = json_object(io->arena);
    const struct table *tables;
    size_t n;

    (void)args;
    if (workset_tables(state, io->cancel, &tables, &n, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        json_push(io->arena, list, table_to_json(io->arena, &tables[i]));
    json_set(io->arena, result, "tables", list);
    workset_origin(state, io->arena, result);
    *ret = result;
    return 0;
}

/* The statement's tree is there already: the engine made it for the policy. SQL may nest deeper than a request, which
 * is seen by reading it back. */
static void add_request(struct job_io *io, const struct from_sql *in, struct json *result)
{
    struct request request, read;
    const struct query *query;
    struct json *v = NULL;
    struct err why;
    int rc = query_from_sql(io->arena, in, &query, &why);

    if (rc == 0) {
        request = request_of(io->arena, query);
        v = request_to_json(io->arena, &request);
        rc = request_from_json(io->arena, v, &read, &why);
    }
    json_set(io->arena, result, rc ? "unsaid" : "request", rc ? json_str(io->arena, why.message) : v);
}

static int job_query(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    struct dataset_query q = { .sql = json_get_text(args, "sql"),
                               .params = json_get(args, "params"),
                               .row_limit = (uint64_t)json_get_int(args, "row_limit", 0),
                               .wants_request = json_get_truth(args, "wants_request"),
                               .is_brief = io->is_brief };
    struct json *result = json_object(io->arena);
    struct dataset_rows rows;
    const struct table *tables;
    size_t n;

    if (!q.sql)
        return err_set(err, ERR_INVALID_INPUT, "There is no SQL to run.", "query without sql");
    if (workset_tables(state, io->cancel, &tables, &n, err) ||
        engine_query(workset_engine(state), tables, n, &q, io->cancel, io->arena, &rows, err))
        return -1;
    json_set(io->arena, result, "columns", rows.columns);
    json_set(io->arena, result, "rows", rows.rows);
    json_set(io->arena, result, "truncated", json_bool(io->arena, rows.truncated));
    json_set(io->arena, result, "left_out", rows.left_out);
    if (q.wants_request)
        add_request(io, &(struct from_sql){ rows.tree, tables, n, q.params }, result);
    *ret = result;
    return 0;
}

const struct job data_jobs[] = {
    { "describe", job_describe },   { "query", job_query },       { "show", job_show },   { "profile", job_profile },
    { "structure", job_structure }, { "search", job_search },     { "pivot", job_pivot }, { "edit", job_edit },
    { "page", job_page },           { "readings", job_readings }, { NULL, NULL },
};
