/* bound.c - a condition on a figure of each group: "regions with total revenue over 1000", "customers with more than 5
 * orders".
 *
 * The figure may be named outright. Where it is not ("which regions have revenue over 1000"), a quantity that adds up
 * is meant as the total of each of the things asked for: of a region, not of one of its rows. Where each of the things
 * has one row the two are the same, and the condition is left to the rows.
 */
#include "base/arena.h"
#include "base/text/show.h"
#include "lang/filter.h"
#include "lang/reader.h"

/* The number at piece i; of a percentage the fraction. */
static const char *number_of(const struct reader *r, size_t i)
{
    return r->p[i].percent ? show_scaled(r->a, r->p[i].number, -2) : r->p[i].number;
}

/* True when one of the pieces is a percentage, and the column does not hold such. */
static bool is_strange(const struct reader *r, size_t from, size_t to, const struct flat_bound *bound)
{
    bool percent = bound->measure != FLAT_COUNT && column_is_percent(r->t, bound->column);

    for (size_t i = from; i < to; i++)
        if (r->p[i].number && r->p[i].percent != percent)
            return true;
    return false;
}

/* A comparison and its numbers from piece i on; the piece behind them, or i when there is none. */
static size_t read_comparison(const struct reader *r, size_t i, struct flat_bound *ret)
{
    size_t from = i;
    bool is = reader_is(r, i, VOCAB_IS) || reader_is(r, i, VOCAB_IN), range;

    i += is;
    ret->compare = FLAT_IS;
    if (reader_is(r, i, VOCAB_COMPARE))
        ret->compare = (enum flat_compare)r->p[i++].arg;
    else if (!reader_is(r, from, VOCAB_IS))
        return from;
    if (i >= r->n || r->p[i].used || !r->p[i].number || !reader_joins(r, i))
        return from;
    ret->values[0] = number_of(r, i++);
    range = ret->compare == FLAT_BETWEEN;
    if (!range)
        return i;
    if (!(reader_is(r, i, VOCAB_AND) || reader_is(r, i, VOCAB_TO)) || i + 1 >= r->n || !r->p[i + 1].number)
        return from;
    ret->values[1] = number_of(r, i + 1);
    return i + 2;
}

static int take(struct reader *r, size_t from, size_t to, const struct flat_bound *bound)
{
    if (is_strange(r, from, to, bound))
        return 0;
    if (r->q->bound.measure != FLAT_ROWS)
        return doubt_say(r, from, "is a second condition on a figure", "Ask with one such condition.");
    for (size_t i = from; i < to; i++)
        reader_use(r, i);
    r->q->bound = *bound;
    r->bound_at = from;
    return 1;
}

/* "total revenue over 1000", "average price is under 5" at piece i; years are conditions on a date. */
static int read_named(struct reader *r, size_t i)
{
    struct flat_bound bound = { .measure = (enum flat_measure)r->p[i].arg };
    size_t at = i + 1 + reader_is(r, i + 1, VOCAB_IN), end;

    if (!(i > 0 && (reader_is(r, i - 1, VOCAB_WHERE) || reader_is(r, i - 1, VOCAB_AND))) ||
        !measure_is_quantity(r, at, &bound.column) || !reader_joins(r, at))
        return 0;
    end = read_comparison(r, at + 1, &bound);
    return end == at + 1 ? 0 : take(r, i, end, &bound);
}

/* "number of orders over 5", "count of rows is at least 3" at piece i. */
static int read_counted(struct reader *r, size_t i)
{
    struct flat_bound bound = { .measure = FLAT_COUNT };
    size_t at = i + 1, end;

    if (i == 0 || !reader_is(r, i - 1, VOCAB_WHERE))
        return 0;
    if (reader_is(r, at, VOCAB_DIFFERENT) && measure_is_noun(r, at + 1) &&
        reader_column(r, at + 1, WANT_ANY, &bound.column) == PICK_ONE) {
        bound.measure = FLAT_DISTINCT;
        at++;
    } else if (thing_at(r, at, &bound.column)) {
        bound.measure = FLAT_DISTINCT;
    } else if (!reader_is(r, at, VOCAB_ROWS) || reader_is_column(r, at)) {
        return 0;
    }
    end = read_comparison(r, at + 1, &bound);
    return end == at + 1 ? 0 : take(r, i, end, &bound);
}

/* True when each value of the column may have several rows. */
static bool has_several(const struct reader *r, size_t column)
{
    const struct column *c = &r->t->columns[column];

    return c->distinct + c->nulls < r->t->rows;
}

