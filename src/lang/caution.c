/* caution.c - what a figure leaves out: values that do not fit their column's type stand in no sum and match no
 * condition, and whoever reads the answer must know. */
#include "base/arena.h"
#include "base/buf.h"
#include "grid/table.h"
#include "lang/query.h"
#include <inttypes.h>

static bool uses(const struct query *q, size_t column)
{
    if (q->measure >= QUERY_DISTINCT && q->column == column)
        return true;
    for (size_t i = 0; i < q->n_groups; i++)
        if (q->groups[i].column == column)
            return true;
    for (size_t i = 0; i < q->n_filters; i++)
        if (q->filters[i].column == column)
            return true;
    return false;
}

static const char *kind_of(enum column_type type)
{
    if (column_is_number(type))
        return "number";
    return type == COLUMN_DATE || type == COLUMN_TIMESTAMP ? "date" : "value of its type";
}

const char *query_caution(struct arena *a, const struct table *t, const struct query *q)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct column *c = &t->columns[i];
        if (c->misfits == 0 || !uses(q, i))
            continue;
        if (b.n)
            buf_addc(&b, ' ');
        if (c->misfits == 1)
            buf_addf(&b, "One row of %s holds no %s and is left out.", c->name, kind_of(c->type));
        else
            buf_addf(&b, "%" PRIu64 " rows of %s hold no %s and are left out.", c->misfits, c->name, kind_of(c->type));
    }
    return b.n ? arena_str(a, b.p) : NULL;
}
