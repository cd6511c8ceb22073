/* from.c - FROM: the tree of joins as the form's list of relations.
 *
 * The names of all relations are made first, so that a query among them can avoid them. Then the tree is read from left
 * to right, which is the list's order. A join of joins on the right is flattened where that is the same: an inner join
 * of the list's rows with several relations is those relations one by one, and its condition one of WHERE.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <string.h>

#define WORD_BYTES 64 /* of the SQL's words, in a message */

/* The list as it grows. Relation i of the list is relation at[i] of the scope. */
struct joins {
    struct scope *scope;
    struct relation *list;
    size_t n;
    size_t next; /* relation of the scope that the tree names next */
    struct list *where;
};

static bool is_type(const struct json *ref, const char *type)
{
    const char *text = json_get_text(ref, "type");

    return text && strcmp(text, type) == 0;
}

static const char *said_text(const struct json *v, const char *key)
{
    const char *text = json_get_text(v, key);

    return text && *text ? text : NULL;
}

/* ---- names ---- */

static bool is_taken(const struct scope *s, const char *name)
{
    for (; s; s = s->around)
        for (size_t i = 0; i < s->n; i++)
            if (str_ieq(s->relations[i].relation.name, name))
                return true;
    return false;
}

const char *unique_name(struct tree_reader *r, const struct scope *s, const char *wanted)
{
    const char *name = wanted;

    for (size_t i = 2; is_taken(s, name); i++)
        name = arena_printf(r->arena, "%s_%zu", wanted, i);
    return name;
}

static const struct with *find_with(const struct with *w, const char *name)
{
    while (w && !str_ieq(w->name, name))
        w = w->outer;
    return w;
}

static const struct table *find_table(const struct tree_reader *r, const char *name)
{
    for (size_t i = 0; i < r->in->n_tables; i++)
        if (str_ieq(r->in->tables[i].name, name))
            return &r->in->tables[i];
    return NULL;
}

/* ---- first the names ---- */

static size_t count_refs(const struct json *ref)
{
    return is_type(ref, "JOIN") ? count_refs(json_get(ref, "left")) + count_refs(json_get(ref, "right")) : 1;
}

static int name_ref(struct tree_reader *r, const struct json *ref, struct scope *s)
{
    struct scope_relation *made = &s->relations[s->n];
    const char *table = said_text(ref, "table_name"), *said = said_text(ref, "alias");
    const struct table *t;

    if (is_type(ref, "BASE_TABLE") && !table)
        return unsaid(r, "a table without a name");
    if (json_is(json_get(ref, "sample"), JSON_OBJECT))
        return unsaid(r, "TABLESAMPLE");
    if (table && !find_with(s->with, table)) {
        t = find_table(r, table);
        if (!t)
            return err_say(r->err, ERR_MISSING_COLUMN, "no table '%.*s'",
                           (int)str_fit_bytes(table, strlen(table), WORD_BYTES), table);
        table = t->name;
    }
    said = said ? said : table;
    for (size_t i = 0; said && i < s->n; i++)
        if (s->relations[i].said && str_ieq(s->relations[i].said, said))
            return unsaid(r, "two tables of one name in FROM");
    made->said = said;
    made->relation.name = unique_name(r, s, said ? said : "rows");
    s->n++;
    return 0;
}

static int name_refs(struct tree_reader *r, const struct json *ref, struct scope *s)
{
    if (!is_type(ref, "JOIN"))
        return name_ref(r, ref, s);
    return name_refs(r, json_get(ref, "left"), s) || name_refs(r, json_get(ref, "right"), s) ? -1 : 0;
}

/* ---- tables and queries ---- */

static void shape_of_table(struct tree_reader *r, const struct table *t, struct shape *ret)
{
    ret->n = t->n_columns;
    ret->columns = arena_array(r->arena, ret->n, sizeof *ret->columns);
    for (size_t i = 0; i < ret->n; i++)
        ret->columns[i] =
            (struct shape_column){ .said = t->columns[i].name, .name = t->columns[i].name, .type = t->columns[i].type };
}

/* "AS t (a, b)": other names for the first columns. */
static int rename_columns(struct tree_reader *r, const struct json *names, struct shape *shape)
{
    if (json_len(names) > shape->n)
        return unsaid(r, "more names than columns");
    for (size_t i = 0; i < json_len(names); i++)
        shape->columns[i].said = json_text(json_at(names, i), NULL);
    return 0;
}

