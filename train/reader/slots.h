/* slots.h - what the beam needs: models of the sketches' parts, of columns in their roles, of tables and conditions.
 *
 * Features of sketches, columns and tables are the same whatever is learned from them, and are made once for all items.
 * Conditions are proposed by what a model of columns says, and are made for each stretch of items that is learned from.
 */
#pragma once
#include "base/attrs.h"
#include "read/reading.h"
#include "train/reader/corpus.h"
#include "train/reader/examples.h"

struct err;
struct parts;

struct slot_examples {
    struct examples sketches, columns, tables;
    uint64_t *first_sketch, *first_column, *first_table; /* of each item, and the end */
    uint32_t *sketch_db, *column_db, *table_db;          /* of each row */
    struct sketch *sketch;                               /* of each row of sketches */
    bool *roles[ROLES], *table;                          /* of each row of columns, and of tables */
};

void slot_examples_make(const struct corpus *c, unsigned threads, struct slot_examples *ret);
void slot_examples_done(struct slot_examples *e);

/* Learns from items first to end, and adds the parts. */
WARN_UNUSED int slots_learn(const struct corpus *c, const struct slot_examples *e, size_t first, size_t end,
                            unsigned threads, struct parts *ret, struct err *err);
