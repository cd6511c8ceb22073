/* slots.c - gold plans become labels.
 *
 * Of databases with many columns only some are learned from: those that are wanted, and as many others as a small
 * database has, chosen by their features' hash. Conditions that are not meant are many and alike: of those, too, a
 * share is taken, and counts for more. */
#include "train/reader/slots.h"
#include "base/arena.h"
#include "base/err.h"
#include "read/beam.h"
#include "read/features.h"
#include "read/models.h"
#include "train/random.h"
#include "train/reader/model_fit.h"
#include "train/reader/parallel.h"
#include "train/reader/parts.h"
#include "train/room.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS_ENOUGH 40    /* of a question, besides those that are wanted */
#define CONDITIONS_ENOUGH 40 /* likewise */
#define SKETCH_LEAST 2       /* questions with a whole sketch */

/* ---- labels ---- */

struct wanted {
    bool *role[ROLES], *table;
};

static void want(const struct link_schema *s, bool *list, size_t column)
{
    if (column < s->n_columns)
        list[column] = true;
}

static void want_of(struct arena *a, const struct link_schema *s, const struct plan *p, struct wanted *ret)
{
    for (unsigned r = 0; r < ROLES; r++)
        ret->role[r] = arena_array(a, s->n_columns + 1, sizeof **ret->role);
    ret->table = arena_array(a, s->n_tables + 1, sizeof *ret->table);
    for (size_t i = 0; i < p->n_outputs; i++)
        want(s, ret->role[p->outputs[i].figure == FIGURE_NONE ? ROLE_SHOWN : ROLE_FIGURE], p->outputs[i].column);
    for (size_t i = 0; i < p->n_groups; i++)
        want(s, ret->role[ROLE_GROUP], p->groups[i]);
    if (p->has_having)
        want(s, ret->role[ROLE_FIGURE], p->having.term.column);
    if (p->ordered)
        want(s, ret->role[ROLE_ORDER], p->order.column);
    if (p->nest.kind == NEST_THAN)
        want(s, ret->role[ROLE_ORDER], p->nest.column);
    for (size_t i = 0; i < p->n_conditions; i++)
        want(s, ret->role[ROLE_WHERE], p->conditions[i].column);
    for (size_t i = 0; i < p->nest.n_conditions; i++)
        want(s, ret->role[ROLE_WHERE], p->nest.conditions[i].column);
    for (size_t i = 0; i < s->n_tables && i < PLAN_TABLES; i++)
        ret->table[i] = (p->tables | p->nest.tables) >> i & 1;
}

static bool texts_same(const char *x, const char *y)
{
    struct cell a = cell_of_text(x), b = cell_of_text(y);

    if (!x || !y)
        return x == y;
    return cells_same(&a, &b) || strcasecmp(x, y) == 0;
}

static bool conditions_same(const struct plan_condition *x, const struct plan_condition *y)
{
    if (x->is_column || y->is_column)
        return x->is_column && y->is_column && x->column == y->column && x->op == y->op && x->other == y->other;
    return x->column == y->column && x->op == y->op && texts_same(x->value, y->value) && texts_same(x->until, y->until);
}

/* Which of the plan's conditions it is, as a bit, the outer ones first; 0: none. */
static unsigned wanted_as(const struct plan *p, const struct plan_condition *c)
{
    for (size_t i = 0; i < p->n_conditions; i++)
        if (conditions_same(&p->conditions[i], c))
            return 1u << i;
    for (size_t i = 0; i < p->nest.n_conditions; i++)
        if (conditions_same(&p->nest.conditions[i], c))
            return 1u << (PLAN_CONDITIONS + i);
    return 0;
}

/* ---- features of an item ---- */

struct item_examples {
    struct examples sketches, columns, tables, conditions;
    struct sketch sketch;
    unsigned char *column_roles; /* bits */
    bool *table, *condition;
    float *importance;
    size_t wanted, found; /* conditions of the gold plan, and those of them that were proposed */
};

struct making {
    const struct corpus *corpus;
    size_t first;                       /* item */
    const struct linear_weights *where; /* NULL: no conditions are made */
    struct item_examples *each;
};

static const struct link_schema *schema_of(const struct corpus *c, const struct item *i)
{
    return database_schema(c->dbs[i->db].database);
}

static struct question *question_of(struct arena *a, const struct corpus *c, const struct item *i, struct link *l)
{
    struct err err;

    if (!i->has_plan || link_question(a, schema_of(c, i), i->text, l, &err))
        return NULL;
    return question_new(a, l);
}

