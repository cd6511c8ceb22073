/* errand_amend.c - what a message changes in a task whose title is known, where no rule takes it apart.
 *
 * That is whatever a slot reads anywhere beside the task's own words; or a note; or a new name, of which often only the
 * part is said that is to be different: "fourteen copies, not twelve".
 */
#include "base/arena.h"
#include "base/str.h"
#include "lang/errand_parts.h"
#include <string.h>
#include <strings.h>

static bool is_in(const struct phrase_word *w, struct span title)
{
    for (size_t i = 0; i < title.n; i++)
        if (w->n > 0 && w->n == title.w[i].n && strncasecmp(w->p, title.w[i].p, w->n) == 0)
            return true;
    return false;
}

/* The title with one word in another's place. */
static const char *replaced(struct arena *a, const char *title, const struct phrase_word *old,
                            const struct phrase_word *by)
{
    const char *at = strcasestr(title, arena_dup(a, old->p, old->n));

    return at ? arena_printf(a, "%.*s%.*s%s", (int)(at - title), title, (int)by->n, by->p, at + old->n) : NULL;
}

/* Which word of the message takes the place of the title's: the one that stands before the same word ("fourteen copies,
 * not twelve"); NULL when there is none. */
static const struct phrase_word *in_place_of(struct span s, const struct phrase_word *old, struct span own)
{
    for (size_t k = 1; k + 1 < own.n; k++)
        for (size_t i = 0; i + 1 < s.n; i++)
            if (is_in(old, (struct span){ &own.w[k], 1 }) && is_in(&s.w[i + 1], (struct span){ &own.w[k + 1], 1 }) &&
                !is_in(&s.w[i], own) && !as_is_filler(&s.w[i]))
                return &s.w[i];
    return NULL;
}

/* Behind an arrow: the new name of what stands before it, or of that part of the title. */
static const char *behind_arrow(struct arena *a, struct span s, const char *title, struct span own)
{
    const char *old, *by, *at;
    size_t i = 1, shared = 0;

    while (i < s.n && strncmp(s.w[i].from, "->", 2) != 0 && strncmp(s.w[i].from, "=>", 2) != 0)
        i++;
    if (i + 1 >= s.n)
        return NULL;
    for (size_t k = i + 1; k < s.n; k++)
        shared += is_in(&s.w[k], own) && !as_is_filler(&s.w[k]);
    old = span_text(a, (struct span){ s.w, i });
    by = span_text(a, span_from(s, i + 1));
    at = old ? strcasestr(title, old) : NULL;
    if (!by || (shared == 0 && !s.w[i + 1].is_quoted))
        return NULL;
    return at && !s.w[i + 1].is_quoted ? arena_printf(a, "%.*s%s%s", (int)(at - title), title, by, at + strlen(old))
                                       : by;
}

/* Two quotations, the first of them a part of the title: "change 'a' to 'b'". */
static const char *quoted_part(struct arena *a, struct span s, const char *title)
{
    const struct phrase_word *quoted[2] = { NULL, NULL };
    const struct phrase_word *old, *by;

    for (size_t i = 0; i < s.n; i++)
        if (s.w[i].is_quoted)
            quoted[quoted[0] != NULL] = &s.w[i];
    if (!quoted[1])
        return NULL;
    old = strcasestr(title, arena_dup(a, quoted[0]->p, quoted[0]->n)) ? quoted[0] : quoted[1];
    by = old == quoted[0] ? quoted[1] : quoted[0];
    if (span_has(s, "instead|rather")) { /* the new one stands first, whichever are in the title */
        old = quoted[1];
        by = quoted[0];
    }
    return replaced(a, title, old, by);
}

/* "Wagner not Wegner", "change 14b to 14c". */
static const char *new_title(struct arena *a, struct span s, const char *title, struct span own)
{
    const char *part = behind_arrow(a, s, title, own);

    if (!part)
        part = quoted_part(a, s, title);
    for (size_t i = 0; i < s.n && !part; i++) {
        const struct phrase_word *w = &s.w[i];
        if (w->is_quoted && !str_same(arena_dup(a, w->p, w->n), title))
            return arena_dup(a, w->p, w->n);
        if (!is_in(w, own) || as_is_filler(w))
            continue;
        if (i > 1 && phrase_word_is(&w[-1], "not") && !is_in(&w[-2], own))
            return replaced(a, title, w, &w[-2]);
        if (i > 1 && phrase_word_is(&w[-1], "not") && in_place_of(s, w, own))
            return replaced(a, title, w, in_place_of(s, w, own));
        if (i > 2 && phrase_word_is(&w[-1], "of") && phrase_word_is(&w[-2], "instead") && !is_in(&w[-3], own))
            return replaced(a, title, w, &w[-3]);
        if (i > 0 && i + 2 < s.n && phrase_word_is(&w[1], "to|with|by|into") && !is_in(&w[2], own) &&
            phrase_word_is(&w[-1], "change|replace|correct|swap|from|rename|fix|substitute|edit") &&
            (i + 3 == s.n || word_mark(&w[2]) || phrase_word_is(&w[3], "in|on|of|for|please|there|instead")))
            return replaced(a, title, w, &w[2]);
    }
    return part;
}

