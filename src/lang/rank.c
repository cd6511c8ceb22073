/* rank.c - "top 3", "which region has the highest", "the 5 latest orders": the order, how many, and of what.
 *
 * The subject of a rank is what is put in order: a group ("region", "month") or the rows themselves ("orders", "who").
 * "highest" has two readings: with a subject it puts that in order, and without one it is the largest value of a
 * column, which is left to the measure.
 */
#include "lang/filter.h"
#include "lang/reader.h"

static bool is_number(const struct reader *r, size_t i)
{
    return i < r->n && !r->p[i].used && r->p[i].number && r->p[i].kind == VOCAB_NONE;
}

/* Takes the number at piece i as the limit. */
static int take_limit(struct reader *r, size_t i)
{
    const char *digits = r->p[i].number;
    size_t n = strlen(digits), limit = 0;

    if (n > 7 || strspn(digits, "0123456789") != n || r->p[i].percent)
        return doubt_say(r, i, "is not a number of rows", "Ask for a whole number, such as \"top 3\".");
    for (size_t k = 0; k < n; k++)
        limit = limit * 10 + (size_t)(digits[k] - '0');
    if (limit == 0 || limit > QUESTION_LIMIT)
        return doubt_say(r, i, "is not a number of rows", "Ask for at least 1 and at most 1,000,000.");
    r->q->limit = limit;
    reader_use(r, i);
    return 0;
}

static void set_order(struct reader *r, int direction)
{
    r->q->ordered = true;
    r->q->descending = direction > 0;
}

/* True when the piece can be counted off: a unit of time, or a column that is not a quantity. */
static bool is_group_noun(const struct reader *r, size_t i)
{
    size_t column;

    if (reader_is(r, i, VOCAB_UNIT))
        return true;
    if (!reader_is_column(r, i) || reader_is(r, i, VOCAB_ROWS) || reader_column(r, i, WANT_ANY, &column) == PICK_NONE)
        return false;
    return reader_column(r, i, WANT_NUMBER, &column) == PICK_NONE || column_is_id(r->t, column);
}

/* Makes piece i the subject. One of it is asked for when it is singular and no number was said. */
static int take_subject(struct reader *r, size_t i)
{
    bool one = !r->p[i].plural && r->q->limit == 0;
    size_t column;

    if (!r->sorted && thing_at(r, i, &column)) {
        reader_use(r, i);
        if (group_add(r, i, column, FLAT_EXACT) < 0)
            return -1;
    } else if (reader_is(r, i, VOCAB_WHO) || (reader_is(r, i, VOCAB_ROWS) && !is_group_noun(r, i))) {
        r->wants_rows = true;
        reader_use(r, i);
    } else if (reader_is(r, i, VOCAB_UNIT) && reader_column(r, i, WANT_ANY, &column) != PICK_ONE) {
        if (group_unit(r, i) < 0)
            return -1;
    } else {
        if (reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
            return doubt_column(r, i, WANT_ANY);
        reader_use(r, i);
        if (group_add(r, i, column, FLAT_EXACT) < 0)
            return -1;
    }
    if (one)
        r->q->limit = 1;
    return 0;
}

/* What is put in order behind "by": a measure, and so no group. */
static void take_by_measure(struct reader *r, size_t from)
{
    for (size_t i = from; i < r->n; i++) {
        size_t column;
        if (!reader_is(r, i, VOCAB_BY))
            continue;
        if (reader_is(r, i + 1, VOCAB_MEASURE) || reader_is(r, i + 1, VOCAB_COUNT) ||
            reader_is(r, i + 1, VOCAB_EXTREME) ||
            (reader_is_column(r, i + 1) && reader_column(r, i + 1, WANT_NUMBER, &column) != PICK_NONE)) {
            reader_use(r, i);
            r->rank_at = i;
        }
        return;
    }
}

/* "per region" behind what is ranked: the rank is one within each region. */
static void each_behind(struct reader *r, size_t from)
{
    for (size_t i = from; i < r->n; i++)
        if (reader_is(r, i, VOCAB_BY) && (reader_is_column(r, i + 1) || reader_is(r, i + 1, VOCAB_UNIT))) {
            r->each_by = r->wants_rows ? r->n : i;
            return;
        }
}

/* "top 3 products by revenue", "bottom 2 regions by average discount", and a bare "top 3" at the end. */
static int read_top(struct reader *r, size_t i)
{
    size_t next = i + 1;

    set_order(r, r->p[i].arg);
    reader_use(r, i);
    r->rank_at = i;
    if (is_number(r, next) && take_limit(r, next++) < 0)
        return -1;
    if (reader_is(r, next, VOCAB_COMMON)) {
        r->wants_count = true;
        reader_use(r, next++);
    }
    if (next < r->n && reader_joins(r, next) && (is_group_noun(r, next) || reader_is(r, next, VOCAB_ROWS))) {
        if (take_subject(r, next) < 0)
            return -1;
        take_by_measure(r, next + 1);
        each_behind(r, i);
    } else if (reader_is(r, next, VOCAB_BY)) {
        take_by_measure(r, next);
        if (!r->p[next].used && r->q->limit > 0)
            r->each_by = next;
    }
    /* "top 3 products with the highest revenue" says it twice; "by highest price" is a measure. */
    for (next = i + 1; next < r->n; next++)
        if (reader_is(r, next, VOCAB_EXTREME) && r->p[next - 1].kind != VOCAB_BY) {
            set_order(r, r->p[next].arg);
            reader_use(r, next);
            r->rank_at = next;
            break;
        }
    return 1;
}

/* "the most common region", "3 most common regions" */
static int read_common(struct reader *r, size_t i)
{
    size_t before = reader_before(r, i);

    if (!is_group_noun(r, i + 1))
        return doubt_say(r, i, "does not say of which column", "Name one: \"the most common region\".");
    set_order(r, r->p[i].arg);
    r->wants_count = true;
    reader_use(r, i);
    if (is_number(r, before) && take_limit(r, before) < 0)
        return -1;
    return take_subject(r, i + 1) < 0 ? -1 : 1;
}

static bool is_joint(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_WHERE) || reader_is(r, i, VOCAB_IN) || reader_is(r, i, VOCAB_IS) ||
           reader_is(r, i, VOCAB_AND);
}

