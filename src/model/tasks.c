/* tasks.c - seed 2, tasks by conversation: its entities, enums, rules and state machine.
 *
 * The seed's own entities come first, then the bodies of its chat route, which the requirement sheet fixes; the
 * arguments of the tools are in tasks_tools.c. A conversation's metadata is open: the seed leaves its structure to the
 * implementation. What a task has beyond the seed (when, how often, how much it matters, tags) may all be null.
 */
#include "model/tasks.h"
#include "model/tasks_fields.h"

/* ---- enums and the state machine ---- */

const struct model_enum tasks_status = { "tasks.TaskStatus", VALUES("pending", "completed") };
static const struct model_enum role = { "tasks.MessageRole", VALUES("user", "assistant") };

static const struct model_enum response_status = {
    "tasks.ResponseStatus",
    VALUES("success", "clarification_needed", "confirmation_required", "error"),
};

static const struct model_enum intent_type = {
    "tasks.IntentType",
    VALUES("create", "list", "update", "complete", "delete"),
};

static const struct model_enum priority = { "tasks.Priority", VALUES("low", "medium", "high") };

static const struct model_enum error_code = {
    "tasks.ErrorCode",
    VALUES("VALIDATION_ERROR", "NOT_FOUND", "DATABASE_ERROR", "INTERNAL_ERROR"),
};

static const struct model_machine task_machine = {
    .name = "tasks.Task",
    .states = &tasks_status,
    .initial = "pending",
    .steps =
        (const struct model_step[]){
            { "pending", "completed", "the task was done" },
            { "completed", "pending", "added: undoing a completion takes it back" },
            END,
        },
};

/* ---- the seed's entities ---- */

#define CONFIDENCE FIELD("confidence", NUMBER, REQ, "How sure it is.", .range = BETWEEN(0, 1))
#define ALTERNATIVES                                                                                                   \
    FIELD("alternatives", LIST, 0, "What else it could be.", .otherwise = "[]",                                        \
          .each = EACH(TUPLE, .each = alternative))

static const struct model_field alternative[] = {
    FIELD("name", TEXT, REQ, "What it could be."),
    FIELD("confidence", NUMBER, REQ, "How sure that is.", .range = BETWEEN(0, 1)),
    END,
};

const struct model_entity tasks_task = {
    .name = "tasks.Task",
    .summary = "Something to do.",
    .fields =
        (const struct model_field[]){
            FIELD("id", INT, REQ, "The task's id.", .range = AT_LEAST(1)),
            TITLE(REQ, .metavar = "TITLE"),
            DESCRIPTION,
            FIELD("status", ENUM, REQ, "Whether it is done.", .values = &tasks_status, .otherwise = "\"pending\""),
            FIELD("created_at", UTC, REQ, "When it was made."),
            FIELD("completed_at", UTC, OPT, "When it was done; null while it is not."),
            FIELD("due_at", UTC, OPT, "When it is due; of a whole day, its last second."),
            FIELD("due", TEXT, OPT, "The same on the clock of its zone: a day, or a day and a time."),
            FIELD("remind_at", UTC, OPT, "When to be reminded."),
            FIELD("remind", TEXT, OPT, "The same on the clock of its zone."),
            FIELD("reminded_at", UTC, OPT, "When the reminder was dismissed."),
            ZONE,
            FIELD("priority", ENUM, OPT, "How much it matters.", .values = &priority),
            TAGS("tags", "What it belongs to."),
            FIELD("repeat", TEXT, OPT, "How it comes back, as RFC 5545's RRULE has it."),
            FIELD("uid", TEXT, 0, "What the program it was imported from knows it by.",
                  .range = BETWEEN(1, TASK_UID_CHARS)),
            FIELD("version", INT, 0, "The number of the step that changed it last: it only grows.",
                  .range = AT_LEAST(1)),
            END,
        },
    .rules = RULES(tasks_rule_title, tasks_rule_completed),
    .machine = &task_machine,
};

static const struct model_entity tool_call = {
    .name = "tasks.ToolCall",
    .summary = "One call of a tool.",
    .fields =
        (const struct model_field[]){
            FIELD("tool_name", TEXT, REQ, "The tool.", .range = AT_LEAST(1)),
            FIELD("parameters", OBJECT, REQ, "What it was given."),
            FIELD("result", OBJECT, OPT, "What came out."),
            FIELD("error", TEXT, OPT, "Why it failed."),
            FIELD("invoked_at", UTC, REQ, "When it was called."),
            END,
        },
};

static const struct model_entity message = {
    .name = "tasks.Message",
    .summary = "One message of a conversation.",
    .fields =
        (const struct model_field[]){
            FIELD("role", ENUM, REQ, "Who speaks.", .values = &role),
            FIELD("content", TEXT, REQ, "The message.", .range = AT_MOST(CONTENT_CHARS)),
            FIELD("tool_calls", LIST, 0, "Tools called for it.", .otherwise = "[]", .each = EACH_ENTITY(tool_call)),
            FIELD("created_at", UTC, OPT, "When it was said."),
            END,
        },
};

