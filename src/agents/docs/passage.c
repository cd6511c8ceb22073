/* passage.c - greedily: the sentence that adds most of the question's words, then the next, while they add something.
 *
 * A word that the heading has counts less in a sentence, since all of the section is about it. Where a number is asked
 * for, a sentence with one is preferred, or nothing else is quoted (expected_answer.h). Where all the question is in
 * the heading the section's beginning answers it.
 */
#include "agents/docs/passage.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "search/search.h"
#include "store/db/stems.h"
#include "text/text.h"
#include <string.h>
#include <strings.h>

#define SENTENCES 3     /* of one passage: an answer, not the passage */
#define LEAST_GAIN 0.08 /* of the question that a further sentence must add */
#define HEADED 0.4      /* what a word counts that the heading has */
#define NUMBER 0.25     /* what a number counts where one is asked for */
#define OPENING 2       /* sentences that a section begins with */
#define TITLED 1.4      /* what a rare word counts that is in the section's own heading */

/* ---- the question ---- */

struct form_lookup {
    struct arena *a;
    const char *question;
    struct passage_question *q;
};

static void take_form(void *arg, const struct stem *w)
{
    struct form_lookup *f = arg;

    for (size_t i = 0; i < f->q->n; i++)
        if (!f->q->forms[i] && strlen(f->q->stems[i]) == w->n && memcmp(f->q->stems[i], w->stem, w->n) == 0)
            f->q->forms[i] = arena_dup(f->a, f->question + w->from, w->to - w->from);
}

int passage_question(struct arena *a, struct stems *w, const char *question, const struct json *terms,
                     struct passage_question *ret, struct err *err)
{
    struct search_term *found = NULL;
    struct form_lookup form_lookup = { a, question, ret };
    size_t n = json_len(terms);

    if (!terms && search_terms(w, a, question, &found, &n, err) < 0)
        return -1;
    *ret = (struct passage_question){ .stems = arena_array(a, n, sizeof *ret->stems),
                                      .weights = arena_array(a, n, sizeof *ret->weights),
                                      .forms = arena_array(a, n, sizeof *ret->forms),
                                      .n = n,
                                      .expected = expected_answer_of(question) };
    for (size_t i = 0; i < n; i++) {
        ret->stems[i] = terms ? json_get_text(json_at(terms, i), "term") : found[i].stem;
        ret->weights[i] = terms ? json_real(json_get(json_at(terms, i), "weight")) : 1 / (double)n;
    }
    return stems_read(w, question, strlen(question), take_form, &form_lookup, err);
}

/* ---- which of its words a text has ---- */

/* How a text has a word: not at all, in another form, or as the question has it. */
enum has { HAS_NOT, HAS_STEM, HAS_FORM };

/* What each counts. A stem alone misleads: "trains" are no "training". */
static const double worth[] = { 0, 0.5, 1 };

struct marking {
    const struct passage_question *q;
    const char *text;
    enum has *has;
};

static void mark(void *arg, const struct stem *w)
{
    struct marking *m = arg;
    size_t n = w->to - w->from;

    for (size_t i = 0; i < m->q->n; i++) {
        const char *form = m->q->forms[i];
        if (strlen(m->q->stems[i]) != w->n || memcmp(m->q->stems[i], w->stem, w->n) != 0)
            continue;
        if (form && strlen(form) == n && strncasecmp(form, m->text + w->from, n) == 0)
            m->has[i] = HAS_FORM;
        else if (m->has[i] == HAS_NOT)
            m->has[i] = HAS_STEM;
    }
}

static int mark_words(struct stems *w, const struct passage_question *q, const char *p, size_t n,
                      enum has has[static DOCS_TERMS], struct err *err)
{
    struct marking m = { q, p, has };

    memset(has, 0, DOCS_TERMS * sizeof *has);
    return stems_read(w, p, n, mark, &m, err);
}

int passage_coverage(struct stems *w, const struct passage_question *q, const char *text, double *ret, struct err *err)
{
    enum has has[DOCS_TERMS];
    double covered = 0;

    if (mark_words(w, q, text, strlen(text), has, err) < 0)
        return -1;
    for (size_t i = 0; i < q->n; i++)
        covered += has[i] ? q->weights[i] : 0;
    *ret = covered > 1 ? 1 : covered;
    return 0;
}

int passage_score(struct arena *a, struct stems *w, const struct passage_question *q, const struct json *hit,
                  double *ret, struct err *err)
{
    const char *section = json_get_text(hit, "section");
    const char *all = arena_printf(a, "%s\n%s\n%s\n%s", json_get_text(hit, "title"), json_get_text(hit, "chapter"),
                                   section, json_get_text(hit, "text"));
    enum has has[DOCS_TERMS], titled[DOCS_TERMS];

    if (mark_words(w, q, all, strlen(all), has, err) < 0 || mark_words(w, q, section, strlen(section), titled, err) < 0)
        return -1;
    *ret = 0;
    for (size_t i = 0; i < q->n; i++) {
        bool is_rare = q->weights[i] * (double)q->n >= 1;
        *ret += q->weights[i] * (titled[i] == HAS_FORM && is_rare ? TITLED : worth[has[i]]);
    }
    return 0;
}

