/* engine_value.c - the engine's vectors as JSON values, without rounding.
 *
 * Integers of every width and decimals become the digits they are; doubles their shortest form; dates and times ISO
 * text; lists, structs and maps the text of a JSON value, as a cell holds one thing.
 */
#include "data/engine/engine_value.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "grid/types/values.h"
#include <inttypes.h>
#include <math.h>

#define SECOND_US 1000000

struct cell_reader {
    struct arena *arena;
    size_t values; /* read into this cell so far */
};

static struct json *read_any(struct cell_reader *r, const struct view *v, uint64_t row);

/* ---- numbers ---- */

static struct json *number(struct arena *a, uint128 v, bool negative, int scale)
{
    char room[VALUE_DIGITS_BYTES];
    size_t n;
    const char *digits = value_digits(v, negative, scale, room, &n);

    return json_number(a, digits, n);
}

static struct json *signed_number(struct arena *a, int128 v, int scale)
{
    return number(a, v < 0 ? 0 - (uint128)v : (uint128)v, v < 0, scale);
}

static int128 hugeint(duckdb_hugeint v)
{
    return (int128)((uint128)(uint64_t)v.upper << 64 | v.lower);
}

#define READ_INTEGER(name, ctype)                                                                                      \
    static struct json *name(struct cell_reader *r, const struct view *v, uint64_t row)                                \
    {                                                                                                                  \
        return json_int(r->arena, ((const ctype *)v->data)[row]);                                                      \
    }
READ_INTEGER(read_int8, int8_t)
READ_INTEGER(read_int16, int16_t)
READ_INTEGER(read_int32, int32_t)
READ_INTEGER(read_int64, int64_t)
READ_INTEGER(read_uint8, uint8_t)
READ_INTEGER(read_uint16, uint16_t)
READ_INTEGER(read_uint32, uint32_t)

static struct json *read_uint64(struct cell_reader *r, const struct view *v, uint64_t row)
{
    return number(r->arena, ((const uint64_t *)v->data)[row], false, 0);
}

static struct json *read_hugeint(struct cell_reader *r, const struct view *v, uint64_t row)
{
    return signed_number(r->arena, hugeint(((const duckdb_hugeint *)v->data)[row]), 0);
}

static struct json *read_uhugeint(struct cell_reader *r, const struct view *v, uint64_t row)
{
    duckdb_uhugeint u = ((const duckdb_uhugeint *)v->data)[row];

    return number(r->arena, (uint128)u.upper << 64 | u.lower, false, 0);
}

static struct json *read_decimal(struct cell_reader *r, const struct view *v, uint64_t row)
{
    const duckdb_type storage = v->shape->storage;
    int128 digits;

    if (storage == DUCKDB_TYPE_SMALLINT)
        digits = ((const int16_t *)v->data)[row];
    else if (storage == DUCKDB_TYPE_INTEGER)
        digits = ((const int32_t *)v->data)[row];
    else if (storage == DUCKDB_TYPE_BIGINT)
        digits = ((const int64_t *)v->data)[row];
    else
        digits = hugeint(((const duckdb_hugeint *)v->data)[row]);
    return signed_number(r->arena, digits, v->shape->scale);
}

/* JSON has neither NaN nor infinity. */
static struct json *real(struct arena *a, double v)
{
    return isfinite(v) ? json_double(a, v) : json_null(a);
}

static struct json *read_float(struct cell_reader *r, const struct view *v, uint64_t row)
{
    return real(r->arena, (double)((const float *)v->data)[row]);
}

static struct json *read_double(struct cell_reader *r, const struct view *v, uint64_t row)
{
    return real(r->arena, ((const double *)v->data)[row]);
}

static struct json *read_boolean(struct cell_reader *r, const struct view *v, uint64_t row)
{
    return json_bool(r->arena, ((const bool *)v->data)[row]);
}

static struct json *read_null(struct cell_reader *r, const struct view *v, uint64_t row)
{
    (void)v;
    (void)row;
    return json_null(r->arena);
}

/* ---- text ---- */

const char *string_text(const void *data, uint64_t row, size_t *ret_n)
{
    const duckdb_string_t *s = &((const duckdb_string_t *)data)[row];

    /* Short texts lie in the vector itself, longer ones beside it; the length is in the same place. */
    *ret_n = s->value.inlined.length;
    return *ret_n <= sizeof s->value.inlined.inlined ? s->value.inlined.inlined : s->value.pointer.ptr;
}

static struct json *read_text(struct cell_reader *r, const struct view *v, uint64_t row)
{
    size_t n;
    const char *p = string_text(v->data, row, &n);

    return n > DATA_CELL_BYTES ? NULL : json_strn(r->arena, p, n);
}

/* Stored as a number whose top bit is turned, so that it sorts. */
static struct json *read_uuid(struct cell_reader *r, const struct view *v, uint64_t row)
{
    duckdb_hugeint h = ((const duckdb_hugeint *)v->data)[row];
    uint64_t top = (uint64_t)h.upper ^ (1ULL << 63);

