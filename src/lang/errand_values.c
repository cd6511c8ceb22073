/* errand_values.c - which of the dates and priorities that are said is the new one.
 *
 * People tell why, and what was before: "the vet can't do Thursday, make it Friday", "no longer high, just normal". So
 * all that is said is gathered first. What is denied is not meant, nor what the task has already; of what is left, what
 * an order leads to counts more than what is told beside it, and else what was said last.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "lang/errand_amend.h"
#include <ctype.h>
#include <string.h>

#define VALUES 12     /* of one message */
#define SHIFT_WORDS 5 /* "a couple of weeks later" */
#define CLOCK_WORDS 3 /* "half past six" */

/* Something that is said of a task, and where. */
struct value {
    size_t at, n;
    struct errand_set set;
    struct due due;
    bool has_due;
    bool is_denied; /* or said of something else: */
    bool is_elsewhere;
    bool is_own; /* the task has it already */
    int weight;
};

struct values {
    const struct amending *m;
    struct value all[VALUES];
    size_t n;
    bool keeps_time; /* "same time" */
};

/* ---- clauses ---- */

/* Whether what is said at i is something else than what stands before it. */
static bool begins_clause(struct span s, size_t i)
{
    if (i == 0 || (word_mark(&s.w[i - 1]) && !word_is_number(&s.w[i - 1])) || word_is_dash(&s.w[i - 1]))
        return true;
    return phrase_word_is(&s.w[i], "so|but|because|since|although|though") ||
           (phrase_word_is(&s.w[i], "as") && i + 1 < s.n &&
            phrase_word_is(&s.w[i + 1], "i|i'm|i've|we|we're|he|he's|she|she's|they|they're|it's|there's"));
}

static size_t clause_start(struct span s, size_t i)
{
    while (!begins_clause(s, i))
        i--;
    return i;
}

/* ---- what is denied ---- */

static bool is_value_word(const struct values *v, size_t i)
{
    for (size_t k = 0; k < v->n; k++)
        if (i >= v->all[k].at && i < v->all[k].at + v->all[k].n)
            return true;
    return false;
}

/* Whether it is said of it that it will not do: "Friday is bad", "Tuesday doesn't work". */
static bool is_unfit(const struct values *v, size_t end)
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
static bool is_denied(const struct values *v, size_t at, size_t n)
{
    static const char denies[] = "not|isn't|aren't|wasn't|weren't|can't|won't|don't|doesn't|didn't|shouldn't|"
                                 "couldn't|no|never|forget|without|skip|cannot|longer|neither|nor";
    struct span s = v->m->s;
    size_t start = clause_start(s, at);

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
        if (phrase_word_is(w, "until|till|til|but"))
            return false;
        if (phrase_word_is(w, denies))
            return !amend_is_own(v->m, w);
    }
    return false;
}

/* ---- what is said of something else ---- */

static bool is_told_of(const struct values *v, const struct phrase_word *w)
{
    return w->n > 0 && !w->is_quoted && !as_is_filler(w) && !amend_is_own(v->m, w) && word_deed(w) == DEED_NONE &&
           isupper((unsigned char)*w->from) && !word_slipped_day(w);
}

/* Whether the value's own sentence names something else, and another one this task: "Log's done. Pepper to 4pm". */
static bool is_elsewhere(const struct values *v, size_t at)
{
    struct span s = v->m->s;
    size_t from = at, to = at;
    bool named = false;

    while (from > 0 && !joint_ends_sentence(&s.w[from - 1]))
        from--;
    while (to < s.n && (to == at || !joint_ends_sentence(&s.w[to - 1])))
        to++;
    for (size_t i = 0; i < s.n; i++) {
        bool is_own = amend_is_own(v->m, &s.w[i]) && !as_is_filler(&s.w[i]);
        if (is_own && i >= from && i < to)
            return false;
        named |= is_own;
    }
    return named && at > from && is_told_of(v, &s.w[from]) && at - from < 4;
}

/* ---- what counts more ---- */

