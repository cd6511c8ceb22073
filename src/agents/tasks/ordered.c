/* ordered.c - see ordered.h. That something is to be changed was said in so many words, so that the task may be named
 * in any: the one that most was said of, where nobody and nothing else is named that it cannot be. */
#include "agents/tasks/ordered.h"
#include "agents/tasks/amend.h"
#include "agents/tasks/content.h"
#include "agents/tasks/denied.h"
#include "agents/tasks/meant.h"
#include "agents/tasks/refer.h"
#include "agents/tasks/seek.h"
#include "agents/tasks/turn.h"
#include "agents/tasks/which.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <string.h>

#define HEAD_WORDS 2 /* at least, before the order */
#define NAME_WORDS 8 /* that say which task a note is for */

/* ---- the order ---- */

static const char taking[] = "clear|remove|drop|delete|scrap|lose|erase";

static const char parts[] = "date|time|day|deadline|due|priority|title|name|tag|repeat|reminder";

/* Whether they take away what a task has, and nothing else is said: "drop its deadline", "delete it there", "no date
 * for now". */
static bool is_taking(const struct phrase *p, size_t i)
{
    const struct phrase_word *w = p->words;
    bool is_none = i + 1 < p->n && phrase_word_is(&w[i], "no") && phrase_word_is(&w[i + 1], "date|deadline|due");

    if (i + 1 >= p->n || !(is_none || phrase_word_is(&w[i], taking)))
        return false;
    if (!is_none && phrase_word_is(&w[i + 1], "the|its|it's") && i + 2 < p->n)
        i += phrase_word_is(&w[i + 2], parts) ? 3 : p->n;
    else
        i += is_none || phrase_word_is(&w[i + 1], "it|that|this") ? 2 : p->n;
    while (i < p->n && phrase_word_is(&w[i], "date|there|please|then|now|for|on|it|off|away|again"))
        i++;
    return i == p->n;
}

/* Whether the words from i on order a change of what was spoken of: "can you set that", "please adjust". */
static bool is_order(const struct phrase *p, size_t i)
{
    static const char polite[] = "so|and|please|pls|can|could|would|will|you|u|just|then|kindly|thus|therefore";
    static const char any[] = "change|fix|correct|adjust|update|amend|alter|reschedule|edit";
    static const char with[] = "set|make|put|move|push|shift|postpone|call|rename|retitle";
    const struct phrase_word *w = p->words;
    bool is_any;

    while (i < p->n && phrase_word_is(&w[i], polite))
        i++;
    if (is_taking(p, i))
        return true;
    if (i >= p->n || !(phrase_word_is(&w[i], any) || phrase_word_is(&w[i], with)))
        return false;
    is_any = phrase_word_is(&w[i], any);
    if (i + 1 == p->n || (is_any && phrase_word_is(&w[i + 1], "accordingly|please|pls|thanks")))
        return is_any;
    if (phrase_word_is(&w[i + 1], "the|its|it's") && i + 2 < p->n && phrase_word_is(&w[i + 2], parts)) {
        for (i += 3; i < p->n && phrase_word_is(&w[i], "date|time|on|of|for|it|that|please|then|accordingly");)
            i++;
        return is_any && i == p->n;
    }
    return phrase_word_is(&w[i + 1], "it|that|this");
}

/* Whether it orders something else: to put something new on a list, or what becomes of the whole task. */
static bool is_other(const char *order)
{
    return content_says(order,
                        "list|lists|agenda|todo|todos|to-do|calendar|tasks|done|finished|complete|completed|open|"
                        "undone|pending|undo|back");
}

/* Where the last clause begins that orders a change; NULL when none does, or little stands before it. */
static const char *order_in(const char *message)
{
    const char *order = NULL;
    struct phrase p;

    phrase_split(message, message + strlen(message), &p);
    for (size_t i = HEAD_WORDS; i < p.n; i++) {
        char mark = p.words[i - 1].to[-1];
        bool begins = strchr(",;.!-", mark) || phrase_word_is(&p.words[i], "so");
        if (begins && is_order(&p, i))
            order = p.words[i].from;
    }
    return order && !is_other(order) ? order : NULL;
}

/* ---- what was told ---- */

/* So sure a reading has to be, to be what is wanted by itself; a change is what the order is about. */
static double sure_from(enum errand_kind kind, bool takes)
{
    return kind == ERRAND_UPDATE ? (takes ? 1 : 0.88) : kind == ERRAND_CREATE ? 0.93 : kind == ERRAND_LIST ? 1 : 0.90;
}

/* Whether it orders something itself, or tells what somebody did: then that is what is wanted first. With `takes`, what
 * takes something away from a task is what the order repeats. */
static bool is_more(struct turn *t, const char *head, bool takes)
{
    struct errand read[ERRANDS];
    size_t n = errand_read(t->a, head, &t->now, read);

    for (size_t i = 0; i < n; i++)
        if (turn_is_sure(&read[i]) && !(read[i].kind == ERRAND_CREATE && read[i].is_topic) &&
            read[i].confidence >= sure_from(read[i].kind, takes))
            return true;
    return false;
}

