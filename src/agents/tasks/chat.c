/* chat.c - one message: an answer to what was asked before, or errands, each done or asked about.
 *
 * A question that waits is in agent_context.waiting: {"tool", "parameters"} with "token" (a yes is wanted) or "options"
 * (one of these tasks). Whatever the person says next settles it: an answer does it, anything else drops it, so that a
 * "yes" can never reach a question of long ago. What is deleted is bound by the gate's own confirmation to the very row
 * that was named.
 */
#include "agents/tasks/chat.h"
#include "agents/tasks/tasks.h"
#include "agents/tasks/which.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/gate.h"
#include "lang/errand.h"
#include "model/answer.h"
#include "model/tasks.h"
#include "talk/talk.h"
#include <string.h>

struct chat {
    struct talk talk;
    struct call *call;
    struct arena *a;
    struct buf text;                 /* what the person reads */
    struct json *calls;              /* tasks.ChatToolCall */
    struct json *options;            /* to choose from */
    const struct json *confirmation; /* what a yes is wanted for: the gate's own */
    const char *status;
};

/* ---- what is said ---- */

static void say(struct chat *c, const char *sentence)
{
    buf_addf(&c->text, "%s%s", c->text.n ? "\n" : "", sentence);
}

static void ask(struct chat *c, const char *question, const char *status)
{
    struct json *context = json_get(c->talk.metadata, "agent_context");

    say(c, question);
    c->status = status;
    if (strcmp(status, "clarification_needed") == 0)
        json_set(c->a, context, "clarification_count",
                 json_int(c->a, json_get_int(context, "clarification_count", 0) + 1));
}

static void number_tasks(struct chat *c, const struct json *tasks)
{
    for (size_t i = 0; i < json_len(tasks); i++) {
        const struct json *task = json_at(tasks, i);
        const char *description = json_get_text(task, "description");
        say(c, arena_printf(c->a, "%zu. %s%s%s%s", i + 1, json_get_text(task, "title"), description ? " - " : "",
                            description ? description : "", json_get_text(task, "completed_at") ? " (completed)" : ""));
    }
}

/* ---- tools ---- */

/* Calls a tool and notes it, for the answer and for the next message. */
static int use(struct chat *c, const char *tool, struct json *parameters, struct json **ret, struct err *err)
{
    struct json *shown = json_copy(c->a, parameters), *call = json_object(c->a);
    int status = gate_nested(c->call, tool, parameters, ret, err);

    json_unset(shown, "confirmation_token");
    json_set(c->a, call, "tool", json_str(c->a, tool));
    json_set(c->a, call, "parameters", shown);
    if (status == 0)
        json_set(c->a, call, "result", json_copy(c->a, *ret));
    else
        json_set(c->a, call, "error", json_str(c->a, err->message));
    json_push(c->a, c->calls, call);
    json_set(c->a, c->talk.metadata, "last_tool_used", json_str(c->a, tool));
    json_set(c->a, c->talk.metadata, "last_tool_parameters", json_copy(c->a, shown));
    return status;
}

/* A failure that is the person's to know is told in the answer; one of ours ends the request. */
static int told(struct chat *c, struct err *err)
{
    if (err_kind(err->code) == ERR_KIND_INTERNAL || err_kind(err->code) == ERR_KIND_UNAVAILABLE ||
        err_kind(err->code) == ERR_KIND_CANCELLED || err_kind(err->code) == ERR_KIND_TIMEOUT)
        return -1;
    say(c, err->message);
    c->status = "error";
    return 0;
}

static struct json *waiting(struct chat *c, const char *tool, const struct json *parameters)
{
    struct json *w = json_object(c->a);

    json_set(c->a, w, "tool", json_str(c->a, tool));
    json_set(c->a, w, "parameters", json_copy(c->a, parameters));
    json_set(c->a, json_get(c->talk.metadata, "agent_context"), "waiting", w);
    return w;
}

/* Does it, or holds it for a yes. */
static int act(struct chat *c, const char *tool, struct json *parameters, struct err *err)
{
    struct json *result = NULL;

    if (use(c, tool, parameters, &result, err) < 0) {
        if (err->code != ERR_CONFIRMATION_REQUIRED || !json_get(result, "token"))
            return told(c, err);
        json_set(c->a, waiting(c, tool, parameters), "token", json_copy(c->a, json_get(result, "token")));
        c->confirmation = result;
        ask(c, arena_printf(c->a, "%s Are you sure? (yes or no)", json_get_text(result, "summary")),
            "confirmation_required");
        return 0;
    }
    say(c, json_get_text(result, "message"));
    if (json_is(json_get(result, "data"), JSON_OBJECT))
        which_last(&c->talk, json_get_int(json_get(result, "data"), "id", 0));
    return 0;
}

/* ---- errands ---- */

