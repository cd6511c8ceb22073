/* workset.c - takes over the files the worker was given, then confines the process.
 *
 * The process begins with its files open and unread. It reads the setup, which is its parent's word, maps the files,
 * and gives up the file system (but for the engine's library and what that needs) and all calls that a reader has no
 * use for; only then is the first foreign byte looked at. Once the engine is in the process, or will not be needed,
 * nothing more is opened, and only then is the first of them parsed; unless a format cannot be read in that way.
 *
 * Sources and tables are made once, by the first job that needs them, under a lock that others wait for with an eye on
 * their own cancel; afterwards they do not change and are read without it.
 */
#include "data/worker/workset.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/engine/duck_api.h"
#include "data/pii/column_policy.h"
#include "data/policy/blocking.h"
#include "data/worker/jobs.h"
#include "data/worker/workset_node.h"
#include "formats/pg_where.h"
#include "sys/confine.h"
#include "sys/file.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND_NS 1000000000LL
#define DOMAIN_PORT 53

/* Where the engine's library finds those it needs itself, and its own. */
static const char *const library_places[] = { "/etc/ld.so.cache", "/lib",       "/lib64",
                                              "/usr/lib",         "/usr/lib64", "/usr/local/lib" };

/* What it takes to find a server by its name and to trust it. */
static const char *const network_places[] = { "/etc/resolv.conf",   "/etc/hosts",
                                              "/etc/nsswitch.conf", "/etc/host.conf",
                                              "/etc/gai.conf",      "/etc/services",
                                              "/etc/ssl",           "/usr/share/ca-certificates" };

/* ---- the setup ---- */

static int bad_setup(struct err *err, const char *what)
{
    return err_set(err, ERR_INTERNAL, "The process that reads data was not told what to read.", "setup: %s", what);
}

static const char *const *texts_of(struct arena *a, const struct json *list, size_t *ret_n)
{
    size_t n = json_len(list);
    const char **texts = arena_array(a, n, sizeof *texts);

    if (!list)
        return NULL;
    for (size_t i = 0; i < n; i++)
        texts[i] = json_text(json_at(list, i), NULL);
    *ret_n = n;
    return texts;
}

/* The descriptor at this place of the list; -1: none. */
static int file_at(const struct worker_env *env, int64_t place)
{
    return place >= 1 && place < (int64_t)env->n_files ? env->files[place] : -1;
}

/* Maps the file at this place of the list. An empty one has nothing to map. */
static int map_file(const struct worker_env *env, int64_t place, const char *name, struct source_bytes *ret,
                    struct err *err)
{
    int fd = file_at(env, place);
    struct stat st;
    void *p = NULL;

    if (fd < 0 || fstat(fd, &st) != 0)
        return bad_setup(err, "file");
    if (st.st_size > 0) {
        p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            return err_errno(err, errno, "read the data file", NULL);
    }
    *ret = (struct source_bytes){ .p = p ? p : "", .n = (size_t)st.st_size, .name = name, .fd = fd };
    return 0;
}

/* The password of a server, from the file that only this process has. Nobody else ever opens it: it has no name. */
static int read_password(struct workset *w, int fd, const char **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(SECRET_BYTES);

    if (fd < 0)
        return 0;
    if (file_read_fd(fd, "the password", &b, err))
        return -1;
    *ret = arena_dup(w->arena, b.p, b.n);
    explicit_bzero(b.p, b.n);
    return 0;
}

static int read_given(struct workset *w, const struct worker_env *env, const struct json *v, struct given *g,
                      struct err *err)
{
    int64_t wal = json_get_int(v, "wal", -1);

    g->cache_from = file_at(env, json_get_int(v, "cache_from", -1));
    g->cache_to = file_at(env, json_get_int(v, "cache_to", -1));
    g->name = json_get_text(v, "name");
    g->url = json_get_text(v, "url");
    g->optional = json_get_truth(v, "optional");
    g->sidecar = (enum sidecar)json_get_int(v, "beside", SIDECAR_NONE);
    g->was = (struct seen_file){ json_get_int(v, "size", -1), json_get_int(v, "mtime_ns", 0) };
    g->wal_was = (struct seen_file){ json_get_int(v, "wal_size", -1), json_get_int(v, "wal_mtime_ns", 0) };
    g->bytes.fd = g->wal.fd = -1;
    if (!g->name)
        return bad_setup(err, "name");
    if (g->url) {
        w->has_network = true;
        return read_password(w, file_at(env, json_get_int(v, "password", -1)), &g->password, err);
    }
    if (map_file(env, json_get_int(v, "file", -1), g->name, &g->bytes, err))
        return -1;
    if (wal < 0)
        return 0;
    g->bytes.wal = &g->wal;
    return map_file(env, wal, g->name, &g->wal, err);
}

