/* ops_resources.c - the user's files and two texts about assay itself. A file's content is its description (tables,
 * columns, types): what a model can use, and never more than the gate would tell. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/table.h"
#include "mcp/ops.h"

#define UPLOADS "upload://"

static const char guide[] =
    "# Asking assay\n\n"
    "1. Find the data: `resources/list` names the person's uploads (`upload://...`); paths work where they were "
    "allowed.\n"
    "2. Call `data.describe` to see tables, columns and types.\n"
    "3. Call `ask` with the question in plain words: *total revenue by region*, *top 3 products by units in March*, "
    "*average discount in West*. The result says what was understood and which SQL ran.\n"
    "4. A result with status `clarification_needed` has options: ask the person, then ask again in those words.\n"
    "5. For what `ask` does not understand, write one SELECT and call `sql.run`.\n\n"
    "Every figure in an answer comes from a query that is in its evidence. Quote it as it is; do not add up or round "
    "figures yourself: ask for the sum.\n";

static const struct mcp_resource own[] = {
    { "assay://guide", "guide", "How to ask", "How to get good answers from assay.", "text/markdown",
      sizeof guide - 1 },
    { "assay://operations", "operations", "Operations", "Every operation with its schemas.", "application/json", -1 },
};

int ops_files(const struct ops *o, struct mcp_call *c, size_t offset, size_t limit, struct json **ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct json *args = json_set(a, json_object(a), "offset", json_int(a, (int64_t)offset));
    struct gate_reply reply;

    *ret = json_array(a);
    if (!op_table_find(o->gate->table, "files.list"))
        return 0;
    json_set(a, args, "limit", json_int(a, (int64_t)limit));
    if (ops_gate(o, c, "files.list", args, &reply, err) < 0)
        return -1;
    *ret = json_get(reply.result, "items");
    return 0;
}

int ops_resources(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    size_t skip = page->offset > COUNT_OF(own) ? page->offset - COUNT_OF(own) : 0;
    struct json *files;

    for (size_t i = 0; i < COUNT_OF(own); i++)
        mcp_offer_resource(page, &own[i]);
    if (ops_files((const struct ops *)h, c, skip, page->limit + 1, &files, err) < 0)
        return -1;
    mcp_skip(page, skip);
    for (size_t i = 0; i < json_len(files); i++) {
        const struct json *file = json_at(files, i);
        mcp_offer_resource(page, &(struct mcp_resource){ .uri = json_get_text(file, "data"),
                                                         .name = json_get_text(file, "name"),
                                                         .description = json_get_text(file, "description"),
                                                         .type = "application/json",
                                                         .bytes = -1 });
    }
    return 0;
}

int ops_templates(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)c;
    (void)err;
    mcp_offer_template(page, &(struct mcp_resource){ .uri = UPLOADS "{id}/{name}",
                                                     .name = "upload",
                                                     .title = "An upload",
                                                     .description = "What a file of the person's holds.",
                                                     .type = "application/json" });
    return 0;
}

/* ---- reading ---- */

static struct json *content(struct arena *a, const char *uri, const char *type, const char *text, size_t n)
{
    struct json *one = json_set(a, json_object(a), "uri", json_str(a, uri));

    json_set(a, one, "mimeType", json_str(a, type));
    json_set(a, one, "text", json_strn(a, text, n));
    return json_push(a, json_array(a), one);
}

static int give_json(struct arena *a, const char *uri, const struct json *v, struct json **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, v);
    if (buf_check(&b, err) < 0)
        return -1;
    *ret = content(a, uri, "application/json", b.p, b.n);
    return 0;
}

static struct json *operations(const struct ops *o, struct arena *a)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < o->n; i++)
        json_push(a, list, op_describe(a, o->table[i]));
    return list;
}

static int describe(const struct ops *o, struct mcp_call *c, const char *uri, struct json **ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct json *data = json_push(a, json_array(a), json_str(a, uri));
    struct gate_reply reply;

    if (ops_gate(o, c, "data.describe", json_set(a, json_object(a), "data", data), &reply, err) < 0)
        return -1;
    return give_json(a, uri, reply.result, ret, err);
}

int ops_read(const struct mcp_host *h, struct mcp_call *c, const char *uri, struct json **ret, struct err *err)
{
    const struct ops *o = (const struct ops *)h;
    struct arena *a = mcp_arena(c);

    if (strcmp(uri, own[0].uri) == 0) {
        *ret = content(a, uri, own[0].type, guide, sizeof guide - 1);
        return 0;
    }
    if (strcmp(uri, own[1].uri) == 0)
        return give_json(a, uri, operations(o, a), ret, err);
    if (str_starts(uri, UPLOADS) && op_table_find(o->gate->table, "data.describe"))
        return describe(o, c, uri, ret, err);
    return err_say(err, ERR_NOT_FOUND, "There is no such resource.");
}
