/* tasks_tools.c - the arguments of the tools: the five that the requirement sheet fixes, and ours beyond them.
 *
 * When something is due is said as a date or in words; both are read by the tools themselves
 * (agents/tasks/dates/due.h), so a field here only bounds their length. An argument that is left out changes nothing;
 * "none" takes away what is there, and so does null.
 */
#include "model/page.h"
#include "model/tasks.h"
#include "model/tasks_fields.h"

const struct model_enum tasks_priority_argument = {
    "tasks.PriorityArgument",
    VALUES("low", "medium", "high", "none"),
};
const struct model_enum tasks_due_filter = {
    "tasks.DueFilter",
    VALUES("overdue", "today", "tomorrow", "week", "any", "none"),
};
const struct model_enum tasks_list_order = { "tasks.ListOrder", VALUES("newest", "due", "priority") };
const struct model_enum tasks_bulk_action = { "tasks.BulkAction", VALUES("complete", "reopen", "delete", "update") };
const struct model_enum tasks_exchange_format = {
    "tasks.ExchangeFormat",
    VALUES("todo.txt", "taskwarrior", "icalendar"),
};

/* ---- the five ---- */

#define CHANGES                                                                                                        \
    TITLE(0, .metavar = "TITLE"), DESCRIPTION, WHENS, PRIORITY_ARGUMENT,                                               \
        TAGS("tags", "All its tags, instead of those it has, or \"none\"."), TAGS("add_tags", "Tags to add."),         \
        TAGS("remove_tags", "Tags to take away.")

const struct model_entity tasks_add_input = {
    .name = "tasks.AddTask",
    .summary = "Arguments of add_task.",
    .fields =
        (const struct model_field[]){
            TITLE(REQ, .position = 1, .metavar = "TITLE"),
            DESCRIPTION,
            WHENS,
            PRIORITY_ARGUMENT,
            TAGS("tags", "What it belongs to."),
            END,
        },
    .rules = RULES(tasks_rule_title, tasks_rule_tags),
};

const struct model_entity tasks_list_input = {
    .name = "tasks.ListTasks",
    .summary = "Arguments of list_tasks.",
    .fields =
        (const struct model_field[]){
            FIELD("status", ENUM, OPT, "Only these.", .values = &tasks_status),
            FIELD("task_ids", LIST, OPT, "Only these tasks, by their ids.", .range = AT_MOST(TASK_BULK),
                  .each = EACH(INT, .range = AT_LEAST(1)), .metavar = "ID"),
            FIELD("search", TEXT, OPT | MODEL_WORDS, "Only those with these words.",
                  .range = BETWEEN(1, TASK_TITLE_CHARS), .metavar = "WORDS"),
            FIELD("tag", TEXT, OPT | MODEL_WORDS, "Only those of this tag.", .range = BETWEEN(1, TASK_TAG_CHARS),
                  .metavar = "TAG"),
            PRIORITY_ARGUMENT,
            FIELD("due", ENUM, OPT, "Only those due then; a week is seven days from today.",
                  .values = &tasks_due_filter),
            FIELD("due_from", DATE, OPT, "Only those due on this day or later.", .metavar = "DATE"),
            FIELD("due_to", DATE, OPT, "Only those due on this day or earlier.", .metavar = "DATE"),
            FIELD("repeats", BOOL, OPT, "Only those that repeat; or, if false, that do not."),
            ZONE,
            FIELD("order", ENUM, 0, "What comes first.", .values = &tasks_list_order, .otherwise = "\"newest\""),
            FIELD("offset", INT, 0, "How many to pass over.", .range = BETWEEN(0, PAGE_OFFSET), .otherwise = "0"),
            FIELD("limit", INT, 0, "How many to list.", .range = BETWEEN(1, TASK_LIST),
                  .otherwise = TEXT_OF(TASK_LIST)),
            END,
        },
    .rules = RULES(tasks_rule_list),
};

const struct model_entity tasks_update_input = {
    .name = "tasks.UpdateTask",
    .summary = "Arguments of update_task.",
    .fields =
        (const struct model_field[]){
            TASK_ID,
            CHANGES,
            VERSION,
            END,
        },
    .rules = RULES(tasks_rule_title, tasks_rule_update, tasks_rule_tags),
};

const struct model_entity tasks_complete_input = {
    .name = "tasks.CompleteTask",
    .summary = "Arguments of complete_task, and of tasks.reopen.",
    .fields =
        (const struct model_field[]){
            TASK_ID,
            VERSION,
            END,
        },
};

const struct model_entity tasks_delete_input = {
    .name = "tasks.DeleteTask",
    .summary = "Arguments of delete_task.",
    .fields =
        (const struct model_field[]){
            TASK_ID,
            END,
        },
};

/* ---- beyond the seed's five ---- */

const struct model_entity tasks_changes = {
    .name = "tasks.Changes",
    .summary = "What is to be different about a task.",
    .fields = (const struct model_field[]){ CHANGES, END },
    .rules = RULES(tasks_rule_title, tasks_rule_update, tasks_rule_tags),
};

