/* inquiry.c - one question, one answer. */
#include "inquiry/inquiry.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/gate.h"
#include "grid/table.h"
#include "inquiry/described.h"
#include "inquiry/origin.h"
#include "inquiry/result.h"
#include "inquiry/words.h"
#include "model/answer.h"
#include "model/safe.h"
#include "query/json/request_json.h"
#include <string.h>

#define UNSAID "What was asked before it is a query that words cannot change."

/* A question on its way to an answer. */
struct inquiry {
    struct call *call;
    const struct inquiry_request *asked;
    struct json *answer;
    struct described data;
    struct table *tables; /* those that a question in words may be about: all that can be seen, or the one named */
    size_t n_tables;
    struct words_reading read;
    struct request request;
    struct result_input result;
};

/* Of several tables, only the one the person named: hidden ones too. */
static int find_tables(struct inquiry *q, struct err *err)
{
    const char *named = q->asked->table;

    q->tables = arena_array(q->call->arena, q->data.n, sizeof *q->tables);
    if (!named) {
        q->n_tables = described_shown(&q->data, q->tables);
        return 0;
    }
    for (size_t i = 0; i < q->data.n; i++)
        if (str_same(q->data.tables[i].name, named)) {
            q->tables[0] = q->data.tables[i];
            q->n_tables = 1;
            return 0;
        }
    err_say(err, ERR_MISSING_COLUMN, "There is no table of that name in the data.");
    return err_action(err, "Name one of the data's tables, or none.");
}

/* What the words ask for, or the ways in which they could be read. */
static int read_words(struct inquiry *q, struct err *err)
{
    struct arena *a = q->call->arena;
    const struct words_input in = { .call = q->call,
                                    .data = q->asked->data,
                                    .tables = q->tables,
                                    .n = q->n_tables,
                                    .question = q->asked->question,
                                    .before = q->asked->before };

    if (words_read_request(&in, &q->read, err) == 0) {
        q->request = q->read.request;
        return 0;
    }
    result_evidence(a, q->tables, q->n_tables, q->read.is_about, q->answer);
    if (err->code == ERR_CLARIFICATION_NEEDED) {
        answer_ask(a, q->answer, arena_printf(a, "%s%s", err->message, q->asked->unsaid ? " " UNSAID : ""));
        for (size_t i = 0; i < q->read.n_options; i++)
            answer_add_option(a, q->answer, q->read.options[i], json_str(a, q->read.options[i]));
    } else if (q->asked->unsaid) {
        err_action(err, "Ask in full. " UNSAID);
    }
    return -1;
}

/* An answer's error names no table, file or path: one about a query that names a wrong one says where in the query. */
static int say_safely(struct err *err)
{
    struct err told = *err;
    const char *colon = strstr(told.message, ": ");
    int place = colon ? (int)(colon + strlen(": ") - told.message) : 0;

    if (!safe_fault(told.message))
        return -1;
    err_say(err, told.code, "%.*swhat is named here is not known.", place, told.message);
    return err_action(err, "%s", safe_fault(told.action) ? "data.describe lists the tables and columns." : told.action);
}

static int take_query(struct inquiry *q, struct err *err)
{
    q->read.confidence = 1;
    return request_from_json(q->call->arena, q->asked->query, &q->request, err);
}

/* The request of the question, understood and sound. */
static int understand(struct inquiry *q, struct err *err)
{
    const struct inquiry_request *r = q->asked;

    if ((r->query ? take_query(q, err) : read_words(q, err)) < 0)
        return r->query ? say_safely(err) : -1;
    q->result = (struct result_input){ .call = q->call,
                                       .sources = r->data,
                                       .tables = q->data.tables,
                                       .n = q->data.n,
                                       .n_shown = q->n_tables,
                                       .request = &q->request,
                                       .author = r->query ? CHECK_WRITTEN : CHECK_MADE,
                                       .confidence = q->read.confidence,
                                       .note = q->read.note,
                                       .left_out = q->data.left_out };
    if (result_understood(&q->result, q->answer, err) == 0)
        return 0;
    return r->query ? say_safely(err) : -1;
}

/* Of a request as JSON: the first table that it reads. */
static const struct table *table_read(const struct inquiry *q)
{
    bool *read = arena_array(q->call->arena, q->data.n, sizeof *read);

    request_tables(&q->request, q->data.tables, q->data.n, read);
    for (size_t i = 0; i < q->data.n; i++)
        if (read[i])
            return &q->data.tables[i];
    return NULL;
}

/* Questions about what was read. */
static void suggest(struct inquiry *q)
{
    struct arena *a = q->call->arena;
    const struct table *about = q->asked->query ? table_read(q) : q->read.seen;
    const char *questions[3];
    size_t n = about ? words_suggest(a, about, questions) : 0;

    for (size_t i = 0; i < n; i++)
        json_push(a, json_get(q->answer, "suggestions"), json_str(a, questions[i]));
}

static int answer_question(struct inquiry *q, struct err *err)
{
    call_step(q->call, 1, 3, "Reading the data");
    if (describe_data(q->call, q->asked->data, &q->data, err) < 0 || find_tables(q, err) < 0)
        return -1;
    call_step(q->call, 2, 3, "Understanding the question");
    if (understand(q, err) < 0)
        return -1;
    call_step(q->call, 3, 3, "Computing the answer");
    if (result_answer(&q->result, q->answer, err) < 0)
        return -1;
    suggest(q);
    return 0;
}

void inquiry_answer(struct call *c, const struct inquiry_request *r, struct json *answer, struct inquiry_outcome *ret)
{
    struct inquiry q = { .call = c, .asked = r, .answer = answer };
    struct err err;

    *ret = (struct inquiry_outcome){ .understood = answer_question(&q, &err) == 0 };
    ret->followed = q.read.followed;
    if (!ret->understood && err.code != ERR_CLARIFICATION_NEEDED)
        answer_fail(c->arena, c->world, answer, &err);
    if (!ret->understood)
        return;
    ret->request = json_get(answer, "query");
    ret->words =
        r->query ? words_of_request(c->arena, q.tables, q.n_tables, &q.request, json_get_text(answer, "restatement"))
                 : r->question;
}
