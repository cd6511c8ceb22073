/* schema_node.h - what a schema keeps while it is made, and what its index of values is built from; for link alone. */
#pragma once
#include "link/schema.h"
#include "link/values.h"

/* A different value of a column. */
struct kept_value {
    uint32_t at;   /* in the texts */
    uint16_t n;    /* its bytes, at most LINK_VALUE_TEXT */
    bool cut;      /* it is longer, and only its beginning is kept */
    uint32_t hash; /* of all of it */
    uint32_t rows;
};

/* The texts of all values, one behind another with a NUL each. */
struct value_texts {
    char *p;
    size_t n, room;
};

/* A column's values as they come. */
struct column_values {
    struct kept_value *values; /* in the order of the first row */
    size_t n, room;
    uint64_t *slots; /* open addressing: a value's hash, its number and 1 */
    size_t n_slots;  /* a power of two, or 0 */
    size_t bytes;    /* of the texts of its values */
    uint64_t seen;   /* rows with a value */
    bool cut;        /* values are missing */
    bool rising;     /* a number or date that was above the one before it in each row so far */
    double last;
    uint32_t hash; /* of the cell at hand */
    double least, most;
};

struct schema {
    struct link_schema open; /* first: what others see */
    struct arena *arena;
    struct link_table *tables;
    struct link_column *columns;
    struct column_values *load; /* for each column */
    size_t room_tables, room_columns;
    struct value_texts texts;
    size_t n_values; /* of all columns */
};

/* Twice the room for the array p, or `first`. */
void *schema_grow(void *p, size_t *room, size_t first, size_t size);

static inline size_t column_slot_value(uint64_t slot)
{
    return (uint32_t)slot - 1;
}

/* ---- schema_values.c ---- */

/* Takes a cell of the column in. */
void values_take(struct schema *s, size_t column, const char *p, size_t n, uint32_t hash);

/* So many rows of a value, of a column that is not cut; true: the value was new, and is kept. */
bool values_add(struct schema *s, size_t column, const char *p, size_t n, uint32_t hash, uint64_t rows);

/* The number that a text is: digits with a sign, a point, an exponent; false when it is none. */
bool value_number(const char *p, size_t n, double *ret);

/* The number of a value for comparing: a number itself, a date or time in days; false when it is none. */
bool value_measure(enum column_type type, const char *p, size_t n, double *ret);

const char *value_text(const struct schema *s, const struct kept_value *v);

/* The value of a column with these bytes; NULL when it has none. */
const struct kept_value *value_of_column(const struct schema *s, size_t column, const char *p, size_t n, uint32_t hash);

/* traits.c: what columns are, keys and names of tables; needs the names and all rows. */
void schema_traits(struct schema *s);

/* joins.c */
void schema_joins(struct schema *s);

/* values_build.c: the index; takes the values and texts of the schema over. */
struct link_values *link_values_new(struct schema *s);
void link_values_free(struct link_values *v);

/* lookup.c: which names have a word. */
struct link_lookup *link_lookup_new(const struct link_schema *s, struct arena *a);
