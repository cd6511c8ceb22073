/* tools.c - data.describe and sql.run: arguments in, the dataset asked, JSON out. */
#include "agents/analyst/tools.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "data/table.h"

static int open_data(struct call *c, const struct json *args, struct dataset **ret, struct err *err)
{
    const struct json *data = json_get(args, "data");
    size_t n = json_len(data);
    const char **paths = arena_array(c->arena, n, sizeof *paths);

    for (size_t i = 0; i < n; i++)
        if (call_path(c, json_text(json_at(data, i), NULL), &paths[i], err) < 0)
            return -1;
    return dataset_open(c->service, paths, n, c->cancel, ret, err);
}

int tool_describe(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct dataset *ds;
    const struct table *tables;
    struct json *list = json_array(c->arena), *result = json_object(c->arena);
    size_t n;

    if (open_data(c, args, &ds, err) < 0)
        return -1;
    n = dataset_tables(ds, &tables);
    for (size_t i = 0; i < n; i++)
        json_push(c->arena, list, table_to_json(c->arena, &tables[i]));
    dataset_release(ds);
    json_set(c->arena, result, "tables", list);
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

    if (open_data(c, args, &ds, err) < 0)
        return -1;
    cancel_init(&cancel, c->cancel, json_get_int(args, "timeout", 0) * 1000);
    status = dataset_query(ds, &q, &cancel, c->arena, &rows, err);
    dataset_release(ds);
    if (status < 0)
        return -1;
    json_set(c->arena, result, "columns", rows.columns);
    json_set(c->arena, result, "rows", rows.rows);
    json_set(c->arena, result, "row_count", json_int(c->arena, (int64_t)json_len(rows.rows)));
    json_set(c->arena, result, "truncated", json_bool(c->arena, rows.truncated));
    *ret = result;
    return 0;
}
