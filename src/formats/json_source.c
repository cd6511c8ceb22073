/* json_source.c - each table of a JSON text: its columns learnt in one pass, its rows given out in others.
 *
 * A record is found by its brackets (json_items.h), parsed by base/json into an arena that lives as long as the batch
 * of rows it is in, and taken apart (json_flat.h). The first pass is done when a table is first asked for.
 */
#include "formats/json_source.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "formats/json_flat.h"
#include "formats/json_shape.h"
#include "formats/rows.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include <inttypes.h>
#include <string.h>

#define BOM "\xef\xbb\xbf"
#define CANCEL_EVERY 64          /* records between two looks: some tens of microseconds */
#define SCRATCH_BYTES (4u << 20) /* of parsed records before a batch goes out, full or not */

struct json_table {
    const struct json_place *place;
    struct json_flat *flat; /* of records; NULL until they are learnt */
    bool is_kept;           /* objects in records were not taken apart: there were too many columns */
    struct name_text *heads;
    size_t n_heads;
    bool has_header; /* of rows: the first names the columns */
};

struct json_source {
    struct source source;
    struct arena *arena;
    struct json_span text;
    struct json_table *tables;
};

/* One reading of a table's items. */
struct reading {
    const struct json_source *source;
    const struct cancel *cancel;
    struct json_items items;
    struct arena *scratch; /* parsed records */
    uint64_t n;            /* items so far */
    bool is_counted;       /* doubled is wanted */
    uint64_t doubled;      /* members that came again in one object */
};

static void reading_init(struct reading *r, const struct json_source *s, const struct json_place *place,
                         const struct cancel *cancel)
{
    *r = (struct reading){ .source = s, .cancel = cancel, .scratch = arena_new() };
    json_items_init(&r->items, place->kind, place->span);
}

static void reading_done(struct reading *r)
{
    arena_free(r->scratch);
}

static void reading_forget(struct reading *r)
{
    arena_free(r->scratch);
    r->scratch = arena_new();
}

/* The error of one value, told with the line it begins on. */
static int failed_at(const struct json_source *s, const char *p, struct err *err)
{
    return json_fail(s->text, p, err->code, err->detail, err);
}

/* The next item, parsed; *ret is NULL at the end. */
static int reading_next(struct reading *r, struct json **ret, struct err *err)
{
    struct json_item item;
    enum json_found found;

    if (r->n++ % CANCEL_EVERY == 0 && cancel_check(r->cancel, err))
        return -1;
    *ret = NULL;
    found = json_items_next(&r->items, &item);
    if (found == JSON_FOUND_END)
        return 0;
    if (found == JSON_FOUND_DAMAGE)
        return json_fail(r->source->text, r->items.p, ERR_DATA_UNREADABLE, "a value without an end, or none", err);
    if (json_parse(r->scratch, item.value.p, item.value.n, ret, err))
        return failed_at(r->source, item.value.p, err);
    if (r->is_counted && item.colons > 0)
        r->doubled += item.colons - json_members(*ret);
    return 0;
}

/* ---- the first pass ---- */

static int too_wide(struct err *err)
{
    err_set(err, ERR_TOO_LARGE, "The data has more columns than this program reads, or a name that is too long.",
            "over %d columns, or a name over %d bytes", DATA_COLUMNS, DATA_NAME_BYTES);
    return err_action(err, "Keep the part you need.");
}

/* Learns the columns; *ret_fits is false when there are too many. */
static int learn_records(struct json_source *s, struct json_table *t, const struct cancel *cancel, bool *ret_fits,
                         struct err *err)
{
    struct reading r CLEANUP(reading_done);
    struct json *record;

    *ret_fits = true;
    t->flat = json_flat_new(s->arena, !t->is_kept);
    reading_init(&r, s, t->place, cancel);
    do {
        if (arena_used(r.scratch) > SCRATCH_BYTES)
            reading_forget(&r);
        if (reading_next(&r, &record, err))
            return -1;
        *ret_fits = !record || json_flat_learn(t->flat, record);
    } while (record && *ret_fits);
    return 0;
}

