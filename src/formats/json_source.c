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
#include "formats/json_reading.h"
#include "formats/json_shape.h"
#include "formats/rows.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include <inttypes.h>
#include <string.h>

#define BOM "\xef\xbb\xbf"
#define LABELS "index" /* the column of the rows' labels, as pandas calls it */

struct json_table {
    const struct json_place *place;
    struct json_flat *flat; /* of records; NULL until they are learnt */
    enum json_flat_fit why; /* objects in records were not taken apart, unless it is FLAT_FITS */
    struct name_text *heads;
    size_t n_heads;
    bool has_header; /* of rows: the first names the columns */
};

struct json_source {
    struct source source;
    struct arena *arena;
    struct json_span text;
    struct json_table *tables;
    size_t more; /* tables past the bound, not read */
};

static int failed_at(const struct json_source *s, const char *p, struct err *err)
{
    return json_failed_at(s->text, p, err);
}

/* ---- the first pass ---- */

static int too_wide(enum json_flat_fit why, struct err *err)
{
    if (why == FLAT_TOO_LONG) {
        err_set(err, ERR_TOO_LARGE, "A column has a longer name than this program reads.", "over %d bytes",
                DATA_NAME_BYTES);
        return err_action(err, "Give it a shorter one.");
    }
    err_set(err, ERR_TOO_LARGE, "The data has more columns than this program reads.", "over %d", DATA_COLUMNS);
    return err_action(err, "Keep the part you need.");
}

/* Learns the columns, or why that cannot be done. */
static int learn_records(struct json_source *s, struct json_table *t, const struct cancel *cancel,
                         enum json_flat_fit *ret, struct err *err)
{
    struct json_reading r CLEANUP(json_reading_done);
    struct json *record;

    *ret = FLAT_FITS;
    t->flat = json_flat_new(s->arena, t->why == FLAT_FITS);
    json_reading_init(&r, s->text, t->place, cancel);
    do {
        if (json_reading_is_full(&r))
            json_reading_forget(&r);
        if (json_reading_next(&r, &record, err))
            return -1;
        if (record)
            *ret = json_flat_learn(t->flat, record);
    } while (record && *ret == FLAT_FITS);
    return 0;
}

