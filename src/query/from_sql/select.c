/* select.c - one SELECT: its outputs, groups, order and limit. */
#include "base/arena.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_ROWS 1000000000LL

static bool is_star(const struct json *e)
{
    return strcmp(tree_word(e, "class"), "STAR") == 0;
}

/* ---- outputs ---- */

static int add_output(struct tree_reader *r, struct outputs *o, const struct expr *e, const char *name,
                      const char *said)
{
    if (++r->nodes >= QUERY_NODES)
        return too_large(r);
    if (o->n == o->room) {
        size_t room = o->room ? 2 * o->room : 16;
        struct output *grown = arena_array(r->arena, room, sizeof *grown);
        const char **words = arena_array(r->arena, room, sizeof *words);
        if (o->n > 0) {
            memcpy(grown, o->at, o->n * sizeof *grown);
            memcpy(words, o->said, o->n * sizeof *words);
        }
        o->at = grown;
        o->said = words;
        o->room = room;
    }
    o->at[o->n] = (struct output){ e, name };
    o->said[o->n++] = said;
    return 0;
}

static bool is_excluded(const struct json *star, const char *name)
{
    const struct json *list = json_get(star, "exclude_list");

    for (size_t i = 0; i < json_len(list); i++) {
        const char *word = json_text(json_at(list, i), NULL);
        if (word && name && str_ieq(word, name))
            return true;
    }
    return false;
}

static int add_star(struct tree_reader *r, const struct scope *s, const struct json *star, struct outputs *o)
{
    const char *of = tree_word(star, "relation_name");
    size_t before = o->n;

    if (json_len(json_get(star, "replace_list")) + json_len(json_get(star, "rename_list")) +
                json_len(json_get(star, "qualified_exclude_list")) >
            0 ||
        json_get_truth(star, "columns") || json_is(json_get(star, "expr"), JSON_OBJECT))
        return unsaid(r, "a star with changes");
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->relations[i].shape.n; k++) {
            const struct scope_relation *rel = &s->relations[i];
            const struct shape_column *c = &rel->shape.columns[k];
            bool is_own = c->said && strcmp(c->said, c->name) == 0;
            if ((*of ? !rel->said || !str_ieq(rel->said, of) : c->hidden) || is_excluded(star, c->said))
                continue;
            if (add_output(r, o, expr_column(r->arena, rel->relation.name, c->name), is_own ? NULL : c->said, c->said))
                return -1;
        }
    return o->n > before ? 0 : unsaid(r, "a star of nothing");
}

/* What SQL calls an output, and the name it needs in the form. */
static int add_item(struct tree_reader *r, const struct scope *s, const struct json *item, struct outputs *o)
{
    const struct json *names = json_get(item, "column_names");
    const char *alias = tree_word(item, "alias"), *said = *alias ? alias : NULL;
    const struct expr *e = tree_value(r, item, s);
    bool is_own;

    if (!e)
        return -1;
    if (!said && strcmp(tree_word(item, "class"), "COLUMN_REF") == 0)
        said = json_text(json_at(names, json_len(names) - 1), NULL);
    is_own = e->kind == EXPR_COLUMN && said && (*alias ? strcmp : strcasecmp)(e->column.name, said) == 0;
    return add_output(r, o, e, is_own ? NULL : said, said);
}

static int read_outputs(struct tree_reader *r, const struct json *select, struct scope *s, struct outputs *o)
{
    for (size_t i = 0; i < json_len(select); i++) {
        const struct json *item = json_at(select, i);
        s->n_aliases = i;
        if (is_star(item) ? add_star(r, s, item, o) : add_item(r, s, item, o))
            return -1;
    }
    s->n_aliases = json_len(select);
    o->all = json_len(select) == 1 && is_star(json_at(select, 0)) && !*tree_word(json_at(select, 0), "relation_name") &&
             json_len(json_get(json_at(select, 0), "exclude_list")) == 0;
    return o->n > 0 ? 0 : unsaid(r, "a SELECT of nothing");
}

/* A plain star over relations as they stand needs no list; where it would have a name twice, only the outermost query
 * does not care. */
