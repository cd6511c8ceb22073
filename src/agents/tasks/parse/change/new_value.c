/* new_value.c - which of the dates and priorities in a message is the new one.
 *
 * People also tell why, and what was before: "the vet can't do Thursday, make it Friday", "no longer high, just
 * normal". So all values are gathered first. A denied value is not meant, nor is one that the task already has. Of the
 * rest, a value that an order leads to counts more than one told beside it, and otherwise the last one counts.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <ctype.h>
#include <string.h>

/* ---- what is denied ---- */

static bool is_value_word(const struct said_values *v, size_t i)
{
    for (size_t k = 0; k < v->n; k++)
        if (i >= v->all[k].at && i < v->all[k].at + v->all[k].n)
            return true;
    return false;
}

/* Whether it is said of it that it will not do: "Friday is bad", "Tuesday doesn't work". */
static bool is_unfit(const struct said_values *v, size_t end)
{
    struct span s = v->m->s, rest;

    if (end == 0 || end >= s.n || (word_mark(&s.w[end - 1]) && word_mark(&s.w[end - 1]) != '.'))
        return false;
    s = span_from(s, end);
    return span_begins(
               s,
               "is|was|looks|seems|would|will *be|now|too|really|a|already|fully|actually|not|just "
               "bad|wrong|impossible|full|taken|out|tricky|awkward|difficult|packed|early|nope|gone|unavailable",
               &rest) ||
           span_begins(s, "is|was no|not good|go|longer|possible|free|available|option|working|right|suitable",
                       &rest) ||
           span_begins(s, "isn't|wasn't good|possible|free|available|right|ideal|great|convenient|working", &rest) ||
           span_begins(s, "doesn't|won't|can't|didn't work|suit|do|fit|happen|go", &rest) ||
           span_begins(s, "falls|fell through|flat", &rest);
}

/* What is said to be not so: right behind "not", or the first that follows in the clause. What cannot be until then
 * is then: "isn't in till two". */
static bool is_denied(const struct said_values *v, size_t at, size_t n)
{
    static const char denies[] = "not|isn't|aren't|wasn't|weren't|can't|won't|don't|doesn't|didn't|shouldn't|"
                                 "couldn't|no|never|forget|without|skip|cannot|longer|neither|nor";
    struct span s = v->m->s;
    size_t start = value_clause(s, at);

    if (phrase_word_is(&s.w[at], "until|till|til|before"))
        return false;
    if (is_unfit(v, at + n))
        return true;
    if (at > 1 && phrase_word_is(&s.w[at - 1], "of|than|to") && phrase_word_is(&s.w[at - 2], "instead|rather|opposed"))
        return true;
    for (size_t i = at; i > start && !is_value_word(v, i - 1); i--) {
        const struct phrase_word *w = &s.w[i - 1];
        if (phrase_word_is(w, "forget") && i > 1 && phrase_word_is(&w[-1], "don't"))
            return false;
        if (phrase_word_is(w, "until|till|til|but") ||
            (phrase_word_is(w, "just|only") && !(i > 1 && phrase_word_is(&w[-1], denies))))
            return false;
        if (phrase_word_is(w, denies))
            return !edit_is_own(v->m, w);
    }
    return false;
}

/* ---- what is said of something else ---- */

static bool is_told_of(const struct said_values *v, const struct phrase_word *w)
{
    return w->n > 0 && !w->is_quoted && !word_is_filler(w) && !edit_is_own(v->m, w) && word_deed(w) == DEED_NONE &&
           isupper((unsigned char)*w->from) && !word_slipped_day(w);
}

/* Whether the value's own sentence names something else, and another one this task: "Log's done. Pepper to 4pm". */
static bool is_elsewhere(const struct said_values *v, size_t at)
{
    struct span s = v->m->s;
    size_t from = at, to = at;
    bool named = false;

    while (from > 0 && !boundary_ends_sentence(&s.w[from - 1]))
        from--;
    while (to < s.n && (to == at || !boundary_ends_sentence(&s.w[to - 1])))
        to++;
    for (size_t i = 0; i < s.n; i++) {
        bool is_own = edit_is_own(v->m, &s.w[i]) && !word_is_filler(&s.w[i]);
        if (is_own && i >= from && i < to)
            return false;
        named |= is_own;
    }
    return named && at > from && is_told_of(v, &s.w[from]) && at - from < 4;
}