    return json_str(r->arena,
                    arena_printf(r->arena, "%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64,
                                 top >> 32, top >> 16 & 0xffff, top & 0xffff, h.lower >> 48, h.lower & 0xffffffffffff));
}

/* ---- dates and times ---- */

/* The places of a second that are not zero at the end, with their point; nothing for a whole one. */
static const char *fraction(struct arena *a, int64_t nanos)
{
    char text[16];
    int n = snprintf(text, sizeof text, ".%09" PRId64, nanos);

    while (n > 0 && text[n - 1] == '0')
        n--;
    return arena_dup(a, text, n > 1 ? (size_t)n : 0);
}

static struct json *clock_text(struct arena *a, int64_t seconds, int64_t nanos)
{
    return json_str(a, arena_printf(a, "%02" PRId64 ":%02" PRId64 ":%02" PRId64 "%s", seconds / 3600, seconds / 60 % 60,
                                    seconds % 60, fraction(a, nanos)));
}

static struct json *read_date(struct cell_reader *r, const struct view *v, uint64_t row)
{
    duckdb_date date = ((const duckdb_date *)v->data)[row];
    const struct duck_api *api = v->shape->api;
    duckdb_date_struct d;

    if (!api->is_finite_date(date))
        return json_str(r->arena, date.days > 0 ? "infinity" : "-infinity");
    d = api->from_date(date);
    return json_str(r->arena,
                    arena_printf(r->arena, "%s%04d-%02d-%02d", d.year < 0 ? "-" : "", abs(d.year), d.month, d.day));
}

/* units of which `per_second` make a second, since 1970-01-01. The largest and smallest mean infinity. */
static struct json *moment(struct arena *a, int64_t v, int64_t per_second, const char *zone)
{
    int64_t seconds = v / per_second - (v % per_second < 0), us;
    struct civil c;

    if (v == INT64_MAX || v == -INT64_MAX)
        return json_str(a, v > 0 ? "infinity" : "-infinity");
    if (__builtin_mul_overflow(seconds, (int64_t)SECOND_US, &us))
        return json_null(a);
    c = civil_from_us(us);
    return json_str(
        a, arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02d%s%s", c.year, c.month, c.day, c.hour, c.minute, c.second,
                        fraction(a, (v - seconds * per_second) * (1000 * (int64_t)SECOND_US / per_second)), zone));
}

#define READ_MOMENT(name, per_second, zone)                                                                            \
    static struct json *name(struct cell_reader *r, const struct view *v, uint64_t row)                                \
    {                                                                                                                  \
        return moment(r->arena, ((const int64_t *)v->data)[row], per_second, zone);                                    \
    }
READ_MOMENT(read_timestamp, SECOND_US, "")
READ_MOMENT(read_timestamp_utc, SECOND_US, "Z")
READ_MOMENT(read_timestamp_s, 1, "")
READ_MOMENT(read_timestamp_ms, 1000, "")
READ_MOMENT(read_timestamp_ns, 1000 * (int64_t)SECOND_US, "")

static struct json *read_time(struct cell_reader *r, const struct view *v, uint64_t row)
{
    int64_t us = ((const int64_t *)v->data)[row];

    return clock_text(r->arena, us / SECOND_US, us % SECOND_US * 1000);
}

static struct json *read_time_ns(struct cell_reader *r, const struct view *v, uint64_t row)
{
    int64_t ns = ((const int64_t *)v->data)[row];

    return clock_text(r->arena, ns / (1000 * (int64_t)SECOND_US), ns % (1000 * (int64_t)SECOND_US));
}

/* "14 months 3 days 01:30:00": the parts are not comparable with each other, so none is turned into another. */
static struct json *read_interval(struct cell_reader *r, const struct view *v, uint64_t row)
{
    duckdb_interval i = ((const duckdb_interval *)v->data)[row];
    uint64_t us = i.micros < 0 ? 0 - (uint64_t)i.micros : (uint64_t)i.micros, seconds = us / SECOND_US;
    const char *text = "";

    if (i.months)
        text = arena_printf(r->arena, "%d month%s ", i.months, i.months == 1 ? "" : "s");
    if (i.days)
        text = arena_printf(r->arena, "%s%d day%s ", text, i.days, i.days == 1 ? "" : "s");
    if (i.micros || !*text)
        text = arena_printf(r->arena, "%s%s%02" PRIu64 ":%02" PRIu64 ":%02" PRIu64 "%s ", text, i.micros < 0 ? "-" : "",
                            seconds / 3600, seconds / 60 % 60, seconds % 60,
                            fraction(r->arena, (int64_t)(us % SECOND_US * 1000)));
    return json_strn(r->arena, text, strlen(text) - 1);
}

/* ---- lists and structs ---- */

static struct json *read_items(struct cell_reader *r, const struct view *child, uint64_t from, uint64_t n)
{
    struct json *list = json_array(r->arena);

    for (uint64_t i = 0; i < n; i++) {
        struct json *item = read_any(r, child, from + i);
        if (!item)
            return NULL;
        json_push(r->arena, list, item);
    }
    return list;
}

