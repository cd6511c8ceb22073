/* web_testing.h - a server on a free port, and a client that is a bare socket, so that it can say what no client would.
 */
#pragma once
#include "scratch.h"

#include "base/err.h"
#include "base/world.h"
#include "web/parts.h"
#include "web/web.h"
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#define PATIENCE_MS 5000 /* for anything that should happen */

/* One test's server; start() fills it. */
static struct web *server;
static struct err err;

static inline void start_with(const struct web_config *config, const struct web_route *routes, size_t n,
                              const struct web_tuning *tuning)
{
    struct web_config c = *config;

    c.world = c.world ? c.world : world_system();
    assert_int_equal(web_start_tuned(&c, routes, n, tuning, &server, &err), 0);
}

static inline void stop(void)
{
    web_stop(server, 1000);
    server = NULL;
}

/* ---- the client ---- */

static inline int dial(void)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(web_port(server)) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

static inline void say_n(int fd, const void *p, size_t n)
{
    const char *from = p;

    while (n > 0) {
        ssize_t sent = send(fd, from, n, MSG_NOSIGNAL);
        if (sent < 0)
            return; /* cut off: what it heard before that is what counts */
        from += sent;
        n -= (size_t)sent;
    }
}

static inline void say(int fd, const char *text)
{
    say_n(fd, text, strlen(text));
}

/* Up to n bytes within a time; 0 when the other side has closed; -1 when nothing came. */
static inline ssize_t hear_some(int fd, char *to, size_t n, int ms)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    ssize_t got;

    if (poll(&p, 1, ms) <= 0)
        return -1;
    got = recv(fd, to, n, 0);
    return got < 0 ? 0 : got;
}

struct heard {
    int status;  /* 0: the connection was cut before an answer */
    char *head;  /* up to the empty line */
    char *body;  /* NUL-terminated */
    size_t n;    /* of the body */
    bool closed; /* the other side has closed */
};

static inline size_t length_in(const char *head)
{
    const char *at = strcasestr(head, "\r\nContent-Length: ");

    return at ? strtoul(at + 18, NULL, 10) : 0;
}

/* One answer with a Content-Length, in a buffer that the next call reuses. */
static inline struct heard hear(int fd)
{
    static char text[2 << 20];
    size_t n = 0, all = SIZE_MAX;
    struct heard h = { .head = text };

    while (n < all && n < sizeof text - 1) {
        ssize_t got = hear_some(fd, text + n, all < sizeof text ? all - n : 1, PATIENCE_MS);
        assert_true(got >= 0);
        if (got == 0) {
            h.closed = true;
            break;
        }
        n += (size_t)got;
        text[n] = '\0';
        if (all == SIZE_MAX && n >= 4 && memcmp(text + n - 4, "\r\n\r\n", 4) == 0) {
            h.body = text + n;
            all = n + length_in(text);
        }
    }
    text[n] = '\0';
    h.n = h.body ? (size_t)(text + n - h.body) : 0;
    h.status = h.body ? (int)strtol(text + strlen("HTTP/1.1 "), NULL, 10) : 0;
    return h;
}

/* The same for an answer that has no body although it names a length. */
static inline struct heard hear_head(int fd)
{
    static char text[65536];
    size_t n = 0;

    while (n < sizeof text - 1 && (n < 4 || memcmp(text + n - 4, "\r\n\r\n", 4) != 0)) {
        assert_int_equal(hear_some(fd, text + n, 1, PATIENCE_MS), 1);
        n++;
    }
    text[n] = '\0';
    return (struct heard){ .status = (int)strtol(text + strlen("HTTP/1.1 "), NULL, 10), .head = text };
}

/* All that comes until `text` has come; false when it does not. What came is in hear_text. */
static char hear_text[1 << 20];
static inline bool hear_until(int fd, const char *text)
{
    size_t n = 0;

    hear_text[0] = '\0';
    while (!strstr(hear_text, text)) {
        ssize_t got = hear_some(fd, hear_text + n, sizeof hear_text - 1 - n, PATIENCE_MS);
        if (got <= 0)
            return false;
        n += (size_t)got;
        hear_text[n] = '\0';
    }
    return true;
}

/* Whether the other side closes within a time, whatever it still says. */
static inline bool is_closed_within(int fd, int ms)
{
    char rest[4096];
    int64_t until = world_mono_us() + (int64_t)ms * 1000;

    while (world_mono_us() < until)
        if (hear_some(fd, rest, sizeof rest, (int)((until - world_mono_us()) / 1000) + 1) == 0)
            return true;
    return false;
}

/* A request on a connection of its own. */
static inline struct heard ask(const char *request)
{
    int fd = dial();
    struct heard h;

    say(fd, request);
    h = hear(fd);
    close(fd);
    return h;
}

#define GET(path) "GET " path " HTTP/1.1\r\nHost: localhost\r\n\r\n"

static inline bool has(const struct heard *h, const char *header)
{
    return strcasestr(h->head, header) && strcasestr(h->head, header) < h->body;
}

static inline void assert_error(struct heard h, int status, const char *code)
{
    char field[64];

    snprintf(field, sizeof field, "\"error_code\":\"%s\"", code);
    assert_int_equal(h.status, status);
    assert_non_null(strstr(h.body, field));
    assert_non_null(strstr(h.body, "\"correlation_id\":\""));
}

/* Requests under way. */
static inline size_t busy_now(void)
{
    size_t n;

    pthread_mutex_lock(&server->m);
    n = server->busy;
    pthread_mutex_unlock(&server->m);
    return n;
}

/* Waits until it holds. */
#define EVENTUALLY(condition)                                                                                          \
    do {                                                                                                               \
        for (int tries_ = 0; !(condition) && tries_ < PATIENCE_MS; tries_++)                                           \
            usleep(1000);                                                                                              \
        assert_true(condition);                                                                                        \
    } while (0)
