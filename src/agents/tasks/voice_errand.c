/* voice_errand.c - a model's call held against the message, and made an errand.
 *
 * One thing that the message does not bear out, and the whole call is nothing: a model that invents once may have
 * invented the rest. */
#include "agents/tasks/refer.h"
#include "agents/tasks/voice_parts.h"
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
static bool take_words(const struct voice_ground *g, const struct json *args, const char *name, const char **ret)
{
    const char *text = json_get_text(args, name);

    *ret = text;
    return !text || voice_says(g, text);
}

/* The same for what can be taken away; *ret is "" then. */
static bool take_or_none(const struct voice_ground *g, enum errand_kind kind, const struct json *args, const char *name,
                         const char **ret)
{
    const char *text = json_get_text(args, name);

    if (!text || kind != ERRAND_UPDATE || strcmp(text, "none") != 0)
        return take_words(g, args, name, ret);
    *ret = "";
    return true;
}

static const char *text_of(const struct voice_ground *g, const struct due *d)
{
    char text[TIME_TEXT_BYTES];

    due_text(d, text);
    return arena_str(g->a, text);
}

static bool read_due(const struct voice_ground *g, const char **field)
{
    struct due d;

    if (!*field || !**field)
        return true;
    if (!due_read(*field, g->now, &d))
        return false;
    *field = text_of(g, &d);
    return true;
}

static bool read_remind(const struct voice_ground *g, const char **field)
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

static bool read_repeat(const struct voice_ground *g, struct errand_set *set)
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

static bool take_tags(const struct voice_ground *g, const struct json *list, const char **ret, size_t *ret_n)
{
    for (size_t i = 0; i < json_len(list); i++) {
        const char *text = json_text(json_at(list, i), NULL), *tag = tasks_tag(g->a, text + (*text == '#'));
        if (!tag || !voice_says(g, tag))
            return false;
        ret[(*ret_n)++] = tag;
    }
    return true;
}

static bool take_set(const struct voice_ground *g, enum errand_kind kind, const struct json *args,
                     struct errand_set *set)
{
    const char *priority = json_get_text(args, "priority");

    set->priority = priority && strcmp(priority, "none") == 0 ? "" : priority;
    return take_words(g, args, "title", &set->title) && take_words(g, args, "description", &set->description) &&
           take_or_none(g, kind, args, "due", &set->due) && take_or_none(g, kind, args, "remind", &set->remind) &&
           take_or_none(g, kind, args, "repeat", &set->repeat) && read_due(g, &set->due) &&
           read_remind(g, &set->remind) && read_repeat(g, set) &&
           take_tags(g, json_get(args, kind == ERRAND_CREATE ? "tags" : "add_tags"), set->tags, &set->n_tags) &&
           take_tags(g, json_get(args, "remove_tags"), set->untags, &set->n_untags);
}

static bool take_filter(const struct voice_ground *g, const struct json *args, struct errand_filter *f)
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
static size_t number_of(const struct voice_ground *g, const char *text)
{
    size_t digits = strspn(text += *text == '#', "0123456789");
    unsigned long n = digits > 0 && digits <= 4 && !text[digits] ? strtoul(text, NULL, 10) : 0;

    return n <= g->shown ? n : 0;
}

/* The message's words for a task; or a number that the model made of them, which points as a person's would. */
static bool take_about(const struct voice_ground *g, const struct json *args, struct errand *e)
{
    const char *task = json_get_text(args, "task");
    size_t number;

    e->about = task;
    if (!task || voice_says(g, task))
        return true;
    number = number_of(g, task);
    e->about = number > 0 ? arena_printf(g->a, "number %zu", number) : NULL;
    return number > 0;
}

/* ---- errands ---- */

bool voice_errand(const struct voice_ground *g, enum errand_kind kind, const struct json *args, struct errand *ret)
{
    struct errand e = { .kind = kind, .confidence = json_real(json_get(args, "confidence")), .said = g->message };
    bool has = take_about(g, args, &e);

    if (has && (kind == ERRAND_CREATE || kind == ERRAND_UPDATE))
        has = take_set(g, kind, args, &e.set);
    if (has && kind == ERRAND_LIST)
        has = take_filter(g, args, &e.filter);
    if (has)
        *ret = e;
    return has;
}

/* ---- two voices ---- */

static bool same_task(struct arena *a, const char *x, const char *y)
{
    struct refer p, q;

    if (!x || !y)
        return !x && !y;
    p = refer_read(x);
    q = refer_read(y);
    if (p.kind != q.kind || p.kind != REFER_PLACE)
        return voice_same(a, x, y);
    return p.n == q.n && memcmp(p.places, q.places, p.n * sizeof *p.places) == 0;
}

static bool says_same(struct arena *a, const struct errand *e, const struct errand *o)
{
    bool other = false;

    for (size_t i = 0; i < o->n_others; i++)
        other |= o->others[i].kind == e->kind;
    if (e->kind == ERRAND_CREATE)
        return o->kind == e->kind || other;
    return o->kind == e->kind && !o->every && same_task(a, e->about, o->about);
}

/* Offers beside it what the built-in voice read. */
static void add_other(struct errand *e, enum errand_kind kind, double confidence)
{
    for (size_t i = 0; i < e->n_others; i++)
        if (e->others[i].kind == kind)
            return;
    if (kind == e->kind || e->n_others == ERRAND_OTHERS || !errand_intent(kind))
        return;
    e->others[e->n_others].kind = kind;
    e->others[e->n_others++].confidence = confidence;
}

void voice_weigh(struct arena *a, struct errand *e, const struct errand *ours, size_t n_ours)
{
    bool agreed = e->kind == ERRAND_LIST;
    double most;

    for (size_t i = 0; i < n_ours; i++)
        agreed |= says_same(a, e, &ours[i]);
    most = agreed ? SURE : ALONE;
    e->confidence = e->confidence < most ? e->confidence : most;
    for (size_t i = 0; i < n_ours; i++) {
        add_other(e, ours[i].kind, ours[i].confidence);
        for (size_t k = 0; k < ours[i].n_others; k++)
            add_other(e, ours[i].others[k].kind, ours[i].others[k].confidence);
    }
}
