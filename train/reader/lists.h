/* lists.h - the candidates of questions, with what came of them and which are right: what rankers are learned from.
 *
 * A list is made by models that were learned from other databases, as it will be with tables that nobody has seen.
 */
#pragma once
#include "base/attrs.h"
#include "read/rank.h"
#include "train/reader/corpus.h"

struct list {
    struct arena *arena; /* NULL: it could not be linked */
    size_t db;
    struct link link;
    struct reading reading;
    struct ranking *ranking;
    struct trial *trials; /* of all candidates */
    bool *right, any_right;
};

struct list_set {
    const struct corpus *corpus;
    size_t first, n; /* items */
    struct list *each;
};

/* Lists of items first to end. */
void lists_make(const struct corpus *c, size_t first, size_t end, const struct read_models *m, unsigned threads,
                struct list_set *ret);
void lists_done(struct list_set *l);

/* How many have a right candidate, and a right one in front. */
void lists_report(const struct list_set *l, const char *name);