static int show_list(struct chat *c, const char *status, struct err *err)
{
    struct json *parameters = json_object(c->a), *result;

    if (status)
        json_set(c->a, parameters, "status", json_str(c->a, status));
    if (use(c, "list_tasks", parameters, &result, err) < 0)
        return told(c, err);
    which_shown(&c->talk, json_get(result, "data"));
    if (json_len(json_get(result, "data")) == 0) {
        say(c, status ? arena_printf(c->a, "You have no %s tasks.", status)
                      : "You have no tasks. Tell me what you want to do, and I'll add it.");
        return 0;
    }
    say(c, arena_printf(c->a, "Here are your%s%s tasks:", status ? " " : "", status ? status : ""));
    number_tasks(c, json_get(result, "data"));
    return 0;
}

static int all_tasks(struct chat *c, struct json **ret, struct err *err)
{
    struct json *result;

    if (gate_nested(c->call, "list_tasks", json_object(c->a), &result, err) < 0)
        return -1;
    *ret = json_get(result, "data");
    return 0;
}

static void offer(struct chat *c, const char *tool, const struct json *parameters, const struct json *tasks)
{
    struct json *choices = json_array(c->a);

    for (size_t i = 0; i < json_len(tasks) && i < TASK_CHOICES; i++) {
        const struct json *task = json_at(tasks, i);
        struct json *option = json_set(c->a, json_object(c->a), "label", json_copy(c->a, json_get(task, "title")));
        json_set(c->a, option, "value", json_copy(c->a, json_get(task, "id")));
        json_push(c->a, c->options, option);
        json_push(c->a, choices, json_copy(c->a, option));
    }
    json_set(c->a, waiting(c, tool, parameters), "options", choices);
    ask(c, arena_printf(c->a, "I found %zu tasks that could be meant. Which one?", json_len(tasks)),
        "clarification_needed");
    for (size_t i = 0; i < json_len(c->options); i++)
        say(c, arena_printf(c->a, "%zu. %s", i + 1, json_get_text(json_at(c->options, i), "label")));
}

static struct json *parameters_of(struct chat *c, const struct errand *e)
{
    struct json *v = json_object(c->a);

    if (e->title)
        json_set(c->a, v, "title", json_str(c->a, e->title));
    if (e->description)
        json_set(c->a, v, "description", json_str(c->a, e->description));
    return v;
}

/* An errand about a task that is there. */
static int on_task(struct chat *c, const struct errand *e, const char *tool, struct err *err)
{
    struct json *tasks, *found = NULL, *parameters = parameters_of(c, e);

    if (strcmp(e->intent, "update") == 0 && !e->title && !e->description) {
        ask(c, "What should it be changed to? Say, for example: rename task 2 to call Jane.", "clarification_needed");
        return 0;
    }
    if (which_all(e->about)) {
        ask(c, "I change one task at a time, so that none is touched by mistake. Which one?", "clarification_needed");
        return show_list(c, NULL, err);
    }
    if (all_tasks(c, &tasks, err) < 0)
        return told(c, err);
    switch (which_task(&c->talk, tasks, e->about, &found)) {
    case WHICH_ONE:
        json_set(c->a, parameters, "task_id", json_copy(c->a, json_get(json_at(found, 0), "id")));
        return act(c, tool, parameters, err);
    case WHICH_SEVERAL:
        offer(c, tool, parameters, found);
        return 0;
    case WHICH_NONE:
        ask(c, "I couldn't find that task. Say \"show my tasks\" to see what is there.", "clarification_needed");
        return 0;
    case WHICH_NO_LIST:
    case WHICH_STALE:
        break;
    }
    ask(c, "Which task is that? Here is the list as it is now.", "clarification_needed");
    return show_list(c, NULL, err);
}

static int run_errand(struct chat *c, const struct errand *e, struct err *err)
{
    const struct tasks_intent *intent = tasks_intent(e->intent);

    if (strcmp(e->intent, "list") == 0)
        return show_list(c, e->status, err);
    if (strcmp(e->intent, "create") == 0)
        return act(c, intent->tool, parameters_of(c, e), err);
    return on_task(c, e, intent->tool, err);
}

static void note_confidence(struct chat *c, double confidence)
{
    struct json *context = json_get(c->talk.metadata, "agent_context"), *kept = json_array(c->a);
    const struct json *before = json_get(context, "confidence_history");
    size_t n = json_len(before), from = n >= TASK_CONFIDENCES ? n - TASK_CONFIDENCES + 1 : 0;

    for (size_t i = from; i < n; i++)
        json_push(c->a, kept, json_copy(c->a, json_at(before, i)));
    json_push(c->a, kept, json_double(c->a, confidence));
    json_set(c->a, context, "confidence_history", kept);
}

