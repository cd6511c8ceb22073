/* show.c - the whole part is cut into threes from its end; the fraction is cut, and rounded by carrying in the digits.
 */
#include "base/show.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
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
