/* conditions.c - conditions that a question's mentions allow.
 *
 * Much is proposed and nothing is decided: a number may be compared in every way with every column that conditions are
 * likely of, and learned weights tell which way was meant. Only what costs many candidates and is hardly ever meant
 * without its word (a negation, a part of a text) waits for that word.
 */
#include "base/arena.h"
#include "base/timefmt.h"
#include "read/question_node.h"
#include <stdlib.h>

#define TEXT_COLUMNS 6   /* that a text is held against where no value tells its columns */
#define NUMBER_COLUMNS 8 /* that a number is held against */
#define VALUE_COLUMNS 12 /* ... with those that have it among their values */
#define DATE_COLUMNS 3
#define EMPTY_COLUMNS 4
#define COMPARED 5   /* columns that are compared with each other */
#define SPAN_WORDS 5 /* of a name that no column has */

struct proposer {
    struct arena *arena;
    const struct question *q;
    const size_t *by_where; /* columns, the likeliest to have a condition first */
    struct read_condition *ret;
    size_t n, max;
    bool negated, partial; /* the question has such words */
};

/* The mention of a column nearest to a span. */
static size_t nearest_mention(const struct question *q, size_t column, const struct plan_span *span)
{
    const struct view *v = &q->columns[column];
    const struct mention *m = v->best;

    if (!m)
        return LINK_NONE;
    if (v->other) {
        size_t a = m->first > span->first ? m->first - span->first : span->first - m->first;
        size_t b = v->other->first > span->first ? v->other->first - span->first : span->first - v->other->first;
        m = b < a ? v->other : m;
    }
    return (size_t)(m - q->link->mentions);
}

static void propose(struct proposer *p, const struct plan_condition *c, size_t mention)
{
    if (p->n == p->max || p->q->schema->columns[c->column].table >= PLAN_TABLES)
        return;
    p->ret[p->n] = (struct read_condition){ .condition = *c, .mention = mention };
    p->ret[p->n++].column_mention = nearest_mention(p->q, c->column, &c->span);
}

static void propose_each(struct proposer *p, struct plan_condition c, size_t mention, const enum plan_op *ops, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        c.op = ops[i];
        propose(p, &c, mention);
    }
}

/* ---- texts ---- */

/* The words of a span as the question has them. */
static const char *span_text(const struct proposer *p, size_t first, size_t n)
{
    const struct token *t = p->q->tokens;
    const char *text = arena_str(p->arena, t[first].text);

    for (size_t i = first + 1; i < first + n; i++)
        text = arena_printf(p->arena, "%s%s%s", text, t[i].at > t[i - 1].at + t[i - 1].n ? " " : "", t[i].text);
    return text;
}

static const enum plan_op partly[] = { PLAN_CONTAINS, PLAN_STARTS, PLAN_ENDS, PLAN_LACKS };

static size_t partly_n(const struct proposer *p)
{
    return p->negated ? 4 : 3;
}

static void propose_value(struct proposer *p, size_t mention)
{
    const struct mention *m = &p->q->link->mentions[mention];
    struct plan_condition c = {
        .column = m->column, .type = p->q->schema->columns[m->column].type, .value = m->text, .span = { m->first, m->n }
    };

    propose(p, &c, mention);
    if (p->negated) {
        c.op = PLAN_NE;
        propose(p, &c, mention);
    }
    if (c.type != COLUMN_TEXT || (m->scores[SCORE_PART] <= 0 && !p->partial) || m->scores[SCORE_MEANING] > 0)
        return;
    c.value = span_text(p, m->first, m->n);
    propose_each(p, c, mention, partly, p->partial ? partly_n(p) : 1);
}

