/* inspect.c - questions that a worker answers from the workbook itself, handed on. */
#include "agents/workbook/inspect.h"
#include "access/columns.h"
#include "agents/workbook/edits.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "grid/csv_quote.h"
#include "sys/location.h"

static int look(struct call *c, const char *job, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct dataset_spec spec = {
        .user = c->user, .n = 1, .private = call_is_private(c), .policy = columns_policy(c, args, false)
    };
    struct dataset *ds;
    struct location at;
    int status;

    if (workbook_locate(c, args, &at, err) < 0)
        return -1;
    spec.at = &at;
    if (dataset_open(w->datasets, &spec, c->cancel, &ds, err) < 0)
        return -1;
    status = dataset_job(ds, job, args, NULL, c->cancel, c->arena, ret, err);
    dataset_release(ds);
    return status < 0 ? -1 : columns_decide(c, json_get(*ret, "left_out"), err);
}

int analyze_pivot(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return look(c, "pivot", args, ret, err);
}

int list_structure(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return look(c, "structure", args, ret, err);
}

int search_workbook(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return look(c, "search", args, ret, err);
}

/* ---- preview ---- */

/* The names, then the rows. */
static int as_csv(struct arena *a, const struct json *names, const struct json *rows, struct json **ret,
                  struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    csv_add_table(&b, names, rows, CSV_RAW); /* for a program, which asked for it */
    if (buf_check(&b, err) < 0)
        return -1;
    *ret = json_strn(a, b.p, b.n);
    return 0;
}

/* A table by its name, else a worksheet, else the first one. */
static struct json *preview_args(struct call *c, const struct json *args)
{
    struct json *v = json_object(c->arena);
    const char *which = json_get_text(args, "table") ? "table" : "worksheet";

    if (json_get_text(args, which))
        json_set(c->arena, v, "sheet", json_str(c->arena, json_get_text(args, which)));
    json_set(c->arena, v, "format", json_str(c->arena, "rows"));
    json_set(c->arena, v, "shown", json_bool(c->arena, true));
    json_set(c->arena, v, "offset", json_int(c->arena, json_get_int(args, "start_row", 0)));
    json_set(c->arena, v, "limit", json_int(c->arena, json_get_int(args, "rows", 0)));
    if (json_get(args, "workbook_path"))
        json_set(c->arena, v, "workbook_path", json_copy(c->arena, json_get(args, "workbook_path")));
    if (json_get(args, "data"))
        json_set(c->arena, v, "data", json_copy(c->arena, json_get(args, "data")));
    return v;
}

int preview_table(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct arena *a = c->arena;
    struct json *shown, *csv, *names = json_array(a), *v = json_object(a);
    int64_t start = json_get_int(args, "start_row", 0), total, given;

    if (look(c, "show", preview_args(c, args), &shown, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(json_get(shown, "columns")); i++)
        json_push(a, names, json_copy(a, json_get(json_at(json_get(shown, "columns"), i), "name")));
    if (as_csv(a, names, json_get(shown, "rows"), &csv, err) < 0)
        return -1;
    total = json_get_int(shown, "row_count", 0);
    given = (int64_t)json_len(json_get(shown, "rows"));
    json_set(a, v, "name", json_get(shown, "name"));
    json_set(a, v, "columns", names);
    json_set(a, v, "rows", json_get(shown, "rows"));
    json_set(a, v, "csv", csv);
    json_set(a, v, "total_rows", json_int(a, total));
    json_set(a, v, "start_row", json_int(a, start));
    json_set(a, v, "returned_rows", json_int(a, given));
    json_set(a, v, "has_more", json_bool(a, start + given < total));
    json_set(a, v, "assumptions", json_get(shown, "assumptions"));
    if (json_get(shown, "left_out"))
        json_set(a, v, "left_out", json_get(shown, "left_out"));
    *ret = v;
    return 0;
}
