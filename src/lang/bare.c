/* bare.c - questions without a word that asks: "revenue by region", "orders in West", "name and salary".
 *
 * A number column alone stands for its total, or for its average where a total has no meaning. Other columns are
 * listed: the different values of one that has few, the rows of any other.
 */
#include "base/arena.h"
#include "lang/reader.h"

/* What the pieces left over name. */
struct rest {
    size_t columns, quantities;
    size_t quantity; /* the first piece that is one */
    bool joined;     /* by "and" or commas */
    bool listed;     /* "list" was said */
    bool rows;       /* rows were named, or asked to be shown */
};

/* True when an earlier piece names the same column: "revenue, revenue" is one. */
static bool is_named_before(const struct reader *r, size_t i)
{
    size_t column, other;

    if (reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
        return false;
    for (size_t k = 0; k < i; k++)
        if (measure_is_noun(r, k) && reader_column(r, k, WANT_ANY, &other) == PICK_ONE && other == column)
            return true;
    return false;
}

static bool is_joined(const struct reader *r, size_t i)
{
    return r->p[i].before == BREAK_COMMA || (i > 0 && r->p[i - 1].kind == VOCAB_AND);
}

/* A column to show. In a list a noun for the rows that may be a quantity ("sales") is one only among others. */
static bool is_item(const struct reader *r, size_t i, bool listed)
{
    if (!measure_is_noun(r, i))
        return false;
    return !listed || r->p[i].kind != VOCAB_ROWS || is_joined(r, i) || (i + 1 < r->n && is_joined(r, i + 1)) ||
           reader_is(r, i + 1, VOCAB_AND);
}

static struct rest look(const struct reader *r)
{
    struct rest rest = { 0 };
    size_t column;

    for (size_t i = 0; i < r->n; i++)
        rest.listed |= reader_is(r, i, VOCAB_LIST);
    for (size_t i = 0; i < r->n; i++) {
        rest.rows |= reader_is(r, i, VOCAB_ROWS) || reader_is(r, i, VOCAB_LIST) || reader_is(r, i, VOCAB_SHOW);
        if (!is_item(r, i, rest.listed) || is_named_before(r, i))
            continue;
        rest.columns++;
        rest.joined |= rest.columns > 1 && is_joined(r, i);
        if (measure_is_quantity(r, i, &column) && rest.quantities++ == 0)
            rest.quantity = i;
    }
    return rest;
}

static bool is_shown(const struct flat *q, size_t column)
{
    for (size_t i = 0; i < q->n_shown; i++)
        if (q->shown[i] == column)
            return true;
    return false;
}

/* The unused columns as what a list shows. */
static int read_shown(struct reader *r, bool listed)
{
    r->q->measure = FLAT_ROWS;
    for (size_t i = 0; i < r->n; i++) {
        size_t column;
        if (!is_item(r, i, listed))
            continue;
        if (reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
            return doubt_column(r, i, WANT_ANY);
        if (r->t->columns[column].type == COLUMN_BOOLEAN && r->p[i].hits.columns[0].rank != MATCH_WHOLE)
            return doubt_say(r, i, "says which rows are meant, or which column", /* "managers" for is_manager */
                             arena_printf(r->a, "Say \"where %s is true\", or \"list %s\".",
                                          doubt_column_name(r->a, r->t, column),
                                          doubt_column_name(r->a, r->t, column)));
        reader_use(r, i);
        if (is_shown(r->q, column))
            continue;
        if (r->q->n_shown == FLAT_SHOWN)
            return doubt_say(r, i, "is one column more than a list can have", "Ask for at most eight columns.");
        r->q->shown[r->q->n_shown++] = column;
    }
    return 0;
}

/* The column the rows are put in order by comes behind the word that ranks them. */
int bare_rows(struct reader *r)
{
    size_t column;

    for (size_t i = 0; i < r->n; i++)
        if (reader_is(r, i, VOCAB_MEASURE) && r->p[i].arg == FLAT_SUM && (r->q->limit <= 1 || i > r->rank_at))
            reader_use(r, i); /* the total of one row's cell is that cell; of the first ten rows' it is not */
    for (size_t i = r->rank_at; i < r->n && r->q->ordered && !r->sorted; i++) {
        enum pick pick = measure_is_noun(r, i) ? reader_column(r, i, WANT_ORDER, &column) : PICK_NONE;
        if (pick == PICK_MANY)
            return doubt_column(r, i, WANT_ORDER);
        if (pick == PICK_NONE)
            continue;
        r->sorted = true;
        r->sort_column = column;
        if (!r->directed)
            reader_use(r, i);
    }
    return read_shown(r, true);
}

/* True when the column has few values for its rows: asked for, they are told apart and not repeated. */
static bool is_category(const struct reader *r, size_t column)
{
    const struct column *c = &r->t->columns[column];

    return c->n_values > 0 && c->distinct * 2 <= r->t->rows;
}

/* The different values of one or two categories, or else rows. */
static int read_list(struct reader *r, const struct rest *rest)
{
    size_t pieces[FLAT_GROUPS], columns[FLAT_GROUPS], n = 0;
    bool bounded;

    if (rest->columns == 0 || rest->columns > FLAT_GROUPS || rest->quantities > 0 || r->q->ordered)
        return read_shown(r, rest->listed);
    bounded = r->q->bound.measure != FLAT_ROWS;
    for (size_t i = 0; i < r->n; i++) {
        if (!is_item(r, i, rest->listed) || is_named_before(r, i))
            continue;
        if (reader_column(r, i, WANT_ANY, &columns[n]) != PICK_ONE)
            return doubt_column(r, i, WANT_ANY);
        if (!bounded && !is_category(r, columns[n]))
            return read_shown(r, rest->listed);
        pieces[n++] = i;
    }
    r->q->measure = FLAT_LIST;
    for (size_t k = 0; k < n; k++) {
        reader_use(r, pieces[k]);
        if (group_add(r, pieces[k], columns[k], FLAT_EXACT) < 0)
            return -1;
    }
    return 0;
}

static int read_quantity(struct reader *r, size_t i)
{
    enum flat_measure measure;
    size_t column;

    if (reader_column(r, i, WANT_NUMBER, &column) != PICK_ONE)
        return doubt_column(r, i, WANT_NUMBER);
    measure = r->per_row ? FLAT_AVERAGE : column_measure(r->t, column);
    /* The highest price of a product is one of its prices; prices are not added up to be compared. */
    if (r->extreme != 0 && measure == FLAT_AVERAGE && !r->per_row)
        measure = r->extreme > 0 ? FLAT_MAX : FLAT_MIN;
    if (measure_set(r, i, measure) < 0)
        return -1;
    return measure_beside(r);
}

/* With groups there has to be a figure: a quantity, or the rows that are counted. */
static int read_grouped(struct reader *r, const struct rest *rest)
{
    if (rest->quantities > 0)
        return read_quantity(r, rest->quantity);
    if (r->q->bound.measure != FLAT_ROWS && !rest->rows) {
        r->q->measure = r->q->bound.measure;
        r->q->column = r->q->bound.column;
        return 0;
    }
    if (!rest->rows || rest->listed)
        return doubt_figure(r);
    return count_rows(r);
}

/* "orders with amount over 50", where an order is several rows: those orders. 0 when it is not that. */
static int read_things(struct reader *r, const struct rest *rest)
{
    size_t column;

    if (r->q->bound.measure == FLAT_ROWS || r->q->n_groups > 0 || r->q->ordered || rest->columns > 0 ||
        !thing_counted(r, &column))
        return 0;
    r->q->measure = FLAT_LIST;
    return group_add(r, r->bound_at, column, FLAT_EXACT) < 0 ? -1 : 1;
}

int bare_read(struct reader *r)
{
    struct rest rest = look(r);
    int things = read_things(r, &rest);

    if (things != 0)
        return things < 0 ? -1 : 0;

    if (r->q->stepped && rest.quantities == 0)
        return count_rows(r);
    if (r->q->n_groups > 0)
        return read_grouped(r, &rest);
    if (r->q->ordered)
        return bare_rows(r);
    if (rest.columns == 0 && !rest.rows && r->q->n_filters == 0 && r->q->bound.measure == FLAT_ROWS)
        return doubt_question(r);
    if (rest.quantities == 1 && !rest.listed && !rest.joined && r->q->limit == 0)
        return read_quantity(r, rest.quantity);
    return read_list(r, &rest);
}
