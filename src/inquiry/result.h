/* result.h - the answer to a request: its rows, what is said with them, a chart, and what they do not show.
 *
 * The one builder of answers from tables, whatever the request came from: words, JSON or a chip. What it leaves out it
 * counts, by requests of their own (query/edit/count.h); so no figure of an answer is guessed.
 */
#pragma once
#include "base/attrs.h"
#include "query/check/check.h"
#include "query/query.h"

struct arena;
struct call;
struct json;
struct table;

struct result_input {
    struct call *call;
    const struct json *sources;
    const struct table *tables;
    size_t n;       /* those of the data that the answer may be about */
    size_t n_shown; /* of them, those that a person sees: where there are several, the answer names its own */
    const struct request *request;
    enum check_author author;
    double confidence;
    const char *note;            /* one more sentence for the answer; NULL: none */
    const struct json *left_out; /* sentences about files that could not be read; NULL: none */
};

/* Puts the files of the marked tables into the answer's evidence, each once. */
void result_evidence(struct arena *a, const struct table *tables, size_t n, const bool *read, struct json *answer);

/* Checks the request and puts into the answer what it asks for: restatement, query, chips, confidence and the tables
 * read. A request that the check refuses is an error, for people, with its fix. */
WARN_UNUSED int result_understood(const struct result_input *in, struct json *answer, struct err *err);

/* Runs the request and puts what came out into the answer. */
WARN_UNUSED int result_answer(const struct result_input *in, struct json *answer, struct err *err);
