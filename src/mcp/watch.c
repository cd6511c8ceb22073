/* watch.c - finding out what changed, for clients that want to know.
 *
 * Resources change behind our back: a person uploads a file on the page, another process makes a report. So a host
 * gives each resource, and the list of them, a stamp, and one thread compares the stamps every MCP_LOOK_MS with those
 * that each client was told of last. A client's first stamps are taken when it subscribes, or shakes hands, so nothing
 * is missed in between; a client over HTTP that listens nowhere at the moment is told when it does.
 *
 * Stamps are asked for without the lock. What is told is sent under it, like everything that belongs to no request.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/core.h"

struct stamped {
    const char *uri; /* NULL: the list */
    uint64_t stamp;
    bool known;
};

struct stamps {
    struct stamped *list; /* by URI, each once; the list first */
    size_t n;
};

uint64_t mcp_stamp(const struct mcp *m, const char *uri)
{
    uint64_t stamp = 0;
    struct err ignored;

    if (m->host->offers & MCP_WATCHED)
        (void)!m->host->stamp(m->host, uri, &stamp, &ignored);
    return stamp;
}

/* ---- what to look at; the lock is held ---- */

static int by_uri(const void *one, const void *other)
{
    const struct stamped *a = one, *b = other;

    return strcmp(a->uri ? a->uri : "", b->uri ? b->uri : "");
}

static const struct json *uris_of(const struct listener *l)
{
    return json_get(l->filter, LISTENS_TO_RESOURCES);
}

static size_t count(const struct mcp *m)
{
    size_t n = 1;

    for (const struct session *s = m->sessions; s; s = s->next)
        n += COUNT_OF(s->watched);
    for (const struct listener *l = m->listeners; l; l = l->next)
        n += json_len(uris_of(l));
    return n;
}

static void want(struct arena *a, struct stamps *all, const char *uri)
{
    all->list[all->n++] = (struct stamped){ .uri = arena_str(a, uri) };
}

/* What somebody wants to know of; nothing when nobody is there. */
static struct stamps collect(struct mcp *m, struct arena *a)
{
    struct stamps all = { .list = arena_array(a, count(m), sizeof(struct stamped)) };
    size_t kept = 1;

    if (!m->sessions && !m->listeners)
        return all;
    all.list[all.n++] = (struct stamped){ .uri = NULL };
    for (const struct session *s = m->sessions; s; s = s->next)
        for (size_t i = 0; i < COUNT_OF(s->watched); i++)
            if (s->watched[i].uri)
                want(a, &all, s->watched[i].uri);
    for (const struct listener *l = m->listeners; l; l = l->next)
        for (size_t i = 0; i < json_len(uris_of(l)); i++)
            want(a, &all, json_text(json_at(uris_of(l), i), NULL));
    qsort(all.list, all.n, sizeof *all.list, by_uri);
    for (size_t i = 1; i < all.n; i++)
        if (by_uri(&all.list[kept - 1], &all.list[i]) != 0)
            all.list[kept++] = all.list[i];
    all.n = kept;
    return all;
}

/* ---- telling; the lock is held ---- */

/* True when it has another stamp than the one told, which it now has. */
static bool moved(const struct stamps *all, const char *uri, uint64_t *told)
{
    const struct stamped key = { .uri = uri };
    const struct stamped *l = bsearch(&key, all->list, all->n, sizeof *l, by_uri);

    if (!l || !l->known || l->stamp == *told)
        return false;
    *told = l->stamp;
    return true;
}

static void tell_session(struct arena *a, const struct stamps *all, struct session *s)
{
    if (!s->version || (!s->out && !s->feed))
        return;
    if (moved(all, NULL, &s->list_stamp))
        session_tell(a, s, NULL);
    for (size_t i = 0; i < COUNT_OF(s->watched); i++)
        if (s->watched[i].uri && moved(all, s->watched[i].uri, &s->watched[i].stamp))
            session_tell(a, s, s->watched[i].uri);
}

static void tell_listener(struct arena *a, const struct stamps *all, struct listener *l)
{
    if (json_get_truth(l->filter, LISTENS_TO_LIST) && moved(all, NULL, &l->list_stamp))
        listener_tell(a, l, NULL);
    for (size_t i = 0; i < json_len(uris_of(l)); i++) {
        const char *uri = json_text(json_at(uris_of(l), i), NULL);
        if (moved(all, uri, &l->stamps[i]))
            listener_tell(a, l, uri);
    }
}

/* ---- the thread ---- */

/* One look at everything. The lock is held, but let go while the host is asked. */
static void compare_stamps(struct mcp *m)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct stamps all;
    struct err ignored;

    listeners_sweep(m);
    all = collect(m, a);
    pthread_mutex_unlock(&m->lock);
    for (size_t i = 0; i < all.n; i++)
        all.list[i].known = m->host->stamp(m->host, all.list[i].uri, &all.list[i].stamp, &ignored) == 0;
    pthread_mutex_lock(&m->lock);
    for (struct session *s = m->sessions; s && all.n > 0; s = s->next)
        tell_session(a, &all, s);
    for (struct listener *l = m->listeners; l && all.n > 0; l = l->next)
        tell_listener(a, &all, l);
}

static void *watch(void *arg)
{
    struct mcp *m = arg;

    pthread_mutex_lock(&m->lock);
    while (!m->stopping) {
        int64_t until = world_mono_us() + (int64_t)MCP_LOOK_MS * 1000, left;
        while (!m->stopping && (left = until - world_mono_us()) > 0)
            mcp_wait(m, left / 1000 + 1);
        if (!m->stopping)
            compare_stamps(m);
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

void looks_start(struct mcp *m)
{
    m->watches = m->host->offers & MCP_WATCHED;
    if (m->watches && pthread_create(&m->watcher, NULL, watch, m) != 0)
        abort();
}

void looks_end(struct mcp *m)
{
    if (m->watches)
        pthread_join(m->watcher, NULL);
    m->watches = false;
}
