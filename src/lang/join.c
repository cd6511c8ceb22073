/* join.c - a question that needs the columns of two tables: each row of one with the row of the other that it refers
 * to.
 *
 * Joining is only ever along a reference: many rows of the first table have one of the second, so no row of the first
 * comes twice and its figures stay right. A figure of the second table would count a row once for each that refers to
 * it; such a question is not read here.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/roster.h"
#include "lang/scope.h"
#include <stdint.h>

static bool has_column(const struct table *t, size_t n, const char *name)
{
    for (size_t c = 0; c < n; c++)
        if (str_same(t->columns[c].name, name))
            return true;
    return false;
}

struct scope scope_join(struct arena *a, const struct table *from, const struct table *to,
                        const struct scope_link *link)
{
    const struct table **members = arena_array(a, 2, sizeof *members);
    struct scope_link *links = arena_alloc(a, sizeof *links);
    struct table *t = arena_alloc(a, sizeof *t);
    struct scope_origin *origins = arena_array(a, from->n_columns + to->n_columns, sizeof *origins);

    *t = *from;
    t->columns = arena_array(a, from->n_columns + to->n_columns, sizeof *t->columns);
    for (size_t c = 0; c < from->n_columns; c++) {
        t->columns[c] = from->columns[c];
        origins[c] = (struct scope_origin){ 0, c };
    }
    for (size_t c = 0; c < to->n_columns; c++) {
        struct column *made = &t->columns[t->n_columns];
        if (c == link->to)
            continue; /* it says what the first table's column says */
        *made = to->columns[c];
        if (has_column(t, t->n_columns, made->name))
            made->name = arena_printf(a, "%s_%s", to->name, made->name);
        if (has_column(t, t->n_columns, made->name))
            continue; /* it can be asked of its own table */
        origins[t->n_columns++] = (struct scope_origin){ 1, c };
    }
    members[0] = from;
    members[1] = to;
    *links = *link;
    return (struct scope){
        .kind = SCOPE_JOINED, .table = t, .members = members, .n_members = 2, .origins = origins, .links = links
    };
}

static bool adds(enum flat_measure measure)
{
    return measure == FLAT_SUM || measure == FLAT_AVERAGE || measure == FLAT_MEDIAN || measure == FLAT_SHARE ||
           measure == FLAT_RATIO || measure == FLAT_PER;
}

/* True when the query needs both tables, and adds up nothing of the second. */
static bool is_sound(const struct scope *s, const struct flat *q)
{
    bool both[2] = { q->measure == FLAT_COUNT, false };

    for (size_t c = 0; c < s->table->n_columns; c++)
        both[s->origins[c].member] |= flat_uses(q, c);
    if ((adds(q->measure) && !q->of_rows && s->origins[q->column].member != 0) ||
        (q->measure == FLAT_RATIO && s->origins[q->under].member != 0) ||
        (adds(q->bound.measure) && s->origins[q->bound.column].member != 0))
        return false;
    return both[0] && both[1];
}

/* True when the query counts the rows of the first table where the question speaks of the second's: "how many
 * customers" are not their orders. */
static bool counts_wrong(struct arena *a, const struct scope *s, const char *question, const struct flat *q)
{
    bool counts = q->measure == FLAT_COUNT || q->of_rows || q->bound.measure == FLAT_COUNT;

    return counts && scope_title(a, s->members[1], question) < scope_title(a, s->members[0], question);
}

bool scope_read_joined(struct arena *a, const struct scope *s, const struct table *tables, size_t n,
                       const char *question, struct flat *ret)
{
    struct err ignored;

    return read_in_scope(a, s, roster_new(a, tables, n), question, ret, NULL, &ignored) == 0 && is_sound(s, ret) &&
           !counts_wrong(a, s, question, ret);
}

bool scope_wants_join(struct arena *a, const struct table *tables, size_t n, const char *question, size_t *ret_from,
                      size_t *ret_to)
{
    for (size_t i = 0; i < n && i < FLAT_JOINED; i++)
        for (size_t k = 0; k < n && k < FLAT_JOINED; k++) {
            struct scope s = scope_join(a, &tables[i], &tables[k], &(struct scope_link){ SIZE_MAX, SIZE_MAX });
            struct flat q;
            if (i == k || !scope_read_joined(a, &s, tables, n, question, &q))
                continue;
            *ret_from = i;
            *ret_to = k;
            return true;
        }
    return false;
}