/* ---- what counts more ---- */

/* Whether what was said is taken back there, and said anew: "..., no wait, at six", "... sorry, I mean Friday". */
static bool is_said_anew(struct span s, size_t start)
{
    struct span clause = span_from(s, start), rest;

    while (start > 0 && phrase_word_is(&s.w[start - 1], "no|wait|sorry|oops|correction|actually|hang|hold|on") &&
           word_mark(&s.w[start - 1]))
        clause = span_from(s, --start);
    return span_begins(clause, "no|sorry|oops wait|sorry|make|actually|i", &rest) ||
           span_begins(clause, "*no wait|correction|scratch|hang|hold *no|sorry|on|actually|that|make", &rest) ||
           span_begins(clause, "*no|or|sorry|oops i mean|meant", &rest);
}

/* How much speaks for what is said there, rather than told: a word that leads to it, or an order in its clause. */
static int weight_of(struct span s, size_t at, size_t n)
{
    static const char orders[] = "move|make|set|put|change|shift|push|reschedule|schedule|postpone|let's|go|goes|bump|"
                                 "moves|moved|do|want|rather|better|please|switch|delay|defer|bring|pull|needs|should";
    size_t start = value_clause(s, at);
    struct span before = { s.w + start, at - start };
    int weight = span_has(before, orders);

    if (phrase_word_is(&s.w[at], "to|until|till|til|=") ||
        (at > 0 && phrase_word_is(&s.w[at - 1], "to|until|till|til|into|=|>|now|-|just|then|it")))
        weight += 2;
    if (at + n < s.n && !boundary_ends_sentence(&s.w[at + n - 1]) &&
        phrase_word_is(&s.w[at + n], "instead|then|now|please"))
        weight += 2;
    if (at > 0 && (phrase_word_is(&s.w[at - 1], "namely|i.e|ie|meaning|that's") ||
                   (at > 1 && phrase_word_is(&s.w[at - 1], "is") && phrase_word_is(&s.w[at - 2], "that|this"))))
        weight += 3; /* "the first Sunday in Advent, that is the 29th" */
    if (phrase_word_is(&s.w[start], "because|since|as|although|though") || span_has(before, "from|was|were"))
        weight -= 2;
    if (is_said_anew(s, start))
        weight += 4;
    return weight;
}

/* ---- what the task has ---- */

static bool is_same_day(const struct said_values *v, const struct said_value *of)
{
    const char *own = v->m->task->due;

    return own && of->set.due && strncmp(own, of->set.due, 10) == 0;
}

static bool has_already(const struct said_values *v, const struct said_value *of)
{
    const struct known_task *task = v->m->task;

    if (of->set.priority)
        return task->priority && strcmp(task->priority, of->set.priority) == 0;
    if (!of->has_due || of->set.repeat || !task->due)
        return false;
    if (of->due.is_clock)
        return strlen(task->due) > 11 && strcmp(task->due + 10, strchr(of->set.due, 'T')) == 0;
    return is_same_day(v, of) && (!of->due.has_time || strcmp(task->due, of->set.due) == 0);
}

static void gather(struct said_values *v)
{
    struct span s = v->m->s;

    for (size_t i = 0; i < s.n && v->n < SAID_VALUES;) {
        struct said_value found = { .at = i };
        size_t n = value_at(v, i, &found);
        const struct intent_slots *set = &found.set;
        if (n > 0 && (set->due || set->priority || set->repeat || set->remind || set->n_tags > 0)) {
            found.n = n;
            found.is_elsewhere = is_elsewhere(v, i);
            found.is_denied = is_denied(v, i, n) || found.is_elsewhere;
            found.is_own = has_already(v, &found);
            found.weight = weight_of(s, i, n) + (set->due && strchr("P-", *set->due) && *set->due);
            v->all[v->n++] = found;
        }
        i += n > 0 ? n : 1;
    }
}

/* ---- two that are one ---- */

