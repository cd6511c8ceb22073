/* csv_source.c - a table of csv_table.h behind the vtable of source.h. */
#include "csv/csv_source.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/num.h"
#include "csv/csv_load.h"
#include "csv/csv_table.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/names.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/table.h"
#include <stdlib.h>
#include <string.h>

#define SHOW_CHECK_ROWS 1024 /* between looks at cancel: under a millisecond */

struct csv_source {
    struct source source;
    struct source_table table;
    struct arena *arena;
    struct csv_table *csv;
};

static const struct csv_shape *shape_of(const struct source *s)
{
    return csv_table_shape(((const struct csv_source *)s)->csv);
}

static void say(const struct csv_source *c, const struct csv_reader *r, struct notes *notes)
{
    csv_table_say(c->csv, notes);
    csv_reader_say(&r, 1, notes);
}

/* ---- loading ---- */

static int empty_file(struct err *err)
{
    err_say(err, ERR_DATA_EMPTY, "The file is empty.");
    return err_action(err, "Name a file with a header line and at least one line of data.");
}

static int no_rows(struct err *err)
{
    err_say(err, ERR_DATA_EMPTY, "The file has a header and no rows.");
    return err_action(err, "Add at least one line of data below the header.");
}

static int load_without(struct source *source, size_t i, const struct row_list *without, const struct cancel *cancel,
                        struct arena *a, struct notes *notes, struct loaded *ret, struct err *err)
{
    struct columns *columns;

    (void)i;
    (void)a;
    if (shape_of(source)->n_columns == 0)
        return empty_file(err);
    if (csv_load(((struct csv_source *)source)->csv, without, cancel, notes, &columns, err))
        return -1;
    if (columns_rows(columns) == 0) {
        columns_free(columns);
        return no_rows(err);
    }
    *ret = (struct loaded){ .columns = columns };
    return 0;
}

static int load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                struct loaded *ret, struct err *err)
{
    return load_without(source, i, NULL, cancel, a, notes, ret, err);
}

/* ---- showing ---- */

struct showing {
    const struct csv_source *c;
    const struct show *what;
    const struct cancel *cancel;
    const struct show_to *to;
    struct csv_reader *reader;
    struct arena *texts;
    struct datum *values; /* `columns` of them */
    size_t columns;       /* the widest record */
    bool *numbers;        /* of each column, whether it holds numbers; NULL: nobody asked */
    uint64_t row;         /* from 1 */
};

/* "-12.50": as JSON writes a number, without an exponent. */
static bool is_plain_number(const char *p, size_t n)
{
    return num_is_json(p, n) && !memchr(p, 'e', n) && !memchr(p, 'E', n);
}

static void take_numbers(struct showing *w, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct datum *d = &w->values[i];
        if (w->numbers[i] && d->kind == DATUM_TEXT && is_plain_number(d->p, d->n))
            d->kind = DATUM_DECIMAL;
    }
}

/* Gives out one row, or the part of it that was asked for. */
static int show_row(struct showing *w, size_t n, struct err *err)
{
    const struct show *what = w->what;
    size_t from = 0, to = n;

    w->row++;
    if (w->row % SHOW_CHECK_ROWS == 0 && cancel_check(w->cancel, err))
        return -1;
    if (what->has_range) {
        if (w->row < what->first_row || w->row > what->last_row)
            return 0;
        from = what->first_column - 1 < n ? what->first_column - 1 : n;
        to = what->last_column < n ? what->last_column : n;
    }
    if (w->numbers)
        take_numbers(w, n);
    return w->to->row(w->to->arg, w->values + from, to - from, err);
}

static int show_begin(struct showing *w, const struct show_head *heads, bool is_grid, struct err *err)
{
    const struct show *what = w->what;
    size_t from = 0, to = w->columns;

    if (what->has_range) {
        from = what->first_column - 1 < to ? what->first_column - 1 : to;
        to = what->last_column < to ? what->last_column : to;
    }
    return w->to->begin(w->to->arg, w->c->table.name, heads + from, to - from, is_grid, err);
}

static void take_cells(struct showing *w, const struct csv_cell *cells, size_t n)
{
    for (size_t i = 0; i < w->columns; i++) {
        size_t bytes = 0;
        const char *p = i < n ? csv_cell_text(&csv_table_shape(w->c->csv)->dialect, &cells[i], w->texts, &bytes) : "";
        w->values[i] = datum_text(p, bytes);
    }
}

/* Reads all records; shows them if asked to, and finds the widest. */
static int walk(struct showing *w, bool shows, struct err *err)
{
    const struct csv_shape *s = csv_table_shape(w->c->csv);
    size_t at = s->first, n;
    const struct csv_cell *cells;
    enum csv_step step;

    for (;;) {
        if (csv_read(w->reader, at, w->values, &at, &step, err))
            return -1;
        if (step == CSV_END)
            return 0;
        if (step == CSV_OTHER && w->what->only_table)
            step = CSV_SKIPPED;
        if (step == CSV_OTHER) {
            n = csv_other(w->reader, &cells);
            while (n > 1 && cells[n - 1].n == 0)
                n--;
            if (!shows && n > w->columns)
                w->columns = n;
            if (shows)
                take_cells(w, cells, n);
        }
        if (shows && step != CSV_SKIPPED && show_row(w, w->columns, err))
            return -1;
        if (!shows && cancel_check(w->cancel, err))
            return -1;
        csv_reader_forget(w->reader);
    }
}

