/* chip_filter.c - chips of conditions: other values, the opposite, a neighbouring period, or none.
 *
 * The conditions on one time that make a period of days are one chip. All others have one each.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include "base/timefmt.h"
#include "query/edit/edit.h"
#include "query/say/chip_part.h"
#include <string.h>

#define VALUES_OFFERED 6 /* of a column, in place of another one */

static void offer_condition(struct chips *c, const struct expr *old, const struct expr *condition)
{
    const struct query *made;
    struct err ignored;

    if (query_edit_condition(c->a, c->q, old, condition, &made, &ignored) == 0)
        chip_offer(c, condition ? chip_words(c, made, condition) : "remove", made);
}

/* ---- periods ---- */

/* Days since 1970; an open end is the end of all days. */
struct period {
    const struct expr *time;
    int64_t from, until;
};

static bool day_of(const struct expr *e, int64_t *ret)
{
    return e->kind == EXPR_LITERAL && e->literal.text &&
           (e->literal.type == COLUMN_DATE || e->literal.type == COLUMN_TIMESTAMP) && strlen(e->literal.text) >= 10 &&
           date_read(e->literal.text, 10, ret);
}

static bool is_year_of(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->call.function == FUNCTION_YEAR && e->call.args[0]->kind == EXPR_COLUMN;
}

/* year(time) = 2025 */
static bool year_period(const struct expr_call *call, struct period *ret)
{
    const struct expr *value = call->args[1];
    long year;

    if (call->function != FUNCTION_EQ || !is_year_of(call->args[0]) || value->kind != EXPR_LITERAL ||
        value->literal.type != COLUMN_INTEGER || !value->literal.text || strlen(value->literal.text) > 4)
        return false;
    year = strtol(value->literal.text, NULL, 10);
    ret->time = call->args[0]->call.args[0];
    ret->from = civil_days((int)year, 1, 1);
    ret->until = civil_days((int)year, 12, 31);
    return year > 0;
}

/* One condition as a period. */
static bool read_period(const struct chips *c, const struct expr *e, struct period *ret)
{
    int64_t day, last;

    *ret = (struct period){ .from = FIRST_DAY, .until = LAST_DAY };
    if (e->kind != EXPR_CALL || e->call.n < 2)
        return false;
    if (year_period(&e->call, ret))
        return true;
    ret->time = e->call.args[0];
    if (ret->time->kind != EXPR_COLUMN || !is_time(type_of_expr(&c->s, ret->time)) || !day_of(e->call.args[1], &day))
        return false;
    last = e->call.function == FUNCTION_LT ? day - 1 : day;
    if (e->call.function == FUNCTION_BETWEEN) {
        ret->from = day;
        return day_of(e->call.args[2], &ret->until);
    }
    if (e->call.function == FUNCTION_EQ || e->call.function == FUNCTION_GE || e->call.function == FUNCTION_GT)
        ret->from = e->call.function == FUNCTION_GT ? day + 1 : day;
    if (e->call.function == FUNCTION_EQ || e->call.function == FUNCTION_LE || e->call.function == FUNCTION_LT)
        ret->until = last;
    return ret->from != FIRST_DAY || ret->until != LAST_DAY;
}

static const char *date_of(const struct chips *c, int64_t day)
{
    char text[TIME_TEXT_BYTES];

    date_text(day, text);
    return arena_str(c->a, text);
}

static void offer_period(struct chips *c, const struct period *p, int64_t from, int64_t until)
{
    const char *first = date_of(c, from), *last = date_of(c, until), *label = show_period(c->a, first, last);
    const struct expr *x = expr_literal(c->a, COLUMN_DATE, first), *y = expr_literal(c->a, COLUMN_DATE, last);
    const struct query *made;
    struct err ignored;

    if (from <= FIRST_DAY || until >= LAST_DAY || (from == p->from && until == p->until) ||
        query_edit_period(c->a, c->q, p->time, x, y, &made, &ignored) < 0)
        return;
    chip_offer(c, label ? label : arena_printf(c->a, "%s to %s", first, last), made);
}

/* The months from that of `from` on, moved by some. */
static void offer_months(struct chips *c, const struct period *p, const struct civil *from, int by, int months)
{
    int first = from->year * 12 + from->month - 1 + by, last = first + months - 1;

    if (first >= 12)
        offer_period(c, p, civil_days(first / 12, first % 12 + 1, 1),
                     civil_days(last / 12, last % 12 + 1, civil_month_days(last / 12, last % 12 + 1)));
}

