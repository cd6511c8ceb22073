/* clause.h - clauses that need more than a rule. For parse/ only. */
#pragma once
#include "agents/tasks/parse/parser.h"

struct clause;

/* ---- question.c ---- */

/* Whether the words begin as a question does. */
bool question_begins(struct span s);

/* Reads any question as a list. Words without a sense of their own are what its tasks are about. The confidence is 0
 * where nothing says that tasks are meant. False when it asks for no list. */
bool filter_question(const struct message_parser *r, struct span s, struct task_intent *ret);

/* Reads an order to see tasks that no rule fits: "run me through my list". */
bool filter_shows(const struct message_parser *r, struct span s, struct task_intent *ret);

/* ---- lead_in.c ---- */

enum manner {
    MANNER_PLAIN,
    MANNER_POLITE, /* "could you": an order, whatever mark it ends with */
    MANNER_WISH,   /* "I want to": what follows is an order, or a task */
    MANNER_DUTY,   /* "I need to": what follows is a task, unless it plainly orders */
    MANNER_LEAVE   /* "can I": what follows may only show something */
};

struct lead {
    enum manner manner;
    double confidence; /* of a new task, where the manner implies one */
    bool is_polite;    /* it has "could you", whatever manner follows */
    bool is_hedged;    /* "maybe" */
    bool is_void;      /* a condition, a supposition, reported speech: no intent */
    bool is_marked;    /* "please", "then": a new order begins here */
    bool is_urgent;    /* "it's vital that I", "I urgently need to" */
    struct span whom; /* whom it was promised to ("I told Ann I'd ring her"), perhaps empty; w is NULL where nothing was
                         promised */
    struct span rest;
};

struct lead lead_read(struct span s);

/* ---- fallback.c ---- */

/* Whether it has a word that only a sentence has, and no title. */
bool fallback_says_more(struct span s);

/* Reads a clause that no rule fits; false when it has no intent. A name alone and a mere statement are read only with
 * `guess`. */
bool fallback_clause(const struct message_parser *r, const struct lead *lead, struct span s, bool asks, bool guess,
                     struct clause *ret);

/* Adds the next readings to an intent that is not sure. */
void fallback_others(struct task_intent *e);

/* ---- clause.c ---- */

/* Reads one clause; false when it has no intent. */
bool clause_read(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- remark.c ---- */

/* Whether they say how something is now: "the alarm's in", "concert's off". */
bool remark_has_happened(struct span s);

/* Whether the words from i on only give the reason of the order that begins at `start`: "get rid of it, they've sent
 * one". */
bool remark_why(struct span s, size_t start, size_t i);

/* Whether `rest` is only a remark behind an order or a statement: "..., customer cancelled", "..., and it looks
 * amazing".
 */
bool remark_told(const struct message_parser *r, struct span so_far, struct span rest);

/* Whether all of it undoes an undo: that is one order. */
bool remark_goes_back(const struct message_parser *r, struct span s);

/* ---- passive.c ---- */

/* Reads a task in the passive: "the gutters must be cleared", "soap needs to go on the list". */
bool passive_read(const struct message_parser *r, struct span s, struct clause *ret);

/* Reads a task that somebody else does, or is there for: "get the boiler fixed", "have lunch with Ann". */
bool passive_cause(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- placing.c ---- */

/* Whether something is put in a real place, not on a list: "put up the shelves", "put the bins out". */
bool placing_away(struct span s);

/* Whether something is put on a date: "put the rehearsal on 12 December". `name` is the part without the date. */
bool placing_on_day(const struct message_parser *r, struct span s, struct span name);

/* The same for the first of a row: "put the vet on Monday and the dentist on Tuesday". */
bool placing_on_days(const struct message_parser *r, struct span s);

/* ---- reason.c ---- */

/* Reads a reason and the task that follows from it: "the permit expires on Friday, so renew it".
 */
bool reason_read(const struct message_parser *r, struct span s, struct clause *ret);

/* The same in two sentences, where the second refers to the first. */
bool reason_next(const struct message_parser *r, struct span told, struct span s, struct clause *ret);

/* ---- roundabout.c ---- */

/* Reads a thing that is used up and needed again: "we're out of eggs, I need to get some". */
bool roundabout_short(const struct message_parser *r, struct span s, struct clause *ret);

/* Reads a task said as a noun: "cleaning the fridge is something I have to do". */
bool roundabout_gerund(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- topic.c ---- */

/* Where a title stands before an order about "it", cuts it off; *s is then the order, and *ret_changes whether it
 * changes something. */
bool topic_cut(const struct message_parser *r, struct span *s, struct span *ret_name, bool *ret_changes);

/* Reads something told and then asked to be noted: "exam on Monday, put that on my list". */
bool topic_told(const struct message_parser *r, struct span s, struct clause *ret);

/* Reads what stands behind a colon, where a story or a request precedes it: "so here goes: add a task to call Ann". */
bool topic_opened(const struct message_parser *r, struct span s, struct clause *ret);

/* Joins the time beside the title, or of the reminder, with the day that was said before it. */
void topic_join_day(const struct message_parser *r, const char *before, struct span title, struct intent_slots *set);

/* Reads the longest part of a sentence that is an order by itself, where nothing around it speaks against that. */
bool topic_embedded_order(const struct message_parser *r, struct span s, struct clause *ret);
