/* sense.c - the likeliest kind, and the task whose words were said. */
#include "agents/tasks/sense.h"
#include "agents/tasks/content.h"
#include "agents/tasks/refer.h"
#include "agents/tasks/seek.h"
#include "agents/tasks/turn.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "lang/cues.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define SENSE_PARTS 4 /* of a message that name tasks */

/* How likely a kind has to be, by what it costs to be wrong: a deletion is asked about, a list changes nothing. */
static const struct {
    enum errand_kind kind;
    double least;
} senses[CUES] = {
    [CUE_CREATE] = { ERRAND_CREATE, 0.80 }, [CUE_LIST] = { ERRAND_LIST, 0.75 },
    [CUE_UPDATE] = { ERRAND_UPDATE, 0.75 }, [CUE_COMPLETE] = { ERRAND_COMPLETE, 0.75 },
    [CUE_REOPEN] = { ERRAND_REOPEN, 0.70 }, [CUE_DELETE] = { ERRAND_DELETE, 0.60 },
    [CUE_UNDO] = { ERRAND_UNDO, 0.80 },
};

struct sensing {
    struct turn *t;
    const char *said;
    enum cue cue;         /* what is wanted */
    struct content words; /* of what was said */
    struct json *tasks;   /* that have one of them */
    struct content *titles;
    bool is_ordered; /* what is wanted was said; only of which task is not clear */
    bool is_strict;  /* nothing but a statement says that it was done: all of it has to be about the task */
};

/* ---- the kind ---- */

static bool is_owned(void *arg, const char *word)
{
    const struct sensing *s = arg;

    for (size_t i = 0; i < json_len(s->tasks); i++)
        for (size_t k = 0; k < s->titles[i].n; k++)
            if (cue_same_word(word, s->titles[i].words[k].word))
                return true;
    return false;
}

static enum cue likeliest(struct sensing *s, const struct errand *ours, size_t n_ours, double *ret)
{
    const char **features;
    size_t n = cue_features(s->t->a, s->said, ours, n_ours, is_owned, s, &features);
    double p[CUES];
    enum cue best = CUE_CREATE;

    cue_weigh(features, n, p);
    for (enum cue k = CUE_CREATE; k < CUES; k++)
        best = p[k] > p[best] ? k : best;
    *ret = p[best];
    return best;
}

static bool has_word(const char *said, const char *words)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], words))
            return true;
    return false;
}

/* What is supposed or told of others, and what leaves some out: nothing is done to a task by that. */
static bool is_supposed(const char *said)
{
    return has_word(said,
                    "if|unless|said|says|told|asked|maybe|perhaps|suppose|imagine|wish|might|whether|pretend|almost|"
                    "nearly|hopefully|would've|should've|wonder|wondering|except|excluding|besides|either|or|half|"
                    "some|why|how|ignore|thinking|thinks|reckons|believes|claims|admin|system|instructions|override");
}

/* What is denied or still to be done is not done. */
static bool is_denied(const char *said)
{
    return has_word(said, "not|no|never|none|nobody|nothing|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|hasn't|hasnt|"
                          "haven't|havent|hadn't|didn't|didnt|doesn't|doesnt|don't|dont|won't|wont|can't|cant|cannot|"
                          "couldn't|still|yet|need|needs|want|should|must|will|failed|forgot|tried|but|before|until|"
                          "when|after|almost|partly|mostly|except");
}

/* Whether a kind can be meant, for all that was said. */
static bool may_be(const struct sensing *s, enum errand_kind kind)
{
    struct phrase p;

    if (kind == ERRAND_CREATE || kind == ERRAND_LIST)
        return true;
    phrase_split(s->said, s->said + strlen(s->said), &p);
    if (p.n > 0 && phrase_word_is(p.words, "don't|dont|never")) /* "dont take em off the list" */
        return false;
    if (p.asks && !has_word(s->said, "can|could|would|will|please|may|mind"))
        return false;
    return !is_supposed(s->said) && (kind != ERRAND_COMPLETE || !is_denied(s->said));
}

