/* own.c - what the door answers by itself: its operations, its health, its description, the page. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/schema/schema.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/door.h"
#include "model/model.h"
#include "model/page.h"
#include "web/journal.h"

/* Without documents to ask about, that somebody answers is all there is to say. */
static struct json *plain_health(struct arena *a, const struct http *h)
{
    struct json *v = json_set(a, json_object(a), "status", json_str(a, "healthy"));
    char now[TIME_TEXT_BYTES];

    time_text(world_now(h->config.gate->world), now);
    json_set(a, v, "timestamp", json_str(a, now));
    json_set(a, v, "qdrant_status", json_str(a, "disconnected"));
    return json_set(a, v, "version", json_str(a, ASSAY_VERSION));
}

void handle_health(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    const struct http_config *c = &p->http->config;
    int status = 200;
    struct json *v = c->health ? c->health(web_arena(x), c->health_arg, &status) : plain_health(web_arena(x), p->http);

    web_reply_json(x, status, v);
}

/* ---- operations ---- */

void handle_ops(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    struct arena *a = web_arena(x);
    const struct op_entry *const *entries;
    size_t n = op_table_entries(p->http->config.gate->table, &entries);
    struct json *args, *items = json_array(a);
    struct page page;
    struct err err;

    args = model_fill(a, p->route->input, call_query(x, p->route, p->route->input));
    if (model_check(p->route->input, args, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    page = page_of(args);
    for (size_t i = page.offset; i < n && i - page.offset < page.limit; i++)
        json_push(a, items, op_describe(a, entries[i]));
    web_reply_json(x, 200, page_json(a, &page, items, (int64_t)n));
}

void handle_op(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    struct place found = *p;
    struct err err;

    if (op_table_get(p->http->config.gate->table, web_param(x, "name"), &found.entry, &err) < 0)
        web_fail(x, &err);
    else if (stream_wanted(x))
        handle_resume(x, &found);
    else
        web_reply_json(x, 200, op_describe(web_arena(x), found.entry));
}

/* A new reader hears of what ends from now on. */
void handle_events(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    const char *last = web_header(x, "Last-Event-ID");
    struct http *h = p->http;
    struct journal *j;
    uint64_t after;
    struct err err;

    if (!last) {
        web_follow(x, h->feed, journal_last(h->feed));
        return;
    }
    if (journal_find(h->config.journals, h->user, last, &j, &after, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    web_follow(x, j, after);
    journal_let_go(j);
}

/* ---- files of the program ---- */

void handle_openapi(struct exchange *x, void *arg)
{
    const struct place *p = arg;

    web_reply_file(x, &p->http->openapi);
}

void handle_docs(struct exchange *x, void *arg)
{
    const struct place *p = arg;

    web_reply_file(x, &p->http->docs);
}

void handle_style(struct exchange *x, void *arg)
{
    const struct place *p = arg;

    web_reply_file(x, &p->http->style);
}

/* arg is the file. */
void handle_page(struct exchange *x, void *arg)
{
    web_reply_file(x, arg);
}
