/* profiler_show.c - a profile as text: a line for each column, aligned, with its shape drawn in block characters; below
 * them what is wrong, and at the end how tables belong together.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include "ops/data/profiler.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { COLUMNS = 8, SHAPE = 7 }; /* of the table shown; the last is the drawing */

static const char *const heads[COLUMNS] = { "column", "type", "role", "nulls", "distinct", "min", "max", "shape" };
static const bool is_right[COLUMNS] = { [3] = true, [4] = true };
static const size_t widest[COLUMNS] = { 28, 9, 9, 6, 12, 16, 16, PROFILE_BINS };

/* ---- cells ---- */

static const char *cell(struct arena *a, const char *text, size_t max)
{
    size_t n = strlen(text), fit;

    if (str_columns(text, n) <= max)
        return arena_str(a, text);
    fit = str_fit_columns(text, n, max - 1);
    return arena_printf(a, "%.*s…", (int)fit, text);
}

static const char *number_cell(struct arena *a, const char *digits)
{
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    show_number(&b, digits);
    return arena_str(a, b.p);
}

static const char *value_cell(struct arena *a, const struct json *v)
{
    if (json_digits(v))
        return number_cell(a, json_digits(v));
    if (json_is(v, JSON_BOOL))
        return json_truth(v) ? "true" : "false";
    return json_text(v, NULL) ? json_text(v, NULL) : "";
}

/* A share in percent that is 0 or 100 only when it is exactly that. */
static const char *percent(struct arena *a, int64_t part, int64_t whole)
{
    double p = whole > 0 ? 100.0 * (double)part / (double)whole : 0;

    if (part > 0 && p < 1)
        return "<1%";
    if (part < whole && p > 99)
        return ">99%";
    return arena_printf(a, "%.0f%%", round(p));
}

