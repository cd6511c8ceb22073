/* measure.c - what is worked out, from the pieces nothing else has used.
 *
 * A word that asks ("total", "how many", "highest") is followed by what it asks of, or comes right behind it ("region
 * totals"). The first one counts; a second one finds no place and is refused with the rest that is left over.
 */
#include "base/arena.h"
#include "base/err.h"
#include "lang/reader.h"
#include "lang/roster.h"

bool measure_is_noun(const struct reader *r, size_t i)
{
    return reader_is_column(r, i) && r->p[i].kind != VOCAB_UNIT;
}

bool measure_is_quantity(const struct reader *r, size_t i, size_t *ret)
{
    return measure_is_noun(r, i) && reader_column(r, i, WANT_NUMBER, ret) == PICK_ONE && !column_is_id(r->t, *ret);
}

size_t measure_target(const struct reader *r, size_t i)
{
    for (i = reader_next(r, i); i < r->n && r->p[i].before != BREAK_CLAUSE; i = reader_next(r, i)) {
        bool describes = reader_is(r, i, VOCAB_ROWS) && !reader_is_column(r, i) && measure_is_noun(r, i + 1) &&
                         reader_joins(r, i + 1);
        if (!reader_is(r, i, VOCAB_IN) && !describes)
            return i;
    }
    return r->n;
}

bool measure_is_behind_by(const struct reader *r, size_t i)
{
    return i > 0 && reader_is(r, i - 1, VOCAB_BY);
}

int measure_set(struct reader *r, size_t i, enum flat_measure measure)
{
    static const char *const lacks[] = {
        [FLAT_SUM] = "has no total",   [FLAT_AVERAGE] = "has no average",  [FLAT_MEDIAN] = "has no median",
        [FLAT_SHARE] = "has no total", [FLAT_MIN] = "has no lowest value", [FLAT_MAX] = "has no highest value"
    };
    bool adds = measure == FLAT_SUM || measure == FLAT_AVERAGE || measure == FLAT_MEDIAN ||
                (measure == FLAT_SHARE && !r->q->of_ids);
    bool orders = measure == FLAT_MIN || measure == FLAT_MAX;
    enum want want = adds ? WANT_NUMBER : orders ? WANT_ORDER : WANT_ANY;
    size_t column;

    switch (reader_column(r, i, want, &column)) {
    case PICK_MANY:
        return doubt_column(r, i, want);
    case PICK_NONE:
        return doubt_type(r, r->p[i].hits.columns[0].column, lacks[measure], want);
    case PICK_ONE:
        break;
    }
    reader_use(r, i);
    r->q->measure = measure;
    r->q->column = column;
    return 0;
}

/* The measure's column is not said beside the word that asks: the only quantity there is, or a choice. */
static int read_only(struct reader *r, size_t i, enum flat_measure measure)
{
    static const char *const words[] = { [FLAT_SUM] = "total ",
                                         [FLAT_AVERAGE] = "average ",
                                         [FLAT_MEDIAN] = "median ",
                                         [FLAT_MIN] = "lowest ",
                                         [FLAT_MAX] = "highest " };
    size_t column;

    if (reader_only(r, WANT_NUMBER, &column) != PICK_ONE)
        return doubt_measure(r, i, words[measure], "");
    r->q->measure = measure;
    r->q->column = column;
    return 0;
}

/* "total orders" is how many there are. "total sales" asks for a quantity, and so does the table's own name: where
 * there is none of that name, a count would be another figure than the one meant. */
static int total_of_rows(struct reader *r, size_t i, size_t at)
{
    const char *questions[FLAT_OPTIONS];
    size_t columns[FLAT_OPTIONS - 1], n = 0, found = column_quantities(r->t, columns, COUNT_OF(columns));
    bool quantity =
        r->p[at].arg == 1 || (r->p[at].is_name && vocab_word(r->words[r->p[at].first].folded).kind != VOCAB_ROWS);

    if (!quantity)
        return count_rows(r);
    if (r->p[at].is_name && roster_has(r->roster, r->words[r->p[at].first].stem)) {
        /* another table has a column of that name */
        err_say(r->err, ERR_MISSING_COLUMN, "no column '%s'.", doubt_words(r, at, at));
        return err_action(r->err, "Name a column of this table.");
    }
    for (size_t k = 0; k < found; k++)
        questions[n++] =
            doubt_with(r, i, at, arena_printf(r->a, "total %s", doubt_name(r->a, r->t->columns[columns[k]].name)));
    questions[n++] = doubt_with(r, i, at, "count of rows");
    return doubt_choose(r, questions, n, "no column '%s'.", doubt_words(r, at, at));
}

/* "orders per customer" at piece i: a number of them, which has no average here. */
static bool is_counted(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_ROWS) && !reader_is_column(r, i) && r->p[i].plural && i + 1 < r->n &&
           r->p[i + 1].kind == VOCAB_BY;
}

/* "the average order amount", "the average amount of orders", where an order is several rows: piece `at` is the amount.
 * 0 when it is not that. */