/* How many whole months it is, where it is a month, a quarter or a year; else 0. */
static int whole_months(const struct civil *from, const struct civil *until)
{
    int months = (until->year - from->year) * 12 + until->month - from->month + 1;
    bool whole = from->day == 1 && until->day == civil_month_days(until->year, until->month);

    if (!whole || (months != 1 && months != 3 && months != 12))
        return 0;
    return (from->month - 1) % months == 0 ? months : 0;
}

static void offer_neighbours(struct chips *c, const struct period *p)
{
    struct civil from = civil_from_us(p->from * DAY_US), until = civil_from_us(p->until * DAY_US);
    int months = whole_months(&from, &until);
    int64_t days = p->until - p->from + 1;

    if (months > 0) {
        offer_months(c, p, &from, -months, months);
        offer_months(c, p, &from, months, months);
    } else {
        offer_period(c, p, p->from - days, p->from - 1);
        offer_period(c, p, p->until + 1, p->until + days);
    }
    if (months == 1)
        offer_months(c, p, &from, -((from.month - 1) % 3), 3);
    if (months < 12 && from.year == until.year)
        offer_period(c, p, civil_days(from.year, 1, 1), civil_days(from.year, 12, 31));
    if (months == 12)
        for (int quarter = 0; quarter < 4; quarter++)
            offer_months(c, p, &from, 3 * quarter, 3);
}

static bool is_period_of(const struct chips *c, const struct expr *e, const struct expr *time, struct period *ret)
{
    return read_period(c, e, ret) && expr_same(ret->time, time);
}

static const char *period_label(const struct chips *c, const struct period *p, const struct expr *const *list, size_t n)
{
    const char *name = p->from != FIRST_DAY && p->until != LAST_DAY
                           ? show_period(c->a, date_of(c, p->from), date_of(c, p->until))
                           : NULL;

    return name ? arena_printf(c->a, "%s is in %s", say_expr(&c->s, p->time), name)
                : say_conditions(&c->s, list, n, STYLE_WHERE);
}

/* All conditions on the time of condition i, as one chip; those before it must not be on the same. */
static void chip_of_period(struct chips *c, size_t i, const struct period *first)
{
    const struct query *q = c->q, *made;
    const struct expr **list = arena_array(c->a, q->n_where, sizeof *list);
    struct period all = *first, one;
    size_t n = 0;
    struct err ignored;

    for (size_t k = 0; k < q->n_where; k++) {
        if (!is_period_of(c, q->where[k], first->time, &one))
            continue;
        if (k < i)
            return;
        all.from = one.from > all.from ? one.from : all.from;
        all.until = one.until < all.until ? one.until : all.until;
        list[n++] = q->where[k];
    }
    if (!chip_add(c, "period", period_label(c, &all, list, n)))
        return;
    if (all.from != FIRST_DAY && all.until != LAST_DAY && all.from <= all.until)
        offer_neighbours(c, &all);
    if (query_edit_remove_condition(c->a, q, first->time, &made, &ignored) == 0)
        chip_offer(c, "remove", made);
}

/* ---- values ---- */

static bool is_text(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.type == COLUMN_TEXT && e->literal.text;
}

static bool is_among(const char *text, const struct expr *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_text(list[i]) && strcmp(list[i]->literal.text, text) == 0)
            return true;
    return false;
}

/* Other values of the column, beginning behind the one that is asked for. */
static void offer_values(struct chips *c, const struct expr *old, const struct expr *subject,
                         const struct expr *const *but, size_t n_but)
{
    const struct column *column = column_behind(&c->s, subject);
    size_t at = 0, offered = 0;

    if (!column || column->n_values == 0)
        return;
    while (at < column->n_values && is_text(but[0]) && strcmp(column->values[at], but[0]->literal.text) <= 0)
        at++;
    for (size_t i = 0; i < column->n_values && offered < VALUES_OFFERED; i++) {
        const char *value = column->values[(at + i) % column->n_values];
        if (is_among(value, but, n_but))
            continue;
        offer_condition(c, old, expr_call2(c->a, FUNCTION_EQ, subject, expr_text(c->a, value)));
        offered++;
    }
}

/* Rows without a value are not "West" either. */
static const struct expr *or_empty(struct chips *c, const struct expr *subject, const struct expr *condition)
{
    const struct column *column = column_behind(&c->s, subject);

    if (column && column->nulls + column->misfits == 0)
        return condition;
    return expr_call2(c->a, FUNCTION_OR, condition, expr_call1(c->a, FUNCTION_IS_EMPTY, subject));
}

