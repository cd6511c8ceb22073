/* tasks.h - what the tasks seed computes: which task "the second one" is, how sure is sure enough, what has expired. */
#pragma once
#include "base/err.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct json;
struct model_entity;

/* What the tools and the chat take and give. */
extern const struct model_entity tasks_add_input, tasks_list_input, tasks_update_input, tasks_complete_input,
    tasks_delete_input, tasks_bulk_input, tasks_undo_input, tasks_history_input, tasks_forget_input, tasks_due_input,
    tasks_due_list, tasks_due_day, tasks_dismiss_input, tasks_import_input, tasks_export_input, tasks_tool_result,
    tasks_shown, tasks_chat_request, tasks_chat_response;

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

/* The seed's resolve_task_reference: the id of the task that the words mean in the list last shown in this
 * conversation. The first number in the words decides ("task 2", "#3"); without one, the first of "first" to "fifth"
 * and "last" that occurs. False when no list was shown or the place is not in it. The metadata must have been checked.
 */
bool tasks_resolve(const struct json *metadata, const char *words, int64_t *ret_id);

/* A copy of a tool's arguments with the title and the description trimmed, and an empty description made null. */
struct json *tasks_trimmed(struct arena *a, const struct json *arguments);

/* A tag as it is kept: without the difference of capitals and small letters; NULL when it is not one word of at most
 * TASK_TAG_CHARS characters. */
const char *tasks_tag(struct arena *a, const char *text);

/* Whether a conversation was last touched more than CONVERSATION_KEEP_DAYS before now. */
bool tasks_conversation_expired(const struct json *conversation, int64_t now_us);

/* The tasks.ErrorCode an error falls under: VALIDATION_ERROR, NOT_FOUND, DATABASE_ERROR or INTERNAL_ERROR. */
const char *tasks_error_code(enum err_code code);
