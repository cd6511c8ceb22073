/* note.c - see note.h. The words that announce a note may stand before it, behind it, or behind the task's name. The
 * task has to be there; a note for anything else is a new task.
 */
#include "agents/tasks/interpret/note.h"
#include "agents/tasks/interpret/change_request.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include <string.h>

#define NAME_WORDS 8 /* that say which task a note is for */

static const char writes[] = "write|note|jot|put|add|scribble|mention|append|include";

/* A note, and the words that say which task it is for. */
struct noted {
    const char *name, *note;
};

/* "for the monitor write down: max 90 euro" */
static bool noted_for(struct turn *t, const struct phrase *p, size_t at, struct noted *ret)
{
    const struct phrase_word *w = p->words;
    size_t verb = at + 1, i;

    while (verb < p->n && !phrase_word_is(&w[verb], writes))
        verb++;
    if (verb < at + 2 || verb >= p->n || !phrase_word_is(&w[at], "for|on|to|under|about|with|in|at"))
        return false;
    for (i = verb; i < p->n && request_mark(&w[i]) != ':'; i++)
        if (i > verb && !phrase_word_is(&w[i], "down|that|this|in|a|the|following|note|also|too|there"))
            return false;
    if (i + 1 >= p->n)
        return false;
    *ret = (struct noted){ request_words(t, w[at + 1].from, w[verb].from), w[i + 1].from };
    return ret->name != NULL;
}

/* "write to Ann that ..." is something to do, unless it is said that a task is meant. */
static bool is_letter(const struct phrase *p, size_t verb, size_t lead)
{
    if (!phrase_word_is(&p->words[verb], "write|mention") || !phrase_word_is(&p->words[lead], "to"))
        return false;
    for (size_t i = lead + 1; i < p->n && i < lead + NAME_WORDS; i++)
        if (phrase_word_is(&p->words[i], "task|entry|item|todo"))
            return false;
    return true;
}

/* "jot down for the monitor: max 90 euro", "add to the monitor that Ann has it" */
static bool noted_to(struct turn *t, const struct phrase *p, size_t at, struct noted *ret)
{
    const struct phrase_word *w = p->words;
    size_t i = at + 1, name;

    if (at >= p->n || !phrase_word_is(&w[at], writes))
        return false;
    while (i < p->n && phrase_word_is(&w[i], "down|also|please"))
        i++;
    name = i + 1;
    if (name >= p->n || !phrase_word_is(&w[i], "to|for|with|on|in|under|against|about") || is_letter(p, at, i))
        return false;
    for (i = name; i + 1 < p->n && i < name + NAME_WORDS; i++) {
        bool is_that = i > name && phrase_word_is(&w[i], "that");
        if (is_that || request_mark(&w[i]) == ':') {
            *ret = (struct noted){ request_words(t, w[name].from, is_that ? w[i].from : w[i].to), w[i + 1].from };
            return ret->name != NULL;
        }
        if (strchr(",;.!?", request_mark(&w[i])))
            return false;
    }
    return false;
}

/* Whether the words from i on only say where it goes: "that down there", "this as a note". */
static bool says_where(const struct phrase *p, size_t i)
{
    if (i >= p->n || !phrase_word_is(&p->words[i], "that|this|it"))
        return false;
    for (i++; i < p->n; i++)
        if (!phrase_word_is(&p->words[i], "down|there|please|too|as|a|in|the|to|note|notes|detail|details|comment|"
                                          "description|thanks"))
            return false;
    return true;
}

/* The last word of what is named before a colon; NAME_WORDS when nothing is. */
static size_t named_first(const struct phrase *p)
{
    size_t name = 0;

    while (name < p->n && name < NAME_WORDS && request_mark(&p->words[name]) != ':')
        name++;
    return name < p->n ? name : NAME_WORDS;
}

/* "the monitor: add a note max 90 euro" */
static bool noted_named(struct turn *t, const struct phrase *p, struct noted *ret)
{
    const struct phrase_word *w = p->words;
    size_t name = named_first(p), i = name + 1;

    while (i < p->n && phrase_word_is(&w[i], "please|pls|also|can|could|you"))
        i++;
    if (name == NAME_WORDS || i >= p->n || !phrase_word_is(&w[i], writes))
        return false;
    for (i++; i < p->n && phrase_word_is(&w[i], "a|an|the|this|new|as|in|down"); i++)
        ;
    if (i + 1 >= p->n || !phrase_word_is(&w[i], "note|comment|remark|description"))
        return false;
    for (i++; i + 1 < p->n && phrase_word_is(&w[i], "that|saying|to|it|-"); i++)
        ;
    *ret = (struct noted){ request_words(t, w[0].from, w[name].to), w[i].from };
    return ret->name != NULL;
}

