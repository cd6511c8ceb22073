/* tasks.c - the tasks agent's operations, declared. */
#include "agents/tasks/tasks.h"
#include "agents/tasks/chat.h"
#include "agents/tasks/tools.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/fields.h"
#include "model/tasks.h"

/* ---- as a person reads it ---- */

static void show_task(struct buf *b, const struct json *task)
{
    const char *description = json_get_text(task, "description"), *done = json_get_text(task, "completed_at");

    buf_addf(b, "%6lld  [%c] %s\n", (long long)json_get_int(task, "id", 0), done ? 'x' : ' ',
             json_get_text(task, "title"));
    if (description)
        buf_addf(b, "            %s\n", description);
}

static void show(struct buf *b, const struct json *result)
{
    const struct json *data = json_get(result, "data");

    buf_addf(b, "%s\n", json_get_text(result, "message"));
    for (size_t i = 0; i < (json_is(data, JSON_ARRAY) ? json_len(data) : 0); i++)
        show_task(b, json_at(data, i));
}

static const char *const add_examples[] = { "assay task add \"buy milk\"",
                                            "assay task add \"call John\" --description \"about the contract\"", NULL };
static const char *const list_examples[] = { "assay task list", "assay task list --status pending", NULL };

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
      .examples = add_examples,
      .input = &tasks_add_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_FOR_AGENTS,
      .run = task_add,
      .show = show },
    { .name = "list_tasks",
      .command = "task list",
      .summary = "List the tasks, the newest first.",
      .examples = list_examples,
      .input = &tasks_list_input,
      .output = &tasks_tool_result,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .run = task_list,
      .show = show },
    { .name = "update_task",
      .command = "task update",
      .summary = "Change a task's title or description.",
      .input = &tasks_update_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FOR_AGENTS,
      .run = task_update,
      .show = show },
    { .name = "complete_task",
      .command = "task complete",
      .summary = "Mark a task as done.",
      .detail = "Doing it again changes nothing and says when it was done.",
      .input = &tasks_complete_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FOR_AGENTS,
      .run = task_complete,
      .show = show },
    { .name = "delete_task",
      .command = "task delete",
      .summary = "Delete a task.",
      .input = &tasks_delete_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_DESTRUCTIVE | OP_FOR_AGENTS,
      .run = task_delete,
      .affects = task_delete_affects,
      .show = show },
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

int tasks_add(struct op_table *table, struct tasks *t, struct err *err)
{
    return op_table_add(table, ops, COUNT_OF(ops), t, err);
}
