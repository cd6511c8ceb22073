/* period.c - which columns hold starts of periods, and what each is called. */
#include "query/say/period.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "query/query.h"
#include <string.h>

enum period { PERIOD_NONE, PERIOD_WEEK, PERIOD_MONTH, PERIOD_QUARTER, PERIOD_YEAR };

/* ---- what an output is ---- */

static enum period unit_of(const struct expr_call *c)
{
    static const char *const units[] = {
        [PERIOD_WEEK] = "week", [PERIOD_MONTH] = "month", [PERIOD_QUARTER] = "quarter", [PERIOD_YEAR] = "year"
    };

    if (c->function != FUNCTION_START_OF || c->args[0]->kind != EXPR_LITERAL || !c->args[0]->literal.text)
        return PERIOD_NONE;
    for (size_t i = PERIOD_WEEK; i < COUNT_OF(units); i++)
        if (strcmp(units[i], c->args[0]->literal.text) == 0)
            return (enum period)i;
    return PERIOD_NONE;
}

static enum period output_period(struct arena *a, const struct request *r, const struct query *q, size_t i,
                                 size_t depth);

static const struct query *rows_of(const struct request *r, const struct relation *relation)
{
    if (relation->kind == RELATION_QUERY)
        return relation->query;
    for (size_t i = 0; relation->kind == RELATION_STEP && i < r->n_steps; i++)
        if (str_ieq(r->steps[i].name, relation->step))
            return r->steps[i].query;
    return NULL;
}

/* A column of a query's rows is what that query's output is. */
static enum period column_period(struct arena *a, const struct request *r, const struct query *q,
                                 const struct expr_column *c, size_t depth)
{
    const struct relation *relation = c->of ? query_relation(q, c->of) : NULL;
    const struct query *inner = relation ? rows_of(r, relation) : NULL, *first = inner;

    while (first && first->kind != QUERY_BLOCK)
        first = first->left;
    for (size_t i = 0; first && i < first->n_outputs; i++)
        if (str_ieq(query_output_name(a, first, i), c->name))
            return output_period(a, r, inner, i, depth + 1);
    return PERIOD_NONE;
}

static enum period output_period(struct arena *a, const struct request *r, const struct query *q, size_t i,
                                 size_t depth)
{
    const struct expr *e;

    if (depth > QUERY_DEPTH)
        return PERIOD_NONE;
    if (q->kind != QUERY_BLOCK) {
        enum period left = output_period(a, r, q->left, i, depth + 1);
        return left == output_period(a, r, q->right, i, depth + 1) ? left : PERIOD_NONE;
    }
    if (i >= q->n_outputs)
        return PERIOD_NONE;
    e = q->outputs[i].expr;
    if (e->kind == EXPR_COLUMN)
        return column_period(a, r, q, &e->column, depth);
    return e->kind == EXPR_CALL ? unit_of(&e->call) : PERIOD_NONE;
}

/* ---- what a period is called ---- */

static struct civil civil_of(int64_t day)
{
    return civil_from_us(day * DAY_US);
}

/* A week belongs to the year that its Thursday is in, as ISO 8601 has it. */
static const char *week_name(struct arena *a, int64_t monday)
{
    int64_t thursday = monday + 3;
    int year = civil_of(thursday).year;

    return arena_printf(a, "%04d-W%02d", year, (int)((thursday - civil_days(year, 1, 1)) / 7) + 1);
}

static const char *period_name(struct arena *a, enum period period, const char *date)
{
    struct civil first;
    int64_t day;

    if (!date_read(date, strlen(date), &day))
        return date;
    first = civil_of(day);
    switch (period) {
    case PERIOD_WEEK:
        return week_name(a, day);
    case PERIOD_MONTH:
        return arena_printf(a, "%04d-%02d", first.year, first.month);
    case PERIOD_QUARTER:
        return arena_printf(a, "%04d-Q%d", first.year, (first.month - 1) / 3 + 1);
    case PERIOD_YEAR:
        return arena_printf(a, "%04d", first.year);
    case PERIOD_NONE:
        break;
    }
    return date;
}

/* ---- rows ---- */

static struct json *row_named(struct arena *a, const struct json *row, const enum period *periods, size_t n)
{
    struct json *named = json_array(a);

    for (size_t i = 0; i < n; i++) {
        const char *date = periods[i] ? json_text(json_at(row, i), NULL) : NULL;
        json_push(a, named, date ? json_str(a, period_name(a, periods[i], date)) : json_at(row, i));
    }
    return named;
}

static struct json *columns_named(struct arena *a, const struct json *columns, const enum period *periods)
{
    struct json *named = json_array(a);

    for (size_t i = 0; i < json_len(columns); i++) {
        struct json *column = json_copy(a, json_at(columns, i));
        if (periods[i])
            json_set(a, column, "type", json_str(a, column_type_name(COLUMN_TEXT)));
        json_push(a, named, column);
    }
    return named;
}

void period_rows(struct arena *a, const struct request *r, struct said_rows *rows)
{
    const struct query *q = r->steps[r->n_steps - 1].query;
    size_t n = json_len(rows->columns);
    enum period *periods = arena_array(a, n, sizeof *periods);
    bool found = false;
    struct json *named;

    for (size_t i = 0; q && i < n; i++) {
        periods[i] = output_period(a, r, q, i, 0);
        found |= periods[i] != PERIOD_NONE;
    }
    if (!found)
        return;
    named = json_array(a);
    for (size_t i = 0; i < json_len(rows->rows); i++)
        json_push(a, named, row_named(a, json_at(rows->rows, i), periods, n));
    rows->columns = columns_named(a, rows->columns, periods);
    rows->rows = named;
}
