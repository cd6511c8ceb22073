/* reply.c - what the agent says, and the one place from which it calls tools.
 *
 * A title is data: in an answer it stands in quotation marks, on one line, whatever it holds. Nothing that was read
 * from a task is ever looked at as an order.
 */
#include "agents/tasks/dates/due.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/world.h"
#include "base/zone/zone.h"
#include "gate/gate.h"
#include "model/model.h"
#include "model/repeat.h"
#include "model/tasks.h"
#include <stdarg.h>
#include <string.h>

#define DETAIL_CHARS 120 /* of a description in a list: the rest is one question away */

/* ---- what is said ---- */

static void add_line(struct buf *b, const char *joint, const char *line)
{
    buf_addf(b, "%s%s", b->n ? joint : "", line);
}

void turn_say(struct turn *t, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_line(&t->text, "\n", arena_vprintf(t->a, fmt, args));
    va_end(args);
}

void turn_ask(struct turn *t, const char *fmt, ...)
{
    int64_t asked = json_get_int(t->context, "clarification_count", 0);
    va_list args;

    va_start(args, fmt);
    add_line(&t->text, "\n", arena_vprintf(t->a, fmt, args));
    va_end(args);
    if (strcmp(t->status, "clarification_needed") != 0)
        json_set(t->a, t->context, "clarification_count", json_int(t->a, asked + 1));
    t->status = "clarification_needed";
}

void turn_offer(struct turn *t, const char *label, struct json *value)
{
    struct json *option = json_set(t->a, json_object(t->a), "label", json_str(t->a, label));

    json_push(t->a, t->options, json_set(t->a, option, "value", value));
}

void turn_understood(struct turn *t, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_line(&t->trace, " ", arena_vprintf(t->a, fmt, args));
    va_end(args);
}

/* ---- tasks in words ---- */

/* On one line, in at most so many characters. */
static const char *on_a_line(struct turn *t, const char *text, size_t most)
{
    size_t n = strlen(text), fits = str_fit_chars(text, n, most);
    char *line = arena_printf(t->a, "%.*s%s", (int)fits, text, fits < n ? "..." : "");

    for (char *p = line; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            *p = ' ';
    return line;
}

const char *turn_title(struct turn *t, const struct json *task)
{
    const char *title = json_get_text(task, "title");

    return on_a_line(t, title ? title : "", TASK_TITLE_CHARS);
}

const char *turn_name(struct turn *t, const struct json *task)
{
    return arena_printf(t->a, "'%s'", turn_title(t, task));
}

const char *turn_names(struct turn *t, const struct json *tasks)
{
    return json_len(tasks) == 1 ? turn_name(t, json_at(tasks, 0))
                                : arena_printf(t->a, "those %zu tasks", json_len(tasks));
}

static bool is_done(const struct json *task)
{
    return json_get_text(task, "completed_at") != NULL;
}

static bool is_overdue(const struct turn *t, const struct json *task)
{
    const char *at = json_get_text(task, "due_at");
    int64_t us;

    return at && !is_done(task) && time_read(at, strlen(at), &us) && us < world_now(t->call->world);
}

/* In the words of the wall it was said against; of another zone than the person's with its name. */
const char *turn_due(struct turn *t, const struct json *task)
{
    const char *text = json_get_text(task, "due"), *zone = json_get_text(task, "time_zone");
    char words[DUE_WORDS_BYTES];
    struct due due;

    if (!text)
        return NULL;
    if (!due_read(text, &t->now, &due))
        return text;
    due_words(&due, &t->now, words);
    if (!due.has_time || !zone || strcmp(zone, t->zone_name) == 0)
        return arena_str(t->a, words);
    return arena_printf(t->a, "%s %s", words, zone);
}

const char *turn_when(struct turn *t, const char *instant)
{
    char words[DUE_WORDS_BYTES];
    struct civil at;
    int64_t us;

    if (!time_read(instant, strlen(instant), &us))
        return instant;
    at = zone_local(t->zone, us);
    due_words(
        &(struct due){
            .day = civil_days(at.year, at.month, at.day), .has_time = true, .hour = at.hour, .minute = at.minute },
        &t->now, words);
    return arena_str(t->a, words);
}

static const char *repeats(struct turn *t, const char *rule)
{
    struct buf b CLEANUP(buf_done) = BUF(REPEAT_TEXT_BYTES * 4);
    struct repeat r;

    if (!repeat_read(rule, strlen(rule), &r))
        return rule;
    repeat_words(&r, &b);
    return arena_str(t->a, b.p);
}

const char *turn_facts(struct turn *t, const struct json *task)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_ANSWER_BYTES);
    const char *due = turn_due(t, task), *priority = json_get_text(task, "priority");
    const char *rule = json_get_text(task, "repeat");
    const struct json *tags = json_get(task, "tags");

    if (is_done(task))
        add_line(&b, ", ", "completed");
    if (due)
        add_line(&b, ", ", arena_printf(t->a, "%s %s", is_overdue(t, task) ? "was due" : "due", due));
    if (rule)
        add_line(&b, ", ", repeats(t, rule));
    if (priority)
        add_line(&b, ", ", arena_printf(t->a, "%s priority", priority));
    for (size_t i = 0; i < json_len(tags); i++)
        add_line(&b, ", ", arena_printf(t->a, "#%s", on_a_line(t, json_text(json_at(tags, i), NULL), TASK_TAG_CHARS)));
    return arena_dup(t->a, b.p, b.n);
}

