/* candidates.h - the tasks that a message may mean, and which of them it does. For src/agents/tasks only.
 *
 * A task is meant where its own words were said and no others': another person or thing beside them means that another
 * task is meant. The surer the kind of intent is, the less the other words count. Where several tasks fit equally well,
 * the words that they share are returned, so that the person is asked. other_mentions.c judges the words beside the
 * title's, negation.c what is said not to be so.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/intent_model.h"
#include "agents/tasks/resolve/content_words.h"
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct json;
struct turn;

#define CANDIDATE_PARTS 4 /* parts of a message that each name a task */

struct task_candidates {
    struct turn *t;
    const char *said;
    enum wanted wanted;   /* what is wanted */
    struct content words; /* of what was said */
    struct json *tasks;   /* the candidates: tasks that have one of these words, and the newest */
    struct content *titles;
    struct content given; /* words of the new values: no part of its present title */
    double likely;        /* the model's likelihood of `wanted`; 0: it was not asked */
    bool is_sure;         /* `wanted` is beyond doubt, so the other words are talk about it */
    bool is_ordered;      /* `wanted` was said outright; only the task is not clear */
    bool is_strict;       /* only a statement says that it was done, so all of it must be about the task */
};

WARN_UNUSED int candidate_begin(struct turn *t, const char *said, struct task_candidates *ret, struct err *err);

/* The status of the tasks that a kind of intent is about, NULL: any; and the status that is searched first. */
const char *candidate_status(enum intent_kind kind);
const char *candidate_prefers(enum intent_kind kind);

/* A kind of intent as the model (parse/intent_model.h) has it. */
enum wanted candidate_wanted(enum intent_kind kind);

/* The task that is meant, in words by which resolve_tasks() finds it; NULL when that is not clear. */
const char *candidate_task(struct task_candidates *m, enum intent_kind kind);

/* Whether one task is meant beyond doubt. */
bool candidate_surely(struct task_candidates *m, enum intent_kind kind);

/* The title of the likeliest task, to ask about; NULL when none is likely. */
WARN_UNUSED int candidate_guess(struct turn *t, const char *said, enum intent_kind kind, const char **ret,
                                struct err *err);

/* Whether a statement says, in words that are not all the title's, that one open task was done; *ret (may be NULL) is
 * its title. */
bool candidate_tells(const struct task_candidates *m, const char **ret);

/* The title of the open task that a statement says was done; NULL when that is not clear. */
WARN_UNUSED int candidate_told(struct turn *t, const char *said, const char **ret, struct err *err);

/* The parts that may each name a task: "the florist and the music". */
size_t candidate_parts(struct turn *t, const char *said, const char *ret[static CANDIDATE_PARTS]);

/* The places of the tasks in `tasks` where each of several parts names one of its own, else 0. A part that names none
 * is a remark. */
size_t candidate_tasks(struct task_candidates *m, enum intent_kind kind, size_t ret[static CANDIDATE_PARTS]);

/* Where the words of the task stand that most was said of: from the first to behind the last; all of it when there is
 * none. */
void candidate_place(const struct task_candidates *m, enum intent_kind kind, size_t *ret_from, size_t *ret_to);

/* ---- other_mentions.c ---- */

/* Words beside the title's that say that something else is meant: in one name with those, and whoever and whatever
 * number is named in the same breath. Where most of the title was said, only these. */
size_t other_words(const struct task_candidates *m, const struct content *title, bool most);

/* Whether something of what the title names was said, and not that itself: "mum's plumber"; and whether it was somebody
 * else's: "my sister's curtains". */
bool other_owned(const struct task_candidates *m, const struct content *title);
bool other_owner(const struct task_candidates *m, const struct content *title);

/* Whether somebody or some number was named in the place of the title's own: "Dr Moss" where the title has "Dr Klein".
 */
bool other_names(const struct task_candidates *m, const struct content *title);

/* Whether a name or a number was said and one that the title has was not, or another word in one name with the title's.
 */
bool other_instead(const struct task_candidates *m, const struct content *title);

/* Whether somebody else is named in one breath with the title's words: "the folder for Ann". */
bool other_person(const struct task_candidates *m, const struct content *title);

/* Whether something else was told to be done than what the title wants. */
bool other_deed(const struct task_candidates *m, const struct content *title);

/* Whether a message that has but one word of the title speaks of changing something else: "paint the kitchen on
 * Sunday" of "buy white paint". */
bool other_change(const struct task_candidates *m, const struct content *title);

/* Whether it was told that the title's own deed was done to what the title names, whoever did it, wherever and for how
 * much: "my dad mended the fence for us". */
bool other_told(const struct task_candidates *m, const struct content *title);
