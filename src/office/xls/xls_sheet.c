/* xls_sheet.c - a sheet's cells, gathered and put in order.
 *
 * Programs write cells row by row, and then nothing is sorted; but nothing makes them. A cell takes 24 bytes here and
 * at least six in the file, so memory is bounded by the file. Texts that are not shared lie in a buffer beside.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/types/values.h"
#include "office/package/refusals.h"
#include "office/xls/xls_book.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CANCEL_EVERY 4096           /* records between two looks */
#define ORDER_MASK ((1u << 29) - 1) /* far more cells than a file of DATA_FILE_BYTES has */

enum raw_kind { RAW_NUMBER, RAW_SHARED, RAW_TEXT, RAW_TRUTH, RAW_ERROR };

struct raw_cell {
    uint32_t row; /* from 0 */
    uint16_t column, style;
    uint32_t kind : 3;   /* enum raw_kind */
    uint32_t order : 29; /* in the file, for cells that stand in one place */
    uint32_t n;          /* bytes of a text */
    union {
        double number;
        uint64_t at; /* a text's place, a shared string's number, a truth, an error's code */
    };
};

struct gathering {
    const struct xls_book *book;
    struct biff biff;
    struct raw_cell *cells;
    size_t n, cap;
    bool is_sorted;
    struct buf texts;
    bool waits; /* the last cell is a formula's whose text is in a STRING record to come */
    const struct xls_reader *reader;
};

/* ---- gathering ---- */

static struct raw_cell *add(struct gathering *g, uint32_t row, unsigned column, unsigned style)
{
    struct raw_cell *last = g->n ? &g->cells[g->n - 1] : NULL;

    if (g->n == g->cap) {
        g->cap = g->cap ? 2 * g->cap : 256;
        g->cells = realloc(g->cells, g->cap * sizeof *g->cells);
        if (!g->cells)
            abort();
        last = g->n ? &g->cells[g->n - 1] : NULL;
    }
    if (last && (row < last->row || (row == last->row && column <= last->column)))
        g->is_sorted = false;
    g->waits = false;
    assert(g->cells);
    g->cells[g->n] = (struct raw_cell){
        .row = row, .column = (uint16_t)column, .style = (uint16_t)style, .order = (uint32_t)g->n & ORDER_MASK
    };
    return &g->cells[g->n++];
}

/* Row, column and style, which begin every record of a cell; in version 2 the style is three bytes of its own. */
static struct raw_cell *begin(struct gathering *g, struct biff_record *r)
{
    uint32_t row = biff_u16(r);
    unsigned column = biff_u16(r), style = UINT16_MAX;

    if (g->biff.version == 2)
        biff_skip(r, 3);
    else
        style = biff_u16(r);
    return r->failed ? NULL : add(g, row, column, style);
}

/* A number in 30 bits: an integer or the upper half of a double, either perhaps times 100. */
static double rk_number(uint32_t rk)
{
    double v;

    if (rk & 2) {
        v = (double)((int32_t)rk >> 2);
    } else {
        uint64_t bits = (uint64_t)(rk & ~3U) << 32;
        memcpy(&v, &bits, sizeof v);
    }
    return rk & 1 ? v / 100 : v;
}

static void take_many(struct gathering *g, struct biff_record *r)
{
    uint32_t row = biff_u16(r);
    unsigned column = biff_u16(r);

    while (biff_left(r) >= 8 && column <= UINT16_MAX) { /* a number and the last column behind them all */
        unsigned style = biff_u16(r);
        double number = rk_number(biff_u32(r));
        add(g, row, column++, style)->number = number;
    }
}

static void set_text(struct gathering *g, struct raw_cell *c, struct biff_record *r, unsigned length_bytes)
{
    c->kind = RAW_TEXT;
    c->at = g->texts.n;
    biff_text(r, length_bytes, &g->texts);
    c->n = (uint32_t)(g->texts.n - c->at);
}

/* A formula's result: a number, or in the place of one that is none (its upper bits are all set) something else. */
static void take_formula(struct gathering *g, struct biff_record *r)
{
    struct raw_cell *c = begin(g, r);
    unsigned char bytes[8];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)biff_u8(r);
    if (!c)
        return;
    if (bytes[6] != 0xff || bytes[7] != 0xff) {
        memcpy(&c->number, bytes, sizeof bytes);
        return;
    }
    c->kind = bytes[0] == 1 ? RAW_TRUTH : bytes[0] == 2 ? RAW_ERROR : RAW_TEXT;
    c->at = bytes[0] == 1 || bytes[0] == 2 ? bytes[2] : g->texts.n;
    g->waits = bytes[0] == 0;
}

