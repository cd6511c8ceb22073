/* check.c - may this request be answered? Asked of its head, in an order that tells a stranger nothing: first whether
 * it is one request, then whom it was sent to (Host, Origin), then who asks, then whether there is such a route, then
 * the rest.
 */
#include "base/arena.h"
#include "base/str.h"
#include "base/world.h"
#include "web/host.h"
#include "web/limiter.h"
#include "web/parts.h"
#include "web/peer.h"
#include "web/upload.h"
#include <strings.h>
#include <unistd.h>

int web_refuse(struct exchange *x, int status, enum err_code code, const char *message, const char *action)
{
    x->is_refused = true;
    x->refusal_status = status;
    x->refusal = arena_alloc(x->arena, sizeof *x->refusal);
    err_set(x->refusal, code, message, "%d for %s", status, x->method);
    if (action)
        err_action(x->refusal, "%s", action);
    return -1;
}

static int malformed(struct exchange *x, const char *message)
{
    return web_refuse(x, 400, ERR_INVALID_INPUT, message, NULL);
}

/* Where the body ends must be beyond doubt, whatever the answer: a proxy that sees another end would take what follows
 * for somebody else's request. */
static int check_framing(struct exchange *x)
{
    const char *wrong = NULL;

    if (web_header_count(x, "Content-Length") + web_header_count(x, "Transfer-Encoding") > 1)
        wrong = "The length of the body is said twice.";
    for (size_t i = 0; i < x->headers.n; i++)
        if (strpbrk(x->headers.at[i].name, " \t"))
            wrong = "The name of a header has a blank in it.";
    if (!wrong)
        return 0;
    web_set(x, "Connection", "close");
    return malformed(x, wrong);
}

/* ---- whom it was sent to ---- */

static int check_host(struct exchange *x)
{
    const char *host = web_header(x, "Host"), *origin = web_header(x, "Origin");

    if (web_header_count(x, "Host") > 1 || web_header_count(x, "Origin") > 1)
        return malformed(x, "Host and Origin may be said once.");
    if (!host)
        return malformed(x, "The request does not say which host it is for.");
    if (!host_is_ours(x->w, x->conn, host))
        return web_refuse(x, 403, ERR_POLICY_VIOLATION, "This server does not go by that name.",
                          "Use the address that it printed when it started.");
    if (origin && !host_is_our_origin(x->w, x->conn, origin))
        return web_refuse(x, 403, ERR_POLICY_VIOLATION, "Pages from elsewhere may not ask this server.", NULL);
    return 0;
}

/* ---- who asks ---- */

static bool is_trusted(struct exchange *x)
{
    struct conn *c = x->conn;
    uid_t uid;

    if (c->peer == PEER_UNKNOWN)
        c->peer = x->w->is_loopback && peer_is_loopback(&c->remote) &&
                          peer_uid(x->w->diag, &c->local, &c->remote, &uid) && (uid == geteuid() || uid == 0)
                      ? PEER_TRUSTED
                      : PEER_STRANGER;
    return c->peer == PEER_TRUSTED;
}

/* Takes as long whatever the token is, which is not empty. */
static bool is_token(const char *given, const char *token)
{
    size_t n = strlen(token), n_given = strlen(given);
    unsigned char differs = n != n_given;

    for (size_t i = 0; i < n_given; i++)
        differs |= (unsigned char)(given[i] ^ token[i % n]);
    return !differs;
}

static bool shows_token(struct exchange *x)
{
    const char *given = web_header(x, "Authorization"), *token = x->w->config.token;

    return token && *token && given && strncasecmp(given, "Bearer ", 7) == 0 && is_token(given + 7, token);
}

static int check_peer(struct exchange *x)
{
    if (x->route && x->route->flags & WEB_OPEN)
        return 0;
    if (is_trusted(x))
        return 0;
    if (!shows_token(x)) {
        web_set(x, "WWW-Authenticate", "Bearer");
        return web_refuse(x, 401, ERR_POLICY_VIOLATION, "This server serves its own user only.",
                          "Send its token as Authorization: Bearer.");
    }
    if (x->route && x->route->flags & WEB_UNLIMITED)
        return 0;
    if (limiter_take(x->w->limiter, &x->conn->remote, world_mono_us()))
        return 0;
    return web_refuse(x, 429, ERR_BUSY, "Too many requests.", "Ask more slowly.");
}

/* ---- the route ---- */

