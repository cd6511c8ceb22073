/* method.c - the table of methods, and a request's way to its method and back.
 *
 * A method belongs to one era or to both, and to something the host offers; any other is answered as unknown. Quick
 * ones answer from memory; the others may take their time and get a thread of their own.
 */
#include "base/arena.h"
#include "base/json.h"
#include "mcp/core.h"

#define IN_LEGACY (1u << LEGACY)
#define IN_MODERN (1u << MODERN)
#define IN_BOTH (IN_LEGACY | IN_MODERN)

struct method {
    const char *name;
    unsigned eras;
    unsigned offers; /* needed of the host; 0: nothing */
    bool quick;
    method_run *run;
};

static const struct method methods[] = {
    { "initialize", IN_LEGACY, 0, true, legacy_initialize },
    { "ping", IN_LEGACY, 0, true, legacy_ping },
    { "logging/setLevel", IN_LEGACY, MCP_LOGGING, true, legacy_set_level },
    { "resources/subscribe", IN_LEGACY, MCP_WATCHED, true, legacy_subscribe },
    { "resources/unsubscribe", IN_LEGACY, MCP_WATCHED, true, legacy_unsubscribe },
    { "server/discover", IN_MODERN, 0, true, modern_discover },
    { "subscriptions/listen", IN_MODERN, 0, true, modern_listen },
    { "tools/list", IN_BOTH, MCP_TOOLS, true, tools_list },
    { "tools/call", IN_BOTH, MCP_TOOLS, false, tools_call },
    { "resources/list", IN_BOTH, MCP_RESOURCES, false, resources_list },
    { "resources/templates/list", IN_BOTH, MCP_RESOURCES, true, templates_list },
    { "resources/read", IN_BOTH, MCP_RESOURCES, false, resources_read },
    { "prompts/list", IN_BOTH, MCP_PROMPTS, true, prompts_list },
    { "prompts/get", IN_BOTH, MCP_PROMPTS, false, prompts_get },
    { "completion/complete", IN_BOTH, MCP_COMPLETION, false, completion_complete },
};

static const struct method *find(const struct mcp *m, enum era era, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (strcmp(methods[i].name, name) == 0 && (methods[i].eras & 1u << era) &&
            (m->host->offers & methods[i].offers) == methods[i].offers)
            return &methods[i];
    return NULL;
}

bool method_is_slow(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (strcmp(methods[i].name, name) == 0)
            return !methods[i].quick;
    return false;
}

/* ---- coming in ---- */

/* A session's own rules: the handshake comes first, and an id is used once at a time. */
static int check_handshake(const struct mcp_call *c, struct rpc_error *e)
{
    bool shaken = c->session->version != NULL;

    if (c->era == LEGACY && c->method->run == legacy_initialize && shaken)
        return rpc_refuse(e, RPC_INVALID_REQUEST, "This session has been initialized.");
    if (c->era == LEGACY && c->method->run != legacy_initialize && c->method->run != legacy_ping && !shaken)
        return rpc_refuse(e, RPC_INVALID_REQUEST, "Send initialize first.");
    return 0;
}

static int check_id(struct mcp *m, const struct mcp_call *c, struct rpc_error *e)
{
    bool taken = listener_exists(m, c->session, c->id);

    for (const struct mcp_call *other = m->calls; other && !taken; other = other->next)
        taken = other->session == c->session && json_equal(other->id, c->id);
    return taken ? rpc_refuse(e, RPC_INVALID_REQUEST, "A request with this id is still running.") : 0;
}

/* Into the list of calls, unless something speaks against it. */
static int enter(struct mcp *m, struct mcp_call *c, struct rpc_error *e)
{
    int status = 0;

    pthread_mutex_lock(&m->lock);
    if (m->stopping || (c->session && c->session->ended))
        status = rpc_refuse(e, RPC_INTERNAL_ERROR, "The server is about to end.");
    else if (c->session && (check_handshake(c, e) < 0 || check_id(m, c, e) < 0))
        status = -1;
    if (status == 0) {
        if (c->session)
            c->session->refs++;
        c->next = m->calls;
        m->calls = c;
    }
    pthread_mutex_unlock(&m->lock);
    return status;
}

static void read_token(struct mcp_call *c)
{
    const struct json *token = json_get(json_get(c->params, "_meta"), "progressToken");

    if (rpc_is_id(token))
        c->token = token;
}

int call_begin(struct mcp *m, struct session *s, enum era era, const struct rpc *r, struct arena *a,
               struct mcp_call **ret, struct rpc_error *e)
{
    struct mcp_call *c = arena_alloc(a, sizeof *c);

    *c = (struct mcp_call){ .mcp = m,
                            .arena = a,
                            .session = s,
                            .out = s ? s->out : NULL,
                            .era = era,
                            .name = r->method,
                            .id = r->id,
                            .params = r->params ? r->params : json_object(a),
                            .capabilities = s ? s->capabilities : NULL,
                            .progress = -1,
                            .level = MCP_LEVELS,
                            .answers = json_object(a),
                            .kept = json_object(a) };
    cancel_init(&c->cancel, NULL, 0);
    read_token(c);
    if (era == MODERN && modern_check_meta(r, e) < 0)
        return -1;
    c->method = find(m, era, r->method);
    if (era == MODERN && modern_read(c, e) < 0)
        return -1;
    if (!c->method)
        return rpc_refuse(e, RPC_METHOD_NOT_FOUND, "There is no such method here.");
    if (enter(m, c, e) < 0)
        return -1;
    *ret = c;
    return 0;
}

/* ---- going out ---- */

struct json *call_run(struct mcp_call *c, int *ret_code)
{
    struct json *result = NULL;
    struct rpc_error e = { 0 };
    int status = c->method->run(c, &result, &e);

    if (c->silent)
        return NULL;
    if (status < 0 && c->wanted)
        status = (result = modern_ask_for(c, &e)) ? 0 : -1;
    *ret_code = status < 0 ? (int)e.code : 0;
    if (status < 0)
        return rpc_error(c->arena, c->id, &e);
    if (!result)
        return NULL;
    return rpc_result(c->arena, c->id, c->era == MODERN ? modern_finish(c, result) : result);
}

void call_end(struct mcp_call *c)
{
    struct mcp *m = c->mcp;
    struct session *s = c->session;
    struct mcp_call **at = &m->calls;

    pthread_mutex_lock(&m->lock);
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    if (s)
        session_let_go(m, s);
}

/* ---- notifications ---- */

static void take_back(struct mcp *m, struct session *s, const struct json *id)
{
    if (!id)
        return;
    pthread_mutex_lock(&m->lock);
    for (struct mcp_call *c = m->calls; c; c = c->next) {
        if (c->session == s && json_equal(c->id, id)) {
            c->silent = true;
            cancel_fire(&c->cancel);
        }
    }
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    listeners_end(m, s, id);
}

void notification_taken(struct mcp *m, struct session *s, const struct rpc *r)
{
    if (strcmp(r->method, "notifications/cancelled") == 0)
        take_back(m, s, json_get(r->params, "requestId"));
}
