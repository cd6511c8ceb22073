/* profile_count.c - the figures of all columns: one statement for each few of them.
 *
 * How many columns share a statement depends on the rows: the engine holds the different values of all of them in
 * memory at once, while for a small table of thousands of columns it is the number of statements that counts.
 *
 * Names are the only foreign words in the SQL; they are quoted. Numbers in it were computed here.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "data/profile/profile_node.h"
#include "grid/table.h"
#include <math.h>

/* PROFILE_TEXT_CHARS as a text */
#define TEXT_CHARS TEXT_CHARS_(PROFILE_TEXT_CHARS)
#define TEXT_CHARS_(x) TEXT_CHARS__(x)
#define TEXT_CHARS__(x) #x

#define SQUARE_BOUND 1e150 /* the square of what is beyond is no double; as in figures_of() */

enum { FIGURES = 11 }; /* cells of a column */

bool profile_is_time(const struct column_profile *c)
{
    return c->column->type == COLUMN_DATE || c->column->type == COLUMN_TIMESTAMP;
}

/* The column as a value that can be counted with: what is not finite is none. */
static void add_value(struct buf *b, const struct column_profile *c)
{
    if (c->column->type != COLUMN_FLOAT && !profile_is_time(c)) {
        sql_add_name(b, c->column->name);
        return;
    }
    buf_adds(b, "(CASE WHEN isfinite(");
    sql_add_name(b, c->column->name);
    buf_adds(b, ") THEN ");
    sql_add_name(b, c->column->name);
    buf_adds(b, " END)");
}

/* Appends the template with each $ replaced by the column. */
void profile_add(struct buf *b, const struct column_profile *c, const char *template)
{
    for (const char *p = template; *p; p++) {
        if (*p == '$')
            add_value(b, c);
        else
            buf_addc(b, *p);
    }
}

void profile_from(struct buf *b, const struct profiling *p)
{
    buf_adds(b, " FROM ");
    sql_add_name(b, p->profile->table->name);
}

/* How many columns share a statement. */
size_t profile_batch(const struct profiling *p)
{
    uint64_t n = PROFILE_BATCH_CELLS / (p->profile->table->rows + 1);

    return n < 1 ? 1 : n > PROFILE_BATCH ? PROFILE_BATCH : (size_t)n;
}

/* ---- figures ---- */

/* How many values there are. Counting the different ones costs a table of its own for each column, which for few rows
 * is more than all the rest; there all of them are listed instead, and the list counted. */
static void add_counts(struct buf *b, const struct column_profile *c)
{
    profile_add(b, c,
                c->rows <= PROFILE_VALUES ? "count($), cardinality(histogram($)), " : "count($), count(DISTINCT $), ");
}

/* Least and greatest; mean, deviation, quantiles with both ends; days, or of texts the longest; three counts of texts.
 * NULL stands for what a type does not have. */
static const char *figures_of(enum column_type type)
{
    switch (type) {
    case COLUMN_TEXT:
        return "left(min($), " TEXT_CHARS "), left(max($), " TEXT_CHARS "), NULL, NULL, NULL, max(strlen($)), "
               "count_if(regexp_matches($, '^\\s|\\s\\z')), "
               "count_if(regexp_matches($, '^\\s*\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}(\\D|\\z)')), "
               "count_if(regexp_full_match($, '\\s*[-+]?\\d[\\d., ]*%?\\s*'))";
    case COLUMN_INTEGER:
    case COLUMN_DECIMAL:
    case COLUMN_FLOAT:
        return "min($), max($), avg(CAST($ AS DOUBLE)), "
               "stddev_samp(CASE WHEN abs(CAST($ AS DOUBLE)) < 1e150 THEN CAST($ AS DOUBLE) END), "
               "quantile_cont(CAST($ AS DOUBLE), [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]), NULL, NULL, NULL, NULL";
    case COLUMN_DATE:
    case COLUMN_TIMESTAMP:
        return "min($), max($), NULL, NULL, NULL, date_diff('day', min($), max($)), NULL, NULL, NULL";
    case COLUMN_BOOLEAN:
    case COLUMN_TYPES:
        break;
    }
    return "min($), max($), NULL, NULL, NULL, NULL, NULL, NULL, NULL";
}

uint64_t profile_count_at(const struct json *row, size_t i)
{
    int64_t v = 0;

    return json_int64(json_at(row, i), &v) && v > 0 ? (uint64_t)v : 0;
}

/* A list of a cell, which comes as its text; NULL when there is none. */
struct json *profile_list_at(struct profiling *p, const struct json *row, size_t i)
{
    size_t n = 0;
    const char *text = json_text(json_at(row, i), &n);
    struct json *list = NULL;
    struct err untold;

    return text && json_parse(p->arena, text, n, &list, &untold) == 0 ? list : NULL;
}

static void take_figures(struct profiling *p, struct column_profile *c, const struct json *row, size_t at)
{
    const struct json *spread = profile_list_at(p, row, at + 6);

    c->values = profile_count_at(row, at);
    c->distinct = profile_count_at(row, at + 1);
    c->min = json_at(row, at + 2);
    c->max = json_at(row, at + 3);
    c->mean = json_real(json_at(row, at + 4));
    c->deviation = json_is(json_at(row, at + 5), JSON_NUMBER) ? json_real(json_at(row, at + 5)) : NAN;
    c->has_figures = c->values > 0 && json_len(spread) == PROFILE_QUANTILES + 2;
    if (c->has_figures) {
        c->least = json_real(json_at(spread, 0));
        c->greatest = json_real(json_at(spread, PROFILE_QUANTILES + 1));
        for (size_t i = 0; i < PROFILE_QUANTILES; i++)
            c->quantiles[i] = json_real(json_at(spread, i + 1));
    }
    if (c->has_figures && (c->least <= -SQUARE_BOUND || c->greatest >= SQUARE_BOUND))
        c->deviation = NAN;
    c->days = profile_is_time(c) ? json_real(json_at(row, at + 7)) : 0;
    c->longest = profile_is_time(c) ? 0 : profile_count_at(row, at + 7);
    c->blanks = profile_count_at(row, at + 8);
    c->dates = profile_count_at(row, at + 9);
    c->numbers = profile_count_at(row, at + 10);
}

static int count_figures(struct profiling *p, struct column_profile *columns, size_t n)
{
    struct buf sql CLEANUP(buf_done) = BUF(PROFILE_SQL_BYTES);
    const struct json *row;

    buf_adds(&sql, "SELECT ");
    for (size_t i = 0; i < n; i++) {
        buf_adds(&sql, i ? ", " : "");
        add_counts(&sql, &columns[i]);
        profile_add(&sql, &columns[i], figures_of(columns[i].column->type));
    }
    profile_from(&sql, p);
    row = profile_row(p, &sql);
    for (size_t i = 0; row && i < n; i++)
        take_figures(p, &columns[i], row, i * FIGURES);
    return row ? 0 : -1;
}

int profile_figures(struct profiling *p)
{
    const size_t n = p->profile->table->n_columns, step = profile_batch(p);

    for (size_t i = 0; i < n; i += step)
        if (count_figures(p, &p->profile->columns[i], step < n - i ? step : n - i))
            return -1;
    return 0;
}
