/* schema_columns.c - taking in a whole table as typed columns.
 *
 * What is different in them is found without texts: a part's dictionary has each text once, with a code a row, and
 * numbers are counted as they are, in binary. Only different values are then written as text and looked up. All
 * numbers, dates and times become whole numbers that are ordered as they are, so that one loop serves them all.
 */
#include "base/buf.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/timefmt.h"
#include "grid/columns/columns.h"
#include "grid/columns/columns_node.h"
#include "link/schema_node.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TALLY_ROOM 64
#define CELL_BYTES 128 /* of a number as text */

/* A column that is taken in. */
struct taking {
    struct schema *s;
    const struct columns *from;
    size_t column; /* of the schema */
    size_t place;  /* in `from` */
    uint64_t *const *valid;
};

static const uint64_t *valid_of(const struct taking *t, size_t part)
{
    return t->valid && t->valid[part] ? t->valid[part] : columns_part(t->from, t->place, part)->valid;
}

static bool has(const uint64_t *valid, uint64_t row)
{
    return !valid || (valid[row / 64] >> (row % 64) & 1);
}

/* ---- texts ---- */

static void add_text(const struct taking *t, const char *p, size_t n, uint64_t rows)
{
    if (n > 0 && !t->s->load[t->column].cut)
        values_add(t->s, t->column, p, n, mix_hash(p, n), rows);
}

static void take_codes(const struct taking *t, const struct part *p, const uint64_t *valid, uint64_t rows)
{
    uint32_t *counts = calloc((size_t)p->n_texts + 1, sizeof *counts);
    size_t n;

    if (!counts)
        abort();
    for (uint64_t row = 0; row < rows; row++)
        counts[part_code(p, row)] += has(valid, row);
    for (uint32_t i = 0; i < p->n_texts; i++)
        if (counts[i] > 0) {
            const char *text = part_text(p, i, &n);
            add_text(t, text, n, counts[i]);
        }
    free(counts);
}

static void take_texts(const struct taking *t)
{
    size_t n;

    for (size_t k = 0; k < t->from->n_parts && !t->s->load[t->column].cut; k++) {
        const struct part *p = columns_part(t->from, t->place, k);
        const uint64_t *valid = valid_of(t, k), rows = columns_part_rows(t->from, k);
        if (p->width > 0) {
            take_codes(t, p, valid, rows);
            continue;
        }
        for (uint64_t row = 0; row < rows && !t->s->load[t->column].cut; row++)
            if (has(valid, row)) {
                const char *text = part_text(p, (uint32_t)row, &n);
                add_text(t, text, n, 1);
            }
    }
    t->s->load[t->column].rising = false;
}

/* ---- numbers ---- */

struct counted {
    int64_t number;
    uint64_t rows;
    uint64_t first; /* of them */
};

/* Different numbers, at most LINK_COLUMN_NUMBERS, in the order of their first rows. */
struct tally {
    struct counted *numbers;
    size_t n, room;
    uint32_t *slots; /* open addressing: a number's place and 1 */
    size_t n_slots;  /* a power of two */
    bool cut;
};

static size_t tally_slot(const struct tally *y, int64_t number)
{
    size_t i = (size_t)((uint64_t)number * 0x9E3779B97F4A7C15u >> 32) & (y->n_slots - 1);

    while (y->slots[i] && y->numbers[y->slots[i] - 1].number != number)
        i = (i + 1) & (y->n_slots - 1);
    return i;
}

static void tally_grow(struct tally *y)
{
    free(y->slots);
    y->n_slots = y->n_slots ? y->n_slots * 2 : TALLY_ROOM;
    y->slots = calloc(y->n_slots, sizeof *y->slots);
    if (!y->slots)
        abort();
    for (size_t i = 0; i < y->n; i++)
        y->slots[tally_slot(y, y->numbers[i].number)] = (uint32_t)i + 1;
}

static void tally_add(struct tally *y, int64_t number, uint64_t row)
{
    size_t slot;

    if (y->n * 2 >= y->n_slots)
        tally_grow(y);
    slot = tally_slot(y, number);
    if (y->slots[slot]) {
        y->numbers[y->slots[slot] - 1].rows++;
        return;
    }
    if (y->n == LINK_COLUMN_NUMBERS) {
        y->cut = true;
        return;
    }
    if (y->n == y->room)
        y->numbers = schema_grow(y->numbers, &y->room, TALLY_ROOM, sizeof *y->numbers);
    y->numbers[y->n++] = (struct counted){ .number = number, .rows = 1, .first = row };
    y->slots[slot] = (uint32_t)y->n;
}

/* The numbers as texts; the tally is over. */
static void tally_end(struct tally *y, const struct taking *t)
{
    struct buf text CLEANUP(buf_done) = BUF(CELL_BYTES);

    for (size_t i = 0; i < y->n; i++) {
        size_t bytes;
        const char *p = columns_value(t->from, t->place, y->numbers[i].first, &text, &bytes);
        add_text(t, p, p ? bytes : 0, y->numbers[i].rows);
    }
    if (y->cut)
        t->s->load[t->column].cut = true;
    free(y->numbers);
    free(y->slots);
}

/* A float's bits, ordered as the floats are; and back. */
static int64_t order_bits(int64_t bits)
{
    return bits ^ (bits >> 63 & INT64_MAX);
}

