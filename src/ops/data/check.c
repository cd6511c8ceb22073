/* check.c - the operations: the request read, held against the data's tables, and said in words where nothing is wrong
 * with it. Nothing is run. */
#include "ops/data/check.h"
#include "access/columns.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/dataset.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/table.h"
#include "model/fields.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/say/restate.h"
#include <string.h>

/* ---- running ---- */

static int tell_schema(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)args;
    (void)err;
    *ret = request_schema(c->arena);
    return 0;
}

/* What is known of the data: the tables, and where it is wanted also what a profile counts in them. */
static int look(struct call *c, const struct json *args, struct dataset *ds, struct check_input *in, struct err *err)
{
    struct json *profile = NULL;

    if (dataset_tables(ds, c->cancel, &in->tables, &in->n_tables, err) < 0)
        return -1;
    if (json_get_truth(args, "profile") &&
        dataset_job(ds, "profile", json_object(c->arena), NULL, c->cancel, c->arena, &profile, err) < 0)
        return -1;
    in->profile = profile;
    return 0;
}

static void tell(struct call *c, const struct check_input *in, const struct request *r, struct json *result)
{
    struct check_result found;

    query_check(c->arena, in, r, &found);
    json_set(c->arena, result, "ok", json_bool(c->arena, found.n_errors == 0));
    json_set(c->arena, result, "findings", check_to_json(c->arena, &found));
    if (found.n_errors == 0)
        json_set(c->arena, result, "restatement",
                 json_str(c->arena, query_restate(c->arena, in->tables, in->n_tables, r)));
    json_set(c->arena, result, "query", request_to_json(c->arena, r));
}

static int check(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct check_input in = { .author =
                                  strcmp(json_get_text(args, "author"), "reader") == 0 ? CHECK_MADE : CHECK_WRITTEN };
    struct json *result = json_object(c->arena);
    struct request request;
    struct dataset *ds;
    int status;

    if (request_from_json(c->arena, json_get(args, "query"), &request, err) < 0 ||
        columns_open(c, json_get(args, "data"), columns_policy(c, args, false), &ds, err) < 0)
        return -1;
    status = look(c, args, ds, &in, err);
    if (status == 0)
        tell(c, &in, &request, result);
    dataset_release(ds);
    *ret = result;
    return status;
}

/* ---- for people ---- */

static void show_check(struct buf *b, const struct json *result)
{
    const struct json *findings = json_get(result, "findings");
    const char *restatement = json_get_text(result, "restatement");

    if (restatement)
        buf_addf(b, "%s\n", restatement);
    for (size_t i = 0; i < json_len(findings); i++) {
        const struct json *f = json_at(findings, i);
        const char *fix = json_get_text(f, "fix");
        buf_addf(b, "%s%s at %s: %s%s%s\n", i == 0 && restatement ? "\n" : "", json_get_text(f, "severity"),
                 json_get_text(f, "place"), json_get_text(f, "message"), fix ? " " : "", fix ? fix : "");
    }
    if (json_len(findings) == 0)
        buf_adds(b, "Nothing is wrong with it.\n");
}

/* ---- declaration ---- */

static const struct model_enum severities = { "FindingSeverity", VALUES("error", "warning") };
static const struct model_enum categories = { "FindingCategory",
                                              VALUES("name", "type", "shape", "grain", "meaning", "value") };
static const struct model_enum authors = { "QueryAuthor", VALUES("person", "reader") };

static const struct model_field finding_fields[] = {
    FIELD("severity", ENUM, REQ, "An error, or a warning: it runs, and is hardly what was meant.",
          .values = &severities),
    FIELD("category", ENUM, REQ, "What it is about.", .values = &categories),
    FIELD("place", TEXT, REQ, "Where in the query: steps[0].query.where[1]."),
    FIELD("message", TEXT, REQ, "What is wrong."),
    FIELD("fix", TEXT, 0, "What to do about it, where that is known."),
    END,
};
const struct model_entity check_finding_entity = ENTITY("QueryFinding", "Something the check found.", finding_fields);

static const struct model_field no_fields[] = { END };
static const struct model_entity nothing = ENTITY("query.schema", "No arguments.", no_fields);

static const struct model_field schema_fields[] = {
    FIELD("$schema", TEXT, REQ, "The dialect."),
    FIELD("title", TEXT, REQ, "What it describes."),
    FIELD("$defs", OBJECT, REQ, "The parts of a query."),
    END,
};
static const struct model_entity schema =
    ENTITY("query.schema result", "JSON Schema (2020-12) of a query.", schema_fields, .open = true);

static const struct model_field check_fields[] = {
    FIELD("query", OBJECT, REQ | MODEL_WORDS, "The query in the typed form.", .position = 1, .metavar = "QUERY.json"),
    DATA_FIELD,
    FIELD("author", ENUM, 0, "Who made it: what can hardly be meant is an error of a reader, a warning to a person.",
          .values = &authors, .otherwise = "\"person\""),
    FIELD("profile", BOOL, 0, "Whether to count all values first: more is known of which rows a join repeats.",
          .otherwise = "false"),
    COLUMN_FIELDS,
    END,
};
static const struct model_entity check_input = ENTITY("query.check", "A query and its data.", check_fields);

static const struct model_field checked_fields[] = {
    FIELD("ok", BOOL, REQ, "Whether it can be run: nothing is an error."),
    FINDINGS_FIELD(REQ, "What is wrong with it, errors first."),
    FIELD("restatement", TEXT, 0, "What it asks for, in words; without errors only."),
    FIELD("query", OBJECT, REQ, "The same in canonical JSON."),
    END,
};
static const struct model_entity checked = ENTITY("query.check result", "What the check found.", checked_fields);

static const struct op ops[] = {
    { .name = "query.schema",
      .command = "query schema",
      .summary = "Show the JSON Schema of the typed form that queries have.",
      .detail = "docs/query.md shows the form by example.",
      .input = &nothing,
      .output = &schema,
      .flags = OP_IDEMPOTENT | OP_UNRECORDED | OP_HOMELESS,
      .run = tell_schema },
    { .name = "query.check",
      .command = "query check",
      .summary = "Check a query in the typed form against its data, without running it.",
      .detail = "Names, types and shape are errors. A sum of a rate or an id, a total over rows that a join repeats, "
                "or a text that the column does not have is a warning, unless a reader or a model made the query.",
      .examples = (const char *const[]){ "assay query check query.json --data sales.csv", NULL },
      .input = &check_input,
      .output = &checked,
      .flags = OP_IDEMPOTENT,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = check,
      .show = show_check },
};

int check_add(struct op_table *t, struct datasets *d, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), d, err);
}
