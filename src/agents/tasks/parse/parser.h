/* parser.h - what the files of parse/ share. Nothing else includes it; what others need is in intent.h.
 *
 * A message is read in steps. Each room holds one of them:
 *
 *   words/     words.c the words of a message, a quotation as one; spelling.c chat spelling; typos.c typing slips in
 *              words that the parser knows; verbs.c verbs of things to do; request_words.c words that only ask to
 *              note something
 *   split/     split.c lines, sentences and lists of new tasks; sentence.c the clauses of a sentence; boundary.c where
 *              a clause may begin; task_row.c several new tasks in one clause, task_row_dates.c their dates;
 *              item_list.c a message that is only a list of things; pieces.c a message cut at every boundary
 *   clause/    clause.c one clause, and how sure its reading is; lead_in.c what stands before the matter ("could you
 *              please", "I need to"); fallback.c the likeliest reading where no rule fits; and the kinds of clause
 *              that need more than a rule: question.c, passive.c, placing.c, reason.c, roundabout.c, topic.c, remark.c.
 *              by_kind.c reads a message whose intent is already known, yes_no.c an answer
 *   rules/     rules.c the table of patterns (lang/phrase.h), in parts: rules_ask.c, rules_add.c, rules_change.c,
 *              rules_delete.c; slot_match.c what each slot of a pattern accepts; fill.c from a match to an intent
 *   slots/     slots.c date, recurrence, priority and tags beside a title; shift.c "two days later"; title.c and
 *              title_words.c the title itself, title_start.c the word it begins with; filter.c and filter_dates.c
 *              which tasks a list is kept to
 *   change/    change.c what a message changes in a task that is known: note.c, rename.c, rename_part.c, correction.c,
 *              reminder.c, and value.c and new_value.c for dates and priorities
 *
 * A rule must fit a whole clause. So a clause that merely mentions a task fits none: "John said I should delete it".
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "lang/phrase.h"

struct message_parser {
    struct arena *a;
    const struct civil *now;
    bool is_polite; /* the sentence asks with "could you": a question mark at its end is only that */
};

/* Words in a row, of a message. */
struct span {
    const struct phrase_word *w;
    size_t n;
};

/* ---- parse/words/words.c ---- */

/* A word in small letters; and what it is one of many of, for the models: "<day>", "<do>"; NULL where it is itself. */
const char *word_lowered(struct arena *a, const struct phrase_word *w);
const char *word_class(const struct phrase_word *w, const char *text);

/* Whether a word that stands before an article is no verb: it joins, points or counts. */
bool word_joins(const struct phrase_word *w);

/* Whether it speaks of the list, of deleting or of how this program works. */
bool words_own_matters(struct span s);

/* The words of a message; blanks, lines and punctuation are found again by the words' own places in it. Before the
 * first stands an empty one, so that each has one before it. */
struct span words_of(struct arena *a, const char *message);

/* What closes a word: ',' of "milk,"; '\0' when nothing does. */
char word_mark(const struct phrase_word *w);
bool word_is_symbol(const struct phrase_word *w); /* a pictogram: no word of a language */
bool word_is_number(const struct phrase_word *w); /* "2", "#2" */
bool word_is_dash(const struct phrase_word *w);   /* a mark that stands alone, between words */

/* The words' own text, trimmed of what punctuates the sentence; the inside alone of what is one quotation. NULL when
 * nothing is left. */
const char *span_text(struct arena *a, struct span s);

/* The same as it stands inside of a name: "the" for "The" where it begins with such a small word. */
const char *span_inner_text(struct arena *a, struct span s);

bool span_has(struct span s, const char *choices);                      /* one of its words is one of them */
bool span_is(struct span s, const char *choices);                       /* each is, and there is one */
bool span_begins(struct span s, const char *pattern, struct span *ret); /* what follows the beginning */
struct span span_part(const struct phrase_part *part);
struct span span_from(struct span s, size_t n);

/* ---- parse/words/spelling.c ---- */

void word_spell(struct phrase_word *w);                      /* by itself: "tmrw" */
void word_spell_behind(struct phrase_word *words, size_t n); /* words[n], by those before it: "need 2 call" */
void words_spell_days(struct arena *a, struct phrase_word *words, size_t n); /* "wed", "25.11." */

/* Whether a text begins with a day and a month as "25.11.", the last dot included. */
bool word_dotted(const char *text, int *ret_day, int *ret_month);

/* ---- parse/words/verbs.c ---- */