/* A text that is no column's value, as far as is known, against the likeliest columns. */
static void propose_text(struct proposer *p, size_t first, size_t n, bool is_quoted)
{
    struct plan_condition c = { .type = COLUMN_TEXT, .value = span_text(p, first, n), .span = { first, n } };
    size_t tried = 0;

    for (size_t i = 0; i < p->q->schema->n_columns && tried < TEXT_COLUMNS; i++) {
        c.column = p->by_where[i];
        if (p->q->schema->columns[c.column].type != COLUMN_TEXT)
            continue;
        tried++;
        c.op = PLAN_EQ;
        propose(p, &c, LINK_NONE);
        if (p->partial)
            propose_each(p, c, LINK_NONE, partly, partly_n(p));
        else if (is_quoted)
            propose_each(p, c, LINK_NONE, partly, 1);
    }
}

static bool is_whole_value_at(const struct question *q, size_t first, size_t n)
{
    for (size_t i = 0; i < q->link->n_mentions; i++) {
        const struct mention *m = &q->link->mentions[i];
        if (m->kind == MENTION_VALUE && m->first == first && m->n == n && m->scores[SCORE_COVER] > .99f &&
            m->scores[SCORE_PART] <= 0)
            return true;
    }
    return false;
}

static void propose_quotes(struct proposer *p)
{
    const struct question *q = p->q;

    for (size_t i = 0, n; i < q->n; i += n) {
        n = 1;
        if (q->tokens[i].quote == 0)
            continue;
        while (i + n < q->n && q->tokens[i + n].quote == q->tokens[i].quote)
            n++;
        if (p->partial || !is_whole_value_at(q, i, n))
            propose_text(p, i, n, true);
    }
}

static bool is_capital(const struct token *t)
{
    return t->kind == TOKEN_WORD && t->capital && t->quote == 0;
}

/* Names that are no values, and single letters where a part of a text is asked for. */
static void propose_capitals(struct proposer *p)
{
    const struct question *q = p->q;

    for (size_t i = 1, n; i < q->n; i += n) {
        const struct token *t = &q->tokens[i];
        n = 1;
        if (!is_capital(t) && !(p->partial && t->kind == TOKEN_WORD && t->n == 1 && t->quote == 0))
            continue;
        while (n < SPAN_WORDS && i + n < q->n && is_capital(&q->tokens[i + n]))
            n++;
        if (!is_whole_value_at(q, i, n))
            propose_text(p, i, n, false);
    }
}

/* What follows "contains" and its like, in small letters. */
static void propose_parts(struct proposer *p)
{
    const struct question *q = p->q;
    size_t last = 0;

    for (size_t i = 0; i < q->n; i++) {
        unsigned o = q->op[i];
        if (o == OPERATOR_CONTAINS + 1 || o == OPERATOR_STARTS + 1 || o == OPERATOR_ENDS + 1)
            last = i + 1;
        else if (last > 0 && i < last + 5 && q->content[i] && q->tokens[i].quote == 0 && !q->tokens[i].capital &&
                 q->tokens[i].n > 1)
            propose_text(p, i, 1, false);
    }
}

/* ---- numbers ---- */

static const enum plan_op comparisons[] = { PLAN_EQ, PLAN_GT, PLAN_LT, PLAN_GE, PLAN_LE, PLAN_NE };

/* The columns a number is held against: the likeliest that are numbers, and those that have it as a value. */
static size_t columns_of_number(const struct proposer *p, const struct question_number *n, size_t *ret)
{
    const struct question *q = p->q;
    size_t count = 0;

    for (size_t i = 0; i < q->schema->n_columns && count < NUMBER_COLUMNS; i++)
        if (q->schema->columns[p->by_where[i]].traits & LINK_NUMBER)
            ret[count++] = p->by_where[i];
    for (size_t i = 0; i < n->n_columns && count < VALUE_COLUMNS; i++) {
        size_t c = n->columns[i];
        bool is_told = (!n->mention->written_out && n->mention->number > 12) || q->columns[c].best ||
                       q->tokens[n->mention->first].quote > 0;
        for (size_t k = 0; is_told && k < count; k++)
            is_told = ret[k] != c;
        if (is_told)
            ret[count++] = c;
    }
    return count;
}

static enum column_type type_of_number(const struct link_column *c, const char *text)
{
    if (c->type == COLUMN_INTEGER && strchr(text, '.'))
        return COLUMN_DECIMAL;
    return c->type;
}