/* ---- the task ---- */

static bool is_apart(const char *text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (strchr(",;.!?:-", text[i]))
            return true;
    return false;
}

/* What stands between two words that say something. */
enum gap {
    GAP_NONE,  /* blanks: "cake stall" */
    GAP_JOINS, /* "of the": they are parts of one name */
    GAP_OPENS, /* "the": another name begins */
    GAP_BREAKS /* a mark, "is", "we": something else is said */
};

static enum gap gap_between(const char *text, size_t from, size_t to)
{
    static const char joins[] = "of|for|with|to|about|from|at|in|on|regarding|concerning";
    static const char opens[] = "the|a|an|my|our|your|his|her|its|their|this|that|these|those";
    enum gap gap = GAP_NONE;
    struct phrase p;

    if (is_apart(text, from, to))
        return GAP_BREAKS;
    if (to - from == 3 && strncmp(text + from, "'s ", 3) == 0) /* "the doctor's people" */
        return GAP_NONE;
    phrase_split(text + from, text + to, &p);
    for (size_t i = 0; i < p.n; i++) {
        bool joined = phrase_word_is(&p.words[i], joins);
        if (p.words[i].n > 0 && !joined && !phrase_word_is(&p.words[i], opens))
            return GAP_BREAKS;
        if (p.words[i].n > 0)
            gap = joined || gap == GAP_JOINS ? GAP_JOINS : GAP_OPENS;
    }
    return gap;
}

/* Whether a word says what becomes of something, or when: no part of its name. */
static bool is_beside(const struct sensing *s, const struct content_word *w)
{
    size_t n = strlen(w->word);
    bool is_form = (n > 4 && strcmp(w->word + n - 2, "ed") == 0) || (n > 5 && strcmp(w->word + n - 3, "ing") == 0);

    return is_form || errand_is_small(w->word) || cue_speaks_for(w->word, s->cue) ||
           errand_is_when(s->t->a, w->said, &s->t->now);
}

/* Whether a number is one of those that a time is said with: "at 7 not 8". */
static bool is_hour(const struct sensing *s, const struct content_word *w)
{
    static const char *const before[] = { "at ", "not ", "than ", "to " };

    for (size_t i = 0; s->cue == CUE_UPDATE && i < COUNT_OF(before); i++) {
        size_t n = strlen(before[i]);
        if (w->from > n && strncasecmp(s->said + w->from - n, before[i], n) == 0 && strlen(w->word) < 3)
            return true;
    }
    return false;
}

/* Names and numbers are somebody's and something's wherever they stand. */
static bool is_somebody(const struct sensing *s, size_t i)
{
    const struct content_word *w = &s->words.words[i];
    bool is_name = i > 0 && isupper((unsigned char)*w->said) && islower((unsigned char)w->said[1]);

    return (is_name || (strpbrk(w->word, "0123456789") && !is_hour(s, w))) &&
           !errand_is_when(s->t->a, w->said, &s->t->now);
}

/* Words of other names that are tied to the title's word at i, on one side of it: "the CHRISTMAS wreath". */
static size_t foreign_beside(const struct sensing *s, const struct content *title, size_t i, bool before)
{
    const struct content_word *words = s->words.words;

    for (size_t n = 0;; n++) {
        size_t k = before ? i - 1 : i + 1, left = before ? k : i;
        enum gap gap;
        if ((before && i == 0) || k >= s->words.n || content_has(title, &words[k], content_same))
            return n;
        gap = gap_between(s->said, words[left].from + strlen(words[left].said), words[left + 1].from);
        if (gap == GAP_OPENS && before && errand_is_deed(words[k].word) && !is_beside(s, &words[k]))
            return n + !content_kin(&words[k], title->words); /* "PAINT the fence" */
        if (gap == GAP_BREAKS || gap == GAP_OPENS || is_beside(s, &words[k]))
            return n;
        i = k;
    }
}

