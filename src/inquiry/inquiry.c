/* inquiry.c - one question, one answer. */
#include "inquiry/inquiry.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "chart/chart.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "inquiry/joined.h"
#include "lang/follow.h"
#include "lang/scope.h"
#include "model/answer.h"

#define LEFT_OUT_NAMED 3 /* files named in an answer; data.describe names them all */

#define DOUBTFUL 0.7 /* confidence left where the data could have been read in another way just as well */

/* A question on its way to an answer. */
struct inquiry {
    struct call *call;
    const struct json *data; /* the sources, as given */
    const char *question;
    const char *named;         /* the table it is to be about; NULL: the one that fits best */
    const struct json *before; /* a question and the follow-ups to it; NULL: none */
    bool followed;             /* it was taken for one more of them */
    struct json *answer;
    struct table *tables;
    size_t n_tables;
    struct scope scope;          /* what the question is about */
    const struct json *left_out; /* sentences about files of a folder that could not be read; NULL: none */
};

/* Of several tables, only the one the person named. */
static int keep_named(struct inquiry *q, struct err *err)
{
    if (!q->named)
        return 0;
    for (size_t i = 0; i < q->n_tables; i++)
        if (str_same(q->tables[i].name, q->named)) {
            q->tables[0] = q->tables[i];
            q->n_tables = 1;
            return 0;
        }
    err_say(err, ERR_MISSING_COLUMN, "There is no table of that name in the data.");
    return err_action(err, "Name one of the data's tables, or none.");
}

static int describe(struct inquiry *q, struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *args = json_object(a), *result, *tables;

    json_set(a, args, "data", json_copy(a, q->data));
    if (gate_nested(q->call, "data.describe", args, &result, err) < 0)
        return -1;
    tables = json_get(result, "tables");
    q->left_out = json_get(result, "left_out_files");
    q->tables = arena_array(a, json_len(tables), sizeof *q->tables);
    for (size_t i = 0; i < json_len(tables); i++) {
        struct table *t = &q->tables[q->n_tables];
        if (table_from_json(a, json_at(tables, i), t, err) < 0)
            return -1;
        q->n_tables += !t->hidden || q->named; /* a hidden sheet is meant only where it is named */
    }
    return keep_named(q, err);
}

static int run_sql(struct inquiry *q, const char *sql, const struct json *params, struct json **ret, struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *args = json_object(a);

    json_set(a, args, "data", json_copy(a, q->data));
    json_set(a, args, "query", json_str(a, sql));
    json_set(a, args, "params", json_copy(a, params));
    json_set(a, args, "row_limit", json_int(a, TABLE_ROWS));
    answer_add_sql(a, q->answer, sql);
    return gate_nested(q->call, "sql.run", args, ret, err);
}

/* The one number of a query that counts. */
static int run_count(struct inquiry *q, const char *sql, const struct json *params, size_t *ret, struct err *err)
{
    struct json *result;
    int64_t n;

    if (run_sql(q, sql, params, &result, err) < 0)
        return -1;
    if (!json_int64(json_at(json_at(json_get(result, "rows"), 0), 0), &n) || n < 0)
        return err_set(err, ERR_INTERNAL, "The rows could not be counted.", "no number came back");
    *ret = (size_t)n;
    return 0;
}

/* The rows, and how many there are in all: where there are more than an answer shows, they are counted. */
static int run_query(struct inquiry *q, const struct flat *query, struct json **ret, size_t *ret_total, struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *params;
    const char *sql;

    flat_sql(a, &q->scope, query, &sql, &params);
    if (run_sql(q, sql, params, ret, err) < 0)
        return -1;
    *ret_total = json_len(json_get(*ret, "rows"));
    if (!json_get_truth(*ret, "truncated"))
        return 0;
    return run_count(q, arena_printf(a, "SELECT count(*) FROM (%s)", sql), params, ret_total, err);
}

