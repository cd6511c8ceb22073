/* csv_profile.c - shapes and values. */
#include "csv/csv_profile.h"
#include "base/mix.h"
#include "base/str.h"
#include "grid/types/types.h"
#include <string.h>

#define SHAPE_BYTES 32 /* longer texts have no shape: they are free text */
#define FEW_CELLS 8    /* of a column: then every shape counts */
#define VALUE_BYTES 40 /* longer texts are no values: a date with its day's name and zone has less */

static size_t digits(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && str_is_digit(p[i]))
        i++;
    return i;
}

/* ---- values ---- */

/* 9:05, 09:05:30.25, with AM or PM: no type of its own in types.h, but no word either. */
static bool is_clock(const char *p, const char *end)
{
    size_t n = digits(p, (size_t)(end - p));

    if (n < 1 || n > 2 || end - p < (ptrdiff_t)n + 3 || p[n] != ':' || digits(p + n + 1, 2) != 2)
        return false;
    p += n + 3;
    if (end - p >= 3 && *p == ':' && digits(p + 1, 2) == 2) {
        p += 3;
        if (end - p >= 2 && (*p == '.' || *p == ','))
            p += 1 + digits(p + 1, (size_t)(end - p - 1));
    }
    while (p < end && *p == ' ')
        p++;
    return p == end || (end - p == 2 && strchr("AaPp", *p) && (p[1] | 0x20) == 'm');
}

enum csv_kind csv_kind(const char *p, size_t n)
{
    struct number_size size;

    p = str_trim(p, n, &n);
    if (n > VALUE_BYTES)
        return CSV_WORD;
    switch (cell_kind(p, n, &size)) {
    case CELL_EMPTY:
    case CELL_NULL_WORD:
        return CSV_NOTHING;
    case CELL_TEXT:
        return is_clock(p, p + n) ? CSV_VALUE : CSV_WORD;
    case CELL_BOOLEAN: /* "t", "No" and "on" name columns, too */
        return n >= 4 ? CSV_VALUE : CSV_WORD;
    case CELL_INTEGER:
    case CELL_DECIMAL:
    case CELL_FLOAT:
    case CELL_DATE:
    case CELL_TIME:
    case CELL_TIME_UTC:
    case CELL_IDENTIFIER:
        return CSV_VALUE;
    }
    return CSV_WORD;
}

/* ---- shapes ---- */

/* Never 0, which is no shape. */
static uint32_t hash(const char *p, size_t n)
{
    uint32_t h = mix_hash(p, n);

    return h ? h : 1;
}

static char class_of(char c)
{
    if (str_is_digit(c))
        return '9';
    if ((c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80)
        return 'a';
    return c >= 'A' && c <= 'Z' ? 'A' : c;
}

/* Both shapes; false when the text is too long to have one. */
static bool shapes(const char *p, size_t n, uint32_t *ret_exact, uint32_t *ret_rough)
{
    char exact[SHAPE_BYTES], rough[SHAPE_BYTES];
    size_t used = 0;

    if (n > SHAPE_BYTES)
        return false;
    for (size_t i = 0; i < n; i++) {
        char c = class_of(p[i]), r = c == 'A' ? 'a' : c;
        exact[i] = c;
        if (used == 0 || rough[used - 1] != r || (r != 'a' && r != '9'))
            rough[used++] = r;
    }
    *ret_exact = hash(exact, n);
    *ret_rough = hash(rough, used);
    return true;
}

/* The shape is the column's: seen more than once, so that a damaged cell does not vouch for itself. */
static bool is_known(const struct csv_seen *list, size_t n, uint32_t h, uint32_t filled)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].hash == h)
            return list[i].times > 1 || filled < FEW_CELLS;
    return false;
}

static void note(struct csv_seen *list, size_t room, uint8_t *n, bool *many, uint32_t h)
{
    for (size_t i = 0; i < *n; i++) {
        if (list[i].hash == h) {
            list[i].times++;
            return;
        }
    }
    if (*n == room)
        *many = true;
    else
        list[(*n)++] = (struct csv_seen){ .hash = h, .times = 1 };
}

void csv_column_add(struct csv_column *c, const struct csv_cell *cell)
{
    uint32_t exact, rough;
    enum csv_kind kind;

    c->cells++;
    c->quoted += cell->quoted;
    if (!csv_has_content(cell->p, cell->n)) {
        c->empty++;
        return;
    }
    kind = csv_kind(cell->p, cell->n);
    c->values += kind == CSV_VALUE;
    c->nothing += kind == CSV_NOTHING;
    if (!shapes(cell->p, cell->n, &exact, &rough)) {
        c->many_exact = c->many_rough = true;
        return;
    }
    note(c->exact, COUNT_OF(c->exact), &c->n_exact, &c->many_exact, exact);
    note(c->rough, COUNT_OF(c->rough), &c->n_rough, &c->many_rough, rough);
}

bool csv_column_is_typed(const struct csv_column *c)
{
    uint32_t filled = c->cells - c->empty - c->nothing;

    return filled > 0 && c->values >= filled - filled / 10;
}

static bool has_letter(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (class_of(p[i]) == 'a' || class_of(p[i]) == 'A')
            return true;
    return false;
}

int csv_column_fit(const struct csv_column *c, const char *p, size_t n, bool quoted)
{
    uint32_t exact = 0, rough = 0, filled = c->cells - c->empty;
    int fit;

    if (c->cells == 0) /* nothing is known */
        return csv_has_content(p, n) ? 2 : 1;
    if (!csv_has_content(p, n))
        return c->empty == c->cells ? CSV_FIT : c->empty > 0 ? 3 : 0;
    if (filled == 0)
        return 1;
    shapes(p, n, &exact, &rough);
    if (!c->many_exact && is_known(c->exact, c->n_exact, exact, filled))
        fit = CSV_FIT;
    else if (!c->many_rough && is_known(c->rough, c->n_rough, rough, filled))
        fit = 4;
    else if (csv_column_is_typed(c))
        fit = csv_kind(p, n) != CSV_WORD ? 2 : 0;
    else
        fit = has_letter(p, n) ? 3 : 1;
    /* Columns that are nearly all quoted, or hardly ever, tell more. */
    if (quoted ? 10 * c->quoted >= 9 * filled : 10 * c->quoted <= filled)
        fit++;
    return fit;
}
