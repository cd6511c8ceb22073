/* caution.c - what an answer leaves out and what it rests on: values that do not fit their column's type stand in no
 * sum and meet no condition, and a date that could be read in two ways was read in one. Whoever reads the answer must
 * know.
 *
 * The request is gone through once; of each column of the data that it names, what it is used for is kept. A column
 * that comes through an inner query is that query's.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "grid/meaning/meaning.h"
#include "grid/totals/totals.h"
#include "query/say/sentence.h"
#include "query/say/speech.h"
#include <inttypes.h>
#include <string.h>

#define ASSUMED_TOLD 3 /* assumptions in one answer: more are not read, and `assay table` has all of them */
#define USES_MAX 512   /* columns of one request: more were never seen */

/* What becomes of a value that does not fit; the highest of several uses counts. */
enum fate { FATE_NONE, FATE_EMPTY, FATE_GROUP, FATE_LEFT_OUT };

struct use {
    const struct column *column;
    enum fate fate;
    bool is_summed;
};

struct uses {
    const struct table *tables;
    size_t n_tables;
    bool *is_read;                 /* for each table */
    const struct relation *united; /* tables taken as one; NULL: none */
    struct use list[USES_MAX];
    size_t n;
    size_t left;
};

static const struct table *owner_of(const struct uses *u, const struct column *c)
{
    for (size_t i = 0; i < u->n_tables; i++)
        if (c >= u->tables[i].columns && c < u->tables[i].columns + u->tables[i].n_columns)
            return &u->tables[i];
    return NULL;
}

static struct use *use_of(struct uses *u, const struct column *c)
{
    for (size_t i = 0; i < u->n; i++)
        if (u->list[i].column == c)
            return &u->list[i];
    if (u->n == USES_MAX)
        return NULL;
    u->list[u->n] = (struct use){ .column = c };
    return &u->list[u->n++];
}

static void note(struct uses *u, const struct column *c, enum fate fate)
{
    struct use *use = c ? use_of(u, c) : NULL;

    if (use && fate > use->fate)
        use->fate = fate;
}

/* ---- going through a query ---- */

/* What the columns of an expression are used for where it stands. */
struct visit {
    struct uses *u;
    const struct speech *s;
    enum fate fate;
};

static void visit_query(struct uses *u, const struct speech *around, const struct query *q, bool is_shown);
static void visit_expr(struct uses *u, const struct speech *s, const struct expr *e, enum fate fate);

static void visit_aggregate(const struct visit *v, const struct expr_aggregate *g)
{
    const struct column *c = g->arg ? column_behind(v->s, g->arg) : NULL;
    struct use *use = c && g->function == AGGREGATE_SUM ? use_of(v->u, c) : NULL;

    if (use)
        use->is_summed = true;
    if (g->arg)
        visit_expr(v->u, v->s, g->arg, FATE_LEFT_OUT);
    if (g->where)
        visit_expr(v->u, v->s, g->where, FATE_LEFT_OUT);
}

static bool see(const struct expr *e, void *arg)
{
    const struct visit *v = arg;

    switch (e->kind) {
    case EXPR_COLUMN:
        note(v->u, column_behind(v->s, e), v->fate);
        return true;
    case EXPR_AGGREGATE:
        visit_aggregate(v, &e->aggregate);
        return false;
    case EXPR_QUERY:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        visit_query(v->u, v->s, e->query.query, false);
        return true;
    case EXPR_LITERAL:
    case EXPR_CALL:
    case EXPR_WINDOW:
    case EXPR_PLACE:
        break;
    }
    return true;
}

static void visit_expr(struct uses *u, const struct speech *s, const struct expr *e, enum fate fate)
{
    struct visit v = { u, s, fate };

    if (!speech_spent(s))
        expr_walk(e, &(struct expr_visitor){ see, &v, false });
}

/* ---- conditions that a row without a value meets ---- */

struct search {
    const struct speech *s;
    const struct column *c;
    bool found;
};

static bool look(const struct expr *e, void *arg)
{
    struct search *x = arg;

    x->found |= e->kind == EXPR_COLUMN && column_behind(x->s, e) == x->c;
    return !x->found;
}

static bool has_column(const struct speech *s, const struct expr *e, const struct column *c)
{
    struct search x = { s, c, false };

    expr_walk(e, &(struct expr_visitor){ look, &x, false });
    return x.found;
}