/* "the monitor: Ann has it, please write that down" */
static bool noted_told(struct turn *t, const struct phrase *p, struct noted *ret)
{
    const struct phrase_word *w = p->words;
    size_t name = named_first(p), verb;

    for (verb = name + 2; verb < p->n && !(phrase_word_is(&w[verb], writes) && says_where(p, verb + 1)); verb++)
        if (verb + 1 == p->n && phrase_word_is(&w[verb], "note") &&
            phrase_word_is(&w[verb - 1], "please|pls|kindly|also|and"))
            break;
    if (name == NAME_WORDS || verb >= p->n ||
        (verb + 2 == p->n && !phrase_word_is(&w[verb], "note|write|jot"))) /* "add it": a new task */
        return false;
    while (verb > name + 1 && phrase_word_is(&w[verb - 1], "please|and|so|can|could|you|then|also"))
        verb--;
    *ret = (struct noted){ request_words(t, w[0].from, w[name].to), request_words(t, w[name + 1].from, w[verb].from) };
    return ret->name && ret->note;
}

/* "add the phone number 030 4455 to the plumber": nobody could do that. */
static bool noted_fact(struct turn *t, const struct phrase *p, size_t at, struct noted *ret)
{
    static const char facts[] = "number|phone|telephone|mobile|address|code|link|email|password|pin|iban|reference|url";
    const struct phrase_word *w = p->words;
    bool is_fact = false, has_figure = false;
    size_t i = at + 1, to;

    if (at >= p->n || !phrase_word_is(&w[at], "add|put|note|attach|append"))
        return false;
    while (i < p->n && phrase_word_is(&w[i], "the|his|her|their|its|this|a|our|my"))
        i++;
    for (to = i; to + 1 < p->n && !phrase_word_is(&w[to], "to|for|on|in|with"); to++) {
        is_fact |= phrase_word_is(&w[to], facts);
        has_figure |= memchr(w[to].p, '@', w[to].n) || (w[to].n > 0 && strchr("0123456789", *w[to].p));
    }
    if (!is_fact || to + 1 >= p->n || to < i + 2 || !has_figure)
        return false;
    *ret = (struct noted){ request_words(t, w[to + 1].from, w[p->n - 1].to), request_words(t, w[i].from, w[to].from) };
    return ret->name && ret->note;
}

static bool note_in(struct turn *t, const char *message, struct noted *ret)
{
    struct phrase p;
    size_t at = 0;

    phrase_split(message, message + strlen(message), &p);
    while (at < p.n && phrase_word_is(&p.words[at], "please|pls|can|could|would|you|and|also|hey|kindly|oh|ok|okay"))
        at++;
    return noted_for(t, &p, at, ret) || noted_to(t, &p, at, ret) || noted_fact(t, &p, at, ret) ||
           noted_named(t, &p, ret) || noted_told(t, &p, ret);
}

/* The one open task that the words name, in so many words or by most of them; NULL when that is not clear. */
static int name_task(struct turn *t, const char *name, const char **ret, struct err *err)
{
    struct resolved f;
    struct task_candidates m;

    *ret = NULL;
    if (content_says(name, "list|lists|agenda|todo|todos|to-do|to-dos|tasks|jobs|chores|reminders|calendar"))
        return 0;
    if (reference_read(name).kind != REFERENCE_NAME) {
        *ret = name;
        return 0;
    }
    if (search_tasks(t, name, "pending", &f, err) < 0 || candidate_begin(t, name, &m, err) < 0)
        return -1;
    m.wanted = WANTED_UPDATE;
    m.is_sure = true;
    if (f.how == RESOLVED_THESE && json_len(f.tasks) == 1)
        *ret = json_get_text(json_at(f.tasks, 0), "title");
    else if (json_len(m.tasks) > 0 && !message_reference(t->a, name))
        *ret = candidate_task(&m, INTENT_UPDATE);
    return 0;
}

/* Where the words begin that only say that all before them is a note: "(as a note)", "please add as a comment"; NULL
 * when none do. */
