/* group.c - "by region", "per month", "monthly": what the figure is worked out for each of. */
#include "base/arena.h"
#include "lang/reader.h"

int group_add(struct reader *r, size_t i, size_t column, enum flat_unit unit)
{
    struct flat *q = r->q;

    for (size_t k = 0; k < q->n_groups; k++)
        if (q->groups[k].column == column && q->groups[k].unit == unit) {
            r->group_at = k;
            return 0;
        }
    if (q->n_groups == FLAT_GROUPS)
        return doubt_say(r, i, "is one group more than a question can have", "Ask by at most two columns.");
    r->group_at = q->n_groups;
    q->groups[q->n_groups++] = (struct flat_group){ column, unit };
    return 0;
}

/* A column of whole years, for tables that have no dates. */
static bool year_column(const struct reader *r, size_t *ret)
{
    for (size_t c = 0; c < r->t->n_columns; c++) {
        char key[WORDS_KEY_BYTES];
        if (r->t->columns[c].type == COLUMN_INTEGER && words_key(r->t->columns[c].name, key) > 0 &&
            strcmp(key, "year") == 0) {
            *ret = c;
            return true;
        }
    }
    return false;
}

/* The question with the column's name put where it makes piece i clear: before a period and what compares with it,
 * behind a unit, at the end for "latest". "monthly" has no such place and becomes "by month of". */
static const char *with_time_column(const struct reader *r, size_t i, const char *name)
{
    static const char *const units[] = { [FLAT_EXACT] = "",      [FLAT_DAY] = "day",         [FLAT_WEEK] = "week",
                                         [FLAT_MONTH] = "month", [FLAT_QUARTER] = "quarter", [FLAT_YEAR] = "year" };
    bool compared = i > 0 && (reader_is(r, i - 1, VOCAB_WHEN) || reader_is(r, i - 1, VOCAB_COMPARE));
    size_t first = compared ? i - 1 : i;
    const char *words = doubt_words(r, first, i);

    if (r->p[i].kind == VOCAB_PERIODIC)
        return arena_printf(r->a, "%s by %s of %s", r->q->stepped ? r->question : doubt_with(r, i, i, ""),
                            units[r->p[i].arg], name);
    if (r->p[i].kind == VOCAB_TIME_EXTREME || r->p[i].kind == VOCAB_FIRST || r->p[i].kind == VOCAB_LAST)
        return arena_printf(r->a, "%s by %s", r->question, name);
    if (!r->p[i].has_period)
        return doubt_with(r, i, i, arena_printf(r->a, "%s of %s", words, name));
    return doubt_with(r, first, i, arena_printf(r->a, "%s %s", name, words));
}

int reader_time_column(struct reader *r, size_t i, size_t *ret)
{
    const char *questions[FLAT_OPTIONS];
    size_t n = 0;

    if (r->p[i].has_period && r->p[i].number && year_column(r, ret))
        return 0;
    switch (reader_only(r, WANT_TIME, ret)) {
    case PICK_ONE:
        return 0;
    case PICK_NONE:
        return doubt_say(r, i, "needs a date, and this table has no column of dates", "Ask about another column.");
    case PICK_MANY:
        break;
    }
    for (size_t c = 0; c < r->t->n_columns && n < FLAT_OPTIONS; c++)
        if (type_is_time(r->t->columns[c].type))
            questions[n++] = with_time_column(r, i, doubt_name(r->a, r->t->columns[c].name));
    return doubt_choose(r, questions, n, "'%s' does not say of which date.", doubt_words(r, i, i));
}

/* "month of order_date", or "month" where there is one column of dates. */
int group_unit(struct reader *r, size_t i)
{
    enum flat_unit unit = (enum flat_unit)r->p[i].arg;
    size_t column, of = i + 1;

    reader_use(r, i);
    if (reader_is(r, of, VOCAB_IN) && reader_is_column(r, of + 1) &&
        reader_column(r, of + 1, WANT_TIME, &column) == PICK_ONE) {
        reader_use(r, of);
        reader_use(r, of + 1);
    } else if (reader_time_column(r, i, &column) < 0) {
        return -1;
    }
    return group_add(r, i, column, unit);
}

