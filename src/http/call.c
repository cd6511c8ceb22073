/* call.c - a request becomes a call through the gate, and what comes back becomes a status and a body.
 *
 * Where an operation gives the one answer, every failure of it is that answer too, with its error set; elsewhere it is
 * {"error": ...}, and a call that waits for a yes has its confirmation beside it. The status comes from the error's
 * kind either way.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/text/base64.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/table.h"
#include "http/door.h"
#include "model/answer.h"
#include "model/model.h"
#include "web/journal.h"

/* ---- what came of it ---- */

static int status_of_code(const char *name)
{
    struct err e = { .code = ERR_INTERNAL };

    for (int code = 0; name && code < ERR_CODES; code++)
        if (strcmp(err_name((enum err_code)code), name) == 0)
            e.code = (enum err_code)code;
    return web_status(&e);
}

/* An answer can fail, and can hold something for confirmation, and is an answer all the same. */
static int status_of_answer(const struct json *answer)
{
    const char *state = json_get_text(answer, "status");

    if (strcmp(state, "error") == 0)
        return status_of_code(json_get_text(json_get(answer, "error"), "error_code"));
    return strcmp(state, "confirmation_required") == 0 ? 409 : 200;
}

/* So can any other result: one that says what went wrong in `error`, as an answer does, has the status of that. */
static int status_of_result(const struct json *result)
{
    const char *code = json_get_text(json_get(result, "error"), "error_code");

    return code ? status_of_code(code) : 200;
}

/* Whose answer it would have been: the one that was asked for, or the one whose operation it is. */
static const char *agent_of(struct arena *a, const struct calling *c)
{
    const struct model_enum *agents = model_enum("answer.Agent");
    const char *asked = json_get_text(c->args, "agent"), *name = c->entry->op->name;
    const char *own = arena_dup(a, name, strcspn(name, "."));

    if (asked && model_enum_has(agents, asked))
        return asked;
    return model_enum_has(agents, own) ? own : "analyst";
}

static struct json *failed_answer(struct arena *a, const struct calling *c, const struct json *confirmation,
                                  const struct err *e)
{
    struct answer_ids ids = { .correlation_id = c->request_id, .request_id = c->request_id };
    const struct world *world = c->http->config.gate->world;
    struct json *answer = answer_new(a, world, agent_of(a, c), &ids);

    answer_fail(a, world, answer, e);
    if (confirmation && json_get(confirmation, "token")) {
        answer_confirm(a, answer, json_get_text(confirmation, "token"), json_get_text(confirmation, "summary"), 0);
        json_set(a, json_get(answer, "confirmation"), "expires_at", json_get(confirmation, "expires_at"));
    }
    return answer;
}

static void fail(struct arena *a, const struct calling *c, struct json *confirmation, const struct err *e,
                 struct outcome *ret)
{
    if (c->dialect != DIALECT_ASSAY) {
        dialect_fail(a, c->dialect, e, c->request_id, ret);
        return;
    }
    ret->status = web_status(e);
    if (c->entry->op->shape == OP_ANSWER) {
        ret->body = failed_answer(a, c, confirmation, e);
        return;
    }
    ret->body = json_object(a);
    json_set(a, ret->body, "error", answer_error(a, c->http->config.gate->world, e, c->request_id));
    if (confirmation)
        json_set(a, ret->body, "confirmation", confirmation);
}

/* ---- what is counted and told of it ---- */

static const char *state_of(const struct calling *c, const struct outcome *o)
{
    if (c->entry->op->shape == OP_ANSWER)
        return json_get_text(o->body, "status");
    if (json_get(o->body, "confirmation") && o->status == 409)
        return "confirmation_required";
    return o->status < 400 ? "success" : "error";
}

