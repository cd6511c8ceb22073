/* columns_testing.h - a column out of a few texts, for tests of types, values and builders. */
#pragma once
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct made {
    struct arena *arena;
    struct columns *columns;
    const struct column *column; /* the first */
    char notes[2048];            /* joined by "; " */
};

static inline struct datum text_datum(const char *text)
{
    return (struct datum){ .kind = text && *text ? DATUM_TEXT : DATUM_NONE,
                           .n = text ? (uint32_t)strlen(text) : 0,
                           .p = text };
}

static inline struct made make_columns(const char *const *names, size_t n, const struct datum *values, size_t rows)
{
    struct made m = { .arena = arena_new() };
    struct builder *b = builder_new(n);
    struct notes notes;
    struct err err;

    notes_init(&notes, m.arena);
    assert_int_equal(builder_add(b, values, rows, &err), 0);
    assert_int_equal(builder_end(b, names, NULL, &notes, &m.columns, &err), 0);
    columns_describe(m.columns, &m.column);
    for (size_t i = 0; i < notes.n; i++)
        snprintf(m.notes + strlen(m.notes), sizeof m.notes - strlen(m.notes), "%s%s", i ? "; " : "", notes.text[i]);
    builder_free(b);
    return m;
}

static inline struct made make_column(const char *name, const char *const *texts, size_t n)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct datum *values = arena_array(a, n, sizeof *values);

    for (size_t i = 0; i < n; i++)
        values[i] = text_datum(texts[i]);
    return make_columns(&name, 1, values, n);
}

static inline void made_done(struct made *m)
{
    columns_free(m->columns);
    arena_free(m->arena);
}

/* The value of a row as text, or NULL. Valid until the made is done. */
static inline const char *made_value(const struct made *m, size_t column, uint64_t row)
{
    struct buf scratch CLEANUP(buf_done) = BUF(4096);
    size_t n;
    const char *p = columns_value(m->columns, column, row, &scratch, &n);

    return p ? arena_dup(m->arena, p, n) : NULL;
}

/* "integer", or "decimal(5,2)", and the values joined by a bar; NULL as "-". */
static inline const char *made_text(const struct made *m)
{
    struct buf b CLEANUP(buf_done) = BUF(65536);

    buf_adds(&b, column_type_name(m->column->type));
    if (m->column->type == COLUMN_DECIMAL)
        buf_addf(&b, "(%d,%d)", m->column->precision, m->column->scale);
    if (m->column->unit)
        buf_addf(&b, " %s", m->column->unit);
    buf_addc(&b, ':');
    for (uint64_t row = 0; row < columns_rows(m->columns); row++) {
        const char *value = made_value(m, 0, row);
        buf_addf(&b, "%s%s", row ? "|" : " ", value ? value : "-");
    }
    return arena_dup(m->arena, b.p, b.n);
}

/* A column of texts of that name: its type and values, and what is said of it. */
static inline void expect_column(const char *name, const char *const *texts, size_t n, const char *made,
                                 const char *notes)
{
    struct made m = make_column(name, texts, n);

    assert_string_equal(made_text(&m), made);
    assert_string_equal(m.notes, notes);
    made_done(&m);
}
#define NAMED(name, made, notes, ...)                                                                                  \
    do {                                                                                                               \
        static const char *const texts[] = { __VA_ARGS__ };                                                            \
        expect_column(name, texts, COUNT_OF(texts), made, notes);                                                      \
    } while (0)
#define COLUMN(made, notes, ...) NAMED("x", made, notes, __VA_ARGS__)