/* Things people put on lists begin with such a verb: "call", "buy". A weak one begins other things as well: "make". */
enum deed { DEED_NONE, DEED_WEAK, DEED_SURE };
enum deed word_deed(const struct phrase_word *w);

/* The verb that is said to have been done: "call" of "called"; NULL when it is none. */
const char *word_done_deed(const struct phrase_word *w);

/* The verb, as far as its ending shows it, of a word that says something was done to something: "sand" of "sanded";
 * NULL when it is none, or says something else than done ("cancelled"). */
const char *word_participle(struct arena *a, const struct phrase_word *w);

/* The same behind "been", where also a form that could be said now ("cut", "run") is one. */
const char *word_been(const struct phrase_word *w);

/* The deed, or its form of what was done, that a word is a slip of the finger for: "write" of "wirte"; else NULL. */
const char *word_slipped_deed(const struct phrase_word *w);

/* ---- parse/words/typos.c ---- */

/* A word of nothing but ASCII letters, in small ones; false when it is none, or does not fit. */
bool word_letters(const struct phrase_word *w, size_t size, char *out);

/* The word of a date that it is a clear slip for: "thursday" of "thrusday"; NULL when it is none. */
const char *word_slipped_day(const struct phrase_word *w);

/* The same of any word that the reader knows: "priority" of "prioriy", "search" of "serach". */
const char *word_slipped(struct span s, size_t i);

/* Where a word is a likely slip for one that orders something, the word it is a slip for; the bytes stay. False when
 * there is none to mend. Before its words stand the one that was before them, and an empty one. */
bool words_mended(struct arena *a, struct span s, struct span *ret);

/* ---- parse/slots/title_start.c ---- */

#define START_WORDS 24    /* of a message that a name may begin with */
#define START_FEATURES 20 /* of each of them, at most */

/* What can be seen at word i, for scripts/train/train-starts: how many. */
size_t start_features(struct arena *a, struct span s, size_t i, const char *ret[static START_FEATURES]);

/* ---- parse/slots/slots.c ---- */

struct slots {
    const struct message_parser *r;
    struct intent_slots *set;
    struct due due;
    bool has_due;
    struct due_before before; /* a reminder that waits for the due day to be known */
    bool has_before;
    bool is_reminder; /* "remind me": a day at the beginning is when */
    bool is_dated;    /* some day or time was said */
    bool has_two;     /* and another one: they cannot both be meant */
};

enum where {
    WHERE_EDGE = 1,  /* at the end or the beginning of a name's words */
    WHERE_APART = 2, /* there too, but only set apart by punctuation: "important: ..." */
    WHERE_SET = 4    /* where nothing but such things is said: "make it high" */
};

/* How many of the words one of them takes, from the first on: the longest of all. What it says is in *s. */
size_t slot_at(struct slots *s, struct span w, unsigned where);

/* The same without keeping what it says. */
size_t slot_words(const struct slots *s, struct span w, unsigned where);

void slots_set_once(const char **field, const char *value);
bool word_is_hashtag(const struct phrase_word *w);

/* Whether it is a day that is over. */
bool slots_past(const struct message_parser *r, const char *due);

/* Whether the words are nothing but such things; then they are in *set. */
bool slots_are_all(const struct message_parser *r, struct span s, struct intent_slots *set);

/* Whether the words are nothing but a day, a time or how often. */
bool slots_are_when(const struct message_parser *r, struct span s);

/* A day right behind a word that leads to one, also where it could be something else: "to the weekend". How many words;
 * 0 when it is none. */
size_t slots_day(const struct message_parser *r, struct span w, struct intent_slots *set);

/* A time alone, behind "to" or "is": "7", "4.15", "half seven"; as intent_slots has it. NULL when it is none. */
const char *slots_clock(const struct message_parser *r, struct span w);

/* The tags that the words name: "work", "#work and home"; false when they are none. */
bool slots_tags(const struct message_parser *r, struct span s, const char *ret[static TASK_TAGS], size_t *ret_n);

/* A reminder, as struct intent_slots has it; false when the words say none. */
bool slots_remind(const struct message_parser *r, struct span s, struct intent_slots *set);

/* ---- parse/slots/shift.c ---- */

/* So much later or earlier, as intent_slots has it: "P7D" of "a week"; NULL when the words say none. */
const char *slots_shift(const struct message_parser *r, struct span w);

/* Whether w says no more than that it is to be some other time: "to | another day". A word stands before it. */
bool shift_is_any(struct span s);

