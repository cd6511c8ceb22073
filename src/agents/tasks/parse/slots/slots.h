/* slots.h - titles, what is said beside them, and filters. For parse/ only. */
#pragma once
#include "agents/tasks/parse/parser.h"

/* ---- title_start.c ---- */

#define START_WORDS 24    /* of a message with which a title may begin */
#define START_FEATURES 20 /* of each of them, at most */

/* The features of word i, for the model that scripts/train/train-starts learns; returns how many. */
size_t start_features(struct arena *a, struct span s, size_t i, const char *ret[static START_FEATURES]);

/* ---- slots.c ---- */

struct slots {
    const struct message_parser *r;
    struct intent_slots *set;
    struct due due;
    bool has_due;
    struct due_before before; /* a reminder that waits for the due day to be known */
    bool has_before;
    bool is_reminder; /* "remind me": a date at the beginning is the reminder's */
    bool is_dated;    /* some day or time was said */
    bool has_two;     /* two different ones: they cannot both be meant */
};

enum where {
    WHERE_EDGE = 1,  /* at either end of a title's words */
    WHERE_APART = 2, /* there too, but only behind or before punctuation: "important: ..." */
    WHERE_SET = 4    /* where only slots are said: "make it high" */
};

/* Reads the longest slot at the beginning of the words into *s; returns how many words it has. */
size_t slot_at(struct slots *s, struct span w, unsigned where);

/* The same without keeping its value. */
size_t slot_words(const struct slots *s, struct span w, unsigned where);

void slots_set_once(const char **field, const char *value);
bool word_is_hashtag(const struct phrase_word *w);

/* The word as a tag: in lower case, without its #. */
const char *slots_tag(struct arena *a, const struct phrase_word *w);

/* Adds a tag, unless it is there already or there are TASK_TAGS. */
void slots_add_tag(const char **tags, size_t *n, const char *tag);

/* Whether the date is over. */
bool slots_is_past(const struct message_parser *r, const char *due);

/* Whether the words are slots only; then *set has them. */
bool slots_are_all(const struct message_parser *r, struct span s, struct intent_slots *set);

/* Whether the words are only a date, a time or a recurrence. */
bool slots_are_when(const struct message_parser *r, struct span s);

/* Reads a date right behind a preposition, also where it could be something else: "to the weekend". Returns how many
 * words it has; 0 when there is none. */
size_t slots_day(const struct message_parser *r, struct span w, struct intent_slots *set);

/* A time alone, behind "to" or "is": "7", "4.15", "half seven"; as intent_slots has it. NULL when it is none. */
const char *slots_clock(const struct message_parser *r, struct span w);

/* The tags that the words name: "work", "#work and home"; false when they are none. */
bool slots_tags(const struct message_parser *r, struct span s, const char *ret[static TASK_TAGS], size_t *ret_n);

/* A reminder, as struct intent_slots has it; false when the words say none. */
bool slots_remind(const struct message_parser *r, struct span s, struct intent_slots *set);

/* ---- shift.c ---- */

/* A shift of a date, as intent_slots has it: "P7D" for "a week". NULL when the words are none. */
const char *slots_shift(const struct message_parser *r, struct span w);

/* Whether s only says that it is to be some other time: "to | another day". A word stands before s. */
bool shift_is_any(struct span s);

/* A title without the time of its reminder: "the setlist | two hours before". */
struct span title_without_reminder(struct span name);

/* ---- title.c ---- */

/* Takes the slots out of the words for a new task; *set has them and the title that is left. Returns whether a date or
 * time was said. */
bool title_and_slots(const struct message_parser *r, struct span s, bool is_reminder, struct intent_slots *set);

/* The words without the person who has to do it: "I have to send it", "we have the fitting". */
struct span title_without_owner(struct span s);

/* The words of the title, as far as they stand together. */
struct span title_core(const struct message_parser *r, struct span w);

/* The due date of a new task whose day or time was said before its words: "on Friday ... call Ann at 3". */
const char *slots_due_with(const struct slots *when, struct span title);

/* Whether the words end with a date or time; and with a recurrence. */
bool slots_end_dated(const struct message_parser *r, struct span s);
bool slots_end_repeats(const struct message_parser *r, struct span s);

/* ---- title_words.c ---- */

/* The words for a title, without hesitation, corrections and explanations. */
struct title {
    struct span words;
    const struct phrase_word *verb; /* that belongs before them: "buy milk, no wait, oat milk" */
    struct intent_slots more;       /* said as a correction: "..., no, on Saturday" */
    const char *by;                 /* when it is due, if nothing else says so: "she wants it back by Tuesday" */
    bool is_corrected;
    bool is_vague; /* nobody else can know what they name: "the usual" */
};

struct title title_read(const struct message_parser *r, struct span s);

/* A title with the person who was named before it in the place of its first pronoun: "ring Ann back" for "ring her
 * back". */
const char *title_naming(struct arena *a, const char *title, struct span whom);

/* Whether it is only hesitation: "um, what was it". */
bool title_hesitates(struct span s);

/* ---- filter.c ---- */

enum saw {
    SAW_NOUN = 1,      /* "tasks", "list", "agenda" */
    SAW_PLURAL = 2,    /* several, without pointing: "tasks", "things" */
    SAW_ALL = 4,       /* "all", "everything", "every" */
    SAW_STATUS = 8,    /* "open", "done" */
    SAW_SPAN = 16,     /* "today", "overdue" */
    SAW_MARK = 32,     /* a priority or a tag */
    SAW_DUE = 64,      /* "due" */
    SAW_HAVE = 128,    /* "do I have", "planned" */
    SAW_SEARCH = 256,  /* what they are about */
    SAW_OWN = 512,     /* "my" */
    SAW_MANY = 1024,   /* "how many" */
    SAW_OVERDUE = 2048 /* "overdue": that alone says it */
};

/* Reads a filter, and which kinds of words it has (enum saw); false when a word is not understood. */
bool task_filter_read(const struct message_parser *r, struct span s, struct task_filter *ret, unsigned *ret_saw);

/* Whether all tasks that pass the filter are meant: "everything due today", "the completed ones". */
bool filter_every(const struct message_parser *r, struct span s, struct task_filter *ret);

/* The same for any words: those without a sense of their own are what the tasks may be about. False when there are too
 * many of them. */
bool filter_loosely(const struct message_parser *r, struct span s, struct task_filter *ret, unsigned *ret_saw);

/* A filter while its words are read. */
struct filtering {
    const struct message_parser *r;
    struct task_filter *f;
    unsigned saw;
    bool has_both; /* "done and not done": any status */
    bool is_vague; /* the span is only "soon": one that is said beside it counts */
    bool is_still; /* "still": what is to be done, not what was */
};

/* ---- filter_dates.c ---- */

/* Reads a due date, a recurrence or an order of the list; returns how many words it has, 0 for none. */
size_t filter_when(struct filtering *g, struct span w);

/* ---- intent.c ---- */

/* Joins what was said of a task in two places; what was said last counts. */
void slots_join(struct intent_slots *to, const struct intent_slots *from);

/* The same was said again: where that was surer, its confidence counts, and no other reading is left. */
void intent_confirm(struct task_intent *before, const struct task_intent *again);
