/* rank.c - postings read from the index term by term, and BM25 over them. */
#include "search/rank.h"
#include "base/arena.h"
#include "base/err.h"
#include "search/search.h"
#include "store/db/db.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the user's passages ---- */

struct opening {
    struct rank *rank;
    size_t cap;
    double words;
};

static int take_passage(void *arg, const struct db_row *row, struct err *err)
{
    struct opening *o = arg;
    struct rank *r = o->rank;

    (void)err;
    if (r->n == o->cap) {
        size_t cap = o->cap ? o->cap * 2 : 256;
        int64_t *ids = arena_array(r->a, cap, sizeof *ids);
        float *norms = arena_array(r->a, cap, sizeof *norms);
        if (r->n) {
            memcpy(ids, r->ids, r->n * sizeof *ids);
            memcpy(norms, r->norms, r->n * sizeof *norms);
        }
        r->ids = ids;
        r->norms = norms;
        o->cap = cap;
    }
    r->ids[r->n] = db_int(row, 0);
    r->norms[r->n] = (float)db_int(row, 1);
    o->words += r->norms[r->n];
    r->n++;
    return 0;
}

int rank_open(struct rank *r, struct db *db, struct arena *a, const char *user, const char *chapter,
              const char *section, struct err *err)
{
    struct opening o = { .rank = r };
    double mean;
    int status;

    *r = (struct rank){ .a = a, .db = db };
    if (!chapter && !section)
        status = db_query(db, "SELECT id, words FROM chunks WHERE user_id = $1 ORDER BY id", DB_VALUES(DB_S(user)),
                          take_passage, &o, err);
    else
        status =
            db_query(db,
                     "SELECT id, words FROM chunks WHERE user_id = $1"
                     " AND substr(path, 1, instr(path, '/') - 1) = coalesce($2, substr(path, 1, instr(path, '/') - 1))"
                     " AND substr(path, instr(path, '/') + 1) = coalesce($3, substr(path, instr(path, '/') + 1))"
                     " ORDER BY id",
                     DB_VALUES(DB_S(user), DB_S(chapter), DB_S(section)), take_passage, &o, err);
    if (status < 0)
        return -1;
    mean = r->n && o.words > 0 ? o.words / (double)r->n : 1;
    for (size_t i = 0; i < r->n; i++)
        r->norms[i] = (float)(SEARCH_K1 * (1 - SEARCH_B + SEARCH_B * r->norms[i] / mean));
    r->score = arena_array(a, r->n, sizeof *r->score);
    r->coverage = arena_array(a, r->n, sizeof *r->coverage);
    return 0;
}

/* ---- where words stand ---- */

struct postings_read {
    struct rank *rank;
    struct ranked_term *term;
    size_t cap;
    int64_t id; /* the passage that the last row was of, and whether it is one of the user's */
    bool ours;
};

static int by_id(const void *key, const void *item)
{
    int64_t a = *(const int64_t *)key, b = *(const int64_t *)item;

    return a < b ? -1 : a > b;
}

static void next_passage(struct postings_read *l, int64_t id)
{
    struct rank *r = l->rank;
    struct ranked_term *t = l->term;
    const int64_t *found = bsearch(&id, r->ids, r->n, sizeof *r->ids, by_id);

    l->id = id;
    l->ours = found;
    if (!found)
        return;
    if (t->n == l->cap) {
        struct posting *more = arena_array(r->a, l->cap ? l->cap * 2 : 64, sizeof *more);
        if (t->n)
            memcpy(more, t->postings, t->n * sizeof *more);
        l->cap = l->cap ? l->cap * 2 : 64;
        t->postings = more;
    }
    t->postings[t->n++] = (struct posting){ (uint32_t)(found - r->ids), 0 };
}

/* The index gives a word's places passage by passage. */
static int take_place(void *arg, const struct db_row *row, struct err *err)
{
    struct postings_read *l = arg;
    int64_t id = db_int(row, 0);

    (void)err;
    if (id != l->id)
        next_passage(l, id);
    if (l->ours)
        l->term->postings[l->term->n - 1].times += *db_text(row, 1, NULL) == 'h' ? SEARCH_HEADING : 1;
    return 0;
}

int rank_look_up(struct rank *r, struct ranked_term *t, struct err *err)
{
    struct postings_read l = { .rank = r, .term = t, .id = -1 };
    double n = (double)r->n, with;

    t->n = 0;
    if (r->n > 0 && db_query(r->db, "SELECT doc, col FROM chunk_terms WHERE term = $1", DB_VALUES(DB_S(t->stem)),
                             take_place, &l, err) < 0)
        return -1;
    with = (double)t->n;
    t->idf = log(1 + (n - with + 0.5) / (with + 0.5));
    return 0;
}

/* ---- scores ---- */

void rank_add(struct rank *r, const struct ranked_term *terms, size_t n, double share, double *coverage)
{
    double all = 0;

    for (size_t i = 0; i < n; i++)
        all += terms[i].times * terms[i].idf;
    for (size_t i = 0; i < n && all > 0; i++) {
        const struct ranked_term *t = &terms[i];
        double weight = t->times * t->idf / all;
        for (size_t j = 0; j < t->n; j++) {
            const struct posting *p = &t->postings[j];
            r->score[p->at] += share * weight * p->times / (p->times + r->norms[p->at]);
            if (coverage)
                coverage[p->at] += weight;
        }
    }
}

static int by_score(const void *a, const void *b, void *arg)
{
    const double *score = arg;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;

    if (score[x] > score[y])
        return -1;
    if (score[x] < score[y])
        return 1;
    return x < y ? -1 : x > y;
}

size_t *rank_order(struct rank *r, size_t *ret_n)
{
    size_t *order = arena_array(r->a, r->n, sizeof *order), n = 0;

    for (size_t i = 0; i < r->n; i++)
        if (r->score[i] > 0)
            order[n++] = i;
    qsort_r(order, n, sizeof *order, by_score, r->score);
    *ret_n = n;
    return order;
}
