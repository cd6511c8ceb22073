/* engine_scan.c - columns into a table of the engine.
 *
 * The engine pulls: CREATE TABLE ... AS SELECT * FROM a table function of ours, which hands it vector after vector out
 * of the columns' own memory. Values are in the engine's layout already, so a vector is a copy of bytes; texts are
 * pointers, as the engine makes its own copy of what it keeps. Measured on a million rows by ten columns this takes
 * three quarters of what the appender does, which copies everything twice.
 *
 * The function stays in the engine's catalog, which has no way to take it out. It is harmless there: queries may not
 * name it (sql_policy.h), and outside of engine_add() it has nothing to give and says so.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/sql.h"
#include "data/engine/engine.h"
#include "data/engine/engine_node.h"
#include "grid/columns/columns_node.h"
#include <assert.h>
#include <string.h>

#define SCAN_NAME "assay_scan"
#define SQL_BYTES (2 * DATA_NAME_BYTES + 128) /* a table's name with every byte a quote */

/* What the function gives out, for the time of one engine_add(). */
struct scan {
    const struct duck_api *api;
    const struct columns *columns; /* NULL: nothing */
    const struct cancel *cancel;
    const struct engine_without *without;
    size_t *chosen; /* the columns given out */
    size_t n;
    duckdb_string_t **texts; /* of each: the part's dictionary as the engine's strings, or NULL */
    size_t part;             /* where it is: the part, and the row within it */
    uint64_t row;
    bool stopped; /* by the cancel */
};

/* ---- vectors ---- */

static duckdb_string_t string_of(const char *p, size_t n)
{
    duckdb_string_t s;

    memset(&s, 0, sizeof s);
    if (n <= sizeof s.value.inlined.inlined) {
        s.value.inlined.length = (uint32_t)n;
        memcpy(s.value.inlined.inlined, p, n);
    } else {
        s.value.pointer.length = (uint32_t)n;
        memcpy(s.value.pointer.prefix, p, sizeof s.value.pointer.prefix);
        s.value.pointer.ptr = (char *)(uintptr_t)p; /* only read */
    }
    return s;
}

/* The part's dictionary as strings, made when the first of its rows are given out. */
static const duckdb_string_t *dictionary(struct scan *s, size_t i, const struct part *p)
{
    duckdb_string_t *list = s->texts[i];

    if (list)
        return list;
    list = malloc(((size_t)p->n_texts + 1) * sizeof *list);
    if (!list)
        abort();
    for (uint32_t code = 0; code < p->n_texts; code++) {
        size_t n;
        const char *text = part_text(p, code, &n);
        list[code] = string_of(text, n);
    }
    s->texts[i] = list;
    return list;
}

static void forget_dictionaries(struct scan *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->texts[i]);
        s->texts[i] = NULL;
    }
}

#define GATHER(ctype)                                                                                                  \
    for (size_t row = 0; row < rows; row++)                                                                            \
        out[row] = list[((const ctype *)p->values)[s->row + row]];

static void give_texts(struct scan *s, size_t i, const struct part *p, size_t rows, duckdb_string_t *out)
{
    const duckdb_string_t *list = p->width ? dictionary(s, i, p) : NULL;

    if (p->width == 1) {
        GATHER(uint8_t)
    } else if (p->width == 2) {
        GATHER(uint16_t)
    } else if (p->width == 4) {
        GATHER(uint32_t)
    } else {
        for (size_t row = 0; row < rows; row++) {
            size_t n;
            const char *text = part_text(p, (uint32_t)(s->row + row), &n);
            out[row] = string_of(text, n);
        }
    }
}

/* The rows of the part that have a value; NULL: all do. */
static const uint64_t *valid_rows(const struct scan *s, size_t column, const struct part *p)
{
    uint64_t *const *fewer = s->without && s->without->values ? s->without->values[column] : NULL;

    return fewer && fewer[s->part] ? fewer[s->part] : p->valid;
}

static void give_column(struct scan *s, size_t i, size_t rows, duckdb_vector vector)
{
    const struct part *p = columns_part(s->columns, s->chosen[i], s->part);
    const uint64_t *valid = valid_rows(s, s->chosen[i], p);
    void *out = s->api->vector_get_data(vector);

    if (s->columns->described[s->chosen[i]].type == COLUMN_TEXT)
        give_texts(s, i, p, rows, out);
    else
        memcpy(out, (const char *)p->values + s->row * p->width, rows * p->width);
    if (valid) {
        s->api->vector_ensure_validity_writable(vector);
        /* Vectors begin at multiples of their size, which is one of 64: the words can be copied. */
        memcpy(s->api->vector_get_validity(vector), valid + s->row / 64, part_words(rows) * sizeof *valid);
    }
}

/* ---- the table function ---- */

/* Callbacks are given nothing but a handle to ask for the rest; the library is there, as it calls them. */
static const struct duck_api *loaded_api(void)
{
    const struct duck_api *api = NULL;
    struct err ignored;

    return duck_api(&api, &ignored) ? NULL : api;
}

