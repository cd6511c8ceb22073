/* page.c - pages and what stands on them, in the protocol's own shapes. */
#include "mcp/page.h"
#include "base/arena.h"
#include "base/json.h"
#include "mcp/core.h"
#include "mcp/seal.h"

/* ---- pages ---- */

int page_open(struct mcp_call *c, struct mcp_page *ret, struct rpc_error *e)
{
    const struct json *cursor = json_get(c->params, "cursor");
    const char *sealed = json_text(cursor, NULL), *text;
    size_t n;
    struct arena *a = c->arena;

    *ret = (struct mcp_page){ .arena = a, .limit = MCP_PAGE, .items = json_array(a) };
    if (!cursor)
        return 0;
    if (!sealed || strlen(sealed) > MCP_CURSOR_BYTES || !seal_open(a, c->mcp->key, c->name, sealed, &text, &n))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "This cursor is none of this list's: begin without one.");
    ret->offset = (size_t)strtoull(arena_dup(a, text, n), NULL, 10);
    return 0;
}

struct json *page_close(struct mcp_call *c, const struct mcp_page *page, const char *name)
{
    struct arena *a = c->arena;
    struct json *result = json_set(a, json_object(a), name, page->items);

    if (page->more) {
        const char *place = arena_printf(a, "%zu", page->offset + page->limit);
        json_set(a, result, "nextCursor", json_str(a, seal_close(a, c->mcp->key, c->name, place, strlen(place))));
    }
    return result;
}

void mcp_skip(struct mcp_page *page, size_t n)
{
    page->seen += n;
}

/* Whether the next thing offered is the page's own. */
static bool takes(struct mcp_page *page)
{
    size_t at = page->seen++;

    if (at >= page->offset && json_len(page->items) == page->limit)
        page->more = true;
    return at >= page->offset && !page->more;
}

/* ---- what stands on them ---- */

static void set_text(struct arena *a, struct json *o, const char *key, const char *text)
{
    if (text)
        json_set(a, o, key, json_str(a, text));
}

void mcp_offer_tool(struct mcp_page *page, const struct mcp_tool *t)
{
    struct arena *a = page->arena;
    struct json *o = json_object(a), *hints = json_object(a);

    if (!takes(page))
        return;
    set_text(a, o, "name", t->name);
    set_text(a, o, "title", t->title);
    set_text(a, o, "description", t->description);
    json_set(a, o, "inputSchema", json_copy(a, t->input));
    if (t->output)
        json_set(a, o, "outputSchema", json_copy(a, t->output));
    json_set(a, hints, "readOnlyHint", json_bool(a, t->read_only));
    json_set(a, hints, "destructiveHint", json_bool(a, t->destructive));
    if (!t->read_only) /* of what changes nothing the protocol knows it */
        json_set(a, hints, "idempotentHint", json_bool(a, t->idempotent));
    json_set(a, hints, "openWorldHint", json_bool(a, t->open_world));
    json_set(a, o, "annotations", hints);
    json_push(a, page->items, o);
}

static void offer(struct mcp_page *page, const char *key, const struct mcp_resource *r)
{
    struct arena *a = page->arena;
    struct json *o = json_object(a);

    if (!takes(page))
        return;
    set_text(a, o, key, r->uri);
    set_text(a, o, "name", r->name);
    set_text(a, o, "title", r->title);
    set_text(a, o, "description", r->description);
    set_text(a, o, "mimeType", r->type);
    if (r->bytes >= 0)
        json_set(a, o, "size", json_int(a, r->bytes));
    json_push(a, page->items, o);
}

void mcp_offer_resource(struct mcp_page *page, const struct mcp_resource *r)
{
    offer(page, "uri", r);
}

void mcp_offer_template(struct mcp_page *page, const struct mcp_resource *r)
{
    struct mcp_resource sizeless = *r;

    sizeless.bytes = -1;
    offer(page, "uriTemplate", &sizeless);
}

void mcp_offer_prompt(struct mcp_page *page, const struct mcp_prompt *p)
{
    struct arena *a = page->arena;
    struct json *o = json_object(a), *arguments = json_array(a);

    if (!takes(page))
        return;
    set_text(a, o, "name", p->name);
    set_text(a, o, "title", p->title);
    set_text(a, o, "description", p->description);
    for (const struct mcp_argument *arg = p->arguments; arg && arg->name; arg++) {
        struct json *one = json_object(a);
        set_text(a, one, "name", arg->name);
        set_text(a, one, "description", arg->description);
        json_set(a, one, "required", json_bool(a, arg->required));
        json_push(a, arguments, one);
    }
    if (json_len(arguments) > 0)
        json_set(a, o, "arguments", arguments);
    json_push(a, page->items, o);
}

struct json *mcp_text(struct arena *a, const char *text)
{
    struct json *block = json_set(a, json_object(a), "type", json_str(a, "text"));

    return json_set(a, block, "text", json_str(a, text));
}

struct json *mcp_user_says(struct arena *a, struct json *block)
{
    struct json *message = json_set(a, json_object(a), "role", json_str(a, "user"));

    return json_set(a, message, "content", block);
}
