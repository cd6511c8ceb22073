/* values.c - comparisons with texts that a column does not have. Of a column with few different values all are known
 * (grid/table.h); a text that is none of them was mostly meant to be one. */
#include "base/arena.h"
#include "base/str.h"
#include "query/check/part.h"
#include <string.h>

#define VALUES_NAMED 6   /* of a column that has no more than that: all are told */
#define VALUES_SLIP 4    /* bytes of a text that can be a slip of the finger: of a code each letter counts */
#define VALUES_NEAR 2000 /* that a text is compared with, for the nearest: those of ten tables */

/* The columns that hold the values: one, or one of each table of a union. */
struct values {
    const struct column **columns;
    size_t n;
};

static bool add_column(struct values *v, const struct column *c)
{
    if (c->type != COLUMN_TEXT || !c->values)
        return false;
    v->columns[v->n++] = c;
    return true;
}

static bool add_merged(struct checking *c, struct values *v, const struct typed_column *column)
{
    const char *name = column->table->columns[column->column].name;

    for (size_t i = 0; i < column->merged->n_tables; i++) {
        const struct table *t = typing_table(&c->typing, column->merged->tables[i]);
        for (size_t k = 0; t && k < t->n_columns; k++)
            if (str_ieq(t->columns[k].name, name)) {
                if (!add_column(v, &t->columns[k]))
                    return false;
                break;
            }
    }
    return v->n > 0;
}

/* False where not all values of the column are known. */
static bool values_of(struct checking *c, struct block *b, const struct expr *e, struct values *ret)
{
    struct typed_relation *of;
    const struct typed_column *column = e->kind == EXPR_COLUMN ? block_find(&c->typing, b, &e->column, &of) : NULL;

    if (!column || !column->table)
        return false;
    *ret = (struct values){ .columns = arena_array(c->a, column->merged ? column->merged->n_tables : 1,
                                                   sizeof(struct column *)) };
    return column->merged ? add_merged(c, ret, column) : add_column(ret, &column->table->columns[column->column]);
}

static const char *find_value(const struct values *v, const char *text, bool folds)
{
    for (size_t i = 0; i < v->n; i++)
        for (size_t k = 0; k < v->columns[i]->n_values; k++) {
            const char *value = v->columns[i]->values[k];
            if (folds ? str_same(value, text) : strcmp(value, text) == 0)
                return value;
        }
    return NULL;
}

/* ---- what to do about it ---- */

static const char *name_all(struct checking *c, const char *const *list, size_t n)
{
    const char *all = "It has ";

    for (size_t i = 0; i < n; i++)
        all = arena_printf(c->a, "%s%s\"%s\"", all, i == 0 ? "" : i + 1 == n ? " and " : ", ", check_shown(c, list[i]));
    return arena_printf(c->a, "%s.", all);
}

/* The nearest value, or all where there are few. */
static const char *fix_of(struct checking *c, const struct values *v, const char *text)
{
    const char **list = arena_array(c->a, VALUES_NEAR, sizeof *list), *near = find_value(v, text, true);
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++)
        for (size_t k = 0; k < v->columns[i]->n_values && n < VALUES_NEAR; k++)
            list[n++] = v->columns[i]->values[k];
    if (!near && strlen(text) >= VALUES_SLIP)
        near = str_nearest(text, list, n);
    if (near)
        return arena_printf(c->a, "Did you mean \"%s\"?", check_shown(c, near));
    return n > 0 && n <= VALUES_NAMED ? name_all(c, list, n) : NULL;
}

/* A call that compares a column with texts. */
struct comparison {
    const struct expr_call *call;
    const struct expr *column;
    struct values values;
};

/* Nothing equals such a text. That nothing is excluded by one is harmless, and only worth a warning. */
static void check_value(struct checking *c, const struct comparison *x, const struct expr *literal,
                        const struct place *at)
{
    const char *text =
        literal->kind == EXPR_LITERAL && literal->literal.type == COLUMN_TEXT ? literal->literal.text : NULL;
    const char *fix;

    if (!text || find_value(&x->values, text, x->call->function == FUNCTION_SAME) || check_is_full(c))
        return;
    fix = fix_of(c, &x->values, text);
    if (x->call->function == FUNCTION_NE)
        check_warning(c, "value", at, fix, "%s has no value %s to leave out.", check_describe(c, x->column),
                      check_describe(c, literal));
    else
        check_doubt(c, "value", at, fix, "%s has no value %s.", check_describe(c, x->column),
                    check_describe(c, literal));
}

static bool compares(enum query_function f)
{
    return f == FUNCTION_EQ || f == FUNCTION_NE || f == FUNCTION_SAME || f == FUNCTION_IN;
}

void check_call_values(struct checking *c, const struct context *x, const struct expr_call *call,
                       const struct place *at)
{
    const size_t column = call->n == 2 && call->args[0]->kind != EXPR_COLUMN ? 1 : 0;
    struct comparison compared = { .call = call, .column = call->args[column] };
    const struct place args = { at, "args", 0 };

    if (!compares(call->function) || (call->function == FUNCTION_IN && column != 0) ||
        !values_of(c, x->block, compared.column, &compared.values))
        return;
    for (size_t i = 0; i < call->n; i++)
        if (i != column)
            check_value(c, &compared, call->args[i], &(struct place){ &args, NULL, i });
}
