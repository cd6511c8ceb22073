/* mcp_fixture_host.c - the resources and prompts that the conformance suite asks for, and the host around all of it. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "mcp_fixture.h"
#include <string.h>

/* ---- resources ---- */

static const struct mcp_resource resources[] = {
    { "test://static-text", "static-text", "Static text", "A text that never changes.", "text/plain", 47 },
    { "test://static-binary", "static-binary", "Static picture", "A picture of one dot.", "image/png", -1 },
    { "test://watched-resource", "watched-resource", NULL, "A resource to subscribe to.", "text/plain", -1 },
};
static const struct mcp_resource template = { "test://template/{id}/data", "template",         NULL,
                                              "Data for an id.",           "application/json", -1 };

static int list_resources(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)c;
    (void)err;
    for (size_t i = 0; i < COUNT_OF(resources); i++)
        mcp_offer_resource(page, &resources[i]);
    return 0;
}

static int list_templates(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)c;
    (void)err;
    mcp_offer_template(page, &template);
    return 0;
}

static struct json *content(struct arena *a, const char *uri, const char *type, const char *key, const char *value)
{
    struct json *one = json_object(a);

    json_set(a, one, "uri", json_str(a, uri));
    json_set(a, one, "mimeType", json_str(a, type));
    json_set(a, one, key, json_str(a, value));
    return json_push(a, json_array(a), one);
}

/* The id between the two ends of the template; NULL when the URI is none of its. */
static const char *id_in(struct arena *a, const char *uri)
{
    static const char before[] = "test://template/", after[] = "/data";
    size_t n = strlen(uri);

    if (!str_starts(uri, before) || !str_ends(uri, after) || n <= strlen(before) + strlen(after))
        return NULL;
    return arena_dup(a, uri + strlen(before), n - strlen(before) - strlen(after));
}

static int read_resource(const struct mcp_host *h, struct mcp_call *c, const char *uri, struct json **ret,
                         struct err *err)
{
    struct arena *a = mcp_arena(c);
    const char *id = id_in(a, uri);

    (void)h;
    if (strcmp(uri, resources[0].uri) == 0)
        *ret = content(a, uri, "text/plain", "text", "This is the content of the static text resource.");
    else if (strcmp(uri, resources[1].uri) == 0)
        *ret = content(a, uri, "image/png", "blob", FIXTURE_PNG);
    else if (strcmp(uri, resources[2].uri) == 0)
        *ret = content(a, uri, "text/plain", "text", "Watched.");
    else if (id)
        *ret = content(a, uri, "application/json", "text",
                       arena_printf(a, "{\"id\":\"%s\",\"templateTest\":true,\"data\":\"Data for ID: %s\"}", id, id));
    else
        return err_say(err, ERR_NOT_FOUND, "There is no such resource.");
    return 0;
}

static int stamp_resource(const struct mcp_host *h, const char *uri, uint64_t *ret, struct err *err)
{
    (void)h;
    (void)err;
    *ret = !uri ? fixture_list_changes : strcmp(uri, resources[2].uri) == 0 ? fixture_resource_changes : 0;
    return 0;
}

/* ---- prompts ---- */

static const struct mcp_argument two_arguments[] = {
    { "arg1", "First test argument", true },
    { "arg2", "Second test argument", true },
    { 0 },
};
static const struct mcp_argument uri_argument[] = { { "resourceUri", "URI of the resource to embed", true }, { 0 } };

static const struct mcp_prompt prompts[] = {
    { "test_simple_prompt", NULL, "A prompt without arguments.", NULL },
    { "test_prompt_with_arguments", NULL, "A prompt with arguments.", two_arguments },
    { "test_prompt_with_embedded_resource", NULL, "A prompt with a resource.", uri_argument },
    { "test_prompt_with_image", NULL, "A prompt with a picture.", NULL },
    { "test_input_required_result_prompt", NULL, "A prompt that asks first.", NULL },
};

static int list_prompts(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)c;
    (void)err;
    for (size_t i = 0; i < COUNT_OF(prompts); i++)
        mcp_offer_prompt(page, &prompts[i]);
    return 0;
}

