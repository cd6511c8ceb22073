/* filter_value.c - the right side of a condition: numbers, periods, values.
 *
 * A period becomes its first and last day, so that "before June 2025" ends with May and "after 2024" begins with 2025.
 */
#include "base/arena.h"
#include "base/text/show.h"
#include "base/timefmt.h"
#include "lang/filter.h"

/* The opposite: not over is at most. */
static enum flat_compare opposite_of(enum flat_compare compare)
{
    static const enum flat_compare opposite[] = {
        [FLAT_IS] = FLAT_IS_NOT,       [FLAT_IS_NOT] = FLAT_IS,       [FLAT_OVER] = FLAT_AT_MOST,
        [FLAT_UNDER] = FLAT_AT_LEAST,  [FLAT_AT_LEAST] = FLAT_UNDER,  [FLAT_AT_MOST] = FLAT_OVER,
        [FLAT_BETWEEN] = FLAT_OUTSIDE, [FLAT_OUTSIDE] = FLAT_BETWEEN, [FLAT_EMPTY] = FLAT_NOT_EMPTY,
        [FLAT_NOT_EMPTY] = FLAT_EMPTY,
    };

    return opposite[compare];
}

static bool can_merge(const struct flat_filter *a, const struct flat_filter *b)
{
    return a->column == b->column && a->compare == b->compare && a->any_case == b->any_case &&
           (a->compare == FLAT_IS || a->compare == FLAT_IS_NOT);
}

/* Two conditions that no row could meet, or only by accident: "in March 2024 and May 2025" wants both, not neither. */
static bool excludes(const struct flat_filter *a, const struct flat_filter *b)
{
    bool one = a->compare == FLAT_IS || a->compare == FLAT_BETWEEN;

    return one && (b->compare == FLAT_IS || b->compare == FLAT_BETWEEN) && a->column == b->column;
}

int filter_add(struct reader *r, size_t i, const struct flat_filter *f)
{
    struct flat *q = r->q;

    for (size_t k = 0; k < q->n_filters; k++) {
        struct flat_filter *old = &q->filters[k];
        if (!can_merge(old, f) ||
            !(column_suits(r->t, f->column, WANT_TEXT) || column_suits(r->t, f->column, WANT_NUMBER)))
            continue;
        if (old->n_values + f->n_values > FLAT_VALUES)
            return doubt_say(r, i, "is one value more than a condition can have", "Ask for fewer values at a time.");
        memcpy(&old->values[old->n_values], f->values, f->n_values * sizeof f->values[0]);
        old->n_values += f->n_values;
        return 1;
    }
    for (size_t k = 0; k < q->n_filters; k++)
        if (excludes(&q->filters[k], f))
            return doubt_say(r, i, "asks for a second value or time where one row has only one",
                             "Ask for them one at a time.");
    if (q->n_filters == FLAT_FILTERS)
        return doubt_say(r, i, "is one condition more than a question can have", "Ask with at most four conditions.");
    q->filters[q->n_filters++] = *f;
    return 1;
}

/* 10% of a column that holds fractions is 0.1, of one that holds percentages 10. Only the person knows. */
static int doubt_percent(struct reader *r, size_t i)
{
    const char *questions[2] = { doubt_with(r, i, i, show_scaled(r->a, r->p[i].number, -2)),
                                 doubt_with(r, i, i, r->p[i].number) };

    return doubt_choose(r, questions, 2, "'%s' may be written in the table in either of two ways.",
                        doubt_words(r, i, i));
}

/* 20 in a column of percentages: 20%, or 2000%? */
static int doubt_hundredfold(struct reader *r, size_t i)
{
    const char *number = r->p[i].number;
    const char *questions[2] = { doubt_with(r, i, i, arena_printf(r->a, "%s%%", number)),
                                 doubt_with(r, i, i, arena_printf(r->a, "%s%%", show_scaled(r->a, number, 2))) };

    return doubt_choose(r, questions, 2, "'%s' of a column of percentages can be read in two ways.",
                        doubt_words(r, i, i));
}

/* The number at piece i as the column has it; NULL with the error set. */
static const char *number_for(struct reader *r, size_t i, size_t column)
{
    const char *number = r->p[i].number;

    if (!column_is_percent(r->t, column)) {
        if (r->p[i].percent)
            (void)doubt_percent(r, i);
        return r->p[i].percent ? NULL : number;
    }
    if (r->p[i].percent)
        return show_scaled(r->a, number, -2);
    if (strspn(number, "-0.") != strlen(number) && strncmp(number + (*number == '-'), "0.", 2) != 0 &&
        strcmp(number, "1") != 0) {
        (void)doubt_hundredfold(r, i);
        return NULL;
    }
    return number;
}

