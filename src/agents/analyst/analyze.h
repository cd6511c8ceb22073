/* analyze.h - the autonomous analyst: a request in; tables, charts, a report and the proof of all of it out.
 *
 * The operation never fails for what it was asked: a request that breaks a rule, cannot be read or runs out of time is
 * a response too, with its error, and is kept like every other. It fails where there was no request (bad arguments, an
 * id that is taken), where it was taken back, and where what it did cannot be written down.
 */
#pragma once
#include "base/attrs.h"

struct artifact_place;
struct err;
struct op_table;
struct recipes;

/* What it works on. The program fills it in when it opens the home; until then both are NULL. */
struct analyzer {
    const struct artifact_place *place;
    struct recipes *recipes;
};

/* Adds the operation. What it works on stays the caller's and must outlive the table. */
WARN_UNUSED int analyze_add(struct op_table *t, struct analyzer *s, struct err *err);
