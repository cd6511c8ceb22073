/* stream.c - operations whose answer is a stream of events.
 *
 * The events go into a journal, and the client reads that: the operation does not know whether anybody does. So it goes
 * on when the client is gone, and whoever comes back with the last event's id reads on, during the operation and for a
 * while after it. It ends by itself, at its own deadline, when it is cancelled by its request's id, or with the door.
 *
 * An operation in the background is the same without a first reader: it has a thread of its own, HTTP_BACKGROUND of
 * them run at once, and whoever wants to watch finds its journal by what it was called with.
 *
 * A job belongs to the thread that runs it, from beginning to end; others find it in the door's list, under its lock,
 * only to cancel it or to hold its journal. A journal's owner is the user with the operation's name, and what it was
 * called with where that is how it is found: an id of another operation's stream, or of another session's, finds
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
#include <sys/resource.h>
#include <unistd.h>

struct job {
    struct job *next;
    struct arena *arena; /* holds the job itself */
    struct calling call;
    struct observer observer;
    struct cancel cancel;
    struct journal *journal;
    bool is_held;    /* in the background: it is not known yet whether it is wanted */
    bool is_dropped; /* it is not, and never begins: nobody may find it */
};

/* A client that takes anything did not ask for events. */
bool stream_wanted(struct exchange *x)
{
    const char *accept = web_header(x, "Accept");

    return accept && strcasestr(accept, "text/event-stream") && web_accepts(x, "text/event-stream");
}

