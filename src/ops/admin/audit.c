/* audit.c - the audit log, for people: verify, show, prove an entry, erase words; audit_export.c exports.
 *
 * An entry holds hashes where a person's words were; audit show puts the words back from beside the chain as long as
 * they have not been erased.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "ops/admin/admin.h"
#include "ops/admin/admin_ops.h"
#include "store/audit/attest.h"
#include "store/audit/audit_check.h"
#include "store/audit/log_reader.h"
#include "store/db/db.h"
#include "store/home/sweep.h"
#include "store/records/analyses.h"
#include "store/records/artifacts.h"
#include "store/records/conversations.h"
#include "store/store.h"
#include "sys/location.h"
#include <inttypes.h>

/* ---- verify ---- */

/* Where the chain stands, with all of it in the file. A log that cannot be made whole is looked at all the same. */
int admin_head(struct admin *admin, struct arena *a, struct chain *ret, const char **ret_signed, struct err *err)
{
    struct err damage;

    if (store_head(admin->store, a, ret, ret_signed, err) < 0)
        return -1;
    if (store_catch_up(admin->store, &damage) < 0 && damage.code != ERR_STORE_DAMAGED) {
        *err = damage;
        return -1;
    }
    return 0;
}

int audit_verify(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct admin *admin = c->service;
    struct audit_check_spec ask = { .home = admin->home,
                                    .settings = admin->settings,
                                    .key = json_get_text(args, "key") };
    const char *witness = json_get_text(args, "witness");
    struct location file;
    struct arena *a = c->arena;
    struct json *result = json_object(a);
    struct audit_check p;

    if (witness) {
        if (call_locate(c, witness, &file, err) < 0)
            return -1;
        ask.witness = &file;
    }
    if (audit_check_run(&ask, c->cancel, a, &p, err) < 0)
        return -1;
    json_set(a, result, "ok", json_bool(a, p.log.ok));
    json_set(a, result, "entries", json_int(a, (int64_t)p.log.entries));
    json_set(a, result, "head", json_str(a, p.log.head));
    json_set(a, result, "first_bad", p.log.ok ? NULL : json_int(a, (int64_t)p.log.first_bad));
    json_set(a, result, "reason", p.log.ok ? NULL : json_str(a, p.log.reason));
    json_set(a, result, "action", p.log.ok ? NULL : json_str(a, p.action));
    json_set(a, result, "key", p.key[0] ? json_str(a, p.key) : NULL);
    json_set(a, result, "notes", p.notes);
    json_set(a, result, "witnessed", ask.witness ? json_int(a, (int64_t)p.witnessed) : NULL);
    *ret = result;
    return 0;
}

void audit_verify_text(struct buf *b, const struct json *result)
{
    const char *key = json_get_text(result, "key"), *action = json_get_text(result, "action");
    const struct json *notes = json_get(result, "notes");
    int64_t entries = json_get_int(result, "entries", 0), witnessed = json_get_int(result, "witnessed", -1);

    if (json_get_truth(result, "ok"))
        buf_addf(b, "The audit log is whole: %" PRId64 " entries, ending in %.16s.\n", entries,
                 json_get_text(result, "head"));
    else
        buf_addf(b, "The audit log is NOT whole: entry %" PRId64 ": %s.\n%" PRId64 " entries before it are good.\n",
                 json_get_int(result, "first_bad", 0), json_get_text(result, "reason"), entries);
    if (action)
        buf_addf(b, "%s\n", action);
    if (json_get_truth(result, "ok") && witnessed >= 0)
        buf_addf(b, "It agrees with all %" PRId64 " heads of the witness.\n", witnessed);
    for (size_t i = 0; i < json_len(notes); i++)
        buf_addf(b, "%s\n", json_text(json_at(notes, i), NULL));
    if (key)
        buf_addf(b, "Signed by %s.\n", key);
}

/* ---- show ---- */

struct showing {
    struct call *call;
    struct db *db; /* for the words beside the chain */
    const char *request;
    struct json *items;
    size_t limit;
};

struct words {
    struct arena *arena;
    const char *text, *salt;
};

static int take_words(void *arg, const struct db_row *row, struct err *err)
{
    struct words *w = arg;
    const char *text = db_text(row, 0, NULL), *salt = db_text(row, 1, NULL);

    (void)err;
    w->text = text ? arena_str(w->arena, text) : NULL;
    w->salt = arena_str(w->arena, salt ? salt : "");
    return 0;
}

