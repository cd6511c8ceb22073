/* dataset_node.h - what the dataset's own files share. Nobody else includes it. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "data/workset.h"
#include "grid/notes.h"
#include "sys/file.h"
#include <pthread.h>
#include <stdatomic.h>

struct cancel;
struct err;
struct json;
struct table;
struct worker;

struct dataset_file {
    const char *path;
    bool is_url;                    /* a server's: there is no file */
    struct file_stat stat;          /* when the dataset was asked for */
    struct file_stat opened;        /* of the file that is open */
    int fd;                         /* -1: not open */
    int wal;                        /* of the file NAME-wal beside it; -1: there is none */
    char sha256[SHA256_TEXT_BYTES]; /* "" until it is known */
    int cache_from, cache_to;       /* an entry of the cache that holds it, or a new one to fill; -1 */
};

/* All that a worker is told. */
struct dataset_setup {
    struct dataset_file *files;
    size_t n;
    struct column_policy policy;
    bool private, apart;
    const char *cache; /* the cache's folder; NULL: none is used */
};

struct dataset {
    atomic_uint users;
    atomic_bool broken; /* its worker has gone or could not read it; it is not given out again */
    struct arena *arena;
    const char *program;
    struct dataset_setup setup;
    struct notes notes;      /* what was assumed about the paths */
    atomic_bool ready;       /* it is loaded: what follows does not change any more */
    pthread_mutex_t lock;    /* of all below, until then */
    struct worker *worker;   /* NULL: not started */
    struct arena *described; /* holds the tables; NULL: not loaded */
    struct table *tables;
    size_t n_tables;
    int64_t opened_us;
    uint64_t used; /* when it was last asked for, under the list's lock */
};

/* Opens the files, and those beside them; what was open before is closed. */
WARN_UNUSED int dataset_open_files(struct dataset_setup *s, struct err *err);
void dataset_close_files(struct dataset_setup *s);

/* Hashing the files that are not hashed yet, while something else is done. */
struct hashing;
struct hashing *hashing_start(struct dataset_setup *s, const struct cancel *cancel);
WARN_UNUSED int hashing_end(struct hashing *h, struct err *err);

/* Finds entries of the cache, and makes files for new ones. Errors are cancel's. */
WARN_UNUSED int dataset_find_cached(struct dataset_setup *s, const struct cancel *cancel, struct err *err);

/* Takes over what the worker says it did with them, in its answer to "describe". */
void dataset_keep_cached(struct dataset_setup *s, const struct json *answer);

/* Starts a worker on the open files; program as in datasets_new(). */
WARN_UNUSED int dataset_start(const struct dataset_setup *s, const char *program, struct worker **ret, struct err *err);