/* About `enough` of n, the same each time. */
static bool is_taken(size_t item, size_t i, size_t n, size_t enough)
{
    uint64_t state = item * 1000003 + i;

    return n <= enough || random_below(&state, n) < enough;
}

static void make_columns(struct item_examples *e, const struct question *q, const struct link_schema *s, size_t item,
                         const struct wanted *w, struct features *f)
{
    e->column_roles = room_for(s->n_columns, 1);
    for (size_t i = 0; i < s->n_columns; i++) {
        unsigned char roles = 0;
        for (unsigned r = 0; r < ROLES; r++)
            roles |= (unsigned char)(w->role[r][i] << r);
        if (!roles && !is_taken(item, i, s->n_columns, COLUMNS_ENOUGH))
            continue;
        f->n = 0;
        column_features(q, i, f);
        e->column_roles[e->columns.n] = roles;
        examples_add(&e->columns, f);
    }
}

static void make_parts(void *state, size_t number)
{
    struct making *m = state;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct item *i = &m->corpus->items[m->first + number];
    struct item_examples *e = &m->each[number];
    uint32_t ids[READ_FEATURES];
    struct features f = { .id = ids, .room = READ_FEATURES };
    struct link l;
    struct question *q = question_of(a, m->corpus, i, &l);
    struct wanted w;

    if (!q || !sketch_of(&i->plan, &e->sketch))
        return;
    want_of(a, l.schema, &i->plan, &w);
    sketch_features(q, &f);
    examples_add(&e->sketches, &f);
    make_columns(e, q, l.schema, number, &w, &f);
    e->table = room_for(l.schema->n_tables, sizeof *e->table);
    for (size_t t = 0; t < l.schema->n_tables; t++) {
        f.n = 0;
        table_features(q, t, &f);
        e->table[t] = w.table[t];
        examples_add(&e->tables, &f);
    }
}

/* ---- all items ---- */

static void gather(struct slot_examples *ret, const struct item_examples *each, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ret->first_sketch[i] = ret->sketches.n;
        ret->first_column[i] = ret->columns.n;
        ret->first_table[i] = ret->tables.n;
        examples_add_all(&ret->sketches, &each[i].sketches);
        examples_add_all(&ret->columns, &each[i].columns);
        examples_add_all(&ret->tables, &each[i].tables);
    }
    ret->first_sketch[n] = ret->sketches.n;
    ret->first_column[n] = ret->columns.n;
    ret->first_table[n] = ret->tables.n;
}

/* The database of each row, from where the rows of each item begin. */
static uint32_t *dbs_of(const struct corpus *c, const uint64_t *first, size_t n)
{
    uint32_t *ret = room_for(first[n], sizeof *ret);

    for (size_t i = 0; i < n; i++)
        for (uint64_t k = first[i]; k < first[i + 1]; k++)
            ret[k] = (uint32_t)c->items[i].db;
    return ret;
}

static void gather_labels(struct slot_examples *ret, const struct item_examples *each, size_t n)
{
    ret->sketch = room_for(ret->sketches.n, sizeof *ret->sketch);
    ret->table = room_for(ret->tables.n, sizeof *ret->table);
    for (unsigned r = 0; r < ROLES; r++)
        ret->roles[r] = room_for(ret->columns.n, sizeof *ret->roles[r]);
    for (size_t i = 0; i < n; i++) {
        if (each[i].sketches.n > 0)
            ret->sketch[ret->first_sketch[i]] = each[i].sketch;
        for (size_t k = 0; k < each[i].columns.n; k++)
            for (unsigned r = 0; r < ROLES; r++)
                ret->roles[r][ret->first_column[i] + k] = each[i].column_roles[k] >> r & 1;
        if (each[i].tables.n > 0)
            memcpy(ret->table + ret->first_table[i], each[i].table, each[i].tables.n * sizeof *ret->table);
    }
}

static void item_examples_done(struct item_examples *each, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        examples_done(&each[i].sketches);
        examples_done(&each[i].columns);
        examples_done(&each[i].tables);
        examples_done(&each[i].conditions);
        free(each[i].column_roles);
        free(each[i].table);
        free(each[i].condition);
        free(each[i].importance);
    }
    free(each);
}

