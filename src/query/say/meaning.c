/* meaning.c - what a column of a query stands for, found along the blocks around it and through the queries it comes
 * from. */
#include "base/arena.h"
#include "base/str.h"
#include "query/say/speech.h"

static const struct query *first_block(const struct query *q)
{
    while (q && q->kind != QUERY_BLOCK)
        q = q->left;
    return q;
}

struct speech speech_in(const struct speech *around, const struct query *q)
{
    struct speech s = *around;

    s.q = first_block(q);
    s.around = around;
    return s;
}

bool speech_spent(const struct speech *s)
{
    if (*s->left == 0)
        return true;
    --*s->left;
    return false;
}

const struct table *table_named(const struct speech *s, const char *name)
{
    for (size_t i = 0; name && i < s->n_tables; i++)
        if (str_ieq(s->tables[i].name, name))
            return &s->tables[i];
    return NULL;
}

const struct step *step_named(const struct speech *s, const char *name)
{
    for (size_t i = 0; s->request && i < s->request->n_steps; i++)
        if (str_ieq(s->request->steps[i].name, name))
            return &s->request->steps[i];
    return NULL;
}

static bool find_output(const struct speech *s, const struct query *q, const char *name, struct meant *ret);

static bool find_in(const struct speech *s, const struct relation *r, const char *name, struct meant *ret)
{
    const struct step *step;

    if (r->kind == RELATION_QUERY)
        return find_output(s, r->query, name, ret);
    if (r->kind == RELATION_STEP) {
        step = step_named(s, r->step);
        for (size_t i = 0; step && step->operation && i < s->request->n_steps; i++)
            step = step_named(s, step->over);
        return step && step->query && find_output(s, step->query, name, ret);
    }
    for (size_t i = 0; i < r->n_tables; i++) {
        const struct table *t = table_named(s, r->tables[i]);
        for (size_t c = 0; t && c < t->n_columns; c++)
            if (str_ieq(t->columns[c].name, name)) {
                ret->table = t;
                ret->column = c;
                return true;
            }
    }
    return false;
}

static bool find_output(const struct speech *s, const struct query *q, const char *name, struct meant *ret)
{
    q = first_block(q);
    if (speech_spent(s))
        return false;
    for (size_t i = 0; i < q->n_outputs; i++)
        if (str_ieq(query_output_name(s->a, q, i), name)) {
            ret->expr = q->outputs[i].expr;
            ret->of = q;
            return true;
        }
    for (size_t i = 0; q->n_outputs == 0 && i < q->n_from; i++)
        if (find_in(s, &q->from[i], name, ret))
            return true;
    return false;
}

bool meaning_of(const struct speech *s, const struct expr_column *c, struct meant *ret)
{
    *ret = (struct meant){ .at = s };
    if (!c->of)
        return s->q && find_output(s, s->q, c->name, ret);
    for (; s; s = s->around) {
        const struct relation *r = s->q ? query_relation(s->q, c->of) : NULL;
        if (!r)
            continue;
        ret->relation = r;
        ret->at = s;
        return find_in(s, r, c->name, ret);
    }
    return false;
}

const struct column *column_behind(const struct speech *s, const struct expr *e)
{
    struct meant m;
    struct speech inner;

    while (e->kind == EXPR_CALL && (e->call.function == FUNCTION_DATE || e->call.function == FUNCTION_NUMBER ||
                                    e->call.function == FUNCTION_TEXT))
        e = e->call.args[0];
    if (e->kind == EXPR_AGGREGATE && e->aggregate.arg && e->aggregate.function != AGGREGATE_COUNT)
        return column_behind(s, e->aggregate.arg);
    if (e->kind != EXPR_COLUMN || !meaning_of(s, &e->column, &m))
        return NULL;
    if (m.table)
        return &m.table->columns[m.column];
    inner = speech_in(s, m.of);
    return speech_spent(s) ? NULL : column_behind(&inner, m.expr);
}

bool is_time(enum column_type type)
{
    return type == COLUMN_DATE || type == COLUMN_TIMESTAMP;
}

/* What a function gives: of the type of its argument 1 or 2 where it says so. */
enum gives { GIVES_NUMBER, GIVES_TEXT, GIVES_DATE, GIVES_FIRST, GIVES_SECOND };

