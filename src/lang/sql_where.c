/* sql_where.c - the conditions of a query, with every value as a parameter of an exact type. */
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "grid/table.h"
#include "lang/sql_write.h"

#define BIGINT_DIGITS 19 /* of the engine's whole numbers */

/* Digits before the point of the column's numbers, and of sums of them. */
static size_t whole_digits(const struct writer *w, const struct column *c)
{
    size_t own = c->type == COLUMN_DECIMAL ? (size_t)(c->precision - c->scale) : BIGINT_DIGITS;

    return own + column_sum_room(w->t->rows);
}

/* The type a number is compared in: one that holds all of its digits. The engine compares two decimals in one that has
 * room for the digits before the point of either and for those behind it of either; there may be no such type. */
static const char *number_type(const struct writer *w, const struct column *c, const char *digits)
{
    const char *point = strchr(digits, '.');
    size_t scale = point ? strlen(point + 1) : 0, all = strspn(digits + (*digits == '-'), "0123456789") + scale;
    size_t whole = all - scale, places = scale;

    if (column_is_number(c->type)) {
        size_t other = whole_digits(w, c), behind = c->type == COLUMN_DECIMAL ? (size_t)c->scale : 0;
        whole = whole > other ? whole : other;
        places = places > behind ? places : behind;
    }
    if (all > DATA_DECIMAL_DIGITS || whole + places > DATA_DECIMAL_DIGITS)
        return "DOUBLE";
    if (scale == 0 && all <= 18)
        return "BIGINT";
    return arena_printf(w->a, "DECIMAL(%zu,%zu)", all, scale);
}

void sql_number(struct writer *w, size_t column, const char *digits)
{
    buf_addf(&w->b, "CAST(? AS %s)", number_type(w, &w->t->columns[column], digits));
    json_push(w->a, w->params, json_str(w->a, digits));
}

static void add_param(struct writer *w, size_t column, const char *value)
{
    const enum column_type type = w->t->columns[column].type;
    static const char *const types[COLUMN_TYPES] = { [COLUMN_TEXT] = "VARCHAR",
                                                     [COLUMN_FLOAT] = "DOUBLE",
                                                     [COLUMN_BOOLEAN] = "BOOLEAN",
                                                     [COLUMN_DATE] = "DATE",
                                                     [COLUMN_TIMESTAMP] = "DATE" };

    if (!types[type]) {
        sql_number(w, column, value);
        return;
    }
    buf_addf(&w->b, "CAST(? AS %s)", types[type]);
    json_push(w->a, w->params, json_str(w->a, value));
}

/* The left side: a timestamp is compared by its day. */
static void add_operand(struct writer *w, const struct flat_filter *f)
{
    if (f->any_case)
        buf_adds(&w->b, "lower(");
    if (w->t->columns[f->column].type == COLUMN_TIMESTAMP && f->n_values > 0) {
        buf_adds(&w->b, "CAST(");
        sql_column(w, f->column);
        buf_adds(&w->b, " AS DATE)");
    } else {
        sql_column(w, f->column);
    }
    if (f->any_case)
        buf_addc(&w->b, ')');
}

static void add_value(struct writer *w, const struct flat_filter *f, size_t i)
{
    if (f->any_case)
        buf_adds(&w->b, "lower(");
    add_param(w, f->column, f->values[i]);
    if (f->any_case)
        buf_addc(&w->b, ')');
}

/* IS and IS NOT of one or several values. Empty cells are not any value, so they stay when values are left out. */
static void add_membership(struct writer *w, const struct flat_filter *f)
{
    if (f->n_values == 1) {
        add_operand(w, f);
        buf_adds(&w->b, f->compare == FLAT_IS ? " = " : " IS DISTINCT FROM ");
        add_value(w, f, 0);
        return;
    }
    if (f->compare == FLAT_IS_NOT)
        buf_addc(&w->b, '(');
    add_operand(w, f);
    buf_adds(&w->b, f->compare == FLAT_IS ? " IN (" : " NOT IN (");
    for (size_t i = 0; i < f->n_values; i++) {
        buf_adds(&w->b, i > 0 ? ", " : "");
        add_value(w, f, i);
    }
    buf_addc(&w->b, ')');
    if (f->compare == FLAT_IS_NOT) {
        buf_adds(&w->b, " OR ");
        add_operand(w, f);
        buf_adds(&w->b, " IS NULL)");
    }
}

static void add_range(struct writer *w, const struct flat_filter *f)
{
    bool outside = f->compare == FLAT_OUTSIDE;

    buf_adds(&w->b, outside ? "(" : "");
    add_operand(w, f);
    buf_adds(&w->b, outside ? " NOT BETWEEN " : " BETWEEN ");
    add_value(w, f, 0);
    buf_adds(&w->b, " AND ");
    add_value(w, f, 1);
    if (!outside)
        return;
    buf_adds(&w->b, " OR ");
    add_operand(w, f);
    buf_adds(&w->b, " IS NULL)");
}

static void add_filter(struct writer *w, const struct flat_filter *f)
{
    static const char *const signs[] = {
        [FLAT_OVER] = " > ", [FLAT_UNDER] = " < ", [FLAT_AT_LEAST] = " >= ", [FLAT_AT_MOST] = " <= "
    };

    switch (f->compare) {
    case FLAT_IS:
    case FLAT_IS_NOT:
        add_membership(w, f);
        break;
    case FLAT_OVER:
    case FLAT_UNDER:
    case FLAT_AT_LEAST:
    case FLAT_AT_MOST:
        add_operand(w, f);
        buf_adds(&w->b, signs[f->compare]);
        add_value(w, f, 0);
        break;
    case FLAT_BETWEEN:
    case FLAT_OUTSIDE:
        add_range(w, f);
        break;
    case FLAT_EMPTY:
    case FLAT_NOT_EMPTY:
        add_operand(w, f);
        buf_adds(&w->b, f->compare == FLAT_EMPTY ? " IS NULL" : " IS NOT NULL");
        break;
    }
}

void sql_where(struct writer *w)
{
    for (size_t i = 0; i < w->q->n_filters; i++) {
        buf_adds(&w->b, i == 0 ? " WHERE " : " AND ");
        add_filter(w, &w->q->filters[i]);
    }
}