/* The text with what is missing from the data as a whole: the first files by name, the others by their number. */
static const char *add_left_out(struct inquiry *q, const char *text)
{
    struct arena *a = q->call->arena;
    size_t n = json_len(q->left_out);

    for (size_t i = 0; i < n && i < LEFT_OUT_NAMED; i++)
        text = arena_printf(a, "%s %s", text, json_text(json_at(q->left_out, i), NULL));
    if (n > LEFT_OUT_NAMED)
        text = arena_printf(a, "%s So were %zu other files.", text, n - LEFT_OUT_NAMED);
    return text;
}

/* What an answer does not show, each counted by a query of its own. */
struct unseen {
    size_t ties;   /* that equal the last one shown: "the highest" may be several */
    size_t halves; /* rows with only one of a figure's two columns */
};

static int count_unseen(struct inquiry *q, const struct flat *query, size_t shown, struct unseen *ret, struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *params;
    const char *sql;

    *ret = (struct unseen){ 0 };
    if (shown >= query->limit && flat_ties(a, &q->scope, query, &sql, &params) &&
        run_count(q, sql, params, &ret->ties, err) < 0)
        return -1;
    if (flat_halves(a, &q->scope, query, &sql, &params) && run_count(q, sql, params, &ret->halves, err) < 0)
        return -1;
    return 0;
}

/* "2 rows that have only one of amount and cost are left out." */
static const char *tell_halves(struct inquiry *q, const struct flat *query, size_t n)
{
    const struct table *t = q->scope.table;
    const char *under = t->columns[query->under].name;
    const char *lack =
        query->of_rows ? arena_printf(q->call->arena, "no %s", under)
                       : arena_printf(q->call->arena, "only one of %s and %s", t->columns[query->column].name, under);

    return n == 1 ? arena_printf(q->call->arena, "One row that has %s is left out.", lack)
                  : arena_printf(q->call->arena, "%zu rows that have %s are left out.", n, lack);
}

/* The sentences of the answer: what came out, what it leaves out, and of which tables it is. */
static const char *tell(struct inquiry *q, const struct flat *query, const struct json *result,
                        const struct unseen *unseen)
{
    struct arena *a = q->call->arena;
    const struct table *t = q->scope.table;
    bool doubtful;
    const char *caution = flat_caution(a, t, query), *note = scope_note(a, &q->scope, q->n_tables);
    const char *assumed = flat_assumed(a, t, query, &doubtful);
    const char *text = flat_sentence(a, t, query, json_get(result, "columns"), json_get(result, "rows"),
                                     json_get_truth(result, "truncated"));

    if (unseen->ties > 0)
        text = arena_printf(a, "%s %zu more %s the same %s%s.", text, unseen->ties, unseen->ties == 1 ? "has" : "have",
                            query->measure == FLAT_ROWS ? t->columns[query->column].name : "figure",
                            query->each > 0 ? " as the last of its group" : "");
    if (unseen->halves > 0)
        text = arena_printf(a, "%s %s", text, tell_halves(q, query, unseen->halves));
    if (caution)
        text = arena_printf(a, "%s %s", text, caution);
    if (assumed)
        text = arena_printf(a, "%s %s", text, assumed);
    if (doubtful)
        json_set(a, q->answer, "confidence", json_double(a, query->confidence * DOUBTFUL));
    return add_left_out(q, note ? arena_printf(a, "%s %s", text, note) : text);
}

/* A picture of the rows where one helps; none where it does not, and none where it cannot be drawn. */
static void draw(struct inquiry *q, const struct json *columns, const struct json *rows)
{
    struct chart_wish wish = { .title = json_get_text(q->answer, "restatement") };
    struct chart *chart;
    struct json *spec;
    struct err ignored;

    if (chart_from_table(q->call->arena, columns, rows, &wish, &chart, &ignored) == 0 && chart &&
        chart_vega(q->call->arena, chart, &spec, &ignored) == 0)
        json_set(q->call->arena, q->answer, "chart", spec);
}