/* The piece before i that is more than a joint, or r->n. */
static size_t noun_before(const struct reader *r, size_t i)
{
    for (i = reader_before(r, i); i < r->n && is_joint(r, i); i = reader_before(r, i))
        ;
    return i;
}

/* The subject that stands before the superlative at piece i ("regions with the lowest ..."), or r->n. Behind "by" it is
 * a group like any other and not the subject; a quantity is one only behind "which". The quantity itself may stand in
 * between: "in which region is revenue highest". */
static size_t subject_before(const struct reader *r, size_t i)
{
    size_t at = noun_before(r, i), column;

    if (at < r->n && measure_is_quantity(r, at, &column) && !reader_is(r, reader_before(r, at), VOCAB_WHICH)) {
        at = noun_before(r, at);
        return is_group_noun(r, at) && reader_is(r, reader_before(r, at), VOCAB_WHICH) ? at : r->n;
    }
    if (at >= r->n || reader_is(r, at - 1, VOCAB_BY))
        return r->n;
    if (is_group_noun(r, at) || reader_is(r, at, VOCAB_ROWS) || reader_is(r, at, VOCAB_WHO))
        return at;
    return reader_is_column(r, at) && reader_is(r, reader_before(r, at), VOCAB_WHICH) ? at : r->n;
}

/* "most" and "fewest" count things; "largest" does not. */
static bool counts(const struct reader *r, size_t i)
{
    return r->p[i].arg == 2 || r->p[i].arg == -2;
}

/* The subject behind the quantity: "the highest revenue region", "the oldest person", "the youngest 3 people". */
static size_t subject_behind(const struct reader *r, size_t i)
{
    size_t column, next = i + 1;

    if (reader_is(r, next, VOCAB_ROWS) && !reader_is_column(r, next) && !counts(r, i))
        return next;
    if (!reader_is_column(r, next) || reader_column(r, next, WANT_NUMBER, &column) != PICK_ONE)
        return r->n;
    next += 1 + is_number(r, next + 1);
    if (next >= r->n || !reader_joins(r, next))
        return r->n;
    return is_group_noun(r, next) || (reader_is(r, next, VOCAB_ROWS) && !reader_is_column(r, next)) ? next : r->n;
}