void slot_examples_make(const struct corpus *c, unsigned threads, struct slot_examples *ret)
{
    size_t n = c->fold[2]; /* what is held out is not learned from */
    struct making m = { .corpus = c, .each = room_for(n, sizeof *m.each) };

    *ret = (struct slot_examples){ 0 };
    ret->first_sketch = room_for(n + 1, sizeof *ret->first_sketch);
    ret->first_column = room_for(n + 1, sizeof *ret->first_column);
    ret->first_table = room_for(n + 1, sizeof *ret->first_table);
    parallel(threads, n, make_parts, &m);
    gather(ret, m.each, n);
    gather_labels(ret, m.each, n);
    ret->sketch_db = dbs_of(c, ret->first_sketch, n);
    ret->column_db = dbs_of(c, ret->first_column, n);
    ret->table_db = dbs_of(c, ret->first_table, n);
    item_examples_done(m.each, n);
}

void slot_examples_done(struct slot_examples *e)
{
    examples_done(&e->sketches);
    examples_done(&e->columns);
    examples_done(&e->tables);
    free(e->first_sketch);
    free(e->first_column);
    free(e->first_table);
    free(e->sketch_db);
    free(e->column_db);
    free(e->table_db);
    free(e->sketch);
    free(e->table);
    for (unsigned r = 0; r < ROLES; r++)
        free(e->roles[r]);
}

/* ---- all models ---- */

#define JOBS (SKETCH_PARTS + ROLES + 1)

static void of_rows(struct model_job *j, const struct examples *all, const uint32_t *dbs, size_t first, size_t end)
{
    j->dbs = dbs + first;
    j->rows = examples_rows(all, first, end);
    j->all = all;
    j->first = first;
    j->end = end;
}

static void list_jobs(const struct slot_examples *e, size_t first, size_t end, char (*names)[BUNDLE_NAME_BYTES],
                      struct model_job *jobs)
{
    uint64_t sketch = e->first_sketch[first], column = e->first_column[first], table = e->first_table[first];
    size_t n = 0;

    for (unsigned p = 0; p < SKETCH_PARTS; p++, n++) {
        snprintf(names[n], BUNDLE_NAME_BYTES, "sketch.%s", sketch_part_names[p]);
        jobs[n] = (struct model_job){ .name = names[n], .part = p, .sketches = e->sketch + sketch };
        of_rows(&jobs[n], &e->sketches, e->sketch_db, sketch, e->first_sketch[end]);
    }
    for (unsigned r = 0; r < ROLES; r++, n++) {
        snprintf(names[n], BUNDLE_NAME_BYTES, "role.%s", read_role_names[r]);
        jobs[n] = (struct model_job){ .name = names[n], .is_yes = e->roles[r] + column };
        of_rows(&jobs[n], &e->columns, e->column_db, column, e->first_column[end]);
    }
    jobs[n] = (struct model_job){ .name = "table", .is_yes = e->table + table };
    of_rows(&jobs[n], &e->tables, e->table_db, table, e->first_table[end]);
}

/* ---- whole sketches ---- */

static int by_class(const void *x, const void *y)
{
    const struct sketch_prior *a = x, *b = y;

    return memcmp(a->class, b->class, sizeof a->class);
}

/* How often whole sketches are seen, of those whose parts all have a class. jobs: of the parts. */
static void write_priors(const struct model_job *jobs, struct parts *ret)
{
    size_t n = jobs[0].rows.n, all = 0, k;
    struct sketch_prior *seen = room_for(n, sizeof *seen);
    struct buf *b = parts_add(ret, "sketch.prior");

    for (size_t i = 0; i < n; i++) {
        bool is_class = true;
        for (unsigned p = 0; p < SKETCH_PARTS; p++) {
            size_t class = class_of(&jobs[p].classes, jobs[0].sketches[i].part[p]);
            is_class &= class < jobs[p].classes.n;
            seen[all].class[p] = (uint8_t) class;
        }
        all += is_class;
    }
    qsort(seen, all, sizeof *seen, by_class);
    for (size_t i = 0; i < all; i += k) {
        for (k = 1; i + k < all && by_class(&seen[i], &seen[i + k]) == 0;)
            k++;
        seen[i].log = (float)log((double)k / (double)n);
        if (k >= SKETCH_LEAST)
            buf_add(b, &seen[i], sizeof seen[i]);
    }
    free(seen);
}

/* ---- conditions ---- */

