/* book.h - what the small parts of a workbook say: its sheets, its names, its styles and shared strings.
 *
 * Immutable once opened; several threads may read it.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include "office/sheet/strings.h"
#include "office/sheet/styles.h"
#include "office/workbook.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct cancel;
struct err;
struct package;
struct part;
struct rel;

struct book_sheet {
    const char *name;
    enum sheet_state state;
    bool is_chart;           /* a chart or dialog sheet: has no cells */
    const struct part *part; /* NULL: the file lacks it; an empty sheet then */
    const struct rel *rels;
    size_t n_rels;
};

struct book_name {
    const char *name;
    const char *refers_to; /* a formula, without "=" */
    int sheet;             /* whose own it is; -1: the workbook's */
    bool hidden;
};

struct book {
    struct arena *arena;
    struct buf decrypted; /* the package of an encrypted workbook */
    struct package *package;
    struct book_sheet *sheets;
    size_t n_sheets;
    struct book_name *names;
    size_t n_names;
    bool date1904;
    struct styles styles;
    struct strings strings;
};

WARN_UNUSED int book_open(const char *p, size_t n, const struct cancel *cancel, struct book **ret, struct err *err);
void book_free(struct book *b);
