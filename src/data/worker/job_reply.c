/* job_reply.c - the shapes of answers as tables, and one function that compares.
 *
 * A member that is not listed is not looked at: it may be of use to somebody who asks for no more than that it is JSON.
 */
#include "data/worker/job_reply.h"
#include "base/err.h"
#include "base/json.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define COUNT_MOST (1LL << 39) /* more rows, or cells, than a source can hold; millions of such counts can be added */

/* What a value may be, several at a time. */
enum kind {
    NONE = 1u << 0, /* null */
    BOOL = 1u << 1,
    NUMBER = 1u << 2,
    COUNT = 1u << 3, /* an integer that is not negative */
    TEXT = 1u << 4,
    LIST = 1u << 5,
    OBJECT = 1u << 6,
    OPTIONAL = 1u << 7, /* it may be absent */
    ANY = 1u << 8,
};

struct shape {
    const char *name; /* of a member; NULL in what a list holds, and behind the last member */
    unsigned kinds;
    const struct shape *each;    /* of a list: what it holds; NULL: anything */
    const struct shape *members; /* of an object; NULL: any */
};

/* ---- shapes ---- */

static const struct shape a_text = { .kinds = TEXT };
static const struct shape a_count = { .kinds = COUNT };
static const struct shape a_list = { .kinds = LIST };
static const struct shape texts = { .kinds = LIST, .each = &a_text };
static const struct shape an_object = { .kinds = OBJECT };

static const struct shape left_out_members[] = {
    { .name = "table", .kinds = TEXT },
    { .name = "column", .kinds = TEXT },
    { .name = "rule", .kinds = TEXT },
    { .name = "reason", .kinds = TEXT },
    { 0 },
};
static const struct shape left_out = { .kinds = OBJECT, .members = left_out_members };

/* Columns that a policy kept back, in most answers. */
#define LEFT_OUT(more)                                                                                                 \
    {                                                                                                                  \
        .name = "left_out", .kinds = LIST | (more), .each = &left_out                                                  \
    }

static const struct shape skipped_members[] = { { .name = "source", .kinds = COUNT },
                                                { .name = "reason", .kinds = TEXT },
                                                { 0 } };
static const struct shape skipped = { .kinds = OBJECT, .members = skipped_members };
static const struct shape describe[] = {
    { .name = "tables", .kinds = LIST, .each = &an_object }, /* table_from_json() looks further */
    { .name = "from", .kinds = LIST, .each = &a_count },
    { .name = "saved", .kinds = LIST, .each = &a_count },
    { .name = "damaged", .kinds = LIST, .each = &a_count },
    { .name = "skipped", .kinds = LIST, .each = &skipped },
    { 0 },
};

static const struct shape column_members[] = { { .name = "name", .kinds = TEXT },
                                               { .name = "type", .kinds = TEXT | NONE },
                                               { 0 } };
static const struct shape column = { .kinds = OBJECT, .members = column_members };
static const struct shape query[] = {
    { .name = "columns", .kinds = LIST, .each = &column },
    { .name = "rows", .kinds = LIST, .each = &a_list },
    { .name = "truncated", .kinds = BOOL },
    { .name = "request", .kinds = OBJECT | OPTIONAL }, /* request_from_json() looks further */
    { .name = "unsaid", .kinds = TEXT | OPTIONAL },
    LEFT_OUT(0),
    { 0 },
};
static const struct shape show[] = {
    { .name = "name", .kinds = TEXT },
    { .name = "columns", .kinds = LIST, .each = &column },
    { .name = "rows", .kinds = LIST, .each = &a_list },
    { .name = "row_count", .kinds = COUNT },
    { .name = "assumptions", .kinds = LIST, .each = &a_text },
    LEFT_OUT(OPTIONAL),
    { 0 },
};
static const struct shape page[] = { { .name = "rows", .kinds = LIST, .each = &a_list }, { 0 } };

