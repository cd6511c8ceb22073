/* dataset_ask.c - a dataset's worker, asked: started and loaded once, under the dataset's lock; then used by many. */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "data/dataset_node.h"
#include "grid/table.h"
#include "sys/worker.h"
#include <string.h>

static int start(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    if (ds->worker)
        return 0;
    if (dataset_find_cached(&ds->setup, cancel, err))
        return -1;
    return dataset_start(&ds->setup, ds->program, &ds->worker, err);
}

static int call(struct dataset *ds, const char *job, const struct json *args, const struct worker_output *output,
                const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err)
{
    if (worker_call(ds->worker, job, args, output, cancel, a, ret, err) == 0)
        return 0;
    if (err->code == ERR_INTERNAL || !worker_alive(ds->worker))
        atomic_store(&ds->broken, true);
    return -1;
}

/* The table as the worker described it, with the hash of its source as we know it. */
static int read_table(struct dataset *ds, struct arena *a, struct json *v, int64_t from, struct table *ret,
                      struct err *err)
{
    if (from < 0 || from >= (int64_t)ds->setup.n)
        return err_set(err, ERR_INTERNAL, "The data could not be read.", "a table of no source");
    if (!ds->setup.files[from].is_url)
        json_set(a, v, "sha256", json_str(a, ds->setup.files[from].sha256));
    return table_from_json(a, v, ret, err);
}

/* What was assumed about the paths is told with the first table. */
static void add_notes(struct dataset *ds, struct arena *a)
{
    struct table *t = ds->tables;
    size_t n;
    const char *const *notes = notes_end(&ds->notes, &n);
    const char **all;

    if (n == 0 || ds->n_tables == 0)
        return;
    all = arena_array(a, n + t->n_assumptions, sizeof *all);
    memcpy(all, notes, n * sizeof *all);
    if (t->n_assumptions > 0)
        memcpy(all + n, t->assumptions, t->n_assumptions * sizeof *all);
    t->assumptions = all;
    t->n_assumptions += n;
}

static int read_tables(struct dataset *ds, const struct json *answer, struct err *err)
{
    const struct json *list = json_get(answer, "tables"), *from = json_get(answer, "from");
    struct arena *a = arena_new();

    ds->n_tables = json_len(list);
    ds->tables = arena_array(a, ds->n_tables, sizeof *ds->tables);
    for (size_t i = 0; i < ds->n_tables; i++) {
        int64_t source = -1;
        (void)json_int64(json_at(from, i), &source);
        if (read_table(ds, a, json_at(list, i), source, &ds->tables[i], err)) {
            arena_free(a);
            return -1;
        }
    }
    add_notes(ds, a);
    ds->described = a;
    return 0;
}

/* Asks the worker for its tables, while the files are hashed here. */
static int describe(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct hashing *hashing = hashing_start(&ds->setup, cancel);
    struct json *answer = NULL;
    struct err why;
    int rc = call(ds, "describe", NULL, NULL, cancel, scratch, &answer, err);

    if (hashing_end(hashing, &why) && rc == 0) {
        *err = why;
        rc = -1;
    }
    if (rc == 0)
        rc = read_tables(ds, answer, err);
    if (rc == 0)
        dataset_keep_cached(&ds->setup, answer);
    return rc;
}

static int keeps_changing(struct err *err)
{
    err_set(err, ERR_DATA_UNREADABLE, "The file keeps changing while it is read.", "%s", err->detail);
    return err_action(err, "Wait until the program that writes it is done.");
}

/* A file that changed under the worker is opened again, by a new one. */
static int load(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    for (int i = 0; i < DATA_READ_TRIES; i++) {
        if (start(ds, cancel, err))
            return -1;
        if (describe(ds, cancel, err) == 0)
            return 0;
        if (err->code != ERR_CONFLICT)
            return -1;
        worker_free(ds->worker);
        ds->worker = NULL;
        if (dataset_open_files(&ds->setup, err))
            return -1;
    }
    return keeps_changing(err);
}

static int load_once(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    int rc = cancel_lock(cancel, &ds->lock, err);

    if (rc)
        return -1;
    if (!ds->described)
        rc = load(ds, cancel, err);
    if (rc == 0)
        atomic_store(&ds->ready, true);
    pthread_mutex_unlock(&ds->lock);
    return rc;
}

int dataset_tables(struct dataset *ds, const struct cancel *cancel, const struct table **ret, size_t *ret_n,
                   struct err *err)
{
    if (!atomic_load(&ds->ready) && load_once(ds, cancel, err)) {
        if (err->code != ERR_CANCELLED && err->code != ERR_QUERY_TIMEOUT)
            atomic_store(&ds->broken, true);
        return -1;
    }
    *ret = ds->tables;
    *ret_n = ds->n_tables;
    return 0;
}

int dataset_query(struct dataset *ds, const struct dataset_query *q, const struct cancel *cancel, struct arena *a,
                  struct dataset_rows *ret, struct err *err)
{
    struct json *args = json_object(a), *answer;
    const struct table *tables;
    size_t n;

    if (dataset_tables(ds, cancel, &tables, &n, err))
        return -1;
    json_set(a, args, "sql", json_str(a, q->sql));
    if (q->params)
        json_set(a, args, "params", (struct json *)(uintptr_t)q->params);
    json_set(a, args, "row_limit", json_int(a, (int64_t)q->row_limit));
    if (call(ds, "query", args, NULL, cancel, a, &answer, err))
        return -1;
    *ret = (struct dataset_rows){ .columns = json_get(answer, "columns"),
                                  .rows = json_get(answer, "rows"),
                                  .truncated = json_get_truth(answer, "truncated"),
                                  .left_out = json_get(answer, "left_out") };
    return 0;
}

int dataset_job(struct dataset *ds, const char *job, const struct json *args, const struct worker_output *output,
                const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err)
{
    int rc = cancel_lock(cancel, &ds->lock, err);

    if (rc)
        return -1;
    rc = start(ds, cancel, err);
    pthread_mutex_unlock(&ds->lock);
    if (rc)
        return -1;
    if (call(ds, job, args, output, cancel, a, ret, err) == 0)
        return 0;
    return err->code == ERR_CONFLICT ? keeps_changing(err) : -1;
}
