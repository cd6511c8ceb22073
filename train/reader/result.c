/* result.c - see result.h. Most results differ in their number of rows or in what all their cells come to, which is
 * looked at first; then columns are put beside each other, and rows only under orders of columns that fit. */
#include "train/reader/result.h"
#include "base/arena.h"
#include "base/json.h"
#include "train/room.h"
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define TOLERANCE 1e-4
#define COLUMNS_MOST 16 /* whose orders are tried; more must come in the same order */

/* ---- cells ---- */

static bool reads_as_number(const char *text, double *ret)
{
    char *end;

    while (isspace((unsigned char)*text))
        text++;
    if (!isdigit((unsigned char)text[strspn(text, "+-.")]) || strpbrk(text, "xX"))
        return false;
    *ret = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    return !*end && isfinite(*ret);
}

struct cell cell_of_text(const char *text)
{
    struct cell c = { .kind = CELL_TEXT, .text = text };

    if (!text)
        c.kind = CELL_EMPTY;
    else if (reads_as_number(text, &c.number))
        c.kind = CELL_NUMBER;
    return c;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= TOLERANCE * fmax(1, fmax(fabs(a), fabs(b)));
}

bool cells_same(const struct cell *a, const struct cell *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == CELL_NUMBER)
        return is_near(a->number, b->number);
    if (a->kind == CELL_TRUTH)
        return (a->number != 0) == (b->number != 0);
    return a->kind == CELL_EMPTY || strcmp(a->text, b->text) == 0;
}

static struct cell cell_of_json(struct arena *a, const struct json *v)
{
    const char *text;
    size_t n;

    switch (json_type(v)) {
    case JSON_NUMBER:
        return (struct cell){ .kind = CELL_NUMBER, .number = json_real(v) };
    case JSON_STRING:
        text = json_text(v, &n);
        return cell_of_text(arena_dup(a, text, n));
    case JSON_BOOL:
        return (struct cell){ .kind = CELL_TRUTH, .number = json_truth(v) };
    case JSON_NULL:
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return (struct cell){ .kind = CELL_EMPTY };
}

void result_of_json(struct arena *a, const struct json *rows, struct result *ret)
{
    size_t n = json_len(rows), columns = json_len(json_at(rows, 0));
    struct cell *cells = arena_array(a, n * columns + 1, sizeof *cells);

    *ret = (struct result){ .rows = n, .columns = columns, .cells = cells };
    for (size_t i = 0; i < n; i++) {
        if (json_len(json_at(rows, i)) != columns)
            ret->columns = SIZE_MAX;
        for (size_t k = 0; k < columns; k++)
            cells[i * columns + k] = cell_of_json(a, json_at(json_at(rows, i), k));
    }
}

/* ---- results ---- */

/* What all cells come to, whatever their order: a quick no. */
struct sum {
    uint64_t texts;
    size_t numbers;
    double total, size;
};

static struct sum sum_of(const struct result *r)
{
    struct sum s = { 0 };

    for (size_t i = 0; i < r->rows * r->columns; i++) {
        const struct cell *c = &r->cells[i];
        uint64_t h = (uint64_t)c->kind + 1;
        if (c->kind == CELL_NUMBER) {
            s.numbers++;
            s.total += c->number;
            s.size += fmax(1, fabs(c->number));
            continue;
        }
        for (const char *p = c->kind == CELL_TEXT ? c->text : ""; *p; p++)
            h = (h ^ (unsigned char)*p) * 0x100000001b3u;
        s.texts += (h + (uint64_t)(c->number != 0)) * 0x9e3779b97f4a7c15u;
    }
    return s;
}

static bool may_be_same(const struct result *x, const struct result *y)
{
    struct sum a = sum_of(x), b = sum_of(y);

    return a.texts == b.texts && a.numbers == b.numbers &&
           fabs(a.total - b.total) <= 2 * TOLERANCE * fmax(a.size, b.size) + TOLERANCE;
}

/* Rows of chosen columns, sorted. */
struct view {
    const struct result *of;
    size_t columns[COLUMNS_MOST], n;
    uint32_t *rows;
};

static const struct cell *cell_at(const struct view *v, uint32_t row, size_t k)
{
    return &v->of->cells[row * v->of->columns + v->columns[k]];
}

static int compare_kind(const struct cell *a, const struct cell *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == CELL_TEXT)
        return strcmp(a->text, b->text);
    return a->kind == CELL_TRUTH ? (a->number != 0) - (b->number != 0) : 0;
}

