/* build_where.c - terms and conditions of a plan as expressions.
 *
 * Columns are what they are in their files: a year may be a text, a code a number. What is compared with a number is
 * read as one, what is compared with a date as a date; a plan that asks for what cannot be has no query.
 */
#include "base/arena.h"
#include "base/timefmt.h"
#include "read/build.h"
#include <stdlib.h>
#include <string.h>

#define DAY_CHARS 10 /* of 2024-01-31 */

enum column_type build_type(const struct build *b, size_t column)
{
    return column == PLAN_PLACE ? COLUMN_INTEGER : b->schema->columns[column].type;
}

static const struct link_column *column_of(const struct build *b, size_t column)
{
    return column < b->schema->n_columns ? &b->schema->columns[column] : NULL;
}

const struct expr *build_column(const struct build *b, const struct place *p, size_t column)
{
    const struct link_column *c = column_of(b, column);

    if (column == PLAN_PLACE)
        return expr_new(b->arena, &(struct expr){ .kind = EXPR_PLACE, .place_of = p->names[p->main] });
    if (!c || c->table >= PLAN_TABLES || (p->tables & UINT64_C(1) << c->table) == 0)
        return NULL;
    return expr_column(b->arena, p->names[c->table], c->name.text);
}

static bool is_day(enum column_type t)
{
    return t == COLUMN_DATE || t == COLUMN_TIMESTAMP;
}

const struct expr *build_number(const struct build *b, const struct expr *e, enum column_type type)
{
    if (!e || column_is_number(type))
        return e;
    return type == COLUMN_TEXT ? expr_call1(b->arena, FUNCTION_NUMBER, e) : NULL;
}

static const struct expr *number_column(const struct build *b, const struct place *p, size_t column)
{
    const struct link_column *c = column_of(b, column);

    /* Of texts that are numbers the schema knows the least and the most. */
    if (c && c->type == COLUMN_TEXT && (c->most < c->least || c->traits & LINK_DATE))
        return NULL;
    return build_number(b, build_column(b, p, column), c ? c->type : COLUMN_INTEGER);
}

static const struct expr *as_day(const struct build *b, const struct expr *e, enum column_type type)
{
    if (!e || is_day(type))
        return e;
    return type == COLUMN_TEXT ? expr_call1(b->arena, FUNCTION_DATE, e) : NULL;
}

/* A column whose values are dates, also as texts. */
static const struct expr *day_column(const struct build *b, const struct place *p, size_t column)
{
    const struct link_column *c = column_of(b, column);

    if (!c || (c->type == COLUMN_TEXT && !(c->traits & LINK_DATE)))
        return NULL;
    return as_day(b, build_column(b, p, column), c->type);
}

static const struct expr *as_text(const struct build *b, const struct expr *e, enum column_type type)
{
    return !e || type == COLUMN_TEXT ? e : expr_call1(b->arena, FUNCTION_TEXT, e);
}

/* ---- terms ---- */

enum column_type build_term_type(const struct build *b, const struct plan_term *t)
{
    const bool is_value = t->figure == FIGURE_NONE || t->figure == FIGURE_MIN || t->figure == FIGURE_MAX;

    if (is_value && t->with)
        return COLUMN_DECIMAL;
    if (is_value && t->unit != UNIT_NONE)
        return t->unit == UNIT_YEAR || t->unit > UNIT_DAY ? COLUMN_INTEGER : COLUMN_DATE;
    if (is_value)
        return build_type(b, t->column);
    return t->figure == FIGURE_ROWS || t->figure == FIGURE_COUNT || t->figure == FIGURE_DISTINCT ? COLUMN_INTEGER
                                                                                                 : COLUMN_DECIMAL;
}

