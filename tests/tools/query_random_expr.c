/* query_random_expr.c - random expressions of a wanted type, from a table of what each function takes and gives. */
#include "base/arena.h"
#include "base/attrs.h"
#include "query_random_parts.h"
#include <string.h>

/* splitmix64 */
static uint64_t next(struct random *g)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

size_t random_below(struct random *g, size_t n)
{
    return (size_t)(next(g) % n);
}

bool random_chance(struct random *g, unsigned percent)
{
    return random_below(g, 100) < percent;
}

/* ---- leaves ---- */

static bool fits(enum column_type wanted, enum column_type type)
{
    return wanted == COLUMN_FLOAT ? column_is_number(type) : wanted == type;
}

static const char *random_text(struct random *g)
{
    static const char *const texts[] = { "West", "North", "a",    "",           "O'Hara", "Gr\u00f6\u00dfe",
                                         "50%",  "x_y",   "12.5", "2024-03-05", "\"q\"",  "back\\slash" };

    if (g->last && g->last->n_values > 0 && random_chance(g, 75))
        return g->last->values[random_below(g, g->last->n_values)];
    return texts[random_below(g, COUNT_OF(texts))];
}

static const char *random_day(struct random *g)
{
    return arena_printf(g->a, "%zu-%02zu-%02zu", 2022 + random_below(g, 4), 1 + random_below(g, 12),
                        1 + random_below(g, 28));
}

const struct expr *random_literal(struct random *g, enum column_type type)
{
    switch (type) {
    case COLUMN_INTEGER:
        return expr_int(g->a, random_chance(g, 25) ? 2020 + (long long)random_below(g, 7)
                                                   : (long long)random_below(g, 120) - 10);
    case COLUMN_DECIMAL:
    case COLUMN_FLOAT:
        return expr_literal(g->a, COLUMN_DECIMAL,
                            arena_printf(g->a, "%zu.%02zu", random_below(g, 400), random_below(g, 100)));
    case COLUMN_BOOLEAN:
        return expr_literal(g->a, type, random_chance(g, 50) ? "true" : "false");
    case COLUMN_DATE:
        return expr_literal(g->a, type, random_day(g));
    case COLUMN_TIMESTAMP:
        return expr_literal(
            g->a, type,
            arena_printf(g->a, "%s %02zu:%02zu:00", random_day(g), random_below(g, 24), random_below(g, 60)));
    case COLUMN_TEXT:
    case COLUMN_TYPES:
        break;
    }
    return expr_text(g->a, random_text(g));
}

const struct expr *random_column(struct random *g, const struct scope *s, enum column_type type)
{
    size_t fitting = 0, at;

    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->sources[i].n; k++)
            fitting += fits(type, s->sources[i].fields[k].type);
    if (fitting == 0)
        return NULL;
    at = random_below(g, fitting);
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->sources[i].n; k++)
            if (fits(type, s->sources[i].fields[k].type) && at-- == 0) {
                g->last = s->sources[i].fields[k].column;
                return expr_column(g->a, s->sources[i].name, s->sources[i].fields[k].name);
            }
    return NULL;
}

static const struct expr *random_place(struct random *g, const struct scope *s)
{
    const struct source *of = &s->sources[random_below(g, s->n)];

    if (!of->has_place)
        return NULL;
    return expr_new(g->a, &(struct expr){ .kind = EXPR_PLACE, .place_of = of->name });
}

/* What an aggregate or a window's aggregate is of is made of rows, without queries. */
static struct scope rows_of(const struct scope *s)
{
    struct scope rows = *s;

    rows.in_groups = false;
    rows.no_queries = true;
    return rows;
}

static enum query_aggregate aggregate_for(struct random *g, enum column_type type, bool in_file_order)
{
    static const enum query_aggregate of_floats[] = { AGGREGATE_AVERAGE,       AGGREGATE_MEDIAN,  AGGREGATE_QUANTILE,
                                                      AGGREGATE_DEVIATION,     AGGREGATE_SUM,     AGGREGATE_VARIANCE,
                                                      AGGREGATE_VARIANCE_ALL,  AGGREGATE_AVERAGE, AGGREGATE_SUM,
                                                      AGGREGATE_DEVIATION_ALL, AGGREGATE_RANGE };
    static const enum query_aggregate of_integers[] = { AGGREGATE_COUNT, AGGREGATE_COUNT, AGGREGATE_SUM, AGGREGATE_SUM,
                                                        AGGREGATE_RANGE };
    static const enum query_aggregate of_all[] = { AGGREGATE_MIN, AGGREGATE_MAX, AGGREGATE_MODE, AGGREGATE_FIRST,
                                                   AGGREGATE_LAST };