/* Whether it is only a month, or only a day of one. */
static bool is_bare_month(struct span s, const struct said_value *of)
{
    struct span said = { s.w + of->at, of->n };

    for (size_t i = 0; i < said.n; i++)
        if (memchr("0123456789", *said.w[i].p, 10))
            return false;
    return of->has_due && span_has(said, "january|february|march|april|may|june|july|august|september|october|november|"
                                         "december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec");
}

static bool is_bare_day(struct span s, const struct said_value *of)
{
    struct span rest;

    return of->has_due && !of->due.is_clock && !of->due.has_time &&
           span_begins((struct span){ s.w + of->at, of->n }, "*the|on|by", &rest) && rest.n == 1 &&
           isdigit((unsigned char)*rest.w->p) && !memchr(rest.w->p, '.', rest.w->n);
}

/* "in December now, the 2nd": of that month. */
static void join_months(struct said_values *v)
{
    for (size_t i = 0; i + 1 < v->n; i++) {
        struct said_value *month = &v->all[i], *day = &v->all[i + 1];
        char text[TIME_TEXT_BYTES];
        const char *joined;
        if (!is_bare_month(v->m->s, month) || !is_bare_day(v->m->s, day) || month->is_denied || day->is_denied)
            continue;
        date_text(month->due.day, text);
        joined = arena_printf(v->m->r->a, "%.8s%.2s", text, day->set.due + 8);
        if (due_read(joined, v->m->r->now, &day->due)) {
            day->set.due = joined;
            day->is_own = has_already(v, day);
            month->is_denied = true;
        }
    }
}

/* ---- the choice ---- */

typedef bool is_kind(const struct said_value *v);

static bool is_due(const struct said_value *v)
{
    return v->set.due && !v->set.repeat && !v->set.remind;
}

static bool is_level(const struct said_value *v)
{
    return v->set.priority;
}

static bool is_often(const struct said_value *v)
{
    return v->set.repeat && *v->set.repeat;
}

static bool has_day(const struct said_value *v)
{
    return v->has_due && !v->due.is_clock;
}

/* The one that is meant, of those of a kind; NULL when none is. */
static const struct said_value *chosen(const struct said_values *v, is_kind *fits)
{
    const struct said_value *best = NULL;

    for (size_t i = 0; i < v->n; i++) {
        const struct said_value *of = &v->all[i];
        if (i > 0 && fits(of) && fits(of - 1) && of->at > 0 && phrase_word_is(&v->m->s.w[of->at - 1], "or|nor"))
            return NULL; /* one of them: which one has to be asked */
        if (!fits(of) || of->is_denied)
            continue;
        if (best && !best->is_own && has_day(best) && of->has_due && of->due.is_clock && of->weight <= best->weight)
            continue; /* the time of that day */
        if (!best || (best->is_own && !of->is_own) || (best->is_own == of->is_own && of->weight >= best->weight))
            best = of;
    }
    return best;
}

/* Whether it is all of a sentence: "tomorrow instead. 16:40" */
static bool is_alone(struct span s, const struct said_value *of)
{
    return (of->at == 0 || boundary_ends_sentence(&s.w[of->at - 1])) &&
           (of->at + of->n == s.n || boundary_ends_sentence(&s.w[of->at + of->n - 1]));
}

/* A time that was said apart from the day, in the same sentence. */
static const struct said_value *clock_beside(const struct said_values *v, const struct said_value *day)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct said_value *of = &v->all[i];
        size_t from = of->at < day->at ? of->at : day->at, to = of->at < day->at ? day->at : of->at;
        bool apart = false;
        for (size_t k = from; k < to && !is_alone(v->m->s, of); k++)
            apart |= boundary_ends_sentence(&v->m->s.w[k]);
        apart |= of->weight < 0 && value_clause(v->m->s, of->at) != value_clause(v->m->s, day->at);
        if (of->has_due && of->due.is_clock && !of->is_denied && !apart && !of->set.remind)
            return of;
    }
    return NULL;
}

/* Whether the evening or the afternoon was said beside a time: "in the evening, at seven". */
static bool is_said_late(const struct said_values *v)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct said_value *of = &v->all[i];
        if (of->has_due && of->due.is_part && of->due.hour >= 12 && !of->is_denied)
            return true;
    }
    return false;
}

/* "At 7, not 8" of what is at 8 in the morning is in the morning: the half of the day that is nearer to its own time.
 * `due` is "T19:00" or "2026-11-20T19:00". */
