/* sql_policy.c - a walk over the whole tree: whatever has the shape of a table or a function is looked at, so that no
 * corner of the grammar (a subquery in an ORDER BY, a filter of an aggregate) needs a rule of its own. */
#include "data/policy/sql_policy.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "data/policy/sql_tree.h"
#include "grid/table.h"
#include <string.h>
#include <strings.h>

#define WORD_BYTES 64 /* of the query's words, in a message */

struct check {
    struct arena *arena;
    const struct table *tables;
    size_t n_tables;
    struct json *with; /* names of WITH clauses, lower case, as keys */
    struct err *err;
};

/* Functions that give rows and touch nothing. */
static const char *const row_functions[] = { "range", "generate_series", "unnest", "json_each", "json_tree" };

/* Functions of expressions that read or change more than their arguments. */
static const char *const refused_functions[] = {
    /* settings, variables and the environment */
    "current_setting", "getenv", "getvariable", "version", "get_block_size", "user_agent",
    /* other statements, and the connection's state */
    "current_query", "current_query_id", "current_connection_id", "current_transaction_id", "txid_current", "setseed",
    "nextval", "currval", "write_log", "parse_duckdb_log_message",
    /* SQL and plans out of text */
    "json_serialize_sql", "json_serialize_plan", "json_deserialize_sql", "json_execute_serialized_sql",
    /* the catalogue */
    "current_database", "current_catalog", "current_schema", "current_schemas", "current_role", "current_user",
    "session_user", "in_search_path", "col_description", "obj_description", "shobj_description", "format_type",
    "format_pg_type", "map_to_pg_oid",
    /* internals: how values are stored, states of aggregates */
    "stats", "vector_type", "finalize", "combine", "create_sort_key", "remap_struct", "replace_type"
};

/* The same for whole families, by how their names begin; the few harmless ones of a family are listed below. */
static const char *const refused_families[] = {
    "__", "pg_", "has_", "inet_", "duckdb_", "pragma_", "sqlite_", "read_"
};
static const char *const harmless_members[] = { "pg_typeof", "pg_size_pretty" };

/* Views of the engine's own, which are no tables of the question. */
static const char *const system_tables[] = { "duckdb_", "pragma_", "sqlite_", "pg_" };

static bool is_listed(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_ieq(name, list[i]))
            return true;
    return false;
}

/* A name as a message may repeat it. A path, which the engine would take for a table, may not be repeated. */
static const char *short_name(struct arena *a, const char *name)
{
    if (strpbrk(name, "/\\"))
        return "(a path)";
    return arena_dup(a, name, str_fit_bytes(name, strlen(name), WORD_BYTES));
}

static bool begins(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strncasecmp(name, list[i], strlen(list[i])) == 0)
            return true;
    return false;
}

static int refused(struct check *c, const char *name, const char *rule, const char *reason)
{
    err_say(c->err, ERR_POLICY_VIOLATION, "The SQL uses '%s', which is not allowed here.", short_name(c->arena, name));
    err_action(c->err, "Use only the tables of this question.");
    return err_rule(c->err, rule, reason);
}

static int refused_table(struct check *c, const char *name)
{
    return refused(c, name, SQL_RULE_TABLES, "The query reads something that is not a table of the question.");
}

static int refused_function(struct check *c, const char *name)
{
    return refused(c, name, SQL_RULE_FUNCTIONS, "The query calls a function that reaches beyond its arguments.");
}

static int no_table(struct check *c, const char *name)
{
    const char **names = arena_array(c->arena, c->n_tables, sizeof *names), *nearest;

    for (size_t i = 0; i < c->n_tables; i++)
        names[i] = c->tables[i].name;
    nearest = str_nearest(name, names, c->n_tables);
    name = short_name(c->arena, name);
    if (nearest)
        err_say(c->err, ERR_MISSING_COLUMN, "no table '%s'; did you mean '%s'?", name, nearest);
    else
        err_say(c->err, ERR_MISSING_COLUMN, "no table '%s'", name);
    return err_action(c->err, "Use only the tables of this question.");
}

