/* rename.c - the new title of a task, said in full: "retitle it: ...", "it should read ...". rename_part.c reads
 * changes of a part of it.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/str.h"

#define NAME_GAP 8 /* words between "title" and what it is to be */

/* Whether another order follows the name: "... and shift it to Friday". */
static bool is_other_order(struct span s)
{
    struct span rest;

    return span_begins(s,
                       "and|then *then|also|please move|shift|put|make|set|schedule|tag|push|mark|give|change|postpone|"
                       "reschedule|bump it|that|this|them",
                       &rest);
}

/* What ends a name that was said in full: what is said of the saying, and the name that it had. */
static const char *named(const struct task_edit *m, size_t from)
{
    struct span s = m->s, rest, old;
    struct intent_slots aside;
    size_t end = from;

    if (from < s.n && s.w[from].is_quoted && !title_part_is_all_own(m, &s.w[from])) {
        *m->rest = from + 1;
        return arena_dup(m->r->a, s.w[from].p, s.w[from].n);
    }
    while (end < s.n && !(end > from && boundary_ends_sentence(&s.w[end - 1]))) {
        size_t skip = phrase_word_is(&s.w[end], "instead|rather") && end + 2 < s.n ? title_part_skip(m, end + 2) : s.n;
        if (end > from && skip < s.n && title_part_run(m, skip, &old) > 0)
            break;
        if (end > from && word_mark(&s.w[end - 1]) == ',' && phrase_word_is(&s.w[end], "not"))
            break; /* "Friday, not Wednesday" */
        if (end > from && is_other_order(span_from(s, end))) {
            *m->rest = end;
            break;
        }
        end++;
    }
    s = (struct span){ s.w + from, end - from };
    for (size_t i = 1; i < s.n; i++)
        if (span_begins(span_from(s, i),
                        "*please|thanks|instead|now|from|on|will|would|can|could|you|that|okay|then|for|me|mate",
                        &rest) &&
            rest.n == 0 &&
            (phrase_word_is(&s.w[i], "please|thanks|instead|now|okay|then") ||
             span_begins(span_from(s, i), "from now|will|would|can|could on|you", &rest)))
            s.n = i;
    if (s.n == 0 || slots_are_all(m->r, s, &aside) || rule_is_place(s) ||
        span_is(s, "the|a|an|that|this|it|wrong|different|due|date|deadline|note|tag|title|priority|something|else"))
        return NULL;
    return span_text(m->r->a, s);
}

/* "retitle the wall texts task: ...", "rename 3 to ..." */
static const char *renamed(const struct task_edit *m, size_t i)
{
    struct span s = m->s;

    for (i++; i < s.n; i++) {
        if (i > 1 && word_mark(&s.w[i - 1]) == ':')
            return named(m, i);
        if (phrase_word_is(&s.w[i], "to|as|into|in")) {
            i += i + 2 < s.n && phrase_word_is(&s.w[i + 1], "say|read|be");
            return i + 1 < s.n ? named(m, i + 1) : NULL;
        }
        if (s.w[i].is_quoted && i + 1 < s.n && phrase_word_is(&s.w[i + 1], "to|as|into|in"))
            continue; /* what it is called now */
        if (s.w[i].is_quoted)
            return title_part_is_all_own(m, &s.w[i]) ? NULL : arena_dup(m->r->a, s.w[i].p, s.w[i].n);
        if (!edit_is_own(m, &s.w[i]) && !word_is_filler(&s.w[i]) && !word_is_number(&s.w[i]) &&
            !phrase_word_is(&s.w[i], "task|entry|item|number|job|title|name"))
            return NULL;
    }
    return NULL;
}

/* "it's not Ann but ...", "it isn't ..." */
static bool says_not(struct span s)
{
    struct span rest;

    return span_begins(s, "*it's|it|that's|that|is|was not|isn't|wasn't|aren't", &rest);
}

/* Behind what only leads to the name once more: "correct the title: it should be ..." */
static size_t behind_should(struct span s, size_t i)
{
    struct span rest;

    return span_begins(span_from(s, i), "it|that|this should|must|needs|ought *to|now|actually be|read|say", &rest) &&
                   rest.n > 0
               ? s.n - rest.n
               : i;
}

/* "the title should be ...", "new title ..." */
static const char *titled(const struct task_edit *m, size_t i)
{
    struct span s = m->s;

    if (i > 0 && phrase_word_is(&s.w[i - 1], "new|better|right|correct|fuller|proper") && i + 1 < s.n &&
        !phrase_word_is(&s.w[i + 1], "for|of|to|is|should|please") && !boundary_ends_sentence(&s.w[i]))
        return named(m, i + 1);
    for (size_t k = i; k + 1 < s.n && k < i + NAME_GAP; k++)
        if (word_mark(&s.w[k]) == ':' && says_not(span_from(s, k + 1)))
            return NULL; /* the part of it that is different follows */
        else if (word_mark(&s.w[k]) == ':' || (k > i && phrase_word_is(&s.w[k], "to|be|into")))
            return named(m, behind_should(s, k + 1));
    return NULL;
}

