/* modern.c - the revision without sessions: every request says who asks and what they can, every result what it is.
 *
 * A call that needs answers gives a result that asks for them and ends. The client makes the same call again with the
 * answers and with `requestState`, in which we gave it the answers of earlier rounds and what the host kept, sealed and
 * bound to this call for MCP_STATE_SECONDS. So nothing is remembered here, and nothing can be slipped in.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/core.h"
#include "mcp/seal.h"

#define META "io.modelcontextprotocol/"

/* ---- what a request says of itself ---- */

bool rpc_is_modern(const struct rpc *r)
{
    return json_get(json_get(r->params, "_meta"), META "protocolVersion") != NULL;
}

int modern_check_meta(const struct rpc *r, struct rpc_error *e)
{
    const struct json *meta = json_get(r->params, "_meta");

    if (!json_is(json_get(meta, META "protocolVersion"), JSON_STRING) ||
        !json_is(json_get(meta, META "clientCapabilities"), JSON_OBJECT))
        return rpc_refuse(e, RPC_INVALID_PARAMS,
                          "Every request has _meta with " META "protocolVersion and " META "clientCapabilities.");
    return 0;
}

static int check_version(struct mcp_call *c, const char *version, struct rpc_error *e)
{
    struct arena *a = c->arena;

    if (strcmp(version, MCP_MODERN) == 0)
        return 0;
    rpc_refuse(e, RPC_UNSUPPORTED_VERSION, "This protocol version is not spoken here.");
    e->data = json_set(a, json_object(a), "supported", versions_json(a));
    json_set(a, e->data, "requested", json_str(a, version));
    return -1;
}

/* ---- the state that the client carries ---- */

/* Which call it is: its method and its params without what differs between rounds. */
static int identify(struct mcp_call *c, char out[static SHA256_TEXT_BYTES], struct err *err)
{
    struct arena *a = c->arena;
    struct json *what = json_object(a), *params = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(2 * JSON_MAX_BYTES);

    for (size_t i = 0; i < json_len(c->params); i++) {
        size_t n; /* a key may hold U+0000 and begin like another */
        const char *key = json_key_at(c->params, i, &n);
        if (strcmp(key, "_meta") != 0 && strcmp(key, "inputResponses") != 0 && strcmp(key, "requestState") != 0)
            json_setn(a, params, key, n, json_at(c->params, i));
    }
    json_set(a, what, "method", json_str(a, c->name));
    json_set(a, what, "params", params);
    if (json_write_canonical(&b, what, err) < 0)
        return -1;
    sha256_text(b.p, b.n, out);
    return 0;
}

static int read_state(struct mcp_call *c, const char *sealed, struct rpc_error *e)
{
    char call[SHA256_TEXT_BYTES];
    const char *text;
    size_t n;
    struct json *state;
    struct err err;

    if (!sealed || strlen(sealed) > MCP_STATE_BYTES || !seal_open(c->arena, c->mcp->key, "state", sealed, &text, &n) ||
        json_parse(c->arena, text, n, &state, &err) < 0 || identify(c, call, &err) < 0 ||
        strcmp(call, json_get_text(state, "call")) != 0 ||
        json_get_int(state, "until_us", 0) < world_now(c->mcp->config.world))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "The requestState is not of this request, or too old: start over.");
    c->answers = json_get(state, "answers");
    c->kept = json_get(state, "kept");
    return 0;
}

static int read_answers(struct mcp_call *c, struct rpc_error *e)
{
    const struct json *state = json_get(c->params, "requestState"), *given = json_get(c->params, "inputResponses");

    if (state && read_state(c, json_text(state, NULL), e) < 0)
        return -1;
    if (given && !json_is(given, JSON_OBJECT))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "inputResponses must be an object.");
    for (size_t i = 0; i < json_len(given); i++) {
        size_t n;
        const char *key = json_key_at(given, i, &n);
        if (!json_is(json_at(given, i), JSON_OBJECT))
            return rpc_refuse(e, RPC_INVALID_PARAMS, "Each of the inputResponses must be an object.");
        json_setn(c->arena, c->answers, key, n, json_at(given, i));
    }
    return 0;
}

