/* intent.h - what a message about tasks asks for. Read from its words alone: no model, no state, no tasks.
 *
 * A message may hold several intents ("add buy milk and show my list"). A task's title keeps the person's own spelling;
 * dates, recurrence, priority and tags are taken out of it. A message that asks for nothing has no intent. A message
 * that only mentions a task ("I don't need to buy milk", "did I call John?", "what if I deleted everything?") must not
 * change one: it has no intent, or asks for a list.
 *
 * The confidence of an intent follows from how it was said. An order is surer than a wish, and a word that had to be
 * corrected ("compelte") costs some. The thresholds are the tasks sheet's (model/tasks.h). Below them the caller asks,
 * and offers the next readings.
 */
#pragma once
#include "agents/tasks/dates/due.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;

#define MESSAGE_INTENTS 10 /* of one message: more is a list to import, not a sentence */
#define INTENT_OTHERS 3    /* tasks sheet: the top three alternatives */

enum intent_kind {
    INTENT_CREATE,
    INTENT_LIST,
    INTENT_UPDATE,
    INTENT_COMPLETE,
    INTENT_REOPEN, /* a completed task is not done after all */
    INTENT_DELETE,
    INTENT_UNDO, /* the last change, or the last one of the task in `about` */
    INTENT_REDO,
    INTENT_MORE,    /* the next page of the list */
    INTENT_HELP,    /* "what can you do?" */
    INTENT_COURTESY /* "hello", "thanks": nothing is wanted */
};

/* The tasks.IntentType of a kind, which has the threshold; NULL for help and courtesy. */
const char *intent_type(enum intent_kind kind);

/* The values that a task is to have. NULL: nothing was said about it; "": remove it. */
struct intent_slots {
    const char *title, *description;
    /* "2026-11-20" or "2026-11-20T17:00", on the person's wall. With INTENT_UPDATE also "T17:00": then, on the day that
     * the task has; "T2026-11-20": on that day, at the time that it has; "T": on its day, at no time; and "P7D",
     * "-P2D", "P1M" (a month), "PT90M": so much later or earlier than it is due */
    const char *due;
    const char *remind;   /* likewise, always with a time; or "PT60M": so long before it is due */
    const char *repeat;   /* RRULE's text, model/repeat.h */
    const char *priority; /* "low", "medium", "high" */
    const char *tags[TASK_TAGS], *untags[TASK_TAGS]; /* without "#", in lower case: to add, to take away */
    size_t n_tags, n_untags;
};

/* Which tasks a list or a change is about. */
struct task_filter {
    const char *status; /* "pending", "completed"; NULL: any */
    const char *priority, *tag, *search;
    bool is_guess;     /* `search` is the unexplained rest of a question: it counts only where tasks have it */
    bool names_tasks;  /* with is_guess: "tasks" or "the list" was said, so without `search` all of them are meant */
    const char *order; /* of a list: "due", "priority", "newest"; NULL: nobody said */
    bool has_due;
    struct due_span due;
    bool no_due;  /* only those without a date */
    bool repeats; /* only recurring ones */
};

struct task_intent {
    enum intent_kind kind;
    double confidence;
    struct {
        enum intent_kind kind;
        double confidence;
    } others[INTENT_OTHERS]; /* the next readings, the likeliest first */
    size_t n_others;
    const char *about; /* the words that mention the task or tasks: "2", "the first two", "it", "the report". NULL where
                          none was mentioned, which is never sure, or none is needed */
    bool is_topic; /* of INTENT_CREATE: `about` is the title, and the rest is said of it: "dentist: on Friday". Where
                      there is such a task, this is a change of it */
    bool is_named; /* of INTENT_CREATE: nothing says that the task is new: "boiler man Thursday". Where one task has
                      that title, this is a change of it */
    bool every;    /* all tasks that pass the filter are meant: "everything due today" */
    const char *except;        /* with `every`, or where `about` mentions several: but not these */
    struct task_filter filter; /* with INTENT_LIST, and with `every`. A question about one task ("what is task 2?") has
                                  `about` and no filter */
    struct intent_slots set;   /* with INTENT_CREATE and INTENT_UPDATE */
    const char *said;          /* the part of the message that it was read from */
    bool is_plain;             /* the model of the whole message leaves no doubt of the kind */
    bool is_apart;             /* of a fragment: it stands by itself, and says nothing else */
};

