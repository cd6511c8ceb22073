/* web_echo.c - a small server on the web core, for load tests and for looking at it with other programs' eyes.
 *
 *   web_echo [SPOOL [TOKEN [HOST [PORT]]]]
 *
 * Prints its port and serves until standard input ends:
 *   GET  /hello          26 bytes of JSON, in the quick pool
 *   GET  /instant        the same, on the event thread
 *   POST /echo           the JSON that was sent
 *   POST /upload         {"name","bytes","description"} of the part `file`
 *   GET  /slow/{ms}      sleeps so long in the slow pool, unless it is cancelled
 *   GET  /feed           a stream that says the time once a second
 *   GET  /count/{n}      a stream of n events that ends
 *   GET  /numbers        the server's own numbers
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "web/journal.h"
#include "web/web.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define TICK_US 1000000 /* between two events of the feed */
#define STOP_MS 2000    /* for what runs at the end */

static struct web *web;
static struct journals *journals;
static struct journal *feed;
static atomic_bool is_over;

static void hello(struct exchange *x, void *arg)
{
    static const char text[] = "{\"hello\":\"world\",\"n\":12345}";

    (void)arg;
    web_reply(x, 200, "application/json", text, sizeof text - 1);
}

static void echo(struct exchange *x, void *arg)
{
    struct json *v;
    struct err err;

    (void)arg;
    if (web_json(x, &v, &err) < 0)
        web_fail(x, &err);
    else
        web_reply_json(x, 200, v);
}

static void upload(struct exchange *x, void *arg)
{
    struct arena *a = web_arena(x);
    struct json *v = json_object(a);
    struct stat st;

    (void)arg;
    if (stat(web_upload_path(x), &st) != 0)
        return;
    json_set(a, v, "name", json_str(a, web_upload_name(x)));
    json_set(a, v, "bytes", json_int(a, st.st_size));
    json_set(a, v, "description", json_str(a, web_part(x, "description")));
    web_reply_json(x, 201, v);
}

static void slow(struct exchange *x, void *arg)
{
    long ms = strtol(web_param(x, "ms"), NULL, 10);
    struct err err;

    (void)arg;
    for (long waited = 0; waited < ms; waited += 10) {
        if (cancel_check(web_cancel(x), &err) < 0) {
            web_fail(x, &err);
            return;
        }
        usleep(10000);
    }
    web_reply(x, 200, "text/plain", "done", 4);
}

static void follow_feed(struct exchange *x, void *arg)
{
    (void)arg;
    web_follow(x, feed, 0);
}

static void count_to(struct exchange *x, void *arg)
{
    long n = strtol(web_param(x, "n"), NULL, 10);
    struct journal *j;
    struct err err;

    (void)arg;
    if (journal_new(journals, "local", JOURNAL_WHOLE, &j, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    web_follow(x, j, 0);
    for (long i = 1; i <= n; i++)
        if (journal_add(j, "n", arena_printf(web_arena(x), "{\"n\":%ld}", i), &err) < 0)
            break;
    journal_end(j);
    journal_let_go(j);
}

static void numbers(struct exchange *x, void *arg)
{
    struct arena *a = web_arena(x);
    struct json *v = json_object(a);
    struct web_numbers n;

    (void)arg;
    web_count(web, &n);
    json_set(a, v, "requests", json_int(a, (int64_t)n.requests));
    json_set(a, v, "refused", json_int(a, (int64_t)n.refused));
    json_set(a, v, "failed", json_int(a, (int64_t)n.failed));
    json_set(a, v, "connections", json_int(a, (int64_t)n.connections));
    json_set(a, v, "streams", json_int(a, (int64_t)n.streams));
    json_set(a, v, "waiting", json_int(a, (int64_t)n.waiting));
    json_set(a, v, "running", json_int(a, (int64_t)n.running));
    web_reply_json(x, 200, v);
}

static const struct web_route routes[] = {
    { .method = "GET", .path = "/hello", .handle = hello },
    { .method = "GET", .path = "/instant", .flags = WEB_INSTANT, .handle = hello },
    { .method = "POST", .path = "/echo", .body = WEB_JSON, .handle = echo },
    { .method = "POST", .path = "/upload", .body = WEB_UPLOAD, .handle = upload },
    { .method = "GET", .path = "/slow/{ms}", .flags = WEB_SLOW, .handle = slow },
    { .method = "GET", .path = "/feed", .handle = follow_feed },
    { .method = "GET", .path = "/count/{n}", .flags = WEB_SLOW, .handle = count_to },
    { .method = "GET", .path = "/numbers", .handle = numbers },
};

static void *tick(void *arg)
{
    (void)arg;
    while (!is_over) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct err err;
        const char *text = arena_printf(a, "{\"us\":%lld}", (long long)world_mono_us());

        if (journal_add(feed, "tick", text, &err) < 0)
            break;
        usleep(TICK_US);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct web_config config = { .world = world_system(), .spool = argc > 1 && *argv[1] ? argv[1] : NULL };
    pthread_t ticker;
    struct err err;
    char byte;

    config.token = argc > 2 && *argv[2] ? argv[2] : NULL;
    config.host = argc > 3 ? argv[3] : NULL;
    config.port = argc > 4 ? (uint16_t)strtoul(argv[4], NULL, 10) : 0;
    journals = journals_new(config.world);
    if (journal_new(journals, "local", JOURNAL_FEED, &feed, &err) < 0 ||
        web_start(&config, routes, sizeof routes / sizeof routes[0], &web, &err) < 0) {
        fprintf(stderr, "%s %s\n", err.message, err.action);
        return 1;
    }
    pthread_create(&ticker, NULL, tick, NULL);
    printf("%u\n", web_port(web));
    fflush(stdout);
    while (read(0, &byte, 1) > 0)
        ;
    is_over = true;
    pthread_join(ticker, NULL);
    journal_end(feed);
    web_stop(web, STOP_MS);
    journal_let_go(feed);
    journals_free(journals);
    return 0;
}
