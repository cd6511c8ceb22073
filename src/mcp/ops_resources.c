/* ops_resources.c - the user's files, what was made for them, and two texts about assay itself.
 *
 * A file's content is its description (tables, columns, types): what a model can use, and never more than the gate
 * would tell. An artifact's content is its own: it was made to be looked at. */
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
#define ARTIFACTS "artifact://"
#define REPORTS "report://"

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

/* A part of a list that an operation gives, and how many there are of it; none where there is no such operation. */
static int list_of(const struct ops *o, struct mcp_call *c, const char *op, size_t offset, size_t limit,
                   struct json **ret, size_t *ret_total, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct json *args = json_set(a, json_object(a), "offset", json_int(a, (int64_t)offset));
    struct gate_reply reply;

    *ret = json_array(a);
    *ret_total = 0;
    if (!op_table_find(o->gate->table, op))
        return 0;
    json_set(a, args, "limit", json_int(a, (int64_t)limit));
    if (ops_gate(o, c, op, args, &reply, err) < 0)
        return -1;
    *ret = json_get(reply.result, "items");
    *ret_total = (size_t)json_get_int(reply.result, "total", (int64_t)(offset + json_len(*ret)));
    return 0;
}

int ops_files(const struct ops *o, struct mcp_call *c, size_t offset, size_t limit, struct json **ret, struct err *err)
{
    size_t total;

    return list_of(o, c, "files.list", offset, limit, ret, &total, err);
}

static void offer_file(struct mcp_page *page, const struct json *file)
{
    mcp_offer_resource(page, &(struct mcp_resource){ .uri = json_get_text(file, "data"),
                                                     .name = json_get_text(file, "name"),
                                                     .description = json_get_text(file, "description"),
                                                     .type = "application/json",
                                                     .bytes = -1 });
}

static void offer_artifact(struct mcp_page *page, const struct json *artifact)
{
    struct arena *a = page->arena;
    const char *kind = json_get_text(artifact, "artifact_type"), *ref = json_get_text(artifact, "content_ref");
    const bool is_report = strcmp(kind, "report") == 0, is_chart = strcmp(kind, "chart") == 0;

    mcp_offer_resource(page, &(struct mcp_resource){ .uri = arena_printf(a, "%s%s", is_report ? REPORTS : ARTIFACTS,
                                                                         json_get_text(artifact, "artifact_id")),
                                                     .name = strrchr(ref, '/') + 1,
                                                     .description = arena_printf(a, "A %s of request %s.", kind,
                                                                                 json_get_text(artifact, "request_id")),
                                                     .type = is_chart                ? "image/png"
                                                             : str_ends(ref, ".csv") ? "text/csv"
                                                                                     : "text/markdown",
                                                     .bytes = json_get_int(artifact, "size_bytes", -1) });
}

/* The things of one list, which stand behind `before` others; that number grows by theirs. */
static int offer_list(const struct ops *o, struct mcp_call *c, struct mcp_page *page, const char *op, size_t *before,
                      void (*offer)(struct mcp_page *, const struct json *), struct err *err)
{
    size_t skip = page->offset > *before ? page->offset - *before : 0, total;
    struct json *items;

    if (page->more)
        return 0;
    if (list_of(o, c, op, skip, page->limit + 1, &items, &total, err) < 0)
        return -1;
    mcp_skip(page, skip < total ? skip : total);
    for (size_t i = 0; i < json_len(items); i++)
        offer(page, json_at(items, i));
    *before += total;
    return 0;
}

int ops_resources(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    const struct ops *o = (const struct ops *)h;
    size_t before = COUNT_OF(own);

    for (size_t i = 0; i < COUNT_OF(own); i++)
        mcp_offer_resource(page, &own[i]);
    if (offer_list(o, c, page, "files.list", &before, offer_file, err) < 0)
        return -1;
    return offer_list(o, c, page, "artifacts.list", &before, offer_artifact, err);
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
    mcp_offer_template(page, &(struct mcp_resource){ .uri = ARTIFACTS "{id}",
                                                     .name = "artifact",
                                                     .title = "An artifact",
                                                     .description = "A table, chart or report that a request made." });
    mcp_offer_template(page, &(struct mcp_resource){ .uri = REPORTS "{id}",
                                                     .name = "report",
                                                     .title = "A report",
                                                     .description = "The report of an analysis, by the id of either.",
                                                     .type = "text/markdown" });
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
        if (o->tools[i].entry && !ops_withholds(o, o->tools[i].tool.name))
            json_push(a, list, op_describe(a, o->tools[i].entry));
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

static int read_artifact(const struct ops *o, struct mcp_call *c, const char *uri, struct json **ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct json *one = json_set(a, json_object(a), "uri", json_str(a, uri));
    struct gate_reply reply;

    if (ops_gate(o, c, "artifacts.get", json_set(a, json_object(a), "id", json_str(a, uri)), &reply, err) < 0)
        return -1;
    json_set(a, one, "mimeType", json_get(reply.result, "content_type"));
    if (json_get(reply.result, "content"))
        json_set(a, one, "text", json_get(reply.result, "content"));
    else
        json_set(a, one, "blob", json_get(reply.result, "blob"));
    *ret = json_push(a, json_array(a), one);
    return 0;
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
    if ((str_starts(uri, ARTIFACTS) || str_starts(uri, REPORTS)) && op_table_find(o->gate->table, "artifacts.get"))
        return read_artifact(o, c, uri, ret, err);
    return err_say(err, ERR_NOT_FOUND, "There is no such resource.");
}

/* Only what lies in the home changes while the program runs. */
int ops_stamp(const struct mcp_host *h, const char *uri, uint64_t *ret, struct err *err)
{
    const struct ops *o = (const struct ops *)h;

    return o->stamp(o->stamp_arg, o->user, uri, ret, err);
}