/* How much speaks for what is said there, rather than told: a word that leads to it, or an order in its clause. */
static int weight_of(struct span s, size_t at, size_t n)
{
    static const char orders[] = "move|make|set|put|change|shift|push|reschedule|schedule|postpone|let's|go|goes|bump|"
                                 "moves|moved|do|want|rather|better|please|switch|delay|defer|bring|pull|needs|should";
    size_t start = clause_start(s, at);
    struct span before = { s.w + start, at - start };
    int weight = span_has(before, orders);

    if (phrase_word_is(&s.w[at], "to|until|till|til|=") ||
        (at > 0 && phrase_word_is(&s.w[at - 1], "to|until|till|til|into|=|>|now|-|just|then|it")))
        weight += 2;
    if (at + n < s.n && !joint_ends_sentence(&s.w[at + n - 1]) &&
        phrase_word_is(&s.w[at + n], "instead|then|now|please"))
        weight += 2;
    if (phrase_word_is(&s.w[start], "because|since|as|although|though") || span_has(before, "from|was|were"))
        weight -= 2;
    return weight;
}

/* ---- what can be said ---- */

/* So much later or earlier; said with a word for that, or behind one that moves things. */
static size_t shift_at(const struct values *v, size_t i, const char **ret)
{
    static const char ways[] = "later|earlier|sooner|more|longer|extra|further|another|before|forward|forwards";
    struct span s = v->m->s, before = { s.w + clause_start(s, i), i - clause_start(s, i) };
    bool moves = span_has(before, "push|postpone|delay|defer|snooze|extend|prolong|bump|shift|slide|by");

    if (i > 0 && phrase_word_is(&s.w[i - 1], "in|every|each|within|per|of"))
        return 0;
    for (size_t n = s.n - i < SHIFT_WORDS ? s.n - i : SHIFT_WORDS; n > 0; n--) {
        struct span part = { s.w + i, n };
        bool is_before = n > 1 && phrase_word_is(&part.w[n - 1], "before"),
             has_way = span_has(part, ways) || *part.w->p == '+';
        const char *by = slots_shift(v->m->r, is_before ? (struct span){ part.w, n - 1 } : part);
        if (!by || !(has_way || moves) || (is_before && i + n < s.n && !word_mark(&part.w[n - 1])) ||
            (!has_way && i + n < s.n && phrase_word_is(&part.w[n], "ago|before|from|each")))
            continue;
        if (*by != '-' && (is_before || span_has(span_from(s, clause_start(s, i)), "earlier|sooner|forward|forwards")))
            by = arena_printf(v->m->r->a, "-%s", by);
        *ret = by;
        return n;
    }
    return 0;
}

static bool read_clock(const struct values *v, struct span w, struct due *ret)
{
    const char *text = w.n > 0 ? span_text(v->m->r->a, w) : NULL;

    return text && due_read(arena_printf(v->m->r->a, "at %s", text), v->m->r->now, ret) && ret->is_clock;
}

static size_t set_clock(const struct values *v, struct value *ret, size_t n)
{
    ret->set.due = arena_printf(v->m->r->a, "T%02d:%02d", ret->due.hour, ret->due.minute);
    ret->has_due = true;
    return n;
}

