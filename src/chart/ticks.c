/* ticks.c - round numbers. */
#include "chart/ticks.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/num.h"
#include "chart/figures.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CLOSE 1e-9    /* of a step: a value so near to a mark is on it */
#define ALL_BUT 1e-12 /* of the larger end: a range below this is one value, as doubles have no more digits */
#define WIDEN 0.1     /* of one value, to each side */
#define FAR 0.4       /* of a step: an axis that ends so far from its values wastes room */
#define PAD 0.03      /* of the values' range, behind them */

struct step step_for(double range, double want)
{
    struct step s = { .digit = 1 };
    double mantissa;

    s.exponent = figures_power(range / want, &mantissa);
    if (mantissa > 5 * (1 + CLOSE))
        s.exponent++;
    else if (mantissa > 2 * (1 + CLOSE))
        s.digit = 5;
    else if (mantissa > 1 + CLOSE)
        s.digit = 2;
    s.size = step_at(&s, 1);
    return s;
}

double step_at(const struct step *s, int64_t k)
{
    char text[64];
    int n = snprintf(text, sizeof text, "%llde%d", (long long)k * s->digit, s->exponent);

    return num_double(text, (size_t)n);
}

int64_t step_below(const struct step *s, double v)
{
    return (int64_t)floor(v / s->size + CLOSE);
}

int64_t step_above(const struct step *s, double v)
{
    return (int64_t)ceil(v / s->size - CLOSE);
}

/* One value is given room: to zero's side where it is zero, else to both. */
static void widen(double *lo, double *hi)
{
    double most = fmax(fabs(*lo), fabs(*hi));

    if (*hi - *lo > most * ALL_BUT && *hi - *lo > 1e-300)
        return;
    if (most <= 1e-290) {
        *lo = 0;
        *hi = 1;
    } else {
        *lo -= most * WIDEN;
        *hi += most * WIDEN;
    }
}

struct ticks ticks_numbers(struct arena *a, double lo, double hi, double want, const char *unit)
{
    struct ticks t = { 0 };
    struct figures figures;
    struct step step;
    int64_t first, last;

    widen(&lo, &hi);
    step = step_for(hi - lo, want);
    first = step_below(&step, lo);
    last = step_above(&step, hi);
    t.n = (size_t)(last - first) + 1;
    if (t.n > CHART_TICKS)
        t.n = CHART_TICKS;
    t.tick = arena_array(a, t.n, sizeof *t.tick);
    for (size_t i = 0; i < t.n; i++)
        t.tick[i].at = step_at(&step, first + (int64_t)i);
    t.lo = t.tick[0].at;
    t.hi = t.tick[t.n - 1].at;
    figures = figures_axis(fmax(fabs(t.lo), fabs(t.hi)), step.exponent, unit);
    for (size_t i = 0; i < t.n; i++)
        t.tick[i].text = figures_text(a, &figures, t.tick[i].at);
    return t;
}

void ticks_trim(struct ticks *t, double lo, double hi)
{
    double step, pad;

    if (t->n < 4)
        return;
    step = t->tick[1].at - t->tick[0].at;
    if (hi - lo < step)
        return;
    pad = (hi - lo) * PAD;
    if (lo - pad - t->lo > step * FAR) {
        t->tick++;
        t->n--;
        t->lo = lo - pad;
    }
    if (t->hi - hi - pad > step * FAR) {
        t->n--;
        t->hi = hi + pad;
    }
}
