/* expr.c - expressions: templates filled in, values made to be of one type, literals as parameters. */
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "query/sql/writer.h"
#include <string.h>

/* ---- templates ---- */

static void add_list(struct writer *w, const struct sql_fill *fill, size_t from, const char *between, size_t n)
{
    for (size_t i = from; i < fill->n; i++) {
        if (i > from)
            buf_add(w->b, between, n);
        buf_adds(w->b, fill->args[i]);
    }
}

static void add_mark(struct writer *w, char mark, const struct sql_fill *fill)
{
    if (mark >= '1' && mark <= '9')
        buf_adds(w->b, (size_t)(mark - '1') < fill->n ? fill->args[mark - '1'] : "NULL");
    else if (mark == '+')
        add_list(w, fill, 1, ", ", 2);
    else if (mark == '#') /* arguments, beginning with each in turn */
        for (size_t i = 0; i < fill->n; i++) {
            buf_adds(w->b, i > 0 ? ", coalesce(" : "coalesce(");
            for (size_t k = 0; k < fill->n; k++)
                buf_addf(w->b, "%s%s", k > 0 ? ", " : "", fill->args[(i + k) % fill->n]);
            buf_addc(w->b, ')');
        }
    else if (mark == 's')
        buf_addf(w->b, "%d", fill->scale);
    else if (fill->mark)
        fill->mark(w, mark, fill->arg);
}

void sql_fill(struct writer *w, const char *text, const struct sql_fill *fill)
{
    for (const char *p = text; *p; p++) {
        if (*p != '@') {
            buf_addc(w->b, *p);
        } else if (*++p == '{') {
            size_t n = strcspn(p, "}");
            add_list(w, fill, 0, p + 1, n - 1);
            p += n;
        } else {
            add_mark(w, *p, fill);
        }
    }
}

/* ---- values ---- */

static const char *const type_words[COLUMN_TYPES] = {
    [COLUMN_TEXT] = "a text",     [COLUMN_INTEGER] = "a whole number", [COLUMN_DECIMAL] = "a number",
    [COLUMN_FLOAT] = "a number",  [COLUMN_BOOLEAN] = "true or false",  [COLUMN_DATE] = "a date",
    [COLUMN_TIMESTAMP] = "a time"
};

static bool is_convertible_anywhere(enum column_type from, enum column_type to)
{
    return sql_duckdb.convert[from][to];
}

void sql_convert(struct writer *w, struct value_type from, struct value_type to, const char *text)
{
    const char *how = w->dialect->convert[from.type][to.type];

    if (from.empty || to.empty || from.type == to.type)
        buf_adds(w->b, text);
    else if (how)
        sql_fill(w, how, &(struct sql_fill){ .args = &text, .n = 1, .scale = from.scale });
    else if (is_convertible_anywhere(from.type, to.type))
        typing_lacks(&w->typing, arena_printf(w->typing.arena, "%s as %s", type_words[from.type], type_words[to.type]));
    else
        typing_fail(&w->typing, ERR_TYPE_MISMATCH, "%s cannot be taken for %s", type_words[from.type],
                    type_words[to.type]);
}

static const char *text_of(struct writer *w, struct block *b, const struct expr *e)
{
    struct buf text CLEANUP(buf_done) = BUF(SQL_BYTES), *old = sql_to(w, &text);

    sql_expr(w, b, e);
    sql_to(w, old);
    if (text.failed)
        typing_fail(&w->typing, ERR_TOO_LARGE, "What this asks for is too long for the engine.");
    return arena_dup(w->typing.arena, text.p, text.n);
}

void sql_as(struct writer *w, struct block *b, const struct expr *e, struct value_type to)
{
    struct value_type from = expr_type(&w->typing, b, e);

    if (w->typing.failed)
        return;
    if (e->kind == EXPR_LITERAL && !e->literal.text && !to.empty)
        buf_addf(w->b, "CAST(NULL AS %s)", w->dialect->types[to.type]);
    else if (from.empty || to.empty || from.type == to.type)
        sql_expr(w, b, e);
    else
        sql_convert(w, from, to, text_of(w, b, e));
}

const char *sql_text_as(struct writer *w, struct block *b, const struct expr *e, struct value_type to)
{
    struct buf text CLEANUP(buf_done) = BUF(SQL_BYTES), *old = sql_to(w, &text);

    sql_as(w, b, e, to);
    sql_to(w, old);
    if (text.failed)
        typing_fail(&w->typing, ERR_TOO_LARGE, "What this asks for is too long for the engine.");
    return arena_dup(w->typing.arena, text.p, text.n);
}