static bool is_number(const struct reader *r, size_t i)
{
    return i < r->n && !r->p[i].used && r->p[i].number && r->p[i].kind == VOCAB_NONE;
}

static bool is_period(const struct reader *r, size_t i)
{
    return i < r->n && !r->p[i].used && r->p[i].has_period;
}

static bool is_joint(const struct reader *r, size_t i)
{
    return reader_is(r, i, VOCAB_AND) || reader_is(r, i, VOCAB_TO);
}

/* The next piece of a list, or r->n: behind a comma, "and", "or", or a comma with one of them. */
static size_t list_next(const struct reader *r, size_t i)
{
    size_t next = i + 1;

    if (next < r->n && r->p[next].before == BREAK_CLAUSE)
        return r->n;
    if (reader_is(r, next, VOCAB_AND) || reader_is(r, next, VOCAB_OR) || reader_is_versus(r, next))
        return next + 1;
    return next < r->n && r->p[next].before == BREAK_COMMA ? next : r->n;
}

int filter_numbers(struct reader *r, size_t i, const struct said *said, size_t column, size_t *ret_next)
{
    struct flat_filter f = { .column = column, .compare = said->compare };
    bool range = said->compare == FLAT_BETWEEN;

    if (!is_number(r, i) || (range && !(is_joint(r, i + 1) && is_number(r, i + 2))))
        return 0;
    if (!(f.values[f.n_values++] = number_for(r, i, column)) ||
        (range && !(f.values[f.n_values++] = number_for(r, i + 2, column))))
        return -1;
    if (said->negated)
        f.compare = opposite_of(f.compare);
    *ret_next = range ? i + 3 : i + 1;
    while (said->compare == FLAT_IS && is_number(r, list_next(r, *ret_next - 1)) && f.n_values < FLAT_VALUES) {
        size_t next = list_next(r, *ret_next - 1);
        if (!(f.values[f.n_values++] = number_for(r, next, column)))
            return -1;
        *ret_next = next + 1;
    }
    for (size_t k = i; k < *ret_next; k++)
        reader_use(r, k);
    return filter_add(r, i, &f);
}

/* 03/04/2025 is a day in March or in April. */
static int doubt_day(struct reader *r, size_t i)
{
    const char *questions[2] = { doubt_with(r, i, i, r->p[i].period.from), doubt_with(r, i, i, r->p[i].period.either) };

    return doubt_choose(r, questions, 2, "'%s' can be either of two days.", doubt_words(r, i, i));
}

static void compare_period(struct flat_filter *f, const struct period *from, const struct period *to)
{
    f->n_values = 1;
    switch (f->compare) {
    case FLAT_OVER:
        f->values[0] = from->to;
        break;
    case FLAT_UNDER:
    case FLAT_AT_LEAST:
        f->values[0] = from->from;
        break;
    case FLAT_AT_MOST:
        f->values[0] = from->to;
        break;
    case FLAT_IS:
    case FLAT_IS_NOT:
    case FLAT_BETWEEN:
    case FLAT_OUTSIDE:
    case FLAT_EMPTY:
    case FLAT_NOT_EMPTY:
        f->values[0] = from->from;
        f->values[1] = to->to;
        if (f->compare == FLAT_IS && strcmp(from->from, to->to) == 0)
            break;
        f->compare = FLAT_BETWEEN;
        f->n_values = 2;
        break;
    }
}

/* The last piece of a list of periods that follow each other without a gap: "2024 and 2025". */
static size_t run_of_periods(const struct reader *r, size_t i)
{
    for (size_t next = list_next(r, i); is_period(r, next); next = list_next(r, i)) {
        int64_t end, begin;
        if (!date_read(r->p[i].period.to, strlen(r->p[i].period.to), &end) ||
            !date_read(r->p[next].period.from, strlen(r->p[next].period.from), &begin) || begin != end + 1)
            break;
        i = next;
    }
    return i;
}

/* The piece with the last period of what is said from piece i on: of a range, of a list, or i itself. */
static size_t last_period(const struct reader *r, size_t i, enum flat_compare compare)
{
    bool another = is_joint(r, i + 1) && is_period(r, i + 2), to = another && reader_is(r, i + 1, VOCAB_TO);

    if (compare == FLAT_BETWEEN)
        return another ? i + 2 : r->n;
    if ((compare == FLAT_IS || compare == FLAT_AT_LEAST) && to)
        return i + 2;
    return compare == FLAT_IS ? run_of_periods(r, i) : i;
}

