/* change_request.h - something told of a task, and then a request to change that. For src/agents/tasks only.
 *
 * "The bus pass has to be renewed by Friday, can you set that?": the request itself says neither which task nor what is
 * to change; both stand before it.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct json;
struct phrase_word;
struct turn;

/* Whether the message is so, or tags, untags or repeats a task that it names between the words of the order; the change
 * in *ret. */
WARN_UNUSED int request_change(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it,
                               struct err *err);

/* ---- for note.c ---- */

/* Whether something else is ordered behind the first sentence, or the first clause. */
bool request_goes_on(struct turn *t, const char *said);

/* The open task that most was said of; NULL when that is not clear. With `is_there`, it can only be
 * one that is there, and less need be said of it. */
WARN_UNUSED int request_task(struct turn *t, const char *said, bool is_there, const struct json **ret, struct err *err);

/* The change of the task of this title, as sure as it need be. */
void request_keep(struct task_intent *e, const char *title, struct task_intent *ret, bool *ret_is_it);

/* The words from one place to another, without marks at their end; NULL when there are none. The mark behind a word. */
const char *request_words(struct turn *t, const char *from, const char *to);
char request_mark(const struct phrase_word *w);