/* A name without when to be reminded of it: "the setlist | two hours before". */
struct span slots_without_early(struct span name);

/* ---- parse/slots/title.c ---- */

/* Takes out of a new task's words what is said beside its name, into *set; what is left is the title, in *set too.
 * Whether some day or time was said. */
bool slots_take(const struct message_parser *r, struct span s, bool is_reminder, struct intent_slots *set);

/* Without who has it to do, or has it: "I have to send it", "we have the fitting". */
struct span name_without_who(struct span s);

/* What of a new task's words is its name, as far as it stands together. */
struct span slots_name(const struct message_parser *r, struct span w);

/* When a new task is due whose day or time was said before its words: "on Friday ... call Ann at 3". */
const char *slots_due_with(const struct slots *when, struct span title);

/* Whether a day or time is said at the end; and how often. */
bool slots_end_dated(const struct message_parser *r, struct span s);
bool slots_end_repeats(const struct message_parser *r, struct span s);

/* ---- parse/slots/title_words.c ---- */

/* The words that name a new task, as they are meant. */
struct title {
    struct span words;
    const struct phrase_word *verb; /* to stand before them: "buy milk, no wait, oat milk" */
    struct intent_slots more;       /* said as a correction: "..., no, on Saturday" */
    const char *by;                 /* when it is due, if nothing else says so: "she wants it back by Tuesday" */
    bool is_corrected;
    bool is_vague; /* nobody else can know what they name: "the usual" */
};

struct title title_read(const struct message_parser *r, struct span s);

/* A title whose first pronoun is somebody who was named before it: "ring Ann back" of "ring her back". */
const char *title_naming(struct arena *a, const char *title, struct span whom);

/* Whether they only look for words: "um, what was it". */
bool title_hesitates(struct span s);

/* ---- parse/slots/filter.c ---- */

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

/* Which tasks the words mean, and what was seen in them; false when a word is not understood. */
bool task_filter_read(const struct message_parser *r, struct span s, struct task_filter *ret, unsigned *ret_saw);

/* Whether all tasks are meant that are so and so: "everything due today", "the completed ones". */
bool filter_every(const struct message_parser *r, struct span s, struct task_filter *ret);

/* The same of any words: what has no sense of its own is what they may be about. False when that is too much. */
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

/* ---- parse/slots/filter_dates.c ---- */

/* How many of the words say when the tasks are due, how often, or in which order they are wanted; 0 for none. */
size_t filter_when(struct filtering *g, struct span w);

/* ---- parse/clause/question.c ---- */

/* Whether the words begin as a question does. */
bool question_begins(struct span s);

/* Any question, as which tasks it asks to see: what has no sense of its own is what they are about. Its confidence is 0
 * where nothing says that tasks are meant; false when it asks for no list. */
bool filter_question(const struct message_parser *r, struct span s, struct task_intent *ret);

/* An order to see tasks, in words that no rule knows: "run me through my list". */
bool filter_shows(const struct message_parser *r, struct span s, struct task_intent *ret);

/* ---- parse/clause/lead_in.c ---- */

enum manner {
    MANNER_PLAIN,
    MANNER_POLITE, /* "could you": no question, whatever mark it ends with */
    MANNER_WISH,   /* "I want to": what follows is an order, or a task */
    MANNER_DUTY,   /* "I need to": what follows is a task, unless it plainly orders */
    MANNER_LEAVE   /* "can I": what follows may only be looked at */
};

struct lead {
    enum manner manner;
    double confidence; /* of a task, where the manner says there is one */
    bool is_polite;    /* asked with "could you", whatever manner follows */
    bool is_hedged;    /* "maybe" */
    bool is_void;      /* a condition, a supposition, what somebody else said: nothing is wanted */
    bool is_marked;    /* "please", "then": a new order begins here */
    bool is_urgent;    /* "it's vital that I", "I urgently need to" */
    struct span whom;  /* somebody it was promised to ("I told Ann I'd ring her"), perhaps nobody; w is NULL where it
                          was not promised */
    struct span rest;
};

struct lead lead_read(struct span s);

/* ---- parse/rules/rules.c ---- */

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

/* ---- parse/rules/rules_ask.c ---- */

extern const struct rule rule_asks[];
extern const size_t rule_n_asks;

/* ---- parse/rules/rules_change.c ---- */

extern const struct rule rule_moves[];
extern const size_t rule_n_moves;

/* ---- parse/rules/rules_add.c ---- */

extern const struct rule rule_adds[];
extern const size_t rule_n_adds;

