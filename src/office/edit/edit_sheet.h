/* edit_sheet.h - setting cells in a sheet's XML, every other byte left as it is.
 *
 * A sheet is surveyed once, from its first byte to its last: where the wanted cells are or belong, what they hold now,
 * and whether anything forbids the change. Then sheet_patch() makes the replacements. A cell keeps its style; a new
 * cell takes its row's or column's, as in a spreadsheet program. Text is written in the cell itself (an inline string),
 * so that the shared strings stay as they are.
 *
 * Refused with ERR_EDIT_REFUSED, in words: a protected sheet, a cell that is merged into another, a cell inside an
 * array formula or a data table, and the first cell of a group of shared formulas whose other cells stay.
 */
#pragma once
#include "base/attrs.h"
#include "office/edit/edit_markup.h"

struct arena;
struct cancel;
struct err;
struct patch;

enum edit_kind {
    EDIT_CLEAR,
    EDIT_NUMBER,  /* p, n: digits as JSON has them */
    EDIT_TEXT,    /* p, n: UTF-8 */
    EDIT_TRUTH,   /* p: "1" or "0" */
    EDIT_FORMULA, /* p, n: without "=" */
};

struct edit_cell {
    uint32_t row, column; /* from 1 */
    enum edit_kind kind;
    const char *p;
    size_t n;
    const char *date; /* of a number: the date that it was given as; NULL: it was a number */

    /* What the survey found; spans borrow from the sheet. */
    bool exists;
    const char *at; /* the element, or where it belongs */
    size_t at_n;    /* its bytes; 0 when it does not exist */
    struct markup_span style, type, value, formula;
    struct markup_span inline_text; /* the content of <is> */
    bool has_formula;
    bool in_group, leads_group; /* its formula is shared; it is the cell that holds it for the others */
    uint32_t group;
};

/* A row that has cells to set. */
struct edit_row {
    uint32_t row;
    struct edit_cell *cells;
    size_t n;
    bool exists;
    struct markup_token open; /* its opening tag, if it exists */
    const char *at;           /* where it belongs, if not; where new cells at its end go, if so */
};

struct sheet_edit {
    struct edit_cell *cells; /* sorted by row and column, none twice; the caller's */
    size_t n;

    struct edit_row *rows;
    size_t n_rows;
    struct markup markup;
    struct markup_span dimension; /* the value of its ref; p is NULL when the sheet has none */
    struct markup_token data;     /* <sheetData> or <sheetData/> */
    bool is_protected;
    bool has_formulas; /* in any of its cells */
};

/* Looks the sheet through. The rows are made in the arena. */
WARN_UNUSED int sheet_survey(struct sheet_edit *s, struct arena *a, const char *p, size_t n,
                             const struct cancel *cancel, struct err *err);

/* Makes the replacements; p was initialised with the surveyed bytes. */
void sheet_patch(const struct sheet_edit *s, struct patch *p);

/* True when a cell to be set lies in this rectangle; with `others`, only cells apart from its top left one count. */
bool sheet_touches(const struct sheet_edit *s, const uint32_t range[static 4], bool others);

/* ERR_EDIT_REFUSED: what cannot be changed and why. Always -1. */
int edit_refuse(struct err *err, const char *message, const char *action);
