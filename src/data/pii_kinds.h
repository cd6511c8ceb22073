/* pii_kinds.h - numbers of persons that can be told by themselves: cards, accounts, and the numbers by which states know
 * people. One row a kind in a table: what it is, its letters and digits, how it is grouped when written down, how sure
 * a find is, and the function that checks it.
 *
 * How sure: a value that only by chance passes must not be taken for a person's. So it counts how rare that chance is,
 * among texts of the same form:
 *   sure     one in a hundred or fewer, or a way of writing that nothing else has: one value decides
 *   likely   one in thirty or fewer, mostly digits alone: it decides unless most of the column's texts of that length
 *            do not pass
 *   weak     one in ten: decides for a column of which nearly all pass, and many different ones
 * Kinds that other numbers share a check with (Canada's Luhn over nine digits is that of French companies; the NHS's
 * is that of books) have no weak form: only the way of writing, or the column's name, tells them.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

/* What personal data is about. The order is that in which a column is asked. */
enum pii_class {
    PII_EMAIL,
    PII_PHONE,
    PII_SSN,
    PII_CARD,
    PII_ACCOUNT,
    PII_IDENTITY,
    PII_BIRTH,
    PII_PASSPORT,
    PII_LICENCE,
    PII_CLASSES
};

enum pii_weight { PII_NOTHING, PII_WEAK, PII_LIKELY, PII_SURE };

/* Letters and digits from a word's beginning on, with single separators between groups of them. */
struct pii_run {
    char c[PII_RUN_CHARS + 1]; /* letters are capitals */
    size_t n_groups;
    uint8_t ends[PII_RUN_GROUPS];    /* how many of c a group and all before it have */
    uint8_t to[PII_RUN_GROUPS];      /* where it ends in the text, from the run's beginning */
    char separators[PII_RUN_GROUPS]; /* before each group; 0 before the first */
};

struct pii_kind {
    const char *name, *form, *groups;
    enum pii_class class;
    enum pii_weight plain, grouped; /* how sure when written in one piece, and in groups */
    bool (*check)(const char *c, size_t n);
};

/* How sure it is that the run's first groups, up to and with group g, are a number of a person; *ret_class says what it
 * is, and *ret_weak has a bit for each weak kind that it passes for. whole: they are all of the value, which may then be
 * grouped in ways that within a sentence mean nothing. */
enum pii_weight pii_kind_find(const struct pii_run *r, size_t g, bool whole, enum pii_class *ret_class,
                              uint32_t *ret_weak);

/* The table, for tests. */
size_t pii_kinds(const struct pii_kind **ret);
