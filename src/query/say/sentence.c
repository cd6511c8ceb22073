/* sentence.c - the answer to a request in one sentence, with no figure that is not in the rows.
 *
 * The only number that is counted here is that of the rows themselves. Conditions are left out, because their numbers
 * are the question's and not the answer's; the restatement beside the answer has them. They are said where there is
 * nothing else to say, "No rows where region is West.", as long as they hold no number.
 */
#include "query/say/sentence.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/text/name_words.h"
#include "grid/meaning/meaning.h"
#include "query/say/told.h"
#include <string.h>

/* ---- conditions ---- */

static bool has_conditions(const struct told *t, const struct query *q, size_t depth);

static bool relation_has_conditions(const struct told *t, const struct relation *r, size_t depth)
{
    const struct step *step = r->kind == RELATION_STEP ? step_named(&t->s, r->step) : NULL;

    if (r->join == JOIN_INNER && r->on)
        return true;
    if (r->kind == RELATION_STEP)
        return !step || !step->query || has_conditions(t, step->query, depth + 1);
    return r->kind == RELATION_QUERY && has_conditions(t, r->query, depth + 1);
}

/* Whether there may be rows that the query does not show. */
static bool has_conditions(const struct told *t, const struct query *q, size_t depth)
{
    bool found;

    if (!q || depth > QUERY_DEPTH)
        return true;
    if (q->kind != QUERY_BLOCK)
        return q->kind != QUERY_UNION || has_conditions(t, q->left, depth + 1) ||
               has_conditions(t, q->right, depth + 1);
    found = q->n_where > 0 || q->n_having > 0 || q->offset > 0;
    for (size_t i = 0; i < q->n_from && !found; i++)
        found = relation_has_conditions(t, &q->from[i], depth);
    return found;
}

static void tell_nothing(struct told *t)
{
    const struct expr **list;
    const char *where;
    size_t n;

    if (!has_conditions(t, t->q, 0)) {
        buf_adds(t->b, "There are no rows.");
        return;
    }
    n = t->q && t->q->kind == QUERY_BLOCK ? conditions_on_rows(&t->s, &list) : 0;
    where = n > 0 && t->q->n_having == 0 && t->q->n_from == 1 ? say_conditions(&t->s, list, n, STYLE_WHERE) : "";
    if (*where && !told_has_number(t, where))
        buf_addf(t->b, "No rows where %s.", where);
    else
        buf_adds(t->b, "No rows match.");
}

/* ---- one figure ---- */

/* "employees": what a column that numbers things says they are called; NULL. */
static const char *things_of(const struct speech *s, const struct expr *e, bool single)
{
    const struct column *c = column_behind(s, e);
    struct column number;
    struct table alone = { .columns = &number, .n_columns = 1 };
    struct name_word words[3];
    char *thing;

    if (!c || name_words(c->name, words, 3) != 2 || words[0].n < 2)
        return NULL;
    number = (struct column){ .name = c->name, .type = COLUMN_INTEGER };
    if (column_meaning(&alone, 0, NULL) != MEANING_ID)
        return NULL;
    thing = arena_dup(s->a, words[0].p, words[0].n);
    for (char *p = thing; *p; p++)
        *p = name_lower(*p);
    if (strchr("shxyz", thing[words[0].n - 1]))
        return NULL;
    return single ? thing : arena_printf(s->a, "%ss", thing);
}

static bool is_one(const struct json *v)
{
    return json_digits(v) && strcmp(json_digits(v), "1") == 0;
}

/* "There are 4,800 employees (different values of employee_id)." */
static void tell_distinct(struct told *t, const struct speech *s, const struct expr *of, const struct json *figure,
                          bool bounded)
{
    bool single = is_one(figure);
    const char *things = things_of(s, of, single), *name = say_expr(s, of), *values = single ? "value" : "values";

    if (told_has_number(t, name))
        name = "it";
    buf_adds(t->b, single ? "There is " : "There are ");
    tell_value(t, NULL, figure);
    if (things)
        buf_addf(t->b, " %s (different %s of %s)", things, values, name);
    else
        buf_addf(t->b, " different %s of %s", values, name);
    buf_adds(t->b, !bounded ? "." : single ? " that meets the condition." : " that meet the condition.");
}

static void tell_row_count(struct told *t, const struct json *figure)
{
    bool single = is_one(figure), conditions = has_conditions(t, t->q, 0);

    buf_adds(t->b, conditions ? "" : single ? "There is " : "There are ");
    tell_value(t, NULL, figure);
    buf_addf(t->b, " %s%s", say_counted(&t->s, !single), !conditions ? "." : single ? " matches." : " match.");
}

static bool is_row_count(const struct told *t, const struct expr *e)
{
    return e->kind == EXPR_AGGREGATE && e->aggregate.function == AGGREGATE_COUNT && !e->aggregate.where &&
           !e->aggregate.distinct && strcmp(say_expr(&t->s, e), say_count(&t->s)) == 0;
}

/* "Yes: there is a singer whose country is France." */
static void tell_truth(struct told *t, const struct expr *e, bool truth)
{
    const char *text = say_condition(&t->s, e, !truth, STYLE_WHERE);

    if (told_has_number(t, text))
        buf_adds(t->b, truth ? "Yes." : "No.");
    else
        buf_addf(t->b, "%s: %s.", truth ? "Yes" : "No", text);
}

static bool is_condition(const struct expr *e)
{
    return e->kind == EXPR_EXISTS || e->kind == EXPR_IN_QUERY ||
           (e->kind == EXPR_CALL && e->call.function <= FUNCTION_IS_EMPTY);
}

