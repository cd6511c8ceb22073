/* task_change.c - see task_change.h. A reading that knows the task is better than a rule that does not; but a title or
 * a note that a rule has read stays, unless it was a guess.
 */
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>

#define NAMED 0.90   /* surer than that, a rule has read a name that was given as one */
#define GUESSED 0.85 /* below that, what it took for a name is any words */

struct known_task change_known_task(struct turn *t, const struct json *task)
{
    const struct json *tags = json_get(task, "tags");
    const char **all = arena_array(t->a, json_len(tags) + 1, sizeof *all);

    for (size_t i = 0; i < json_len(tags); i++)
        all[i] = json_text(json_at(tags, i), NULL);
    return (struct known_task){ .title = json_get_text(task, "title"),
                                .due = json_get_text(task, "due"),
                                .priority = json_get_text(task, "priority"),
                                .tags = all,
                                .n_tags = json_len(tags) };
}

static bool sets_something(const struct intent_slots *s)
{
    return s->title || s->description || s->due || s->remind || s->repeat || s->priority || s->n_tags || s->n_untags;
}

static bool is_same(const char *set, const char *has)
{
    return !set || (has ? strcmp(set, has) == 0 : !*set);
}

bool change_takes_away(const struct intent_slots *s)
{
    return (s->due && !*s->due) || (s->remind && !*s->remind) || (s->repeat && !*s->repeat) ||
           (s->priority && !*s->priority) || (s->description && !*s->description) || s->n_untags > 0;
}

bool change_is_so(const struct intent_slots *s, const struct known_task *task)
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

/* ---- what was said ---- */

/* Whether what stands behind a change goes on with it: what it is not, what else it has, a day or a time alone. */
static bool goes_on(struct turn *t, const char *rest)
{
    size_t n = strcspn(rest, ",;.!?\n");
    struct intent_slots aside;
    struct phrase p;

    phrase_split(rest, rest + strlen(rest), &p);
    if (p.n < 2)
        return p.n == 1 && message_slots(t->a, rest, &t->now, &aside);
    return phrase_word_is(p.words, "not|instead|rather|same|still") || (phrase_word_is(p.words, "but") && p.n < 4) ||
           (phrase_word_is(p.words, "and") &&
            phrase_word_is(&p.words[1], "have|has|is|are|with|should|needs|must|be|high|low|urgent|tagged")) ||
           message_slots(t->a, arena_dup(t->a, rest, n), &t->now, &aside);
}

/* Whether another place, or something with a value of its own, follows behind a comma: "..., 4: Friday". */
static bool has_another(struct turn *t, const char *rest)
{
    struct intent_slots aside;
    size_t n;

    rest += strspn(rest, ", ");
    n = strcspn(rest, ",;.!?\n");
    return n > 0 && !message_slots(t->a, arena_dup(t->a, rest, n), &t->now, &aside) &&
           !content_says(arena_dup(t->a, rest, n), "not|instead|rather|same|but|as|usual|please|thanks");
}

/* What the change was read from, and what stands behind it where that goes on: "..., not twelve", "..., the 2nd". */
static const char *all_said(struct turn *t, const struct task_intent *e)
{
    const char *at = t->message ? strstr(t->message, e->said) : NULL, *end;

    if (!at)
        return e->said;
    end = at + strlen(e->said);
    end += strspn(end, ",;- ");
    if (!goes_on(t, end))
        return e->said;
    end += strcspn(end, strchr(end, ',') && has_another(t, end + strcspn(end, ",")) ? ",.!?;\n" : ".!?;\n");
    return arena_dup(t->a, at, (size_t)(end - at));
}

/* Why a note is so belongs to it: "..., because of Hannes". */
static void finish_note(struct turn *t, struct task_intent *e)
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
static bool is_no_name(const struct task_intent *e, const struct intent_slots *read)
{
    const char *title = e->set.title;

    if (!title || !*title)
        return false;
    if (read->n_tags > 0 && !read->title) /* "tag it with 'church'" */
        return true;
    if (is_quoted(e->said, title))
        return false;
    if (read->title && strlen(read->title) > strlen(title) && str_ends(read->title, title))
        return true;                          /* "correct the task to book a flight | to Porto" */
    if (is_doubtful_name(title) && read->due) /* "should be done by Friday" */
        return true;
    if (e->confidence > NAMED && !is_doubtful_name(title))
        return false;
    return read->title || read->description || e->confidence < GUESSED;
}

/* A note that was read by a rule stays, unless something that only leads to it was taken for a part of it. */
static bool is_better_note(const struct intent_slots *set, const struct intent_slots *read)
{
    return !read->description || !str_ends(set->description, read->description);
}

/* Whether the one is the other with a time. */
static bool is_time_of(const char *at, const char *day)
{
    return at && strlen(at) > 10 && strlen(day) == 10 && strncmp(at, day, 10) == 0;
}

void change_keep_rest(struct intent_slots *set, const struct intent_slots *was)
{
    set->repeat = set->repeat ? set->repeat : was->repeat;
    set->priority = set->priority ? set->priority : was->priority;
    if (!set->remind) {
        set->remind = was->remind;
        set->due = set->due && !is_time_of(was->due, set->due) ? set->due : was->due;
    }
    if (set->n_untags > 0 || (set->n_tags > 0 && was->n_untags == 0)) /* what a rule takes away is not added */
        return;
    memcpy(set->tags, was->tags, sizeof set->tags);
    memcpy(set->untags, was->untags, sizeof set->untags);
    set->n_tags = was->n_tags;
    set->n_untags = was->n_untags;
}

/* Takes over what was read; false when what is there is better. */
static bool take_over(struct task_intent *e, const struct intent_slots *read, const struct known_task *now)
{
    struct intent_slots was = e->set;

    if (!sets_something(&was) || change_is_so(&was, now) || is_no_name(e, read)) {
        e->set = *read;
        return true;
    }
    if ((was.title && *was.title) || (was.description && is_better_note(&was, read)))
        return false;
    e->set = *read;
    if (!e->set.title && !e->set.description)
        change_keep_rest(&e->set, &was);
    return true;
}

void change_refine(struct turn *t, const struct json *task, struct task_intent *e)
{
    const struct known_task now = change_known_task(t, task);
    struct intent_slots read;

    /* whoever was asked which task is meant has chosen one that the message may call otherwise */
    if (!e->said || e->every || (t->is_answer && sets_something(&e->set)))
        return;
    finish_note(t, e);
    if (intent_change_of(t->a, all_said(t, e), &now, &t->now, &read) && !change_is_so(&read, &now) &&
        take_over(e, &read, &now))
        turn_understood(t, "%s", turn_restated(t, e));
}
