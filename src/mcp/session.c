/* session.c - who is there: clients of the handshake revisions, and the one of stdio.
 *
 * A session over HTTP is found by its id, which nobody can guess, and ends when the client says so or has been silent
 * for MCP_SESSION_IDLE_MS with nothing running. When there are MCP_SESSIONS the one that was silent longest goes, so
 * that clients that never say goodbye cannot lock others out.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/core.h"
#include "web/journal.h"

/* ---- life; the lock is held in these ---- */

static bool is_busy(struct mcp *m, const struct session *s)
{
    for (const struct mcp_call *c = m->calls; c; c = c->next)
        if (c->session == s)
            return true;
    return s->feed && journal_readers(s->feed) > 0;
}

static void drop(struct session *s)
{
    if (--s->refs > 0)
        return;
    for (size_t i = 0; i < COUNT_OF(s->watched); i++)
        free(s->watched[i].uri);
    if (s->feed)
        journal_let_go(s->feed);
    arena_free(s->arena);
    free(s);
}

static void end(struct mcp *m, struct session *s)
{
    struct session **at = &m->sessions;

    if (s->ended)
        return;
    s->ended = true;
    for (struct mcp_call *c = m->calls; c; c = c->next) {
        if (c->session == s) {
            c->silent = true;
            cancel_fire(&c->cancel);
        }
    }
    if (s->feed)
        journal_end(s->feed);
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    m->n_sessions--;
    pthread_cond_broadcast(&m->changed);
    drop(s);
}

/* Room for one more: what was silent too long goes, and when that is not enough the most silent of all. */
static bool make_room(struct mcp *m)
{
    int64_t now = world_mono_us();
    struct session *oldest = NULL;

    for (struct session *s = m->sessions, *next; s; s = next) {
        next = s->next;
        if (s->out || is_busy(m, s))
            continue;
        if (now - s->used_us > (int64_t)MCP_SESSION_IDLE_MS * 1000)
            end(m, s);
        else if (!oldest || s->used_us < oldest->used_us)
            oldest = s;
    }
    if (m->n_sessions >= MCP_SESSIONS && oldest)
        end(m, oldest);
    return m->n_sessions < MCP_SESSIONS;
}

/* ---- for the transports ---- */

int session_new(struct mcp *m, struct out *out, struct session **ret, struct err *err)
{
    struct session *s;

    pthread_mutex_lock(&m->lock);
    if (m->stopping || !make_room(m)) {
        pthread_mutex_unlock(&m->lock);
        err_say(err, ERR_BUSY, "There are too many clients at the moment.");
        return err_action(err, "Try again in a minute.");
    }
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->refs = 2; /* the list's and the caller's */
    s->arena = arena_new();
    s->level = MCP_INFO;
    s->used_us = world_mono_us();
    s->out = out;
    world_id(m->config.world, s->id);
    s->next = m->sessions;
    m->sessions = s;
    m->n_sessions++;
    pthread_mutex_unlock(&m->lock);
    *ret = s;
    return 0;
}

struct session *mcp_session_find(struct mcp *m, const char *id)
{
    struct session *s;

    pthread_mutex_lock(&m->lock);
    for (s = m->sessions; s; s = s->next)
        if (!s->out && strcmp(s->id, id) == 0)
            break;
    if (s) {
        s->refs++;
        s->used_us = world_mono_us();
    }
    pthread_mutex_unlock(&m->lock);
    return s;
}

void session_let_go(struct mcp *m, struct session *s)
{
    pthread_mutex_lock(&m->lock);
    s->used_us = world_mono_us();
    drop(s);
    pthread_mutex_unlock(&m->lock);
}

void session_end(struct mcp *m, struct session *s)
{
    pthread_mutex_lock(&m->lock);
    end(m, s);
    pthread_mutex_unlock(&m->lock);
}

void sessions_end(struct mcp *m)
{
    pthread_mutex_lock(&m->lock);
    while (m->sessions)
        end(m, m->sessions);
    pthread_mutex_unlock(&m->lock);
}

/* A client listens in one place at a time: whoever comes last takes over, from now on. */
int session_feed(struct mcp *m, struct session *s, struct journal **ret, struct err *err)
{
    struct journal *fresh;
    int status;

    if (journal_new(m->config.journals, s->id, JOURNAL_FEED, &fresh, err) < 0)
        return -1;
    pthread_mutex_lock(&m->lock);
    status = s->ended ? err_say(err, ERR_NOT_FOUND, "This session has ended.") : 0;
    if (s->feed && status == 0) {
        journal_end(s->feed);
        journal_let_go(s->feed);
    }
    if (status == 0)
        s->feed = journal_hold(fresh);
    pthread_mutex_unlock(&m->lock);
    if (status < 0) {
        journal_end(fresh);
        journal_let_go(fresh);
        return -1;
    }
    *ret = fresh;
    return 0;
}

/* ---- answers and subscriptions ---- */

void session_answered(struct mcp *m, struct session *s, const struct rpc *response)
{
    int64_t id;

    if (!json_int64(response->id, &id))
        return;
    pthread_mutex_lock(&m->lock);
    for (struct waiting *w = s->waiting; w; w = w->next) {
        if (w->id == id && !w->result && !w->refused) {
            w->refused = !json_is(response->result, JSON_OBJECT);
            w->result = w->refused ? NULL : json_copy(w->arena, response->result);
        }
    }
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

/* Its place among the watched, or how many there can be. */
static size_t find_watched(const struct session *s, const char *uri)
{
    size_t i = 0;

    while (i < COUNT_OF(s->watched) && (!s->watched[i].uri || strcmp(s->watched[i].uri, uri) != 0))
        i++;
    return i;
}

/* The lock is held. */
static int add_watched(struct session *s, const char *uri, uint64_t stamp, struct err *err)
{
    size_t i = 0;

    while (i < COUNT_OF(s->watched) && s->watched[i].uri)
        i++;
    if (i == COUNT_OF(s->watched))
        return err_say(err, ERR_TOO_LARGE, "At most %d resources can be subscribed to.", MCP_SUBSCRIPTIONS);
    s->watched[i].uri = strdup(uri);
    s->watched[i].stamp = stamp;
    if (!s->watched[i].uri)
        abort();
    return 0;
}

int session_watch(struct mcp *m, struct session *s, const char *uri, struct err *err)
{
    uint64_t stamp = mcp_stamp(m, uri);
    int status;

    pthread_mutex_lock(&m->lock);
    status = find_watched(s, uri) < COUNT_OF(s->watched) ? 0 : add_watched(s, uri, stamp, err);
    pthread_mutex_unlock(&m->lock);
    return status;
}

void session_unwatch(struct mcp *m, struct session *s, const char *uri)
{
    size_t i;

    pthread_mutex_lock(&m->lock);
    i = find_watched(s, uri);
    if (i < COUNT_OF(s->watched)) {
        free(s->watched[i].uri);
        s->watched[i].uri = NULL;
    }
    pthread_mutex_unlock(&m->lock);
}
