/* plain_sheet.c - a header, then rows; anything else means that the sheet is no plain table. */
#include "office/finder/plain_sheet.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/columns/builder.h"
#include "grid/datum.h"
#include "office/finder/fill.h"
#include "office/sheet/book.h"
#include <stdlib.h>

struct plain_sheet {
    const struct book *book;
    bool lost;
    uint32_t header_row, left, right;
    uint32_t last_row; /* with a value */
    struct builder *builder;
    struct fill *fill;
};

struct plain_sheet *plain_sheet_new(const struct book *b)
{
    struct plain_sheet *g = calloc(1, sizeof *g);

    if (!g)
        abort();
    g->book = b;
    return g;
}

static void lose(struct plain_sheet *g)
{
    fill_free(g->fill);
    builder_free(g->builder);
    g->fill = NULL;
    g->builder = NULL;
    g->lost = true;
}

void plain_sheet_free(struct plain_sheet *g)
{
    if (!g)
        return;
    lose(g);
    free(g);
}

static void add_header(struct plain_sheet *g, uint32_t row, uint32_t column, const struct datum *value)
{
    bool is_name = value->kind == DATUM_TEXT || value->kind == DATUM_SHARED;

    if (g->header_row == 0) {
        g->header_row = row;
        g->left = column;
    } else if (column != g->right + 1) {
        lose(g);
    }
    g->right = column;
    if (!is_name || column - g->left >= DATA_COLUMNS)
        lose(g);
}

static void begin_rows(struct plain_sheet *g)
{
    uint32_t columns[DATA_COLUMNS];
    size_t n = g->right - g->left + 1;

    for (uint32_t i = 0; i < n; i++)
        columns[i] = g->left + i;
    g->builder = builder_new(n);
    builder_share(g->builder, g->book->strings.bytes.p, strings_at(&g->book->strings), g->book->strings.n);
    g->fill = fill_new(
        &(struct fill_area){
            .first_row = g->header_row + 1, .last_row = SHEET_ROWS, .columns = columns, .n_columns = n },
        fill_builder, g->builder);
}

void plain_sheet_add(struct plain_sheet *g, uint32_t row, uint32_t column, const struct datum *value)
{
    struct err err; /* a bet that fails is no failure: the table is read again, and that tells */

    if (g->lost)
        return;
    if (g->header_row == 0 || row == g->header_row) {
        add_header(g, row, column, value);
        return;
    }
    if (!g->fill)
        begin_rows(g);
    if (column < g->left || column > g->right || fill_add(g->fill, row, column, value, &err) < 0)
        lose(g);
    g->last_row = row;
}

struct builder *plain_sheet_take(struct plain_sheet *g, const struct fill_area *area, uint32_t header_row,
                                 struct fill_counts *ret_counts)
{
    struct builder *builder = g->builder;
    struct err err;

    if (g->lost || !g->fill || area->n_spans > 0 || header_row != g->header_row || area->first_row != header_row + 1 ||
        area->last_row < g->last_row || area->n_columns != g->right - g->left + 1 || area->columns[0] != g->left ||
        area->columns[area->n_columns - 1] != g->right || fill_end(g->fill, &err) < 0)
        return NULL;
    *ret_counts = fill_counts(g->fill);
    g->builder = NULL;
    return builder;
}