/* Words beside the title's that say that something else is meant: in one name with those, and whoever and whatever
 * number is named in the same breath. Where most of the title was said, only these. */
static size_t foreign_words(const struct sensing *s, const struct content *title, bool most)
{
    size_t first = s->words.n, last = 0, n = 0;

    for (size_t i = 0; i < s->words.n; i++)
        if (content_has(title, &s->words.words[i], content_same)) {
            first = first < i ? first : i;
            last = i;
            n += most ? 0 : foreign_beside(s, title, i, true) + foreign_beside(s, title, i, false);
        }
    for (size_t i = 0; i < s->words.n; i++) {
        const struct content_word *w = &s->words.words[i];
        bool apart = i < first ? is_apart(s->said, w->from + strlen(w->said), s->words.words[first].from)
                               : i > last && is_apart(s->said, s->words.words[last].from, w->from);
        bool is_other =
            is_somebody(s, i) || (s->is_strict && !errand_is_small(w->word) && !cue_speaks_for(w->word, s->cue));
        n += !apart && !content_has(title, w, content_same) && is_other;
    }
    return n;
}

static const char *status_for(enum errand_kind kind)
{
    return kind == ERRAND_DELETE ? NULL : kind == ERRAND_REOPEN ? "completed" : "pending";
}

struct fit {
    size_t hits, of; /* words of the title that were said, and say something; that it has */
    size_t at;       /* of the tasks */
    size_t ties;
};

/* A shorter title is no better one, unless all of it was said. */
static bool is_better(const struct fit *a, const struct fit *b)
{
    return a->hits > b->hits || (a->hits == b->hits && a->hits == a->of && b->hits < b->of);
}

/* Words of orders: they say what is wanted, whatever titles have them too ("the completion bundle"). */
static bool is_order(const struct content_word *w)
{
    static const char orders[] = "complete|completed|done|finish|finished|close|tick|mark|delete|remove|change|update";

    return phrase_word_is(&(struct phrase_word){ .p = w->word, .n = strlen(w->word) }, orders);
}

static bool is_said(const struct sensing *s, const struct content_word *w)
{
    for (size_t i = 0; i < s->words.n; i++)
        if (content_same(&s->words.words[i], w) &&
            (!is_order(&s->words.words[i]) || strcmp(s->words.words[i].word, w->word) == 0))
            return true;
    return false;
}

/* How many of the title's words were said. One that says what is wanted ("order", "call") counts only with others. */
static size_t hits(const struct sensing *s, const struct content *title)
{
    size_t all = 0, telling = 0;

    for (size_t i = 0; i < title->n; i++) {
        bool said = is_said(s, &title->words[i]);
        all += said;
        telling += said && !errand_is_deed(title->words[i].word);
    }
    return telling > 0 || all == title->n ? all : 0;
}

/* The task of this status that most was said of, and how many others fit as well. */
static struct fit best_fit(const struct sensing *s, const char *status)
{
    struct fit best = { 0 };

    for (size_t i = 0; i < json_len(s->tasks); i++) {
        struct fit f = { hits(s, &s->titles[i]), s->titles[i].n, i, 0 };
        if (f.hits == 0 || (status && strcmp(json_get_text(json_at(s->tasks, i), "status"), status) != 0))
            continue;
        if (is_better(&f, &best))
            best = f;
        else if (!is_better(&best, &f))
            best.ties++;
    }
    return best;
}

/* The words that were said of a title: where several have them, it is asked which. */
static const char *shared_words(struct sensing *s, const struct content *title)
{
    const char *text = NULL;

    for (size_t i = 0; i < s->words.n; i++)
        if (content_has(title, &s->words.words[i], content_same))
            text = text ? arena_printf(s->t->a, "%s %s", text, s->words.words[i].said) : s->words.words[i].said;
    return text;
}

