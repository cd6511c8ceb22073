/* blocked_values.h - finds the values that may not be seen in a column that is not blocked as a whole.
 *
 * All values are looked at, not a sample: one address among a thousand remarks is found. A value that by itself looks
 * like what the policy blocks does not reach the engine, just as it is not shown (redaction.h). A value that is only
 * likely the number of a person is hidden when most of the column's texts of its length are likely ones. A value that
 * holds others, such as JSON, and has something blocked in it, blocks its column: a query could take it apart.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct column;
struct column_policy;
struct columns;

struct blocked_values {
    const char *inside; /* the pattern that something inside a value is blocked by; the rest is not known then */
    bool is_name;       /* that is a name */
    const char *holds;  /* what it is, or says; NULL: the pattern is a person's own word */
    const char *rule;   /* the pattern of the first hidden value; NULL: none is hidden */
    uint64_t hidden;    /* rows */
    uint32_t likely;    /* lengths (pii_find.h) of which what is likely is hidden */
    uint64_t **valid;   /* of each part of the column (columns_node.h): the rows with a value; NULL: as it says */
};

/* Looks through a text column; others hold no such values. In the arena. */
struct blocked_values blocked_values_find(struct arena *a, const struct column_policy *policy, const struct columns *c,
                                          size_t column);

/* What the column's description says without them. */
void blocked_values_describe(struct arena *a, const struct column_policy *policy, const struct blocked_values *s,
                             struct column *c);
