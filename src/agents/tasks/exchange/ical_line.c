/* ical_line.c - lines are told by their line ends, CR LF or LF alone; one that begins with a blank goes on with the one
 * before it.
 */
#include "agents/tasks/exchange/ical_line.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

void ical_lines_init(struct ical_lines *l, const char *p, size_t n)
{
    *l = (struct ical_lines){ .p = p, .end = p + n, .number = 1 };
    buf_init(&l->held, TASK_LINE_BYTES);
}

void ical_lines_done(struct ical_lines *l)
{
    buf_done(&l->held);
}

/* One line of the file, without its end. */
static void take_physical(struct ical_lines *l)
{
    const char *stop = memchr(l->p, '\n', (size_t)(l->end - l->p)), *last = stop ? stop : l->end;
    size_t n = (size_t)(last - l->p);

    buf_add(&l->held, l->p, n > 0 && last[-1] == '\r' ? n - 1 : n);
    l->p = stop ? stop + 1 : l->end;
    l->number++;
}

/* Cuts it at the colon, which may also stand in a quoted parameter. */
static bool cut(struct ical_line *l, const char *p, size_t n)
{
    size_t at = 0, name;
    bool is_quoted = false;

    while (at < n && p[at] != ';' && p[at] != ':')
        at++;
    name = at;
    for (; at < n && (is_quoted || p[at] != ':'); at++)
        is_quoted ^= p[at] == '"';
    if (name == 0 || at == n)
        return false;
    l->name = p;
    l->n_name = name;
    l->params = p + name;
    l->n_params = at - name;
    l->value = p + at + 1;
    l->n_value = n - at - 1;
    return true;
}

int ical_next(struct ical_lines *l, struct ical_line *ret, struct err *err)
{
    size_t left;

    do {
        if (l->p == l->end)
            return 0;
        buf_cut(&l->held, 0);
        ret->number = l->number;
        take_physical(l);
        while (l->p < l->end && (*l->p == ' ' || *l->p == '\t')) {
            l->p++;
            take_physical(l);
        }
        if (l->held.failed)
            return intake_refuse(ret->number, "it is too long", err);
        str_trim(l->held.p, l->held.n, &left);
    } while (left == 0);
    return cut(ret, l->held.p, l->held.n) ? 1 : intake_refuse(ret->number, "this is no line of a calendar", err);
}

void ical_mend_folds(char *p, size_t n)
{
    for (size_t i = 1; i + 2 < n; i++) {
        size_t from = i - (p[i - 1] == '\r'), to = i + 2, fold = to - from;
        if (p[i] != '\n' || (p[i + 1] != ' ' && p[i + 1] != '\t') || from == 0 || (unsigned char)p[from - 1] < 0x80)
            continue;
        for (; to < n && ((unsigned char)p[to] & 0xc0) == 0x80; to++, from++) {
            char cut = p[to];
            memmove(p + from + 1, p + from, fold);
            p[from] = cut;
        }
        i = to - 1;
    }
}

static bool same(const char *p, size_t n, const char *word)
{
    return strlen(word) == n && strncasecmp(p, word, n) == 0;
}

bool ical_is(const struct ical_line *l, const char *name)
{
    return same(l->name, l->n_name, name);
}

bool ical_says(const struct ical_line *l, const char *value)
{
    size_t n;
    const char *p = str_trim(l->value, l->n_value, &n);

    return same(p, n, value);
}

bool ical_param(const struct ical_line *l, const char *name, const char **ret, size_t *ret_n)
{
    const char *p = l->params, *end = l->params + l->n_params;

    while (p < end) {
        const char *key = ++p, *equals = memchr(key, '=', (size_t)(end - key)), *stop;
        bool is_quoted = false;
        for (stop = key; stop < end && (is_quoted || *stop != ';'); stop++)
            is_quoted ^= *stop == '"';
        if (equals && equals < stop && same(key, (size_t)(equals - key), name)) {
            *ret = equals + 1;
            *ret_n = (size_t)(stop - *ret);
            if (*ret_n >= 2 && **ret == '"' && stop[-1] == '"') {
                ++*ret;
                *ret_n -= 2;
            }
            return true;
        }
        p = stop;
    }
    return false;
}

