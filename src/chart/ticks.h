/* ticks.h - where an axis is marked: round numbers, and the beginnings of days, months and years.
 *
 * Steps of numbers are 1, 2 or 5 times a power of ten. Each mark is computed from its decimal digits, never by adding
 * steps up, so 0.3 is 0.3. Steps of times are those of a calendar.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* digit * 10^exponent */
struct step {
    int digit; /* 1, 2 or 5 */
    int exponent;
    double size;
};

/* The smallest round step that takes at most about `want` of them across the range, which is positive and finite. */
struct step step_for(double range, double want);

/* k times the step: the double nearest to its exact decimal value. */
double step_at(const struct step *s, int64_t k);

/* The k of the last mark at or below v, and of the first at or above it. */
int64_t step_below(const struct step *s, double v);
int64_t step_above(const struct step *s, double v);

struct tick {
    double at;
    const char *text;  /* "Apr" */
    const char *under; /* a second line where it is new: "2024"; NULL: none */
};

struct ticks {
    double lo, hi; /* the ends of the axis */
    struct tick *tick;
    size_t n; /* at most CHART_TICKS */
};

/* Marks from at or below lo to at or above hi: the axis ends on marks. lo <= hi, both finite and within 1e301. Where
 * they are all but equal the axis is widened around them. */
struct ticks ticks_numbers(struct arena *a, double lo, double hi, double want, const char *unit);

/* Takes an end's mark away where the values, from lo to hi, stay far from it, and ends the axis a little behind them.
 */
void ticks_trim(struct ticks *t, double lo, double hi);

/* The times that have dates: from the year 0 to the end of 9999. */
#define TICKS_TIME_LEAST -62167219200.0
#define TICKS_TIME_MOST 253402300799.0

/* Marks within lo to hi (seconds since 1970), which stay the axis' ends; about `want` and at least one. */
struct ticks ticks_times(struct arena *a, double lo, double hi, double want);

/* A label for each of some times, as fine as all of them need: years, months, days, or minutes. */
void ticks_label_times(struct arena *a, const double *times, size_t n, struct tick *ret);

/* One time in full, as fine as it needs itself: "2024-03-01" or "2024-03-01 12:30". */
const char *ticks_time_text(struct arena *a, double time);
