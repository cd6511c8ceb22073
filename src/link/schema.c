/* schema.c - taking in the rows: each cell is looked up among its column's values.
 *
 * Most cells of most columns are one of few values, so that a look-up hits memory that is warm. A column with more than
 * LINK_COLUMN_VALUES different values is no longer looked up at all: nobody asks for one of a million numbers by
 * accident. Keys are told nevertheless, as their numbers rise from row to row.
 */
#include "link/schema.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/mix.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "link/name.h"
#include "link/schema_node.h"
#include <math.h>
#include <string.h>

#define TABLES_ROOM 16
#define COLUMNS_ROOM 64
#define VALUES_ROOM 16
#define FETCHED 8192 /* slots: fewer are near anyhow */
#define TEXTS_ROOM 4096

static void *grow(void *p, size_t *room, size_t first, size_t size)
{
    void *grown;

    *room = *room ? *room * 2 : first;
    grown = realloc(p, *room * size);
    if (!grown)
        abort();
    return grown;
}

struct link_schema *link_schema_new(void)
{
    struct schema *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    s->arena = arena_new();
    return &s->open;
}

/* The open part is the first of the whole. */
static struct schema *whole(struct link_schema *s)
{
    return (struct schema *)s;
}

static void free_loading(struct schema *s)
{
    for (size_t i = 0; s->load && i < s->open.n_columns; i++) {
        free(s->load[i].values);
        free(s->load[i].slots);
    }
    free(s->load);
    free(s->texts.p);
    s->load = NULL;
    s->texts = (struct value_texts){ 0 };
}

void link_schema_free(struct link_schema *open)
{
    struct schema *s = open ? whole(open) : NULL;

    if (!s)
        return;
    free_loading(s);
    link_values_free((struct link_values *)(uintptr_t)s->open.values);
    free(s->tables);
    free(s->columns);
    arena_free(s->arena);
    free(s);
}

void link_schema_cleanup(struct link_schema **s)
{
    link_schema_free(*s);
}

static void add_column(struct schema *s, size_t table, size_t place, const struct column *from)
{
    size_t i = s->open.n_columns++;

    if (i == s->room_columns) {
        size_t room = s->room_columns;
        s->load = grow(s->load, &room, COLUMNS_ROOM, sizeof *s->load);
        s->columns = grow(s->columns, &s->room_columns, COLUMNS_ROOM, sizeof *s->columns);
    }
    s->columns[i] = (struct link_column){ .name.text = arena_str(s->arena, from->name),
                                          .table = table,
                                          .place = place,
                                          .type = from->type,
                                          .unit = from->unit ? arena_str(s->arena, from->unit) : NULL };
    s->load[i] = (struct column_values){ .rising = true, .last = -INFINITY, .least = INFINITY, .most = -INFINITY };
}

size_t link_schema_table(struct link_schema *open, const struct table *t)
{
    struct schema *s = whole(open);
    size_t i = s->open.n_tables++;

    if (i == s->room_tables)
        s->tables = grow(s->tables, &s->room_tables, TABLES_ROOM, sizeof *s->tables);
    s->tables[i] = (struct link_table){ .name.text = arena_str(s->arena, t->name),
                                        .first = s->open.n_columns,
                                        .n = t->n_columns,
                                        .key = LINK_NONE,
                                        .names = LINK_NONE };
    for (size_t k = 0; k < t->n_columns; k++)
        add_column(s, i, k, &t->columns[k]);
    s->open.tables = s->tables;
    s->open.columns = s->columns;
    return i;
}

/* ---- values ---- */

bool value_number(const char *p, size_t n, double *ret)
{
    char text[64], *end;

    if (n == 0 || n >= sizeof text || !(str_is_digit(*p) || *p == '-' || *p == '+' || *p == '.'))
        return false;
    memcpy(text, p, n);
    text[n] = 0;
    *ret = strtod(text, &end);
    return *end == 0 && isfinite(*ret);
}