static void propose_number(struct proposer *p, const struct question_number *n)
{
    const struct mention *m = n->mention;
    size_t columns[VALUE_COLUMNS], count = columns_of_number(p, n, columns);

    for (size_t i = 0; i < count; i++) {
        struct plan_condition c = { .column = columns[i],
                                    .type = type_of_number(&p->q->schema->columns[columns[i]], m->text),
                                    .value = m->text,
                                    .span = { m->first, m->n } };
        propose_each(p, c, (size_t)(m - p->q->link->mentions), comparisons, p->negated ? 6 : 5);
    }
}

/* "between 10 and 20", "10 to 20", "10 - 20". */
static void propose_range(struct proposer *p, const struct question_number *low, const struct question_number *high)
{
    const struct mention *m = low->mention, *h = high->mention;
    size_t columns[VALUE_COLUMNS], count;

    if (h->number <= m->number || h->first < m->first + m->n || h->first > m->first + m->n + 3)
        return;
    count = columns_of_number(p, low, columns);
    for (size_t i = 0; i < count; i++) {
        struct plan_condition c = { .column = columns[i],
                                    .op = PLAN_BETWEEN,
                                    .type = type_of_number(&p->q->schema->columns[columns[i]], m->text),
                                    .value = m->text,
                                    .until = h->text,
                                    .span = { m->first, h->first + h->n - m->first } };
        propose(p, &c, (size_t)(m - p->q->link->mentions));
    }
}

static void propose_numbers(struct proposer *p)
{
    const struct question *q = p->q;

    for (size_t i = 0; i < q->n_numbers; i++) {
        if (q->numbers[i].in_value)
            continue;
        propose_number(p, &q->numbers[i]);
        if (i + 1 < q->n_numbers)
            propose_range(p, &q->numbers[i], &q->numbers[i + 1]);
    }
}

/* ---- periods ---- */

static const char *day_text(struct arena *a, int64_t day)
{
    char text[TIME_TEXT_BYTES];

    date_text(day, text);
    return arena_str(a, text);
}

static const char *part_text(struct arena *a, const struct link_period *period)
{
    static const char *const units[] = { "day", "week", "month", "quarter", "year" };

    if (period->unit == PERIOD_DAY || period->unit == PERIOD_WEEK)
        return arena_printf(a, "%s %d", period->unit == PERIOD_DAY ? "day" : "weekday", period->part);
    return arena_printf(a, "%s %d", units[period->unit], period->part);
}

static void propose_days(struct proposer *p, struct plan_condition c, size_t mention, const struct link_period *period)
{
    static const enum plan_op from[] = { PLAN_LT, PLAN_GE }, behind[] = { PLAN_GE, PLAN_LT };
    static const enum plan_op day[] = { PLAN_EQ, PLAN_GT, PLAN_LT, PLAN_GE, PLAN_LE };

    if (period->recurs) {
        c.op = PLAN_RECURS;
        c.value = part_text(p->arena, period);
        propose(p, &c, mention);
        return;
    }
    c.value = day_text(p->arena, period->from);
    if (period->until == period->from + 1) {
        propose_each(p, c, mention, day, COUNT_OF(day));
        return;
    }
    propose_each(p, c, mention, from, COUNT_OF(from));
    c.op = PLAN_WITHIN;
    c.until = day_text(p->arena, period->until);
    propose(p, &c, mention);
    c.value = c.until;
    c.until = NULL;
    propose_each(p, c, mention, behind, COUNT_OF(behind));
}

/* A year that no number says: "last year". */
static void propose_year(struct proposer *p, struct plan_condition c, size_t mention, const struct link_period *period)
{
    const struct civil day = civil_from_us(period->from * DAY_US);

    if (period->recurs || period->unit != PERIOD_YEAR)
        return;
    c.value = arena_printf(p->arena, "%d", day.year);
    propose_each(p, c, mention, comparisons, 5);
}

