/* numfmt_show.c - numbers put into the places of their format: plain, with thousands, scientific, fractions.
 *
 * Every place shows the digit that belongs there; where the number has none, "0" shows a zero, "?" a blank and "#"
 * nothing. The first place also takes all digits that found none, so no part of a number is ever lost.
 */
#include "base/buf.h"
#include "office/numfmt/numfmt_node.h"
#include <stdlib.h>

#define EXPONENT_WIDTH 8 /* zeros shown before an exponent; a double's has three digits */

static void add_piece(const struct format_token *p, struct buf *b)
{
    buf_add(b, p->p, p->n);
}

/* ---- the digits before the point ---- */

struct whole {
    const struct decimal *d;
    uint32_t places; /* still to come */
    bool thousands;
    bool has_begun; /* a digit was shown */
};

static void add_digit(struct whole *w, int at, char c, struct buf *b)
{
    buf_addc(b, c);
    w->has_begun |= c != ' ';
    if (w->thousands && at > 0 && at % 3 == 0)
        buf_addc(b, w->has_begun ? ',' : ' ');
}

/* Digits that stand before the places there are. */
static void add_extra(struct whole *w, struct buf *b)
{
    for (int at = w->d->point - 1; at >= (int)w->places; at--)
        add_digit(w, at, decimal_digit(w->d, at), b);
}

static void add_place(struct whole *w, char c, struct buf *b)
{
    int at = (int)--w->places;

    if (at < w->d->point)
        add_digit(w, at, decimal_digit(w->d, at), b);
    else if (c != '#')
        add_digit(w, at, c == '0' ? '0' : ' ', b);
}

/* Shows pieces [from, to) with the digits of d, which is rounded to the places there are. */
static void show_digits(const struct section *s, uint32_t from, uint32_t to, const struct decimal *d, uint32_t places,
                        struct buf *b)
{
    struct whole w = { .d = d, .places = places, .thousands = s->thousands };
    bool is_first = true;
    int at = 0; /* behind the point: the next place is 10^at */

    for (uint32_t i = from; i < to; i++) {
        const struct format_token *p = &s->pieces[i];

        if (is_first && (p->kind == FMT_DIGIT || p->kind == FMT_POINT)) {
            add_extra(&w, b);
            is_first = false;
        }
        if (p->kind == FMT_POINT) {
            buf_addc(b, '.');
            at = -1;
        } else if (p->kind != FMT_DIGIT) {
            if (p->kind != FMT_COMMA)
                add_piece(p, b);
        } else if (at == 0) {
            add_place(&w, p->c, b);
        } else {
            if (at >= d->point - d->n || p->c == '0')
                buf_addc(b, decimal_digit(d, at));
            else if (p->c == '?')
                buf_addc(b, ' ');
            at--;
        }
    }
}

/* ---- scientific ---- */

/* The exponent whose mantissa has the right number of digits before the point: a multiple of their number, as engineers
 * write it, where there are several. */
static int find_exponent(const struct section *s, const struct decimal *d)
{
    int step = s->whole > 1 ? (int)s->whole : 1, exponent = d->point - 1;

    if (d->n == 0)
        return 0;
    if (s->whole == 0)
        exponent++;
    return exponent - ((exponent % step) + step) % step;
}

/* The sign stands right before the digits, also where text parts them from the letter. */
static void show_exponent(const struct section *s, int exponent, struct buf *b)
{
    int width = s->exponent_width > EXPONENT_WIDTH ? EXPONENT_WIDTH : (int)s->exponent_width;
    bool shown = false;

    buf_addc(b, 'E');
    for (uint32_t i = s->exponent + 1; i < s->n; i++) {
        if (s->pieces[i].kind != FMT_DIGIT) {
            add_piece(&s->pieces[i], b);
        } else if (!shown) {
            if (exponent < 0 || s->pieces[s->exponent].c == '+')
                buf_addc(b, exponent < 0 ? '-' : '+');
            buf_addf(b, "%0*d", width, abs(exponent));
            shown = true;
        }
    }
}

static void show_scientific(const struct section *s, struct decimal d, struct buf *b)
{
    int exponent = find_exponent(s, &d);

    decimal_round(&d, (int)s->places - exponent);
    exponent = find_exponent(s, &d);                       /* 9.996 may have become 10.00 */
    d.point = d.n > 0 ? d.point - exponent : s->whole > 0; /* a zero is shown as one, also by "#" */
    show_digits(s, 0, s->exponent, &d, s->whole, b);
    show_exponent(s, exponent, b);
}

void numfmt_show_number(const struct section *s, double v, struct buf *b)
{
    struct decimal d = decimal_of(v);

    if (d.n > 0)
        d.point += s->shift;
    if (s->kind == SECTION_SCIENTIFIC) {
        show_scientific(s, d, b);
        return;
    }
    decimal_round(&d, (int)s->places);
    show_digits(s, 0, s->n, &d, s->whole, b);
}

void numfmt_show_whole(const struct section *s, uint32_t from, uint32_t to, uint64_t value, struct buf *b)
{
    struct decimal d = decimal_of((double)value);
    uint32_t places = 0;

    for (uint32_t i = from; i < to; i++)
        places += s->pieces[i].kind == FMT_DIGIT;
    show_digits(s, from, to, &d, places, b);
}
