/* correction.c - a correction of a title.
 *
 * People say what is right and leave it to the reader to find what was wrong: "I meant cable clips" of "buy cable
 * ties". That is the part of the title that shares words with the correction, or one word that is nearly the same.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/intent_model.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define MEANT_WORDS 10 /* of what it should be: a longer one is a story */

static const char mistakes[] = "wrong|mistake|typo|mixed|mistyped|misspelled|misspelt|misheard|incorrect|oops|whoops|"
                               "correction|digits|confused|bad|rename|retitle|reword";

static bool is_like(const struct task_edit *m, const struct phrase_word *a, const struct phrase_word *b)
{
    return title_part_same(a, b) || word_same(title_part_text(m, a), title_part_text(m, b));
}

/* ---- said of one word ---- */

/* The words between "it's" and what is said of them: "it's | Marion | I swap with, not Miriam". */
static struct span cleft_before(const struct task_edit *m, size_t end)
{
    struct span s = m->s, rest;

    for (size_t i = 0; i + 1 < end; i++) {
        size_t from, to;
        if (!span_begins(span_from(s, i), "it's|that's *actually|really", &rest) &&
            !span_begins(span_from(s, i), "it|that is|was *actually|really", &rest))
            continue;
        from = to = s.n - rest.n;
        while (to < end && !phrase_word_is(&s.w[to], "who|whom|that|which|where|i|i'm|we|we're|he|she|they"))
            to++;
        if (to > from && to < end)
            return (struct span){ s.w + from, to - from };
    }
    return (struct span){ s.w, 0 };
}

const char *correction_cleft(const struct task_edit *m)
{
    struct span s = m->s, old, by;

    for (size_t i = 2; i + 1 < s.n; i++) {
        if (!phrase_word_is(&s.w[i], "not") || title_part_run(m, title_part_skip(m, i + 1), &old) == 0 ||
            title_part_telling(old) == 0)
            continue;
        by = cleft_before(m, i);
        if (by.n > 0)
            return title_part_alike(m, old, by);
    }
    return NULL;
}

/* What is said to be right there: behind the last "is", and what leads to it. */
static struct span right_behind(const struct task_edit *m, size_t from)
{
    struct span by = title_part_behind(m, from);

    for (size_t i = by.n; i > 0; i--)
        if (phrase_word_is(&by.w[i - 1], "is|are|was|be|it's|that's|called")) {
            by = span_from(by, i);
            break;
        }
    while (by.n > 1 && phrase_word_is(by.w, "in|at|on|for|with|to|actually|really"))
        by = span_from(by, 1);
    return by;
}

const char *correction_written(const struct task_edit *m)
{
    struct span s = m->s, old, rest;

    for (size_t i = 1; i + 2 < s.n; i++) {
        size_t from, n;
        if (!phrase_word_is(&s.w[i], "wrote|typed|put|said|written|entered") ||
            !phrase_word_is(&s.w[i - 1], "i|i've|we|have|accidentally|wrongly|mistakenly"))
            continue;
        from = title_part_skip(m, i + 1);
        n = title_part_run(m, from, &old);
        if (n > 0 && title_part_telling(old) > 0 &&
            span_begins(span_from(s, from + n), "but|it's|it|instead|and *it|it's|is|should|be|of|the|actually|meant|i",
                        &rest) &&
            rest.n > 0 && !phrase_word_is(rest.w, "say|read|called"))
            return title_part_alike(m, old, right_behind(m, s.n - rest.n));
    }
    return NULL;
}

/* ---- said of a part ---- */

/* As much of the title as the words stand for: from the first of them that both have. */
static struct span part_meant(const struct task_edit *m, struct span by)
{
    struct span own = m->own;
    size_t first = 0, last = own.n, run = 0, end;

    while (first < own.n && !is_like(m, by.w, &own.w[first]))
        first++;
    while (last > 0 && !is_like(m, &by.w[by.n - 1], &own.w[last - 1]))
        last--;
    if (first < own.n && last > first)
        return (struct span){ own.w + first, last - first };
    if (first == own.n && isdigit((unsigned char)*by.w->p)) { /* "40 bags of bark mulch" of "order bark mulch" */
        while (run < last && run < by.n && is_like(m, &by.w[by.n - 1 - run], &own.w[last - 1 - run]))
            run++;
        return (struct span){ own.w + last - run, run };
    }
    if (first == own.n) /* "buy flowers for Ann" of "by flowers for Ann" */
        return last == 0 ? (struct span){ own.w, 0 }
                         : (struct span){ own.w + (last > by.n ? last - by.n : 0), last > by.n ? by.n : last };
    while (first + run < own.n && run < by.n && is_like(m, &by.w[run], &own.w[first + run]))
        run++;
    end = phrase_word_is(&by.w[run < by.n ? run : 0], "and|or|plus|&") ? first + run : first + by.n;
    return (struct span){ own.w + first, (end < own.n ? end : own.n) - first };
}