/* A feed takes what it can: nobody's call fails because nobody hears of it. */
static void tell(struct arena *a, const struct calling *c, const struct outcome *o, int64_t us)
{
    struct json *event = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(HTTP_EVENT_BYTES);
    struct err ignored;

    json_set(a, event, "name", json_str(a, c->entry->op->name));
    json_set(a, event, "status", json_str(a, state_of(c, o)));
    json_set(a, event, "request_id", json_str(a, c->request_id));
    json_set(a, event, "duration_ms", json_int(a, us / 1000));
    json_write(&b, event);
    if (buf_check(&b, &ignored) < 0 || journal_add(c->http->feed, "op", b.p, &ignored) < 0)
        return; /* nobody who listens is told; the audit log has it */
}

static void count(const struct calling *c, const struct outcome *o, int64_t us)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(c->http->config.gate->table, &entries), i = 0;
    struct op_count *counts = c->http->counts;

    while (i < n && entries[i] != c->entry)
        i++;
    if (i == n)
        return;
    atomic_fetch_add_explicit(&counts[i].calls, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&counts[i].us, (uint64_t)us, memory_order_relaxed);
    if (o->status >= 400)
        atomic_fetch_add_explicit(&counts[i].errors, 1, memory_order_relaxed);
}

void http_call(struct arena *a, const struct calling *c, struct outcome *ret)
{
    struct gate_request request = { .op = c->entry->op->name,
                                    .args = c->args,
                                    .user = c->user ? c->user : c->http->user,
                                    .caller = CALLER_PERSON,
                                    .cancel = c->cancel,
                                    .confirmed = c->confirmed,
                                    .request_id = c->request_id,
                                    .private = c->private,
                                    .observer = c->observer };
    struct gate_reply reply;
    struct err err;
    int64_t began = world_mono_us(), us;

    if (gate_call(c->http->config.gate, a, &request, &reply, &err) < 0) {
        fail(a, c, reply.confirmation, &err, ret);
    } else {
        ret->body = reply.result;
        ret->status = c->entry->op->shape == OP_ANSWER ? status_of_answer(ret->body) : status_of_result(ret->body);
    }
    us = world_mono_us() - began;
    count(c, ret, us);
    if (!c->private)
        tell(a, c, ret, us);
}

/* ---- what is asked for ---- */

bool path_has(const char *path, const char *name)
{
    size_t n = strlen(name);

    for (const char *p = path; (p = strchr(p, '{')); p++)
        if (strncmp(p + 1, name, n) == 0 && p[1 + n] == '}')
            return true;
    return false;
}

/* A query is all text; what a field's kind can read of it is read. */
static struct json *value_of(struct arena *a, const struct model_field *f, const char *text)
{
    struct json *v = NULL;

    if (f->kind == MODEL_INT || f->kind == MODEL_NUMBER)
        v = json_number(a, text, strlen(text));
    else if (f->kind == MODEL_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
        v = json_bool(a, *text == 't');
    return v ? v : json_str(a, text);
}

struct json *call_query(struct exchange *x, const struct route *r, const struct model_entity *input)
{
    struct arena *a = web_arena(x);
    struct json *args = json_object(a);

    for (const struct model_field *f = input->fields; f->name; f++) {
        const char *text = path_has(r->path, f->name) ? web_param(x, f->name) : web_query(x, f->name);
        if (text)
            json_set(a, args, f->name, value_of(a, f, text));
    }
    return args;
}

struct json *call_path_args(struct exchange *x, const struct route *r, const struct model_entity *input)
{
    struct arena *a = web_arena(x);
    struct json *args = json_object(a);

