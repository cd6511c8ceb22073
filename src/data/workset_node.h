/* workset_node.h - what the workset's own files share. Nobody else includes it. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "data/workset.h"
#include "grid/source.h"
#include "grid/table.h"
#include <pthread.h>
#include <stdatomic.h>

struct arena;
struct engine;
struct judged;

/* A thing that holds tables, as it was given to us. */
struct given {
    const char *name;          /* the file's, without its folder; as it is */
    const char *url;           /* of a server; NULL: a file */
    struct source_bytes bytes; /* mapped; of a file */
    struct source_bytes wal;   /* what SQLite keeps beside it; fd -1: nothing */
    int64_t size, mtime_ns;    /* when the parent opened it */
    int cache_from, cache_to;  /* an entry of the cache that holds its tables, or a new one to fill; -1 */
    bool was_saved;            /* cache_to is whole */
    bool was_damaged;          /* cache_from cannot be used */
    struct source *source;     /* NULL until it is opened */
};

struct workset {
    struct arena *arena; /* what the setup says; lives as long as the process */
    struct given *given;
    size_t n;
    struct column_policy policy;
    bool has_network; /* a source is a server's */

    pthread_mutex_t lock; /* of all that follows, until it is made; then it does not change */
    atomic_bool opened;
    atomic_bool ready; /* loaded */
    bool working;      /* CONFINE_WORKING is in force */
    struct source **sources;
    struct loading *loaded; /* NULL until it is */
    struct engine *engine;
    const struct judged **judged; /* of each table of the first source; NULL: not yet (veil.h) */
};

/* The tables and what belongs to them. */
struct loading {
    struct arena *arena;
    struct table *tables;
    size_t *from; /* of each table: its source */
    size_t n;
    struct blocked_column *blocked;
    size_t n_blocked, room_blocked;
};

/* Opens the sources and fills the engine with their tables. Under the lock. */
WARN_UNUSED int workset_open(struct workset *w, const struct cancel *cancel, struct err *err);
WARN_UNUSED int workset_load(struct workset *w, const struct cancel *cancel, struct err *err);