/* Counts as blocks of eight heights, several to a block where there are more than fit. */
static const char *blocks(struct arena *a, const struct json *bins)
{
    static const char *const heights[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    struct buf b CLEANUP(buf_done) = BUF(4 * PROFILE_BINS);
    size_t n = json_len(bins), step = (n + PROFILE_BINS - 1) / PROFILE_BINS;
    int64_t sums[PROFILE_BINS] = { 0 }, most = 0;

    for (size_t i = 0; i < n; i++)
        sums[i / step] += json_get_int(json_at(bins, i), "count", 0);
    for (size_t i = 0; i < PROFILE_BINS; i++)
        most = sums[i] > most ? sums[i] : most;
    for (size_t i = 0; most > 0 && i * step < n; i++)
        buf_adds(&b, heights[(int)ceil(8.0 * (double)sums[i] / (double)most)]);
    return arena_str(a, b.p);
}

static void fill_row(struct arena *a, const struct json *c, int64_t rows, const char *row[static COLUMNS])
{
    const struct json *bins = json_get(json_get(c, "histogram"), "bins");

    row[0] = json_get_text(c, "name");
    row[1] = json_get_text(c, "type");
    row[2] = json_get_text(c, "role");
    row[3] = percent(a, json_get_int(c, "nulls", 0), rows);
    row[4] = number_cell(a, json_digits(json_get(c, "distinct")));
    row[5] = value_cell(a, json_get(c, "min"));
    row[6] = value_cell(a, json_get(c, "max"));
    row[SHAPE] = blocks(a, bins ? bins : json_get(c, "top"));
    for (size_t i = 0; i < SHAPE; i++)
        row[i] = cell(a, row[i], widest[i]);
}

/* ---- the table ---- */

static void add_row(struct buf *b, const char *const row[static COLUMNS], const size_t widths[static COLUMNS])
{
    for (size_t i = 0; i < COLUMNS; i++) {
        size_t pad = widths[i] - str_columns(row[i], strlen(row[i]));
        buf_adds(b, "  ");
        if (is_right[i])
            buf_fill(b, ' ', pad);
        buf_adds(b, row[i]);
        if (!is_right[i] && i != SHAPE)
            buf_fill(b, ' ', pad);
    }
    buf_addc(b, '\n');
}

static void add_columns(struct buf *b, struct arena *a, const struct json *columns, int64_t rows)
{
    size_t n = json_len(columns), widths[COLUMNS] = { 0 };
    const char *(*cells)[COLUMNS] = arena_array(a, n + 1, sizeof *cells);

    memcpy(cells[0], heads, sizeof heads);
    for (size_t i = 0; i < n; i++)
        fill_row(a, json_at(columns, i), rows, cells[i + 1]);
    for (size_t i = 0; i <= n; i++)
        for (size_t k = 0; k < COLUMNS; k++) {
            size_t w = str_columns(cells[i][k], strlen(cells[i][k]));
            widths[k] = w > widths[k] ? w : widths[k];
        }
    for (size_t i = 0; i <= n; i++)
        add_row(b, cells[i], widths);
}

static void add_problems(struct buf *b, const struct json *columns)
{
    for (size_t i = 0; i < json_len(columns); i++) {
        const struct json *c = json_at(columns, i), *problems = json_get(c, "problems");
        int64_t outliers = json_get_int(json_get(c, "outliers"), "count", 0);

        for (size_t k = 0; k < json_len(problems); k++)
            buf_addf(b, "  %s: %s\n", json_get_text(c, "name"), json_get_text(json_at(problems, k), "text"));
        if (outliers > 0)
            buf_addf(b, "  %s: %" PRId64 " %s far from the others\n", json_get_text(c, "name"), outliers,
                     outliers == 1 ? "value lies" : "values lie");
    }
}

/* "key: id", "keys: day + shop, day + till". */
static void add_keys(struct buf *b, const struct json *keys)
{
    for (size_t i = 0; i < json_len(keys); i++) {
        buf_adds(b, i ? ", " : json_len(keys) == 1 ? "; key: " : "; keys: ");
        for (size_t k = 0; k < json_len(json_at(keys, i)); k++)
            buf_addf(b, "%s%s", k ? " + " : "", json_text(json_at(json_at(keys, i), k), NULL));
    }
}

static void add_table(struct buf *b, struct arena *a, const struct json *t)
{
    int64_t rows = json_get_int(t, "row_count", 0), twice = json_get_int(t, "duplicate_rows", 0);
    size_t columns = json_len(json_get(t, "columns"));
    const struct json *assumptions = json_get(t, "assumptions");

    buf_addf(b, "%s: ", json_get_text(t, "name"));
    show_number(b, json_digits(json_get(t, "row_count")));
    buf_addf(b, " row%s, %zu column%s, quality %.0f%%", rows == 1 ? "" : "s", columns, columns == 1 ? "" : "s",
             floor(100 * json_real(json_get(t, "quality"))));
    add_keys(b, json_get(t, "keys"));
    buf_addc(b, '\n');
    add_columns(b, a, json_get(t, "columns"), rows);
    if (twice > 0)
        buf_addf(b, "  %" PRId64 " row%s there already\n", twice, twice == 1 ? " is" : "s are");
    add_problems(b, json_get(t, "columns"));
    for (size_t i = 0; i < json_len(assumptions); i++)
        buf_addf(b, "  assumed: %s\n", json_text(json_at(assumptions, i), NULL));
}

static void add_relation(struct buf *b, const struct json *r)
{
    const bool key = strcmp(json_get_text(r, "relationship_type"), "foreign_key") == 0;

    buf_addf(b, "%s.%s %s %s.%s (%.0f%%)\n", json_get_text(r, "from_table"), json_get_text(r, "from_column"),
             key ? "refers to" : "has values of", json_get_text(r, "to_table"), json_get_text(r, "to_column"),
             floor(100 * json_real(json_get(r, "confidence"))));
}

void profiler_show(struct buf *b, const struct json *result)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct json *tables = json_get(result, "tables"), *relations = json_get(result, "relationships");
    const struct json *left_out = json_get(result, "left_out");

    for (size_t i = 0; i < json_len(tables); i++) {
        buf_adds(b, i ? "\n" : "");
        add_table(b, a, json_at(tables, i));
    }
    buf_adds(b, json_len(relations) ? "\n" : "");
    for (size_t i = 0; i < json_len(relations); i++)
        add_relation(b, json_at(relations, i));
    for (size_t i = 0; i < json_len(left_out); i++)
        buf_addf(b, "%s.%s was not looked at: %s\n", json_get_text(json_at(left_out, i), "table"),
                 json_get_text(json_at(left_out, i), "column"), json_get_text(json_at(left_out, i), "reason"));
}
