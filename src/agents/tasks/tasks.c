/* tasks.c - the tasks agent's operations, declared. */
#include "agents/tasks/tasks.h"
#include "agents/tasks/bulk.h"
#include "agents/tasks/dialogue/chat.h"
#include "agents/tasks/exchange/exchange.h"
#include "agents/tasks/list.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/reminders.h"
#include "agents/tasks/show.h"
#include "agents/tasks/store/undo.h"
#include "agents/tasks/tools.h"
#include "base/limits.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/fields.h"
#include "model/tasks.h"

#define EXAMPLES(...)                                                                                                  \
    (const char *const[])                                                                                              \
    {                                                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }

static const struct model_field ask_fields[] = {
    FIELD("question", TEXT, REQ | MODEL_WORDS, "What to say.", .position = 1, .metavar = "QUESTION",
          .range = BETWEEN(1, QUESTION_CHARS)),
    FIELD("conversation_id", TEXT, 0, "The conversation it belongs to; a new one unless said.", .metavar = "ID",
          .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
    FIELD("confirmation_token", TEXT, 0, "Says yes to what was asked.", .range = AT_LEAST(1)),
    END,
};
static const struct model_entity ask_input = ENTITY("tasks.ask", "Something about tasks.", ask_fields);

static const struct op ops[] = {
    { .name = "add_task",
      .command = "task add",
      .summary = "Add a task.",
      .use = "Add a task to the person's list, with a due date, reminder or repetition if they said so.",
      .group = OP_GROUP_TASKS,
      .detail = "When it is due, when to be reminded and how it comes back are dates or words, read by the clock of "
                "time_zone. A task that comes back without a due date is first due when its words say.",
      .examples = EXAMPLES("assay task add \"buy milk\"",
                           "assay task add \"pay rent\" --due \"friday 5pm\" --repeat \"every month\" --tags home",
                           "assay task add \"call John\" --remind \"tomorrow 9am\" --priority high"),
      .input = &tasks_add_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_FOR_AGENTS,
      .run = task_add,
      .show = show_said },
    { .name = "list_tasks",
      .command = "task list",
      .summary = "List the tasks, the newest first.",
      .use = "List or search the person's tasks. Call it for the task_id that the other task tools need.",
      .group = OP_GROUP_TASKS,
      .detail =
          "All filters that are given hold together. The words of a search may stand in the title, the "
          "description or the tags; the last of them may be the beginning of a word. By due date and by priority, "
          "what is still to be done comes before what is done.",
      .examples = EXAMPLES("assay task list", "assay task list --status pending --order due",
                           "assay task list --search rep --tag work --due week"),
      .input = &tasks_list_input,
      .output = &tasks_tool_result,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = task_list,
      .show = show_list },
    { .name = "update_task",
      .command = "task update",
      .summary = "Change a task: its words, when it is due, its reminder, priority or tags.",
      .use = "Change a task's words, due date, reminder, priority or tags. What is not named stays.",
      .group = OP_GROUP_TASKS,
      .detail =
          "What is not named stays. A due date may be moved from where it is: P7D, -P2W (days, weeks), P1M (a month), "
          "PT90M, PT2H (minutes, hours), T18:00 (that day, another time), T2026-11-27 (that day, its own time), T (no "
          "time). What is moved stays in its own time zone. A reminder keeps its "
          "distance when the due date moves; without a due date a "
          "task no longer comes back.",
      .examples = EXAMPLES("assay task update 7 --due \"next monday\"", "assay task update 7 --remind none",
                           "assay task update 7 --add-tags work --remove-tags home"),
      .input = &tasks_update_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FOR_AGENTS,
      .run = task_update,
      .show = show_said },
    { .name = "complete_task",
      .command = "task complete",
      .summary = "Mark a task as done.",
      .group = OP_GROUP_TASKS,
      .detail =
          "Doing it again changes nothing and says when it was done. A task that comes back is made anew, due the "
          "next time that is not over.",
      .input = &tasks_complete_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FOR_AGENTS,
      .run = task_complete,
      .show = show_said },
    { .name = "delete_task",
      .command = "task delete",
      .summary = "Delete a task.",
      .use = "Delete a task, once the person agrees.",
      .group = OP_GROUP_TASKS,
      .detail = "It can be brought back by undoing, until the history is forgotten.",
      .input = &tasks_delete_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FOR_AGENTS,
      .run = task_delete,
      .affects = task_delete_affects,
      .show = show_said },
    { .name = "tasks.reopen",
      .command = "task reopen",
      .summary = "Mark a task as not done after all.",
      .group = OP_GROUP_TASKS,
      .input = &tasks_complete_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FOR_AGENTS | OP_RARE,
      .run = task_reopen,
      .show = show_said },
    { .name = "tasks.bulk",
      .command = "task bulk",
      .summary = "Complete, reopen, delete or change several tasks at once.",
      .group = OP_GROUP_TASKS,
      .detail = "Each of them is named, before and by its title in the question; all are changed or none.",
      .examples = EXAMPLES("assay task bulk complete 3 4 5",
                           "assay task bulk update 3 4 --set '{\"due\":\"friday\",\"add_tags\":[\"work\"]}'"),
      .input = &tasks_bulk_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FOR_AGENTS | OP_RARE,
      .run = task_bulk,
      .affects = task_bulk_affects,
      .show = show_said },
    { .name = "tasks.undo",
      .command = "task undo",
      .summary = "Undo the last change to the tasks, or a certain one.",
      .group = OP_GROUP_TASKS,
      .detail = "Where one of its tasks was changed since, it says so and asks first.",
      .examples = EXAMPLES("assay task undo", "assay task undo 12"),
      .input = &tasks_undo_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FOR_AGENTS | OP_RARE,
      .timeout_ms = TASK_EXCHANGE_MS, /* of an import, too */
      .run = task_undo,
      .affects = task_undo_affects,
      .show = show_said },
    { .name = "tasks.redo",
      .command = "task redo",
      .summary = "Do again what was undone.",
      .group = OP_GROUP_TASKS,
      .detail = "Any new change to the tasks ends that.",
      .input = &tasks_undo_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FOR_AGENTS | OP_RARE,
      .timeout_ms = TASK_EXCHANGE_MS, /* of an import, too */
      .run = task_redo,
      .affects = task_redo_affects,
      .show = show_said },
    { .name = "tasks.history",
      .command = "task history",
      .summary = "List what was changed, the newest first, with the numbers to undo it by.",
      .group = OP_GROUP_TASKS,
      .examples = EXAMPLES("assay task history", "assay task history 7"),
      .input = &tasks_history_input,
      .output = &tasks_tool_result,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .run = task_history,
      .show = show_history },
    { .name = "tasks.due",
      .command = "task due",
      .summary = "Show which reminders ring, what is overdue, and what is due next.",
      .use = "Tell what is overdue, which reminders ring and what is due next.",
      .group = OP_GROUP_TASKS,
      .examples = EXAMPLES("assay task due", "assay task due --days 30"),
      .input = &tasks_due_input,
      .output = &tasks_due_list,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = task_due,
      .show = show_due },
    { .name = "tasks.dismiss",
      .command = "task dismiss",
      .summary = "Switch a task's reminder off, or have it come again later.",
      .group = OP_GROUP_TASKS,
      .examples = EXAMPLES("assay task dismiss 7", "assay task dismiss 7 --until \"tomorrow 9am\""),
      .input = &tasks_dismiss_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_FOR_AGENTS | OP_RARE,
      .run = task_dismiss,
      .show = show_said },
    { .name = "tasks.forget",
      .command = "task forget",
      .summary = "Forget the history of the tasks, so that what was deleted leaves the disk.",
      .detail = "The tasks stay. Nothing from before can be undone afterwards.",
      .input = &tasks_forget_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FORGETS,
      .run = task_forget,
      .affects = task_forget_affects,
      .show = show_said },
    { .name = "tasks.chat",
      .summary = "Say something about your tasks, in plain words.",
      .detail =
          "Adds, lists, changes, completes and deletes tasks by calling the five tools. Numbers mean the list that "
          "was shown last in the conversation; what is deleted is asked about first.",
      .input = &tasks_chat_request,
      .output = &tasks_chat_response,
      .flags = OP_TALKS,
      .run = tasks_chat },
    { .name = "tasks.ask",
      .summary = "Say something about your tasks, and be answered as every agent answers.",
      .input = &ask_input,
      .output = &answer_entity,
      .flags = OP_TALKS | OP_INSIDE,
      .shape = OP_ANSWER,
      .run = tasks_ask },
};

bool tasks_are_meant(struct arena *a, const char *message, const struct civil *now, double least)
{
    struct task_intent intents[MESSAGE_INTENTS];
    size_t n = intents_read(a, message, now, intents);

    for (size_t i = 0; i < n; i++)
        if (intent_type(intents[i].kind) && intents[i].confidence >= least)
            return true;
    return false;
}

int tasks_add(struct op_table *table, struct tasks *t, struct err *err)
{
    return op_table_add(table, ops, COUNT_OF(ops), t, err) < 0
               ? -1
               : op_table_add(table, tasks_exchange_ops, tasks_exchange_count, t, err);
}
