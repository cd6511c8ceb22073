/* engine_load.c - records into a table of the engine, in two passes.
 *
 * The first pass looks at every cell to settle the types; the second converts and hands the engine whole vectors. Both
 * take the records in batches of a bounded number of cells, so memory does not grow with the table. The cells are split
 * twice rather than kept: splitting is cheaper than the memory that an index of all cells would take.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "data/engine.h"
#include "data/engine_fill.h"
#include "data/engine_node.h"
#include "data/notes.h"
#include "data/records.h"
#include "data/types.h"

#define CREATE_BYTES ((DATA_COLUMNS + 1) * (2 * DATA_NAME_BYTES + 64)) /* names with every byte a quote */

struct load {
    const struct duck_api *api;
    struct records *records;
    const struct cancel *cancel;
    struct table *table;
    struct err *err;
    struct arena *scratch; /* until the load ends */
    struct cell *cells;    /* a batch */
    size_t batch;          /* records in one */
    duckdb_connection con;
    duckdb_appender appender;
    duckdb_data_chunk chunk;
    struct fill *fills; /* one a column */
};

/* Reads a batch; *ret_rows is 0 at the end. */
static int next_batch(struct load *l, size_t *ret_rows)
{
    if (cancel_check(l->cancel, l->err))
        return -1;
    return l->records->ops->next(l->records, l->batch, l->cells, ret_rows, l->err);
}

/* ---- the first pass ---- */

static int settle_types(struct load *l, struct notes *notes)
{
    struct table *t = l->table;
    struct type_guess *guesses = arena_array(l->scratch, t->n_columns, sizeof *guesses);
    size_t rows;

    for (;;) {
        if (next_batch(l, &rows))
            return -1;
        if (rows == 0)
            break;
        t->rows += rows;
        for (size_t i = 0; i < t->n_columns; i++)
            for (size_t row = 0; row < rows; row++)
                type_guess_add(&guesses[i], l->cells[row * t->n_columns + i].p, l->cells[row * t->n_columns + i].n);
    }
    l->records->ops->say(l->records, notes);
    for (size_t i = 0; i < t->n_columns; i++)
        type_guess_end(&guesses[i], &t->columns[i], notes);
    return 0;
}

/* ---- the table ---- */

static void add_identifier(struct buf *sql, const char *name)
{
    buf_addc(sql, '"');
    for (const char *p = name; *p; p++) {
        if (*p == '"')
            buf_addc(sql, '"');
        buf_addc(sql, *p);
    }
    buf_addc(sql, '"');
}

static int create_table(struct load *l)
{
    struct buf sql CLEANUP(buf_done) = BUF(CREATE_BYTES);
    duckdb_result result = { 0 };
    int rc = 0;

    buf_adds(&sql, "CREATE TABLE ");
    add_identifier(&sql, l->table->name);
    for (size_t i = 0; i < l->table->n_columns; i++) {
        buf_adds(&sql, i ? ", " : " (");
        add_identifier(&sql, l->table->columns[i].name);
        buf_addc(&sql, ' ');
        fill_type_sql(&l->table->columns[i], &sql);
    }
    buf_addc(&sql, ')');
    if (buf_check(&sql, l->err))
        return -1;
    if (l->api->query(l->con, sql.p, &result) != DuckDBSuccess)
        rc = engine_fail(NULL, 0, l->api->result_error(&result), l->err);
    l->api->destroy_result(&result);
    return rc;
}

static void create_chunk(struct load *l)
{
    size_t n = l->table->n_columns;
    duckdb_logical_type *types = arena_array(l->scratch, n, sizeof *types);

    for (size_t i = 0; i < n; i++)
        types[i] = fill_type(l->api, &l->table->columns[i]);
    l->chunk = l->api->create_data_chunk(types, n);
    for (size_t i = 0; i < n; i++)
        l->api->destroy_logical_type(&types[i]);
}

/* ---- the second pass ---- */

static int append_failed(struct load *l)
{
    return engine_fail(NULL, 0, l->api->appender_error(l->appender), l->err);
}