/* A query in FROM does not see what is beside it. */
static int read_query_ref(struct tree_reader *r, const struct json *node, const struct scope *names,
                          struct scope_relation *made)
{
    struct query *q = arena_alloc(r->arena, sizeof *q);

    if (tree_query(r, node, names, q, &made->shape))
        return -1;
    made->relation.kind = RELATION_QUERY;
    made->relation.query = q;
    return 0;
}

/* A WITH clause sees those before it and nothing of where it is named. */
static int read_with_ref(struct tree_reader *r, const struct with *w, const struct scope *s,
                         struct scope_relation *made)
{
    const struct scope names = { .around = s, .with = w->outer };

    if (enter(r) || read_query_ref(r, json_get(json_get(w->clause, "query"), "node"), &names, made) ||
        rename_columns(r, json_get(w->clause, "aliases"), &made->shape))
        return -1;
    leave(r);
    return 0;
}

static int read_table_ref(struct tree_reader *r, const struct json *ref, const struct scope *s,
                          struct scope_relation *made)
{
    const char *name = json_get_text(ref, "table_name"), *schema = said_text(ref, "schema_name");
    const struct with *w = find_with(s->with, name);
    const struct table *t = find_table(r, name);
    struct relation table;

    if (said_text(ref, "catalog_name") || (schema && !str_ieq(schema, "main")))
        return unsaid(r, "a table of a schema");
    if (w)
        return read_with_ref(r, w, s, made);
    table = relation_table(r->arena, t->name);
    table.name = made->relation.name;
    made->relation = table;
    shape_of_table(r, t, &made->shape);
    return 0;
}

static int read_ref(struct tree_reader *r, const struct json *ref, struct joins *j)
{
    struct scope_relation *made = &j->scope->relations[j->next];
    const struct scope names = { .around = j->scope, .visible = j->scope->visible, .with = j->scope->with };

    if (is_type(ref, "BASE_TABLE")) {
        if (read_table_ref(r, ref, j->scope, made))
            return -1;
    } else if (is_type(ref, "SUBQUERY")) {
        if (read_query_ref(r, json_get(json_get(ref, "subquery"), "node"), &names, made))
            return -1;
    } else if (is_type(ref, "EMPTY"))
        return unsaid(r, "a SELECT without FROM");
    else if (is_type(ref, "EXPRESSION_LIST"))
        return unsaid(r, "VALUES");
    else
        return unsaid(r, "in FROM %s", json_get_text(ref, "type") ? json_get_text(ref, "type") : "nothing");
    if (rename_columns(r, json_get(ref, "column_name_alias"), &made->shape))
        return -1;
    made->relation.join = j->n == 0 ? JOIN_INNER : JOIN_CROSS;
    j->list[j->n++] = made->relation;
    j->next++;
    return 0;
}

/* ---- joins ---- */

struct mention {
    const char *name;
    bool found;
};

static bool find_mention(const struct expr *e, void *arg)
{
    struct mention *m = arg;

    if (e->kind == EXPR_COLUMN && e->column.of && str_ieq(e->column.of, m->name))
        m->found = true;
    return !m->found;
}

static bool mentions(const struct expr *e, const char *name)
{
    struct mention m = { name, false };

    expr_walk(e, &(struct expr_visitor){ find_mention, &m, true });
    return m.found;
}

static void join_on(struct tree_reader *r, struct relation *rel, const struct expr *e)
{
    if (rel->join == JOIN_CROSS)
        rel->join = JOIN_INNER;
    if (rel->on && rel->on->kind == EXPR_CALL && rel->on->call.function == FUNCTION_AND &&
        rel->on->call.n < QUERY_MANY) {
        const struct expr_call *c = &rel->on->call;
        rel->on = expr_call(r->arena, FUNCTION_AND, exprs_with(r->arena, c->args, c->n, e), c->n + 1);
    } else
        rel->on = rel->on ? expr_call2(r->arena, FUNCTION_AND, rel->on, e) : e;
}