/* True where what is asked for stands: behind "how many", "which", "list", or at the beginning. */
static bool is_asked(const struct reader *r, size_t i)
{
    return i == 0 || reader_is(r, i - 1, VOCAB_COUNT) || reader_is(r, i - 1, VOCAB_WHICH) ||
           reader_is(r, i - 1, VOCAB_LIST) || reader_is(r, i - 1, VOCAB_SHOW) || reader_is(r, i - 1, VOCAB_DIFFERENT);
}

/* True when piece i names the things asked for; *ret is their column. */
static bool is_subject(const struct reader *r, size_t i, size_t *ret)
{
    enum column_type type;

    if (!is_asked(r, i))
        return false;
    if (thing_at(r, i, ret))
        return true;
    if (!measure_is_noun(r, i) || r->p[i].kind != VOCAB_NONE || reader_column(r, i, WANT_ANY, ret) != PICK_ONE)
        return false;
    type = r->t->columns[*ret].type;
    return !type_is_number(type) && !type_is_time(type) && type != COLUMN_BOOLEAN && has_several(r, *ret);
}

/* "more than 5 orders" at piece i. */
static int read_several(struct reader *r, size_t i)
{
    struct flat_bound bound = { .measure = FLAT_COUNT };
    size_t end = read_comparison(r, i, &bound), of;

    if (end == i || !reader_is(r, end, VOCAB_ROWS) || reader_is_column(r, end) || !reader_joins(r, end))
        return 0;
    if (thing_at(r, end, &bound.column))
        bound.measure = FLAT_DISTINCT;
    if (reader_is(r, i - 1, VOCAB_WHERE) && is_subject(r, i - 2, &of))
        r->bound_of = of;
    return take(r, i, end + 1, &bound);
}

/* "which regions have revenue over 1000", "which products sold more than 50 units": piece i is the region. */
static int read_implied(struct reader *r, size_t i)
{
    struct flat_bound bound = { .measure = FLAT_SUM };
    size_t at = i + 1 + reader_is(r, i + 1, VOCAB_WHERE), end, of;
    bool subject = is_subject(r, i, &of);

    if (!(subject || thing_at(r, i, &of)) || at >= r->n || !reader_joins(r, at))
        return 0;
    if (measure_is_quantity(r, at, &bound.column)) {
        end = read_comparison(r, at + 1, &bound);
        end = end == at + 1 ? at : end;
    } else {
        end = read_comparison(r, at, &bound);
        if (end > at && measure_is_quantity(r, end, &bound.column) && reader_joins(r, end))
            end++;
        else
            end = at;
    }
    if (end == at || column_measure(r->t, bound.column) != FLAT_SUM)
        return 0;
    if (!subject)
        return doubt_say(r, i, "have several rows each: the condition may be on a row or on a total of them",
                         "Say \"rows\" for the rows, or ask which of them meet the condition.");
    r->bound_of = of;
    return take(r, at, end, &bound);
}

int bound_read(struct reader *r)
{
    int found = 0;

    for (size_t i = 0; i < r->n && found >= 0; i++) {
        found = 0;
        if (reader_is(r, i, VOCAB_MEASURE))
            found = read_named(r, i);
        else if (reader_is(r, i, VOCAB_COUNT))
            found = read_counted(r, i);
        else if (reader_is(r, i, VOCAB_COMPARE))
            found = read_several(r, i);
        if (found == 0 && !r->p[i].used)
            found = read_implied(r, i);
    }
    return found < 0 ? -1 : 0;
}

/* True when the figure of a thing that was named would be compared for groups of something else. */
static bool is_misplaced(const struct reader *r)
{
    const struct flat *q = r->q;

    for (size_t i = 0; i < q->n_groups; i++)
        if (q->groups[i].column == r->bound_of)
            return false;
    return r->bound_of < r->t->n_columns && q->n_groups > 0;
}

int bound_check(struct reader *r)
{
    const struct flat *q = r->q;

    if (q->bound.measure != FLAT_ROWS && is_misplaced(r))
        return doubt_say(r, r->bound_at, "is a condition on one thing, and the question asks by another",
                         "Ask with the condition or by groups, not both.");
    if (q->bound.measure == FLAT_ROWS || q->n_groups > 0 || (q->measure == FLAT_DISTINCT && !q->stepped))
        return 0;
    return doubt_say(r, r->bound_at, "is a condition on a figure, and the question does not say of which groups",
                     "Name what the figure is of, such as \"regions with\", or put the condition on a column.");
}
