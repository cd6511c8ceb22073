/* tools.c - tools/list and tools/call. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/core.h"
#include "mcp/page.h"

int tools_list(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct mcp_page page;
    struct err err;

    if (page_open(c, &page, e) < 0)
        return -1;
    if (c->mcp->host->tools(c->mcp->host, c, &page, &err) < 0)
        return call_failed(c, &err, e);
    *ret = page_close(c, &page, "tools");
    modern_set_cache(c, *ret, true);
    return 0;
}

static struct json *result_json(struct mcp_call *c, const struct mcp_result *r)
{
    struct arena *a = c->arena;
    struct json *result = json_set(a, json_object(a), "content", r->content);

    if (r->structured)
        json_set(a, result, "structuredContent", r->structured);
    if (r->is_error)
        json_set(a, result, "isError", json_bool(a, true));
    return result;
}

int tools_call(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    const struct mcp_host *h = c->mcp->host;
    const char *name = json_get_text(c->params, "name");
    const struct json *args = json_get(c->params, "arguments");
    struct mcp_result result = { 0 };
    struct mcp_tool tool;
    struct err err;

    if (!name)
        return rpc_refuse(e, RPC_INVALID_PARAMS, "A tool is called by its name.");
    if (args && !json_is(args, JSON_OBJECT))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "The arguments of a tool must be an object.");
    if (!h->find_tool(h, c->arena, name, &tool))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "There is no tool of that name; tools/list has them all.");
    if (h->call(h, c, name, args ? args : json_object(c->arena), &result, &err) < 0)
        return call_failed(c, &err, e);
    *ret = result_json(c, &result);
    return 0;
}
