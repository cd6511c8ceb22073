/* lists.c - all candidates are run: which are right is what is learned. Equal results are looked at once. */
#include "train/reader/lists.h"
#include "base/arena.h"
#include "base/err.h"
#include "read/beam.h"
#include "read/features.h"
#include "train/reader/parallel.h"
#include "train/room.h"
#include <stdio.h>

#define ROWS_MOST 5000 /* of a table: all candidates are run, and larger tables teach nothing that these do not */

struct making {
    struct list_set *lists;
    const struct read_models *models;
    size_t *first; /* item of each database, and the end */
};

static void run_all(struct list *l, struct database *d, const struct item *item)
{
    size_t n = l->reading.n;

    l->trials = arena_array(l->arena, n + 1, sizeof *l->trials);
    l->right = arena_array(l->arena, n + 1, sizeof *l->right);
    for (size_t i = 0; i < n; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct run run;
        database_run(d, a, l->reading.candidates[i].query, &run);
        l->trials[i] = run.trial;
        l->right[i] = item_is_right(item, &run);
        l->any_right |= l->right[i];
    }
}

static uint64_t largest(const struct database *d)
{
    const struct link_schema *s = database_schema(d);
    uint64_t most = 0;

    for (size_t i = 0; i < s->n_tables; i++)
        if (s->tables[i].rows > most)
            most = s->tables[i].rows;
    return most;
}

static void make_list(const struct making *m, size_t number)
{
    const struct item *item = &m->lists->corpus->items[number];
    struct database *d = m->lists->corpus->dbs[item->db].database;
    struct list *l = &m->lists->each[number - m->lists->first];
    struct err err;

    if (!item->is_ranked || !d || largest(d) > ROWS_MOST)
        return;
    l->arena = arena_new();
    l->db = item->db;
    if (link_question(l->arena, database_schema(d), item->text, &l->link, &err)) {
        arena_free(l->arena);
        l->arena = NULL;
        return;
    }
    beam_read(l->arena, m->models, &l->link, &l->reading);
    l->ranking = ranking_new(l->arena, question_new(l->arena, &l->link), &l->reading);
    run_all(l, d, item);
}

/* One thread a database: SQLite's connection is one thread's. */
static void make_lists(void *state, size_t number)
{
    const struct making *m = state;

    for (size_t i = m->first[number]; i < m->first[number + 1]; i++)
        make_list(m, i);
}

void lists_make(const struct corpus *c, size_t first, size_t end, const struct read_models *models, unsigned threads,
                struct list_set *ret)
{
    struct making m = { .lists = ret, .models = models, .first = room_for(end - first + 1, sizeof *m.first) };
    size_t n = 0;

    *ret = (struct list_set){ .corpus = c, .first = first, .n = end - first };
    ret->each = room_for(ret->n, sizeof *ret->each);
    for (size_t i = first; i < end; i++)
        if (i == first || c->items[i].db != c->items[i - 1].db)
            m.first[n++] = i;
    m.first[n] = end;
    parallel(threads, n, make_lists, &m);
    free(m.first);
}

void lists_done(struct list_set *l)
{
    for (size_t i = 0; i < l->n; i++)
        arena_free(l->each[i].arena);
    free(l->each);
    l->n = 0;
}

void lists_report(const struct list_set *l, const char *name)
{
    size_t n = 0, right = 0, first = 0, candidates = 0, bytes = 0;

    for (size_t i = 0; i < l->n; i++) {
        const struct list *list = &l->each[i];
        if (!list->arena)
            continue;
        n++;
        right += list->any_right;
        first += list->reading.n > 0 && list->right[0];
        candidates += list->reading.n;
        bytes += arena_used(list->arena);
    }
    printf("%s: %zu lists, %zu candidates, %zu MB; right %.1f%%, first of the beam %.1f%%\n", name, n, candidates,
           bytes >> 20, 100. * (double)right / (double)n, 100. * (double)first / (double)n);
}
