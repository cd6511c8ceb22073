/* artifacts_ops.c - what requests made and what analyses were: looked at, listed, and made. */
#include "agents/analyst/artifacts_ops.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/base64.h"
#include "base/text/show.h"
#include "data/pii/pii.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/analyst.h"
#include "model/fields.h"
#include "model/page.h"
#include "store/audit/attest.h"
#include "store/records/analyses.h"
#include "store/records/artifacts.h"
#include "store/store.h"
#include "sys/file.h"
#include <string.h>

#define ARTIFACT_COPIES 4 /* of the file in memory: as bytes, as Base64, which is a third more, and as the answer */

/* ---- making ---- */

struct artifact_row {
    const char *user;
    const struct json *artifact;
};

static int keep_row(struct tx *tx, void *arg, struct err *err)
{
    const struct artifact_row *k = arg;

    return artifact_add(tx, k->user, k->artifact, err);
}

/* The entry holds what proves the file: nothing of what is in it, and not its name, which may be a person's word. */
static int record(struct call *c, const struct json *artifact, struct err *err)
{
    static const char *const told[] = { "artifact_id", "artifact_type", "content_hash", "size_bytes" };
    struct json *data = json_object(c->arena), *hidden;

    if (call_seal(c, artifact, &hidden, err) < 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(told); i++)
        json_set(c->arena, data, told[i], json_copy(c->arena, json_get(artifact, told[i])));
    json_set(c->arena, data, "artifact", hidden);
    return call_record(c, "artifact_generated", "actor", data, err);
}

int artifact_make(struct call *c, const struct artifact_place *p, const struct artifact_file *file, struct json **ret,
                  struct err *err)
{
    struct artifact_row *k = arena_alloc(c->arena, sizeof *k);
    struct json *artifact;

    if (call_is_private(c) || !p->store) {
        err_say(err, ERR_POLICY_VIOLATION, "A private request keeps no files.");
        return err_rule(err, "private", "A private request keeps no files.");
    }
    if (artifact_write(c->arena, p->home, c->world, file, c->cancel, &artifact, err) < 0 ||
        record(c, artifact, err) < 0)
        return -1;
    *k = (struct artifact_row){ c->user, artifact };
    call_finally(c, keep_row, k);
    *ret = artifact;
    return 0;
}

/* ---- what an outside client may see ----
 *
 * A person may lift the patterns that keep personal data back. What came of that is theirs alone: to a client it does
 * not exist. A request is kept with the patterns that bound it (respond.c), which a client cannot lift. */

struct artifact_read {
    struct call *call;
    const struct json *args;
    struct json *result;
    struct json *whole;     /* of an analysis: what the log attests */
    const char *request_id; /* the request that was looked at last, and whether it kept to the patterns */
    bool keeps;
};

bool request_blocks(const struct json *request, const char *pattern)
{
    const struct json *blocked = json_get(json_get(request, "policy"), "blocked_patterns");

    for (size_t i = 0; i < json_len(blocked); i++)
        if (strcmp(json_text(json_at(blocked, i), NULL), pattern) == 0)
            return true;
    return false;
}

static bool keeps_patterns(const struct json *request)
{
    for (size_t i = 0; i < pii_defaults_n; i++)
        if (!request_blocks(request, pii_defaults[i]))
            return false;
    return true;
}

static bool may_see(struct artifact_read *r, struct db *db, const struct json *artifact)
{
    const char *id = json_get_text(artifact, "request_id");
    struct analysis x;
    struct err none;

    if (r->call->origin == CALLER_PERSON)
        return true;
    if (json_get_text(json_get(artifact, "metadata"), "maker"))
        return false;
    if (!r->request_id || strcmp(r->request_id, id) != 0) {
        r->keeps = analysis_get(db, r->call->arena, id, r->call->user, &x, &none) < 0 || keeps_patterns(x.request);
        r->request_id = id;
    }
    return r->keeps;
}

/* ---- artifact_read ---- */

static struct json *seen_of(struct artifact_read *r, struct db *db, const struct json *artifacts)
{
    struct json *seen = json_array(r->call->arena);

    for (size_t i = 0; i < json_len(artifacts); i++)
        if (may_see(r, db, json_at(artifacts, i)))
            json_push(r->call->arena, seen, json_at(artifacts, i));
    return seen;
}