static void say(struct arena *a, struct mcp_messages *ret, struct json *block)
{
    json_push(a, ret->messages, mcp_user_says(a, block));
}

static int with_arguments(struct arena *a, const struct json *args, struct mcp_messages *ret, struct err *err)
{
    const char *arg1 = json_get_text(args, "arg1"), *arg2 = json_get_text(args, "arg2");

    if (!arg1 || !arg2)
        return err_say(err, ERR_INVALID_INPUT, "This prompt needs arg1 and arg2.");
    say(a, ret, mcp_text(a, arena_printf(a, "Prompt with arguments: arg1='%s', arg2='%s'", arg1, arg2)));
    return 0;
}

static int with_resource(struct arena *a, const struct json *args, struct mcp_messages *ret, struct err *err)
{
    const char *uri = json_get_text(args, "resourceUri");
    struct json *block = json_set(a, json_object(a), "type", json_str(a, "resource"));

    if (!uri)
        return err_say(err, ERR_INVALID_INPUT, "This prompt needs resourceUri.");
    json_set(a, block, "resource",
             json_at(content(a, uri, "text/plain", "text", "Embedded resource content for testing."), 0));
    say(a, ret, block);
    say(a, ret, mcp_text(a, "Please process the embedded resource above."));
    return 0;
}

static int after_asking(struct mcp_call *c, struct mcp_messages *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct mcp_question q = {
        MCP_ELICITS, "user_context",
        fixture_json(a, "{\"message\":\"What context should the prompt use?\",\"requestedSchema\":{\"type\":\"object\","
                        "\"properties\":{\"context\":{\"type\":\"string\"}},\"required\":[\"context\"]}}")
    };
    struct json *reply;

    if (mcp_ask(c, &q, 1, &reply, err) < 0)
        return -1;
    say(a, ret, mcp_text(a, json_get_text(json_get(reply, "content"), "context")));
    return 0;
}

static int get_prompt(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
                      struct mcp_messages *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);

    (void)h;
    ret->messages = json_array(a);
    if (strcmp(name, prompts[1].name) == 0)
        return with_arguments(a, args, ret, err);
    if (strcmp(name, prompts[2].name) == 0)
        return with_resource(a, args, ret, err);
    if (strcmp(name, prompts[4].name) == 0)
        return after_asking(c, ret, err);
    if (strcmp(name, prompts[0].name) == 0) {
        say(a, ret, mcp_text(a, "This is a simple prompt for testing."));
    } else if (strcmp(name, prompts[3].name) == 0) {
        say(a, ret, fixture_json(a, "{\"type\":\"image\",\"data\":\"" FIXTURE_PNG "\",\"mimeType\":\"image/png\"}"));
        say(a, ret, mcp_text(a, "Please analyze the image above."));
    } else {
        return err_say(err, ERR_NOT_FOUND, "There is no such prompt.");
    }
    return 0;
}

/* Numbers behind what was typed: more than a client is shown. */
static int complete(const struct mcp_host *h, struct mcp_call *c, const struct mcp_completing *what, struct json **ret,
                    struct err *err)
{
    struct arena *a = mcp_arena(c);

    (void)h;
    (void)err;
    *ret = json_array(a);
    for (int i = 0; i < 150; i++)
        json_push(a, *ret, json_str(a, arena_printf(a, "%s%d", what->value, i)));
    return 0;
}

const struct mcp_host fixture_host = {
    .name = "assay-mcp-fixture",
    .title = "Conformance fixture",
    .version = "1.0.0",
    .instructions = "For tests only.",
    .offers = MCP_TOOLS | MCP_RESOURCES | MCP_PROMPTS | MCP_COMPLETION | MCP_LOGGING | MCP_WATCHED,
    .tools = fixture_list_tools,
    .find_tool = fixture_find_tool,
    .call = fixture_call_tool,
    .resources = list_resources,
    .templates = list_templates,
    .read = read_resource,
    .stamp = stamp_resource,
    .prompts = list_prompts,
    .prompt = get_prompt,
    .complete = complete,
};
