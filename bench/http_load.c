/* bench/http_load.c - many clients of one server at once: some read a stream of events, some ask again and again.
 *
 *   bench-http-load PORT PID IDLE BUSY SECONDS REQUEST
 *
 * Opens IDLE connections to 127.0.0.1:PORT that follow /api/events, then BUSY ones that each send the bytes of the file
 * REQUEST, read the answer and send them again, on the same connection, for SECONDS. Then it waits until every idle one
 * has heard the server's heartbeat. Prints one line of names and figures; what the kernel says of the server (PID) was
 * asked before the busy ones came and after they went.
 *
 * One thread and one epoll, so that the figures are the server's and not those of a crowd of threads. An answer must
 * have status 200 and a Content-Length; anything else counts as failed and ends that client.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define HEAD_BYTES 8192    /* an answer's head is a tenth of it */
#define READ_BYTES 65536   /* at once */
#define EVENTS 256         /* taken from epoll at once */
#define SETTLE_MS 10000    /* for the idle ones to be answered at the beginning */
#define HEARTBEAT_MS 20000 /* the server's are 15 s apart */

struct client {
    int fd;
    bool is_idle, is_open, has_head, heard;
    char head[HEAD_BYTES];
    size_t n_head;
    uint64_t body_left, sent_us;
};

struct load {
    int epoll;
    uint16_t port;
    const char *pid;
    char *request;
    size_t n_request;
    struct client *clients;
    size_t n_idle, n_busy, answered, heard; /* of the idle ones: those with a head, those with a heartbeat */
    uint32_t *took_us;
    size_t n_took, cap_took, failed;
    bool is_over; /* the busy ones send no more */
    size_t under_way;
};

static void die(const char *what)
{
    fprintf(stderr, "bench-http-load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* A figure of /proc/PID/status: "VmRSS:", "Threads:". */
static long server_figure(const struct load *l, const char *name)
{
    char path[64], line[256];
    long value = -1;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%s/status", l->pid);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, name, strlen(name)) == 0)
            value = strtol(line + strlen(name), NULL, 10);
    if (f)
        fclose(f);
    return value;
}

/* ---- clients ---- */

static void client_open(struct load *l, struct client *c)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(l->port) };
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = c };
    int yes = 1;

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0)
        die("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (fcntl(c->fd, F_SETFL, O_NONBLOCK) != 0 || epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &e) != 0)
        die("epoll_ctl");
    c->is_open = true;
}

static void client_close(struct client *c)
{
    if (c->is_open)
        close(c->fd);
    c->is_open = false;
}

static void client_fail(struct load *l, struct client *c)
{
    if (!c->is_idle)
        l->under_way--;
    l->failed++;
    client_close(c);
}

/* A request is far smaller than a socket's buffer, which is empty now: it goes in whole or something is wrong. */
static void client_ask(struct load *l, struct client *c, const char *p, size_t n)
{
    c->n_head = 0;
    c->has_head = false;
    c->sent_us = now_us();
    if (send(c->fd, p, n, MSG_NOSIGNAL) != (ssize_t)n)
        die("send");
    if (!c->is_idle)
        l->under_way++;
}

static void note_time(struct load *l, uint64_t us)
{
    if (l->n_took == l->cap_took) {
        l->cap_took = l->cap_took ? l->cap_took * 2 : 65536;
        l->took_us = realloc(l->took_us, l->cap_took * sizeof *l->took_us);
        if (!l->took_us)
            die("memory");
    }
    l->took_us[l->n_took++] = (uint32_t)us;
}

static void client_done(struct load *l, struct client *c)
{
    note_time(l, now_us() - c->sent_us);
    l->under_way--;
    if (!l->is_over)
        client_ask(l, c, l->request, l->n_request);
}

/* The head, when all of it is there: the length of the body, or for a stream nothing. False: it is no good. */
static bool read_head(struct load *l, struct client *c, const char *end)
{
    const char *length = strcasestr(c->head, "\r\nContent-Length:");

    c->has_head = true;
    if (strncmp(c->head, "HTTP/1.1 200", 12) != 0)
        return false;
    if (c->is_idle) {
        l->answered++;
        return true;
    }
    if (!length || length > end)
        return false;
    c->body_left = strtoull(length + 17, NULL, 10);
    return true;
}

/* Takes bytes into the head; what of them belongs to the body is left. False: it is no good. */
static bool take_head(struct load *l, struct client *c, const char **p, size_t *n)
{
    size_t room = sizeof c->head - 1 - c->n_head, some = *n < room ? *n : room, had = c->n_head, used;
    char *end;

    memcpy(c->head + had, *p, some);
    c->n_head += some;
    c->head[c->n_head] = '\0';
    end = strstr(c->head, "\r\n\r\n");
    if (!end) {
        *n = 0;
        return some < room;
    }
    used = (size_t)(end + 4 - c->head) - had;
    *p += used;
    *n -= used;
    return read_head(l, c, end);
}

/* A heartbeat is a comment: a line that begins with a colon. */
static void take_events(struct load *l, struct client *c, const char *p, size_t n)
{
    if (c->heard || !memmem(p, n, "\n:", 2))
        return;
    c->heard = true;
    l->heard++;
}

