/* filter.c - the conditions of a question: which rows it is about.
 *
 * A condition may begin with its column ("units over 50", "region West"), with its comparison ("over 50 units", "since
 * March 2025"), or be nothing but a value ("in West", "Online orders"). A word that negates ("not in", "excluding")
 * may stand before or inside it.
 *
 * What cannot be read here is left for later: a slip in a column's name is better told as that than as a condition
 * without a column.
 */
#include "lang/filter.h"
#include "base/arena.h"

/* Reads "is", "is not", "is over", "in", "not in" from piece i on; the piece behind it. */
static size_t read_said(const struct reader *r, size_t i, struct said *ret)
{
    *ret = (struct said){ .compare = FLAT_IS };
    for (; i < r->n && !r->p[i].used && reader_joins(r, i); i++) {
        const struct piece *p = &r->p[i];
        if (p->kind == VOCAB_IS) {
            ret->explicit = true;
        } else if (p->kind == VOCAB_NOT) {
            ret->negated = !ret->negated;
        } else if (p->kind == VOCAB_IN && !ret->joined) {
            ret->joined = true;
            ret->of = strcmp(r->words[p->first].folded, "of") == 0;
        } else {
            break;
        }
    }
    if (i < r->n && reader_joins(r, i) && (reader_is(r, i, VOCAB_COMPARE) || reader_is(r, i, VOCAB_WHEN))) {
        ret->compare = (enum flat_compare)r->p[i].arg;
        ret->explicit = ret->compares = true;
        ret->time = r->p[i].kind == VOCAB_WHEN;
        i++;
    }
    return i;
}

/* The negation that belongs to piece i, looking back over words that only join; r->n when there is none. */
static size_t negation_of(const struct reader *r, size_t i)
{
    while (i-- > 0 && !r->p[i].used && reader_joins(r, i + 1)) {
        enum vocab_kind kind = r->p[i].kind;
        if (kind == VOCAB_NOT)
            return i;
        if (kind != VOCAB_IN && kind != VOCAB_WHERE && kind != VOCAB_IS)
            break;
    }
    return r->n;
}

/* The same, used up. */
static bool take_negation(struct reader *r, size_t i)
{
    size_t at = negation_of(r, i);

    if (at < r->n)
        reader_use(r, at);
    return at < r->n;
}

static bool is_asking(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_MEASURE) || reader_is(r, i, VOCAB_EXTREME) || reader_is(r, i, VOCAB_TIME_EXTREME) ||
           reader_is(r, i, VOCAB_COUNT) || reader_is(r, i, VOCAB_DIFFERENT) || reader_is(r, i, VOCAB_LIST) ||
           reader_is(r, i, VOCAB_SHOW) || reader_is(r, i, VOCAB_BY);
}

/* True when piece i stands where a condition is expected: behind "where", "for", "and", or another condition. */
static bool is_condition_place(const struct reader *r, size_t i)
{
    if (i == 0)
        return false;
    return r->p[i - 1].used || reader_is(r, i - 1, VOCAB_WHERE) || reader_is(r, i - 1, VOCAB_IN) ||
           reader_is(r, i - 1, VOCAB_NOT) || reader_is(r, i - 1, VOCAB_AND);
}

static void use_range(struct reader *r, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        reader_use(r, i);
}

static int empty_filter(struct reader *r, size_t i, size_t at, struct said *said)
{
    struct flat_filter f = { .compare = FLAT_EMPTY };

    if (!reader_is(r, at, VOCAB_EMPTY))
        return 0;
    if (reader_column(r, i, WANT_ANY, &f.column) != PICK_ONE)
        return doubt_column(r, i, WANT_ANY);
    f.compare = said->negated ? FLAT_NOT_EMPTY : FLAT_EMPTY;
    use_range(r, i, at + 1);
    return filter_add(r, i, &f);
}

/* "missing emails", "rows with no email": the word stands before its column. */
static int empty_first(struct reader *r, size_t i)
{
    struct flat_filter f = { .compare = FLAT_EMPTY };
    size_t at = i + 1 + reader_is(r, i + 1, VOCAB_IN);

    if (!reader_is(r, i, VOCAB_EMPTY) || !reader_is_column(r, at) || !reader_joins(r, at) ||
        reader_is(r, i - 1, VOCAB_IS))
        return 0;
    if (reader_column(r, at, WANT_ANY, &f.column) != PICK_ONE)
        return doubt_column(r, at, WANT_ANY);
    f.compare = take_negation(r, i) ? FLAT_NOT_EMPTY : FLAT_EMPTY;
    use_range(r, i, at + 1);
    return filter_add(r, i, &f);
}

