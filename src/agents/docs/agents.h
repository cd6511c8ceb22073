/* agents.h - the docs seed's five agents, each a file of its own, and what goes between them. For src/agents/docs only.
 *
 *   QueryRouterAgent      router.c        is it a question, and of which kind
 *   QdrantRetrievalAgent  retrieval.c     the passages it is about
 *   AnswerSynthesisAgent  synthesis.c     sentences of theirs that answer it, or a refusal
 *   ErrorRecoveryAgent    recovery.c      what went wrong, in words that a person may see
 *   RAGChatAgent          orchestrator.c  leads the others
 *
 * Each one adds its AgentResponse to the turn, timed and checked against the seed's entity, and tells the diary that it
 * spoke: its name, how long it took, whether it succeeded, never a word of what was said. All of it lives in the call's
 * arena and is gone with the request.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call;
struct err;
struct json;

enum docs_mode { MODE_NORMAL, MODE_SELECTED, MODE_GREETING, MODE_OUT_OF_SCOPE };

/* The seed's names of them. */
extern const char *const docs_modes[];

/* One question on its way. */
struct turn {
    struct call *call;
    const char *question, *selected_text, *chapter; /* the last two may be NULL */
    size_t top_k;                                   /* passages to look at, 1 to DOCS_TOP_K */
    struct json *responses;                         /* docs.AgentResponse, in the order in which they came */
};

/* Adds an agent's response: its result, or the docs.ErrorContext of its failure. Fails with ERR_INTERNAL when that is
 * not what the seed says. */
WARN_UNUSED int turn_respond(struct turn *t, const char *agent, int64_t began_us, struct json *result,
                             struct json *error_context, struct err *err);

/* ---- QueryRouterAgent ---- */

struct routed {
    bool is_valid;
    enum docs_mode mode;
    const char *query;  /* in its normal form */
    const char *prompt; /* of one that is not valid: what to say */
    bool is_foreign;    /* it does not seem to be English */
};
WARN_UNUSED int router_run(struct turn *t, struct routed *ret, struct err *err);

/* ---- QdrantRetrievalAgent ---- */

struct retrieval {
    struct json *result; /* docs.QueryResult */
    struct json *hits;   /* of docs.search, in the same order */
    struct json *terms;  /* the question's words that count, with their weights */
};
WARN_UNUSED int retrieval_run(struct turn *t, const struct routed *r, struct retrieval *ret, struct err *err);

/* ---- AnswerSynthesisAgent ---- */

struct answered {
    const char *text;
    bool is_grounded;      /* else it is a refusal, a greeting or a prompt */
    bool is_prompt;        /* there was no question: it asks for one */
    double confidence;     /* 0..1 */
    struct json *sources;  /* "chapter/section" */
    struct json *evidence; /* of each source: {"title","chapter","section","url","score","quote"} */
};
/* `found` is NULL where nothing was looked up. */
WARN_UNUSED int synthesis_run(struct turn *t, const struct routed *r, const struct retrieval *found,
                              struct answered *ret, struct err *err);

/* ---- ErrorRecoveryAgent ---- */

/* The docs.ErrorContext of a failure. */
struct json *recovery_context(struct turn *t, const struct err *failure);

/* Makes of a failure one that a person may see, with the status that the seed gives it. Always fails. */
int recovery_run(struct turn *t, struct err *failure);

/* ---- RAGChatAgent ---- */

WARN_UNUSED int orchestrator_run(struct turn *t, struct answered *ret, struct err *err);
