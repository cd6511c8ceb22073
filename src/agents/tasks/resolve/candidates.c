/* candidates.c - the task that most of the message speaks of, where nothing speaks against it. */
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidate_model.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define MENDED_WORDS 60 /* of a message that are looked at for slips: longer ones are prose */

/* What was found for words that were looked for in this turn already: the same pieces are read in many ways. */
struct candidates_kept {
    struct candidates_kept *next;
    struct task_candidates meaning;
    size_t calls; /* that had been made: a change makes it stale */
};

static struct candidates_kept *kept_of(const struct turn *t, const char *said)
{
    for (struct candidates_kept *k = t->meant; k; k = k->next)
        if (k->calls == json_len(t->calls) && strcmp(k->meaning.said, said) == 0)
            return k;
    return NULL;
}

/* What was meant to be a word of a title is that word. */
static void mend(const struct task_candidates *m, struct content_word *w)
{
    const struct content_word *own = NULL;

    if (!content_may_slip(w))
        return;
    for (size_t i = 0; i < json_len(m->tasks); i++)
        for (size_t k = 0; k < m->titles[i].n; k++) {
            const struct content_word *as = &m->titles[i].words[k];
            if (content_same(w, as) || (own && content_slip(w, as) && !content_same(own, as)))
                return;
            own = !own && content_slip(w, as) ? as : own;
        }
    if (!own)
        return;
    w->stem = own->stem;
    w->is_slip = true;
}

static struct content words_said(const struct task_candidates *m, const char *said)
{
    struct content words = content_of(m->t, said);

    for (size_t i = 0; i < words.n && i < MENDED_WORDS; i++)
        mend(m, &words.words[i]);
    return words;
}

int candidate_begin(struct turn *t, const char *said, struct task_candidates *ret, struct err *err)
{
    struct candidates_kept *kept = kept_of(t, said);
    struct task_candidates *m;

    if (kept) {
        *ret = kept->meaning;
        return 0;
    }
    kept = arena_alloc(t->a, sizeof *kept);
    m = &kept->meaning;
    *m = (struct task_candidates){ .t = t, .said = said };
    if (search_any(t, said, &m->tasks, err) < 0)
        return -1;
    m->titles = arena_array(t->a, json_len(m->tasks) + 1, sizeof *m->titles);
    for (size_t i = 0; i < json_len(m->tasks); i++)
        m->titles[i] = content_of(t, json_get_text(json_at(m->tasks, i), "title"));
    m->words = words_said(m, said);
    kept->calls = json_len(t->calls);
    kept->next = t->meant;
    t->meant = kept;
    *ret = *m;
    return 0;
}

const char *candidate_prefers(enum intent_kind kind)
{
    return kind == INTENT_REOPEN ? "completed" : "pending";
}

const char *candidate_status(enum intent_kind kind)
{
    return kind == INTENT_DELETE ? NULL : candidate_prefers(kind);
}

enum wanted candidate_wanted(enum intent_kind kind)
{
    return kind == INTENT_UPDATE     ? WANTED_UPDATE
           : kind == INTENT_COMPLETE ? WANTED_COMPLETE
           : kind == INTENT_REOPEN   ? WANTED_REOPEN
                                     : WANTED_DELETE;
}

/* ---- what fits best ---- */

struct fit {
    size_t hits, of; /* words of the title that were said, and say something; that it has */
    bool is_kin;     /* and its deed, by another verb: "picked up" of "collect" */
    size_t at;       /* of the tasks */
    size_t ties;
};

/* A shorter title is no better one, unless all of it was said. */
static bool is_better(const struct fit *a, const struct fit *b)
{
    if (a->hits != b->hits)
        return a->hits > b->hits;
    return (a->hits == a->of && a->of > 1 && b->hits < b->of) || (b->hits < b->of && a->is_kin && !b->is_kin);
}

/* Words of orders: they say what is wanted, whatever titles have them too ("the completion bundle"). */
static bool is_order(const struct content_word *w)
{
    static const char orders[] = "complete|completed|done|finish|finished|close|tick|mark|delete|remove|change|update";

    return content_is(w, orders);
}

/* The word that says this one; NULL when none does. */
static const struct content_word *said_as(const struct task_candidates *m, const struct content_word *w)
{
    for (size_t i = 0; i < m->words.n; i++)
        if (content_same(&m->words.words[i], w) &&
            (!is_order(&m->words.words[i]) || strcmp(m->words.words[i].word, w->word) == 0))
            return &m->words.words[i];
    return NULL;
}

static bool is_said(const struct task_candidates *m, const struct content_word *w)
{
    return said_as(m, w) != NULL;
}

/* Whether the title's first word is what is to be done, rather than with what: "varnish", where "varnished" was said.
 */
