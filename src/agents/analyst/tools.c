/* tools.c - data.describe and sql.run: arguments in, the dataset asked, JSON out. */
#include "agents/analyst/tools.h"
#include "agents/data/columns.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "grid/table.h"

int tool_describe(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct dataset *ds;
    const struct table *tables;
    const char *const *left_out;
    struct json *list = json_array(c->arena), *files = json_array(c->arena), *result = json_object(c->arena);
    size_t n;
    int status;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, false), &ds, err) < 0)
        return -1;
    status = dataset_tables(ds, c->cancel, &tables, &n, err);
    for (size_t i = 0; status == 0 && i < n; i++)
        json_push(c->arena, list, table_to_json(c->arena, &tables[i]));
    n = status == 0 ? dataset_left_out(ds, &left_out) : 0;
    for (size_t i = 0; i < n; i++)
        json_push(c->arena, files, json_str(c->arena, left_out[i]));
    dataset_release(ds);
    if (status < 0)
        return -1;
    json_set(c->arena, result, "tables", list);
    if (n > 0)
        json_set(c->arena, result, "left_out_files", files);
    *ret = result;
    return 0;
}

int tool_sql(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct dataset *ds;
    struct dataset_query q = { .sql = json_get_text(args, "query"),
                               .params = json_get(args, "params"),
                               .row_limit = (uint64_t)json_get_int(args, "row_limit", 0) };
    struct dataset_rows rows;
    struct cancel cancel;
    struct json *result = json_object(c->arena);
    int status;

    if (columns_open(c, json_get(args, "data"), columns_policy(c, args, true), &ds, err) < 0)
        return -1;
    cancel_init(&cancel, c->cancel, json_get_int(args, "timeout", 0) * 1000);
    status = dataset_query(ds, &q, &cancel, c->arena, &rows, err);
    dataset_release(ds);
    if (status < 0 || columns_decide(c, rows.left_out, err) < 0)
        return -1;
    json_set(c->arena, result, "columns", rows.columns);
    json_set(c->arena, result, "rows", rows.rows);
    json_set(c->arena, result, "row_count", json_int(c->arena, (int64_t)json_len(rows.rows)));
    json_set(c->arena, result, "truncated", json_bool(c->arena, rows.truncated));
    if (json_len(rows.left_out) > 0)
        json_set(c->arena, result, "left_out", rows.left_out);
    *ret = result;
    return 0;
}
