/* show.c - the whole part of a figure is cut into threes from its end; the fraction is cut, and rounded by carrying in
 * the digits. Texts are looked at byte by byte: what is harmful has its own first bytes. */
#include "base/text/show.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <string.h>

/* Adds one to the last place of the digits (a point among them is passed over); true when that carried out of the first
 * place, leaving zeros. */
static bool carry(char *digits, size_t n)
{
    while (n-- > 0) {
        if (digits[n] == '.')
            continue;
        if (digits[n] != '9') {
            digits[n]++;
            return false;
        }
        digits[n] = '0';
    }
    return true;
}

static void add_whole(struct buf *b, const char *whole, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0)
            buf_addc(b, ',');
        buf_addc(b, whole[i]);
    }
}

/* Rounds a number without sign to SHOW_DECIMALS decimals and drops the zeros that leaves at its end. */
static void round_off(struct buf *number)
{
    size_t point = strcspn(number->p, "."), keep = point + 1 + SHOW_DECIMALS;
    bool up;

    if (number->n <= keep)
        return;
    up = number->p[keep] >= '5';
    buf_cut(number, keep);
    if (up && carry(number->p, number->n)) {
        buf_addc(number, '0');
        memmove(number->p + 1, number->p, number->n - 1);
        number->p[0] = '1';
    }
    while (number->p[number->n - 1] == '0')
        buf_cut(number, number->n - 1);
    if (number->p[number->n - 1] == '.')
        buf_cut(number, number->n - 1);
}

void show_number(struct buf *b, const char *digits)
{
    struct buf number CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    size_t n;

    if (strpbrk(digits, "eE")) {
        buf_adds(b, digits);
        return;
    }
    buf_adds(&number, digits + (*digits == '-'));
    round_off(&number);
    if (*digits == '-' && strspn(number.p, "0.") < number.n)
        buf_addc(b, '-');
    n = strcspn(number.p, ".");
    add_whole(b, number.p, n);
    buf_adds(b, number.p + n);
}

/* ---- texts ---- */

/* Of three bytes that begin with e2: direction marks (U+200E-200F, 202A-202E, 2066-2069), line separators (U+2028-2029)
 * and marks without a width (U+200B, 2060-2064). */
static bool is_harmful_e2(unsigned char second, unsigned char third)
{
    if (second == 0x80)
        return third == 0x8b || third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae);
    return second == 0x81 && ((third >= 0xa0 && third <= 0xa4) || (third >= 0xa6 && third <= 0xa9));
}

size_t show_harmful(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text;

    if (n == 0 || (p[0] >= 0x20 && p[0] < 0x7f))
        return 0;
    if (p[0] < 0x20 || p[0] == 0x7f)
        return 1;
    if (n >= 2 && p[0] == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f)
        return 2;
    if (n >= 3 && p[0] == 0xe2 && is_harmful_e2(p[1], p[2]))
        return 3;
    if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0) /* U+FEFF */
        return 3;
    return n >= 4 && memcmp(p, "\xf3\xa0", 2) == 0 && (p[2] == 0x80 || p[2] == 0x81) ? 4 : 0; /* U+E0000-E007F */
}

/* U+200C and U+200D join letters of scripts other than ours, and emoji; elsewhere they only hide. */
static bool is_idle_joiner(const char *p, size_t n, size_t at)
{
    if (n - at < 3 || (memcmp(p + at, "\xe2\x80\x8c", 3) != 0 && memcmp(p + at, "\xe2\x80\x8d", 3) != 0))
        return false;
    return at == 0 || at + 3 == n || (unsigned char)p[at - 1] < 0x80 || (unsigned char)p[at + 3] < 0x80;
}

static void show(struct buf *b, const char *p, size_t n, bool keeps_lines)
{
    for (size_t i = 0; i < n; i++) {
        bool is_space = p[i] == '\n' || p[i] == '\r' || p[i] == '\t';
        size_t bad = is_space ? 0 : show_harmful(p + i, n - i);

        if (bad == 0 && is_idle_joiner(p, n, i))
            bad = 3;
        if (bad > 0) {
            buf_adds(b, "\xef\xbf\xbd");
            i += bad - 1;
        } else {
            buf_addc(b, is_space && !keeps_lines ? ' ' : p[i]);
        }
    }
}

void show_text(struct buf *b, const char *p, size_t n)
{
    show(b, p, n, false);
}

void show_lines(struct buf *b, const char *p, size_t n)
{
    show(b, p, n, true);
}

/* ---- names ---- */

bool show_is_label(const char *column)
{
    static const char *const words[] = { "year", "id", "code", "zip", "month", "day", "number", "no" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *name = str_fold(a, column);

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        size_t n = strlen(words[i]), all = strlen(name);
        if (all >= n && memcmp(name + all - n, words[i], n) == 0 && (all == n || strchr("_ -", name[all - n - 1])))
            return true;
    }
    return false;
}

const char *show_scaled(struct arena *a, const char *decimal, int power)
{
    bool negative = decimal[0] == '-';
    const char *digits = decimal + negative, *point = strchr(digits, '.');
    size_t whole = point ? (size_t)(point - digits) : strlen(digits), fraction = point ? strlen(point + 1) : 0;
    size_t pad = (size_t)(power < 0 ? -power : power), n = pad + whole + fraction + pad, split, from = 0;
    char *all = arena_alloc(a, n + 1);

    /* All digits with zeros on both sides; the point then only has to be put in its new place. */
    memset(all, '0', n);
    memcpy(all + pad, digits, whole);
    memcpy(all + pad + whole, digits + whole + 1, fraction);
    split = power < 0 ? whole : whole + 2 * pad;
    while (n > split && all[n - 1] == '0')
        n--;
    while (from + 1 < split && all[from] == '0')
        from++;
    return arena_printf(a, "%s%.*s%s%.*s", negative ? "-" : "", (int)(split - from), all + from, n > split ? "." : "",
                        (int)(n - split), all + split);
}

const char *show_period(struct arena *a, const char *from, const char *to)
{
    int64_t first, last;
    struct civil c;

    if (strcmp(from, to) == 0)
        return from;
    if (!date_read(from, strlen(from), &first) || !date_read(to, strlen(to), &last))
        return NULL;
    c = civil_from_us(first * DAY_US);
    if (c.day != 1)
        return NULL;
    if (last == first + civil_month_days(c.year, c.month) - 1)
        return arena_printf(a, "%s %04d", month_names[c.month - 1], c.year);
    if (c.month % 3 == 1 && last == civil_days(c.year, c.month + 2, civil_month_days(c.year, c.month + 2)))
        return arena_printf(a, "Q%d %04d", (c.month + 2) / 3, c.year);
    return c.month == 1 && last == civil_days(c.year, 12, 31) ? arena_printf(a, "%04d", c.year) : NULL;
}
