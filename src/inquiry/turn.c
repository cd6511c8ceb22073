/* turn.c - a turn: what was said before, the answer, and both of them kept.
 *
 * What is kept of a question for the next one is the chain that led to it: a question in full and the follow-ups to it,
 * each as it was typed. It is read again from the start every time, so nothing that was understood once can drift from
 * what the words say. A question that was not understood ends the chain, and so does one that the agent itself looked
 * up: a follow-up to it must not be taken for one to the question before. A request that was asked as such stands in
 * the chain as the words that mean it, where there are such. What was understood last is kept as a request beside it.
 */
#include "inquiry/turn.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/op.h"
#include "inquiry/inquiry.h"
#include "model/answer.h"

/* What was asked is no longer what a follow-up is about. */
static void forget(struct talk *talk)
{
    json_unset(talk->metadata, "questions");
    json_unset(talk->metadata, "request");
}

/* Sets a key of the metadata; what was asked of other data is no longer what a follow-up is about. */
static void set_subject(struct talk *talk, const char *key, struct json *value)
{
    if (!json_equal(json_get(talk->metadata, key), value))
        forget(talk);
    json_set(talk->call->arena, talk->metadata, key, value);
}

/* What the conversation is about from now on: what this message names, else what it was about. */
static void set_data(struct talk *talk, const struct turn *t)
{
    struct arena *a = talk->call->arena;

    if (json_len(t->data) > 0) {
        set_subject(talk, "data", json_copy(a, t->data));
        if (!t->table && !json_get(talk->metadata, "questions"))
            json_unset(talk->metadata, "table");
    }
    if (t->table)
        set_subject(talk, "table", json_str(a, t->table));
}

/* The sources to ask: this message's, or what is kept of an earlier one's. */
static int need_data(const struct talk *talk, const struct turn *t, const struct json **ret, struct err *err)
{
    *ret = json_len(t->data) > 0 ? t->data : json_get(talk->metadata, "data");
    if (json_len(*ret) > 0)
        return 0;
    err_say(err, ERR_INVALID_INPUT, "There is no data to ask about yet.");
    return err_action(err, "Name a file with the question.");
}

/* The questions that a follow-up to this one will be about, and what it was understood as. */
static void note_question(struct talk *talk, const struct inquiry_outcome *outcome)
{
    struct arena *a = talk->call->arena;
    struct json *chain = json_get(talk->metadata, "questions");

    if (outcome->followed && !outcome->understood)
        return;
    if (!outcome->followed || !chain)
        chain = json_array(a);
    if (outcome->words)
        json_push(a, chain, json_str(a, outcome->words));
    json_set(a, talk->metadata, "questions", chain);
    json_unset(talk->metadata, "request");
    if (outcome->request)
        json_set(a, talk->metadata, "request", json_copy(a, outcome->request));
}

static void inquire(struct talk *talk, const struct json *data, const char *question, const struct json *query,
                    struct json *answer)
{
    const struct json *chain = json_get(talk->metadata, "questions");
    struct inquiry_request request = { .data = data,
                                       .question = question,
                                       .query = query,
                                       .table = json_get_text(talk->metadata, "table"),
                                       .before = json_len(chain) < FOLLOW_CHAIN ? chain : NULL,
                                       .unsaid = json_len(chain) == 0 && json_get(talk->metadata, "request") };
    struct inquiry_outcome outcome;

    inquiry_answer(talk->call, &request, answer, &outcome);
    note_question(talk, &outcome);
}

/* The message, or what it stands for as the answer to a question back. */
static const char *meant(struct talk *talk, const char *message)
{
    struct arena *a = talk->call->arena;
    const struct json *option = answer_option(json_get(talk->metadata, "options"), message);
    const char *text = option ? json_get_text(option, "value") : NULL;

    if (option && !text)
        text = json_get_text(option, "label");
    text = arena_str(a, text ? text : message);
    return text;
}

static int answer_it(struct talk *talk, const struct turn *t, struct json *answer, struct err *err)
{
    struct arena *a = talk->call->arena;
    const char *message = t->query ? NULL : meant(talk, t->message);
    const struct json *data;
    bool done = false;

    json_unset(talk->metadata, "options");
    set_data(talk, t);
    if (t->own && t->own(talk->call, talk, message, answer, &done, err) < 0)
        return -1;
    if (!done && need_data(talk, t, &data, err) < 0)
        answer_fail(a, talk->call->world, answer, err);
    else if (!done)
        inquire(talk, data, message, t->query, answer);
    else if (json_len(talk->call->tool_calls) > 0)
        forget(talk);
    if (json_len(json_get(answer, "options")) > 0)
        json_set(a, talk->metadata, "options", json_copy(a, json_get(answer, "options")));
    return 0;
}

struct turn turn_of_args(const char *agent, const struct json *args, turn_own *own)
{
    return (struct turn){ .agent = agent,
                          .conversation_id = json_get_text(args, "conversation_id"),
                          .message = json_get_text(args, "question"),
                          .query = json_get(args, "query"),
                          .data = json_get(args, "data"),
                          .table = json_get_text(args, "table"),
                          .own = own };
}

/* Both sides, as they are read again: of a request its restatement, and the request beside it. */
static void say(struct talk *talk, const struct turn *t, const struct json *answer)
{
    struct arena *a = talk->call->arena;
    const char *message = t->message;

    if (t->query)
        message = json_get_text(answer, "restatement");
    talk_say(talk, "user", message && *message ? message : "(a query)",
             t->query ? json_set(a, json_object(a), "query", json_copy(a, t->query)) : NULL);
    talk_say(talk, "assistant", json_get_text(answer, "content"), answer);
}

int turn_answer(struct call *c, struct store *s, const struct turn *t, struct json **ret, struct err *err)
{
    struct talk *talk = arena_alloc(c->arena, sizeof *talk);
    struct json *answer;
    int64_t began = world_mono_us();

    if (talk_open(c, s, t->agent, t->conversation_id, WINDOW_TURNS, talk, err) < 0)
        return -1;
    answer = answer_new(c->arena, c->world, t->agent,
                        &(struct answer_ids){ .correlation_id = c->correlation_id,
                                              .conversation_id = talk->store ? talk->id : NULL,
                                              .request_id = c->request_id });
    if (answer_it(talk, t, answer, err) < 0)
        return -1;
    json_set(c->arena, answer, "tool_calls", c->tool_calls);
    json_set(c->arena, answer, "processing_time_ms", json_int(c->arena, (world_mono_us() - began) / 1000));
    say(talk, t, answer);
    *ret = answer;
    return talk_end(talk, err);
}