static bool is_deed(const struct content_word *w, const struct content_word *said)
{
    return word_is_action(w->word) || (strcmp(w->word, said->word) != 0 && content_is_past(said));
}

static bool is_kin_said(const struct task_candidates *m, const struct content *title)
{
    if (m->wanted != WANTED_COMPLETE || title->n < 2 || !word_is_action(title->words[0].word))
        return false;
    for (size_t i = 0; i < m->words.n; i++)
        if (!is_order(&m->words.words[i]) && content_kin(&m->words.words[i], title->words))
            return true;
    return false;
}

/* How many of the title's words were said. One that says what is wanted ("order", "call") counts only with others, and
 * so does a number, which may be a time. */
static size_t hits(const struct task_candidates *m, const struct content *title)
{
    size_t all = 0, telling = 0;

    for (size_t i = 0; i < title->n; i++) {
        const struct content_word *said = said_as(m, &title->words[i]);
        all += said != NULL;
        telling +=
            said && (i > 0 || !is_deed(&title->words[i], said)) && !isdigit((unsigned char)*title->words[i].word);
    }
    return telling > 0 || all == title->n ? all : 0;
}

/* The task of this status that most was said of, and how many others fit as well. */
static struct fit best_fit(const struct task_candidates *m, const char *status)
{
    struct fit best = { 0 };

    for (size_t i = 0; i < json_len(m->tasks); i++) {
        const struct content *title = &m->titles[i];
        struct fit f = { .hits = hits(m, title), .of = title->n, .at = i };
        if (f.hits == 0 || (status && strcmp(json_get_text(json_at(m->tasks, i), "status"), status) != 0))
            continue;
        f.is_kin = is_kin_said(m, title);
        if (is_better(&f, &best))
            best = f;
        else if (!is_better(&best, &f))
            best.ties++;
    }
    return best;
}

/* The words that were said of a title: where several have them, it is asked which. */
static const char *shared_words(struct task_candidates *m, const struct content *title)
{
    const char *text = NULL;

    for (size_t i = 0; i < m->words.n; i++)
        if (content_has(title, &m->words.words[i], content_same))
            text = text ? arena_printf(m->t->a, "%s %s", text, m->words.words[i].said) : m->words.words[i].said;
    return text;
}

/* Whether most of the title was said, beside what only says what is wanted: "complete" of "completion bundle". */
static bool is_mostly_said(const struct task_candidates *m, const struct content *title)
{
    size_t n = 0;

    for (size_t i = 0; i < m->words.n; i++)
        n += content_has(title, &m->words.words[i], content_same) &&
             !intent_word_speaks_for(m->words.words[i].word, m->wanted);
    return !m->is_strict && n > 1 && n * 3 >= title->n * 2;
}

/* The words of a new name, a note or tags, where the message gives any to the task of this title. */
static struct content given_to(struct task_candidates *m, const char *title)
{
    struct intent_slots set;
    const char *text;

    if (!intent_as_change(m->t->a, m->said, title, &m->t->now, &set))
        return (struct content){ 0 };
    text = arena_printf(m->t->a, "%s %s", set.title ? set.title : "", set.description ? set.description : "");
    for (size_t i = 0; i < set.n_tags; i++)
        text = arena_printf(m->t->a, "%s %s", text, set.tags[i]);
    return content_of(m->t, text);
}

/* Whether another task fits as well, but by other words: "the tap and the hallway" are two. */
static bool names_several(const struct task_candidates *m, const char *status, const struct fit *f)
{
    for (size_t i = 0; i < json_len(m->tasks); i++) {
        bool shares = false;
        if (i == f->at || hits(m, &m->titles[i]) < f->hits ||
            (status && strcmp(json_get_text(json_at(m->tasks, i), "status"), status) != 0))
            continue;
        for (size_t k = 0; k < m->titles[i].n; k++)
            shares |= is_said(m, &m->titles[i].words[k]) &&
                      content_has(&m->titles[f->at], &m->titles[i].words[k], content_same);
        if (!shares)
            return true;
    }
    return false;
}

/* Whether anything says that it is not this title that is meant. A deletion is asked about by the title's own name: so
 * there only whoever and whatever number else was named does. */
static bool is_other(struct task_candidates *m, enum intent_kind kind, const struct fit *f)
{
    const struct content *title = &m->titles[f->at];

    if (kind != INTENT_DELETE && other_owned(m, title))
        return true;
    if (f->hits == f->of && f->of > 1)
        return false;
    if (kind == INTENT_DELETE)
        return other_names(m, title);
    if (m->is_sure && kind != INTENT_UPDATE)
        return other_instead(m, title);
    if (kind == INTENT_COMPLETE && other_told(m, title))
        return false;
    if (kind == INTENT_UPDATE)
        m->given = given_to(m, json_get_text(json_at(m->tasks, f->at), "title"));
    if (kind == INTENT_UPDATE && f->hits == 1 && f->of > 1 && other_change(m, title))
        return true;
    if (m->is_sure && kind == INTENT_UPDATE) /* what else is named may be what it is to have */
        return false;
    m->is_strict |= kind == INTENT_COMPLETE && f->hits == 1 && !m->is_ordered; /* "the password is roses" */
    return other_words(m, title, is_mostly_said(m, title)) > 0 || (m->is_strict && other_deed(m, title));
}

