/* word_class.c - numbers that a single word says: a day of the month, an hour, a count, a time, a date.
 *
 * One table of wordings for each kind, and one reader for each class that patterns name. A word may be of several
 * classes
 * ("5" is a number, a day and an hour); the pattern decides.
 */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"
#include "base/str.h"
#include <assert.h>
#include <string.h>

/* ---- vocabulary ---- */

static bool ends_word(char c)
{
    return c == '\0' || c == ' ' || c == ']';
}

/* Most words are none of them, which their first letter mostly shows. */
bool due_is_word(const char *text, const char *choices)
{
    const char *p = choices;

    while (*text != '\0') {
        const char *t = text;
        while (*p == *t && *t != '\0') {
            p++;
            t++;
        }
        if (*t == '\0' && (*p == '|' || ends_word(*p)))
            return true;
        while (*p != '|' && !ends_word(*p))
            p++;
        if (*p++ != '|')
            break;
    }
    return false;
}

static bool find_in(const char *text, const char *const *table, size_t n, int *ret)
{
    for (size_t i = 0; i < n; i++)
        if (due_is_word(text, table[i])) {
            *ret = (int)i;
            return true;
        }
    return false;
}

/* All of the text as figures, of at most `digits`. */
bool due_figures(const char *text, size_t digits, int *ret)
{
    size_t n = strspn(text, "0123456789");
    int v = 0;

    if (n == 0 || n > digits || text[n] != '\0')
        return false;
    for (size_t i = 0; i < n; i++)
        v = v * 10 + (text[i] - '0');
    *ret = v;
    return true;
}

bool due_within(int v, int least, int most)
{
    return v >= least && v <= most;
}

/* Figures at the beginning of the text; where they end. */
const char *due_leading(const char *text, int *ret)
{
    char digits[6];
    size_t n = strspn(text, "0123456789");

    if (n == 0 || n > 4)
        return NULL;
    memcpy(digits, text, n);
    digits[n] = '\0';
    return due_figures(digits, 4, ret) ? text + n : NULL;
}

static const char *const numbers[] = { "zero",     "one|a|an", "two|couple", "three",   "four",    "five",
                                       "six",      "seven",    "eight",      "nine",    "ten",     "eleven",
                                       "twelve",   "thirteen", "fourteen",   "fifteen", "sixteen", "seventeen",
                                       "eighteen", "nineteen", "twenty" };
static const char *const places[] = { "",      "first",   "second", "third", "fourth", "fifth",
                                      "sixth", "seventh", "eighth", "ninth", "tenth" };
static const char *const later_places[] = { /* from the eleventh on: a day of a month, hardly a place in a list */
                                            "eleventh",       "twelfth",       "thirteenth",   "fourteenth",
                                            "fifteenth",      "sixteenth",     "seventeenth",  "eighteenth",
                                            "nineteenth",     "twentieth",     "twenty-first", "twenty-second",
                                            "twenty-third",   "twenty-fourth", "twenty-fifth", "twenty-sixth",
                                            "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth",
                                            "thirty-first"
};
static const char *const weekdays[] = {
    "sunday|sun", "monday|mon",  "tuesday|tue|tues", "wednesday|wed|weds", "thursday|thu|thur|thurs",
    "friday|fri", "saturday|sat"
};
static const char *const many_weekdays[] = { "sundays",   "mondays", "tuesdays", "wednesdays",
                                             "thursdays", "fridays", "saturdays" };
static const char *const months[] = { "january|jan",  "february|feb", "march|mar",  "april|apr",          "may",
                                      "june|jun",     "july|jul",     "august|aug", "september|sep|sept", "october|oct",
                                      "november|nov", "december|dec" };
