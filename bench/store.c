/* bench/store.c - durable operations a second: a plain loop of SQLite commits, and store_write with 1 and 8 threads.
 *
 *   bench-store FOLDER [SECONDS]
 *
 * The plain loop is one INSERT a commit, write-ahead log, synchronous=FULL: one sync an operation. store_write adds the
 * same row, an outbox row, the chain's signed head and a line in the log, each durable before it returns.
 *
 * How long a sync takes changes from one second to the next on many machines. So the three take turns in the same
 * folder in short slices, each turn gives a ratio, and the middle one of the ratios counts. Exits 1 under the goal. */
#include "store/store.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/db/db.h"
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define TURNS 15
#define WRITERS 8
#define GOAL 3.0

struct load {
    struct store *store;
    int64_t until;
    _Atomic long done;
};

static void die(const struct err *err)
{
    fprintf(stderr, "%s (%s)\n", err->message, err->detail);
    exit(1);
}

static int insert(struct db *db, struct err *err)
{
    return db_run(db, "INSERT INTO tasks (user_id, title, created_at) VALUES ('bench', $1, $2)",
                  DB_VALUES(DB_S("call the bank"), DB_S("2026-01-23T10:30:00Z")), NULL, err);
}

static int add(struct tx *tx, void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *data = json_object(a);

    (void)arg;
    json_set(a, data, "tool_name", json_str(a, "add_task"));
    json_set(a, data, "call_id", json_str(a, "5d7c2a51-7c1e-4b8e-9a57-0f6f0c1b2d3e"));
    if (insert(tx_db(tx), err))
        return -1;
    return tx_audit(tx,
                    &(struct chain_event){ .event_type = "tool_called",
                                           .request_id = "5d7c2a51-7c1e-4b8e-9a57-0f6f0c1b2d3e",
                                           .actor = "actor",
                                           .at_us = world_now(world_system()),
                                           .data = data },
                    err);
}

static void *write_on(void *arg)
{
    struct load *l = arg;
    struct err err;

    while (world_mono_us() < l->until) {
        if (store_write(l->store, add, NULL, NULL, &err))
            die(&err);
        l->done++;
    }
    return NULL;
}

static double with_threads(struct store *s, int n, double seconds)
{
    int64_t start = world_mono_us();
    struct load l = { .store = s, .until = start + (int64_t)(seconds * 1e6) };
    pthread_t threads[WRITERS];

    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, write_on, &l) != 0)
            abort();
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return (double)l.done * 1e6 / (double)(world_mono_us() - start);
}

static double plain(struct db *db, double seconds)
{
    int64_t start = world_mono_us(), until = start + (int64_t)(seconds * 1e6);
    struct err err;
    long done = 0;

    for (; world_mono_us() < until; done++)
        if (insert(db, &err))
            die(&err);
    return (double)done * 1e6 / (double)(world_mono_us() - start);
}

static struct db *open_plain(const char *folder)
{
    char path[PATH_MAX];
    struct err err;
    struct db *db;

    snprintf(path, sizeof path, "%s/plain.db", folder);
    if (sqlite_open(path, false, &db, &err) ||
        db_run(db,
               "CREATE TABLE IF NOT EXISTS tasks (id INTEGER PRIMARY KEY, user_id TEXT, title TEXT, created_at TEXT)",
               NULL, 0, NULL, &err))
        die(&err);
    return db;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double middle(double values[static TURNS])
{
    qsort(values, TURNS, sizeof values[0], compare);
    return values[TURNS / 2];
}

static double measure(struct db *db, struct store *store, double slice)
{
    double rates[3][TURNS], one[TURNS], many[TURNS], ratio;

    for (int i = 0; i < TURNS; i++) {
        rates[0][i] = plain(db, slice);
        rates[1][i] = with_threads(store, 1, slice);
        rates[2][i] = with_threads(store, WRITERS, slice);
        one[i] = rates[1][i] / rates[0][i];
        many[i] = rates[2][i] / rates[0][i];
    }
    ratio = middle(many);
    printf("plain %.0f/s, 1 writer %.0f/s (%.2f times), %d writers %.0f/s (%.2f times)\n", middle(rates[0]),
           middle(rates[1]), middle(one), WRITERS, middle(rates[2]), ratio);
    return ratio;
}

int main(int argc, char **argv)
{
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 6.0, ratio;
    struct store *store;
    struct err err;
    struct db *db;

    if (argc < 2) {
        fprintf(stderr, "usage: bench-store FOLDER [SECONDS]\n");
        return 2;
    }
    mkdir(argv[1], 0700);
    db = open_plain(argv[1]);
    if (store_open(argv[1], world_system(), &store, &err))
        die(&err);
    ratio = measure(db, store, seconds / (3 * TURNS));
    store_close(store);
    db_close(db);
    return ratio >= GOAL ? 0 : 1;
}
