/* query_over.c - runs requests over databases on both engines.
 *
 *   query_over [--sql] FOLDER < requests.jsonl
 *
 * Each line {"id":..,"db":"a folder of FOLDER, or a path","request":REQUEST} gives one line
 *   {"id":..,"duckdb":{"columns":[..],"rows":[[..]]},"sqlite":{"columns":[..],"rows":[[..]]},"equal":true}
 * in which an engine has {"unsupported":"median"} or {"error":"..."} in place of rows, and "equal" (with "why" where it
 * is false) stands only where both have rows; or {"id":..,"error":"..."} where the line, the request or the database
 * cannot be read. With --sql each engine also has "sql" and "params". The files of a folder are the tables, each by its
 * file's name, typed as assay types them. The last database stays open: lines of one database belong together. A FOLDER
 * that holds no folder of that name is taken for the database itself where "db" is left out.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query_engines.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct over {
    const char *folder;
    bool with_sql;
    struct query_engines *engines;
    char *db; /* that is open */
};

static int open_db(struct over *o, struct arena *a, const char *db, struct err *err)
{
    const char *path = !db ? o->folder : *db == '/' ? db : arena_printf(a, "%s/%s", o->folder, db);

    if (o->db && strcmp(o->db, path) == 0)
        return 0;
    query_engines_close(o->engines);
    o->engines = NULL;
    free(o->db);
    o->db = NULL;
    if (query_engines_open(&o->engines, err) || query_engines_add_folder(o->engines, path, err))
        return -1;
    o->db = strdup(path);
    return 0;
}

static struct json *engine_json(const struct over *o, struct arena *a, const struct query_engine_rows *r)
{
    struct json *v = json_object(a), *names = json_array(a);

    if (r->lacks)
        json_set(a, v, "unsupported", json_str(a, r->lacks));
    else if (r->error)
        json_set(a, v, "error", json_str(a, r->error));
    for (size_t i = 0; r->rows && i < json_len(r->columns); i++)
        json_push(a, names, json_get(json_at(r->columns, i), "name"));
    if (r->rows)
        json_set(a, json_set(a, v, "columns", names), "rows", r->rows);
    if (o->with_sql && r->sql)
        json_set(a, json_set(a, v, "sql", json_str(a, r->sql)), "params", r->params);
    return v;
}

static int answer(struct over *o, struct arena *a, const struct json *line, struct json *v, struct err *err)
{
    struct query_engine_results r;
    struct request request;
    const char *why = "";
    bool equal;

    if (request_from_json(a, json_get(line, "request"), &request, err) || open_db(o, a, json_get_text(line, "db"), err))
        return -1;
    r = query_engines_run(o->engines, a, &request);
    json_set(a, v, "duckdb", engine_json(o, a, &r.duckdb));
    json_set(a, v, "sqlite", engine_json(o, a, &r.sqlite));
    if (!r.duckdb.rows || !r.sqlite.rows)
        return 0;
    equal = query_rows_equal(a, r.duckdb.rows, r.sqlite.rows, &why);
    json_set(a, v, "equal", json_bool(a, equal));
    if (!equal)
        json_set(a, v, "why", json_str(a, why));
    return 0;
}

static void run_line(struct over *o, const char *text, size_t n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(1u << 28);
    struct json *line = NULL, *v = json_object(a);
    struct err err;

    if (json_parse(a, text, n, &line, &err) == 0) {
        json_set(a, v, "id", json_get(line, "id"));
        if (answer(o, a, line, v, &err) == 0)
            goto out;
    }
    json_set(a, v, "error", json_str(a, arena_printf(a, "%s: %s: %s", err_name(err.code), err.message, err.detail)));
out:
    json_write(&out, v);
    puts(out.p);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct over o = { .with_sql = argc == 3 && strcmp(argv[1], "--sql") == 0 };
    char *line = NULL;
    size_t room = 0;
    ssize_t n;

    if (argc != 2 && !o.with_sql) {
        fprintf(stderr, "usage: query_over [--sql] FOLDER < requests.jsonl\n");
        return 2;
    }
    o.folder = argv[argc - 1];
    while ((n = getline(&line, &room, stdin)) > 0)
        run_line(&o, line, (size_t)n);
    free(line);
    free(o.db);
    query_engines_close(o.engines);
    return 0;
}
