/* tasks.h - the tools' and the chat's arguments, and what the tasks seed computes: how sure is sure enough, how words
 * are kept, what an error is called. Which task "the second one" is, is agents/tasks/resolve/resolve.h's; when a
 * conversation has expired, store/records/conversations.h's. */
#pragma once
#include "base/err.h"
#include <stdbool.h>

struct arena;
struct json;
struct model_entity;

/* What the tools and the chat take and give. */
extern const struct model_entity tasks_add_input, tasks_list_input, tasks_update_input, tasks_complete_input,
    tasks_delete_input, tasks_bulk_input, tasks_undo_input, tasks_history_input, tasks_forget_input, tasks_due_input,
    tasks_due_list, tasks_due_day, tasks_dismiss_input, tasks_import_input, tasks_export_input, tasks_tool_result,
    tasks_chat_request, tasks_chat_response;

/* One of the five things a person can want of their tasks. */
struct tasks_intent {
    const char *name; /* tasks.IntentType: create, list, update, complete, delete */
    const char *tool; /* the tool that does it */
    double threshold; /* from this confidence on it is done; below, the person is asked */
    bool destructive; /* has to be confirmed whatever the confidence */
};

/* By name; NULL when there is no such intent. */
const struct tasks_intent *tasks_intent(const char *name);

/* Whether a confidence reaches the intent's threshold. */
bool tasks_intent_sure(const struct tasks_intent *intent, double confidence);

/* A copy of a tool's arguments with the title and the description trimmed, and an empty description made null. */
struct json *tasks_trimmed(struct arena *a, const struct json *arguments);

/* A tag as it is kept: without the difference of capitals and small letters; NULL when it is not one word of at most
 * TASK_TAG_CHARS characters. */
const char *tasks_tag(struct arena *a, const char *text);

/* The tasks.ErrorCode an error falls under: VALIDATION_ERROR, NOT_FOUND, DATABASE_ERROR or INTERNAL_ERROR. */
const char *tasks_error_code(enum err_code code);
