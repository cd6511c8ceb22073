/* caution.c - what a figure leaves out and what it rests on: values that do not fit their column's type stand in no sum
 * and match no condition, and a date that could be read in two ways was read in one. Whoever reads the answer must
 * know.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "grid/table.h"
#include "grid/totals/totals.h"
#include "lang/reader.h"
#include <inttypes.h>

#define ASSUMED_TOLD 3 /* assumptions in one answer: more are not read, and `assay table` has all of them */

/* What becomes of a value that does not fit. */
enum fate { FATE_NONE, FATE_EMPTY, FATE_GROUP, FATE_LEFT_OUT };

/* A condition that no empty cell meets. */
static bool leaves_out(const struct flat_filter *f)
{
    return f->compare != FLAT_IS_NOT && f->compare != FLAT_OUTSIDE && f->compare != FLAT_EMPTY;
}

static enum fate fate_of(const struct flat *q, size_t column)
{
    struct flat figure = { .measure = q->measure, .column = q->column, .under = q->under, .of_rows = q->of_rows };
    bool shown = q->measure == FLAT_ROWS && q->n_shown == 0;

    figure.bound = q->bound;
    figure.stepped = q->stepped;
    figure.step = q->step;
    if (q->measure > FLAT_LIST && flat_uses(&figure, column))
        return FATE_LEFT_OUT;
    for (size_t i = 0; i < q->n_filters; i++)
        if (q->filters[i].column == column)
            return leaves_out(&q->filters[i]) ? FATE_LEFT_OUT : FATE_NONE;
    for (size_t i = 0; i < q->n_groups; i++)
        if (q->groups[i].column == column)
            return FATE_GROUP;
    for (size_t i = 0; i < q->n_shown; i++)
        shown |= q->shown[i] == column;
    return shown ? FATE_EMPTY : FATE_NONE;
}

static const char *kind_of(enum column_type type)
{
    if (type_is_number(type))
        return "number";
    return type_is_time(type) ? "date" : "value of its type";
}

const char *flat_caution(struct arena *a, const struct table *t, const struct flat *q)
{
    static const char *const one[] = {
        [FATE_EMPTY] = "is shown empty", [FATE_GROUP] = "is in the group without one", [FATE_LEFT_OUT] = "is left out"
    };
    static const char *const many[] = { [FATE_EMPTY] = "are shown empty",
                                        [FATE_GROUP] = "are in the group without one",
                                        [FATE_LEFT_OUT] = "are left out" };
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct column *c = &t->columns[i];
        enum fate fate = c->misfits > 0 ? fate_of(q, i) : FATE_NONE;
        if (fate == FATE_NONE)
            continue;
        if (b.n)
            buf_addc(&b, ' ');
        if (c->misfits == 1)
            buf_addf(&b, "One row of %s holds no %s and %s.", c->name, kind_of(c->type), one[fate]);
        else
            buf_addf(&b, "%" PRIu64 " rows of %s hold no %s and %s.", c->misfits, c->name, kind_of(c->type),
                     many[fate]);
    }
    if (q->measure == FLAT_SUM && column_measure(t, q->column) == FLAT_AVERAGE)
        buf_addf(&b, "%sThe values of %s are not of a kind that adds up; their average says more.", b.n ? " " : "",
                 t->columns[q->column].name);
    return b.n ? arena_str(a, b.p) : NULL;
}

/* True when the sentence is about how a column was read, and is not told in another way: amounts and percentages are
 * shown as such, and misfits have a sentence of their own. */
static bool is_about(struct arena *a, const char *sentence, const struct column *c)
{
    static const char *const told[] = { "amounts in ", "percentages in ", "the name of ", "the column " };

    if (!strstr(sentence, arena_printf(a, "'%s'", c->name)) || (c->misfits > 0 && strstr(sentence, " in row ")))
        return false;
    for (size_t i = 0; i < COUNT_OF(told); i++)
        if (strncmp(sentence, told[i], strlen(told[i])) == 0)
            return false;
    return true;
}

/* True when the answer rests on what the sentence says: on how one of its columns was read, or on which rows are no
 * data but totals of it, on rows that were left out as nobody computed them, or on where a line with too many cells was
 * cut. */
static bool bears(struct arena *a, const char *sentence, const struct table *t, const struct flat *q)
{
    if (totals_said(sentence) || (strstr(sentence, "total") && strstr(sentence, "left out of the data")) ||
        strstr(sentence, " that belong to no column ") || strstr(sentence, " nothing but formulas "))
        return true;
    for (size_t i = 0; i < t->n_columns; i++)
        if (flat_uses(q, i) && is_about(a, sentence, &t->columns[i]))
            return true;
    return false;
}

const char *flat_assumed(struct arena *a, const struct table *t, const struct flat *q, bool *ret_doubtful)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);
    size_t n = 0;

    *ret_doubtful = false;
    for (size_t i = 0; i < t->n_assumptions; i++) {
        if (!bears(a, t->assumptions[i], t, q))
            continue;
        *ret_doubtful |= strstr(t->assumptions[i], " can be read ") != NULL;
        if (n++ < ASSUMED_TOLD)
            buf_addf(&b, "%s%s", n == 1 ? "Assumed: " : "; ", t->assumptions[i]);
    }
    if (n > ASSUMED_TOLD)
        buf_addf(&b, "; and %zu more", n - ASSUMED_TOLD);
    if (n > 0)
        buf_addc(&b, '.');
    return n > 0 ? arena_str(a, b.p) : NULL;
}
