/* passage.h - sentences of a passage that say what was asked. For src/agents/docs only. */
#pragma once
#include "agents/docs/expected_answer.h"
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct json;
struct stems;

/* The question, as passages are read for it. */
struct passage_question {
    const char **stems;
    const char **forms; /* each as it stands in the question; NULL where it does not */
    double *weights;    /* they add up to 1 */
    size_t n;
    struct expected_answer expected;
};

/* The question's words with the weights that docs.search gave them; without any (NULL) all weigh the same. */
WARN_UNUSED int passage_question(struct arena *a, struct stems *w, const char *question, const struct json *terms,
                                 struct passage_question *ret, struct err *err);

/* The weight of those of the question's words that stand in the text: 0 to 1. */
WARN_UNUSED int passage_coverage(struct stems *w, const struct passage_question *q, const char *text, double *ret,
                                 struct err *err);

/* How well a passage fits: the same weights, but less for a word that it has in another form only ("trains" of
 * "training"), and more for a rare one that its section is headed by. May be over 1. */
WARN_UNUSED int passage_score(struct arena *a, struct stems *w, const struct passage_question *q,
                              const struct json *hit, double *ret, struct err *err);

/* The sentences that say most of it, in the order of the text and word for word; *ret_quote is the best of them. The
 * heading's words are taken as said. Both are NULL where the passage has no sentence that could be an answer:
 * *ret_quote holds the number or the time that the question needs. */
WARN_UNUSED int passage_sentences(struct arena *a, struct stems *w, const struct passage_question *q,
                                  const char *heading, const char *text, const char **ret, const char **ret_quote,
                                  struct err *err);