static bool is_plain_star(const struct outputs *o, const struct query *q, const struct scope *s, bool is_inner)
{
    if (!o->all || query_groups(q))
        return false;
    for (size_t i = 0; i < s->n; i++) {
        if (!str_ieq(s->relations[i].relation.name, q->from[i].name))
            return false;
        for (size_t k = 0; k < s->relations[i].shape.n; k++)
            if (s->relations[i].shape.columns[k].hidden)
                return false;
    }
    for (size_t i = 0; i < o->n; i++) {
        if (o->at[i].name)
            return false;
        for (size_t k = 0; is_inner && k < i; k++)
            if (str_ieq(o->at[i].expr->column.name, o->at[k].expr->column.name))
                return false;
    }
    return true;
}

static void shape_of_outputs(struct tree_reader *r, const struct outputs *o, const struct query *q,
                             const struct scope *s, struct shape *ret)
{
    struct query full = *q;

    full.outputs = o->at;
    full.n_outputs = o->n;
    ret->n = o->n;
    ret->columns = arena_array(r->arena, o->n, sizeof *ret->columns);
    for (size_t i = 0; i < o->n; i++)
        ret->columns[i] = (struct shape_column){ .said = o->said[i],
                                                 .name = query_output_name(r->arena, &full, i),
                                                 .type = type_of(s, o->at[i].expr) };
}

/* ---- groups ---- */

const struct expr *tree_group(struct tree_reader *r, const struct json *item, const struct scope *s)
{
    long long place = constant_int(item);
    struct scope before = *s;

    if (place < 0)
        return strcmp(tree_word(item, "class"), "CONSTANT") == 0 ? unsaid_expr(r, "GROUP BY of a constant", NULL)
                                                                 : tree_value(r, item, s);
    item = place > 0 ? json_at(s->select, (size_t)place - 1) : NULL;
    if (!item || is_star(item))
        return unsaid_expr(r, "GROUP BY of an output that is not there", NULL);
    before.n_aliases = (size_t)place - 1;
    return tree_value(r, item, &before);
}

static bool has(const struct list *l, const struct expr *e)
{
    for (size_t i = 0; i < l->n; i++)
        if (expr_same(l->at[i], e))
            return true;
    return false;
}

/* GROUP BY ALL: by every output that is no aggregate. */
static void group_all(struct tree_reader *r, const struct outputs *o, struct list *groups)
{
    for (size_t i = 0; i < o->n; i++)
        if (!expr_has_aggregate(o->at[i].expr) && !expr_has_window(o->at[i].expr) && !has(groups, o->at[i].expr) &&
            o->at[i].expr->kind != EXPR_LITERAL)
            list_add(r, groups, o->at[i].expr);
}

static int read_groups(struct tree_reader *r, const struct json *node, const struct scope *s, const struct outputs *o,
                       struct query *q)
{
    const struct json *items = json_get(node, "group_expressions"), *sets = json_get(node, "group_sets");
    struct list groups = { 0 };

    if (json_len(sets) > 1 || (json_len(sets) == 1 && json_len(json_at(sets, 0)) != json_len(items)))
        return unsaid(r, "GROUP BY of several groupings");
    for (size_t i = 0; i < json_len(items); i++) {
        const struct expr *e = tree_group(r, json_at(items, i), s);
        if (!e)
            return -1;
        if (!has(&groups, e))
            list_add(r, &groups, e);
    }
    if (strcmp(tree_word(node, "aggregate_handling"), "FORCE_AGGREGATES") == 0)
        group_all(r, o, &groups);
    q->groups = groups.at;
    q->n_groups = groups.n;
    return 0;
}

/* ---- order and limit ---- */

/* The output that a name or a number in ORDER BY means; NULL: none, or an error that ret_failed says. */
static const struct expr *output_named(struct tree_reader *r, const struct json *e, const struct outputs *o,
                                       bool *ret_failed)
{
    const struct json *names = json_get(e, "column_names");
    const char *name = json_len(names) == 1 ? json_text(json_at(names, 0), NULL) : NULL;
    const struct expr *found = NULL;
    long long place = constant_int(e);

    if (strcmp(tree_word(e, "class"), "CONSTANT") == 0) {
        *ret_failed = place < 1 || (size_t)place > o->n;
        return *ret_failed ? unsaid_expr(r, "ORDER BY of a constant", NULL) : o->at[place - 1].expr;
    }
    for (size_t i = 0; name && i < o->n; i++) {
        if (!o->said[i] || !str_ieq(o->said[i], name))
            continue;
        *ret_failed = found && !expr_same(found, o->at[i].expr);
        if (*ret_failed)
            return unsaid_expr(r, "ORDER BY of a name that two outputs have", NULL);
        found = o->at[i].expr;
    }
    return found;
}