static int read_list(struct db *db, void *arg, struct err *err)
{
    struct artifact_read *r = arg;

    if (artifact_list(db, r->call->arena, r->call->user, json_get_text(r->args, "request_id"),
                      (size_t)json_get_int(r->args, "offset", 0), (size_t)json_get_int(r->args, "limit", 0), &r->result,
                      err) < 0)
        return -1;
    json_set(r->call->arena, r->result, "items", seen_of(r, db, json_get(r->result, "items")));
    return 0;
}

/* ---- what the log attests ----
 *
 * A list leaves out what is not what was signed, and says how many; whoever asks for one of these is told. */

typedef int attesting(struct call *c, const struct json *item, struct err *err);

static int attested(struct call *c, struct json *list, attesting *is_attested, struct err *err)
{
    const struct json *items = json_get(list, "items");
    struct json *good = json_array(c->arena);

    for (size_t i = 0; i < json_len(items); i++) {
        if (is_attested(c, json_at(items, i), err) == 0)
            json_push(c->arena, good, json_at(items, i));
        else if (err->code != ERR_AUDIT_BROKEN)
            return -1;
    }
    if (json_len(good) < json_len(items))
        json_set(c->arena, list, "altered", json_int(c->arena, (int64_t)(json_len(items) - json_len(good))));
    json_set(c->arena, list, "items", good);
    return 0;
}

static int artifact_is_attested(struct call *c, const struct json *item, struct err *err)
{
    const struct artifact_place *p = c->service;

    return attest_artifact(p->store, item, c->cancel, err);
}

static int list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct artifact_place *p = c->service;
    struct artifact_read r = { .call = c, .args = args };

    if (store_read(p->store, read_list, &r, err) < 0 || attested(c, r.result, artifact_is_attested, err) < 0)
        return -1;
    *ret = r.result;
    return 0;
}

/* An id, or a name of either scheme. */
static const char *ref_of(struct arena *a, const char *id)
{
    return artifact_is_ref(id) ? id : arena_printf(a, ARTIFACT_SCHEME "%s", id);
}

static int check_seen(struct db *db, void *arg, struct err *err)
{
    struct artifact_read *r = arg;

    return may_see(r, db, r->result) ? 0 : err_say(err, ERR_NOT_FOUND, "There is no such artifact.");
}

static int get(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct artifact_place *p = c->service;
    struct arena *a = c->arena;
    struct artifact_read r = { .call = c };
    struct buf bytes CLEANUP(buf_done) = BUF(ARTIFACT_BYTES);
    struct json *artifact, *result = json_object(a);
    const char *type;

    if (artifact_find(p->store, a, ref_of(a, json_get_text(args, "id")), c->user, &artifact, err) < 0)
        return -1;
    r.result = artifact;
    if (store_read(p->store, check_seen, &r, err) < 0 || attest_artifact(p->store, artifact, c->cancel, err) < 0 ||
        budget_take(a, ARTIFACT_COPIES * artifact_size(a, p->home, artifact), c->cancel, err) < 0 ||
        artifact_read(p->home, artifact, &bytes, err) < 0)
        return -1;
    type = artifact_content_type(artifact);
    json_set(a, result, "artifact", artifact);
    json_set(a, result, "content_type", json_str(a, type));
    json_set(a, result, "filename", json_str(a, file_basename(json_get_text(artifact, "content_ref"))));
    if (str_starts(type, "text/"))
        json_set(a, result, "content", json_strn(a, bytes.p, bytes.n));
    else
        json_set(a, result, "blob", json_str(a, base64_text(a, BASE64, bytes.p, bytes.n)));
    *ret = result;
    return 0;
}

static int read_analysis(struct db *db, void *arg, struct err *err)
{
    struct artifact_read *r = arg;
    struct arena *a = r->call->arena;
    struct analysis x;
    struct json *v = json_object(a), *artifacts;

    r->whole = NULL;
    if (analysis_get(db, a, json_get_text(r->args, "id"), r->call->user, &x, err) < 0 ||
        artifact_list(db, a, r->call->user, x.id, 0, ARTIFACTS_OF_REQUEST, &artifacts, err) < 0)
        return -1;
    artifacts = json_get(artifacts, "items");
    if (r->call->origin != CALLER_PERSON && !keeps_patterns(x.request))
        return err_say(err, ERR_NOT_FOUND, "There is no such analysis.");
    json_set(a, v, "id", json_str(a, x.id));
    json_set(a, v, "status", json_str(a, x.status));
    json_set(a, v, "created_at", json_str(a, x.created_at));
    json_set(a, v, "request", x.request);
    json_set(a, v, "plan", x.plan);
    json_set(a, v, "steps", x.steps);
    json_set(a, v, "response", x.response);
    json_set(a, v, "artifacts", artifacts);
    r->result = v;
    r->whole = analysis_whole(a, &x);
    return 0;
}