static const struct shape counted_members[] = { { .name = "count", .kinds = COUNT }, { 0 } };
static const struct shape counted = { .kinds = OBJECT, .members = counted_members };
static const struct shape histogram[] = { { .name = "bins", .kinds = LIST, .each = &counted }, { 0 } };
static const struct shape problem_members[] = {
    { .name = "kind", .kinds = TEXT }, { .name = "count", .kinds = COUNT }, { .name = "text", .kinds = TEXT }, { 0 }
};
static const struct shape problem = { .kinds = OBJECT, .members = problem_members };
static const struct shape profiled_column_members[] = {
    { .name = "name", .kinds = TEXT },
    { .name = "type", .kinds = TEXT },
    { .name = "role", .kinds = TEXT },
    { .name = "nulls", .kinds = COUNT },
    { .name = "distinct", .kinds = COUNT },
    { .name = "min", .kinds = ANY },
    { .name = "max", .kinds = ANY },
    { .name = "mean", .kinds = NUMBER | NONE },
    { .name = "stddev", .kinds = NUMBER | NONE },
    { .name = "quantiles", .kinds = OBJECT | NONE },
    { .name = "top", .kinds = LIST, .each = &counted },
    { .name = "histogram", .kinds = OBJECT | NONE, .members = histogram },
    { .name = "outliers", .kinds = OBJECT | NONE, .members = counted_members },
    { .name = "problems", .kinds = LIST, .each = &problem },
    { .name = "quality", .kinds = NUMBER },
    { 0 },
};
static const struct shape profiled_column = { .kinds = OBJECT, .members = profiled_column_members };
static const struct shape profiled_table_members[] = {
    { .name = "name", .kinds = TEXT },
    { .name = "row_count", .kinds = COUNT },
    { .name = "quality", .kinds = NUMBER },
    { .name = "duplicate_rows", .kinds = COUNT },
    { .name = "keys", .kinds = LIST, .each = &texts },
    { .name = "columns", .kinds = LIST, .each = &profiled_column },
    { .name = "assumptions", .kinds = LIST, .each = &a_text },
    { 0 },
};
static const struct shape profiled_table = { .kinds = OBJECT, .members = profiled_table_members };
static const struct shape relation_members[] = {
    { .name = "from_table", .kinds = TEXT },
    { .name = "from_column", .kinds = TEXT },
    { .name = "to_table", .kinds = TEXT },
    { .name = "to_column", .kinds = TEXT },
    { .name = "relationship_type", .kinds = TEXT },
    { .name = "confidence", .kinds = NUMBER },
    { 0 },
};
static const struct shape relation = { .kinds = OBJECT, .members = relation_members };
static const struct shape profile[] = {
    { .name = "tables", .kinds = LIST, .each = &profiled_table },
    { .name = "relationships", .kinds = LIST, .each = &relation },
    LEFT_OUT(0),
    { 0 },
};

static const struct shape structure[] = {
    { .name = "sheets", .kinds = LIST, .each = &an_object },
    { .name = "tables", .kinds = LIST, .each = &an_object },
    { .name = "defined_names", .kinds = LIST, .each = &an_object },
    { .name = "pivot_tables", .kinds = LIST, .each = &an_object },
    LEFT_OUT(OPTIONAL),
    { 0 },
};
static const struct shape hit_members[] = {
    { .name = "worksheet", .kinds = TEXT },
    { .name = "address", .kinds = TEXT },
    { .name = "row", .kinds = COUNT },
    { .name = "column", .kinds = COUNT },
    { .name = "value", .kinds = TEXT },
    { .name = "table", .kinds = TEXT | NONE },
    { 0 },
};
static const struct shape hit = { .kinds = OBJECT, .members = hit_members };
static const struct shape search[] = {
    { .name = "results", .kinds = LIST, .each = &hit },
    { .name = "total_matches", .kinds = COUNT },
    { .name = "truncated", .kinds = BOOL },
    LEFT_OUT(OPTIONAL),
    { 0 },
};
static const struct shape pivot[] = {
    { .name = "pivot_tables", .kinds = LIST, .each = &an_object },
    LEFT_OUT(OPTIONAL),
    { 0 },
};