/* ---- literals ---- */

/* The number of the parameter with this text, cast in this way. */
static size_t param(struct writer *w, const char *text, const char *cast)
{
    size_t n = json_len(w->params);

    for (size_t i = 0; i < n; i++)
        if (strcmp(w->casts[i], cast) == 0 && strcmp(json_text(json_at(w->params, i), NULL), text) == 0)
            return i + 1;
    if (n == 0 || (n >= 8 && (n & (n - 1)) == 0)) {
        const char **more = arena_array(w->typing.arena, n > 0 ? 2 * n : 8, sizeof *more);
        if (n > 0)
            memcpy(more, w->casts, n * sizeof *more);
        w->casts = more;
    }
    w->casts[n] = cast;
    json_push(w->typing.arena, w->params, json_str(w->typing.arena, text));
    return n + 1;
}

/* The type a number is held in: one that has all of its digits. */
static const char *number_type(struct writer *w, const struct expr_literal *l)
{
    const char *digits = l->text, *point = strchr(digits, '.');
    size_t scale = point ? strspn(point + 1, "0123456789") : 0;
    size_t all = strspn(digits + (*digits == '-'), "0123456789") + scale;

    if (w->wide || l->type == COLUMN_FLOAT || all > DATA_DECIMAL_DIGITS || all == 0)
        return w->dialect->types[COLUMN_FLOAT];
    if (scale == 0 && all <= 18)
        return w->dialect->types[COLUMN_INTEGER];
    return w->dialect->has_decimals ? arena_printf(w->typing.arena, "DECIMAL(%zu,%zu)", all, scale)
                                    : w->dialect->types[COLUMN_DECIMAL];
}

/* Times as the engine's texts have them: 2024-01-31 12:30:00. */
static const char *time_text(struct writer *w, const char *text)
{
    char *copy = arena_str(w->typing.arena, text);
    size_t n = strlen(copy);

    if (n > 10 && copy[10] == 'T')
        copy[10] = ' ';
    if (n == 10)
        return arena_printf(w->typing.arena, "%s 00:00:00", copy);
    return n == 16 ? arena_printf(w->typing.arena, "%s:00", copy) : copy;
}

static void add_literal(struct writer *w, const struct expr_literal *l)
{
    const char *type = w->dialect->types[l->type], *text = l->text;

    if (!text) {
        buf_adds(w->b, "NULL");
        return;
    }
    if (l->type == COLUMN_BOOLEAN) {
        buf_adds(w->b, strcmp(text, "true") == 0 ? "TRUE" : "FALSE");
        return;
    }
    if (column_is_number(l->type))
        type = number_type(w, l);
    else if (l->type == COLUMN_TIMESTAMP)
        text = time_text(w, text);
    buf_addf(w->b, "CAST(%c%zu AS %s)", w->dialect->param, param(w, text, type), type);
}

/* ---- columns and places ---- */

static void add_column(struct writer *w, struct block *b, const struct expr_column *c)
{
    struct typed_relation *of;
    struct typed_column *column = block_find(&w->typing, b, c, &of);

    if (!column)
        return;
    column->is_used = true;
    if (of) {
        sql_add_name(w->b, of->name);
        buf_addc(w->b, '.');
    }
    sql_add_name(w->b, column->name);
}

void sql_place(struct writer *w, struct typed_relation *r)
{
    const char *const *column = w->dialect->row_columns;

    r->is_place_used = true;
    sql_add_name(w->b, r->name);
    buf_addc(w->b, '.');
    if (r->place) {
        sql_add_name(w->b, r->place);
        return;
    }
    for (size_t i = 0; i < r->n; i++)
        if (strcasecmp(r->columns[i].name, *column) == 0) {
            column++;
            i = (size_t)-1;
        }
    buf_adds(w->b, *column);
}

static void add_place(struct writer *w, struct block *b, const char *name)
{
    struct typed_relation *r = block_find_relation(&w->typing, b, name);
    struct buf text CLEANUP(buf_done) = BUF(SQL_BYTES), *old;
    const char *term;

    if (!r)
        return;
    old = sql_to(w, &text);
    sql_place(w, r);
    sql_to(w, old);
    term = text.p;
    if (r->place)
        buf_adds(w->b, term);
    else
        sql_fill(w, w->dialect->place, &(struct sql_fill){ .args = &term, .n = 1 });
}

/* ---- calls ---- */

