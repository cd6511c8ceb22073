/* llm_parts.h - what the model is offered, and what becomes of its choice. For the files of llm/ only. */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include "llm/llm.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

/* ---- llm_tools.c ---- */

#define LLM_READER_TOOLS 8

WARN_UNUSED int llm_reader_tools(struct arena *a, struct llm_tool ret[static LLM_READER_TOOLS], struct err *err);

/* What a tool that was offered stands for. */
enum intent_kind llm_reader_kind(const struct llm_tool *tools, const struct llm_tool *tool);

/* ---- llm_words.c ---- */

/* What the model may speak of: the message's words, and the numbers of the list that was shown. */
struct llm_ground {
    struct arena *a;
    const char *message;
    const char *words; /* of the message, folded, each between blanks */
    const struct civil *now;
    size_t shown; /* tasks of the list; 0: none was */
};

struct llm_ground llm_reader_ground(struct arena *a, const char *message, const struct civil *now, size_t shown);

/* Whether every word of the text is one of the message's, case and punctuation aside; a text without words has none. */
bool llm_reader_says(const struct llm_ground *g, const char *text);

/* Whether two texts have the same words in the same order. */
bool llm_reader_same(struct arena *a, const char *x, const char *y);

/* ---- llm_check.c ---- */

/* The intent that a call is; false when the message does not bear it out. The arguments fit the tool's schema. */
bool llm_reader_intent(const struct llm_ground *g, enum intent_kind kind, const struct json *args,
                       struct task_intent *ret);

/* How sure they are, held against what the built-in voice reads. False when something is missing that it is sure of:
 * then they are no reading. */
WARN_UNUSED bool llm_reader_weigh(struct arena *a, struct task_intent *intents, size_t n,
                                  const struct task_intent *ours, size_t n_ours);
