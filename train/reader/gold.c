/* gold.c - Spider's SQL goes through the engine's parser and the form. WikiSQL's three parts are a plan already; its
 * values are written smaller than the tables', so they are looked up, and a line is only believed when the conditions
 * find what it says they find. */
#include "train/reader/gold.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "link/schema.h"
#include "link/values.h"
#include "query/from_sql/from_sql.h"
#include "read/plan.h"
#include "train/tables.h"
#include <stdio.h>
#include <string.h>

/* ---- SQL ---- */

/* Names in double quotes, not in backticks. */
static char *standard_sql(struct arena *a, const char *sql)
{
    char *copy = arena_str(a, sql);
    bool in_text = false;

    for (char *p = copy; *p; p++)
        if (*p == '\'')
            in_text = !in_text;
        else if (*p == '`' && !in_text)
            *p = '"';
    return copy;
}

static void run_gold(struct arena *a, struct database *d, struct item *i)
{
    struct run run;

    database_run(d, a, i->gold, &run);
    i->has_own = !run.trial.failed;
    i->own = run.result;
}

static void read_sql(struct engine *parser, struct arena *a, struct database *d, struct item *i)
{
    struct from_sql in = { 0 };
    struct json *tree;
    struct err err;

    in.tables = database_tables(d, &in.n_tables);
    if (tables_sql_tree(parser, a, standard_sql(a, i->sql), &tree, &err) ||
        (in.tree = tree, query_from_sql(a, &in, &i->gold, &err))) {
        i->gold = NULL;
        i->why = arena_str(a, err.message);
        return;
    }
    i->has_plan = plan_of_query(a, database_schema(d), i->gold, &i->plan, &i->why);
    run_gold(a, d, i);
}

/* ---- WikiSQL ---- */

static size_t find_column(const struct link_schema *s, const char *name)
{
    for (size_t i = 0; name && i < s->n_columns; i++)
        if (strcasecmp(s->columns[i].name.text, name) == 0)
            return i;
    return LINK_NONE;
}

/* The value as the column has it; NULL where it has none like it. */
static const char *find_value(struct arena *a, const struct link_schema *s, size_t column, const char *text)
{
    const char *value;
    char *plain, *to;

    for (size_t i = 0; (value = link_values_text(s->values, column, i)); i++)
        if (strcasecmp(value, text) == 0)
            return value;
    if (!column_is_number(s->columns[column].type))
        return NULL;
    plain = to = arena_str(a, text);
    for (const char *p = text; *p; p++)
        if (*p != ',')
            *to++ = *p;
    *to = '\0';
    return cell_of_text(plain).kind == CELL_NUMBER ? plain : NULL;
}

static bool read_conditions(struct arena *a, const struct link_schema *s, const struct json *where, struct plan *p)
{
    static const struct {
        const char *text;
        enum plan_op op;
    } ops[] = { { "=", PLAN_EQ }, { ">", PLAN_GT }, { "<", PLAN_LT } };

    for (size_t i = 0; i < json_len(where) && i < PLAN_CONDITIONS; i++) {
        const struct json *w = json_at(where, i), *v = json_at(w, 2);
        const char *column = json_text(json_at(w, 0), NULL), *op = json_text(json_at(w, 1), NULL);
        struct plan_condition *c = &p->conditions[p->n_conditions++];
        const char *value = json_is(v, JSON_NUMBER) ? json_digits(v) : json_text(v, NULL);
        c->column = find_column(s, column);
        if (c->column == LINK_NONE || !value || !op)
            return false;
        c->type = s->columns[c->column].type;
        c->value = find_value(a, s, c->column, value);
        for (size_t k = 0; k < 3; k++)
            if (strcmp(ops[k].text, op) == 0)
                c->op = ops[k].op;
        if (!c->value || (c->op != PLAN_EQ && !column_is_number(c->type)))
            return false;
    }
    return json_len(where) <= PLAN_CONDITIONS;
}

static enum plan_figure figure_of(const char *aggregate)
{
    static const struct {
        const char *text;
        enum plan_figure figure;
    } figures[] = { { "count", FIGURE_ROWS },
                    { "min", FIGURE_MIN },
                    { "max", FIGURE_MAX },
                    { "avg", FIGURE_AVERAGE },
                    { "sum", FIGURE_SUM } };

    for (size_t i = 0; aggregate && i < sizeof figures / sizeof *figures; i++)
        if (strcmp(aggregate, figures[i].text) == 0)
            return figures[i].figure;
    return FIGURE_NONE;
}

/* Whether the plan, which has no figure yet, finds the values that the line says. */
static bool finds(struct arena *a, struct database *d, const struct plan *p, const struct json *values)
{
    const struct query *q;
    struct result gold;
    struct run run;

    if (!plan_query(a, database_schema(d), p, &q))
        return false;
    database_run(d, a, q, &run);
    result_of_answer(a, values, &gold);
    return !run.trial.failed && answers_same(a, &run.result, &gold);
}

static void read_wikisql(struct arena *a, struct database *d, struct item *i)
{
    const struct link_schema *s = database_schema(d);
    struct plan p = { .n_outputs = 1, .tables = 1 };
    const char *why;

    p.outputs[0].column = find_column(s, json_get_text(i->line, "column"));
    p.nest.column = p.nest.inner = LINK_NONE;
    if (p.outputs[0].column == LINK_NONE || !read_conditions(a, s, json_get(i->line, "where"), &p)) {
        i->why = "a column or value is not in the table";
        return;
    }
    if (!finds(a, d, &p, json_get(i->line, "values"))) {
        i->why = "the conditions find something else";
        return;
    }
    p.outputs[0].figure = figure_of(json_get_text(i->line, "aggregate"));
    if (p.outputs[0].figure == FIGURE_ROWS)
        p.outputs[0].column = LINK_NONE;
    if (!plan_query(a, s, &p, &i->gold)) {
        i->why = "the plan has no query";
        return;
    }
    run_gold(a, d, i);
    i->has_plan = plan_of_query(a, s, i->gold, &i->plan, &why);
    i->why = i->has_plan ? NULL : why;
}

void gold_read(struct engine *parser, struct arena *a, struct database *d, struct item *i)
{
    if (i->sql)
        read_sql(parser, a, d, i);
    else if (json_get(i->line, "column"))
        read_wikisql(a, d, i);
    else
        i->why = "there is only an answer";
}
