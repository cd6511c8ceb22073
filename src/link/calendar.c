/* calendar.c - months and days by their English names, units by arithmetic on months. Weeks begin on Monday. */
#include "link/calendar.h"
#include "base/timefmt.h"
#include <string.h>
#include <strings.h>

#define SHORT 3 /* letters of a name's short form */

/* The word is the name, its first letters, or its plural. */
static bool is_name(const char *word, const char *name, bool plural)
{
    size_t n = strlen(word), whole = strlen(name);

    if (strncasecmp(word, name, n) == 0 && (n == whole || n == SHORT || (n == SHORT + 1 && whole > 5)))
        return true;
    return plural && n == whole + 1 && word[whole] == 's' && strncasecmp(word, name, whole) == 0;
}

int calendar_month(const char *folded)
{
    for (int i = 0; i < 12; i++)
        if (is_name(folded, month_names[i], false))
            return i + 1;
    return 0;
}

int calendar_weekday(const char *folded)
{
    for (int i = 0; i < 7; i++)
        if (is_name(folded, day_names[i], true))
            return i == 0 ? 7 : i;
    return 0;
}

static int64_t month_number(int64_t day)
{
    struct civil c = civil_from_us(day * DAY_US);

    return (int64_t)c.year * 12 + c.month - 1;
}

static int64_t month_day(int64_t number)
{
    return civil_days((int)(number / 12), (int)(number % 12) + 1, 1);
}

static int64_t within(int64_t number)
{
    return number < 0 ? 0 : number > 9999 * 12 ? 9999 * 12 : number;
}

int64_t calendar_shift(enum period_unit unit, int64_t day, int64_t units)
{
    int64_t month = month_number(day);

    switch (unit) {
    case PERIOD_DAY:
        return day + units;
    case PERIOD_WEEK:
        return day - (civil_weekday(day) + 6) % 7 + 7 * units;
    case PERIOD_MONTH:
        return month_day(within(month + units));
    case PERIOD_QUARTER:
        return month_day(within(month - month % 3 + 3 * units));
    case PERIOD_YEAR:
    default:
        return month_day(within(month - month % 12 + 12 * units));
    }
}

void calendar_unit(enum period_unit unit, int64_t day, int64_t *ret_from, int64_t *ret_until)
{
    *ret_from = calendar_shift(unit, day, 0);
    *ret_until = calendar_shift(unit, day, 1);
}
