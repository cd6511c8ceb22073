/* chip_part.h - what the files of the chips share. Nobody else includes it.
 *
 *   chips.c         the list, and the chips of the table, the order, the limit and the chart
 *   chip_measure.c  figures and groups
 *   chip_filter.c   conditions and periods
 */
#pragma once
#include "query/query.h"
#include "query/say/speech.h"

/* Where a block stands in the request: in the last step itself, in its relation, or on a side of a set operation. */
struct frame {
    const struct query *q; /* what the part is put into; NULL: it is the last step's query */
    enum { FRAME_FROM, FRAME_LEFT, FRAME_RIGHT } where;
    const struct frame *up;
};

struct chips {
    struct arena *a;
    const struct table *tables;
    size_t n_tables;
    const struct request *request;
    bool is_written; /* the request passes the check only as one that a person wrote */
    struct json *list;
    struct json *alternatives; /* of the last chip */
    size_t n;
    /* the block that chips are made of now */
    const struct query *q;
    struct speech s;
    struct frame frame;
};

/* One more chip; false where there is no room. */
bool chip_add(struct chips *c, const char *kind, const char *label);

/* One more alternative of the last chip: the block in place of the one that chips are made of. It is left out where the
 * check refuses it, where it asks the same, and where there is no room. */
void chip_offer(struct chips *c, const char *label, const struct query *block);

/* The words of an expression or a condition in a changed block. */
const char *chip_words(const struct chips *c, const struct query *block, const struct expr *e);

bool chip_is_group(const struct query *q, const struct expr *e);

/* A column of one of the block's tables. */
struct chip_column {
    const struct table *table;
    size_t column;
    const struct relation *relation;
};

/* The tables' columns in their order, of relations that are tables; the next one from *i on, false at the end. `only`
 * NULL: of all relations. */
bool chip_next_column(const struct chips *c, const struct relation *only, size_t *i, struct chip_column *ret);

/* ---- chip_measure.c ---- */

void chips_of_measures(struct chips *c);
void chips_of_groups(struct chips *c);

/* ---- chip_filter.c ---- */

void chips_of_conditions(struct chips *c);
