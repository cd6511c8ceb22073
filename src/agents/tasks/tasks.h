/* tasks.h - the tasks agent: the five tools of its seed, and the conversation that uses them. */
#pragma once
#include "agents/tasks/store/services.h"
#include "base/attrs.h"
#include <stdbool.h>

struct arena;
struct civil;
struct err;
struct op_table;

/* Whether a message asks for something about tasks, by its words alone. With `least` as the confidence that it takes:
 * whoever asks may have other uses for the message. */
bool tasks_are_meant(struct arena *a, const char *message, const struct civil *now, double least);

WARN_UNUSED int tasks_add(struct op_table *table, struct tasks *t, struct err *err);
