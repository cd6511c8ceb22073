/* resources.c - resources/list, resources/templates/list and resources/read. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/core.h"
#include "mcp/page.h"

int resources_list(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct mcp_page page;
    struct err err;

    if (page_open(c, &page, e) < 0)
        return -1;
    if (c->mcp->host->resources(c->mcp->host, c, &page, &err) < 0)
        return call_failed(c, &err, e);
    *ret = page_close(c, &page, "resources");
    modern_set_cache(c, *ret, false);
    return 0;
}

int templates_list(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct mcp_page page;
    struct err err;

    if (page_open(c, &page, e) < 0)
        return -1;
    if (c->mcp->host->templates(c->mcp->host, c, &page, &err) < 0)
        return call_failed(c, &err, e);
    *ret = page_close(c, &page, "resourceTemplates");
    modern_set_cache(c, *ret, true);
    return 0;
}

/* The revisions differ in the code; the URI stands in the data in all of them. */
static int tell_absent(struct mcp_call *c, const char *uri, struct rpc_error *e)
{
    rpc_refuse(e, c->era == MODERN ? RPC_INVALID_PARAMS : RPC_RESOURCE_NOT_FOUND, "There is no such resource.");
    e->data = json_set(c->arena, json_object(c->arena), "uri", json_str(c->arena, uri));
    return -1;
}

int resources_read(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    const char *uri = json_get_text(c->params, "uri");
    struct json *contents;
    struct err err;

    if (!uri || strlen(uri) > MCP_URI_BYTES)
        return rpc_refuse(e, RPC_INVALID_PARAMS, "A resource is named by its uri.");
    if (c->mcp->host->read(c->mcp->host, c, uri, &contents, &err) < 0)
        return err_kind(err.code) == ERR_KIND_NOT_FOUND ? tell_absent(c, uri, e) : call_failed(c, &err, e);
    *ret = json_set(c->arena, json_object(c->arena), "contents", contents);
    modern_set_cache(c, *ret, false);
    return 0;
}
