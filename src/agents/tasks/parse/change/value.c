/* value.c - one value that is said of a task: a date, a time, a shift, a priority, a recurrence.
 *
 * new_value.c decides which of several is the new one. The task's present values say what "the day after" is, and which
 * month "21, not 20" is in.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <ctype.h>
#include <string.h>

#define SHIFT_WORDS 5 /* "a couple of weeks later" */
#define CLOCK_WORDS 3 /* "half past six" */

/* ---- clauses ---- */

/* Whether a new clause begins at the i-th word. */
static bool begins_clause(struct span s, size_t i)
{
    if (i == 0 || (word_mark(&s.w[i - 1]) && !word_is_number(&s.w[i - 1])) || word_is_dash(&s.w[i - 1]))
        return true;
    return phrase_word_is(&s.w[i], "so|but|because|since|although|though") ||
           (phrase_word_is(&s.w[i], "as") && i + 1 < s.n &&
            phrase_word_is(&s.w[i + 1], "i|i'm|i've|we|we're|he|he's|she|she's|they|they're|it's|there's"));
}

size_t value_clause(struct span s, size_t i)
{
    while (!begins_clause(s, i))
        i--;
    return i;
}

/* ---- what can be said ---- */

/* So much later or earlier; said with a word for that, or behind one that moves things. */
static size_t shift_at(const struct said_values *v, size_t i, const char **ret)
{
    static const char ways[] = "later|earlier|sooner|more|longer|extra|further|another|before|forward|forwards";
    struct span s = v->m->s, before = { s.w + value_clause(s, i), i - value_clause(s, i) };
    bool moves = span_has(before, "push|postpone|delay|defer|snooze|extend|prolong|bump|shift|slide|prepone|by");

    if (i > 0 && (phrase_word_is(&s.w[i - 1], "in|every|each|within|per|of") || shift_is_any(span_from(s, i))))
        return 0;
    for (size_t n = s.n - i < SHIFT_WORDS ? s.n - i : SHIFT_WORDS; n > 0; n--) {
        struct span part = { s.w + i, n };
        bool is_before = n > 1 && phrase_word_is(&part.w[n - 1], "before"),
             has_way = span_has(part, ways) || *part.w->p == '+';
        const char *by = slots_shift(v->m->r, is_before ? (struct span){ part.w, n - 1 } : part);
        if (!by || !(has_way || moves) || (is_before && i + n < s.n && !word_mark(&part.w[n - 1])) ||
            (!has_way && i + n < s.n && phrase_word_is(&part.w[n], "ago|before|from|each")))
            continue;
        if (*by != '-' &&
            (is_before || span_has(span_from(s, value_clause(s, i)), "earlier|sooner|forward|forwards|prepone")))
            by = arena_printf(v->m->r->a, "-%s", by);
        *ret = by;
        return n;
    }
    return 0;
}

/* The day beside the one that it is due on, where no other is named: "do the day after", "the evening before". */
static size_t beside_at(const struct said_values *v, size_t i, struct said_value *ret)
{
    static const struct {
        const char *word;
        int hour;
    } parts[] = { { "morning", 9 }, { "afternoon", 15 }, { "evening", 18 }, { "night", 20 } };
    struct span s = v->m->s, rest;
    char text[TIME_TEXT_BYTES];
    int64_t day;

    if (!v->m->task->due || !date_read(v->m->task->due, 10, &day) ||
        !span_begins(span_from(s, i), "the day|morning|afternoon|evening|night before|after", &rest) ||
        (rest.n > 0 && !word_mark(&rest.w[-1]) && !phrase_word_is(rest.w, "at|instead|please|then|now")))
        return 0;
    ret->due = (struct due){ .day = day + (phrase_word_is(&s.w[i + 2], "after") ? 1 : -1) };
    for (size_t k = 0; k < COUNT_OF(parts); k++)
        if (phrase_word_is(&s.w[i + 1], parts[k].word)) {
            ret->due.has_time = ret->due.is_part = true;
            ret->due.hour = parts[k].hour;
        }
    ret->has_due = true;
    due_text(&ret->due, text);
    ret->set.due = arena_str(v->m->r->a, text);
    return 3;
}

