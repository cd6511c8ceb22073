/* ask.c - the conversation about tasks, as the one answer that every agent gives. */
#include "agents/tasks/dialogue/chat.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/world.h"
#include "model/answer.h"
#include <string.h>

static void confirm(struct arena *a, struct json *answer, const struct json *confirmation, const char *text)
{
    answer_confirm(a, answer, json_get_text(confirmation, "token"), json_get_text(confirmation, "summary"), 0);
    json_set(a, json_get(answer, "confirmation"), "expires_at", json_copy(a, json_get(confirmation, "expires_at")));
    json_set(a, answer, "content", json_str(a, text));
}

/* The options have a place of their own in an answer; the chat's text lists them below its first line. */
static void fill(struct arena *a, struct json *answer, const struct chat_said *said)
{
    const char *status = json_get_text(said->response, "status"), *text = json_get_text(said->response, "response");
    const struct json *options = json_get(said->response, "options");

    if (said->confirmation)
        confirm(a, answer, said->confirmation, text);
    else if (strcmp(status, "clarification_needed") == 0)
        answer_ask(a, answer, json_len(options) > 0 ? arena_dup(a, text, strcspn(text, "\n")) : text);
    else
        answer_say(a, answer, text);
    for (size_t i = 0; i < json_len(options); i++)
        answer_add_option(a, answer, json_get_text(json_at(options, i), "label"),
                          json_copy(a, json_get(json_at(options, i), "value")));
}

/* What may be said next, where nothing was asked. */
static struct json *suggestions(struct arena *a, const struct chat_said *said)
{
    static const char *const next[] = { "show my tasks", "what is due today?", "undo" };
    const char *status = json_get_text(said->response, "status");
    struct json *list = json_array(a);

    for (size_t i = 0; strcmp(status, "success") == 0 && i < COUNT_OF(next); i++)
        json_push(a, list, json_str(a, next[i]));
    return list;
}

int tasks_ask(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct chat_message message = { .text = json_get_text(args, "question"),
                                    .conversation_id = json_get_text(args, "conversation_id"),
                                    .token = json_get_text(args, "confirmation_token") };
    int64_t began = world_mono_us();
    struct chat_said said;

    if (chat_turn(c, &message, &said, err) < 0)
        return -1;
    *ret = answer_new(c->arena, c->world, "tasks",
                      &(struct answer_ids){ .correlation_id = c->correlation_id,
                                            .conversation_id = json_get_text(said.response, "conversation_id"),
                                            .request_id = c->request_id });
    fill(c->arena, *ret, &said);
    json_set(c->arena, *ret, "restatement", json_str(c->arena, said.restatement));
    json_set(c->arena, *ret, "confidence", json_double(c->arena, said.confidence));
    json_set(c->arena, *ret, "suggestions", suggestions(c->arena, &said));
    if (said.model) {
        json_set(c->arena, *ret, "voice", json_str(c->arena, said.model));
        json_set(c->arena, *ret, "model_used", json_str(c->arena, said.model));
    }
    json_set(c->arena, *ret, "tool_calls", c->tool_calls);
    json_set(c->arena, *ret, "processing_time_ms", json_int(c->arena, (world_mono_us() - began) / 1000));
    return 0;
}