int modern_read(struct mcp_call *c, struct rpc_error *e)
{
    const struct json *meta = json_get(c->params, "_meta");

    c->capabilities = json_get(meta, META "clientCapabilities");
    if (check_version(c, json_get_text(meta, META "protocolVersion"), e) < 0)
        return -1;
    if (json_get(meta, META "logLevel") && !level_read(json_get_text(meta, META "logLevel"), &c->level))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "There is no such log level.");
    return read_answers(c, e);
}

/* ---- results ---- */

struct json *modern_finish(struct mcp_call *c, struct json *result)
{
    struct arena *a = c->arena;
    struct json *whole = json_object(a), *meta = json_get(result, "_meta");
    const char *type = json_get_text(result, "resultType");

    json_set(a, whole, "resultType", json_str(a, type ? type : "complete"));
    for (size_t i = 0; i < json_len(result); i++)
        json_set(a, whole, json_key_at(result, i, NULL), json_at(result, i));
    meta = meta ? meta : json_object(a);
    json_set(a, meta, META "serverInfo", about_json(a, c->mcp->host));
    return json_set(a, whole, "_meta", meta);
}

static const char *state_of(struct mcp_call *c, struct err *err)
{
    struct arena *a = c->arena;
    struct json *state = json_object(a);
    char call[SHA256_TEXT_BYTES];
    struct buf b CLEANUP(buf_done) = BUF(MCP_STATE_BYTES / 2);

    if (identify(c, call, err) < 0)
        return NULL;
    json_set(a, state, "call", json_str(a, call));
    json_set(a, state, "until_us", json_int(a, world_now(c->mcp->config.world) + (int64_t)MCP_STATE_SECONDS * 1000000));
    json_set(a, state, "answers", c->answers);
    json_set(a, state, "kept", c->kept);
    json_write(&b, state);
    return buf_check(&b, err) < 0 ? NULL : seal_close(a, c->mcp->key, "state", b.p, b.n);
}

struct json *modern_ask_for(struct mcp_call *c, struct rpc_error *e)
{
    struct arena *a = c->arena;
    struct json *result = json_set(a, json_object(a), "resultType", json_str(a, "input_required"));
    struct err err;
    const char *state = state_of(c, &err);

    if (!state) {
        call_failed(c, &err, e);
        return NULL;
    }
    json_set(a, result, "inputRequests", c->wanted);
    return json_set(a, result, "requestState", json_str(a, state));
}

void modern_set_cache(struct mcp_call *c, struct json *result, bool for_all)
{
    if (c->era != MODERN)
        return;
    json_set(c->arena, result, "ttlMs", json_int(c->arena, for_all ? MCP_LIST_TTL_MS : 0));
    json_set(c->arena, result, "cacheScope", json_str(c->arena, for_all ? "public" : "private"));
}

/* ---- server/discover ---- */

struct json *about_json(struct arena *a, const struct mcp_host *h)
{
    struct json *about = json_set(a, json_object(a), "name", json_str(a, h->name));

    if (h->title)
        json_set(a, about, "title", json_str(a, h->title));
    return json_set(a, about, "version", json_str(a, h->version));
}

static void add_capability(struct mcp_call *c, struct json *all, enum mcp_offers what, const char *name)
{
    struct arena *a = c->arena;
    struct json *one = json_object(a);
    unsigned offers = c->mcp->host->offers;

    if (!(offers & what))
        return;
    if (what == MCP_RESOURCES && (offers & MCP_WATCHED)) {
        json_set(a, one, "subscribe", json_bool(a, true));
        json_set(a, one, "listChanged", json_bool(a, true));
    }
    json_set(a, all, name, one);
}

struct json *capabilities_json(struct mcp_call *c)
{
    struct json *all = json_object(c->arena);

    add_capability(c, all, MCP_TOOLS, "tools");
    add_capability(c, all, MCP_RESOURCES, "resources");
    add_capability(c, all, MCP_PROMPTS, "prompts");
    add_capability(c, all, MCP_COMPLETION, "completions");
    add_capability(c, all, MCP_LOGGING, "logging");
    return all;
}

int modern_discover(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct arena *a = c->arena;

    (void)e;
    *ret = json_set(a, json_object(a), "supportedVersions", versions_json(a));
    json_set(a, *ret, "capabilities", capabilities_json(c));
    if (c->mcp->host->instructions)
        json_set(a, *ret, "instructions", json_str(a, c->mcp->host->instructions));
    modern_set_cache(c, *ret, true);
    return 0;
}
