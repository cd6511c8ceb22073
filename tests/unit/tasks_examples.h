/* tasks_examples.h - one whole example of each entity of the tasks seed, every field of it filled. */
#pragma once
#include "model_testing.h"

#define TASK                                                                                                           \
    "{\"id\":42,\"title\":\"Buy groceries\",\"description\":\"milk\",\"status\":\"completed\",\"created_at\":\"" NOON  \
    "\",\"completed_at\":\"2026-01-23T13:00:00Z\",\"due_at\":\"" NOON "\",\"due\":\"2026-01-23T13:00\","               \
    "\"remind_at\":\"" NOON "\",\"remind\":\"2026-01-23T12:30\",\"reminded_at\":\"" NOON                               \
    "\",\"time_zone\":\"Europe/Berlin\",\"priority\":\"high\",\"tags\":[\"home\"],\"repeat\":\"FREQ=DAILY\","          \
    "\"uid\":\"u1\",\"version\":3}"
#define CALL                                                                                                           \
    "{\"tool_name\":\"add_task\",\"parameters\":{\"title\":\"x\"},\"result\":{\"id\":1},\"error\":null,"               \
    "\"invoked_at\":\"" NOON "\"}"
#define MESSAGE "{\"role\":\"assistant\",\"content\":\"Done.\",\"tool_calls\":[" CALL "],\"created_at\":\"" NOON "\"}"
#define AGENT_CONTEXT                                                                                                  \
    "{\"application_domain\":\"task_management\",\"confidence_history\":[0.92,0.85,0.78],\"clarification_count\":0}"
/* The seed's own example. */
#define METADATA                                                                                                       \
    "{\"task_references\":{\"1\":42,\"2\":43,\"3\":44},\"referenced_at\":\"2026-01-23T10:30:00Z\","                    \
    "\"last_tool_used\":\"list_tasks\",\"last_tool_parameters\":{\"status\":\"pending\"},\"agent_"                     \
    "context\":" AGENT_CONTEXT "}"
#define CONVERSATION                                                                                                   \
    "{\"id\":\"c1\",\"user_id\":\"local\",\"messages\":[" MESSAGE "],\"created_at\":\"" NOON                           \
    "\",\"updated_at\":\"" NOON "\",\"metadata\":" METADATA "}"
#define RESPONSE                                                                                                       \
    "{\"conversation_id\":\"c1\",\"response\":\"Done.\",\"status\":\"success\",\"tool_calls\":[" CALL                  \
    "],\"reasoning_trace\":\"create\"}"
#define INTENT                                                                                                         \
    "{\"intent_type\":\"create\",\"confidence\":0.92,\"entities\":{\"title\":\"buy groceries\"},"                      \
    "\"alternatives\":[[\"list\",0.4]],\"reasoning\":\"a wish\"}"
#define SELECTION                                                                                                      \
    "{\"tool_name\":\"delete_task\",\"confidence\":0.95,\"parameters\":{\"task_id\":1},"                               \
    "\"requires_confirmation\":true,\"alternatives\":[[\"complete_task\",0.3]]}"
#define OPTION "{\"label\":\"Call John\",\"value\":43}"
#define CLARIFICATION "{\"question\":\"Which one?\",\"options\":[" OPTION "]}"
#define CHAT_REQUEST                                                                                                   \
    "{\"message\":\"show my tasks\",\"conversation_id\":\"c1\",\"confirmation_token\":\"t\",\"time_zone\":\"UTC\","    \
    "\"shown\":[{\"id\":1,\"version\":1}]}"
#define RESULT                                                                                                         \
    "{\"success\":true,\"data\":{\"id\":42},\"next\":" TASK ",\"message\":\"Added.\",\"as_of\":\"" NOON                \
    "\",\"total\":1,\"step\":7,\"error\":null,\"code\":null,\"details\":null}"
