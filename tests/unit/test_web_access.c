/* test_web_access.c - who may ask: the kernel's word on a peer, the token, the rate, and where a server may listen. */
#include "web_testing.h"

#include "web/accept.h"
#include "web/limiter.h"
#include "web/peer.h"
#include <sys/wait.h>

static atomic_int calls;

static void hello(struct exchange *x, void *arg)
{
    (void)arg;
    calls++;
    web_reply(x, 200, "text/plain", "hello", 5);
}

static const struct web_route routes[] = {
    { .method = "GET", .path = "/", .handle = hello },
    { .method = "GET", .path = "/open", .flags = WEB_OPEN, .handle = hello },
    { .method = "GET", .path = "/unlimited", .flags = WEB_UNLIMITED, .handle = hello },
};

static void start(const struct web_config *config)
{
    start_with(config, routes, COUNT_OF(routes), &web_usual);
}

static struct heard ask_with(const char *path, const char *authorization)
{
    char request[512];

    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n", path,
             authorization ? "Authorization: " : "", authorization ? authorization : "", authorization ? "\r\n" : "");
    return ask(request);
}

/* ---- the peer ---- */

static union web_address address_of(int fd, bool is_remote)
{
    union web_address a = { 0 };
    socklen_t n = sizeof a;

    assert_int_equal(is_remote ? getpeername(fd, &a.any, &n) : getsockname(fd, &a.any, &n), 0);
    return a;
}

/* A connection to ourselves: ends[0] is the server's. */
static void connect_ends(int family, const char *host, int ends[2])
{
    union web_address a = { 0 };
    socklen_t n = sizeof a;
    int listener = socket(family, SOCK_STREAM, 0);

    a.any.sa_family = (sa_family_t)family;
    assert_int_equal(inet_pton(family, host, family == AF_INET ? (void *)&a.v4.sin_addr : (void *)&a.v6.sin6_addr), 1);
    assert_int_equal(bind(listener, &a.any, family == AF_INET ? sizeof a.v4 : sizeof a.v6), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, &a.any, &n), 0);
    ends[1] = socket(family, SOCK_STREAM, 0);
    assert_int_equal(connect(ends[1], &a.any, n), 0);
    ends[0] = accept(listener, NULL, NULL);
    assert_true(ends[0] >= 0);
    close(listener);
}

static void the_kernel_names_the_user_on_the_other_side(void **state)
{
    int diag = peer_open(), ends[2];
    uid_t uid = 12345;

    (void)state;
    assert_true(diag >= 0);
    connect_ends(AF_INET, "127.0.0.1", ends);
    for (int i = 0; i < 2; i++) {
        union web_address local = address_of(ends[0], false), remote = address_of(ends[0], true);
        assert_true(peer_is_loopback(&remote));
        assert_true(peer_uid(diag, &local, &remote, &uid));
        assert_int_equal(uid, geteuid());
    }
    close(ends[0]);
    close(ends[1]);
    close(diag);
}

static void it_does_so_for_ipv6_too(void **state)
{
    int diag = peer_open(), ends[2], probe = socket(AF_INET6, SOCK_STREAM, 0);
    struct sockaddr_in6 a = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    union web_address local, remote;
    uid_t uid = 12345;
    bool has_ipv6 = probe >= 0 && bind(probe, (struct sockaddr *)&a, sizeof a) == 0;

    (void)state;
    close(probe);
    if (!has_ipv6) {
        close(diag);
        skip();
    }
    connect_ends(AF_INET6, "::1", ends);
    local = address_of(ends[0], false);
    remote = address_of(ends[0], true);
    assert_true(peer_is_loopback(&remote));
    assert_true(peer_uid(diag, &local, &remote, &uid));
    assert_int_equal(uid, geteuid());
    close(ends[0]);
    close(ends[1]);
    close(diag);
}

static void a_socket_that_nobody_holds_is_nobodys(void **state)
{
    int diag = peer_open(), ends[2];
    union web_address local, remote;
    uid_t uid;

    (void)state;
    connect_ends(AF_INET, "127.0.0.1", ends);
    local = address_of(ends[0], false);
    remote = address_of(ends[0], true);
    close(ends[1]); /* the kernel says uid 0 now */
    assert_false(peer_uid(diag, &local, &remote, &uid));
    close(ends[0]);
    remote.v4.sin_port = htons(1);
    assert_false(peer_uid(diag, &local, &remote, &uid));
    assert_false(peer_uid(-1, &local, &remote, &uid));
    close(diag);
}