/* Plain whole numbers, which most are, without strtod. */
static bool quick_number(const char *p, size_t n, double *ret)
{
    bool minus = n > 0 && *p == '-';
    int64_t v = 0;

    if (n - minus == 0 || n - minus > 15)
        return value_number(p, n, ret);
    for (size_t i = minus; i < n; i++) {
        if (!str_is_digit(p[i]))
            return value_number(p, n, ret);
        v = v * 10 + (p[i] - '0');
    }
    *ret = (double)(minus ? -v : v);
    return true;
}

bool value_measure(enum column_type type, const char *p, size_t n, double *ret)
{
    int64_t day;

    if (column_is_number(type))
        return quick_number(p, n, ret);
    if ((type != COLUMN_DATE && type != COLUMN_TIMESTAMP) || n < 10 || !date_read(p, 10, &day))
        return false;
    *ret = (double)day;
    if (n >= 19) /* the time, so that two of one day differ */
        *ret += ((p[11] - '0') * 36000 + (p[12] - '0') * 3600 + (p[14] - '0') * 600 + (p[15] - '0') * 60 +
                 (p[17] - '0') * 10 + (p[18] - '0')) /
                86400.0;
    return true;
}

const char *value_text(const struct schema *s, const struct value *v)
{
    return s->texts.p + v->at;
}

static bool same(const struct schema *s, const struct value *v, const char *p, size_t n)
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

static size_t slot_value(uint64_t slot)
{
    return (uint32_t)slot - 1;
}

static size_t slot_of(const struct schema *s, const struct column_values *c, const char *p, size_t n, uint32_t hash)
{
    size_t i = hash & (c->n_slots - 1);

    while (c->slots[i] && (c->slots[i] >> 32 != hash || !same(s, &c->values[slot_value(c->slots[i])], p, n)))
        i = (i + 1) & (c->n_slots - 1);
    return i;
}

