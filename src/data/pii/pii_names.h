/* pii_names.h - what a column's name says about its values, in the words of personal_columns.tsv.
 *
 * A name is folded (pii_fold.h) and cut into words (name_words.h): "numSécu", "NUM_SECU" and "num secu" are one name.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Classes (pii_kinds.h), a bit each. */
struct pii_meant {
    uint32_t sure;   /* the name says it */
    uint32_t hinted; /* it says so when the values look like it */
};

struct pii_meant pii_name_means(const char *column);

/* True when the pattern, which is none of ours, stands in the name: as words, or in one when it is long. */
bool pii_name_has(const char *pattern, const char *column);
