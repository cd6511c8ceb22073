/* columns.c - the columns themselves, and single values out of them. */
#include "grid/columns/columns.h"
#include "base/arena.h"
#include "base/buf.h"
#include "grid/columns/columns_node.h"
#include "grid/growing.h"
#include "grid/types/values.h"
#include <sys/mman.h>

struct columns *columns_new(size_t n_columns, size_t n_parts)
{
    struct columns *c = room_new(1, sizeof *c);

    c->arena = arena_new();
    c->n_columns = n_columns;
    c->n_parts = n_parts;
    c->starts = arena_array(c->arena, n_parts + 1, sizeof *c->starts);
    c->parts = arena_array(c->arena, n_columns * n_parts, sizeof *c->parts);
    c->misfits = arena_array(c->arena, n_columns, sizeof *c->misfits);
    c->described = arena_array(c->arena, n_columns, sizeof *c->described);
    return c;
}

static void free_values(struct columns *c)
{
    for (size_t i = 0; i < c->n_columns * c->n_parts; i++) {
        free(c->parts[i].values);
        free(c->parts[i].valid);
        free(c->parts[i].at);
        free(c->parts[i].bytes);
    }
    for (size_t i = 0; i < c->n_columns; i++) {
        free(c->misfits[i].rows);
        free(c->misfits[i].at);
        free(c->misfits[i].bytes);
    }
}

void columns_free(struct columns *c)
{
    if (!c)
        return;
    if (c->map)
        munmap(c->map, c->map_bytes);
    else
        free_values(c);
    arena_free(c->arena);
    free(c);
}

uint64_t columns_rows(const struct columns *c)
{
    return c->rows;
}

size_t columns_describe(const struct columns *c, const struct column **ret)
{
    *ret = c->described;
    return c->n_columns;
}

uint32_t part_width(const struct column *c)
{
    switch (c->type) {
    case COLUMN_BOOLEAN:
        return 1;
    case COLUMN_DATE:
        return 4;
    case COLUMN_INTEGER:
    case COLUMN_FLOAT:
    case COLUMN_TIMESTAMP:
        return 8;
    case COLUMN_DECIMAL:
        return c->precision <= 4 ? 2 : c->precision <= 9 ? 4 : c->precision <= 18 ? 8 : 16;
    case COLUMN_TEXT:
    case COLUMN_TYPES:
        break;
    }
    return 0;
}

static size_t part_bytes(const struct part *p, uint64_t rows)
{
    size_t bytes = (size_t)rows * p->width;

    if (p->valid)
        bytes += part_words(rows) * sizeof *p->valid;
    if (p->at)
        bytes += (p->n_texts + 1u) * sizeof *p->at + p->at[p->n_texts];
    return bytes;
}

size_t columns_bytes(const struct columns *c)
{
    size_t bytes = sizeof *c + arena_used(c->arena);

    for (size_t k = 0; k < c->n_parts; k++)
        for (size_t i = 0; i < c->n_columns; i++)
            bytes += part_bytes(columns_part(c, i, k), columns_part_rows(c, k));
    for (size_t i = 0; i < c->n_columns; i++)
        if (c->misfits[i].n > 0)
            bytes += (2 * c->misfits[i].n + 1) * sizeof(uint64_t) + c->misfits[i].at[c->misfits[i].n];
    return bytes;
}

/* ---- single values ---- */

size_t columns_find_part(const struct columns *c, uint64_t row)
{
    size_t low = 0, high = c->n_parts;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (c->starts[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void show_value(const struct column *c, const struct part *p, uint64_t row, struct buf *out)
{
    switch (c->type) {
    case COLUMN_BOOLEAN:
        buf_adds(out, ((const unsigned char *)p->values)[row] ? "true" : "false");
        break;
    case COLUMN_DATE:
        value_show_date(((const int32_t *)p->values)[row], out);
        break;
    case COLUMN_TIMESTAMP:
        value_show_time(((const int64_t *)p->values)[row], out);
        break;
    case COLUMN_FLOAT:
        value_show_float(((const double *)p->values)[row], out);
        break;
    case COLUMN_INTEGER:
        value_show_decimal(((const int64_t *)p->values)[row], 0, out);
        break;
    case COLUMN_DECIMAL:
        value_show_decimal(part_exact(p, row), c->scale, out);
        break;
    case COLUMN_TEXT:
    case COLUMN_TYPES:
        break;
    }
}

const char *columns_value(const struct columns *c, size_t column, uint64_t row, struct buf *scratch, size_t *ret_n)
{
    size_t k = columns_find_part(c, row);
    const struct part *p = columns_part(c, column, k);

    row -= c->starts[k];
    if (!part_has(p, row))
        return NULL;
    if (c->described[column].type == COLUMN_TEXT)
        return part_text(p, part_code(p, row), ret_n);
    buf_cut(scratch, 0);
    show_value(&c->described[column], p, row, scratch);
    *ret_n = scratch->n;
    return scratch->p;
}

const char *columns_misfit(const struct columns *c, size_t column, uint64_t i, uint64_t *ret_row, size_t *ret_n)
{
    const struct misfits *m = &c->misfits[column];

    *ret_row = m->rows[i];
    *ret_n = (size_t)(m->at[i + 1] - m->at[i]);
    return m->bytes + m->at[i];
}