static void take_boolerr(struct gathering *g, struct biff_record *r)
{
    struct raw_cell *c = begin(g, r);
    unsigned value = biff_u8(r), is_error = biff_u8(r);

    if (c) {
        c->kind = is_error ? RAW_ERROR : RAW_TRUTH;
        c->at = value;
    }
}

static void take_merged(struct gathering *g, struct biff_record *r)
{
    unsigned n = biff_u16(r);

    for (unsigned i = 0; i < n && g->reader->merged && biff_left(r) >= 8; i++) {
        unsigned r1 = biff_u16(r), r2 = biff_u16(r), c1 = biff_u16(r), c2 = biff_u16(r);
        if (r1 <= r2 && c1 <= c2)
            g->reader->merged(g->reader->arg, r1 + 1, c1 + 1, r2 + 1, c2 + 1);
    }
}

/* First row, last row, first column, last column; only the beginning is believed. An empty sheet has none. */
static void take_dimensions(struct gathering *g, struct biff_record *r)
{
    bool is_wide = g->biff.version == 8;
    uint32_t first = is_wide ? biff_u32(r) : biff_u16(r), last = is_wide ? biff_u32(r) : biff_u16(r);
    unsigned column = biff_u16(r);

    if (!r->failed && first < last && g->reader->begins)
        g->reader->begins(g->reader->arg, first + 1, column + 1);
}

static void take_plain(struct gathering *g, struct biff_record *r)
{
    struct raw_cell *c = begin(g, r);

    if (!c)
        return;
    switch (r->type) {
    case BIFF_RK:
        c->number = rk_number(biff_u32(r));
        break;
    case BIFF_INTEGER2:
        c->number = biff_u16(r);
        break;
    case BIFF_LABELSST:
        c->kind = RAW_SHARED;
        c->at = biff_u32(r);
        break;
    case BIFF_LABEL:
    case BIFF_RSTRING:
        set_text(g, c, r, 2);
        break;
    case BIFF_LABEL2:
        set_text(g, c, r, 1);
        break;
    default:
        c->number = biff_double(r);
        break;
    }
}

static void take_record(struct gathering *g, struct biff_record *r)
{
    switch (r->type) {
    case BIFF_RK:
    case BIFF_INTEGER2:
    case BIFF_NUMBER2:
    case BIFF_NUMBER:
    case BIFF_LABELSST:
    case BIFF_LABEL:
    case BIFF_LABEL2:
    case BIFF_RSTRING:
        take_plain(g, r);
        break;
    case BIFF_MULRK:
        take_many(g, r);
        break;
    case BIFF_BOOLERR:
    case BIFF_BOOLERR2:
        take_boolerr(g, r);
        break;
    case BIFF_FORMULA:
    case BIFF_FORMULA3:
    case BIFF_FORMULA4:
        take_formula(g, r);
        break;
    case BIFF_STRING:
    case BIFF_STRING2:
        if (g->waits)
            set_text(g, &g->cells[g->n - 1], r, r->type == BIFF_STRING2 ? 1 : 2);
        g->waits = false;
        break;
    case BIFF_MERGED:
        take_merged(g, r);
        break;
    case BIFF_DIMENSIONS:
        take_dimensions(g, r);
        break;
    default:
        break;
    }
}

static bool is_bof(unsigned type)
{
    return type == BIFF_BOF || type == BIFF_BOF2 || type == BIFF_BOF3 || type == BIFF_BOF4;
}

/* From the sheet's beginning to its end; charts inside it are streams of their own between. */
static int gather(struct gathering *g, const struct cancel *cancel, struct err *err)
{
    struct biff_record r;
    size_t depth = 0, records = 0;

    while (biff_next(&g->biff, &r)) {
        if (++records % CANCEL_EVERY == 0 && cancel_check(cancel, err))
            return -1;
        if (is_bof(r.type))
            depth++;
        else if (depth == 0)
            return workbook_damaged(err, "a sheet begins with record %#x", r.type);
        else if (r.type == BIFF_EOF && --depth == 0)
            break;
        else if (depth == 1)
            take_record(g, &r);
    }
    return g->texts.failed ? workbook_too_large(err, "texts of a sheet") : 0;
}