    if (type == COLUMN_FLOAT)
        return of_floats[random_below(g, COUNT_OF(of_floats))];
    if (type == COLUMN_INTEGER && random_chance(g, 65))
        return of_integers[random_below(g, COUNT_OF(of_integers))];
    return of_all[random_below(g, in_file_order ? COUNT_OF(of_all) : 3)];
}

static const struct expr *random_aggregate(struct random *g, const struct scope *s, enum column_type type)
{
    static const double numbers[] = { 0, 0.1, 0.25, 0.5, 0.9, 1 };
    const struct scope rows = rows_of(s);
    const bool in_file_order = s->n == 1 && s->sources[0].has_place;
    struct expr e = { .kind = EXPR_AGGREGATE };
    struct expr_aggregate *f = &e.aggregate;

    if (type == COLUMN_BOOLEAN)
        return NULL;
    f->function = aggregate_for(g, type, in_file_order);
    if (f->function == AGGREGATE_COUNT && random_chance(g, 70))
        f->arg = random_chance(g, 50) ? random_column(g, &rows, random_exact_type(g, &rows)) : NULL;
    else if (type == COLUMN_DECIMAL)
        f->arg = random_column(g, &rows, type);
    else
        f->arg = random_value(g, &rows, type, random_chance(g, 60) ? 0 : 1);
    if (!f->arg && f->function != AGGREGATE_COUNT)
        return NULL;
    if (f->arg && (f->function == AGGREGATE_COUNT || f->function == AGGREGATE_SUM) && type == COLUMN_INTEGER)
        f->distinct = random_chance(g, 30);
    if (f->function == AGGREGATE_QUANTILE)
        f->number = numbers[random_below(g, COUNT_OF(numbers))];
    if (random_chance(g, 15))
        f->where = random_condition(g, &rows, 1);
    return expr_new(g->a, &e);
}

static const struct expr *random_group(struct random *g, const struct scope *s, enum column_type type)
{
    const size_t from = s->n_groups ? random_below(g, s->n_groups) : 0;

    for (size_t i = 0; i < s->n_groups; i++)
        if (fits(type, s->group[(from + i) % s->n_groups].type))
            return s->groups[(from + i) % s->n_groups];
    return NULL;
}

static const struct expr *random_leaf(struct random *g, const struct scope *s, enum column_type type)
{
    const struct expr *e = NULL;

    if (s->in_groups) {
        e = random_chance(g, 30) ? random_group(g, s, type) : NULL;
        e = e ? e : random_aggregate(g, s, type);
        e = e ? e : random_group(g, s, type);
    } else {
        if (type == COLUMN_INTEGER && random_chance(g, 4))
            e = random_place(g, s);
        e = e ? e : random_column(g, s, type);
    }
    return e ? e : random_literal(g, type);
}

enum column_type random_exact_type(struct random *g, const struct scope *s)
{
    static const enum column_type types[] = { COLUMN_TEXT, COLUMN_TEXT,      COLUMN_INTEGER, COLUMN_INTEGER,
                                              COLUMN_DATE, COLUMN_TIMESTAMP, COLUMN_DECIMAL };

    for (size_t i = 0; i < 16; i++) {
        const enum column_type type = types[random_below(g, COUNT_OF(types))];
        if (s->in_groups ? random_group(g, s, type) != NULL : random_column(g, s, type) != NULL)
            return type;
    }
    return COLUMN_INTEGER;
}

/* ---- calls ---- */

/* Arguments that are more than a type. */
enum {
    ARG_FACTOR = COLUMN_TYPES, /* a small number, not zero */
    ARG_PLACES,                /* of a number */
    ARG_EXPONENT,
    ARG_POSITIVE, /* a number that is at least 1 */
    ARG_BOUNDED,  /* a number within -7 and 7 */
    ARG_FROM,     /* a place in a text */
    ARG_LETTERS,  /* a text that is not empty */
    ARG_PATTERN,
    ARG_UNIT,
    ARG_WHEN /* a date or a timestamp */
};

