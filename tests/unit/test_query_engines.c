/* test_query_engines.c - random well-typed requests: the check finds no error in them, they can be said in words, come
 * back byte for byte from their JSON, and give the same rows in the same order on both engines.
 *
 * `make test` runs SEEDS of them; QUERY_SEEDS in the environment says another number, which `make check` does
 * (21,500), and QUERY_FROM the first.
 */
#include "query_small.h"

#include "base/json.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/say/restate.h"
#include "query/sql/sql.h"
#include <stdlib.h>

#define SEEDS 400
#define SHOWN 60

struct tally {
    size_t equal, lacking, differing, failing;
};

static void show(struct arena *a, uint64_t seed, const struct request *r, const struct query_engine_results *x,
                 const char *why)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 24);

    json_write(&b, request_to_json(a, r));
    printf("seed %llu: %s\nerrors: %s | %s\n%s\nduckdb: %s\nsqlite: %s\n\n", (unsigned long long)seed, why,
           x->duckdb.error ? x->duckdb.error : "", x->sqlite.error ? x->sqlite.error : "", b.p,
           x->duckdb.sql ? x->duckdb.sql : "", x->sqlite.sql ? x->sqlite.sql : "");
}

static const char *text_of(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 24);

    json_write(&b, v);
    assert_false(b.failed);
    return arena_dup(a, b.p, b.n);
}

static void comes_back(struct arena *a, uint64_t seed, const struct request *r)
{
    const char *text = text_of(a, request_to_json(a, r));
    struct request again;
    struct json *v;
    struct err err;

    if (json_parse(a, text, strlen(text), &v, &err) || request_from_json(a, v, &again, &err))
        fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, err.message, text);
    assert_string_equal(text_of(a, request_to_json(a, &again)), text);
}

static void is_good(struct query_engines *e, struct arena *a, uint64_t seed, const struct request *r)
{
    struct check_input in = { .author = CHECK_WRITTEN };
    struct check_result found;

    in.tables = query_engines_tables(e, &in.n_tables);
    query_check(a, &in, r, &found);
    if (found.n_errors > 0)
        fail_msg("seed %llu: %s", (unsigned long long)seed, found.findings->message);
    assert_true(*query_restate(a, in.tables, in.n_tables, r));
}

static void try_one(struct query_engines *e, const struct query_random_options *o, uint64_t seed, struct tally *t)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct request r = query_random_request(a, o, seed);
    const struct query_engine_results x = query_engines_run(e, a, &r);
    const char *why = "an error";

    comes_back(a, seed, &r);
    is_good(e, a, seed, &r);
    if (x.sqlite.error && strstr(x.sqlite.error, "parser stack overflow")) {
        t->lacking++; /* a hundred open parentheses are too many for it */
        return;
    }
    if (x.duckdb.lacks || x.duckdb.error || x.sqlite.error) {
        t->failing++;
    } else if (x.sqlite.lacks) {
        t->lacking++;
        return;
    } else if (query_rows_equal(a, x.duckdb.rows, x.sqlite.rows, &why)) {
        t->equal++;
        return;
    } else {
        t->differing++;
    }
    if (t->failing + t->differing <= SHOWN)
        show(a, seed, &r, &x, why);
}

static void requests_are_good_and_both_engines_give_the_same_rows(void **state)
{
    const char *wanted = getenv("QUERY_SEEDS"), *from = getenv("QUERY_FROM");
    uint64_t n = wanted ? strtoull(wanted, NULL, 10) : SEEDS, first = from ? strtoull(from, NULL, 10) : 0;
    struct query_engines *e = small_engines();
    /* SQLite leaves letters beyond ASCII as they are. */
    static const enum query_function without[] = { FUNCTION_UPPER };
    struct query_random_options o = { .without = without, .n_without = COUNT_OF(without) };
    struct tally t = { 0 };

    (void)state;
    o.tables = query_random_tables(&o.n_tables);
    for (uint64_t seed = first; seed < first + n; seed++)
        try_one(e, &o, seed, &t);
    print_message(
        "%llu checked, said and read back; %zu with equal rows, %zu for DuckDB alone, %zu different, %zu with "
        "an error\n",
        (unsigned long long)n, t.equal, t.lacking, t.differing, t.failing);
    query_engines_close(e);
    assert_int_equal(t.differing + t.failing, 0);
    assert_true(t.equal > n / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(requests_are_good_and_both_engines_give_the_same_rows) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
