/* pii.h - finds columns that hold personal data, by their names and their values.
 *
 * A pattern is a word. Five are the analyst seed's defaults, and each stands for a family:
 *   ssn, social_security   social security numbers, the numbers by which other states know a person (identity cards,
 *                          insurance, taxes), passports, driving licences, dates of birth
 *   credit_card            card numbers, and accounts at a bank
 *   email, phone           e-mail addresses; telephone numbers
 * The members of a family are patterns too: national_id, passport, driving_licence, birth_date, iban. Any other word is
 * looked for in names as it is.
 *
 * By name: the words of personal_columns.tsv in seven languages, which may be a part of one word where that is clear
 * ("userphone"); words that have other meanings count when more than half of the values look like it. A name whose
 * other words say that the column is about something else (a count, a flag, a time, a kind: "phone_model",
 * "email_sent", "is_email") does not count. Another pattern occurs in the name when both are written without case,
 * accents, blanks and marks: in one word if it has more than PII_SHORT letters, else as a word of its own. Such a
 * column is still looked at by content.
 *
 * By content, for ours: more than half of a column's values have one in them. An e-mail address, a card number, an
 * IBAN or a number with a check digit (pii_kinds.h) may stand anywhere in the value; a telephone number (written with
 * separators or an international prefix) must be all of it. Numbers with a check that one in ten passes by chance need
 * a column of which nearly all pass, and PII_WEAK_VALUES different ones.
 *
 * A value that holds others, such as JSON, is looked into: one name or one value inside it that means what is blocked
 * is enough, as a query could take it out.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/pii/pii_find.h"

struct arena;
struct blocked_column;
struct column_policy;
struct json;

/* The analyst seed's default patterns. */
extern const char *const pii_defaults[];
extern const size_t pii_defaults_n;

/* Names of the two rules, as the audit log has them. */
#define PII_RULE_ALLOWED "allowed_columns"
#define PII_RULE_BLOCKED "blocked_patterns"

/* The default pattern that this is, in any case; NULL when it is another word. */
const char *pii_default(const char *pattern);

/* True when the name is one that the pattern means. */
bool pii_name(const char *pattern, const char *column);

/* What is known of a column's values so far; all zero to begin with. Feed it every value, or a bounded even sample of
 * the distinct ones; numbers too, as text. */
struct pii_seen {
    uint64_t values;
    uint64_t found[PII_CLASSES]; /* values that have one in them */
    uint64_t fits[PII_CLASSES];  /* values that could be one, should the name say so */
    uint64_t formed[PII_LENGTHS], likely[PII_LENGTHS];
    uint64_t weak[PII_WEAK_KINDS];
    uint64_t different; /* a bit for each of 64 sets of values that were seen */
    uint64_t longs;     /* values of as many digits as a card has */
    bool is_number;     /* the column holds numbers: single ones cannot be hidden */
};
void pii_seen_add(struct pii_seen *s, const char *p, size_t n);

/* Adds what was found in a value. */
void pii_seen_count(struct pii_seen *s, const struct pii_finds *f);

/* What is likely a number of a person, of a length, is taken for one: most of that length are. */
uint32_t pii_seen_likely(const struct pii_seen *s);

/* The policy's pattern that one value by itself looks like; NULL: none. */
const char *pii_value(const struct column_policy *policy, const char *p, size_t n);

/* The same of a name, which is no column: what is likely counts as well. */
const char *pii_name_value(const struct column_policy *policy, const char *name);

/* The policy's pattern that blocks one of these classes, a bit each; NULL: none does. */
const char *pii_pattern(const struct column_policy *policy, uint32_t classes, enum pii_class *ret);

/* Of all classes, those that the policy blocks. */
uint32_t pii_blocked_classes(const struct column_policy *policy);

/* What a value that holds others (JSON, or written like it) has inside that the policy blocks: a name, or a value. A
 * look is for one column after the other: it remembers names that it let pass. All zero, but for the policy. */
#define PII_NAMES_KEPT 64      /* more than most values have */
#define PII_NAME_KEPT_BYTES 31 /* longer names are looked at anew */
struct pii_look {
    const struct column_policy *policy;
    struct {
        uint8_t n;
        char text[PII_NAME_KEPT_BYTES];
    } passed[PII_NAMES_KEPT];
    bool is_name;      /* what was found is a name */
    const char *holds; /* what it is, or says; NULL: it is one of a person's own patterns */
    struct pii_seen texts, numbers;
    enum pii_class likely;
};

/* The pattern; NULL: it holds nothing of that kind, or is no such value. */
const char *pii_inside(struct pii_look *look, const char *p, size_t n);

/* The same of all values that were looked into, taken together: texts that are only likely a number of a person, and
 * numbers. */
const char *pii_inside_all(struct pii_look *look);

/* "telephone numbers" */
const char *pii_holds(enum pii_class class);

/* The text with every piece that looks like something the policy blocks replaced by PII_MASK; the text itself when it
 * has none. Such a number may stand anywhere in it, other than in a value. */
#define PII_MASK "(not shown)"
const char *pii_mask(struct arena *a, const struct column_policy *policy, const char *text);

/* What the contents show, a bit for each class. hinted: classes that the name says if they look like it. */
uint32_t pii_content(const struct pii_seen *s, uint32_t hinted);

/* {"table","column","rule","reason"} */
struct json *blocked_to_json(struct arena *a, const struct blocked_column *b);

/* True when the policy leaves the column out, and ret's column, name, rule and reason (in the arena, or the policy's)
 * say why. seen: what its values look like; NULL: nothing is known of them. */
bool pii_blocks(struct arena *a, const struct column_policy *policy, const char *column, const struct pii_seen *seen,
                struct blocked_column *ret);