/* The column that USING names on one side. */
static struct shape_column *using_column(struct scope *s, size_t first, size_t last, const char *name,
                                         const char **ret_of)
{
    struct shape_column *found = NULL;

    for (size_t i = first; i < last; i++)
        for (size_t k = 0; k < s->relations[i].shape.n; k++) {
            struct shape_column *c = &s->relations[i].shape.columns[k];
            if (!c->said || c->hidden || !str_ieq(c->said, name))
                continue;
            if (found)
                return NULL;
            found = c;
            *ret_of = s->relations[i].relation.name;
        }
    return found;
}

static int use_column(struct tree_reader *r, struct joins *j, size_t start, size_t middle, const char *name,
                      struct list *conditions)
{
    const char *left_of = NULL, *right_of = NULL;
    struct shape_column *left = using_column(j->scope, start, middle, name, &left_of),
                        *right = using_column(j->scope, middle, j->next, name, &right_of);
    const struct expr *x, *y;

    if (!left || !right)
        return unsaid(r, "USING a column that is not once on each side");
    x = expr_column(r->arena, left_of, left->name);
    y = expr_column(r->arena, right_of, right->name);
    if (agree(r, j->scope, &x, &y))
        return -1;
    right->hidden = true;
    list_add(r, conditions, expr_call2(r->arena, FUNCTION_EQ, x, y));
    return 0;
}

static int read_using(struct tree_reader *r, const struct json *names, struct joins *j, size_t start, size_t middle,
                      struct list *conditions)
{
    for (size_t i = 0; i < json_len(names); i++) {
        const char *name = json_text(json_at(names, i), NULL);
        if (!name)
            return unsaid(r, "USING without a name");
        if (use_column(r, j, start, middle, name, conditions))
            return -1;
    }
    return 0;
}

/* All columns that both sides have. */
static int read_natural(struct tree_reader *r, struct joins *j, size_t start, size_t middle, struct list *conditions)
{
    const char *of;

    for (size_t i = middle; i < j->next; i++)
        for (size_t k = 0; k < j->scope->relations[i].shape.n; k++) {
            const struct shape_column *c = &j->scope->relations[i].shape.columns[k];
            if (c->said && !c->hidden && using_column(j->scope, start, middle, c->said, &of) &&
                use_column(r, j, start, middle, c->said, conditions))
                return -1;
        }
    return conditions->n > 0 ? 0 : unsaid(r, "a NATURAL JOIN without a common column");
}

/* The conditions of a join whose sides begin at start and middle. */
static int read_on(struct tree_reader *r, const struct json *ref, struct joins *j, size_t start, size_t middle,
                   struct list *conditions)
{
    const char *kind = json_get_text(ref, "ref_type");
    const struct json *using = json_get(ref, "using_columns");
    struct scope seen = *j->scope;

    seen.first = start;
    seen.last = j->next;
    seen.select = NULL;
    if (kind && strcmp(kind, "NATURAL") == 0)
        return read_natural(r, j, start, middle, conditions);
    if (json_len(using) > 0)
        return read_using(r, using, j, start, middle, conditions);
    return tree_conditions(r, json_get(ref, "condition"), &seen, conditions);
}

/* An inner join: each condition stands with the relation behind, or in WHERE when that are several. */
static void join_inner(struct tree_reader *r, struct joins *j, size_t middle, const struct list *conditions)
{
    for (size_t i = 0; i < conditions->n; i++) {
        bool later = false;
        for (size_t k = middle + 1; k < j->n; k++)
            later |= mentions(conditions->at[i], j->list[k].name);
        if (later)
            list_add(r, j->where, conditions->at[i]);
        else
            join_on(r, &j->list[middle], conditions->at[i]);
    }
}

static int join_left(struct tree_reader *r, struct relation *rel, const struct list *conditions)
{
    rel->join = JOIN_LEFT;
    for (size_t i = 0; i < conditions->n; i++)
        join_on(r, rel, conditions->at[i]);
    return rel->on ? 0 : unsaid(r, "a LEFT JOIN without a condition");
}

static int join_right(struct tree_reader *r, const struct json *ref, struct joins *j, size_t start,
                      const struct list *conditions)
{
    struct relation left;

    if (start != 0 || j->n != 2)
        return unsaid(r, "a RIGHT JOIN of a join");
    if (json_len(json_get(ref, "using_columns")) > 0 || strcmp(json_get_text(ref, "ref_type"), "REGULAR") != 0)
        return unsaid(r, "RIGHT JOIN with USING");
    left = j->list[0];
    j->list[0] = j->list[1];
    j->list[0].join = JOIN_INNER;
    j->list[1] = left;
    return join_left(r, &j->list[1], conditions);
}

