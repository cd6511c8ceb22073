/* taskwarrior_words.c - how the other program says when and how often. */
#include "agents/tasks/exchange/taskwarrior.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <stdio.h>
#include <string.h>

#define WEEKDAYS 0x3eu /* Monday to Friday */

/* ---- times ---- */

void taskwarrior_time_text(int64_t us, char out[static TIME_TEXT_BYTES])
{
    struct civil c = civil_from_us(us);

    snprintf(out, TIME_TEXT_BYTES, "%04d%02d%02dT%02d%02d%02dZ", c.year % 10000, c.month % 100, c.day % 100,
             c.hour % 100, c.minute % 100, c.second % 100);
}

bool taskwarrior_time_read(const char *text, int64_t *ret_us)
{
    char iso[TIME_TEXT_BYTES];
    size_t n = strlen(text);

    if (n != strlen("20260115T170000Z"))
        return time_read(text, n, ret_us);
    snprintf(iso, sizeof iso, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", text, text + 4, text + 6, text + 9, text + 11,
             text + 13);
    return text[8] == 'T' && text[15] == 'Z' && time_read(iso, strlen(iso), ret_us);
}

/* ---- how often ---- */

struct period {
    const char *name;
    enum repeat_unit unit;
    int every;
    unsigned weekdays;
};

/* The first of each kind is the one that is written. */
static const struct period periods[] = {
    { "daily", REPEAT_DAYS, 1, 0 },
    { "day", REPEAT_DAYS, 1, 0 },
    { "weekdays", REPEAT_WEEKS, 1, WEEKDAYS },
    { "weekly", REPEAT_WEEKS, 1, 0 },
    { "sennight", REPEAT_WEEKS, 1, 0 },
    { "biweekly", REPEAT_WEEKS, 2, 0 },
    { "fortnight", REPEAT_WEEKS, 2, 0 },
    { "monthly", REPEAT_MONTHS, 1, 0 },
    { "month", REPEAT_MONTHS, 1, 0 },
    { "bimonthly", REPEAT_MONTHS, 2, 0 },
    { "quarterly", REPEAT_MONTHS, 3, 0 },
    { "semiannual", REPEAT_MONTHS, 6, 0 },
    { "yearly", REPEAT_YEARS, 1, 0 },
    { "annual", REPEAT_YEARS, 1, 0 },
    { "biannual", REPEAT_YEARS, 2, 0 },
    { "biyearly", REPEAT_YEARS, 2, 0 },
};

/* Behind a number, as it is and with an s; "m" alone is a minute there and nothing here. */
static const struct period units[] = {
    { "d", REPEAT_DAYS, 1, 0 },     { "day", REPEAT_DAYS, 1, 0 },       { "w", REPEAT_WEEKS, 1, 0 },
    { "wk", REPEAT_WEEKS, 1, 0 },   { "week", REPEAT_WEEKS, 1, 0 },     { "mo", REPEAT_MONTHS, 1, 0 },
    { "mth", REPEAT_MONTHS, 1, 0 }, { "month", REPEAT_MONTHS, 1, 0 },   { "q", REPEAT_MONTHS, 3, 0 },
    { "qtr", REPEAT_MONTHS, 3, 0 }, { "quarter", REPEAT_MONTHS, 3, 0 }, { "y", REPEAT_YEARS, 1, 0 },
    { "yr", REPEAT_YEARS, 1, 0 },   { "year", REPEAT_YEARS, 1, 0 },
};

static bool take(const struct period *p, int times, struct repeat *ret)
{
    int every = p->every * times;

    *ret = (struct repeat){ .unit = p->unit, .interval = every, .weekdays = p->weekdays };
    return every >= 1 && every <= 999;
}

static const char *read_number(const char *text, int *ret)
{
    int value = 0;

    while (str_is_digit(*text) && value < 10000)
        value = value * 10 + (*text++ - '0');
    *ret = value;
    return text;
}

/* "P2M", "P1W": one kind of unit, none of them of a clock. */
static bool read_iso(const char *text, struct repeat *ret)
{
    static const struct period iso[] = { { "D", REPEAT_DAYS, 1, 0 },
                                         { "W", REPEAT_WEEKS, 1, 0 },
                                         { "M", REPEAT_MONTHS, 1, 0 },
                                         { "Y", REPEAT_YEARS, 1, 0 } };
    int times;

    text = read_number(text + 1, &times);
    for (size_t i = 0; i < COUNT_OF(iso); i++)
        if (strcmp(text, iso[i].name) == 0)
            return take(&iso[i], times, ret);
    return false;
}

bool taskwarrior_recur_read(const char *text, struct repeat *ret)
{
    const char *unit;
    int times;

    for (size_t i = 0; i < COUNT_OF(periods); i++)
        if (strcmp(text, periods[i].name) == 0)
            return take(&periods[i], 1, ret);
    if (*text == 'P')
        return read_iso(text, ret);
    unit = read_number(text, &times);
    if (unit == text)
        return false;
    while (*unit == ' ')
        unit++;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        size_t n = strlen(units[i].name);
        if (strncmp(unit, units[i].name, n) == 0 && (!unit[n] || strcmp(unit + n, "s") == 0))
            return take(&units[i], times, ret);
    }
    return false;
}

bool taskwarrior_recur_text(const struct repeat *r, char out[static RECUR_TEXT_BYTES])
{
    static const char *const names[] = {
        [REPEAT_DAYS] = "days", [REPEAT_WEEKS] = "weeks", [REPEAT_MONTHS] = "mo", [REPEAT_YEARS] = "years"
    };

    if (r->nth || r->month_day || r->month || r->count)
        return false;
    for (size_t i = 0; i < COUNT_OF(periods); i++)
        if (r->unit == periods[i].unit && r->interval == periods[i].every && r->weekdays == periods[i].weekdays) {
            snprintf(out, RECUR_TEXT_BYTES, "%s", periods[i].name);
            return true;
        }
    if (r->weekdays)
        return false;
    snprintf(out, RECUR_TEXT_BYTES, "%d%s", r->interval, names[r->unit]);
    return true;
}