void ical_text(struct buf *b, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\\' && i + 1 < n) {
            i++;
            buf_addc(b, p[i] == 'n' || p[i] == 'N' ? '\n' : p[i]);
        } else {
            buf_addc(b, p[i]);
        }
    }
}

/* ---- values ---- */

static bool number(const char *p, size_t n, int *ret)
{
    *ret = 0;
    for (size_t i = 0; i < n; i++) {
        if (!str_is_digit(p[i]))
            return false;
        *ret = *ret * 10 + (p[i] - '0');
    }
    return true;
}

bool ical_moment(const char *p, size_t n, struct draft_time *ret)
{
    struct civil c = { .year = 0 };
    bool is_utc;

    p = str_trim(p, n, &n);
    is_utc = n == 16 && p[15] == 'Z';
    if ((n != 8 && n != 15 && !is_utc) || !number(p, 4, &c.year) || !number(p + 4, 2, &c.month) ||
        !number(p + 6, 2, &c.day))
        return false;
    if (n > 8 &&
        (p[8] != 'T' || !number(p + 9, 2, &c.hour) || !number(p + 11, 2, &c.minute) || !number(p + 13, 2, &c.second)))
        return false;
    if (c.second == 60)
        c.second = 59;
    if (!civil_is_valid(&c))
        return false;
    *ret = (struct draft_time){ .kind = n == 8   ? DRAFT_DAY
                                        : is_utc ? DRAFT_INSTANT
                                                 : DRAFT_LOCAL,
                                .day = civil_days(c.year, c.month, c.day),
                                .hour = c.hour,
                                .minute = c.minute };
    ret->us = ret->day * DAY_US + ((c.hour * 60 + c.minute) * INT64_C(60) + c.second) * 1000000;
    return true;
}

#define DURATION_MOST (INT64_C(100000) * 86400) /* seconds: 273 years */

/* A number and the letter behind it. */
static const char *read_part(const char *p, const char *end, int64_t *ret, char *ret_unit)
{
    const char *first = p;

    *ret = 0;
    for (; p < end && str_is_digit(*p) && p - first < 9; p++)
        *ret = *ret * 10 + (*p - '0');
    if (p == first || p == end)
        return NULL;
    *ret_unit = *p;
    return p + 1;
}

bool ical_duration(const char *p, size_t n, int64_t *ret_seconds)
{
    static const char days[] = "WD", clock[] = "HMS";
    static const int64_t of_days[] = { 604800, 86400 }, of_clock[] = { 3600, 60, 1 };
    const char *end, *at;
    bool is_before, is_clock = false;
    int64_t sum = 0, value;
    char unit;

    p = str_trim(p, n, &n);
    end = p + n;
    is_before = n > 0 && *p == '-';
    p += n > 0 && (*p == '-' || *p == '+');
    if (end - p < 3 || *p++ != 'P')
        return false;
    while (p < end) {
        if (!is_clock && *p == 'T') {
            is_clock = true;
            p++;
        }
        p = read_part(p, end, &value, &unit);
        at = p ? strchr(is_clock ? clock : days, unit) : NULL;
        if (!at || !*at)
            return false;
        sum += value * (is_clock ? of_clock[at - clock] : of_days[at - days]);
        if (sum > DURATION_MOST)
            return false;
    }
    *ret_seconds = is_before ? -sum : sum;
    return true;
}

bool ical_offset(const char *p, size_t n, int64_t *ret_seconds)
{
    int hours, minutes, seconds = 0;

    p = str_trim(p, n, &n);
    if ((n != 5 && n != 7) || (*p != '+' && *p != '-') || !number(p + 1, 2, &hours) || !number(p + 3, 2, &minutes) ||
        (n == 7 && !number(p + 5, 2, &seconds)) || hours > 23 || minutes > 59 || seconds > 59)
        return false;
    *ret_seconds = (*p == '-' ? -1 : 1) * (int64_t)(hours * 3600 + minutes * 60 + seconds);
    return true;
}
