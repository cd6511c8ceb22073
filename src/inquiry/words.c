/* words.c - the reader's flat record on its way to a request; it is seen nowhere else. */
#include "inquiry/words.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "inquiry/joined.h"
#include "inquiry/learned.h"
#include "lang/flat_form.h"
#include "lang/follow.h"
#include "lang/scope.h"
#include "query/edit/edit.h"
#include "query/sql/sql.h"

struct reading {
    const struct words_input *in;
    struct arena *a;
    const char *question;
    struct scope scope;
    struct flat query;
    struct flat_options options;
    bool objects; /* the words are known, and the tables they are of cannot be joined */
};

/* Where no one table has all that the question names, two of them may together: along a reference between them that the
 * profile finds. The error stays as it was where joining would not help. */
static int read_joined(struct reading *r, struct err *err)
{
    const struct words_input *in = r->in;
    struct json *args = json_object(r->a), *profile;
    struct err failed;
    size_t from, to;

    if (in->n < 2 || !scope_wants_join(r->a, in->tables, in->n, r->question, &from, &to))
        return -1;
    json_set(r->a, args, "data", json_copy(r->a, in->data));
    if (gate_nested(in->call, "profiler.analyze", args, &profile, &failed) < 0)
        return -1;
    if (joined_read(r->a, in->tables, in->n, json_get(profile, "relationships"), r->question, &r->scope, &r->query))
        return 0;
    r->objects = true;
    err_say(err, ERR_INVALID_QUERY,
            "The question needs two tables, such as '%s' and '%s', and there is no single sure way to join them.",
            in->tables[from].name, in->tables[to].name);
    return err_action(err, "Ask about one table, or join them in SQL.");
}

/* A request for all columns of a table and none of its rows. */
static int no_rows(const struct reading *r, const struct table *t, struct json *args, struct err *err)
{
    struct query q = query_over(r->a, relation_table(r->a, t->name));
    const struct expr *never = expr_call2(r->a, FUNCTION_EQ, expr_int(r->a, 0), expr_int(r->a, 1));
    struct request request;
    struct json *params;
    const char *sql;

    q.where = &never;
    q.n_where = 1;
    request = request_of(r->a, &q);
    if (query_sql(r->a, &sql_duckdb, r->in->tables, r->in->n, &request, &sql, &params, err) < 0)
        return -1;
    json_set(r->a, args, "query", json_str(r->a, sql));
    json_set(r->a, args, "params", params);
    return 0;
}

/* A question that names a column the policy keeps from this caller is told so, and not that there is no such column. */
static int tell_blocked(struct reading *r, struct err *err)
{
    const struct words_input *in = r->in;
    struct json *args = json_object(r->a), *result, *left_out;
    struct err failed;

    if (in->call->origin == CALLER_PERSON)
        return -1;
    json_set(r->a, args, "data", json_copy(r->a, in->data));
    json_set(r->a, args, "restate", json_bool(r->a, false));
    for (size_t i = 0; i < in->n && i < FLAT_JOINED; i++) {
        if (no_rows(r, &in->tables[i], args, &failed) < 0 ||
            gate_nested(in->call, "sql.run", json_copy(r->a, args), &result, &failed) < 0)
            return -1;
        left_out = json_get(result, "left_out");
        for (size_t k = 0; k < json_len(left_out); k++) {
            const char *column = json_get_text(json_at(left_out, k), "column");
            if (!flat_names(r->a, r->question, column))
                continue;
            err_say(err, ERR_POLICY_VIOLATION, "The column '%s' cannot be read here: %s.", column,
                    json_get_text(json_at(left_out, k), "reason"));
            return err_action(err, "Ask about other columns.");
        }
    }
    return -1;
}

/* One question by itself, of one table or of two joined ones. */
static int read_own(struct reading *r, struct err *err)
{
    int status = scope_read(r->a, r->in->tables, r->in->n, r->question, &r->scope, &r->query, &r->options, err);

    return status < 0 && err->code != ERR_CLARIFICATION_NEEDED ? read_joined(r, err) : status;
}

/* What was asked before, read again from its first question on; false when it no longer can be. */
static bool read_before(const struct reading *r, struct follow *ret)
{
    const struct json *before = r->in->before;
    struct reading first = *r;
    struct follow f = { .tables = r->in->tables, .n_tables = r->in->n };
    struct err refused;

    first.question = json_text(json_at(before, 0), NULL);
    if (!first.question || read_own(&first, &refused) < 0)
        return false;
    f.scope = first.scope;
    f.query = first.query;
    for (size_t i = 1; i < json_len(before); i++)
        if (follow_read(r->a, &f, json_text(json_at(before, i), NULL), &first.options, &refused) < 0)
            return false;
    *ret = f;
    return true;
}

/* The question by itself or as a follow-up, whichever it is. */
static int read_either(struct reading *r, bool *ret_followed, struct err *err)
{
    int status = read_own(r, err);
    struct follow f;

    *ret_followed = false;
    if (json_len(r->in->before) == 0 || !read_before(r, &f))
        return status;
    status = follow_or_own(r->a, &f, r->question, status, &r->scope, &r->query, &r->options, ret_followed, err);
    if (*ret_followed)
        r->scope = f.scope;
    if (*ret_followed && status == 0)
        r->query = f.query;
    return status;
}

static const bool *tables_of(const struct reading *r)
{
    bool *about = arena_array(r->a, r->in->n, sizeof *about);

    for (size_t i = 0; i < r->in->n; i++)
        for (size_t k = 0; k < r->scope.n_members; k++)
            about[i] |= r->scope.members[k] == &r->in->tables[i];
    return about;
}

int words_read_request(const struct words_input *in, struct words_reading *ret, struct err *err)
{
    struct reading r = { .in = in, .a = in->call->arena, .question = in->question };
    int status;

    *ret = (struct words_reading){ 0 };
    status = read_either(&r, &ret->followed, err);
    if (status < 0)
        status = tell_blocked(&r, err);
    if (status < 0 && !ret->followed && learned_may_read(in, err) && learned_read(in, err, r.objects, ret))
        return 0;
    ret->is_about = tables_of(&r);
    ret->seen = r.scope.table;
    if (status == 0) {
        ret->request = flat_form(r.a, &r.scope, &r.query);
        ret->confidence = r.query.confidence;
        ret->note = scope_left_out(r.a, &r.scope);
    }
    for (size_t i = 0; status < 0 && err->code == ERR_CLARIFICATION_NEEDED && i < r.options.n; i++)
        ret->options[ret->n_options++] = r.options.label[i];
    return status;
}

const char *words_of_request(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                             const char *restatement)
{
    struct scope scope;
    struct flat query;
    struct flat_options options;
    struct request again;
    struct err refused;

    if (strlen(restatement) > QUESTION_CHARS || r->n_steps != 1 || !r->steps->query ||
        scope_read(a, tables, n, restatement, &scope, &query, &options, &refused) < 0)
        return NULL;
    again = flat_form(a, &scope, &query);
    return query_equal(again.steps->query, r->steps->query) ? restatement : NULL;
}

bool words_are_read(struct arena *a, const struct table *tables, size_t n, const char *question)
{
    struct scope scope;
    struct flat query;
    struct flat_options options;
    struct err refused;

    return scope_read(a, tables, n, question, &scope, &query, &options, &refused) == 0;
}

size_t words_suggest(struct arena *a, const struct table *t, const char *ret[static 3])
{
    return flat_suggest(a, t, ret);
}
