/* values.h - all different values of all columns, asked with words: the value index of a schema.
 *
 * A value is found whole by its folded words ("new york" for "New York"), by its stems, and by words that stand in it
 * next to each other ("Katrina" for "Hurricane Katrina"). Marks between words do not count, so "AB-12" is found by
 * "AB 12" and "ab12". Numbers are found by their value: 50 finds 50.0.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct link_values;
struct token;

enum value_fit {
    VALUE_WHOLE, /* all its words, in order */
    VALUE_MARKS, /* all its letters, with words cut elsewhere: "ab12" for "AB-12" */
    VALUE_STEMS, /* all its stems */
    VALUE_PART,  /* neighbours among its words */
    VALUE_SLIP,  /* a word of the span was mistyped: link_values_slips() has what was meant */
    VALUE_FITS   /* how many */
};

struct value_hit {
    size_t column;
    const char *text; /* the value as the column has it; lives as long as the index */
    enum value_fit fit;
    size_t words;  /* of the value */
    size_t alike;  /* values of this column that fit as well; only the first LINK_VALUE_HITS of them are given */
    uint64_t rows; /* that have the value */
};

/* What the n tokens name: at most max hits, better fits first, then by column and by the order of the rows. */
size_t link_values_find(const struct link_values *v, const struct token *tokens, size_t n, struct value_hit *ret,
                        size_t max);

/* Words that stand in values and are a slip of the finger away from a mistyped one, folded: at most max. */
size_t link_values_slips(const struct link_values *v, struct arena *a, const char *folded, const char **ret,
                         size_t max);

/* The word stands in some value, as it is or with its stem. */
bool link_values_have(const struct link_values *v, const struct token *token);

/* The columns that have the number, in order. */
size_t link_values_number(const struct link_values *v, double number, size_t *ret_columns, size_t max);

/* Value i of a column, in the order of its first row; NULL behind the last. */
const char *link_values_text(const struct link_values *v, size_t column, size_t i);

/* Bytes of memory it takes. */
size_t link_values_bytes(const struct link_values *v);