static int append_all(struct load *l)
{
    size_t n = l->table->n_columns, rows;

    if (l->api->appender_create(l->con, NULL, l->table->name, &l->appender) != DuckDBSuccess)
        return append_failed(l);
    l->records->ops->rewind(l->records);
    for (;;) {
        if (next_batch(l, &rows))
            return -1;
        if (rows == 0)
            break;
        l->api->data_chunk_reset(l->chunk);
        for (size_t i = 0; i < n; i++)
            fill_vector(&l->fills[i], l->cells + i, n, rows, l->api->data_chunk_get_vector(l->chunk, i));
        l->api->data_chunk_set_size(l->chunk, rows);
        if (l->api->append_data_chunk(l->appender, l->chunk) != DuckDBSuccess)
            return append_failed(l);
    }
    return l->api->appender_flush(l->appender) == DuckDBSuccess ? 0 : append_failed(l);
}

static int compare_values(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The column's values as a sorted list, if it is short enough for *room bytes. */
static void list_values(struct arena *a, const struct distinct *d, struct column *c, size_t *room)
{
    const char **list;
    size_t bytes = 0;

    for (size_t i = 0; i < d->n; i++) {
        if (d->values[i].n > COLUMN_VALUE_BYTES)
            return;
        bytes += d->values[i].n;
    }
    if (bytes > *room)
        return;
    *room -= bytes;
    list = arena_array(a, d->n, sizeof *list);
    for (size_t i = 0; i < d->n; i++)
        list[i] = arena_dup(a, d->values[i].p, d->values[i].n);
    if (d->n > 0)
        qsort(list, d->n, sizeof *list, compare_values);
    c->values = list;
    c->n_values = d->n;
}

static void describe(struct load *l, struct arena *a)
{
    size_t room = TABLE_VALUES_BYTES;

    for (size_t i = 0; i < l->table->n_columns; i++) {
        struct column *c = &l->table->columns[i];
        const struct distinct *d = l->fills[i].distinct;
        c->distinct = d->n;
        if (c->type == COLUMN_TEXT && d->n <= COLUMN_VALUES_MAX)
            list_values(a, d, c, &room);
    }
    table_fingerprint(l->table->columns, l->table->n_columns, l->table->fingerprint);
}

/* ---- all of it ---- */

static void start_columns(struct load *l, struct arena *a, struct buf *text)
{
    struct table *t = l->table;

    t->n_columns = l->records->n_columns;
    t->columns = arena_array(a, t->n_columns, sizeof *t->columns);
    l->fills = arena_array(l->scratch, t->n_columns, sizeof *l->fills);
    for (size_t i = 0; i < t->n_columns; i++) {
        t->columns[i].name = arena_str(a, l->records->names[i]);
        l->fills[i] = (struct fill){ .api = l->api,
                                     .column = &t->columns[i],
                                     .distinct = arena_alloc(l->scratch, sizeof(struct distinct)),
                                     .arena = l->scratch,
                                     .scratch = text };
    }
}

static int load_all(struct load *l, struct notes *notes, struct arena *a)
{
    if (settle_types(l, notes) || create_table(l))
        return -1;
    create_chunk(l);
    if (append_all(l))
        return -1;
    describe(l, a);
    return 0;
}

int engine_load(struct engine *e, struct records *records, const struct cancel *cancel, struct arena *a,
                struct notes *notes, struct table *ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);
    struct table table = *ret;
    struct load l = {
        .api = e->api, .records = records, .cancel = cancel, .table = &table, .err = err, .scratch = scratch
    };
    int rc;

    l.batch = DATA_BATCH_CELLS / records->n_columns;
    if (l.batch > DATA_BATCH_ROWS)
        l.batch = DATA_BATCH_ROWS;
    l.cells = arena_array(scratch, l.batch * records->n_columns, sizeof *l.cells);
    if (e->api->connect(e->db, &l.con) != DuckDBSuccess)
        return err_set(err, ERR_INTERNAL, "The engine does not answer.", "duckdb_connect failed");
    start_columns(&l, a, &text);
    rc = load_all(&l, notes, a);
    e->api->destroy_data_chunk(&l.chunk);
    e->api->appender_destroy(&l.appender);
    e->api->disconnect(&l.con);
    if (rc == 0)
        *ret = table;
    return rc;
}