/* Another period close behind makes one of both: "from March to May 2024". */
static void propose_both(struct proposer *p, size_t mention, size_t next, size_t column)
{
    const struct mention *m = &p->q->link->mentions[mention], *n = &p->q->link->mentions[next];
    struct plan_condition c = { .column = column, .op = PLAN_WITHIN, .type = p->q->schema->columns[column].type };

    if (m->period.recurs || n->period.recurs || n->period.until <= m->period.from || n->first < m->first + m->n ||
        n->first > m->first + m->n + 3)
        return;
    c.value = day_text(p->arena, m->period.from);
    c.until = day_text(p->arena, n->period.until);
    c.span = (struct plan_span){ m->first, n->first + n->n - m->first };
    propose(p, &c, mention);
}

static size_t next_period(const struct link *l, size_t mention)
{
    for (size_t i = mention + 1; i < l->n_mentions; i++)
        if (l->mentions[i].kind == MENTION_PERIOD && l->mentions[i].first > l->mentions[mention].first)
            return i;
    return LINK_NONE;
}

static void propose_period(struct proposer *p, size_t mention)
{
    const struct question *q = p->q;
    const struct mention *m = &q->link->mentions[mention];
    size_t next = next_period(q->link, mention), dates = 0;

    for (size_t i = 0; i < q->schema->n_columns && dates < DATE_COLUMNS; i++) {
        const struct link_column *c = &q->schema->columns[p->by_where[i]];
        struct plan_condition made = { .column = p->by_where[i], .type = c->type, .span = { m->first, m->n } };
        if (c->type == COLUMN_DATE || c->type == COLUMN_TIMESTAMP) {
            dates++;
            propose_days(p, made, mention, &m->period);
            if (next != LINK_NONE)
                propose_both(p, mention, next, made.column);
        } else if ((c->traits & LINK_YEAR) && m->period.relative)
            propose_year(p, made, mention, &m->period);
    }
}

/* The year of a date that is kept as a text: "2010" in "03/10/2010". */
static void propose_years_in_texts(struct proposer *p)
{
    const struct question *q = p->q;

    for (size_t k = 0; k < q->n_numbers; k++) {
        const struct mention *m = q->numbers[k].mention;
        size_t dates = 0;
        if (m->number < 1500 || m->number > 2100 || m->written_out)
            continue;
        for (size_t i = 0; i < q->schema->n_columns && dates < DATE_COLUMNS; i++) {
            const struct link_column *c = &q->schema->columns[p->by_where[i]];
            struct plan_condition made = {
                .column = p->by_where[i], .op = PLAN_CONTAINS, .value = m->text, .span = { m->first, m->n }
            };
            if (c->type == COLUMN_TEXT && (c->traits & LINK_DATE)) {
                dates++;
                propose(p, &made, (size_t)(m - q->link->mentions));
            }
        }
    }
}

/* ---- empty cells ---- */

static void propose_empty(struct proposer *p, size_t mention)
{
    const struct mention *m = &p->q->link->mentions[mention];
    static const enum plan_op ops[] = { PLAN_EMPTY, PLAN_FILLED };

    for (size_t i = 0; i < p->q->schema->n_columns && i < EMPTY_COLUMNS; i++) {
        size_t column = p->by_where[i];
        struct plan_condition c = { .column = column,
                                    .type = p->q->schema->columns[column].type,
                                    .span = { m->first, m->n } };
        propose_each(p, c, mention, ops, COUNT_OF(ops));
    }
}

/* ---- two columns ---- */

static bool compares(const struct mention *m)
{
    return m->kind == MENTION_OPERATOR && (m->op == OPERATOR_LT || m->op == OPERATOR_LE || m->op == OPERATOR_GT ||
                                           m->op == OPERATOR_GE || m->op == OPERATOR_BEFORE || m->op == OPERATOR_AFTER);
}

