/* sheet_sort.c - cells in a list, their texts behind each other in a buffer. */
#include "office/sheet/sheet_sort.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/limits.h"
#include "office/package/refusals.h"
#include "office/sheet/scan.h"
#include <stdint.h>
#include <stdlib.h>

#define CHECK_CELLS 65536 /* given on between two looks at the cancel */

struct kept {
    struct scan_cell cell; /* its texts are places in the buffer */
    size_t text, formula;
    size_t order;
};

struct sheet_sort {
    struct scan_handler wants, handler;
    struct buf cells; /* struct kept each */
    struct buf texts;
    size_t n;
};

static int keep_cell(void *arg, const struct scan_cell *cell, struct err *err)
{
    struct sheet_sort *s = arg;
    struct kept k = { .cell = *cell, .order = s->n++ };

    k.text = s->texts.n;
    buf_add(&s->texts, cell->text, cell->text ? cell->n : 0);
    k.formula = s->texts.n;
    buf_add(&s->texts, cell->formula, cell->formula ? cell->formula_n : 0);
    buf_add(&s->cells, &k, sizeof k);
    if (s->cells.failed || s->texts.failed)
        return workbook_too_large(err, "over %u bytes of cells out of order", SHEET_SORT_BYTES);
    return 0;
}

static int pass_tag(void *arg, const struct token *tag, struct err *err)
{
    struct sheet_sort *s = arg;

    return s->wants.tag ? s->wants.tag(s->wants.arg, tag, err) : 0;
}

struct sheet_sort *sheet_sort_new(const struct scan_handler *wants)
{
    struct sheet_sort *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    s->wants = *wants;
    s->handler = (struct scan_handler){ .arg = s, .formulas = wants->formulas, .cell = keep_cell, .tag = pass_tag };
    buf_init(&s->cells, SHEET_SORT_BYTES);
    buf_init(&s->texts, SHEET_SORT_BYTES);
    return s;
}

void sheet_sort_free(struct sheet_sort *s)
{
    if (!s)
        return;
    buf_done(&s->cells);
    buf_done(&s->texts);
    free(s);
}

const struct scan_handler *sheet_sort_handler(const struct sheet_sort *s)
{
    return &s->handler;
}

static int by_address(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;

    if (x->cell.row != y->cell.row)
        return x->cell.row < y->cell.row ? -1 : 1;
    if (x->cell.column != y->cell.column)
        return x->cell.column < y->cell.column ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

int sheet_sort_end(struct sheet_sort *s, const struct cancel *cancel, struct err *err)
{
    struct kept *list = (struct kept *)(void *)s->cells.p;

    if (s->n > 1)
        qsort(list, s->n, sizeof *list, by_address);
    for (size_t i = 0; i < s->n; i++) {
        struct scan_cell *c = &list[i].cell;
        int go;
        if (i + 1 < s->n && list[i + 1].cell.row == c->row && list[i + 1].cell.column == c->column)
            continue;
        c->text = s->texts.p + list[i].text;
        c->formula = c->formula ? s->texts.p + list[i].formula : NULL;
        if (i % CHECK_CELLS == 0 && cancel_check(cancel, err) < 0)
            return -1;
        go = s->wants.cell(s->wants.arg, c, err);
        if (go != 0)
            return go;
    }
    return 0;
}