static void add_case(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct value_type type = type_of_case(&w->typing, b, c);

    buf_adds(w->b, "CASE");
    for (size_t i = 0; i + 1 < c->n; i += 2) {
        buf_adds(w->b, " WHEN ");
        sql_as(w, b, c->args[i], (struct value_type){ .type = COLUMN_BOOLEAN });
        buf_adds(w->b, " THEN ");
        sql_as(w, b, c->args[i + 1], type);
    }
    if (c->n % 2 == 1) {
        buf_adds(w->b, " ELSE ");
        sql_as(w, b, c->args[c->n - 1], type);
    }
    buf_adds(w->b, " END");
}

/* number, whole, date, text */
static void add_reading(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct value_type from = expr_type(&w->typing, b, c->args[0]), to = from;

    if (c->function == FUNCTION_WHOLE)
        to = (struct value_type){ .type = COLUMN_INTEGER };
    else if (c->function == FUNCTION_DATE)
        to = (struct value_type){ .type = COLUMN_DATE };
    else if (c->function == FUNCTION_TEXT)
        to = (struct value_type){ .type = COLUMN_TEXT };
    else if (from.empty || !column_is_number(from.type))
        to = (struct value_type){ .type = from.type == COLUMN_BOOLEAN ? COLUMN_INTEGER : COLUMN_FLOAT };
    sql_as(w, b, c->args[0], to);
}

static bool is_day(struct value_type t)
{
    return !t.empty && (t.type == COLUMN_DATE || t.type == COLUMN_TIMESTAMP);
}

/* Days added to a date, or the days between two. False where none is a date. */
static bool add_days(struct writer *w, struct block *b, const struct expr_call *c)
{
    const struct value_type day = { .type = COLUMN_DATE }, number = { .type = COLUMN_INTEGER };
    bool less = c->function == FUNCTION_SUBTRACT, x_day, y_day, between;
    struct value_type y;
    const char *args[2];

    if (!less && c->function != FUNCTION_ADD)
        return false;
    y = expr_type(&w->typing, b, c->args[1]);
    x_day = is_day(expr_type(&w->typing, b, c->args[0]));
    y_day = is_day(y);
    if (!x_day && !y_day)
        return false;
    between = less && x_day && (y_day || y.type == COLUMN_TEXT);
    if (!between && y_day && (x_day || less)) {
        typing_fail(&w->typing, ERR_TYPE_MISMATCH, "dates cannot be added");
        return true;
    }
    /* the days from the second to the first; else the date, and how many */
    args[0] = sql_text_as(w, b, c->args[between || !x_day], day);
    args[1] = sql_text_as(w, b, c->args[!between && x_day], between ? day : number);
    sql_fill(w,
             between ? w->dialect->functions[FUNCTION_DAYS_BETWEEN].text
             : less  ? w->dialect->less_days
                     : w->dialect->add_days,
             &(struct sql_fill){ .args = args, .n = 2 });
    return true;
}

/* What a template leaves out is not written at all: a parameter would have no place. */
static bool uses(const char *text, size_t i)
{
    const char mark[] = { '@', (char)('1' + i), '\0' };

    return i > 2 || strstr(text, mark) || strstr(text, "@{") || strstr(text, "@+") || strstr(text, "@#");
}

static void add_template(struct writer *w, struct block *b, const struct expr_call *c)
{
    const struct sql_function *f = &w->dialect->functions[c->function];
    enum takes takes = function_takes(c->function);
    const char *text = f->choose ? f->choose(w, b, c) : f->text;
    const char **args = arena_array(w->typing.arena, c->n, sizeof *args);
    bool wide = w->wide, alike = takes == TAKES_ALIKE || takes == TAKES_COMPARED;
    struct value_type type = { .empty = true };

    if (w->typing.failed)
        return;
    if (!text) {
        typing_lacks(&w->typing, query_function_info(c->function)->name);
        return;
    }
    w->wide = alike && sql_is_too_wide(w, b, c);
    for (size_t i = 0; i < c->n; i++) {
        if (!alike || i == 0)
            type = type_of_argument(&w->typing, b, c, i);
        args[i] = uses(text, i) ? sql_text_as(w, b, c->args[i], type) : "";
    }
    w->wide = wide;
    sql_fill(w, text, &(struct sql_fill){ .args = args, .n = c->n });
}

