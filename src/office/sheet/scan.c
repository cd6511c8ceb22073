/* scan.c - the scanner's loop: cells by the fast path where they allow it, all else token by token.
 *
 * Invariant: scan_feed() stops only between two tokens outside cells, or before a cell, so nothing but numbers is kept
 * from one piece to the next. The fast path looks at no byte past FAST_BYTES behind the cell's first, and is only
 * entered when there are as many.
 */
#include "office/sheet/scan.h"
#include "base/limits.h"
#include "office/package/refusals.h"
#include "office/package/token.h"
#include "office/sheet/scan_cell.h"
#include <stdlib.h>
#include <string.h>

struct scan *scan_new(const struct scan_handler *handler)
{
    struct scan *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    s->handler = *handler;
    buf_init(&s->text, WORKBOOK_TOKEN_BYTES);
    buf_init(&s->formula, WORKBOOK_TOKEN_BYTES);
    return s;
}

void scan_free(struct scan *s)
{
    if (!s)
        return;
    buf_done(&s->text);
    buf_done(&s->formula);
    free(s);
}

uint64_t scan_outside(const struct scan *s)
{
    return s->outside;
}

uint64_t scan_cut(const struct scan *s)
{
    return s->cut;
}

uint64_t scan_repaired(const struct scan *s)
{
    return s->repaired;
}

bool scan_cells(const struct scan *s)
{
    return s->column > 0 || s->has_cells;
}

static int emit(struct scan *s, const struct scan_cell *cell, struct err *err)
{
    s->column = cell->column;
    if (cell->column - 1 >= SHEET_COLUMNS || cell->row - 1 >= SHEET_ROWS) {
        s->outside++;
        return 0;
    }
    return s->handler.cell(s->handler.arg, cell, err);
}

static void begin_row(struct scan *s, const struct token *t)
{
    const char *p;
    size_t n;
    uint64_t row = 0;

    if (token_attr(t, "r", &p, &n) && n > 0 && n <= 9)
        for (size_t i = 0; i < n; i++)
            row = p[i] >= '0' && p[i] <= '9' ? row * 10 + (uint64_t)(p[i] - '0') : UINT32_MAX;
    if (row == 0 || row >= UINT32_MAX)
        row = (uint64_t)s->row + 1;
    s->row = row < UINT32_MAX ? (uint32_t)row : UINT32_MAX - 1;
    s->has_cells |= s->column > 0;
    s->column = 0;
    scan_row_text(s);
}

/* A tag among the cells; its content is left out unless it is a row. */
static void data_tag(struct scan *s, const struct token *t)
{
    if (t->kind == TOKEN_END)
        s->in_data = s->depth >= s->data_depth;
    else if (token_is(t, "row"))
        begin_row(s, t);
    else if (t->kind == TOKEN_START)
        s->skip = s->depth;
}

/* A tag outside the cells. */
static int other_tag(struct scan *s, const struct token *t, struct err *err)
{
    if (t->kind == TOKEN_END)
        return 0;
    if (token_is(t, "sheetData")) {
        s->in_data = t->kind == TOKEN_START;
        s->data_depth = s->depth;
        return 0;
    }
    if (t->kind == TOKEN_START && (token_is(t, "extLst") || token_is(t, "Choice"))) {
        s->skip = s->depth;
        return 0;
    }
    return s->handler.tag ? s->handler.tag(s->handler.arg, t, err) : 0;
}

static int take_tag(struct scan *s, const struct token *t, struct err *err)
{
    int go = 0;

    if (t->kind == TOKEN_START && ++s->depth > WORKBOOK_XML_DEPTH)
        return workbook_damaged(err, "sheet XML nests too deep");
    if (t->kind == TOKEN_END && s->depth-- == 0)
        return workbook_damaged(err, "sheet XML has an end too many");
    if (s->skip) {
        if (s->depth < s->skip)
            s->skip = 0;
        return 0;
    }
    if (s->in_data)
        data_tag(s, t);
    else
        go = other_tag(s, t, err);
    s->seen = true;
    s->ended = s->depth == 0;
    return go;
}

/* One token, or one cell. 0: *p moved on; 1: stopped; 2: more bytes are needed; -1: refused. */
static int step(struct scan *s, const char **p, const char *end, bool last, struct err *err)
{
    struct token t = token_next(*p, end, last);
    struct scan_cell cell;
    int go = 0;

    if (t.kind == TOKEN_MORE)
        return 2;
    if (t.kind == TOKEN_BAD)
        return workbook_damaged(err, "sheet XML is not well-formed");
    if (t.kind == TOKEN_TEXT || t.kind == TOKEN_CDATA || t.kind == TOKEN_OTHER) {
        *p = t.after;
        return 0;
    }
    if (s->in_data && !s->skip && t.kind != TOKEN_END && token_is(&t, "c")) {
        go = scan_cell_slow(s, &t, end, last, &cell, &t.after, err);
        if (go == 0)
            go = emit(s, &cell, err);
    } else {
        go = take_tag(s, &t, err);
    }
    if (go >= 0 && go < 2)
        *p = t.after;
    return go;
}

/* Cells one behind the other, as long as they are plain. */
static int plain_cells(struct scan *s, const char **p, const char *end, struct err *err)
{
    struct scan_cell cell = { .type = SCAN_EMPTY };

    /* A cell outside all rows needs care. */
    while (s->row > 0 && end - *p >= FAST_BYTES) {
        const char *after = scan_cell_fast(s, *p, &cell);
        if (!after)
            return 0;
        int go = emit(s, &cell, err);
        *p = after;
        if (go != 0)
            return go;
    }
    return 0;
}

static int check_end(const struct scan *s, struct err *err)
{
    if (s->depth > 0 || !s->seen)
        return workbook_damaged(err, "sheet XML ends early");
    return 0;
}

int scan_feed(void *scan, const char *p, size_t n, bool last, size_t *ret_used, struct err *err)
{
    struct scan *s = scan;
    const char *start = p, *end = p + n;
    int go = 0;

    while (p < end && go == 0 && !s->ended) {
        if (s->in_data && !s->skip)
            go = plain_cells(s, &p, end, err);
        if (go == 0 && p < end)
            go = step(s, &p, end, last, err);
    }
    if (go == 2)
        go = last ? workbook_damaged(err, "sheet XML ends inside a tag") : 0;
    if (go == 0 && last)
        go = check_end(s, err);
    *ret_used = s->ended ? n : (size_t)(p - start);
    return go;
}
