/* values_show.c - values as text, in the form that reads back as the same value. */
#include "base/buf.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "grid/types/values.h"
#include <inttypes.h>

#define SECOND_US 1000000

/* Written from the back. */
const char *value_digits(uint128 v, bool is_negative, int scale, char room[static VALUE_DIGITS_BYTES], size_t *ret_n)
{
    char *p = room + VALUE_DIGITS_BYTES;

    for (int i = 0; v > 0 || i <= scale; i++) {
        if (i == scale && scale > 0)
            *--p = '.';
        *--p = (char)('0' + (int)(v % 10));
        v /= 10;
    }
    if (is_negative)
        *--p = '-';
    *ret_n = (size_t)(room + VALUE_DIGITS_BYTES - p);
    return p;
}

void value_show_decimal(int128 v, int scale, struct buf *out)
{
    char room[VALUE_DIGITS_BYTES];
    size_t n;
    const char *p = value_digits(v < 0 ? 0 - (uint128)v : (uint128)v, v < 0, scale, room, &n);

    buf_add(out, p, n);
}

void value_show_float(double v, struct buf *out)
{
    char text[NUM_DOUBLE_BYTES];
    size_t n;

    if (value_is_whole(v)) {
        value_show_decimal((int64_t)v, 0, out);
        return;
    }
    n = num_double_text(v, text);
    buf_add(out, text, n);
}

void value_show_date(int32_t days, struct buf *out)
{
    char text[TIME_TEXT_BYTES];

    date_text(days, text);
    buf_adds(out, text);
}

void value_show_time(int64_t us, struct buf *out)
{
    struct civil c = civil_from_us(us);
    int digits = 6, micros = c.micros;

    buf_addf(out, "%04d-%02d-%02dT%02d:%02d:%02d", c.year, c.month, c.day, c.hour, c.minute, c.second);
    if (micros == 0)
        return;
    for (; micros % 10 == 0; micros /= 10)
        digits--;
    buf_addf(out, ".%0*d", digits, micros);
}