/* A name that the engine would take for a file, an address or a view of its own. */
static bool is_outside(const char *name)
{
    return strpbrk(name, "/\\.:*?") || begins(name, system_tables, COUNT_OF(system_tables));
}

static bool is_refused_function(const char *name)
{
    if (is_listed(name, refused_functions, COUNT_OF(refused_functions)))
        return true;
    return begins(name, refused_families, COUNT_OF(refused_families)) &&
           !is_listed(name, harmless_members, COUNT_OF(harmless_members));
}

static bool is_table(const struct check *c, const char *name)
{
    for (size_t i = 0; i < c->n_tables; i++)
        if (str_ieq(name, c->tables[i].name))
            return true;
    return false;
}

static int check_table(struct check *c, const struct json *ref)
{
    const char *name = tree_text(ref, "table_name"), *schema = tree_text(ref, "schema_name");

    if (*tree_text(ref, "catalog_name") || (*schema && !str_ieq(schema, "main")))
        return refused_table(c, *schema ? schema : name);
    if (is_table(c, name) || json_get(c->with, tree_fold(c->arena, name)))
        return 0;
    if (is_outside(name))
        return refused_table(c, name);
    return no_table(c, name);
}

/* A node is a table, a function giving rows, a DESCRIBE or SHOW, or a function of an expression by these marks. */
static int check_node(struct check *c, const struct json *node)
{
    const char *type = tree_text(node, "type"), *function;

    if (strcmp(type, "BASE_TABLE") == 0)
        return check_table(c, node);
    if (strcmp(type, "SHOW_REF") == 0)
        return refused_table(c, tree_text(node, "show_type"));
    if (strcmp(type, "TABLE_FUNCTION") == 0) {
        function = tree_text(json_get(node, "function"), "function_name");
        return is_listed(function, row_functions, COUNT_OF(row_functions)) ? 0 : refused_function(c, function);
    }
    function = tree_text(node, "function_name");
    return is_refused_function(function) ? refused_function(c, function) : 0;
}

/* The tree is no deeper than JSON_MAX_DEPTH, so recursion is safe. */
static int check_tree(struct check *c, const struct json *v)
{
    if (json_is(v, JSON_OBJECT) && check_node(c, v))
        return -1;
    for (size_t i = 0; i < json_len(v); i++)
        if (check_tree(c, json_at(v, i)))
            return -1;
    return 0;
}

/* A name that means something outside would mean that wherever the clause is not visible. */
static int collect_with(struct check *c, const struct json *v)
{
    const struct json *map = json_get(json_get(v, "cte_map"), "map");

    for (size_t i = 0; i < json_len(map); i++) {
        const char *name = tree_text(json_at(map, i), "key");
        if (is_outside(name) && !is_table(c, name))
            return refused_table(c, name);
        json_set(c->arena, c->with, tree_fold(c->arena, name), json_bool(c->arena, true));
    }
    for (size_t i = 0; i < json_len(v); i++)
        if (collect_with(c, json_at(v, i)))
            return -1;
    return 0;
}

int sql_not_one_select(const char *why, struct err *err)
{
    err_set(err, ERR_POLICY_VIOLATION, "Only a single SELECT can be run here; the data is never changed.", "%s", why);
    err_action(err, "Write it as one SELECT statement.");
    return err_rule(err, SQL_RULE_SELECT, "The query is not one single SELECT.");
}

int sql_policy(struct arena *a, const struct json *tree, const struct table *tables, size_t n, struct err *err)
{
    struct check c = { .arena = a, .tables = tables, .n_tables = n, .with = json_object(a), .err = err };
    const struct json *statements = json_get(tree, "statements");

    if (json_get_truth(tree, "error") || json_len(statements) != 1)
        return sql_not_one_select(tree_text(tree, "error_message"), err);
    return collect_with(&c, statements) || check_tree(&c, statements) ? -1 : 0;
}
