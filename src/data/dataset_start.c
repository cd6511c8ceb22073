/* dataset_start.c - a worker for a dataset: what it is told (workset.h), and what it may use. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/dataset_node.h"
#include "sys/memfile.h"
#include "sys/secrets.h"
#include "sys/worker.h"
#include <string.h>
#include <unistd.h>

#define FILES_EACH 4 /* given for one source at most: itself, what is beside it, and two of the cache */

/* A worker takes no more than the machine can spare; the sanitizers' own memory would be counted, too. */
static uint64_t memory_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t most = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 4 * 3 : WORKER_MEMORY_BYTES;

    if (SANITIZED)
        return 0;
    return most < WORKER_MEMORY_BYTES ? most : WORKER_MEMORY_BYTES;
}

static struct json *list_of(struct arena *a, const char *const *texts, size_t n)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, list, json_str(a, texts[i]));
    return list;
}

static struct json *policy_of(struct arena *a, const struct column_policy *policy)
{
    struct json *v = json_object(a);

    if (policy->allowed)
        json_set(a, v, "allowed", list_of(a, policy->allowed, policy->n_allowed));
    if (policy->blocked)
        json_set(a, v, "blocked", list_of(a, policy->blocked, policy->n_blocked));
    return v;
}

/* The file's name as text: JSON takes nothing else. */
const char *dataset_file_name(struct arena *a, const struct dataset_file *f)
{
    char *name = arena_str(a, f->name ? f->name : file_basename(location_name(&f->at)));

    if (!str_is_utf8(name, strlen(name)))
        for (char *p = name; *p; p++)
            if ((unsigned char)*p > 0x7f)
                *p = '_';
    return name;
}

/* The files of a worker, in their order. */
struct giving {
    struct arena *arena;
    int *files;
    size_t n;
    int secrets[DATA_SOURCES]; /* those of them that are ours to close */
    size_t n_secrets;
};

/* Puts the file into the list, if there is one, and its place into the object. */
static void give(struct giving *g, struct json *v, const char *key, int fd)
{
    if (fd < 0)
        return;
    json_set(g->arena, v, key, json_int(g->arena, (int64_t)g->n));
    g->files[g->n++] = fd;
}

/* A server's address as it is shown; its password is a file of its own. */
static int server_of(struct giving *g, const struct dataset_file *f, struct json *v, struct err *err)
{
    int fd;

    json_set(g->arena, v, "name", json_str(g->arena, "server"));
    json_set(g->arena, v, "url", json_str(g->arena, f->at.path));
    if (!f->secret)
        return 0;
    if (secret_hand(f->secret, &fd, err))
        return -1;
    g->secrets[g->n_secrets++] = fd;
    give(g, v, "password", fd);
    return 0;
}

static struct json *source_of(struct giving *g, const struct dataset_file *f)
{
    struct json *v = json_object(g->arena);

    json_set(g->arena, v, "name", json_str(g->arena, dataset_file_name(g->arena, f)));
    json_set(g->arena, v, "size", json_int(g->arena, (int64_t)f->opened.size));
    json_set(g->arena, v, "mtime_ns", json_int(g->arena, f->opened.mtime_ns));
    json_set(g->arena, v, "optional", json_bool(g->arena, f->optional));
    json_set(g->arena, v, "beside", json_int(g->arena, f->sidecar));
    give(g, v, "file", f->fd);
    if (f->wal >= 0) {
        json_set(g->arena, v, "wal_size", json_int(g->arena, (int64_t)f->wal_opened.size));
        json_set(g->arena, v, "wal_mtime_ns", json_int(g->arena, f->wal_opened.mtime_ns));
        give(g, v, "wal", f->wal);
    }
    give(g, v, "cache_from", f->cache_from);
    give(g, v, "cache_to", f->cache_to);
    return v;
}

static int setup_of(struct giving *g, const struct dataset_setup *s, struct json **ret, struct err *err)
{
    struct json *sources = json_array(g->arena), *setup = json_object(g->arena);

    for (size_t i = 0; i < s->n; i++) {
        struct json *v = json_object(g->arena);
        if (s->files[i].is_url && server_of(g, &s->files[i], v, err))
            return -1;
        json_push(g->arena, sources, s->files[i].is_url ? v : source_of(g, &s->files[i]));
    }
    json_set(g->arena, setup, "sources", sources);
    json_set(g->arena, setup, "policy", policy_of(g->arena, &s->policy));
    json_set(g->arena, setup, "apart", json_bool(g->arena, s->apart));
    *ret = setup;
    return 0;
}

static bool has_server(const struct dataset_setup *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->files[i].is_url)
            return true;
    return false;
}

static int start(struct giving *g, const struct dataset_setup *s, const char *program, struct worker **ret,
                 struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *setup;
    int rc;

    if (setup_of(g, s, &setup, err))
        return -1;
    json_write(&text, setup);
    if (buf_check(&text, err) || memfile_new(text.p, text.n, &g->files[0], err))
        return -1;
    rc = worker_start(&(struct worker_spec){ .program = program,
                                             .files = g->files,
                                             .n_files = g->n,
                                             .channels = WORKER_CHANNELS,
                                             .memory_bytes = memory_bytes(),
                                             .file_bytes = CACHE_BYTES,
                                             .silent = has_server(s) },
                      ret, err);
    close(g->files[0]);
    return rc;
}

int dataset_start(const struct dataset_setup *s, const char *program, struct worker **ret, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct giving g = { .arena = a, .n = 1 };
    int rc;

    g.files = arena_array(a, 1 + FILES_EACH * s->n, sizeof *g.files);
    rc = start(&g, s, program, ret, err);
    while (g.n_secrets > 0)
        close(g.secrets[--g.n_secrets]);
    return rc;
}