static int prepare_records(struct json_source *s, struct json_table *t, const struct cancel *cancel, struct err *err)
{
    const struct name_text *heads;
    bool fits;

    if (learn_records(s, t, cancel, &fits, err))
        return -1;
    if (!fits) {
        t->is_kept = true;
        if (learn_records(s, t, cancel, &fits, err))
            return -1;
    }
    if (!fits)
        return too_wide(err);
    t->n_heads = json_flat_columns(t->flat, &heads);
    t->heads = arena_array(s->arena, t->n_heads, sizeof *t->heads);
    for (size_t i = 0; i < t->n_heads; i++)
        t->heads[i] = heads[i];
    return 0;
}

/* Names the first columns after the texts of a list; false when it holds anything else. */
static bool name_by(struct json_source *s, struct json_table *t, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++)
        if (!json_text(json_at(list, i), NULL))
            return false;
    for (size_t i = 0; i < json_len(list) && i < t->n_heads; i++) {
        size_t n;
        const char *text = json_text(json_at(list, i), &n);
        t->heads[i] = (struct name_text){ .p = arena_dup(s->arena, text, n), .n = n };
    }
    return json_len(list) > 0;
}

/* Rows by place: as many columns as the longest has, which are named by the first, or by a list beside them. */
static int prepare_rows(struct json_source *s, struct json_table *t, const struct cancel *cancel, struct err *err)
{
    struct reading r CLEANUP(reading_done);
    struct arena *kept CLEANUP(arena_cleanup) = arena_new();
    struct json *row, *first = NULL;
    size_t widest = 1;

    reading_init(&r, s, t->place, cancel);
    do {
        if (arena_used(r.scratch) > SCRATCH_BYTES)
            reading_forget(&r);
        if (reading_next(&r, &row, err))
            return -1;
        if (!first && row)
            first = json_copy(kept, row);
        if (json_len(row) > widest && json_is(row, JSON_ARRAY))
            widest = json_len(row);
    } while (row);
    if (widest > DATA_COLUMNS)
        return too_wide(err);
    t->n_heads = widest;
    t->heads = arena_array(s->arena, widest, sizeof *t->heads);
    for (size_t i = 0; i < widest; i++)
        t->heads[i].p = "";
    if (t->place->names.n && json_parse(kept, t->place->names.p, t->place->names.n, &row, err) == 0 &&
        name_by(s, t, row))
        return 0;
    t->has_header = r.n > 2 && json_is(first, JSON_ARRAY) && name_by(s, t, first);
    return 0;
}

static int prepare_columns(struct json_source *s, struct json_table *t, struct err *err)
{
    struct json_items it;
    struct json_item item;
    struct json *key;

    json_items_init(&it, ITEMS_OBJECT, t->place->span);
    while (json_items_next(&it, &item) == JSON_FOUND_ITEM)
        if (t->n_heads++ == DATA_COLUMNS)
            return too_wide(err);
    t->heads = arena_array(s->arena, t->n_heads, sizeof *t->heads);
    json_items_init(&it, ITEMS_OBJECT, t->place->span);
    for (size_t i = 0; i < t->n_heads && json_items_next(&it, &item) == JSON_FOUND_ITEM; i++) {
        if (json_parse(s->arena, item.key.p, item.key.n, &key, err))
            return failed_at(s, item.key.p, err);
        t->heads[i].p = json_text(key, &t->heads[i].n);
    }
    return 0;
}

static int prepare(struct json_source *s, struct json_table *t, const struct cancel *cancel, struct err *err)
{
    int rc = 0;

    if (t->heads)
        return 0;
    switch (t->place->shape) {
    case SHAPE_RECORDS:
        rc = prepare_records(s, t, cancel, err);
        break;
    case SHAPE_ROWS:
        rc = prepare_rows(s, t, cancel, err);
        break;
    case SHAPE_COLUMNS:
        rc = prepare_columns(s, t, err);
        break;
    }
    if (rc == 0 && t->n_heads == 0) {
        err_set(err, ERR_DATA_EMPTY, "There are no values in that file.", "records without members");
        rc = err_action(err, "Check that it is the file you meant.");
    }
    return rc;
}

/* ---- the rows ---- */

