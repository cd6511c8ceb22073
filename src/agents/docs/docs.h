/* docs.h - the docs agent: documents in, passages found, questions answered in the documents' own words or refused.
 *
 * Nothing of what is asked is kept anywhere: the operations that take a question are private by declaration
 * (OP_PRIVATE).
 */
#pragma once
#include "base/attrs.h"
#include <stdatomic.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct json;
struct op_table;
struct store;

/* What the operations work on; the store and the home are there before the first of them runs. */
struct docs {
    struct store *store;
    const char *home;

    /* What was last seen of the index, for whoever asks how it is without wanting to wait. */
    _Atomic int64_t seen_us;  /* when; 0: never */
    _Atomic int64_t passages; /* of all users; -1: the index could not be read */
};

WARN_UNUSED int docs_add(struct op_table *table, struct docs *d, struct err *err);

/* Looks at the index anew, unless that was done within the last second; with a connection of one's own, a write's for
 * what it is about to commit, docs_count(). */
void docs_look(struct docs *d, int64_t now_us);
WARN_UNUSED int docs_count(struct docs *d, struct db *db, int64_t now_us, struct err *err);

/* Somebody could not read the index. */
void docs_unread(struct docs *d, int64_t now_us);

/* How it was when it was last looked at: the docs seed's health as JSON, and the HTTP status that goes with it. Only
 * looks at memory. */
struct json *docs_health_json(struct arena *a, const struct docs *d, int *ret_status);
