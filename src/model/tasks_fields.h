/* tasks_fields.h - what the tables of tasks.c and tasks_tools.c share: a task's fields, as it has them and as the tools
 * take them. For src/model only. */
#pragma once
#include "model/tasks_rules.h"

extern const struct model_enum tasks_status;
extern const struct model_enum tasks_priority_argument, tasks_due_filter, tasks_list_order, tasks_bulk_action,
    tasks_exchange_format;
extern const struct model_entity tasks_task, tasks_changes;

/* As arguments they are a person's own words, and stand on the command line without their name. */
#define TITLE(flags, ...)                                                                                              \
    FIELD("title", TEXT, (flags) | MODEL_WORDS, "What to do.", .range = BETWEEN(1, TASK_TITLE_CHARS), __VA_ARGS__)
#define DESCRIPTION                                                                                                    \
    FIELD("description", TEXT, OPT | MODEL_WORDS, "More about it.", .range = AT_MOST(TASK_DESCRIPTION_CHARS),          \
          .metavar = "TEXT")
#define TASK_ID FIELD("task_id", INT, REQ, "The task's id.", .range = AT_LEAST(1), .position = 1, .metavar = "ID")
#define TAGS(name, what)                                                                                               \
    FIELD(name, LIST, MODEL_WORDS, what, .range = AT_MOST(TASK_TAGS),                                                  \
          .each = EACH(TEXT, .range = BETWEEN(1, TASK_TAG_CHARS)), .metavar = "TAG")
#define PRIORITY_ARGUMENT                                                                                              \
    FIELD("priority", ENUM, OPT, "How much it matters; \"none\" is no priority.", .values = &tasks_priority_argument)
#define ZONE                                                                                                           \
    FIELD("time_zone", TEXT, OPT, "The zone of the clock meant, as in the tz database; this machine's unless said.",   \
          .range = BETWEEN(1, TASK_ZONE_CHARS), .metavar = "ZONE")
#define VERSION                                                                                                        \
    FIELD("version", INT, OPT, "Only if the task is still at this version.", .range = AT_LEAST(1), .metavar = "N")

/* How the tools are told when: as a date, or in words. */
#define WHEN(name, what)                                                                                               \
    FIELD(name, TEXT, OPT | MODEL_WORDS, what, .range = AT_MOST(TASK_WORDS_CHARS), .metavar = "WHEN")
#define WHENS                                                                                                          \
    WHEN("due", "When it is due: \"2026-11-20\", \"2026-11-20T17:00\", \"friday 5pm\" or \"none\"."),                  \
        WHEN("remind", "When to be reminded: a time, \"1 hour before\" or \"none\"."),                                 \
        WHEN("repeat", "How it comes back: \"every monday\", \"FREQ=MONTHLY\" or \"none\"."), ZONE
