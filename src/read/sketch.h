/* sketch.h - the shape of a plan: what is left when columns, values and tables are taken out.
 *
 * A sketch has six parts, and each part has few values. A value is a text, as the tables of learned models name it:
 *
 *   shown     "1", "2+rows", "0+average", "0+min+max", "*"       plain columns, and figures
 *   distinct  "all", "distinct"
 *   where     "0", "1", "2", "2|", "3&|"                         conditions and their connective
 *   group     "-", "shown", "key", "hidden", "shown/rows>="      and a condition on groups: figure and operator
 *   order     "-", "none<", "none>1", "rows>1", "max<n"          figure, direction (< ascending), limit: 1, n or none;
 *             "place<1", "none>1/each"                         the place in the file; a limit for each of something
 *   nest      "-", "than>average", "not-in0", "except1"          kind; operator and figure, or the number of inner
 *                                                                conditions with their connective; "/rows>" a having
 *
 * Which values there are is learned: the list of each part's values stands with the models. A plan whose value is not
 * in the list is out of a reader's reach.
 */
#pragma once
#include "read/plan.h"

enum sketch_part { SKETCH_SHOWN, SKETCH_DISTINCT, SKETCH_WHERE, SKETCH_GROUP, SKETCH_ORDER, SKETCH_NEST, SKETCH_PARTS };
#define SKETCH_TEXT 32 /* bytes of a value, with the NUL */

extern const char *const sketch_part_names[SKETCH_PARTS];

struct sketch {
    char part[SKETCH_PARTS][SKETCH_TEXT];
};

/* The sketch of a plan. False where a value would be longer than SKETCH_TEXT. */
bool sketch_of(const struct plan *p, struct sketch *ret);

/* An empty plan of that shape: counts, figures, operators, connectives and kinds are set, columns are LINK_NONE, values
 * NULL. False for parts that are no values or do not fit together. */
bool sketch_plan(const struct sketch *s, struct plan *ret);

/* How many plain columns are shown, from the text alone. */
size_t sketch_plain(const struct sketch *s);