static int read_setup(struct workset *w, const struct worker_env *env, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    const struct json *sources, *policy;
    struct json *setup;

    if (env->n_files < 1 || file_read_fd(env->files[0], "the setup", &b, err) ||
        json_parse(w->arena, b.p, b.n, &setup, err))
        return -1;
    sources = json_get(setup, "sources");
    policy = json_get(setup, "policy");
    w->policy.allowed = texts_of(w->arena, json_get(policy, "allowed"), &w->policy.n_allowed);
    w->policy.blocked = texts_of(w->arena, json_get(policy, "blocked"), &w->policy.n_blocked);
    w->apart = json_get_truth(setup, "apart");
    w->n = json_len(sources);
    w->given = arena_array(w->arena, w->n, sizeof *w->given);
    w->sources = arena_array(w->arena, w->n, sizeof *w->sources);
    for (size_t i = 0; i < w->n; i++)
        if (read_given(w, env, json_at(sources, i), &w->given[i], err))
            return -1;
    return 0;
}

/* ---- confinement ---- */

static size_t add_places(struct confine_path *paths, size_t at, const char *const *places, size_t n)
{
    for (size_t i = 0; i < n; i++)
        paths[at + i] = (struct confine_path){ .path = places[i] };
    return at + n;
}

/* An installed engine has the libraries it needs beside it, in a folder of ours; any other stands by itself. */
static const char *own_libraries(char *engine)
{
    static const char folder[] = "/lib/assay";
    char *slash = strrchr(engine, '/');
    size_t n = (size_t)(slash - engine);

    if (n >= sizeof folder - 1 && memcmp(slash - (sizeof folder - 1), folder, sizeof folder - 1) == 0)
        *slash = '\0';
    return engine;
}

/* Servers are found by their names, and asked for those over TCP where the answer is long. */
static int confine_network(struct workset *w, const struct confine_path *paths, size_t n, struct err *err)
{
    struct pg_where where = { .ports = { DOMAIN_PORT }, .n = 1 };

    for (size_t i = 0; i < w->n; i++)
        if (w->given[i].url && pg_where(w->given[i].url, &where, err))
            return -1;
    if (confine_files(paths, n, where.ports, where.n, err))
        return -1;
    return confine_calls(where.is_local ? CONFINE_LOCAL : CONFINE_NETWORK, err);
}

static int confine(struct workset *w, const struct worker_env *env, struct err *err)
{
    struct confine_path *paths =
        arena_array(w->arena, COUNT_OF(library_places) + COUNT_OF(network_places) + 1 + env->n_files, sizeof *paths);
    size_t n = add_places(paths, 0, library_places, COUNT_OF(library_places));
    char engine[PATH_MAX];

    if (w->has_network)
        n = add_places(paths, n, network_places, COUNT_OF(network_places));
    if (duck_find(engine))
        paths[n++] = (struct confine_path){ .path = own_libraries(engine) };
    /* Engines that read a format themselves open it again by its descriptor's name. */
    for (size_t i = 0; i < env->n_files; i++)
        paths[n++] = (struct confine_path){ .fd = env->files[i] };
    if (w->has_network)
        return confine_network(w, paths, n, err);
    return confine_files(paths, n, NULL, 0, err) || confine_calls(CONFINE_LOADING, err) ? -1 : 0;
}

int workset_begin(struct worker_env *env, struct err *err)
{
    struct workset *w = calloc(1, sizeof *w);

    if (!w)
        abort();
    w->arena = arena_new();
    pthread_mutex_init(&w->lock, NULL);
    if (read_setup(w, env, err) || confine(w, env, err))
        return -1;
    env->jobs = data_jobs;
    env->state = w;
    return 0;
}

/* ---- for the jobs ---- */

/* Makes it unless it is made. */
static int once(struct workset *w, atomic_bool *made,
                int (*make)(struct workset *, const struct cancel *, struct err *), const struct cancel *cancel,
                struct err *err)
{
    int rc;

    if (atomic_load(made))
        return 0;
    rc = cancel_lock(cancel, &w->lock, err);
    if (rc)
        return -1;
    if (!atomic_load(made))
        rc = make(w, cancel, err);
    if (rc == 0)
        atomic_store(made, true);
    pthread_mutex_unlock(&w->lock);
    return rc;
}