/* Whether the condition can come out as wanted for a row in which the column is empty. */
static bool can_be(const struct speech *s, const struct expr *e, const struct column *c, bool wanted)
{
    const struct expr_call *call = &e->call;
    bool all;

    if (!has_column(s, e, c))
        return true;
    if (e->kind != EXPR_CALL)
        return false;
    if (call->function == FUNCTION_IS_EMPTY)
        return wanted;
    if (call->function == FUNCTION_NOT)
        return can_be(s, call->args[0], c, !wanted);
    if (call->function != FUNCTION_AND && call->function != FUNCTION_OR)
        return call->function == FUNCTION_CASE || call->function == FUNCTION_COALESCE;
    all = (call->function == FUNCTION_AND) == wanted;
    for (size_t i = 0; i < call->n; i++)
        if (can_be(s, call->args[i], c, wanted) != all)
            return !all;
    return all;
}

static void visit_condition(struct uses *u, const struct speech *s, const struct expr *e)
{
    visit_expr(u, s, e, FATE_NONE);
    for (size_t i = 0; i < u->n; i++)
        if (u->list[i].fate != FATE_LEFT_OUT && has_column(s, e, u->list[i].column) &&
            !can_be(s, e, u->list[i].column, true))
            u->list[i].fate = FATE_LEFT_OUT;
}

/* ---- blocks ---- */

static void visit_relation(struct uses *u, const struct speech *s, const struct relation *r, bool is_shown)
{
    if (r->kind == RELATION_QUERY)
        visit_query(u, s->around, r->query, false);
    if (r->kind == RELATION_UNION)
        u->united = r;
    for (size_t i = 0; i < r->n_tables; i++) {
        const struct table *t = table_named(s, r->tables[i]);
        if (t)
            u->is_read[t - u->tables] = true;
        for (size_t c = 0; t && is_shown && c < t->n_columns; c++)
            if (t->columns[c].misfits > 0)
                note(u, &t->columns[c], FATE_EMPTY);
    }
    if (r->on && r->join == JOIN_INNER)
        visit_condition(u, s, r->on);
    else if (r->on)
        visit_expr(u, s, r->on, FATE_NONE);
}

static void visit_block(struct uses *u, const struct speech *s, const struct query *q, bool is_shown)
{
    enum fate shown = !is_shown ? FATE_NONE : query_groups(q) ? FATE_GROUP : FATE_EMPTY;

    for (size_t i = 0; i < q->n_from; i++)
        visit_relation(u, s, &q->from[i], is_shown && q->n_outputs == 0);
    for (size_t i = 0; i < q->n_groups; i++)
        visit_expr(u, s, q->groups[i], FATE_GROUP);
    for (size_t i = 0; i < q->n_outputs; i++)
        visit_expr(u, s, q->outputs[i].expr, shown);
    for (size_t i = 0; i < q->n_having; i++)
        visit_expr(u, s, q->having[i], FATE_NONE);
    for (size_t i = 0; i < q->n_order; i++)
        visit_expr(u, s, q->order[i].by, FATE_NONE);
    for (size_t i = 0; i < q->n_where; i++)
        visit_condition(u, s, q->where[i]);
}

static void visit_query(struct uses *u, const struct speech *around, const struct query *q, bool is_shown)
{
    struct speech s;

    if (speech_spent(around))
        return;
    if (q->kind != QUERY_BLOCK) {
        visit_query(u, around, q->left, is_shown);
        visit_query(u, around, q->right, is_shown);
        return;
    }
    s = speech_in(around, q);
    visit_block(u, &s, q, is_shown);
}

static struct uses *uses_of(struct arena *a, const struct table *tables, size_t n, const struct request *r)
{
    struct uses *u = arena_alloc(a, sizeof *u);
    struct speech s = { .a = a, .tables = tables, .n_tables = n, .request = r, .left = &u->left };

    *u = (struct uses){ .tables = tables, .n_tables = n, .left = SPEECH_PARTS };
    u->is_read = arena_array(a, n + 1, sizeof *u->is_read);
    memset(u->is_read, 0, (n + 1) * sizeof *u->is_read);
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].query)
            visit_query(u, &s, r->steps[i].query, i + 1 == r->n_steps);
    return u;
}

/* ---- what does not fit ---- */

static bool is_united(const struct uses *u, const struct table *t)
{
    for (size_t i = 0; u->united && t && i < u->united->n_tables; i++)
        if (str_ieq(u->united->tables[i], t->name))
            return true;
    return false;
}

/* In all tables that are taken as one. */
static uint64_t misfits_of(const struct uses *u, const struct column *c)
{
    uint64_t n = 0;

    if (!is_united(u, owner_of(u, c)))
        return c->misfits;
    for (size_t i = 0; i < u->n_tables; i++)
        for (size_t k = 0; is_united(u, &u->tables[i]) && k < u->tables[i].n_columns; k++)
            if (str_ieq(u->tables[i].columns[k].name, c->name))
                n += u->tables[i].columns[k].misfits;
    return n;
}

