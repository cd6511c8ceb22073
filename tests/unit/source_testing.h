/* source_testing.h - a source as one line of text, loaded and shown, for tests of the formats.
 *
 * Loaded: "name:type,name:type/value~value/..." with '-' for no value. Shown: the same with the values as the source
 * gives them: text in quotes, numbers with d (decimal) or f (double) behind them, t/f for truths. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/timefmt.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/table.h"
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SOURCE_TEXT_BYTES (1u << 20)

static inline struct source_bytes bytes_of(const char *name, const void *p, size_t n)
{
    return (struct source_bytes){ .p = p, .n = n, .name = name, .fd = -1 };
}

static inline void add_heads(struct buf *b, const char *name, const char *type, size_t i)
{
    buf_addf(b, "%s%s:%s", i ? "," : "", name, type ? type : "?");
}

/* Table i, loaded. The text is in the arena; NULL with err set when it fails. */
static inline const char *loaded_text(struct source *s, size_t i, struct arena *a, struct notes *notes, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES), scratch CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES);
    struct loaded loaded = { 0 };
    const struct column *columns;
    size_t n;

    if (s->ops->load(s, i, NULL, a, notes, &loaded, err))
        return NULL;
    n = columns_describe(loaded.columns, &columns);
    for (size_t k = 0; k < n; k++)
        add_heads(&b, columns[k].name, column_type_name(columns[k].type), k);
    for (uint64_t row = 0; row < columns_rows(loaded.columns); row++)
        for (size_t k = 0; k < n; k++) {
            size_t bytes = 0;
            const char *p = columns_value(loaded.columns, k, row, &scratch, &bytes);
            buf_addf(&b, "%s%.*s", k ? "~" : "/", p ? (int)bytes : 1, p ? p : "-");
        }
    columns_free(loaded.columns);
    assert_false(b.failed);
    return arena_str(a, b.p);
}

static inline int show_begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid,
                             struct err *err)
{
    (void)err;
    buf_addf(arg, "%s%s", name, is_grid ? "#" : "=");
    for (size_t i = 0; i < n; i++)
        add_heads(arg, heads[i].name, heads[i].type, i);
    return 0;
}

static inline void add_datum(struct buf *b, const struct datum *v)
{
    char text[TIME_TEXT_BYTES];

    switch ((enum datum_kind)v->kind) {
    case DATUM_NONE:
        buf_addc(b, '-');
        break;
    case DATUM_TEXT:
        buf_addf(b, "'%.*s'", (int)v->n, v->p);
        break;
    case DATUM_ERROR:
        buf_addf(b, "!%.*s", (int)v->n, v->p);
        break;
    case DATUM_DECIMAL:
        buf_addf(b, "%.*sd", (int)v->n, v->p);
        break;
    case DATUM_NUMBER:
        buf_addf(b, "%.17gf", v->real);
        break;
    case DATUM_INTEGER:
    case DATUM_SHARED:
        buf_addf(b, "%" PRId64, v->integer);
        break;
    case DATUM_TRUTH:
        buf_addc(b, v->integer ? 't' : 'f');
        break;
    case DATUM_DATE:
        date_text(v->integer, text);
        buf_adds(b, text);
        break;
    case DATUM_TIME:
        time_text(v->integer, text);
        buf_adds(b, text);
        break;
    }
}

static inline int show_row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    (void)err;
    buf_addc(arg, '/');
    for (size_t i = 0; i < n; i++) {
        buf_adds(arg, i ? "~" : "");
        add_datum(arg, &values[i]);
    }
    return 0;
}

static inline const char *shown_text(struct source *s, const struct show *what, struct arena *a, struct notes *notes,
                                     struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES);
    struct show_to to = { .arg = &b, .begin = show_begin, .row = show_row };

    if (s->ops->show(s, what, NULL, a, notes, &to, err))
        return NULL;
    assert_false(b.failed);
    return arena_str(a, b.p);
}

/* What was assumed, joined with '|'. */
static inline const char *notes_text(struct arena *a, const struct notes *notes)
{
    struct buf b CLEANUP(buf_done) = BUF(SOURCE_TEXT_BYTES);

    for (size_t i = 0; i < notes->n; i++)
        buf_addf(&b, "%s%s", i ? "|" : "", notes->text[i]);
    return arena_str(a, b.p);
}