static int run_errands(struct chat *c, const char *message, struct err *err)
{
    struct errand errands[ERRANDS];
    size_t n = errand_read(c->a, message, errands);

    if (n == 0) {
        note_confidence(c, 0);
        ask(c,
            "I look after your tasks: I can add, list, change, complete and delete them. "
            "Say, for example, \"remind me to call John\" or \"show my tasks\".",
            "clarification_needed");
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        const struct tasks_intent *intent = tasks_intent(errands[i].intent);
        note_confidence(c, errands[i].confidence);
        if (!tasks_intent_sure(intent, errands[i].confidence))
            ask(c, arena_printf(c->a, "Did you want to %s a task? Please say it another way.", intent->name),
                "clarification_needed");
        else if (run_errand(c, &errands[i], err) < 0)
            return -1;
    }
    return 0;
}

/* ---- answers to what was asked ---- */

/* Settles what waits; *ret_done says whether the message was an answer to it. The token of what waits is a yes. */
static int settle(struct chat *c, const char *message, const char *token, bool *ret_done, struct err *err)
{
    struct json *context = json_get(c->talk.metadata, "agent_context"), *w = json_get(context, "waiting");
    struct json *parameters = w ? json_copy(c->a, json_get(w, "parameters")) : NULL;
    const struct json *option;
    enum errand_reply reply = errand_reply(message);
    const char *tool = w ? arena_str(c->a, json_get_text(w, "tool")) : NULL;

    *ret_done = false;
    if (!w)
        return 0;
    w = json_copy(c->a, w);
    json_unset(context, "waiting");
    if (token && json_get(w, "token") && strcmp(token, json_get_text(w, "token")) == 0)
        reply = REPLY_YES;
    if (reply == REPLY_NO) {
        *ret_done = true;
        say(c, "All right, nothing was changed.");
        return 0;
    }
    if (json_get(w, "token") && reply == REPLY_YES) {
        *ret_done = true;
        json_set(c->a, parameters, "confirmation_token", json_copy(c->a, json_get(w, "token")));
        return act(c, tool, parameters, err);
    }
    option = answer_option(json_get(w, "options"), message);
    if (!option)
        return 0;
    *ret_done = true;
    json_set(c->a, parameters, "task_id", json_copy(c->a, json_get(option, "value")));
    return act(c, tool, parameters, err);
}

/* ---- the operation ---- */

static void begin_metadata(struct chat *c)
{
    struct json *m = c->talk.metadata;

    if (json_get(m, "agent_context"))
        return;
    json_set(c->a, m, "agent_context",
             json_set(c->a, json_object(c->a), "application_domain", json_str(c->a, "task_management")));
    json_set(c->a, json_get(m, "agent_context"), "confidence_history", json_array(c->a));
    json_set(c->a, json_get(m, "agent_context"), "clarification_count", json_int(c->a, 0));
}

static struct json *response(struct chat *c)
{
    struct json *v = json_object(c->a);

    json_set(c->a, v, "conversation_id", json_str(c->a, c->talk.id));
    json_set(c->a, v, "response", json_str(c->a, c->text.p));
    json_set(c->a, v, "tool_calls", c->calls);
    json_set(c->a, v, "status", json_str(c->a, c->status));
    return json_set(c->a, v, "options", c->options);
}

/* The answer, once everything is said; and both sides of it are kept. */
static int finish(struct chat *c, const char *message, struct chat_said *ret, struct err *err)
{
    if (buf_check(&c->text, err) < 0)
        return -1;
    *ret = (struct chat_said){ response(c), c->confirmation };
    talk_say(&c->talk, "user", message, NULL);
    talk_say(&c->talk, "assistant", json_get_text(ret->response, "response"),
             json_set(c->a, json_object(c->a), "tool_calls", c->calls));
    talk_end(&c->talk);
    return 0;
}

int chat_turn(struct call *call, const struct chat_message *m, struct chat_said *ret, struct err *err)
{
    const struct tasks *t = call->service;
    struct chat *c = arena_alloc(call->arena, sizeof *c);
    bool done = false;
    int status;

    *c = (struct chat){ .call = call, .a = call->arena, .status = "success" };
    c->calls = json_array(c->a);
    c->options = json_array(c->a);
    if (talk_open(call, t->store, "tasks", m->conversation_id, WINDOW_TURNS, &c->talk, err) < 0)
        return -1;
    buf_init(&c->text, TASK_ANSWER_BYTES);
    begin_metadata(c);
    status = settle(c, m->text, m->token, &done, err);
    if (status == 0 && !done)
        status = run_errands(c, m->text, err);
    if (status == 0)
        status = finish(c, m->text, ret, err);
    buf_done(&c->text);
    return status;
}

int tasks_chat(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct chat_message message = { .text = json_get_text(args, "message"),
                                    .conversation_id = json_get_text(args, "conversation_id"),
                                    .token = json_get_text(args, "confirmation_token") };
    struct chat_said said;

    if (chat_turn(c, &message, &said, err) < 0)
        return -1;
    *ret = said.response;
    return 0;
}
