/* periods.c - days by their digits; what is no real day is refused. */
#include "agents/metrics/periods.h"
#include "agents/metrics/gauge.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <string.h>

static int refuse(struct err *err)
{
    err_say(err, ERR_INVALID_DATE_RANGE, "A period is written as two days: 2024-01-01..2024-01-31.");
    return err_action(err, "A month (2024-01) or a year (2024) can stand for a day, and alone for all of it.");
}

/* The day that the text means: of a month or a year, its first or its last. */
static bool read_side(const char *text, size_t n, bool is_last, int64_t *ret)
{
    static const char *const first = "0000-01-01";
    char day[] = "0000-01-01";
    int64_t from;
    struct civil c;

    if (n != 4 && n != 7 && n != 10)
        return false;
    memcpy(day, text, n);
    memcpy(day + n, first + n, strlen(first) - n);
    if (!date_read(day, strlen(day), &from))
        return false;
    *ret = from;
    if (!is_last || n == 10)
        return true;
    c = civil_from_us(from * DAY_US);
    *ret = (n == 4         ? civil_days(c.year + 1, 1, 1)
            : c.month < 12 ? civil_days(c.year, c.month + 1, 1)
                           : civil_days(c.year + 1, 1, 1)) -
           1;
    return true;
}

int period_read(struct arena *a, const char *text, struct span *ret, struct err *err)
{
    const char *dots = strstr(text, ".."), *to = dots ? dots + 2 : text;
    size_t from_n = dots ? (size_t)(dots - text) : strlen(text), to_n = strlen(to);
    const char *from = str_trim(text, from_n, &from_n);
    char first[TIME_TEXT_BYTES], last[TIME_TEXT_BYTES];
    int64_t begin, end;

    to = str_trim(to, to_n, &to_n);
    if (!read_side(from, from_n, false, &begin) || !read_side(to, to_n, true, &end))
        return refuse(err);
    if (end < begin)
        return err_say(err, ERR_INVALID_DATE_RANGE, "A period must not end before it begins.");
    date_text(begin, first);
    date_text(end, last);
    *ret = (struct span){ arena_str(a, first), arena_str(a, last) };
    return 0;
}
