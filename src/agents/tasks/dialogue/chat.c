/* chat.c - one message: an answer to the question before, or intents, each carried out or asked about in their order.
 *
 * Once one of them has to ask, the others wait with the question and go on after its answer. An intent below its
 * threshold (model/tasks.h) is not carried out but offered, with its other readings.
 */
#include "agents/tasks/dialogue/chat.h"
#include "agents/tasks/dialogue/clarify.h"
#include "agents/tasks/dialogue/dialogue.h"
#include "agents/tasks/dialogue/intent_json.h"
#include "agents/tasks/interpret/grounding.h"
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/llm/llm_reader.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/broader_search.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/store/services.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "base/zone/zone.h"
#include "model/model.h"
#include "model/tasks.h"
#include "store/db/stems.h"
#include "sys/zones.h"
#include <string.h>

/* ---- what was understood ---- */

static void note_confidence(struct turn *t, double confidence)
{
    struct json *kept = json_array(t->a);
    const struct json *before = json_get(t->context, "confidence_history");
    size_t n = json_len(before);

    for (size_t i = n >= TASK_CONFIDENCES ? n - TASK_CONFIDENCES + 1 : 0; i < n; i++)
        json_push(t->a, kept, json_copy(t->a, json_at(before, i)));
    json_push(t->a, kept, json_double(t->a, confidence));
    json_set(t->a, t->context, "confidence_history", kept);
    t->confidence = confidence;
}

/* The seed's IntentResult; of what has none of its five intents, nothing. */
static int note_intent(struct turn *t, const struct task_intent *e, struct err *err)
{
    const char *type = intent_type(e->kind);
    struct json *v = json_object(t->a), *entities = intent_to_json(t->a, e), *others = json_array(t->a);

    turn_understood(t, "%s", turn_restated(t, e));
    if (!type)
        return 0;
    note_confidence(t, e->confidence);
    json_unset(entities, "confidence");
    json_unset(entities, "said");
    for (size_t i = 0; i < e->n_others; i++) {
        const char *name = intent_type(e->others[i].kind);
        struct json *other = json_push(t->a, json_array(t->a), json_str(t->a, name ? name : "none"));
        json_push(t->a, others, json_push(t->a, other, json_double(t->a, e->others[i].confidence)));
    }
    json_set(t->a, v, "intent_type", json_str(t->a, type));
    json_set(t->a, v, "confidence", json_double(t->a, e->confidence));
    json_set(t->a, v, "entities", entities);
    json_set(t->a, v, "alternatives", others);
    json_push(t->a, t->intents, v);
    return model_check(model_entity("tasks.IntentResult"), v, err);
}

/* ---- in doubt ---- */

/* The same words, meant otherwise. */
static struct task_intent read_as(const struct task_intent *e, enum intent_kind kind)
{
    struct task_intent other = *e;
    const char *words = e->about ? e->about : e->set.title ? e->set.title : e->filter.search;

    other.kind = kind;
    other.n_others = 0;
    words = words ? words : e->said;
    if (kind == INTENT_CREATE && !other.set.title)
        other.set.title = words;
    if (kind == INTENT_LIST && e->kind != INTENT_LIST)
        other.filter = (struct task_filter){ .search = words };
    if (kind != INTENT_CREATE && kind != INTENT_LIST && !other.about)
        other.about = words;
    if (kind == INTENT_UPDATE && e->kind == INTENT_CREATE)
        other.set.title = NULL;
    return other;
}

/* A change is offered of the task that is likely meant by the words, whatever it was called. */
static int name_reading(struct turn *t, struct task_intent *e, struct err *err)
{
    const char *title;

    if (e->kind == INTENT_CREATE || e->kind == INTENT_LIST || !e->said || e->every || !e->about ||
        reference_read(e->about).kind != REFERENCE_NAME)
        return 0;
    if (candidate_guess(t, e->said, e->kind, &title, err) < 0)
        return -1;
    e->about = title ? title : e->about;
    return 0;
}

static int ask_reading(struct turn *t, const struct task_intent *e, struct err *err)
{
    struct task_intent readings[INTENT_OTHERS];
    size_t n = 0;

    readings[n++] = read_as(e, e->kind);
    for (size_t i = 0; i < e->n_others && n < INTENT_OTHERS; i++)
        readings[n++] = read_as(e, e->others[i].kind);
    for (size_t i = 0; i < n; i++)
        if (name_reading(t, &readings[i], err) < 0)
            return turn_told(t, err);
    clarify_reading(t, readings, n, "I'm not sure what you want. Is it one of these?");
    return 0;
}

/* ---- intents ---- */

