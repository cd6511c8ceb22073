/* repeat.c - reading and writing RRULE's text, saying it in words, and the next day.
 *
 * Weeks begin on Monday, as RFC 5545's do when nothing is said: it matters for "every 2 weeks on Monday and Friday".
 * Every unit works alike: the first fitting day behind the given one within its own week, month or year, else the first
 * one so many of them later.
 */
#include "model/repeat.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define INTERVAL_MOST 999
#define COUNT_MOST 9999
#define ALL_DAYS 0x7fu
#define WORKDAYS 0x3eu /* Monday to Friday */

static const char *const units[] = { "DAILY", "WEEKLY", "MONTHLY", "YEARLY" };
static const char *const unit_words[] = { "day", "week", "month", "year" };
static const char *const day_codes[] = { "SU", "MO", "TU", "WE", "TH", "FR", "SA" };

/* ---- reading ---- */

/* What is left of one part's value. */
struct reader {
    const char *p, *end;
};

static bool skip(struct reader *r, const char *word)
{
    size_t n = strlen(word);

    if ((size_t)(r->end - r->p) < n || strncasecmp(r->p, word, n) != 0)
        return false;
    r->p += n;
    return true;
}

static bool read_number(struct reader *r, int least, int most, int *ret)
{
    const char *from = r->p;
    int v = 0;

    while (r->p < r->end && r->p - from < 5 && str_is_digit(*r->p))
        v = v * 10 + (*r->p++ - '0');
    if (r->p == from || v < least || v > most)
        return false;
    *ret = v;
    return true;
}

static bool read_word(struct reader *r, const char *const *words, size_t n, int *ret)
{
    for (size_t i = 0; i < n; i++)
        if (skip(r, words[i])) {
            *ret = (int)i;
            return true;
        }
    return false;
}

/* Everything a rule may say, before it is known whether the parts go together. */
struct draft {
    struct repeat r;
    unsigned seen;   /* which parts, by their place in `parts` */
    int week_starts; /* WKST, 0 is Sunday */
};

static bool read_freq(struct reader *r, struct draft *d)
{
    int unit;

    if (!read_word(r, units, COUNT_OF(units), &unit))
        return false;
    d->r.unit = (enum repeat_unit)unit;
    return true;
}

static bool read_interval(struct reader *r, struct draft *d)
{
    return read_number(r, 1, INTERVAL_MOST, &d->r.interval);
}

/* "MO,TH", or one day with a number: "2MO", "+2MO", "-1FR". */
static bool read_by_day(struct reader *r, struct draft *d)
{
    int day;

    if (skip(r, "-1"))
        d->r.nth = -1;
    else if ((skip(r, "+") || (r->p < r->end && str_is_digit(*r->p))) && !read_number(r, 1, 4, &d->r.nth))
        return false;
    do {
        if (!read_word(r, day_codes, COUNT_OF(day_codes), &day))
            return false;
        d->r.weekdays |= 1u << day;
    } while (d->r.nth == 0 && skip(r, ","));
    return true;
}

static bool read_by_month_day(struct reader *r, struct draft *d)
{
    if (skip(r, "-1")) {
        d->r.month_day = -1;
        return true;
    }
    return read_number(r, 1, 31, &d->r.month_day);
}

static bool read_by_month(struct reader *r, struct draft *d)
{
    return read_number(r, 1, 12, &d->r.month);
}

static bool read_count(struct reader *r, struct draft *d)
{
    return read_number(r, 1, COUNT_MOST, &d->r.count);
}

/* YYYYMMDD; a time behind it, which other programs write, is passed over: only days are computed. */
static bool read_until(struct reader *r, struct draft *d)
{
    char iso[] = "YYYY-MM-DD";
    size_t n = (size_t)(r->end - r->p);

    if (n != 8 && !((n == 15 || (n == 16 && (r->p[15] == 'Z' || r->p[15] == 'z'))) && (r->p[8] | 32) == 't'))
        return false;
    for (size_t i = 9; i < n && i < 15; i++)
        if (!str_is_digit(r->p[i]))
            return false;
    memcpy(iso, r->p, 4);
    memcpy(iso + 5, r->p + 4, 2);
    memcpy(iso + 8, r->p + 6, 2);
    r->p = r->end;
    return date_read(iso, sizeof iso - 1, &d->r.until) && d->r.until > 0;
}

static bool read_week_start(struct reader *r, struct draft *d)
{
    return read_word(r, day_codes, COUNT_OF(day_codes), &d->week_starts);
}

enum { PART_FREQ, PART_INTERVAL, PART_BYDAY, PART_BYMONTHDAY, PART_BYMONTH, PART_COUNT, PART_UNTIL, PART_WKST };