static duckdb_logical_type type_of(const struct duck_api *api, const struct column *c)
{
    static const duckdb_type types[COLUMN_TYPES] = {
        [COLUMN_TEXT] = DUCKDB_TYPE_VARCHAR, [COLUMN_INTEGER] = DUCKDB_TYPE_BIGINT,
        [COLUMN_FLOAT] = DUCKDB_TYPE_DOUBLE, [COLUMN_BOOLEAN] = DUCKDB_TYPE_BOOLEAN,
        [COLUMN_DATE] = DUCKDB_TYPE_DATE,    [COLUMN_TIMESTAMP] = DUCKDB_TYPE_TIMESTAMP,
    };

    if (c->type == COLUMN_DECIMAL)
        return api->create_decimal_type((uint8_t)c->precision, (uint8_t)c->scale);
    return api->create_logical_type(types[c->type]);
}

static void scan_bind(duckdb_bind_info info)
{
    const struct duck_api *api = loaded_api();
    const struct scan *s = api->bind_get_extra_info(info);

    if (!s->columns) {
        api->bind_set_error(info, "nothing is being loaded");
        return;
    }
    for (size_t i = 0; i < s->n; i++) {
        const struct column *c = &s->columns->described[s->chosen[i]];
        duckdb_logical_type type = type_of(api, c);
        api->bind_add_result_column(info, c->name, type);
        api->destroy_logical_type(&type);
    }
    api->bind_set_cardinality(info, s->columns->rows, true);
}

/* One thread: rows keep their order, and their number. */
static void scan_init(duckdb_init_info info)
{
    loaded_api()->init_set_max_threads(info, 1);
}

static void scan_next(duckdb_function_info info, duckdb_data_chunk chunk)
{
    const struct duck_api *api = loaded_api();
    struct scan *s = api->function_get_extra_info(info);
    struct err ignored;
    uint64_t left;
    size_t rows;

    if (!s->columns || cancel_check(s->cancel, &ignored)) {
        s->stopped = true;
        api->function_set_error(info, "stopped");
        return;
    }
    while (s->part < s->columns->n_parts && s->row == columns_part_rows(s->columns, s->part)) {
        forget_dictionaries(s);
        s->part++;
        s->row = 0;
    }
    left = s->part < s->columns->n_parts ? columns_part_rows(s->columns, s->part) - s->row : 0;
    rows = left < DATA_BATCH_ROWS ? (size_t)left : DATA_BATCH_ROWS;
    for (size_t i = 0; i < s->n && rows > 0; i++)
        give_column(s, i, rows, api->data_chunk_get_vector(chunk, i));
    api->data_chunk_set_size(chunk, rows);
    s->row += rows;
}

static void scan_free(void *scan)
{
    free(scan);
}

/* Makes the function known to the engine, once. */
static int scan_register(struct engine *e, duckdb_connection con, struct err *err)
{
    const struct duck_api *api = e->api;
    duckdb_table_function f;
    int rc = 0;

    if (e->scan)
        return 0;
    e->scan = calloc(1, sizeof *e->scan);
    if (!e->scan)
        abort();
    e->scan->api = api;
    f = api->create_table_function();
    api->table_function_set_name(f, SCAN_NAME);
    api->table_function_set_extra_info(f, e->scan, scan_free);
    api->table_function_set_bind(f, scan_bind);
    api->table_function_set_init(f, scan_init);
    api->table_function_set_function(f, scan_next);
    if (api->register_table_function(con, f) != DuckDBSuccess) {
        e->scan = NULL; /* freed with the function */
        rc = err_set(err, ERR_INTERNAL, "The engine does not take data.", "duckdb_register_table_function failed");
    }
    api->destroy_table_function(&f);
    return rc;
}

/* ---- adding ---- */

static int create_table(struct scan *s, duckdb_connection con, const char *name, struct err *err)
{
    struct buf sql CLEANUP(buf_done) = BUF(SQL_BYTES);
    duckdb_result result = { 0 };
    int rc = 0;

    buf_adds(&sql, "CREATE TABLE ");
    sql_add_name(&sql, name);
    buf_adds(&sql, " AS SELECT * FROM " SCAN_NAME "()");
    if (buf_check(&sql, err))
        return -1;
    if (s->api->query(con, sql.p, &result) != DuckDBSuccess)
        rc = s->stopped && cancel_check(s->cancel, err) ? -1 : engine_fail(NULL, 0, s->api->result_error(&result), err);
    s->api->destroy_result(&result);
    return rc;
}

int engine_add(struct engine *e, const struct columns *c, const char *name, const struct engine_without *without,
               const struct cancel *cancel, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    duckdb_connection con;
    struct scan *s;
    int rc;

    if (e->api->connect(e->db, &con) != DuckDBSuccess)
        return err_set(err, ERR_INTERNAL, "The engine does not answer.", "duckdb_connect failed");
    rc = scan_register(e, con, err);
    if (rc == 0) {
        s = e->scan;
        assert(s);
        *s = (struct scan){ .api = e->api, .columns = c, .cancel = cancel, .without = without };
        s->chosen = arena_array(scratch, c->n_columns, sizeof *s->chosen);
        s->texts = arena_array(scratch, c->n_columns, sizeof *s->texts);
        for (size_t i = 0; i < c->n_columns; i++)
            if (!without || !without->columns[i])
                s->chosen[s->n++] = i;
        rc = create_table(s, con, name, err);
        forget_dictionaries(s);
        *s = (struct scan){ .api = e->api };
    }
    e->api->disconnect(&con);
    return rc;
}