static void addresses_of_this_machine_only_are_loopback(void **state)
{
    static const struct {
        const char *text;
        bool is_loopback;
    } cases[] = {
        { "127.0.0.1", true },
        { "127.255.0.9", true },
        { "128.0.0.1", false },
        { "10.0.0.1", false },
        { "0.0.0.0", false },
        { "::1", true },
        { "::2", false },
        { "::", false },
        { "::ffff:127.0.0.1", true },
        { "::ffff:192.168.0.1", false },
        { "fe80::1", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        union web_address a = { 0 };
        if (inet_pton(AF_INET, cases[i].text, &a.v4.sin_addr) == 1)
            a.any.sa_family = AF_INET;
        else if (inet_pton(AF_INET6, cases[i].text, &a.v6.sin6_addr) == 1)
            a.any.sa_family = AF_INET6;
        assert_int_equal(peer_is_loopback(&a), cases[i].is_loopback);
    }
}

/* Asks as another user, in a child; its status, and 0 when that could not be. */
static int ask_as(uid_t uid, const char *authorization, bool closes_at_once)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        if (setuid(uid) != 0)
            _exit(0);
        if (closes_at_once) {
            int fd = dial();
            say(fd, GET("/"));
            close(fd);
            _exit(1);
        }
        _exit(ask_with("/", authorization).status / 100 * 10 + ask_with("/", authorization).status % 10);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

static void another_users_process_is_refused_without_the_token(void **state)
{
    struct web_numbers n;

    (void)state;
    if (geteuid() != 0)
        skip();
    start(&(struct web_config){ .token = "secret" });
    assert_int_equal(ask_with("/", NULL).status, 200);
    assert_int_equal(ask_as(0, NULL, false), 20);
    assert_int_equal(ask_as(65534, NULL, false), 41);
    assert_int_equal(ask_as(65534, "Bearer wrong", false), 41);
    assert_int_equal(ask_as(65534, "Bearer secret", false), 20);
    calls = 0;
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask_as(65534, NULL, true), 1); /* and cannot pass for root by closing early */
    EVENTUALLY((web_count(server, &n), n.connections == 0));
    assert_int_equal(calls, 0);
    stop();
}

static void root_is_trusted_by_a_user(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    assert_int_equal(seteuid(65534), 0);
    start(&(struct web_config){ 0 });
    assert_int_equal(seteuid(0), 0);
    assert_int_equal(ask_with("/", NULL).status, 200);
    stop();
}

/* ---- the token ---- */

static void on_any_other_address_everybody_needs_the_token(void **state)
{
    static const char *const wrong[] = { NULL,           "Bearer",         "Bearer ",
                                         "Bearer secre", "Bearer secrett", "Bearer Secret",
                                         "Basic secret", "secret",         "Bearer  secret" };

    (void)state;
    start(&(struct web_config){ .host = "0.0.0.0", .token = "secret" });
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct heard h = ask_with("/", wrong[i]);
        assert_error(h, 401, "POLICY_VIOLATION");
        assert_true(has(&h, "\r\nWWW-Authenticate: Bearer\r\n"));
        assert_int_equal(ask_with("/none", wrong[i]).status, 401);
    }
    assert_int_equal(ask_with("/", "Bearer secret").status, 200);
    assert_int_equal(ask_with("/", "bearer secret").status, 200);
    assert_int_equal(ask_with("/none", "Bearer secret").status, 404);
    assert_int_equal(ask_with("/open", NULL).status, 200);
    assert_int_equal(ask("GET /open HTTP/1.1\r\nHost: evil\r\n\r\n").status, 403);
    stop();
}

static void who_shows_the_token_may_ask_at_a_rate(void **state)
{
    struct heard h;

    (void)state;
    start(&(struct web_config){ .host = "0.0.0.0", .token = "secret", .rate = 1 });
    for (int i = 0; i < 2; i++)
        assert_int_equal(ask_with("/", "Bearer secret").status, 200);
    h = ask_with("/", "Bearer secret");
    assert_error(h, 429, "BUSY");
    assert_true(has(&h, "\r\nRetry-After: 1\r\n"));
    assert_int_equal(ask_with("/unlimited", "Bearer secret").status, 200);
    usleep(1200000);
    assert_int_equal(ask_with("/", "Bearer secret").status, 200);
    stop();
}

static void the_servers_own_user_is_not_limited(void **state)
{
    (void)state;
    start(&(struct web_config){ .rate = 1 });
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask_with("/", NULL).status, 200);
    stop();
}