static int get_analysis(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct artifact_place *p = c->service;
    struct artifact_read r = { .call = c, .args = args };
    const struct json *artifacts;

    if (store_read(p->store, read_analysis, &r, err) < 0 ||
        attest_value(p->store, ATTEST_ANALYSIS, json_get_text(r.result, "id"), r.whole, c->cancel, err) < 0)
        return -1;
    artifacts = json_get(r.result, "artifacts");
    for (size_t i = 0; i < json_len(artifacts); i++)
        if (attest_artifact(p->store, json_at(artifacts, i), c->cancel, err) < 0)
            return -1;
    *ret = r.result;
    return 0;
}

static int analysis_is_attested(struct call *c, const struct json *item, struct err *err)
{
    const struct artifact_place *p = c->service;

    return attest_value(p->store, ATTEST_ANALYSIS_ITEM, json_get_text(item, "id"), json_get(item, "attested"),
                        c->cancel, err);
}

/* What a list is compared by is not part of it. */
static void drop_attested(struct json *items)
{
    for (size_t i = 0; i < json_len(items); i++)
        json_unset(json_at(items, i), "attested");
}

static int read_analyses(struct db *db, void *arg, struct err *err)
{
    struct artifact_read *r = arg;

    return analysis_list(db, r->call->arena, r->call->user, (size_t)json_get_int(r->args, "offset", 0),
                         (size_t)json_get_int(r->args, "limit", 0), &r->result, err);
}

static int list_analyses(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct artifact_place *p = c->service;
    struct artifact_read r = { .call = c, .args = args };

    if (store_read(p->store, read_analyses, &r, err) < 0 || attested(c, r.result, analysis_is_attested, err) < 0)
        return -1;
    drop_attested(json_get(r.result, "items"));
    *ret = r.result;
    return 0;
}

/* ---- showing ---- */

static void show_artifact(struct buf *b, const struct json *v)
{
    buf_addf(b, "%s  %s  ", json_get_text(v, "artifact_type"), json_get_text(v, "created_at"));
    show_number(b, json_digits(json_get(v, "size_bytes")));
    buf_addf(b, " bytes\n    " ARTIFACT_SCHEME "%s\n    %s\n", json_get_text(v, "artifact_id"),
             json_get_text(v, "content_ref"));
}

static void show_altered(struct buf *b, const struct json *list)
{
    int64_t n = json_get_int(list, "altered", 0);

    if (n > 0)
        buf_addf(b, "%lld more %s not what the audit log says was kept, and %s left out.\n", (long long)n,
                 n == 1 ? "is" : "are", n == 1 ? "is" : "are");
}

static void show_list(struct buf *b, const struct json *result)
{
    const struct json *items = json_get(result, "items");

    for (size_t i = 0; i < json_len(items); i++)
        show_artifact(b, json_at(items, i));
    if (json_len(items) == 0)
        buf_adds(b, "No artifacts here.\n");
    show_altered(b, result);
}

/* A text as it is; of a picture, where it lies. */
static void show_one(struct buf *b, const struct json *result)
{
    size_t n;
    const char *text = json_text(json_get(result, "content"), &n);

    if (text)
        buf_add(b, text, n);
    else
        show_artifact(b, json_get(result, "artifact"));
}

static void show_analyses(struct buf *b, const struct json *result)
{
    const struct json *items = json_get(result, "items");

    for (size_t i = 0; i < json_len(items); i++) {
        const struct json *v = json_at(items, i);
        buf_addf(b, "%s  %s  %s\n    %s\n", json_get_text(v, "id"), json_get_text(v, "created_at"),
                 json_get_text(v, "status"), json_get_text(v, "intent"));
    }
    if (json_len(items) == 0)
        buf_adds(b, "No analyses here.\n");
    show_altered(b, result);
}

/* ---- declarations ---- */

static const struct model_field list_fields[] = {
    FIELD("request_id", UUID, 0, "Only those of this request.", .metavar = "ID"),
    PAGE_INPUT(PAGE_MOST),
    END,
};
static const struct model_entity list_input = ENTITY("artifacts.list", "Which of them.", list_fields);

#define ALTERED_FIELD                                                                                                  \
    FIELD("altered", INT, 0, "How many are left out because they are not what the audit log says was kept.",           \
          .range = AT_LEAST(1))