static int run_one(struct turn *t, const struct task_intent *e, struct err *err)
{
    bool unsure = !turn_is_sure(e) && !turn_only_asks(e);
    struct task_intent grounded;
    int status;

    if (grounding_may(e, unsure)) {
        bool found;
        if (grounding_intent(t, e, &grounded, &found, err) < 0)
            return turn_told(t, err);
        unsure &= !found;
        e = found ? &grounded : e;
    }
    if (unsure && e->said && !t->is_answer) {
        struct likely_intent sense;
        if (likely_intents(t, e->said, e, 1, &sense, err) < 0)
            return turn_told(t, err);
        if (sense.n == 1 && (sense.is_kind || sense.kind == e->kind)) {
            grounded = sense.kind == e->kind && e->kind == INTENT_CREATE ? *e : sense.intents[0];
            grounded.confidence = sense.intents[0].confidence;
            e = &grounded;
            unsure = false;
        }
    }
    if (note_intent(t, e, err) < 0)
        return -1;
    if (unsure)
        return ask_reading(t, e, err);
    t->intent = e;
    status = turn_run(t, e, err);
    t->intent = NULL;
    return status;
}

/* Whether it says itself which tasks it is about: then "it" no longer means what was dealt with before. */
static bool names_tasks(const struct task_intent *e)
{
    enum reference_kind kind = e->about ? reference_read(e->about).kind : REFERENCE_IT;

    return e->kind == INTENT_CREATE || (e->kind >= INTENT_UPDATE && e->kind <= INTENT_UNDO &&
                                        (e->every || kind == REFERENCE_NAME || kind == REFERENCE_PLACE));
}

/* In their order; what comes behind a question waits with it. */
static int run_all(struct turn *t, struct task_intent *intents, size_t n, struct err *err)
{
    size_t i = 0;

    for (; i < n && !t->asked; i++) {
        t->reached = false;
        if (run_one(t, &intents[i], err) < 0)
            return -1;
        if (!t->reached && names_tasks(&intents[i]))
            resolve_meant(t, NULL);
    }
    for (size_t k = i; k < n; k++) /* what takes it back is not looked for in the answer */
        intents[k].said = intents[k].kind == INTENT_COMPLETE ? turn_sentence(t, &intents[k]) : intents[k].said;
    clarify_rest(t, intents + i, n - i);
    return 0;
}

static void decline(struct turn *t, const char *message)
{
    note_confidence(t, 0);
    turn_understood(t, t->is_talk ? "Nothing to be done." : "Nothing about tasks.");
    if (t->is_talk)
        turn_say(t, "All right, I have left your tasks as they are.");
    else if (reply_read(message) != REPLY_NONE)
        turn_ask(t, "Nothing is waiting for an answer. What can I do for your tasks?");
    else
        turn_ask(t, "Sorry, that is beyond me: I look after your tasks. Try \"remind me to call John\", \"show my "
                    "tasks\" or \"help\".");
}

/* Every one of them would be done as it was read. */
static bool is_sure(const struct task_intent *intents, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!turn_is_sure(&intents[i]))
            return false;
    return n > 0;
}

static int run_message(struct turn *t, const char *message, struct err *err)
{
    struct task_intent intents[MESSAGE_INTENTS], heard[MESSAGE_INTENTS];
    size_t n = intents_read(t->a, message, &t->now, intents), n_heard = 0;

    if (!is_sure(intents, n) && reply_read(message) == REPLY_NONE &&
        llm_reader_read(t, message, intents, n, heard, &n_heard, err) < 0)
        return -1;
    if (n_heard > 0)
        return run_all(t, heard, n_heard, err);
    if (interpret(t, message, intents, &n, err) < 0 || broader_reasons(t, intents, &n, err) < 0)
        return turn_told(t, err);
    if (n == 0) {
        decline(t, message);
        return 0;
    }
    return run_all(t, intents, n, err);
}

/* ---- the turn ---- */

static void begin_metadata(struct turn *t)
{
    struct json *m = t->talk.metadata;

    if (!json_is(json_get(m, "agent_context"), JSON_OBJECT)) {
        struct json *context = json_object(t->a);
        json_set(t->a, context, "application_domain", json_str(t->a, "task_management"));
        json_set(t->a, context, "confidence_history", json_array(t->a));
        json_set(t->a, context, "clarification_count", json_int(t->a, 0));
        json_set(t->a, m, "agent_context", context);
    }
    t->context = json_get(m, "agent_context");
    t->number = json_get_int(t->context, "turn", 0) + 1;
    json_set(t->a, t->context, "turn", json_int(t->a, t->number));
}

