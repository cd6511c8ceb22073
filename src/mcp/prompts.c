/* prompts.c - prompts/list, prompts/get and completion/complete. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "mcp/core.h"
#include "mcp/page.h"

int prompts_list(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct mcp_page page;
    struct err err;

    if (page_open(c, &page, e) < 0)
        return -1;
    if (c->mcp->host->prompts(c->mcp->host, c, &page, &err) < 0)
        return call_failed(c, &err, e);
    *ret = page_close(c, &page, "prompts");
    modern_set_cache(c, *ret, true);
    return 0;
}

static bool are_texts(const struct json *args)
{
    for (size_t i = 0; i < json_len(args); i++)
        if (!json_is(json_at(args, i), JSON_STRING))
            return false;
    return !args || json_is(args, JSON_OBJECT);
}

int prompts_get(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct arena *a = c->arena;
    const char *name = json_get_text(c->params, "name");
    const struct json *args = json_get(c->params, "arguments");
    struct mcp_messages messages = { 0 };
    struct err err;

    if (!name || !are_texts(args))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "A prompt has a name and arguments that are texts.");
    if (c->mcp->host->prompt(c->mcp->host, c, name, args ? args : json_object(a), &messages, &err) < 0)
        return call_failed(c, &err, e);
    *ret = json_object(a);
    if (messages.description)
        json_set(a, *ret, "description", json_str(a, messages.description));
    json_set(a, *ret, "messages", messages.messages);
    return 0;
}

/* Of a prompt by its name or of a resource template by its URI. */
static int read_completing(struct mcp_call *c, struct mcp_completing *ret, struct rpc_error *e)
{
    const struct json *ref = json_get(c->params, "ref"), *argument = json_get(c->params, "argument");
    const char *type = json_get_text(ref, "type");

    *ret = (struct mcp_completing){ .argument = json_get_text(argument, "name"),
                                    .value = json_get_text(argument, "value"),
                                    .others = json_get(json_get(c->params, "context"), "arguments") };
    if (type && strcmp(type, "ref/prompt") == 0)
        ret->prompt = json_get_text(ref, "name");
    else if (type && strcmp(type, "ref/resource") == 0)
        ret->template = json_get_text(ref, "uri");
    if (!ret->argument || !ret->value || (!ret->prompt && !ret->template))
        return rpc_refuse(e, RPC_INVALID_PARAMS,
                          "Completion needs a ref (to a prompt or a resource) and an argument with name and value.");
    return 0;
}

int completion_complete(struct mcp_call *c, struct json **ret, struct rpc_error *e)
{
    struct arena *a = c->arena;
    struct json *values, *shown = json_array(a), *completion = json_object(a);
    struct mcp_completing what;
    struct err err;

    if (read_completing(c, &what, e) < 0)
        return -1;
    if (c->mcp->host->complete(c->mcp->host, c, &what, &values, &err) < 0)
        return call_failed(c, &err, e);
    for (size_t i = 0; i < json_len(values) && i < MCP_COMPLETIONS; i++)
        json_push(a, shown, json_at(values, i));
    json_set(a, completion, "values", shown);
    json_set(a, completion, "total", json_int(a, (int64_t)json_len(values)));
    json_set(a, completion, "hasMore", json_bool(a, json_len(values) > MCP_COMPLETIONS));
    *ret = json_set(a, json_object(a), "completion", completion);
    return 0;
}
