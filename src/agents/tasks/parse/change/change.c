/* change.c - what a message changes in a task that is known, where no rule takes the message apart.
 *
 * It may add a note (note.c), rename the task or a part of its title (rename.c, rename_part.c), set tags, or remove
 * something; otherwise the dates and priorities beside the task's own words are the change (new_value.c). The task's
 * present values help to tell what is new from what was.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#define AMEND_WORDS 150 /* of a message that may change a task: longer ones are prose */

/* ---- tags ---- */

static bool is_tag_noun(const struct task_edit *m, size_t i)
{
    return phrase_word_is(&m->s.w[i], "tag|tags|label|labels|category|hashtag|categorise|categorize|reclassify|"
                                      "tagged|labelled|labeled|retag|relabel|classify|tagging") &&
           !edit_is_own(m, &m->s.w[i]) && !m->s.w[i].is_quoted;
}

/* One word that can be a tag: none of the small ones, nor of the title's. */
static bool can_be_tag(const struct task_edit *m, size_t i)
{
    const struct phrase_word *w = &m->s.w[i];

    return i < m->s.n && w->n > 0 && w->n <= TASK_TAG_CHARS &&
           (w->is_quoted || (!word_is_filler(w) && !edit_is_own(m, w))) && !memchr(w->p, ' ', w->n) &&
           !is_tag_noun(m, i) && !word_is_dash(w) &&
           !phrase_word_is(w,
                           "put|add|set|use|give|swap|replace|change|remove|drop|take|under|instead|rather|than|"
                           "please|both|two|off|away|task|tasks|job|item|entry|write|note|move|mark|call|rename|push|"
                           "then|too|so");
}

/* "work", "ward and nights", from i on; how many words. */
static size_t take_tags(const struct task_edit *m, size_t i, const char **tags, size_t *n)
{
    size_t from = i;

    while (i < m->s.n && phrase_word_is(&m->s.w[i], "the|a|an"))
        i++;
    while (can_be_tag(m, i)) {
        slots_add_tag(tags, n, slots_tag(m->r->a, &m->s.w[i]));
        if (i + 2 < m->s.n && phrase_word_is(&m->s.w[i + 1], "and") && can_be_tag(m, i + 2))
            i += 2;
        else if (word_mark(&m->s.w[i]) == ',' && can_be_tag(m, i + 1) && !rule_level(&m->s.w[i + 1]))
            i++;
        else
            return i + 1 - from;
    }
    return 0;
}

/* "ward and nights as tags": before the noun at `end`. */
static void tags_before(const struct task_edit *m, size_t end, struct intent_slots *set)
{
    size_t i = end;

    while (i > 0 && phrase_word_is(&m->s.w[i - 1], "a|the|as|its|it's"))
        i--;
    if (i == end || i == 0 || !phrase_word_is(&m->s.w[i], "as") || !can_be_tag(m, i - 1))
        return;
    for (i--; i > 1 && phrase_word_is(&m->s.w[i - 1], "and") && can_be_tag(m, i - 2);)
        i -= 2;
    (void)take_tags(m, i, set->tags, &set->n_tags);
}

static bool is_order_to_tag(const struct task_edit *m, size_t noun)
{
    return phrase_word_is(&m->s.w[noun], "tag|label|categorise|categorize|reclassify|retag|relabel|classify") &&
           (noun == 0 || !phrase_word_is(&m->s.w[noun - 1], "the|a|an|its|it's|this|that|new|my|no|with|as"));
}

/* Whether nothing but tags follows. */
static bool ends_in_tags(const struct task_edit *m, size_t i)
{
    const char *tags[TASK_TAGS];
    size_t n = 0;

    return i < m->s.n && i + take_tags(m, i, tags, &n) == m->s.n;
}

/* The first word that can be a tag, where an order says the task before it, in whatever words: "label the onion one |
 * with shopping", "tag the plumber task | facilities"; s.n when there is none. */
