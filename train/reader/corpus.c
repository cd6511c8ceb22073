/* corpus.c - the files of questions are read first, then each database is loaded with the gold of its questions. */
#include "train/reader/corpus.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "sys/file.h"
#include "train/reader/gold.h"
#include "train/reader/parallel.h"
#include "train/room.h"
#include <stdio.h>
#include <string.h>

#define ITEMS (1u << 16)

/* ---- the file ---- */

struct reading_file {
    struct corpus *corpus;
    const struct corpus_folder *folder;
    size_t first; /* database of this folder */
    size_t lines;
};

static unsigned fold_of(const struct corpus_folder *f, size_t db)
{
    size_t place = db / f->share;

    if (db % f->share != 0)
        return 3;
    if (f->held > 0 && place % f->held == f->held - 1)
        return 2;
    return place & 1;
}

/* The database of a line, by its name; lines of one often stand together. */
static size_t db_of(struct reading_file *r, const char *name, const char *sub)
{
    struct corpus *c = r->corpus;
    size_t place = c->n_dbs - r->first;
    struct corpus_db *db;

    for (size_t i = c->n_dbs; i-- > r->first;)
        if (strcmp(c->dbs[i].name, name) == 0)
            return i;
    db = &c->dbs[c->n_dbs];
    db->name = name;
    db->path = arena_printf(c->arena, "%s/%s/%s", r->folder->path, sub, name);
    db->fold = fold_of(r->folder, place);
    db->is_ranked = r->folder->ranked > 0 && place / r->folder->share / 2 % r->folder->ranked == 0;
    return c->n_dbs++;
}

static void add_item(struct reading_file *r, const struct item *i)
{
    struct corpus *c = r->corpus;

    if (i->text && c->n < ITEMS && c->dbs[i->db].fold < 3)
        c->items[c->n++] = *i;
}

static void add_line(struct reading_file *r, const struct json *line)
{
    struct arena *a = r->corpus->arena;
    const char *db = json_get_text(line, "db"), *table = json_get_text(line, "table");
    const struct json *rows = json_get(line, "rows"), *answer = json_get(line, "answer");
    struct item i = { .number = r->lines++, .line = line, .text = json_get_text(line, "question") };
    const char *reworded = json_get_text(line, "reworded");

    if ((!db && !table) || !i.text)
        return;
    i.db = db_of(r, db ? db : table, db ? "databases" : "tables");
    i.is_ranked = r->corpus->dbs[i.db].is_ranked;
    i.sql = json_get_text(line, "sql");
    i.ordered = json_get_truth(line, "ordered");
    i.has_rows = rows != NULL;
    i.has_answer = answer != NULL;
    if (rows)
        result_of_json(a, rows, &i.rows);
    if (answer)
        result_of_answer(a, answer, &i.answer);
    add_item(r, &i);
    if (!r->folder->reworded || !reworded || strcmp(i.text, reworded) == 0)
        return;
    i.text = reworded;
    i.is_reworded = true;
    add_item(r, &i);
}

static int read_questions(struct reading_file *r, struct err *err)
{
    struct buf file CLEANUP(buf_done) = BUF(1u << 30);
    struct arena *a = r->corpus->arena;

    r->first = r->corpus->n_dbs;
    if (file_read(arena_printf(a, "%s/questions.jsonl", r->folder->path), "the questions", &file, err))
        return -1;
    for (const char *p = file.p, *end; (end = strchr(p, '\n')); p = end + 1) {
        struct json *line;
        if (json_parse(a, p, (size_t)(end - p), &line, err))
            return -1;
        add_line(r, line);
    }
    return 0;
}

static int by_fold(const void *x, const void *y, void *corpus)
{
    const struct corpus *c = corpus;
    const struct item *a = x, *b = y;
    unsigned p = c->dbs[a->db].fold, q = c->dbs[b->db].fold;

    if (p != q)
        return p < q ? -1 : 1;
    if (a->db != b->db)
        return a->db < b->db ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (int)a->is_reworded - (int)b->is_reworded;
}

static void sort_folds(struct corpus *c)
{
    qsort_r(c->items, c->n, sizeof *c->items, by_fold, c);
    for (size_t i = 0; i < c->n; i++)
        for (unsigned f = c->dbs[c->items[i].db].fold + 1; f <= 3; f++)
            c->fold[f] = i + 1;
}