    for (const struct model_field *f = input->fields; f->name; f++)
        if (path_has(r->path, f->name))
            json_set(a, args, f->name, value_of(a, f, web_param(x, f->name)));
    return args;
}

static int upload_args(struct exchange *x, struct json **ret, struct err *err)
{
    struct arena *a = web_arena(x);
    struct json *args = json_object(a);
    const char *name = web_upload_name(x), *description = web_part(x, "description");

    if (!web_upload_path(x)) {
        err_say(err, ERR_INVALID_INPUT, "There is no file in the request.");
        return err_action(err, "Send it as multipart/form-data in the part 'file'.");
    }
    json_set(a, args, "path", json_str(a, web_upload_path(x)));
    json_set(a, args, "name", json_str(a, name ? name : ""));
    if (description)
        json_set(a, args, "description", json_str(a, description));
    *ret = args;
    return 0;
}

/* What the path names of the operation's fields, it names for good: a body that names one, too, is refused. */
static int path_args(struct exchange *x, const struct route *r, const struct model_entity *input, struct json *args,
                     struct err *err)
{
    const struct json *named = call_path_args(x, r, input);

    for (size_t i = 0; json_is(args, JSON_OBJECT) && i < json_len(named); i++) {
        const char *key = json_key_at(named, i, NULL);
        if (json_get(args, key))
            return err_say(err, ERR_INVALID_INPUT, "%s is in the address already.", key);
        json_set(web_arena(x), args, key, json_at(named, i));
    }
    return 0;
}

/* A body that is not there means no arguments. */
static int body_args(struct exchange *x, struct json **ret, struct err *err)
{
    size_t n;

    web_body_bytes(x, &n);
    if (n > 0)
        return web_json(x, ret, err);
    *ret = json_object(web_arena(x));
    return 0;
}

static int read_args(struct exchange *x, const struct place *p, const struct op_entry *e, struct json **ret,
                     struct err *err)
{
    enum route_takes takes = p->route->takes;