static void client_take(struct load *l, struct client *c, const char *p, size_t n)
{
    if (!c->has_head && !take_head(l, c, &p, &n)) {
        client_fail(l, c);
        return;
    }
    if (!c->has_head)
        return;
    if (c->is_idle) {
        take_events(l, c, p, n);
        return;
    }
    if (n > c->body_left) {
        client_fail(l, c);
        return;
    }
    c->body_left -= n;
    if (c->body_left == 0)
        client_done(l, c);
}

static void client_read(struct load *l, struct client *c)
{
    static char room[READ_BYTES];
    ssize_t n = recv(c->fd, room, sizeof room, 0);

    if (n > 0)
        client_take(l, c, room, (size_t)n);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        client_fail(l, c);
}

/* ---- the run ---- */

/* Takes what comes until the time is over or `done` says so. */
static void serve(struct load *l, uint64_t until_us, bool (*done)(const struct load *))
{
    struct epoll_event events[EVENTS];

    for (uint64_t now = now_us(); now < until_us && !(done && done(l)); now = now_us()) {
        int n = epoll_wait(l->epoll, events, EVENTS, (int)((until_us - now + 999) / 1000));
        for (int i = 0; i < n; i++)
            client_read(l, events[i].data.ptr);
    }
}

static bool all_are_answered(const struct load *l)
{
    return l->answered + l->failed >= l->n_idle;
}

static bool nothing_is_under_way(const struct load *l)
{
    return l->under_way == 0;
}

static bool all_were_heard(const struct load *l)
{
    size_t open = 0;

    for (size_t i = 0; i < l->n_idle; i++)
        open += l->clients[i].is_open;
    return l->heard >= open;
}

static void open_idle(struct load *l)
{
    static const char request[] = "GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

    for (size_t i = 0; i < l->n_idle; i++) {
        l->clients[i].is_idle = true;
        client_open(l, &l->clients[i]);
        client_ask(l, &l->clients[i], request, sizeof request - 1);
    }
    serve(l, now_us() + SETTLE_MS * 1000, all_are_answered);
}

static double run_busy(struct load *l, unsigned seconds)
{
    struct client *busy = l->clients + l->n_idle;
    uint64_t began;

    for (size_t i = 0; i < l->n_busy; i++)
        client_open(l, &busy[i]);
    began = now_us();
    for (size_t i = 0; i < l->n_busy; i++)
        client_ask(l, &busy[i], l->request, l->n_request);
    serve(l, began + (uint64_t)seconds * 1000000, nothing_is_under_way);
    l->is_over = true;
    serve(l, now_us() + SETTLE_MS * 1000, nothing_is_under_way);
    return (double)(now_us() - began) / 1e6;
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

static unsigned percentile(const struct load *l, double part)
{
    return l->n_took ? l->took_us[(size_t)(part * (double)(l->n_took - 1))] : 0;
}

static void read_request(struct load *l, const char *path)
{
    FILE *f = fopen(path, "rb");

    l->request = malloc(READ_BYTES);
    if (!f || !l->request)
        die(path);
    l->n_request = fread(l->request, 1, READ_BYTES, f);
    fclose(f);
}

static void allow_many_files(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

static void measure(struct load *l, unsigned seconds)
{
    long rss[3], threads[2];
    size_t alive = 0;
    double took;

    rss[0] = server_figure(l, "VmRSS:");
    open_idle(l);
    rss[1] = server_figure(l, "VmRSS:");
    threads[0] = server_figure(l, "Threads:");
    took = run_busy(l, seconds);
    threads[1] = server_figure(l, "Threads:");
    serve(l, now_us() + HEARTBEAT_MS * 1000, all_were_heard);
    rss[2] = server_figure(l, "VmRSS:");
    for (size_t i = 0; i < l->n_idle; i++)
        alive += l->clients[i].is_open && l->clients[i].has_head;
    if (l->n_took)
        qsort(l->took_us, l->n_took, sizeof *l->took_us, by_size);
    printf("requests %zu failed %zu rate %.0f p50_us %u p99_us %u max_us %u ", l->n_took, l->failed + l->under_way,
           (double)l->n_took / took, percentile(l, 0.50), percentile(l, 0.99), percentile(l, 1));
    printf("alive %zu heard %zu rss_start_kb %ld rss_idle_kb %ld rss_end_kb %ld rss_peak_kb %ld ", alive, l->heard,
           rss[0], rss[1], rss[2], server_figure(l, "VmHWM:"));
    printf("threads_idle %ld threads_end %ld\n", threads[0], threads[1]);
}

int main(int argc, char **argv)
{
    struct load l = { .epoll = epoll_create1(EPOLL_CLOEXEC) };

    if (argc != 7) {
        fprintf(stderr, "usage: bench-http-load PORT PID IDLE BUSY SECONDS REQUEST\n");
        return 2;
    }
    l.port = (uint16_t)strtoul(argv[1], NULL, 10);
    l.pid = argv[2];
    l.n_idle = strtoul(argv[3], NULL, 10);
    l.n_busy = strtoul(argv[4], NULL, 10);
    l.clients = calloc(l.n_idle + l.n_busy + 1, sizeof *l.clients);
    if (l.epoll < 0 || !l.clients)
        die("start");
    read_request(&l, argv[6]);
    allow_many_files();
    measure(&l, (unsigned)strtoul(argv[5], NULL, 10));
    for (size_t i = 0; i < l.n_idle + l.n_busy; i++)
        client_close(&l.clients[i]);
    free(l.clients);
    free(l.request);
    free(l.took_us);
    return 0;
}