/* A time with another one that it is not: "12 instead of 11", "half seven, not seven". */
static size_t clock_at(const struct values *v, size_t i, struct value *ret)
{
    struct span s = v->m->s;

    for (size_t n = CLOCK_WORDS; n > 0; n--) {
        struct span rest;
        struct due other;
        if (i + n + 1 == s.n && phrase_word_is(&s.w[i + n], "now|instead") &&
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
static size_t month_day_at(const struct values *v, size_t i, struct value *ret)
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

/* "high" alone may be anything; at the end of what is said it is a priority. */
static bool is_loose_level(const struct values *v, size_t i, size_t n)
{
    struct span s = v->m->s;
    struct errand_set aside = { 0 };
    struct slots slots = { .r = v->m->r, .set = &aside };

    if (slot_words(&slots, span_from(s, i), WHERE_EDGE) == n || i + n == s.n || word_mark(&s.w[i + n - 1]))
        return false;
    return !phrase_word_is(&s.w[i + n], "please|now|instead|from|thanks|not|rather|and|anymore|any|so|will|would");
}

/* A day behind "to", where all of what is said there is one: "to the weekend". */
static size_t day_at(const struct values *v, size_t i, struct value *ret)
{
    struct span s = v->m->s;
    size_t n = slots_day(v->m->r, span_from(s, i), &ret->set);

    if (n == 0 || (i + n < s.n && !word_mark(&s.w[i + n - 1]) && !begins_clause(s, i + n) &&
                   !phrase_word_is(&s.w[i + n], "please|instead|now|then|for|thanks|and|not")))
        return 0;
    return n;
}

static size_t value_at(struct values *v, size_t i, struct value *ret)
{
    struct slots slots = { .r = v->m->r, .set = &ret->set };
    size_t n;

    if ((n = shift_at(v, i, &ret->set.due)) > 0 || (n = month_day_at(v, i, ret)) > 0 || (n = clock_at(v, i, ret)) > 0)
        return n;
    if ((amend_is_own(v->m, &v->m->s.w[i]) && !phrase_word_is(&v->m->s.w[i], "the|this|next|to|on|for|by")) ||
        v->m->s.w[i].is_quoted)
        return 0;
    n = slot_at(&slots, span_from(v->m->s, i), WHERE_EDGE | WHERE_SET);
    if (n == 0 && (n = day_at(v, i, ret)) > 0)
        return n;
    if (n > 0 && ret->set.priority && is_loose_level(v, i, n))
        return 0;
    v->keeps_time |= slots.due.keeps_time;
    ret->due = slots.due;
    ret->has_due = slots.has_due;
    return n;
}

/* ---- what the task has ---- */

static bool is_same_day(const struct values *v, const struct value *of)
{
    const char *own = v->m->task->due;

    return own && of->set.due && strncmp(own, of->set.due, 10) == 0;
}

static bool has_already(const struct values *v, const struct value *of)
{
    const struct errand_task *task = v->m->task;

    if (of->set.priority)
        return task->priority && strcmp(task->priority, of->set.priority) == 0;
    if (!of->has_due || of->set.repeat || !task->due)
        return false;
    if (of->due.is_clock)
        return strlen(task->due) > 11 && strcmp(task->due + 10, strchr(of->set.due, 'T')) == 0;
    return is_same_day(v, of) && (!of->due.has_time || strcmp(task->due, of->set.due) == 0);
}

static void gather(struct values *v)
{
    struct span s = v->m->s;

    for (size_t i = 0; i < s.n && v->n < VALUES;) {
        struct value found = { .at = i };
        size_t n = value_at(v, i, &found);
        const struct errand_set *set = &found.set;
        if (n > 0 && (set->due || set->priority || set->repeat || set->remind || set->n_tags > 0)) {
            found.n = n;
            found.is_elsewhere = is_elsewhere(v, i);
            found.is_denied = is_denied(v, i, n) || found.is_elsewhere;
            found.is_own = has_already(v, &found);
            found.weight = weight_of(s, i, n);
            v->all[v->n++] = found;
        }
        i += n > 0 ? n : 1;
    }
}

/* ---- the choice ---- */

typedef bool is_kind(const struct value *v);

static bool is_due(const struct value *v)
{
    return v->set.due && !v->set.repeat && !v->set.remind;
}

static bool is_level(const struct value *v)
{
    return v->set.priority;
}

/* The one that is meant, of those of a kind; NULL when none is. */
static const struct value *chosen(const struct values *v, is_kind *fits)
{
    const struct value *best = NULL;

    for (size_t i = 0; i < v->n; i++) {
        const struct value *of = &v->all[i];
        if (i > 0 && fits(of) && fits(of - 1) && of->at > 0 && phrase_word_is(&v->m->s.w[of->at - 1], "or|nor"))
            return NULL; /* one of them: which one has to be asked */
        if (!fits(of) || of->is_denied)
            continue;
        if (!best || (best->is_own && !of->is_own) || (best->is_own == of->is_own && of->weight >= best->weight))
            best = of;
    }
    return best;
}

/* A time that was said apart from the day, in the same sentence. */
static const struct value *clock_beside(const struct values *v, const struct value *day)
{
    for (size_t i = 0; i < v->n; i++) {
        const struct value *of = &v->all[i];
        size_t from = of->at < day->at ? of->at : day->at, to = of->at < day->at ? day->at : of->at;
        bool apart = false;
        for (size_t k = from; k < to; k++)
            apart |= joint_ends_sentence(&v->m->s.w[k]);
        apart |= of->weight < 0 && clause_start(v->m->s, of->at) != clause_start(v->m->s, day->at);
        if (of->has_due && of->due.is_clock && !of->is_denied && !apart && !of->set.remind)
            return of;
    }
    return NULL;
}

/* "At 7, not 8" of what is at 8 in the morning is in the morning: the half of the day that is nearer to its own time.
 * `due` is "T19:00" or "2026-11-20T19:00". */
static const char *nearest(const struct values *v, const struct value *of, const char *due)
{
    const char *own = v->m->task->due, *at = strchr(due, 'T');
    int hour, old;

    if (!own || strlen(own) < 16 || !at || strlen(at) != 6 || !of->due.is_open)
        return due;
    hour = (at[1] - '0') * 10 + at[2] - '0';
    old = (own[11] - '0') * 10 + own[12] - '0';
    for (int other = hour % 12; other < 24; other += 12)
        if ((other > old ? other - old : old - other) < (hour > old ? hour - old : old - hour))
            hour = other;
    return arena_printf(v->m->r->a, "%.*sT%02d%s", (int)(at - due), due, hour, at + 3);
}

static const char *new_due(const struct values *v, const struct value *of)
{
    struct arena *a = v->m->r->a;
    const struct value *clock = of->has_due && !of->due.has_time ? clock_beside(v, of) : NULL;

    if (!of->has_due || !*of->set.due)
        return of->set.due;
    if (of->due.is_clock)
        return nearest(v, of, arena_printf(a, "T%02d:%02d", of->due.hour, of->due.minute));
    if (clock)
        return nearest(v, clock, arena_printf(a, "%sT%02d:%02d", of->set.due, clock->due.hour, clock->due.minute));
    if (v->keeps_time && !of->due.has_time)
        return arena_printf(a, "T%s", of->set.due);
    return nearest(v, of, of->set.due);
}

static bool is_high(const struct errand_task *task)
{
    return task && task->priority && strcmp(task->priority, "high") == 0;
}

/* What was urgent and is said to be so no more. */
static const char *no_longer(const struct values *v)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->all[i].is_denied && !v->all[i].is_elsewhere && v->all[i].set.priority &&
            strcmp(v->all[i].set.priority, "high") == 0 &&
            (is_high(v->m->task) || span_has(v->m->s, "longer|anymore|more")))
            return "medium";
    return NULL;
}

void amend_values(const struct amending *m, struct errand_set *set)
{
    struct values v = { .m = m };
    const struct value *due, *level;

    gather(&v);
    due = chosen(&v, is_due);
    level = chosen(&v, is_level);
    if (due)
        slots_set_once(&set->due, new_due(&v, due));
    slots_set_once(&set->priority, level ? level->set.priority : no_longer(&v));
    for (size_t i = 0; i < v.n; i++) {
        const struct errand_set *more = &v.all[i].set;
        if (v.all[i].is_denied)
            continue;
        slots_set_once(&set->repeat, more->repeat);
        slots_set_once(&set->remind, more->remind);
        if (more->repeat && (strstr(more->repeat, "BY") || (more->due && strchr(more->due, 'T'))))
            slots_set_once(&set->due, more->due);
        for (size_t k = 0; k < more->n_tags && set->n_tags < TASK_TAGS; k++)
            set->tags[set->n_tags++] = more->tags[k];
    }
}
