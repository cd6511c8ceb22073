/* columns_count.c - what a description says of the values, counted in one pass over the finished columns.
 *
 * It is one pass of its own, the same for every source, and cheap: a column with many different values is not looked at
 * any more once that is clear, and of a dictionary only its texts are.
 */
#include "base/arena.h"
#include "base/str.h"
#include "grid/columns/columns_node.h"
#include "grid/columns/distinct.h"
#include <string.h>

static uint64_t count_valid(const struct part *p, uint64_t rows)
{
    uint64_t n = 0;

    if (!p->valid)
        return rows;
    for (size_t i = 0; i < part_words(rows); i++)
        n += (uint64_t)__builtin_popcountll(p->valid[i]);
    return n;
}

static void see_texts(struct distinct *d, struct arena *a, const struct part *p)
{
    size_t n;

    for (uint32_t i = 0; i < p->n_texts && d->n <= COLUMN_VALUES_MAX; i++) {
        const char *text = part_text(p, i, &n);
        if (n > 0) /* the empty text stands for "no value" */
            distinct_add(d, a, text, n);
    }
}

static void see_values(struct distinct *d, struct arena *a, const struct part *p, uint64_t rows)
{
    const char *values = p->values;

    for (uint64_t row = 0; row < rows && d->n <= COLUMN_VALUES_MAX; row++)
        if (part_has(p, row))
            distinct_add(d, a, values + row * p->width, p->width);
}

static int compare_values(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The column's values as a sorted list, if it is short enough for *room bytes. */
static void list_values(struct arena *a, const struct distinct *d, struct column *c, size_t *room)
{
    const char **list;
    size_t bytes = 0;

    for (size_t i = 0; i < d->n; i++) {
        if (d->values[i].n > COLUMN_VALUE_BYTES)
            return;
        bytes += d->values[i].n;
    }
    if (bytes > *room)
        return;
    *room -= bytes;
    list = arena_array(a, d->n, sizeof *list);
    for (size_t i = 0; i < d->n; i++)
        list[i] = arena_dup(a, d->values[i].p, d->values[i].n);
    if (d->n > 0)
        qsort(list, d->n, sizeof *list, compare_values);
    c->values = list;
    c->n_values = d->n;
}

static void list_misfits(struct arena *a, const struct misfits *m, struct column *c)
{
    size_t n = m->n < COLUMN_MISFITS_SHOWN ? (size_t)m->n : COLUMN_MISFITS_SHOWN;
    struct misfit *list = arena_array(a, n, sizeof *list);

    for (size_t i = 0; i < n; i++) {
        const char *text = m->bytes + m->at[i];
        size_t bytes = str_fit_bytes(text, (size_t)(m->at[i + 1] - m->at[i]), COLUMN_MISFIT_BYTES);
        list[i] = (struct misfit){ .row = m->rows[i] + 1, .text = arena_dup(a, text, bytes) };
    }
    c->misfits = m->n;
    c->misfit = list;
    c->n_misfit = n;
}

void columns_count(struct columns *c)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct distinct *d = arena_alloc(scratch, sizeof *d);
    size_t room = TABLE_VALUES_BYTES;

    for (size_t i = 0; i < c->n_columns; i++) {
        struct column *column = &c->described[i];
        uint64_t valid = 0;

        memset(d, 0, sizeof *d);
        for (size_t k = 0; k < c->n_parts; k++) {
            const struct part *p = columns_part(c, i, k);
            valid += count_valid(p, columns_part_rows(c, k));
            if (column->type == COLUMN_TEXT)
                see_texts(d, scratch, p);
            else
                see_values(d, scratch, p, columns_part_rows(c, k));
        }
        column->nulls = c->rows - valid - c->misfits[i].n;
        column->distinct = d->n;
        if (column->type == COLUMN_TEXT && d->n <= COLUMN_VALUES_MAX)
            list_values(c->arena, d, column, &room);
        if (c->misfits[i].n > 0)
            list_misfits(c->arena, &c->misfits[i], column);
    }
}