static struct json *read_list(struct cell_reader *r, const struct view *v, uint64_t row)
{
    duckdb_list_entry entry = ((const duckdb_list_entry *)v->data)[row];

    return read_items(r, &v->children[0], entry.offset, entry.length);
}

static struct json *read_array(struct cell_reader *r, const struct view *v, uint64_t row)
{
    return read_items(r, &v->children[0], row * v->shape->size, v->shape->size);
}

static struct json *read_struct(struct cell_reader *r, const struct view *v, uint64_t row)
{
    struct json *object = json_object(r->arena);

    for (size_t i = 0; i < v->shape->n_children; i++) {
        struct json *member = read_any(r, &v->children[i], row);
        if (!member)
            return NULL;
        json_set(r->arena, object, v->shape->names[i], member);
    }
    return object;
}

static struct json *read_any(struct cell_reader *r, const struct view *v, uint64_t row)
{
    if (++r->values > ENGINE_NEST_VALUES)
        return NULL;
    if (v->valid && !(v->valid[row / 64] >> (row % 64) & 1))
        return json_null(r->arena);
    return v->shape->read(r, v, row);
}

struct json *view_value(struct arena *a, const struct view *v, uint64_t row)
{
    struct cell_reader r = { .arena = a };
    struct json *value = read_any(&r, v, row);
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    if (!json_is(value, JSON_ARRAY) && !json_is(value, JSON_OBJECT))
        return value;
    json_write(&b, value);
    return b.failed ? NULL : json_strn(a, b.p, b.n);
}

/* ---- types ---- */

static const struct {
    read_fn *read;
    enum column_type type;
} readers[] = {
    [DUCKDB_TYPE_BOOLEAN] = { read_boolean, COLUMN_BOOLEAN },
    [DUCKDB_TYPE_TINYINT] = { read_int8, COLUMN_INTEGER },
    [DUCKDB_TYPE_SMALLINT] = { read_int16, COLUMN_INTEGER },
    [DUCKDB_TYPE_INTEGER] = { read_int32, COLUMN_INTEGER },
    [DUCKDB_TYPE_BIGINT] = { read_int64, COLUMN_INTEGER },
    [DUCKDB_TYPE_UTINYINT] = { read_uint8, COLUMN_INTEGER },
    [DUCKDB_TYPE_USMALLINT] = { read_uint16, COLUMN_INTEGER },
    [DUCKDB_TYPE_UINTEGER] = { read_uint32, COLUMN_INTEGER },
    [DUCKDB_TYPE_UBIGINT] = { read_uint64, COLUMN_INTEGER },
    [DUCKDB_TYPE_HUGEINT] = { read_hugeint, COLUMN_INTEGER },
    [DUCKDB_TYPE_UHUGEINT] = { read_uhugeint, COLUMN_INTEGER },
    [DUCKDB_TYPE_DECIMAL] = { read_decimal, COLUMN_DECIMAL },
    [DUCKDB_TYPE_FLOAT] = { read_float, COLUMN_FLOAT },
    [DUCKDB_TYPE_DOUBLE] = { read_double, COLUMN_FLOAT },
    [DUCKDB_TYPE_VARCHAR] = { read_text, COLUMN_TEXT },
    [DUCKDB_TYPE_UUID] = { read_uuid, COLUMN_TEXT },
    [DUCKDB_TYPE_DATE] = { read_date, COLUMN_DATE },
    [DUCKDB_TYPE_TIMESTAMP] = { read_timestamp, COLUMN_TIMESTAMP },
    [DUCKDB_TYPE_TIMESTAMP_TZ] = { read_timestamp_utc, COLUMN_TIMESTAMP },
    [DUCKDB_TYPE_TIMESTAMP_S] = { read_timestamp_s, COLUMN_TIMESTAMP },
    [DUCKDB_TYPE_TIMESTAMP_MS] = { read_timestamp_ms, COLUMN_TIMESTAMP },
    [DUCKDB_TYPE_TIMESTAMP_NS] = { read_timestamp_ns, COLUMN_TIMESTAMP },
    [DUCKDB_TYPE_TIME] = { read_time, COLUMN_TEXT },
    [DUCKDB_TYPE_TIME_NS] = { read_time_ns, COLUMN_TEXT },
    [DUCKDB_TYPE_INTERVAL] = { read_interval, COLUMN_TEXT },
    [DUCKDB_TYPE_LIST] = { read_list, COLUMN_TEXT },
    [DUCKDB_TYPE_MAP] = { read_list, COLUMN_TEXT },
    [DUCKDB_TYPE_ARRAY] = { read_array, COLUMN_TEXT },
    [DUCKDB_TYPE_STRUCT] = { read_struct, COLUMN_TEXT },
    [DUCKDB_TYPE_SQLNULL] = { read_null, COLUMN_TEXT },
};

read_fn *value_reader(duckdb_type id, enum column_type *ret_type)
{
    if (id >= COUNT_OF(readers) || !readers[id].read)
        return NULL;
    *ret_type = readers[id].type;
    return readers[id].read;
}