/* Whether both have a word that says something. */
static bool shares_word(const struct task_edit *m, struct span by)
{
    for (size_t i = 0; i < by.n; i++)
        for (size_t k = 0; k < m->own.n; k++)
            if (!word_is_filler(&by.w[i]) && is_like(m, &by.w[i], &m->own.w[k]))
                return true;
    return false;
}

/* What it should be, from i on, put in the place of what it stands for. */
static const char *meant_from(const struct task_edit *m, size_t i)
{
    struct span by = title_part_behind(m, i), rest = span_from(m->s, i), old;
    struct intent_slots aside;

    if (by.n > 0 && isdigit((unsigned char)*by.w->p) && by.n < rest.n && phrase_word_is(&by.w[by.n], "of")) {
        for (by.n++; by.n < rest.n && edit_is_own(m, &by.w[by.n]); by.n++) /* "40 bags | of bark mulch" */
            ;
        if (phrase_word_is(&by.w[by.n - 1], "of")) /* of something else */
            return NULL;
    }
    for (size_t k = 1; k < by.n; k++)
        if (phrase_word_is(&by.w[k], "not"))
            by.n = k;
    while (by.n > 1 && phrase_word_is(by.w, "the|a|an") && !edit_is_own(m, by.w))
        by = span_from(by, 1);
    if (by.n == 0 || by.n > MEANT_WORDS || by.w->is_quoted || word_mark(&by.w[by.n - 1]) == ':' ||
        slots_are_all(m->r, by, &aside) || !shares_word(m, by))
        return NULL;
    old = part_meant(m, by);
    if (old.n > 0 && old.w > m->own.w && isdigit((unsigned char)*by.w->p) && !isdigit((unsigned char)*old.w->p) &&
        word_is_number(&old.w[-1])) /* "2 bottles" for "3 bottles" */
        old = (struct span){ old.w - 1, old.n + 1 };
    return old.n > 0 ? title_part_put(m, old, by) : NULL;
}

const char *correction_meant(const struct task_edit *m)
{
    struct span s = m->s, rest;
    bool is_mistake = span_has(s, mistakes);

    for (size_t i = 0; i + 1 < s.n; i++) {
        struct span from = span_from(s, i);
        const char *title;
        bool leads = span_begins(from, "i|we|actually meant|mean *to|was|is|it|it's", &rest) ||
                     (i == 0 && span_begins(from, "make that|it", &rest)) ||
                     (is_mistake && (span_begins(from, "it's *actually|meant|to|be|really|supposed|called", &rest) ||
                                     span_begins(from, "i want|wanted|need|have to", &rest) ||
                                     span_begins(from, "it|that|should|must is|be|was|say|read", &rest)));
        if (!leads || rest.n == 0 || rest.n == from.n || boundary_ends_sentence(&rest.w[-1]))
            continue;
        title = meant_from(m, s.n - rest.n);
        if (title && !str_same(title, m->task->title))
            return title;
    }
    return NULL;
}

/* ---- nearly the same word ---- */

static bool has_digit(const struct phrase_word *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (isdigit((unsigned char)w->p[i]))
            return true;
    return false;
}

/* Whether they have the same figures, in another order. */
static bool is_swapped(const struct phrase_word *a, const struct phrase_word *b)
{
    int count[256] = { 0 };

    for (size_t i = 0; i < a->n && a->n == b->n; i++) {
        count[(unsigned char)a->p[i]]++;
        count[(unsigned char)b->p[i]]--;
    }
    for (size_t i = 0; i < 256; i++)
        if (count[i] != 0)
            return false;
    return a->n == b->n && a->n > 1;
}

static bool is_near(const struct task_edit *m, const struct phrase_word *said, const struct phrase_word *had)
{
    const char *a = title_part_text(m, said), *b = title_part_text(m, had);

    if (title_part_same(said, had) || said->is_quoted)
        return false;
    if (has_digit(said) || has_digit(had))
        return has_digit(said) && has_digit(had) &&
               (is_swapped(said, had) || (!isdigit((unsigned char)*a) && str_edits(a, b, 1) <= 1));
    return said->n > 3 && had->n > 3 && tolower((unsigned char)*a) == tolower((unsigned char)*b) && !word_same(a, b) &&
           !word_is_filler(said) && str_edits(a, b, said->n > 5 ? 2 : 1) <= (said->n > 5 ? 2 : 1);
}

const char *correction_likeness(const struct task_edit *m)
{
    struct span old = { m->own.w, 0 }, by = { m->s.w, 0 };
    size_t found = 0;

    if (!span_has(m->s, mistakes) && !span_has(m->s, "not|wrote|meant|spelled|spelt|spelling|swapped|sorry"))
        return NULL;
    for (size_t i = 0; i < m->s.n; i++)
        for (size_t k = 0; k < m->own.n; k++)
            if (!edit_is_own(m, &m->s.w[i]) && is_near(m, &m->s.w[i], &m->own.w[k])) {
                by = (struct span){ &m->s.w[i], 1 };
                old = (struct span){ &m->own.w[k], 1 };
                found++;
            }
    return found == 1 ? title_part_put(m, old, by) : NULL;
}
