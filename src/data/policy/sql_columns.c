/* sql_columns.c - two walks over the tree: one for the words of a query that failed to bind, one for the stars of a
 * query that did not.
 *
 * The first gathers every word that stands where a column may, and every word that the query itself defines. A blocked
 * column's name among the former is the reason for the failure, unless the query defines the word too or it is only a
 * text: then the engine's complaint must name it.
 *
 * The second follows SELECTs inwards, each with its FROM clause, so that a star is charged with the tables it is over
 * and no others.
 */
#include "data/policy/sql_columns.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/sql_tree.h"
#include "grid/table.h"
#include <string.h>
#include <strings.h>

static bool is_type(const struct json *v, const char *type)
{
    return strcmp(tree_text(v, "type"), type) == 0;
}

/* ---- refusing ---- */

static int refuse(const struct blocked_column *b, struct err *err)
{
    const char *pattern = pii_default(b->rule);
    char reason[ERR_REASON_BYTES];

    err_say(err, ERR_POLICY_VIOLATION, "The column '%s' may not be read: %s.", b->column, b->reason);
    err_action(err, "Ask without it.");
    if (strcmp(b->rule, PII_RULE_ALLOWED) == 0)
        return err_rule(err, PII_RULE_ALLOWED, "The query names a column that is not one of those allowed.");
    snprintf(reason, sizeof reason, "The query names a column that %s%s blocks.",
             pattern ? "the pattern " : "a pattern", pattern ? pattern : "");
    return err_rule(err, PII_RULE_BLOCKED, reason);
}

/* ---- the words of a query ---- */

struct words {
    struct arena *arena;
    struct json *used;    /* lower case, as keys: where a column may stand; the value is whether only as a text */
    struct json *defined; /* by the query itself */
    struct json *tables;  /* that it reads */
};

static void define(struct words *w, const char *word)
{
    if (word && *word)
        json_set(w->arena, w->defined, tree_fold(w->arena, word), json_bool(w->arena, true));
}

static void use(struct words *w, const char *word, bool only_text)
{
    const char *key;

    if (!word || !*word)
        return;
    key = tree_fold(w->arena, word);
    if (!json_get(w->used, key) || !only_text)
        json_set(w->arena, w->used, key, json_bool(w->arena, only_text));
}

static void define_all(struct words *w, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++)
        define(w, json_text(json_at(list, i), NULL));
}

static void use_all(struct words *w, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++)
        use(w, json_text(json_at(list, i), NULL), false);
}

/* The lists of a star: EXCLUDE, REPLACE and RENAME. */
static void read_star(struct words *w, const struct json *star)
{
    const struct json *qualified = json_get(star, "qualified_exclude_list"), *replace = json_get(star, "replace_list"),
                      *rename = json_get(star, "rename_list");

    use_all(w, json_get(star, "exclude_list"));
    for (size_t i = 0; i < json_len(qualified); i++)
        use(w, json_get_text(json_at(qualified, i), "column"), false);
    for (size_t i = 0; i < json_len(replace); i++)
        use(w, json_get_text(json_at(replace, i), "key"), false);
    for (size_t i = 0; i < json_len(rename); i++) {
        use(w, json_get_text(json_get(json_at(rename, i), "key"), "column"), false);
        define(w, json_get_text(json_at(rename, i), "value"));
    }
}

/* One node: what it uses and what it defines. */
static void read_node(struct words *w, const struct json *node)
{
    if (is_type(node, "COLUMN_REF"))
        use_all(w, json_get(node, "column_names"));
    else if (is_type(node, "STAR"))
        read_star(w, node);
    else if (is_type(node, "BASE_TABLE"))
        json_set(w->arena, w->tables, tree_fold(w->arena, tree_text(node, "table_name")), json_bool(w->arena, true));
    else if (is_type(node, "LAMBDA")) {
        define_all(w, json_get(json_get(node, "lhs"), "column_names"));
        for (size_t i = 0; i < json_len(json_get(json_get(node, "lhs"), "children")); i++)
            define_all(w, json_get(json_at(json_get(json_get(node, "lhs"), "children"), i), "column_names"));
    }
    /* "email.lower()" is read as a function of a schema, and a word of four parts as one of a catalogue. */
    use(w, json_get_text(node, "schema"), false);
    use(w, json_get_text(node, "catalog"), false);
    use(w, json_get_text(node, "value"), true);
    use_all(w, json_get(node, "using_columns"));
    use_all(w, json_get(node, "groups"));
    define(w, json_get_text(node, "alias"));
    define_all(w, json_get(node, "aliases"));
    define_all(w, json_get(node, "column_name_alias"));
    define_all(w, json_get(node, "unpivot_names"));
}

/* The tree is no deeper than JSON_MAX_DEPTH, so recursion is safe. */
static void read_words(struct words *w, const struct json *v)
{
    if (json_is(v, JSON_OBJECT))
        read_node(w, v);
    for (size_t i = 0; i < json_len(v); i++)
        read_words(w, json_at(v, i));
}

