/* stream.c - operations whose answer is a stream of events.
 *
 * The events go into a journal, and the client reads that: the operation does not know whether anybody does. So it goes
 * on when the client is gone, and whoever comes back with the last event's id reads on, during the operation and for a
 * while after it. It ends by itself, at its own deadline, when it is cancelled by its request's id, or with the door.
 *
 * A job belongs to the worker that runs it, from beginning to end; others find it in the door's list, under its lock,
 * only to cancel it. A journal's owner is the user with the operation's name: an id of another operation's stream finds
 * nothing.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/door.h"
#include "model/answer.h"
#include "web/journal.h"

struct job {
    struct job *next;
    struct arena *arena; /* holds the job itself */
    struct calling call;
    struct observer observer;
    struct cancel cancel;
    struct journal *journal;
};

/* A client that takes anything did not ask for events. */
bool stream_wanted(struct exchange *x)
{
    const char *accept = web_header(x, "Accept");

    return accept && strcasestr(accept, "text/event-stream") && web_accepts(x, "text/event-stream");
}

static const char *owner_of(struct arena *a, const struct http *h, const struct op_entry *e)
{
    return arena_printf(a, "%s %s", h->user, e->op->name);
}

/* ---- events ---- */

static int add_event(struct journal *j, const char *event, const struct json *data, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, data);
    return buf_check(&b, err) < 0 ? -1 : journal_add(j, event, b.p, err);
}

static void on_step(void *arg, int n, int of, const char *text)
{
    struct job *job = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *step = json_object(a);
    struct err ignored;

    json_set(a, step, "n", json_int(a, n));
    json_set(a, step, "of", json_int(a, of));
    json_set(a, step, "text", json_str(a, text));
    (void)!add_event(job->journal, "step", step, &ignored); /* a courtesy: the end says whether all went well */
}

/* The text of an answer, as soon as there is one. */
static void add_delta(struct job *job, const struct outcome *o)
{
    struct arena *a = job->arena;
    const char *content = json_get_text(o->body, "content");
    struct json *delta = json_object(a);
    struct err ignored;

    if (job->call.entry->op->shape != OP_ANSWER || o->status != 200 || !content || !*content)
        return;
    json_set(a, delta, "text", json_str(a, content));
    (void)!add_event(job->journal, "delta", delta, &ignored); /* the answer says the same, or why it cannot */
}

/* A result too large for a stream is an error there. */
static void add_end(struct job *job, const struct outcome *o)
{
    struct arena *a = job->arena;
    struct json *body = json_object(a);
    struct err err;

    if (add_event(job->journal, o->status == 200 ? "answer" : "error", o->body, &err) == 0)
        return;
    err_set(&err, ERR_TOO_LARGE, "The result is too large for a stream.", "%s: %s", job->call.entry->op->name,
            err.detail);
    err_action(&err, "Ask for less, or without a stream.");
    json_set(a, body, "error", answer_error(a, job->call.http->config.gate->world, &err, job->call.request_id));
    (void)!add_event(job->journal, "error", body, &err); /* when not even that fits, the bare end says as much */
}

/* ---- jobs ---- */

static int enter(struct job *job, struct err *err)
{
    struct http *h = job->call.http;
    int status = 0;

    pthread_mutex_lock(&h->lock);
    if (h->closing) {
        status = err_say(err, ERR_BUSY, "The program is about to stop.");
    } else {
        job->next = h->jobs;
        h->jobs = job;
    }
    pthread_mutex_unlock(&h->lock);
    return status;
}

static void leave(struct job *job)
{
    struct http *h = job->call.http;
    struct job **at = &h->jobs;

    pthread_mutex_lock(&h->lock);
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    if (!h->jobs)
        pthread_cond_broadcast(&h->idle);
    pthread_mutex_unlock(&h->lock);
}

static int job_new(const struct calling *c, struct job **ret, struct err *err)
{
    struct arena *a = arena_new();
    struct job *job = arena_alloc(a, sizeof *job);

    job->arena = a;
    job->call = *c;
    job->call.args = json_copy(a, c->args);
    job->call.request_id = arena_str(a, c->request_id);
    job->call.cancel = &job->cancel;
    job->observer = (struct observer){ .step = on_step, .arg = job };
    job->call.observer = &job->observer;
    cancel_init(&job->cancel, &c->http->stopping, 0);
    if (journal_new(c->http->config.journals, owner_of(a, c->http, c->entry), JOURNAL_WHOLE, &job->journal, err) < 0) {
        arena_free(a);
        return -1;
    }
    if (enter(job, err) < 0) {
        journal_end(job->journal);
        journal_let_go(job->journal);
        arena_free(a);
        return -1;
    }
    *ret = job;
    return 0;
}

static void job_run(struct job *job)
{
    struct outcome outcome;

    http_call(job->arena, &job->call, &outcome);
    add_delta(job, &outcome);
    add_end(job, &outcome);
    journal_end(job->journal);
    leave(job);
    journal_let_go(job->journal);
    arena_free(job->arena);
}

/* ---- the requests ---- */

static void resume(struct exchange *x, const struct http *h, const struct op_entry *e)
{
    struct journal *j;
    uint64_t after;
    struct err err;

    if (journal_find(h->config.journals, owner_of(web_arena(x), h, e), web_header(x, "Last-Event-ID"), &j, &after,
                     &err) < 0) {
        web_fail(x, &err);
        return;
    }
    web_follow(x, j, after);
    journal_let_go(j);
}

void stream_call(struct exchange *x, const struct calling *c)
{
    struct job *job;
    struct err err;

    if (web_header(x, "Last-Event-ID")) {
        resume(x, c->http, c->entry);
        return;
    }
    if (job_new(c, &job, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    web_follow(x, job->journal, 0);
    job_run(job); /* the request is the server's again: nothing of it is touched from here on */
}

void handle_resume(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    struct err err;

    if (web_header(x, "Last-Event-ID")) {
        resume(x, p->http, p->entry);
        return;
    }
    err_say(&err, ERR_INVALID_INPUT, "The header Last-Event-ID must name the last event that was read.");
    err_action(&err, "Ask with POST; GET only reads on in a stream that broke.");
    web_fail(x, &err);
}

static bool cancel_job(struct http *h, const char *op, const char *request_id)
{
    bool found = false;

    pthread_mutex_lock(&h->lock);
    for (struct job *job = h->jobs; job; job = job->next)
        if (strcmp(job->call.request_id, request_id) == 0 && strcmp(job->call.entry->op->name, op) == 0) {
            cancel_fire(&job->cancel);
            found = true;
        }
    pthread_mutex_unlock(&h->lock);
    return found;
}

void handle_cancel(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    const char *op = p->entry ? p->entry->op->name : web_param(x, "name");
    struct err err;

    if (cancel_job(p->http, op, web_param(x, "request_id"))) {
        web_reply(x, 204, NULL, NULL, 0);
        return;
    }
    err_say(&err, ERR_NOT_FOUND, "No such call is running.");
    web_fail(x, &err);
}

void stream_stop_all(struct http *h)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += HTTP_STOP_MS / 1000;
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    while (h->jobs && pthread_cond_timedwait(&h->idle, &h->lock, &until) == 0)
        ;
    pthread_mutex_unlock(&h->lock);
    cancel_fire(&h->stopping);
}
