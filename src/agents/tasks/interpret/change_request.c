/* change_request.c - see change_request.h. The change was asked for outright, so the task may be named in any words: it
 * is the one that most was said of, unless another person or thing is named that it cannot be.
 */
#include "agents/tasks/interpret/change_request.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <string.h>

#define MOST_CLAUSES 6 /* behind an order: more are a story, and read as such */
#define HEAD_WORDS 2   /* at least, before the order */

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
    if (!is_none && i + 2 < p->n && phrase_word_is(&w[i + 1], "the|its|it's|that|this") &&
        (phrase_word_is(&w[i + 2], parts) || !phrase_word_is(&w[i + 1], "that|this")))
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
    if (is_any && phrase_word_is(&w[i + 1], "how|when|what")) /* "change how often it comes up" */
        return true;
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
static double sure_from(enum intent_kind kind, bool takes)
{
    return kind == INTENT_UPDATE ? (takes ? 1 : 0.88) : kind == INTENT_CREATE ? 0.93 : kind == INTENT_LIST ? 1 : 0.90;
}

/* Whether it orders something itself, or tells what somebody did: then that is what is wanted first. With `takes`, what
 * takes something away from a task is what the order repeats. */
static bool is_more(struct turn *t, const char *head, bool takes)
{
    struct task_intent read[MESSAGE_INTENTS];
    size_t n = intents_read(t->a, head, &t->now, read);

    for (size_t i = 0; i < n; i++)
        if (turn_is_sure(&read[i]) && !(read[i].kind == INTENT_CREATE && read[i].is_topic) &&
            read[i].confidence >= sure_from(read[i].kind, takes))
            return true;
    return false;
}

/* Whether something else is ordered behind the first sentence, or the first clause: then the pieces say more. */
bool request_goes_on(struct turn *t, const char *said)
{
    size_t n = 0;

    for (const char *p = strpbrk(said, ",.!;"); p; p = strpbrk(p + 1, ",.!;"))
        if (p[1] == ' ' && (n++ == MOST_CLAUSES || is_more(t, p + 2, false)))
            return true;
    return false;
}

/* How many of the title's words were said; its verb counts only beside others. */
static size_t said_of(const struct task_candidates *m, const struct content *title)
{
    size_t all = content_count(&m->words, title, content_same), verb = 0;

    if (title->n > 1 && word_is_action(title->words[0].word) && content_has(&m->words, title->words, content_same))
        verb = 1;
    return all > verb ? all : 0;
}

/* The words of a title beside its verb. */
static size_t things_of(const struct content *title)
{
    return title->n - (title->n > 1 && word_is_action(title->words[0].word));
}

/* The open task that most was said of; NULL when there are several, or something speaks against it. With `is_there`,
 * what is ordered can only be of a task that is there already, and so much need not be said of it. */
static const struct json *the_task(const struct task_candidates *m, bool is_there)
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
    if (most == 0 || ties > 0 || other_owned(m, &m->titles[at]) ||
        most * 2 < (is_there ? things_of(&m->titles[at]) : m->titles[at].n) || other_names(m, &m->titles[at]) ||
        strcmp(json_get_text(json_at(m->tasks, at), "status"), "pending") != 0)
        return NULL;
    return json_at(m->tasks, at);
}

int request_task(struct turn *t, const char *said, bool is_there, const struct json **ret, struct err *err)
{
    struct task_candidates m;

    if (candidate_begin(t, said, &m, err) < 0)
        return -1;
    m.wanted = WANTED_UPDATE;
    *ret = the_task(&m, is_there);
    return 0;
}

void request_keep(struct task_intent *e, const char *title, struct task_intent *ret, bool *ret_is_it)
{
    e->about = title;
    e->confidence = tasks_intent(intent_type(INTENT_UPDATE))->threshold;
    *ret = *e;
    *ret_is_it = true;
}

/* ---- words ---- */

const char *request_words(struct turn *t, const char *from, const char *to)
{
    while (to > from && strchr(" ,;:.!", to[-1]))
        to--;
    return to > from ? arena_dup(t->a, from, (size_t)(to - from)) : NULL;
}

char request_mark(const struct phrase_word *w)
{
    return w->to > w->from ? w->to[-1] : '\0';
}

/* ---- orders that name the task between their own words ---- */

/* A tag that comes, right behind the task and no word of its name: "tag the tax papers work". */
static const char *tagged(struct turn *t, const struct phrase *p, size_t i)
{
    if (i + 3 >= p->n || !phrase_word_is(&p->words[i], "tag|label") ||
        !phrase_word_is(&p->words[i + 1], "the|my|our") ||
        phrase_word_is(&p->words[p->n - 1], "please|thanks|now|today|tomorrow|too|first|again"))
        return NULL;
    return request_words(t, p->words[i + 1].from, p->words[p->n - 1].from);
}

