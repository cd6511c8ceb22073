/* finder_testing.h - messy sheets drawn as text, for tests of the finder.
 *
 * A sheet is one line a row, its cells parted by "|": a number, a date (2024-01-31), TRUE, an error (#N/A) or a text;
 * "*" before it makes it bold, "'" makes it a text whatever it looks like. What was found is told as one line a table:
 * name, columns, rows of data, header, names; then its sentences, and at the end those about the sheet.
 */
#pragma once
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "office/finder/finder.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TOLD_BYTES 65536

static inline void add_cell(struct finder *f, uint32_t row, uint32_t column, const char *p, size_t n)
{
    bool is_bold = n > 0 && *p == '*';
    struct datum d = { .kind = DATUM_TEXT };
    int64_t days;

    p += is_bold;
    n -= is_bold;
    if (n == 0)
        return;
    if (*p == '\'') {
        d.p = p + 1;
        d.n = (uint32_t)n - 1;
    } else if (date_read(p, n, &days)) {
        d.kind = DATUM_DATE;
        d.integer = days;
    } else if (num_is_json(p, n)) {
        d.kind = DATUM_NUMBER;
        d.real = num_double(p, n);
    } else if (n == 4 && memcmp(p, "TRUE", 4) == 0) {
        d.kind = DATUM_TRUTH;
        d.integer = 1;
    } else {
        d.kind = *p == '#' ? DATUM_ERROR : DATUM_TEXT;
        d.p = p;
        d.n = (uint32_t)n;
    }
    finder_add(f, row, column, &d, is_bold);
}

static inline void add_sheet(struct finder *f, const char *sheet)
{
    uint32_t row = 1, column = 1;

    for (const char *p = sheet; *p;) {
        size_t n = strcspn(p, "|\n");
        add_cell(f, row, column++, p, n);
        p += n;
        if (*p == '\n') {
            row++;
            column = 1;
        }
        p += *p != '\0';
    }
}

static inline void tell_table(struct buf *b, const struct found_table *t)
{
    buf_addf(b, "[%s] columns ", t->name ? t->name : "");
    for (size_t i = 0; i < t->n_columns; i++)
        buf_addf(b, "%s%u", i > 0 ? "," : "", t->columns[i]);
    buf_addf(b, " rows %u-%u", t->first_row, t->last_row);
    if (t->n_headers > 0)
        buf_addf(b, " header %u+%u", t->header_row, t->n_headers);
    if (t->bottom > t->last_row && t->last_row >= t->first_row)
        buf_addf(b, " totals to %u", t->bottom);
    for (size_t i = 0; i < t->n_spans; i++)
        buf_addf(b, " down %u:%u-%u", t->spans[i].column, t->spans[i].first_row, t->spans[i].last_row);
    for (size_t i = 0; i < t->n_columns; i++)
        buf_addf(b, "%s%s", i > 0 ? ", " : ": ", t->names[i]);
    buf_addc(b, '\n');
    for (size_t i = 0; i < t->n_assumptions; i++)
        buf_addf(b, "- %s\n", t->assumptions[i]);
}

struct span {
    uint32_t r1, c1, r2, c2;
};

static inline void check_merged(const char *sheet, const struct span *merges, size_t n_merges, const char *expected)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf told CLEANUP(buf_done) = BUF(TOLD_BYTES);
    struct finder *f = finder_new();
    const struct found_table *tables;
    const char *const *left;
    struct notes notes;
    size_t n, n_left;

    notes_init(&notes, a);
    add_sheet(f, sheet);
    for (size_t i = 0; i < n_merges; i++)
        finder_merge(f, merges[i].r1, merges[i].c1, merges[i].r2, merges[i].c2);
    n = finder_end(f, a, &notes, &tables);
    finder_free(f);
    for (size_t i = 0; i < n; i++)
        tell_table(&told, &tables[i]);
    left = notes_end(&notes, &n_left);
    for (size_t i = 0; i < n_left; i++)
        buf_addf(&told, "= %s\n", left[i]);
    if (strcmp(told.p, expected) != 0)
        fail_msg("in the sheet\n%s\nthere is found\n%s\nand not\n%s", sheet, told.p, expected);
}

static inline void check(const char *sheet, const char *expected)
{
    check_merged(sheet, NULL, 0, expected);
}