static const char *nearest(const struct said_values *v, const struct said_value *of, const char *due)
{
    const char *own = v->m->task->due, *at = strchr(due, 'T');
    int hour, old;

    if (!at || strlen(at) != 6 || !of->due.is_open)
        return due;
    hour = (at[1] - '0') * 10 + at[2] - '0';
    if (is_said_late(v))
        return hour < 12 ? arena_printf(v->m->r->a, "%.*sT%02d%s", (int)(at - due), due, hour + 12, at + 3) : due;
    if (!own || strlen(own) < 16)
        return due;
    old = (own[11] - '0') * 10 + own[12] - '0';
    for (int other = hour % 12; other < 24; other += 12)
        if ((other > old ? other - old : old - other) < (hour > old ? hour - old : old - hour))
            hour = other;
    return arena_printf(v->m->r->a, "%.*sT%02d%s", (int)(at - due), due, hour, at + 3);
}

/* "10 as usual", "still 2 pm": as it was. */
static bool keeps_time(struct span s)
{
    struct span rest;

    for (size_t i = 0; i + 1 < s.n; i++)
        if (span_begins(span_from(s, i), "as usual|always|before|planned", &rest))
            return true;
    return false;
}

static const char *new_due(const struct said_values *v, const struct said_value *of)
{
    struct arena *a = v->m->r->a;
    const struct said_value *clock =
        of->has_due && (!of->due.has_time || of->due.is_part) && !of->due.is_clock ? clock_beside(v, of) : NULL;

    if (!of->has_due || !*of->set.due)
        return of->set.due;
    if (of->due.is_clock)
        return nearest(v, of, arena_printf(a, "T%02d:%02d", of->due.hour, of->due.minute));
    if (clock)
        return nearest(v, clock, arena_printf(a, "%.10sT%02d:%02d", of->set.due, clock->due.hour, clock->due.minute));
    if (v->keeps_time && !of->due.has_time)
        return arena_printf(a, "T%s", of->set.due);
    return nearest(v, of, of->set.due);
}

static bool is_high(const struct known_task *task)
{
    return task && task->priority && strcmp(task->priority, "high") == 0;
}

/* What was urgent and is said to be so no more. */
static const char *no_longer(const struct said_values *v)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->all[i].is_denied && !v->all[i].is_elsewhere && v->all[i].set.priority &&
            strcmp(v->all[i].set.priority, "high") == 0 &&
            (is_high(v->m->task) || span_has(v->m->s, "longer|anymore|more")))
            return "medium";
    return NULL;
}

/* How often something is, told as the reason for a day that is ordered: "only works Tuesdays, so make it next Tuesday".
 */
static bool is_told_beside(const struct said_values *v, const struct said_value *often, const struct said_value *due)
{
    return often->set.repeat && due->weight > often->weight &&
           value_clause(v->m->s, often->at) != value_clause(v->m->s, due->at);
}

void edit_values(const struct task_edit *m, struct intent_slots *set)
{
    struct said_values v = { .m = m };
    const struct said_value *due, *level, *often;

    gather(&v);
    join_months(&v);
    v.keeps_time |= keeps_time(m->s);
    due = chosen(&v, is_due);
    level = chosen(&v, is_level);
    often = chosen(&v, is_often);
    if (due)
        slots_set_once(&set->due, new_due(&v, due));
    slots_set_once(&set->priority, level ? level->set.priority : no_longer(&v));
    for (size_t i = 0; i < v.n; i++) {
        const struct intent_slots *more = &v.all[i].set;
        if (v.all[i].is_denied || (due && is_told_beside(&v, &v.all[i], due)))
            continue;
        if (more->repeat && often && often != &v.all[i] && *more->repeat)
            continue; /* "from weekly to every two weeks" */
        slots_set_once(&set->repeat, more->repeat);
        slots_set_once(&set->remind, more->remind);
        if (more->repeat && (strstr(more->repeat, "BY") || (more->due && strchr(more->due, 'T'))))
            slots_set_once(&set->due, more->due);
        for (size_t k = 0; k < more->n_tags && set->n_tags < TASK_TAGS; k++)
            set->tags[set->n_tags++] = more->tags[k];
    }
}