static size_t tags_ordered(const struct task_edit *m, size_t noun)
{
    struct span s = m->s;

    for (size_t i = noun + 1; i + 1 < s.n && !word_mark(&s.w[i]); i++) {
        bool leads = phrase_word_is(&s.w[i], "with|as|under|into") && !edit_is_own(m, &s.w[i]);
        bool names = phrase_word_is(&s.w[i], "task|one|entry|item|job") && i > noun + 1 && ends_in_tags(m, i + 1);
        if ((leads || names) && can_be_tag(m, i + 1))
            return i + 1;
    }
    return s.n;
}

/* Behind the words that say which task: "tag the hymn books with church". */
static void tags_behind(const struct task_edit *m, size_t noun, struct intent_slots *set)
{
    struct span s = m->s;
    size_t i = is_order_to_tag(m, noun) ? tags_ordered(m, noun) : s.n;

    if (i < s.n) {
        (void)take_tags(m, i, set->tags, &set->n_tags);
        return;
    }
    i = noun + 1;
    while (i < s.n && (edit_is_own(m, &s.w[i]) || word_is_number(&s.w[i]) ||
                       phrase_word_is(&s.w[i], "the|my|our|it|that|this|one|task|to|on|of|"
                                               "for|in|is|them|these|those|called|be")))
        i++;
    if (i < s.n && phrase_word_is(&s.w[i], "with|as|under|into"))
        i++;
    else if (is_order_to_tag(m, noun) && i > noun + 1 && ends_in_tags(m, i))
        set->n_tags = 0; /* "tag the essay uni" */
    else if (i > noun + 1 && !s.w[i < s.n ? i : noun].is_quoted && !word_is_number(&s.w[i - 1]) &&
             !phrase_word_is(&s.w[i - 1], "it|that|this|them|one|these|those"))
        return; /* "the tag on the hymn books": which is said elsewhere */
    if (set->n_tags == 0 && i < s.n)
        (void)take_tags(m, i, set->tags, &set->n_tags);
}

/* What it is not to have any more: "rather than 'loans'", "isn't a bug, it's a feature". */
static void tags_denied(const struct task_edit *m, struct intent_slots *set)
{
    struct span s = m->s, rest;

    for (size_t i = 0; i + 1 < s.n; i++) {
        struct span from = span_from(s, i);
        bool isnt = span_begins(from, "isn't|not *a|an|the", &rest);
        size_t n;
        if (!isnt && !span_begins(from, "instead|rather of|than *the|a", &rest) &&
            !span_begins(from, "swap|replace *the|tag", &rest) && !span_begins(from, "from", &rest))
            continue;
        if (rest.n > 0 && rule_level(rest.w)) /* "and it's not urgent" */
            continue;
        n = take_tags(m, s.n - rest.n, set->untags, &set->n_untags);
        if (n > 0 && set->n_tags == 0 &&
            span_begins(span_from(rest, n), "*tag but|it's|with|for|by|to *a|an|the", &from) && from.n > 0)
            (void)take_tags(m, s.n - from.n, set->tags, &set->n_tags);
        if (set->n_untags > 0)
            return;
    }
}

/* "shouldn't be tagged garden but cellar" */
static bool tags_not(const struct task_edit *m, size_t noun, struct intent_slots *set)
{
    struct span s = m->s, before = { s.w + (noun < 4 ? 0 : noun - 4), noun < 4 ? noun : 4 }, rest;
    size_t n;

    if (!span_has(before, "not|isn't|aren't|shouldn't|wasn't|doesn't|never") ||
        !span_begins(span_from(s, noun + 1), "*as|with|the", &rest))
        return false;
    n = take_tags(m, s.n - rest.n, set->untags, &set->n_untags);
    if (n > 0 && span_begins(span_from(rest, n), "but|rather|it's *as|with|the|tagged", &rest))
        (void)take_tags(m, s.n - rest.n, set->tags, &set->n_tags);
    return n > 0;
}

static bool is_tag_of(const struct task_edit *m, const struct phrase_word *w)
{
    size_t skip = w->n > 1 && *w->p == '#';

    for (size_t i = 0; i < m->task->n_tags; i++)
        if (strlen(m->task->tags[i]) == w->n - skip && strncasecmp(m->task->tags[i], w->p + skip, w->n - skip) == 0)
            return true;
    return false;
}