static int read_join(struct tree_reader *r, const struct json *ref, struct joins *j);

static int read_tree(struct tree_reader *r, const struct json *ref, struct joins *j)
{
    int failed;

    if (!is_type(ref, "JOIN"))
        return read_ref(r, ref, j);
    if (enter(r))
        return -1;
    failed = read_join(r, ref, j);
    leave(r);
    return failed;
}

static bool is_plain_kind(const char *kind)
{
    return kind && (strcmp(kind, "REGULAR") == 0 || strcmp(kind, "CROSS") == 0 || strcmp(kind, "NATURAL") == 0);
}

static int read_join(struct tree_reader *r, const struct json *ref, struct joins *j)
{
    const char *type = json_get_text(ref, "join_type"), *kind = json_get_text(ref, "ref_type");
    struct list conditions = { 0 };
    size_t start = j->n, middle;

    if (!type || !is_plain_kind(kind) ||
        (strcmp(type, "INNER") != 0 && strcmp(type, "LEFT") != 0 && strcmp(type, "RIGHT") != 0))
        return unsaid(r, "a join of the kind %s %s", kind ? kind : "", type ? type : "");
    if (read_tree(r, json_get(ref, "left"), j))
        return -1;
    middle = j->n;
    if (read_tree(r, json_get(ref, "right"), j) || read_on(r, ref, j, start, middle, &conditions))
        return -1;
    if (strcmp(type, "INNER") == 0) {
        join_inner(r, j, middle, &conditions);
        return 0;
    }
    if (j->n != middle + 1)
        return unsaid(r, "an outer join with a join");
    return strcmp(type, "LEFT") == 0 ? join_left(r, &j->list[middle], &conditions)
                                     : join_right(r, ref, j, start, &conditions);
}

int tree_from(struct tree_reader *r, const struct json *ref, struct scope *s, struct query *q, struct list *where)
{
    struct joins j = { .scope = s, .where = where };
    size_t n = count_refs(ref);

    s->relations = arena_array(r->arena, n, sizeof *s->relations);
    j.list = arena_array(r->arena, n, sizeof *j.list);
    if (name_refs(r, ref, s))
        return -1;
    s->last = s->n;
    if (read_tree(r, ref, &j))
        return -1;
    q->from = j.list;
    q->n_from = j.n;
    return 0;
}

/* ---- commas ---- */

static size_t index_of(const struct relation *list, size_t n, const char *name)
{
    size_t i = 0;

    while (i < n && !(name && str_ieq(list[i].name, name)))
        i++;
    return i;
}

/* The later of the two relations that the condition equates columns of; n_from when it does not. */
static size_t joined_by(const struct query *q, const struct expr *e)
{
    const struct expr *x, *y;
    size_t i, k;

    if (e->kind != EXPR_CALL || e->call.function != FUNCTION_EQ)
        return q->n_from;
    x = e->call.args[0];
    y = e->call.args[1];
    if (x->kind != EXPR_COLUMN || y->kind != EXPR_COLUMN)
        return q->n_from;
    i = index_of(q->from, q->n_from, x->column.of);
    k = index_of(q->from, q->n_from, y->column.of);
    return i == k || i == q->n_from || k == q->n_from ? q->n_from : i > k ? i : k;
}

void join_commas(struct tree_reader *r, struct query *q, struct list *where)
{
    struct relation *list = arena_array(r->arena, q->n_from, sizeof *list);
    bool *comma = arena_array(r->arena, q->n_from, sizeof *comma);
    size_t kept = 0;

    memcpy(list, q->from, q->n_from * sizeof *list);
    for (size_t i = 1; i < q->n_from; i++)
        comma[i] = list[i].join == JOIN_CROSS;
    for (size_t i = 0; i < where->n; i++) {
        size_t k = joined_by(q, where->at[i]);
        if (k < q->n_from && comma[k])
            join_on(r, &list[k], where->at[i]);
        else
            where->at[kept++] = where->at[i];
    }
    where->n = kept;
    q->from = list;
}
