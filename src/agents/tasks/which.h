/* which.h - which task a person means. For src/agents/tasks only. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;
struct talk;

enum which { WHICH_ONE, WHICH_SEVERAL, WHICH_NONE, WHICH_NO_LIST, WHICH_STALE };

/* The task that the words mean: by its place in the list that was shown, by "it", or by its title. With WHICH_ONE *ret
 * is the array of that one task (tasks.Task), with WHICH_SEVERAL of those it could be. `tasks` are all there are. */
enum which which_task(const struct talk *t, const struct json *tasks, const char *words, struct json **ret);

/* Whether the words mean several at once: "everything", "all of them", "both". */
bool which_all(const char *words);

/* Remembers the list as it is shown, and when. */
void which_shown(struct talk *t, const struct json *tasks);

/* Remembers the one that was dealt with last, which "it" means. */
void which_last(struct talk *t, int64_t id);
