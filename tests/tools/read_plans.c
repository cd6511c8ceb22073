/* read_plans.c - the plans of queries, and the rows they give.
 *
 *   read_plans FOLDER < questions.jsonl
 *
 * Each line {"id":..,"db":"a folder of FOLDER","sql":".."} gives one line: {"id":..,"error":".."} where the form cannot
 * say the SQL, {"id":..,"why":"..","form":ROWS} where the query has no plan, or
 * {"id":..,"sketch":["1","all",..],"tree":0,"needs":0,"plan":ROWS,"form":ROWS,"again":true}.
 *   plan, form    the rows of the query made of the plan, and of the query itself; {"error":".."} where there are none
 *   again         the plan of the plan's query is the same plan, and the sketch gives a plan of that sketch
 *   tree, needs   which of the join trees it has, of its tables and of those its columns need; 8: none of the first
 *   tied          of IN and NOT IN: whether the two columns are those of a join
 * Lines of one database belong together.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "link/schema.h"
#include "link_data.h"
#include "query/check/check.h"
#include "query/from_sql/from_sql.h"
#include "query/query.h"
#include "query_engines.h"
#include "read/sketch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plans {
    const char *folder;
    struct query_engines *engines;
    struct link_schema *schema;
    char *db; /* that is open */
};

static int open_db(struct plans *p, struct arena *a, const char *db, struct err *err)
{
    const char *path = arena_printf(a, "%s/%s", p->folder, db ? db : "");

    if (p->db && strcmp(p->db, path) == 0)
        return 0;
    query_engines_close(p->engines);
    link_schema_free(p->schema);
    free(p->db);
    p->engines = NULL;
    p->schema = NULL;
    p->db = NULL;
    if (query_engines_open(&p->engines, err) || query_engines_add_folder(p->engines, path, err) ||
        link_data_folder(path, &p->schema, NULL, err))
        return -1;
    p->db = strdup(path);
    return 0;
}

static int convert(struct plans *p, struct arena *a, const char *sql, const struct query **ret, struct err *err)
{
    struct from_sql in = { 0 };
    struct json *tree;

    in.tables = query_engines_tables(p->engines, &in.n_tables);
    if (query_engines_tree(p->engines, a, sql, &tree, err))
        return -1;
    in.tree = tree;
    return query_from_sql(a, &in, ret, err);
}

static struct json *refusal(struct plans *p, struct arena *a, const struct request *r)
{
    struct check_input in = { .author = CHECK_MADE };
    struct check_result found;

    in.tables = query_engines_tables(p->engines, &in.n_tables);
    query_check(a, &in, r, &found);
    if (found.n_errors == 0)
        return NULL;
    return json_set(a, json_object(a), "error", json_str(a, arena_printf(a, "check: %s", found.findings[0].message)));
}

static struct json *rows(struct plans *p, struct arena *a, const struct query *q)
{
    const struct request request = request_of(a, q);
    struct query_engine_results r;

    r = query_engines_run(p->engines, a, &request);
    if (r.duckdb.rows)
        return r.duckdb.rows;
    return json_set(a, json_object(a), "error", json_str(a, r.duckdb.error ? r.duckdb.error : "not written"));
}

static bool comes_again(struct plans *p, struct arena *a, const struct plan *plan, const struct query *q)
{
    struct sketch sketch, other;
    const char *why;
    struct plan again;

    if (!plan_of_query(a, p->schema, q, &again, &why) || !plan_same(plan, &again) || !sketch_of(plan, &sketch))
        return false;
    return sketch_plan(&sketch, &again) && sketch_of(&again, &other) && memcmp(&sketch, &other, sizeof sketch) == 0;
}

/* Which of the trees that connect these tables it is, from 0; 8: none of the first. */
static int place_of_tree(const struct plans *p, uint64_t tables, const size_t *joins, size_t n)
{
    struct join_tree trees[8];
    const size_t found = join_trees(p->schema, tables, trees, 8);

    for (size_t i = 0; i < found; i++)
        if (trees[i].n_joins == n && memcmp(trees[i].joins, joins, n * sizeof *joins) == 0)
            return (int)i;
    return 8;
}

/* Whether the columns that tie an inner query to the outer one are those of a join. */
static bool is_tied(const struct plans *p, const struct plan_nest *n)
{
    for (size_t i = 0; i < p->schema->n_joins; i++) {
        const struct link_join *j = &p->schema->joins[i];
        if ((j->from == n->column && j->to == n->inner) || (j->from == n->inner && j->to == n->column))
            return true;
    }
    return false;
}

static void add_plan(struct plans *p, struct arena *a, const struct plan *plan, struct json *v)
{
    struct json *parts = json_array(a), *refused;
    struct sketch sketch;
    struct request request;
    const struct query *q;

    if (!sketch_of(plan, &sketch)) {
        json_set(a, v, "why", json_str(a, "a sketch too long"));
        return;
    }
    for (int i = 0; i < SKETCH_PARTS; i++)
        json_push(a, parts, json_str(a, sketch.part[i]));
    json_set(a, v, "sketch", parts);
    json_set(a, v, "tree", json_int(a, place_of_tree(p, plan->tables, plan->joins, plan->n_joins)));
    json_set(a, v, "needs", json_int(a, place_of_tree(p, plan_needs(p->schema, plan), plan->joins, plan->n_joins)));
    if (plan->nest.kind == NEST_IN || plan->nest.kind == NEST_NOT_IN)
        json_set(a, v, "tied", json_bool(a, is_tied(p, &plan->nest)));
    if (!plan_query(a, p->schema, plan, &q)) {
        json_set(a, v, "plan", json_set(a, json_object(a), "error", json_str(a, "no query of the plan")));
        return;
    }
    request = request_of(a, q);
    refused = refusal(p, a, &request);
    json_set(a, v, "plan", refused ? refused : rows(p, a, q));
    json_set(a, v, "again", json_bool(a, comes_again(p, a, plan, q)));
}

static int answer(struct plans *p, struct arena *a, const struct json *line, struct json *v, struct err *err)
{
    const char *sql = json_get_text(line, "sql"), *why = "";
    const struct query *q;
    struct plan plan;

    if (open_db(p, a, json_get_text(line, "db"), err) || convert(p, a, sql ? sql : "", &q, err))
        return -1;
    if (plan_of_query(a, p->schema, q, &plan, &why))
        add_plan(p, a, &plan, v);
    else
        json_set(a, v, "why", json_str(a, why));
    json_set(a, v, "form", rows(p, a, q));
    return 0;
}

static void run_line(struct plans *p, const char *text, size_t n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(1u << 28);
    struct json *line = NULL, *v = json_object(a);
    struct err err;

    if (json_parse(a, text, n, &line, &err) ||
        (json_set(a, v, "id", json_get(line, "id")), answer(p, a, line, v, &err)))
        json_set(a, v, "error", json_str(a, arena_printf(a, "%s: %s", err_name(err.code), err.message)));
    json_write(&out, v);
    puts(out.p);
}

int main(int argc, char **argv)
{
    struct plans p = { 0 };
    char *line = NULL;
    size_t room = 0;
    ssize_t n;

    if (argc != 2) {
        fprintf(stderr, "usage: read_plans FOLDER < questions.jsonl\n");
        return 2;
    }
    p.folder = argv[1];
    while ((n = getline(&line, &room, stdin)) > 0)
        run_line(&p, line, (size_t)n);
    free(line);
    free(p.db);
    query_engines_close(p.engines);
    link_schema_free(p.schema);
    return 0;
}
