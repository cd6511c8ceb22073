/* voice_parts.h - what the model is offered, and what becomes of its choice. For voice*.c only. */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include "llm/llm.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

/* ---- voice_tools.c ---- */

#define VOICE_TOOLS 8

WARN_UNUSED int voice_tools(struct arena *a, struct llm_tool ret[static VOICE_TOOLS], struct err *err);

/* What a tool that was offered stands for. */
enum errand_kind voice_kind(const struct llm_tool *tools, const struct llm_tool *tool);

/* ---- voice_words.c ---- */

/* What the model may speak of: the message's words, and the numbers of the list that was shown. */
struct voice_ground {
    struct arena *a;
    const char *message;
    const char *words; /* of the message, folded, each between blanks */
    const struct civil *now;
    size_t shown; /* tasks of the list; 0: none was */
};

struct voice_ground voice_ground(struct arena *a, const char *message, const struct civil *now, size_t shown);

/* Whether every word of the text is one of the message's, case and punctuation aside; a text without words has none. */
bool voice_says(const struct voice_ground *g, const char *text);

/* Whether two texts have the same words in the same order. */
bool voice_same(struct arena *a, const char *x, const char *y);

/* ---- voice_errand.c ---- */

/* The errand that a call is; false when the message does not bear it out. The arguments fit the tool's schema. */
bool voice_errand(const struct voice_ground *g, enum errand_kind kind, const struct json *args, struct errand *ret);

/* How sure they are, held against what the built-in voice reads. False when something is missing that it is sure of:
 * then they are no reading. */
WARN_UNUSED bool voice_weigh(struct arena *a, struct errand *errands, size_t n, const struct errand *ours,
                             size_t n_ours);
