/* table.c - every value is looked at: a column is what all of them are, never what the first is. */
#include "chart/table.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "base/text/show.h"
#include "base/timefmt.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOTHING "(none)" /* what a null is called among names */
#define DATE_BYTES 10    /* 2024-03-01 */
#define MONTH_BYTES 7    /* 2024-03 */
#define MOMENT_BYTES 64  /* more than any that is read */
#define YEAR_LEAST 1000  /* whole numbers that may be years */
#define YEAR_MOST 2999

static const struct json *cell(const struct chart_table *t, size_t row, const struct table_column *c)
{
    return json_at(json_at(t->rows, row), c->place);
}

/* ---- times ---- */

/* 2024-03-01T12:30:00 with or without fraction and zone; a blank may stand for the T. Without a zone it is UTC's. */
static bool read_moment(const char *s, size_t n, double *ret)
{
    char text[MOMENT_BYTES];
    int64_t us;

    if (n <= DATE_BYTES || n + 2 > sizeof text || (s[DATE_BYTES] != 'T' && s[DATE_BYTES] != ' '))
        return false;
    memcpy(text, s, n + 1);
    text[DATE_BYTES] = 'T';
    if (!time_read(text, n, &us)) {
        memcpy(text + n, "Z", 2);
        if (!time_read(text, n + 1, &us))
            return false;
    }
    *ret = (double)us / 1e6;
    return true;
}

static bool read_time(const struct json *v, double *ret)
{
    char first[DATE_BYTES + 1];
    int64_t days;
    size_t n;
    const char *s = json_text(v, &n);

    if (json_is_int(v) && json_int64(v, &days) && days >= YEAR_LEAST && days <= YEAR_MOST) {
        *ret = (double)civil_days((int)days, 1, 1) * 86400;
        return true;
    }
    if (!s)
        return false;
    if (n == MONTH_BYTES) {
        memcpy(first, s, MONTH_BYTES);
        memcpy(first + MONTH_BYTES, "-01", sizeof "-01");
        s = first;
        n = DATE_BYTES;
    }
    if (n == DATE_BYTES && date_read(s, n, &days)) {
        *ret = (double)days * 86400;
        return true;
    }
    return read_moment(s, n, ret);
}

/* ---- what a column holds ---- */

static bool is_year(const char *name)
{
    size_t n = strlen(name);

    return str_ieq(name, "year") || (n > 5 && strchr("_ -", name[n - 5]) && str_ieq(name + n - 4, "year"));
}

static enum holds holds(const struct chart_table *t, const struct table_column *c)
{
    bool numbers = true, times = true, any = false;
    double unused;

    for (size_t i = 0; i < t->n_rows && (numbers || times); i++) {
        const struct json *v = cell(t, i, c);
        if (json_type(v) == JSON_NULL)
            continue;
        any = true;
        numbers = numbers && json_is(v, JSON_NUMBER);
        times = times && read_time(v, &unused);
    }
    if (!any)
        return HOLDS_NOTHING;
    if (times && (!numbers || is_year(c->name)))
        return HOLDS_TIMES;
    if (numbers)
        return show_is_label(c->name) ? HOLDS_LABELS : HOLDS_NUMBERS;
    return HOLDS_TEXT;
}

void table_look(struct arena *a, const struct json *columns, const struct json *rows, struct chart_table *ret)
{
    struct chart_table t = { .arena = a, .rows = rows, .n_rows = json_len(rows), .n_columns = json_len(columns) };

    t.columns = arena_array(a, t.n_columns, sizeof *t.columns);
    for (size_t j = 0; j < t.n_columns; j++) {
        const struct json *column = json_at(columns, j);
        const char *name = json_is(column, JSON_STRING) ? json_text(column, NULL) : json_get_text(column, "name");

        t.columns[j] = (struct table_column){ .name = name ? name : "", .place = j };
        if (json_is(column, JSON_OBJECT))
            t.columns[j].unit = json_get_text(column, "unit");
        t.columns[j].holds = holds(&t, &t.columns[j]);
    }
    *ret = t;
}

/* ---- cells ---- */

double *table_numbers(const struct chart_table *t, const struct table_column *c)
{
    double *numbers = arena_array(t->arena, t->n_rows, sizeof *numbers);

    for (size_t i = 0; i < t->n_rows; i++) {
        const struct json *v = cell(t, i, c);
        numbers[i] = json_is(v, JSON_NUMBER) ? json_real(v) : NAN;
    }
    return numbers;
}

double *table_times(const struct chart_table *t, const struct table_column *c)
{
    double *times = arena_array(t->arena, t->n_rows, sizeof *times);

    for (size_t i = 0; i < t->n_rows; i++) {
        if (!read_time(cell(t, i, c), &times[i]))
            times[i] = NAN;
    }
    return times;
}

static const char *text_of(const struct json *v)
{
    switch (json_type(v)) {
    case JSON_STRING:
        return json_text(v, NULL);
    case JSON_NUMBER:
        return json_digits(v);
    case JSON_BOOL:
        return json_truth(v) ? "true" : "false";
    case JSON_NULL:
        return NOTHING;
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return "…"; /* a list or a structure: no name */
}

const char **table_texts(const struct chart_table *t, const struct table_column *c)
{
    const char **texts = arena_array(t->arena, t->n_rows, sizeof *texts);

    for (size_t i = 0; i < t->n_rows; i++)
        texts[i] = text_of(cell(t, i, c));
    return texts;
}

/* ---- groups ---- */

static int compare_texts(const void *a, const void *b, void *arg)
{
    size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const char *const *texts = arg;
    int order = strcmp(texts[i], texts[k]);

    return order != 0 ? order : i < k ? -1 : i > k;
}

size_t table_group(struct arena *a, const char *const *texts, size_t n, size_t *ret_group)
{
    size_t *order = arena_array(a, n, sizeof *order), *number = arena_array(a, n, sizeof *number), groups = 0;
    const char **copy = arena_array(a, n, sizeof *copy);

    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        copy[i] = texts[i];
    }
    if (n > 1)
        qsort_r(order, n, sizeof *order, compare_texts, copy);
    /* each text's group is, for now, the place where it first comes */
    for (size_t i = 0; i < n; i++)
        ret_group[order[i]] =
            i > 0 && strcmp(texts[order[i]], texts[order[i - 1]]) == 0 ? ret_group[order[i - 1]] : order[i];
    for (size_t i = 0; i < n; i++) {
        if (ret_group[i] == i)
            number[i] = groups++;
        ret_group[i] = number[ret_group[i]];
    }
    return groups;
}