/* args: of one that is found by them; else NULL. */
static const char *owner_of(struct arena *a, const struct http *h, const struct op_entry *e, const struct json *args)
{
    struct buf b CLEANUP(buf_done) = BUF(HTTP_EVENT_BYTES);

    if (args)
        json_write(&b, args);
    return arena_printf(a, "%s %s %s", h->user, e->op->name, args ? b.p : "");
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

static int job_new(const struct calling *c, bool found_by_args, struct job **ret, struct err *err)
{
    struct arena *a = arena_new();
    struct job *job = arena_alloc(a, sizeof *job);

    job->arena = a;
    job->call = *c;
    job->call.args = json_copy(a, c->args);
    job->call.request_id = arena_str(a, c->request_id);
    job->call.user = c->user ? arena_str(a, c->user) : NULL;
    job->call.cancel = &job->cancel;
    job->observer = (struct observer){ .step = on_step, .arg = job };
    job->call.observer = &job->observer;
    cancel_init(&job->cancel, &c->http->stopping, 0);
    if (journal_new(c->http->config.journals, owner_of(a, c->http, c->entry, found_by_args ? c->args : NULL),
                    JOURNAL_WHOLE, &job->journal, err) < 0) {
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

static void job_work(struct job *job)
{
    struct outcome outcome;

    http_call(job->arena, &job->call, &outcome);
    add_delta(job, &outcome);
    add_end(job, &outcome);
}

static void job_free(struct job *job)
{
    struct journal *journal = job->journal;
    struct arena *a = job->arena;

    leave(job);
    journal_let_go(journal);
    arena_free(a);
}

/* ---- in the background ---- */

/* Waits for its turn; true when it is to run. */
static bool await_turn(struct job *job)
{
    struct http *h = job->call.http;
    struct err ignored;
    bool runs;

    pthread_mutex_lock(&h->lock);
    while (job->is_held ||
           (!job->is_dropped && h->n_running >= HTTP_BACKGROUND && !cancel_check(&h->stopping, &ignored)))
        pthread_cond_wait(&h->turn, &h->lock);
    runs = !job->is_dropped;
    h->n_running += runs;
    pthread_mutex_unlock(&h->lock);
    return runs;
}

/* Whoever waits for an answer comes first. On Linux a thread has a priority of its own, and hands it on to the workers
 * that it starts; where it cannot be set, all are alike. */
static void step_back(void)
{
    setpriority(PRIO_PROCESS, (id_t)gettid(), HTTP_BACKGROUND_NICE);
}

static void *background_main(void *arg)
{
    struct job *job = arg;
    struct http *h = job->call.http;
    bool runs = await_turn(job);

    step_back();
    if (runs)
        job_work(job);
    journal_end(job->journal);
    pthread_mutex_lock(&h->lock);
    h->n_background--;
    h->n_running -= runs;
    pthread_cond_broadcast(&h->turn);
    pthread_mutex_unlock(&h->lock);
    job_free(job);
    return NULL;
}

static int begin_thread(struct job *job, struct err *err)
{
    pthread_attr_t attr;
    pthread_t thread;
    int failed;

    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    failed = pthread_create(&thread, &attr, background_main, job);
    pthread_attr_destroy(&attr);
    return failed ? err_errno(err, failed, "begin the work", job->call.entry->op->name) : 0;
}

static int take_place(struct http *h, struct err *err)
{
    int status = 0;

    pthread_mutex_lock(&h->lock);
    if (h->n_background < HTTP_BACKGROUND_ALL)
        h->n_background++;
    else
        status = err_say(err, ERR_BUSY, "Too much is going on already. Please try again in a while.");
    pthread_mutex_unlock(&h->lock);
    return status;
}

static void give_place(struct http *h)
{
    pthread_mutex_lock(&h->lock);
    h->n_background--;
    pthread_mutex_unlock(&h->lock);
}

int background_hold(const struct calling *c, struct job **ret, struct err *err)
{
    struct job *job;

    if (take_place(c->http, err) < 0)
        return -1;
    if (job_new(c, true, &job, err) < 0) {
        give_place(c->http);
        return -1;
    }
    job->is_held = true;
    if (begin_thread(job, err) < 0) {
        journal_end(job->journal);
        job_free(job);
        give_place(c->http);
        return -1;
    }
    *ret = job;
    return 0;
}

void background_go(struct job *job, bool is_wanted)
{
    struct http *h = job->call.http;

    pthread_mutex_lock(&h->lock);
    job->is_held = false;
    job->is_dropped = !is_wanted;
    pthread_cond_broadcast(&h->turn);
    pthread_mutex_unlock(&h->lock);
}

/* ---- the requests ---- */

/* Goes on in the stream of this operation that Last-Event-ID names. */
static int try_resume(struct exchange *x, const struct http *h, const struct op_entry *e, const struct json *args,
                      struct err *err)
{
    struct journal *j;
    uint64_t after;

    if (journal_find(h->config.journals, owner_of(web_arena(x), h, e, args), web_header(x, "Last-Event-ID"), &j, &after,
                     err) < 0)
        return -1;
    web_follow(x, j, after);
    journal_let_go(j);
    return 0;
}

static void resume(struct exchange *x, const struct http *h, const struct op_entry *e)
{
    struct err err;

    if (try_resume(x, h, e, NULL, &err) < 0)
        web_fail(x, &err);
}

void stream_call(struct exchange *x, const struct calling *c)
{
    struct job *job;
    struct err err;

    if (web_header(x, "Last-Event-ID")) {
        resume(x, c->http, c->entry);
        return;
    }
    if (job_new(c, false, &job, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    web_follow(x, job->journal, 0);
    job_work(job); /* the request is the server's again: nothing of it is touched from here on */
    journal_end(job->journal);
    job_free(job);
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

/* Whether the job was called with all of these; one that goes by an id of its own, whether these name that. */
static bool has_args(const struct job *job, const struct json *args)
{
    const char *id = json_get_text(args, "id"), *own = json_get_text(job->call.args, "request_id");

    if (id && json_len(args) == 1 && strcmp(id, own ? own : job->call.request_id) == 0)
        return true;
    for (size_t i = 0; i < json_len(args); i++)
        if (!json_equal(json_get(job->call.args, json_key_at(args, i, NULL)), json_at(args, i)))
            return false;
    return true;
}

/* The journal of the operation that was begun with these arguments, held; NULL: none is under way. */
static struct journal *find_journal(struct http *h, const struct op_entry *e, const struct json *args)
{
    struct journal *found = NULL;

    pthread_mutex_lock(&h->lock);
    for (struct job *job = h->jobs; job && !found; job = job->next)
        if (job->call.entry == e && !job->is_held && !job->is_dropped && has_args(job, args))
            found = journal_hold(job->journal);
    pthread_mutex_unlock(&h->lock);
    return found;
}

/* Nothing is under way: the stream has one event, which tells how things stand. */
static void tell_state(struct exchange *x, const struct place *p, const struct json *args)
{
    struct calling c = { .http = p->http,
                         .entry = p->state,
                         .dialect = p->route->dialect,
                         .args = args,
                         .request_id = web_request_id(x),
                         .cancel = web_cancel(x) };
    struct outcome outcome;
    struct job *job;
    struct err err;

    http_call(web_arena(x), &c, &outcome);
    if (outcome.status != 200) {
        web_reply_json(x, outcome.status, outcome.body);
        return;
    }
    if (job_new(&c, true, &job, &err) < 0) {
        call_refuse(x, p, &err);
        return;
    }
    web_follow(x, job->journal, 0);
    add_end(job, &outcome);
    journal_end(job->journal);
    job_free(job);
}

void handle_follow(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    struct json *args = call_path_args(x, p->route, p->state->op->input);
    struct journal *j;
    struct err err;

    if (web_header(x, "Last-Event-ID")) {
        if (try_resume(x, p->http, p->entry, args, &err) < 0 && try_resume(x, p->http, p->state, args, &err) < 0)
            resume(x, p->http, p->entry);
        return;
    }
    j = find_journal(p->http, p->entry, args);
    if (!j) {
        tell_state(x, p, args);
        return;
    }
    web_follow(x, j, 0);
    journal_let_go(j);
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
    pthread_mutex_lock(&h->lock);
    pthread_cond_broadcast(&h->turn);
    pthread_mutex_unlock(&h->lock);
}

void stream_wait_all(struct http *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->jobs)
        pthread_cond_wait(&h->idle, &h->lock);
    pthread_mutex_unlock(&h->lock);
}