static int check_route(struct exchange *x, const char *allow)
{
    if (x->route)
        return 0;
    if (!allow)
        return web_refuse(x, 404, ERR_NOT_FOUND, "There is nothing at this address.", NULL);
    web_set(x, "Allow", allow);
    if (strcmp(x->method, "OPTIONS") == 0)
        return web_refuse(x, 204, ERR_INVALID_INPUT, "", NULL);
    return web_refuse(x, 405, ERR_INVALID_INPUT, "This address does not take that method.", NULL);
}

/* ---- the body ---- */

/* Whether the content type is this one, whatever its parameters. */
static bool is_type(struct exchange *x, const char *type)
{
    const char *given = web_header(x, "Content-Type");
    size_t n = strlen(type);

    return given && strncasecmp(given, type, n) == 0 && (!given[n] || strchr("; \t", given[n]));
}

static int wrong_type(struct exchange *x, const char *action)
{
    return web_refuse(x, 415, ERR_INVALID_INPUT, "This address does not take a body of that type.", action);
}

static int check_type(struct exchange *x)
{
    bool is_json = is_type(x, "application/json"), is_form = is_type(x, "multipart/form-data");

    if (x->route->body == WEB_JSON && !(x->route->flags & WEB_ANY_TYPE) && !is_json)
        return wrong_type(x, "Send application/json.");
    if (x->route->body == WEB_UPLOAD && !is_form)
        return wrong_type(x, "Send multipart/form-data.");
    if (x->route->body == WEB_EITHER && !is_json && !is_form)
        return wrong_type(x, "Send multipart/form-data or application/json.");
    return x->route->body != WEB_JSON && is_form ? upload_new(x, &x->upload) : 0;
}

static int check_length(struct exchange *x, const char *length)
{
    uint64_t n = 0;

    for (const char *p = length; p && *p; p++) {
        if (*p < '0' || *p > '9' || n > UINT64_MAX / 16)
            return malformed(x, "The Content-Length is no number.");
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (n <= x->max_body)
        return 0;
    return web_refuse(x, 413, x->upload ? ERR_FILE_TOO_LARGE : ERR_TOO_LARGE, "The request is too large.",
                      "Send less, or upload a file.");
}

static int check_body(struct exchange *x)
{
    const char *length = web_header(x, "Content-Length"), *coding = web_header(x, "Transfer-Encoding");
    const char *expect = web_header(x, "Expect");
    bool has_body = coding || (length && strcmp(length, "0") != 0);

    if (coding && !str_ieq(coding, "chunked"))
        return malformed(x, "The transfer coding is not known here.");
    if (expect && !str_ieq(expect, "100-continue"))
        return web_refuse(x, 417, ERR_INVALID_INPUT, "That expectation is not known here.", NULL);
    if (web_header(x, "Content-Encoding") && has_body && !str_ieq(web_header(x, "Content-Encoding"), "identity"))
        return wrong_type(x, "Send it without compression.");
    if (x->route->body == WEB_NO_BODY)
        return has_body ? malformed(x, "This address takes no body.") : 0;
    if (!has_body && x->route->body == WEB_UPLOAD)
        return malformed(x, "There is no file in the upload.");
    if (has_body && check_type(x) < 0)
        return -1;
    x->max_body = x->route->max_body ? x->route->max_body
                  : x->upload        ? (size_t)WEB_UPLOAD_BYTES + WEB_PARTS * WEB_PART_BYTES
                                     : WEB_BODY_BYTES;
    x->body.max = x->max_body;
    return check_length(x, length);
}

/* libmicrohttpd has room for more (WEB_ROOM_BYTES), and refuses what is larger still in its own words. */
static int check_size(struct exchange *x)
{
    const union MHD_ConnectionInfo *info = mhd_api.get_connection_info(x->mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

    if (!info || info->header_size <= WEB_HEAD_BYTES)
        return 0;
    return web_refuse(x, 431, ERR_TOO_LARGE, "The head of the request is too large.", "Send fewer or shorter headers.");
}

int check_head(struct exchange *x)
{
    const char *allow = NULL;

    if (check_size(x) < 0 || check_framing(x) < 0)
        return -1;
    if (target_read(x) < 0)
        return malformed(x, "The address is not well-formed.");
    x->route = target_route(x, &allow);
    if (check_host(x) < 0 || check_peer(x) < 0 || check_route(x, allow) < 0)
        return -1;
    if (x->w->is_stopping)
        return web_refuse(x, 503, ERR_BUSY, "The server is going down.", "Try again in a moment.");
    return check_body(x);
}
