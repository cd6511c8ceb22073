/* schema.h - the tables of the data as a question's words are held against them.
 *
 * Tables are entities: "students" means the table of that name, which has a column that names its rows and a key. The
 * names of columns are split into words. What a column holds is known from all of its values: how many are different,
 * whether they are dates, truths, genders or ratings, which other table's key they are. All this is worked out once,
 * when the data is loaded, from the rows as the caller feeds them.
 *
 *     struct link_schema *s = link_schema_new();
 *     link_schema_table(s, &table);             for each table: its description ...
 *     link_schema_columns(s, columns, ..);      ... and its columns, or link_schema_row() for each row
 *     link_schema_end(s);
 *
 * After link_schema_end() a schema does not change; any number of threads may read it.
 *
 * Bounds: LINK_VALUES different values of all columns together, LINK_COLUMN_VALUES of one (LINK_COLUMN_NUMBERS of one
 * of numbers) and LINK_VALUE_BYTES of their texts are kept. A column that finds no place any more is marked `cut`: its
 * counts are then lower bounds and not all of its values are linked. Numbers and dates that rise from row to row are
 * all counted: such a key is never cut.
 */
#pragma once
#include "base/attrs.h"
#include "grid/table.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct columns;
struct link_lookup;
struct link_values;

/* A name as words: "lifeExp_2" is life, exp, 2, and "lifeexp" is life, exp where a dictionary says so. */
struct link_name {
    const char *text; /* as the table spells it */
    const char *const *words;
    const char *const *stems;
    size_t n;
};

/* What is known of a column; bits of link_column.traits. */
enum link_trait {
    LINK_NUMBER = 1 << 0,    /* its type is a number */
    LINK_UNIQUE = 1 << 1,    /* has a value in every row, and no value twice */
    LINK_KEY = 1 << 2,       /* the key of its table: by its name and its values */
    LINK_FOREIGN = 1 << 3,   /* the many side of an inferred join */
    LINK_ID = 1 << 4,        /* named as an identifier: id, code, number, key */
    LINK_NAMES = 1 << 5,     /* the column that names the rows of its table; at most one a table */
    LINK_NAMELIKE = 1 << 6,  /* called name, title or the like */
    LINK_DATE = 1 << 7,      /* dates or times, also as text */
    LINK_YEAR = 1 << 8,      /* years as numbers */
    LINK_TRUTH = 1 << 9,     /* two values: yes/no, true/false, 0/1, T/F, y/n */
    LINK_GENDER = 1 << 10,   /* female/male and their kin */
    LINK_RATING = 1 << 11,   /* a scale: few small whole numbers from 0 or 1, or words such as low, medium, high */
    LINK_CATEGORY = 1 << 12, /* few values that come again and again */
    LINK_PROSE = 1 << 13,    /* long texts */
    LINK_CROSSTAB = 1 << 14  /* its heading is a month, quarter or year among others that are */
};

struct link_column {
    struct link_name name;
    size_t table; /* of link_schema.tables */
    size_t place; /* in that table, from 0 */
    enum column_type type;
    unsigned traits;
    uint64_t rows, nulls, distinct;
    bool cut;                  /* `distinct` is a lower bound */
    double least, most;        /* of numbers; of dates in days since 1970-01-01; most < least where there are none */
    const char *yes, *no;      /* LINK_TRUTH: the value that means yes, and the other */
    const char *female, *male; /* LINK_GENDER */
    const char *unit;          /* the base unit that its name or type says, "kg", "USD", "%"; NULL */
    int heading_year, heading_month, heading_quarter; /* LINK_CROSSTAB; 0: the heading does not say */
};

struct link_table {
    struct link_name name;
    uint64_t rows;
    size_t first, n; /* its columns in link_schema.columns */
    size_t key;      /* a column; LINK_NONE */
    size_t names;    /* the column that names a row; LINK_NONE */
    bool bridge;     /* has little but the keys of other tables */
};
#define LINK_NONE ((size_t)-1)

/* Rows of `from` belong to the row of `to` that has the same value. */
struct link_join {
    size_t from, to; /* columns of two tables; `to` has each value once, unless `many` is set */
    bool many;       /* neither side is unique */
    double score;    /* 0 to 1: how likely it is meant so */
    double inside;   /* the share of from's different values that to has */
};

struct link_schema {
    const struct link_table *tables;
    size_t n_tables;
    const struct link_column *columns; /* of all tables, one behind another */
    size_t n_columns;
    const struct link_join *joins; /* the likelier first; at most one each way between two tables for each `from` */
    size_t n_joins;
    bool has_clock;
    int64_t clock; /* the latest day in the data that is no later than LINK_CLOCK_YEAR: what "last month" starts from */
    const struct link_values *values; /* values.h */
    const struct link_lookup *lookup; /* the words of all names: link.c's own */
};

/* A value of a row: n bytes, as query_rows gives them: plain numbers, ISO dates, true and false; NULL: none. */
struct link_cell {
    const char *p;
    size_t n;
};

struct link_schema *link_schema_new(void);
void link_schema_free(struct link_schema *open);

/* For CLEANUP(link_schema_cleanup). */
void link_schema_cleanup(struct link_schema **s);

/* Adds a table by its name and its columns' names, types and units; its number. */
size_t link_schema_table(struct link_schema *open, const struct table *t);

/* A row of the table that was added last: as many cells as it has columns. */
void link_schema_row(struct link_schema *open, const struct link_cell *cells);

/* All rows of the table that was added last, as typed columns: in place of link_schema_row(), and much faster. The
 * table has those of them that are not left out (NULL: all). valid: of each of them, of each of its parts: the rows
 * that have a value, where these are fewer than it says; NULL where they are not, or for all. */
void link_schema_columns(struct link_schema *open, const struct columns *from, const bool *left_out,
                         uint64_t *const *const *valid);

/* Works out the rest: traits, keys, names, joins and the index of values. */
void link_schema_end(struct link_schema *open);

/* Bytes of memory it takes. */
size_t link_schema_bytes(const struct link_schema *open);