/* A figure of no values. */
static void tell_no_value(struct told *t, const struct expr *e)
{
    const char *of = e->kind == EXPR_AGGREGATE && e->aggregate.arg ? told_label(t, e->aggregate.arg) : NULL;

    if (e->kind == EXPR_AGGREGATE && has_conditions(t, t->q, 0))
        tell_nothing(t);
    else if (of)
        buf_addf(t->b, "There are no values of %s.", of);
    else
        buf_addf(t->b, "The %s is empty.", told_label(t, e));
}

/* The groups of an inner query are counted: its one group's values, those that meet its conditions. */
static bool tell_counted_groups(struct told *t, const struct expr *e, const struct json *figure)
{
    const struct query *q = t->s.q, *inner;
    struct speech in;

    if (q->n_from != 1 || q->from[0].kind != RELATION_QUERY || q->n_where > 0 || e->kind != EXPR_AGGREGATE ||
        e->aggregate.function != AGGREGATE_COUNT || e->aggregate.where || e->aggregate.distinct)
        return false;
    inner = q->from[0].query;
    if (inner->kind != QUERY_BLOCK || inner->n_groups != 1 || inner->n_outputs != 1 ||
        !expr_same(inner->groups[0], inner->outputs[0].expr))
        return false;
    in = speech_in(&t->s, inner);
    tell_distinct(t, &in, inner->groups[0], figure, inner->n_having > 0);
    return true;
}

/* A figure of figures by its own words. */
static const char *figure_label(const struct told *t, const struct expr *e)
{
    const char *derived = stepped_query(&t->s) ? NULL : say_derived(&t->s);

    return derived && !told_has_number(t, derived) && strlen(derived) < 100 ? derived : told_label(t, e);
}

static void tell_figure(struct told *t, const struct expr *e, const struct json *v)
{
    if (is_condition(e) && json_is(v, JSON_BOOL)) {
        tell_truth(t, e, json_truth(v));
    } else if (json_is(v, JSON_NULL)) {
        tell_no_value(t, e);
    } else if (tell_counted_groups(t, e, v)) {
        return;
    } else if (is_row_count(t, e)) {
        tell_row_count(t, v);
    } else if (e->kind == EXPR_AGGREGATE && e->aggregate.function == AGGREGATE_COUNT && e->aggregate.distinct &&
               e->aggregate.arg && !e->aggregate.where) {
        tell_distinct(t, &t->s, e->aggregate.arg, v, false);
    } else {
        buf_addf(t->b, "The %s is ", figure_label(t, e));
        tell_value(t, e, v);
        buf_addc(t->b, '.');
    }
}

/* ---- one row ---- */

/* "The lowest age is 20 and the highest age is 45." */
static void tell_row(struct told *t)
{
    const struct query *q = t->s.q;

    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        buf_addf(t->b, "%s%s %s is ", joint(i, q->n_outputs), i == 0 ? "The" : "the", told_label(t, e));
        tell_value(t, e, told_cell(t, 0, i));
    }
    buf_addc(t->b, '.');
}

/* ---- rows ---- */

static void tell_rows(struct told *t)
{
    const struct query *q = t->q;
    bool repeats = !q || (q->kind == QUERY_BLOCK ? !q->distinct && !query_groups(q) : q->all);

    if (repeats)
        tell_count(t, t->n, "row", "rows");
    else if (json_len(t->rows->columns) > 1 && t->s.q->n_outputs > 1)
        tell_count(t, t->n, "different combination", "different combinations");
    else
        tell_count(t, t->n, "different value", "different values");
    buf_adds(t->b, t->rows->truncated ? " shown, and there are more." : ".");
}

/* The one value that two queries have together. */
static void tell_figure_of_set(struct told *t)
{
    const struct expr *e = t->s.q->outputs[0].expr;

    buf_addf(t->b, "The %s is ", told_label(t, e));
    tell_value(t, e, told_cell(t, 0, 0));
    buf_addc(t->b, '.');
}

/* Whether the first row has a cell for each output. */
static bool fits(const struct told *t)
{
    return t->q && t->q->kind == QUERY_BLOCK && t->q->n_outputs > 0 &&
           json_len(json_at(t->rows->rows, 0)) == t->q->n_outputs;
}

static void tell(struct told *t)
{
    if (t->n == 0) {
        tell_nothing(t);
        return;
    }
    if (fits(t) && t->q->n_groups > 0 && tell_groups(t))
        return;
    if (fits(t) && t->n == 1 && t->q->n_outputs == 1 && !t->rows->truncated)
        tell_figure(t, t->q->outputs[0].expr, told_cell(t, 0, 0));
    else if (fits(t) && t->n == 1 && t->q->n_outputs <= FIGURES_TOLD && !t->rows->truncated)
        tell_row(t);
    else if (t->q && t->n == 1 && !t->rows->truncated && t->s.q->n_outputs == 1 &&
             json_len(json_at(t->rows->rows, 0)) == 1)
        tell_figure_of_set(t);
    else
        tell_rows(t);
}

const char *query_sentence(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                           const struct said_rows *rows)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);
    size_t left = SPEECH_PARTS;
    struct speech s = { .a = a, .tables = tables, .n_tables = n, .request = r, .left = &left };
    struct told t = { .q = r->steps[r->n_steps - 1].query, .rows = rows, .n = json_len(rows->rows), .b = &b };

    t.s = speech_in(&s, t.q);
    tell(&t);
    return arena_str(a, b.p);
}
