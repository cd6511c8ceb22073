/* llm_check.c - a model's call checked against the message, and made an intent.
 *
 * One thing that the message does not bear out voids the whole call: a model that invents once may have invented the
 * rest.
 */
#include "agents/tasks/llm/llm_parts.h"
#include "agents/tasks/parse/reference.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <stdlib.h>
#include <string.h>

#define SURE 0.95  /* the most that a model's word counts for, where the built-in voice says the same */
#define ALONE 0.65 /* and where it does not: below every threshold, so that the person is asked */

/* ---- slots ---- */

/* A text of the message; absent is fine. */
static bool take_words(const struct llm_ground *g, const struct json *args, const char *name, const char **ret)
{
    const char *text = json_get_text(args, name);

    *ret = text;
    return !text || llm_reader_says(g, text);
}

/* The same for what can be taken away; *ret is "" then. */
static bool take_or_none(const struct llm_ground *g, enum intent_kind kind, const struct json *args, const char *name,
                         const char **ret)
{
    const char *text = json_get_text(args, name);

    if (!text || kind != INTENT_UPDATE || strcmp(text, "none") != 0)
        return take_words(g, args, name, ret);
    *ret = "";
    return true;
}

static const char *text_of(const struct llm_ground *g, const struct due *d)
{
    char text[TIME_TEXT_BYTES];

    due_text(d, text);
    return arena_str(g->a, text);
}

static bool read_due(const struct llm_ground *g, const char **field)
{
    struct due d;

    if (!*field || !**field)
        return true;
    if (!due_read(*field, g->now, &d))
        return false;
    *field = text_of(g, &d);
    return true;
}

static bool read_remind(const struct llm_ground *g, const char **field)
{
    struct due_before before;
    struct due d;

    if (!*field || !**field)
        return true;
    if (due_before_read(*field, &before) && !before.has_time) {
        *field = arena_printf(g->a, "PT%lldM", (long long)before.minutes);
        return true;
    }
    if (!due_read(*field, g->now, &d))
        return false;
    if (!d.has_time) {
        d.has_time = true;
        d.hour = TASK_MORNING_HOUR;
        d.minute = 0;
    }
    *field = text_of(g, &d);
    return true;
}

static bool read_repeat(const struct llm_ground *g, struct intent_slots *set)
{
    char text[REPEAT_TEXT_BYTES];
    struct repeat repeat;
    struct due first;

    if (!set->repeat || !*set->repeat)
        return true;
    if (!due_repeat_read(set->repeat, g->now, &repeat, &first))
        return false;
    repeat_text(&repeat, text);
    set->repeat = arena_str(g->a, text);
    if (!set->due)
        set->due = text_of(g, &first);
    return true;
}

static bool take_tags(const struct llm_ground *g, const struct json *list, const char **ret, size_t *ret_n)
{
    for (size_t i = 0; i < json_len(list); i++) {
        const char *text = json_text(json_at(list, i), NULL), *tag = tasks_tag(g->a, text + (*text == '#'));
        if (!tag || !llm_reader_says(g, tag))
            return false;
        ret[(*ret_n)++] = tag;
    }
    return true;
}

static bool take_set(const struct llm_ground *g, enum intent_kind kind, const struct json *args,
                     struct intent_slots *set)
{
    const char *priority = json_get_text(args, "priority");

    set->priority = priority && strcmp(priority, "none") == 0 ? "" : priority;
    return take_words(g, args, "title", &set->title) && take_words(g, args, "description", &set->description) &&
           take_or_none(g, kind, args, "due", &set->due) && take_or_none(g, kind, args, "remind", &set->remind) &&
           take_or_none(g, kind, args, "repeat", &set->repeat) && read_due(g, &set->due) &&
           read_remind(g, &set->remind) && read_repeat(g, set) &&
           take_tags(g, json_get(args, kind == INTENT_CREATE ? "tags" : "add_tags"), set->tags, &set->n_tags) &&
           take_tags(g, json_get(args, "remove_tags"), set->untags, &set->n_untags);
}

static bool take_filter(const struct llm_ground *g, const struct json *args, struct task_filter *f)
{
    const char *due, *tag;
    struct phrase p;

    f->status = json_get_text(args, "status");
    f->priority = json_get_text(args, "priority");
    if (!take_words(g, args, "search", &f->search) || !take_words(g, args, "tag", &tag) ||
        !take_words(g, args, "due", &due))
        return false;
    if (tag && !(f->tag = tasks_tag(g->a, tag + (*tag == '#'))))
        return false;
    if (!due)
        return true;
    phrase_split(due, due + strlen(due), &p);
    f->has_due = p.n > 0 && due_span_at(p.words, p.n, g->now, &f->due) == p.n;
    return f->has_due;
}

/* A number of the list that was shown; 0 when it is none. */
static size_t number_of(const struct llm_ground *g, const char *text)
{
    size_t digits = strspn(text += *text == '#', "0123456789");
    unsigned long n = digits > 0 && digits <= 4 && !text[digits] ? strtoul(text, NULL, 10) : 0;

    return n <= g->shown ? n : 0;
}

/* The message's words for a task; or a number that the model made of them, which points as a person's would. "-1" is no
 * place, whatever the model makes of it. */
