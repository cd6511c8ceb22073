/* sheetwords.h - a message read as a question about a workbook itself: its sheets, columns, cells, where a text stands,
 * what was said before. No model, no state, no workbook: only the words.
 *
 * Whatever is about figures ("total revenue by region", "find the highest price") is not for this: SHEETS_NONE, and the
 * question is read against the tables (lang/scope.h). A name that a person gives to a sheet is only their word for it:
 * whether there is one, the caller finds out.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;

enum sheets_ask {
    SHEETS_NONE,     /* nothing of the kind */
    SHEETS_LIST,     /* what sheets there are, how many */
    SHEETS_TABLES,   /* what tables there are */
    SHEETS_COLUMNS,  /* what columns a sheet has, or all of them */
    SHEETS_ROWS,     /* how many rows it has */
    SHEETS_EACH,     /* how many rows each sheet has */
    SHEETS_OVERVIEW, /* what the workbook holds */
    SHEETS_CELLS,    /* what is in a cell or a range */
    SHEETS_SEARCH,   /* where a text stands */
    SHEETS_RECAP,    /* what was asked before */
    SHEETS_GREETING, /* a greeting, thanks, or who is there */
    SHEETS_OTHER,    /* about something else altogether: the weather, a poem */
};

struct sheets_question {
    enum sheets_ask ask;
    const char *where; /* the sheet or table, in the person's spelling; NULL: none was named */
    const char *text;  /* SHEETS_CELLS: the reference ("B3", "A1:C5"); SHEETS_SEARCH: what to look for */
    const char *whole; /* SHEETS_SEARCH with `where`: the text when `where` is part of it, and no sheet; else NULL */
    bool is_sheet;     /* `where` was called a sheet, so it is no value nor anything else */
};

struct sheets_question sheets_read(struct arena *a, const char *message);

enum sheets_range { RANGE_GOOD, RANGE_WRONG, RANGE_LARGE };

/* Whether "B3" or "A1:C5" names cells that a sheet can have, and at most SHEETS_RANGE_CELLS of them. *ret is the
 * reference as a spreadsheet writes it: capitals, no $, the upper left cell first. */
enum sheets_range sheets_range(struct arena *a, const char *reference, const char **ret);
