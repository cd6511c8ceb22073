/* store_testing.h - short ways to write to a store and to judge it, for the tests of the store. */
#pragma once
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sign.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/log/verify.h"
#include "store/store.h"

#define LOG_NAME "logs/data_agent_runs.jsonl"
#define KEY_BYTES (2 * SIGN_KEY_BYTES + 2)
#define REQUEST "5d7c2a51-7c1e-4b8e-9a57-0f6f0c1b2d3e"

/* The text of the key's file, with its newline and NUL. */
static inline void get_key(const char *home, char ret[static KEY_BYTES])
{
    const char *text = get_text(in(home, "keys/audit.key"));

    assert_non_null(text);
    assert_int_equal(strlen(text), KEY_BYTES - 1);
    memcpy(ret, text, KEY_BYTES);
}

static inline struct store *open_store(const char *home)
{
    struct store *s = NULL;
    struct err err;

    if (store_open(home, world_system(), &s, &err) != 0)
        fail_msg("store_open: %s (%s)", err.message, err.detail);
    return s;
}

/* What a work of the tests does: a row with this title, an entry with it, and then perhaps an error. */
struct job {
    const char *title;
    size_t padding; /* bytes more in the entry */
    unsigned entries;
    bool fails;
};

static inline int run_job(struct tx *tx, void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct job *job = arg;
    struct json *data = json_object(a);
    char *padding = arena_alloc(a, job->padding + 1);

    memset(padding, 'x', job->padding);
    json_set(a, data, "title", json_str(a, job->title));
    json_set(a, data, "padding", json_str(a, padding));
    if (db_run(tx_db(tx), "INSERT INTO tasks (user_id, title, created_at) VALUES ('u', $1, '2026-01-23T10:30:00Z')",
               DB_VALUES(DB_S(job->title)), NULL, err))
        return -1;
    for (unsigned i = 0; i < (job->entries ? job->entries : 1); i++)
        if (tx_audit(tx,
                     &(struct chain_event){ .event_type = "tool_called",
                                            .request_id = REQUEST,
                                            .actor = "actor",
                                            .at_us = world_now(world_system()),
                                            .data = data },
                     err))
            return -1;
    return job->fails ? err_say(err, ERR_CONFLICT, "this one does not want to") : 0;
}

static inline int write_job(struct store *s, struct job job, struct store_span *ret, struct err *err)
{
    return store_write(s, run_job, &job, ret, err);
}

static inline void write_title(struct store *s, const char *title)
{
    struct err err;

    if (write_job(s, (struct job){ .title = title }, NULL, &err) != 0)
        fail_msg("store_write: %s (%s)", err.message, err.detail);
}

struct counting {
    const char *sql, *text;
    int64_t n;
};

static inline int run_count(struct db *db, void *arg, struct err *err)
{
    struct counting *c = arg;

    if (c->text)
        return db_get_int(db, c->sql, DB_VALUES(DB_S(c->text)), &c->n, err);
    return db_get_int(db, c->sql, NULL, 0, &c->n, err);
}

/* The first integer a question answers with; text, when not NULL, is its $1. */
static inline int64_t ask(struct store *s, const char *sql, const char *text)
{
    struct counting c = { sql, text, -1 };
    struct err err;

    if (store_read(s, run_count, &c, &err) != 0)
        fail_msg("store_read: %s (%s)", err.message, err.detail);
    return c.n;
}

static inline int64_t rows(struct store *s)
{
    return ask(s, "SELECT count(*) FROM tasks", NULL);
}

static inline int64_t rows_titled(struct store *s, const char *title)
{
    return ask(s, "SELECT count(*) FROM tasks WHERE title = $1", title);
}

static inline uint64_t entries(struct store *s)
{
    return (uint64_t)ask(s, "SELECT entries FROM audit_state", NULL);
}

/* The whole log is good and ends where the store says. */
static inline void assert_whole(struct store *s, const char *home)
{
    struct arena *a = arena_new();
    struct verify_result result;
    const char *signed_head;
    struct chain c;
    struct err err;

    assert_int_equal(store_head(s, a, &c, &signed_head, &err), 0);
    assert_int_equal(verify_log(in(home, LOG_NAME), &c, 1, NULL, &result, &err), 0);
    if (!result.ok)
        fail_msg("entry %llu: %s", (unsigned long long)result.first_bad, result.reason);
    assert_int_equal(result.entries, c.entries);
    assert_int_equal(result.bytes, c.bytes);
    arena_free(a);
}
