/* store_writer.c - writes to a store until it is done or killed, and says what was acknowledged.
 *
 *   store_writer HOME ID COUNT [THREADS]
 *
 * Each of COUNT writes adds a row to tasks, titled "w<ID>-<n>", and an audit entry with {"n": n, "writer": ID}. After
 * store_write has returned 0, "ack <ID> <n>" goes to standard output in one write; on an error "err <code>". The
 * threads share the numbers. The torture tests kill it and look at what the store then holds. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/store.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 64

struct writer {
    struct store *store;
    long id, count;
    _Atomic long next; /* the number to be written */
    _Atomic int failures;
};

struct one {
    long id, n;
};

static void say(const char *fmt, ...) PRINTF(1, 2);
static void say(const char *fmt, ...)
{
    char line[128];
    va_list args;
    int n;

    va_start(args, fmt);
    n = vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    if (n < 0 || write(STDOUT_FILENO, line, (size_t)n) != n)
        _exit(3);
}

static int add(struct tx *tx, void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct one *one = arg;
    struct json *data = json_object(a);
    char title[64], id[ID_TEXT_BYTES];

    snprintf(title, sizeof title, "w%ld-%ld", one->id, one->n);
    world_id(world_system(), id);
    json_set(a, data, "writer", json_int(a, one->id));
    json_set(a, data, "n", json_int(a, one->n));
    if (db_run(tx_db(tx), "INSERT INTO tasks (user_id, title, created_at) VALUES ('torture', $1, $2)",
               DB_VALUES(DB_S(title), DB_S("2026-01-23T10:30:00Z")), NULL, err))
        return -1;
    return tx_audit(tx,
                    &(struct chain_event){ .event_type = "tool_called",
                                           .request_id = id,
                                           .actor = "actor",
                                           .at_us = world_now(world_system()),
                                           .data = data },
                    err);
}

static void *run(void *arg)
{
    struct writer *w = arg;
    struct err err;
    long n;

    while ((n = w->next++) <= w->count) {
        struct one one = { w->id, n };
        if (store_write(w->store, add, &one, NULL, &err) == 0)
            say("ack %ld %ld\n", w->id, n);
        else {
            w->failures++;
            say("err %s\n", err_name(err.code));
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct writer w = { .next = 1 };
    pthread_t threads[THREADS];
    long n = argc > 4 ? strtol(argv[4], NULL, 10) : 1;
    struct err err;

    if (argc < 4 || n < 1 || n > THREADS) {
        fprintf(stderr, "usage: store_writer HOME ID COUNT [THREADS]\n");
        return 2;
    }
    w.id = strtol(argv[2], NULL, 10);
    w.count = strtol(argv[3], NULL, 10);
    if (store_open(argv[1], world_system(), &w.store, &err)) {
        say("err %s\n", err_name(err.code));
        fprintf(stderr, "%s (%s)\n", err.message, err.detail);
        return 1;
    }
    for (long i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, run, &w) != 0)
            abort();
    for (long i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    store_close(w.store);
    return w.failures ? 1 : 0;
}