static int prepare_records(struct json_source *s, struct json_table *t, const struct cancel *cancel, struct err *err)
{
    const struct name_text *heads;
    enum json_flat_fit fit;

    if (learn_records(s, t, cancel, &fit, err))
        return -1;
    t->why = fit;
    if (fit != FLAT_FITS && learn_records(s, t, cancel, &fit, err))
        return -1;
    if (fit != FLAT_FITS)
        return too_wide(fit, err);
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
    struct json_reading r CLEANUP(json_reading_done);
    struct arena *kept CLEANUP(arena_cleanup) = arena_new();
    struct json *row, *first = NULL;
    size_t widest = 1;

    json_reading_init(&r, s->text, t->place, cancel);
    do {
        if (json_reading_is_full(&r))
            json_reading_forget(&r);
        if (json_reading_next(&r, &row, err))
            return -1;
        if (!first && row)
            first = json_copy(kept, row);
        if (json_len(row) > widest && json_is(row, JSON_ARRAY))
            widest = json_len(row);
    } while (row);
    if (widest > DATA_COLUMNS)
        return too_wide(FLAT_TOO_MANY, err);
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

/* Rows' labels that say something are the first column. */
static int prepare_columns(struct json_source *s, struct json_table *t, struct err *err)
{
    struct json_items it;
    struct json_item item;
    struct json *key;

    t->n_heads = t->place->has_labels;
    json_items_init(&it, ITEMS_OBJECT, t->place->span);
    while (json_items_next(&it, &item) == JSON_FOUND_ITEM)
        if (t->n_heads++ == DATA_COLUMNS)
            return too_wide(FLAT_TOO_MANY, err);
    t->heads = arena_array(s->arena, t->n_heads, sizeof *t->heads);
    t->heads[0] = (struct name_text){ .p = LABELS, .n = strlen(LABELS) };
    json_items_init(&it, ITEMS_OBJECT, t->place->span);
    for (size_t i = t->place->has_labels; i < t->n_heads && json_items_next(&it, &item) == JSON_FOUND_ITEM; i++) {
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
    case SHAPE_LABELS:
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
static void tell(struct notes *notes, const struct job *j, uint64_t doubled, struct json_flat_seen seen)
{
    const struct json_table *t = j->table;

    if (j->source->more)
        notes_add(notes, "%s not read", notes_count(notes, j->source->more, "more list", "was", "were"));
    if (t->place->path)
        notes_add(notes, "the rows are those of '%s'; what stands beside them was left out", t->place->path);
    if (t->place->shape == SHAPE_COLUMNS)
        notes_add(notes, "each list is a column");
    if (t->place->shape == SHAPE_LABELS)
        notes_add(notes, "each object is a column, and its names are the rows' labels");
    if (t->has_header)
        notes_add(notes, "the first list names the columns");
    if (t->why == FLAT_TOO_MANY)
        notes_add(notes, "objects inside records are kept as JSON text: taken apart there were over %d columns",
                  DATA_COLUMNS);
    if (t->why == FLAT_TOO_LONG)
        notes_add(notes, "objects inside records are kept as JSON text: taken apart a name was over %d bytes long",
                  DATA_NAME_BYTES);
    if (doubled + seen.doubled)
        notes_add(notes, "%s given twice in a record; the last one counts",
                  notes_count(notes, doubled + seen.doubled, "name", "was", "were"));
    if (seen.lists)
        notes_add(
            notes, "%s kept as JSON text",
            notes_count(notes, seen.lists, "value", "is a list or an object and was", "are lists or objects and were"));
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
    struct json_reading reading;
    struct row_batch batch;
    struct json_flat_seen seen;
};

/* The row is complete; what was parsed for it lives until its batch has gone out. */
static int give_row(struct giving *g, struct err *err)
{
    bool is_sent;

    if (batch_next(&g->batch, &is_sent, err))
        return -1;
    if (!is_sent && json_reading_is_full(&g->reading)) {
        if (batch_end(&g->batch, err))
            return -1;
        is_sent = true;
    }
    if (is_sent)
        json_reading_forget(&g->reading);
    return 0;
}

/* Gives out records, or rows by place. */
static int give_items(struct job *j, struct giving *g, struct err *err)
{
    const struct json_table *t = j->table;
    struct json *item;

    if (t->has_header && json_reading_next(&g->reading, &item, err))
        return -1;
    for (;;) {
        const char *at = g->reading.items.p;
        struct datum *row = batch_row(&g->batch);

        if (json_reading_next(&g->reading, &item, err))
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

/* The label of the row that is being read is its first value. */
static int read_label(struct giving *g, struct err *err)
{
    struct json *label;

    if (json_parse(g->reading.scratch, g->reading.key.p, g->reading.key.n, &label, err))
        return -1;
    return read_value(label, batch_row(&g->batch), &g->seen, g->reading.scratch, err);
}

/* Reads one row of columns side by side, a cursor in each; *ret_end when there is none any more. */
static int read_across(const struct json_table *t, struct giving *g, struct json_items *cursors, bool *ret_end,
                       struct err *err)
{
    const size_t first = t->place->has_labels;
    struct json *v;

    for (size_t i = first; i < t->n_heads; i++) {
        g->reading.items = cursors[i];
        if (json_reading_next(&g->reading, &v, err))
            return -1;
        cursors[i] = g->reading.items;
        *ret_end = !v;
        if (!v)
            return 0;
        if (read_value(v, batch_row(&g->batch) + i, &g->seen, g->reading.scratch, err) ||
            (first == 1 && i == 1 && read_label(g, err)))
            return -1;
    }
    return 0;
}

static int give_columns(struct job *j, struct giving *g, struct err *err)
{
    const struct json_table *t = j->table;
    const enum json_items_kind kind = t->place->shape == SHAPE_LABELS ? ITEMS_OBJECT : ITEMS_ARRAY;
    struct json_items *cursors = calloc(t->n_heads, sizeof *cursors), members = g->reading.items;
    struct json_item member;
    bool is_end = false;
    int rc = 0;

    if (!cursors)
        abort();
    for (size_t i = t->place->has_labels; i < t->n_heads && json_items_next(&members, &member) == JSON_FOUND_ITEM; i++)
        json_items_init(&cursors[i], kind, member.value);
    while (rc == 0 && !is_end) {
        rc = read_across(t, g, cursors, &is_end, err);
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

    json_reading_init(&g.reading, j->source->text, j->table->place, cancel);
    g.reading.is_counted = notes != NULL;
    batch_init(&g.batch, a, to, j->table->n_heads);
    rc = j->table->place->shape >= SHAPE_COLUMNS ? give_columns(j, &g, err) : give_items(j, &g, err);
    if (rc == 0)
        rc = batch_end(&g.batch, err);
    if (j->table->flat)
        g.seen = json_flat_seen_take(j->table->flat);
    if (rc == 0 && notes)
        tell(notes, j, g.reading.doubled, g.seen);
    json_reading_done(&g.reading);
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
    struct json_places places;
    size_t skipped = bytes->n >= 3 && memcmp(bytes->p, BOM, 3) == 0 ? 3 : 0;

    s->arena = a;
    s->text = (struct json_span){ bytes->p + skipped, bytes->n - skipped };
    if (cancel_check(cancel, err) || json_places(a, s->text, &places, err)) {
        arena_free(a);
        return -1;
    }
    s->source = (struct source){ .ops = &json_source_ops, .format = "json", .n_tables = places.n };
    s->source.tables = arena_array(a, places.n, sizeof *s->source.tables);
    s->tables = arena_array(a, places.n, sizeof *s->tables);
    s->more = places.more;
    for (size_t i = 0; i < places.n; i++) {
        const char *path = places.list[i].path;
        s->tables[i].place = &places.list[i];
        s->source.tables[i].is_file = places.n <= 1 || !path;
        s->source.tables[i].name = s->source.tables[i].is_file ? names_stem(a, bytes->name) : path;
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