static bool read_clock(const struct said_values *v, struct span w, struct due *ret)
{
    const char *text = w.n > 0 ? span_text(v->m->r->a, w) : NULL;

    return text && due_read(arena_printf(v->m->r->a, "at %s", text), v->m->r->now, ret) && ret->is_clock;
}

static size_t set_clock(const struct said_values *v, struct said_value *ret, size_t n)
{
    ret->set.due = arena_printf(v->m->r->a, "T%02d:%02d", ret->due.hour, ret->due.minute);
    ret->has_due = true;
    return n;
}

/* Whether a bare number behind "to" is a time there: of what has one, where it is moved, and nothing else of it is
 * named.
 */
static bool is_moved_to(const struct said_values *v, size_t i, size_t n)
{
    const char *own = v->m->task->due;
    struct span s = v->m->s, before = { s.w, i };

    return own && strlen(own) > 12 && i > 1 && phrase_word_is(&s.w[i - 1], "to|until|till") &&
           (i + n == s.n || word_mark(&s.w[i + n - 1]) || phrase_word_is(&s.w[i + n], "please|now|instead")) &&
           phrase_word_is(s.w, "move|set|change|push|shift|postpone|reschedule|put|delay|bring|please|can|could") &&
           !span_has(before, "priority|from|title|name|tag|number|note");
}

/* A time with another one that it is not: "12 instead of 11", "half seven, not seven". */
static size_t clock_at(const struct said_values *v, size_t i, struct said_value *ret)
{
    struct span s = v->m->s;

    for (size_t n = CLOCK_WORDS; n > 0; n--) {
        struct span rest;
        struct due other;
        if (i + n <= s.n &&
            ((i + n + 1 == s.n && phrase_word_is(&s.w[i + n], "now|instead")) || is_moved_to(v, i, n)) &&
            read_clock(v, (struct span){ s.w + i, n }, &ret->due))
            return set_clock(v, ret, n);
        if (i + n + 1 >= s.n || !(span_begins(span_from(s, i + n), "not *at", &rest) ||
                                  span_begins(span_from(s, i + n), "instead|rather of|than *at", &rest)))
            continue;
        for (size_t k = rest.n < CLOCK_WORDS ? rest.n : CLOCK_WORDS; k > 0; k--)
            if (read_clock(v, (struct span){ rest.w, k }, &other) &&
                read_clock(v, (struct span){ s.w + i, n }, &ret->due))
                return set_clock(v, ret, n);
    }
    return 0;
}

/* The number that a word is, of at most two digits; 0 when it is none. */
static int number_of(const struct phrase_word *w)
{
    int n = 0;

    if (w->n > 2)
        return 0;
    for (size_t i = 0; i < w->n; i++) {
        if (!isdigit((unsigned char)w->p[i]))
            return 0;
        n = n * 10 + (w->p[i] - '0');
    }
    return n;
}

/* Another day of the month that it is due in, said beside that day: "21 not 20", "the 21 instead of the 20". Where its
 * time could be meant as well, it is that. */
static size_t month_day_at(const struct said_values *v, size_t i, struct said_value *ret)
{
    struct span s = v->m->s, rest;
    const char *own = v->m->task->due, *said;
    int day = number_of(&s.w[i]), old = own ? (own[8] - '0') * 10 + own[9] - '0' : 0;

    if (!own || day == 0 || day > 31 ||
        !(span_begins(span_from(s, i + 1), "not *the|on", &rest) ||
          span_begins(span_from(s, i + 1), "instead|rather of|than *the|on", &rest)) ||
        rest.n == 0 || number_of(rest.w) != old || day == old ||
        (strlen(own) > 12 && ((own[11] - '0') * 10 + own[12] - '0') % 12 == old % 12))
        return 0;
    said = arena_printf(v->m->r->a, "%.8s%02d", own, day);
    ret->has_due = due_read(said, v->m->r->now, &ret->due);
    if (ret->has_due)
        ret->set.due = said;
    return ret->has_due;
}

/* "medium is enough" */
static bool is_enough(struct span s)
{
    struct span rest;

    return span_begins(s, "is|will|would *be|just enough|fine|ok|okay|plenty|sufficient|do", &rest);
}

