/* dataset_ask.c - a dataset's worker, asked: started and loaded once, under the dataset's lock; then used by many.
 *
 * A worker can be killed: the machine ran out of memory, or a job of somebody else's did not give in. What it was asked
 * is then asked of a new one, once, without its caller noticing, unless some of the answer was already put out. The new
 * one loads the sources anew, and they are hashed anew: unless all that was told of the tables is true of what it
 * loaded, figures of one state would stand under the hash of another, and the call fails.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/dataset.h"
#include "data/dataset_node.h"
#include "data/worker/job_reply.h"
#include "grid/table.h"
#include <string.h>

/* ---- what a worker says of its tables ---- */

/* The table as the worker described it, with the hash of its source as we know it. */
static int read_table(struct dataset *ds, struct arena *a, struct json *v, const struct json *from, struct table *ret,
                      struct err *err)
{
    struct err why;
    int64_t at;

    if (!json_int64(from, &at) || at < 0 || at >= (int64_t)ds->setup.n)
        return job_reply_refuse("describe", "a table of no source", err);
    if (!ds->setup.files[at].is_url)
        json_set(a, v, "sha256", json_str(a, ds->setup.files[at].sha256));
    return table_from_json(a, v, ret, &why) ? job_reply_refuse("describe", why.detail, err) : 0;
}

/* Files of a folder that could not be read. Their names are ours; why is the worker's word. */
static void read_skipped(const struct dataset *ds, const struct json *skipped, struct described *d)
{
    struct notes notes;

    notes_init(&notes, d->arena);
    for (size_t i = 0; i < json_len(skipped); i++) {
        const char *reason = json_get_text(json_at(skipped, i), "reason");
        int64_t at = json_get_int(json_at(skipped, i), "source", -1);
        if (reason && at >= 0 && at < (int64_t)ds->setup.n)
            notes_add(&notes, "'%s' was left out: %.*s", dataset_file_name(d->arena, &ds->setup.files[at]),
                      ERR_MESSAGE_BYTES, reason);
    }
    d->skipped = notes_end(&notes, &d->n_skipped);
}

/* What was assumed about the paths is told with the first table. */
static void add_notes(const struct dataset *ds, struct described *d)
{
    struct table *t = d->tables;
    struct notes told = ds->notes;
    size_t n;
    const char *const *notes;
    const char **all;

    told.arena = d->arena;
    for (size_t i = 0; i < d->n_skipped; i++)
        notes_add(&told, "%s", d->skipped[i]);
    notes = notes_end(&told, &n);
    if (n == 0 || d->n == 0)
        return;
    all = arena_array(d->arena, n + t->n_assumptions, sizeof *all);
    memcpy(all, notes, n * sizeof *all);
    if (t->n_assumptions > 0)
        memcpy(all + n, t->assumptions, t->n_assumptions * sizeof *all);
    t->assumptions = all;
    t->n_assumptions += n;
}

static int read_tables(struct dataset *ds, const struct json *answer, struct described *ret, struct err *err)
{
    const struct json *list = json_get(answer, "tables"), *from = json_get(answer, "from");
    struct described d = { .n = json_len(list) };

    if ((d.n == 0 && ds->setup.n > 0) || d.n > DATA_TABLES)
        return job_reply_refuse("describe", "no tables, or too many", err);
    d.arena = arena_new();
    d.tables = arena_array(d.arena, d.n, sizeof *d.tables);
    for (size_t i = 0; i < d.n; i++)
        if (read_table(ds, d.arena, json_at(list, i), json_at(from, i), &d.tables[i], err)) {
            arena_free(d.arena);
            return -1;
        }
    read_skipped(ds, json_get(answer, "skipped"), &d);
    add_notes(ds, &d);
    *ret = d;
    return 0;
}

/* Asks the worker for its tables, while the files are hashed here. *ret_again as reader_ask() has it. */
static int describe(struct dataset *ds, const struct cancel *cancel, struct described *ret, bool *ret_again,
                    struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct hashing *hashing = hashing_start(&ds->setup, cancel);
    struct json *answer = NULL;
    struct err why;
    int rc = reader_ask(ds->reader, &(struct asking){ .job = "describe", .cancel = cancel }, scratch, &answer,
                        ret_again, err);

    if (hashing_end(hashing, &why) && rc == 0) {
        *err = why;
        rc = -1;
    }
    if (rc == 0)
        rc = dataset_unchanged(&ds->setup, err) || read_tables(ds, answer, ret, err) ? -1 : 0;
    if (rc == 0)
        dataset_keep_cached(&ds->setup, answer);
    return rc;
}

/* ---- loading; under the lock ---- */

