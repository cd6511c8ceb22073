/* unite.c - several tables of the same columns as one: their rows one behind the other.
 *
 * Monthly sheets and yearly files are one table to the person who asks. They need not have their columns in one order,
 * nor in one spelling of capitals; a column that is a whole number here and has decimals there is still one. Amounts in
 * different currencies are not.
 */
#include "base/arena.h"
#include "base/str.h"
#include "grid/table.h"
#include "grid/totals/totals.h"
#include "lang/reader.h"
#include "lang/scope.h"
#include <stdlib.h>

/* The column of t that goes by the name, looked for at `hint` first; n_columns when there is none. */
static size_t column_named(const struct table *t, const char *name, size_t hint)
{
    if (hint < t->n_columns && str_same(t->columns[hint].name, name))
        return hint;
    for (size_t c = 0; c < t->n_columns; c++)
        if (str_same(t->columns[c].name, name))
            return c;
    return t->n_columns;
}

static bool is_blank(const struct table *t, size_t column)
{
    return t->columns[column].nulls == t->rows;
}

static bool types_go_together(const struct column *a, const struct column *b)
{
    bool units = a->unit && b->unit ? strcmp(a->unit, b->unit) == 0 : a->unit == b->unit;

    if (type_is_number(a->type))
        return type_is_number(b->type) && units;
    return type_is_time(a->type) ? type_is_time(b->type) : a->type == b->type;
}

bool scope_alike(const struct table *a, const struct table *b)
{
    if (a->n_columns != b->n_columns)
        return false;
    for (size_t c = 0; c < a->n_columns; c++) {
        size_t other = column_named(b, a->columns[c].name, c);
        if (other == b->n_columns ||
            (!is_blank(a, c) && !is_blank(b, other) && !types_go_together(&a->columns[c], &b->columns[other])))
            return false;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the values of one more table's column; they stay listed only while all of them are. */
static void unite_values(struct arena *a, struct column *into, const struct column *from)
{
    const char **all;
    size_t n = 0, kept = 0;

    if (into->type != COLUMN_TEXT || (into->distinct > 0 && !into->values) || (from->distinct > 0 && !from->values)) {
        into->values = NULL;
        into->n_values = 0;
        into->distinct += from->distinct;
        return;
    }
    all = arena_array(a, into->n_values + from->n_values, sizeof *all);
    for (size_t i = 0; i < into->n_values; i++)
        all[n++] = into->values[i];
    for (size_t i = 0; i < from->n_values; i++)
        all[n++] = from->values[i];
    if (n > 0)
        qsort(all, n, sizeof *all, compare);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || strcmp(all[i], all[kept - 1]) != 0)
            all[kept++] = all[i];
    into->distinct = kept;
    into->values = kept <= COLUMN_VALUES_MAX ? all : NULL;
    into->n_values = kept <= COLUMN_VALUES_MAX ? kept : 0;
}

/* The wider of two types: a whole number is a decimal, a date a time. */
static enum column_type wider(enum column_type a, enum column_type b)
{
    return a > b ? a : b;
}

static void unite_column(struct arena *a, struct column *into, const struct table *t, size_t column, bool first)
{
    const struct column *from = &t->columns[column];
    uint64_t nulls = into->nulls + from->nulls, misfits = into->misfits + from->misfits;

    if (first || (into->distinct == 0 && into->misfits == 0)) {
        const char *name = first ? from->name : into->name;
        *into = *from;
        into->name = name;
    } else if (!is_blank(t, column)) {
        into->type = wider(into->type, from->type);
        unite_values(a, into, from);
    }
    into->nulls = nulls;
    into->misfits = misfits;
}

/* What was assumed, of how many members, and one of them. */
struct assumed {
    const char *text;
    const struct table *first;
    size_t n;
};

/* Adds one, or counts it. */
static void add_assumed(struct assumed *all, size_t *n, const struct table *member, const char *text)
{
    size_t i = 0;

    while (i < *n && strcmp(all[i].text, text) != 0)
        i++;
    if (i == DATA_NOTES)
        return;
    if (i == *n)
        all[(*n)++] = (struct assumed){ .text = text, .first = member };
    all[i].n++;
}

/* Of which tables it was assumed, where it is not all of them or is about rows of each. It follows the sentence, which
 * is known by how it begins. */
static const char *say_assumed(struct arena *a, const struct assumed *x, size_t members)
{
    if (x->n == members)
        return totals_said(x->text) ? arena_printf(a, "%s, in each of %zu tables", x->text, members) : x->text;
    if (x->n == 1)
        return arena_printf(a, "%s, in the table %s", x->text, x->first->name);
    return arena_printf(a, "%s, in %zu of %zu tables", x->text, x->n, members);
}

/* The assumptions of all members, each once. */
static void unite_assumptions(struct arena *a, struct table *into, const struct table *const *members, size_t n)
{
    struct assumed all[DATA_NOTES];
    const char **texts;
    size_t n_all = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < members[i]->n_assumptions; k++)
            add_assumed(all, &n_all, members[i], members[i]->assumptions[k]);
    texts = arena_array(a, n_all, sizeof *texts);
    for (size_t i = 0; i < n_all; i++)
        texts[i] = say_assumed(a, &all[i], n);
    into->assumptions = texts;
    into->n_assumptions = n_all;
}

struct scope scope_unite(struct arena *a, const struct table *const *members, size_t n)
{
    struct table *t = arena_alloc(a, sizeof *t);
    const char *name = members[0]->name;

    *t = *members[0];
    t->columns = arena_array(a, t->n_columns, sizeof *t->columns);
    t->rows = 0;
    for (size_t i = 0; i < n; i++) {
        t->rows += members[i]->rows;
        for (size_t c = 0; c < t->n_columns; c++)
            unite_column(a, &t->columns[c], members[i], column_named(members[i], members[0]->columns[c].name, c),
                         i == 0);
        if (i > 0 && i < QUESTION_SPAN)
            name = arena_printf(a, "%s, %s", name, members[i]->name);
    }
    t->name = name;
    unite_assumptions(a, t, members, n);
    return (struct scope){ .kind = SCOPE_UNITED, .table = t, .members = members, .n_members = n };
}