static const struct {
    const char *name;
    bool (*read)(struct reader *r, struct draft *d);
} parts[] = {
    [PART_FREQ] = { "FREQ=", read_freq },           [PART_INTERVAL] = { "INTERVAL=", read_interval },
    [PART_BYDAY] = { "BYDAY=", read_by_day },       [PART_BYMONTHDAY] = { "BYMONTHDAY=", read_by_month_day },
    [PART_BYMONTH] = { "BYMONTH=", read_by_month }, [PART_COUNT] = { "COUNT=", read_count },
    [PART_UNTIL] = { "UNTIL=", read_until },        [PART_WKST] = { "WKST=", read_week_start },
};

static bool read_part(struct reader r, struct draft *d)
{
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (skip(&r, parts[i].name)) {
            bool again = d->seen & 1u << i;
            d->seen |= 1u << i;
            return !again && parts[i].read(&r, d) && r.p == r.end;
        }
    return false;
}

static bool has(const struct draft *d, int part)
{
    return d->seen & 1u << part;
}

/* Whether the parts go together, and every day of some weekdays is weekly on them. */
static bool settle(struct draft *d)
{
    struct repeat *r = &d->r;

    if (!has(d, PART_FREQ) || (has(d, PART_COUNT) && has(d, PART_UNTIL)))
        return false;
    if (r->unit == REPEAT_DAYS && has(d, PART_BYDAY) && r->interval == 1)
        r->unit = REPEAT_WEEKS;
    if (has(d, PART_BYDAY) && (r->nth ? r->unit != REPEAT_MONTHS || has(d, PART_BYMONTHDAY) : r->unit != REPEAT_WEEKS))
        return false;
    if (has(d, PART_BYMONTH) && r->unit != REPEAT_YEARS)
        return false;
    if (has(d, PART_BYMONTHDAY) != has(d, PART_BYMONTH) && r->unit != REPEAT_MONTHS)
        return false;
    if (r->month && r->month_day > civil_month_days(2000, r->month)) /* a leap year */
        return false;
    return !has(d, PART_WKST) || d->week_starts == 1 || r->unit != REPEAT_WEEKS || r->interval == 1 ||
           __builtin_popcount(r->weekdays) <= 1;
}

bool repeat_read(const char *p, size_t n, struct repeat *ret)
{
    struct reader all = { p, p + n };
    struct draft d = { .r = { .interval = 1 } };

    (void)skip(&all, "RRULE:");
    while (true) {
        const char *stop = memchr(all.p, ';', (size_t)(all.end - all.p));
        struct reader one = { all.p, stop ? stop : all.end };
        if (!read_part(one, &d))
            return false;
        if (!stop)
            break;
        all.p = stop + 1;
    }
    if (!settle(&d))
        return false;
    *ret = d.r;
    return true;
}

/* ---- writing ---- */

static void add_part(char *out, const char *fmt, ...) PRINTF(2, 3);

static void add_part(char *out, const char *fmt, ...)
{
    size_t n = strlen(out);
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(out + n, REPEAT_TEXT_BYTES - n, fmt, args);
    va_end(args);
}

static void add_days(char *out, const struct repeat *r)
{
    const char *before = ";BYDAY=";

    for (int i = 0; i < 7; i++) {
        int day = (i + 1) % 7; /* from Monday */
        if (!(r->weekdays & 1u << day))
            continue;
        add_part(out, "%s", before);
        if (r->nth)
            add_part(out, "%d", r->nth);
        add_part(out, "%s", day_codes[day]);
        before = ",";
    }
}

void repeat_text(const struct repeat *r, char out[static REPEAT_TEXT_BYTES])
{
    char until[TIME_TEXT_BYTES];

    *out = '\0';
    add_part(out, "FREQ=%s", units[r->unit]);
    if (r->interval > 1)
        add_part(out, ";INTERVAL=%d", r->interval);
    add_days(out, r);
    if (r->month)
        add_part(out, ";BYMONTH=%d", r->month);
    if (r->month_day)
        add_part(out, ";BYMONTHDAY=%d", r->month_day);
    if (r->count)
        add_part(out, ";COUNT=%d", r->count);
    if (r->until) {
        date_text(r->until, until);
        add_part(out, ";UNTIL=%.4s%.2s%.2s", until, until + 5, until + 8);
    }
}

