/* sheet_grid.c - one row at a time; a text is a place in the row's buffer until the row is given out, for the buffer
 * moves as it grows. */
#include "office/sheet_grid.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/datum.h"
#include "grid/names.h"
#include "grid/source.h"
#include "office/package/refusals.h"
#include "office/workbook.h"
#include <string.h>

static bool is_text(const struct datum *d)
{
    return d->kind == DATUM_TEXT || d->kind == DATUM_ERROR;
}

static int end_row(struct sheet_grid *g, struct err *err)
{
    int done;

    if (g->texts.failed)
        return workbook_too_large(err, "a row of over %zu bytes", g->texts.max);
    for (size_t i = 0; i < g->n; i++)
        if (is_text(&g->values[i]))
            g->values[i].p = g->texts.p + g->values[i].integer;
    done = g->to->row(g->to->arg, g->values, g->n, err);
    memset(g->values, 0, g->n * sizeof *g->values);
    g->n = 0;
    g->row++;
    buf_cut(&g->texts, 0);
    return done;
}

int sheet_grid_begin(struct sheet_grid *g, struct arena *a, const char *name, struct err *err)
{
    size_t n = g->right >= g->left ? g->right - g->left + 1 : 0;
    struct show_head *heads = arena_array(a, n, sizeof *heads);

    for (uint32_t i = 0; i < n; i++) {
        struct buf b CLEANUP(buf_done) = BUF(32);
        names_letters(&b, g->left + i);
        heads[i].name = arena_dup(a, b.p, b.n);
    }
    g->values = arena_array(a, n, sizeof *g->values);
    g->row = g->top;
    buf_init(&g->texts, SHEET_ROW_BYTES);
    return g->to->begin(g->to->arg, name, heads, n, true, err);
}

int sheet_grid_reach(struct sheet_grid *g, uint32_t row, uint32_t column, bool *ret_inside, struct err *err)
{
    if (row > g->bottom)
        return 1;
    *ret_inside = row >= g->top && column >= g->left && column <= g->right;
    while (*ret_inside && g->row < row)
        if (end_row(g, err))
            return -1;
    return 0;
}

static bool is_hidden(const struct sheet_grid *g, uint32_t column, const struct datum *value, size_t at, bool is_number)
{
    struct redaction_cell v = { .sheet = g->sheet, .row = g->row, .column = column };

    if (is_text(value) && !g->texts.failed) {
        v.text = g->texts.p + at;
        v.n = value->n;
        v.is_number = is_number;
    }
    return g->redaction->hides(g->redaction->arg, &v);
}

void sheet_grid_put(struct sheet_grid *g, uint32_t column, struct datum value, size_t at, bool is_number)
{
    if (value.kind == DATUM_NONE || (g->redaction && is_hidden(g, column, &value, at, is_number)))
        return;
    if (is_text(&value))
        value.integer = (int64_t)at;
    g->values[column - g->left] = value;
    g->n = column - g->left + 1;
}

int sheet_grid_end(struct sheet_grid *g, int status, struct err *err)
{
    if (status == 0 && g->n > 0)
        status = end_row(g, err);
    buf_done(&g->texts);
    return status;
}