static void offer_opposite(struct chips *c, const struct expr *old)
{
    const struct expr *subject = old->call.args[0];

    if (old->call.function == FUNCTION_EQ)
        offer_condition(c, old, or_empty(c, subject, expr_call2(c->a, FUNCTION_NE, subject, old->call.args[1])));
    else if (old->call.function == FUNCTION_NE)
        offer_condition(c, old, expr_call2(c->a, FUNCTION_EQ, subject, old->call.args[1]));
    else if (old->call.function == FUNCTION_NOT)
        offer_condition(c, old, old->call.args[0]);
    else
        offer_condition(c, old, or_empty(c, subject, expr_call1(c->a, FUNCTION_NOT, old)));
}

/* ---- comparisons ---- */

static void offer_comparisons(struct chips *c, const struct expr *old)
{
    static const enum query_function signs[] = { FUNCTION_GT, FUNCTION_GE, FUNCTION_LT, FUNCTION_LE };

    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (signs[i] != old->call.function)
            offer_condition(c, old, expr_call(c->a, signs[i], old->call.args, 2));
}

static void offer_truth(struct chips *c, const struct expr *old)
{
    bool truth = strcmp(old->call.args[1]->literal.text, "true") == 0;
    const struct expr *other = expr_literal(c->a, COLUMN_BOOLEAN, truth ? "false" : "true");

    offer_condition(c, old, expr_call2(c->a, old->call.function, old->call.args[0], other));
}

static void offer_text_matches(struct chips *c, const struct expr *old)
{
    static const enum query_function ways[] = { FUNCTION_CONTAINS, FUNCTION_STARTS, FUNCTION_ENDS };

    for (size_t i = 0; i < COUNT_OF(ways); i++)
        if (ways[i] != old->call.function)
            offer_condition(c, old, expr_call(c->a, ways[i], old->call.args, 2));
}

/* One of the values alone. */
static void offer_each(struct chips *c, const struct expr *old)
{
    for (size_t i = 1; i < old->call.n && i <= VALUES_OFFERED; i++)
        offer_condition(c, old, expr_call2(c->a, FUNCTION_EQ, old->call.args[0], old->call.args[i]));
}

/* In a query's rows, or not; there are some, or none. */
static void offer_other_membership(struct chips *c, const struct expr *e)
{
    struct expr other = *e;

    if (e->kind != EXPR_IN_QUERY && e->kind != EXPR_EXISTS)
        return;
    other.query.negated = !e->query.negated;
    offer_condition(c, e, expr_new(c->a, &other));
}

static void offer_others(struct chips *c, const struct expr *e)
{
    const struct expr_call *call = &e->call;
    const struct expr *value;

    if (e->kind != EXPR_CALL) {
        offer_other_membership(c, e);
        return;
    }
    if (call->function == FUNCTION_IN) {
        offer_each(c, e);
        offer_values(c, e, call->args[0], call->args + 1, call->n - 1);
    }
    if (call->n == 1 || call->function == FUNCTION_IN) {
        if (call->function == FUNCTION_IN || call->function == FUNCTION_IS_EMPTY || call->function == FUNCTION_NOT)
            offer_opposite(c, e);
        return;
    }
    value = call->args[1];
    if (value->kind != EXPR_LITERAL || !value->literal.text)
        return;
    if (call->function >= FUNCTION_LT && call->function <= FUNCTION_GE)
        offer_comparisons(c, e);
    else if (call->function >= FUNCTION_CONTAINS && call->function <= FUNCTION_ENDS)
        offer_text_matches(c, e);
    else if (value->literal.type == COLUMN_BOOLEAN && call->function <= FUNCTION_NE && call->function >= FUNCTION_EQ)
        offer_truth(c, e);
    else if (call->function == FUNCTION_EQ || call->function == FUNCTION_SAME)
        offer_values(c, e, call->args[0], &value, 1);
    if ((call->function == FUNCTION_EQ || call->function == FUNCTION_NE) && value->literal.type != COLUMN_BOOLEAN)
        offer_opposite(c, e);
}

/* ---- all of them ---- */

static void chip_of_condition(struct chips *c, const struct expr *e)
{
    if (!chip_add(c, "filter", chip_words(c, c->q, e)))
        return;
    offer_others(c, e);
    offer_condition(c, e, NULL);
}

void chips_of_conditions(struct chips *c)
{
    const struct query *q = c->q;
    struct period p;

    for (size_t i = 0; i < q->n_where; i++)
        if (read_period(c, q->where[i], &p))
            chip_of_period(c, i, &p);
        else
            chip_of_condition(c, q->where[i]);
    for (size_t i = 0; i < q->n_having; i++)
        chip_of_condition(c, q->having[i]);
}
