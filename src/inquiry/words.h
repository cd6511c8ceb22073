/* words.h - a question in words becomes a request: the one place of this folder that knows the reader (src/lang).
 *
 * A question is read by itself, of one table or of two that are joined, or as a follow-up to those before it. Only what
 * the reader understood comes out, as a request; whoever asks needs to know nothing else of it.
 */
#pragma once
#include "base/attrs.h"
#include "query/query.h"
#include <stdbool.h>
#include <stddef.h>

struct call;
struct err;
struct json;
struct table;

#define WORDS_OPTIONS 8 /* whole questions that are offered where one can be read in several ways */

struct words_input {
    struct call *call;
    const struct json *data; /* the sources, as the person named them */
    const struct table *tables;
    size_t n; /* those that it may be about */
    const char *question;
    const struct json *before; /* a question and the follow-ups to it, oldest first, as texts; NULL: none */
};

struct words_reading {
    struct request request; /* only where it was understood */
    double confidence;
    const char *note;                   /* what the answer has to say of the tables it left out; NULL: nothing */
    bool followed;                      /* it was taken for a follow-up to `before`, understood or not */
    const struct table *seen;           /* what it was read against: a table, or one made of several */
    const bool *is_about;               /* for each of the tables, whether the question, or the error, is about it */
    const char *options[WORDS_OPTIONS]; /* only with ERR_CLARIFICATION_NEEDED */
    size_t n_options;
};

/* Always fills ret. Errors are those of the reader (lang/scope.h), and ERR_POLICY_VIOLATION where the question names a
 * column that is kept from this caller. */
WARN_UNUSED int words_read_request(const struct words_input *in, struct words_reading *ret, struct err *err);

/* A question that the reader understands as this very request; NULL where it knows none. The tables are those that a
 * follow-up will be read against. */
const char *words_of_request(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                             const char *restatement);

/* Whether the question, by itself, can be read of one of the tables. */
bool words_are_read(struct arena *a, const struct table *tables, size_t n, const char *question);

/* Up to three questions worth asking of this table. */
size_t words_suggest(struct arena *a, const struct table *t, const char *ret[static 3]);