/* A date's first day of a unit, or a part of it. */
static const struct expr *in_unit(const struct build *b, const struct place *p, const struct plan_term *t)
{
    static const struct {
        enum query_function function;
        const char *start_of;
    } units[UNITS] = {
        [UNIT_YEAR] = { FUNCTION_YEAR, NULL },         [UNIT_QUARTER] = { FUNCTION_START_OF, "quarter" },
        [UNIT_MONTH] = { FUNCTION_START_OF, "month" }, [UNIT_WEEK] = { FUNCTION_START_OF, "week" },
        [UNIT_DAY] = { FUNCTION_START_OF, "day" },     [UNIT_MONTH_NUMBER] = { FUNCTION_MONTH, NULL },
        [UNIT_WEEKDAY] = { FUNCTION_WEEKDAY, NULL },   [UNIT_HOUR] = { FUNCTION_HOUR, NULL },
    };
    const struct expr *x = day_column(b, p, t->column);

    if (!x || (t->unit == UNIT_HOUR && build_type(b, t->column) != COLUMN_TIMESTAMP))
        return NULL;
    return units[t->unit].start_of
               ? expr_call2(b->arena, FUNCTION_START_OF, expr_text(b->arena, units[t->unit].start_of), x)
               : expr_call1(b->arena, units[t->unit].function, x);
}

/* The values of a row that the figure is of. */
static const struct expr *term_values(const struct build *b, const struct place *p, const struct plan_term *t,
                                      bool as_numbers)
{
    const char *const signs = "+-*/";
    static const enum query_function functions[] = { FUNCTION_ADD, FUNCTION_SUBTRACT, FUNCTION_MULTIPLY,
                                                     FUNCTION_DIVIDE };
    const char *sign = t->with ? strchr(signs, t->with) : NULL;
    const struct expr *x = as_numbers || t->with ? number_column(b, p, t->column) : build_column(b, p, t->column);
    const struct expr *y = t->with && column_of(b, t->other) ? number_column(b, p, t->other) : NULL;

    if (!t->with)
        return x;
    return sign && x && y && t->unit == UNIT_NONE ? expr_call2(b->arena, functions[sign - signs], x, y) : NULL;
}

static const struct expr *aggregate_of(const struct build *b, enum query_aggregate f, const struct expr *x)
{
    return x ? expr_aggregate(b->arena, f, x) : NULL;
}

static const struct expr *build_range(const struct build *b, const struct place *p, const struct plan_term *t)
{
    const bool days = !t->with && is_day(build_type(b, t->column));
    const struct expr *x = term_values(b, p, t, !days);

    if (!x)
        return NULL;
    return expr_call2(b->arena, FUNCTION_SUBTRACT, expr_aggregate(b->arena, AGGREGATE_MAX, x),
                      expr_aggregate(b->arena, AGGREGATE_MIN, x));
}

static const struct expr *count_different(const struct build *b, const struct expr *x)
{
    const struct expr_aggregate g = { .function = AGGREGATE_COUNT, .arg = x, .distinct = true };

    return x ? expr_new(b->arena, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g }) : NULL;
}

const struct expr *build_term(const struct build *b, const struct place *p, const struct plan_term *t)
{
    static const enum query_aggregate aggregates[FIGURES] = {
        [FIGURE_COUNT] = AGGREGATE_COUNT,      [FIGURE_SUM] = AGGREGATE_SUM, [FIGURE_AVERAGE] = AGGREGATE_AVERAGE,
        [FIGURE_MEDIAN] = AGGREGATE_MEDIAN,    [FIGURE_MIN] = AGGREGATE_MIN, [FIGURE_MAX] = AGGREGATE_MAX,
        [FIGURE_SPREAD] = AGGREGATE_DEVIATION,
    };
    const bool is_place = t->column == PLAN_PLACE && t->figure == FIGURE_NONE && !t->with && t->unit == UNIT_NONE;

    if (t->figure == FIGURE_ROWS)
        return expr_aggregate(b->arena, AGGREGATE_COUNT, NULL);
    if ((!is_place && !column_of(b, t->column)) || t->figure >= FIGURES || t->unit >= UNITS)
        return NULL;
    if (t->unit != UNIT_NONE)
        return t->figure == FIGURE_NONE && !t->with ? in_unit(b, p, t) : NULL;
    if (t->figure == FIGURE_NONE)
        return term_values(b, p, t, false);
    if (t->figure == FIGURE_RANGE)
        return build_range(b, p, t);
    if (t->figure == FIGURE_DISTINCT)
        return count_different(b, term_values(b, p, t, false));
    return aggregate_of(
        b, aggregates[t->figure],
        term_values(b, p, t, t->figure != FIGURE_COUNT && t->figure != FIGURE_MIN && t->figure != FIGURE_MAX));
}

/* ---- conditions ---- */

