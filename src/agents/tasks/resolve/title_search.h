/* title_search.h - tasks by their titles. For src/agents/tasks only. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct json;
struct turn;
struct resolved;

/* The tasks that these words name: one whose title is exactly that, else one whose title has all the words that count;
 * one in the status that is preferred before one in the other; and of "the tap and the hallway" both. Words that only
 * stand in a description, or that are nearly a title's, are never enough to do anything: then the answer is
 * RESOLVED_NEAR.
 */
WARN_UNUSED int search_tasks(struct turn *t, const char *words, const char *prefer, struct resolved *ret,
                             struct err *err);

/* Tasks of any status whose titles or descriptions have one of the words that count, of each the newest; and the newest
 * of all, which may be called so but for slips of the finger. */
WARN_UNUSED int search_any(struct turn *t, const char *words, struct json **ret, struct err *err);

/* The words that count in a description: "the one about the meeting" is "meeting". All of them when none does. */
const char *search_words(struct turn *t, const char *words);

/* Whether a title has every word that counts. */
bool search_fits(struct turn *t, const char *title, const char *words);
