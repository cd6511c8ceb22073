/* rules.h - the rules, and what a clause that fits one says. For parse/ only. */
#pragma once
#include "agents/tasks/parse/parser.h"

/* ---- rules.c ---- */

enum rule_flag {
    RULE_DEED = 1,         /* the title is what to do, not a thing */
    RULE_REMINDS = 2,      /* a time is also when to be reminded */
    RULE_ASKS = 4,         /* said as a question */
    RULE_POINTS = 8,       /* says that tasks are meant: no other sense is possible */
    RULE_LOOSE = 16,       /* so many other things are said this way that it begins no clause inside a sentence */
    RULE_ABLE = 32,        /* only behind "can you": asks what the program can do */
    RULE_SEVERAL = 64,     /* the title is a list of them */
    RULE_UNDATED = 128,    /* not with a day or time at its end: what has a date is still to be done */
    RULE_WHOLE = 256,      /* the title is all of the clause */
    RULE_PARTICIPLE = 512, /* what was done is a word of what it is about */
    RULE_BARE = 1024,      /* nothing says "is" or "has": what it is about must be a thing, not an order */
    RULE_ASKED = 2048      /* only as a question */
};

struct rule {
    enum intent_kind kind;
    double confidence;
    unsigned flags;
    const char *sets; /* "priority=high", "due=" (taken away), "status=completed" */
    const char *pattern;
};

enum part {
    PART_ABOUT, /* which tasks, in any words */
    PART_REF,   /* which, pointing at them: rule_is_ref */
    PART_TITLE,
    PART_NOTE,
    PART_WHEN,
    PART_SET,
    PART_TAGS,
    PART_WHICH,  /* a filter */
    PART_LEVEL,  /* of priority */
    PART_PAST,   /* what somebody did: "called Ann" */
    PART_DONE,   /* the same, where the verb can be nothing else: not "put", "read" */
    PART_DEED,   /* what is to be done, or was */
    PART_JUNK,   /* what is not meant: "not Friday" */
    PART_HASH,   /* "#work" */
    PART_MARK,   /* a priority or tags, perhaps with a day */
    PART_EVENT,  /* what has its day or time at the end */
    PART_NEW,    /* a title that names something: not "2", not "a task" */
    PART_NAMED,  /* what points at tasks, or quotes one */
    PART_PLACE,  /* one place in a list: "2", "task 2" */
    PART_EARLY,  /* when to be reminded: "an hour before" */
    PART_SHIFT,  /* so much later: "a week", "two days earlier" */
    PART_CLOCK,  /* a time alone, as short as it can be: "7", "4.15" */
    PART_PP,     /* one word, of something done: "sanded" */
    PART_QUOTED, /* one quotation */
    PART_OPENED, /* a title behind a colon or a dash */
    PART_NEED,   /* a thing that somebody needs: no "help" */
    PART_ING     /* "servicing", "to be serviced" */
};

enum mode { MODE_ORDER, MODE_POLITE, MODE_QUESTION };

/* ---- rules_ask.c ---- */

extern const struct rule ask_rules[];
extern const size_t ask_rules_n;

/* ---- rules_change.c ---- */

extern const struct rule change_rules[];
extern const size_t change_rules_n;

/* ---- rules_add.c ---- */

extern const struct rule create_rules[];
extern const size_t create_rules_n;

/* ---- rules_delete.c ---- */

extern const struct rule delete_rules[];
extern const size_t delete_rules_n;

/* ---- rules.c ---- */

/* The first rule that the words fit, or NULL. */
const struct rule *rule_for(const struct message_parser *r, struct span s, enum mode mode,
                            struct phrase_part ret_parts[static PHRASE_PARTS]);

/* ---- slot_match.c ---- */

bool slot_match(void *arg, size_t part, const struct phrase_word *w, size_t n);

/* Whether the words point at tasks without naming them, or say "task": "2", "the first two", "it", "the milk task". */
bool rule_is_ref(struct span s);
bool rule_is_place(struct span s);     /* of these, what names nothing: "2", "the first two", "it" */
bool span_names_places(struct span s); /* it has "2", "first" */

/* "high" for "urgent", "" for "none"; NULL when it is no priority. */
const char *rule_level(const struct phrase_word *w);

/* ---- fill.c ---- */

/* The verb of "mowing"; NULL when it is none that people do. */
const char *word_gerund(struct arena *a, const struct phrase_word *w);

/* One clause, as it was read. */
struct clause {
    struct task_intent intent;
    const struct rule *rule;   /* NULL where none fits and it was guessed */
    struct span title;         /* of a new task, as it was said */
    bool is_deed;              /* the title is what to do, not a thing */
    bool is_pointed;           /* the words say that tasks are meant */
    bool is_loose;             /* begins nothing inside of a sentence */
    bool is_dated;             /* of a new task: a day or time was said */
    bool is_opened;            /* its title stands behind a colon: "add a task: ..." */
    bool is_row;               /* its title is several of them (parse/split/task_row.c) */
    bool is_corrected;         /* it was taken back in part, and said anew */
    struct intent_slots ahead; /* of a new task: what was said before its title, or behind all of it */
};

/* What the rule's parts say, and how sure that is. */
void fill_clause(const struct message_parser *r, const struct rule *rule,
                 const struct phrase_part parts[static PHRASE_PARTS], struct span s, struct clause *ret);

/* Where it is said that some are not meant ("all except 2"): how many words stand before that, and in *ret those that
 * say which. s.n when it is not said. */
size_t fill_exception(struct span s, struct span *ret);

/* A new task. */
void fill_create(const struct message_parser *r, struct span title, double confidence, bool is_reminder,
                 struct clause *ret);