/* Whether something else is ordered behind the first sentence, or the first clause: then the pieces say more. */
static bool goes_on(struct turn *t, const char *said)
{
    for (const char *p = strpbrk(said, ",.!;"); p; p = strpbrk(p + 1, ",.!;"))
        if (p[1] == ' ' && is_more(t, p + 2, false))
            return true;
    return false;
}

/* How many of the title's words were said; its verb counts only beside others. */
static size_t said_of(const struct meaning *m, const struct content *title)
{
    size_t all = content_count(&m->words, title, content_same), verb = 0;

    if (title->n > 1 && errand_is_deed(title->words[0].word) && content_has(&m->words, title->words, content_same))
        verb = 1;
    return all > verb ? all : 0;
}

/* The words of a title beside its verb. */
static size_t things_of(const struct content *title)
{
    return title->n - (title->n > 1 && errand_is_deed(title->words[0].word));
}

/* The open task that most was said of; NULL when there are several, or something speaks against it. With `takes`, what
 * is taken away is nothing that could be new, and so much need not be said of it. */
static const struct json *the_task(const struct meaning *m, bool takes)
{
    size_t most = 0, at = 0, ties = 0;

    for (size_t i = 0; i < json_len(m->tasks); i++) {
        size_t n = said_of(m, &m->titles[i]);
        if (n == 0 || n < most)
            continue;
        ties = n > most ? 0 : ties + 1;
        most = n;
        at = i;
    }
    if (most == 0 || ties > 0 || foreign_owned(m, &m->titles[at]) ||
        most * 2 < (takes ? things_of(&m->titles[at]) : m->titles[at].n) || foreign_names(m, &m->titles[at]) ||
        strcmp(json_get_text(json_at(m->tasks, at), "status"), "pending") != 0)
        return NULL;
    return json_at(m->tasks, at);
}

static int said_task(struct turn *t, const char *said, bool takes, const struct json **ret, struct err *err)
{
    struct meaning m;

    if (meant_begin(t, said, &m, err) < 0)
        return -1;
    m.cue = CUE_UPDATE;
    *ret = the_task(&m, takes);
    return 0;
}

static void keep(struct errand *e, const char *title, struct errand *ret, bool *ret_is_it)
{
    e->about = title;
    e->confidence = tasks_intent(errand_intent(ERRAND_UPDATE))->threshold;
    *ret = *e;
    *ret_is_it = true;
}

/* ---- notes ---- */

static const char writes[] = "write|note|jot|put|add|scribble|mention|append|include";

/* A note, and the words that say which task it is for. */
struct noted {
    const char *name, *note;
};

static const char *words_between(struct turn *t, const char *from, const char *to)
{
    while (to > from && strchr(" ,;:.!", to[-1]))
        to--;
    return to > from ? arena_dup(t->a, from, (size_t)(to - from)) : NULL;
}

static char mark_of(const struct phrase_word *w)
{
    return w->to > w->from ? w->to[-1] : '\0';
}

