/* edit_sheet.c - the replacements, in the order of the sheet: its dimension, then row by row. */
#include "office/edit/edit_sheet.h"
#include "base/buf.h"
#include "base/err.h"
#include "office/edit/edit_patch.h"
#include "office/edit/edit_text.h"
#include "office/workbook.h"

/* ---- one cell ---- */

static void add_tag(const struct sheet_edit *s, struct buf *b, const char *before, const char *name)
{
    buf_adds(b, before);
    buf_add(b, s->markup.prefix, s->markup.prefix_n);
    buf_adds(b, name);
}

/* <name>text</name> */
static void add_element(const struct sheet_edit *s, struct buf *b, const char *name, const char *p, size_t n)
{
    add_tag(s, b, "<", name);
    buf_addc(b, '>');
    text_encode(b, p, n);
    add_tag(s, b, "</", name);
    buf_addc(b, '>');
}

static void add_text(const struct sheet_edit *s, struct buf *b, const struct edit_cell *c)
{
    add_tag(s, b, "<", "is>");
    add_tag(s, b, "<", "t xml:space=\"preserve\">");
    text_encode_cell(b, c->p, c->n);
    add_tag(s, b, "</", "t>");
    add_tag(s, b, "</", "is>");
}

static void add_cell(const struct sheet_edit *s, struct buf *b, const struct edit_cell *c)
{
    add_tag(s, b, "<", "c r=\"");
    cell_ref_add(b, c->row, c->column);
    buf_addc(b, '"');
    if (c->style.p) {
        buf_adds(b, " s=\"");
        buf_add(b, c->style.p, c->style.n);
        buf_addc(b, '"');
    }
    if (c->kind == EDIT_CLEAR) {
        buf_adds(b, "/>");
        return;
    }
    if (c->kind == EDIT_TEXT || c->kind == EDIT_TRUTH)
        buf_adds(b, c->kind == EDIT_TEXT ? " t=\"inlineStr\"" : " t=\"b\"");
    buf_addc(b, '>');
    if (c->kind == EDIT_TEXT)
        add_text(s, b, c);
    else
        add_element(s, b, c->kind == EDIT_FORMULA ? "f" : "v", c->p, c->n);
    add_tag(s, b, "</", "c>");
}

/* A cleared cell stays only for its own style. */
static bool is_written(const struct edit_cell *c)
{
    return c->kind != EDIT_CLEAR || (c->exists && c->style.p);
}

/* ---- rows ---- */

static bool adds_cells(const struct edit_row *row)
{
    for (size_t i = 0; i < row->n; i++)
        if (row->cells[i].kind != EDIT_CLEAR)
            return true;
    return false;
}

static void add_cells(const struct sheet_edit *s, struct buf *b, const struct edit_row *row)
{
    for (size_t i = 0; i < row->n; i++)
        if (row->cells[i].kind != EDIT_CLEAR)
            add_cell(s, b, &row->cells[i]);
}

static void add_row(const struct sheet_edit *s, struct buf *b, const struct edit_row *row)
{
    add_tag(s, b, "<", "row");
    buf_addf(b, " r=\"%u\">", row->row);
    add_cells(s, b, row);
    add_tag(s, b, "</", "row>");
}

/* "spans" tells a reader which columns a row uses: it must hold the new ones too. */
static void patch_spans(struct patch *p, const struct edit_row *row)
{
    struct markup_span spans;
    uint32_t least = row->cells[0].column, most = row->cells[row->n - 1].column, from = 0, to = 0, *now = &from;

    if (!adds_cells(row) || !markup_attr(&row->open, "spans", &spans))
        return;
    for (size_t i = 0; i < spans.n; i++) {
        if (spans.p[i] == ':' && now == &from)
            now = &to;
        else if (spans.p[i] < '0' || spans.p[i] > '9' || *now > UINT16_MAX)
            return; /* several spans, or none that can be read: it is a hint only */
        else
            *now = *now * 10 + (uint32_t)(spans.p[i] - '0');
    }
    if (now == &from || (from <= least && to >= most))
        return;
    buf_addf(patch_cut(p, spans.p, spans.n), "%u:%u", least < from ? least : from, most > to ? most : to);
}

static void patch_row(const struct sheet_edit *s, struct patch *p, const struct edit_row *row)
{
    if (!row->exists) {
        if (adds_cells(row))
            add_row(s, patch_cut(p, row->at, 0), row);
        return;
    }
    patch_spans(p, row);
    if (row->open.kind == MARKUP_EMPTY) {
        if (!adds_cells(row))
            return;
        struct buf *b = patch_cut(p, row->open.p + row->open.n - 2, 2);
        buf_addc(b, '>');
        add_cells(s, b, row);
        add_tag(s, b, "</", "row>");
        return;
    }
    for (size_t i = 0; i < row->n; i++) {
        const struct edit_cell *c = &row->cells[i];
        if (!c->exists && !is_written(c))
            continue;
        struct buf *b = patch_cut(p, c->at, c->at_n);
        if (is_written(c))
            add_cell(s, b, c);
    }
}

/* <sheetData/> must be opened for its first rows. */
static void patch_empty(const struct sheet_edit *s, struct patch *p)
{
    struct buf *b = patch_cut(p, s->data.p + s->data.n - 2, 2);

    buf_addc(b, '>');
    for (size_t i = 0; i < s->n_rows; i++)
        if (adds_cells(&s->rows[i]))
            add_row(s, b, &s->rows[i]);
    add_tag(s, b, "</", "sheetData>");
}

/* The rectangle of used cells, as far as the sheet tells it, grows with what is written. */
static void patch_dimension(const struct sheet_edit *s, struct patch *p)
{
    uint32_t r1, c1, r2, c2;
    bool grows = false;

    if (!s->dimension.p || !range_ref_read(s->dimension.p, s->dimension.n, &r1, &c1, &r2, &c2))
        return;
    for (size_t i = 0; i < s->n; i++) {
        const struct edit_cell *c = &s->cells[i];
        if (c->kind == EDIT_CLEAR || (c->row >= r1 && c->row <= r2 && c->column >= c1 && c->column <= c2))
            continue;
        grows = true;
        r1 = c->row < r1 ? c->row : r1;
        r2 = c->row > r2 ? c->row : r2;
        c1 = c->column < c1 ? c->column : c1;
        c2 = c->column > c2 ? c->column : c2;
    }
    if (!grows)
        return;
    struct buf *b = patch_cut(p, s->dimension.p, s->dimension.n);
    cell_ref_add(b, r1, c1);
    buf_addc(b, ':');
    cell_ref_add(b, r2, c2);
}

void sheet_patch(const struct sheet_edit *s, struct patch *p)
{
    bool is_behind = s->dimension.p > s->data.p; /* it never is in a file of Excel's, but nothing is lost by looking */

    if (!is_behind)
        patch_dimension(s, p);
    if (s->data.kind == MARKUP_EMPTY)
        patch_empty(s, p);
    else
        for (size_t i = 0; i < s->n_rows; i++)
            patch_row(s, p, &s->rows[i]);
    if (is_behind)
        patch_dimension(s, p);
}
