/* dataset_node.h - what the dataset's own files share. Nobody else includes it. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "data/open/sidecar.h"
#include "data/pii/column_policy.h"
#include "grid/notes.h"
#include "sys/file.h"
#include "sys/location.h"
#include <pthread.h>
#include <stdatomic.h>

struct arena;
struct cancel;
struct err;
struct json;
struct reader;
struct secret;
struct table;
struct worker;
struct worker_output;

/* The same bytes, as far as the system knows. */
bool dataset_same_file(const struct file_stat *a, const struct file_stat *b);

struct dataset_file {
    struct location at;              /* of a server's: its path is the address */
    const char *name;                /* what it is called instead of its name's last part; or NULL */
    bool is_url;                     /* a server's: there is no file */
    struct secret *secret;           /* the server's password, for the worker alone; NULL: none */
    bool optional;                   /* one of a folder's: where it cannot be read, the others are */
    struct file_stat stat, wal_stat; /* when the dataset was asked for; the second of NAME-wal, zeros: there is none */
    enum sidecar sidecar;            /* what else lay beside it then, and cannot be read */
    struct file_stat opened, wal_opened; /* of the files that are open */
    int fd;                              /* -1: not open */
    int wal; /* what SQLite had not yet moved into the file, which is as much a part of it; -1: nothing */
    char sha256[SHA256_TEXT_BYTES]; /* of the file's bytes and then those of the log; "" until it is known */
    int cache_from, cache_to;       /* an entry of the cache that holds it, or a new one to fill; -1 */
};

/* All that a worker is told. */
struct dataset_setup {
    struct dataset_file *files;
    size_t n;
    struct column_policy policy;
    bool private, apart;
    const char *user;  /* who may use the secrets; NULL: there are none */
    const char *cache; /* the cache's folder; NULL: none is used */
};

/* The tables as a worker described them, with the hashes of their sources as we know them. */
struct described {
    struct arena *arena; /* holds them; NULL: not loaded */
    struct table *tables;
    size_t n;
    const char *const *skipped; /* sentences about a folder's files that could not be read */
    size_t n_skipped;
};

struct dataset {
    atomic_uint users;
    atomic_bool broken; /* its worker has gone or could not read it; it is not given out again */
    struct arena *arena;
    const char *program;
    struct dataset_setup setup;
    struct notes notes;     /* what was assumed about the paths */
    atomic_bool ready;      /* it is loaded: what it holds does not change any more */
    pthread_mutex_t lock;   /* of its files and of all below, held while it is loaded */
    struct described held;  /* set once */
    pthread_mutex_t moment; /* of the next, besides */
    struct reader *reader;  /* NULL: not started, or it has gone */
    int64_t opened_us;
    uint64_t used; /* when it was last asked for, under the list's lock */
};

/* A file's name without its folder, as text. */
const char *dataset_file_name(struct arena *a, const struct dataset_file *f);

/* What the system says of each file, and of the log beside it, now. */
WARN_UNUSED int dataset_look(struct dataset_setup *s, struct err *err);

/* Opens the files, and those beside them; what was open before is closed. */
WARN_UNUSED int dataset_open_files(struct dataset_setup *s, struct err *err);
void dataset_close_files(struct dataset_setup *s);

/* Hashing the files that are not hashed yet, while something else is done. */
struct hashing;
struct hashing *hashing_start(struct dataset_setup *s, const struct cancel *cancel);
WARN_UNUSED int hashing_end(struct hashing *h, struct err *err);

/* ERR_CONFLICT unless every open file is what it was when it was opened: what was read and hashed since is one state.
 */
WARN_UNUSED int dataset_unchanged(const struct dataset_setup *s, struct err *err);

/* Finds entries of the cache, and makes files for new ones. Errors are cancel's. */
WARN_UNUSED int dataset_find_cached(struct dataset_setup *s, const struct cancel *cancel, struct err *err);

/* Takes over what the worker says it did with them, in its answer to "describe". */
void dataset_keep_cached(struct dataset_setup *s, const struct json *answer);

/* ---- the worker, shared (dataset_reader.c) ---- */

/* The one there is, held; NULL: none. */
struct reader *reader_hold(struct dataset *ds);
void reader_release(struct reader *r);
bool reader_alive(const struct reader *r);

/* Starts one unless there is one; lets go of the one there is. Under the dataset's lock. */
WARN_UNUSED int reader_start(struct dataset *ds, const struct cancel *cancel, struct err *err);
void reader_drop(struct dataset *ds);

/* One call (worker.h). */
struct asking {
    const char *job;
    const struct json *args;            /* may be NULL */
    const struct worker_output *output; /* may be NULL */
    const struct cancel *cancel;
};

/* Asks it once. *ret_again: it failed since the worker was killed, and before it put anything out, which is the only
 * effect that a worker has: another may be asked the same. */
WARN_UNUSED int reader_ask(struct reader *r, const struct asking *q, struct arena *a, struct json **ret,
                           bool *ret_again, struct err *err);

/* Starts a worker on the open files; program as in datasets_new(). */
WARN_UNUSED int dataset_start(const struct dataset_setup *s, const char *program, struct worker **ret, struct err *err);
