/* meant.h - which task is meant, by all that was said. For src/agents/tasks only.
 *
 * A task is meant where its own words were said and nobody else's: whoever and whatever else is named beside them says
 * that something else is meant, the less of it the surer it is what is wanted. Where several fit as well, the words
 * that they share are given, so that it is asked which. foreign.c knows what stands beside, denied.c what is said not
 * to be so.
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

#define MEANT_PARTS 4 /* of a message that name tasks */

struct meaning {
    struct turn *t;
    const char *said;
    enum cue cue;         /* what is wanted */
    struct content words; /* of what was said */
    struct json *tasks;   /* that have one of them, and the newest */
    struct content *titles;
    struct content given; /* of what the task is to be or to have: no part of what it is called now */
    double likely;        /* what is wanted, by what the words are like; 0: that was not asked */
    bool is_sure;         /* what is wanted is beyond doubt, in whatever words; what else was said is talk about it */
    bool is_ordered;      /* what is wanted was said; only of which task is not clear */
    bool is_strict;       /* nothing but a statement says that it was done: all of it has to be about the task */
};

WARN_UNUSED int meant_begin(struct turn *t, const char *said, struct meaning *ret, struct err *err);

/* The status of the tasks that a kind of errand is about; NULL: any. And the one that is looked for first. */
const char *meant_status(enum errand_kind kind);
const char *meant_prefers(enum errand_kind kind);

/* What the model of kinds (lang/cues.h) calls a change. */
enum cue meant_cue(enum errand_kind kind);

/* Which task, in words that which_tasks() finds it by; NULL when that is not clear. */
const char *meant_task(struct meaning *m, enum errand_kind kind);

/* Whether one task is meant beyond doubt. */
bool meant_surely(struct meaning *m, enum errand_kind kind);

/* The title of the one that is rather meant than any other, to be asked about; NULL when none is likely. */
WARN_UNUSED int meant_guess(struct turn *t, const char *said, enum errand_kind kind, const char **ret, struct err *err);

/* Whether the deed of one open task was told to be done, in words that are not all its own; whose title is *ret (may be
 * NULL). */
bool meant_tells(const struct meaning *m, const char **ret);

/* The open task whose deed was told to be done, in words that are not all its own; NULL when that is not clear. */
WARN_UNUSED int meant_told(struct turn *t, const char *said, const char **ret, struct err *err);

/* Parts of what was said that may each name a task: "the florist and the music". */
size_t meant_parts(struct turn *t, const char *said, const char *ret[static MEANT_PARTS]);

/* Where each of several parts names a task of its own, their places among the tasks; else 0. A part that names none is
 * a remark. */
size_t meant_tasks(struct meaning *m, enum errand_kind kind, size_t ret[static MEANT_PARTS]);

/* Where the words of the task stand that most was said of: from the first to behind the last; all of it when there is
 * none. */
void meant_place(const struct meaning *m, enum errand_kind kind, size_t *ret_from, size_t *ret_to);

/* ---- foreign.c ---- */

/* Words beside the title's that say that something else is meant: in one name with those, and whoever and whatever
 * number is named in the same breath. Where most of the title was said, only these. */
size_t foreign_words(const struct meaning *m, const struct content *title, bool most);

/* Whether something of what the title names was said, and not that itself: "mum's plumber"; and whether it was somebody
 * else's: "my sister's curtains". */
bool foreign_owned(const struct meaning *m, const struct content *title);
bool foreign_owner(const struct meaning *m, const struct content *title);

/* Whether somebody or some number was named in the place of the title's own: "Dr Moss" where the title has "Dr Klein".
 */
bool foreign_names(const struct meaning *m, const struct content *title);

/* Whether a name or a number was said and one that the title has was not, or another word in one name with the title's.
 */
bool foreign_instead(const struct meaning *m, const struct content *title);

/* Whether somebody else is named in one breath with the title's words: "the folder for Ann". */
bool foreign_person(const struct meaning *m, const struct content *title);

/* Whether something else was told to be done than what the title wants. */
bool foreign_deed(const struct meaning *m, const struct content *title);

/* Whether a message that has but one word of the title speaks of changing something else: "paint the kitchen on
 * Sunday" of "buy white paint". */
bool foreign_change(const struct meaning *m, const struct content *title);

/* Whether it was told that the title's own deed was done to what the title names, whoever did it, wherever and for how
 * much: "my dad mended the fence for us". */
bool foreign_told(const struct meaning *m, const struct content *title);
