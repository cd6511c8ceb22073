/* sheet.c - from what is written in a cell to what it means.
 *
 * A number is a date when its format shows a day, a month or a year. One whose format shows a time of day alone, or a
 * length of time, is kept as the text that the format makes of it: neither is a point in time, and 0.354166667 is not
 * what anybody wrote.
 */
#include "office/sheet/sheet.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "grid/datum.h"
#include "office/package/feed.h"
#include "office/package/package.h"
#include "office/sheet/book.h"
#include "office/sheet/scan.h"
#include "office/sheet/sheet_formula.h"
#include "office/sheet/sheet_sort.h"
#include <string.h>

#define SHOWN_BYTES 65536 /* of one cell shown: twice the longest text */

struct sheet_reader {
    const struct book *book;
    const struct sheet_handler *handler;
    struct sheet_formulas *formulas; /* NULL: none are wanted */
    struct buf shown;                /* the text of a time */
    uint32_t row, column;
    bool is_sorted;
    uint64_t lost;
};

/* ---- values ---- */

static struct datum date_datum(int64_t us)
{
    bool is_day = us % DAY_US == 0;

    return (struct datum){ .kind = is_day ? DATUM_DATE : DATUM_TIME, .integer = is_day ? us / DAY_US : us };
}

static struct datum text_datum(enum datum_kind kind, const char *p, size_t n)
{
    if (n == 0)
        return (struct datum){ .kind = DATUM_NONE };
    return (struct datum){ .kind = kind, .n = (uint32_t)n, .p = p };
}

/* "2024-01-31", "2024-01-31T14:05:09.5"; no zone means none. */
static bool iso_date(const char *p, size_t n, int64_t *ret_us)
{
    char text[TIME_TEXT_BYTES + 16];
    int64_t days;

    if (date_read(p, n, &days)) {
        *ret_us = days * DAY_US;
        return true;
    }
    if (n + 5 > sizeof text)
        return false;
    memcpy(text, p, n);
    if (n == 16) { /* no seconds */
        memcpy(text + n, ":00", 3);
        n += 3;
    }
    if (text[n - 1] != 'Z')
        text[n++] = 'Z';
    return time_read(text, n, ret_us);
}

static struct datum number_datum(struct sheet_reader *r, const struct scan_cell *cell)
{
    const struct cell_style *style = styles_get(&r->book->styles, cell->style);
    int64_t us;

    switch (style->kind) {
    case NUMFMT_DATE:
    case NUMFMT_DATETIME:
        if (numfmt_date(cell->number, r->book->date1904, &us))
            return date_datum(us);
        break;
    case NUMFMT_TIME:
        buf_cut(&r->shown, 0);
        numfmt_number(style->format, cell->number, r->book->date1904, &r->shown);
        return text_datum(DATUM_TEXT, r->shown.p, r->shown.n);
    case NUMFMT_GENERAL:
    case NUMFMT_NUMBER:
    case NUMFMT_PERCENT:
    case NUMFMT_TEXT:
        break;
    }
    return (struct datum){ .kind = DATUM_NUMBER, .n = style->currency, .real = cell->number };
}

/* The string itself is looked at only where one may be empty: it lies anywhere in memory. */
static struct datum shared_datum(struct sheet_reader *r, uint32_t index)
{
    const struct book *b = r->book;
    size_t n = 1;

    if (index >= b->strings.n) {
        r->lost++;
        return (struct datum){ .kind = DATUM_NONE };
    }
    if (b->strings.has_empty)
        (void)strings_get(&b->strings, index, &n);
    return (struct datum){ .kind = n ? DATUM_SHARED : DATUM_NONE, .integer = index };
}

static struct datum cell_datum(struct sheet_reader *r, const struct scan_cell *cell)
{
    int64_t us;

    switch (cell->type) {
    case SCAN_NUMBER:
        return number_datum(r, cell);
    case SCAN_SHARED:
        return shared_datum(r, cell->index);
    case SCAN_TRUTH:
        return (struct datum){ .kind = DATUM_TRUTH, .integer = cell->index };
    case SCAN_DATE:
        if (iso_date(cell->text, cell->n, &us))
            return date_datum(us);
        return text_datum(DATUM_TEXT, cell->text, cell->n);
    case SCAN_TEXT:
        return text_datum(DATUM_TEXT, cell->text, cell->n);
    case SCAN_ERROR:
        return text_datum(DATUM_ERROR, cell->text, cell->n);
    case SCAN_EMPTY:
        break;
    }
    return (struct datum){ .kind = DATUM_NONE };
}

