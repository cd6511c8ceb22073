/* learn.h - what else to look for: the words that the best passages share. For src/search. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct err;
struct rank;
struct ranked_term;
struct stems;

/* Up to SEARCH_LEARNT words of the n best passages (their places in order), looked up, each with its weight in `times`.
 */
WARN_UNUSED int learn_terms(struct rank *r, struct stems *w, const size_t *order, size_t n, struct ranked_term **ret,
                            size_t *ret_n, struct err *err);
