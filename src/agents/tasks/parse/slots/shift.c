/* shift.c - a shift of a date: "a week", "two days sooner", "48h"; and how long before the due time a reminder is. */
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <ctype.h>

#define EARLY_WORDS 7 /* "half an hour before it starts" */

/* How many: "a", "two", "3", "a couple of"; *ret_n of the words. 0 when it is no number. */
static int count_of(struct span w, size_t *ret_n)
{
    static const struct {
        const char *words;
        int n;
    } numbers[] = {
        { "a|an|one|another|extra|further", 1 },
        { "two|couple", 2 },
        { "three|few", 3 },
        { "four", 4 },
        { "five", 5 },
        { "six", 6 },
        { "seven", 7 },
        { "eight", 8 },
        { "nine", 9 },
        { "ten", 10 },
        { "eleven", 11 },
        { "twelve", 12 },
        { "fifteen", 15 },
        { "twenty", 20 },
        { "thirty", 30 },
        { "forty", 40 },
        { "forty-five", 45 },
    };
    size_t skip =
        w.n > 1 && phrase_word_is(w.w, "a|another|an") &&
        (phrase_word_is(&w.w[1], "couple|few|extra|further|two|three|four|five|six|ten") || word_is_number(&w.w[1]));
    int n = 0;

    w = span_from(w, skip);
    *ret_n = skip + 1;
    if (*w.w->p == '+' && w.w->n > 1 && w.w->n < 4) /* "+2 days" */
        for (size_t i = 1; i < w.w->n && isdigit((unsigned char)w.w->p[i]); i++)
            n = n * 10 + (w.w->p[i] - '0');
    if (w.n > 1 && phrase_word_is(&w.w[1], "of|more") && !word_is_number(w.w))
        ++*ret_n;
    if (word_is_number(w.w) && w.w->n < 4)
        for (size_t i = 0; i < w.w->n; i++)
            n = n * 10 + (w.w->p[i] - '0');
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (phrase_word_is(w.w, numbers[i].words))
            n = numbers[i].n;
    return n;
}

/* "48h" as its number and its unit; false when it is no such word. */
static bool is_count_with_unit(const struct phrase_word *w, int *ret_count, struct phrase_word *ret_unit)
{
    size_t n = 0;

    for (*ret_count = 0; n < w->n && n < 4 && isdigit((unsigned char)w->p[n]); n++)
        *ret_count = *ret_count * 10 + (w->p[n] - '0');
    *ret_unit = (struct phrase_word){ .p = w->p + n, .n = w->n - n };
    return !w->is_quoted && n > 0 && n<w->n && * ret_count> 0;
}

/* So many of a unit, as intent_slots has it; NULL when it is none. */
static const char *shift_text(const struct message_parser *r, bool is_earlier, int count,
                              const struct phrase_word *unit)
{
    static const struct {
        const char *words;
        const char *before;
        char unit;
        int times;
    } units[] = {
        { "minute|minutes|min|mins|m", "PT", 'M', 1 },
        { "hour|hours|hr|hrs|h", "PT", 'M', 60 },
        { "day|days|d", "P", 'D', 1 },
        { "week|weeks|wk|wks|w", "P", 'D', 7 },
        { "fortnight|fortnights", "P", 'D', 14 },
        { "month|months", "P", 'M', 1 },
        { "year|years", "P", 'M', 12 },
    };
    int days = phrase_word_is(unit, "h|hr|hrs|hour|hours") && count % 24 == 0 ? count / 24 : 0;

    if (days > 0) /* also of what has no time */
        return arena_printf(r->a, "%sP%dD", is_earlier ? "-" : "", days);
    for (size_t i = 0; i < COUNT_OF(units); i++)
        if (phrase_word_is(unit, units[i].words))
            return arena_printf(r->a, "%s%s%d%c", is_earlier ? "-" : "", units[i].before, count * units[i].times,
                                units[i].unit);
    return NULL;
}

const char *slots_shift(const struct message_parser *r, struct span w)
{
    bool is_earlier = phrase_word_is(&w.w[w.n - 1], "earlier|sooner|forward|forwards");
    bool has_way = w.n > 1 && (is_earlier || phrase_word_is(&w.w[w.n - 1], "later|back|more|longer|on"));
    struct phrase_word unit;
    struct span rest;
    size_t n;
    int count;

    w.n -= has_way;
    if (has_way && w.n == 1 && phrase_word_is(&w.w[1], "later|earlier|sooner") &&
        phrase_word_is(w.w, "day|week|month|hour|fortnight"))
        return shift_text(r, is_earlier, 1, w.w); /* "tacho card day later" */
    if (w.n == 1)
        return is_count_with_unit(w.w, &count, &unit) ? shift_text(r, is_earlier, count, &unit) : NULL;
    if (span_begins(w, "half|quarter *of|a|an hour", &rest) && rest.n == 0)
        return arena_printf(r->a, "%sPT%sM", is_earlier ? "-" : "", phrase_word_is(w.w, "half") ? "30" : "15");
    count = count_of(w, &n);
    return count > 0 && n + 1 == w.n ? shift_text(r, is_earlier, count, &w.w[n]) : NULL;
}

bool shift_is_any(struct span s)
{
    return s.n > 1 && phrase_word_is(s.w, "another") && phrase_word_is(&s.w[1], "day|time|date") &&
           phrase_word_is(&s.w[-1], "on|to|until|till|at");
}

struct span title_without_reminder(struct span name)
{
    struct due_before before;

    for (size_t n = 2; n < name.n && n < EARLY_WORDS; n++)
        if (due_before_at(name.w + name.n - n, n, &before) == n)
            return (struct span){ name.w, name.n - n };
    return name;
}