struct datum sheet_plain(const struct book *b, const struct datum *value)
{
    size_t n;
    const char *p;

    if (value->kind != DATUM_SHARED)
        return *value;
    p = strings_get(&b->strings, (size_t)value->integer, &n);
    return text_datum(DATUM_TEXT, p, n);
}

void sheet_shown(const struct book *b, const struct scan_cell *cell, struct buf *out)
{
    const struct cell_style *style = styles_get(&b->styles, cell->style);
    const char *p = cell->text;
    size_t n = cell->n;
    int64_t us;

    switch (cell->type) {
    case SCAN_NUMBER:
        numfmt_number(style->format, cell->number, b->date1904, out);
        break;
    case SCAN_SHARED:
        p = cell->index < b->strings.n ? strings_get(&b->strings, cell->index, &n) : "";
        numfmt_text(style->format, p, n, out);
        break;
    case SCAN_TEXT:
        numfmt_text(style->format, p, n, out);
        break;
    case SCAN_TRUTH:
        buf_adds(out, cell->index ? "TRUE" : "FALSE");
        break;
    case SCAN_DATE:
        if (iso_date(p, n, &us))
            numfmt_number(style->format, (double)us / (double)DAY_US + (b->date1904 ? 24107 : 25569), b->date1904, out);
        else
            buf_add(out, p, n);
        break;
    case SCAN_ERROR:
        buf_add(out, p, n);
        break;
    case SCAN_EMPTY:
        break;
    }
}

/* ---- reading ---- */

static int take_cell(void *arg, const struct scan_cell *cell, struct err *err)
{
    struct sheet_reader *r = arg;
    struct datum value = cell_datum(r, cell);
    struct scan_cell own;

    if (cell->row < r->row || (cell->row == r->row && cell->column <= r->column))
        r->is_sorted = false;
    r->row = cell->row;
    r->column = cell->column;
    if (r->formulas && cell->shared) {
        own = *cell;
        sheet_formula(r->formulas, &own);
        cell = &own;
    }
    return r->handler->cell(r->handler->arg, cell, &value, err);
}

static int take_tag(void *arg, const struct token *tag, struct err *err)
{
    struct sheet_reader *r = arg;

    return r->handler->tag ? r->handler->tag(r->handler->arg, tag, err) : 0;
}

int sheet_read(const struct book *b, size_t sheet, struct sheet_order *order, const struct sheet_handler *handler,
               const struct cancel *cancel, struct err *err)
{
    const struct book_sheet *s = &b->sheets[sheet];
    struct sheet_reader r = { .book = b, .handler = handler, .shown = BUF(SHOWN_BYTES), .is_sorted = true };
    struct scan_handler wants = { .arg = &r, .formulas = handler->formulas, .cell = take_cell, .tag = take_tag };
    struct sheet_sort *sort;
    struct scan *scan;
    int go = 0;

    *order = (struct sheet_order){ .sort = order->sort, .is_sorted = true };
    if (!s->part || s->is_chart)
        return 0;
    if (s->part->size == 0) { /* not even a root element */
        order->is_damaged = true;
        return 0;
    }
    sort = order->sort ? sheet_sort_new(&wants) : NULL;
    r.formulas = handler->formulas ? sheet_formulas_new() : NULL;
    scan = scan_new(sort ? sheet_sort_handler(sort) : &wants);
    go = feed_part(s->part, cancel, scan_feed, scan, err);
    if (go < 0 && err->code == ERR_WORKBOOK_LOAD_FAILED && scan_cells(scan)) {
        order->is_damaged = true;
        go = 0;
    }
    if (go == 0 && sort)
        go = sheet_sort_end(sort, cancel, err);
    order->is_sorted = r.is_sorted;
    order->outside = scan_outside(scan);
    order->cut = scan_cut(scan);
    order->repaired = scan_repaired(scan);
    order->lost = r.lost;
    scan_free(scan);
    sheet_formulas_free(r.formulas);
    sheet_sort_free(sort);
    buf_done(&r.shown);
    return go < 0 ? -1 : 0;
}