/* A column as a group; a date may have its unit behind it: "order_date month". */
static int group_column(struct reader *r, size_t i, size_t *ret_last)
{
    enum flat_unit unit = FLAT_EXACT;
    size_t column;

    if (reader_column(r, i, WANT_ANY, &column) != PICK_ONE)
        return doubt_column(r, i, WANT_ANY);
    reader_use(r, i);
    if (type_is_time(r->t->columns[column].type) && reader_is(r, i + 1, VOCAB_UNIT) && reader_joins(r, i + 1)) {
        unit = (enum flat_unit)r->p[i + 1].arg;
        reader_use(r, i + 1);
        *ret_last = i + 1;
    }
    return group_add(r, i, column, unit);
}

/* Where a list of groups goes on behind piece i, or r->n. A measure's column that follows "and" is no group: what comes
 * behind "and" must be joined to nothing else. */
static size_t list_next(const struct reader *r, size_t i)
{
    size_t next = i + 1;

    if (next >= r->n || r->p[next].before == BREAK_CLAUSE)
        return r->n;
    if (reader_is(r, next, VOCAB_AND))
        next++;
    else if (r->p[next].before != BREAK_COMMA)
        return r->n;
    if (reader_is(r, next, VOCAB_BY))
        next++;
    return reader_is_column(r, next) || reader_is(r, next, VOCAB_UNIT) ? next : r->n;
}

static int group_list(struct reader *r, size_t by)
{
    size_t i = by + 1, each = by == r->each_by ? i : r->n;

    while (i < r->n && !r->p[i].used) {
        size_t last = i;
        if (reader_is(r, i, VOCAB_UNIT) && r->p[i].hits.n_columns == 0) {
            if (group_unit(r, i) < 0)
                return -1;
        } else if (reader_is(r, i, VOCAB_UNIT)) {
            /* A unit that is also part of a column's name: the name, when it is the only one. */
            size_t column;
            if (reader_column(r, i, WANT_ANY, &column) == PICK_ONE ? group_column(r, i, &last) < 0
                                                                   : group_unit(r, i) < 0)
                return -1;
        } else if (reader_is_column(r, i)) {
            if (group_column(r, i, &last) < 0)
                return -1;
        } else {
            break;
        }
        if (i == each)
            r->q->each = r->group_at + 1;
        while (last + 1 < r->n && r->p[last + 1].used)
            last++;
        for (size_t k = by; k <= last; k++)
            reader_use(r, k);
        by = last + 1;
        i = list_next(r, last);
    }
    return 0;
}

/* "across all regions" is one figure or one for each: both are offered. */
static int doubt_all_of(struct reader *r, size_t i)
{
    const char *words = doubt_words(r, i + 1, i + 1);
    const char *questions[2] = { doubt_with(r, i, i + 1, arena_printf(r->a, "by %s", words)),
                                 doubt_with(r, i, i + 1, "") };

    return doubt_choose(r, questions, 2, "'%s' can mean one figure for all, or one for each.",
                        doubt_words(r, i, i + 1));
}

static int doubt_over_time(struct reader *r, size_t i)
{
    const char *questions[3] = { doubt_with(r, i, i, "by month"), doubt_with(r, i, i, "by year"),
                                 doubt_with(r, i, i, "by day") };

    return doubt_choose(r, questions, 3, "'%s' does not say in which steps.", doubt_words(r, i, i));
}