static int64_t whole_at(const struct part *p, enum column_type type, uint64_t row)
{
    int64_t wide;

    if (p->width == 8) {
        memcpy(&wide, (const char *)p->values + row * sizeof wide, sizeof wide);
        return type == COLUMN_FLOAT ? order_bits(wide) : wide;
    }
    if (p->width == 4)
        return ((const int32_t *)p->values)[row];
    return p->width == 2 ? ((const int16_t *)p->values)[row] : ((const uint8_t *)p->values)[row];
}

static double measure_of(const struct column *c, int64_t whole)
{
    int64_t bits = order_bits(whole);
    double real;

    memcpy(&real, &bits, sizeof real);
    switch (c->type) {
    case COLUMN_FLOAT:
        return real;
    case COLUMN_DECIMAL:
        return (double)whole / pow(10, c->scale);
    case COLUMN_TIMESTAMP:
        return (double)whole / (double)DAY_US;
    case COLUMN_TEXT:
    case COLUMN_INTEGER:
    case COLUMN_BOOLEAN:
    case COLUMN_DATE:
    case COLUMN_TYPES:
        break;
    }
    return (double)whole;
}

/* What is known of the order of a column's numbers. */
struct range {
    int64_t least, most, last;
    bool any, rising;
};

static void range_add(struct range *r, int64_t number)
{
    r->rising = r->rising && (!r->any || number > r->last);
    r->least = r->any && r->least < number ? r->least : number;
    r->most = r->any && r->most > number ? r->most : number;
    r->last = number;
    r->any = true;
}

static void take_numbers(const struct taking *t)
{
    const struct column *c = &t->from->described[t->place];
    struct column_values *load = &t->s->load[t->column];
    struct range r = { .rising = c->type != COLUMN_BOOLEAN };
    struct tally y = { .n = 0 };

    for (size_t k = 0; k < t->from->n_parts; k++) {
        const struct part *p = columns_part(t->from, t->place, k);
        const uint64_t *valid = valid_of(t, k), rows = columns_part_rows(t->from, k);
        for (uint64_t row = 0; row < rows; row++) {
            int64_t number;
            if (!has(valid, row))
                continue;
            number = whole_at(p, c->type, row);
            range_add(&r, number);
            if (!y.cut)
                tally_add(&y, number, t->from->starts[k] + row);
        }
    }
    tally_end(&y, t);
    load->rising = r.rising;
    if (r.any && c->type != COLUMN_BOOLEAN) {
        load->least = measure_of(c, r.least);
        load->most = measure_of(c, r.most);
    }
}

/* Decimals of more than 18 digits, which are rare. */
static void take_wide(const struct taking *t)
{
    struct buf text CLEANUP(buf_done) = BUF(CELL_BYTES);
    size_t n;

    for (size_t k = 0; k < t->from->n_parts; k++)
        for (uint64_t row = 0; row < columns_part_rows(t->from, k); row++)
            if (has(valid_of(t, k), row)) {
                const char *p = columns_value(t->from, t->place, t->from->starts[k] + row, &text, &n);
                values_take(t->s, t->column, p, n, mix_hash(p, n));
            }
}

/* ---- the table ---- */

static uint64_t rows_with_value(const struct taking *t)
{
    uint64_t n = 0;

    for (size_t k = 0; k < t->from->n_parts; k++) {
        const uint64_t *valid = valid_of(t, k), rows = columns_part_rows(t->from, k);
        if (!valid)
            n += rows;
        for (size_t i = 0; valid && i < part_words(rows); i++)
            n += (uint64_t)__builtin_popcountll(valid[i]);
    }
    return n;
}

static void take_column(const struct taking *t)
{
    const struct column *c = &t->from->described[t->place];

    if (c->type == COLUMN_TEXT)
        take_texts(t);
    else if (part_width(c) > sizeof(int64_t))
        take_wide(t);
    else
        take_numbers(t);
    t->s->load[t->column].seen = rows_with_value(t);
}

/* A column and how much it may add: those of few values come first, so that all of them find room. */
struct turn {
    uint64_t texts;
    size_t column, place;
};

static int fewer_first(const void *x, const void *y)
{
    const struct turn *a = x, *b = y;

    if (a->texts != b->texts)
        return a->texts < b->texts ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

void link_schema_columns(struct link_schema *open, const struct columns *from, const bool *left_out,
                         uint64_t *const *const *valid)
{
    struct schema *s = (struct schema *)open; /* the open part is its first */
    struct link_table *table = &s->tables[s->open.n_tables - 1];
    struct turn *turns = calloc(from->n_columns + 1, sizeof *turns);
    size_t n = 0;

    if (!turns)
        abort();
    for (size_t i = 0; i < from->n_columns && n < table->n; i++) {
        if (left_out && left_out[i])
            continue;
        turns[n] = (struct turn){ .column = table->first + n, .place = i };
        for (size_t k = 0; k < from->n_parts && from->described[i].type == COLUMN_TEXT; k++)
            turns[n].texts += columns_part(from, i, k)->n_texts;
        n++;
    }
    if (n > 0)
        qsort(turns, n, sizeof *turns, fewer_first);
    for (size_t i = 0; i < n; i++)
        take_column(&(struct taking){ s, from, turns[i].column, turns[i].place, valid ? valid[turns[i].place] : NULL });
    table->rows = from->rows;
    free(turns);
}