static const char *ordinal_end(int n)
{
    if (n / 10 == 1)
        return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

/* "Monday, Wednesday and Friday" */
static void say_days(unsigned weekdays, struct buf *b)
{
    int left = __builtin_popcount(weekdays);

    for (int i = 0; i < 7; i++) {
        int day = (i + 1) % 7;
        if (!(weekdays & 1u << day))
            continue;
        left--;
        buf_addf(b, "%s%s", day_names[day], left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

static void say_weekly(const struct repeat *r, struct buf *b)
{
    if (r->interval > 1) {
        buf_addf(b, "every %d weeks on ", r->interval);
        say_days(r->weekdays, b);
        return;
    }
    buf_adds(b, "every ");
    if (r->weekdays == WORKDAYS || r->weekdays == ALL_DAYS)
        buf_adds(b, r->weekdays == WORKDAYS ? "weekday" : "day");
    else
        say_days(r->weekdays, b);
}

static void say_place(const struct repeat *r, struct buf *b)
{
    static const char *const places[] = { "last", "", "first", "second", "third", "fourth" };

    if (r->nth) {
        buf_addf(b, " on the %s ", places[r->nth + 1]);
        say_days(r->weekdays, b);
    } else if (r->month && r->month_day == -1) {
        buf_addf(b, " on the last day of %s", month_names[r->month - 1]);
    } else if (r->month_day == -1) {
        buf_adds(b, " on the last day");
    } else if (r->month) {
        buf_addf(b, " on %d %s", r->month_day, month_names[r->month - 1]);
    } else if (r->month_day) {
        buf_addf(b, " on the %d%s", r->month_day, ordinal_end(r->month_day));
    }
}

void repeat_words(const struct repeat *r, struct buf *b)
{
    char until[TIME_TEXT_BYTES];

    if (r->unit == REPEAT_WEEKS && r->weekdays) {
        say_weekly(r, b);
    } else {
        if (r->interval > 1)
            buf_addf(b, "every %d %ss", r->interval, unit_words[r->unit]);
        else
            buf_addf(b, "every %s", unit_words[r->unit]);
        say_place(r, b);
    }
    if (r->count)
        buf_addf(b, r->count == 1 ? ", once" : ", %d times", r->count);
    if (r->until) {
        date_text(r->until, until);
        buf_addf(b, " until %s", until);
    }
}

/* ---- the next one ---- */

static int64_t in_month(const struct repeat *r, int year, int month)
{
    int64_t first = civil_days(year, month, 1);
    int days = civil_month_days(year, month);
    int weekday, at;

    if (!r->nth)
        return first + (r->month_day == -1 || r->month_day > days ? days : r->month_day) - 1;
    weekday = __builtin_ctz(r->weekdays);
    if (r->nth == -1) {
        int64_t last = first + days - 1;
        return last - (civil_weekday(last) - weekday + 7) % 7;
    }
    at = (weekday - civil_weekday(first) + 7) % 7;
    return first + at + 7 * (r->nth - 1);
}

static int64_t next_weekly(const struct repeat *r, int64_t day)
{
    int64_t monday = day - (civil_weekday(day) + 6) % 7;

    if (r->weekdays == 0)
        return day + (int64_t)7 * r->interval;
    for (int64_t d = day + 1; d < monday + 7; d++)
        if (r->weekdays & 1u << civil_weekday(d))
            return d;
    for (int64_t d = monday + (int64_t)7 * r->interval;; d++)
        if (r->weekdays & 1u << civil_weekday(d))
            return d;
}

static int64_t next_monthly(const struct repeat *r, int64_t day)
{
    struct civil c = civil_from_us(day * DAY_US);
    int64_t here = in_month(r, c.year, c.month);
    int month = c.month - 1 + r->interval;

    return here > day ? here : in_month(r, c.year + month / 12, month % 12 + 1);
}

static int64_t next_yearly(const struct repeat *r, int64_t day)
{
    int year = civil_from_us(day * DAY_US).year;
    int64_t here = in_month(r, year, r->month);

    return here > day ? here : in_month(r, year + r->interval, r->month);
}

/* The rule with the day that it would otherwise take from the one before: a 31st stays one behind a shorter month. */
static void pin(struct repeat *r, int64_t day)
{
    struct civil c = civil_from_us(day * DAY_US);

    if (r->unit < REPEAT_MONTHS || r->nth)
        return;
    if (!r->month_day)
        r->month_day = c.day;
    if (r->unit == REPEAT_YEARS && !r->month)
        r->month = c.month;
}

bool repeat_next(struct repeat *r, int64_t day, int64_t *ret)
{
    struct repeat pinned = *r;
    int64_t next = day + r->interval;

    if (r->count == 1 || day >= LAST_DAY)
        return false;
    pin(&pinned, day);
    if (r->unit == REPEAT_WEEKS)
        next = next_weekly(r, day);
    else if (r->unit == REPEAT_MONTHS)
        next = next_monthly(&pinned, day);
    else if (r->unit == REPEAT_YEARS)
        next = next_yearly(&pinned, day);
    if (next > LAST_DAY || (r->until && next > r->until))
        return false;
    if (civil_from_us(day * DAY_US).day > 28) /* the only ones that a month can lack */
        *r = pinned;
    if (r->count)
        r->count--;
    *ret = next;
    return true;
}