/* A tag that the task has, by its own name alone: "remove someday from the photos", "#work isn't right". */
static void tags_taken(const struct task_edit *m, struct intent_slots *set)
{
    struct span s = m->s, rest;

    for (size_t i = 0; i < s.n; i++) {
        size_t at;
        if (word_is_hashtag(&s.w[i]) && is_tag_of(m, &s.w[i]) &&
            (span_begins(span_from(s, i + 1), "isn't|doesn't|shouldn't", &rest) ||
             span_begins(span_from(s, i + 1), "is|was not|wrong", &rest)))
            slots_add_tag(set->untags, &set->n_untags, slots_tag(m->r->a, &s.w[i]));
        if (!span_begins(span_from(s, i), "remove|drop|take|delete|strip|lose|clear *the|tag|tags|label", &rest))
            continue;
        for (at = s.n - rest.n; at < s.n && is_tag_of(m, &s.w[at]) && !edit_is_own(m, &s.w[at]);) {
            slots_add_tag(set->untags, &set->n_untags, slots_tag(m->r->a, &s.w[at]));
            at += at + 2 < s.n && phrase_word_is(&s.w[at + 1], "and") ? 2 : 1;
        }
    }
}

/* The one tag that it has, or all of them, where none is named: "untag the photos", "take the tags off the photos". */
static void tags_unnamed(const struct task_edit *m, struct intent_slots *set)
{
    struct span s = m->s, rest;

    for (size_t i = 0; i < s.n && set->n_tags + set->n_untags == 0; i++) {
        bool is_untag = phrase_word_is(&s.w[i], "untag") && !edit_is_own(m, &s.w[i]);
        if (!is_untag && !span_begins(span_from(s, i),
                                      "remove|drop|take|delete|strip|lose|clear *the|its|it's|all "
                                      "tag|tags|label|labels off|from|of|on|away",
                                      &rest))
            continue;
        for (size_t k = 0; k < m->task->n_tags && (m->task->n_tags == 1 || span_has(s, "tags|labels")); k++)
            slots_add_tag(set->untags, &set->n_untags, m->task->tags[k]);
    }
}

/* Of what is denied, only what the task has, where that is known. */
static void keep_had(const struct task_edit *m, struct intent_slots *set)
{
    size_t kept = 0;

    for (size_t i = 0; i < set->n_untags; i++) {
        bool had = !m->task->title || m->task->n_tags == 0;
        for (size_t k = 0; k < m->task->n_tags; k++)
            had |= strcasecmp(m->task->tags[k], set->untags[i]) == 0;
        if (had)
            set->untags[kept++] = set->untags[i];
    }
    set->n_untags = kept;
}

/* By one word that says that tags are meant. */
static void tags_by(const struct task_edit *m, size_t noun, struct intent_slots *set)
{
    struct span s = m->s;
    size_t clause = noun;

    while (clause > 0 && !word_mark(&s.w[clause - 1]) && !phrase_word_is(&s.w[clause - 1], "but"))
        clause--;

    if (tags_not(m, noun, set))
        return;
    tags_before(m, noun, set);
    if (set->n_tags == 0)
        tags_behind(m, noun, set);
    if (set->n_tags == 0 && set->n_untags == 0 && noun > 0 && !phrase_word_is(&s.w[noun], "tagged|labelled|labeled") &&
        can_be_tag(m, noun - 1) && !edit_is_own(m, &s.w[noun - 1]) && !word_mark(&s.w[noun - 1]))
        slots_add_tag(set->tags, &set->n_tags, slots_tag(m->r->a, &m->s.w[noun - 1])); /* "the uni tag" */
    if (set->n_untags == 0 && set->n_tags > 0 &&
        span_has((struct span){ s.w + clause, noun - clause },
                 "remove|drop|take|delete|strip|lose|clear|untag|without|no")) {
        memcpy(set->untags, set->tags, sizeof set->untags);
        set->n_untags = set->n_tags;
        set->n_tags = 0;
    }
}