static int read_described(struct reader *r, size_t i, size_t at, enum flat_measure measure)
{
    size_t column, under;

    if (measure == FLAT_SUM || !thing_adds_up(r, at, &column) || !thing_counted(r, &under))
        return 0;
    if (measure != FLAT_AVERAGE)
        return doubt_say(r, i, "can be of the rows or of totals of several of them",
                         "Ask which one has the highest or lowest figure, or say \"rows\".");
    reader_use(r, at);
    thing_set(r, column, under);
    return 1;
}

/* "total", "average", "highest" and what they are of. */
static int read_asked(struct reader *r, size_t i, enum flat_measure measure)
{
    size_t at = measure_target(r, i), left = reader_before(r, i), column;
    int described = at < r->n ? read_described(r, i, at, measure) : 0;

    reader_use(r, i);
    if (described != 0)
        return described < 0 ? -1 : 0;
    if (reader_is(r, at, VOCAB_AND) && at + 1 < r->n)
        return doubt_say(r, at + 1, "asks for a second figure", "Ask for one figure at a time.");
    if (reader_is(r, at, VOCAB_COUNT) && measure == FLAT_SUM)
        return count_read(r, at);
    if (reader_is(r, at, VOCAB_COUNT) && measure_is_quantity(r, measure_target(r, at), &column)) {
        /* "the average number of units" is the average of units */
        reader_use(r, at);
        at = measure_target(r, at);
    }
    if (reader_is(r, at, VOCAB_COUNT) || (measure != FLAT_SUM && is_counted(r, at)))
        return doubt_say(r, i, "of a count cannot be worked out yet", "Ask for the count, or for a column's average.");
    if (measure_is_noun(r, at) && reader_joins(r, at) && !measure_is_behind_by(r, at))
        return measure_set(r, at, measure);
    if (left < r->n && measure_is_quantity(r, left, &column) && reader_joins(r, i))
        return measure_set(r, left, measure);
    if (reader_is(r, at, VOCAB_ROWS) && measure == FLAT_SUM)
        return total_of_rows(r, i, at);
    return read_only(r, i, measure);
}

/* "share of revenue by region", "percentage of orders by channel": what part of the whole each group has. */
static int read_share(struct reader *r, size_t i)
{
    size_t at = measure_target(r, i), column;

    reader_use(r, i);
    if (reader_is(r, at, VOCAB_MEASURE) && r->p[at].arg == FLAT_SUM) {
        reader_use(r, at);
        at = measure_target(r, at);
    }
    if (reader_is(r, at, VOCAB_DIFFERENT) && measure_is_noun(r, at + 1)) {
        reader_use(r, at);
        r->q->of_ids = true;
        if (measure_set(r, at + 1, FLAT_SHARE) < 0)
            return -1;
    } else if (reader_is(r, at, VOCAB_ROWS) && !reader_is_column(r, at)) {
        r->q->measure = FLAT_SHARE;
        r->q->of_ids = thing_at(r, at, &r->q->column);
        r->q->of_rows = !r->q->of_ids;
        reader_use(r, at);
    } else if (!measure_is_quantity(r, at, &column) || measure_is_behind_by(r, at)) {
        return doubt_say(r, i, "does not say of what",
                         "Ask for the share of a quantity, such as \"share of revenue\".");
    } else if (measure_set(r, at, FLAT_SHARE) < 0) {
        return -1;
    }
    if (measure_beside(r) < 0)
        return -1;
    return r->q->n_groups > 0
               ? 0
               : doubt_say(r, i, "needs groups to be shared among", "Say of what: \"by\" and the name of a column.");
}

/* "different products": how many of them for each group, or the values themselves. */
static int read_different(struct reader *r, size_t i)
{
    size_t at = measure_target(r, i), column;

    reader_use(r, i);
    if (!measure_is_noun(r, at) || measure_is_behind_by(r, at))
        return doubt_say(r, i, "does not say of which column", "Name the column whose values are meant.");
    if (r->q->n_groups > 0)
        return measure_set(r, at, FLAT_DISTINCT);
    for (; measure_is_noun(r, at); at = reader_is(r, at + 1, VOCAB_AND) ? at + 2 : at + 1) {
        if (reader_column(r, at, WANT_ANY, &column) != PICK_ONE)
            return doubt_column(r, at, WANT_ANY);
        reader_use(r, at);
        if (group_add(r, at, column, FLAT_EXACT) < 0)
            return -1;
    }
    r->q->measure = FLAT_LIST;
    return 0;
}

/* "the value of lost deals", where each row is a deal: the noun behind the condition, or behind "of", says no more than
 * which rows. */
static bool names_rows(const struct reader *r, size_t i)
{
    const struct piece *before;
    const struct column *c;
    size_t column;
    bool limits;

    if (i == 0)
        return false;
    before = &r->p[i - 1];
    limits = before->used && before->kind == VOCAB_NONE && before->hits.n_values > 0;
    if (!(limits || reader_is(r, i - 1, VOCAB_IN)) || !r->p[i].plural || !reader_joins(r, i) ||
        reader_column(r, i, WANT_TEXT, &column) != PICK_ONE)
        return false;
    c = &r->t->columns[column];
    return c->distinct > 0 && c->distinct + c->nulls + c->misfits >= r->t->rows;
}

