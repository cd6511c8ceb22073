/* fetch.c - libcurl's multi interface with one transfer in it: unlike the easy one it comes back often enough to look
 * at the cancel.
 *
 * Each request has a connection of its own. There are few of them, and one that is kept open would be state between
 * requests. */
#include "sys/fetch.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "sys/curl_api.h"
#include <strings.h>

struct transfer {
    const struct curl_api *api;
    CURL *easy;
    CURLM *multi;
    struct curl_slist *headers;
    struct buf body;
    size_t header_bytes;
};

/* ---- what arrives ---- */

static size_t take_body(char *p, size_t size, size_t n, void *arg)
{
    struct transfer *t = arg;

    buf_add(&t->body, p, size * n);
    return t->body.failed ? 0 : size * n; /* less than was given ends the transfer */
}

static size_t take_header(char *p, size_t size, size_t n, void *arg)
{
    struct transfer *t = arg;

    (void)p;
    t->header_bytes += size * n;
    return t->header_bytes > FETCH_HEADER_BYTES ? 0 : size * n;
}

/* ---- setting up ---- */

static void done(struct transfer *t)
{
    if (t->multi && t->easy)
        t->api->multi_remove_handle(t->multi, t->easy);
    t->api->easy_cleanup(t->easy);
    t->api->multi_cleanup(t->multi);
    t->api->slist_free_all(t->headers);
    buf_done(&t->body);
}

static bool add_headers(struct transfer *t, const char *const *headers)
{
    /* Without this, a long body waits for a permission that not every server gives. */
    struct curl_slist *list = t->api->slist_append(NULL, "Expect:");

    t->headers = list;
    for (; list && headers && *headers; headers++) {
        list = t->api->slist_append(t->headers, *headers);
        t->headers = list ? list : t->headers;
    }
    return list != NULL;
}

