/* test_csv_help.h - a CSV read through csv_source(), as one line of text: for the tests of csv. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "csv/csv_source.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/source.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants the four above first */
#include <cmocka.h>

struct seen {
    struct arena *arena;
    struct source *source;
    struct buf text; /* the header, then the rows: cells joined with '~', rows with '/' */
    struct buf said; /* what was assumed, joined with '|' */
    struct err err;
    int rc;
};

static inline int seen_begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid,
                             struct err *err)
{
    struct buf *text = arg;

    (void)err;
    assert_string_equal(name, "sales.2024");
    for (size_t i = 0; i < n && !is_grid; i++)
        buf_addf(text, "%s%s", i ? "~" : "", heads[i].name);
    return 0;
}

static inline int seen_row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    struct buf *text = arg;

    (void)err;
    buf_addc(text, '/');
    for (size_t i = 0; i < n; i++) {
        buf_adds(text, i ? "~" : "");
        assert_true(values[i].kind == DATUM_NONE || (values[i].kind == DATUM_TEXT && values[i].n > 0));
        if (values[i].kind == DATUM_TEXT)
            buf_add(text, values[i].p, values[i].n);
    }
    return 0;
}

/* Opens the n bytes, copied so that reading past them is noticed, and shows them. */
static inline struct seen see_n(const char *p, size_t n, const struct show *what)
{
    struct seen s = { .arena = arena_new() };
    char *copy = malloc(n > 0 ? n : 1);
    struct source_bytes bytes = { .p = copy, .n = n, .name = "sales.2024.csv", .fd = -1 };
    struct show_to to = { .arg = &s.text, .begin = seen_begin, .row = seen_row };
    struct notes notes;

    assert_non_null(copy);
    memcpy(copy, p, n);
    buf_init(&s.text, 1 << 24);
    buf_init(&s.said, 1 << 16);
    notes_init(&notes, s.arena);
    s.rc = csv_source(&bytes, NULL, &s.source, &s.err);
    if (s.rc == 0) {
        s.rc = s.source->ops->show(s.source, what, NULL, s.arena, &notes, &to, &s.err);
        s.source->ops->close(s.source);
    }
    for (size_t i = 0; i < notes.n; i++)
        buf_addf(&s.said, "%s%s", i ? "|" : "", notes.text[i]);
    free(copy);
    return s;
}

static inline void seen_done(struct seen *s)
{
    buf_done(&s->text);
    buf_done(&s->said);
    arena_free(s->arena);
}

static inline void gives_n(const char *csv, size_t n, const char *expected)
{
    struct show what = { 0 };
    struct seen s = see_n(csv, n, &what);

    if (s.rc)
        fail_msg("%s: %s", csv, s.err.message);
    assert_string_equal(s.text.p, expected);
    seen_done(&s);
}

static inline void gives(const char *csv, const char *expected)
{
    gives_n(csv, strlen(csv), expected);
}

static inline void says(const char *csv, const char *expected)
{
    struct show what = { 0 };
    struct seen s = see_n(csv, strlen(csv), &what);

    assert_int_equal(s.rc, 0);
    assert_string_equal(s.said.p, expected);
    seen_done(&s);
}

static inline void refuses_n(const char *p, size_t n, enum err_code code, const char *message)
{
    struct show what = { 0 };
    struct seen s = see_n(p, n, &what);

    assert_int_equal(s.rc, -1);
    assert_int_equal(s.err.code, code);
    assert_string_equal(s.err.message, message);
    assert_true(s.err.action[0] != '\0');
    seen_done(&s);
}
