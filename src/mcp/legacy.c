/* legacy.c - what only the revisions with a handshake have: initialize, ping, log levels, resource subscriptions. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/core.h"

/* Newest first. The oldest is spoken only in the header of requests whose client does not know better: it is what a
 * missing header means. */
static const char *const versions[] = { "2025-11-25", "2025-06-18" };
static const char *const unsaid = "2025-03-26";

bool legacy_speaks(const char *version)
{
    for (size_t i = 0; i < COUNT_OF(versions); i++)
        if (strcmp(versions[i], version) == 0)
            return true;
    return strcmp(version, unsaid) == 0;
}

struct json *versions_json(struct arena *a)
{
    struct json *list = json_push(a, json_array(a), json_str(a, MCP_MODERN));

    for (size_t i = 0; i < COUNT_OF(versions); i++)
        json_push(a, list, json_str(a, versions[i]));
    return list;
}

/* The version asked for where we speak it, else our newest: the client then decides whether to stay. */
static const char *agree(const char *asked)
{
    for (size_t i = 0; i < COUNT_OF(versions); i++)
        if (strcmp(versions[i], asked) == 0)
            return versions[i];
    return versions[0];
}

static void shake_hands(struct mcp_call *c, const char *version, const struct json *capabilities)
{
    struct session *s = c->session;
    uint64_t stamp = mcp_stamp(c->mcp, NULL);

    pthread_mutex_lock(&c->mcp->lock);
    s->version = version;
    s->list_stamp = stamp;
    s->capabilities = abilities_of(s->arena, capabilities);
    pthread_mutex_unlock(&c->mcp->lock);
}

int legacy_initialize(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct arena *a = c->arena;
    const char *asked = json_get_text(c->params, "protocolVersion"), *version;
    const struct json *capabilities = json_get(c->params, "capabilities");

    if (!asked || !json_is(capabilities, JSON_OBJECT) || !json_is(json_get(c->params, "clientInfo"), JSON_OBJECT))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "initialize needs protocolVersion, capabilities and clientInfo.");
    version = agree(asked);
    shake_hands(c, version, capabilities);
    *ret = json_set(a, json_object(a), "protocolVersion", json_str(a, version));
    json_set(a, *ret, "capabilities", capabilities_json(c));
    json_set(a, *ret, "serverInfo", about_json(a, c->mcp->host));
    if (c->mcp->host->instructions)
        json_set(a, *ret, "instructions", json_str(a, c->mcp->host->instructions));
    return 0;
}

int legacy_ping(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    (void)e;
    *ret = json_object(c->arena);
    return 0;
}

int legacy_set_level(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    enum mcp_level level;

    if (!level_read(json_get_text(c->params, "level"), &level))
        return rpc_refuse(e, RPC_INVALID_PARAMS,
                          "The level is one of debug, info, notice, warning, error, critical, alert, emergency.");
    pthread_mutex_lock(&c->mcp->lock);
    c->session->level = level;
    pthread_mutex_unlock(&c->mcp->lock);
    *ret = json_object(c->arena);
    return 0;
}

static const char *uri_of(struct mcp_call *c, struct rpc_error *e)
{
    const char *uri = json_get_text(c->params, "uri");

    if (uri && *uri && strlen(uri) <= MCP_URI_BYTES)
        return uri;
    rpc_refuse(e, RPC_INVALID_PARAMS, "A resource is named by its uri.");
    return NULL;
}

int legacy_subscribe(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    const char *uri = uri_of(c, e);
    struct err err;

    if (!uri)
        return -1;
    if (session_watch(c->mcp, c->session, uri, &err) < 0)
        return call_failed(c, &err, e);
    *ret = json_object(c->arena);
    return 0;
}

int legacy_unsubscribe(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    const char *uri = uri_of(c, e);

    if (!uri)
        return -1;
    session_unwatch(c->mcp, c->session, uri);
    *ret = json_object(c->arena);
    return 0;
}