/* "for the monitor write down: max 90 euro" */
static bool noted_for(struct turn *t, const struct phrase *p, size_t at, struct noted *ret)
{
    const struct phrase_word *w = p->words;
    size_t verb = at + 1, i;

    while (verb < p->n && !phrase_word_is(&w[verb], writes))
        verb++;
    if (verb < at + 2 || verb >= p->n || !phrase_word_is(&w[at], "for|on|to|under|about|with|in|at"))
        return false;
    for (i = verb; i < p->n && mark_of(&w[i]) != ':'; i++)
        if (i > verb && !phrase_word_is(&w[i], "down|that|this|in|a|the|following|note|also|too|there"))
            return false;
    if (i + 1 >= p->n)
        return false;
    *ret = (struct noted){ words_between(t, w[at + 1].from, w[verb].from), w[i + 1].from };
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
        if (is_that || mark_of(&w[i]) == ':') {
            *ret = (struct noted){ words_between(t, w[name].from, is_that ? w[i].from : w[i].to), w[i + 1].from };
            return ret->name != NULL;
        }
        if (strchr(",;.!?", mark_of(&w[i])))
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

/* "the monitor: Ann has it, please write that down" */
static bool noted_told(struct turn *t, const struct phrase *p, struct noted *ret)
{
    const struct phrase_word *w = p->words;
    size_t name = 0, verb;

    while (name < p->n && name < NAME_WORDS && mark_of(&w[name]) != ':')
        name++;
    for (verb = name + 2; verb < p->n && !(phrase_word_is(&w[verb], writes) && says_where(p, verb + 1)); verb++)
        ;
    if (name == NAME_WORDS || verb >= p->n ||
        (verb + 2 == p->n && !phrase_word_is(&w[verb], "note|write|jot"))) /* "add it": a new task */
        return false;
    while (verb > name + 1 && phrase_word_is(&w[verb - 1], "please|and|so|can|could|you|then|also"))
        verb--;
    *ret = (struct noted){ words_between(t, w[0].from, w[name].to), words_between(t, w[name + 1].from, w[verb].from) };
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
    *ret = (struct noted){ words_between(t, w[to + 1].from, w[p->n - 1].to), words_between(t, w[i].from, w[to].from) };
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
           noted_told(t, &p, ret);
}

/* The one open task that the words name, in so many words or by most of them; NULL when that is not clear. */
static int name_task(struct turn *t, const char *name, const char **ret, struct err *err)
{
    struct which_found f;
    struct meaning m;

    *ret = NULL;
    if (content_says(name, "list|lists|agenda|todo|todos|to-do|tasks|calendar"))
        return 0;
    if (refer_read(name).kind != REFER_NAME) {
        *ret = name;
        return 0;
    }
    if (seek_tasks(t, name, "pending", &f, err) < 0 || meant_begin(t, name, &m, err) < 0)
        return -1;
    m.cue = CUE_UPDATE;
    m.is_sure = true;
    if (f.how == WHICH_THESE && json_len(f.tasks) == 1)
        *ret = json_get_text(json_at(f.tasks, 0), "title");
    else if (json_len(m.tasks) > 0 && !errand_points(t->a, name))
        *ret = meant_task(&m, ERRAND_UPDATE);
    return 0;
}

int ordered_note(struct turn *t, const char *message, struct errand *ret, bool *ret_is_it, struct err *err)
{
    struct errand e = { .kind = ERRAND_UPDATE, .said = message };
    const char *task;
    struct noted noted;

    *ret_is_it = false;
    if (!note_in(t, message, &noted) || goes_on(t, noted.note))
        return 0;
    if (name_task(t, noted.name, &task, err) < 0)
        return -1;
    if (!task)
        return 0;
    e.set.description = arena_str(t->a, noted.note);
    keep(&e, task, ret, ret_is_it);
    return 0;
}

/* ---- tags ---- */

/* A tag that goes, by its own name: "remove someday from the photos". The task has it, so that it is no deletion. */
static int ordered_untag(struct turn *t, const char *message, struct errand *ret, bool *ret_is_it, struct err *err)
{
    struct errand e = { .kind = ERRAND_UPDATE, .said = message };
    struct which_found f;
    struct errand_task now;
    struct phrase p;
    size_t i = 0, from, end;
    const char *name;

    phrase_split(message, message + strlen(message), &p);
    while (i < p.n && phrase_word_is(&p.words[i], "please|pls|can|could|would|you|and|kindly|just"))
        i++;
    if (i >= p.n || !phrase_word_is(&p.words[i], "remove|drop|take|delete|strip|lose|clear"))
        return 0;
    for (from = i + 1; from < p.n && !phrase_word_is(&p.words[from], "from|off"); from++)
        ;
    if (from + 1 >= p.n || from > i + 4)
        return 0;
    for (end = from + 1; end + 1 < p.n && !strchr(",;.!?", mark_of(&p.words[end])); end++)
        ;
    name = words_between(t, p.words[from + 1].from, p.words[end].to);
    if (!name || goes_on(t, p.words[from].from))
        return 0;
    if (seek_tasks(t, name, "pending", &f, err) < 0)
        return -1;
    if (f.how != WHICH_THESE || json_len(f.tasks) != 1)
        return 0;
    now = amend_known(t, json_at(f.tasks, 0));
    if (now.n_tags > 0 && errand_change_of(t->a, message, &now, &t->now, &e.set) && e.set.n_untags > 0)
        keep(&e, now.title, ret, ret_is_it);
    return 0;
}

int ordered_change(struct turn *t, const char *message, struct errand *ret, bool *ret_is_it, struct err *err)
{
    const char *order = order_in(message), *head, *place;
    bool takes = order && content_says(order, "clear|remove|drop|delete|scrap|lose|erase|no");
    struct errand e = { .kind = ERRAND_UPDATE, .said = message };
    const struct json *task;
    struct errand_task now;

    *ret_is_it = false;
    if (denied_supposed(message))
        return 0;
    if (!order)
        return ordered_untag(t, message, ret, ret_is_it, err);
    head = arena_dup(t->a, message, (size_t)(order - message));
    place = errand_points(t->a, head);
    if (strchr(head, '?') || is_more(t, head, takes) || (place && refer_read(place).kind == REFER_PLACE))
        return 0;
    if (said_task(t, head, takes, &task, err) < 0 || (!task && said_task(t, message, takes, &task, err) < 0))
        return -1;
    if (!task)
        return 0;
    now = amend_known(t, task);
    if (!errand_change_of(t->a, order, &now, &t->now, &e.set) &&
        !errand_change_of(t->a, message, &now, &t->now, &e.set))
        return 0;
    if (amend_is_so(&e.set, &now) || (takes && !amend_takes_away(&e.set)))
        return 0;
    keep(&e, now.title, ret, ret_is_it);
    return 0;
}
