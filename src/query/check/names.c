/* names.c - tables, steps, relations and columns that are named: whether they are there, and what else may be meant. */
#include "base/arena.h"
#include "base/str.h"
#include "query/check/part.h"

#define NEAREST_NAMES 2000 /* that a name is compared with, for the nearest: a wide table, or a few joined */

/* ---- the nearest name ---- */

struct names {
    const char **list;
    size_t n;
};

static struct names new_names(struct checking *c)
{
    return (struct names){ .list = arena_array(c->a, NEAREST_NAMES, sizeof(char *)) };
}

static void add_name(struct names *names, const char *name)
{
    if (names->n < NEAREST_NAMES)
        names->list[names->n++] = name;
}

/* "Did you mean 'revenue'?"; NULL where no name is near. */
static const char *did_you_mean(struct checking *c, const char *name, const struct names *names)
{
    const char *near = str_nearest(name, names->list, names->n);

    return near ? arena_printf(c->a, "Did you mean '%s'?", near) : NULL;
}

/* ---- relations ---- */

const struct step *check_step(const struct checking *c, const char *name, size_t before)
{
    for (size_t i = before; i-- > 0;) {
        const char *own = c->request->steps[i].name;
        if (str_ieq(own ? own : arena_printf(c->a, "step_%zu", i + 1), name))
            return &c->request->steps[i];
    }
    return NULL;
}

static bool check_table(struct checking *c, const char *name, const struct place *at)
{
    struct names names;

    if (typing_table(&c->typing, name))
        return true;
    names = new_names(c);
    for (size_t i = 0; i < c->in->n_tables; i++)
        add_name(&names, c->in->tables[i].name);
    check_error(c, ERR_MISSING_COLUMN, "name", at, did_you_mean(c, name, &names), "There is no table '%s'.",
                check_shown(c, name));
    return false;
}

static bool check_step_name(struct checking *c, const char *name, size_t before, const struct place *at)
{
    const struct step *step = check_step(c, name, before);

    if (!step)
        check_error(c, ERR_INVALID_QUERY, "name", at, NULL, "There is no earlier step '%s'.", check_shown(c, name));
    else if (!step->query)
        check_error(c, ERR_INVALID_QUERY, "shape", at, NULL, "What the operation of '%s' gives cannot be asked of.",
                    check_shown(c, name));
    return step && step->query;
}

/* No two relations that could be meant have one name. */
static bool check_own_name(struct checking *c, const struct context *outer, const struct query *q, size_t i,
                           const struct place *at)
{
    const struct relation *r = &q->from[i];
    bool taken = false;

    for (size_t k = 0; k < i; k++)
        taken |= str_ieq(q->from[k].name, r->name);
    for (; outer && !taken; outer = outer->outer)
        taken = query_relation(outer->block->query, r->name) != NULL;
    if (taken)
        check_error(c, ERR_INVALID_QUERY, "name", at, "Give one of them another name.",
                    "Two tables are called '%s' here.", check_shown(c, r->name));
    return !taken;
}

bool check_relation_name(struct checking *c, const struct context *outer, const struct query *q, size_t i,
                         size_t before, const struct place *at)
{
    const struct relation *r = &q->from[i];
    const struct place tables = { at, r->kind == RELATION_TABLE ? "table" : "union", 0 };
    const struct place step = { at, "step", 0 };
    bool good = check_own_name(c, outer, q, i, at);

    if (r->kind == RELATION_STEP)
        return check_step_name(c, r->step ? r->step : "", before, &step) && good;
    for (size_t k = 0; k < r->n_tables; k++) {
        const struct place one = { &tables, NULL, k };
        good = check_table(c, r->tables[k], r->kind == RELATION_TABLE ? &tables : &one) && good;
    }
    return good;
}

/* ---- columns ---- */

static struct typed_relation *find_relation(const struct context *x, const char *name, const struct context **ret_of)
{
    for (; x; x = x->outer)
        for (size_t i = 0; i < x->block->n_from && i < x->n_from; i++)
            if (str_ieq(x->block->from[i].name, name)) {
                *ret_of = x;
                return &x->block->from[i];
            }
    return NULL;
}

static bool has_column(const struct typed_column *columns, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_ieq(columns[i].name, name))
            return true;
    return false;
}

/* The relation a column can be of, where it is of another one than it says. */
static const char *other_relation(const struct context *x, const char *name)
{
    for (; x; x = x->outer)
        for (size_t i = 0; i < x->block->n_from && i < x->n_from; i++)
            if (has_column(x->block->from[i].columns, x->block->from[i].n, name))
                return x->block->from[i].name;
    return NULL;
}

static bool no_column(struct checking *c, const struct context *x, const char *name, const struct typed_column *columns,
                      size_t n, const struct place *at)
{
    const char *other = other_relation(x, name), *fix;
    struct names names = new_names(c);

    for (size_t i = 0; i < n; i++)
        add_name(&names, columns[i].name);
    fix = other ? arena_printf(c->a, "It is a column of '%s'.", check_shown(c, other)) : did_you_mean(c, name, &names);
    check_error(c, ERR_MISSING_COLUMN, "name", at, fix, "There is no column '%s'.", check_shown(c, name));
    return false;
}

static bool no_relation(struct checking *c, const struct context *x, const char *name, const struct place *at)
{
    struct names names = new_names(c);

    for (; x; x = x->outer)
        for (size_t i = 0; i < x->block->n_from && i < x->n_from; i++)
            add_name(&names, x->block->from[i].name);
    check_error(c, ERR_MISSING_COLUMN, "name", at, did_you_mean(c, name, &names), "There is no table '%s' here.",
                check_shown(c, name));
    return false;
}

/* Of rows that became groups, a column has no one value. */
static bool check_grouped(struct checking *c, const struct context *of, const struct expr *e, const char *name,
                          const struct place *at)
{
    if (!of->grouped || check_is_group(of, e))
        return true;
    check_error(c, ERR_INVALID_QUERY, "shape", at, "Group by it too, or take its first, lowest or highest value.",
                "'%s' has several values in a group.", check_shown(c, name));
    return false;
}

bool check_column(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    const struct expr_column *column = &e->column;
    const struct context *of = NULL;
    struct typed_relation *r;

    if (!column->of) {
        const struct block *b = x->block;
        return (b->query->kind != QUERY_BLOCK && has_column(b->columns, b->n, column->name)) ||
               no_column(c, x, column->name, b->columns, b->n, at);
    }
    r = find_relation(x, column->of, &of);
    if (!r)
        return no_relation(c, x, column->of, at);
    return has_column(r->columns, r->n, column->name) ? check_grouped(c, of, e, column->name, at)
                                                      : no_column(c, x, column->name, r->columns, r->n, at);
}

bool check_place_of(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    const struct context *of = NULL;

    if (!find_relation(x, e->place_of, &of))
        return no_relation(c, x, e->place_of, at);
    return check_grouped(c, of, e, "place", at);
}