static void amend_tags(const struct task_edit *m, struct intent_slots *set)
{
    bool any = false;

    tags_taken(m, set);
    for (size_t i = 0; i < m->s.n; i++) {
        if (!is_tag_noun(m, i)) {
            if (word_is_hashtag(&m->s.w[i]) && set->n_untags == 0)
                tags_denied(m, set); /* "instead of #work put #home on it" */
            continue;
        }
        if (!any)
            tags_denied(m, set);
        any = true;
        if (set->n_tags == 0)
            tags_by(m, i, set);
    }
    tags_unnamed(m, set);
    keep_had(m, set);
}

/* ---- what is taken away ---- */

/* Whether a verb before the noun at i takes it away: "drop the due date", "take the date off", "no deadline". */
static bool takes_away(const struct task_edit *m, size_t i)
{
    static const char verbs[] = "drop|remove|clear|delete|scrap|lose|erase|strip|cancel|unset|ditch|kill|wipe|no|"
                                "without|forget|scratch|removing|dropping|stop|shouldn't|doesn't|don't|needn't";
    struct span s = m->s;

    if (i + 1 < s.n && phrase_word_is(&s.w[i + 1], "to|by") && !word_mark(&s.w[i]))
        return false;
    for (size_t k = i; k > 0 && i - k < 5; k--) {
        const struct phrase_word *w = &s.w[k - 1];
        if (phrase_word_is(w, "no") && (word_mark(w) || (k == 1 && phrase_word_is(&w[1], "the|its|it's|that|this"))))
            return false; /* "no, the date is Friday" */
        if (k > 1 && phrase_word_is(w, "don't") && phrase_word_is(&w[-1], "i|we|they|you")) /* "I don't have a date" */
            return false;
        if (phrase_word_is(w, verbs))
            return !(k > 1 && phrase_word_is(&w[-1], "don't|not|never|can't"));
        if (phrase_word_is(w, "take|get|pull"))
            return span_has(span_from(s, k), "off|away|out") && !(k > 1 && phrase_word_is(&w[-1], "don't|not|never"));
        if (!edit_is_own(m, w) &&
            !phrase_word_is(
                w, "the|its|it's|a|any|due|that|this|away|off|out|more|set|high|low|longer|have|has|need|needs|"
                   "fixed|real"))
            return false;
    }
    return false;
}

/* "drop the time from the choir": the day stays. */
static bool takes_time(const struct task_edit *m, size_t i)
{
    struct span rest, from = span_from(m->s, i);

    return m->task->due && strchr(m->task->due, 'T') &&
           span_begins(from, "drop|remove|clear|delete|erase|scrap|take *off|out|away the|its|it's time", &rest) &&
           (rest.n == 0 || phrase_word_is(rest.w, "from|of|on|off|for|away|out"));
}

/* "need not repeat", "should no longer recur" */
static bool is_not(const struct task_edit *m, size_t i)
{
    struct span before = { m->s.w + (i < 3 ? 0 : i - 3), i < 3 ? i : 3 };

    return span_has(before, "not|never|longer|needn't|shouldn't|doesn't|stop|don't") &&
           !span_has(before, "if|why|a|an|the") && !(i + 1 < m->s.n && phrase_word_is(&m->s.w[i + 1], "of|on|in|at"));
}

static void amend_removals(const struct task_edit *m, struct intent_slots *set)
{
    static const char repeats[] = "repeat|repeats|repeating|recur|recurring|recurrence|repetition";
    static const char notes[] = "note|notes|description|comment|comments";

    for (size_t i = 0; i < m->s.n; i++) {
        const struct phrase_word *w = &m->s.w[i];
        const char **field = phrase_word_is(w, "due|deadline|date|dates")    ? &set->due
                             : phrase_word_is(w, "priority")                 ? &set->priority
                             : phrase_word_is(w, "reminder|reminders|alarm") ? &set->remind
                             : phrase_word_is(w, repeats)                    ? &set->repeat
                             : phrase_word_is(w, notes)                      ? &set->description
                                                                             : NULL;
        if (field && !edit_is_own(m, w) && (takes_away(m, i) || (field == &set->repeat && is_not(m, i))))
            slots_set_once(field, "");
        else if (takes_time(m, i))
            slots_set_once(&set->due, "T");
    }
}

