/* fuzz_llm_reply.c - any bytes as a model's answer, and whatever it chooses held against a message. What is read must
 * be bounded; an intent that comes of it must use no word but the message's, and be sure of nothing on its own. */
#include "agents/tasks/llm/llm_parts.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/schema/schema.h"
#include "llm/llm_node.h"
#include "llm/openai_reply.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char message[] = "could the boiler thing be gone by friday 5pm, every week, an hour before? #home";

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_intent(const struct llm_ground *g, struct task_intent *e)
{
    must(!e->set.title || llm_reader_says(g, e->set.title));
    must(!e->about || llm_reader_says(g, e->about) || strncmp(e->about, "number ", 7) == 0);
    must(e->set.n_tags <= TASK_TAGS && e->set.n_untags <= TASK_TAGS && !e->every);
    must(llm_reader_weigh(g->a, e, 1, NULL, 0));
    must(e->kind == INTENT_LIST ? e->confidence <= 0.95 : e->confidence < 0.70);
}

static void check_call(const struct llm_ground *g, const struct llm_tool *tools, const char *name,
                       const struct json *args)
{
    struct err err;

    for (size_t i = 0; i < LLM_READER_TOOLS; i++) {
        struct task_intent e;
        if (strcmp(tools[i].name, name) == 0 && schema_check(tools[i].schema, args, &err) == 0 &&
            llm_reader_intent(g, llm_reader_kind(tools, &tools[i]), args, &e))
            check_intent(g, &e);
    }
}

/* Compiled once: a schema never changes. */
static const struct llm_tool *tools_once(void)
{
    static struct llm_tool tools[LLM_READER_TOOLS];
    static struct arena *kept;
    struct err err;

    if (!kept) {
        kept = arena_new();
        must(llm_reader_tools(kept, tools, &err) == 0);
    }
    return tools;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 10 };
    struct arena *a = arena_new();
    struct llm_ground g = llm_reader_ground(a, message, &now, 3);
    struct llm_said said;
    struct err err;

    if (openai_read(a, (const char *)data, size, &said, &err) == 0) {
        must(said.n <= LLM_CALLS);
        for (size_t i = 0; i < said.n; i++)
            check_call(&g, tools_once(), said.calls[i].tool, said.calls[i].args);
    }
    arena_free(a);
    return 0;
}
