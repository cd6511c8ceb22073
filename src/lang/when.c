/* when.c - each pattern is tried at a place, the longest first; all end in a first and a last day. */
#include "lang/when.h"
#include "base/arena.h"
#include "base/timefmt.h"
#include "lang/vocab.h"
#include "lang/words.h"

/* The days of `months` months from the first of one. */
static void set_months(struct arena *a, int year, int month, int months, struct period *ret)
{
    int end = month + months > 12 ? 1 : month + months, end_year = month + months > 12 ? year + 1 : year;
    char text[TIME_TEXT_BYTES];

    *ret = (struct period){ .from = arena_printf(a, "%04d-%02d-01", year, month) };
    date_text(civil_days(end_year, end, 1) - 1, text);
    ret->to = arena_str(a, text);
}

static const char *day_text(struct arena *a, int year, int month, int day)
{
    struct civil c = { .year = year, .month = month, .day = day };

    return civil_is_valid(&c) ? arena_printf(a, "%04d-%02d-%02d", year, month, day) : NULL;
}

static bool set_day(struct arena *a, int year, int month, int day, struct period *ret)
{
    const char *text = day_text(a, year, month, day);

    if (text)
        *ret = (struct period){ .from = text, .to = text };
    return text != NULL;
}

/* The whole of s as a number of at most four digits; -1 when it is none. */
static int small_number(const char *s, size_t n)
{
    int v = 0;

    if (n == 0 || n > 4)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        v = v * 10 + (s[i] - '0');
    }
    return v;
}

static int year_of(const struct word *w)
{
    int v = w->kind == WORD_NUMBER && strlen(w->folded) == 4 ? small_number(w->folded, 4) : -1;

    return v >= 1000 && v < 3000 ? v : 0;
}

static int month_of(const struct word *w)
{
    struct vocab v = w->kind == WORD_TEXT ? vocab_word(w->folded) : (struct vocab){ VOCAB_NONE, 0, 0 };

    return v.kind == VOCAB_MONTH ? v.arg : 0;
}

/* 5, 5th, 1st */
static int day_of(const struct word *w)
{
    size_t n = strspn(w->folded, "0123456789");
    const char *tail = w->folded + n;
    int v = small_number(w->folded, n);

    if (w->kind != WORD_NUMBER || v < 1 || v > 31)
        return 0;
    return *tail == '\0' || !strcmp(tail, "st") || !strcmp(tail, "nd") || !strcmp(tail, "rd") || !strcmp(tail, "th")
               ? v
               : 0;
}

static bool says(const struct word *w, size_t n, size_t i, const char *what)
{
    return i < n && strcmp(w[i].folded, what) == 0;
}

/* 2025-03-01, 2025/3, 01.03.2025 */
static bool read_figures(struct arena *a, const char *s, struct period *ret)
{
    int part[3] = { 0 };
    size_t n = 0, lengths[3] = { 0 };
    char mark = '\0';

    for (;;) {
        size_t len = strspn(s, "0123456789");
        if (n == 3 || (part[n] = small_number(s, len)) < 0)
            return false;
        lengths[n++] = len;
        s += len;
        if (*s == '\0')
            break;
        if (!strchr("-/.", *s) || (mark && *s != mark))
            return false;
        mark = *s++;
    }
    if (n == 3 && lengths[0] == 4)
        return set_day(a, part[0], part[1], part[2], ret);
    if (n == 3 && lengths[2] == 4) {
        const char *by_day = day_text(a, part[2], part[1], part[0]);
        const char *by_month = day_text(a, part[2], part[0], part[1]);
        const char *one = by_day ? by_day : by_month;
        if (!one)
            return false;
        *ret = (struct period){ .from = one, .to = one };
        if (by_day && by_month && part[0] != part[1])
            ret->either = by_month;
        return true;
    }
    if (n == 2 && lengths[0] == 4 && mark != '.' && part[1] >= 1 && part[1] <= 12) {
        set_months(a, part[0], part[1], 1, ret);
        return true;
    }
    return false;
}

/* Q2 2025, 2025 Q2, second quarter of 2025 */
static size_t read_quarter(struct arena *a, const struct word *w, size_t n, struct period *ret)
{
    static const char *const names[] = { "first", "second", "third", "fourth" };
    static const char *const short_names[] = { "q1", "q2", "q3", "q4" };

    for (int q = 0; q < 4; q++) {
        size_t at = 0;
        if (says(w, n, 0, short_names[q]))
            at = 1;
        else if (says(w, n, 0, names[q]) && says(w, n, 1, "quarter"))
            at = 2;
        if (at == 0 && n > 1 && year_of(&w[0]) && says(w, n, 1, short_names[q])) {
            set_months(a, year_of(&w[0]), 3 * q + 1, 3, ret);
            return 2;
        }
        if (at == 0)
            continue;
        if (says(w, n, at, "of") || says(w, n, at, "in"))
            at++;
        if (at >= n || !year_of(&w[at]))
            return 0;
        set_months(a, year_of(&w[at]), 3 * q + 1, 3, ret);
        return at + 1;
    }
    return 0;
}

/* March 2025, 2025 March, March 5 2025, 5 March 2025, the 5th of March 2025 */
static size_t read_month(struct arena *a, const struct word *w, size_t n, struct period *ret)
{
    size_t of = says(w, n, 1, "of") ? 1 : 0;

    if (n > 2 && month_of(&w[0]) && day_of(&w[1]) && year_of(&w[2]))
        return set_day(a, year_of(&w[2]), month_of(&w[0]), day_of(&w[1]), ret) ? 3 : 0;
    if (n > 2 + of && day_of(&w[0]) && month_of(&w[1 + of]) && year_of(&w[2 + of]))
        return set_day(a, year_of(&w[2 + of]), month_of(&w[1 + of]), day_of(&w[0]), ret) ? 3 + of : 0;
    if (n > 1 + of && month_of(&w[0]) && year_of(&w[1 + of])) {
        set_months(a, year_of(&w[1 + of]), month_of(&w[0]), 1, ret);
        return 2 + of;
    }
    if (n > 1 && year_of(&w[0]) && month_of(&w[1])) {
        set_months(a, year_of(&w[0]), month_of(&w[1]), 1, ret);
        return 2;
    }
    return 0;
}

size_t when_read(struct arena *a, const struct word *words, size_t n, struct period *ret)
{
    size_t used;

    if (n == 0)
        return 0;
    if ((used = read_quarter(a, words, n, ret)) || (used = read_month(a, words, n, ret)))
        return used;
    if (words[0].kind != WORD_NUMBER && words[0].kind != WORD_QUOTED)
        return 0;
    if (read_figures(a, words[0].folded, ret))
        return 1;
    /* A bare number is a year only where people would read it as one. */
    if (year_of(&words[0]) >= 1500 && year_of(&words[0]) < 2200 && !words[0].percent) {
        set_months(a, year_of(&words[0]), 1, 12, ret);
        ret->is_year = true;
        return 1;
    }
    return 0;
}