const struct model_entity tasks_bulk_input = {
    .name = "tasks.BulkChange",
    .summary = "Arguments of tasks.bulk: one change to several tasks, each of them named.",
    .fields =
        (const struct model_field[]){
            FIELD("action", ENUM, REQ, "What to do with them.", .values = &tasks_bulk_action, .position = 1,
                  .metavar = "ACTION"),
            FIELD("task_ids", LIST, REQ, "The tasks' ids.", .range = BETWEEN(1, TASK_BULK),
                  .each = EACH(INT, .range = AT_LEAST(1)), .position = 2, .metavar = "ID"),
            FIELD("set", ENTITY, OPT | MODEL_WORDS, "With \"update\": what is to be different, as in update_task.",
                  .entity = &tasks_changes),
            END,
        },
    .rules = RULES(tasks_rule_bulk),
};

const struct model_entity tasks_undo_input = {
    .name = "tasks.Undo",
    .summary = "Arguments of tasks.undo and tasks.redo.",
    .fields =
        (const struct model_field[]){
            FIELD("step", INT, OPT, "The change's number; the last one unless said.", .range = AT_LEAST(1),
                  .position = 1, .metavar = "STEP"),
            END,
        },
};

const struct model_entity tasks_history_input = {
    .name = "tasks.History",
    .summary = "Arguments of tasks.history.",
    .fields =
        (const struct model_field[]){
            FIELD("task_id", INT, OPT, "Only what changed this task.", .range = AT_LEAST(1), .position = 1,
                  .metavar = "ID"),
            PAGE_INPUT(TASK_LIST),
            END,
        },
};

const struct model_entity tasks_forget_input = {
    .name = "tasks.Forget",
    .summary = "Arguments of tasks.forget.",
    .fields = (const struct model_field[]){ END },
};

const struct model_entity tasks_due_input = {
    .name = "tasks.DueTasks",
    .summary = "Arguments of tasks.due.",
    .fields =
        (const struct model_field[]){
            FIELD("days", INT, 0, "How many days to look ahead, today included.", .range = BETWEEN(1, TASK_DUE_DAYS),
                  .otherwise = "7"),
            ZONE,
            END,
        },
};

const struct model_entity tasks_due_day = {
    .name = "tasks.DueDay",
    .summary = "What is due on one day.",
    .fields =
        (const struct model_field[]){
            FIELD("date", DATE, REQ, "The day."),
            FIELD("tasks", LIST, REQ, "What is due on it.", .each = EACH_ENTITY(tasks_task)),
            END,
        },
};

const struct model_entity tasks_due_list = {
    .name = "tasks.DueList",
    .summary = "What rings, what is late, and what comes.",
    .fields =
        (const struct model_field[]){
            FIELD("reminders", LIST, REQ, "Reminders whose time has come, until they are dismissed.",
                  .each = EACH_ENTITY(tasks_task)),
            FIELD("overdue", LIST, REQ, "Not done in time.", .each = EACH_ENTITY(tasks_task)),
            FIELD("today", LIST, REQ, "Due later today.", .each = EACH_ENTITY(tasks_task)),
            FIELD("upcoming", LIST, REQ, "Due on the days after.", .each = EACH_ENTITY(tasks_due_day)),
            FIELD("more", BOOL, REQ, "Whether one of the lists was cut."),
            FIELD("message", TEXT, REQ, "How much there is."),
            FIELD("next_remind_at", UTC, OPT, "When the next reminder's time comes."),
            FIELD("time_zone", TEXT, REQ, "The zone of the clock that days are told by."),
            FIELD("as_of", UTC, REQ, "When this was so."),
            END,
        },
};

const struct model_entity tasks_dismiss_input = {
    .name = "tasks.Dismiss",
    .summary = "Arguments of tasks.dismiss: a reminder has been seen, or is to come again.",
    .fields =
        (const struct model_field[]){
            TASK_ID,
            WHEN("until", "When to be reminded again."),
            ZONE,
            END,
        },
};

const struct model_entity tasks_import_input = {
    .name = "tasks.Import",
    .summary = "Arguments of tasks.import.",
    .fields =
        (const struct model_field[]){
            FIELD("path", TEXT, MODEL_PATH | MODEL_WORDS, "The file: its path, or upload://ID/NAME.",
                  .range = BETWEEN(1, DATA_PATH_CHARS), .position = 1, .metavar = "FILE"),
            FIELD("content", TEXT, MODEL_WORDS, "Or its text.", .range = AT_LEAST(1)),
            FIELD("name", TEXT, MODEL_WORDS, "What the file is called, where its path does not say.",
                  .range = AT_MOST(UPLOAD_NAME_BYTES)),
            FIELD("format", ENUM, OPT, "What it is; found out unless said.", .values = &tasks_exchange_format),
            ZONE,
            END,
        },
    .rules = RULES(tasks_rule_import),
};

const struct model_entity tasks_export_input = {
    .name = "tasks.Export",
    .summary = "Arguments of tasks.export.",
    .fields =
        (const struct model_field[]){
            FIELD("format", ENUM, 0, "How to write them.", .values = &tasks_exchange_format, .position = 1,
                  .otherwise = "\"todo.txt\"", .metavar = "FORMAT"),
            FIELD("status", ENUM, OPT, "Only these.", .values = &tasks_status),
            END,
        },
};
