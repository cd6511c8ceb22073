/* query_from.c - SQL into the form and back: what the form makes of it, and the rows of both on each engine.
 *
 *   query_from [--run] FOLDER < questions.jsonl
 *
 * Each line {"id":..,"db":"a folder of FOLDER","sql":".."} gives one line {"id":..,"request":REQUEST}, or
 * {"id":..,"error":".."} where the form cannot say it. With --run the rows are added: "engine" of the SQL as it stands
 * on DuckDB, and "duckdb" and "sqlite" of the request written for each; {"error":".."} in place of rows where there are
 * none. The last database stays open: lines of one database belong together.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "query/from_sql/from_sql.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query_engines.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct from {
    const char *folder;
    bool runs;
    struct query_engines *engines;
    char *db; /* that is open */
};

static int open_db(struct from *f, struct arena *a, const char *db, struct err *err)
{
    const char *path = arena_printf(a, "%s/%s", f->folder, db ? db : "");

    if (f->db && strcmp(f->db, path) == 0)
        return 0;
    query_engines_close(f->engines);
    f->engines = NULL;
    free(f->db);
    f->db = NULL;
    if (query_engines_open(&f->engines, err) || query_engines_add_folder(f->engines, path, err))
        return -1;
    f->db = strdup(path);
    return 0;
}

static const char *error_text(struct arena *a, const struct err *err)
{
    return arena_printf(a, "%s: %s", err_name(err->code), err->message);
}

static struct json *rows_json(struct arena *a, const struct query_engine_rows *r)
{
    struct json *v = json_object(a);

    if (r->sql)
        json_set(a, v, "sql", json_str(a, r->sql));
    if (r->rows)
        return json_set(a, v, "rows", r->rows);
    return json_set(a, v, "error", json_str(a, r->lacks ? r->lacks : r->error));
}

static struct json *engine_json(struct from *f, struct arena *a, const char *sql)
{
    struct json *v = json_object(a), *rows;
    struct err err;

    if (query_engines_select(f->engines, a, sql, NULL, &rows, &err))
        return json_set(a, v, "error", json_str(a, arena_printf(a, "%s: %s", err_name(err.code), err.detail)));
    return json_set(a, v, "rows", rows);
}

static void run(struct from *f, struct arena *a, const struct request *request, struct json *v)
{
    struct query_engine_results r = query_engines_run(f->engines, a, request);

    json_set(a, v, "duckdb", rows_json(a, &r.duckdb));
    json_set(a, v, "sqlite", rows_json(a, &r.sqlite));
}

static int convert(struct from *f, struct arena *a, const char *sql, struct request *ret, struct err *err)
{
    struct from_sql in = { 0 };
    const struct query *q;
    struct json *tree;

    in.tables = query_engines_tables(f->engines, &in.n_tables);
    if (query_engines_tree(f->engines, a, sql, &tree, err))
        return -1;
    in.tree = tree;
    if (query_from_sql(a, &in, &q, err))
        return -1;
    *ret = request_of(a, q);
    return 0;
}

static int answer(struct from *f, struct arena *a, const struct json *line, struct json *v, struct err *err)
{
    const char *sql = json_get_text(line, "sql");
    struct request request;

    if (open_db(f, a, json_get_text(line, "db"), err))
        return -1;
    if (f->runs)
        json_set(a, v, "engine", engine_json(f, a, sql ? sql : ""));
    if (convert(f, a, sql ? sql : "", &request, err))
        return -1;
    json_set(a, v, "request", request_to_json(a, &request));
    if (f->runs)
        run(f, a, &request, v);
    return 0;
}

static void run_line(struct from *f, const char *text, size_t n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(1u << 28);
    struct json *line = NULL, *v = json_object(a);
    struct err err;

    if (json_parse(a, text, n, &line, &err) ||
        (json_set(a, v, "id", json_get(line, "id")), answer(f, a, line, v, &err)))
        json_set(a, v, "error", json_str(a, error_text(a, &err)));
    json_write(&out, v);
    puts(out.p);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct from f = { .runs = argc == 3 && strcmp(argv[1], "--run") == 0 };
    char *line = NULL;
    size_t room = 0;
    ssize_t n;

    if (argc != 2 && !f.runs) {
        fprintf(stderr, "usage: query_from [--run] FOLDER < questions.jsonl\n");
        return 2;
    }
    f.folder = argv[argc - 1];
    while ((n = getline(&line, &room, stdin)) > 0)
        run_line(&f, line, (size_t)n);
    free(line);
    free(f.db);
    query_engines_close(f.engines);
    return 0;
}
