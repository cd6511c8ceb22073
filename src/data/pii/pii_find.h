/* pii_find.h - what one value has in it that is a person's: an address or a number anywhere in it, or all of it a
 * telephone number. For the files that judge values; pii.h is what others ask.
 *
 * A value is folded first (pii_fold.h). A number begins where a word does and ends where one does; it is not part of a
 * longer one (behind "0." or "a1-", or before "-7"). Values with too few digits for any number are passed over after
 * one walk.
 */
#pragma once
#include "data/pii/pii_kinds.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lengths of numbers written in one piece that are only likely: 8 to 18 letters and digits. */
#define PII_LENGTH_LEAST 8
#define PII_LENGTHS 11

struct pii_finds {
    bool is_empty;
    bool tried;           /* something has the form of a number, or of a telephone number */
    uint32_t classes;     /* that are sure: a bit each */
    enum pii_class class; /* of `likely` */
    uint32_t likely;      /* lengths of what is likely a number: a bit each, from PII_LENGTH_LEAST on */
    uint32_t lengths;     /* lengths of all that has the form of such a number */
    uint32_t weak;        /* weak kinds that all of the value passes for */
};

void pii_find(const char *p, size_t n, struct pii_finds *ret);

/* Forms of values in which nothing can be found, whatever the digits and letters are. A column's values have few forms,
 * so that most need not be looked at twice. All zero to begin with. */
#define PII_FORMS_KEPT 64
struct pii_forms {
    uint64_t dead[PII_FORMS_KEPT];
};

/* As pii_find(), for value after value of a column. */
void pii_find_again(struct pii_forms *forms, const char *p, size_t n, struct pii_finds *ret);

/* The longest number of these classes (a bit each) that begins at i of a folded text, in bytes; 0: none is sure. */
size_t pii_find_at(const char *p, size_t n, size_t i, uint32_t classes);