/* ---- parse/rules/rules_delete.c ---- */

extern const struct rule rule_drops[];
extern const size_t rule_n_drops;

/* ---- parse/rules/rules.c ---- */

/* The first rule that the words fit, or NULL. */
const struct rule *rule_for(const struct message_parser *r, struct span s, enum mode mode,
                            struct phrase_part ret_parts[static PHRASE_PARTS]);

/* ---- parse/rules/slot_match.c ---- */

bool slot_match(void *arg, size_t part, const struct phrase_word *w, size_t n);

/* Whether the words point at tasks without naming them, or say "task": "2", "the first two", "it", "the milk task". */
bool rule_is_ref(struct span s);
bool rule_is_place(struct span s);     /* of these, what names nothing: "2", "the first two", "it" */
bool span_names_places(struct span s); /* it has "2", "first" */

/* "high" for "urgent", "" for "none"; NULL when it is no priority. */
const char *rule_level(const struct phrase_word *w);

/* ---- parse/rules/fill.c ---- */

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

/* ---- parse/clause/fallback.c ---- */

/* Whether a word is one that only a sentence has, and no name. */
bool fallback_says_more(struct span s);

/* A clause that no rule fits; false when it wants nothing. A name alone and a mere statement are read only with
 * `guess`. */
bool fallback_clause(const struct message_parser *r, const struct lead *lead, struct span s, bool asks, bool guess,
                     struct clause *ret);

/* The readings that come next, for whatever is not sure. */
void fallback_others(struct task_intent *e);

/* ---- parse/clause/clause.c ---- */