static int keeps_changing(struct err *err)
{
    err_set(err, ERR_DATA_UNREADABLE, "The file keeps changing while it is read.", "%s", err->detail);
    return err_action(err, "Wait until the program that writes it is done.");
}

/* A file that changed under the worker is opened again, by a new one; one that was killed is replaced once. */
static int load(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    for (int changes = 0, deaths = 0;;) {
        bool again;

        if (reader_start(ds, cancel, err))
            return -1;
        if (describe(ds, cancel, &ds->held, &again, err) == 0)
            return 0;
        if (!again && err->code != ERR_CONFLICT)
            return -1;
        reader_drop(ds);
        if (again && deaths++ > 0)
            return -1;
        if (!again && ++changes == DATA_READ_TRIES)
            return keeps_changing(err);
        if (!again && dataset_open_files(&ds->setup, err))
            return -1;
    }
}

static int has_changed(struct err *err, const char *detail)
{
    err_set(err, ERR_DATA_UNREADABLE, "The data has changed, and the process that had read it as it was has ended.",
            "%s", detail);
    return err_action(err, "Ask again.");
}

static bool same_tables(const struct described *a, const struct described *b)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();

    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!json_equal(table_to_json(scratch, &a->tables[i]), table_to_json(scratch, &b->tables[i])))
            return false;
    return true;
}

/* Has a new worker load what the last one had. */
static int load_again(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    struct described now;
    bool again, same;

    for (size_t i = 0; i < ds->setup.n; i++)
        ds->setup.files[i].sha256[0] = '\0';
    if (reader_start(ds, cancel, err))
        return -1;
    if (describe(ds, cancel, &now, &again, err))
        return err->code == ERR_CONFLICT ? has_changed(err, err->detail) : -1;
    same = same_tables(&ds->held, &now);
    arena_free(now.arena);
    return same ? 0 : has_changed(err, "loaded again, the tables are others");
}

static int load_once(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    int rc = cancel_lock(cancel, &ds->lock, err);

    if (rc)
        return -1;
    if (!ds->held.arena)
        rc = load(ds, cancel, err);
    if (rc == 0)
        atomic_store(&ds->ready, true);
    pthread_mutex_unlock(&ds->lock);
    return rc;
}

/* ---- asking ---- */

/* A worker to ask, held: the one there is unless it is `dead`, else a new one that has loaded what that one had. */
static int find_reader(struct dataset *ds, const struct reader *dead, const struct cancel *cancel, struct reader **ret,
                       struct err *err)
{
    int rc = cancel_lock(cancel, &ds->lock, err);

    if (rc)
        return -1;
    if (!ds->reader || ds->reader == dead) {
        reader_drop(ds);
        rc = ds->held.arena ? load_again(ds, cancel, err) : reader_start(ds, cancel, err);
        if (rc)
            reader_drop(ds);
    }
    if (rc == 0)
        *ret = reader_hold(ds);
    pthread_mutex_unlock(&ds->lock);
    return rc;
}

static int ask(struct dataset *ds, const struct asking *q, struct arena *a, struct json **ret, struct err *err)
{
    struct reader *r = reader_hold(ds), *next;
    bool again;
    int rc;

    if (!r && find_reader(ds, NULL, q->cancel, &r, err))
        return -1;
    rc = reader_ask(r, q, a, ret, &again, err);
    if (again && find_reader(ds, r, q->cancel, &next, err) == 0) {
        reader_release(r);
        r = next;
        rc = reader_ask(r, q, a, ret, &again, err);
    }
    if (rc && (err->code == ERR_INTERNAL || !reader_alive(r)))
        atomic_store(&ds->broken, true);
    reader_release(r);
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
    *ret = ds->held.tables;
    *ret_n = ds->held.n;
    return 0;
}

size_t dataset_left_out(const struct dataset *ds, const char *const **ret)
{
    *ret = ds->held.skipped;
    return ds->held.n_skipped;
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
    if (q->wants_request)
        json_set(a, args, "wants_request", json_bool(a, true));
    if (ask(ds, &(struct asking){ .job = "query", .args = args, .cancel = cancel }, a, &answer, err))
        return -1;
    *ret = (struct dataset_rows){ .columns = json_get(answer, "columns"),
                                  .rows = json_get(answer, "rows"),
                                  .truncated = json_get_truth(answer, "truncated"),
                                  .left_out = json_get(answer, "left_out"),
                                  .request = json_get(answer, "request"),
                                  .unsaid = json_get_text(answer, "unsaid") };
    return 0;
}

int dataset_job(struct dataset *ds, const char *job, const struct json *args, const struct worker_output *output,
                const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err)
{
    if (ask(ds, &(struct asking){ job, args, output, cancel }, a, ret, err) == 0)
        return 0;
    return err->code == ERR_CONFLICT ? keeps_changing(err) : -1;
}
