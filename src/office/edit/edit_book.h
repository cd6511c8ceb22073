/* edit_book.h - what an edit needs to know of a workbook as a whole, and what it changes there.
 *
 * Three small parts name the others: the workbook's own (its sheets), its relationships, and the package's list of
 * content types. An edit changes them only where it must: all formulas are to be computed anew when the file is opened,
 * a list of formula cells (the calculation chain) that is no longer true goes, a new sheet is named in all three.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include "office/edit/edit_patch.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct package;
struct part;
struct rel;

struct edit_book_sheet {
    const char *name;
    const char *rel; /* id of the relationship that leads to its part */
    uint32_t id;
    const struct part *part; /* NULL when it is not there */
};

struct edit_book {
    const struct package *package;
    const struct part *part; /* the workbook's own */
    const struct rel *rels;
    size_t n_rels;
    struct edit_book_sheet *sheets;
    size_t n_sheets;
    bool is_1904;   /* days are counted from 1904 */
    bool is_locked; /* its list of sheets is protected */
};

/* Reads it, in the arena. Refused with ERR_EDIT_REFUSED: a signed workbook, one whose author reserved changes, .xlsb.
 */
WARN_UNUSED int edit_book_read(struct edit_book *b, struct arena *a, const struct package *k, struct err *err);

/* The sheet of this name, in any case; NULL when there is none. */
const struct edit_book_sheet *edit_book_find(const struct edit_book *b, const char *name);

/* The part that a relationship of the workbook's leads to; NULL when there is none. */
const struct part *edit_book_part(const struct edit_book *b, const char *kind);

/* The three parts on their way to being changed. */
struct edit_names {
    struct buf old[3]; /* the workbook, its relationships, the content types */
    struct patch patch[3];
    const struct part *parts[3];
    bool is_used[3];
};
enum { NAMES_WORKBOOK, NAMES_RELS, NAMES_TYPES };

void edit_names_init(struct edit_names *e);
void edit_names_done(struct edit_names *e);

struct edit_names_changes {
    const char *new_sheet;      /* its name; NULL: none is added */
    const char *new_part;       /* and its part's: "xl/worksheets/sheet4.xml" */
    const struct part *dropped; /* a part that is to be named no more; NULL: none */
};

/* Makes the replacements. Every edit has all formulas computed anew. */
WARN_UNUSED int edit_names_patch(const struct edit_book *b, struct edit_names *e,
                                 const struct edit_names_changes *changes, struct arena *a, struct err *err);