static const char *kind_of(enum column_type type)
{
    if (column_is_number(type))
        return "number";
    return is_time(type) ? "date" : "value of its type";
}

static void say_misfits(struct buf *b, const struct uses *u, const struct use *use)
{
    static const char *const one[] = { [FATE_NONE] = "",
                                       [FATE_EMPTY] = "is shown empty",
                                       [FATE_GROUP] = "is in the group without one",
                                       [FATE_LEFT_OUT] = "is left out" };
    static const char *const many[] = { [FATE_NONE] = "",
                                        [FATE_EMPTY] = "are shown empty",
                                        [FATE_GROUP] = "are in the group without one",
                                        [FATE_LEFT_OUT] = "are left out" };
    const struct column *c = use->column;
    uint64_t n = misfits_of(u, c);

    if (n == 0 || use->fate == FATE_NONE)
        return;
    if (n == 1)
        buf_addf(b, "%sOne row of %s holds no %s and %s.", b->n ? " " : "", c->name, kind_of(c->type), one[use->fate]);
    else
        buf_addf(b, "%s%" PRIu64 " rows of %s hold no %s and %s.", b->n ? " " : "", n, c->name, kind_of(c->type),
                 many[use->fate]);
}

static void say_sum(struct buf *b, const struct uses *u, const struct use *use)
{
    const struct table *t = owner_of(u, use->column);
    enum column_meaning meaning = t ? column_meaning(t, (size_t)(use->column - t->columns), NULL) : MEANING_NONE;

    if (use->is_summed && meaning != MEANING_NONE && !meaning_adds_up(meaning))
        buf_addf(b, "%sThe values of %s are not of a kind that adds up; their %s says more.", b->n ? " " : "",
                 use->column->name, meaning_instead(meaning));
}

const char *query_caution(struct arena *a, const struct table *tables, size_t n, const struct request *r)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);
    const struct uses *u = uses_of(a, tables, n, r);

    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < u->n; k++)
                if (owner_of(u, u->list[k].column) == &tables[i])
                    (pass == 0 ? say_misfits : say_sum)(&b, u, &u->list[k]);
    return b.n ? arena_str(a, b.p) : NULL;
}

/* ---- what was assumed ---- */

/* True when the sentence is about how a column was read, and is not told in another way: amounts and percentages are
 * shown as such, and misfits have a sentence of their own. */
static bool is_about(struct arena *a, const char *sentence, const struct column *c)
{
    static const char *const told[] = { "amounts in ", "percentages in ", "the name of ", "the column " };

    if (!strstr(sentence, arena_printf(a, "'%s'", c->name)) || (c->misfits > 0 && strstr(sentence, " in row ")))
        return false;
    for (size_t i = 0; i < COUNT_OF(told); i++)
        if (strncmp(sentence, told[i], strlen(told[i])) == 0)
            return false;
    return true;
}

/* True when the answer rests on what the sentence says: on how one of its columns was read, or on which rows are no
 * data but totals of it, on rows that were left out as nobody computed them, or on where a line with too many cells was
 * cut. */
static bool bears(struct arena *a, const char *sentence, const struct table *t, const struct uses *u)
{
    if (totals_said(sentence) || (strstr(sentence, "total") && strstr(sentence, "left out of the data")) ||
        strstr(sentence, " that belong to no column ") || strstr(sentence, " nothing but formulas "))
        return true;
    for (size_t i = 0; i < u->n; i++) {
        const struct column *c = u->list[i].column;
        const struct table *owner = owner_of(u, c);
        if ((owner == t || (is_united(u, owner) && is_united(u, t))) && is_about(a, sentence, c))
            return true;
    }
    return false;
}

const char *query_assumed(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                          bool *ret_doubtful)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);
    const struct uses *u = uses_of(a, tables, n, r);
    size_t said = 0;

    *ret_doubtful = false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; u->is_read[i] && k < tables[i].n_assumptions; k++) {
            const char *sentence = tables[i].assumptions[k];
            if (!bears(a, sentence, &tables[i], u))
                continue;
            *ret_doubtful |= strstr(sentence, " can be read ") != NULL;
            if (said++ < ASSUMED_TOLD)
                buf_addf(&b, "%s%s", said == 1 ? "Assumed: " : "; ", sentence);
        }
    if (said > ASSUMED_TOLD)
        buf_addf(&b, "; and %zu more", said - ASSUMED_TOLD);
    if (said > 0)
        buf_addc(&b, '.');
    return said > 0 ? arena_str(a, b.p) : NULL;
}