/* Reads a message at the person's local time; returns how many intents it has. A name that stands alone ("milk") is
 * read as a new task, but never surely, and `about` and the filter's search are set as well, for the other two
 * readings. A statement mentions a task by its verb: "I called John" is about "call John". */
size_t intents_read(struct arena *a, const char *message, const struct civil *now,
                    struct task_intent ret[static MESSAGE_INTENTS]);

/* The same where the kind of intent is already known (intent_model.h): the new task that a message names, or, with
 * `is_plain`, the whole message as its title; the list that it asks for; the change of the task with this title. False
 * when the words do not give one. */
bool intent_as_new(struct arena *a, const char *message, const struct civil *now, bool is_plain,
                   struct task_intent *ret);
bool intent_as_list(struct arena *a, const char *message, const struct civil *now, struct task_intent *ret);
bool intent_as_change(struct arena *a, const char *message, const char *title, const struct civil *now,
                      struct intent_slots *ret);

#define MESSAGE_PIECES 8 /* of a message: more is a story, or a list */

struct message_piece {
    const char *said;
    bool opens;     /* it begins a sentence or a line */
    bool contrasts; /* with the piece before it: "but", "then" */
    bool depends;   /* on a condition; set by the caller */
};

/* The message cut wherever a clause may begin: behind commas, "and", sentences. 0 when it has too many pieces. */
size_t message_pieces(struct arena *a, const char *message, struct message_piece ret[static MESSAGE_PIECES]);

/* The new tasks of a message that is only a list of things: "flour, butter, cocoa". 0 when it is not one. */
size_t intents_of_items(struct arena *a, const char *message, const struct civil *now,
                        struct task_intent ret[static MESSAGE_INTENTS]);

/* An order that mentions its task first, in the usual order: "move the essay to Friday" for "the essay please move to
 * Friday". NULL when it is not one. */
const char *message_reordered(struct arena *a, const char *said);

/* The words for a new task without those that say that it replaces another: "add milk instead". */
const char *title_unplaced(struct arena *a, const char *words);

/* Whether the words are slots only: a date, a priority, tags. */
bool message_slots(struct arena *a, const char *said, const struct civil *now, struct intent_slots *ret);

/* The present values of the task that is to be changed; NULL where one is not known. */
struct known_task {
    const char *title, *due, *priority;
    const char *const *tags;
    size_t n_tags;
};

/* Like intent_as_change(), for a task whose values are known: a value that it has already is not the new one. */
bool intent_change_of(struct arena *a, const char *message, const struct known_task *task, const struct civil *now,
                      struct intent_slots *ret);

/* Whether the message speaks of the list, of deleting or of how this program works, not of things to do. No new task is
 * guessed from such a message. */
bool message_is_about_program(struct arena *a, const char *message);

/* Whether a word says nothing about what a task is: "please", "list". */
bool word_is_small(const char *word);

/* Whether a word names a field of a task, or a change of one: "deadline", "remark", "starts". */
bool word_is_field(const char *word);

/* Whether a word is a verb of things to do: "order". */
bool word_is_action(const char *word);
/* The verb of things to do that it is a form of: "bring" of "brought", "bringing"; NULL when it is none. */
const char *action_verb(const char *word);

/* The title of a new task without the lead-in that was left in it; NULL where it has none. */
const char *title_restart(struct arena *a, const char *message, const char *title, const struct civil *now);
/* Whether a word is a date or time. */
bool word_is_date(struct arena *a, const char *word, const struct civil *now);

/* The words that refer to tasks without naming them: "the last one", "it"; NULL when there are none. */
const char *message_reference(struct arena *a, const char *message);

enum reply_kind { REPLY_NONE, REPLY_YES, REPLY_NO };

/* Whether a message only says yes or no to what was asked before. */
enum reply_kind reply_read(const char *message);
