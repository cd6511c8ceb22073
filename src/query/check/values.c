/* values.c - comparisons with texts that a column does not have. Of a column with few different values all are known
 * (grid/table.h); a text that is none of them was mostly meant to be one. */
#include "base/arena.h"
#include "base/str.h"
#include "query/check/part.h"
#include <string.h>

#define VALUES_NAMED 6   /* of a column that has no more than that: all are told */
#define VALUES_SLIP 4    /* bytes of a text that can be a slip of the finger: of a code each letter counts */
#define VALUES_NEAR 2000 /* that a text is compared with, for the nearest: those of ten tables */

struct values {
    const char **list;
    size_t n;
};

static bool add_values(struct values *v, const struct column *c)
{
    if (c->type != COLUMN_TEXT || !c->values || v->n + c->n_values > VALUES_NEAR)
        return false;
    for (size_t i = 0; i < c->n_values; i++)
        v->list[v->n++] = c->values[i];
    return true;
}

/* A union's: those of each of its tables. */
static bool add_merged(struct checking *c, struct values *v, const struct typed_column *column)
{
    for (size_t i = 0; i < column->merged->n_tables; i++) {
        const struct table *t = typing_table(&c->typing, column->merged->tables[i]);
        for (size_t k = 0; t && k < t->n_columns; k++)
            if (str_ieq(t->columns[k].name, column->table->columns[column->column].name) &&
                !add_values(v, &t->columns[k]))
                return false;
    }
    return v->n > 0;
}

/* All values of the column; false where they are not known. */
static bool values_of(struct checking *c, struct block *b, const struct expr *e, struct values *ret)
{
    struct typed_relation *of;
    const struct typed_column *column = e->kind == EXPR_COLUMN ? block_find(&c->typing, b, &e->column, &of) : NULL;

    if (!column || !column->table)
        return false;
    *ret = (struct values){ .list = arena_array(c->a, VALUES_NEAR, sizeof(char *)) };
    return column->merged ? add_merged(c, ret, column) : add_values(ret, &column->table->columns[column->column]);
}

static bool has_value(const struct values *v, const char *text, bool folds)
{
    for (size_t i = 0; i < v->n; i++)
        if (folds ? str_same(v->list[i], text) : strcmp(v->list[i], text) == 0)
            return true;
    return false;
}

static const char *nearest(const struct values *v, const char *text)
{
    for (size_t i = 0; i < v->n; i++)
        if (str_same(v->list[i], text))
            return v->list[i];
    return strlen(text) < VALUES_SLIP ? NULL : str_nearest(text, v->list, v->n);
}

/* The nearest value, or all where there are few. */
static const char *fix_of(struct checking *c, const struct values *v, const char *text)
{
    const char *near = nearest(v, text), *all = "It has ";

    if (near)
        return arena_printf(c->a, "Did you mean \"%s\"?", check_shown(c, near));
    if (v->n == 0 || v->n > VALUES_NAMED)
        return NULL;
    for (size_t i = 0; i < v->n; i++)
        all = arena_printf(c->a, "%s%s\"%s\"", all,
                           i == 0          ? ""
                           : i + 1 == v->n ? " and "
                                           : ", ",
                           check_shown(c, v->list[i]));
    return arena_printf(c->a, "%s.", all);
}

static void check_value(struct checking *c, const struct values *v, const struct expr *column,
                        const struct expr *literal, bool folds, const struct place *at)
{
    const char *text =
        literal->kind == EXPR_LITERAL && literal->literal.type == COLUMN_TEXT ? literal->literal.text : NULL;

    if (text && !has_value(v, text, folds))
        check_doubt(c, "value", at, fix_of(c, v, text), "%s has no value %s.", check_describe(c, column),
                    check_describe(c, literal));
}

void check_call_values(struct checking *c, const struct context *x, const struct expr_call *call,
                       const struct place *at)
{
    const bool folds = call->function == FUNCTION_SAME;
    const struct place args = { at, "args", 0 };
    struct values v;
    size_t column = 0;

    if (!folds && call->function != FUNCTION_EQ && call->function != FUNCTION_NE && call->function != FUNCTION_IN)
        return;
    if (call->function != FUNCTION_IN && call->args[0]->kind != EXPR_COLUMN)
        column = 1;
    if (!values_of(c, x->block, call->args[column], &v))
        return;
    for (size_t i = 0; i < call->n; i++)
        if (i != column)
            check_value(c, &v, call->args[column], call->args[i], folds, &(struct place){ &args, NULL, i });
}