/* Whether most of the title was said, beside what only says what is wanted: "complete" of "completion bundle". */
static bool is_mostly_said(const struct sensing *s, const struct content *title)
{
    size_t n = 0;

    for (size_t i = 0; i < s->words.n; i++)
        n += content_has(title, &s->words.words[i], content_same) && !cue_speaks_for(s->words.words[i].word, s->cue);
    return !s->is_strict && n > 1 && n * 3 >= title->n * 2;
}

/* Which task is meant, in words that which_tasks() finds it by; NULL when that is not clear. */
static const char *meant(struct sensing *s, enum errand_kind kind)
{
    struct fit f = best_fit(s, status_for(kind));
    const struct content *title = f.hits ? &s->titles[f.at] : NULL;
    const char *pointed = errand_points(s->t->a, s->said);
    bool is_place = pointed && refer_read(pointed).kind == REFER_PLACE;

    if (is_place || (pointed && (f.hits == 0 || s->t->touched)))
        return pointed;
    if (f.hits == 0)
        return NULL;
    if (f.ties > 0)
        return shared_words(s, title);
    if ((f.hits == f.of && f.of > 1) || kind == ERRAND_DELETE)
        return json_get_text(json_at(s->tasks, f.at), "title");
    s->is_strict |= kind == ERRAND_COMPLETE && f.hits == 1 && !s->is_ordered; /* "the password is roses" */
    if (foreign_words(s, title, is_mostly_said(s, title)) > 0)
        return NULL;
    return json_get_text(json_at(s->tasks, f.at), "title");
}

/* ---- several ---- */

/* Parts of what was said that may each name a task: "the florist and the music". */
static size_t parts_of(struct turn *t, const char *said, const char *ret[static SENSE_PARTS])
{
    const char *from = said;
    size_t n = 0;

    for (const char *p = said; n + 1 < SENSE_PARTS && *p; p++) {
        bool is_and = strncasecmp(p, " and ", 5) == 0;
        if (!is_and && strncmp(p, " & ", 3) != 0 && strncmp(p, " + ", 3) != 0 && strncmp(p, ", ", 2) != 0)
            continue;
        ret[n++] = arena_dup(t->a, from, (size_t)(p - from));
        from = p + (is_and ? 5 : *p == ',' ? 2 : 3);
        p = from - 1;
    }
    ret[n++] = from;
    return n;
}

/* Whether a part says when something is to be, so that it is not done: "the fair goes to the 29th". */
static bool moves(struct turn *t, const char *part)
{
    struct phrase p;

    phrase_split(part, part + strlen(part), &p);
    for (size_t i = 0; i + 1 < p.n; i++)
        if (phrase_word_is(&p.words[i], "to|until|till|by") &&
            errand_is_when(t->a, arena_dup(t->a, p.words[i + 1].p, strlen(p.words[i + 1].p)), &t->now))
            return true;
    return false;
}

/* Where each of several parts names a task of its own, those; else 0. A part that names none is a remark. */
static size_t several(struct sensing *s, const char *status, size_t ret[static SENSE_PARTS])
{
    const char *parts[SENSE_PARTS];
    size_t n = parts_of(s->t, s->said, parts), found = 0;

    for (size_t i = 0; i < n; i++) {
        struct sensing part = *s;
        struct fit f;
        bool again = false;
        part.words = content_of(s->t, parts[i]);
        f = best_fit(&part, status);
        for (size_t k = 0; k < found; k++)
            again |= ret[k] == f.at;
        if (f.hits == 0 || again)
            continue;
        if (f.ties > 0 || (s->cue == CUE_COMPLETE && moves(s->t, parts[i])))
            return 0;
        ret[found++] = f.at;
    }
    return found;
}

/* ---- all together ---- */

static bool begin(struct turn *t, const char *said, struct sensing *ret, struct err *err)
{
    struct sensing s = { .t = t, .said = said, .words = content_of(t, said) };

    if (seek_any(t, said, &s.tasks, err) < 0)
        return false;
    s.titles = arena_array(t->a, json_len(s.tasks) + 1, sizeof *s.titles);
    for (size_t i = 0; i < json_len(s.tasks); i++)
        s.titles[i] = content_of(t, json_get_text(json_at(s.tasks, i), "title"));
    *ret = s;
    return true;
}