static const struct model_entity agent_context = {
    .name = "tasks.AgentContext",
    .summary = "What the agent keeps between the messages of a conversation.",
    .fields =
        (const struct model_field[]){
            FIELD("application_domain", TEXT, OPT, "Where to look for tools."),
            FIELD("confidence_history", LIST, OPT, "The last confidence scores.", .range = AT_MOST(TASK_CONFIDENCES),
                  .each = EACH(NUMBER, .range = BETWEEN(0, 1))),
            FIELD("clarification_count", INT, OPT, "Questions asked back so far.", .range = AT_LEAST(0)),
            END,
        },
    .open = true,
};

static const struct model_entity metadata = {
    .name = "tasks.ConversationMetadata",
    .summary = "What a conversation remembers: the list last shown and the tool last used.",
    .fields =
        (const struct model_field[]){
            FIELD("task_references", MAP, OPT, "Task ids by their place in the list.", .each = EACH(INT)),
            FIELD("referenced_at", UTC, OPT, "When that list was shown."),
            FIELD("last_tool_used", TEXT, OPT, "The tool called last."),
            FIELD("last_tool_parameters", OBJECT, OPT, "What it was given."),
            FIELD("agent_context", ENTITY, OPT, "The agent's own.", .entity = &agent_context),
            END,
        },
    .rules = RULES(tasks_rule_reference_keys, tasks_rule_referenced_at),
    .open = true,
};