struct signature {
    enum query_function function;
    enum column_type result;
    int n;
    int args[3];
};

#define T COLUMN_TEXT
#define I COLUMN_INTEGER
#define N COLUMN_FLOAT
#define D COLUMN_DATE
static const struct signature signatures[] = {
    { FUNCTION_ADD, I, 2, { I, I } },
    { FUNCTION_ADD, N, 2, { N, N } },
    { FUNCTION_SUBTRACT, I, 2, { I, I } },
    { FUNCTION_SUBTRACT, N, 2, { N, N } },
    { FUNCTION_MULTIPLY, I, 2, { I, ARG_FACTOR } },
    { FUNCTION_MULTIPLY, N, 2, { N, ARG_FACTOR } },
    { FUNCTION_DIVIDE, N, 2, { N, N } },
    { FUNCTION_DIVIDE, N, 2, { N, ARG_FACTOR } },
    { FUNCTION_DIV, I, 2, { I, I } },
    { FUNCTION_MODULO, I, 2, { I, ARG_FACTOR } },
    { FUNCTION_NEGATE, I, 1, { I } },
    { FUNCTION_NEGATE, N, 1, { N } },
    { FUNCTION_ABS, I, 1, { I } },
    { FUNCTION_ABS, N, 1, { N } },
    { FUNCTION_ROUND, N, 1, { N } },
    { FUNCTION_ROUND, N, 2, { N, ARG_PLACES } },
    { FUNCTION_FLOOR, N, 1, { N } },
    { FUNCTION_CEILING, N, 1, { N } },
    { FUNCTION_SQRT, N, 1, { ARG_POSITIVE } },
    { FUNCTION_POWER, N, 2, { ARG_BOUNDED, ARG_EXPONENT } },
    { FUNCTION_LN, N, 1, { ARG_POSITIVE } },
    { FUNCTION_EXP, N, 1, { ARG_BOUNDED } },
    { FUNCTION_LENGTH, I, 1, { T } },
    { FUNCTION_LOWER, T, 1, { T } },
    { FUNCTION_UPPER, T, 1, { T } },
    { FUNCTION_TRIM, T, 1, { T } },
    { FUNCTION_SUBSTRING, T, 2, { T, ARG_FROM } },
    { FUNCTION_SUBSTRING, T, 3, { T, ARG_FROM, ARG_FROM } },
    { FUNCTION_REPLACE, T, 3, { T, ARG_LETTERS, T } },
    { FUNCTION_CONCAT, T, 2, { T, T } },
    { FUNCTION_CONCAT, T, 3, { T, ARG_LETTERS, T } },
    { FUNCTION_NUMBER, N, 1, { T } },
    { FUNCTION_WHOLE, I, 1, { T } },
    { FUNCTION_WHOLE, N, 1, { N } },
    { FUNCTION_DATE, D, 1, { T } },
    { FUNCTION_DATE, D, 1, { COLUMN_TIMESTAMP } },
    { FUNCTION_TEXT, T, 1, { I } },
    { FUNCTION_TEXT, T, 1, { D } },
    { FUNCTION_YEAR, I, 1, { ARG_WHEN } },
    { FUNCTION_QUARTER, I, 1, { ARG_WHEN } },
    { FUNCTION_MONTH, I, 1, { ARG_WHEN } },
    { FUNCTION_WEEK, I, 1, { ARG_WHEN } },
    { FUNCTION_DAY, I, 1, { ARG_WHEN } },
    { FUNCTION_WEEKDAY, I, 1, { ARG_WHEN } },
    { FUNCTION_HOUR, I, 1, { COLUMN_TIMESTAMP } },
    { FUNCTION_START_OF, D, 2, { ARG_UNIT, D } },
    { FUNCTION_DAYS_BETWEEN, I, 2, { D, D } },
    { FUNCTION_SAME, COLUMN_BOOLEAN, 2, { T, T } },
    { FUNCTION_CONTAINS, COLUMN_BOOLEAN, 2, { T, ARG_LETTERS } },
    { FUNCTION_STARTS, COLUMN_BOOLEAN, 2, { T, ARG_LETTERS } },
    { FUNCTION_ENDS, COLUMN_BOOLEAN, 2, { T, ARG_LETTERS } },
    { FUNCTION_LIKE, COLUMN_BOOLEAN, 2, { T, ARG_PATTERN } },
};
#undef T
#undef I
#undef N
#undef D