static struct words words_of(const struct sql_columns *c)
{
    struct words w = { .arena = c->arena,
                       .used = json_object(c->arena),
                       .defined = json_object(c->arena),
                       .tables = json_object(c->arena) };

    read_words(&w, c->tree);
    return w;
}

/* The engine's complaint, without the query that it repeats below it, has the word in it. */
static bool complains_of(const char *why, const char *word)
{
    const char *end = strchr(why, '\n');
    size_t n = end ? (size_t)(end - why) : strlen(why), k = strlen(word);

    for (size_t i = 0; i + k <= n; i++)
        if (strncasecmp(why + i, word, k) == 0)
            return true;
    return false;
}

/* The query asked for columns by a rule of its own and no column was left. */
static bool found_none(const char *why)
{
    return strstr(why, "No matching columns found") || strstr(why, "resulted in an empty set of columns") ||
           strstr(why, "No columns found to join on in NATURAL JOIN");
}

static bool is_named(const struct sql_columns *c, const struct words *w, const struct blocked_column *b,
                     const char *why)
{
    const char *word = tree_fold(c->arena, b->name);
    const struct json *use = json_get(w->used, word);

    if (use && !json_truth(use) && !json_get(w->defined, word))
        return true;
    return use && complains_of(why, word);
}

bool sql_columns_refused(const struct sql_columns *c, const char *why, struct err *err)
{
    const struct blocked_column *any = NULL;
    struct words w;

    if (c->n_blocked == 0 || !why || !str_starts(why, "Binder Error"))
        return false;
    w = words_of(c);
    for (size_t i = 0; i < c->n_blocked; i++) {
        if (c->blocked[i].only_some || !json_get(w.tables, tree_fold(c->arena, c->blocked[i].table)))
            continue;
        if (is_named(c, &w, &c->blocked[i], why))
            return refuse(&c->blocked[i], err) != 0;
        any = any ? any : &c->blocked[i];
    }
    return any && found_none(why) && refuse(any, err) != 0;
}

/* ---- the stars of a query ---- */

/* A SELECT's FROM clause, within the one around it. */
struct from {
    const struct from *outer;
    const struct json *table; /* NULL: there is none */
};

struct stars {
    const struct sql_columns *c;
    const struct json *marked;            /* the FROM clause all of whose tables were marked last */
    bool *left;                           /* of each blocked column: it would have been given */
    const struct blocked_column *refused; /* renamed or joined on: the answer would be another */
};

static bool is_called(const struct json *ref, const char *name)
{
    const char *alias = json_get_text(ref, "alias");

    return str_ieq(alias ? alias : tree_text(ref, "table_name"), name);
}

/* The parts of a FROM clause that are tables or joins of tables; a subquery has stars of its own. */
static const char *const parts[] = { "left", "right", "source" };

/* Marks the blocked columns of the tables in a FROM clause; only of the one called `name` when that is given. */
static void mark(struct stars *s, const struct json *ref, const char *name)
{
    if (is_type(ref, "BASE_TABLE") && (!name || is_called(ref, name)))
        for (size_t i = 0; i < s->c->n_blocked; i++)
            s->left[i] |= str_ieq(s->c->blocked[i].table, tree_text(ref, "table_name"));
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (json_is(json_get(ref, parts[i]), JSON_OBJECT))
            mark(s, json_get(ref, parts[i]), name);
}

static bool has_table(const struct json *ref, const char *name)
{
    if (is_type(ref, "BASE_TABLE") && is_called(ref, name))
        return true;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (json_is(json_get(ref, parts[i]), JSON_OBJECT) && has_table(json_get(ref, parts[i]), name))
            return true;
    return false;
}

/* A column of any table has this name, so that it does not mean a whole row. */
static bool is_column(const struct sql_columns *c, const char *name)
{
    for (size_t i = 0; i < c->n_tables; i++)
        for (size_t j = 0; j < c->tables[i].n_columns; j++)
            if (str_ieq(c->tables[i].columns[j].name, name))
                return true;
    return false;
}

/* A table's name where a column may stand is its whole row. */
static void mark_row(struct stars *s, const struct from *from, const struct json *names)
{
    const char *name = json_text(json_at(names, json_len(names) - 1), NULL);

    if (!name || json_len(names) > 2)
        return;
    while (from && !has_table(from->table, name))
        from = from->outer;
    if (from && !is_column(s->c, name))
        mark(s, from->table, name);
}

/* How often each table is named below a node, by its lowered name. */
static void count_tables(struct json *counts, const struct json *v, struct arena *a)
{
    if (is_type(v, "BASE_TABLE")) {
        const char *name = tree_fold(a, tree_text(v, "table_name"));
        json_set(a, counts, name, json_int(a, json_get_int(counts, name, 0) + 1));
    }
    for (size_t i = 0; i < json_len(v); i++)
        count_tables(counts, json_at(v, i), a);
}