/* "revenue per unit": one total for one of another. An average or a total of it is the same. */
static void read_ratio(struct reader *r, size_t i)
{
    size_t column, under, asked = i - 2;

    if (i == 0 || strcmp(r->words[r->p[i].first].folded, "per") != 0 || !thing_adds_up(r, i - 1, &column) ||
        !thing_adds_up(r, i + 1, &under) || column == under || !reader_joins(r, i) || !reader_joins(r, i + 1))
        return;
    if (reader_is(r, asked, VOCAB_MEASURE)) {
        if (r->p[asked].arg != FLAT_SUM && r->p[asked].arg != FLAT_AVERAGE)
            return;
        reader_use(r, asked);
    }
    r->q->measure = FLAT_RATIO;
    r->q->column = column;
    r->q->under = under;
    r->has_figure = true;
    for (size_t k = i - 1; k <= i + 1; k++)
        reader_use(r, k);
}

/* "average monthly revenue": the average of the months' totals. Piece i is the "monthly". What does not add up, such as
 * a temperature, has an average for each month instead. */
static int read_step(struct reader *r, size_t i)
{
    size_t at = i + 1 + (reader_is(r, i + 1, VOCAB_MEASURE) && r->p[i + 1].arg == FLAT_SUM), column;
    bool counts = reader_is(r, at, VOCAB_COUNT) || (reader_is(r, at, VOCAB_ROWS) && !reader_is_column(r, at));

    if (i == 0 || !reader_is(r, i - 1, VOCAB_MEASURE) || r->p[i - 1].arg != FLAT_AVERAGE || !reader_joins(r, i) ||
        at >= r->n || !reader_joins(r, at) || !(counts || thing_adds_up(r, at, &column)))
        return 0;
    reader_use(r, i - 1);
    reader_use(r, i);
    r->q->stepped = true;
    r->q->step.unit = (enum flat_unit)r->p[i].arg;
    for (size_t k = at; k < r->n; k++)
        if (reader_is(r, k, VOCAB_BY) && reader_is(r, k + 1, VOCAB_UNIT) && reader_is(r, k + 2, VOCAB_IN) &&
            r->p[k + 1].arg == r->p[i].arg && reader_is_column(r, k + 3) &&
            reader_column(r, k + 3, WANT_TIME, &r->q->step.column) == PICK_ONE) {
            for (size_t used = k; used <= k + 3; used++)
                reader_use(r, used);
            return 1;
        }
    return reader_time_column(r, i, &r->q->step.column) < 0 ? -1 : 1;
}

/* The group that has a rank of its own in each of its values comes first. Of one group alone the rank is one of all. */
static void put_each_first(struct flat *q)
{
    struct flat_group first = q->groups[0];

    if (q->n_groups < 2)
        q->each = 0;
    if (q->each != 2)
        return;
    q->groups[0] = q->groups[1];
    q->groups[1] = first;
    q->each = 1;
}

int group_read(struct reader *r)
{
    for (size_t i = 0; i < r->n; i++) {
        if (reader_is(r, i, VOCAB_PERIODIC) && read_step(r, i) < 0)
            return -1;
        if (reader_is(r, i, VOCAB_BY))
            read_ratio(r, i);
        if (reader_is(r, i, VOCAB_OVER_TIME))
            return doubt_over_time(r, i);
        if (reader_is(r, i, VOCAB_ALL_OF) && reader_is_column(r, i + 1))
            return doubt_all_of(r, i);
        if (reader_is(r, i, VOCAB_PERIODIC) && group_unit(r, i) < 0)
            return -1;
        if (reader_is(r, i, VOCAB_BY) && thing_per(r, i) < 0)
            return -1;
        if (reader_is(r, i, VOCAB_BY) && reader_is(r, i + 1, VOCAB_ROWS) && !reader_is_column(r, i + 1)) {
            /* "revenue per order" is an average over the rows */
            r->per_row = true;
            reader_use(r, i);
            reader_use(r, i + 1);
        }
        if (reader_is(r, i, VOCAB_BY) && group_list(r, i) < 0)
            return -1;
    }
    put_each_first(r->q);
    return 0;
}