static int by_place(const void *a, const void *b)
{
    const struct raw_cell *x = a, *y = b;

    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static bool same_place(const struct raw_cell *a, const struct raw_cell *b)
{
    return a->row == b->row && a->column == b->column;
}

/* ---- giving out ---- */

static const char *error_text(uint64_t code)
{
    static const struct {
        unsigned code;
        const char *text;
    } errors[] = { { 0x00, "#NULL!" }, { 0x07, "#DIV/0!" }, { 0x0f, "#VALUE!" }, { 0x17, "#REF!" },
                   { 0x1d, "#NAME?" }, { 0x24, "#NUM!" },   { 0x2a, "#N/A" } };

    for (size_t i = 0; i < COUNT_OF(errors); i++)
        if (errors[i].code == code)
            return errors[i].text;
    return "#VALUE!";
}

static struct datum text_datum(enum datum_kind kind, const char *p, size_t n)
{
    return n ? (struct datum){ .kind = kind, .n = (uint32_t)n, .p = p } : (struct datum){ .kind = DATUM_NONE };
}

static struct datum number_datum(const struct xls_book *b, const struct xls_style *style, double v, struct buf *shown)
{
    int64_t us;

    if ((style->kind == NUMFMT_DATE || style->kind == NUMFMT_DATETIME) && numfmt_date(v, b->date1904, &us)) {
        bool is_day = us % DAY_US == 0;
        return (struct datum){ .kind = is_day ? DATUM_DATE : DATUM_TIME, .integer = is_day ? us / DAY_US : us };
    }
    if (style->kind == NUMFMT_TIME) {
        buf_cut(shown, 0);
        numfmt_number(style->format, v, b->date1904, shown);
        return text_datum(DATUM_TEXT, shown->p, shown->n);
    }
    return (struct datum){ .kind = DATUM_NUMBER, .n = style->currency, .real = v };
}

static struct xls_cell settle(const struct gathering *g, const struct raw_cell *raw, struct buf *shown)
{
    const struct xls_book *b = g->book;
    struct xls_cell c = { .row = raw->row + 1, .column = raw->column + 1u, .style = xls_style(b, raw->style) };

    switch ((enum raw_kind)raw->kind) {
    case RAW_NUMBER:
        c.number = raw->number;
        c.is_number = true;
        c.value = number_datum(b, c.style, raw->number, shown);
        break;
    case RAW_SHARED:
        if (raw->at < b->n_strings)
            c.value = text_datum(DATUM_TEXT, b->strings.p + b->string_at[raw->at],
                                 b->string_at[raw->at + 1] - b->string_at[raw->at]);
        break;
    case RAW_TEXT:
        c.value = text_datum(DATUM_TEXT, g->texts.p + raw->at, raw->n);
        break;
    case RAW_TRUTH:
        c.value = (struct datum){ .kind = DATUM_TRUTH, .integer = raw->at != 0 };
        break;
    case RAW_ERROR:
        c.value = text_datum(DATUM_ERROR, error_text(raw->at), strlen(error_text(raw->at)));
        break;
    }
    return c;
}

static int give(const struct gathering *g, const struct cancel *cancel, struct err *err)
{
    struct buf shown CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    for (size_t i = 0; i < g->n; i++) {
        struct xls_cell c;
        int done;

        if (i % CANCEL_EVERY == 0 && cancel_check(cancel, err))
            return -1;
        if (i + 1 < g->n && same_place(&g->cells[i], &g->cells[i + 1]))
            continue; /* of two in one place the last counts */
        c = settle(g, &g->cells[i], &shown);
        if (c.value.kind == DATUM_NONE)
            continue;
        done = g->reader->cell(g->reader->arg, &c, err);
        if (done)
            return done < 0 ? -1 : 0;
    }
    return 0;
}

int xls_cells(const struct xls_book *b, size_t sheet, const struct cancel *cancel, const struct xls_reader *reader,
              struct err *err)
{
    struct gathering g = { .book = b, .is_sorted = true, .reader = reader };
    int rc = 0;

    g.biff = (struct biff){ .p = (const unsigned char *)b->stream.p,
                            .n = b->stream.n,
                            .at = b->sheets[sheet].at,
                            .version = b->version,
                            .letters = b->letters };
    buf_init(&g.texts, DATA_FILE_BYTES);
    if (!b->sheets[sheet].is_chart)
        rc = gather(&g, cancel, err);
    if (!g.is_sorted)
        qsort(g.cells, g.n, sizeof *g.cells, by_place);
    if (rc == 0)
        rc = give(&g, cancel, err);
    free(g.cells);
    buf_done(&g.texts);
    return rc;
}

void xls_shown(const struct xls_book *b, const struct xls_cell *cell, struct buf *out)
{
    if (cell->is_number)
        numfmt_number(cell->style->format ? cell->style->format : b->general, cell->number, b->date1904, out);
    else if (cell->value.kind == DATUM_TRUTH)
        buf_adds(out, cell->value.integer ? "TRUE" : "FALSE");
    else if (cell->value.kind == DATUM_TEXT && cell->style->format)
        numfmt_text(cell->style->format, cell->value.p, cell->value.n, out);
    else
        buf_add(out, cell->value.p, cell->value.n);
}
