/* reply.c - answers: bytes, JSON, errors and files of the program, all with the same headers around them.
 *
 * The claim is taken before anything is built: from then on nobody else answers. What the ticker says on a handler's
 * behalf (reply_error) is built in an arena of its own and without the handler's headers, as the handler may be at work
 * on both.
 */
#include "web/reply.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/json.h"
#include "base/log.h"
#include "base/str.h"
#include "model/answer.h"
#include "web/accept.h"
#include "web/gzip.h"

static const struct web_pair every[] = {
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "X-Frame-Options", "DENY" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src "
      "'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'" },
};

/* A response without memory for its headers cannot be answered with: there is no way on. */
static void put(struct MHD_Response *r, const char *name, const char *value)
{
    if (mhd_api.add_response_header(r, name, value) != MHD_YES)
        mhd_api.del_response_header(r, name, value); /* a value with a line end in it: nothing is sent in its place */
}

void reply_add_headers(struct exchange *x, struct MHD_Response *r, const struct web_pairs *more)
{
    bool is_cached = false;

    for (size_t i = 0; i < COUNT_OF(every); i++)
        put(r, every[i].name, every[i].value);
    put(r, "X-Request-Id", x->id);
    for (size_t i = 0; more && i < more->n; i++) {
        put(r, more->at[i].name, more->at[i].value);
        is_cached |= str_ieq(more->at[i].name, "Cache-Control");
    }
    if (!is_cached)
        put(r, "Cache-Control", "no-store");
    if (x->w->is_stopping)
        put(r, "Connection", "close");
}

void web_set(struct exchange *x, const char *name, const char *value)
{
    pairs_add(x->arena, &x->answer, arena_str(x->arena, name), arena_str(x->arena, value));
}

/* ---- bytes ---- */

struct answer {
    int status;
    const char *type; /* NULL: no body */
    void *body;       /* from malloc */
    size_t n;
    const struct web_pairs *more;
};

static void give(struct exchange *x, const struct answer *a, bool is_gzip)
{
    struct MHD_Response *r = mhd_api.create_response_from_buffer(a->n, a->body, MHD_RESPMEM_MUST_FREE);

    if (!r)
        abort();
    if (a->type)
        put(r, "Content-Type", a->type);
    if (is_gzip)
        put(r, "Content-Encoding", "gzip");
    reply_add_headers(x, r, a->more);
    exchange_deliver(x, a->status, r, a->n);
}

static void give_error(struct exchange *x, int status, const struct err *e, const struct web_pairs *handlers);

static bool is_text(const char *type)
{
    return type && (str_starts(type, "text/") || str_starts(type, "application/json") ||
                    str_starts(type, "application/javascript") || strstr(type, "+json") || strstr(type, "+xml"));
}

/* Room for an answer of n bytes until its client has taken it; without it the answer is that there is none. */
static bool claim(struct exchange *x, size_t n)
{
    struct err e;

    if (n <= WEB_UNCOUNTED_BYTES)
        return true;
    if (budget_move(x->arena, n)) {
        x->claim = n;
        return true;
    }
    err_set(&e, ERR_BUSY, "Too many large answers wait to be taken.", "%zu bytes", n);
    err_action(&e, "Try again in a moment, or ask for less.");
    give_error(x, 503, &e, &x->answer);
    return false;
}

/* Compressed, when the client takes that and it pays. The headers are the caller's own list. */
static void give_short(struct exchange *x, struct answer *a, struct web_pairs *more)
{
    const char *codings = web_header(x, "Accept-Encoding");
    void *packed = NULL;
    size_t n = 0;

    if (is_text(a->type) && a->n >= WEB_GZIP_BYTES) {
        pairs_add(x->arena, more, "Vary", "Accept-Encoding");
        if (codings && accept_takes(codings, "gzip"))
            packed = gzip_new(a->body, a->n, &n);
    }
    if (packed) {
        free(a->body);
        a->body = packed;
        a->n = n;
        budget_return(x->claim > n ? x->claim - n : 0);
        x->claim = x->claim > n ? n : x->claim;
    }
    a->more = more;
    give(x, a, packed);
}

void web_reply(struct exchange *x, int status, const char *type, const void *body, size_t n)
{
    struct answer a = { .status = status, .type = type, .n = n };

    if (!exchange_claim(x) || !claim(x, n))
        return;
    a.body = malloc(n + 1);
    if (!a.body)
        abort();
    if (n)
        memcpy(a.body, body, n);
    give_short(x, &a, &x->answer);
}