static const struct expr *value_or_lower(struct random *g, const struct scope *s, enum column_type type, int depth)
{
    return random_value(g, s, type, depth > 0 ? depth - 1 : 0);
}

static const struct expr *random_argument(struct random *g, const struct scope *s, int arg, int depth)
{
    static const char *const letters[] = { "a", "e", "st", "N", "o'", "%", "1" };
    static const char *const patterns[] = { "%a%", "N%", "_e%", "%t", "West", "%_" };

    switch (arg) {
    case ARG_FACTOR:
        return expr_int(g->a, 2 + (long long)random_below(g, 8));
    case ARG_PLACES:
    case ARG_EXPONENT:
        return expr_int(g->a, (long long)random_below(g, 4));
    case ARG_POSITIVE:
        return expr_call2(g->a, FUNCTION_ADD, expr_call1(g->a, FUNCTION_ABS, value_or_lower(g, s, COLUMN_FLOAT, depth)),
                          expr_int(g->a, 1));
    case ARG_BOUNDED:
        return expr_call2(g->a, FUNCTION_MODULO, value_or_lower(g, s, COLUMN_INTEGER, depth), expr_int(g->a, 7));
    case ARG_FROM:
        return expr_int(g->a, 1 + (long long)random_below(g, 4));
    case ARG_LETTERS:
        return expr_text(g->a, letters[random_below(g, COUNT_OF(letters))]);
    case ARG_PATTERN:
        return expr_text(g->a, patterns[random_below(g, COUNT_OF(patterns))]);
    case ARG_UNIT:
        return expr_text(g->a, query_units[random_below(g, 5)]);
    case ARG_WHEN:
        return value_or_lower(g, s, random_chance(g, 70) ? COLUMN_DATE : COLUMN_TIMESTAMP, depth);
    default:
        return value_or_lower(g, s, (enum column_type)arg, depth);
    }
}

static bool is_left_out(const struct random *g, enum query_function f)
{
    for (size_t i = 0; i < g->o->n_without; i++)
        if (g->o->without[i] == f)
            return true;
    return false;
}

/* A call from the table above; NULL where none gives the type. */
static const struct expr *random_call(struct random *g, const struct scope *s, enum column_type type, int depth)
{
    const size_t from = random_below(g, COUNT_OF(signatures));

    for (size_t i = 0; i < COUNT_OF(signatures); i++) {
        const struct signature *f = &signatures[(from + i) % COUNT_OF(signatures)];
        const struct expr *args[3];
        if (f->result != type || is_left_out(g, f->function))
            continue;
        for (int k = 0; k < f->n; k++)
            args[k] = random_argument(g, s, f->args[k], depth);
        return expr_call(g->a, f->function, args, (size_t)f->n);
    }
    return NULL;
}

/* A call that gives the type of its arguments, whatever it is. */
static const struct expr *random_choice(struct random *g, const struct scope *s, enum column_type type, int depth)
{
    static const enum query_function functions[] = { FUNCTION_CASE, FUNCTION_COALESCE, FUNCTION_LEAST,
                                                     FUNCTION_GREATEST, FUNCTION_CASE };
    const enum query_function f = functions[random_below(g, COUNT_OF(functions))];
    const size_t n = 2 + random_below(g, 3);
    const struct expr *args[4];

    if (is_left_out(g, f))
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (f == FUNCTION_CASE && i % 2 == 0 && i + 1 < n)
            args[i] = random_condition(g, s, depth - 1);
        else
            args[i] = i > 0 && random_chance(g, 50) ? random_literal(g, type) : random_value(g, s, type, depth - 1);
    return expr_call(g->a, f, args, n);
}

/* A query as a value. */
static const struct expr *random_scalar(struct random *g, const struct scope *s, enum column_type type)
{
    const struct query *q;

    if (s->no_queries || type == COLUMN_BOOLEAN || type == COLUMN_DECIMAL || g->level >= RANDOM_LEVELS)
        return NULL;
    q = random_inner(g, s, type, true);
    return q ? expr_new(g->a, &(struct expr){ .kind = EXPR_QUERY, .query = { .query = q } }) : NULL;
}

