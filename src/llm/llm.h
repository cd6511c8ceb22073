/* llm.h - a model that a person has set: it is shown what was said and some tools, and chooses among them.
 *
 * That is all it can do here. It gets no data but what the caller puts into the turns, it runs nothing, and what comes
 * back is calls whose arguments fit their tools' schemas, or none; whether they make sense is the caller's to check. It
 * is optional: whoever asks has a way of their own to go on without.
 *
 * A model that is down, slow or mad costs at most LLM_BUDGET_MS. What may pass is tried again, LLM_ATTEMPTS times in
 * all; after LLM_FAILURES in a row it is left alone for LLM_REST_MS, then tried once.
 *
 * One model may be asked from several threads at once. The key is in no error, log or answer.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct err;
struct json;
struct llm;
struct schema;
struct world;

struct llm_config {
    const char *url;         /* "http://127.0.0.1:8080/v1": of a server that speaks OpenAI's chat completions */
    const char *name;        /* of the model; NULL or "": "default", for servers that have only one */
    const char *key;         /* NULL or "": none is sent */
    const char *authorities; /* a file of certificates to trust the server by; NULL or "": the system's */
    int64_t rest_ms;         /* 0: LLM_REST_MS */
};

/* ERR_INVALID_INPUT when a setting cannot be used. Nothing is sent, and no library loaded, before the first ask. */
WARN_UNUSED int llm_new(const struct llm_config *config, struct llm **ret, struct err *err);
void llm_free(struct llm *l);

const char *llm_name(const struct llm *l);
const char *llm_host(const struct llm *l);  /* where it is asked, with the port: all of the address that is told */
bool llm_is_local(const struct llm *l);     /* on this machine */
bool llm_is_overheard(const struct llm *l); /* elsewhere, and on the way anybody can read along */

/* Whether it can be asked from here: fails as fetch_ready() does. Nothing is sent. */
WARN_UNUSED int llm_ready(const struct llm *l, struct err *err);

struct llm_turn {
    const char *role; /* "system", "user" or "assistant" */
    const char *text;
};

struct llm_tool {
    const char *name, *summary;
    const struct schema *schema; /* of its arguments, an object */
};

struct llm_ask {
    const struct llm_turn *turns; /* oldest first */
    size_t n_turns;
    const struct llm_tool *tools;
    size_t n_tools;
};

struct llm_call {
    const struct llm_tool *tool; /* one of those that were offered */
    struct json *args;           /* fit its schema */
};

struct llm_choice {
    struct llm_call *calls; /* in the arena, in the model's order */
    size_t n;               /* may be 0: the model chose none */
};

/* ERR_MODEL_UNRESPONSIVE when it does not answer; ERR_BUSY while it is left alone; ERR_INVALID_JSON or
 * ERR_INVALID_INPUT for an answer that is none or that calls what was not offered; ERR_TOO_LARGE; ERR_QUERY_TIMEOUT;
 * ERR_CANCELLED; ERR_ENGINE_UNAVAILABLE when its server refuses us or libcurl is not installed. */
WARN_UNUSED int llm_choose(struct llm *l, struct arena *a, const struct llm_ask *ask, const struct world *world,
                           const struct cancel *cancel, struct llm_choice *ret, struct err *err);