/* ---- all together ---- */

static bool sets_anything(const struct intent_slots *set)
{
    return set->title || set->description || set->due || set->remind || set->repeat || set->priority || set->n_tags ||
           set->n_untags;
}

/* Of the tags that stand beside one that goes, those that come: "instead of #work put #home on it". */
static void drop_gone(const struct intent_slots *set, struct intent_slots *values)
{
    size_t kept = 0;

    for (size_t i = 0; i < values->n_tags; i++) {
        bool goes = strcmp(values->tags[i], "off") == 0;
        for (size_t k = 0; k < set->n_untags; k++)
            goes |= strcmp(values->tags[i], set->untags[k]) == 0;
        if (!goes)
            values->tags[kept++] = values->tags[i];
    }
    values->n_tags = kept;
}

/* Dates, priorities, reminders: what may be said in any part of a message. */
static void amend_fields(const struct task_edit *m, struct intent_slots *set)
{
    struct intent_slots values = { 0 };

    edit_values(m, &values);
    edit_reminder(m, &values);
    if (set->n_tags > 0)
        values.n_tags = 0; /* read already, and better */
    drop_gone(set, &values);
    slots_join(set, &values);
}

/* What is said before a note belongs to the task, and not into it: "by Friday, and note there: bring the keys". */
static void amend_before_note(const struct task_edit *m, size_t n, struct intent_slots *set)
{
    struct task_edit before = *m;

    before.s.n = n;
    if (n == 0)
        return;
    amend_tags(&before, set);
    amend_fields(&before, set);
}

/* "call it 'exam' and move it to Friday" */
static void amend_behind_name(const struct task_edit *m, size_t from, struct intent_slots *set)
{
    struct task_edit behind = *m;

    behind.s = span_from(m->s, from);
    amend_tags(&behind, set);
    amend_fields(&behind, set);
}

/* The words of the message, without slips of the finger in those that are not the title's. */
static struct span words_meant(struct arena *a, const char *message, const struct task_edit *m)
{
    struct span s = words_of(a, message), mended;

    if (!words_mended(a, s, &mended))
        return s;
    for (size_t i = 0; i < s.n; i++)
        if (edit_is_own(m, &s.w[i]))
            ((struct phrase_word *)(uintptr_t)mended.w)[i] = s.w[i];
    return mended;
}

bool intent_change_of(struct arena *a, const char *message, const struct known_task *task, const struct civil *now,
                      struct intent_slots *ret)
{
    const struct message_parser r = { .a = a, .now = now };
    size_t before = 0, rest = 0;
    struct task_edit m = { .r = &r, .own = words_of(a, task->title), .task = task, .rest = &rest };
    struct intent_slots set = { 0 }, removed = { 0 };

    m.s = words_meant(a, message, &m);
    if (m.s.n > AMEND_WORDS)
        return false;
    amend_removals(&m, &removed);
    if (!removed.description)
        set.description = edit_note(&m, &before);
    if (set.description)
        amend_before_note(&m, before, &set);
    else
        amend_tags(&m, &set);
    if (!sets_anything(&set) && !sets_anything(&removed))
        set.title = edit_title(&m);
    if (set.title && rest > 0)
        amend_behind_name(&m, rest, &set);
    if (!set.description && !set.title)
        amend_fields(&m, &set);
    if (!sets_anything(&set) && !sets_anything(&removed))
        set.title = edit_part_alone(&m);
    slots_set_once(&set.description, removed.description);
    slots_set_once(&set.remind, removed.remind);
    slots_set_once(&set.repeat, removed.repeat);
    slots_set_once(&set.priority, removed.priority);
    if (removed.due)
        set.due = removed.due;
    if (!sets_anything(&set))
        return false;
    *ret = set;
    return true;
}

bool intent_as_change(struct arena *a, const char *message, const char *title, const struct civil *now,
                      struct intent_slots *ret)
{
    return intent_change_of(a, message, &(struct known_task){ .title = title }, now, ret);
}