#define MEANT_SURE 0.85   /* so likely a task is hardly ever another one */
#define MEANT_RATHER 0.30 /* so likely it is this one where nothing speaks against it */
#define MEANT_BOTH 0.85   /* so likely the kind and the task together are meant, whatever else was said beside them */

/* What others do, and is news of them: "the dentist called"; or where somebody was. */
static bool is_news(const char *said)
{
    return content_says(said, "been") || (content_says(said, "called|rang|phoned|came|wrote|replied|answered") &&
                                          !content_says(said, "i|we|i've|we've"));
}

/* What no likeness outweighs where but one word of what the title names was said: somebody or something else was named
 * with it, or something else done than what it wants. */
static bool is_ruled_out(struct task_candidates *m, enum intent_kind kind, size_t at, double likely)
{
    const struct content *title = &m->titles[at];
    size_t objects = 0;

    for (size_t k = title->n > 1 && word_is_action(title->words[0].word); k < title->n; k++)
        objects += is_said(m, &title->words[k]) || content_has(&m->words, &title->words[k], content_near);
    if (kind == INTENT_DELETE)
        return other_names(m, title);
    if (other_owner(m, title))
        return true;
    if (objects > 1)
        return kind == INTENT_COMPLETE && other_person(m, title);
    if (other_owned(m, title))
        return true;
    if (kind == INTENT_UPDATE &&
        (m->is_sure || hits(m, title) == title->n)) /* what else is named is what it is to have */
        return false;
    if (other_instead(m, title))
        return true;
    if (kind != INTENT_COMPLETE || title->n < 2 ||
        (likely * m->likely >= MEANT_BOTH && !is_news(m->said) && !other_deed(m, title)))
        return false;
    if (!is_said(m, &title->words[1]) && (other_deed(m, title) || other_words(m, title, true) > 0))
        return true; /* "the depot closed", "the depot fetched a lorry" */
    if (hits(m, title) > 1)
        return false;
    if (other_deed(m, title) && m->is_strict)
        return true;
    return !m->is_sure && !m->is_ordered && is_other(m, kind, &(struct fit){ .hits = 1, .of = title->n, .at = at });
}

/* The task that is most likely meant: its place, and how likely that is; 0 where it is of another status, or something
 * speaks against it. */
static size_t likeliest(struct task_candidates *m, enum intent_kind kind, double *ret_likely)
{
    const char *status = candidate_status(kind);
    double *likely = candidate_weigh(m, kind);
    size_t best = 0;

    for (size_t i = 1; i < json_len(m->tasks); i++)
        best = likely[i] > likely[best] ? i : best;
    *ret_likely = json_len(m->tasks) > 0 ? likely[best] : 0;
    if (*ret_likely > 0 && ((status && strcmp(json_get_text(json_at(m->tasks, best), "status"), status) != 0) ||
                            is_ruled_out(m, kind, best, *ret_likely)))
        *ret_likely = 0;
    return best;
}

const char *candidate_task(struct task_candidates *m, enum intent_kind kind)
{
    struct fit f = best_fit(m, candidate_status(kind));
    const char *pointed = message_reference(m->t->a, m->said);
    double likely;
    size_t best;

    best = likeliest(m, kind, &likely);
    if (pointed && reference_read(pointed).kind == REFERENCE_PLACE && (likely < MEANT_SURE || resolve_has_list(m->t)) &&
        !(likely >= MEANT_SURE && strcasestr(json_get_text(json_at(m->tasks, best), "title"), pointed)))
        return pointed; /* "number 7", and not "the leak at no 7" */
    if (pointed && ((f.hits == 0 && likely < MEANT_SURE) || m->t->touched))
        return pointed;
    if (likely >= MEANT_SURE)
        return json_get_text(json_at(m->tasks, best), "title");
    if (f.hits == 0)
        return NULL;
    if (f.ties > 0)
        return names_several(m, candidate_status(kind), &f) ? NULL : shared_words(m, &m->titles[f.at]);
    if (pointed && kind == INTENT_DELETE) /* which is asked about by its name */
        return is_other(m, kind, &f) ? NULL : json_get_text(json_at(m->tasks, f.at), "title");
    return likely < MEANT_RATHER || best != f.at || is_other(m, kind, &f)
               ? NULL
               : json_get_text(json_at(m->tasks, best), "title");
}