static const char *note_mark(const struct phrase *p)
{
    const struct phrase_word *w = p->words;
    size_t i = p->n;

    if (i < 4 || !phrase_word_is(&w[--i], "note|comment|remark|description"))
        return NULL;
    while (i > 0 && *w[i].from != '(' && phrase_word_is(&w[i - 1], "a|an|the|as"))
        i--;
    if (*w[i].from == '(')
        return w[i].from;
    if (i == 0 || !phrase_word_is(&w[i], "as") || !phrase_word_is(&w[i - 1], "add|save|put|write|keep|note|store"))
        return NULL;
    for (i--; i > 0 && phrase_word_is(&w[i - 1], "please|pls|and|so|can|could|you|just"); i--)
        ;
    return w[i].from;
}

/* What a statement is about: what stands before "is". */
static const char *told_of(struct turn *t, const char *said)
{
    struct phrase p;
    size_t i = 1;

    phrase_split(said, said + strlen(said), &p);
    while (i < p.n && !phrase_word_is(&p.words[i], "is|are|has|have|needs|need|takes|starts|must|should"))
        i++;
    return i < p.n ? arena_dup(t->a, said, (size_t)(p.words[i].from - said)) : said;
}

/* How the task is called that a note is for, or where it stands; NULL when that is not clear. */
static int note_for(struct turn *t, const char *head, const char **ret, struct err *err)
{
    const char *place = message_reference(t->a, head);
    const struct json *task;
    struct phrase p;
    size_t name;

    phrase_split(head, head + strlen(head), &p);
    name = named_first(&p);
    *ret = place && reference_read(place).kind == REFERENCE_PLACE ? place : NULL;
    if (*ret)
        return 0;
    if (name < NAME_WORDS)
        return name_task(t, request_words(t, head, p.words[name].to), ret, err);
    if (request_task(t, head, true, &task, err) < 0 ||
        (!task && request_task(t, told_of(t, head), true, &task, err) < 0))
        return -1;
    *ret = task ? json_get_text(task, "title") : NULL;
    return 0;
}

static int note_before(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it, struct err *err)
{
    struct task_intent e = { .kind = INTENT_UPDATE, .said = message };
    struct resolved f;
    struct known_task now;
    const char *mark, *about;
    struct phrase p;

    phrase_split(message, message + strlen(message), &p);
    if (!(mark = note_mark(&p)) || mark == message)
        return 0;
    if (note_for(t, arena_dup(t->a, message, (size_t)(mark - message)), &about, err) < 0)
        return -1;
    if (!about)
        return 0;
    if (resolve_tasks(t, &(struct task_intent){ .kind = INTENT_UPDATE, .about = about }, &f, err) < 0)
        return -1;
    if (f.how != RESOLVED_THESE || json_len(f.tasks) != 1)
        return 0;
    now = change_known_task(t, json_at(f.tasks, 0));
    if (intent_change_of(t->a, message, &now, &t->now, &e.set) && e.set.description && *e.set.description)
        request_keep(&e, about, ret, ret_is_it);
    return 0;
}

/* A question that asks for nothing, or that something is not to be noted. */
static bool is_not_noted(const char *message)
{
    struct phrase p;

    phrase_split(message, message + strlen(message), &p);
    if (p.asks && !content_says(message, "can|could|would|will|please"))
        return true;
    for (size_t i = 0; i + 1 < p.n; i++)
        if (phrase_word_is(&p.words[i], "don't|dont|never|not|did|shouldn't|needn't") &&
            phrase_word_is(&p.words[i + 1], "write|note|jot|put|add|save|keep|i|we|mention|include|append"))
            return true;
    return false;
}

int note_for_task(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it, struct err *err)
{
    struct task_intent e = { .kind = INTENT_UPDATE, .said = message };
    const char *task;
    struct noted noted;

    *ret_is_it = false;
    if (is_not_noted(message))
        return 0;
    if (!note_in(t, message, &noted))
        return note_before(t, message, ret, ret_is_it, err);
    if (request_goes_on(t, noted.note))
        return 0;
    if (word_is_date(t->a, noted.name, &t->now)) /* "add for Friday: call the plumber" */
        return 0;
    if (name_task(t, noted.name, &task, err) < 0)
        return -1;
    if (!task)
        return 0;
    e.set.description = arena_str(t->a, noted.note);
    request_keep(&e, task, ret, ret_is_it);
    return 0;
}