static bool take_about(const struct llm_ground *g, const struct json *args, struct task_intent *e)
{
    const char *task = json_get_text(args, "task");
    size_t number;

    e->about = task;
    if (!task)
        return true;
    if (reference_has_sign(g->message) && reference_read(task).kind == REFERENCE_PLACE)
        return false;
    if (llm_reader_says(g, task))
        return true;
    number = number_of(g, task);
    e->about = number > 0 ? arena_printf(g->a, "number %zu", number) : NULL;
    return number > 0;
}

/* ---- intents ---- */

bool llm_reader_intent(const struct llm_ground *g, enum intent_kind kind, const struct json *args,
                       struct task_intent *ret)
{
    struct task_intent e = { .kind = kind, .confidence = json_real(json_get(args, "confidence")), .said = g->message };
    bool has = take_about(g, args, &e);

    if (has && (kind == INTENT_CREATE || kind == INTENT_UPDATE))
        has = take_set(g, kind, args, &e.set);
    if (has && kind == INTENT_LIST)
        has = take_filter(g, args, &e.filter);
    if (has)
        *ret = e;
    return has;
}

/* ---- two voices ---- */

static bool same_task(struct arena *a, const char *x, const char *y)
{
    struct reference p, q;

    if (!x || !y)
        return !x && !y;
    p = reference_read(x);
    q = reference_read(y);
    if (p.kind != q.kind || p.kind != REFERENCE_PLACE)
        return llm_reader_same(a, x, y);
    return p.n == q.n && memcmp(p.places, q.places, p.n * sizeof *p.places) == 0;
}

static bool same_words(struct arena *a, const char *x, const char *y)
{
    return x && y ? llm_reader_same(a, x, y) : x == y;
}

/* To the letter: what says when and how much was brought into one form. */
static bool same_text(const char *x, const char *y)
{
    return x && y ? strcmp(x, y) == 0 : x == y;
}

static bool same_tags(const char *const *x, size_t n, const char *const *y, size_t n_y)
{
    bool same = n == n_y;

    for (size_t i = 0; i < n && same; i++)
        same = strcmp(x[i], y[i]) == 0;
    return same;
}

static bool same_set(struct arena *a, const struct intent_slots *x, const struct intent_slots *y)
{
    return same_words(a, x->title, y->title) && same_words(a, x->description, y->description) &&
           same_text(x->due, y->due) && same_text(x->remind, y->remind) && same_text(x->repeat, y->repeat) &&
           same_text(x->priority, y->priority) && same_tags(x->tags, x->n_tags, y->tags, y->n_tags) &&
           same_tags(x->untags, x->n_untags, y->untags, y->n_untags);
}

/* The same deed, to the same task, with the same outcome. Lists change nothing: any two will do. */
static bool says_same(struct arena *a, const struct task_intent *e, const struct task_intent *o)
{
    if (o->kind != e->kind || e->kind == INTENT_LIST)
        return o->kind == e->kind;
    if (e->kind != INTENT_CREATE && (o->every || !same_task(a, e->about, o->about)))
        return false;
    return (e->kind != INTENT_CREATE && e->kind != INTENT_UPDATE) || same_set(a, &e->set, &o->set);
}

/* Which of ours it is; each stands for one of the model's. NULL: none. */
static const struct task_intent *agreeing(struct arena *a, const struct task_intent *e, const struct task_intent *ours,
                                          size_t n_ours, bool *taken)
{
    for (size_t i = 0; i < n_ours; i++)
        if (!taken[i] && says_same(a, e, &ours[i])) {
            taken[i] = true;
            return &ours[i];
        }
    return NULL;
}

static bool is_sure(const struct task_intent *e)
{
    const char *type = intent_type(e->kind);

    return type && tasks_intent_sure(tasks_intent(type), e->confidence);
}

/* Offers beside it what the built-in voice read. */
static void add_other(struct task_intent *e, enum intent_kind kind, double confidence)
{
    for (size_t i = 0; i < e->n_others; i++)
        if (e->others[i].kind == kind)
            return;
    if (kind == e->kind || e->n_others == INTENT_OTHERS || !intent_type(kind))
        return;
    e->others[e->n_others].kind = kind;
    e->others[e->n_others++].confidence = confidence;
}

/* What both read is done as the built-in voice reads it. Of what only the model reads it is not told which words it was
 * read from: nothing in the tasks can then bear it out (interpret/grounding.h), and the person is asked. */
static void weigh(struct task_intent *e, const struct task_intent *same)
{
    double said = e->confidence, most = same || e->kind == INTENT_LIST ? SURE : ALONE;

    if (same && (e->kind != INTENT_LIST || is_sure(same)))
        *e = *same;
    else if (!same && e->about)
        e->said = NULL;
    e->confidence = said < most ? said : most;
    if (same && same->confidence > e->confidence)
        e->confidence = same->confidence;
}

bool llm_reader_weigh(struct arena *a, struct task_intent *intents, size_t n, const struct task_intent *ours,
                      size_t n_ours)
{
    bool taken[MESSAGE_INTENTS] = { false };

    for (size_t i = 0; i < n; i++) {
        weigh(&intents[i], agreeing(a, &intents[i], ours, n_ours, taken));
        for (size_t k = 0; k < n_ours; k++) {
            add_other(&intents[i], ours[k].kind, ours[k].confidence);
            for (size_t o = 0; o < ours[k].n_others; o++)
                add_other(&intents[i], ours[k].others[o].kind, ours[k].others[o].confidence);
        }
    }
    for (size_t k = 0; k < n_ours; k++)
        if (!taken[k] && is_sure(&ours[k]))
            return false;
    return true;
}
