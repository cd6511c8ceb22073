/* listen.c - telling clients that something changed.
 *
 * Clients of the handshake revisions hear of changed lists always and of changed resources they subscribed to, on
 * whatever they listen to; those of 2026-07-28 hear what their subscriptions/listen asked for, marked with its id. A
 * subscription over HTTP whose stream nobody reads any more is dropped when the next one comes or something changes.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/core.h"
#include "web/journal.h"

#define SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"

struct change {
    const char *method, *field; /* the field of a subscription that asks for it */
    enum mcp_offers offers;
};

static const struct change changes[] = {
    [MCP_TOOLS_CHANGED] = { "notifications/tools/list_changed", "toolsListChanged", MCP_TOOLS },
    [MCP_PROMPTS_CHANGED] = { "notifications/prompts/list_changed", "promptsListChanged", MCP_PROMPTS },
    [MCP_RESOURCES_CHANGED] = { "notifications/resources/list_changed", "resourcesListChanged", MCP_RESOURCES },
    [MCP_RESOURCE_UPDATED] = { "notifications/resources/updated", "resourceSubscriptions", MCP_RESOURCES },
};

/* ---- the list; the lock is held in these ---- */

static void drop(struct mcp *m, struct listener **at)
{
    struct listener *l = *at;

    *at = l->next;
    m->n_listeners--;
    l->out->close(l->out);
    arena_free(l->arena);
}

static void sweep(struct mcp *m)
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
    const struct json *uris = json_get(asked, changes[MCP_RESOURCE_UPDATED].field);
    unsigned offers = c->mcp->host->offers;

    for (size_t i = 0; i < MCP_RESOURCE_UPDATED; i++)
        if (json_get_truth(asked, changes[i].field) && (offers & MCP_MOVING) && (offers & changes[i].offers))
            json_set(a, filter, changes[i].field, json_bool(a, true));
    if (uris && !are_uris(uris)) {
        rpc_refuse(e, RPC_INVALID_PARAMS, "resourceSubscriptions is a list of some URIs.");
        return NULL;
    }
    if (json_len(uris) > 0 && (offers & MCP_WATCHED))
        json_set(a, filter, changes[MCP_RESOURCE_UPDATED].field, json_copy(a, uris));
    return filter;
}

/* A place comes first: once there is a stream, a refusal has nowhere to go. */
static int take_place(struct mcp *m, struct err *err)
{
    int status = 0;

    pthread_mutex_lock(&m->lock);
    sweep(m);
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

static bool listens(const struct listener *l, enum mcp_change what, const char *uri)
{
    const struct json *wish = json_get(l->filter, changes[what].field);

    if (what != MCP_RESOURCE_UPDATED)
        return json_truth(wish);
    for (size_t i = 0; i < json_len(wish); i++)
        if (strcmp(json_text(json_at(wish, i), NULL), uri) == 0)
            return true;
    return false;
}

static void tell_listener(struct arena *a, struct listener *l, enum mcp_change what, const char *uri)
{
    struct json *params = marked(a, l->id);
    struct err ignored;

    if (uri)
        json_set(a, params, "uri", json_str(a, uri));
    (void)!l->out->send(l->out, rpc_notification(a, changes[what].method, params), &ignored);
}

static void tell_session(struct arena *a, struct session *s, enum mcp_change what, const char *uri)
{
    struct json *params = uri ? json_set(a, json_object(a), "uri", json_str(a, uri)) : NULL;
    struct json *message = rpc_notification(a, changes[what].method, params);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct err ignored;

    if (s->out) {
        (void)!s->out->send(s->out, message, &ignored);
    } else if (s->feed) {
        json_write(&b, message);
        (void)!journal_add(s->feed, "message", b.p, &ignored);
    }
}

void mcp_changed(struct mcp *m, enum mcp_change what, const char *uri)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    if (what != MCP_RESOURCE_UPDATED)
        uri = NULL;
    pthread_mutex_lock(&m->lock);
    sweep(m);
    for (struct session *s = m->sessions; s; s = s->next)
        if (s->version && (!uri || session_watches(s, uri)))
            tell_session(a, s, what, uri);
    for (struct listener *l = m->listeners; l; l = l->next)
        if (listens(l, what, uri))
            tell_listener(a, l, what, uri);
    pthread_mutex_unlock(&m->lock);
}