static void set_direction(const struct json *item, struct ordering *ret)
{
    const char *empty = tree_word(item, "null_order");

    ret->descending = strcmp(tree_word(item, "type"), "DESCENDING") == 0;
    ret->empty_first = strcmp(empty, "NULLS FIRST") == 0 || strcmp(empty, "NULLS_FIRST") == 0;
}

static int order_all(struct tree_reader *r, const struct json *item, const struct outputs *o, struct query *q)
{
    struct ordering *made = arena_array(r->arena, o->n, sizeof *made);

    for (size_t i = 0; i < o->n; i++) {
        set_direction(item, &made[i]);
        made[i].by = o->at[i].expr;
    }
    q->order = made;
    q->n_order = o->n;
    return 0;
}

static int read_order(struct tree_reader *r, const struct json *items, const struct scope *s, const struct outputs *o,
                      struct query *q)
{
    size_t n = json_len(items);
    struct ordering *made = arena_array(r->arena, n, sizeof *made);

    if (n == 1 && is_star(json_get(json_at(items, 0), "expression")))
        return order_all(r, json_at(items, 0), o, q);
    for (size_t i = 0; i < n; i++) {
        const struct json *e = json_get(json_at(items, i), "expression");
        bool failed = false;
        made[i].by = output_named(r, e, o, &failed);
        if (!made[i].by && !failed)
            made[i].by =
                s ? tree_value(r, e, s) : unsaid_expr(r, "ORDER BY an expression behind a set operation", NULL);
        if (!made[i].by)
            return -1;
        set_direction(json_at(items, i), &made[i]);
    }
    q->order = made;
    q->n_order = n;
    return 0;
}

static int read_limit(struct tree_reader *r, const struct json *m, struct query *q)
{
    const struct json *limit = json_get(m, "limit"), *offset = json_get(m, "offset");
    long long n = json_is(limit, JSON_OBJECT) ? constant_int(limit) : 0,
              skipped = json_is(offset, JSON_OBJECT) ? constant_int(offset) : 0;

    if (n < 0 || skipped < 0 || n > MOST_ROWS || skipped > MOST_ROWS)
        return unsaid(r, "a LIMIT that is worked out");
    if (n == 0 && json_is(limit, JSON_OBJECT))
        return unsaid(r, "LIMIT 0");
    q->limit = (size_t)n;
    q->offset = (size_t)skipped;
    return 0;
}

/* DISTINCT ON (a, b): the first row of each. */
static int read_distinct(struct tree_reader *r, const struct json *m, const struct scope *s, struct query *q)
{
    const struct json *targets = json_get(m, "distinct_on_targets");
    struct list per = { 0 };

    q->distinct = json_len(targets) == 0;
    if (q->distinct)
        return 0;
    if (!s || q->n_per > 0)
        return unsaid(r, "DISTINCT ON here");
    for (size_t i = 0; i < json_len(targets); i++) {
        const struct expr *e = tree_group(r, json_at(targets, i), s);
        if (!e)
            return -1;
        list_add(r, &per, e);
    }
    q->per = per.at;
    q->n_per = per.n;
    return 0;
}

int tree_modifiers(struct tree_reader *r, const struct json *list, const struct scope *s, const struct outputs *o,
                   struct query *q)
{
    bool is_limited = false, is_first = q->n_per == 0;