struct job {
    struct json_source *source;
    struct json_table *table;
};

/* What a reading met, told once. */
static void tell(struct notes *notes, const struct json_table *t, uint64_t doubled, struct json_flat_seen seen)
{
    if (!notes)
        return;
    if (t->place->path)
        notes_add(notes, "the rows are those of '%s'; what stands beside them was left out", t->place->path);
    if (t->place->shape == SHAPE_COLUMNS)
        notes_add(notes, "each list is a column");
    if (t->has_header)
        notes_add(notes, "the first list names the columns");
    if (t->is_kept)
        notes_add(notes, "objects inside records are kept as JSON text: taken apart there were over %d columns",
                  DATA_COLUMNS);
    if (doubled + seen.doubled)
        notes_add(notes, "%s given twice in a record; the last one counts",
                  notes_count(notes, doubled + seen.doubled, "name", "was", "were"));
    if (seen.lists)
        notes_add(notes, "%s kept as JSON text",
                  notes_count(notes, seen.lists, "list or object inside a value", "was", "were"));
    mend_tell(notes, &seen.mended);
}

static int read_value(const struct json *v, struct datum *ret, struct json_flat_seen *seen, struct arena *scratch,
                      struct err *err)
{
    seen->lists += json_is(v, JSON_ARRAY) || json_is(v, JSON_OBJECT);
    return json_flat_value(v, ret, &seen->mended, scratch, err);
}

/* A list's values by place; anything else is a row of one. */
static int read_row(const struct json_table *t, const struct json *row, struct datum *values,
                    struct json_flat_seen *seen, struct arena *scratch, struct err *err)
{
    if (!json_is(row, JSON_ARRAY))
        return read_value(row, values, seen, scratch, err);
    for (size_t i = 0; i < json_len(row) && i < t->n_heads; i++)
        if (read_value(json_at(row, i), &values[i], seen, scratch, err))
            return -1;
    return 0;
}

/* Rows on their way out, with what was met. */
struct giving {
    struct reading reading;
    struct row_batch batch;
    struct json_flat_seen seen;
};

/* The row is complete; what was parsed for it lives until its batch has gone out. */
static int give_row(struct giving *g, struct err *err)
{
    bool is_sent;

    if (batch_next(&g->batch, &is_sent, err))
        return -1;
    if (!is_sent && arena_used(g->reading.scratch) > SCRATCH_BYTES) {
        if (batch_end(&g->batch, err))
            return -1;
        is_sent = true;
    }
    if (is_sent)
        reading_forget(&g->reading);
    return 0;
}

/* Gives out records, or rows by place. */
static int give_items(struct job *j, struct giving *g, struct err *err)
{
    const struct json_table *t = j->table;
    struct json *item;

    if (t->has_header && reading_next(&g->reading, &item, err))
        return -1;
    for (;;) {
        const char *at = g->reading.items.p;
        struct datum *row = batch_row(&g->batch);

        if (reading_next(&g->reading, &item, err))
            return -1;
        if (!item)
            return 0;
        if (t->flat ? json_flat_row(t->flat, item, row, g->reading.scratch, err)
                    : read_row(t, item, row, &g->seen, g->reading.scratch, err))
            return failed_at(j->source, at, err);
        if (give_row(g, err))
            return -1;
    }
}

/* Gives out columns side by side: a cursor in each. */
static int give_columns(struct job *j, struct giving *g, struct err *err)
{
    const struct json_table *t = j->table;
    struct json_items *cursors = calloc(t->n_heads, sizeof *cursors), members = g->reading.items;
    struct json_item member;
    struct json *v;
    int rc = 0;

    if (!cursors)
        abort();
    for (size_t i = 0; i < t->n_heads && json_items_next(&members, &member) == JSON_FOUND_ITEM; i++)
        json_items_init(&cursors[i], ITEMS_ARRAY, member.value);
    for (bool is_end = false; rc == 0 && !is_end;) {
        for (size_t i = 0; i < t->n_heads && rc == 0 && !is_end; i++) {
            g->reading.items = cursors[i];
            rc = reading_next(&g->reading, &v, err);
            is_end = rc == 0 && !v;
            if (rc == 0 && v)
                rc = read_value(v, batch_row(&g->batch) + i, &g->seen, g->reading.scratch, err);
            cursors[i] = g->reading.items;
        }
        if (rc == 0 && !is_end)
            rc = give_row(g, err);
    }
    free(cursors);
    return rc;
}

