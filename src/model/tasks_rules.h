/* tasks_rules.h - the tasks seed's rules over several fields, for the tables in tasks.c. */
#pragma once
#include "model/seeds.h"

model_rule tasks_rule_title;          /* Task, AddTask, UpdateTask: a title that is there is not blank */
model_rule tasks_rule_completed;      /* Task: completed_at goes with the status */
model_rule tasks_rule_reference_keys; /* ConversationMetadata: places in a list are digits */
model_rule tasks_rule_referenced_at;  /* ConversationMetadata: a list has a time */
model_rule tasks_rule_confirmed;      /* ToolSelectionResult: destruction is confirmed */
model_rule tasks_rule_update;         /* UpdateTask, Changes: there is something to change */
model_rule tasks_rule_tags;           /* AddTask, UpdateTask, Changes: a tag is one word */
model_rule
    tasks_rule_list; /* ListTasks: a span of days does not end before it begins, words are not blank, a tag is one */
model_rule tasks_rule_bulk;   /* BulkChange: "set" goes with "update", and no task is named twice */
model_rule tasks_rule_import; /* Import: a path or the text, not both */
model_rule tasks_rule_result; /* ToolResult: data and message, or error and code */