void web_reply_json(struct exchange *x, int status, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(WEB_ANSWER_BYTES);
    struct answer a = { .status = status, .type = "application/json" };
    struct err e;

    json_write(&b, v);
    if (buf_check(&b, &e) < 0) {
        err_set(&e, ERR_RESOURCE_EXHAUSTED, "The answer is too large to be sent.", "over %u bytes", WEB_ANSWER_BYTES);
        err_action(&e, "Ask for less, or page through it.");
        web_fail(x, &e);
        return;
    }
    if (!exchange_claim(x) || !claim(x, b.n))
        return;
    a.body = buf_take(&b, &a.n);
    give_short(x, &a, &x->answer);
}

/* ---- errors ---- */

int web_status(const struct err *e)
{
    switch (err_kind(e->code)) {
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
        return 400;
    case ERR_KIND_NOT_FOUND:
        return 404;
    case ERR_KIND_CONFLICT:
    case ERR_KIND_ASK:
        return 409;
    case ERR_KIND_TOO_LARGE:
        return 413;
    case ERR_KIND_DENIED:
        return 403;
    case ERR_KIND_TIMEOUT:
        return 504;
    case ERR_KIND_CANCELLED:
    case ERR_KIND_UNAVAILABLE:
        return 503;
    case ERR_KIND_INTERNAL:
        break;
    }
    return 500;
}

/* {"error":{...}} as bytes from malloc. */
static char *error_text(struct exchange *x, struct arena *a, const struct err *e, size_t *ret_n)
{
    struct buf b CLEANUP(buf_done) = BUF(WEB_BODY_BYTES); /* an error has some 3 kB */
    struct json *v = json_object(a);

    json_set(a, v, "error", answer_error(a, x->w->config.world, e, x->id));
    json_write(&b, v);
    return buf_take(&b, ret_n);
}

/* Under the id that the client was told. */
static void log_it(struct exchange *x, const struct err *e)
{
    struct err logged = *e;

    if (!*logged.correlation_id)
        memcpy(logged.correlation_id, x->id, sizeof logged.correlation_id);
    log_error(x->w->config.log, &logged);
}

static void give_error(struct exchange *x, int status, const struct err *e, const struct web_pairs *handlers)
{
    struct arena *arena CLEANUP(arena_cleanup) = arena_new();
    struct answer a = { .status = status };
    struct web_pairs more = { 0 };

    if (status >= 500)
        log_it(x, e);
    for (size_t i = 0; handlers && i < handlers->n; i++)
        pairs_add(arena, &more, handlers->at[i].name, handlers->at[i].value);
    if (status == 503 || status == 429)
        pairs_add(arena, &more, "Retry-After", arena_printf(arena, "%d", WEB_RETRY_SECONDS));
    if (status != 204) {
        a.type = "application/json";
        a.body = error_text(x, arena, e, &a.n);
    }
    a.more = &more;
    give(x, &a, false);
}

void web_fail(struct exchange *x, const struct err *e)
{
    if (exchange_claim(x))
        give_error(x, web_status(e), e, &x->answer);
}

void reply_claimed(struct exchange *x, int status, const struct err *e)
{
    give_error(x, status, e, x->is_out ? NULL : &x->answer);
}

void reply_error(struct exchange *x, int status, const struct err *e)
{
    if (exchange_claim(x))
        reply_claimed(x, status, e);
}

/* ---- files of the program ---- */

/* Weak: the same file goes out compressed and not. */
static const char *etag_of(struct exchange *x, const struct web_file *f)
{
    return arena_printf(x->arena, *f->etag == '"' ? "W/%s" : "W/\"%s\"", f->etag);
}

static bool is_known(struct exchange *x, const char *etag)
{
    const char *known = web_header(x, "If-None-Match");

    return known && (strcmp(known, "*") == 0 || strstr(known, etag + strlen("W/")));
}

void web_reply_file(struct exchange *x, const struct web_file *f)
{
    const char *codings = web_header(x, "Accept-Encoding"), *etag = etag_of(x, f);
    bool is_gzip = f->gz && codings && accept_takes(codings, "gzip"), is_same = is_known(x, etag);
    const unsigned char *bytes = is_gzip ? f->gz : f->bytes;
    size_t n = is_same ? 0 : is_gzip ? f->n_gz : f->n;
    struct MHD_Response *r;

    if (!exchange_claim(x))
        return;
    r = mhd_api.create_response_from_buffer(n, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
    if (!r)
        abort();
    put(r, "Content-Type", f->type);
    put(r, "ETag", etag);
    if (is_gzip && !is_same)
        put(r, "Content-Encoding", "gzip");
    if (f->gz)
        put(r, "Vary", "Accept-Encoding");
    web_set(x, "Cache-Control", f->changes ? "no-cache" : "max-age=31536000, immutable");
    reply_add_headers(x, r, &x->answer);
    exchange_deliver(x, is_same ? 304 : 200, r, n);
}