int filter_periods(struct reader *r, size_t i, const struct said *said, size_t column, size_t *ret_next)
{
    struct flat_filter f = { .column = column, .compare = said->compare };
    size_t last = is_period(r, i) ? last_period(r, i, said->compare) : r->n;

    if (last == r->n)
        return 0;
    for (size_t k = i; k <= last; k++)
        if (is_period(r, k) && r->p[k].period.either)
            return doubt_day(r, k);
    if (last > i)
        f.compare = FLAT_BETWEEN;
    compare_period(&f, &r->p[i].period, &r->p[last].period);
    if (said->negated)
        f.compare = opposite_of(f.compare);
    for (size_t k = i; k <= last; k++)
        reader_use(r, k);
    *ret_next = last + 1;
    return filter_add(r, i, &f);
}

/* The value of the column that piece i names; NULL when there is none, and *ret_many when there are several. */
static const char *value_in(const struct reader *r, size_t i, size_t column, bool *ret_many)
{
    const struct match_hits *h = &r->p[i].hits;
    const char *value = NULL;

    *ret_many = false;
    for (size_t k = 0; k < h->n_values; k++) {
        if (h->values[k].column != column)
            continue;
        *ret_many = value != NULL;
        value = r->t->columns[column].values[h->values[k].value];
    }
    return value;
}

static int doubt_many_values(struct reader *r, size_t i, size_t column)
{
    const struct match_hits *h = &r->p[i].hits;
    const char *questions[QUESTION_HITS];
    size_t n = 0;

    for (size_t k = 0; k < h->n_values; k++)
        if (h->values[k].column == column) {
            const char *value = r->t->columns[column].values[h->values[k].value];
            questions[n++] = doubt_with(r, i, i, doubt_literal(r->a, value, true));
        }
    return doubt_choose(r, questions, n, "'%s' can be more than one value.", doubt_words(r, i, i));
}

int filter_values(struct reader *r, size_t i, const struct said *said, size_t column)
{
    struct flat_filter f = { .column = column, .compare = said->negated ? FLAT_IS_NOT : FLAT_IS };
    bool many;

    if (i >= r->n || r->p[i].used || r->p[i].kind != VOCAB_NONE || !value_in(r, i, column, &many))
        return 0;
    for (size_t from = i; i < r->n && !r->p[i].used && r->p[i].kind == VOCAB_NONE;) {
        const char *value = value_in(r, i, column, &many);
        if (!value)
            break;
        if (many)
            return doubt_many_values(r, i, column);
        if (f.n_values == FLAT_VALUES)
            return doubt_say(r, i, "is one value more than a condition can have", "Ask for fewer values at a time.");
        f.values[f.n_values++] = value;
        for (size_t k = from; k <= i; k++)
            reader_use(r, k);
        from = i + 1;
        i = list_next(r, i);
    }
    return filter_add(r, i < r->n ? i : r->n - 1, &f);
}

/* The last piece of the text that begins at piece i: the quoted one, or all unknown words that follow each other. */
static size_t literal_end(const struct reader *r, size_t i)
{
    while (!r->p[i].quoted && i + 1 < r->n && !r->p[i + 1].used && piece_is_unknown(&r->p[i + 1]) &&
           !r->p[i + 1].quoted && reader_joins(r, i + 1))
        i++;
    return i;
}

static const char *literal_text(const struct reader *r, size_t i, size_t last)
{
    const struct word *from = &r->words[r->p[i].first], *to = &r->words[r->p[last].first + r->p[last].n - 1];

    if (r->p[i].quoted)
        return arena_dup(r->a, r->question + from->inner, from->inner_n);
    return arena_dup(r->a, r->question + from->at, to->at + to->n - from->at);
}

static bool is_literal(const struct reader *r, size_t i)
{
    return i < r->n && !r->p[i].used && !r->p[i].is_name && (piece_is_unknown(&r->p[i]) || r->p[i].quoted);
}

int filter_literal(struct reader *r, size_t i, const struct said *said, size_t column)
{
    struct flat_filter f = { .column = column, .any_case = true, .compare = said->negated ? FLAT_IS_NOT : FLAT_IS };
    size_t first = i;

    if (!is_literal(r, i) && !(i < r->n && !r->p[i].used && r->p[i].number && said->explicit))
        return 0;
    for (size_t next = i; next < r->n;) {
        size_t last = literal_end(r, next);
        if (r->t->columns[column].n_values > 0)
            return doubt_value(r, next, last, column);
        if (f.n_values == FLAT_VALUES)
            return doubt_say(r, next, "is one value more than a condition can have", "Ask for fewer values at a time.");
        f.values[f.n_values++] = literal_text(r, next, last);
        for (size_t k = i; k <= last; k++)
            reader_use(r, k);
        i = last + 1;
        next = list_next(r, last);
        if (!is_literal(r, next))
            break;
    }
    return filter_add(r, first, &f);
}