int measure_beside(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        size_t column;
        if (measure_is_noun(r, i) && names_rows(r, i)) {
            reader_use(r, i);
            continue;
        }
        /* Behind "of" or "for" a column alone says nothing that can be worked out. */
        if (!measure_is_noun(r, i) || reader_is(r, i - 1, VOCAB_IN) || reader_is(r, i - 1, VOCAB_WHERE) ||
            measure_is_quantity(r, i, &column))
            continue;
        if (reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
            return doubt_column(r, i, WANT_ANY);
        reader_use(r, i);
        if (group_add(r, i, column, FLAT_EXACT) < 0)
            return -1;
    }
    return 0;
}

/* The first word that asks for a figure, or r->n. */
static size_t first_asking(const struct reader *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (reader_is(r, i, VOCAB_COUNT) || reader_is(r, i, VOCAB_MEASURE) || reader_is(r, i, VOCAB_DIFFERENT) ||
            reader_is(r, i, VOCAB_SHARE) || reader_is(r, i, VOCAB_EXTREME) || reader_is(r, i, VOCAB_TIME_EXTREME))
            return i;
    return r->n;
}

static int read_figure(struct reader *r, size_t i)
{
    if (r->p[i].kind == VOCAB_COUNT)
        return count_read(r, i);
    if (r->p[i].kind == VOCAB_DIFFERENT)
        return read_different(r, i);
    if (r->p[i].kind == VOCAB_SHARE)
        return read_share(r, i);
    if (r->p[i].kind == VOCAB_MEASURE)
        return read_asked(r, i, (enum flat_measure)r->p[i].arg);
    return read_asked(r, i, r->p[i].arg > 0 ? FLAT_MAX : FLAT_MIN);
}

/* The column that "sorted by" named has to be the figure, a group, or any column of a list of rows. */
static int check_sorting(struct reader *r)
{
    struct flat *q = r->q;
    const char *name;

    if (q->measure == FLAT_ROWS) {
        q->column = r->sorted ? r->sort_column : 0;
        return !q->ordered || r->sorted ? 0 : doubt_figure(r);
    }
    if (!r->sorted)
        return 0;
    if (q->measure > FLAT_COUNT && q->column == r->sort_column)
        return 0;
    for (size_t k = 0; k < q->n_groups; k++)
        if (q->groups[k].column == r->sort_column && !q->descending) {
            q->ordered = false;
            return 0;
        }
    name = r->t->columns[r->sort_column].name;
    err_say(r->err, ERR_INVALID_QUERY, "The result cannot be sorted by '%s'.", name);
    return err_action(r->err, "Sort by the figure that is asked for, or leave the groups in their own order.");
}

/* An order or a limit needs something to choose from. */
static int check_order(struct reader *r)
{
    struct flat *q = r->q;
    bool single = q->measure > FLAT_LIST && q->n_groups == 0;

    if (q->measure == FLAT_ROWS && q->n_groups > 0) {
        err_say(r->err, ERR_INVALID_QUERY, "The question asks for rows and for a figure by group at once.");
        return err_action(r->err, "Ask for the rows, or name the figure.");
    }
    if (check_sorting(r) < 0)
        return -1;
    if (q->stepped && ((q->measure != FLAT_SUM && q->measure != FLAT_COUNT && q->measure != FLAT_DISTINCT) ||
                       q->bound.measure != FLAT_ROWS)) {
        err_say(r->err, ERR_INVALID_QUERY, "Only totals and counts can be averaged over time.");
        return err_action(r->err, "Ask for the figure by day, month or year.");
    }
    if (r->per_row && q->measure != FLAT_AVERAGE) {
        err_say(r->err, ERR_INVALID_QUERY, "Only an average can be worked out for each row.");
        return err_action(r->err, "Ask for the average, or for the rows themselves.");
    }
    if (q->measure == FLAT_LIST && q->ordered)
        return doubt_figure(r);
    if (single && (q->ordered || q->limit > 0 || r->wants_group)) {
        err_say(r->err, ERR_INVALID_QUERY, "The question asks for the highest or lowest of one single figure.");
        return err_action(r->err, "Say of what: \"by\" and the name of a column.");
    }
    return 0;
}

int measure_read(struct reader *r)
{
    size_t i = first_asking(r);
    int rc;

    if (r->has_figure)
        rc = measure_beside(r);
    else if (r->wants_count)
        rc = count_rows(r);
    else if (r->count_at < r->n)
        rc = count_values(r, r->count_at);
    else if (r->wants_rows)
        rc = bare_rows(r);
    else if (i < r->n)
        rc = read_figure(r, i) < 0 || (r->q->measure != FLAT_LIST && measure_beside(r) < 0) ? -1 : 0;
    else
        rc = bare_read(r);
    return rc < 0 ? -1 : check_order(r);
}