/* "that's what it should say": what stands before it. */
static const char *said_first(const struct task_edit *m, size_t end)
{
    size_t from = 0;

    while (end > 0 && !word_mark(&m->s.w[end - 1]))
        end--;
    for (size_t i = 0; i < end; i++)
        if (word_mark(&m->s.w[i]) == ':')
            from = i + 1;
    return from > 0 && from < end ? span_text(m->r->a, (struct span){ m->s.w + from, end - from }) : NULL;
}

/* "it should read ...", "let it say ..." */
static const char *worded(const struct task_edit *m, size_t i)
{
    struct span s = m->s, before = { s.w + (i < 4 ? 0 : i - 4), i < 4 ? i : 4 };

    if (!span_has(before, "should|must|let|shall|to|could|can|have|make|make|needs|please"))
        return NULL;
    return i + 1 < s.n ? named(m, i + 1) : said_first(m, i);
}

/* By a word that can mean nothing else. */
static const char *in_full(const struct task_edit *m)
{
    struct span s = m->s;
    const char *title = NULL;

    for (size_t i = 0; i < s.n && !title; i++) {
        const struct phrase_word *w = &s.w[i];
        if (edit_is_own(m, w) || w->is_quoted)
            continue;
        if (phrase_word_is(w, "rename|retitle|relabel|renamed|retitled|edit|reword|rephrase"))
            title = renamed(m, i);
        else if (phrase_word_is(w, "call|name|title") && i + 2 < s.n && phrase_word_is(&s.w[i + 1], "it|that|this") &&
                 !phrase_word_is(&s.w[i + 2], "off|a|quits|back|in|up"))
            title = named(m, i + 2 + phrase_word_is(&s.w[i + 2], "one|task|instead"));
        else if (phrase_word_is(w, "title|name|wording") ||
                 (phrase_word_is(w, "text") && i > 0 && phrase_word_is(&w[-1], "the|its|it's")))
            title = titled(m, i);
    }
    return title;
}

/* "change 1 to ...", "change the menu one to ...": what is to be done follows. */
static bool is_place_to(const struct task_edit *m, size_t i)
{
    struct span s = m->s, before = { s.w + (i < 4 ? 0 : i - 4), i < 4 ? i : 4 };

    return i + 2 < s.n && (word_is_number(&s.w[i]) || phrase_word_is(&s.w[i], "one")) &&
           phrase_word_is(&s.w[i + 1], "to|into") && span_has(before, "correct|change|update|edit|amend|reword") &&
           (word_deed(&s.w[i + 2]) != DEED_NONE || edit_is_own(m, &s.w[i + 2]));
}

/* "correct the task to ..." */
static bool is_order_to(struct span s, size_t i)
{
    struct span before = { s.w + (i < 2 ? 0 : i - 2), i < 2 ? i : 2 };

    return i + 2 < s.n && phrase_word_is(&s.w[i], "task|it|entry|item|that|todo") &&
           phrase_word_is(&s.w[i + 1], "to|into") && span_has(before, "correct|change|update|edit|amend|reword");
}

/* What follows is an order of what it is to have, and no name: "I mean set a reminder". */
static bool orders_field(struct span s)
{
    struct span rest;

    return span_begins(s,
                       "*to set|add|put|make|give|change|move *me|it|that|a|an|the|its|it's reminder|alarm|note|date|"
                       "deadline|due|priority|tag|time",
                       &rest);
}

/* By words that have other uses. */
static const char *in_words(const struct task_edit *m)
{
    struct span s = m->s;
    const char *title = NULL;

    for (size_t i = 1; i < s.n && !title; i++) {
        const struct phrase_word *w = &s.w[i];
        if (edit_is_own(m, w) || w->is_quoted)
            continue;
        if (phrase_word_is(w, "say|read"))
            title = worded(m, i);
        else if (i + 1 < s.n && phrase_word_is(w, "called|named") && phrase_word_is(&w[-1], "be"))
            title = named(m, i + 1);
        else if (i + 1 < s.n && phrase_word_is(w, "meant|mean") && phrase_word_is(&w[-1], "i|we|actually") &&
                 !boundary_ends_sentence(w) && !orders_field(span_from(s, i + 1)))
            title = named(m, i + 1 + phrase_word_is(&w[1], "to"));
        else if (is_order_to(s, i) || is_place_to(m, i))
            title = named(m, i + 2);
    }
    return title;
}

const char *edit_title(const struct task_edit *m)
{
    const char *title = in_full(m);

    if (!title)
        title = edit_part(m);
    if (!title)
        title = correction_meant(m);
    if (!title)
        title = in_words(m);
    return title && !str_same(title, m->task->title) ? title : NULL;
}
