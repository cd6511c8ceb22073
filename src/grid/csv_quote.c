/* csv_quote.c - in place, so that whoever writes a value need not know beforehand how long it gets or what is in it. */
#include "grid/csv_quote.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text/show.h"
#include <string.h>

/* ---- formulas ---- */

/* White space at p that spreadsheets pass over: blanks of ASCII, and U+00A0 and U+3000. */
static size_t space_at(const char *p, size_t n)
{
    if (n > 0 && strchr(" \t\r\n\v\f", *p) && *p)
        return 1;
    if (n >= 2 && memcmp(p, "\xc2\xa0", 2) == 0)
        return 2;
    return n >= 3 && memcmp(p, "\xe3\x80\x80", 3) == 0 ? 3 : 0;
}

/* = + - @, or the same of full width: U+FF1D, FF0B, FF0D, FF20. */
static bool begins_formula(const char *p, size_t n)
{
    if (n > 0 && *p && strchr("=+-@", *p))
        return true;
    return n >= 3 && memcmp(p, "\xef\xbc", 2) == 0 && p[2] && strchr("\x9d\x8b\x8d\xa0", p[2]);
}

static size_t digits_at(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] >= '0' && p[i] <= '9')
        i++;
    return i;
}

/* A sign, digits with points and commas among them, an exponent, a percent sign: no such text computes anything. */
static bool is_number(const char *p, size_t n)
{
    size_t i = n > 0 && (*p == '+' || *p == '-'), digits = 0;

    while (i < n && (digits_at(p + i, 1) || p[i] == '.' || p[i] == ','))
        digits += p[i] != '.' && p[i] != ',', i++;
    if (digits == 0)
        return false;
    if (i < n && (p[i] == 'e' || p[i] == 'E')) {
        size_t sign = i + 1 < n && (p[i + 1] == '+' || p[i + 1] == '-'),
               power = digits_at(p + i + 1 + sign, n - i - 1 - sign);
        if (power == 0)
            return false;
        i += 1 + sign + power;
    }
    i += i < n && p[i] == '%';
    return i == n;
}

/* "-" and "--" stand for nothing in many tables, and compute nothing. */
static bool is_dash(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] == '-')
        i++;
    return n > 0 && i == n;
}

bool csv_is_formula(const char *p, size_t n)
{
    bool begins = n > 0 && (*p == '\t' || *p == '\r');

    for (size_t space; (space = space_at(p, n)) > 0; n -= space)
        p += space;
    while (n > 0 && space_at(p + n - 1, 1))
        n--;
    return (begins || begins_formula(p, n)) && !is_number(p, n) && !is_dash(p, n);
}

/* ---- cells ---- */

static bool needs_quotes(const char *p, size_t n)
{
    return memchr(p, '"', n) || memchr(p, ',', n) || memchr(p, '\n', n) || memchr(p, '\r', n);
}

static bool is_harmful(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)p[i] < 0x20 || (unsigned char)p[i] >= 0x7f)
            return true;
    return false;
}

/* Takes what is behind `from` out of the buffer. */
static void take_out(struct buf *b, size_t from, struct buf *copy)
{
    buf_init(copy, b->n - from);
    buf_add(copy, b->p + from, b->n - from);
    buf_cut(b, from);
}

static bool make_safe(struct buf *b, size_t from)
{
    bool is_formula = csv_is_formula(b->p + from, b->n - from);
    struct buf copy CLEANUP(buf_done) = BUF(0);

    if (!is_formula && !is_harmful(b->p + from, b->n - from))
        return false;
    take_out(b, from, &copy);
    if (is_formula)
        buf_addc(b, '\'');
    show_lines(b, copy.p, copy.n);
    return is_formula;
}

bool csv_end_cell(struct buf *b, size_t from, enum csv_form form, bool alone)
{
    bool is_formula = !b->failed && form == CSV_SAFE && make_safe(b, from);
    struct buf copy CLEANUP(buf_done) = BUF(0);

    if (b->failed || (b->n > from ? !needs_quotes(b->p + from, b->n - from) : !alone))
        return is_formula;
    take_out(b, from, &copy);
    buf_addc(b, '"');
    for (size_t i = 0; i < copy.n; i++) {
        if (copy.p[i] == '"')
            buf_addc(b, '"');
        buf_addc(b, copy.p[i]);
    }
    buf_addc(b, '"');
    return is_formula;
}

/* ---- rows ---- */

size_t csv_add_row(struct buf *b, const struct json *row, enum csv_form form)
{
    size_t cells = json_len(row), formulas = 0;

    for (size_t i = 0; i < cells; i++) {
        const struct json *v = json_at(row, i);
        size_t n, from = b->n + (i > 0);
        const char *text = json_text(v, &n);
        if (i > 0)
            buf_addc(b, ',');
        if (text)
            buf_add(b, text, n);
        else if (!json_is(v, JSON_NULL))
            json_write(b, v);
        formulas += csv_end_cell(b, from, json_digits(v) ? CSV_RAW : form, cells == 1);
    }
    buf_addc(b, '\n');
    return formulas;
}

size_t csv_add_table(struct buf *b, const struct json *names, const struct json *rows, enum csv_form form)
{
    size_t formulas = csv_add_row(b, names, form);

    for (size_t i = 0; i < json_len(rows); i++)
        formulas += csv_add_row(b, json_at(rows, i), form);
    return formulas;
}

const char *csv_say_quoted(struct arena *a, size_t n)
{
    if (n == 0)
        return NULL;
    return n == 1 ? "1 cell that a spreadsheet would take for a formula was quoted."
                  : arena_printf(a, "%zu cells that a spreadsheet would take for formulas were quoted.", n);
}