static const struct shape left_words_members[] = {
    { .name = "at", .kinds = COUNT },
    { .name = "n", .kinds = COUNT },
    { 0 },
};
static const struct shape left_words = { .kinds = OBJECT, .members = left_words_members };
static const struct shape reading_members[] = {
    { .name = "query", .kinds = OBJECT }, /* query_from_json() looks further */
    { .name = "confidence", .kinds = NUMBER },
    { .name = "rows", .kinds = COUNT | OPTIONAL },
    { .name = "left", .kinds = LIST, .each = &left_words },
    { .name = "complete", .kinds = BOOL },
    { 0 },
};
static const struct shape reading = { .kinds = OBJECT, .members = reading_members };
static const struct shape readings[] = {
    { .name = "readings", .kinds = LIST, .each = &reading },
    { 0 },
};

static const struct {
    const char *job;
    struct shape answer;
} replies[] = {
    { "describe", { .kinds = OBJECT, .members = describe } },
    { "query", { .kinds = OBJECT, .members = query } },
    { "show", { .kinds = OBJECT, .members = show } },
    { "page", { .kinds = OBJECT, .members = page } },
    { "profile", { .kinds = OBJECT, .members = profile } },
    { "structure", { .kinds = OBJECT, .members = structure } },
    { "search", { .kinds = OBJECT, .members = search } },
    { "pivot", { .kinds = OBJECT, .members = pivot } },
    { "readings", { .kinds = OBJECT, .members = readings } },
};

/* ---- comparing ---- */

static unsigned kind_of(const struct json *v)
{
    static const unsigned kinds[] = { [JSON_NULL] = NONE,   [JSON_BOOL] = BOOL,  [JSON_NUMBER] = NUMBER,
                                      [JSON_STRING] = TEXT, [JSON_ARRAY] = LIST, [JSON_OBJECT] = OBJECT };
    int64_t n;

    return kinds[json_type(v)] | (json_int64(v, &n) && n >= 0 && n <= COUNT_MOST ? COUNT : 0);
}

/* NULL, or the name of what is not as it should be. Shapes are three or four deep, whatever the answer is. */
static const char *find_wrong(const struct shape *s, const struct json *v)
{
    const char *wrong = NULL;

    if (!v)
        return s->kinds & OPTIONAL ? NULL : s->name;
    if (!((kind_of(v) | ANY) & s->kinds))
        return s->name ? s->name : "a list's value";
    for (size_t i = 0; !wrong && s->each && i < json_len(v); i++)
        wrong = find_wrong(s->each, json_at(v, i));
    for (const struct shape *m = s->members; !wrong && m && m->name && json_is(v, JSON_OBJECT); m++)
        wrong = find_wrong(m, json_get(v, m->name));
    return wrong;
}

/* A row has a value for each column at most; a sheet's may end early. */
static bool rows_fit(const struct json *answer)
{
    const struct json *columns = json_get(answer, "columns"), *rows = json_get(answer, "rows");

    for (size_t i = 0; columns && i < json_len(rows); i++)
        if (json_len(json_at(rows, i)) > json_len(columns))
            return false;
    return true;
}

int job_reply_refuse(const char *job, const char *why, struct err *err)
{
    err_set(err, ERR_DATA_UNREADABLE, "The data could not be read: what came of it makes no sense.", "%s: %s", job,
            why);
    return err_action(err, "Try again; if it fails again, the file is damaged.");
}

int job_reply_check(const char *job, const struct json *answer, struct err *err)
{
    const struct shape *s = NULL;
    const char *wrong;

    for (size_t i = 0; !s && i < COUNT_OF(replies); i++)
        if (strcmp(replies[i].job, job) == 0)
            s = &replies[i].answer;
    if (!s)
        return 0;
    wrong = json_is(answer, JSON_OBJECT) ? find_wrong(s, answer) : "no object";
    if (!wrong && !rows_fit(answer))
        wrong = "a row with more values than columns";
    return wrong ? job_reply_refuse(job, wrong, err) : 0;
}
