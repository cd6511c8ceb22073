/* llm_tools.c - the tools as a model sees them: in words, without ids, versions or anything that means all
 * tasks. */
#include "agents/tasks/llm/llm_parts.h"
#include "base/limits.h"
#include "base/schema/schema.h"
#include "model/fields.h"

#define CONFIDENCE FIELD("confidence", NUMBER, REQ, "How sure you are, from 0 to 1.", .range = BETWEEN(0, 1))
#define TASK                                                                                                           \
    FIELD("task", TEXT, REQ, "Which task: the words of the message for it, or its number in the list shown.",          \
          .range = BETWEEN(1, TASK_TITLE_CHARS))
#define WORDS(name, summary) FIELD(name, TEXT, 0, summary, .range = BETWEEN(1, TASK_WORDS_CHARS))
#define TAGS(name, summary)                                                                                            \
    FIELD(name, LIST, 0, summary, .range = AT_MOST(TASK_TAGS), .each = EACH(TEXT, .range = BETWEEN(1, TASK_TAG_CHARS)))
#define DESCRIPTION                                                                                                    \
    FIELD("description", TEXT, 0, "More about it, in words of the message.",                                           \
          .range = BETWEEN(1, TASK_DESCRIPTION_CHARS))

static const struct model_enum priority = { "voice.Priority", VALUES("low", "medium", "high") };
static const struct model_enum new_priority = { "voice.NewPriority", VALUES("low", "medium", "high", "none") };
static const struct model_enum status = { "voice.Status", VALUES("pending", "completed") };

static const struct model_field add_fields[] = {
    FIELD("title", TEXT, REQ, "What is to be done, in words of the message.", .range = BETWEEN(1, TASK_TITLE_CHARS)),
    DESCRIPTION,
    WORDS("due", "When it is due, in words of the message."),
    WORDS("remind", "When to be reminded, in words of the message."),
    WORDS("repeat", "How it comes back, in words of the message."),
    FIELD("priority", ENUM, 0, "How urgent the message says it is.", .values = &priority),
    TAGS("tags", "Tags that the message names, without #."),
    CONFIDENCE,
    END,
};
static const struct model_field list_fields[] = {
    FIELD("status", ENUM, 0, "Only those to do, or only those done.", .values = &status),
    FIELD("priority", ENUM, 0, "Only of this priority.", .values = &priority),
    WORDS("tag", "Only with this tag, without #."),
    WORDS("search", "Only those about this, in words of the message."),
    WORDS("due", "Only those due then, in words of the message."),
    CONFIDENCE,
    END,
};
static const struct model_field update_fields[] = {
    TASK,
    FIELD("title", TEXT, 0, "What it is to be called, in words of the message.", .range = BETWEEN(1, TASK_TITLE_CHARS)),
    DESCRIPTION,
    WORDS("due", "When it is to be due, in words of the message; none takes that away."),
    WORDS("remind", "When to be reminded, in words of the message; none takes that away."),
    WORDS("repeat", "How it is to come back, in words of the message; none takes that away."),
    FIELD("priority", ENUM, 0, "How urgent it is to be.", .values = &new_priority),
    TAGS("add_tags", "Tags to add, without #."),
    TAGS("remove_tags", "Tags to take away, without #."),
    CONFIDENCE,
    END,
};
static const struct model_field task_fields[] = { TASK, CONFIDENCE, END };
static const struct model_field no_fields[] = { CONFIDENCE, END };

static const struct model_entity add = ENTITY("add_task", "A new task.", add_fields);
static const struct model_entity list = ENTITY("list_tasks", "Which tasks to show.", list_fields);
static const struct model_entity update = ENTITY("update_task", "A change of a task.", update_fields);
static const struct model_entity one = ENTITY("task", "One task.", task_fields);
static const struct model_entity none = ENTITY("nothing", "Nothing but how sure.", no_fields);

static const struct {
    const char *name, *summary;
    const struct model_entity *input;
    enum intent_kind kind;
} offered[LLM_READER_TOOLS] = {
    { "add_task", "Add a task.", &add, INTENT_CREATE },
    { "list_tasks", "Show tasks, or answer a question about them.", &list, INTENT_LIST },
    { "update_task", "Change a task: its title, dates, priority or tags.", &update, INTENT_UPDATE },
    { "complete_task", "Mark a task as done.", &one, INTENT_COMPLETE },
    { "reopen_task", "Mark a task as not done after all.", &one, INTENT_REOPEN },
    { "delete_task", "Delete a task. The person is asked before it is done.", &one, INTENT_DELETE },
    { "undo", "Undo the last change.", &none, INTENT_UNDO },
    { "redo", "Do again what was undone last.", &none, INTENT_REDO },
};

int llm_reader_tools(struct arena *a, struct llm_tool ret[static LLM_READER_TOOLS], struct err *err)
{
    for (size_t i = 0; i < LLM_READER_TOOLS; i++) {
        struct schema *schema;
        if (schema_compile(a, model_schema(a, offered[i].input), &schema, err) < 0)
            return -1;
        ret[i] = (struct llm_tool){ offered[i].name, offered[i].summary, schema };
    }
    return 0;
}

enum intent_kind llm_reader_kind(const struct llm_tool *tools, const struct llm_tool *tool)
{
    return offered[tool - tools].kind;
}
