/* workset_node.h - what the workset's own files share. Nobody else includes it. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "data/engine/misfits.h"
#include "data/open/sidecar.h"
#include "data/pii/column_policy.h"
#include "data/worker/workset.h"
#include "grid/source.h"
#include "grid/table.h"
#include <pthread.h>
#include <stdatomic.h>

struct arena;
struct cached_table;
struct columns;
struct engine;
struct engine_without;
struct link_schema;
struct hidden_place;
struct blocking;

/* A file when the parent opened it: what was read while it changed is to be thrown away. */
struct seen_file {
    int64_t size, mtime_ns;
};

/* A thing that holds tables, as it was given to us. */
struct given {
    const char *name;          /* the file's, without its folder; as it is */
    const char *url;           /* of a server, without its password; NULL: a file */
    const char *password;      /* of the server; NULL: none */
    struct source_bytes bytes; /* mapped; of a file */
    struct source_bytes wal;   /* what SQLite keeps beside it; fd -1: nothing */
    struct seen_file was, wal_was;
    int cache_from, cache_to; /* an entry of the cache that holds its tables, or a new one to fill; -1 */
    bool was_saved;           /* cache_to is whole */
    bool was_damaged;         /* cache_from cannot be used */
    enum sidecar sidecar;     /* what lies beside it and cannot be read: it is refused */
    bool optional;            /* one of a folder's: where it cannot be read, the others are */
    const char *skipped;      /* it was left out: why, for a person; NULL: it was not */
    struct source *source;    /* NULL until it is opened */

    const struct hidden_place *places; /* that the policy hides (pivot_redaction.h) */
    size_t n_places;
    bool has_places; /* they are known */
};

struct workset {
    struct arena *arena; /* what the setup says; lives as long as the process */
    struct given *given;
    size_t n;
    struct column_policy policy;
    bool has_network; /* a source is a server's */
    bool apart;       /* it is shown and searched, never loaded into an engine */

    pthread_mutex_t lock; /* of all that follows, until it is made; then it does not change */
    atomic_bool opened;
    atomic_bool ready;       /* loaded */
    bool working;            /* CONFINE_WORKING is in force */
    struct source **sources; /* those that could be opened */
    size_t n_sources;
    struct loading *loaded; /* NULL until it is */
    struct engine *engine;
    const struct blocking **blocking; /* of each table of the first source; NULL: not yet (redaction.h) */
    _Atomic(struct json *) profile;   /* made once, in the arena; NULL: not yet */
    atomic_bool linked;
    struct link_schema *schema; /* NULL until it is linked */
};

/* The tables and what belongs to them. */
struct loading {
    struct arena *arena;
    struct table *tables;
    size_t *from;                  /* of each table: its source */
    struct table_misfits *misfits; /* of each table */
    size_t n;
    struct blocked_column *blocked;
    size_t n_blocked, room_blocked;
    struct link_schema *schema; /* of the tables, without its end */
};

/* Sees to it that nothing can be opened any more, unless a source may have to: for whoever is about to parse. Under the
 * lock. */
WARN_UNUSED int workset_settle(struct workset *w, struct err *err);

/* The places of a workbook, file i, that the policy hides, looked for once. Under the lock. */
WARN_UNUSED int workset_places(struct workset *w, size_t i, const struct cancel *cancel,
                               const struct hidden_place **ret, size_t *ret_n, struct err *err);

/* True when a table of file i must not be loaded at all: it is what a pivot table with a blocked field shows. */
WARN_UNUSED int workset_hides(struct workset *w, struct loading *l, size_t i, const struct cached_table *from,
                              const struct cancel *cancel, bool *ret, struct err *err);

/* What must not exist of a table's columns, written down; its notes say so. NULL: all of it may, and *j is as it
 * was. */
const struct engine_without *workset_left_out(struct workset *w, struct loading *l, const struct columns *columns,
                                              struct table *t, struct blocking *j);

/* Opens the sources and fills the engine with their tables. Under the lock. */
WARN_UNUSED int workset_open(struct workset *w, const struct cancel *cancel, struct err *err);
WARN_UNUSED int workset_load(struct workset *w, const struct cancel *cancel, struct err *err);

/* Takes a table's columns into the schema, without those that are not in the engine. */
void workset_link(struct loading *l, const struct table *t, const struct columns *columns,
                  const struct engine_without *without);

/* Makes the schema of what is loaded. Under the lock. */
WARN_UNUSED int workset_make_schema(struct workset *w, const struct cancel *cancel, struct err *err);
