/* learn.c - Rocchio's feedback: a word counts by how much of the best passages it makes up, and how rare it is.
 *
 * A passage's say is its score's share of all; a word's part in a passage is how often it stands there by how many
 * words there are. Words that a quarter of all passages have tell nothing apart and are not learnt.
 */
#include "search/learn.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "search/rank.h"
#include "search/search.h"
#include "search/stop.h"
#include "store/db/db.h"
#include "store/db/stems.h"
#include <stdlib.h>
#include <string.h>

struct counted {
    const char *stem;
    double weight;
};

struct learning {
    struct rank *rank;
    struct stems *words;
    const char *text; /* being read */
    struct counted *all;
    size_t n, cap, from; /* `from`: where the passage being read begins */
};

static void take_word(void *arg, const struct stem *w)
{
    struct learning *l = arg;

    if (w->n < 3 || w->n > DOCS_TERM_BYTES || stop_always(l->text + w->from, w->to - w->from))
        return;
    if (l->n == l->cap) {
        struct counted *more = arena_array(l->rank->a, l->cap ? l->cap * 2 : 512, sizeof *more);
        if (l->n)
            memcpy(more, l->all, l->n * sizeof *more);
        l->cap = l->cap ? l->cap * 2 : 512;
        l->all = more;
    }
    l->all[l->n++] = (struct counted){ arena_dup(l->rank->a, w->stem, w->n), 1 };
}

static int read_text(void *arg, const struct db_row *row, struct err *err)
{
    struct learning *l = arg;
    size_t n;

    l->text = db_text(row, 0, &n);
    return stems_read(l->words, l->text, n, take_word, l, err);
}

/* The words of one passage, each weighing its part of the passage's say. */
static int read_passage(struct learning *l, size_t at, double say, struct err *err)
{
    l->from = l->n;
    if (db_query(l->rank->db, "SELECT text FROM chunks WHERE id = $1", DB_VALUES(DB_I(l->rank->ids[at])), read_text, l,
                 err) < 0)
        return -1;
    for (size_t i = l->from; i < l->n; i++)
        l->all[i].weight = say / (double)(l->n - l->from);
    return 0;
}

static int by_stem(const void *a, const void *b)
{
    return strcmp(((const struct counted *)a)->stem, ((const struct counted *)b)->stem);
}

static int by_weight(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;

    return x->weight > y->weight ? -1 : x->weight < y->weight ? 1 : strcmp(x->stem, y->stem);
}

/* Each word once, the heaviest first. */
static void merge(struct learning *l)
{
    size_t n = 0;

    if (l->n == 0)
        return;
    qsort(l->all, l->n, sizeof *l->all, by_stem);
    for (size_t i = 0; i < l->n; i++) {
        if (n > 0 && strcmp(l->all[n - 1].stem, l->all[i].stem) == 0)
            l->all[n - 1].weight += l->all[i].weight;
        else
            l->all[n++] = l->all[i];
    }
    l->n = n;
    qsort(l->all, l->n, sizeof *l->all, by_weight);
}

static int by_worth(const void *a, const void *b)
{
    const struct ranked_term *x = a, *y = b;
    double p = x->times * x->idf, q = y->times * y->idf;

    return p > q ? -1 : p < q ? 1 : strcmp(x->stem, y->stem);
}

int learn_terms(struct rank *r, struct stems *w, const size_t *order, size_t n, struct ranked_term **ret, size_t *ret_n,
                struct err *err)
{
    struct learning l = { .rank = r, .words = w };
    struct ranked_term *terms = arena_array(r->a, SEARCH_TRIED, sizeof *terms);
    double scores = 0;
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        scores += r->score[order[i]];
    for (size_t i = 0; i < n; i++)
        if (read_passage(&l, order[i], r->score[order[i]] / scores, err) < 0)
            return -1;
    merge(&l);
    for (size_t i = 0; i < l.n && i < SEARCH_TRIED; i++) {
        struct ranked_term t = { .stem = l.all[i].stem, .times = l.all[i].weight };
        if (rank_look_up(r, &t, err) < 0)
            return -1;
        if (t.n * 4 <= r->n)
            terms[kept++] = t;
    }
    qsort(terms, kept, sizeof *terms, by_worth);
    *ret = terms;
    *ret_n = kept < SEARCH_LEARNT ? kept : SEARCH_LEARNT;
    return 0;
}