static void each_address_has_a_bucket_of_its_own(void **state)
{
    struct limiter *l = limiter_new(2);
    union web_address one = { .v4 = { .sin_family = AF_INET } }, other = one, six = { .any.sa_family = AF_INET6 };
    int64_t now = 1;

    (void)state;
    one.v4.sin_addr.s_addr = htonl(0x0a000001);
    other.v4.sin_addr.s_addr = htonl(0x0a000002);
    for (int i = 0; i < 4; i++)
        assert_true(limiter_take(l, &one, now));
    assert_false(limiter_take(l, &one, now));
    assert_true(limiter_take(l, &other, now));
    assert_false(limiter_take(l, &one, now + 499999));
    assert_true(limiter_take(l, &one, now + 500000));
    assert_false(limiter_take(l, &one, now + 500000));
    now += 1000000000; /* full again, and no fuller */
    for (int i = 0; i < 4; i++)
        assert_true(limiter_take(l, &one, now));
    assert_false(limiter_take(l, &one, now));
    for (int i = 0; i < 4; i++) { /* one /64 is one client */
        six.v6.sin6_addr.s6_addr[15] = (uint8_t)i;
        assert_true(limiter_take(l, &six, now));
    }
    assert_false(limiter_take(l, &six, now));
    limiter_free(l);
}

/* ---- where it listens ---- */

static void assert_does_not_start(const struct web_config *config, enum err_code code)
{
    struct web_config c = *config;
    struct web *w = NULL;
    size_t before = count_fds();

    c.world = world_system();
    assert_int_equal(web_start(&c, routes, COUNT_OF(routes), &w, &err), -1);
    assert_int_equal(err.code, code);
    assert_true(*err.action);
    assert_int_equal(count_fds(), before);
}

static void where_it_cannot_listen_it_says_why(void **state)
{
    (void)state;
    start(&(struct web_config){ 0 });
    assert_does_not_start(&(struct web_config){ .port = web_port(server) }, ERR_CONFLICT);
    assert_does_not_start(&(struct web_config){ .host = "0.0.0.0" }, ERR_USAGE);
    assert_does_not_start(&(struct web_config){ .host = "0.0.0.0", .token = "" }, ERR_USAGE);
    assert_does_not_start(&(struct web_config){ .host = "203.0.113.7", .token = "x" }, ERR_USAGE);
    assert_does_not_start(&(struct web_config){ .host = "example.org", .token = "x" }, ERR_USAGE);
    stop();
}

/* ---- what a client takes ---- */

static void lists_of_types_are_read_as_they_are_meant(void **state)
{
    static const struct {
        const char *list, *type;
        bool takes;
    } cases[] = {
        { "text/event-stream", "text/event-stream", true },
        { "TEXT/Event-Stream; charset=utf-8", "text/event-stream", true },
        { "application/json, text/event-stream", "text/event-stream", true },
        { "application/json", "text/event-stream", false },
        { "*/*", "text/event-stream", true },
        { "text/*;q=0.5", "text/event-stream", true },
        { "text/*", "application/json", false },
        { "*/*, text/event-stream;q=0", "text/event-stream", false },
        { "text/event-stream;q=0.001", "text/event-stream", true },
        { "text/event-stream ; Q=0.000", "text/event-stream", false },
        { "text/event-stream;v=1;q=0", "text/event-stream", false },
        { "text/event-streams", "text/event-stream", false },
        { "", "text/event-stream", false },
        { ",,;", "text/event-stream", false },
        { "gzip", "gzip", true },
        { "br, *;q=0", "gzip", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(accept_takes(cases[i].list, cases[i].type), cases[i].takes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_names_the_user_on_the_other_side),
        cmocka_unit_test(it_does_so_for_ipv6_too),
        cmocka_unit_test(a_socket_that_nobody_holds_is_nobodys),
        cmocka_unit_test(addresses_of_this_machine_only_are_loopback),
        cmocka_unit_test(another_users_process_is_refused_without_the_token),
        cmocka_unit_test(root_is_trusted_by_a_user),
        cmocka_unit_test(on_any_other_address_everybody_needs_the_token),
        cmocka_unit_test(who_shows_the_token_may_ask_at_a_rate),
        cmocka_unit_test(the_servers_own_user_is_not_limited),
        cmocka_unit_test(each_address_has_a_bucket_of_its_own),
        cmocka_unit_test(where_it_cannot_listen_it_says_why),
        cmocka_unit_test(lists_of_types_are_read_as_they_are_meant),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
