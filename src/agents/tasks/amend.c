/* amend.c - see amend.h. What was read by a rule stays, unless it would change nothing, or was a guess at a name. */
#include "agents/tasks/amend.h"
#include "agents/tasks/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>

#define NAMED 0.90   /* surer than that, a rule has read a name that was given as one */
#define GUESSED 0.85 /* below that, what it took for a name is any words */

struct errand_task amend_known(struct turn *t, const struct json *task)
{
    const struct json *tags = json_get(task, "tags");
    const char **all = arena_array(t->a, json_len(tags) + 1, sizeof *all);

    for (size_t i = 0; i < json_len(tags); i++)
        all[i] = json_text(json_at(tags, i), NULL);
    return (struct errand_task){ .title = json_get_text(task, "title"),
                                 .due = json_get_text(task, "due"),
                                 .priority = json_get_text(task, "priority"),
                                 .tags = all,
                                 .n_tags = json_len(tags) };
}

static bool sets_something(const struct errand_set *s)
{
    return s->title || s->description || s->due || s->remind || s->repeat || s->priority || s->n_tags || s->n_untags;
}

static bool is_same(const char *set, const char *has)
{
    return !set || (has ? strcmp(set, has) == 0 : !*set);
}

bool amend_takes_away(const struct errand_set *s)
{
    return (s->due && !*s->due) || (s->remind && !*s->remind) || (s->repeat && !*s->repeat) ||
           (s->priority && !*s->priority) || (s->description && !*s->description) || s->n_untags > 0;
}

bool amend_is_so(const struct errand_set *s, const struct errand_task *task)
{
    return is_same(s->title, task->title) && is_same(s->due, task->due) && is_same(s->priority, task->priority) &&
           !s->description && !s->remind && !s->repeat && !s->n_tags && !s->n_untags;
}

/* ---- names ---- */

static bool is_quoted(const char *said, const char *title)
{
    const char *at = strstr(said, title);

    return at && at > said && !isspace((unsigned char)at[-1]);
}

/* Whether what was taken for a name has words that are said about one. */
static bool is_doubtful_name(const char *title)
{
    struct phrase p;

    phrase_split(title, title + strlen(title), &p);
    if (p.n > 0 && phrase_word_is(p.words, "done|finished|ready|due|by|for|on|at|until|in"))
        return true;
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], "not|instead|rather|now|please|note|notes|description|tag|tags|wrong"))
            return true;
    return false;
}

/* ---- dates ---- */

/* Whether both are one day, or no day was said with either: then the other reading knows its time better. */
static bool is_same_day(const char *a, const char *b)
{
    const char *day = *b == 'T' && strlen(b) > 6 ? b + 1 : b; /* "T2026-11-20": on that day, at its own time */

    return *a == 'T' ? *b == 'T' && strlen(b) == 6 : strncmp(a, day, 10) == 0 && strlen(b) >= strlen(a);
}

/* Whether the one is only the time of the other. */
static bool is_clock_of(const char *due, const char *clock)
{
    return strlen(due) == 16 && strcmp(due + 10, clock) == 0;
}

/* "Remind me about the setlist on Friday": what is due stays due then. */
static void keep_due(struct turn *t, const struct errand_task *task, struct errand *e)
{
    struct phrase p;
    bool reminds = false;

    phrase_split(e->said, e->said + strlen(e->said), &p);
    for (size_t i = 0; i + 1 < p.n; i++)
        reminds |= (phrase_word_is(&p.words[i], "remind|nudge|ping") && phrase_word_is(&p.words[i + 1], "me")) ||
                   phrase_word_is(&p.words[i], "reminder|alarm");
    if (!reminds || !task->due || !e->set.due || !isdigit((unsigned char)*e->set.due))
        return;
    if (!e->set.remind)
        e->set.remind =
            strchr(e->set.due, 'T') ? e->set.due : arena_printf(t->a, "%sT%02d:00", e->set.due, TASK_MORNING_HOUR);
    e->set.due = NULL;
}

/* ---- what was said ---- */

/* What the change was read from, and what stands behind it where that says what it is not: "..., not twelve". */
static const char *all_said(struct turn *t, const struct errand *e)
{
    const char *at = t->message ? strstr(t->message, e->said) : NULL, *end;
    struct phrase p;

    if (!at)
        return e->said;
    end = at + strlen(e->said);
    end += strspn(end, ",;- ");
    phrase_split(end, end + strlen(end), &p);
    if (p.n < 2 || !phrase_word_is(p.words, "not|instead|rather|same"))
        return e->said;
    end += strcspn(end, ".!?;\n");
    return arena_dup(t->a, at, (size_t)(end - at));
}

/* Why a note is so belongs to it: "..., because of Hannes". */
static void finish_note(struct turn *t, struct errand *e)
{
    const char *note = e->set.description, *at = note && *note && t->message ? strstr(t->message, note) : NULL, *end;
    struct phrase p;

    if (!at)
        return;
    end = at + strlen(note);
    phrase_split(end, end + strlen(end), &p);
    if (p.n < 2 || *end != ' ' || !phrase_word_is(p.words, "because|bc|cos|coz|cuz|since"))
        return;
    end += strcspn(end, ".!?;\n");
    e->set.description = arena_dup(t->a, at, (size_t)(end - at));
}

/* ---- all together ---- */

/* Whether what was read as a name is better read otherwise. */
static bool is_no_name(const struct errand *e, const struct errand_set *read)
{
    const char *title = e->set.title;

    if (!title || !*title)
        return false;
    if (read->n_tags > 0 && !read->title) /* "tag it with 'church'" */
        return true;
    if (is_quoted(e->said, title))
        return false;
    if (read->title && strlen(read->title) > strlen(title) && str_ends(read->title, title))
        return true; /* "correct the task to book a flight | to Porto" */
    if (e->confidence > NAMED && !is_doubtful_name(title))
        return false;
    return read->title || read->description || e->confidence < GUESSED;
}

/* Takes over what was read; false when there is nothing better in it. */
static bool take_over(struct errand *e, const struct errand_set *read, const struct errand_task *now)
{
    struct errand_set *set = &e->set;

    if (!sets_something(set) || amend_is_so(set, now) || is_no_name(e, read))
        *set = *read;
    else if (set->title && set->due && is_doubtful_name(set->title)) /* "should be done by Friday" */
        set->title = NULL;
    else if (set->due && *set->due && read->due && is_same_day(set->due, read->due))
        set->due = read->due;
    else if (set->due && read->due && is_clock_of(set->due, read->due)) /* on its own day, where none was said */
        set->due = read->due;
    else if (set->priority && !*set->priority && read->priority)
        set->priority = read->priority;
    else if (set->n_tags > 0 && set->n_untags == 0 && read->n_untags > 0) { /* "instead of #work put #home on it" */
        memcpy(set->untags, read->untags, sizeof set->untags);
        set->n_untags = read->n_untags;
    } else
        return false;
    return true;
}

void amend_errand(struct turn *t, const struct json *task, struct errand *e)
{
    const struct errand_task now = amend_known(t, task);
    struct errand_set read;

    /* whoever was asked which task is meant has chosen one that the message may call otherwise */
    if (!e->said || e->every || (t->is_answer && sets_something(&e->set)))
        return;
    keep_due(t, &now, e);
    finish_note(t, e);
    if (errand_change_of(t->a, all_said(t, e), &now, &t->now, &read) && !amend_is_so(&read, &now) &&
        take_over(e, &read, &now))
        turn_understood(t, "%s", turn_restated(t, e));
}
