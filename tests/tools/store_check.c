/* store_check.c - what a home's store holds after store_writer was there, and whether it and its log agree.
 *
 *   store_check HOME
 *
 * Opens the store, which appends what waits, and prints one JSON object: "damage" (null, or what store_check() says),
 * "entries" and "bytes" of the chain, "signed" (the head is signed and is the chain's), "verify" (what verify_log says
 * of the file against that head), "waiting" (lines in the outbox), "rows" (each task's title with how often it is
 * there), "odd" (titles "w<ID>-<n>" whose number of rows and of entries {"n": n, "writer": ID} is not one and one).
 *
 * Exit status 0: all of that is as it should be; 1: it is not; 2: the store could not be opened or read. The titles are
 * sorted and merged with those of the entries, so that looking at a home of many rounds stays fast. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/audit/log_reader.h"
#include "store/db/db.h"
#include "store/log/signed_head.h"
#include "store/log/verify.h"
#include "store/store.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ODD_SHOWN 20 /* titles told; the first ones say what is wrong */

/* Titles in the order they were met; sorted when all are there. */
struct titles {
    struct arena *arena;
    const char **p;
    size_t n, room;
};

struct looking {
    struct arena *arena;
    struct store *store;
    const char *log;
    struct titles rows, entries;
    int64_t waiting;
};

static void titles_add(struct titles *t, const char *title)
{
    if (t->n == t->room) {
        size_t room = t->room ? 2 * t->room : 1024;
        const char **more = arena_array(t->arena, room, sizeof *more);
        if (t->n)
            memcpy(more, t->p, t->n * sizeof *more);
        t->p = more;
        t->room = room;
    }
    t->p[t->n++] = title;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void titles_sort(struct titles *t)
{
    if (t->n)
        qsort(t->p, t->n, sizeof *t->p, compare);
}

/* How often the title stands at *i, which moves behind it. */
static int64_t take(const struct titles *t, size_t *i, const char *title)
{
    int64_t n = 0;

    for (; *i < t->n && strcmp(t->p[*i], title) == 0; (*i)++)
        n++;
    return n;
}

/* ---- reading ---- */

static int take_row(void *arg, const struct db_row *row, struct err *err)
{
    struct looking *l = arg;

    (void)err;
    titles_add(&l->rows, arena_str(l->arena, db_text(row, 0, NULL)));
    return 0;
}

static int read_state(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;

    if (db_get_int(db, "SELECT count(*) FROM audit_outbox", NULL, 0, &l->waiting, err) < 0)
        return -1;
    return db_query(db, "SELECT title FROM tasks", NULL, 0, take_row, l, err);
}

/* An entry of another kind gets a title that no row has. */
static int take_entry(void *arg, const char *text, size_t n, const struct chain_line *line, struct err *err)
{
    struct looking *l = arg;
    struct json *data;

    (void)text;
    (void)n;
    if (json_parse(l->arena, line->event_data, line->event_data_n, &data, err) < 0)
        return -1;
    titles_add(&l->entries, arena_printf(l->arena, "w%" PRId64 "-%" PRId64, json_get_int(data, "writer", -1),
                                         json_get_int(data, "n", -1)));
    return 0;
}

/* ---- telling ---- */

static struct json *verdict(struct arena *a, const struct verify_result *r)
{
    struct json *v = json_object(a);

    json_set(a, v, "ok", json_bool(a, r->ok));
    json_set(a, v, "entries", json_int(a, (int64_t)r->entries));
    json_set(a, v, "bytes", json_int(a, (int64_t)r->bytes));
    json_set(a, v, "first_bad", json_int(a, (int64_t)r->first_bad));
    return json_set(a, v, "reason", json_str(a, r->reason));
}

/* Goes along both sorted lists at once. */
static void pair(struct looking *l, struct json *rows, struct json *odd)
{
    struct arena *a = l->arena;
    size_t r = 0, e = 0;

    titles_sort(&l->rows);
    titles_sort(&l->entries);
    while (r < l->rows.n || e < l->entries.n) {
        bool is_row = e == l->entries.n || (r < l->rows.n && strcmp(l->rows.p[r], l->entries.p[e]) <= 0);
        const char *title = is_row ? l->rows.p[r] : l->entries.p[e];
        int64_t n_rows = take(&l->rows, &r, title), n_entries = take(&l->entries, &e, title);
        struct json *row = json_array(a);

        json_push(a, json_push(a, row, json_str(a, title)), json_int(a, n_rows));
        if (n_rows > 0)
            json_push(a, rows, row);
        if ((n_rows != 1 || n_entries != 1) && json_len(odd) < ODD_SHOWN)
            json_push(
                a, odd,
                json_str(a, arena_printf(a, "%s: %" PRId64 " rows, %" PRId64 " entries", title, n_rows, n_entries)));
    }
}

static int look(struct looking *l, bool *ret_good, struct json **ret, struct err *err)
{
    struct arena *a = l->arena;
    struct json *told = json_object(a), *rows = json_array(a), *odd = json_array(a);
    struct verify_result verified;
    const char *signed_head;
    struct chain chain;
    struct err damage;
    bool is_damaged = store_check(l->store, &damage) != 0, is_signed;

    if (store_head(l->store, a, &chain, &signed_head, err) < 0 || store_read(l->store, read_state, l, err) < 0 ||
        verify_log(l->log, &chain, 0, NULL, &verified, err) < 0)
        return -1;
    if (verified.ok && log_reader_read(l->log, 0, chain.bytes, NULL, take_entry, l, err) < 0)
        return -1;
    is_signed = signed_head_is_good(signed_head, &chain);
    pair(l, rows, odd);
    json_set(a, told, "damage", json_str(a, is_damaged ? damage.detail : NULL));
    json_set(a, told, "entries", json_int(a, (int64_t)chain.entries));
    json_set(a, told, "bytes", json_int(a, (int64_t)chain.bytes));
    json_set(a, told, "signed", json_bool(a, is_signed));
    json_set(a, told, "verify", verdict(a, &verified));
    json_set(a, told, "waiting", json_int(a, l->waiting));
    json_set(a, told, "rows", rows);
    json_set(a, told, "odd", odd);
    *ret_good = !is_damaged && is_signed && verified.ok && verified.entries == chain.entries && json_len(odd) == 0;
    *ret = told;
    return 0;
}

int main(int argc, char **argv)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct looking l = { .arena = a, .rows.arena = a, .entries.arena = a };
    struct json *told;
    struct err err;
    bool is_good;

    if (argc != 2) {
        fputs("usage: store_check HOME\n", stderr);
        return 2;
    }
    l.log = arena_printf(a, "%s/logs/data_agent_runs.jsonl", argv[1]);
    if (store_open(argv[1], world_system(), &l.store, &err) < 0 || look(&l, &is_good, &told, &err) < 0) {
        fprintf(stderr, "%s: %s (%s)\n", err_name(err.code), err.message, err.detail);
        store_close(l.store);
        return 2;
    }
    store_close(l.store);
    json_write(&out, told);
    if (buf_check(&out, &err) < 0 || puts(out.p) < 0)
        return 2;
    return is_good ? 0 : 1;
}