const struct value *value_of_column(const struct schema *s, size_t column, const char *p, size_t n, uint32_t hash)
{
    const struct column_values *c = &s->load[column];
    size_t slot;

    if (c->n_slots == 0)
        return NULL;
    slot = slot_of(s, c, p, n, hash);
    return c->slots[slot] ? &c->values[slot_value(c->slots[slot])] : NULL;
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

/* A value that is new to its column; false where there is no place for it. */
static bool add_value(struct schema *s, struct column_values *c, size_t most, const char *p, size_t n, uint32_t hash)
{
    size_t kept = n > LINK_VALUE_TEXT ? str_fit_bytes(p, n, LINK_VALUE_TEXT) : n;

    if (s->n_values == LINK_VALUES || c->n == most || s->texts.n + kept + 1 > LINK_VALUE_BYTES)
        return false;
    while (s->texts.n + kept + 1 > s->texts.room)
        s->texts.p = grow(s->texts.p, &s->texts.room, TEXTS_ROOM, 1);
    if (c->n == c->room)
        c->values = grow(c->values, &c->room, VALUES_ROOM, sizeof *c->values);
    c->values[c->n++] = (struct value){
        .at = (uint32_t)s->texts.n, .n = (uint16_t)kept, .cut = n > LINK_VALUE_TEXT, .hash = hash, .rows = 1
    };
    memcpy(s->texts.p + s->texts.n, p, kept);
    s->texts.p[s->texts.n + kept] = 0;
    s->texts.n += kept + 1;
    s->n_values++;
    return true;
}

static void measure(struct column_values *c, enum column_type type, const char *p, size_t n)
{
    double v;

    if (!value_measure(type, p, n, &v)) {
        c->rising = false;
        return;
    }
    c->least = fmin(c->least, v);
    c->most = fmax(c->most, v);
    c->rising = c->rising && v > c->last;
    c->last = v;
}

static void take(struct schema *s, size_t column, const char *p, size_t n, uint32_t hash)
{
    struct column_values *c = &s->load[column];
    enum column_type type = s->columns[column].type;
    size_t slot;

    c->seen++;
    if (c->cut || c->rising)
        measure(c, type, p, n);
    if (c->cut)
        return;
    if (c->n * 2 >= c->n_slots)
        more_slots(c);
    slot = slot_of(s, c, p, n, hash);
    if (c->slots[slot]) {
        c->values[slot_value(c->slots[slot])].rows++;
        return;
    }
    if (!add_value(s, c, column_is_number(type) ? LINK_COLUMN_NUMBERS : LINK_COLUMN_VALUES, p, n, hash)) {
        c->cut = true;
        return;
    }
    c->slots[slot] = slot_for(hash, c->n - 1);
    if (!c->rising)
        measure(c, type, p, n);
}

/* Memory that the cells of a row will be looked up in is fetched for all of them at once, in three steps: columns of
 * many values are otherwise a row of waits, one behind another. */
static void fetch(const struct column_values *c, uint32_t hash, int step)
{
    uint64_t slot;

    if (c->n_slots < FETCHED || c->cut)
        return;
    if (step == 0) {
        __builtin_prefetch(&c->slots[hash & (c->n_slots - 1)]);
        return;
    }
    slot = c->slots[hash & (c->n_slots - 1)];
    if (slot >> 32 == hash && slot)
        __builtin_prefetch(&c->values[slot_value(slot)]);
}

static void fetch_text(const struct schema *s, const struct column_values *c, uint32_t hash)
{
    uint64_t slot = c->n_slots < FETCHED || c->cut ? 0 : c->slots[hash & (c->n_slots - 1)];

    if (slot && slot >> 32 == hash)
        __builtin_prefetch(s->texts.p + c->values[slot_value(slot)].at);
}

void link_schema_row(struct link_schema *open, const struct link_cell *cells)
{
    struct schema *s = whole(open);
    struct link_table *t = &s->tables[s->open.n_tables - 1];
    struct column_values *c = s->load + t->first;

    t->rows++;
    for (size_t i = 0; i < t->n; i++) {
        c[i].hash = cells[i].p && !c[i].cut ? mix_hash(cells[i].p, cells[i].n) : 0;
        fetch(&c[i], c[i].hash, 0);
    }
    for (size_t i = 0; i < t->n; i++)
        fetch(&c[i], c[i].hash, 1);
    for (size_t i = 0; i < t->n; i++)
        fetch_text(s, &c[i], c[i].hash);
    for (size_t i = 0; i < t->n; i++)
        if (cells[i].p)
            take(s, t->first + i, cells[i].p, cells[i].n, c[i].hash);
}

/* ---- the end ---- */

static void split_names(struct schema *s)
{
    struct name_splitter *splitter = name_splitter_new();

    for (size_t i = 0; i < s->open.n_tables; i++)
        name_splitter_learn(splitter, s->tables[i].name.text);
    for (size_t i = 0; i < s->open.n_columns; i++)
        name_splitter_learn(splitter, s->columns[i].name.text);
    for (size_t i = 0; i < s->open.n_tables; i++)
        s->tables[i].name = name_split(splitter, s->arena, s->tables[i].name.text);
    for (size_t i = 0; i < s->open.n_columns; i++)
        s->columns[i].name = name_split(splitter, s->arena, s->columns[i].name.text);
    name_splitter_free(splitter);
}

static void count(struct schema *s)
{
    for (size_t i = 0; i < s->open.n_columns; i++) {
        struct link_column *c = &s->columns[i];
        const struct column_values *load = &s->load[i];
        bool all_new = load->rising && load->seen > 0;
        c->rows = s->tables[c->table].rows;
        c->nulls = c->rows - load->seen;
        c->cut = load->cut && !all_new;
        c->distinct = all_new ? load->seen : load->n;
        c->least = load->least;
        c->most = load->most;
    }
}

void link_schema_end(struct link_schema *open)
{
    struct schema *s = whole(open);

    split_names(s);
    count(s);
    schema_traits(s);
    schema_joins(s);
    s->open.values = link_values_new(s);
    free_loading(s);
    s->open.lookup = link_lookup_new(&s->open, s->arena);
}

size_t link_schema_bytes(const struct link_schema *open)
{
    const struct schema *s = (const struct schema *)open;

    return sizeof *s + s->room_tables * sizeof *s->tables + s->room_columns * sizeof *s->columns +
           arena_used(s->arena) + (open->values ? link_values_bytes(open->values) : 0);
}
