/* misfits.c - one list for all columns, sorted as a table is read. */
#include "data/engine/misfits.h"
#include "base/arena.h"
#include "base/json.h"
#include "data/pii/pii.h"
#include "grid/columns/columns.h"
#include "grid/table.h"
#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const struct kept_misfit *x = a, *y = b;

    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

/* Those of column `from`, which is column `to` of the table. */
static void keep_column(struct arena *a, const struct columns *columns, size_t from, size_t to, uint64_t n,
                        const struct column_policy *policy, struct table_misfits *m)
{
    for (uint64_t i = 0; i < n; i++) {
        size_t bytes;
        struct kept_misfit *k = &m->list[m->n++];
        const char *text = columns_misfit(columns, from, i, &k->row, &bytes);

        k->column = to;
        k->text = pii_mask(a, policy, arena_dup(a, text, bytes));
    }
}

struct table_misfits misfits_keep(struct arena *a, const struct columns *columns, const bool *left_out,
                                  const struct column_policy *policy)
{
    struct table_misfits m = { .n = 0 };
    const struct column *described;
    size_t n = columns_describe(columns, &described), to = 0;
    uint64_t total = 0;

    for (size_t i = 0; i < n; i++)
        total += left_out && left_out[i] ? 0 : described[i].misfits;
    m.list = arena_array(a, total, sizeof *m.list);
    for (size_t i = 0; i < n; i++)
        if (!left_out || !left_out[i])
            keep_column(a, columns, i, to++, described[i].misfits, policy, &m);
    if (m.n > 0)
        qsort(m.list, m.n, sizeof *m.list, by_place);
    return m;
}

/* The place of the first one that is in this row or behind it. */
static size_t find_row(const struct table_misfits *m, uint64_t row)
{
    size_t low = 0, high = m->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->list[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The row with its misfits, which begin at *at. */
static struct json *fill_row(const struct table_misfits *m, struct arena *a, size_t *at, const struct json *row)
{
    const uint64_t number = m->list[*at].row;
    struct json *filled = json_array(a);

    for (size_t c = 0; c < json_len(row); c++)
        if (*at < m->n && m->list[*at].row == number && m->list[*at].column == c)
            json_push(a, filled, json_str(a, m->list[(*at)++].text));
        else
            json_push(a, filled, json_at(row, c));
    return filled;
}

struct json *misfits_fill(const struct table_misfits *m, struct arena *a, uint64_t first, const struct json *rows)
{
    struct json *filled = json_array(a);
    size_t at = find_row(m, first);

    for (size_t r = 0; r < json_len(rows); r++) {
        struct json *row = json_at(rows, r);
        bool has_some = at < m->n && m->list[at].row == first + r;
        json_push(a, filled, has_some ? fill_row(m, a, &at, row) : row);
    }
    return filled;
}