static int truth_filter(struct reader *r, size_t i, size_t at, const struct said *said)
{
    struct flat_filter f = { .compare = FLAT_IS, .n_values = 1 };

    if (!reader_is(r, at, VOCAB_TRUTH) || reader_column(r, i, WANT_TRUTH, &f.column) != PICK_ONE)
        return 0;
    f.values[0] = (r->p[at].arg == 1) != said->negated ? "true" : "false";
    use_range(r, i, at + 1);
    return filter_add(r, i, &f);
}

/* A number behind the column. Without a comparison only an id or a year is meant: "order 1001". */
static int number_filter(struct reader *r, size_t i, size_t at, const struct said *said)
{
    size_t column, next;
    int found;

    if (at >= r->n || r->p[at].used || !r->p[at].number)
        return 0;
    switch (reader_column(r, i, WANT_NUMBER, &column)) {
    case PICK_MANY:
        return said->explicit ? doubt_column(r, i, WANT_NUMBER) : 0;
    case PICK_NONE:
        return 0;
    case PICK_ONE:
        break;
    }
    if (said->time && r->p[at].has_period && !column_is_id(r->t, column))
        return 0;
    if (!said->explicit && !(said->of && !r->p[at].has_period) && !(column_is_id(r->t, column) && !r->p[i].plural))
        return 0;
    if (said->compare == FLAT_BETWEEN && r->p[at].has_period && is_asking(r, i - 1))
        return 0; /* "average salary between 2019 and 2021" is about years */
    if (said->compares && (reader_is(r, i - 1, VOCAB_MEASURE) || reader_is(r, i - 1, VOCAB_COUNT)))
        return doubt_say(r, i - 1, "of a group cannot be a condition yet",
                         "Put the condition on a column of the rows.");
    found = filter_numbers(r, at, said, column, &next);
    if (found > 0)
        use_range(r, i, at);
    return found;
}

/* A period behind a date column: "order_date in 2025". What is asked for stays: "latest order_date in 2025". */
static int period_filter(struct reader *r, size_t i, size_t at, const struct said *said)
{
    bool keep = i > 0 && is_asking(r, i - 1);
    size_t column, next;
    int found;

    if (at >= r->n || !r->p[at].has_period || reader_column(r, i, WANT_TIME, &column) != PICK_ONE)
        return 0;
    found = filter_periods(r, at, said, column, &next);
    if (found > 0)
        use_range(r, keep ? i + 1 : i, at);
    return found;
}

/* The columns piece i may name that have a value piece `at` names; the first of them in *ret. */
static size_t columns_with(const struct reader *r, size_t i, size_t at, size_t *ret)
{
    const struct match_hits *names = &r->p[i].hits, *values = &r->p[at].hits;
    size_t n = 0;

    for (size_t k = 0; k < names->n_columns; k++)
        for (size_t v = 0; v < values->n_values; v++)
            if (values->values[v].column == names->columns[k].column) {
                if (n++ == 0)
                    *ret = names->columns[k].column;
                break;
            }
    return n;
}

/* Any words where the values are too many to be known: behind "is", in quotes, or in the place of a condition. */
static int literal_filter(struct reader *r, size_t i, size_t at, const struct said *said)
{
    size_t column;
    bool place = is_condition_place(r, i) && !said->joined && !r->p[at].number;

    if (!(said->explicit || r->p[at].quoted || place) || reader_column(r, i, WANT_TEXT, &column) != PICK_ONE)
        return 0;
    if (!said->explicit && r->t->columns[column].n_values > 0)
        return 0;
    return filter_literal(r, at, said, column);
}

/* Values behind a text column. */
static int text_filter(struct reader *r, size_t i, size_t at, const struct said *said)
{
    size_t column = 0, n = columns_with(r, i, at, &column);
    int found;

    if (said->compares)
        return 0; /* "before Peru" is about the order of the rows, and no condition */
    if (n > 1)
        return doubt_column(r, i, WANT_TEXT);
    found = n == 1 ? filter_values(r, at, said, column) : literal_filter(r, i, at, said);
    if (found > 0)
        use_range(r, i, at);
    return found;
}