/* The types, from all values; a table that cannot be loaded (it has no rows) has none. */
static int take_types(struct showing *w, struct arena *a, struct show_head *heads, struct err *err)
{
    struct columns *columns;
    const struct column *list;
    struct notes unused;
    size_t n;

    notes_init(&unused, a);
    w->numbers = arena_array(a, w->columns, sizeof *w->numbers);
    if (csv_load(w->c->csv, NULL, w->cancel, &unused, &columns, err))
        return -1;
    n = columns_describe(columns, &list);
    for (size_t i = 0; i < n && i < w->columns && columns_rows(columns) > 0; i++) {
        heads[i].type = column_type_name(list[i].type);
        w->numbers[i] = column_is_number(list[i].type);
    }
    columns_free(columns);
    return 0;
}

/* The table: its header, and all rows as they stand in the file. */
static int show_table(struct showing *w, struct arena *a, struct err *err)
{
    const struct csv_shape *s = csv_table_shape(w->c->csv);
    struct show_head *heads;

    w->columns = s->n_columns;
    w->values = arena_array(a, s->n_columns, sizeof *w->values);
    if (walk(w, false, err))
        return -1;
    csv_reader_free(w->reader);
    w->reader = csv_reader_new(w->c->csv);
    w->values = arena_array(a, w->columns, sizeof *w->values);
    heads = arena_array(a, w->columns, sizeof *heads);
    for (size_t i = 0; i < w->columns; i++) {
        heads[i] = (struct show_head){ .name = "", .column = i };
        if (i < s->n_columns)
            heads[i].name = s->has_header ? arena_dup(a, s->heads[i].p, s->heads[i].n) : s->names[i];
    }
    if (w->what->typed && take_types(w, a, heads, err))
        return -1;
    return show_begin(w, heads, false, err) || walk(w, true, err) ? -1 : 0;
}

/* ---- the raw records ---- */

/* A spreadsheet's letters for column i, from 0. */
static const char *letters(struct arena *a, size_t i)
{
    struct buf text CLEANUP(buf_done) = BUF(16);

    names_letters(&text, (uint32_t)i + 1);
    return arena_str(a, text.p);
}

static int walk_raw(struct showing *w, bool shows, struct csv_cell *cells, struct err *err)
{
    const struct csv_shape *s = csv_table_shape(w->c->csv);
    const char *p = s->text.p, *end = p + s->text.n;
    struct csv_record r = { .cells = cells, .room = DATA_COLUMNS };
    size_t n, records = 0;

    for (; p < end; p = r.next) {
        csv_split(&s->dialect, CSV_STRICT, p, end, &r);
        if (++records % SHOW_CHECK_ROWS == 0 && cancel_check(w->cancel, err))
            return -1;
        n = r.n < r.room ? r.n : r.room;
        if (n > w->columns)
            w->columns = n;
        if (!shows)
            continue;
        take_cells(w, cells, n);
        if (show_row(w, n, err))
            return -1;
        arena_free(w->texts);
        w->texts = arena_new();
    }
    return cancel_check(w->cancel, err);
}

static int show_raw(struct showing *w, struct arena *a, struct err *err)
{
    struct csv_cell *cells = arena_array(a, DATA_COLUMNS, sizeof *cells);
    struct show_head *heads;

    if (walk_raw(w, false, cells, err))
        return -1;
    w->values = arena_array(a, w->columns, sizeof *w->values);
    heads = arena_array(a, w->columns, sizeof *heads);
    for (size_t i = 0; i < w->columns; i++)
        heads[i].name = letters(a, i);
    return show_begin(w, heads, true, err) || walk_raw(w, true, cells, err) ? -1 : 0;
}

static int show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
                struct notes *notes, const struct show_to *to, struct err *err)
{
    struct csv_source *c = (struct csv_source *)source;
    struct showing w = { .c = c, .what = what, .cancel = cancel, .to = to };
    int rc;

    if (what->sheet && strcmp(what->sheet, "1") != 0 && strcmp(what->sheet, c->table.name) != 0) {
        err_say(err, ERR_NOT_FOUND, "There is no table of that name in the file.");
        return err_action(err, "Leave out the name: a CSV file holds one table.");
    }
    if (shape_of(source)->n_columns == 0) {
        notes_add(notes, "the file is empty");
        return to->begin(to->arg, c->table.name, NULL, 0, what->raw, err);
    }
    w.reader = csv_reader_new(c->csv);
    w.texts = arena_new();
    rc = what->raw ? show_raw(&w, a, err) : show_table(&w, a, err);
    if (rc == 0 && !what->raw)
        say(c, w.reader, notes);
    csv_reader_free(w.reader);
    arena_free(w.texts);
    return rc;
}

/* ---- opening ---- */

static void close_source(struct source *source)
{
    struct csv_source *c = (struct csv_source *)source;

    csv_table_free(c->csv);
    arena_free(c->arena);
}

static const struct source_ops ops = {
    .load = load, .load_without = load_without, .show = show, .close = close_source
};

int csv_source(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret, struct err *err)
{
    struct arena *a;
    struct csv_source *c;
    struct csv_table *csv;

    if (cancel_check(cancel, err) || csv_table_open(bytes->p, bytes->n, &csv, err))
        return -1;
    a = arena_new();
    c = arena_alloc(a, sizeof *c);
    *c = (struct csv_source){ .arena = a, .csv = csv };
    c->table.name = names_stem(a, bytes->name);
    c->table.is_file = true;
    c->source = (struct source){ .ops = &ops, .format = "csv", .tables = &c->table, .n_tables = 1 };
    *ret = &c->source;
    return 0;
}
