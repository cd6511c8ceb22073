/* corpus.c - questions.jsonl is read first, then each database is loaded with the gold of its questions. */
#include "train/reader/corpus.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "query/from_sql/from_sql.h"
#include "sys/file.h"
#include "train/reader/parallel.h"
#include "train/room.h"
#include "train/tables.h"
#include <stdio.h>
#include <string.h>

#define ITEMS (1u << 16)

/* ---- the file ---- */

static size_t db_of(struct corpus *c, const char *name)
{
    for (size_t i = c->n_dbs; i-- > 0;)
        if (strcmp(c->dbs[i].name, name) == 0)
            return i;
    c->dbs[c->n_dbs].name = name;
    return c->n_dbs++;
}

static void add_line(struct corpus *c, const struct json *line, size_t number, bool reworded)
{
    const char *texts[] = { json_get_text(line, "question"), json_get_text(line, "reworded") };
    const char *db = json_get_text(line, "db"), *sql = json_get_text(line, "sql");
    struct result answer;

    if (!db || !sql || !texts[0])
        return;
    result_of_json(c->arena, json_get(line, "rows"), &answer);
    for (size_t i = 0; i < (reworded ? 2 : 1); i++)
        if (texts[i] && (i == 0 || strcmp(texts[0], texts[1]) != 0) && c->n < ITEMS)
            c->items[c->n++] = (struct item){ .db = db_of(c, db),
                                              .line = number,
                                              .text = texts[i],
                                              .is_reworded = i == 1,
                                              .sql = sql,
                                              .answer = answer,
                                              .ordered = json_get_truth(line, "ordered") };
}

static int read_questions(struct corpus *c, const char *folder, bool reworded, struct err *err)
{
    struct buf file CLEANUP(buf_done) = BUF(1u << 30);
    size_t number = 0;

    if (file_read(arena_printf(c->arena, "%s/questions.jsonl", folder), "the questions", &file, err))
        return -1;
    for (const char *p = file.p, *end; (end = strchr(p, '\n')); p = end + 1, number++) {
        struct json *line;
        if (json_parse(c->arena, p, (size_t)(end - p), &line, err))
            return -1;
        add_line(c, line, number, reworded);
    }
    return 0;
}

/* ---- folds ---- */

static unsigned fold_of(const struct corpus_options *o, size_t db)
{
    size_t place = db / o->share;

    if (db % o->share != 0)
        return 3;
    if (o->held > 0 && place % o->held == o->held - 1)
        return 2;
    return place & 1;
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
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (int)a->is_reworded - (int)b->is_reworded;
}

static void sort_folds(struct corpus *c, const struct corpus_options *o)
{
    for (size_t i = 0; i < c->n_dbs; i++)
        c->dbs[i].fold = fold_of(o, i);
    qsort_r(c->items, c->n, sizeof *c->items, by_fold, c);
    while (c->n > 0 && c->dbs[c->items[c->n - 1].db].fold == 3)
        c->n--;
    for (size_t i = 0; i < c->n; i++)
        for (unsigned f = c->dbs[c->items[i].db].fold + 1; f <= 3; f++)
            c->fold[f] = i + 1;
}

/* ---- gold ---- */

struct loading {
    struct corpus *corpus;
    const char *folder;
    struct engine *parser;
};

/* Names in double quotes, not in backticks. */
static char *standard_sql(struct arena *a, const char *sql)
{
    char *copy = arena_str(a, sql);
    bool in_text = false;

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            in_text = !in_text;
        else if (*p == '`' && !in_text)
            *p = '"';
    return copy;
}

static void read_gold(struct loading *l, struct arena *a, struct database *d, struct item *i)
{
    struct from_sql in = { 0 };
    struct json *tree;
    struct run run;
    struct err err;

    in.tables = database_tables(d, &in.n_tables);
    if (tables_sql_tree(l->parser, a, standard_sql(a, i->sql), &tree, &err) ||
        (in.tree = tree, query_from_sql(a, &in, &i->gold, &err))) {
        i->gold = NULL;
        i->why = arena_str(a, err.message);
        return;
    }
    i->has_plan = plan_of_query(a, database_schema(d), i->gold, &i->plan, &i->why);
    database_run(d, a, i->gold, &run);
    i->has_own = !run.trial.failed;
    i->own = run.result;
}

static void load_db(void *state, size_t number)
{
    struct loading *l = state;
    struct corpus *c = l->corpus;
    struct corpus_db *db = &c->dbs[number];
    struct arena *names CLEANUP(arena_cleanup) = arena_new();
    const char *path = arena_printf(names, "%s/databases/%s", l->folder, db->name);
    const struct item *before = NULL;
    struct err err;

    if (db->fold == 3)
        return;
    db->arena = arena_new();
    if (database_open(path, &db->database, &err)) {
        fprintf(stderr, "%s: %s %s\n", db->name, err.message, err.detail);
        return;
    }
    for (size_t i = 0; i < c->n; i++) {
        struct item *item = &c->items[i];
        if (item->db != number)
            continue;
        if (before && before->line == item->line) {
            const char *text = item->text;
            *item = *before;
            item->text = text;
            item->is_reworded = true;
        } else
            read_gold(l, db->arena, db->database, item);
        before = item;
    }
}

int corpus_open(const char *folder, const struct corpus_options *o, struct engine *parser, struct corpus **ret,
                struct err *err)
{
    struct corpus *c = room_for(1, sizeof *c);
    struct loading loading = { c, folder, parser };

    c->arena = arena_new();
    c->items = room_for(ITEMS, sizeof *c->items);
    c->dbs = room_for(ITEMS, sizeof *c->dbs);
    if (read_questions(c, folder, o->reworded, err)) {
        corpus_close(c);
        return -1;
    }
    sort_folds(c, o);
    parallel(o->threads, c->n_dbs, load_db, &loading);
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

bool item_is_right(const struct item *i, const struct run *run)
{
    return !run->trial.failed && (results_same(&run->result, &i->answer, i->ordered) ||
                                  (i->has_own && results_same(&run->result, &i->own, i->ordered)));
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
    struct reason *reasons = room_for(c->n, sizeof *reasons);
    size_t queries = 0, plans = 0, same = 0, n = 0, k;

    for (size_t i = 0; i < c->n; i++) {
        const struct item *item = &c->items[i];
        queries += item->gold != NULL;
        plans += item->has_plan;
        same += item->has_own && results_same(&item->own, &item->answer, item->ordered);
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
