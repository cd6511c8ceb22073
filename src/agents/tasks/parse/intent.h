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
    INTENT_REOPEN, /* what was done is not done after all */
    INTENT_DELETE,
    INTENT_UNDO, /* the last change, or of what `about` says */
    INTENT_REDO,
    INTENT_MORE,    /* the list goes on: "more", "next page" */
    INTENT_HELP,    /* "what can you do?" */
    INTENT_COURTESY /* "hello", "thanks": nothing is wanted */
};

/* The tasks.IntentType it counts as, whose threshold holds; NULL for help and courtesy. */
const char *intent_type(enum intent_kind kind);

/* What a task is to be or to have. NULL: nothing was said about it; "": it is to be taken away. */
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
    bool is_guess;     /* `search` is only what nothing explains in a question: it counts where tasks have it */
    bool names_tasks;  /* with is_guess: "tasks", "the list" was said, so that without it all of them are meant */
    const char *order; /* of a list: "due", "priority", "newest"; NULL: nobody said */
    bool has_due;
    struct due_span due;
    bool no_due;  /* only those without a date */
    bool repeats; /* only those that come again and again */
};

struct task_intent {
    enum intent_kind kind;
    double confidence;
    struct {
        enum intent_kind kind;
        double confidence;
    } others[INTENT_OTHERS]; /* what else it could be, the likeliest first */
    size_t n_others;
    const char *about;  /* the words that say which task or tasks: "2", "the first two", "it", "the report"; NULL
                           where none was named, which is never sure, or nothing is needed */
    bool is_topic;      /* of INTENT_CREATE: `about` is its name, and the rest is said of that: "dentist: on Friday". It
                           is a change where there is such a task */
    bool is_named;      /* of INTENT_CREATE: nothing says that it is new: "boiler man Thursday". It is a change where
                           one task is called so */
    bool every;         /* all that the filter lets through are meant: "everything due today" */
    const char *except; /* with `every`, and with several that `about` points at: but not these */
    struct task_filter filter; /* with INTENT_LIST, and with `every`. A list of the one task that `about` points at
                                    ("what is task 2?") has no filter */
    struct intent_slots set;   /* with INTENT_CREATE and INTENT_UPDATE */
    const char *said;          /* the part of the message that it was read from */
    bool is_plain;             /* what the whole message is like leaves no doubt of the kind */
    bool is_apart;             /* of a piece: it stands by itself beside the others, and nothing else was said */
};

/* Reads a message against the clock on the person's wall; returns how many intents there are. A name that stands alone
 * ("milk") is read as a new task, never surely, with `about` and the filter's search set as well: whichever it turns
 * out to be. What was done is named by its verb: "I called John" is about "call John". */
size_t intents_read(struct arena *a, const char *message, const struct civil *now,
                    struct task_intent ret[static MESSAGE_INTENTS]);

/* The same where it is known from elsewhere what is wanted (intent_model.h): the new task that a message names, or with
 * `is_plain` is, as a whole; the list it asks for; what of the task of this title it changes. False when the words do
 * not say. */
bool intent_as_new(struct arena *a, const char *message, const struct civil *now, bool is_plain,
                   struct task_intent *ret);
bool intent_as_list(struct arena *a, const char *message, const struct civil *now, struct task_intent *ret);
bool intent_as_change(struct arena *a, const char *message, const char *title, const struct civil *now,
                      struct intent_slots *ret);

#define MESSAGE_PIECES 8 /* of a message: more is a story, or a list */

struct message_piece {
    const char *said;
    bool opens;     /* a sentence, or a line */
    bool contrasts; /* with what stands before: behind "but", "then" */
    bool depends;   /* the caller's to find out: on something else */
};

/* The message cut wherever something else may begin: behind commas, "and", sentences; 0 when it has too many. */
size_t message_pieces(struct arena *a, const char *message, struct message_piece ret[static MESSAGE_PIECES]);

/* The new tasks of a message that is nothing but a list of things: "flour, butter, cocoa"; 0 when it is none. */
size_t intents_of_items(struct arena *a, const char *message, const struct civil *now,
                        struct task_intent ret[static MESSAGE_INTENTS]);

/* An order that says first what it is about, as others are put: "move the essay to Friday" of "the essay please move to
 * Friday"; NULL when it is none. */
const char *message_reordered(struct arena *a, const char *said);

/* A new task's words without that it is to be in the place of another: "add milk instead". */
const char *title_unplaced(struct arena *a, const char *words);

/* Whether the words are nothing but what a task may have: a day, a priority, tags. */
bool message_slots(struct arena *a, const char *said, const struct civil *now, struct intent_slots *ret);

/* What a task has that is to be changed; NULL where that is not known. */
struct known_task {
    const char *title, *due, *priority;
    const char *const *tags;
    size_t n_tags;
};

/* The same as intent_as_change() of a task that is known: what it has already is not what is new. */
bool intent_change_of(struct arena *a, const char *message, const struct known_task *task, const struct civil *now,
                      struct intent_slots *ret);

/* Whether it speaks of the list, of deleting or of how this program works, rather than of things to do: no new task is
 * made of that by a guess. */
bool message_is_about_program(struct arena *a, const char *message);

/* Whether a word says nothing about what a task is: "please", "list". */
bool word_is_small(const char *word);

/* Whether a word names a part of a task, or what becomes of it: "deadline", "remark", "starts". */
bool word_is_field(const char *word);

/* Whether a word is a verb of things to do ("order"), or says when. */
bool word_is_action(const char *word);
/* The verb of things to do that it is a form of: "bring" of "brought", "bringing"; NULL when it is none. */
const char *action_verb(const char *word);

/* The rest of a new task's title, where some of it only leads to what it is to be called; NULL where it is well as it
 * is. */
const char *title_restart(struct arena *a, const char *message, const char *title, const struct civil *now);
bool word_is_date(struct arena *a, const char *word, const struct civil *now);

/* The words of it that point at tasks without naming them: "the last one", "it"; NULL when none do. */
const char *message_reference(struct arena *a, const char *message);

enum reply_kind { REPLY_NONE, REPLY_YES, REPLY_NO };

/* Whether a message only says yes or no to what was asked before. */
enum reply_kind reply_read(const char *message);