static const enum query_function functions[PLAN_OPERATORS] = {
    [PLAN_EQ] = FUNCTION_EQ,           [PLAN_NE] = FUNCTION_NE,
    [PLAN_LT] = FUNCTION_LT,           [PLAN_LE] = FUNCTION_LE,
    [PLAN_GT] = FUNCTION_GT,           [PLAN_GE] = FUNCTION_GE,
    [PLAN_BETWEEN] = FUNCTION_BETWEEN, [PLAN_CONTAINS] = FUNCTION_CONTAINS,
    [PLAN_STARTS] = FUNCTION_STARTS,   [PLAN_ENDS] = FUNCTION_ENDS,
    [PLAN_LACKS] = FUNCTION_CONTAINS,
};

const struct expr *build_compare(const struct build *b, enum plan_op op, const struct expr *x, enum column_type type,
                                 const struct expr *y, enum column_type other)
{
    if (!x || !y || op > PLAN_GE)
        return NULL;
    if (type == COLUMN_TEXT && column_is_number(other))
        x = build_number(b, x, type);
    else if (other == COLUMN_TEXT && column_is_number(type))
        y = build_number(b, y, other);
    else if (type == COLUMN_TEXT && is_day(other))
        x = as_day(b, x, type);
    else if (other == COLUMN_TEXT && is_day(type))
        y = as_day(b, y, other);
    else if (type != other && !(column_is_number(type) && column_is_number(other)) && !(is_day(type) && is_day(other)))
        return NULL;
    return expr_call2(b->arena, functions[op], x, y);
}

static bool reads_as_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return end > text && !*end && strspn(text, "+-.0123456789eE") == strlen(text);
}

static enum column_type number_type(const char *text)
{
    return text[strcspn(text, "eE")] ? COLUMN_FLOAT : strchr(text, '.') ? COLUMN_DECIMAL : COLUMN_INTEGER;
}

static bool reads_as_day(const char *text)
{
    int64_t day;

    return strlen(text) >= DAY_CHARS && date_read(text, DAY_CHARS, &day) &&
           (text[DAY_CHARS] == '\0' || text[DAY_CHARS] == ' ' || text[DAY_CHARS] == 'T');
}

/* The value as a literal that can stand beside values of the column's type; NULL where it cannot. */
static const struct expr *literal_for(const struct build *b, const char *text, enum column_type type,
                                      enum column_type wanted)
{
    if (!text || ((is_day(type) || is_day(wanted)) && !reads_as_day(text)))
        return NULL;
    if (wanted == COLUMN_BOOLEAN && type != COLUMN_BOOLEAN) {
        if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0 && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
            return NULL;
        return expr_literal(b->arena, COLUMN_BOOLEAN, *text == '1' || *text == 't' ? "true" : "false");
    }
    if (type == COLUMN_TEXT && column_is_number(wanted))
        return reads_as_number(text) ? expr_literal(b->arena, number_type(text), text) : NULL;
    if (type == COLUMN_TEXT || type == wanted)
        return expr_literal(b->arena, type, text);
    if (column_is_number(type))
        return column_is_number(wanted) || wanted == COLUMN_TEXT ? expr_literal(b->arena, type, text) : NULL;
    return is_day(type) && (is_day(wanted) || wanted == COLUMN_TEXT) ? expr_literal(b->arena, type, text) : NULL;
}

/* x itself, or read as what the values are. */
static const struct expr *read_for(const struct build *b, const struct expr *x, enum column_type own,
                                   enum column_type value)
{
    if (own != COLUMN_TEXT || value == COLUMN_TEXT)
        return x;
    return column_is_number(value) ? build_number(b, x, own) : is_day(value) ? as_day(b, x, own) : NULL;
}

static const struct expr *valued(const struct build *b, const struct plan_condition *c, const struct expr *x,
                                 enum column_type own)
{
    const bool between = c->op == PLAN_BETWEEN;
    const struct expr *args[3] = { read_for(b, x, own, c->type), literal_for(b, c->value, c->type, own),
                                   between ? literal_for(b, c->until, c->type, own) : NULL };

    if (!args[0] || !args[1] || (between && !args[2]) || (own == COLUMN_BOOLEAN && c->op > PLAN_NE))
        return NULL;
    return expr_call(b->arena, functions[c->op], args, between ? 3 : 2);
}