static void show(struct inquiry *q, const struct flat *query, const struct json *result, size_t total,
                 const struct unseen *unseen)
{
    struct arena *a = q->call->arena;
    const struct json *columns = json_get(result, "columns");
    bool named = q->n_tables > 1 && q->scope.kind == SCOPE_ONE;
    struct answer_table table = { .sheet_name = named ? q->scope.table->sheet : NULL,
                                  .columns = json_array(a),
                                  .rows = json_get(result, "rows"),
                                  .row_count = total };

    for (size_t i = 0; i < json_len(columns); i++)
        json_push(a, table.columns, json_get(json_at(columns, i), "name"));
    answer_show(a, q->answer, tell(q, query, result, unseen), &table);
    draw(q, columns, table.rows);
}

static void suggest(struct inquiry *q)
{
    struct arena *a = q->call->arena;
    const char *questions[3];
    size_t n = flat_suggest(a, q->scope.table, questions);

    for (size_t i = 0; i < n; i++)
        json_push(a, json_get(q->answer, "suggestions"), json_str(a, questions[i]));
}

/* The files that the tables come from, each once. */
static void add_evidence(struct inquiry *q)
{
    const struct scope *s = &q->scope;

    for (size_t i = 0; i < s->n_members; i++) {
        bool told = false;
        for (size_t k = 0; k < i && !told; k++)
            told = strcmp(s->members[k]->source, s->members[i]->source) == 0 &&
                   strcmp(s->members[k]->fingerprint, s->members[i]->fingerprint) == 0;
        if (!told)
            answer_add_evidence(q->call->arena, q->answer, s->members[i]->source, s->members[i]->sha256,
                                s->members[i]->fingerprint);
    }
}

/* Where no one table has all that the question names, two of them may together: along a reference between them that the
 * profile finds. The error stays as it was where joining would not help. */
static int read_joined(struct inquiry *q, struct flat *ret, struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *args = json_object(a), *profile;
    struct err failed;
    size_t from, to;

    if (q->n_tables < 2 || !scope_wants_join(a, q->tables, q->n_tables, q->question, &from, &to))
        return -1;
    json_set(a, args, "data", json_copy(a, q->data));
    if (gate_nested(q->call, "profiler.analyze", args, &profile, &failed) < 0)
        return -1;
    if (joined_read(a, q->tables, q->n_tables, json_get(profile, "relationships"), q->question, &q->scope, ret))
        return 0;
    err_say(err, ERR_INVALID_QUERY,
            "The question needs two tables, such as '%s' and '%s', and there is no single sure way to join them.",
            q->tables[from].name, q->tables[to].name);
    return err_action(err, "Ask about one table, or join them in SQL.");
}

/* A question that names a column the policy keeps from this caller is told so, and not that there is no such column. */
static int tell_blocked(struct inquiry *q, struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *args = json_object(a), *result, *left_out;
    struct err failed;

    if (q->call->origin == CALLER_PERSON)
        return -1;
    json_set(a, args, "data", json_copy(a, q->data));
    for (size_t i = 0; i < q->n_tables && i < FLAT_JOINED; i++) {
        json_set(a, args, "query", json_str(a, flat_no_rows(a, &q->tables[i])));
        if (gate_nested(q->call, "sql.run", json_copy(a, args), &result, &failed) < 0)
            return -1;
        left_out = json_get(result, "left_out");
        for (size_t k = 0; k < json_len(left_out); k++) {
            const char *column = json_get_text(json_at(left_out, k), "column");
            if (!flat_names(a, q->question, column))
                continue;
            err_say(err, ERR_POLICY_VIOLATION, "The column '%s' cannot be read here: %s.", column,
                    json_get_text(json_at(left_out, k), "reason"));
            return err_action(err, "Ask about other columns.");
        }
    }
    return -1;
}

