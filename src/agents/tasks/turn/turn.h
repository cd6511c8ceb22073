/* turn.h - one message on its way through the agent: what is known about it and what is said. For src/agents/tasks
 * only.
 *
 * The rooms of the agent share this and nothing else: resolve/ finds the tasks that are meant, interpret/ decides what
 * is wanted, dialogue/ asks, calls the tools and shows. What outlives the turn is in the conversation's metadata;
 * `context` is the agent's own part of it.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/timefmt.h"
#include "talk/talk.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct call;
struct err;
struct json;
struct stems;
struct zone;

struct turn {
    struct talk talk;
    struct call *call;
    struct arena *a;
    struct stems *stems;  /* words as the index of tasks has them */
    struct json *context; /* metadata.agent_context */
    const char *zone_name;
    const struct zone *zone; /* of the person's wall */
    struct civil now;        /* what it says */
    int64_t number;          /* of this turn, from 1 */
    const char *message;     /* all of it */

    struct buf text;                  /* what the person reads */
    struct buf trace;                 /* what was understood, in a sentence */
    struct json *calls;               /* tasks.ChatToolCall */
    struct json *intents, *selected;  /* tasks.IntentResult, tasks.ToolSelectionResult */
    struct json *options;             /* to choose from */
    const struct json *confirmation;  /* what a yes is wanted for: the gate's own */
    const char *status;               /* tasks.ResponseStatus */
    const struct task_intent *intent; /* that is being run */
    struct candidates_kept *meant;    /* which tasks words were found to be of (resolve/candidates.c) */
    const char *subject;              /* the tasks it is being done to, in words */
    const char *model;                /* that read the message; NULL: nobody's but ours */
    double confidence;                /* of the last reading */
    struct json *completed;           /* ids of tasks that this message completed */
    bool is_answer;                   /* a question waited for this message */
    bool is_chosen;                   /* what is being done was chosen in answer to a question */
    bool touched;                     /* a task was dealt with in this turn */
    bool reached;                     /* the intent being run got to tasks, be it to ask about them */
    bool listed;                      /* a list was shown in this turn, which nobody has seen yet */
    bool relisted;                    /* another list was shown since what is being run was said */
    bool is_talk;                     /* tasks were spoken of, and nothing was wanted */
    bool asked;                       /* a question waits for the next message, and what was left with it */
};

/* ---- reply.c: words, and tools ---- */

void turn_say(struct turn *t, const char *fmt, ...) PRINTF(2, 3);

/* Says it, and that an answer is wanted. */
void turn_ask(struct turn *t, const char *fmt, ...) PRINTF(2, 3);

void turn_offer(struct turn *t, const char *label, struct json *value);

/* Adds to what was understood. */
void turn_understood(struct turn *t, const char *fmt, ...) PRINTF(2, 3);

/* A task's title on one line; and in quotation marks: it is data, whatever stands in it. */
const char *turn_title(struct turn *t, const struct json *task);
const char *turn_name(struct turn *t, const struct json *task);

/* The one by its name, several by how many they are. */
const char *turn_names(struct turn *t, const struct json *tasks);

/* An instant as the person's wall has it: "today at 17:30". */
const char *turn_when(struct turn *t, const char *instant);

/* When it is due, in words; NULL: never. That and what else it has, "due tomorrow, high priority"; and all that a list
 * tells beside the title. "" when there is nothing. */
const char *turn_due(struct turn *t, const struct json *task);
const char *turn_facts(struct turn *t, const struct json *task);
const char *turn_details(struct turn *t, const struct json *task);

/* Calls a tool and notes it, for the answer and for the next message. */
WARN_UNUSED int turn_use(struct turn *t, const char *tool, struct json *parameters, struct json **ret, struct err *err);

/* list_tasks, to look something up: told to nobody. *ret_total (may be NULL) is how many there are in all. */
WARN_UNUSED int turn_look(struct turn *t, struct json *parameters, struct json **ret, int64_t *ret_total,
                          struct err *err);

/* A failure that is the person's to know is told in the answer, and 0; one of ours ends the request. */
WARN_UNUSED int turn_told(struct turn *t, struct err *err);

void turn_help(struct turn *t);
void turn_courtesy(struct turn *t, const struct task_intent *e);

/* ---- confidence.c ---- */

/* Whether its confidence reaches the threshold of its intent; what has no intent is sure. */
bool turn_is_sure(const struct task_intent *e);

/* Whether it cannot change anything: a change that does not say what is to be different. */
bool turn_only_asks(const struct task_intent *e);

/* Whether it says nothing of what a task is to be or to have. */
bool turn_sets_nothing(const struct intent_slots *s);

/* ---- filter.c ---- */

/* The arguments of list_tasks for what a filter lets through; and the same in words: "pending tasks of high priority
 * due tomorrow". */
struct json *turn_filter(struct turn *t, const struct task_filter *f);
bool turn_filter_is_empty(const struct task_filter *f);
const char *turn_filter_words(struct turn *t, const struct task_filter *f, bool one);

/* ---- restate.c ---- */

/* What was understood, as a sentence. */
const char *turn_restated(struct turn *t, const struct task_intent *e);
