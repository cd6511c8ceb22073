/* search.c - a question's words, their scores, then the passages themselves. */
#include "search/search.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "search/learn.h"
#include "search/rank.h"
#include "store/db/db.h"
#include "store/db/stems.h"
#include <string.h>

struct searching {
    struct arena *a;
    struct rank rank;
    struct stems *words;
    struct ranked_term *ranked;
    struct search_term *terms;
    size_t n_terms;
    struct search_hit *hits;
    size_t n;
};

/* ---- scores ---- */

static int score_question(struct searching *s, struct err *err)
{
    double all = 0;

    s->ranked = arena_array(s->a, s->n_terms, sizeof *s->ranked);
    for (size_t i = 0; i < s->n_terms; i++) {
        struct ranked_term *t = &s->ranked[i];
        t->stem = s->terms[i].stem;
        t->times = (double)s->terms[i].times;
        if (rank_look_up(&s->rank, t, err) < 0)
            return -1;
        s->terms[i].known = t->n > 0;
        if (s->terms[i].light && !s->terms[i].known)
            t->times = 0;
        all += t->times * t->idf;
    }
    for (size_t i = 0; i < s->n_terms && all > 0; i++)
        s->terms[i].weight = s->ranked[i].times * s->ranked[i].idf / all;
    rank_add(&s->rank, s->ranked, s->n_terms, 1, s->rank.coverage);
    return 0;
}

/* The question's own words make up the rest of the score. */
static int widen(struct searching *s, struct err *err)
{
    struct ranked_term *learnt;
    size_t n, n_learnt, *order = rank_order(&s->rank, &n);

    if (s->rank.n < SEARCH_LEARN_OF || n == 0)
        return 0;
    if (learn_terms(&s->rank, s->words, order, n < SEARCH_LEARN ? n : SEARCH_LEARN, &learnt, &n_learnt, err) < 0)
        return -1;
    for (size_t i = 0; i < s->rank.n; i++)
        s->rank.score[i] *= 1 - SEARCH_WIDEN;
    rank_add(&s->rank, learnt, n_learnt, SEARCH_WIDEN, NULL);
    return 0;
}

/* ---- passages ---- */

static bool is_given(const struct searching *s, const char *document, const char *ref)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->hits[i].id, ref) == 0 && strcmp(s->hits[i].document_id, document) == 0)
            return true;
    return false;
}

static int take_hit(void *arg, const struct db_row *row, struct err *err)
{
    struct searching *s = arg;
    struct search_hit hit = { 0 };
    const char **fields[] = { &hit.id,      &hit.document_id, &hit.title, &hit.chapter,
                              &hit.section, &hit.path,        &hit.url,   &hit.text };

    (void)err;
    if (is_given(s, db_text(row, 1, NULL), db_text(row, 0, NULL)))
        return 0;
    for (int i = 0; i < (int)COUNT_OF(fields); i++) {
        const char *text = db_text(row, i, NULL);
        *fields[i] = text ? arena_str(s->a, text) : NULL;
    }
    s->hits[s->n++] = hit;
    return 0;
}

static int take_hits(struct searching *s, size_t k, struct err *err)
{
    size_t n, *order = rank_order(&s->rank, &n);

    s->hits = arena_array(s->a, k, sizeof *s->hits);
    for (size_t i = 0; i < n && s->n < k; i++) {
        size_t before = s->n;
        if (db_query(s->rank.db,
                     "SELECT c.ref, c.document_id, d.title, c.chapter, c.section, c.path, c.url, c.text FROM chunks c"
                     " JOIN documents d ON d.id = c.document_id WHERE c.id = $1",
                     DB_VALUES(DB_I(s->rank.ids[order[i]])), take_hit, s, err) < 0)
            return -1;
        if (s->n == before)
            continue;
        s->hits[before].score = s->rank.score[order[i]];
        s->hits[before].coverage = s->rank.coverage[order[i]];
    }
    return 0;
}

int search_run(struct db *db, struct arena *a, const struct search_query *q, struct search_result *ret, struct err *err)
{
    struct stems *words CLEANUP(stems_cleanup) = NULL;
    struct searching s = { .a = a };

    if (stems_new(&words, err) < 0)
        return -1;
    s.words = words;
    if (search_terms(words, a, q->text, &s.terms, &s.n_terms, err) < 0 ||
        rank_open(&s.rank, db, a, q->user, q->chapter, q->section, err) < 0 || score_question(&s, err) < 0 ||
        (q->widen && widen(&s, err) < 0) || take_hits(&s, q->k, err) < 0)
        return -1;
    *ret = (struct search_result){ s.hits, s.n, s.terms, s.n_terms };
    return 0;
}