/* Columns with numbers, or with dates, that are named, in the order of the question. */
static size_t named_columns(const struct question *q, unsigned trait, size_t *ret)
{
    size_t n = 0;

    for (size_t t = 0; t < q->n; t++)
        for (size_t c = 0; c < q->schema->n_columns && n < COMPARED; c++) {
            const struct view *v = &q->columns[c];
            const struct link_column *column = &q->schema->columns[c];
            if (v->match >= MATCH_CONTEXT && v->best->first == t && (column->traits & trait) &&
                !(column->traits & LINK_ID) && column->table < PLAN_TABLES)
                ret[n++] = c;
        }
    return n;
}

/* "where savings are lower than checking": for each comparison, the columns that are named. */
static void propose_columns(struct proposer *p, size_t mention, unsigned trait)
{
    const struct mention *m = &p->q->link->mentions[mention];
    static const enum plan_op ops[] = { PLAN_LT, PLAN_GT };
    size_t columns[COMPARED], n = named_columns(p->q, trait, columns);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            struct plan_condition c = { .column = columns[k], .is_column = true, .other = columns[i] };
            c.type = p->q->schema->columns[c.column].type;
            c.span = (struct plan_span){ m->first, m->n };
            propose_each(p, c, mention, ops, COUNT_OF(ops));
        }
}

/* ---- all ---- */

struct scored_column {
    double score;
    size_t column;
};

static int by_score(const void *a, const void *b)
{
    const struct scored_column *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static const size_t *sort_columns(struct arena *a, const double *scores, size_t n)
{
    struct scored_column *all = arena_array(a, n + 1, sizeof *all);
    size_t *ret = arena_array(a, n + 1, sizeof *ret);

    for (size_t i = 0; i < n; i++)
        all[i] = (struct scored_column){ scores[i], i };
    qsort(all, n, sizeof *all, by_score);
    for (size_t i = 0; i < n; i++)
        ret[i] = all[i].column;
    return ret;
}

/* By place in the question; stable, as they came by column. */
static void sort_by_place(struct arena *a, const struct question *q, struct read_condition *c, size_t n)
{
    struct read_condition *from = arena_array(a, n + 1, sizeof *from);
    size_t put = 0;

    memcpy(from, c, n * sizeof *c);
    for (size_t t = 0; t < q->n; t++)
        for (size_t i = 0; i < n; i++)
            if (from[i].condition.span.first == t)
                c[put++] = from[i];
}

size_t conditions_propose(struct arena *a, const struct question *q, const double *where, struct read_condition *ret,
                          size_t max)
{
    const struct link *l = q->link;
    struct proposer p = { .arena = a, .q = q, .ret = ret, .max = max };

    p.by_where = sort_columns(a, where, q->schema->n_columns);
    p.negated = question_has(q, OPERATOR_NE) || question_has(q, OPERATOR_NOT) || question_has(q, OPERATOR_NEVER) ||
                question_has(q, OPERATOR_EXCEPT);
    p.partial =
        question_has(q, OPERATOR_CONTAINS) || question_has(q, OPERATOR_STARTS) || question_has(q, OPERATOR_ENDS);
    for (size_t i = 0; i < l->n_mentions; i++)
        if (l->mentions[i].kind == MENTION_VALUE && l->mentions[i].scores[SCORE_PART] <= 0)
            propose_value(&p, i);
    propose_numbers(&p);
    for (size_t i = 0; i < l->n_mentions; i++)
        if (l->mentions[i].kind == MENTION_PERIOD)
            propose_period(&p, i);
        else if (l->mentions[i].kind == MENTION_OPERATOR && l->mentions[i].op == OPERATOR_EMPTY)
            propose_empty(&p, i);
        else if (compares(&l->mentions[i])) {
            propose_columns(&p, i, LINK_NUMBER);
            propose_columns(&p, i, LINK_DATE);
        }
    propose_quotes(&p);
    propose_capitals(&p);
    if (p.partial)
        propose_parts(&p);
    propose_years_in_texts(&p);
    for (size_t i = 0; i < l->n_mentions; i++)
        if (l->mentions[i].kind == MENTION_VALUE && l->mentions[i].scores[SCORE_PART] > 0)
            propose_value(&p, i);
    sort_by_place(a, q, ret, p.n);
    return p.n;
}
