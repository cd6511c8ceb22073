/* mcp_testing.h - a client on two pipes, with a server behind them in a thread of its own. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "mcp/mcp.h"
#include "mcp/mcp_host.h"
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HANDSHAKE(version, capabilities)                                                                               \
    "{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" version       \
    "\",\"capabilities\":" capabilities ",\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}"

/* The _meta of a request of 2026-07-28, for within params. */
#define META(capabilities)                                                                                             \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                                           \
    "\"io.modelcontextprotocol/clientCapabilities\":" capabilities "}"

struct client {
    struct mcp *m;
    pthread_t thread;
    int to_server[2], from_server[2];
    struct arena *arena;
    char heard[1 << 16]; /* bytes behind the last line */
    size_t n;
    int status; /* of mcp_stdio */
};

static inline void *client_serve(void *arg)
{
    struct client *c = arg;
    struct err err;

    c->status = mcp_stdio(c->m, c->to_server[0], c->from_server[1], &err);
    close(c->from_server[1]);
    return NULL;
}

static inline struct client *client_start(const struct mcp_host *host)
{
    struct client *c = calloc(1, sizeof *c);

    assert_non_null(c);
    assert_int_equal(pipe(c->to_server), 0);
    assert_int_equal(pipe(c->from_server), 0);
    c->arena = arena_new();
    c->m = mcp_new(&(struct mcp_config){ .host = host, .world = world_system() });
    assert_int_equal(pthread_create(&c->thread, NULL, client_serve, c), 0);
    return c;
}

/* Closes the client's end and waits for the server's. */
static inline int client_stop(struct client *c)
{
    int status;

    close(c->to_server[1]);
    pthread_join(c->thread, NULL);
    mcp_free(c->m);
    close(c->to_server[0]);
    close(c->from_server[0]);
    arena_free(c->arena);
    status = c->status;
    free(c);
    return status;
}

static inline void client_send(struct client *c, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t sent = write(c->to_server[1], bytes, n);
        assert_true(sent > 0);
        bytes += sent;
        n -= (size_t)sent;
    }
}

static inline void client_say(struct client *c, const char *line)
{
    client_send(c, line, strlen(line));
    client_send(c, "\n", 1);
}

/* The next line, or NULL when none comes in time or the server has closed. */
static inline struct json *client_listen(struct client *c, int ms)
{
    struct pollfd wait = { .fd = c->from_server[0], .events = POLLIN };
    struct buf line CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *v;
    struct err err;

    for (;;) {
        char *end = memchr(c->heard, '\n', c->n);
        size_t part = end ? (size_t)(end - c->heard) : c->n;
        buf_add(&line, c->heard, part);
        c->n -= end ? part + 1 : part;
        memmove(c->heard, end ? end + 1 : c->heard, c->n);
        if (end)
            break;
        if (poll(&wait, 1, ms) <= 0)
            return NULL;
        ssize_t got = read(c->from_server[0], c->heard, sizeof c->heard);
        if (got <= 0)
            return NULL;
        c->n = (size_t)got;
    }
    if (json_parse(c->arena, line.p, line.n, &v, &err) < 0)
        fail_msg("not JSON: %s", line.p);
    return v;
}

static inline struct json *client_hear(struct client *c)
{
    struct json *v = client_listen(c, 5000);

    if (!v)
        fail_msg("nothing was heard");
    return v;
}

/* Says one line and hears one. */
static inline struct json *client_ask(struct client *c, const char *line)
{
    client_say(c, line);
    return client_hear(c);
}

static inline int64_t error_code(const struct json *message)
{
    return json_get_int(json_get(message, "error"), "code", 0);
}

static inline const struct json *result_of(const struct json *message)
{
    if (!json_get(message, "result"))
        fail_msg("an error instead of a result: %s", json_get_text(json_get(message, "error"), "message"));
    return json_get(message, "result");
}

/* The text of a tool's first content block. */
static inline const char *said(const struct json *message)
{
    return json_get_text(json_at(json_get(result_of(message), "content"), 0), "text");
}

static inline void assert_method(const struct json *message, const char *method)
{
    const char *is = json_get_text(message, "method");

    if (!is || strcmp(is, method) != 0)
        fail_msg("%s instead of %s", is ? is : "a response", method);
}
