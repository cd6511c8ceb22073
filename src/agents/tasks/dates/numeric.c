/* numeric.c - dates written in figures, in the orders that cannot be mistaken for one another.
 *
 * ISO 8601; with slashes where one figure cannot be a month; with points, which are only used with the day first; and
 * with the month as a word.
 */
#include "agents/tasks/dates/rules.h"
#include "base/str.h"
#include <string.h>

/* Three figures with a mark between them, the last perhaps missing (then 0). */
static bool split_date(const char *text, char mark, int v[static 3], size_t *ret_digits)
{
    const char *p = text;

    v[2] = 0;
    for (int i = 0; i < 3; i++) {
        const char *end = due_leading(p, &v[i]);
        if (!end)
            return false;
        if (i == 0)
            *ret_digits = (size_t)(end - p);
        if (*end == '\0')
            return i > 0 && (i < 2 || end - p == 4 || end - p == 2);
        if (*end != mark || (i == 1 && end[1] == '\0'))
            return false;
        p = end + 1;
    }
    return false;
}

static int join_date(int year, int month, int day)
{
    return (year > 0 && year < 100 ? year + 2000 : year) * 10000 + month * 100 + day;
}

/* 2026-12-24 and 2026/12/24; 24/12, 12/24 and either with a year, where one of the two cannot be a month. */
bool due_read_date(const char *text, int *ret)
{
    int v[3];
    size_t digits;

    if ((split_date(text, '-', v, &digits) || split_date(text, '/', v, &digits)) && digits == 4) {
        if (v[2] == 0)
            return false;
        *ret = join_date(v[0], v[1], v[2]);
        return true;
    }
    if (!split_date(text, '/', v, &digits) || digits > 2 || strcmp(text, "24/7") == 0 ||
        (v[0] != v[1] && (v[0] > 12) == (v[1] > 12))) /* "plot 114/3" */
        return false;
    *ret = v[0] > 12 ? join_date(v[2], v[1], v[0]) : join_date(v[2], v[0], v[1]);
    return true;
}

/* 19-Nov, 19-Nov-2026; 19-11-2026, where the first cannot be a month. */
bool due_read_dashed(const char *text, int *ret)
{
    char name[DUE_WORD_BYTES];
    int v[3], day, month, year = 0;
    size_t digits, n;
    const char *p = due_leading(text, &day);

    if (split_date(text, '-', v, &digits) && digits <= 2 && v[2] > 1900 && (v[0] > 12 || v[0] == v[1])) {
        *ret = join_date(v[2], v[1], v[0]);
        return true;
    }
    if (!p || (*p != '-' && *p != '/'))
        return false;
    n = strcspn(++p, "-/");
    memcpy(name, p, n);
    name[n] = '\0';
    if (!due_within(day, 1, 31) || !due_read_month(name, &month) ||
        (p[n] != '\0' && !(due_figures(p + n + 1, 4, &year) && due_within(year, 1, 2999))))
        return false;
    *ret = join_date(year, month, day);
    return true;
}

/* The day comes first in all countries that write points. The last one is cut off with the other punctuation. */
bool due_read_dotted(const char *text, int *ret)
{
    int v[3];
    size_t digits;

    if (!split_date(text, '.', v, &digits) || digits > 2 || !due_within(v[1], 1, 12)) /* "2.15" is a time */
        return false;
    *ret = join_date(v[2], v[1], v[0]);
    return true;
}

/* The same with its year, which is nothing else. */
bool due_read_dotted_year(const char *text, int *ret)
{
    return due_read_dotted(text, ret) && *ret >= 1900 * 10000;
}

/* 2026-12-24T18:00, seconds passed over: days since 1970 * 2048 + minutes. */
bool due_read_stamp(const char *text, int *ret)
{
    int64_t day;
    int hour, minute, second = 0;
    const char *p = text + 11;

    if (strlen(text) < 16 || text[10] != 't' || !date_read(text, 10, &day) || !due_within(text[0], '1', '2') || day < 0)
        return false;
    p = due_leading(p, &hour);
    if (!p || p != text + 13 || *p != ':')
        return false;
    p = due_leading(p + 1, &minute);
    if (!p || p != text + 16 || (*p == ':' && ((p = due_leading(p + 1, &second)) == NULL || p != text + 19)))
        return false;
    if (*p != '\0' || hour > 23 || minute > 59 || second > 59)
        return false;
    *ret = (int)day * 2048 + hour * 60 + minute;
    return true;
}
