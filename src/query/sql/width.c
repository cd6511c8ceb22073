/* width.c - numbers that no decimal type has room for: they are worked with as doubles. */
#include "base/limits.h"
#include "query/sql/writer.h"
#include <string.h>

#define INTEGER_DIGITS 19     /* of the engine's whole numbers */
#define MANY_ROWS 9999999999u /* more than a table has */

/* Digits that a number has at most, before its point and behind it; none where that is not known. */
static void count_digits(struct writer *w, struct block *b, const struct expr *e, size_t *whole, size_t *places)
{
    struct typed_relation *of;
    const struct typed_column *c = e->kind == EXPR_COLUMN ? block_find(&w->typing, b, &e->column, &of) : NULL;
    const struct column *column = c && c->table ? &c->table->columns[c->column] : NULL;
    const char *point;

    *whole = *places = 0;
    if (e->kind == EXPR_LITERAL && e->literal.text) {
        point = strchr(e->literal.text, '.');
        *places = point ? strspn(point + 1, "0123456789") : 0;
        *whole = strspn(e->literal.text + (*e->literal.text == '-'), "0123456789");
    } else if (e->kind == EXPR_AGGREGATE && e->aggregate.function == AGGREGATE_SUM && e->aggregate.arg) {
        count_digits(w, b, e->aggregate.arg, whole, places);
        *whole += *whole > 0 ? column_sum_room(MANY_ROWS) : 0;
    } else if (column && column->type == COLUMN_DECIMAL) {
        *places = (size_t)column->scale;
        *whole = (size_t)column->precision - *places;
    } else if (column && column->type == COLUMN_INTEGER) {
        *whole = INTEGER_DIGITS;
    }
}

bool sql_is_too_wide(struct writer *w, struct block *b, const struct expr_call *c)
{
    size_t whole = 0, places = 0;

    for (size_t i = 0; i < c->n; i++) {
        size_t before, behind;
        count_digits(w, b, c->args[i], &before, &behind);
        whole = before > whole ? before : whole;
        places = behind > places ? behind : places;
    }
    return whole + places > DATA_DECIMAL_DIGITS;
}

bool sql_is_rounded(struct writer *w, struct block *b, const struct expr *arg)
{
    struct typed_relation *of;
    const struct typed_column *c = arg->kind == EXPR_COLUMN ? block_find(&w->typing, b, &arg->column, &of) : NULL;
    const struct column *column = c && c->table ? &c->table->columns[c->column] : NULL;
    uint64_t rows = 0, missing;

    if (!column || column->type != COLUMN_DECIMAL || !w->dialect->has_decimals)
        return false;
    for (size_t i = 0; i < of->relation->n_tables; i++) {
        const struct table *t = typing_table(&w->typing, of->relation->tables[i]);
        rows += t ? t->rows : 0;
    }
    missing = column->nulls + column->misfits;
    return column_sum_is_rounded(column, rows > missing ? rows - missing : rows);
}