/* "question = "total revenue"", or "(erased)" where the words are gone, or what else there is to say of them. */
static int say_argument(struct showing *s, struct buf *b, const char *name, const struct json *value, struct err *err)
{
    const char *hash = json_get_text(value, "sha256");
    struct words w = { .arena = s->call->arena };
    size_t fit;

    buf_addf(b, ", %s = ", name);
    if (json_get_truth(value, "private")) {
        buf_adds(b, "(private)");
        return 0;
    }
    if (!hash) {
        json_write(b, value);
        return 0;
    }
    if (db_query(s->db, "SELECT text, salt FROM audit_private WHERE hash = $1", DB_VALUES(DB_S(hash)), take_words, &w,
                 err))
        return -1;
    if (!w.text) {
        buf_adds(b, "(erased)");
        return 0;
    }
    if (!attest_words(hash, w.salt, w.text)) {
        buf_adds(b, "(changed: not the words that were signed)");
        return 0;
    }
    fit = str_fit_chars(w.text, strlen(w.text), AUDIT_WORDS_CHARS);
    buf_add(b, w.text, fit);
    if (w.text[fit])
        buf_adds(b, "…");
    return 0;
}

static int say_call(struct showing *s, struct buf *b, const struct json *data, struct err *err)
{
    const struct json *args = json_get(data, "arguments");
    int64_t attempt = json_get_int(data, "attempt_number", 1);

    buf_addf(b, "called %s", json_get_text(data, "tool_name"));
    if (attempt > 1)
        buf_addf(b, " again (attempt %" PRId64 ")", attempt);
    for (size_t i = 0; i < json_len(args); i++)
        if (say_argument(s, b, json_key_at(args, i, NULL), json_at(args, i), err) < 0)
            return -1;
    return 0;
}

static void say_observation(struct buf *b, const struct json *data)
{
    const char *status = json_get_text(data, "status"), *error = json_get_text(data, "error_message");
    const char *answer = json_get_text(data, "answer");
    const struct json *rows = json_get(data, "row_count");

    if (json_get_truth(data, "upgraded")) {
        buf_adds(b, "attested what an older assay had kept");
        return;
    }
    if (answer && strcmp(answer, "clarification_needed") == 0)
        status = "a question back";
    else if (answer && strcmp(answer, "partial_success") == 0)
        status = "a part of what was asked";
    buf_addf(b, "which ended in %s", status ? status : "nothing known");
    if (error)
        buf_addf(b, " (%s)", error);
    if (json_is(rows, JSON_NUMBER))
        buf_addf(b, ", %s rows", json_digits(rows));
    buf_addf(b, ", after %s s", json_digits(json_get(data, "execution_time_seconds")));
}

/* "asked for an analysis of 2 sources, request = ...". */
static int say_request(struct showing *s, struct buf *b, const struct json *data, struct err *err)
{
    const struct json *wanted = json_get(data, "deliverables");
    int64_t n = json_get_int(data, "data_sources", 0);

    buf_addf(b, "asked for an analysis of %" PRId64 " source%s", n, n == 1 ? "" : "s");
    for (size_t i = 0; i < json_len(wanted); i++)
        if (json_text(json_at(wanted, i), NULL))
            buf_addf(b, "%s%s", i == 0 ? ", to give: " : ", ", json_text(json_at(wanted, i), NULL));
    return say_argument(s, b, "request", json_get(data, "request"), err);
}

/* "planned 2 steps: sql.run, plot.render, in about 0.5 s". */
static void say_plan(struct buf *b, const struct json *data)
{
    const struct json *steps = json_get(data, "subtasks"), *seconds = json_get(data, "total_estimated_seconds");
    size_t n = json_len(steps);

    buf_addf(b, "planned %zu step%s", n, n == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++)
        if (json_get_text(json_at(steps, i), "tool_name"))
            buf_addf(b, "%s%s", i == 0 ? ": " : ", ", json_get_text(json_at(steps, i), "tool_name"));
    if (json_is(seconds, JSON_NUMBER))
        buf_addf(b, ", in about %s s", json_digits(seconds));
}

/* "made a table of 120 bytes, content hash 0123456789abcdef". */
static void say_artifact(struct buf *b, const struct json *data)
{
    const char *type = json_get_text(data, "artifact_type"), *hash = json_get_text(data, "content_hash");

    buf_addf(b, "made a %s of %" PRId64 " bytes", type ? type : "file", json_get_int(data, "size_bytes", 0));
    if (hash)
        buf_addf(b, ", content hash %.16s", hash);
}

