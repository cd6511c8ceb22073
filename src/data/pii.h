/* pii.h - columns that hold personal data, told by their name and by what stands in them.
 *
 * A pattern is a word such as "ssn", "social_security", "email", "phone" or "credit_card" (the analyst seed's
 * defaults), or any other.
 *
 * By name: the pattern occurs in the column's name when both are written without case, blanks, hyphens and underscores.
 * It may be a part of one word if it has more than PII_SHORT letters ("userphone"), else it is a word of its own
 * ("cust_ssn", "ssn2", not "classname"); over several words it begins and ends with one ("e-mail", not "home_mail").
 * For the defaults, words that only sound like one do not count ("microphone", "emailed_at"), nor does a name whose
 * other words say that the column is about something else: a count, a flag, a time, a kind ("phone_model",
 * "email_sent", "is_email"). Such a column is still looked at by content.
 *
 * By content, for the defaults: more than half of a column's values have one in them. An e-mail address may stand
 * anywhere in the value; a telephone number (written with separators or an international prefix), a social security
 * number (123-45-6789) or a card number (a known prefix and length, and Luhn's check) must be all of it.
 *
 * A value that holds others, such as JSON, is looked into: one name or one value inside it that means what is blocked
 * is enough, as a query could take it out.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    uint64_t values, email, phone, ssn, card;
};
void pii_seen_add(struct pii_seen *s, const char *p, size_t n);

/* The policy's pattern that one value by itself looks like; NULL: none. */
const char *pii_value(const struct column_policy *policy, const char *p, size_t n);

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
    bool is_name; /* what was found is a name */
};

/* The pattern; NULL: it holds nothing of that kind, or is no such value. */
const char *pii_inside(struct pii_look *look, const char *p, size_t n);

/* "telephone numbers"; NULL: the pattern is no default. */
const char *pii_holds(const char *pattern);

/* The text with every piece that looks like something the policy blocks replaced by PII_MASK; the text itself when it
 * has none. Such a number may stand anywhere in it, other than in a value. */
#define PII_MASK "(not shown)"
const char *pii_mask(struct arena *a, const struct column_policy *policy, const char *text);

/* The default pattern that the contents show, or NULL. */
const char *pii_content(const struct pii_seen *s);

/* {"table","column","rule","reason"} */
struct json *blocked_to_json(struct arena *a, const struct blocked_column *b);

/* True when the policy leaves the column out, and ret's column, name, rule and reason (in the arena, or the policy's)
 * say why. seen: what its values look like; NULL: nothing is known of them. */
bool pii_blocks(struct arena *a, const struct column_policy *policy, const char *column, const struct pii_seen *seen,
                struct blocked_column *ret);