static bool has_column(const struct sql_columns *c, const char *table, const char *column)
{
    for (size_t i = 0; i < c->n_tables; i++)
        for (size_t j = 0; str_ieq(c->tables[i].name, table) && j < c->tables[i].n_columns; j++)
            if (str_ieq(c->tables[i].columns[j].name, column))
                return true;
    for (size_t i = 0; i < c->n_blocked; i++)
        if (str_ieq(c->blocked[i].table, table) && str_ieq(c->blocked[i].name, column))
            return true;
    return false;
}

/* The blocked column is one that two of the joined tables have, or a table that is joined to itself. */
static bool is_common(const struct sql_columns *c, const struct json *counts, const struct blocked_column *b)
{
    int64_t times = json_get_int(counts, tree_fold(c->arena, b->table), 0);

    for (size_t i = 0; times == 1 && i < json_len(counts); i++) {
        const char *other = json_key_at(counts, i, NULL);
        if (!str_ieq(other, b->table) && has_column(c, other, b->name))
            return true;
    }
    return times > 1;
}

/* A NATURAL JOIN is over all common columns; without a blocked one it would be over fewer. */
static void check_natural(struct stars *s, const struct json *join)
{
    struct json *counts = json_object(s->c->arena);

    count_tables(counts, join, s->c->arena);
    for (size_t i = 0; i < s->c->n_blocked; i++)
        if (!s->c->blocked[i].only_some && is_common(s->c, counts, &s->c->blocked[i]))
            s->refused = &s->c->blocked[i];
}

static void check_rename(struct stars *s, const struct json *list)
{
    for (size_t i = 0; i < json_len(list); i++)
        for (size_t j = 0; j < s->c->n_blocked; j++)
            if (s->left[j] && !s->c->blocked[j].only_some &&
                str_ieq(tree_text(json_get(json_at(list, i), "key"), "column"), s->c->blocked[j].name))
                s->refused = &s->c->blocked[j];
}

static void read_star_node(struct stars *s, const struct from *from, const struct json *node)
{
    const char *relation = json_get_text(node, "relation_name");

    if (is_type(node, "STAR")) {
        if (relation || s->marked != from->table)
            mark(s, from->table, relation);
        s->marked = relation ? s->marked : from->table;
        check_rename(s, json_get(node, "rename_list"));
    } else if (is_type(node, "POSITIONAL_REFERENCE"))
        mark(s, from->table, NULL);
    else if (is_type(node, "COLUMN_REF"))
        mark_row(s, from, json_get(node, "column_names"));
    else if (is_type(node, "PIVOT"))
        mark(s, node, NULL);
    else if (is_type(node, "BASE_TABLE") && json_get(node, "column_name_alias"))
        mark(s, node, NULL);
    else if (is_type(node, "JOIN") && strcmp(tree_text(node, "ref_type"), "NATURAL") == 0)
        check_natural(s, node);
}

/* ORDER BY ALL is a star in the tree, over what is selected and nothing more. */
static bool is_order_all(const struct json *v)
{
    const struct json *e = json_get(v, "expression");

    return json_get(v, "null_order") && is_type(e, "STAR") && !json_get(e, "expr");
}

static void read_stars(struct stars *s, const struct from *outer, const struct json *v)
{
    struct from from = { outer, json_get(v, "from_table") };

    if (json_is(v, JSON_OBJECT)) {
        if (is_order_all(v))
            return;
        if (from.table)
            outer = &from;
        read_star_node(s, outer, v);
    }
    for (size_t i = 0; i < json_len(v); i++)
        read_stars(s, outer, json_at(v, i));
}

/* Columns of which some values were left out are there to be named. */
static void mark_named(struct stars *s)
{
    struct words w = words_of(s->c);

    for (size_t i = 0; i < s->c->n_blocked; i++) {
        const struct blocked_column *b = &s->c->blocked[i];
        if (b->only_some && json_get(w.tables, tree_fold(s->c->arena, b->table)) &&
            json_get(w.used, tree_fold(s->c->arena, b->name)))
            s->left[i] = true;
    }
}

int sql_columns_left_out(const struct sql_columns *c, struct json **ret, struct err *err)
{
    const struct from nothing = { 0 };
    struct stars s = { .c = c, .left = arena_array(c->arena, c->n_blocked, sizeof *s.left) };
    struct json *list = json_array(c->arena);

    if (c->n_blocked > 0) {
        read_stars(&s, &nothing, c->tree);
        mark_named(&s);
    }
    if (s.refused)
        return refuse(s.refused, err);
    for (size_t i = 0; i < c->n_blocked; i++)
        if (s.left[i])
            json_push(c->arena, list, blocked_to_json(c->arena, &c->blocked[i]));
    *ret = list;
    return 0;
}
