/* answer.h - the one answer that every door gives, whoever asked and whichever agent spoke.
 *
 * answer_new makes an answer that is already whole: every field of the contract is there, in the contract's order, and
 * model_check accepts it. The functions below change it from one valid answer into another; each sets status,
 * content_type and content together, so that they cannot disagree. What they are given is cut to the contract's bounds
 * (CONTENT_CHARS characters ending in "...", TABLE_ROWS rows with is_truncated set), never refused.
 *
 * Fields with no rule of their own (restatement, query, chips, chart, suggestions, confidence, voice, model_used,
 * processing_time_ms) are set with json_set. The entity tables are "answer.Answer", "answer.Error" and their parts.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;
struct model_entity;
struct model_enum;
struct world;

/* "answer.Answer", for operations that give one. */
extern const struct model_entity answer_entity;

/* "answer.Agent": who can be asked. */
extern const struct model_enum answer_agent_enum;

struct answer_ids {
    const char *correlation_id;  /* of the request, a UUID */
    const char *conversation_id; /* NULL outside a conversation */
    const char *request_id;      /* under which the audit chain has it; NULL when nothing was written */
};

/* A successful answer with empty content. The agent is one of answer.Agent; the world gives the response's id. */
struct json *answer_new(struct arena *a, const struct world *w, const char *agent, const struct answer_ids *ids);

/* ---- what is answered ---- */

/* A text. */
void answer_say(struct arena *a, struct json *answer, const char *content);

struct answer_table {
    const char *sheet_name; /* NULL when it is of no sheet */
    struct json *columns;   /* array of texts */
    struct json *rows;      /* array of arrays, as long as columns; its elements are shared, not copied */
    size_t row_count;       /* rows there are; the answer is truncated when fewer are shown */
};

/* A table, with a sentence above it. */
void answer_show(struct arena *a, struct json *answer, const char *content, const struct answer_table *table);

/* An error. Everything the answer held goes, save restatement, query, chips, tool_calls and evidence: what was done
 * stays told. */
void answer_fail(struct arena *a, const struct world *w, struct json *answer, const struct err *e);

/* A question back. Options are added with answer_add_option. */
void answer_ask(struct arena *a, struct json *answer, const char *question);

/* A destructive call held until it is confirmed. */
void answer_confirm(struct arena *a, struct json *answer, const char *token, const char *summary, int64_t expires_us);

/* The error object alone, for routes that answer in a seed's own shape. The correlation id is the error's own, or the
 * one given where it has none. An error that may be retried always suggests something. */
struct json *answer_error(struct arena *a, const struct world *w, const struct err *e, const char *correlation_id);

/* ---- what it rests on ---- */

void answer_add_option(struct arena *a, struct json *answer, const char *label, struct json *value);

struct answer_source {
    const char *title, *chapter, *section, *url, *quote; /* each may be NULL */
    double score;
};
void answer_add_source(struct arena *a, struct json *answer, const struct answer_source *source);

struct answer_call {
    const char *tool_name;
    struct json *parameters;    /* an object; NULL: none */
    const char *output_summary; /* cut to OP_SUMMARY_CHARS */
    int64_t invoked_us;         /* microseconds since 1970 */
    int64_t duration_ms;
    const char *error; /* NULL when it succeeded */
};
/* As it stands in tool_calls. The gate makes the list; an answer takes it over with json_set. */
struct json *answer_call_json(struct arena *a, const struct answer_call *call);

void answer_add_sql(struct arena *a, struct json *answer, const char *sql);

/* A source of data that was read; the hashes are SHA-256 in text, the fingerprint may be NULL. */
void answer_add_evidence(struct arena *a, struct json *answer, const char *name, const char *sha256,
                         const char *schema_fingerprint);

/* The audit entries that were written, and the chain's head after the last of them. */
void answer_set_audit(struct arena *a, struct json *answer, int64_t first, int64_t last, const char *head);

/* ---- understanding a reply ---- */

/* The option a reply means: its label, else its place in the list ("2", "#2", "task 2", "the second one", "last"), else
 * its value. NULL when none. */
const struct json *answer_option(const struct json *options, const char *reply);