const char *turn_details(struct turn *t, const struct json *task)
{
    const char *facts = turn_facts(t, task), *description = json_get_text(task, "description");

    return arena_printf(t->a, "%s%s%s%s%s", *facts ? " (" : "", facts, *facts ? ")" : "", description ? " - " : "",
                        description ? on_a_line(t, description, DETAIL_CHARS) : "");
}

/* ---- tools ---- */

/* What the tool was chosen for, as the seed has it. */
static int note_selection(struct turn *t, const char *tool, const struct json *parameters, struct err *err)
{
    bool destructive = strcmp(tool, "delete_task") == 0 || strcmp(tool, "tasks.bulk") == 0;
    struct json *v = json_set(t->a, json_object(t->a), "tool_name", json_str(t->a, tool));
    struct json *others = json_array(t->a);

    for (size_t i = 0; t->intent && i < t->intent->n_others; i++) {
        const char *name = intent_type(t->intent->others[i].kind);
        struct json *other = json_array(t->a);
        if (!name)
            continue;
        json_push(t->a, other, json_str(t->a, tasks_intent(name)->tool));
        json_push(t->a, others, json_push(t->a, other, json_double(t->a, t->intent->others[i].confidence)));
    }
    json_set(t->a, v, "confidence", json_double(t->a, t->intent ? t->intent->confidence : 1));
    json_set(t->a, v, "parameters", json_copy(t->a, parameters));
    json_set(t->a, v, "requires_confirmation", json_bool(t->a, destructive));
    json_set(t->a, v, "alternatives", others);
    json_push(t->a, t->selected, v);
    return model_check(model_entity("tasks.ToolSelectionResult"), v, err);
}

int turn_use(struct turn *t, const char *tool, struct json *parameters, struct json **ret, struct err *err)
{
    struct json *shown = json_copy(t->a, parameters), *call = json_object(t->a);
    int status;

    json_unset(shown, "confirmation_token");
    if (note_selection(t, tool, shown, err) < 0)
        return -1;
    status = gate_nested(t->call, tool, parameters, ret, err);
    json_set(t->a, call, "tool", json_str(t->a, tool));
    json_set(t->a, call, "parameters", shown);
    if (status == 0)
        json_set(t->a, call, "result", json_copy(t->a, *ret));
    else
        json_set(t->a, call, "error", json_str(t->a, err->message));
    json_push(t->a, t->calls, call);
    json_set(t->a, t->talk.metadata, "last_tool_used", json_str(t->a, tool));
    json_set(t->a, t->talk.metadata, "last_tool_parameters", json_copy(t->a, shown));
    return status;
}

int turn_look(struct turn *t, struct json *parameters, struct json **ret, int64_t *ret_total, struct err *err)
{
    struct json *result;

    if (gate_nested(t->call, "list_tasks", parameters, &result, err) < 0)
        return -1;
    *ret = json_get(result, "data");
    if (ret_total)
        *ret_total = json_get_int(result, "total", (int64_t)json_len(*ret));
    return 0;
}

int turn_told(struct turn *t, struct err *err)
{
    enum err_kind kind = err_kind(err->code);

    if (kind == ERR_KIND_INTERNAL || kind == ERR_KIND_UNAVAILABLE || kind == ERR_KIND_CANCELLED ||
        kind == ERR_KIND_TIMEOUT)
        return -1;
    turn_say(t, "%s%s%s", err->message, *err->action ? " " : "", err->action);
    t->status = "error";
    return 0;
}

/* ---- about itself ---- */

void turn_help(struct turn *t)
{
    turn_say(t, "I look after your tasks. You can say, for example:");
    turn_say(t, "- \"remind me to call John tomorrow at 5pm\" or \"I need to buy milk\"");
    turn_say(t, "- \"show my tasks\", \"what is due this week?\", \"show tasks tagged home\"");
    turn_say(t, "- \"complete the second one\", \"rename 1 to call Jane\", \"move the report to friday\"");
    turn_say(t, "- \"delete task 2\" (I ask first) and \"undo\"");
}

void turn_courtesy(struct turn *t, const struct task_intent *e)
{
    const char *said = e->said ? e->said : "";

    if (strcasestr(said, "thank") || strcasestr(said, "thx") || strcasestr(said, "cheers"))
        turn_say(t, "You're welcome!");
    else if (strcasestr(said, "bye") || strcasestr(said, "night") || strcasestr(said, "later"))
        turn_say(t, "Bye! Your tasks are safe with me.");
    else if (strcasestr(said, "hello") || strcasestr(said, "hi") || strcasestr(said, "hey") ||
             strcasestr(said, "morning") || strcasestr(said, "evening") || strcasestr(said, "afternoon"))
        turn_say(t, "Hello! Tell me what you have to do, or say \"show my tasks\".");
    else
        turn_say(t, "All right!");
}