/* The number that belongs to the subject or to the superlative: "5 regions with", "the 5 highest", "the latest 5". */
static int read_limit(struct reader *r, size_t subject, size_t i)
{
    size_t places[] = { subject < r->n ? reader_before(r, subject) : r->n, reader_before(r, i), i + 1 };

    for (size_t k = 0; k < COUNT_OF(places); k++)
        if (is_number(r, places[k]) && r->q->limit == 0)
            return take_limit(r, places[k]);
    return 0;
}

/* Rows are put in order by their date, which may be named behind piece `at`: "latest orders by order_date". */
static int order_by_time(struct reader *r, size_t i, size_t at)
{
    size_t column;

    if (read_limit(r, r->n, i) < 0)
        return -1;
    if (reader_is(r, at + 1, VOCAB_BY) && reader_is_column(r, at + 2) &&
        reader_column(r, at + 2, WANT_TIME, &column) == PICK_ONE) {
        reader_use(r, at + 1);
        reader_use(r, at + 2);
    } else if (reader_time_column(r, i, &column) < 0) {
        return -1;
    }
    set_order(r, r->p[i].arg);
    reader_use(r, i);
    r->sorted = true;
    r->sort_column = column;
    return 0;
}

/* The latest order is the row with the last date. */
static int read_time_rows(struct reader *r, size_t i, size_t rows)
{
    return order_by_time(r, i, rows) < 0 || take_subject(r, rows) < 0 ? -1 : 1;
}

/* The latest amount is the one of the last date, of the rows that have one, and not the highest. */
static int read_time_value(struct reader *r, size_t i, size_t at, size_t column)
{
    const struct column *c = &r->t->columns[column];
    struct flat_filter f = { .column = column, .compare = FLAT_NOT_EMPTY };

    if (order_by_time(r, i, at) < 0)
        return -1;
    r->wants_rows = true;
    if (r->q->limit == 0)
        r->q->limit = 1;
    return c->nulls + c->misfits > 0 && filter_add(r, at, &f) < 0 ? -1 : 1;
}

/* "latest" at piece i and a number behind it, or a figure that is worked out. */
static int read_time(struct reader *r, size_t i, size_t at, size_t subject)
{
    size_t column;
    bool value = measure_is_noun(r, at) && reader_column(r, at, WANT_TIME, &column) == PICK_NONE &&
                 measure_is_quantity(r, at, &column); /* the latest year is the highest */

    if (!value && !reader_is(r, at, VOCAB_MEASURE) && !reader_is(r, at, VOCAB_COUNT))
        return 0;
    if (!value || subject < r->n)
        return doubt_say(r, i, "puts dates in order, and the figure behind it is none",
                         "Ask for the value of the latest date, or for the figure by day, month or year.");
    return read_time_value(r, i, at, column);
}

/* Behind a superlative, a figure that is itself worked out: "the highest total revenue", "the most orders". */
static bool ranks_figure(const struct reader *r, size_t i)
{
    size_t next = i + 1, column;

    if (reader_is(r, next, VOCAB_MEASURE))
        return true;
    if (reader_is(r, next, VOCAB_ROWS))
        return counts(r, i);
    if (!reader_is(r, next, VOCAB_COUNT))
        return false;
    return !reader_is_column(r, next + 1) || reader_column(r, next + 1, WANT_NUMBER, &column) == PICK_NONE;
}

static int read_extreme(struct reader *r, size_t i)
{
    bool time = r->p[i].kind == VOCAB_TIME_EXTREME, thing;
    size_t subject = subject_before(r, i), next = i + 1 + is_number(r, i + 1), id;
    int found;

    if (time && reader_is(r, next, VOCAB_ROWS))
        return read_time_rows(r, i, next);
    if (time && (found = read_time(r, i, next, subject)) != 0)
        return found;
    if (subject == r->n)
        subject = subject_behind(r, i);
    if (subject == r->n && !ranks_figure(r, i)) {
        /* The largest value itself, unless several are asked for: those are rows in order. */
        bool several = is_number(r, i + 1) || is_number(r, reader_before(r, i));
        if (!several)
            return 0;
        r->wants_rows = true;
    }
    set_order(r, r->p[i].arg);
    if (read_limit(r, subject, i) < 0)
        return -1;
    reader_use(r, i);
    r->rank_at = i;
    if (subject < r->n) {
        /* "the hottest month" is so on average */
        if (!(i + 1 < r->n && r->p[i + 1].implied))
            r->extreme = r->p[i].arg > 0 ? 1 : -1;
        thing = thing_at(r, subject, &id);
        if (take_subject(r, subject) < 0)
            return -1;
        if (r->wants_rows || thing)
            take_by_measure(r, i);
        each_behind(r, i);
        if (subject < i && counts(r, i) && is_group_noun(r, i + 1))
            r->count_at = i + 1;
        return 1;
    }
    r->wants_group = !r->wants_rows;
    if (r->q->limit == 0)
        r->q->limit = 1;
    return 1;
}