int workset_sources(struct workset *w, const struct cancel *cancel, struct source *const **ret, size_t *ret_n,
                    struct err *err)
{
    if (once(w, &w->opened, workset_open, cancel, err))
        return -1;
    *ret = w->sources;
    *ret_n = w->n_sources;
    return 0;
}

int workset_lock(struct workset *w, const struct cancel *cancel, struct err *err)
{
    return cancel_lock(cancel, &w->lock, err);
}

void workset_unlock(struct workset *w)
{
    pthread_mutex_unlock(&w->lock);
}

const struct column_policy *workset_policy(const struct workset *w)
{
    return policy_is_set(&w->policy) ? &w->policy : NULL;
}

int workset_bytes(struct workset *w, const struct cancel *cancel, const struct source_bytes **ret, struct err *err)
{
    int rc = cancel_lock(cancel, &w->lock, err);

    if (rc)
        return -1;
    rc = workset_settle(w, err);
    pthread_mutex_unlock(&w->lock);
    if (rc == 0)
        *ret = w->n > 0 && !w->given[0].url ? &w->given[0].bytes : NULL;
    return rc;
}

int workset_tables(struct workset *w, const struct cancel *cancel, const struct table **ret, size_t *ret_n,
                   struct err *err)
{
    if (once(w, &w->ready, workset_load, cancel, err))
        return -1;
    *ret = w->loaded->tables;
    *ret_n = w->loaded->n;
    return 0;
}

int workset_schema(struct workset *w, const struct cancel *cancel, const struct link_schema **ret, struct err *err)
{
    if (once(w, &w->linked, workset_make_schema, cancel, err))
        return -1;
    *ret = w->schema;
    return 0;
}

void workset_origin(const struct workset *w, struct arena *a, struct json *answer)
{
    struct json *from = json_array(a), *saved = json_array(a), *damaged = json_array(a), *skipped = json_array(a);

    for (size_t i = 0; i < w->loaded->n; i++)
        json_push(a, from, json_int(a, (int64_t)w->loaded->from[i]));
    for (size_t i = 0; i < w->n; i++) {
        if (w->given[i].was_saved)
            json_push(a, saved, json_int(a, (int64_t)i));
        if (w->given[i].was_damaged)
            json_push(a, damaged, json_int(a, (int64_t)i));
        if (w->given[i].skipped) {
            struct json *v = json_set(a, json_object(a), "source", json_int(a, (int64_t)i));
            json_push(a, skipped, json_set(a, v, "reason", json_str(a, w->given[i].skipped)));
        }
    }
    json_set(a, answer, "from", from);
    json_set(a, answer, "saved", saved);
    json_set(a, answer, "damaged", damaged);
    json_set(a, answer, "skipped", skipped);
}

struct engine *workset_engine(const struct workset *w)
{
    return w->engine;
}

const struct table_misfits *workset_misfits(const struct workset *w, size_t i)
{
    return &w->loaded->misfits[i];
}

size_t workset_blocked(const struct workset *w, const struct blocked_column **ret)
{
    *ret = w->loaded->blocked;
    return w->loaded->n_blocked;
}

static bool is_as_it_was(int fd, const struct seen_file *was)
{
    struct stat st;

    return fstat(fd, &st) == 0 && st.st_size == was->size &&
           st.st_mtim.tv_sec * SECOND_NS + st.st_mtim.tv_nsec == was->mtime_ns;
}

int workset_unchanged(const struct workset *w, struct err *err)
{
    for (size_t i = 0; i < w->n; i++) {
        const struct given *g = &w->given[i];

        if (g->url)
            continue;
        if (!is_as_it_was(g->bytes.fd, &g->was) || (g->wal.fd >= 0 && !is_as_it_was(g->wal.fd, &g->wal_was)))
            return err_set(err, ERR_CONFLICT, "The file changed while it was read.", "source %zu", i + 1);
    }
    return 0;
}

const struct json *workset_profile(struct workset *w)
{
    return atomic_load(&w->profile);
}

/* Two may make it at once; they made the same, and one of them is kept. */
void workset_keep_profile(struct workset *w, const struct json *profile)
{
    pthread_mutex_lock(&w->lock);
    if (!w->has_network && !atomic_load(&w->profile))
        atomic_store(&w->profile, json_copy(w->arena, profile));
    pthread_mutex_unlock(&w->lock);
}
