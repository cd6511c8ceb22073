/* reminder.c - the reminder of a task that is known.
 *
 * The due date stays. A date or time said with "remind me" is the reminder's: on the task's due day where only a time
 * was said, and that long before it where a duration was said.
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/limits.h"
#include <ctype.h>
#include <string.h>

#define MINUTES_OF_DAY 1440

static bool asks_for_one(const struct task_edit *m)
{
    struct span s = m->s;

    for (size_t i = 0; i < s.n; i++) {
        if (s.w[i].is_quoted || edit_is_own(m, &s.w[i]))
            continue;
        if (phrase_word_is(&s.w[i], "reminder|reminded|alarm|alert|notification|heads-up|headsup"))
            return true;
        if (i > 0 && phrase_word_is(&s.w[i], "nudge|ping|poke|buzz|shout|warning") &&
            phrase_word_is(&s.w[i - 1], "a|an|another|little|quick|me"))
            return true;
        if (phrase_word_is(&s.w[i], "remind|nudge|ping|poke|buzz|notify|warn|alert|remember|wake") && i + 1 < s.n &&
            phrase_word_is(&s.w[i + 1], "me|us"))
            return true;
    }
    return false;
}

/* "let me know an hour before": without that, it may only ask. */
static bool tells_me(const struct task_edit *m)
{
    struct span rest;

    for (size_t i = 0; i < m->s.n; i++)
        if (span_begins(span_from(m->s, i), "tell|let me", &rest))
            return true;
    return false;
}

/* ---- so long before ---- */

/* How many words from i on say so long before the task is due, also where its own name says what: "ten minutes before
 * the choir". */
static size_t before_at(const struct task_edit *m, size_t i, struct due_before *ret)
{
    struct span s = span_from(m->s, i);
    size_t n = due_before_at(s.w, s.n, ret);

    for (size_t k = 1; n == 0 && k + 1 < s.n && k < 5; k++) {
        size_t own = phrase_word_is(&s.w[k], "before") ? title_part_skip(m, i + k + 1) : m->s.n;
        if (own < m->s.n && edit_is_own(m, &m->s.w[own]) && due_before_at(s.w, k + 1, ret) == k + 1)
            n = k + 1;
    }
    return n;
}

/* `due`: when it is due from now on, where a day was said for that as well. */
static const char *remind_text(const struct task_edit *m, const struct due_before *before, const char *due)
{
    char text[TIME_TEXT_BYTES];
    int64_t day;

    if (!before->has_time || (!(due && date_read(due, 10, &day)) && !date_read(m->task->due, 10, &day)))
        return arena_printf(m->r->a, "PT%lldM", (long long)before->minutes);
    due_text(&(struct due){ .day = day - before->minutes / MINUTES_OF_DAY,
                            .has_time = true,
                            .hour = before->hour,
                            .minute = before->minute },
             text);
    return arena_str(m->r->a, text);
}

static const char *so_long_before(const struct task_edit *m, const char *due)
{
    struct due_before before;

    for (size_t i = 0; i < m->s.n; i++)
        if (before_at(m, i, &before) > 0)
            return remind_text(m, &before, due);
    return NULL;
}

/* ---- on a day, at a time ---- */

/* The date that was read, as the time of a reminder; NULL when it is none. */
static const char *at_that_time(const struct task_edit *m, const char *due)
{
    if (*due == 'T' && strlen(due) == 6)
        return arena_printf(m->r->a, "%.10s%s", m->task->due, due);
    if (!isdigit((unsigned char)*due))
        return NULL;
    return strchr(due, 'T') ? due : arena_printf(m->r->a, "%sT%02d:00", due, TASK_MORNING_HOUR);
}

/* Whether it is to be moved as well; a word of its name says nothing about that: "the early shift". */
static bool is_moved(const struct task_edit *m)
{
    for (size_t i = 0; i < m->s.n; i++)
        if (phrase_word_is(&m->s.w[i], "due|deadline|move|push|shift|postpone|reschedule|change") &&
            !edit_is_own(m, &m->s.w[i]))
            return true;
    return false;
}

void edit_reminder(const struct task_edit *m, struct intent_slots *set)
{
    bool moves = is_moved(m);
    const char *before, *at;

    if (!m->task->due || !(asks_for_one(m) || (tells_me(m) && so_long_before(m, NULL))))
        return;
    before = so_long_before(m, moves && set->due && strlen(set->due) >= 10 ? set->due : NULL);
    if (before) {
        set->remind = before;
        set->due = moves ? set->due : NULL;
        return;
    }
    at = !set->remind && !set->repeat && set->due ? at_that_time(m, set->due) : NULL;
    if (at && !moves) {
        set->remind = at;
        set->due = NULL;
    }
}
