/* relative.c - a date said relative to another one. */
#include "agents/tasks/dates/rules.h"
#include "base/str.h"
#include <stdio.h>
#include <string.h>

#define MOST_DIGITS 5 /* 99,999 days are 273 years */
#define MOST_MONTHS 1200
#define DAY_MINUTES 1440

/* ---- reading ---- */

/* A few digits; NULL where there are none, or too many. */
static const char *read_number(const char *p, int64_t *ret)
{
    const char *from = p;

    for (*ret = 0; str_is_digit(*p) && p - from <= MOST_DIGITS; p++)
        *ret = *ret * 10 + (*p - '0');
    return p > from && p - from <= MOST_DIGITS ? p : NULL;
}

/* "7D", "2W", "1M", "T90M" or "T2H". */
static bool read_length(const char *p, struct due_move *m)
{
    bool is_short = *p == 'T';

    p = read_number(p + is_short, &m->n);
    if (!p || *p == '\0' || p[1] != '\0' || !strchr(is_short ? "MH" : "DWM", *p))
        return false;
    m->step = is_short ? DUE_BY_MINUTES : *p == 'M' ? DUE_BY_MONTHS : DUE_BY_DAYS;
    m->n *= *p == 'W' ? 7 : *p == 'H' ? 60 : 1;
    return m->step != DUE_BY_MONTHS || m->n <= MOST_MONTHS;
}

static bool read_clock(const char *p, struct due *ret)
{
    if (strlen(p) != strlen("18:00") || !str_is_digit(p[0]) || !str_is_digit(p[1]) || p[2] != ':' ||
        !str_is_digit(p[3]) || !str_is_digit(p[4]))
        return false;
    *ret = (struct due){ .has_time = true,
                         .hour = (p[0] - '0') * 10 + p[1] - '0',
                         .minute = (p[3] - '0') * 10 + p[4] - '0' };
    return ret->hour < 24 && ret->minute < 60;
}

static bool read_target(const char *p, struct due_move *m)
{
    if (*p == '\0')
        m->step = DUE_TO_NO_TIME;
    else if (read_clock(p, &m->to))
        m->step = DUE_TO_TIME;
    else if (strlen(p) == strlen("2026-11-27") && date_read(p, strlen(p), &m->to.day))
        m->step = DUE_TO_DAY;
    else
        return false;
    return true;
}

bool due_move_read(const char *text, struct due_move *ret)
{
    bool is_earlier = *text == '-';

    *ret = (struct due_move){ .n = 0 };
    if (*text == 'T')
        return read_target(text + 1, ret);
    text += is_earlier;
    if (*text != 'P' || !read_length(text + 1, ret))
        return false;
    if (is_earlier)
        ret->n = -ret->n;
    return true;
}

/* ---- moving ---- */

static void move_minutes(struct due *d, int64_t minutes)
{
    int64_t at = d->day * DAY_MINUTES + d->hour * 60 + d->minute + minutes;

    d->day = at / DAY_MINUTES - (at % DAY_MINUTES < 0);
    at -= d->day * DAY_MINUTES;
    d->hour = (int)(at / 60);
    d->minute = (int)(at % 60);
}

bool due_moved(const struct due_move *m, struct due *d)
{
    switch (m->step) {
    case DUE_BY_DAYS:
        d->day += m->n;
        break;
    case DUE_BY_MONTHS:
        d->day = due_later(d->day, m->n, DUE_MONTH);
        break;
    case DUE_BY_MINUTES:
        if (!d->has_time)
            return false;
        move_minutes(d, m->n);
        break;
    case DUE_TO_DAY:
        d->day = m->to.day;
        break;
    case DUE_TO_TIME:
        *d = (struct due){ .day = d->day, .has_time = true, .hour = m->to.hour, .minute = m->to.minute };
        break;
    case DUE_TO_NO_TIME:
        *d = (struct due){ .day = d->day };
        break;
    }
    return true;
}

/* ---- in words ---- */

void due_move_words(const struct due_move *m, const struct civil *now, char out[static DUE_WORDS_BYTES])
{
    static const char *const units[] = {
        [DUE_BY_DAYS] = "day", [DUE_BY_MONTHS] = "month", [DUE_BY_MINUTES] = "minute"
    };
    long long n = m->n < 0 ? -m->n : m->n;
    char day[DUE_WORDS_BYTES];

    if (m->step == DUE_TO_TIME) {
        (void)snprintf(out, DUE_WORDS_BYTES, "%02d:%02d, each on its own day or else the next", m->to.hour,
                       m->to.minute);
    } else if (m->step == DUE_TO_NO_TIME) {
        (void)snprintf(out, DUE_WORDS_BYTES, "each on its own day, at no time");
    } else if (m->step == DUE_TO_DAY) {
        due_words(&m->to, now, day);
        (void)snprintf(out, DUE_WORDS_BYTES, "%.32s, each at its own time", day);
    } else {
        (void)snprintf(out, DUE_WORDS_BYTES, "%lld %s%s %s", n, units[m->step], n == 1 ? "" : "s",
                       m->n < 0 ? "earlier" : "later");
    }
}