static const char *const units[] = {
    "minute|minutes|min|mins|m",        "hour|hours|hour's|hr|hrs|h", "day|days|day's|d", "week|weeks|week's|wk|wks|w",
    "fortnight|fortnights|fortnight's", "month|months|month's",       "quarter|quarters", "year|years|year's|yr|yrs"
};
static const char *const parts[] = { "morning|mornings", "afternoon|afternoons|arvo", "evening|evenings|eve",
                                     "night|nights" };

/* ---- classes ---- */

static bool read_num(const char *text, int *ret)
{
    int v;

    if (strcmp(text, "thirty") == 0)
        v = 30;
    else if (!due_figures(text, 4, &v) && !find_in(text, numbers, COUNT_OF(numbers), &v))
        return false;
    *ret = v;
    return v > 0;
}

static bool read_nth(const char *text, int *ret)
{
    int v;
    const char *end = due_leading(text, &v);

    if (find_in(text, later_places, COUNT_OF(later_places), &v))
        v += 11;
    else if (!end || !due_within(v, 1, 31) || !due_is_word(end, "st|nd|rd|th"))
        return false;
    *ret = v;
    return true;
}

static bool read_day(const char *text, int *ret)
{
    return read_nth(text, ret) || (due_figures(text, 2, ret) && due_within(*ret, 1, 31));
}

/* No hour of a clock of twelve. */
static bool read_late(const char *text, int *ret)
{
    return due_figures(text, 2, ret) && due_within(*ret, 13, 31);
}

static bool read_ord(const char *text, int *ret)
{
    if (strcmp(text, "last") == 0) {
        *ret = -1;
        return true;
    }
    return read_nth(text, ret) || find_in(text, places, COUNT_OF(places), ret);
}

bool due_read_month(const char *text, int *ret)
{
    if (!find_in(text, months, COUNT_OF(months), ret))
        return false;
    ++*ret;
    return true;
}

static bool read_year(const char *text, int *ret)
{
    return strlen(text) == 4 && due_figures(text, 4, ret) && due_within(*ret, 1900, 2999);
}

static bool read_weekday(const char *text, int *ret)
{
    return find_in(text, weekdays, COUNT_OF(weekdays), ret);
}

static bool read_many(const char *text, int *ret)
{
    int day;

    if (!find_in(text, many_weekdays, COUNT_OF(many_weekdays), &day))
        return false;
    *ret = 1 << day;
    return true;
}

int due_weekdays_from(int first, int last)
{
    int bits = 1 << last;

    for (int day = first; day != last; day = (day + 1) % 7)
        bits |= 1 << day;
    return bits;
}

/* Mon, Mondays, Mon/Wed/Fri, Mon,Wed, Mon-Fri */
static bool read_days(const char *text, int *ret)
{
    int bits = 0, first = -1;

    while (true) {
        char one[DUE_WORD_BYTES];
        size_t n = strcspn(text, "/,&+-");
        int day, bit;
        memcpy(one, text, n);
        one[n] = '\0';
        if (read_weekday(one, &day))
            bit = 1 << day;
        else if (read_many(one, &bit))
            day = __builtin_ctz((unsigned)bit);
        else
            return false;
        bits |= first >= 0 ? due_weekdays_from(first, day) : bit;
        first = text[n] == '-' ? day : -1;
        if (text[n] == '\0')
            break;
        text += n + 1;
    }
    *ret = bits;
    return true;
}

static bool read_unit(const char *text, int *ret)
{
    return find_in(text, units, COUNT_OF(units), ret);
}

static bool read_period(const char *text, int *ret)
{
    return read_unit(text, ret) && *ret >= DUE_WEEK && *ret != DUE_FORTNIGHT;
}

static bool read_span(const char *text, int *ret)
{
    int v, unit;
    const char *end = due_leading(text, &v);

    if (!end || v == 0 || !read_unit(end, &unit))
        return false;
    *ret = v * 16 + unit;
    return true;
}

static bool read_ampm(const char *text, int *ret)
{
    static const char *const halves[] = { "am|a.m", "pm|p.m" };

    return find_in(text, halves, COUNT_OF(halves), ret);
}

