/* pii_kinds.h - numbers of persons that can be told by themselves: cards, accounts, and the numbers by which states
 * know people. One row a kind in a table: what it is, its letters and digits, how it is grouped when written down, how
 * sure a find is, and the function that checks it.
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
    const char *name, *form;
    uint8_t n; /* letters and digits; 0: as many as there are */
    const char *groups;
    enum pii_class class;
    enum pii_weight plain, grouped; /* how sure when written in one piece, and in groups */
    bool (*check)(const char *c, size_t n);
    const char *origin; /* who gives it out, or the rule's paper; what the check is */
};

struct pii_found {
    enum pii_weight weight;
    enum pii_class class; /* of what was found */
    uint32_t weak;        /* weak kinds that it passes for, a bit each */
    bool formed;          /* it has the form of a number that is likely in one piece, whether it passes or not */
    bool tried;           /* a kind has its form: other digits may pass where these do not */
};

/* How many letters and digits a number could have whose first n are these, by where letters and digits stand: a bit for
 * each length. A cheap look before pii_kind_find(). */
uint64_t pii_kind_lengths(const char *c, size_t n);

/* What the run's first groups, up to and with group g, are. whole: they are all of the value, which may then be grouped
 * in ways that within a sentence mean nothing. */
struct pii_found pii_kind_find(const struct pii_run *r, size_t g, bool whole);

/* The table, for tests. */
size_t pii_kinds(const struct pii_kind **ret);
