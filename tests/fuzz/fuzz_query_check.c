/* fuzz_query_check.c - any JSON as a request, over tables of every type: read, checked, said in words and written as
 * SQL for both engines. What the check lets pass must be said and written; what it refuses may be refused again, but
 * not crash. The findings are bounded, well-formed JSON, and the same the second time. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/table.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include "query/say/restate.h"
#include "query/sql/sql.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const regions[] = { "East", "North", "South", "West" };
static const char *const currencies[] = { "EUR", "USD" };

static struct column sales_columns[] = {
    { .name = "region", .type = COLUMN_TEXT, .values = regions, .n_values = 4, .distinct = 4 },
    { .name = "product", .type = COLUMN_TEXT, .distinct = 201 },
    { .name = "store", .type = COLUMN_INTEGER, .distinct = 7 },
    { .name = "day", .type = COLUMN_DATE, .distinct = 100 },
    { .name = "sold_at", .type = COLUMN_TIMESTAMP, .distinct = 201 },
    { .name = "units", .type = COLUMN_INTEGER, .distinct = 40 },
    { .name = "price", .type = COLUMN_DECIMAL, .precision = 10, .scale = 2, .distinct = 90 },
    { .name = "currency", .type = COLUMN_TEXT, .values = currencies, .n_values = 2, .distinct = 2 },
    { .name = "weight", .type = COLUMN_FLOAT, .distinct = 201 },
    { .name = "paid", .type = COLUMN_BOOLEAN, .distinct = 2 },
};
static struct column stores_columns[] = {
    { .name = "id", .type = COLUMN_INTEGER, .distinct = 9 },
    { .name = "city", .type = COLUMN_TEXT, .distinct = 9 },
    { .name = "balance", .type = COLUMN_DECIMAL, .precision = 12, .scale = 2, .unit = "$", .distinct = 9 },
};
static struct column jan_columns[] = {
    { .name = "day", .type = COLUMN_DATE, .distinct = 31 },
    { .name = "units", .type = COLUMN_INTEGER, .distinct = 20 },
    { .name = "price", .type = COLUMN_DECIMAL, .precision = 8, .scale = 2, .unit = "$", .distinct = 20 },
};
static struct column feb_columns[] = {
    { .name = "day", .type = COLUMN_DATE, .distinct = 28 },
    { .name = "units", .type = COLUMN_TEXT, .distinct = 20 },
    { .name = "price", .type = COLUMN_FLOAT, .unit = "\u20ac", .distinct = 20 },
};

static const struct table tables[] = {
    { .name = "sales", .rows = 300, .columns = sales_columns, .n_columns = COUNT_OF(sales_columns) },
    { .name = "stores", .rows = 9, .columns = stores_columns, .n_columns = COUNT_OF(stores_columns) },
    { .name = "jan", .rows = 31, .columns = jan_columns, .n_columns = COUNT_OF(jan_columns) },
    { .name = "feb", .rows = 28, .columns = feb_columns, .n_columns = COUNT_OF(feb_columns) },
};

static void holds(bool what)
{
    if (!what)
        abort();
}

static const char *text_of(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, v);
    holds(!b.failed);
    return arena_dup(a, b.p, b.n);
}

static struct check_result check(struct arena *a, const struct request *r, enum check_author author)
{
    const struct check_input in = { .tables = tables, .n_tables = COUNT_OF(tables), .author = author };
    struct check_result found, again;
    const char *text;

    query_check(a, &in, r, &found);
    query_check(a, &in, r, &again);
    holds(found.n <= CHECK_FINDINGS && found.n_errors <= found.n);
    text = text_of(a, check_to_json(a, &found));
    holds(str_is_utf8(text, strlen(text)) && strcmp(text, text_of(a, check_to_json(a, &again))) == 0);
    return found;
}

/* An operation is run by another than the engine, and nothing but that may keep a good request from being written. */
static bool has_operation(const struct request *r)
{
    for (size_t i = 0; i < r->n_steps; i++)
        if (!r->steps[i].query)
            return true;
    return false;
}

static void write_it(struct arena *a, const struct request *r, bool is_good)
{
    struct json *params;
    const char *sql;
    struct err err;

    if (query_sql(a, &sql_duckdb, tables, COUNT_OF(tables), r, &sql, &params, &err))
        holds(err.message[0] && err.code != ERR_INTERNAL && (!is_good || err.code == ERR_TOO_LARGE));
    if (query_sql(a, &sql_sqlite, tables, COUNT_OF(tables), r, &sql, &params, &err))
        holds(err.message[0] && err.code != ERR_INTERNAL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct check_result made, written;
    struct request r;
    struct json *v;
    struct err err;

    if (json_parse(a, (const char *)data, size, &v, &err) < 0 || request_from_json(a, v, &r, &err) < 0)
        return 0;
    made = check(a, &r, CHECK_MADE);
    written = check(a, &r, CHECK_WRITTEN);
    holds(made.n_errors >= written.n_errors);
    if (written.n_errors == 0)
        holds(*query_restate(a, tables, COUNT_OF(tables), &r));
    write_it(a, &r, written.n_errors == 0 && !has_operation(&r));
    return 0;
}
