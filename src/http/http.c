/* http.c - opening and closing the door.
 *
 * The declared routes whose operations exist become places, the places become the server's routes, behind those of
 * other doors and before the files of the page. What describes them is made once, here.
 */
#include "http/http.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/door.h"
#include "http/page.h"
#include "web/gzip.h"
#include "web/journal.h"

/* ---- routes ---- */

/* False for a route of an operation that the table lacks, or whose other operations it lacks. */
static bool find_place(struct http *h, const struct route *r, struct place *ret)
{
    *ret = (struct place){ .http = h, .route = r };
    if (!r->op || strcmp(r->op, ANY_OP) == 0)
        return true;
    ret->entry = op_table_find(h->config.gate->table, r->op);
    ret->then = r->then ? op_table_find(h->config.gate->table, r->then) : NULL;
    ret->state = r->state ? op_table_find(h->config.gate->table, r->state) : NULL;
    return ret->entry && (ret->then || !r->then) && (ret->state || !r->state);
}

static int64_t timeout_of(const struct op *op)
{
    return op->timeout_ms ? op->timeout_ms : OP_TIMEOUT_MS;
}

/* The operation's own deadline decides; the route's lies a little behind it, so that what stopped it is told. */
static int64_t deadline_of(const struct place *p)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(p->http->config.gate->table, &entries);
    int64_t longest = 0;

    if (!p->route->op)
        return 0;
    if (p->entry)
        return timeout_of(p->entry->op) + HTTP_DEADLINE_MORE_MS;
    for (size_t i = 0; i < n; i++)
        if (timeout_of(entries[i]->op) > longest)
            longest = timeout_of(entries[i]->op);
    return longest + HTTP_DEADLINE_MORE_MS;
}

static struct web_route route_of(struct place *p)
{
    static const enum web_body bodies[] = {
        [TAKES_NOTHING] = WEB_NO_BODY, [TAKES_QUERY] = WEB_NO_BODY, [TAKES_JSON] = WEB_JSON,
        [TAKES_UPLOAD] = WEB_UPLOAD,   [TAKES_EITHER] = WEB_EITHER,
    };
    const struct route *r = p->route;
    unsigned where = r->flags & ROUTE_INSTANT ? WEB_INSTANT : r->flags & ROUTE_QUICK ? 0 : WEB_SLOW;

    return (struct web_route){ .method = r->method,
                               .path = r->path,
                               .body = bodies[r->takes],
                               .flags = where | (r->flags & ROUTE_OPEN ? WEB_OPEN : 0),
                               .deadline_ms = deadline_of(p),
                               .handle = r->handle,
                               .arg = p };
}

static void make_routes(struct http *h)
{
    const struct http_config *c = &h->config;
    size_t n = 0;

    while (http_route(n))
        n++;
    h->places = arena_array(h->arena, n, sizeof *h->places);
    h->routes = arena_array(h->arena, c->n_more + n + web_files_n, sizeof *h->routes);
    for (size_t i = 0; i < c->n_more; i++)
        h->routes[h->n_routes++] = c->more[i];
    for (size_t i = 0; i < n; i++) {
        struct place *p = &h->places[h->n_places];
        if (!find_place(h, http_route(i), p))
            continue;
        h->n_places++;
        h->routes[h->n_routes++] = route_of(p);
    }
    /* The page holds nothing of anybody, and is where the token is asked for: everybody may have it. */
    for (size_t i = 0; i < web_files_n; i++)
        h->routes[h->n_routes++] = (struct web_route){ .method = "GET",
                                                       .path = web_files[i].path,
                                                       .flags = WEB_OPEN | WEB_INSTANT,
                                                       .handle = handle_page,
                                                       .arg = (void *)(uintptr_t)&web_files[i] };
}

/* ---- what describes them ---- */

static int make_file(struct http *h, const char *type, const struct buf *b, struct web_file *ret, struct err *err)
{
    char hash[SHA256_TEXT_BYTES];
    size_t n_gz = 0;
    void *gz;

    if (buf_check(b, err) < 0)
        return -1;
    sha256_text(b->p, b->n, hash);
    *ret = (struct web_file){ .type = type,
                              .etag = arena_printf(h->arena, "\"%.16s\"", hash),
                              .bytes = (const unsigned char *)arena_dup(h->arena, b->p, b->n),
                              .n = b->n,
                              .changes = true };
    gz = gzip_new(b->p, b->n, &n_gz);
    if (gz) {
        ret->gz = (const unsigned char *)arena_dup(h->arena, gz, n_gz);
        ret->n_gz = n_gz;
    }
    free(gz);
    return 0;
}

static int make_descriptions(struct http *h, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(HTTP_OPENAPI_BYTES), html CLEANUP(buf_done) = BUF(HTTP_OPENAPI_BYTES),
                    style CLEANUP(buf_done) = BUF(HTTP_OPENAPI_BYTES);
    struct json *openapi = openapi_make(a, h);

    json_write(&text, openapi);
    docs_make(&html, openapi);
    buf_adds(&style, docs_style);
    if (make_file(h, "application/json", &text, &h->openapi, err) < 0 ||
        make_file(h, "text/html; charset=utf-8", &html, &h->docs, err) < 0)
        return -1;
    return make_file(h, "text/css; charset=utf-8", &style, &h->style, err);
}

/* ---- opening and closing ---- */

static void init_lock(struct http *h)
{
    pthread_condattr_t attr;

    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&h->idle, &attr);
    pthread_cond_init(&h->turn, &attr);
    pthread_condattr_destroy(&attr);
}

int http_make(const struct http_config *config, struct http **ret, struct err *err)
{
    struct arena *a = arena_new();
    struct http *h = arena_alloc(a, sizeof *h);
    const struct op_entry *const *entries;

    h->arena = a;
    h->config = *config;
    h->user = config->user ? config->user : "local";
    h->began_us = world_mono_us();
    h->counts = arena_array(a, op_table_entries(config->gate->table, &entries), sizeof *h->counts);
    cancel_init(&h->stopping, NULL, 0);
    init_lock(h);
    make_routes(h);
    if (make_descriptions(h, err) < 0 || journal_new(config->journals, h->user, JOURNAL_FEED, &h->feed, err) < 0) {
        http_free(h);
        return -1;
    }
    *ret = h;
    return 0;
}

void http_free(struct http *h)
{
    if (!h)
        return;
    if (h->feed) {
        journal_end(h->feed);
        journal_let_go(h->feed);
    }
    pthread_cond_destroy(&h->idle);
    pthread_cond_destroy(&h->turn);
    pthread_mutex_destroy(&h->lock);
    arena_free(h->arena);
}

int http_open(const struct http_config *config, struct http **ret, struct err *err)
{
    struct http *h;
    struct web *web;

    if (config->gate->policy.any_path)
        return err_set(err, ERR_INTERNAL, "The program is not put together rightly.", "a server that reads any path");
    if (http_make(config, &h, err) < 0)
        return -1;
    if (web_start(&h->config.web, h->routes, h->n_routes, &web, err) < 0) {
        http_free(h);
        return -1;
    }
    atomic_store(&h->web, web);
    *ret = h;
    return 0;
}

uint16_t http_port(const struct http *h)
{
    return web_port(h->web);
}

/* Streamed calls and plain ones share the moment that they are given. */
void http_close(struct http *h)
{
    int64_t began = world_mono_us(), left;

    if (!h)
        return;
    stream_stop_all(h);
    left = HTTP_STOP_MS - (world_mono_us() - began) / 1000;
    journal_end(h->feed);
    web_stop(h->web, left > 0 ? left : 0);
    stream_wait_all(h);
    http_free(h);
}