static bool is_tagged(const struct intent_slots *set, const struct known_task *now)
{
    (void)now;
    return set->n_tags == 1 && !set->title && !set->due;
}

/* How often, said of one task right behind it: "make the plants fortnightly". */
static const char *repeated(struct turn *t, const struct phrase *p, size_t i)
{
    const char *name;

    if (i + 2 >= p->n || !phrase_word_is(&p->words[i], "make") ||
        !phrase_word_is(&p->words[i + 1], "the|my|our|that|this|it") ||
        !phrase_word_is(&p->words[p->n - 1], "daily|weekly|fortnightly|biweekly|monthly|quarterly|yearly"))
        return NULL;
    name = request_words(t, p->words[i + 1].from, p->words[p->n - 1].from);
    return name && reference_read(name).kind == REFERENCE_NAME ? name : NULL;
}

static bool is_repeated(const struct intent_slots *set, const struct known_task *now)
{
    (void)now;
    return set->repeat && !set->title;
}

/* A tag that goes, by its own name: "remove someday from the photos". */
static const char *untagged(struct turn *t, const struct phrase *p, size_t i)
{
    size_t from = i + 1, end;

    if (i >= p->n || !phrase_word_is(&p->words[i], "remove|drop|take|delete|strip|lose|clear"))
        return NULL;
    while (from < p->n && !phrase_word_is(&p->words[from], "from|off"))
        from++;
    if (from + 1 >= p->n || from > i + 4 || request_goes_on(t, p->words[from].from))
        return NULL;
    for (end = from + 1; end + 1 < p->n && !strchr(",;.!?", request_mark(&p->words[end])); end++)
        ;
    return request_words(t, p->words[from + 1].from, p->words[end].to);
}

/* The task has it, so that it is no deletion. */
static bool is_untagged(const struct intent_slots *set, const struct known_task *now)
{
    return now->n_tags > 0 && set->n_untags > 0;
}

static const struct {
    const char *(*name)(struct turn *t, const struct phrase *p, size_t i); /* of the task; NULL: no such order */
    bool (*is_it)(const struct intent_slots *set, const struct known_task *now);
} naming[] = { { tagged, is_tagged }, { repeated, is_repeated }, { untagged, is_untagged } };

static int ordered_between(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it,
                           struct err *err)
{
    struct phrase p;
    size_t i = 0;

    phrase_split(message, message + strlen(message), &p);
    while (i < p.n && phrase_word_is(&p.words[i], "please|pls|can|could|would|you|and|kindly|just"))
        i++;
    for (size_t k = 0; k < COUNT_OF(naming) && !*ret_is_it; k++) {
        struct task_intent e = { .kind = INTENT_UPDATE, .said = message };
        const char *name = naming[k].name(t, &p, i);
        struct resolved f;
        struct known_task now;
        if (!name)
            continue;
        if (search_tasks(t, name, "pending", &f, err) < 0)
            return -1;
        if (f.how != RESOLVED_THESE || json_len(f.tasks) != 1)
            continue;
        now = change_known_task(t, json_at(f.tasks, 0));
        if (intent_change_of(t->a, message, &now, &t->now, &e.set) && naming[k].is_it(&e.set, &now))
            request_keep(&e, now.title, ret, ret_is_it);
    }
    return 0;
}

/* ---- all together ---- */

int request_change(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it, struct err *err)
{
    const char *order = order_in(message), *head, *place;
    bool takes = order && content_says(order, "clear|remove|drop|delete|scrap|lose|erase|no");
    bool is_there =
        takes || (order && content_says(order, "move|push|shift|postpone|reschedule|change|fix|correct|adjust|"
                                               "update|amend|alter|edit"));
    struct task_intent e = { .kind = INTENT_UPDATE, .said = message };
    const struct json *task;
    struct known_task now;

    *ret_is_it = false;
    if (negation_supposed(message))
        return 0;
    if (!order)
        return ordered_between(t, message, ret, ret_is_it, err);
    head = arena_dup(t->a, message, (size_t)(order - message));
    place = message_reference(t->a, head);
    if (strchr(head, '?') || is_more(t, head, takes) || (place && reference_read(place).kind == REFERENCE_PLACE))
        return 0;
    if (request_task(t, head, is_there, &task, err) < 0 ||
        (!task && request_task(t, message, is_there, &task, err) < 0))
        return -1;
    if (!task)
        return 0;
    now = change_known_task(t, task);
    if (!intent_change_of(t->a, order, &now, &t->now, &e.set) &&
        !intent_change_of(t->a, message, &now, &t->now, &e.set))
        return 0;
    if (change_is_so(&e.set, &now) || (takes && !change_takes_away(&e.set)))
        return 0;
    request_keep(&e, now.title, ret, ret_is_it);
    return 0;
}
