/* dataset_place.h - a folder of files and a set of datasets for each test, and the ways to ask them. */
#pragma once
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "data/worker/workset.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/worker.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A source by its path, as the command line names it. */
#define AT(text) (&(struct location){ .path = (text) })

struct place {
    char dir[64];
    struct datasets *datasets;
    struct arena *arena;
    struct err err;
};

static inline int set_up(void **state)
{
    struct place *p = calloc(1, sizeof *p);

    snprintf(p->dir, sizeof p->dir, "/tmp/assay-data-XXXXXX");
    assert_non_null(mkdtemp(p->dir));
    p->datasets = datasets_new(NULL);
    p->arena = arena_new();
    *state = p;
    return 0;
}

static inline int tear_down(void **state)
{
    struct place *p = *state;

    datasets_free(p->datasets);
    arena_free(p->arena);
    assert_int_equal(file_remove_tree(p->dir, &p->err), 0);
    free(p);
    return 0;
}

static inline const char *put_file(struct place *p, const char *name, const char *text)
{
    const char *path = arena_printf(p->arena, "%s/%s", p->dir, name);
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    return path;
}

static inline struct dataset *open_one(struct place *p, const char *path)
{
    struct dataset *ds = NULL;

    if (dataset_open(p->datasets, &(struct dataset_spec){ .at = AT(path), .n = 1 }, NULL, &ds, &p->err))
        fail_msg("%s | %s", p->err.message, p->err.detail);
    return ds;
}

static inline struct dataset *open_text(struct place *p, const char *name, const char *text)
{
    return open_one(p, put_file(p, name, text));
}

/* The tables of a dataset that can be read. */
static inline size_t tables_of(struct place *p, struct dataset *ds, const struct table **ret)
{
    size_t n = 0;

    if (dataset_tables(ds, NULL, ret, &n, &p->err))
        fail_msg("%s | %s", p->err.message, p->err.detail);
    return n;
}

static inline const char *json_of(struct place *p, const struct json *v)
{
    struct buf b;
    const char *text;

    buf_init(&b, 1 << 24);
    json_write(&b, v);
    text = arena_str(p->arena, b.p);
    buf_done(&b);
    return text;
}

static const char *params_text; /* JSON for the next query's parameters, or NULL */

static inline int run(struct place *p, struct dataset *ds, const char *sql, uint64_t limit, struct dataset_rows *rows)
{
    struct dataset_query q = { .sql = sql, .row_limit = limit };
    struct json *params = NULL;

    if (params_text)
        assert_int_equal(json_parse(p->arena, params_text, strlen(params_text), &params, &p->err), 0);
    q.params = params;
    params_text = NULL;
    return dataset_query(ds, &q, NULL, p->arena, rows, &p->err);
}

static inline void gives(struct place *p, struct dataset *ds, const char *sql, const char *expected)
{
    struct dataset_rows rows;

    if (run(p, ds, sql, 1000, &rows))
        fail_msg("%s: %s | %s", sql, p->err.message, p->err.detail);
    assert_string_equal(json_of(p, rows.rows), expected);
}

static inline void fails(struct place *p, struct dataset *ds, const char *sql, enum err_code code, const char *message)
{
    struct dataset_rows rows = { .truncated = true };

    if (run(p, ds, sql, 1000, &rows) == 0)
        fail_msg("%s was run", sql);
    if (p->err.code != code || (message && strcmp(p->err.message, message) != 0))
        fail_msg("%s: %s %s | %s", sql, err_name(p->err.code), p->err.message, p->err.detail);
    assert_null(rows.rows);
}

#define SALES                                                                                                          \
    "region,day,units,price,online,note\n"                                                                             \
    "North,2024-01-31,10,0.10,true,\"say \"\"hi\"\"\"\n"                                                               \
    "South,2024-02-29,20,0.20,false,\n"                                                                                \
    "North,2024-03-01,,12.50,,x\n"

/* A test program is its own worker. */
#define WORKER_HOOK(argc, argv)                                                                                        \
    if (worker_is(argc, argv))                                                                                         \
    return worker_main(argc, argv, workset_begin)

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
