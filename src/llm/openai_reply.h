/* openai_reply.h - the answer of a server that speaks OpenAI's chat completions, read. For src/llm only.
 *
 * Only what was asked for is understood: the first choice's tool_calls, each a function with a name and its arguments,
 * an object as JSON text. Words beside them are not looked at. Anything else is no answer.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct llm_said;

/* ERR_INVALID_JSON when it is not that; ERR_TOO_LARGE past LLM_CALLS calls. */
WARN_UNUSED int openai_read(struct arena *a, const char *p, size_t n, struct llm_said *ret, struct err *err);
