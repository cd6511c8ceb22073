/* csv_table.c - opening: text, dialect, layout, names. */
#include "csv/csv_table.h"
#include "base/arena.h"
#include "base/err.h"
#include "csv/csv_layout.h"
#include "csv/csv_table_node.h"
#include "csv/csv_text.h"
#include "grid/names.h"
#include "grid/notes.h"
#include <stdlib.h>
#include <string.h>

/* What a loader that knows only the usual can read. */
static bool is_usual(const struct csv_dialect *d)
{
    return d->n_separator <= 1 && !d->runs && d->newline == '\n' && !d->any_newline &&
           (d->quote == '\0' || (d->quote == '"' && d->escape == '"'));
}

static int too_wide(struct err *err)
{
    err_say(err, ERR_TOO_LARGE, "The file has more than %d columns.", DATA_COLUMNS);
    return err_action(err, "Take out the columns you do not need.");
}

/* Names for the columns, from the header or without. */
static void settle_names(struct csv_table *t)
{
    struct csv_shape *s = &t->shape;

    notes_init(&t->name_notes, t->arena);
    if (s->has_header) {
        s->names = names_settle(t->arena, s->heads, s->n_columns, &t->name_notes);
        return;
    }
    const char **names = arena_array(t->arena, s->n_columns, sizeof *names);
    for (size_t i = 0; i < s->n_columns; i++)
        names[i] = arena_printf(t->arena, "column_%zu", i + 1);
    s->names = names;
}

static int look(struct csv_table *t, struct err *err)
{
    struct csv_shape *s = &t->shape;
    struct csv_layout l;

    if (s->text.n == 0)
        return 0;
    s->dialect = csv_detect(s->text.p, s->text.n, &t->told);
    if (t->told == s->text.n)
        return 0;
    l = csv_layout_of(t->arena, &s->dialect, s->text.p + t->told, s->text.n - t->told);
    if (l.n_columns > DATA_COLUMNS)
        return too_wide(err);
    s->n_columns = l.n_columns;
    if (l.n_columns == 0)
        return 0;
    s->first = (size_t)(l.first - s->text.p);
    s->heads = l.heads;
    s->has_header = l.heads != NULL;
    s->regular = is_usual(&s->dialect) && !l.uneven;
    t->columns = l.columns;
    t->header_rows = l.header_rows;
    t->above = l.above;
    t->header_mended = l.header_mended;
    settle_names(t);
    return 0;
}

int csv_table_open(const char *p, size_t n, struct csv_table **ret, struct err *err)
{
    struct arena *a = arena_new();
    struct csv_table *t = arena_alloc(a, sizeof *t);

    t->arena = a;
    if (charset_open(&t->shape.text, p, n, err)) {
        arena_free(a);
        return -1;
    }
    if (look(t, err)) {
        csv_table_free(t);
        return -1;
    }
    *ret = t;
    return 0;
}

void csv_table_free(struct csv_table *t)
{
    if (!t)
        return;
    charset_done(&t->shape.text);
    arena_free(t->arena);
}

const struct csv_shape *csv_table_shape(const struct csv_table *t)
{
    return &t->shape;
}

/* ---- what was assumed ---- */

static const char *separator_name(struct notes *notes, const struct csv_dialect *d)
{
    static const struct {
        char c;
        const char *name;
    } names[] = {
        { ';', "a semicolon" },
        { '\t', "a tab" },
        { '|', "a bar" },
        { ':', "a colon" },
        { ' ', "a blank" },
        { 0x1f, "the unit separator" },
        { 0x01, "the control character 1" },
    };

    if (d->n_separator == 0 || (d->n_separator == 1 && d->separator[0] == ','))
        return NULL;
    if (d->runs)
        return "one or more blanks";
    for (size_t i = 0; i < COUNT_OF(names) && d->n_separator == 1; i++)
        if (names[i].c == d->separator[0])
            return names[i].name;
    return arena_printf(notes->arena, "'%s'", d->separator);
}

static void say_dialect(const struct csv_dialect *d, struct notes *notes)
{
    const char *separator = separator_name(notes, d);

    if (separator)
        notes_add(notes, "the separator is %s", separator);
    if (d->quote != '"' && d->quote != '\0')
        notes_add(notes, "cells are quoted with %c", d->quote);
    if (d->escape != d->quote && d->escape != '\0')
        notes_add(notes, "a quote within quotes is written as %c%c", d->escape, d->quote);
    if (d->any_newline)
        notes_add(notes, "lines end in LF or CR");
}

void csv_table_say(const struct csv_table *t, struct notes *notes)
{
    csv_text_say(&t->shape.text, notes);
    if (t->shape.n_columns == 0)
        return;
    say_dialect(&t->shape.dialect, notes);
    if (t->above)
        notes_add(notes, "%s left out",
                  notes_count(notes, t->above, "line", "above the table was", "above the table were"));
    if (t->header_rows > 1)
        notes_add(notes, "the names are put together from %zu header lines", t->header_rows);
    if (t->header_mended)
        notes_add(notes, "the header had another number of cells than the rows and was fitted to them");
    if (!t->shape.has_header)
        notes_add(notes, NAMES_NO_HEADER);
    for (size_t i = 0; i < t->name_notes.n; i++)
        notes_add(notes, "%s", t->name_notes.text[i]);
}