/* 5, five, 5ish */
static bool read_hour(const char *text, int *ret)
{
    const char *end = due_leading(text, ret);

    return (end && end - text <= 2 && due_is_word(end, "ish") && due_within(*ret, 1, 12)) ||
           (due_figures(text, 2, ret) && due_within(*ret, 0, 24)) ||
           (find_in(text, numbers, COUNT_OF(numbers), ret) && due_within(*ret, 1, 12) && text[1] != '\0' &&
            !due_is_word(text, "an|couple"));
}

/* ":30" behind an hour, also "h30" and, with am or pm behind it, ".30"; where it ends, which is p when there is none.
 */
static const char *minute_of(const char *p, int *ret)
{
    const char *end = (*p == ':' || *p == '.' || *p == 'h') && str_is_digit(p[1]) ? due_leading(p + 1, ret) : NULL;
    int half;

    *ret = end ? *ret : 0;
    return end && end - p == 3 && *ret <= 59 && (*p != '.' || read_ampm(end, &half)) ? end : p;
}

/* "17:00", "5:30pm", "5pm", "17h", "17h30", "5.30pm", "@5" */
static bool read_clock(const char *text, int *ret)
{
    bool is_led = *text == '@';
    const char *from = text + is_led, *p, *end;
    int hour, minute, half;

    p = due_leading(from, &hour);
    if (!p || p - from > 2 || hour > 24)
        return false;
    end = minute_of(p, &minute);
    if (read_ampm(end, &half)) {
        *ret = (hour % 12 + 12 * half) * 60 + minute;
        return due_within(hour, 1, 12);
    }
    if ((*end != '\0' || (end == p && !is_led)) && strcmp(end, "h") != 0)
        return false;
    *ret = hour == 24 ? 24 * 60 - 1 : hour * 60 + minute;
    if (due_within(hour, 1, 12) && *from != '0' && *end == '\0')
        *ret |= DUE_OPEN_HOUR;
    return hour < 24 || minute == 0;
}

/* "5ish" */
static bool read_ish(const char *text, int *ret)
{
    return strchr(text, 'i') && read_hour(text, ret);
}

/* Where two hours are held apart in one word: "2-4pm", "14:00–15:30"; its length there, 0 for nowhere. */
static size_t hours_dash(const char *text, size_t *ret_width)
{
    const char *p = strstr(text, "\xe2\x80\x93");

    *ret_width = p ? 3 : 1;
    p = p ? p : strchr(text, '-');
    return p ? (size_t)(p - text) : 0;
}

/* One end of it; in figures alone it is an hour. */
static bool read_end(const char *text, int *ret, bool *ret_is_plain)
{
    *ret_is_plain = due_figures(text, 2, ret) && due_within(*ret, 0, 24);
    if (!*ret_is_plain)
        return read_clock(text, ret);
    *ret = *ret * 60 | (due_within(*ret, 1, 12) && *text != '0' ? DUE_OPEN_HOUR : 0);
    return true;
}

int due_first_hour(int first, int last)
{
    int early = (first & ~DUE_OPEN_HOUR) % (12 * 60), end = last & ~DUE_OPEN_HOUR;

    if (!(first & DUE_OPEN_HOUR) || (last & DUE_OPEN_HOUR))
        return first;
    return early + 12 * 60 < end ? early + 12 * 60 : early;
}

/* From when to when, of which the first counts; *ret_is_plain: it is only two numbers. */
static bool read_from_to(const char *text, int *ret, bool *ret_is_plain)
{
    char first[DUE_WORD_BYTES];
    size_t width, n = hours_dash(text, &width);
    int from, to;
    bool is_plain[2];

    if (n == 0)
        return false;
    memcpy(first, text, n);
    first[n] = '\0';
    if (!read_end(first, &from, &is_plain[0]) || !read_end(text + n + width, &to, &is_plain[1]))
        return false;
    *ret = due_first_hour(from, to);
    *ret_is_plain = is_plain[0] && is_plain[1];
    return true;
}