#define WHENS                                                                                                          \
    "\"description\":\"y\",\"due\":\"friday\",\"remind\":\"1 hour before\",\"repeat\":\"every "                        \
    "monday\",\"time_zone\":\"UTC\","                                                                                  \
    "\"priority\":\"none\",\"tags\":[\"home\"]"
#define CHANGES "\"title\":\"x\"," WHENS ",\"add_tags\":[\"a\"],\"remove_tags\":[\"b\"]"
#define DUE_DAY "{\"date\":\"2026-01-23\",\"tasks\":[" TASK "]}"
#define CHAT_CALL "{\"tool\":\"add_task\",\"parameters\":{},\"result\":" RESULT ",\"error\":null}"
#define CHAT_RESPONSE                                                                                                  \
    "{\"conversation_id\":\"c1\",\"response\":\"Which one?\",\"tool_calls\":[" CHAT_CALL                               \
    "],\"status\":\"clarification_needed\",\"options\":[" OPTION "]}"
#define ERROR_RESPONSE "{\"error\":\"No such task.\",\"code\":\"NOT_FOUND\",\"details\":{}}"

static const struct example examples[] = {
    { "tasks.Task", TASK },
    { "tasks.ToolCall", CALL },
    { "tasks.Message", MESSAGE },
    { "tasks.AgentContext", AGENT_CONTEXT },
    { "tasks.ConversationMetadata", METADATA },
    { "tasks.Conversation", CONVERSATION },
    { "tasks.AgentResponse", RESPONSE },
    { "tasks.IntentResult", INTENT },
    { "tasks.ToolSelectionResult", SELECTION },
    { "tasks.Clarification", CLARIFICATION },
    { "tasks.Shown", "{\"id\":1,\"version\":1}" },
    { "tasks.ChatRequest", CHAT_REQUEST },
    { "tasks.ToolResult", RESULT },
    { "tasks.ChatToolCall", CHAT_CALL },
    { "tasks.ChatResponse", CHAT_RESPONSE },
    { "tasks.ErrorResponse", ERROR_RESPONSE },
    { "tasks.AddTask", "{\"title\":\"x\"," WHENS "}" },
    { "tasks.ListTasks",
      "{\"status\":\"pending\",\"task_ids\":[1],\"search\":\"milk\",\"tag\":\"home\",\"priority\":\"low\",\"due\":"
      "\"week\","
      "\"due_from\":\"2026-01-01\",\"due_to\":\"2026-01-31\",\"repeats\":true,\"time_zone\":\"UTC\",\"order\":\"due\","
      "\"offset\":0,\"limit\":50}" },
    { "tasks.UpdateTask", "{\"task_id\":1,\"version\":3," CHANGES "}" },
    { "tasks.CompleteTask", "{\"task_id\":1,\"version\":3}" },
    { "tasks.DeleteTask", "{\"task_id\":1}" },
    { "tasks.Changes", "{" CHANGES "}" },
    { "tasks.BulkChange", "{\"action\":\"update\",\"task_ids\":[1,2],\"set\":{" CHANGES "}}" },
    { "tasks.Undo", "{\"step\":7}" },
    { "tasks.History", "{\"task_id\":1,\"offset\":0,\"limit\":50}" },
    { "tasks.Forget", "{}" },
    { "tasks.DueTasks", "{\"days\":7,\"time_zone\":\"UTC\"}" },
    { "tasks.DueDay", DUE_DAY },
    { "tasks.DueList",
      "{\"reminders\":[" TASK "],\"overdue\":[],\"today\":[],\"upcoming\":[" DUE_DAY "],\"more\":false,"
      "\"message\":\"m\",\"next_remind_at\":null,\"time_zone\":\"UTC\",\"as_of\":\"" NOON "\"}" },
    { "tasks.Dismiss", "{\"task_id\":1,\"until\":\"tomorrow\",\"time_zone\":\"UTC\"}" },
    { "tasks.Import", "{\"content\":\"x\",\"format\":\"todo.txt\",\"time_zone\":\"UTC\"}" },
    { "tasks.Export", "{\"format\":\"icalendar\",\"status\":\"pending\"}" },
};
