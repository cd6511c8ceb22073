/* follow.h - a follow-up: a message that says what is to be different from the question before it.
 *
 * "and the average?", "what about East?", "by month", "only the top 3". It is read by the same grammar as a question,
 * but only for the parts that it names; those replace or join the parts of the query before. The result is taken only
 * when its restatement, read as a question, gives the very same query: so a follow-up can ask for nothing that could
 * not have been asked in full, and every rule about what fits together holds for it too.
 *
 * A message that can be understood by itself is a question of its own. One that refers back ("and ...", "what about
 * ...") and yet names all of a figure may be meant either way, and so may a few others: then both are offered, as whole
 * questions.
 */
#pragma once
#include "base/attrs.h"
#include "lang/scope.h"
#include <stdbool.h>

/* What follow-ups are read against. */
struct follow {
    const struct table *tables; /* all of the data's */
    size_t n_tables;
    struct scope scope; /* of the question before */
    struct flat query;  /* as it was understood */
};

/* Reads a follow-up that is known to be one, into f->query. Errors and options are those of scope_read(); f is changed
 * only on success. */
WARN_UNUSED int follow_read(struct arena *a, struct follow *f, const char *message, struct flat_options *options,
                            struct err *err);

/* Reads a message that may be a follow-up or a question of its own; that was tried already, and own_status, *own and
 * *err say how it went, as from scope_read(). *ret_followed: it was taken for a follow-up, understood or not, and what
 * came of it is in f->query, *options and *err; otherwise nothing was changed. */
WARN_UNUSED int follow_or_own(struct arena *a, struct follow *f, const char *message, int own_status,
                              const struct scope *own_scope, const struct flat *own, struct flat_options *options,
                              bool *ret_followed, struct err *err);
