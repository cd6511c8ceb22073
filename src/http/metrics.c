/* metrics.c - figures as Prometheus reads them: the server's, the operations', the process's. */
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/door.h"
#include "sys/file.h"
#include <inttypes.h>
#include <unistd.h>

static void head(struct buf *b, const char *name, const char *type, const char *help)
{
    buf_addf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void figure(struct buf *b, const char *name, const char *type, const char *help, uint64_t value)
{
    head(b, name, type, help);
    buf_addf(b, "%s %" PRIu64 "\n", name, value);
}

static void add_server(struct buf *b, const struct web_numbers *n)
{
    figure(b, "assay_http_requests_total", "counter", "Requests answered.", n->requests);
    figure(b, "assay_http_refused_total", "counter", "Requests answered with 4xx.", n->refused);
    figure(b, "assay_http_failed_total", "counter", "Requests answered with 5xx.", n->failed);
    figure(b, "assay_http_received_bytes_total", "counter", "Bytes of request bodies.", n->bytes_in);
    figure(b, "assay_http_sent_bytes_total", "counter", "Bytes of answers.", n->bytes_out);
    figure(b, "assay_http_connections", "gauge", "Connections that are open.", n->connections);
    figure(b, "assay_http_streams", "gauge", "Streams of events that are open.", n->streams);
    figure(b, "assay_http_pool_waiting", "gauge", "Requests that wait for a worker.", n->waiting);
    figure(b, "assay_http_pool_running", "gauge", "Requests that a worker is busy with.", n->running);
}

/* Each bucket counts those below it too, as Prometheus has it. */
static void add_latency(struct buf *b, const struct web_numbers *n)
{
    static const char name[] = "assay_http_request_duration_seconds";
    uint64_t below = 0;
    size_t last = COUNT_OF(n->latency_us) - 1;

    head(b, name, "histogram", "Time from a request's end to its answer.");
    for (size_t i = 0; i < last; i++) {
        below += n->latency_us[i];
        buf_addf(b, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, (double)(100u << i) / 1e6, below);
    }
    below += n->latency_us[last];
    buf_addf(b, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n%s_sum %.6f\n%s_count %" PRIu64 "\n", name, below, name,
             (double)n->spent_us / 1e6, name, below);
}

static void add_ops(struct buf *b, const struct http *h)
{
    static const struct {
        const char *name, *help;
    } kinds[] = { { "assay_op_calls_total", "Calls of an operation." },
                  { "assay_op_errors_total", "Calls that gave an error, or wait for a confirmation." },
                  { "assay_op_seconds_total", "Time spent in an operation." } };
    const struct op_entry *const *entries;
    size_t n = op_table_entries(h->config.gate->table, &entries);

    for (size_t kind = 0; kind < COUNT_OF(kinds); kind++) {
        head(b, kinds[kind].name, "counter", kinds[kind].help);
        for (size_t i = 0; i < n; i++) {
            const struct op_count *c = &h->counts[i];
            buf_addf(b, "%s{op=\"%s\"} ", kinds[kind].name, entries[i]->op->name);
            if (kind == 2)
                buf_addf(b, "%.6f\n", (double)atomic_load(&c->us) / 1e6);
            else
                buf_addf(b, "%" PRIu64 "\n", kind == 0 ? atomic_load(&c->calls) : atomic_load(&c->errors));
        }
    }
}

/* Resident pages are the second figure of statm; 0 where the system has no such file. */
static uint64_t resident_bytes(void)
{
    struct buf b CLEANUP(buf_done) = BUF(HTTP_PROC_BYTES);
    struct err ignored;
    char *rest;

    if (file_read("/proc/self/statm", "measure memory", &b, &ignored) < 0)
        return 0;
    strtoull(b.p, &rest, 10);
    return strtoull(rest, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void add_process(struct buf *b, const struct http *h)
{
    double up = (double)(world_mono_us() - h->began_us) / 1e6;

    figure(b, "process_resident_memory_bytes", "gauge", "Memory in use.", resident_bytes());
    figure(b, "assay_answers_bytes", "gauge", "Memory claimed for large answers, being made or not yet taken.",
           budget_held());
    head(b, "assay_uptime_seconds", "gauge", "Time since the program began to serve.");
    buf_addf(b, "assay_uptime_seconds %.3f\n", up);
    head(b, "assay_build_info", "gauge", "The program's version.");
    buf_addf(b, "assay_build_info{version=\"%s\"} 1\n", ASSAY_VERSION);
}

void handle_metrics(struct exchange *x, void *arg)
{
    const struct http *h = ((const struct place *)arg)->http;
    struct buf b CLEANUP(buf_done) = BUF(HTTP_METRICS_BYTES);
    struct web *web = atomic_load(&h->web);
    struct web_numbers numbers = { 0 };
    struct err err;

    if (web)
        web_count(web, &numbers);
    add_server(&b, &numbers);
    add_latency(&b, &numbers);
    add_ops(&b, h);
    add_process(&b, h);
    if (buf_check(&b, &err) < 0)
        web_fail(x, &err);
    else
        web_reply(x, 200, "text/plain; version=0.0.4; charset=utf-8", b.p, b.n);
}
