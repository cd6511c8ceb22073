/* suggest.c - questions worth asking of a table.
 *
 * A suggestion is made from the columns and then read like any other question; one that is not understood is not
 * offered.
 */
#include "base/arena.h"
#include "base/err.h"
#include "grid/table.h"
#include "lang/reader.h"

/* A good column to group by has a few values, each several times. */
static bool is_dimension(const struct table *t, size_t column)
{
    const struct column *c = &t->columns[column];

    return c->type == COLUMN_TEXT && c->distinct >= 2 && c->distinct <= 50 && c->n_values > 0 && c->distinct < t->rows;
}

/* The nth column that passes, or n_columns. */
static size_t find(const struct table *t, bool (*test)(const struct table *, size_t), size_t nth)
{
    size_t i;

    for (i = 0; i < t->n_columns; i++)
        if (test(t, i) && nth-- == 0)
            break;
    return i;
}

static bool is_time(const struct table *t, size_t column)
{
    return type_is_time(t->columns[column].type);
}

struct suggestions {
    struct arena *a;
    struct scope s;
    const char **out;
    size_t n;
};

static void offer(struct suggestions *s, const char *question)
{
    struct flat q;
    struct err err;

    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->out[i], question) == 0)
            return;
    if (s->n < 3 && read_in_scope(s->a, &s->s, NULL, question, &q, NULL, &err) == 0)
        s->out[s->n++] = question;
}

size_t flat_suggest(struct arena *a, const struct table *t, const char *ret[static 3])
{
    struct suggestions s = { a, scope_one(a, t), ret, 0 };
    size_t none = t->n_columns, number, group = find(t, is_dimension, 0), other = find(t, is_dimension, 1);
    size_t time = find(t, is_time, 0);
    const char *by = group < none ? doubt_name(a, t->columns[group].name) : NULL;
    const char *which = other < none ? doubt_name(a, t->columns[other].name) : by;
    const char *when = time < none ? doubt_name(a, t->columns[time].name) : NULL, *figure;

    if (column_quantities(t, &number, 1) == 1) {
        const char *name = doubt_name(a, t->columns[number].name);
        figure = arena_printf(a, "%s %s", column_measure(t, number) == FLAT_SUM ? "total" : "average", name);
        if (by)
            offer(&s, arena_printf(a, "%s by %s", figure, by));
        if (which)
            offer(&s, arena_printf(a, "which %s has the highest %s", which, figure));
        if (when)
            offer(&s, arena_printf(a, "%s by month of %s", figure, when));
        offer(&s, figure);
        offer(&s, arena_printf(a, "highest %s", name));
    }
    if (by)
        offer(&s, arena_printf(a, "count of rows by %s", by));
    if (when)
        offer(&s, arena_printf(a, "count of rows by month of %s", when));
    offer(&s, "how many rows");
    offer(&s, "first 10 rows");
    return s.n;
}