    for (size_t i = 0; i < json_len(list); i++) {
        const struct json *m = json_at(list, i);
        const char *type = tree_word(m, "type");
        int failed;
        if (strcmp(type, "ORDER_MODIFIER") == 0)
            failed = read_order(r, json_get(m, "orders"), s, o, q);
        else if (strcmp(type, "LIMIT_MODIFIER") == 0) {
            failed = is_limited || q->limit ? unsaid(r, "a LIMIT behind another") : read_limit(r, m, q);
            is_limited = true;
        } else if (strcmp(type, "DISTINCT_MODIFIER") == 0)
            failed = read_distinct(r, m, s, q);
        else
            failed = unsaid(r, "the modifier '%s'", type);
        if (failed)
            return -1;
    }
    if (!is_first || q->n_per == 0)
        return 0;
    if (is_limited)
        return unsaid(r, "a LIMIT behind DISTINCT ON");
    q->limit = 1;
    return 0;
}

/* ---- QUALIFY ---- */

/* How many rows of each part "row_number() <= n" keeps; 0: it is something else. */
static size_t rows_kept(const struct expr *e)
{
    const struct expr *w, *n;
    size_t rows;

    if (e->kind != EXPR_CALL || e->call.n != 2)
        return 0;
    w = e->call.args[0];
    n = e->call.args[1];
    if (w->kind != EXPR_WINDOW || w->window.function != WINDOW_ROW_NUMBER || n->kind != EXPR_LITERAL ||
        n->literal.type != COLUMN_INTEGER || !n->literal.text || strlen(n->literal.text) > 9 ||
        strspn(n->literal.text, "0123456789") != strlen(n->literal.text))
        return 0;
    rows = strtoul(n->literal.text, NULL, 10);
    if (e->call.function == FUNCTION_LE)
        return rows;
    if (e->call.function == FUNCTION_LT)
        return rows > 0 ? rows - 1 : 0;
    return e->call.function == FUNCTION_EQ && rows == 1 ? 1 : 0;
}

/* The rows of each part in the window's order become a limit in the query's order, so that must be the same. */
static int read_qualify(struct tree_reader *r, const struct json *node, const struct scope *s, struct query *q)
{
    const struct json *condition = json_get(node, "qualify");
    const struct expr *e;
    const struct expr_window *w;

    if (!json_is(condition, JSON_OBJECT))
        return 0;
    e = tree_value(r, condition, s);
    if (!e)
        return -1;
    if (rows_kept(e) == 0 || json_len(json_get(node, "modifiers")) > 0)
        return unsaid(r, "QUALIFY but of row_number() and nothing behind it");
    w = &e->call.args[0]->window;
    q->limit = rows_kept(e);
    q->per = w->per;
    q->n_per = w->n_per;
    q->order = w->order;
    q->n_order = w->n_order;
    return 0;
}

/* ---- all of it ---- */

static int read_where(struct tree_reader *r, const struct json *node, struct scope *s, struct query *q)
{
    struct list where = { 0 }, having = { 0 };

    if (tree_from(r, json_get(node, "from_table"), s, q, &where))
        return -1;
    s->select = json_get(node, "select_list");
    s->n_aliases = json_len(s->select);
    s->groups = json_get(node, "group_expressions");
    if (tree_conditions(r, json_get(node, "where_clause"), s, &where) ||
        tree_conditions(r, json_get(node, "having"), s, &having))
        return -1;
    join_commas(r, q, &where);
    q->where = where.at;
    q->n_where = where.n;
    q->having = having.at;
    q->n_having = having.n;
    return 0;
}

int tree_select(struct tree_reader *r, const struct json *node, const struct scope *names, bool is_inner,
                struct query *ret, struct shape *ret_shape)
{
    struct scope s = { .around = names, .visible = names->visible, .with = names->with };
    struct outputs o = { 0 };

    if (json_is(json_get(node, "sample"), JSON_OBJECT))
        return unsaid(r, "a SAMPLE");
    if (read_where(r, node, &s, ret) || read_outputs(r, s.select, &s, &o) || read_groups(r, node, &s, &o, ret))
        return -1;
    ret->outputs = o.at;
    ret->n_outputs = o.n;
    if (read_qualify(r, node, &s, ret) || tree_modifiers(r, json_get(node, "modifiers"), &s, &o, ret))
        return -1;
    shape_of_outputs(r, &o, ret, &s, ret_shape);
    if (is_plain_star(&o, ret, &s, is_inner))
        ret->n_outputs = 0;
    return 0;
}