static const struct model_field listed_fields[] = {
    FIELD("items", LIST, REQ, "The newest first.", .each = EACH_ENTITY(analyst_artifact)),
    PAGE_OUTPUT,
    ALTERED_FIELD,
    END,
};
static const struct model_entity listed = ENTITY("artifacts.list result", "Artifacts.", listed_fields);

static const struct model_field get_fields[] = {
    FIELD("id", TEXT, REQ, "The artifact's id, artifact://ID or report://ID.", .position = 1, .metavar = "ID",
          .range = BETWEEN(1, DATA_PATH_CHARS)),
    END,
};
static const struct model_entity get_input = ENTITY("artifacts.get", "Which artifact.", get_fields);

static const struct model_field got_fields[] = {
    FIELD("artifact", ENTITY, REQ, "What is known of it.", .entity = &analyst_artifact),
    FIELD("content_type", TEXT, REQ, "Its media type."),
    FIELD("filename", TEXT, REQ, "Its file's name."),
    FIELD("content", TEXT, 0, "Of a table, report or summary: its text."),
    FIELD("blob", TEXT, 0, "Of a chart: the picture, as Base64."),
    END,
};
static const struct model_entity got = ENTITY("artifacts.get result", "An artifact with its content.", got_fields);

static const struct model_field analysis_input_fields[] = {
    FIELD("id", UUID, REQ, "The analysis's id, which is its request's.", .position = 1, .metavar = "ID"),
    END,
};
static const struct model_entity analysis_input = ENTITY("analyses.get", "Which analysis.", analysis_input_fields);

static const struct model_field analysis_fields[] = {
    FIELD("id", UUID, REQ, "The request's id."),
    FIELD("status", TEXT, REQ, "Where it stands: the analyst seed's state of a request."),
    FIELD("created_at", UTC, REQ, "When it was submitted."),
    FIELD("request", OBJECT, REQ, "What was asked: AnalysisRequest."),
    FIELD("plan", OBJECT, NUL, "The steps: Plan; null when none was made."),
    FIELD("steps", OBJECT, NUL, "What was done: tool_calls and observations."),
    FIELD("response", OBJECT, NUL, "What came of it: AnalysisResponse; null before its end."),
    FIELD("artifacts", LIST, REQ, "What it made.", .each = EACH_ENTITY(analyst_artifact)),
    END,
};
static const struct model_entity analysis = ENTITY("Analysis", "An analysis as it is kept.", analysis_fields);

static const struct model_field analyses_fields[] = { PAGE_INPUT(PAGE_MOST), END };
static const struct model_entity analyses_input = ENTITY("analyses.list", "Which of them.", analyses_fields);

static const struct model_field analysis_item_fields[] = {
    FIELD("id", UUID, REQ, "The request's id."),
    FIELD("status", TEXT, REQ, "Where it stands."),
    FIELD("created_at", UTC, REQ, "When it was submitted."),
    FIELD("intent", TEXT, NUL, "What was asked."),
    FIELD("artifacts", INT, REQ, "How many artifacts it made."),
    END,
};
static const struct model_entity listed_analysis =
    ENTITY("AnalysisItem", "An analysis in a list.", analysis_item_fields);

static const struct model_field analyses_listed_fields[] = {
    FIELD("items", LIST, REQ, "The newest first.", .each = EACH_ENTITY(listed_analysis)),
    PAGE_OUTPUT,
    ALTERED_FIELD,
    END,
};
static const struct model_entity analyses_listed = ENTITY("analyses.list result", "Analyses.", analyses_listed_fields);

static const struct op ops[] = {
    { .name = "artifacts.list",
      .command = "artifacts list",
      .summary = "List the tables, charts and reports that requests made.",
      .group = OP_GROUP_ANALYST,
      .input = &list_input,
      .output = &listed,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = list,
      .show = show_list },
    { .name = "artifacts.get",
      .command = "artifacts get",
      .summary = "Give an artifact and its content, which is what was made or is refused.",
      .group = OP_GROUP_ANALYST,
      .input = &get_input,
      .output = &got,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = get,
      .show = show_one },
    { .name = "analyses.list",
      .command = "analyses list",
      .summary = "List the analyses.",
      .group = OP_GROUP_ANALYST,
      .input = &analyses_input,
      .output = &analyses_listed,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = list_analyses,
      .show = show_analyses },
    { .name = "analyses.get",
      .command = "analyses get",
      .summary = "Give an analysis whole: what was asked, the plan, what was done and what came of it.",
      .group = OP_GROUP_ANALYST,
      .input = &analysis_input,
      .output = &analysis,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = get_analysis },
};

int artifacts_add(struct op_table *t, struct artifact_place *p, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), p, err);
}
