/* finder_node.h - what the files of finder share. Nobody else includes it.
 *
 * A block is a group of cells that touch each other, as they come in (finder.c). Its first and last rows are kept with
 * their cells; of the others only what is counted. What a block is, is decided at the end (finder_shape.c), when blocks
 * that belong together have been joined (finder_join.c); finder_tables.c makes tables of them and says so.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "grid/notes.h"
#include "office/finder/finder.h"

struct buf;

enum spot_kind { SPOT_NONE, SPOT_TEXT, SPOT_NUMBER, SPOT_DATE, SPOT_TRUTH, SPOT_OTHER };

#define READABLE 8 /* added to the kind of a text that reads as a number or date */
#define KINDS 16

enum spot_flag {
    FLAG_BOLD = 1,
    FLAG_TOTAL = 2,     /* "Total", "Sum" */
    FLAG_TOTAL_OF = 4,  /* "Total for 2023", "North Total" */
    FLAG_NOTE = 8,      /* "Source: ...", "* without ..." */
    FLAG_NULL = 16,     /* "n/a", "-" */
    FLAG_COLON = 32,    /* ends with a colon */
    FLAG_KEYWORD = 64,  /* "Key", "Value": heads a list of pairs */
    FLAG_READABLE = 128 /* text that reads as a number or a date; its kind says which */
};

/* A cell that is kept. */
struct spot {
    uint32_t column;
    uint8_t kind, flags;
    uint32_t n; /* bytes of text, as many as are kept */
    const char *text;
    union {
        double number;
        size_t text_at; /* while its row comes in: where in the row's text */
    };
};

/* A row of a block that is kept. */
struct line {
    uint32_t row;
    uint32_t n, cap;
    struct spot *spots; /* by column */
    char *text;         /* copies of those that were not shared */
    size_t text_cap;
};

struct block {
    uint32_t first_row, last_row, first_column, last_column;
    uint64_t rows;       /* that have cells */
    uint32_t listed_row; /* the last row for which it is among the active ones */

    uint32_t *filled; /* cells of each column, from filled_from on */
    uint32_t filled_from, filled_cap;

    struct line top[FINDER_TOP];
    uint32_t n_top;
    struct line bottom[FINDER_BOTTOM]; /* a ring of the rows behind those, the newest at (n_bottom - 1) % size */
    uint64_t n_bottom;

    bool is_gone;            /* joined to another */
    uint32_t gaps;           /* blank rows that were joined over */
    uint32_t joined_columns; /* blank columns that were */

    /* decided by block_shape() */
    struct line **lines; /* all that are kept, by row */
    uint32_t n_lines;
    uint32_t *columns; /* the ones that are not blank */
    uint32_t n_columns;
    uint8_t *body;            /* for each of them, what most of its data is: a spot_kind, and READABLE */
    uint32_t texts;           /* columns of text among them */
    uint32_t typical;         /* cells of most rows */
    uint32_t titles, headers; /* of the lines: so many titles, then so many headers */
    uint32_t last_line;       /* the last line of data; below titles + headers - 1 when there is none */
    bool is_guess;            /* the header has nothing but its place to show for itself */
    bool is_pairs;            /* keys and values */
};

struct merge {
    uint32_t r1, c1, r2, c2;
};

struct finder {
    struct arena *arena;

    const char *shared;
    const uint64_t *shared_at;
    size_t n_shared;

    /* the row that is coming in */
    uint32_t row;
    struct spot *cells;
    uint32_t n_cells;
    size_t cells_cap;
    char *text; /* of its texts that are not shared */
    size_t text_n, text_cap;

    struct block **blocks;
    uint32_t n_blocks;
    size_t blocks_cap;
    struct block **active, **spare; /* those that the next row can touch, and room for their successors */
    uint32_t n_active, active_cap, spare_cap;
    uint64_t kept;     /* spots kept in all blocks */
    bool is_scattered; /* there were more blocks than are looked at apart */
    bool has_more;     /* tables or columns than are given out */

    uint8_t (*counts)[KINDS]; /* room for find_body() */
    uint32_t counts_cap;

    struct merge *merges;
    uint32_t n_merges;
    size_t merges_cap;
};

/* ---- finder_words.c ---- */

/* The flags of a text (n > 0), FLAG_BOLD apart. */
unsigned words_look(const char *p, size_t n);

/* What a text would be if it were no text: a number or a date; SPOT_TEXT when neither. */
enum spot_kind words_kind(const char *p, size_t n);

/* ---- finder_shape.c ---- */

struct spot *line_find(const struct line *l, uint32_t column);

/* How a line compares with the data. */
struct likeness {
    uint32_t same;   /* a number where numbers are */
    uint32_t unlike; /* text where numbers are, a date where numbers are */
    uint32_t odd;    /* a number where text is */
    uint32_t bold, texts, long_texts, dates;
};

struct likeness line_compare(const struct block *b, const struct line *l);

/* What most cells of each column are, in lines [from, to): what lines are compared with. */
void block_body(struct finder *f, struct block *b, uint32_t from, uint32_t to);

/* Collects the lines that are kept. */
void block_lines(struct finder *f, struct block *b);

/* Decides what the block's lines are. Can be called again after blocks were joined. */
void block_shape(struct finder *f, struct block *b);

/* A line is like the rows of data of the block, and unlike a header. */
bool block_continues(const struct block *b, const struct line *l);

/* A line is a total of the block's columns: it says so, or has figures where a name is missing. */
bool line_is_total(const struct block *b, const struct line *l, const struct line *above);

/* A line below the block's data is a note. */
bool line_is_note(const struct block *b, const struct line *l);

/* Rows of data among those that are kept. */
uint32_t block_data_lines(const struct block *b);

/* ---- finder_header.c ---- */

/* How many lines behind the titles name the columns; sets is_guess. */
uint32_t block_headers(struct finder *f, struct block *b);

/* A cell of the line is merged with its right neighbour. */
bool line_has_wide_merge(const struct finder *f, const struct line *l);

/* ---- finder.c ---- */

/* Adds all of the other block to the first, which keeps its place. */
void block_absorb(struct finder *f, struct block *b, struct block *other);

/* ---- finder_join.c ---- */

/* Joins the blocks that are one table and shapes them all. */
void finder_join(struct finder *f);

/* Makes all blocks one, not shaped. There is at least one. */
void join_all(struct finder *f);

/* ---- finder_tables.c ---- */

size_t finder_tables(struct finder *f, struct arena *a, struct notes *notes, const struct found_table **ret);
