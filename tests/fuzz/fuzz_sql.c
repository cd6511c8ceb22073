/* fuzz_sql.c - the walks over a query's parse tree: what it may name, which blocked columns it means.
 *
 * An input that begins with "{" is a tree as it stands. Any other is SQL, which the engine's own parser turns into a
 * tree where the engine's library lies beside the target. Nothing is run. A refusal has a rule and a reason, and
 * a list of columns left out holds no more than there are.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "data/engine/duck_api.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/sql_columns.h"
#include "data/policy/sql_policy.h"
#include "grid/table.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The engine, which is C++, keeps its pointers where the leak checker does not look. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libstdc++\n";
}

static struct column people_columns[] = { { .name = "id" }, { .name = "region" } };
static struct column orders_columns[] = { { .name = "id" }, { .name = "contact" } };
static const struct table tables[] = { { .name = "people", .columns = people_columns, .n_columns = 2 },
                                       { .name = "orders", .columns = orders_columns, .n_columns = 2 } };
static const struct blocked_column blocked[] = { { "people", "email", "email", "its name", "email", false },
                                                 { "people", "contact", "phone", "its contents", "contact", false },
                                                 { "orders", "note", PII_RULE_ALLOWED, "the list", "note", false },
                                                 { "people", "region", "email", "some of it", "region", true } };

static const struct duck_api *api;
static duckdb_connection connection;

/* Connects to the engine at the first call; false when there is none. */
static int has_engine(void)
{
    static int tried;
    struct err err;
    duckdb_database db;

    if (!tried++ && duck_api(&api, &err) == 0 &&
        (api->open_ext(NULL, &db, NULL, NULL) != DuckDBSuccess || api->connect(db, &connection) != DuckDBSuccess))
        abort();
    return connection != NULL;
}

/* The tree of SQL; NULL when there is no engine or it gives none. */
static struct json *tree_of(struct arena *a, const char *sql, size_t n)
{
    duckdb_prepared_statement statement = NULL;
    duckdb_result result = { 0 };
    duckdb_data_chunk chunk = NULL;
    struct json *tree = NULL;
    struct err err;

    if (!has_engine())
        return NULL;
    if (api->prepare(connection,
                     "SELECT json_serialize_sql(CAST(? AS VARCHAR), skip_null := true, skip_empty := true, "
                     "skip_default := true)",
                     &statement) == DuckDBSuccess &&
        api->bind_varchar_length(statement, 1, sql, n) == DuckDBSuccess &&
        api->execute_prepared_streaming(statement, &result) == DuckDBSuccess)
        chunk = api->fetch_chunk(result);
    if (chunk) {
        duckdb_string_t *text = api->vector_get_data(api->data_chunk_get_vector(chunk, 0));
        const char *p = text->value.inlined.length <= 12 ? text->value.inlined.inlined : text->value.pointer.ptr;
        if (json_parse(a, p, text->value.inlined.length, &tree, &err))
            tree = NULL;
    }
    api->destroy_data_chunk(&chunk);
    api->destroy_result(&result);
    api->destroy_prepare(&statement);
    return tree;
}

/* What was let through shows no catalogue and takes rows from no function but the harmless ones. */
static void check_let_through(const struct json *v)
{
    const char *type = json_get_text(v, "type");
    const char *function = json_get_text(json_get(v, "function"), "function_name");

    if (type && (strcmp(type, "SHOW_REF") == 0 ||
                 (strcmp(type, "TABLE_FUNCTION") == 0 && (!function || strncmp(function, "read_", 5) == 0))))
        abort();
    for (size_t i = 0; i < json_len(v); i++)
        check_let_through(json_at(v, i));
}

static void check_columns(struct arena *a, const struct json *tree)
{
    static const char *const complaints[] = { "Binder Error: Referenced column \"email\" not found",
                                              "Binder Error: No matching columns found", "Parser Error" };
    struct sql_columns c = { a, tree, tables, 2, blocked, COUNT_OF(blocked) };
    struct json *left_out;
    struct err err;

    for (size_t i = 0; i < COUNT_OF(complaints); i++)
        if (sql_columns_refused(&c, complaints[i], &err) && (err.code != ERR_POLICY_VIOLATION || !err.rule[0]))
            abort();
    if (sql_columns_left_out(&c, &left_out, &err) == 0 && json_len(left_out) > COUNT_OF(blocked))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const char *text = arena_dup(a, data, size);
    struct json *tree = NULL;
    struct err err;

    if (size > 0 && text[0] == '{') {
        if (json_parse(a, text, size, &tree, &err))
            tree = NULL;
    } else
        tree = tree_of(a, text, size);
    if (tree && sql_policy(a, tree, tables, 2, &err) == 0) {
        check_let_through(json_get(tree, "statements"));
        check_columns(a, tree);
    }
    arena_free(a);
    return 0;
}