const struct expr *random_value(struct random *g, const struct scope *s, enum column_type type, int depth)
{
    const struct expr *e = NULL;

    if (g->nodes > 0)
        g->nodes--;
    if (depth > 0 && g->nodes > 0 && type != COLUMN_BOOLEAN && random_chance(g, 65)) {
        const size_t kind = random_below(g, 10);
        if (kind == 0)
            e = random_scalar(g, s, type);
        else if (kind < 3)
            e = random_choice(g, s, type, depth);
        else
            e = random_call(g, s, type, depth);
    }
    return e ? e : random_leaf(g, s, type);
}

/* ---- conditions ---- */

static const struct expr *random_comparison(struct random *g, const struct scope *s, int depth)
{
    static const enum query_function equal[] = { FUNCTION_EQ, FUNCTION_NE };
    static const enum query_function less[] = { FUNCTION_LT, FUNCTION_LE, FUNCTION_GT, FUNCTION_GE };
    const bool equality = random_chance(g, 45);
    const enum query_function f = equality ? equal[random_below(g, 2)] : less[random_below(g, 4)];
    const bool number = !equality && random_chance(g, 50);
    const enum column_type type = number                                              ? COLUMN_FLOAT
                                  : equality && !s->in_groups && random_chance(g, 10) ? COLUMN_BOOLEAN
                                                                                      : random_exact_type(g, s);
    const struct expr *left = random_value(g, s, type, depth);
    const struct expr *right = random_chance(g, 75) ? random_literal(g, type) : random_value(g, s, type, depth);

    return random_chance(g, 10) ? expr_call2(g->a, f, right, left) : expr_call2(g->a, f, left, right);
}

static const struct expr *random_list(struct random *g, const struct scope *s, int depth)
{
    const enum column_type type = random_exact_type(g, s);
    const bool between = random_chance(g, 40);
    const size_t n = between ? 3 : 2 + random_below(g, 5);
    const struct expr *args[6];

    args[0] = random_value(g, s, type, depth);
    for (size_t i = 1; i < n; i++)
        args[i] = random_chance(g, 90) ? random_literal(g, type) : random_value(g, s, type, 0);
    return expr_call(g->a, between ? FUNCTION_BETWEEN : FUNCTION_IN, args, n);
}

static const struct expr *random_query_condition(struct random *g, const struct scope *s)
{
    struct expr e = { .kind = random_chance(g, 60) ? EXPR_IN_QUERY : EXPR_EXISTS };
    const enum column_type type = random_exact_type(g, s);

    if (s->no_queries || g->level >= RANDOM_LEVELS || g->nodes == 0)
        return NULL;
    e.query.arg = e.kind == EXPR_IN_QUERY ? random_value(g, s, type, 0) : NULL;
    e.query.query = random_inner(g, s, type, false);
    e.query.negated = random_chance(g, 30);
    return e.query.query ? expr_new(g->a, &e) : NULL;
}

static const struct expr *random_and_or(struct random *g, const struct scope *s, int depth)
{
    const enum query_function f = random_chance(g, 60) ? FUNCTION_OR : FUNCTION_AND;
    const size_t n = 2 + random_below(g, 2);
    const struct expr *args[3];

    for (size_t i = 0; i < n; i++)
        args[i] = random_condition(g, s, depth - 1);
    return expr_call(g->a, f, args, n);
}

static const struct expr *random_plain_condition(struct random *g, const struct scope *s, int depth)
{
    const size_t kind = random_below(g, 10);
    const struct expr *e = NULL;

    if (kind < 2)
        e = random_call(g, s, COLUMN_BOOLEAN, depth);
    else if (kind == 2)
        e = expr_call1(g->a, FUNCTION_IS_EMPTY, random_leaf(g, s, random_exact_type(g, s)));
    else if (kind < 5)
        e = random_list(g, s, depth);
    else if (kind == 5)
        e = random_query_condition(g, s);
    return e ? e : random_comparison(g, s, depth);
}

const struct expr *random_condition(struct random *g, const struct scope *s, int depth)
{
    if (g->nodes > 0)
        g->nodes--;
    if (depth > 0 && g->nodes > 0) {
        const size_t kind = random_below(g, 10);
        if (kind < 2)
            return random_and_or(g, s, depth);
        if (kind == 2)
            return expr_call1(g->a, FUNCTION_NOT, random_condition(g, s, depth - 1));
    }
    return random_plain_condition(g, s, depth > 0 ? depth - 1 : 0);
}
