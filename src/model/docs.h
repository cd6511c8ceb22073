/* docs.h - what the docs seed computes: the normal form of a question, and the seed's names of errors. */
#pragma once
#include "base/err.h"
#include <stdbool.h>

struct arena;
struct json;
struct model_entity;

/* The seed's entities that are more than parts of others. */
extern const struct model_entity docs_message, docs_query_result, docs_agent_response;
extern const struct model_entity docs_query_request, docs_query_response, docs_chapter_list, docs_health;

/* The normal form of a question: lower case, without blanks at its ends. The text must be well-formed UTF-8. */
const char *docs_normalised(struct arena *a, const char *question);

/* The docs.ErrorType an error falls under: network, database, llm, validation, agent or unknown. */
const char *docs_error_type(enum err_code code);
