/* fuzz_totals.c - tables of small numbers and of words that look like totals, a byte a cell: whatever is found is found
 * again, leaves some row, and is just what the table is loaded without. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "csv/csv_source.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/totals/totals.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const cells[] = { "",
                                     "Total",
                                     "North Total",
                                     "North",
                                     "Summe",
                                     "Average",
                                     "Max",
                                     "Min",
                                     "Count",
                                     "South",
                                     "Subtotal",
                                     "All",
                                     "x",
                                     "1e3",
                                     "2024-01-01",
                                     "12.50",
                                     "-5",
                                     "0.1",
                                     "99999999999999999999999999999999999999",
                                     "-",
                                     "Median",
                                     "Std Dev",
                                     "N",
                                     "VAT",
                                     "Discount",
                                     "Jan",
                                     "Feb",
                                     "Q1",
                                     "YTD",
                                     "#DIV/0!" };

static void make_csv(struct buf *b, const uint8_t *data, size_t size)
{
    size_t columns = size ? data[0] % 5 + 1 : 1;

    for (size_t i = 0; i < columns; i++)
        buf_addf(b, "%sc%zu", i ? "," : "", i);
    for (size_t i = 1; i < size && i < CELLS; i++) {
        buf_addc(b, (i - 1) % columns ? ',' : '\n');
        if (data[i] < COUNT_OF(cells))
            buf_adds(b, cells[data[i]]);
        else
            buf_addf(b, "%d", data[i] - (int)COUNT_OF(cells));
    }
    buf_addc(b, '\n');
}

static void check(struct source *s, struct arena *a)
{
    struct loaded all, some;
    struct row_list one, two;
    struct notes notes;
    struct err err;

    notes_init(&notes, a);
    if (s->ops->load(s, 0, NULL, a, &notes, &all, &err))
        return;
    if (totals_find(all.columns, NULL, a, &notes, &one, &err) || totals_find(all.columns, NULL, a, &notes, &two, &err))
        abort();
    if (one.n != two.n || (one.n && memcmp(one.rows, two.rows, one.n * sizeof *one.rows) != 0))
        abort();
    for (size_t i = 0; i < one.n; i++)
        if (one.rows[i] >= columns_rows(all.columns) || (i && one.rows[i] <= one.rows[i - 1]))
            abort();
    if (one.n == columns_rows(all.columns))
        abort();
    if (totals_load(s, 0, NULL, a, &notes, &some, &err))
        abort();
    if (columns_rows(some.columns) + one.n != columns_rows(all.columns))
        abort();
    columns_free(some.columns);
    columns_free(all.columns);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct source_bytes bytes = { .name = "x.csv", .fd = -1 };
    struct source *s;
    struct err err;

    make_csv(&b, data, size);
    bytes.p = b.p;
    bytes.n = b.n;
    if (csv_source(&bytes, NULL, &s, &err))
        return 0;
    check(s, a);
    s->ops->close(s);
    return 0;
}