static void make_conditions(void *state, size_t number)
{
    struct making *m = state;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct item *item = &m->corpus->items[m->first + number];
    struct item_examples *e = &m->each[number];
    struct read_condition *list = arena_array(a, READ_PROPOSED, sizeof *list);
    uint32_t ids[READ_FEATURES];
    struct features f = { .id = ids, .room = READ_FEATURES };
    struct link l;
    struct question *q = question_of(a, m->corpus, item, &l);
    unsigned seen = 0;
    double *where;
    size_t n;

    if (!q)
        return;
    where = arena_array(a, l.schema->n_columns + 1, sizeof *where);
    for (size_t i = 0; i < l.schema->n_columns; i++) {
        f.n = 0;
        column_features(q, i, &f);
        linear_weights_scores(m->where, ids, f.n, &where[i]);
    }
    n = conditions_propose(a, q, where, list, READ_PROPOSED);
    e->condition = room_for(n, sizeof *e->condition);
    e->importance = room_for(n, sizeof *e->importance);
    e->wanted = item->plan.n_conditions + item->plan.nest.n_conditions;
    for (size_t i = 0; i < n; i++) {
        unsigned as = wanted_as(&item->plan, &list[i].condition);
        bool yes = as != 0;
        e->found += yes && !(seen & as);
        seen |= as;
        if (!yes && !is_taken(m->first + number, i, n, CONDITIONS_ENOUGH))
            continue;
        f.n = 0;
        condition_features(q, &list[i], &f);
        e->condition[e->conditions.n] = yes;
        e->importance[e->conditions.n] = !yes && n > CONDITIONS_ENOUGH ? (float)n / CONDITIONS_ENOUGH : 1;
        examples_add(&e->conditions, &f);
    }
}

static int learn_conditions(const struct corpus *c, const struct linear_weights *where, size_t first, size_t end,
                            unsigned threads, struct parts *ret, struct err *err)
{
    struct making m = { .corpus = c, .first = first, .where = where };
    struct model_job j = { .name = "condition" };
    struct examples all = { 0 };
    size_t n = end - first, wanted = 0, found = 0;
    uint32_t *dbs;
    bool *yes;
    float *importance;
    int rc;

    m.each = room_for(n, sizeof *m.each);
    parallel(threads, n, make_conditions, &m);
    for (size_t i = 0; i < n; i++)
        examples_add_all(&all, &m.each[i].conditions);
    yes = room_for(all.n, sizeof *yes);
    importance = room_for(all.n, sizeof *importance);
    dbs = room_for(all.n, sizeof *dbs);
    for (size_t i = 0, at = 0; i < n; at += m.each[i++].conditions.n) {
        wanted += m.each[i].wanted;
        found += m.each[i].found;
        for (size_t k = 0; k < m.each[i].conditions.n; k++) {
            yes[at + k] = m.each[i].condition[k];
            importance[at + k] = m.each[i].importance[k];
            dbs[at + k] = (uint32_t)c->items[first + i].db;
        }
    }
    item_examples_done(m.each, n);
    j.is_yes = yes;
    j.importance = importance;
    j.dbs = dbs;
    j.rows = examples_rows(&all, 0, all.n);
    model_fit(&j, 0);
    printf("  %-14s %8zu rows, loss %.4f; %zu of %zu conditions are proposed\n", j.name, all.n, j.loss, found, wanted);
    rc = model_write(&j, ret, err);
    linear_weights_done(&j.weights);
    examples_done(&all);
    free(yes);
    free(importance);
    free(dbs);
    return rc;
}

int slots_learn(const struct corpus *c, const struct slot_examples *e, size_t first, size_t end, unsigned threads,
                struct parts *ret, struct err *err)
{
    char names[JOBS][BUNDLE_NAME_BYTES];
    struct model_job *jobs = room_for(JOBS, sizeof *jobs);
    int rc = 0;

    list_jobs(e, first, end, names, jobs);
    parallel(threads, JOBS, model_fit, jobs);
    for (size_t i = 0; i < JOBS && rc == 0; i++) {
        printf("  %-14s %8zu rows, loss %.4f, on others %.4f, %zu classes\n", jobs[i].name, jobs[i].rows.n,
               jobs[i].loss, jobs[i].loss_others, jobs[i].sketches ? jobs[i].classes.n : 1);
        rc = model_write(&jobs[i], ret, err);
    }
    if (rc == 0)
        write_priors(jobs, ret);
    if (rc == 0)
        rc = learn_conditions(c, &jobs[SKETCH_PARTS + ROLE_WHERE].weights, first, end, threads, ret, err);
    for (size_t i = 0; i < JOBS; i++)
        linear_weights_done(&jobs[i].weights);
    free(jobs);
    return rc;
}