static enum column_type type_of_call(const struct speech *s, const struct expr_call *c)
{
    static const enum gives gives[FUNCTIONS_END] = {
        [FUNCTION_DATE] = GIVES_DATE,    [FUNCTION_START_OF] = GIVES_DATE,  [FUNCTION_LOWER] = GIVES_TEXT,
        [FUNCTION_UPPER] = GIVES_TEXT,   [FUNCTION_TRIM] = GIVES_TEXT,      [FUNCTION_SUBSTRING] = GIVES_TEXT,
        [FUNCTION_REPLACE] = GIVES_TEXT, [FUNCTION_CONCAT] = GIVES_TEXT,    [FUNCTION_TEXT] = GIVES_TEXT,
        [FUNCTION_LEAST] = GIVES_FIRST,  [FUNCTION_GREATEST] = GIVES_FIRST, [FUNCTION_COALESCE] = GIVES_FIRST,
        [FUNCTION_CASE] = GIVES_SECOND,
    };

    switch (gives[c->function]) {
    case GIVES_TEXT:
        return COLUMN_TEXT;
    case GIVES_DATE:
        return COLUMN_DATE;
    case GIVES_FIRST:
        return type_of_expr(s, c->args[0]);
    case GIVES_SECOND:
        return type_of_expr(s, c->args[1]);
    case GIVES_NUMBER:
        break;
    }
    return c->function <= FUNCTION_IS_EMPTY ? COLUMN_BOOLEAN : COLUMN_FLOAT;
}

/* Good enough for wording; the check knows types exactly. */
enum column_type type_of_expr(const struct speech *s, const struct expr *e)
{
    struct meant m;
    struct speech inner;

    switch (e->kind) {
    case EXPR_COLUMN:
        if (!meaning_of(s, &e->column, &m))
            return COLUMN_FLOAT;
        if (m.table)
            return m.table->columns[m.column].type;
        inner = speech_in(s, m.of);
        return speech_spent(s) ? COLUMN_FLOAT : type_of_expr(&inner, m.expr);
    case EXPR_LITERAL:
        return e->literal.type;
    case EXPR_CALL:
        return type_of_call(s, &e->call);
    case EXPR_AGGREGATE:
        return e->aggregate.arg && e->aggregate.function != AGGREGATE_COUNT ? type_of_expr(s, e->aggregate.arg)
                                                                            : COLUMN_INTEGER;
    case EXPR_WINDOW:
        return e->window.arg ? type_of_expr(s, e->window.arg) : COLUMN_INTEGER;
    case EXPR_QUERY:
        inner = speech_in(s, e->query.query);
        return inner.q->n_outputs == 1 ? type_of_expr(&inner, inner.q->outputs[0].expr) : COLUMN_FLOAT;
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return COLUMN_BOOLEAN;
    case EXPR_PLACE:
        break;
    }
    return COLUMN_INTEGER;
}

static bool is_link(const struct expr *e, const char *x, const char *y, const char *name)
{
    const struct expr *l, *r;

    if (e->kind == EXPR_CALL && e->call.function == FUNCTION_AND) {
        for (size_t i = 0; i < e->call.n; i++)
            if (is_link(e->call.args[i], x, y, name))
                return true;
        return false;
    }
    if (e->kind != EXPR_CALL || e->call.function != FUNCTION_EQ)
        return false;
    l = e->call.args[0];
    r = e->call.args[1];
    if (l->kind != EXPR_COLUMN || r->kind != EXPR_COLUMN || !l->column.of || !r->column.of ||
        !str_ieq(l->column.name, name) || !str_ieq(r->column.name, name))
        return false;
    return (str_ieq(l->column.of, x) && str_ieq(r->column.of, y)) ||
           (str_ieq(l->column.of, y) && str_ieq(r->column.of, x));
}

/* True when another relation of the block has a column of the name that no join makes equal to it. */
static bool is_shared(const struct speech *s, const struct relation *of, const struct expr_column *c)
{
    const struct query *q = s->q;

    for (size_t i = 0; i < q->n_from; i++) {
        const struct relation *r = &q->from[i];
        bool linked = false;
        struct meant ignored = { 0 };
        if (r == of || !find_in(s, r, c->name, &ignored))
            continue;
        for (size_t k = 1; k < q->n_from && !linked; k++)
            linked =
                q->from[k].join == JOIN_INNER && q->from[k].on && is_link(q->from[k].on, of->name, r->name, c->name);
        if (!linked)
            return true;
    }
    return false;
}

const char *say_column(const struct speech *s, const struct expr_column *c)
{
    struct meant m;
    struct speech inner;
    const char *text;

    if (speech_spent(s))
        return "...";
    if (!meaning_of(s, c, &m) || m.table)
        text = say_name(s, m.table ? m.table->columns[m.column].name : c->name);
    else {
        inner = speech_in(s, m.of);
        text = say_expr(&inner, m.expr);
    }
    if (!m.relation || (m.at == s && !is_shared(s, m.relation, c)))
        return text;
    if (m.at == s)
        return arena_printf(s->a, "%s of %s", text, say_noun(s, m.relation, false));
    return arena_printf(s->a, "%s of that %s", text, say_noun(m.at, m.relation, false));
}
