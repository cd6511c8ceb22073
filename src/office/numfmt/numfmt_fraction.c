/* numfmt_fraction.c - numbers as fractions: "5 1/4", "21/4", "5 2/8".
 *
 * A denominator that is not given is searched for as spreadsheets do it: the last convergent of the number's continued
 * fraction that has no more digits than there are places. What is not there (a whole number of 0, a fraction of 0) is
 * left out, or made blanks of its width where the format has "?", so that fractions stand below each other.
 */
#include "base/buf.h"
#include "base/str.h"
#include "office/numfmt/numfmt_node.h"
#include <math.h>

#define CLOSE_ENOUGH 5e-8 /* a rest below this is noise */
#define LARGEST 9e15      /* of a number times its denominator; beyond, a double has no fractions */

struct ratio {
    uint64_t over, under;
};

/* The fraction nearest to v, which is at least 0 and less than 1. */
static struct ratio find_ratio(double v, uint64_t most)
{
    struct ratio before = { 1, 0 }, last = { 0, 1 };
    double rest = v;

    while (rest >= CLOSE_ENOUGH) {
        double next = 1 / rest, whole = floor(next);
        struct ratio r;

        if (whole > (double)most)
            break;
        r.over = (uint64_t)whole * last.over + before.over;
        r.under = (uint64_t)whole * last.under + before.under;
        if (r.under > most)
            break;
        before = last;
        last = r;
        rest = next - whole;
    }
    return last;
}

struct shown {
    uint64_t whole;
    struct ratio ratio;
    bool has_whole; /* the format has a place for it */
};

static uint64_t largest_under(const struct section *s)
{
    uint64_t most = 1;

    if (s->denominator > 0)
        return s->denominator;
    for (uint32_t i = 0; i < s->places; i++)
        most *= 10;
    return most - 1;
}

static struct shown split(const struct section *s, double v)
{
    struct shown f = { .has_whole = s->whole_end > 0 };

    if (s->denominator > 0) {
        uint64_t parts = (uint64_t)llround(v * s->denominator);
        f.whole = parts / s->denominator;
        f.ratio = (struct ratio){ parts % s->denominator, s->denominator };
    } else {
        f.ratio = find_ratio(v - floor(v), largest_under(s));
        f.whole = (uint64_t)floor(v) + f.ratio.over / f.ratio.under;
        f.ratio.over %= f.ratio.under;
    }
    if (!f.has_whole)
        f.ratio.over += f.whole * f.ratio.under;
    return f;
}

static bool has_place(const struct section *s, uint32_t from, uint32_t to, char c)
{
    for (uint32_t i = from; i < to; i++)
        if (s->pieces[i].kind == FMT_DIGIT && s->pieces[i].c == c)
            return true;
    return false;
}

static void show_text(const struct section *s, uint32_t from, uint32_t to, struct buf *b)
{
    for (uint32_t i = from; i < to; i++)
        buf_add(b, s->pieces[i].p, s->pieces[i].n);
}

static void show_blanks(const struct section *s, uint32_t from, uint32_t to, struct buf *b)
{
    for (uint32_t i = from; i < to; i++)
        buf_fill(b, ' ', str_chars(s->pieces[i].p, s->pieces[i].n));
}

/* A zero is shown as one, although "#" has no digit for it. */
static void show_at_least_zero(const struct section *s, uint32_t from, uint32_t to, uint64_t value, struct buf *b)
{
    if (value > 0 || s->pieces[to - 1].c == '0') {
        numfmt_show_whole(s, from, to, value, b);
        return;
    }
    numfmt_show_whole(s, from, to - 1, 0, b);
    buf_addc(b, '0');
}

/* The denominator stands at the left of its places, as the eye looks for it behind the slash. */
static void show_under(const struct section *s, uint64_t value, struct buf *b)
{
    uint32_t digits = 0;

    if (s->denominator > 0 || s->pieces[s->under].c == '0') {
        if (s->denominator > 0)
            show_text(s, s->under, s->under_end, b);
        else
            numfmt_show_whole(s, s->under, s->under_end, value, b);
        return;
    }
    for (uint64_t rest = value; rest > 0; rest /= 10)
        digits++;
    buf_addf(b, "%llu", (unsigned long long)value);
    for (uint32_t i = s->under + digits; i < s->under_end; i++)
        if (s->pieces[i].c == '?')
            buf_addc(b, ' ');
}

/* The whole number and what parts it from the fraction. */
static void show_whole(const struct section *s, const struct shown *f, bool hides_fraction, struct buf *b)
{
    bool blanks = has_place(s, 0, s->whole_end, '?');
    bool hides =
        f->whole == 0 && !hides_fraction && !has_place(s, 0, s->whole_end, '0') && (f->ratio.over > 0 || !blanks);

    if (!hides) {
        show_at_least_zero(s, 0, s->whole_end, f->whole, b);
        if (!hides_fraction)
            show_text(s, s->whole_end, s->over, b);
        return;
    }
    numfmt_show_whole(s, 0, s->whole_end, 0, b);
    if (blanks || has_place(s, s->over, s->over_end, '?'))
        show_blanks(s, s->whole_end, s->over, b);
}

void numfmt_show_fraction(const struct section *s, double v, struct buf *b)
{
    struct shown f;
    bool hides_fraction;

    if (v * (double)largest_under(s) >= LARGEST) {
        struct decimal d = decimal_of(v);
        decimal_general(&d, b);
        return;
    }
    f = split(s, v);
    hides_fraction = f.has_whole && f.ratio.over == 0 && !has_place(s, s->over, s->over_end, '0');
    if (f.has_whole)
        show_whole(s, &f, hides_fraction, b);
    else
        show_text(s, 0, s->over, b);
    if (!hides_fraction) {
        show_at_least_zero(s, s->over, s->over_end, f.ratio.over, b);
        show_text(s, s->over_end, s->under, b);
        show_under(s, f.ratio.under, b);
    } else if (has_place(s, 0, s->under_end, '?')) {
        show_blanks(s, s->whole_end, s->under_end, b);
    }
    show_text(s, s->under_end, s->n, b);
}