/* A comparison that the column's type cannot have: "region over 5", "units is Monday". */
static int mismatch(struct reader *r, size_t i, size_t at, const struct said *said)
{
    size_t column;

    /* "revenue since March 2025" is a figure and a condition on a date, not a comparison of the two. */
    if (!said->compares || said->time || at >= r->n || r->p[at].used ||
        reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
        return 0;
    if (r->p[at].number && !reader_is_column(r, at + 1) && !type_is_number(r->t->columns[column].type))
        return doubt_type(r, column, "cannot be compared with a number", WANT_NUMBER);
    if (r->p[at].has_period && !r->p[at].number && !column_suits(r->t, column, WANT_ORDER))
        return doubt_type(r, column, "cannot be compared with a date", WANT_TIME);
    if (r->p[at].hits.n_values > 0 && type_is_number(r->t->columns[column].type))
        return doubt_type(r, column, "cannot be compared with a text", WANT_TEXT);
    return 0;
}

static int column_first(struct reader *r, size_t i)
{
    static int (*const kinds[])(struct reader *, size_t, size_t, const struct said *) = {
        truth_filter, number_filter, period_filter, text_filter, mismatch,
    };
    struct said said;
    size_t at = read_said(r, i + 1, &said), negation = negation_of(r, i);
    int found;

    if (r->p[i].kind != VOCAB_NONE || r->p[i].hits.n_columns == 0 || at >= r->n || !reader_joins(r, at) ||
        (i > 0 && reader_is(r, i - 1, VOCAB_BY)))
        return 0;
    said.negated ^= negation < r->n;
    found = said.explicit ? empty_filter(r, i, at, &said) : 0;
    for (size_t k = 0; k < COUNT_OF(kinds) && found == 0; k++)
        found = kinds[k](r, i, at, &said);
    if (found > 0 && negation < r->n)
        reader_use(r, negation);
    return found;
}

/* A year is taken as one behind a word about time, or as one end of a range of years. */
static bool is_time_operand(const struct reader *r, size_t i)
{
    const struct piece *p = &r->p[i + 1];
    bool range = r->p[i].arg == FLAT_BETWEEN && i + 3 < r->n && r->p[i + 3].has_period;

    return p->has_period && (!p->number || r->p[i].kind == VOCAB_WHEN || range);
}

/* The column of a comparison that has none before it: behind it ("over 50 units"), or that of the condition it goes on
 * from ("over 5 and under 10"). */
static enum pick number_column(const struct reader *r, size_t i, size_t behind, size_t *ret)
{
    const struct flat *q = r->q;

    if (reader_is_column(r, behind))
        return reader_column(r, behind, WANT_NUMBER, ret);
    if (q->n_filters == 0 || i < 2 || !reader_is(r, i - 1, VOCAB_AND) || !r->p[i - 2].used)
        return PICK_NONE;
    *ret = q->filters[q->n_filters - 1].column;
    return type_is_number(r->t->columns[*ret].type) ? PICK_ONE : PICK_NONE;
}

static int compare_first(struct reader *r, size_t i)
{
    struct said said = { .compare = (enum flat_compare)r->p[i].arg, .explicit = true, .compares = true };
    size_t behind = said.compare == FLAT_BETWEEN ? i + 4 : i + 2, column, next;
    int found = 0;

    if (i + 1 >= r->n || r->p[i + 1].used)
        return 0;
    if (r->p[i + 1].number) {
        enum pick pick = number_column(r, i, behind, &column);
        if (pick == PICK_MANY)
            return doubt_column(r, behind, WANT_NUMBER);
        if (pick == PICK_ONE) {
            said.negated = take_negation(r, i);
            found = filter_numbers(r, i + 1, &said, column, &next);
            if (found > 0 && reader_is_column(r, behind))
                reader_use(r, behind);
        }
    }
    if (found == 0 && is_time_operand(r, i)) {
        if (reader_time_column(r, i + 1, &column) < 0)
            return -1;
        said.negated = take_negation(r, i);
        found = type_is_number(r->t->columns[column].type) ? filter_numbers(r, i + 1, &said, column, &next)
                                                           : filter_periods(r, i + 1, &said, column, &next);
    }
    if (found > 0)
        reader_use(r, i);
    return found;
}

/* A number before its column: "rooms with 2 beds". */
static int number_first(struct reader *r, size_t i)
{
    struct said said = { .compare = FLAT_IS };
    size_t column, next;
    int found;

    if (!r->p[i].number || r->p[i].kind != VOCAB_NONE || !reader_is(r, i - 1, VOCAB_WHERE) ||
        !reader_is_column(r, i + 1) || !reader_joins(r, i + 1) ||
        reader_column(r, i + 1, WANT_NUMBER, &column) != PICK_ONE)
        return 0;
    found = filter_numbers(r, i, &said, column, &next);
    if (found > 0)
        reader_use(r, i + 1);
    return found;
}

/* The one column that piece i's values belong to. The column may be named behind: "the West region". */
static int value_column(struct reader *r, size_t i, size_t *ret)
{
    const struct match_hits *h = &r->p[i].hits;
    const char *questions[QUESTION_HITS];
    size_t n = 0, next = i + 1;

    for (size_t k = 0; k < h->n_values && reader_is_column(r, next) && reader_joins(r, next); k++)
        for (size_t c = 0; c < r->p[next].hits.n_columns; c++)
            if (r->p[next].hits.columns[c].column == h->values[k].column) {
                *ret = h->values[k].column;
                reader_use(r, next);
                return 1;
            }
    for (size_t k = 0; k < h->n_values; k++) {
        size_t column = h->values[k].column;
        bool again = k > 0 && h->values[k - 1].column == column;
        const char *name = r->t->columns[column].name;
        if (again)
            continue;
        *ret = column;
        questions[n++] = doubt_with(r, i, i, arena_printf(r->a, "%s %s", doubt_name(r->a, name), doubt_words(r, i, i)));
    }
    if (n == 1)
        return 1;
    return doubt_choose(r, questions, n, "'%s' is found in more than one column.", doubt_words(r, i, i));
}

/* A value on its own. A word that is also part of a column's name is one only behind "in" and the like. */
static int value_first(struct reader *r, size_t i)
{
    struct said said = { .compare = FLAT_IS };
    size_t column = 0;

    if (r->p[i].kind != VOCAB_NONE || r->p[i].hits.n_values == 0)
        return 0;
    if (r->p[i].hits.n_columns > 0 && !(r->p[i].hits.columns[0].rank != MATCH_WHOLE && is_condition_place(r, i)))
        return 0;
    /* A number that some text happens to be is that text only where a value is expected. */
    if (r->p[i].number && !reader_is(r, i - 1, VOCAB_IN) && !reader_is(r, i - 1, VOCAB_NOT))
        return 0;
    if (value_column(r, i, &column) < 0)
        return -1;
    said.negated = take_negation(r, i);
    return filter_values(r, i, &said, column);
}

/* A period on its own: "in 2025", "2025 revenue". A year in the place of a quantity is none. */
static int period_first(struct reader *r, size_t i)
{
    struct said said = { .compare = FLAT_IS };
    size_t column, next, before = i > 0 ? i - 1 : r->n;
    bool quantity = reader_is(r, before, VOCAB_TOP) || reader_is(r, before, VOCAB_FIRST) ||
                    reader_is(r, before, VOCAB_LAST) || reader_is(r, before, VOCAB_COMPARE) ||
                    reader_is(r, i + 1, VOCAB_ROWS);

    if (!r->p[i].has_period || (r->p[i].number && quantity))
        return 0;
    if (reader_time_column(r, i, &column) < 0)
        return -1;
    said.negated = take_negation(r, i);
    if (type_is_number(r->t->columns[column].type))
        return filter_numbers(r, i, &said, column, &next);
    return filter_periods(r, i, &said, column, &next);
}

/* A column of yes and no as an adjective ("active employees", "who are not active"), or a column that is absent
 * ("without email"). */
static int bare_column(struct reader *r, size_t i)
{
    struct flat_filter f = { .compare = FLAT_IS, .n_values = 1 };
    bool place = reader_is(r, i - 1, VOCAB_WHERE) || reader_is(r, i - 1, VOCAB_NOT) || reader_is(r, i - 1, VOCAB_IS) ||
                 reader_is(r, i - 1, VOCAB_COUNT);

    if (i == 0 || !reader_is_column(r, i) || reader_is(r, i - 1, VOCAB_BY))
        return 0;
    if (reader_column(r, i, WANT_TRUTH, &f.column) == PICK_ONE && (place || reader_is(r, i + 1, VOCAB_ROWS))) {
        f.values[0] = take_negation(r, i) ? "false" : "true";
    } else if (reader_is(r, i - 1, VOCAB_NOT) && reader_column(r, i, WANT_ANY, &f.column) == PICK_ONE &&
               !type_is_number(r->t->columns[f.column].type) && r->t->columns[f.column].type != COLUMN_BOOLEAN) {
        reader_use(r, i - 1);
        f.compare = FLAT_EMPTY;
        f.n_values = 0;
    } else {
        return 0;
    }
    reader_use(r, i);
    return filter_add(r, i, &f);
}

int filter_read(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        int found = 0;
        if (!r->p[i].used)
            found = column_first(r, i);
        if (found == 0)
            found = empty_first(r, i);
        if (found == 0 && (reader_is(r, i, VOCAB_COMPARE) || reader_is(r, i, VOCAB_WHEN)))
            found = compare_first(r, i);
        if (found == 0 && !r->p[i].used)
            found = number_first(r, i);
        if (found == 0 && !r->p[i].used)
            found = value_first(r, i);
        if (found == 0 && !r->p[i].used)
            found = period_first(r, i);
        if (found < 0)
            return -1;
    }
    for (size_t i = 0; i < r->n; i++)
        if (!r->p[i].used && bare_column(r, i) < 0)
            return -1;
    return 0;
}