/* One question by itself, of one table or of two joined ones. */
static int read_own(struct inquiry *q, struct flat *ret, struct flat_options *options, struct err *err)
{
    int status = scope_read(q->call->arena, q->tables, q->n_tables, q->question, &q->scope, ret, options, err);

    return status < 0 && err->code != ERR_CLARIFICATION_NEEDED ? read_joined(q, ret, err) : status;
}

/* What was asked before, read again from its first question on; false when it no longer can be. */
static bool read_before(struct inquiry *q, struct follow *ret)
{
    struct inquiry first = *q;
    struct flat_options ignored = { .n = 0 };
    struct follow f = { .tables = q->tables, .n_tables = q->n_tables };
    struct err refused;

    first.question = json_text(json_at(q->before, 0), NULL);
    if (!first.question || read_own(&first, &f.query, &ignored, &refused) < 0)
        return false;
    f.scope = first.scope;
    for (size_t i = 1; i < json_len(q->before); i++)
        if (follow_read(q->call->arena, &f, json_text(json_at(q->before, i), NULL), &ignored, &refused) < 0)
            return false;
    *ret = f;
    return true;
}

/* The question by itself or as a follow-up, whichever it is. */
static int read_either(struct inquiry *q, struct flat *ret, struct flat_options *options, struct err *err)
{
    int status = read_own(q, ret, options, err);
    struct follow f;

    if (json_len(q->before) == 0 || !read_before(q, &f))
        return status;
    status = follow_or_own(q->call->arena, &f, q->question, status, &q->scope, ret, options, &q->followed, err);
    if (q->followed)
        q->scope = f.scope;
    if (q->followed && status == 0)
        *ret = f.query;
    return status;
}

/* The question as it was read, or the ways in which it could be. */
static int understand(struct inquiry *q, struct flat *ret, struct err *err)
{
    struct arena *a = q->call->arena;
    struct flat_options options = { .n = 0 };
    int status = read_either(q, ret, &options, err);

    if (status < 0)
        status = tell_blocked(q, err);
    add_evidence(q);
    if (status == 0) {
        json_set(a, q->answer, "restatement", json_str(a, flat_restate(a, q->scope.table, ret)));
        json_set(a, q->answer, "confidence", json_double(a, ret->confidence));
        return 0;
    }
    if (err->code != ERR_CLARIFICATION_NEEDED)
        return -1;
    answer_ask(a, q->answer, err->message);
    for (size_t i = 0; i < options.n; i++)
        answer_add_option(a, q->answer, options.label[i], json_str(a, options.label[i]));
    return -1;
}

static int answer_question(struct inquiry *q, struct err *err)
{
    struct flat query;
    struct json *result;
    struct unseen unseen;
    size_t total;

    call_step(q->call, 1, 3, "Reading the data");
    if (describe(q, err) < 0)
        return -1;
    call_step(q->call, 2, 3, "Understanding the question");
    if (understand(q, &query, err) < 0)
        return -1;
    call_step(q->call, 3, 3, "Computing the answer");
    if (run_query(q, &query, &result, &total, err) < 0 || count_unseen(q, &query, total, &unseen, err) < 0)
        return -1;
    show(q, &query, result, total, &unseen);
    suggest(q);
    return 0;
}

void inquiry_answer(struct call *c, const struct inquiry_request *r, struct json *answer, struct inquiry_outcome *ret)
{
    struct inquiry q = {
        .call = c, .data = r->data, .question = r->question, .named = r->table, .before = r->before, .answer = answer
    };
    struct err err;

    *ret = (struct inquiry_outcome){ .understood = answer_question(&q, &err) == 0 };
    ret->followed = q.followed;
    if (!ret->understood && err.code != ERR_CLARIFICATION_NEEDED)
        answer_fail(c->arena, c->world, answer, &err);
}