static bool read_hours(const char *text, int *ret)
{
    bool is_plain;

    return read_from_to(text, ret, &is_plain) && !is_plain;
}

static bool read_range(const char *text, int *ret)
{
    bool is_plain;

    return read_from_to(text, ret, &is_plain) && is_plain;
}

/* "17.30", which is also a number and a date: where an hour is led to. */
static bool read_point(const char *text, int *ret)
{
    int hour, minute;
    const char *p = due_leading(text, &hour), *end;

    if (!p || p - text > 2 || hour > 23 || *p != '.')
        return false;
    end = due_leading(p + 1, &minute);
    if (!end || end - p != 3 || *end != '\0' || minute > 59)
        return false;
    *ret = hour * 60 + minute;
    if (due_within(hour, 1, 12) && *text != '0')
        *ret |= DUE_OPEN_HOUR;
    return true;
}

static bool read_figures(const char *text, int *ret)
{
    return due_figures(text, 2, ret) && due_within(*ret, 1, 23);
}

static bool read_hhmm(const char *text, int *ret)
{
    int v;

    if (strlen(text) != 4 || !due_figures(text, 4, &v) || v / 100 > 23 || v % 100 > 59)
        return false;
    *ret = v / 100 * 60 + v % 100;
    return true;
}

static bool read_part(const char *text, int *ret)
{
    return find_in(text, parts, COUNT_OF(parts), ret);
}

static bool read_parts(const char *text, int *ret)
{
    return str_ends(text, "s") && read_part(text, ret);
}

/* mid-March */
static bool read_mid(const char *text, int *ret)
{
    return str_starts(text, "mid-") && due_read_month(text + 4, ret);
}

enum begins { FIGURE = 1, LETTER = 2, EITHER = 3 };

static const struct {
    const char *name;
    enum begins begins; /* what such a word begins with, to pass others by */
    bool (*read)(const char *text, int *ret);
} classes[] = {
    { "NUM", EITHER, read_num },           { "NTH", EITHER, read_nth },
    { "DAY", FIGURE, read_day },           { "LATE", FIGURE, read_late },
    { "ORD", EITHER, read_ord },           { "MONTH", LETTER, due_read_month },
    { "YEAR", FIGURE, read_year },         { "WEEKDAY", LETTER, read_weekday },
    { "DAYS", LETTER, read_days },         { "MANY", LETTER, read_many },
    { "UNIT", LETTER, read_unit },         { "PERIOD", LETTER, read_period },
    { "SPAN", FIGURE, read_span },         { "CLOCK", FIGURE, read_clock },
    { "HOUR", EITHER, read_hour },         { "HHMM", FIGURE, read_hhmm },
    { "AMPM", LETTER, read_ampm },         { "PART", LETTER, read_part },
    { "DATE", FIGURE, due_read_date },     { "HOURS", FIGURE, read_hours },
    { "RANGE", FIGURE, read_range },       { "ISH", FIGURE, read_ish },
    { "PARTS", LETTER, read_parts },       { "MID", LETTER, read_mid },
    { "DASHED", FIGURE, due_read_dashed }, { "DMY", FIGURE, due_read_dotted_year },
    { "DOTTED", FIGURE, due_read_dotted }, { "STAMP", FIGURE, due_read_stamp },
    { "POINT", FIGURE, read_point },       { "HH", FIGURE, read_figures },
};

bool due_class_value(const char *text, const char *name, int *ret)
{
    enum begins begins = str_is_digit(*text) || *text == '@' ? FIGURE : LETTER;
    size_t i = 0;

    while (i < COUNT_OF(classes) && (*classes[i].name != *name || !due_is_word(classes[i].name, name)))
        i++;
    assert(i < COUNT_OF(classes));
    return (classes[i].begins & begins) && classes[i].read(text, ret);
}