/* The zone that was named, or the conversation's, or this machine's; one that is kept may have gone since. */
static int begin_clock(struct turn *t, const char *named, struct err *err)
{
    const char *kept = json_get_text(t->context, "time_zone");
    struct err untold;

    t->zone_name = named ? named : kept ? kept : zones_here();
    if (zones_get(t->zone_name, &t->zone, named ? err : &untold) < 0) {
        if (named)
            return -1;
        t->zone_name = zones_here();
        if (zones_get(t->zone_name, &t->zone, err) < 0)
            return -1;
    }
    if (named)
        json_set(t->a, t->context, "time_zone", json_str(t->a, named));
    t->now = zone_local(t->zone, world_now(t->call->world));
    return 0;
}

static struct json *response(struct turn *t)
{
    struct json *v = json_object(t->a);

    json_set(t->a, v, "conversation_id", json_str(t->a, t->talk.id));
    json_set(t->a, v, "response", json_str(t->a, t->text.p));
    json_set(t->a, v, "tool_calls", t->calls);
    json_set(t->a, v, "status", json_str(t->a, t->status));
    return json_set(t->a, v, "options", t->options);
}

/* What is kept beside the words: the seed's entities, and how it came about. */
static struct json *kept_data(struct turn *t)
{
    struct json *v = json_set(t->a, json_object(t->a), "tool_calls", t->calls);

    json_set(t->a, v, "status", json_str(t->a, t->status));
    json_set(t->a, v, "reasoning_trace", json_str(t->a, t->trace.p));
    json_set(t->a, v, "intents", t->intents);
    return json_set(t->a, v, "selections", t->selected);
}

/* The answer, once everything is said; and both sides of it are kept. */
static int finish(struct turn *t, const char *message, struct chat_said *ret, struct err *err)
{
    if (buf_check(&t->text, err) < 0 || buf_check(&t->trace, err) < 0 ||
        model_check(model_entity("tasks.ConversationMetadata"), t->talk.metadata, err) < 0)
        return -1;
    *ret = (struct chat_said){ .response = response(t),
                               .confirmation = t->confirmation,
                               .restatement = arena_str(t->a, t->trace.p),
                               .model = t->model,
                               .confidence = t->confidence };
    talk_say(&t->talk, "user", message, NULL);
    talk_say(&t->talk, "assistant", json_get_text(ret->response, "response"), kept_data(t));
    return talk_end(&t->talk, err);
}

static int answer(struct turn *t, const struct chat_message *m, struct err *err)
{
    struct task_intent rest[MESSAGE_INTENTS];
    bool answered;
    size_t n;

    t->message = m->text;
    begin_metadata(t);
    t->is_answer = json_get(t->context, "waiting") != NULL;
    if (json_is(m->shown, JSON_ARRAY))
        resolve_given(t, m->shown);
    t->is_chosen = true;
    if (begin_clock(t, m->time_zone, err) < 0 || clarify_settle(t, m->text, m->token, rest, &n, &answered, err) < 0)
        return -1;
    t->is_chosen = false;
    if (!answered)
        return run_message(t, m->text, err);
    turn_understood(t, "An answer to what was asked.");
    return run_all(t, rest, n, err);
}

int chat_turn(struct call *call, const struct chat_message *m, struct chat_said *ret, struct err *err)
{
    const struct tasks *service = call->service;
    struct turn *t = arena_alloc(call->arena, sizeof *t);
    int status;

    *t = (struct turn){ .call = call, .a = call->arena, .status = "success" };
    t->calls = json_array(t->a);
    t->options = json_array(t->a);
    t->intents = json_array(t->a);
    t->selected = json_array(t->a);
    t->completed = json_array(t->a);
    if (stems_new(&t->stems, err) < 0)
        return -1;
    if (talk_open(call, service->store, "tasks", m->conversation_id, WINDOW_TURNS, &t->talk, err) < 0) {
        stems_free(t->stems);
        return -1;
    }
    buf_init(&t->text, TASK_ANSWER_BYTES);
    buf_init(&t->trace, TASK_ANSWER_BYTES);
    status = answer(t, m, err);
    if (status == 0)
        status = finish(t, m->text, ret, err);
    buf_done(&t->text);
    buf_done(&t->trace);
    stems_free(t->stems);
    return status;
}

int tasks_chat(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct chat_message message = { .text = json_get_text(args, "message"),
                                    .conversation_id = json_get_text(args, "conversation_id"),
                                    .token = json_get_text(args, "confirmation_token"),
                                    .time_zone = json_get_text(args, "time_zone"),
                                    .shown = json_get(args, "shown") };
    struct chat_said said;

    if (chat_turn(c, &message, &said, err) < 0)
        return -1;
    *ret = said.response;
    return 0;
}
