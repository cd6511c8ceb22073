/* schema_values.c - the different values of a column as they come: looked up by hash, added where they are new.
 *
 * A column with more than LINK_COLUMN_VALUES different values is no longer looked up at all: nobody asks for one of a
 * million numbers by accident. Keys are told nevertheless, as their numbers rise from row to row.
 */
#include "base/limits.h"
#include "base/mix.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "link/schema_node.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_ROOM 16
#define TEXTS_ROOM 4096

static bool slow_number(const char *p, size_t n, double *ret)
{
    char text[64], *end;

    if (n == 0 || n >= sizeof text || !(str_is_digit(*p) || *p == '-' || *p == '+' || *p == '.'))
        return false;
    memcpy(text, p, n);
    text[n] = 0;
    *ret = strtod(text, &end);
    return *end == 0 && isfinite(*ret);
}

/* Up to 15 digits, which most are, without strtod: both parts of the fraction are exact, so that it is rounded once. */
bool value_number(const char *p, size_t n, double *ret)
{
    bool minus = n > 0 && *p == '-', point = false;
    double scale = 1;
    int64_t v = 0;

    if (n - minus == 0 || n - minus > 15)
        return slow_number(p, n, ret);
    for (size_t i = minus; i < n; i++) {
        if (p[i] == '.' && !point && i > minus && i + 1 < n) {
            point = true;
            continue;
        }
        if (!str_is_digit(p[i]))
            return slow_number(p, n, ret);
        v = v * 10 + (p[i] - '0');
        scale *= point ? 10 : 1;
    }
    *ret = (double)(minus ? -v : v) / scale;
    return true;
}

bool value_measure(enum column_type type, const char *p, size_t n, double *ret)
{
    int64_t day;

    if (column_is_number(type))
        return value_number(p, n, ret);
    if ((type != COLUMN_DATE && type != COLUMN_TIMESTAMP) || n < 10 || !date_read(p, 10, &day))
        return false;
    *ret = (double)day;
    if (n >= 19) /* the time, so that two of one day differ */
        *ret += ((p[11] - '0') * 36000 + (p[12] - '0') * 3600 + (p[14] - '0') * 600 + (p[15] - '0') * 60 +
                 (p[17] - '0') * 10 + (p[18] - '0')) /
                86400.0;
    return true;
}

const char *value_text(const struct schema *s, const struct kept_value *v)
{
    return s->texts.p + v->at;
}

static bool same(const struct schema *s, const struct kept_value *v, const char *p, size_t n)
{
    bool cut = n > LINK_VALUE_TEXT;

    if (v->cut != cut || (!cut && v->n != n))
        return false;
    return memcmp(value_text(s, v), p, v->n) == 0;
}

/* A slot has the hash above the number of a value and 1, so that most others are told apart without looking. */
static uint64_t slot_for(uint32_t hash, size_t value)
{
    return (uint64_t)hash << 32 | (uint32_t)(value + 1);
}

static size_t slot_of(const struct schema *s, const struct column_values *c, const char *p, size_t n, uint32_t hash)
{
    size_t i = hash & (c->n_slots - 1);

    while (c->slots[i] && (c->slots[i] >> 32 != hash || !same(s, &c->values[column_slot_value(c->slots[i])], p, n)))
        i = (i + 1) & (c->n_slots - 1);
    return i;
}

const struct kept_value *value_of_column(const struct schema *s, size_t column, const char *p, size_t n, uint32_t hash)
{
    const struct column_values *c = &s->load[column];
    size_t slot;

    if (c->n_slots == 0)
        return NULL;
    slot = slot_of(s, c, p, n, hash);
    return c->slots[slot] ? &c->values[column_slot_value(c->slots[slot])] : NULL;
}

static void more_slots(struct column_values *c)
{
    free(c->slots);
    c->n_slots = c->n_slots ? c->n_slots * 2 : VALUES_ROOM * 2;
    c->slots = calloc(c->n_slots, sizeof *c->slots);
    if (!c->slots)
        abort();
    for (size_t v = 0; v < c->n; v++) {
        size_t i = c->values[v].hash & (c->n_slots - 1);
        while (c->slots[i])
            i = (i + 1) & (c->n_slots - 1);
        c->slots[i] = slot_for(c->values[v].hash, v);
    }
}

/* No more values of the column are kept: there are too many, or they are long texts of which some will do. */
static bool is_full(const struct schema *s, size_t column, size_t kept)
{
    const struct column_values *c = &s->load[column];
    const bool number = column_is_number(s->columns[column].type);

    return s->n_values == LINK_VALUES || c->n == (number ? LINK_COLUMN_NUMBERS : LINK_COLUMN_VALUES) ||
           s->texts.n + kept + 1 > LINK_VALUE_BYTES ||
           (c->n >= LINK_COLUMN_PROSE && c->bytes > c->n * LINK_PROSE_BYTES);
}

/* A value that is new to its column; false where there is no place for it. */
static bool add_value(struct schema *s, size_t column, const char *p, size_t n, uint32_t hash, uint32_t rows)
{
    struct column_values *c = &s->load[column];
    size_t kept = n > LINK_VALUE_TEXT ? str_fit_bytes(p, n, LINK_VALUE_TEXT) : n;

    if (is_full(s, column, kept))
        return false;
    while (s->texts.n + kept + 1 > s->texts.room)
        s->texts.p = schema_grow(s->texts.p, &s->texts.room, TEXTS_ROOM, 1);
    if (c->n == c->room)
        c->values = schema_grow(c->values, &c->room, VALUES_ROOM, sizeof *c->values);
    c->values[c->n++] = (struct kept_value){
        .at = (uint32_t)s->texts.n, .n = (uint16_t)kept, .cut = n > LINK_VALUE_TEXT, .hash = hash, .rows = rows
    };
    memcpy(s->texts.p + s->texts.n, p, kept);
    s->texts.p[s->texts.n + kept] = 0;
    s->texts.n += kept + 1;
    c->bytes += kept;
    s->n_values++;
    return true;
}

bool values_add(struct schema *s, size_t column, const char *p, size_t n, uint32_t hash, uint64_t rows)
{
    struct column_values *c = &s->load[column];
    uint32_t counted = rows < UINT32_MAX ? (uint32_t)rows : UINT32_MAX;
    size_t slot;

    if (c->n * 2 >= c->n_slots)
        more_slots(c);
    slot = slot_of(s, c, p, n, hash);
    if (c->slots[slot]) {
        struct kept_value *v = &c->values[column_slot_value(c->slots[slot])];
        v->rows = v->rows < UINT32_MAX - counted ? v->rows + counted : UINT32_MAX;
        return false;
    }
    if (!add_value(s, column, p, n, hash, counted)) {
        c->cut = true;
        return false;
    }
    c->slots[slot] = slot_for(hash, c->n - 1);
    return true;
}

static void measure_number(struct column_values *c, double v)
{
    c->least = fmin(c->least, v);
    c->most = fmax(c->most, v);
    c->rising = c->rising && v > c->last;
    c->last = v;
}

static void measure(struct column_values *c, enum column_type type, const char *p, size_t n)
{
    double v;

    if (value_measure(type, p, n, &v))
        measure_number(c, v);
    else
        c->rising = false;
}

void values_take(struct schema *s, size_t column, const char *p, size_t n, uint32_t hash)
{
    struct column_values *c = &s->load[column];
    enum column_type type = s->columns[column].type;

    c->seen++;
    if (c->cut || c->rising)
        measure(c, type, p, n);
    if (!c->cut && values_add(s, column, p, n, hash, 1) && !c->rising)
        measure(c, type, p, n);
}