static int read_table(void *arg, const struct rows_to *to, const struct cancel *cancel, struct notes *notes,
                      struct err *err)
{
    struct job *j = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct giving g = { 0 };
    int rc;

    reading_init(&g.reading, j->source, j->table->place, cancel);
    g.reading.is_counted = notes != NULL;
    batch_init(&g.batch, a, to, j->table->n_heads);
    rc = j->table->place->shape == SHAPE_COLUMNS ? give_columns(j, &g, err) : give_items(j, &g, err);
    if (rc == 0)
        rc = batch_end(&g.batch, err);
    if (j->table->flat)
        g.seen = json_flat_seen_take(j->table->flat);
    if (rc == 0 && notes)
        tell(notes, j->table, g.reading.doubled, g.seen);
    reading_done(&g.reading);
    return rc;
}

/* ---- the source ---- */

static int json_source_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a,
                            struct notes *notes, struct loaded *ret, struct err *err)
{
    struct json_source *s = (struct json_source *)source;
    struct job job = { .source = s, .table = &s->tables[i] };

    if (prepare(s, job.table, cancel, err))
        return -1;
    return rows_load(&(struct rows_from){ &job, job.table->heads, job.table->n_heads, read_table }, cancel, a, notes,
                     ret, err);
}

static int json_source_show(struct source *source, const struct show *what, const struct cancel *cancel,
                            struct arena *a, struct notes *notes, const struct show_to *to, struct err *err)
{
    struct json_source *s = (struct json_source *)source;
    struct job job = { .source = s };
    size_t i;

    if (rows_find(source, what->sheet, &i, err))
        return -1;
    job.table = &s->tables[i];
    if (prepare(s, job.table, cancel, err))
        return -1;
    return rows_show(&(struct rows_from){ &job, job.table->heads, job.table->n_heads, read_table },
                     source->tables[i].name, cancel, a, notes, to, err);
}

static void json_source_close(struct source *source)
{
    struct json_source *s = (struct json_source *)source;

    arena_free(s->arena);
}

static const struct source_ops json_source_ops = {
    .load = json_source_load,
    .show = json_source_show,
    .close = json_source_close,
};

int json_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                     struct err *err)
{
    struct arena *a = arena_new();
    struct json_source *s = arena_alloc(a, sizeof *s);
    const struct json_place *places;
    size_t skipped = bytes->n >= 3 && memcmp(bytes->p, BOM, 3) == 0 ? 3 : 0, n;

    s->arena = a;
    s->text = (struct json_span){ bytes->p + skipped, bytes->n - skipped };
    if (cancel_check(cancel, err) || json_places(a, s->text, &places, &n, err)) {
        arena_free(a);
        return -1;
    }
    s->source = (struct source){ .ops = &json_source_ops, .format = "json", .n_tables = n };
    s->source.tables = arena_array(a, n, sizeof *s->source.tables);
    s->tables = arena_array(a, n, sizeof *s->tables);
    for (size_t i = 0; i < n; i++) {
        s->tables[i].place = &places[i];
        s->source.tables[i].name = n > 1 && places[i].path ? places[i].path : rows_stem(a, bytes->name);
    }
    *ret = &s->source;
    return 0;
}

bool json_source_fits(const char *p, size_t n)
{
    size_t skipped = n >= 3 && memcmp(p, BOM, 3) == 0 ? 3 : 0;
    struct json_items it;
    struct json_item item;
    char first = json_first((struct json_span){ p + skipped, n - skipped });

    if (first != '{' && first != '[')
        return false;
    json_items_init(&it, first == '{' ? ITEMS_OBJECT : ITEMS_ARRAY, (struct json_span){ p + skipped, n - skipped });
    if (json_items_next(&it, &item) != JSON_FOUND_ITEM)
        return false;
    return first == '{' || strchr("{[\"-0123456789tfn", *item.value.p) != NULL;
}
