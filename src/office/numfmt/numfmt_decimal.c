/* numfmt_decimal.c - the digits of a double as spreadsheets have them: fifteen, and no more.
 *
 * Everything that is shown is rounded from these digits, half away from zero, and never from the binary number: 1.005
 * with two decimals is 1.01, although the double is a little less. Percent signs and scaling commas move the point, so
 * they cost no accuracy either.
 */
#include "base/buf.h"
#include "base/num.h"
#include "office/numfmt/numfmt_node.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GENERAL_WIDTH 11 /* characters of a number shown as General, without its sign */

static void trim(struct decimal *d)
{
    int zeros = 0;

    while (d->n > 0 && d->d[d->n - 1] == '0')
        d->n--;
    while (zeros < d->n && d->d[zeros] == '0')
        zeros++;
    memmove(d->d, d->d + zeros, (size_t)(d->n - zeros));
    d->n -= zeros;
    d->point = d->n > 0 ? d->point - zeros : 0;
}

/* Reads "123.456e-78"; false when it has more digits than are kept. */
static bool read_digits(const char *p, struct decimal *d)
{
    int before = -1, exponent = 0;
    bool leading = true;

    *d = (struct decimal){ 0 };
    for (; *p && *p != 'e'; p++) {
        if (*p == '.') {
            before = d->n;
            continue;
        }
        if (leading && *p == '0') {
            d->point -= before >= 0;
            continue;
        }
        leading = false;
        if (d->n == DECIMAL_DIGITS) {
            if (*p != '0')
                return false;
            d->point += before < 0;
            continue;
        }
        d->d[d->n++] = *p;
    }
    if (*p == 'e')
        exponent = (int)strtol(p + 1, NULL, 10);
    d->point += (before >= 0 ? before : d->n) + exponent;
    trim(d);
    return true;
}

struct decimal decimal_of(double v)
{
    char text[NUM_DOUBLE_BYTES];
    struct decimal d = { 0 };

    if (!isfinite(v))
        return d;
    num_double_text(fabs(v), text);
    if (!read_digits(text, &d)) {
        snprintf(text, sizeof text, "%.*e", DECIMAL_DIGITS - 1, fabs(v));
        read_digits(text, &d);
    }
    return d;
}

void decimal_round(struct decimal *d, int places)
{
    int keep = d->point + places;
    bool up;

    if (keep >= d->n)
        return;
    up = keep >= 0 && d->d[keep] >= '5';
    d->n = keep > 0 ? keep : 0;
    if (up) {
        int i = d->n;
        while (i > 0 && d->d[i - 1] == '9')
            d->d[--i] = '0';
        if (i > 0) {
            d->d[i - 1]++;
        } else {
            d->d[0] = '1'; /* 9.99 became 10.0; or 0.6 became 1 */
            d->n = 1;
            d->point++;
        }
    }
    trim(d);
}

char decimal_digit(const struct decimal *d, int at)
{
    int i = d->point - 1 - at;

    return i >= 0 && i < d->n ? d->d[i] : '0';
}

/* "1.23457E+11": six digits, five where the exponent has three. */
static void general_scientific(struct decimal d, struct buf *b)
{
    int places = abs(d.point - 1) >= 100 ? 4 : 5;

    decimal_round(&d, places - d.point + 1);
    buf_addc(b, d.d[0]);
    if (d.n > 1) {
        buf_addc(b, '.');
        buf_add(b, d.d + 1, (size_t)(d.n - 1));
    }
    buf_addf(b, "E%c%02d", d.point > 0 ? '+' : '-', abs(d.point - 1));
}

void decimal_general(const struct decimal *d, struct buf *b)
{
    struct decimal r = *d;
    int whole = d->point > 1 ? d->point : 1, room = GENERAL_WIDTH - whole - 1;

    decimal_round(&r, room > 0 ? room : 0);
    /* Below 0.0001 a number is written out only if that shows all of it. */
    if (r.point > GENERAL_WIDTH || (d->point < -3 && d->n - d->point > room)) {
        general_scientific(*d, b);
        return;
    }
    for (int at = r.point > 0 ? r.point - 1 : 0; at >= 0; at--)
        buf_addc(b, decimal_digit(&r, at));
    if (r.n > r.point)
        buf_addc(b, '.');
    for (int at = -1; at >= r.point - r.n; at--)
        buf_addc(b, decimal_digit(&r, at));
}