/* Texts first, then numbers, so that a trifle decides as late as it can. */
static int compare_rows(const void *x, const void *y, void *view)
{
    const struct view *v = view;
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    int c = 0;

    for (size_t k = 0; k < v->n && c == 0; k++)
        c = compare_kind(cell_at(v, a, k), cell_at(v, b, k));
    for (size_t k = 0; k < v->n && c == 0; k++)
        if (cell_at(v, a, k)->kind == CELL_NUMBER) {
            double p = cell_at(v, a, k)->number, q = cell_at(v, b, k)->number;
            c = (p > q) - (p < q);
        }
    return c;
}

static void sort_view(struct view *v, bool keep_order)
{
    for (size_t i = 0; i < v->of->rows; i++)
        v->rows[i] = (uint32_t)i;
    if (!keep_order)
        qsort_r(v->rows, v->of->rows, sizeof *v->rows, compare_rows, v);
}

static bool views_same(struct view *x, struct view *y, bool ordered)
{
    sort_view(x, ordered);
    sort_view(y, ordered);
    for (size_t i = 0; i < x->of->rows; i++)
        for (size_t k = 0; k < x->n; k++)
            if (!cells_same(cell_at(x, x->rows[i], k), cell_at(y, y->rows[i], k)))
                return false;
    return true;
}

/* Which column of got may stand for which of gold. */
static void fit_columns(struct view *got, struct view *gold, bool fits[COLUMNS_MOST][COLUMNS_MOST])
{
    size_t n = gold->of->columns;

    got->n = gold->n = 1;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            got->columns[0] = i;
            gold->columns[0] = j;
            fits[j][i] = views_same(got, gold, false);
        }
    got->n = gold->n = n;
    for (size_t j = 0; j < n; j++)
        gold->columns[j] = j;
}

/* Tries the orders of got's columns from place j on. */
static bool try_orders(struct view *got, struct view *gold, bool fits[COLUMNS_MOST][COLUMNS_MOST], bool ordered,
                       size_t j, unsigned used, unsigned *left)
{
    if (j == gold->n)
        return *left > 0 && ((*left)--, views_same(got, gold, ordered));
    for (size_t i = 0; i<gold->n && * left> 0; i++)
        if (fits[j][i] && !(used >> i & 1)) {
            got->columns[j] = i;
            if (try_orders(got, gold, fits, ordered, j + 1, used | 1u << i, left))
                return true;
        }
    return false;
}

static bool same_in_order(const struct result *got, const struct result *gold)
{
    for (size_t i = 0; i < gold->rows * gold->columns; i++)
        if (!cells_same(&got->cells[i], &gold->cells[i]))
            return false;
    return true;
}

bool results_same(const struct result *got, const struct result *gold, bool ordered)
{
    bool fits[COLUMNS_MOST][COLUMNS_MOST], same;
    struct view x = { .of = got }, y = { .of = gold };
    unsigned left = RESULT_ORDERS;

    if (got->rows != gold->rows)
        return false;
    if (gold->rows == 0)
        return true;
    if (got->columns != gold->columns || gold->columns == SIZE_MAX || !may_be_same(got, gold))
        return false;
    if (same_in_order(got, gold))
        return true;
    if (gold->columns > COLUMNS_MOST)
        return false;
    x.rows = room_for(gold->rows, sizeof *x.rows);
    y.rows = room_for(gold->rows, sizeof *y.rows);
    fit_columns(&x, &y, fits);
    same = try_orders(&x, &y, fits, ordered, 0, 0, &left);
    free(x.rows);
    free(y.rows);
    return same;
}