static const struct expr *worded(const struct build *b, const struct plan_condition *c, const struct expr *x,
                                 enum column_type own)
{
    const struct expr *found;

    if (!c->value || !*c->value)
        return NULL;
    found = expr_call2(b->arena, functions[c->op], as_text(b, x, own), expr_text(b->arena, c->value));
    return c->op == PLAN_LACKS ? expr_call1(b->arena, FUNCTION_NOT, found) : found;
}

static const struct expr *within(const struct build *b, const struct place *p, const struct plan_condition *c)
{
    const struct expr *day = day_column(b, p, c->column);

    if (!day || !c->value || !c->until || !reads_as_day(c->value) || !reads_as_day(c->until))
        return NULL;
    return expr_call2(b->arena, FUNCTION_AND,
                      expr_call2(b->arena, FUNCTION_GE, day, expr_literal(b->arena, COLUMN_DATE, c->value)),
                      expr_call2(b->arena, FUNCTION_LT, day, expr_literal(b->arena, COLUMN_DATE, c->until)));
}

static const struct expr *recurs(const struct build *b, const struct place *p, const struct plan_condition *c)
{
    static const struct {
        const char *name;
        enum query_function function;
    } parts[] = {
#define X(part, text) { text, FUNCTION_##part },
        PLAN_PARTS(X)
#undef X
    };
    const struct expr *day = day_column(b, p, c->column);
    const char *space = c->value ? strchr(c->value, ' ') : NULL;

    for (size_t i = 0; day && space && i < sizeof parts / sizeof *parts; i++)
        if (strlen(parts[i].name) == (size_t)(space - c->value) &&
            strncmp(parts[i].name, c->value, (size_t)(space - c->value)) == 0)
            return expr_call2(b->arena, FUNCTION_EQ, expr_call1(b->arena, parts[i].function, day),
                              expr_int(b->arena, strtoll(space, NULL, 10)));
    return NULL;
}

static const struct expr *condition(const struct build *b, const struct place *p, const struct plan_condition *c)
{
    const struct expr *x = build_column(b, p, c->column);
    const enum column_type own = x ? build_type(b, c->column) : COLUMN_TEXT;

    if (!x)
        return NULL;
    if (c->is_column)
        return column_of(b, c->other)
                   ? build_compare(b, c->op, x, own, build_column(b, p, c->other), build_type(b, c->other))
                   : NULL;
    if (c->op <= PLAN_BETWEEN)
        return valued(b, c, x, own);
    if (c->op <= PLAN_LACKS)
        return worded(b, c, x, own);
    if (c->op == PLAN_WITHIN)
        return within(b, p, c);
    if (c->op == PLAN_RECURS)
        return recurs(b, p, c);
    x = expr_call1(b->arena, FUNCTION_IS_EMPTY, x);
    return c->op == PLAN_EMPTY ? x : expr_call1(b->arena, FUNCTION_NOT, x);
}

bool build_conditions(const struct build *b, const struct place *p, const struct plan_condition *list, size_t n,
                      enum plan_connective connective, struct parts *to)
{
    const struct expr *made[PLAN_CONDITIONS];
    const size_t alone = connective == CONNECT_ANY ? 0 : connective == CONNECT_MIXED ? 1 : n;

    for (size_t i = 0; i < n; i++) {
        made[i] = condition(b, p, &list[i]);
        if (!made[i])
            return false;
        if (i < alone || n == 1)
            build_add_where(to, made[i]);
    }
    if (n > 1 && alone < n)
        build_add_where(to, n - alone == 1 ? made[alone] : expr_call(b->arena, FUNCTION_OR, made + alone, n - alone));
    return true;
}

bool build_having(const struct build *b, const struct place *p, const struct plan_having *h, struct parts *to)
{
    const struct plan_condition c = { .op = h->op, .value = h->value, .until = h->until };
    const struct expr *x = h->term.figure == FIGURE_NONE ? NULL : build_term(b, p, &h->term);
    const struct plan_term *t = &h->term;
    struct plan_condition typed = c;

    if (!x || h->op > PLAN_BETWEEN || !h->value)
        return false;
    typed.type = reads_as_number(h->value) ? number_type(h->value) : COLUMN_TEXT;
    to->having[0] = valued(b, &typed, x, build_term_type(b, t));
    to->query.n_having = 1;
    return to->having[0] != NULL;
}
