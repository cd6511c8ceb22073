/* query_round.c - random queries written as DuckDB's SQL and read back from it.
 *
 *   query_round FOLDER QUERIES
 *
 * The tables are FOLDER's. Prints how many came back as they were, how many otherwise but with the same rows, with
 * other rows (and which), and how many could not be read back, by cause.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "query/from_sql/from_sql.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/sql/sql.h"
#include "query_engines.h"
#include "query_random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum outcome { UNWRITTEN, SAME, SAME_ROWS, OTHER_ROWS, UNREAD, OUTCOMES };

static int read_back(struct query_engines *e, struct arena *a, const struct request *r, const char **ret_sql,
                     const struct query **ret, struct err *err)
{
    struct from_sql in = { 0 };
    struct json *params, *tree;

    in.tables = query_engines_tables(e, &in.n_tables);
    if (query_sql(a, &sql_duckdb, in.tables, in.n_tables, r, ret_sql, &params, err))
        return -1;
    if (query_engines_tree(e, a, *ret_sql, &tree, err))
        return -1;
    in.tree = tree;
    in.params = params;
    return query_from_sql(a, &in, ret, err);
}

static enum outcome compare(struct query_engines *e, struct arena *a, const struct request *r, const struct query *back)
{
    struct request again = request_of(a, back);
    struct query_engine_rows before, behind;
    const char *why = "";

    if (query_same(r->steps[0].query, back))
        return SAME;
    before = query_engines_run(e, a, r).duckdb;
    behind = query_engines_run(e, a, &again).duckdb;
    if (!before.rows)
        return UNWRITTEN;
    return behind.rows && query_rows_equal(a, before.rows, behind.rows, &why) ? SAME_ROWS : OTHER_ROWS;
}

static void print_json(struct arena *a, const char *word, const struct query *q)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    json_write(&b, query_to_json(a, q));
    printf("  %s %s\n", word, b.p);
}

static enum outcome one(struct query_engines *e, uint64_t seed)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct query_random_options o = { .no_place = true };
    const struct query *q, *back;
    enum outcome outcome;
    const char *sql = NULL;
    struct request r;
    struct err err;

    o.tables = query_engines_tables(e, &o.n_tables);
    q = query_random_query(a, &o, seed);
    r = request_of(a, q);
    if (read_back(e, a, &r, &sql, &back, &err)) {
        printf("%s %llu: %s\n", sql ? "unread" : "unwritten", (unsigned long long)seed, err.message);
        return sql ? UNREAD : UNWRITTEN;
    }
    outcome = compare(e, a, &r, back);
    if (outcome == OTHER_ROWS) {
        printf("other rows %llu: %s\n", (unsigned long long)seed, sql);
        print_json(a, "was", q);
        print_json(a, "is", back);
    }
    return outcome;
}

int main(int argc, char **argv)
{
    size_t counts[OUTCOMES] = { 0 };
    struct query_engines *e;
    struct err err;

    if (argc != 3) {
        fprintf(stderr, "usage: query_round FOLDER QUERIES\n");
        return 2;
    }
    if (query_engines_open(&e, &err) || query_engines_add_folder(e, argv[1], &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    for (uint64_t seed = 1; seed <= strtoull(argv[2], NULL, 10); seed++)
        counts[one(e, seed)]++;
    printf("as it was %zu, same rows %zu, other rows %zu, not read back %zu, not written %zu\n", counts[SAME],
           counts[SAME_ROWS], counts[OTHER_ROWS], counts[UNREAD], counts[UNWRITTEN]);
    query_engines_close(e);
    return counts[OTHER_ROWS] > 0;
}
