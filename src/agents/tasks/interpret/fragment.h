/* fragment.h - a fragment of a message, and what it wants. For src/agents/tasks only. */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct turn;

#define FRAGMENT_INTENTS 4    /* of one piece */
#define FRAGMENT_ORDERED 0.90 /* so sure is what was ordered in so many words */

struct message_fragment {
    const char *said;
    const char *cut; /* the same as it stands in the message */
    bool opens;      /* a sentence */
    bool contrasts;  /* behind "but", "then" */
    bool depends;    /* on something else */
    bool is_order;   /* it tells the program to do something; else it only tells something */
    bool is_kept;    /* what it wants can be done */
    bool is_bare;    /* it only names a task, or points at one */
    bool is_joined;  /* it was read with the one before it */
    size_t n;
    struct task_intent intents[FRAGMENT_INTENTS];
};

/* Whether the fragment depends on a condition or is hedged: then the message is not taken fragment by fragment. */
bool fragment_depends(const char *said);

/* Whether words that could be a fragment begin with a place in the list, or say where something is moved to. */
bool fragment_stands_alone(struct turn *t, const char *said);

bool fragment_is_change(enum intent_kind kind);

/* Reads what it wants. With `among`, beside other fragments, it may be shorter. */
WARN_UNUSED int fragment_interpret(struct turn *t, struct message_fragment *p, bool among, struct err *err);

/* Whether it has words of a sentence, not of a name or a place: "we're buying one". */
bool fragment_is_sentence(const char *said);

/* The task that a fragment names and nothing else, by its title: "the seating plan too". NULL when it does not. */
WARN_UNUSED int fragment_names(struct turn *t, const char *said, enum intent_kind kind, const char **ret,
                               struct err *err);

/* The task whose state a fragment tells, and nothing else: "the kiln isn't done". NULL when it does not. */
WARN_UNUSED int fragment_told(struct turn *t, enum intent_kind kind, const char *said, const char **ret,
                              struct err *err);

/* Whether a fragment behind "but" speaks of another task than this one: then it takes back nothing of this one. */
WARN_UNUSED int fragment_turns(struct turn *t, const char *said, const char *title, bool *ret, struct err *err);

/* The one task that an intent is about, by everything that was said; NULL when that is not clear. */
WARN_UNUSED int fragment_task(struct turn *t, const struct task_intent *e, const char *said, const char **ret,
                              struct err *err);

/* The one task that these words name, by its title; NULL when it is none, or one of several. */
WARN_UNUSED int fragment_one(struct turn *t, enum intent_kind kind, const char *words, const char **ret,
                             struct err *err);

/* What it wants is this. */
void fragment_keep(struct message_fragment *p, enum intent_kind kind, const char *about,
                   const struct intent_slots *set);

/* ---- short_fragment.c ---- */

/* "1 done", "3: delete", "the fence tomorrow": a task and its change in as few words as possible. */
WARN_UNUSED int fragment_short(struct turn *t, struct message_fragment *p, bool among, struct err *err);

/* Whether the words, which name this task, tell that it is done: its deed as past, or behind what it is done to ("cells
 * split", "the sink clean"). */
bool fragment_tells_deed(struct turn *t, const char *said, const char *title);

/* What it wants is that this task is done, whose own deed it tells. */
void fragment_keep_told(struct message_fragment *p, const char *title);

/* The words behind the place that a fragment begins with: "delete" of "3: delete"; NULL when it begins with none. */
const char *fragment_behind_place(struct turn *t, const char *said, bool loosely, const char **ret_place);

/* ---- coreference.c ---- */

/* Whether it begins with a verb of things to do. */
bool fragment_begins_deed(struct turn *t, const char *said);

/* Whether it begins as an order to add something does. */
bool fragment_adds(const char *said);

/* Binds "it" in an order to the task that an earlier fragment told something of; that fragment is then no intent. */
WARN_UNUSED int fragment_bind(struct turn *t, struct message_fragment *pieces, size_t at, struct err *err);

/* ---- fragment_join.c ---- */

/* Marks it as read with the one before it. */
void fragment_join(struct message_fragment *p);

/* Whether the last sentence of a message speaks of one task, and those before it of another. */
WARN_UNUSED int fragment_turns_last(struct turn *t, const char *message, bool *ret, struct err *err);

/* Makes a sentence with a condition one fragment; returns how many there are then, 0 where there is no other sentence.
 */
size_t fragment_join_open(struct turn *t, const char *message, struct message_piece *cut, size_t n);

/* Makes a sentence that does not come apart one fragment, beside others. */
WARN_UNUSED int fragment_sentences(struct turn *t, struct message_fragment *pieces, size_t n, struct err *err);