bool candidate_surely(struct task_candidates *m, enum intent_kind kind)
{
    double likely;

    (void)likeliest(m, kind, &likely);
    return likely >= MEANT_SURE;
}

int candidate_guess(struct turn *t, const char *said, enum intent_kind kind, const char **ret, struct err *err)
{
    struct task_candidates m;
    const double *likely;
    size_t best = 0;

    *ret = NULL;
    if (candidate_begin(t, said, &m, err) < 0)
        return -1;
    if (json_len(m.tasks) == 0)
        return 0;
    m.wanted = candidate_wanted(kind);
    likely = candidate_weigh(&m, kind);
    for (size_t i = 1; i < json_len(m.tasks); i++)
        best = likely[i] > likely[best] ? i : best;
    if (likely[best] >= MEANT_RATHER)
        *ret = json_get_text(json_at(m.tasks, best), "title");
    return 0;
}

void candidate_place(const struct task_candidates *m, enum intent_kind kind, size_t *ret_from, size_t *ret_to)
{
    struct fit f = best_fit(m, candidate_status(kind));
    size_t from = strlen(m->said), to = 0;

    for (size_t i = 0; f.hits > 0 && i < m->words.n; i++) {
        const struct content_word *w = &m->words.words[i];
        if (!content_has(&m->titles[f.at], w, content_same))
            continue;
        from = from < w->from ? from : w->from;
        to = w->from + strlen(w->said);
    }
    *ret_from = to > 0 ? from : 0;
    *ret_to = to > 0 ? to : strlen(m->said);
}

bool candidate_tells(const struct task_candidates *m, const char **ret)
{
    struct task_candidates as_done = *m;
    const char *title = NULL;
    size_t found = 0, from, to;

    as_done.wanted = WANTED_COMPLETE;
    for (size_t i = 0; i < json_len(m->tasks); i++) {
        const struct json *task = json_at(m->tasks, i);
        if (strcmp(json_get_text(task, "status"), "pending") != 0 || !other_told(&as_done, &m->titles[i]))
            continue;
        title = json_get_text(task, "title");
        found++;
    }
    candidate_place(&as_done, INTENT_COMPLETE, &from, &to);
    if (found != 1 || negation_done(m->said, from, to))
        return false;
    if (ret)
        *ret = title;
    return true;
}

int candidate_told(struct turn *t, const char *said, const char **ret, struct err *err)
{
    struct task_candidates m;
    struct phrase p;

    *ret = NULL;
    phrase_split(said, said + strlen(said), &p);
    if (p.asks || negation_supposed(said))
        return 0;
    if (candidate_begin(t, said, &m, err) < 0)
        return -1;
    (void)candidate_tells(&m, ret);
    return 0;
}

/* ---- several ---- */

size_t candidate_parts(struct turn *t, const char *said, const char *ret[static CANDIDATE_PARTS])
{
    static const char *const joints[] = { " and ", " & ", " + ", ", ", " n " };
    const char *from = said;
    size_t n = 0;

    for (const char *p = said; n + 1 < CANDIDATE_PARTS && *p; p++)
        for (size_t i = 0; i < COUNT_OF(joints); i++) {
            size_t length = strlen(joints[i]);
            if (strncasecmp(p, joints[i], length) != 0)
                continue;
            ret[n++] = arena_dup(t->a, from, (size_t)(p - from));
            from = p + length;
            p = from - 1;
            break;
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
            word_is_date(t->a, arena_dup(t->a, p.words[i + 1].p, strlen(p.words[i + 1].p)), &t->now))
            return true;
    return false;
}

size_t candidate_tasks(struct task_candidates *m, enum intent_kind kind, size_t ret[static CANDIDATE_PARTS])
{
    const char *parts[CANDIDATE_PARTS];
    size_t n = candidate_parts(m->t, m->said, parts), found = 0;

    for (size_t i = 0; i < n; i++) {
        struct task_candidates part = *m;
        bool again = false;
        struct fit f;
        double likely;
        size_t best;
        part.said = parts[i];
        part.words = words_said(m, parts[i]);
        f = best_fit(&part, candidate_status(kind));
        best = likeliest(&part, kind, &likely);
        if (likely >= MEANT_SURE)
            f = (struct fit){ .hits = 1, .at = best };
        for (size_t k = 0; k < found; k++)
            again |= ret[k] == f.at;
        if (f.hits == 0 || again)
            continue;
        if ((likely < MEANT_SURE && (f.ties > 0 || is_other(&part, kind, &f))) ||
            (m->wanted == WANTED_COMPLETE && (moves(m->t, parts[i]) || negation_done(parts[i], 0, strlen(parts[i])))))
            return 0;
        ret[found++] = f.at;
    }
    return found;
}
