/* tasks.h - the tasks agent: the five tools of its seed, and the conversation that uses them. */
#pragma once
#include "base/attrs.h"

struct err;
struct llm;
struct op_table;
struct store;

/* What the operations work on; the store is there before the first of them runs. */
struct tasks {
    struct store *store;
    struct llm *llm; /* that reads what the built-in voice is not sure of; NULL: none is set */
};

WARN_UNUSED int tasks_add(struct op_table *table, struct tasks *t, struct err *err);