static int say(struct showing *s, struct buf *b, const char *type, const struct json *data, struct err *err)
{
    if (strcmp(type, "tool_called") == 0)
        return say_call(s, b, data, err);
    if (strcmp(type, "request_submitted") == 0)
        return say_request(s, b, data, err);
    if (strcmp(type, "observation_recorded") == 0)
        say_observation(b, data);
    else if (strcmp(type, "plan_created") == 0)
        say_plan(b, data);
    else if (strcmp(type, "artifact_generated") == 0)
        say_artifact(b, data);
    else if (strcmp(type, "policy_decision") == 0)
        buf_addf(b, "policy: %s %s: %s", json_get_text(data, "decision"), json_get_text(data, "tool_name"),
                 json_get_text(data, "reason"));
    else
        json_write(b, data);
    return 0;
}

static int show_line(void *arg, const char *text, size_t n, const struct chain_line *line, struct err *err)
{
    struct showing *s = arg;
    struct arena *a = s->call->arena;
    struct json *item = json_object(a), *data;
    const char *type = arena_dup(a, line->event_type, line->event_type_n);
    struct buf b CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES);

    (void)text;
    (void)n;
    if (s->request && strncmp(line->request_id, s->request, strlen(s->request)) != 0)
        return 0;
    if (json_len(s->items) == s->limit)
        return err_say(err, ERR_TOO_LARGE, "That request has more entries than are shown at once.");
    if (json_parse(a, line->event_data, line->event_data_n, &data, err) < 0 || say(s, &b, type, data, err) < 0 ||
        buf_check(&b, err) < 0)
        return -1;
    json_set(a, item, "sequence_number", json_int(a, (int64_t)line->sequence));
    json_set(a, item, "timestamp", json_strn(a, line->timestamp, line->timestamp_n));
    json_set(a, item, "request_id", json_strn(a, line->request_id, line->request_id_n));
    json_set(a, item, "event_type", json_str(a, type));
    json_set(a, item, "actor", json_strn(a, line->actor, line->actor_n));
    json_set(a, item, "text", json_strn(a, b.p, b.n));
    json_push(a, s->items, item);
    return 0;
}

struct show_job {
    struct showing showing;
    const char *path;
    uint64_t from, to;
};

static int show_all(struct db *db, void *arg, struct err *err)
{
    struct show_job *job = arg;

    job->showing.db = db;
    return log_reader_read(job->path, job->from, job->to, job->showing.call->cancel, show_line, &job->showing, err);
}

/* Whether what is about to be shown is what was signed. One that is not is shown all the same, and said. */
static int check_shown(struct call *c, const struct admin *admin, const struct chain *chain, struct json *result,
                       struct err *err)
{
    struct err why;
    bool is_good = true;

    if (chain->bytes > AUDIT_CHECK_BYTES)
        return 0;
    if (attest_log(admin->store, c->cancel, &why) < 0) {
        is_good = false;
        if (why.code != ERR_AUDIT_BROKEN && why.code != ERR_STORE_DAMAGED) {
            *err = why;
            return -1;
        }
    }
    json_set(c->arena, result, "verified", json_bool(c->arena, is_good));
    return 0;
}

int audit_show(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct admin *admin = c->service;
    struct chain chain;
    const char *signed_head;
    uint64_t limit = (uint64_t)json_get_int(args, "limit", 0), offset = (uint64_t)json_get_int(args, "offset", 0);
    struct show_job job = { .showing = { .call = c, .request = json_get_text(args, "request") },
                            .path = admin->log_path };
    struct json *result = json_object(c->arena);

    job.showing.items = json_array(c->arena);
    job.showing.limit = job.showing.request ? AUDIT_SHOWN : limit;
    if (admin_head(admin, c->arena, &chain, &signed_head, err) < 0)
        return -1;
    if (check_shown(c, admin, &chain, result, err) < 0)
        return -1;
    job.to = chain.bytes;
    if (!job.showing.request && (log_reader_tail(admin->log_path, chain.bytes, offset, &job.to, err) < 0 ||
                                 log_reader_tail(admin->log_path, job.to, limit, &job.from, err) < 0))
        return -1;
    if (store_read(admin->store, show_all, &job, err) < 0)
        return -1;
    json_set(c->arena, result, "items", job.showing.items);
    json_set(c->arena, result, "total", json_int(c->arena, (int64_t)chain.entries));
    json_set(c->arena, result, "offset", json_int(c->arena, (int64_t)offset));
    json_set(c->arena, result, "limit", json_int(c->arena, (int64_t)limit));
    *ret = result;
    return 0;
}