static bool set_up(struct transfer *t, const struct fetch *f)
{
    __typeof__(curl_easy_setopt) *set = t->api->easy_setopt;
    CURL *e = t->easy;
    const struct {
        CURLoption option;
        long value;
    } numbers[] = {
        { CURLOPT_POST, 1 },
        { CURLOPT_NOSIGNAL, 1 },
        { CURLOPT_FOLLOWLOCATION, 0 },
        { CURLOPT_SSL_VERIFYPEER, 1 },
        { CURLOPT_SSL_VERIFYHOST, 2 },
        { CURLOPT_HTTP09_ALLOWED, 0 },
        { CURLOPT_QUICK_EXIT, 1 }, /* a name that is still being looked up is not waited for */
        { CURLOPT_CONNECTTIMEOUT_MS, (long)f->connect_ms },
        { CURLOPT_TIMEOUT_MS, (long)f->timeout_ms },
    };

    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (set(e, numbers[i].option, numbers[i].value) != CURLE_OK)
            return false;
    return add_headers(t, f->headers) && set(e, CURLOPT_HTTPHEADER, t->headers) == CURLE_OK &&
           set(e, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK && set(e, CURLOPT_PROXY, "") == CURLE_OK &&
           set(e, CURLOPT_URL, f->url) == CURLE_OK &&
           (!f->authorities || set(e, CURLOPT_CAINFO, f->authorities) == CURLE_OK) &&
           set(e, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)f->n_body) == CURLE_OK &&
           set(e, CURLOPT_POSTFIELDS, (const char *)f->body) == CURLE_OK &&
           set(e, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK && set(e, CURLOPT_WRITEDATA, t) == CURLE_OK &&
           set(e, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK && set(e, CURLOPT_HEADERDATA, t) == CURLE_OK;
}

/* ---- running ---- */

static int bad_address(struct err *err, const char *why)
{
    err_set(err, ERR_INVALID_INPUT, "The server's address cannot be used.", "%s", why);
    return err_action(err, "Give an address that begins with http:// or https://.");
}

/* What libcurl says in our words. Its own text names the kind of trouble and nothing of the request. */
static int explain(const struct transfer *t, CURLcode code, struct err *err)
{
    const char *detail = t->api->easy_strerror(code);

    if (t->body.failed || t->header_bytes > FETCH_HEADER_BYTES)
        return err_set(err, ERR_TOO_LARGE, "The server's answer is too long.", "%s", detail);
    switch ((int)code) {
    case CURLE_OPERATION_TIMEDOUT:
        return err_set(err, ERR_QUERY_TIMEOUT, "The server did not answer in time.", "%s", detail);
    case CURLE_URL_MALFORMAT:
        return bad_address(err, detail);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
        err_set(err, ERR_POLICY_VIOLATION, "The server's certificate cannot be trusted.", "%s", detail);
        return err_action(err, "Check the address, and that the authority of its certificate is installed here.");
    case CURLE_SSL_CACERT_BADFILE:
        err_set(err, ERR_POLICY_VIOLATION, "The certificates to trust a server by cannot be read.", "%s", detail);
        return err_action(err, "Check SSL_CERT_FILE, or install your system's package ca-certificates.");
    case CURLE_OUT_OF_MEMORY:
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory for the request.", "%s", detail);
    default:
        break;
    }
    err_set(err, ERR_IO, "The server could not be reached, or its answer broke off.", "%s", detail);
    return err_action(err, "Check that it runs and that its address is right.");
}

/* 0 once the transfer has ended, well or not. */
static int drive(struct transfer *t, const struct cancel *cancel, CURLcode *ret, struct err *err)
{
    int running = 1, left;
    CURLMcode code = t->api->multi_add_handle(t->multi, t->easy);
    CURLMsg *message;

    while (code == CURLM_OK) {
        code = t->api->multi_perform(t->multi, &running);
        if (code != CURLM_OK || running == 0)
            break;
        if (cancel_check(cancel, err) < 0)
            return -1;
        code = t->api->multi_poll(t->multi, NULL, 0, FETCH_TICK_MS, NULL);
    }
    message = code == CURLM_OK ? t->api->multi_info_read(t->multi, &left) : NULL;
    *ret = message ? message->data.result : CURLE_FAILED_INIT;
    return 0;
}

static void take_reply(const struct transfer *t, struct arena *a, struct fetch_reply *ret)
{
    curl_off_t seconds = 0;
    long status = 0;

    t->api->easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    t->api->easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &seconds);
    if (seconds < 0 || seconds > INT32_MAX)
        seconds = INT32_MAX;
    *ret = (struct fetch_reply){ .status = (int)status,
                                 .retry_after_ms = (int64_t)seconds * 1000,
                                 .body = arena_dup(a, t->body.p, t->body.n),
                                 .n = t->body.n };
}

int fetch_ready(struct err *err)
{
    const struct curl_api *api;

    return curl_api(&api, err);
}

int fetch_post(struct arena *a, const struct fetch *f, const struct cancel *cancel, struct fetch_reply *ret,
               struct err *err)
{
    struct transfer t = { .body = BUF(f->most) };
    CURLcode code = CURLE_FAILED_INIT;
    int status = -1;

    if (strncasecmp(f->url, "http://", 7) != 0 && strncasecmp(f->url, "https://", 8) != 0)
        return bad_address(err, "neither http nor https");
    if (curl_api(&t.api, err) < 0 || cancel_check(cancel, err) < 0)
        return -1;
    t.easy = t.api->easy_init();
    t.multi = t.api->multi_init();
    if (!t.easy || !t.multi || !set_up(&t, f))
        err_set(err, ERR_ENGINE_UNAVAILABLE, "The library that talks to other servers cannot be used.",
                "libcurl refuses a setting: it is too old, or there is no memory");
    else if (drive(&t, cancel, &code, err) == 0 && (status = code == CURLE_OK ? 0 : explain(&t, code, err)) == 0)
        take_reply(&t, a, ret);
    done(&t);
    return status;
}
