/* engine_fill.c - one loop a type, so that nothing is decided again for every cell.
 *
 * The values are those of values.h, exactly; the engine converts nothing. A cell without a value gets a zero and its
 * bit in the vector's validity mask taken away.
 */
#include "data/engine_fill.h"
#include "base/arena.h"
#include "data/values.h"
#include <string.h>

/* ---- types ---- */

void fill_type_sql(const struct column *c, struct buf *sql)
{
    static const char *const names[COLUMN_TYPES] = {
        [COLUMN_TEXT] = "VARCHAR",        [COLUMN_INTEGER] = "BIGINT",  [COLUMN_DECIMAL] = "DECIMAL",
        [COLUMN_FLOAT] = "DOUBLE",        [COLUMN_BOOLEAN] = "BOOLEAN", [COLUMN_DATE] = "DATE",
        [COLUMN_TIMESTAMP] = "TIMESTAMP",
    };

    buf_adds(sql, names[c->type]);
    if (c->type == COLUMN_DECIMAL)
        buf_addf(sql, "(%d,%d)", c->precision, c->scale);
}

duckdb_logical_type fill_type(const struct duck_api *api, const struct column *c)
{
    static const duckdb_type types[COLUMN_TYPES] = {
        [COLUMN_TEXT] = DUCKDB_TYPE_VARCHAR, [COLUMN_INTEGER] = DUCKDB_TYPE_BIGINT,
        [COLUMN_FLOAT] = DUCKDB_TYPE_DOUBLE, [COLUMN_BOOLEAN] = DUCKDB_TYPE_BOOLEAN,
        [COLUMN_DATE] = DUCKDB_TYPE_DATE,    [COLUMN_TIMESTAMP] = DUCKDB_TYPE_TIMESTAMP,
    };

    if (c->type == COLUMN_DECIMAL)
        return api->create_decimal_type((uint8_t)c->precision, (uint8_t)c->scale);
    return api->create_logical_type(types[c->type]);
}

/* ---- cells ---- */

struct target {
    struct fill *fill;
    const struct cell *cells;
    size_t stride, rows;
    duckdb_vector vector;
    void *data;
    uint64_t *valid; /* NULL until a null is met */
};

static void set_null(struct target *t, size_t row)
{
    if (!t->valid) {
        t->fill->api->vector_ensure_validity_writable(t->vector);
        t->valid = t->fill->api->vector_get_validity(t->vector);
    }
    t->valid[row / 64] &= ~(1ULL << (row % 64));
    t->fill->column->nulls++;
}

/* A loop over all rows that stores `value`, an expression of p and n, as a ctype. */
#define FILL(name, ctype, value)                                                                                       \
    static void name(struct target *t)                                                                                 \
    {                                                                                                                  \
        const int scale = t->fill->column->scale;                                                                      \
        ctype *out = t->data;                                                                                          \
                                                                                                                       \
        (void)scale;                                                                                                   \
        for (size_t row = 0; row < t->rows; row++) {                                                                   \
            const char *p = t->cells[row * t->stride].p;                                                               \
            size_t n = t->cells[row * t->stride].n;                                                                    \
                                                                                                                       \
            if (value_is_null(p, n)) {                                                                                 \
                memset(&out[row], 0, sizeof out[row]);                                                                 \
                set_null(t, row);                                                                                      \
                continue;                                                                                              \
            }                                                                                                          \
            out[row] = (ctype)(value);                                                                                 \
            distinct_add(t->fill->distinct, t->fill->arena, &out[row], sizeof out[row]);                               \
        }                                                                                                              \
    }
FILL(fill_integers, int64_t, value_integer(p, n))
FILL(fill_floats, double, value_float(p, n) + 0.0) /* one zero, not two */
FILL(fill_booleans, bool, value_boolean(p, n))
FILL(fill_dates, int32_t, value_date(p, n))
FILL(fill_timestamps, int64_t, value_timestamp(p, n))
FILL(fill_decimals_16, int16_t, value_decimal(p, n, scale))
FILL(fill_decimals_32, int32_t, value_decimal(p, n, scale))
FILL(fill_decimals_64, int64_t, value_decimal(p, n, scale))
FILL(fill_decimals_128, int128, value_decimal(p, n, scale))

/* The widths the engine stores decimals in, by their digits. */
static void fill_decimals(struct target *t)
{
    int digits = t->fill->column->precision;

    if (digits <= 4)
        fill_decimals_16(t);
    else if (digits <= 9)
        fill_decimals_32(t);
    else if (digits <= 18)
        fill_decimals_64(t);
    else
        fill_decimals_128(t);
}

/* Short texts lie in the vector itself, padded with zeros; the engine keeps the others. */
static void put_text(struct target *t, size_t row, const char *p, size_t n)
{
    duckdb_string_t *s = &((duckdb_string_t *)t->data)[row];

    if (n > sizeof s->value.inlined.inlined) {
        t->fill->api->vector_assign_string_element_len(t->vector, row, p, n);
        return;
    }
    memset(s, 0, sizeof *s);
    s->value.inlined.length = (uint32_t)n;
    memcpy(s->value.inlined.inlined, p, n);
}

static void fill_texts(struct target *t)
{
    for (size_t row = 0; row < t->rows; row++) {
        const struct cell *cell = &t->cells[row * t->stride];
        size_t n;
        const char *p = cell_text(cell, t->fill->scratch, &n);

        put_text(t, row, p, n);
        if (n == 0)
            set_null(t, row);
        else
            distinct_add(t->fill->distinct, t->fill->arena, p, n);
    }
}

void fill_vector(struct fill *f, const struct cell *cells, size_t stride, size_t rows, duckdb_vector vector)
{
    static void (*const fills[COLUMN_TYPES])(struct target *) = {
        [COLUMN_TEXT] = fill_texts,           [COLUMN_INTEGER] = fill_integers, [COLUMN_DECIMAL] = fill_decimals,
        [COLUMN_FLOAT] = fill_floats,         [COLUMN_BOOLEAN] = fill_booleans, [COLUMN_DATE] = fill_dates,
        [COLUMN_TIMESTAMP] = fill_timestamps,
    };
    struct target t = { .fill = f, .cells = cells, .stride = stride, .rows = rows, .vector = vector };

    t.data = f->api->vector_get_data(vector);
    fills[f->column->type](&t);
}