    if (takes == TAKES_QUERY || takes == TAKES_NOTHING) {
        *ret = call_query(x, p->route, e->op->input);
        return 0;
    }
    if (takes == TAKES_UPLOAD || web_is_upload(x) ? upload_args(x, ret, err) : body_args(x, ret, err))
        return -1;
    return p->entry ? path_args(x, p->route, e->op->input, *ret, err) : 0;
}

static int read_private(struct exchange *x, bool *ret, struct err *err)
{
    const char *said = web_header(x, "Assay-Private");

    if (said && ((strcmp(said, "0") != 0 && strcmp(said, "1") != 0) || web_header_count(x, "Assay-Private") > 1))
        return err_say(err, ERR_INVALID_INPUT, "The header Assay-Private must be 0 or 1, said once.");
    *ret = said && *said == '1';
    return 0;
}

/* The name of one of our routes is nobody's: /api/sessions/chat is a mistake, not the chat of a person "sessions". */
static int read_user(struct exchange *x, const struct route *r, const char **ret, struct err *err)
{
    const char *user = path_has(r->path, "user_id") ? web_param(x, "user_id") : NULL;

    for (size_t i = 0; user && http_route(i); i++) {
        const char *path = http_route(i)->path;
        size_t n = str_starts(path, "/api/") ? strcspn(path + 5, "/") : 0;
        if (n > 0 && path[5] != '{' && strlen(user) == n && strncmp(user, path + 5, n) == 0)
            return err_say(err, ERR_INVALID_INPUT, "That is the name of an address here, not of a user.");
    }
    *ret = user;
    return 0;
}

static int read_call(struct exchange *x, const struct place *p, struct calling *ret, struct err *err)
{
    struct json *args = NULL;

    if (read_user(x, p->route, &ret->user, err) < 0 || read_private(x, &ret->private, err) < 0 ||
        read_args(x, p, ret->entry, &args, err) < 0)
        return -1;
    ret->private |= p->http->config.private;
    ret->args = args;
    return 0;
}

/* ---- what is given ---- */

/* The name as a header may have it: letters, digits, dot, dash and underscore; all else is an underscore. */
static const char *safe_name(struct arena *a, const char *name)
{
    char *safe = arena_str(a, name);

    for (char *p = safe; *p; p++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_", *p))
            *p = '_';
    return safe;
}

/* A file is never shown in the page's own place: whatever it holds, it cannot run there. */
static void give_file(struct exchange *x, int status, const struct json *file)
{
    struct arena *a = web_arena(x);
    const char *text = json_get_text(file, "content"), *blob = json_get_text(file, "blob");
    size_t n = text ? strlen(text) : 0;
    struct err err;

    if (blob && !base64_read(a, BASE64, blob, strlen(blob), &text, &n)) {
        err_set(&err, ERR_INTERNAL, "The file could not be sent.", "not Base64");
        web_fail(x, &err);
        return;
    }
    web_set(x, "Content-Disposition",
            arena_printf(a, "attachment; filename=\"%s\"", safe_name(a, json_get_text(file, "filename"))));
    if (json_get_text(file, "note"))
        web_set(x, "Assay-Note", json_get_text(file, "note"));
    web_reply(x, status, json_get_text(file, "content_type"), text, n);
}

/* What was asked for is still being made. */
static bool is_pending(const struct route *r, const struct json *result)
{
    const char *state = json_get_text(result, "status");

    return (r->flags & ROUTE_PENDING) && state && strcmp(state, "running") == 0;
}

static void give(struct exchange *x, const struct route *r, const struct outcome *o)
{
    int status = o->status != 200 ? o->status : is_pending(r, o->body) ? 202 : r->status;

    if (status == 503 && json_get_truth(json_get(o->body, "error"), "can_retry"))
        web_set(x, "Retry-After", arena_printf(web_arena(x), "%d", WEB_RETRY_SECONDS));
    if (status == 204)
        web_reply(x, status, NULL, NULL, 0);
    else if ((r->flags & ROUTE_FILE) && o->status == 200)
        give_file(x, status, o->body);
    else
        web_reply_json(x, status, o->body);
}

void call_refuse(struct exchange *x, const struct place *p, const struct err *e)
{
    struct calling c = {
        .http = p->http, .entry = p->entry, .dialect = p->route->dialect, .request_id = web_request_id(x)
    };
    struct outcome outcome;

    fail(web_arena(x), &c, NULL, e, &outcome);
    give(x, p->route, &outcome);
}

/* Calls the operation and, when it succeeded, has the next one go on in the background. That one is made ready before:
 * once the first has succeeded, nothing may be in its way. */
static void call_then(struct exchange *x, const struct place *p, const struct calling *c, struct outcome *ret)
{
    struct calling next = *c;
    char id[ID_TEXT_BYTES];
    struct job *job;
    struct err err;

    world_id(p->http->config.gate->world, id);
    next.entry = p->then;
    next.args = call_path_args(x, p->route, p->then->op->input);
    next.request_id = id;
    if (background_hold(&next, &job, &err) < 0) {
        fail(web_arena(x), c, NULL, &err, ret);
        return;
    }
    http_call(web_arena(x), c, ret);
    background_go(job, ret->status == 200);
}

void handle_call(struct exchange *x, void *arg)
{
    const struct place *p = arg;
    struct calling c = { .http = p->http,
                         .entry = p->entry,
                         .dialect = p->route->dialect,
                         .request_id = web_request_id(x),
                         .cancel = web_cancel(x),
                         .confirmed = p->route->flags & ROUTE_CONFIRMS };
    struct outcome outcome;
    struct err err;

    if (!c.entry && op_table_get(p->http->config.gate->table, web_param(x, "name"), &c.entry, &err) < 0) {
        web_fail(x, &err);
        return;
    }
    if ((p->route->flags & ROUTE_STREAMS) && stream_wanted(x) && web_header(x, "Last-Event-ID")) {
        stream_call(x, &c);
        return;
    }
    if (read_call(x, p, &c, &err) < 0) {
        fail(web_arena(x), &c, NULL, &err, &outcome);
    } else if ((p->route->flags & ROUTE_STREAMS) && stream_wanted(x)) {
        stream_call(x, &c);
        return;
    } else if (p->then) {
        call_then(x, p, &c, &outcome);
    } else {
        http_call(web_arena(x), &c, &outcome);
    }
    give(x, p->route, &outcome);
}