static void add_call(struct writer *w, struct block *b, const struct expr_call *c)
{
    if (c->function == FUNCTION_CASE)
        add_case(w, b, c);
    else if (function_takes(c->function) == TAKES_OWN)
        add_reading(w, b, c);
    else if (!add_days(w, b, c))
        add_template(w, b, c);
}

/* ---- queries ---- */

/* The first row of a query that may have several. */
static void add_query(struct writer *w, struct block *b, const struct query *q)
{
    struct block *inner = block_open(&w->typing, q, b);

    if (!inner)
        return;
    if (inner->n != 1) {
        typing_fail(&w->typing, ERR_INVALID_QUERY, "a query of %zu columns cannot be a value", inner->n);
        return;
    }
    if (!sql_is_single(q))
        inner->limit = 1;
    buf_addc(w->b, '(');
    sql_block(w, inner, false);
    buf_addc(w->b, ')');
}

/* An engine takes "not in" a list with an empty value for unknown; here that value is none of the list. */
static void add_filled(struct writer *w, struct block *inner)
{
    buf_adds(w->b, "(SELECT ");
    sql_add_name(w->b, inner->columns[0].name);
    buf_adds(w->b, " FROM (");
    sql_block(w, inner, false);
    buf_adds(w->b, ") WHERE ");
    sql_add_name(w->b, inner->columns[0].name);
    buf_adds(w->b, " IS NOT NULL)");
}

static void add_in(struct writer *w, struct block *b, const struct expr_query *e)
{
    struct block *inner = block_open(&w->typing, e->query, b);
    struct value_type type;

    if (!inner)
        return;
    if (inner->n != 1) {
        typing_fail(&w->typing, ERR_INVALID_QUERY, "a query of %zu columns cannot be a list", inner->n);
        return;
    }
    type = inner->columns[0].type;
    if (!type.empty && column_is_number(type.type) && expr_type(&w->typing, b, e->arg).type != COLUMN_TEXT)
        type = (struct value_type){ .empty = true }; /* numbers need no help */
    buf_addc(w->b, '(');
    sql_as(w, b, e->arg, type);
    buf_adds(w->b, e->negated ? " NOT IN " : " IN ");
    if (e->negated) {
        add_filled(w, inner);
    } else {
        buf_addc(w->b, '(');
        sql_block(w, inner, false);
        buf_addc(w->b, ')');
    }
    buf_addc(w->b, ')');
}

static void add_exists(struct writer *w, struct block *b, const struct expr_query *e)
{
    struct block *inner = block_open(&w->typing, e->query, b);

    buf_adds(w->b, e->negated ? "(NOT EXISTS (" : "(EXISTS (");
    if (inner)
        sql_block(w, inner, false);
    buf_adds(w->b, "))");
}

/* ---- all ---- */

static void add_kind(struct writer *w, struct block *b, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        add_column(w, b, &e->column);
        break;
    case EXPR_LITERAL:
        add_literal(w, &e->literal);
        break;
    case EXPR_CALL:
        add_call(w, b, &e->call);
        break;
    case EXPR_AGGREGATE:
        sql_aggregate(w, b, &e->aggregate, "");
        break;
    case EXPR_WINDOW:
        sql_window(w, b, &e->window);
        break;
    case EXPR_QUERY:
        add_query(w, b, e->query.query);
        break;
    case EXPR_IN_QUERY:
        add_in(w, b, &e->query);
        break;
    case EXPR_EXISTS:
        add_exists(w, b, &e->query);
        break;
    case EXPR_PLACE:
        add_place(w, b, e->place_of);
        break;
    }
}

/* An engine without decimals has the nearest floating-point number of each as long as what is worked out is rounded. */
static bool must_round(struct writer *w, struct block *b, const struct expr *e)
{
    if (w->dialect->has_decimals || (e->kind != EXPR_CALL && e->kind != EXPR_AGGREGATE && e->kind != EXPR_WINDOW))
        return false;
    return expr_type(&w->typing, b, e).type == COLUMN_DECIMAL;
}

void sql_expr(struct writer *w, struct block *b, const struct expr *e)
{
    bool rounds;

    if (w->typing.failed)
        return;
    if (++w->typing.depth > TYPING_DEPTH) {
        typing_fail(&w->typing, ERR_TOO_LARGE, "Expressions stand in each other too deep.");
    } else {
        rounds = must_round(w, b, e);
        buf_adds(w->b, rounds ? "round(" : "");
        add_kind(w, b, e);
        if (rounds)
            buf_addf(w->b, ", %d)", expr_type(&w->typing, b, e).scale);
    }
    w->typing.depth--;
}