/* "first 10 rows" are the first in the file; "first 5 orders" and "last 5" are by their date. */
static int read_first(struct reader *r, size_t i)
{
    bool last = r->p[i].kind == VOCAB_LAST, plain;
    size_t next = i + 1;

    if (is_number(r, next) && take_limit(r, next++) < 0)
        return -1;
    plain = !reader_is(r, next, VOCAB_ROWS) || strncmp(r->words[r->p[next].first].stem, "row", 3) == 0;
    if (!last && r->q->limit > 0 && plain) {
        reader_use(r, i);
        return 1;
    }
    if (!reader_is(r, next, VOCAB_ROWS))
        return doubt_say(r, i, "does not say what of", "Ask for rows: \"first 10 rows\".");
    if (r->q->limit == 0 && !r->p[next].plural)
        r->q->limit = 1;
    r->p[i].arg = last ? 1 : -1;
    r->rank_at = i;
    return read_time_rows(r, i, next);
}

/* A number before what can be counted off, with nothing said about order: "5 rows". */
static int read_amount(struct reader *r, size_t i)
{
    if (!is_number(r, i) || r->q->limit > 0 || !reader_joins(r, i + 1) ||
        !(reader_is(r, i + 1, VOCAB_ROWS) || (is_group_noun(r, i + 1) && r->p[i + 1].plural)))
        return 0;
    return take_limit(r, i);
}

static bool asks_figure(const struct reader *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (reader_is(r, i, VOCAB_COUNT) || reader_is(r, i, VOCAB_MEASURE) || reader_is(r, i, VOCAB_EXTREME) ||
            reader_is(r, i, VOCAB_TIME_EXTREME) || reader_is(r, i, VOCAB_DIFFERENT))
            return true;
    return false;
}

/* "regions by revenue": a group before "by" and a quantity behind it are the other way round. */
static int read_ranking(struct reader *r, size_t i)
{
    size_t before = reader_before(r, i), limit, column;

    if (!reader_is(r, i, VOCAB_BY) || !is_group_noun(r, before) || reader_is(r, before - 1, VOCAB_BY) ||
        !measure_is_quantity(r, i + 1, &column) || asks_figure(r))
        return 0;
    for (size_t k = 0; k < r->n; k++)
        if (k != i + 1 && measure_is_quantity(r, k, &column))
            return 0;
    if (is_number(r, reader_before(r, before)) && take_limit(r, reader_before(r, before)) < 0)
        return -1;
    limit = r->q->limit;
    if (take_subject(r, before) < 0)
        return -1;
    r->q->limit = limit; /* a singular does not ask for one of them here */
    set_order(r, 1);
    reader_use(r, i);
    return 1;
}

/* A question has one rank. What is said outright comes before a superlative, which may be a measure beside it. */
int rank_read(struct reader *r)
{
    int found = 0;

    for (size_t i = 0; i < r->n && found == 0; i++) {
        if (reader_is(r, i, VOCAB_TOP))
            found = read_top(r, i);
        else if (reader_is(r, i, VOCAB_COMMON))
            found = read_common(r, i);
        else if (reader_is(r, i, VOCAB_FIRST) || reader_is(r, i, VOCAB_LAST))
            found = read_first(r, i);
    }
    for (size_t i = 0; i < r->n && found == 0; i++)
        if (reader_is(r, i, VOCAB_EXTREME) || reader_is(r, i, VOCAB_TIME_EXTREME))
            found = read_extreme(r, i);
    for (size_t i = 0; i < r->n && found == 0; i++)
        found = read_ranking(r, i);
    for (size_t i = 0; i < r->n && found >= 0; i++)
        if (read_amount(r, i) < 0)
            return -1;
    return found < 0 ? -1 : 0;
}