/* Where the words end that say which task a note is for: "to the roof job that ..."; what follows is the note. */
static size_t note_begins(struct span s, size_t from, struct span own)
{
    for (; from < s.n; from++) {
        const struct phrase_word *w = &s.w[from];
        bool names = from + 1 < s.n && (is_in(&w[1], own) || phrase_word_is(&w[1], "task|one|job|item"));
        if (phrase_word_is(w, "that|saying|says|reading"))
            return from + 1;
        if (!is_in(w, own) && !word_is_dash(w) &&
            !phrase_word_is(w, "to|on|for|of|it|in|about|task|one|job|item|with") &&
            !(phrase_word_is(w, "the|my|our") && names))
            break;
    }
    return from;
}

/* What stands behind "note" and is none of the title's words; or what is quoted there. */
static const char *note_of(struct arena *a, struct span s, struct span own)
{
    static const char nouns[] =
        "note|notes|description|comment|comments|detail|details|mention|remark|remarks|annotation|memo";
    size_t from = s.n, colon = s.n;

    for (size_t i = 0; i < s.n && from == s.n; i++)
        if (phrase_word_is(&s.w[i], nouns) && !s.w[i].is_quoted)
            from = i + 1;
    for (size_t i = from > 0 ? from - 1 : 0; i + 1 < s.n && colon == s.n; i++)
        if (word_mark(&s.w[i]) == ':')
            colon = i + 1;
    for (size_t i = 0; i < s.n && from <= s.n && span_has(s, nouns); i++)
        if (s.w[i].is_quoted && !str_same(arena_dup(a, s.w[i].p, s.w[i].n), span_text(a, own)))
            return arena_dup(a, s.w[i].p, s.w[i].n);
    if (colon < s.n)
        return span_text(a, span_from(s, colon));
    from = note_begins(s, from, own);
    return from < s.n ? span_text(a, span_from(s, from)) : NULL;
}

static const char *shift_in(const struct reading *r, struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        for (size_t n = 4; n > 1; n--) {
            const char *by = i + n <= s.n ? slots_shift(r, (struct span){ s.w + i, n }) : NULL;
            if (by)
                return *by != '-' && span_has(s, "earlier|sooner|forward|forwards") ? arena_printf(r->a, "-%s", by)
                                                                                    : by;
        }
    return NULL;
}

/* Whatever a slot reads, from left to right; a clock alone is one of the day that the task has. */
static void take_all(const struct reading *r, struct span s, struct span own, struct errand_set *set)
{
    for (size_t i = 0; i < s.n;) {
        struct slots slots = { .r = r, .set = set };
        size_t n = is_in(&s.w[i], own) ? 0 : slot_at(&slots, span_from(s, i), WHERE_EDGE | WHERE_SET);
        if (n > 0 && slots.has_due && slots.due.is_clock)
            set->due = arena_printf(r->a, "T%02d:%02d", slots.due.hour, slots.due.minute);
        i += n > 0 ? n : 1;
    }
}

bool errand_as_change(struct arena *a, const char *message, const char *title, const struct civil *now,
                      struct errand_set *ret)
{
    const struct reading r = { .a = a, .now = now };
    struct span s = words_of(a, message), own = words_of(a, title);
    struct errand_set set = { 0 };

    set.description = note_of(a, s, own);
    if (!set.description)
        set.title = new_title(a, s, title, own);
    if (!set.description && !set.title) {
        take_all(&r, s, own, &set);
        if (!set.due || *set.due == 'T')
            slots_set_once(&set.due, shift_in(&r, s));
    }
    if (!set.description && !set.title && !set.due && !set.remind && !set.repeat && !set.priority && !set.n_tags)
        return false;
    *ret = set;
    return true;
}
