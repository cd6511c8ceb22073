/* fuzz_pg_row.c - any bytes as a row that a server sends, read as every kind of column. */
#include "base/err.h"
#include "formats/pg_value.h"
#include "grid/datum.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 9

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum pg_kind kinds[COLUMNS];
    struct datum values[COLUMNS] = { 0 };
    size_t n = size ? data[0] % COLUMNS + 1u : 1;
    uint64_t cut = 0;
    struct err err;
    char *row = malloc(size + 1);

    if (!row)
        abort();
    for (size_t i = 0; i < n; i++)
        kinds[i] = (enum pg_kind)((i + (size ? data[0] / COLUMNS : 0)) % (PG_BYTES_HEX + 1));
    memcpy(row, data, size);
    if (pg_row(row + (size > 0), size - (size > 0), kinds, n, values, &cut, &err) < 0 && !*err.message)
        abort();
    for (size_t i = 0; i < n; i++)
        if ((values[i].kind == DATUM_TEXT || values[i].kind == DATUM_DECIMAL) && values[i].n > size)
            abort();
    free(row);
    return 0;
}
