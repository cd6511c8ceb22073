/* headers.c - MCP-Protocol-Version, Mcp-Method, Mcp-Name, and Mcp-Param-* for the arguments that a tool's schema marks
 * with "x-mcp-header". A value that no header can hold travels as =?base64?...?=. */
#include "mcp/headers.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "base/text/base64.h"
#include "mcp/core.h"

#define ENCODED "=?base64?"
#define ENCODED_END "?="

static int mismatch(struct rpc_error *e, struct arena *a, const char *name)
{
    return rpc_refuse(e, RPC_HEADER_MISMATCH,
                      arena_printf(a, "The header %s is missing or differs from the request.", name));
}

/* The value as it was meant; NULL when there is none or it is wrongly encoded. */
static const char *header(struct exchange *x, struct arena *a, const char *name, size_t *ret_n)
{
    const char *value = web_header(x, name), *text;
    size_t n;

    if (!value)
        return NULL;
    value = str_trim(value, strlen(value), &n);
    text = arena_dup(a, value, n);
    *ret_n = n;
    if (!str_starts(text, ENCODED) || !str_ends(text, ENCODED_END) || n < strlen(ENCODED ENCODED_END))
        return text;
    return base64_read(a, BASE64, text + strlen(ENCODED), n - strlen(ENCODED ENCODED_END), &text, ret_n) ? text : NULL;
}

static int check_text(struct exchange *x, struct arena *a, const char *name, const struct json *meant,
                      struct rpc_error *e)
{
    size_t n, meant_n;
    const char *said = header(x, a, name, &n), *text = json_text(meant, &meant_n);

    return said && text && n == meant_n && memcmp(said, text, n) == 0 ? 0 : mismatch(e, a, name);
}

/* Whether a header says what an argument says: text as it is, whole numbers by value, true and false. */
static bool agrees(struct arena *a, const char *said, size_t n, const struct json *value)
{
    const struct json *number = json_number(a, said, n);
    size_t text_n;
    const char *text = json_text(value, &text_n);

    if (text)
        return n == text_n && memcmp(said, text, n) == 0;
    if (json_is(value, JSON_BOOL))
        return strcmp(said, json_truth(value) ? "true" : "false") == 0;
    return json_is(value, JSON_NUMBER) && number && json_number_compare(number, value) == 0;
}

static int check_argument(struct exchange *x, struct arena *a, const char *mark, const struct json *value,
                          struct rpc_error *e)
{
    const char *name = arena_printf(a, "Mcp-Param-%s", mark), *said;
    bool absent = !value || json_is(value, JSON_NULL);
    size_t n = 0;

    if (absent)
        return web_header(x, name) ? mismatch(e, a, name) : 0;
    said = header(x, a, name, &n);
    return said && agrees(a, said, n, value) ? 0 : mismatch(e, a, name);
}

/* The schema is the host's own; its nesting is JSON's. */
static int check_marked(struct exchange *x, struct arena *a, const struct json *schema, const struct json *args,
                        struct rpc_error *e)
{
    const struct json *properties = json_get(schema, "properties");

    for (size_t i = 0; i < json_len(properties); i++) {
        const struct json *one = json_at(properties, i), *value = json_get(args, json_key_at(properties, i, NULL));
        const char *mark = json_get_text(one, "x-mcp-header");
        if (mark && check_argument(x, a, mark, value, e) < 0)
            return -1;
        if (check_marked(x, a, one, value, e) < 0)
            return -1;
    }
    return 0;
}

int headers_check(struct exchange *x, struct arena *a, const struct mcp_host *h, const struct rpc *r,
                  struct rpc_error *e)
{
    const struct json *meta = json_get(r->params, "_meta");
    bool calls = strcmp(r->method, "tools/call") == 0;
    struct mcp_tool tool;

    if (check_text(x, a, "MCP-Protocol-Version", json_get(meta, "io.modelcontextprotocol/protocolVersion"), e) < 0 ||
        check_text(x, a, "Mcp-Method", json_str(a, r->method), e) < 0)
        return -1;
    if ((calls || strcmp(r->method, "prompts/get") == 0) &&
        check_text(x, a, "Mcp-Name", json_get(r->params, "name"), e) < 0)
        return -1;
    if (strcmp(r->method, "resources/read") == 0 && check_text(x, a, "Mcp-Name", json_get(r->params, "uri"), e) < 0)
        return -1;
    if (calls && (h->offers & MCP_TOOLS) && h->find_tool(h, a, json_get_text(r->params, "name"), &tool))
        return check_marked(x, a, tool.input, json_get(r->params, "arguments"), e);
    return 0;
}