static const struct model_entity conversation = {
    .name = "tasks.Conversation",
    .summary = "A conversation about tasks.",
    .fields =
        (const struct model_field[]){
            FIELD("id", TEXT, REQ, "The conversation's id.", .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
            FIELD("user_id", TEXT, REQ, "Whose it is.", .range = BETWEEN(1, USER_CHARS)),
            FIELD("messages", LIST, REQ, "What was said.", .each = EACH_ENTITY(message)),
            FIELD("created_at", UTC, REQ, "When it began."),
            FIELD("updated_at", UTC, REQ, "When it last changed."),
            FIELD("metadata", ENTITY, OPT, "What it remembers.", .entity = &metadata),
            END,
        },
};

static const struct model_entity response = {
    .name = "tasks.AgentResponse",
    .summary = "What the agent gives back for a message.",
    .fields =
        (const struct model_field[]){
            FIELD("conversation_id", TEXT, REQ, "The conversation.", .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
            FIELD("response", TEXT, REQ, "What the person reads."),
            FIELD("status", ENUM, REQ, "What is to happen next.", .values = &response_status),
            FIELD("tool_calls", LIST, 0, "Tools called.", .otherwise = "[]", .each = EACH_ENTITY(tool_call)),
            FIELD("reasoning_trace", TEXT, OPT, "How it came about."),
            END,
        },
};

static const struct model_entity intent_result = {
    .name = "tasks.IntentResult",
    .summary = "What a message was understood to want.",
    .fields =
        (const struct model_field[]){
            FIELD("intent_type", ENUM, REQ, "What is wanted.", .values = &intent_type),
            CONFIDENCE,
            FIELD("entities", OBJECT, REQ, "What was named in it."),
            ALTERNATIVES,
            FIELD("reasoning", TEXT, OPT, "How it came about."),
            END,
        },
};

static const struct model_entity tool_selection = {
    .name = "tasks.ToolSelectionResult",
    .summary = "Which tool will be called, with what.",
    .fields =
        (const struct model_field[]){
            FIELD("tool_name", TEXT, REQ, "The tool.", .range = AT_LEAST(1)),
            CONFIDENCE,
            FIELD("parameters", OBJECT, REQ, "What it will be given."),
            FIELD("requires_confirmation", BOOL, REQ, "True for destructive tools."),
            ALTERNATIVES,
            END,
        },
    .rules = RULES(tasks_rule_confirmed),
};

static const struct model_entity clarification = {
    .name = "tasks.Clarification",
    .summary = "A question back, with what can be chosen.",
    .fields =
        (const struct model_field[]){
            FIELD("question", TEXT, REQ, "The question.", .range = AT_LEAST(1)),
            FIELD("options", LIST, REQ, "What can be chosen.", .each = EACH_ENTITY(answer_option_entity)),
            END,
        },
};

/* ---- the chat route ---- */

static const struct model_entity tasks_shown = {
    .name = "tasks.Shown",
    .summary = "A task as it stands in a list that a person sees.",
    .fields =
        (const struct model_field[]){
            FIELD("id", INT, REQ, "The task's id.", .range = AT_LEAST(1)),
            FIELD("version", INT, REQ, "The version that is shown.", .range = AT_LEAST(1)),
            END,
        },
};

const struct model_entity tasks_chat_request = {
    .name = "tasks.ChatRequest",
    .summary = "A message to the tasks agent.",
    .fields =
        (const struct model_field[]){
            FIELD("message", TEXT, REQ | MODEL_WORDS, "What to say.", .range = BETWEEN(1, CONTENT_CHARS)),
            FIELD("conversation_id", TEXT, OPT, "The conversation; a new one when absent.",
                  .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
            FIELD("confirmation_token", TEXT, OPT, "Says yes to what was asked.", .range = AT_LEAST(1)),
            ZONE,
            FIELD("shown", LIST, OPT, "The list on the person's screen, in its order: what numbers mean.",
                  .range = AT_MOST(TASK_LIST), .each = EACH_ENTITY(tasks_shown)),
            END,
        },
};

const struct model_entity tasks_tool_result = {
    .name = "tasks.ToolResult",
    .summary = "What a tool gives back.",
    .fields =
        (const struct model_field[]){
            FIELD("success", BOOL, REQ, "Whether it was done."),
            FIELD("data", ANY, 0, "What came out."),
            FIELD("next", ENTITY, OPT, "Of a completed task that comes back: the one to do next.",
                  .entity = &tasks_task),
            FIELD("message", TEXT, OPT, "What was done."),
            FIELD("as_of", UTC, OPT, "By which clock it is told what is overdue."),
            FIELD("total", INT, OPT, "Of a list: how many there are in all.", .range = AT_LEAST(0)),
            FIELD("step", INT, OPT, "Of a change: its number, to undo it by; null when nothing changed.",
                  .range = AT_LEAST(1)),
            FIELD("error", TEXT, OPT, "Why it was not."),
            FIELD("code", ENUM, OPT, "The error's category.", .values = &error_code),
            FIELD("details", OBJECT, OPT, "More about the error."),
            END,
        },
    .rules = RULES(tasks_rule_result),
};

static const struct model_entity chat_tool_call = {
    .name = "tasks.ChatToolCall",
    .summary = "One call of a tool, as the chat route shows it.",
    .fields =
        (const struct model_field[]){
            FIELD("tool", TEXT, REQ, "The tool.", .range = AT_LEAST(1)),
            FIELD("parameters", OBJECT, REQ, "What it was given."),
            FIELD("result", ENTITY, OPT, "What came out.", .entity = &tasks_tool_result),
            FIELD("error", TEXT, OPT, "Why it failed."),
            END,
        },
};

const struct model_entity tasks_chat_response = {
    .name = "tasks.ChatResponse",
    .summary = "The answer of the chat route.",
    .fields =
        (const struct model_field[]){
            FIELD("conversation_id", TEXT, REQ, "The conversation.", .range = BETWEEN(1, CONVERSATION_ID_CHARS)),
            FIELD("response", TEXT, REQ, "What the person reads."),
            FIELD("tool_calls", LIST, REQ, "Tools called.", .each = EACH_ENTITY(chat_tool_call)),
            FIELD("status", ENUM, 0, "What is to happen next.", .values = &response_status),
            FIELD("options", LIST, 0, "What can be chosen.", .each = EACH_ENTITY(answer_option_entity)),
            END,
        },
};

static const struct model_entity error_response = {
    .name = "tasks.ErrorResponse",
    .summary = "An error of the chat route.",
    .fields =
        (const struct model_field[]){
            FIELD("error", TEXT, REQ, "What happened.", .range = AT_LEAST(1)),
            FIELD("code", ENUM, REQ, "Its category.", .values = &error_code),
            FIELD("details", OBJECT, OPT, "More about it."),
            END,
        },
};

const struct model_seed tasks_seed = {
    "tasks",
    (const struct model_entity *const[]){ &tasks_task,
                                          &tool_call,
                                          &message,
                                          &agent_context,
                                          &metadata,
                                          &conversation,
                                          &response,
                                          &intent_result,
                                          &tool_selection,
                                          &clarification,
                                          &tasks_shown,
                                          &tasks_chat_request,
                                          &tasks_tool_result,
                                          &chat_tool_call,
                                          &tasks_chat_response,
                                          &error_response,
                                          &tasks_add_input,
                                          &tasks_list_input,
                                          &tasks_update_input,
                                          &tasks_complete_input,
                                          &tasks_delete_input,
                                          &tasks_changes,
                                          &tasks_bulk_input,
                                          &tasks_undo_input,
                                          &tasks_history_input,
                                          &tasks_forget_input,
                                          &tasks_due_list,
                                          &tasks_due_day,
                                          &tasks_due_input,
                                          &tasks_dismiss_input,
                                          &tasks_import_input,
                                          &tasks_export_input,
                                          NULL },
    (const struct model_enum *const[]){ &tasks_status, &role, &response_status, &intent_type, &error_code, &priority,
                                        &tasks_priority_argument, &tasks_due_filter, &tasks_list_order,
                                        &tasks_bulk_action, &tasks_exchange_format, NULL },
    (const struct model_machine *const[]){ &task_machine, NULL },
};
