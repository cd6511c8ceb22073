/* errand.h - a message about tasks, read as what it wants done. No model, no state, no tasks: only the words.
 *
 * A message may want several things ("add buy milk and show my list"); each is an errand. What a person calls a task is
 * kept in their own spelling; what says when, how often, how urgent and under which tag is taken out of it. A message
 * that wants nothing of the kind gives no errand, and one that only mentions a task ("I don't need to buy milk", "did I
 * call John?", "what if I deleted everything?") must not change any: it gives none either, or a list.
 *
 * How sure a reading is comes from how it was said: an order in so many words is surer than a wish, and a word that had
 * to be mended ("compelte") costs. The thresholds are the tasks sheet's (model/tasks.h); below them the caller asks,
 * with the readings that come next.
 */
#pragma once
#include "agents/tasks/dates/due.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;

#define ERRANDS 10      /* of one message: more is a list to import, not a sentence */
#define ERRAND_OTHERS 3 /* tasks sheet: the top three alternatives */

enum errand_kind {
    ERRAND_CREATE,
    ERRAND_LIST,
    ERRAND_UPDATE,
    ERRAND_COMPLETE,
    ERRAND_REOPEN, /* what was done is not done after all */
    ERRAND_DELETE,
    ERRAND_UNDO, /* the last change, or of what `about` says */
    ERRAND_REDO,
    ERRAND_MORE,    /* the list goes on: "more", "next page" */
    ERRAND_HELP,    /* "what can you do?" */
    ERRAND_COURTESY /* "hello", "thanks": nothing is wanted */
};

/* The tasks.IntentType it counts as, whose threshold holds; NULL for help and courtesy. */
const char *errand_intent(enum errand_kind kind);

/* What a task is to be or to have. NULL: nothing was said about it; "": it is to be taken away. */
struct errand_set {
    const char *title, *description;
    /* "2026-11-20" or "2026-11-20T17:00", on the person's wall. With ERRAND_UPDATE also "T17:00": then, on the day that
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
struct errand_filter {
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

struct errand {
    enum errand_kind kind;
    double confidence;
    struct {
        enum errand_kind kind;
        double confidence;
    } others[ERRAND_OTHERS]; /* what else it could be, the likeliest first */
    size_t n_others;
    const char *about;  /* the words that say which task or tasks: "2", "the first two", "it", "the report"; NULL
                           where none was named, which is never sure, or nothing is needed */
    bool is_topic;      /* of ERRAND_CREATE: `about` is its name, and the rest is said of that: "dentist: on Friday". It
                           is a change where there is such a task */
    bool is_named;      /* of ERRAND_CREATE: nothing says that it is new: "boiler man Thursday". It is a change where
                           one task is called so */
    bool every;         /* all that the filter lets through are meant: "everything due today" */
    const char *except; /* with `every`, and with several that `about` points at: but not these */
    struct errand_filter filter; /* with ERRAND_LIST, and with `every`. A list of the one task that `about` points at
                                    ("what is task 2?") has no filter */
    struct errand_set set;       /* with ERRAND_CREATE and ERRAND_UPDATE */
    const char *said;            /* the part of the message that it was read from */
    bool is_plain;               /* what the whole message is like leaves no doubt of the kind */
    bool is_apart;               /* of a piece: it stands by itself beside the others, and nothing else was said */
};

/* Reads a message against the clock on the person's wall; returns how many errands there are. A name that stands alone
 * ("milk") is read as a new task, never surely, with `about` and the filter's search set as well: whichever it turns
 * out to be. What was done is named by its verb: "I called John" is about "call John". */
size_t errand_read(struct arena *a, const char *message, const struct civil *now, struct errand ret[static ERRANDS]);

/* The same where it is known from elsewhere what is wanted (lang/cues.h): the new task that a message names, or with
 * `is_plain` is, as a whole; the list it asks for; what of the task of this title it changes. False when the words do
 * not say. */
bool errand_as_new(struct arena *a, const char *message, const struct civil *now, bool is_plain, struct errand *ret);
bool errand_as_list(struct arena *a, const char *message, const struct civil *now, struct errand *ret);
bool errand_as_change(struct arena *a, const char *message, const char *title, const struct civil *now,
                      struct errand_set *ret);

#define ERRAND_PIECES 8 /* of a message: more is a story, or a list */

struct errand_piece {
    const char *said;
    bool opens;     /* a sentence, or a line */
    bool contrasts; /* with what stands before: behind "but", "then" */
    bool depends;   /* the caller's to find out: on something else */
};

/* The message cut wherever something else may begin: behind commas, "and", sentences; 0 when it has too many. */
size_t errand_pieces(struct arena *a, const char *message, struct errand_piece ret[static ERRAND_PIECES]);

/* The new tasks of a message that is nothing but a list of things: "flour, butter, cocoa"; 0 when it is none. */
size_t errand_things(struct arena *a, const char *message, const struct civil *now, struct errand ret[static ERRANDS]);

/* An order that says first what it is about, as others are put: "move the essay to Friday" of "the essay please move to
 * Friday"; NULL when it is none. */
const char *errand_turned(struct arena *a, const char *said);

/* A new task's words without that it is to be in the place of another: "add milk instead". */
const char *errand_unplaced(struct arena *a, const char *words);

/* Whether the words are nothing but what a task may have: a day, a priority, tags. */
bool errand_values(struct arena *a, const char *said, const struct civil *now, struct errand_set *ret);

/* What a task has that is to be changed; NULL where that is not known. */
struct errand_task {
    const char *title, *due, *priority;
    const char *const *tags;
    size_t n_tags;
};

/* The same as errand_as_change() of a task that is known: what it has already is not what is new. */
bool errand_change_of(struct arena *a, const char *message, const struct errand_task *task, const struct civil *now,
                      struct errand_set *ret);

/* Whether it speaks of the list, of deleting or of how this program works, rather than of things to do: no new task is
 * made of that by a guess. */
bool errand_is_own_matter(struct arena *a, const char *message);

/* Whether a word says nothing about what a task is: "please", "list". */
bool errand_is_small(const char *word);

/* Whether a word names a part of a task, or what becomes of it: "deadline", "remark", "starts". */
bool errand_is_part(const char *word);

/* Whether a word is a verb of things to do ("order"), or says when. */
bool errand_is_deed(const char *word);
/* The verb of things to do that it is a form of: "bring" of "brought", "bringing"; NULL when it is none. */
const char *errand_deed(const char *word);

/* The rest of a new task's title, where some of it only leads to what it is to be called; NULL where it is well as it
 * is. */
const char *errand_restart(struct arena *a, const char *message, const char *title, const struct civil *now);
bool errand_is_when(struct arena *a, const char *word, const struct civil *now);

/* The words of it that point at tasks without naming them: "the last one", "it"; NULL when none do. */
const char *errand_points(struct arena *a, const char *message);

enum errand_reply { REPLY_NONE, REPLY_YES, REPLY_NO };

/* Whether a message only says yes or no to what was asked before. */
enum errand_reply errand_reply(const char *message);