/* Reads one clause; false when it wants nothing. */
bool clause_read(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- parse/split/boundary.c ---- */

bool boundary_ends_sentence(const struct phrase_word *w);

/* Words that only join: "and", "then". */
size_t boundary_words(struct span s);

/* Whether a clause may begin at i; *ret_skip words of it only join. The next such place behind i. */
bool boundary_at(struct span s, size_t i, size_t *ret_skip);
size_t boundary_next(struct span s, size_t i);

/* Whether it only points at what was spoken of: "it", "those". */
bool boundary_is_pronoun(const char *about);

/* ---- parse/words/request_words.c ---- */

/* Whether a word says nothing about what a task is: "the", "please". */
bool word_is_filler(const struct phrase_word *w);

/* Whether it says that something is to be noted: "add", "list"; and whether one of them does. */
bool word_asks_note(const struct phrase_word *w);
bool span_asks_note(struct span s);

/* Either of the two: "please", "list". */
bool word_is_stock(const struct phrase_word *w);

bool word_is_mark(const struct phrase_word *w); /* a mark that stands alone */

/* Whether the words only ask to note what was said before: "stick that on the list, would you". */
bool request_only_notes(struct span s);

/* How many words at the end are an order to note what stands before them: "whack it on the list"; 0 when none are. */
size_t request_at_end(struct span s);

/* Whether the words only ask to add something, and do not say what: "I'd like to add a task"; perhaps several. */
bool request_unnamed(struct span s, bool *ret_many);

/* Whether the verb that it begins with is what is to be done, though one notes things with it, too: "write a card",
 * "record the song", "put the coats in the attic". */
bool request_is_own_deed(const struct message_parser *r, struct span s);

/* Whether the words ask to note what stands behind them: "one more for the list, I'm afraid". */
bool request_opens(struct span s);

/* What is quoted, where everything around it only asks to note it, perhaps with a date; NULL else. */
const struct phrase_word *request_quoted(const struct message_parser *r, struct span s);

/* What is quoted and put on a list by that, whatever else is said: "lob 'gloves' on the pile"; NULL when nothing is. */
const struct phrase_word *request_quoted_placed(struct span s);

/* What is quoted right behind an order to add it, whatever else is said; NULL when nothing is. */
const struct phrase_word *request_quoted_behind(struct span s);

/* ---- parse/clause/remark.c ---- */

/* Whether they tell how something is now: "the alarm's in", "concert's off". */
bool has_come_about(struct span s);

/* Whether at i, behind the order that begins at `start`, it is only told why: "get rid of it, they've sent one". */
bool remark_why(struct span s, size_t start, size_t i);

/* Whether `rest` is only told behind an order or a statement: "..., customer cancelled", "..., and it looks amazing".
 */
bool remark_told(const struct message_parser *r, struct span so_far, struct span rest);

/* Whether all of it takes back what was taken back: that is one order. */
bool remark_goes_back(const struct message_parser *r, struct span s);

/* ---- parse/split/task_row.c ---- */

/* Whether the words for a new task are several things to do: between commas, or each with a day of its own. The first
 * may be a mere thing: "add milk, call Ann"; with `is_to_do` it is known to be none. */
bool row_is(const struct message_parser *r, struct span s, bool is_to_do);

/* The same below a heading that says so, where things may stand by themselves: "list for today: toner, call Ann". */
bool row_listed(const struct message_parser *r, struct span s);

/* Several things to do of which something is said together: "buy stamps and call Ann, both today". */
bool row_of_all(const struct message_parser *r, struct span s, struct clause *ret);

/* Each of them, at most `size`; how many. */
size_t row_read(const struct message_parser *r, const struct clause *whole, struct clause *ret, size_t size);

/* ---- parse/split/task_row_dates.c ---- */

/* A piece without that it is on the day of the one before. */
struct span row_without_same_day(struct span piece);

/* What stands behind a day or a time that a piece begins with; all of it where there is none. */
struct span row_led(const struct message_parser *r, struct span piece);

/* The name of a piece whose day is that of the one before, or stands before it: that is then in *all. */
struct span row_on_day(const struct message_parser *r, struct span piece, const char *before, struct intent_slots *all);

/* What stands behind a day that is said of all of them before a colon, which is then in *all. */
struct span row_behind_head(const struct message_parser *r, struct span s, struct intent_slots *all);

/* One of several, with what was said of all of them. */
void row_fill(const struct message_parser *r, struct span piece, double confidence, bool is_reminder,
              const struct intent_slots *all, struct clause *ret);

/* ---- parse/clause/passive.c ---- */

/* What has to be done, said of the thing: "the gutters must be cleared", "soap needs to go on the list". */
bool passive_read(const struct message_parser *r, struct span s, struct clause *ret);

/* What somebody else is to do, or with somebody: "get the boiler fixed", "have lunch with Ann". */
bool passive_cause(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- parse/clause/placing.c ---- */

/* Something is to be brought to its place, which is none on a list: "put up the shelves", "put the bins out". */
bool placing_away(struct span s);

/* "put the rehearsal on 12 December": `name` is what of it is no date. */
bool placing_on_day(const struct message_parser *r, struct span s, struct span name);

/* The same of the first of a row: "put the vet on Monday and the dentist on Tuesday". */
bool placing_on_days(const struct message_parser *r, struct span s);

/* ---- parse/clause/reason.c ---- */

/* What is told, and then what is to be done because of it, as a new task: "the permit expires on Friday, so renew it".
 */
bool reason_read(const struct message_parser *r, struct span s, struct clause *ret);

/* The same in two sentences, where the second points at what the first one told of. */
bool reason_next(const struct message_parser *r, struct span told, struct span s, struct clause *ret);

/* ---- parse/clause/roundabout.c ---- */

/* Something is used up, and more of it is to be got: "we're out of eggs, I need to get some". */
bool roundabout_short(const struct message_parser *r, struct span s, struct clause *ret);

/* What is to be done, said as a thing: "cleaning the fridge is something I have to do". */
bool roundabout_gerund(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- parse/clause/topic.c ---- */

/* Where a name stands before an order about "it", cuts it off: *s is then the order, which changes something or not. */
bool topic_cut(const struct message_parser *r, struct span *s, struct span *ret_name, bool *ret_changes);

/* What is told and then asked to be noted, as a new task: "exam on Monday, put that on my list". */
bool topic_told(const struct message_parser *r, struct span s, struct clause *ret);

/* What stands behind a colon, where a story or the asking stands before it: "so here goes: add a task to call Ann". */
bool topic_opened(const struct message_parser *r, struct span s, struct clause *ret);

/* A time that was said with the name, or of the reminder, is one of the day that was said before it. */
void topic_join_day(const struct message_parser *r, const char *before, struct span title, struct intent_slots *set);

/* The longest part of a sentence that is an order by itself, and nothing around it is against that. */
bool topic_island(const struct message_parser *r, struct span s, struct clause *ret);

/* ---- intent.c ---- */

/* What is said of a task in two places, as one; what was said last counts. */
void slots_join(struct intent_slots *to, const struct intent_slots *from);

/* ---- parse/split/split.c ---- */

/* Reads all of a message: at most MESSAGE_INTENTS clauses, *ret_n of them. */
void split_read(const struct message_parser *r, struct span s, struct clause *ret, size_t *ret_n);
