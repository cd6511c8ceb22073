/* bench/open.c - how long it takes to open a store whose audit log is large.
 *
 *   bench-open FOLDER ENTRIES
 *
 * Fills the log to that many entries through store_write, in large transactions, unless it has them already; then opens
 * and closes the store several times and prints the middle time. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define BATCH 20000 /* entries of one transaction */
#define OPENINGS 9

static void die(const struct err *err)
{
    fprintf(stderr, "%s (%s)\n", err->message, err->detail);
    exit(1);
}

static int add_many(struct tx *tx, void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *data = json_set(a, json_object(a), "tool_name", json_str(a, "sql.run"));
    struct chain_event e = { .event_type = "tool_called",
                             .request_id = "5d7c2a51-7c1e-4b8e-9a57-0f6f0c1b2d3e",
                             .actor = "actor",
                             .at_us = world_now(world_system()),
                             .data = data };

    for (uint64_t i = 0; i < *(uint64_t *)arg; i++)
        if (tx_audit(tx, &e, err))
            return -1;
    return 0;
}

static struct store *opened(const char *folder)
{
    struct store *s;
    struct err err;

    if (store_open(folder, world_system(), &s, &err))
        die(&err);
    return s;
}

static void fill(const char *folder, uint64_t entries)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct store *s = opened(folder);
    struct chain chain;
    const char *head;
    struct err err;

    if (store_head(s, a, &chain, &head, &err))
        die(&err);
    for (uint64_t at = chain.entries; at < entries;) {
        uint64_t n = entries - at < BATCH ? entries - at : BATCH;
        if (store_write(s, add_many, &n, NULL, &err))
            die(&err);
        at += n;
    }
    store_close(s);
}

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    int64_t took[OPENINGS];

    if (argc != 3) {
        fprintf(stderr, "usage: bench-open FOLDER ENTRIES\n");
        return 2;
    }
    mkdir(argv[1], 0700);
    fill(argv[1], strtoull(argv[2], NULL, 10));
    for (int i = 0; i < OPENINGS; i++) {
        int64_t began = world_mono_us();
        struct store *s = opened(argv[1]);
        took[i] = world_mono_us() - began;
        store_close(s);
    }
    qsort(took, OPENINGS, sizeof took[0], by_time);
    printf("open %.1f ms\n", (double)took[OPENINGS / 2] / 1000);
    return 0;
}
