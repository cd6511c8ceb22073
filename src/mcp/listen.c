/* listen.c - telling clients that resources changed; watch.c finds out which.
 *
 * Clients of the handshake revisions hear always of a changed list and of changed resources they subscribed to, on
 * whatever they listen to; those of 2026-07-28 hear what their subscriptions/listen asked for, marked with its id. A
 * subscription over HTTP whose stream nobody reads any more is dropped at the next look.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/core.h"
#include "web/journal.h"

#define SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"

#define LIST_CHANGED "notifications/resources/list_changed"
#define UPDATED "notifications/resources/updated"

/* ---- the list; the lock is held in these ---- */

static void drop(struct mcp *m, struct listener **at)
{
    struct listener *l = *at;

    *at = l->next;
    m->n_listeners--;
    l->out->close(l->out);
    arena_free(l->arena);
}

void listeners_sweep(struct mcp *m)
{
    for (struct listener **at = &m->listeners; *at;) {
        if ((*at)->out->gone((*at)->out))
            drop(m, at);
        else
            at = &(*at)->next;
    }
}

bool listener_exists(struct mcp *m, const struct session *s, const struct json *id)
{
    for (const struct listener *l = m->listeners; l; l = l->next)
        if (s && l->session == s && json_equal(l->id, id))
            return true;
    return false;
}

/* ---- opening and ending ---- */

static struct json *marked(struct arena *a, const struct json *id)
{
    struct json *meta = json_set(a, json_object(a), SUBSCRIPTION, json_copy(a, id));

    return json_set(a, json_object(a), "_meta", meta);
}

static bool are_uris(const struct json *list)
{
    size_t n = 0;

    for (size_t i = 0; i < json_len(list); i++)
        if (!json_text(json_at(list, i), &n) || n > MCP_URI_BYTES)
            return false;
    return json_is(list, JSON_ARRAY) && json_len(list) <= MCP_SUBSCRIPTIONS;
}

/* What was asked for and can be had. */
static struct json *honoured(struct mcp_call *c, struct arena *a, const struct json *asked, struct rpc_error *e)
{
    struct json *filter = json_object(a);
    const struct json *uris = json_get(asked, LISTENS_TO_RESOURCES);
    bool watched = c->mcp->host->offers & MCP_WATCHED;

    if (json_get_truth(asked, LISTENS_TO_LIST) && watched)
        json_set(a, filter, LISTENS_TO_LIST, json_bool(a, true));
    if (uris && !are_uris(uris)) {
        rpc_refuse(e, RPC_INVALID_PARAMS, "resourceSubscriptions is a list of some URIs.");
        return NULL;
    }
    if (json_len(uris) > 0 && watched)
        json_set(a, filter, LISTENS_TO_RESOURCES, json_copy(a, uris));
    return filter;
}

/* From here on it hears of what changes. */
static void take_stamps(const struct mcp *m, struct listener *l)
{
    const struct json *uris = json_get(l->filter, LISTENS_TO_RESOURCES);

    l->stamps = arena_array(l->arena, json_len(uris), sizeof *l->stamps);
    for (size_t i = 0; i < json_len(uris); i++)
        l->stamps[i] = mcp_stamp(m, json_text(json_at(uris, i), NULL));
    l->list_stamp = mcp_stamp(m, NULL);
}

/* A place comes first: once there is a stream, a refusal has nowhere to go. */
static int take_place(struct mcp *m, struct err *err)
{
    int status = 0;

    pthread_mutex_lock(&m->lock);
    listeners_sweep(m);
    if (m->n_listeners >= MCP_LISTENERS)
        status = err_say(err, ERR_BUSY, "There are too many subscriptions.");
    else
        m->n_listeners++;
    pthread_mutex_unlock(&m->lock);
    return status;
}

static void leave_place(struct mcp *m)
{
    pthread_mutex_lock(&m->lock);
    m->n_listeners--;
    pthread_mutex_unlock(&m->lock);
}

/* The acknowledgement goes out before anything else can: both happen under the lock. */
static int add(struct mcp *m, struct listener *l, struct err *err)
{
    struct json *params = marked(l->arena, l->id);
    int status;

    json_set(l->arena, params, "notifications", json_copy(l->arena, l->filter));
    pthread_mutex_lock(&m->lock);
    status = l->out->send(l->out, rpc_notification(l->arena, "notifications/subscriptions/acknowledged", params), err);
    if (status == 0) {
        l->next = m->listeners;
        m->listeners = l;
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

/* Opens the stream and enters the list; the place is taken. */
static int open_listener(struct mcp_call *c, struct listener *l, struct err *err)
{
    if (c->out->keep(c->out, &l->out, err) < 0)
        return -1;
    if (add(c->mcp, l, err) == 0)
        return 0;
    l->out->close(l->out);
    return -1;
}

int modern_listen(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    const struct json *asked = json_get(c->params, "notifications");
    struct arena *a;
    struct listener *l;
    struct err err;

    *ret = NULL;
    if (!json_is(asked, JSON_OBJECT))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "notifications says what to listen for.");
    a = arena_new();
    l = arena_alloc(a, sizeof *l);
    *l = (struct listener){ .arena = a, .session = c->session, .id = json_copy(a, c->id) };
    l->filter = honoured(c, a, asked, e);
    if (!l->filter) {
        arena_free(a);
        return -1;
    }
    take_stamps(c->mcp, l);
    if (take_place(c->mcp, &err) == 0) {
        if (open_listener(c, l, &err) == 0)
            return 0;
        leave_place(c->mcp);
    }
    arena_free(a);
    return call_failed(c, &err, e);
}

void listeners_end(struct mcp *m, const struct session *s, const struct json *id)
{
    struct err ignored;

    pthread_mutex_lock(&m->lock);
    for (struct listener **at = &m->listeners; *at;) {
        struct listener *l = *at;
        if ((s && l->session != s) || (id && (!s || !json_equal(l->id, id)))) {
            at = &l->next;
            continue;
        }
        if (!id) { /* it ends for our reasons, so we say so */
            struct json *result =
                json_set(l->arena, marked(l->arena, l->id), "resultType", json_str(l->arena, "complete"));
            (void)!l->out->send(l->out, rpc_result(l->arena, l->id, result), &ignored);
        }
        drop(m, at);
    }
    pthread_mutex_unlock(&m->lock);
}

/* ---- telling ---- */

static const char *method_of(const char *uri)
{
    return uri ? UPDATED : LIST_CHANGED;
}

void listener_tell(struct arena *a, struct listener *l, const char *uri)
{
    struct json *params = marked(a, l->id);
    struct err ignored;

    if (uri)
        json_set(a, params, "uri", json_str(a, uri));
    (void)!l->out->send(l->out, rpc_notification(a, method_of(uri), params), &ignored);
}

void session_tell(struct arena *a, struct session *s, const char *uri)
{
    struct json *params = uri ? json_set(a, json_object(a), "uri", json_str(a, uri)) : NULL;
    struct json *message = rpc_notification(a, method_of(uri), params);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct err ignored;

    if (s->out) {
        (void)!s->out->send(s->out, message, &ignored);
    } else if (s->feed) {
        json_write(&b, message);
        (void)!journal_add(s->feed, "message", b.p, &ignored);
    }
}
