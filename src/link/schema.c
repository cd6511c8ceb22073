/* schema.c - taking in the rows: each cell is looked up among its column's values.
 *
 * Most cells of most columns are one of few values, so that a look-up hits memory that is warm. Where the rows are
 * there as typed columns, schema_columns.c takes them in a tenth of the time.
 */
#include "link/schema.h"
#include "base/arena.h"
#include "base/mix.h"
#include "link/name.h"
#include "link/schema_node.h"
#include <math.h>
#include <string.h>

#define TABLES_ROOM 16
#define COLUMNS_ROOM 64
#define FETCHED 8192 /* slots: fewer are near anyhow */

void *schema_grow(void *p, size_t *room, size_t first, size_t size)
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
        s->load = schema_grow(s->load, &room, COLUMNS_ROOM, sizeof *s->load);
        s->columns = schema_grow(s->columns, &s->room_columns, COLUMNS_ROOM, sizeof *s->columns);
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
        s->tables = schema_grow(s->tables, &s->room_tables, TABLES_ROOM, sizeof *s->tables);
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
        __builtin_prefetch(&c->values[column_slot_value(slot)]);
}

static void fetch_text(const struct schema *s, const struct column_values *c, uint32_t hash)
{
    uint64_t slot = c->n_slots < FETCHED || c->cut ? 0 : c->slots[hash & (c->n_slots - 1)];

    if (slot && slot >> 32 == hash)
        __builtin_prefetch(s->texts.p + c->values[column_slot_value(slot)].at);
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
            values_take(s, t->first + i, cells[i].p, cells[i].n, c[i].hash);
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
