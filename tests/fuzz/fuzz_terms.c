/* fuzz_terms.c - any text as a term of df.transform and as an intent. A term becomes an
 * expression of a query, which can be written as JSON. An intent must become a template that the analyst seed's
 * rule accepts, and a vector of length 1. */
#include "agents/analyst/transform_term.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "model/analyst_rules.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "store/records/recipe_intent.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static const char columns[] =
    "[{\"name\":\"a\",\"type\":\"integer\"},{\"name\":\"a-b\",\"type\":\"text\"},"
    "{\"name\":\"month\",\"type\":\"date\"},{\"name\":\"x \\\"y\\\" (z)\",\"type\":\"float\"}]";

/* A term becomes an expression that a query can hold: its JSON is read again. */
static void try_term(struct arena *a, const char *text, const struct json *left, const struct json *right)
{
    struct term_scope s = { .a = a, .of = "t", .columns = left, .with = "u", .joined = right };
    struct query q = query_over(a, relation_table(a, "t"));
    enum term_type type;
    const struct query *again;
    struct output output = { .expr = term_read(&s, text, &type) };
    struct err err;

    check(output.expr != NULL);
    q.outputs = &output;
    q.n_outputs = 1;
    check(query_from_json(a, query_to_json(a, &q), &again, &err) == 0 || *err.message);
}

static void try_intent(struct arena *a, const char *text)
{
    struct intent intent;
    struct err err;

    intent_read(a, text, NULL, &intent);
    check(analyst_rule_blanks(json_set(a, json_object(a), "intent_template", json_str(a, intent.template)), &err) == 0);
    check(json_len(intent.values) >= 1 && json_len(intent.values) <= INTENT_VALUES);
    check(fabs(intent_likeness(intent.vector, intent.vector) - 1) < 1e-5);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const char *text = arena_dup(a, data, size);
    struct json *known;
    struct err err;

    if (size <= 4096 && str_is_utf8(text, strlen(text)) &&
        json_parse(a, columns, sizeof columns - 1, &known, &err) == 0) {
        try_term(a, text, known, NULL);
        try_term(a, text, known, known);
        try_intent(a, text);
    }
    arena_free(a);
    return 0;
}
