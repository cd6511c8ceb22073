/* fuzz_csv.c - any bytes as a CSV file: split, typed over every value, and split again, which must give the same. */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "data/csv.h"
#include "data/records.h"
#include <stdint.h>
#include <stdlib.h>

#define ROWS 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads every record; the number of them and of the bytes in their cells, or -1 when one is refused. */
static int64_t read_all(struct records *r, struct cell *cells)
{
    struct err err;
    int64_t seen = 0;
    size_t rows;

    do {
        if (r->ops->next(r, ROWS, cells, &rows, &err) < 0) {
            if (!*err.message)
                abort();
            return -1;
        }
        for (size_t i = 0; i < rows * r->n_columns; i++)
            seen += cells[i].n + 1;
    } while (rows > 0);
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    struct records *r;
    struct err err;

    if (csv_open(a, (const char *)data, size, &r, &err) < 0) {
        if (!*err.message || !*err.action)
            abort();
    } else {
        struct cell *cells = arena_array(a, ROWS * r->n_columns, sizeof *cells);
        int64_t first = read_all(r, cells);
        r->ops->rewind(r);
        if (read_all(r, cells) != first)
            abort();
    }
    arena_free(a);
    return 0;
}