/* "high" alone may be anything; at the end of what is said it is a priority. */
static bool is_loose_level(const struct said_values *v, size_t i, size_t n)
{
    struct span s = v->m->s;
    struct intent_slots aside = { 0 };
    struct slots slots = { .r = v->m->r, .set = &aside };

    if (slot_words(&slots, span_from(s, i), WHERE_EDGE) == n || i + n == s.n || word_mark(&s.w[i + n - 1]))
        return false;
    return !is_enough(span_from(s, i + n)) &&
           !phrase_word_is(&s.w[i + n],
                           "please|now|instead|from|thanks|not|rather|and|anymore|any|so|will|would|just|but|only");
}

/* A day behind "to", where all of what is said there is one: "to the weekend". */
static size_t day_at(const struct said_values *v, size_t i, struct said_value *ret)
{
    struct span s = v->m->s;
    size_t n = slots_day(v->m->r, span_from(s, i), &ret->set);

    if (n == 0 || (i + n < s.n && !word_mark(&s.w[i + n - 1]) && !begins_clause(s, i + n) &&
                   !phrase_word_is(&s.w[i + n], "please|instead|now|then|for|thanks|and|not")))
        return 0;
    ret->has_due = due_read(ret->set.due, v->m->r->now, &ret->due);
    return n;
}

/* The day of that weekday that is meant, where the task is due in a later week: with more time than there was not
 * today, and in the place of its own day that week's. */
static int64_t weekday_meant(const struct said_values *v, size_t end, int64_t said, int64_t own)
{
    const struct civil *now = v->m->r->now;
    struct span so_far = { v->m->s.w, end };
    int64_t today = civil_days(now->year, now->month, now->day);
    int64_t monday = own - (civil_weekday(own) + 6) % 7;

    if (own <= today)
        return said;
    if (said == today && span_has(so_far, "until|till|til|extended|postponed|pushed|extend|postpone|push|delay"))
        return said + 7;
    if (monday > today && said < monday && span_has(v->m->s, "instead"))
        return monday + (civil_weekday(said) + 6) % 7;
    return said;
}

static void settle_weekday(const struct said_values *v, size_t i, size_t n, struct said_value *of)
{
    struct span said = { v->m->s.w + i, n };
    char text[TIME_TEXT_BYTES];
    int64_t own;

    if (!of->has_due || of->due.is_clock || of->set.repeat || !v->m->task->due ||
        !date_read(v->m->task->due, 10, &own) || span_has(said, "this|next|coming|week|now") ||
        !span_has(said, "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|weds|thu|thur|thurs|"
                        "fri|sat|sun"))
        return;
    of->due.day = weekday_meant(v, i + n, of->due.day, own);
    due_text(&of->due, text);
    of->set.due = arena_str(v->m->r->a, text);
}

size_t value_at(struct said_values *v, size_t i, struct said_value *ret)
{
    struct slots slots = { .r = v->m->r, .set = &ret->set };
    size_t n;

    if ((n = beside_at(v, i, ret)) > 0 || (n = shift_at(v, i, &ret->set.due)) > 0 ||
        (n = month_day_at(v, i, ret)) > 0 || (n = clock_at(v, i, ret)) > 0)
        return n;
    if ((edit_is_own(v->m, &v->m->s.w[i]) && !phrase_word_is(&v->m->s.w[i], "the|this|next|to|on|for|by|at|in")) ||
        v->m->s.w[i].is_quoted)
        return 0;
    n = slot_at(&slots, span_from(v->m->s, i), WHERE_EDGE | WHERE_SET);
    if (n == 0 && (n = day_at(v, i, ret)) > 0)
        return n;
    if (n == 0 && i + 1 < v->m->s.n &&
        (is_enough(span_from(v->m->s, i + 1)) ||
         phrase_word_is(&v->m->s.w[i + 1], "now|instead|please|rather|not|from|but")))
        n = slot_at(&slots, (struct span){ v->m->s.w + i, 1 }, WHERE_SET); /* "weekly now": no name begins there */
    if (n > 0 && ret->set.priority && is_loose_level(v, i, n))
        return 0;
    v->keeps_time |= slots.due.keeps_time;
    ret->due = slots.due;
    ret->has_due = slots.has_due;
    settle_weekday(v, i, n, ret);
    return n;
}