/* ---- databases ---- */

struct loading {
    struct corpus *corpus;
    struct engine *parser;
    size_t *first; /* items of each database that is taken, and the end */
};

static void load_db(void *state, size_t number)
{
    struct loading *l = state;
    struct item *items = l->corpus->items;
    struct corpus_db *db = &l->corpus->dbs[items[l->first[number]].db];
    struct err err;

    db->arena = arena_new();
    if (database_open(db->path, &db->database, &err)) {
        fprintf(stderr, "%s: %s %s\n", db->name, err.message, err.detail);
        return;
    }
    for (size_t i = l->first[number]; i < l->first[number + 1]; i++) {
        const char *text = items[i].text;
        if (!items[i].is_reworded) {
            gold_read(l->parser, db->arena, db->database, &items[i]);
            continue;
        }
        items[i] = items[i - 1];
        items[i].text = text;
        items[i].is_reworded = true;
    }
}

static void load_all(struct corpus *c, struct engine *parser, unsigned threads)
{
    struct loading l = { c, parser, room_for(c->n + 1, sizeof *l.first) };
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (i == 0 || c->items[i].db != c->items[i - 1].db)
            l.first[n++] = i;
    l.first[n] = c->n;
    parallel(threads, n, load_db, &l);
    free(l.first);
}

int corpus_open(const struct corpus_folder *folders, size_t n, struct engine *parser, unsigned threads,
                struct corpus **ret, struct err *err)
{
    struct corpus *c = room_for(1, sizeof *c);
    struct reading_file r = { .corpus = c };

    c->arena = arena_new();
    c->items = room_for(ITEMS, sizeof *c->items);
    c->dbs = room_for(ITEMS, sizeof *c->dbs);
    for (size_t i = 0; i < n; i++) {
        r.folder = &folders[i];
        if (read_questions(&r, err)) {
            corpus_close(c);
            return -1;
        }
    }
    sort_folds(c);
    load_all(c, parser, threads);
    *ret = c;
    return 0;
}

void corpus_close(struct corpus *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n_dbs; i++) {
        database_close(c->dbs[i].database);
        arena_free(c->dbs[i].arena);
    }
    arena_free(c->arena);
    free(c->dbs);
    free(c->items);
    free(c);
}

bool item_is_strictly_right(const struct item *i, const struct run *run)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    if (run->trial.failed)
        return false;
    if (i->has_answer)
        return answers_same(a, &run->result, &i->answer);
    if (i->has_rows)
        return results_same(&run->result, &i->rows, i->ordered);
    return i->has_own && results_same(&run->result, &i->own, i->ordered);
}

bool item_is_right(const struct item *i, const struct run *run)
{
    return item_is_strictly_right(i, run) ||
           (!run->trial.failed && i->has_own && results_same(&run->result, &i->own, i->ordered));
}

/* ---- what there is ---- */

struct reason {
    const char *why;
    size_t n;
};

static int by_count(const void *x, const void *y)
{
    const struct reason *a = x, *b = y;

    return a->n != b->n ? (a->n < b->n ? 1 : -1) : strcmp(a->why, b->why);
}

static void print_reasons(struct reason *reasons, size_t n)
{
    qsort(reasons, n, sizeof *reasons, by_count);
    for (size_t i = 0; i < n && i < 12; i++)
        printf("  %5zu %s\n", reasons[i].n, reasons[i].why);
}

void corpus_report(const struct corpus *c)
{
    struct reason *reasons = room_for(c->n + 1, sizeof *reasons);
    size_t queries = 0, plans = 0, same = 0, n = 0, k;

    for (size_t i = 0; i < c->n; i++) {
        const struct item *item = &c->items[i];
        queries += item->gold != NULL;
        plans += item->has_plan;
        same += item->has_own && item->has_rows && results_same(&item->own, &item->rows, item->ordered);
        if (item->has_plan || !item->why)
            continue;
        for (k = 0; k < n && strcmp(reasons[k].why, item->why) != 0;)
            k++;
        reasons[k].why = item->why;
        reasons[k].n++;
        n += k == n;
    }
    printf("%zu questions: %zu with a query, %zu of them with a plan; gold rows are our own of %zu\n", c->n, queries,
           plans, same);
    print_reasons(reasons, n);
    free(reasons);
}