/* The same to each of several tasks, or to the one that is meant. */
static size_t on_tasks(struct sensing *s, enum errand_kind kind, struct errand ret[static SENSE_ERRANDS])
{
    const struct errand e = { .kind = kind, .said = s->said };
    size_t at[SENSE_PARTS], n = several(s, status_for(kind), at);

    for (size_t i = 0; i < n && n > 1; i++) {
        ret[i] = e;
        ret[i].about = json_get_text(json_at(s->tasks, at[i]), "title");
    }
    if (n < 2) {
        n = 1;
        ret[0] = e;
        ret[0].about = meant(s, kind);
    }
    for (size_t i = 0; i < n; i++)
        if (!ret[i].about ||
            (kind == ERRAND_UPDATE && !errand_as_change(s->t->a, s->said, ret[i].about, &s->t->now, &ret[i].set)))
            return 0;
    return n;
}

static size_t as_kind(struct sensing *s, enum errand_kind kind, struct errand ret[static SENSE_ERRANDS])
{
    switch (kind) {
    case ERRAND_CREATE:
        return errand_as_new(s->t->a, s->said, &s->t->now, ret);
    case ERRAND_LIST:
        return errand_as_list(s->t->a, s->said, &s->t->now, ret);
    case ERRAND_UPDATE:
    case ERRAND_COMPLETE:
    case ERRAND_REOPEN:
    case ERRAND_DELETE:
        return on_tasks(s, kind, ret);
    case ERRAND_UNDO:
        ret[0] = (struct errand){ .kind = kind, .said = s->said };
        return 1;
    case ERRAND_REDO:
    case ERRAND_MORE:
    case ERRAND_HELP:
    case ERRAND_COURTESY:
        break;
    }
    return 0;
}

/* What machines write is no way that people talk; but for an arrow. */
static bool is_machine(const char *said)
{
    static const char machine[] = "{}<>_\\|*~";

    for (const char *p = strpbrk(said, machine); p; p = strpbrk(p + 1, machine))
        if (*p != '>' || p == said || !strchr("-=", p[-1]) || p[1] != ' ')
            return true;
    return false;
}

int sense_errands(struct turn *t, const char *said, const struct errand *ours, size_t n_ours, struct sense *ret,
                  struct err *err)
{
    struct sensing s;

    *ret = (struct sense){ 0 };
    if (is_machine(said))
        return 0;
    if (!begin(t, said, &s, err))
        return -1;
    s.cue = likeliest(&s, ours, n_ours, &ret->likely);
    ret->asks = s.cue == CUE_ASK;
    if (s.cue == CUE_ASK || s.cue == CUE_NONE || ret->likely < senses[s.cue].least)
        return 0;
    ret->kind = senses[s.cue].kind;
    ret->is_kind = may_be(&s, ret->kind);
    ret->n = ret->is_kind ? as_kind(&s, ret->kind, ret->errands) : 0;
    for (size_t i = 0; i < ret->n; i++)
        ret->errands[i].confidence = tasks_intent(errand_intent(ret->kind))->threshold;
    return 0;
}

int sense_task(struct turn *t, const struct errand *e, const char *said, const char **ret, struct err *err)
{
    struct sensing s;

    *ret = NULL;
    if (!begin(t, said, &s, err))
        return -1;
    for (enum cue cue = CUE_CREATE; cue < CUE_ASK; cue++)
        if (senses[cue].kind == e->kind)
            s.cue = cue;
    /* a deed that was made out of what was told: "vanish the bicycle" */
    s.is_ordered = true;
    s.is_strict =
        e->kind == ERRAND_COMPLETE && e->about && refer_read(e->about).kind == REFER_NAME && !strstr(said, e->about);
    *ret = meant(&s, e->kind);
    return 0;
}