void audit_show_text(struct buf *b, const struct json *result)
{
    const struct json *items = json_get(result, "items"), *verified = json_get(result, "verified");
    const char *request = "";

    if (verified && !json_get_truth(result, "verified"))
        buf_adds(b, "The audit log is NOT whole: what follows may not be what was signed. See 'assay audit verify'.\n");
    for (size_t i = 0; i < json_len(items); i++) {
        const struct json *item = json_at(items, i);
        if (strcmp(request, json_get_text(item, "request_id")) != 0) {
            request = json_get_text(item, "request_id");
            buf_addf(b, "request %s\n", request);
        }
        buf_addf(b, "  %6" PRId64 "  %s  %s: %s\n", json_get_int(item, "sequence_number", 0),
                 json_get_text(item, "timestamp"), json_get_text(item, "actor"), json_get_text(item, "text"));
    }
    if (json_len(items) == 0)
        buf_adds(b, "There are no such entries.\n");
}

/* ---- prove ---- */

int audit_prove(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct admin *admin = c->service;
    struct chain chain;
    const char *signed_head;

    if (admin_head(admin, c->arena, &chain, &signed_head, err) < 0)
        return -1;
    return log_reader_prove(admin->store, admin->log_path, json_get_text(args, "entry"), c->cancel, c->arena, ret, err);
}

/* ---- erase ---- */

struct listing {
    struct arena *arena;
    const char *request;
    struct json *rows;
};

static int list_text(void *arg, const struct db_row *row, struct err *err)
{
    struct listing *l = arg;

    (void)err;
    json_push(l->arena, l->rows, json_str(l->arena, db_text(row, 0, NULL)));
    return 0;
}

static int list_words(struct db *db, void *arg, struct err *err)
{
    struct listing *l = arg;

    return db_query(db,
                    "SELECT hash FROM audit_private WHERE request_id = $1 UNION ALL SELECT 'message ' || id"
                    " FROM messages WHERE request_id = $1 AND content <> '" MESSAGE_ERASED "'"
                    " UNION ALL SELECT 'analysis ' || id FROM analyses WHERE id = $1"
                    " UNION ALL SELECT 'change ' || id FROM task_steps WHERE request_id = $1"
                    " UNION ALL SELECT 'artifact ' || id FROM artifacts WHERE request_id = $1 ORDER BY 1",
                    DB_VALUES(DB_S(l->request)), list_text, l, err);
}

int audit_erase_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct admin *admin = c->service;
    struct listing l = { .arena = c->arena, .request = json_get_text(args, "request"), .rows = json_array(c->arena) };

    if (store_read(admin->store, list_words, &l, err) < 0)
        return -1;
    if (json_len(l.rows) == 0) {
        if (store_settle(admin->store, err) < 0) /* an erasure that came this far, and no further, is finished */
            return -1;
        err_say(err, ERR_NOT_FOUND, "Nothing is kept of such a request; there is nothing to erase.");
        return err_action(err, "'assay audit show' lists the requests.");
    }
    ret->rows = l.rows;
    ret->summary = arena_printf(c->arena, "Erase for good the words of request %.8s (%zu texts); the log stays whole.",
                                l.request, json_len(l.rows));
    return 0;
}

/* What stands beside the log, what the request's conversation kept of it, what it made, and how the tasks that it
 * changed were before and after: that can then no longer be undone. */
int audit_erase(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct admin *admin = c->service;
    const char *request = json_get_text(args, "request");
    int64_t texts, messages, analyses, artifacts, changes;

    if (db_run(tx_db(c->tx), "DELETE FROM audit_private WHERE request_id = $1", DB_VALUES(DB_S(request)), &texts, err) <
            0 ||
        db_run(tx_db(c->tx), "DELETE FROM task_steps WHERE request_id = $1", DB_VALUES(DB_S(request)), &changes, err) <
            0 ||
        conversation_forget(c->tx, request, &messages, err) < 0 ||
        analysis_forget(c->tx, request, &analyses, err) < 0 ||
        artifact_forget(c->tx, c->arena, admin->home, request, &artifacts, err) < 0)
        return -1;
    if (changes > 0 && sweep_words(tx_db(c->tx), err) < 0)
        return -1;
    *ret = json_set(c->arena, json_object(c->arena), "erased",
                    json_int(c->arena, texts + messages + analyses + artifacts + changes));
    return 0;
}