/* ---- sentences ---- */

struct sentence {
    const char *p;
    size_t n;
    enum has *has;            /* of the question's words */
    bool is_met, is_selected; /* is_met: it holds what is expected */
};

struct selection {
    struct arena *a;
    const struct passage_question *q;
    struct sentence *list;
    size_t n;
    enum has headed[DOCS_TERMS];
    bool covered[DOCS_TERMS], is_met;
};

static int split(struct selection *s, struct stems *w, const char *text, struct err *err)
{
    size_t length = strlen(text), many = 0, bytes;

    for (size_t i = 0; i < length; i += text_sentence(text + i, length - i))
        many++;
    s->list = arena_array(s->a, many, sizeof *s->list);
    for (size_t i = 0; i < length; i += bytes) {
        struct sentence *next = &s->list[s->n];
        bytes = text_sentence(text + i, length - i);
        next->p = str_trim(text + i, bytes, &next->n);
        if (next->n == 0)
            continue;
        next->has = arena_array(s->a, DOCS_TERMS, sizeof *next->has);
        next->is_met = answer_has_kind(s->q->expected.kind, next->p, next->n);
        if (mark_words(w, s->q, next->p, next->n, next->has, err) < 0)
            return -1;
        s->n++;
    }
    return 0;
}

/* What a sentence adds to those that were selected. */
static double gain_of(const struct selection *s, const struct sentence *one)
{
    double gain = 0;

    for (size_t i = 0; i < s->q->n; i++)
        if (one->has[i] && !s->covered[i])
            gain += s->q->weights[i] * worth[one->has[i]] * (s->headed[i] ? HEADED : 1);
    return gain + (gain > 0 && one->is_met && !s->is_met ? NUMBER : 0);
}

/* The one that adds most, of those alone that hold what is needed, where nothing has it yet. */
static struct sentence *pick_next(struct selection *s, double least)
{
    bool is_needed = s->q->expected.is_needed && !s->is_met;
    struct sentence *best = NULL;

    for (size_t i = 0; i < s->n; i++) {
        bool may_be = !s->list[i].is_selected && (s->list[i].is_met || !is_needed);
        double gain = may_be ? gain_of(s, &s->list[i]) : 0;
        if (gain > least) {
            least = gain;
            best = &s->list[i];
        }
    }
    if (!best)
        return NULL;
    best->is_selected = true;
    s->is_met |= best->is_met;
    for (size_t i = 0; i < s->q->n; i++)
        s->covered[i] |= best->has[i] != HAS_NOT;
    return best;
}

static const char *join(struct selection *s)
{
    struct buf b CLEANUP(buf_done) = BUF(TEXT_CODE_BYTES + TEXT_PASSAGE_BYTES + SENTENCES);

    for (size_t i = 0; i < s->n; i++)
        if (s->list[i].is_selected) {
            if (b.n)
                buf_addc(&b, ' ');
            buf_add(&b, s->list[i].p, s->list[i].n);
        }
    return arena_dup(s->a, b.p, b.n);
}

/* Where all the question is in the heading: the section's beginning, as long as it holds what is needed. */
static struct sentence *pick_opening(struct selection *s)
{
    struct sentence *best = NULL;

    for (size_t i = 0; i < s->n; i++)
        if (gain_of(s, &s->list[i]) > 0)
            return NULL;
    for (size_t i = 0; i < s->n && i < OPENING; i++) {
        s->list[i].is_selected = true;
        if (!best && (s->list[i].is_met || !s->q->expected.is_needed))
            best = &s->list[i];
    }
    return best;
}

int passage_sentences(struct arena *a, struct stems *w, const struct passage_question *q, const char *heading,
                      const char *text, const char **ret, const char **ret_quote, struct err *err)
{
    struct selection s = { .a = a, .q = q };
    struct sentence *best;

    if (mark_words(w, q, heading, strlen(heading), s.headed, err) < 0 || split(&s, w, text, err) < 0)
        return -1;
    best = pick_next(&s, 0);
    for (int i = 1; best && i < SENTENCES; i++)
        if (!pick_next(&s, LEAST_GAIN))
            break;
    if (!best)
        best = pick_opening(&s);
    if (!best) {
        *ret = *ret_quote = NULL;
        return 0;
    }
    *ret_quote = arena_dup(a, best->p, str_fit_chars(best->p, best->n, DOCS_QUOTE_CHARS));
    *ret = join(&s);
    return 0;
}
