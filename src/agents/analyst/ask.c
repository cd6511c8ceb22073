/* ask.c - one question, one answer: describe the data, understand the question, run the query, say what came out.
 *
 * Data is reached by calling data.describe and sql.run through the gate, so everything done for an answer is recorded
 * and stands in its tool_calls. A question that cannot be answered is answered too: with an error that names the fix,
 * or with the readings to choose from.
 */
#include "agents/analyst/tools.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "lang/query.h"
#include "model/answer.h"

/* A question on its way to an answer. */
struct inquiry {
    struct call *call;
    const struct json *data; /* the sources, as given */
    const char *question;
    const char *named; /* the table it is to be about; NULL: the one that fits best */
    struct json *answer;
    struct table *tables;
    size_t n_tables;
    const struct table *table; /* the one the question is about */
};

static int choose_table(struct inquiry *q, struct err *err)
{
    q->table = &q->tables[query_choose_table(q->call->arena, q->tables, q->n_tables, q->question)];
    if (!q->named)
        return 0;
    for (size_t i = 0; i < q->n_tables; i++)
        if (str_same(q->tables[i].name, q->named)) {
            q->table = &q->tables[i];
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
    q->n_tables = json_len(tables);
    q->tables = arena_array(a, q->n_tables, sizeof *q->tables);
    for (size_t i = 0; i < q->n_tables; i++)
        if (table_from_json(a, json_at(tables, i), &q->tables[i], err) < 0)
            return -1;
    return choose_table(q, err);
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

/* The rows, and how many there are in all: where there are more than an answer shows, they are counted. */
static int run_query(struct inquiry *q, const struct query *query, struct json **ret, size_t *ret_total,
                     struct err *err)
{
    struct arena *a = q->call->arena;
    struct json *params, *count;
    const char *sql;

    query_sql(a, q->table, query, &sql, &params);
    if (run_sql(q, sql, params, ret, err) < 0)
        return -1;
    *ret_total = json_len(json_get(*ret, "rows"));
    if (!json_get_truth(*ret, "truncated"))
        return 0;
    if (run_sql(q, arena_printf(a, "SELECT count(*) FROM (%s)", sql), params, &count, err) < 0)
        return -1;
    *ret_total = (size_t)json_real(json_at(json_at(json_get(count, "rows"), 0), 0));
    return 0;
}

static void show(struct inquiry *q, const struct query *query, const struct json *result, size_t total)
{
    struct arena *a = q->call->arena;
    const struct json *columns = json_get(result, "columns");
    struct answer_table table = { .columns = json_array(a), .rows = json_get(result, "rows"), .row_count = total };
    const char *sentence = query_sentence(a, q->table, query, columns, table.rows, json_get_truth(result, "truncated"));
    const char *caution = query_caution(a, q->table, query);

    for (size_t i = 0; i < json_len(columns); i++)
        json_push(a, table.columns, json_get(json_at(columns, i), "name"));
    answer_show(a, q->answer, caution ? arena_printf(a, "%s %s", sentence, caution) : sentence, &table);
}

static void suggest(struct inquiry *q)
{
    struct arena *a = q->call->arena;
    const char *questions[3];
    size_t n = query_suggest(a, q->table, questions);

    for (size_t i = 0; i < n; i++)
        json_push(a, json_get(q->answer, "suggestions"), json_str(a, questions[i]));
}

/* Reads the question of the table that fits best, or, where it makes no sense of that one, of the first it does. */
static int read_question(struct inquiry *q, struct query *ret, struct query_options *options, struct err *err)
{
    struct arena *a = q->call->arena;
    struct query_options unused;
    struct err other;

    if (query_read(a, q->table, q->question, ret, options, err) == 0)
        return 0;
    if (err->code == ERR_CLARIFICATION_NEEDED || q->named)
        return -1;
    for (size_t i = 0; i < q->n_tables; i++)
        if (&q->tables[i] != q->table && query_read(a, &q->tables[i], q->question, ret, &unused, &other) == 0) {
            q->table = &q->tables[i];
            return 0;
        }
    return -1;
}

/* The question as it was read, or the ways in which it could be. */
static int understand(struct inquiry *q, struct query *ret, struct err *err)
{
    struct arena *a = q->call->arena;
    struct query_options options = { .n = 0 };
    int status = read_question(q, ret, &options, err);

    answer_add_evidence(a, q->answer, q->table->source, q->table->sha256, q->table->fingerprint);
    if (status == 0) {
        json_set(a, q->answer, "restatement", json_str(a, query_restate(a, q->table, ret)));
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
    struct query query;
    struct json *result;
    size_t total;

    call_step(q->call, 1, 3, "Reading the data");
    if (describe(q, err) < 0)
        return -1;
    call_step(q->call, 2, 3, "Understanding the question");
    if (understand(q, &query, err) < 0)
        return -1;
    call_step(q->call, 3, 3, "Computing the answer");
    if (run_query(q, &query, &result, &total, err) < 0)
        return -1;
    show(q, &query, result, total);
    suggest(q);
    return 0;
}

int analyst_ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct answer_ids ids = { .correlation_id = c->correlation_id, .request_id = c->request_id };
    struct inquiry q = { .call = c,
                         .data = json_get(args, "data"),
                         .question = json_get_text(args, "question"),
                         .named = json_get_text(args, "table") };
    int64_t began = world_mono_us();

    q.answer = answer_new(c->arena, c->world, "analyst", &ids);
    if (answer_question(&q, err) < 0 && err->code != ERR_CLARIFICATION_NEEDED)
        answer_fail(c->arena, c->world, q.answer, err);
    json_set(c->arena, q.answer, "tool_calls", c->tool_calls);
    json_set(c->arena, q.answer, "processing_time_ms", json_int(c->arena, (world_mono_us() - began) / 1000));
    *ret = q.answer;
    return 0;
}
