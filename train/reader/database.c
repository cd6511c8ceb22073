/* database.c - tables are read once: into SQLite, into the schema that questions are linked to, and described for the
 * writer of SQL. */
#include "train/reader/database.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/sql.h"
#include "grid/columns/columns.h"
#include "grid/table.h"
#include "link/schema.h"
#include "query/query.h"
#include "query/sql/sql.h"
#include "sys/file.h"
#include "train/room.h"
#include "train/tables.h"
#include <sqlite3.h>
#include <string.h>

#define TABLES 256

struct database {
    struct arena *arena;
    struct link_schema *schema;
    sqlite3 *sqlite;
    struct table tables[TABLES];
    size_t n;
    int steps; /* of the query that runs, in thousands */
};

/* ---- loading ---- */

static int add_table(void *arg, const char *name, const struct columns *c, struct err *err)
{
    struct database *d = arg;
    struct table *t = &d->tables[d->n];

    if (d->n == TABLES)
        return err_set(err, ERR_TOO_LARGE, "Too many tables.", "%d", TABLES);
    tables_describe(d->arena, name, c, t);
    d->n++;
    link_schema_table(d->schema, t);
    link_schema_columns(d->schema, c, NULL, NULL);
    return tables_to_sqlite(d->sqlite, name, c, err);
}

/* Joins are run over and over: SQLite would make an index for each of them, each time. */
static void add_indexes(struct database *d)
{
    const struct link_schema *s = d->schema;
    bool *is_indexed = room_for(s->n_columns, sizeof *is_indexed);

    for (size_t i = 0; i < 2 * s->n_joins; i++) {
        size_t column = i & 1 ? s->joins[i / 2].to : s->joins[i / 2].from;
        struct buf b CLEANUP(buf_done) = BUF(1u << 16);
        if (is_indexed[column])
            continue;
        is_indexed[column] = true;
        buf_addf(&b, "CREATE INDEX \"index %zu\" ON ", column);
        sql_add_name(&b, s->tables[s->columns[column].table].name.text);
        buf_addc(&b, '(');
        sql_add_name(&b, s->columns[column].name.text);
        buf_addc(&b, ')');
        sqlite3_exec(d->sqlite, b.p, NULL, NULL, NULL);
    }
    free(is_indexed);
}

static int count_steps(void *arg)
{
    struct database *d = arg;

    return ++d->steps > RUN_STEPS;
}

int database_open(const char *path, struct database **ret, struct err *err)
{
    struct database *d = room_for(1, sizeof *d);
    struct file_stat st;
    int rc;

    d->arena = arena_new();
    d->schema = link_schema_new();
    if (sqlite3_open(":memory:", &d->sqlite) != SQLITE_OK)
        abort();
    rc = file_stat(path, "the database", &st, err);
    if (rc == 0)
        rc = st.is_folder ? tables_of_folder(path, add_table, d, err) : tables_of_file(path, add_table, d, err);
    if (rc) {
        database_close(d);
        return -1;
    }
    link_schema_end(d->schema);
    add_indexes(d);
    sqlite3_exec(d->sqlite, "PRAGMA query_only = 1", NULL, NULL, NULL);
    sqlite3_progress_handler(d->sqlite, 1000, count_steps, d);
    *ret = d;
    return 0;
}

void database_close(struct database *d)
{
    if (!d)
        return;
    sqlite3_close(d->sqlite);
    link_schema_free(d->schema);
    arena_free(d->arena);
    free(d);
}

const struct link_schema *database_schema(const struct database *d)
{
    return d->schema;
}

const struct table *database_tables(const struct database *d, size_t *ret_n)
{
    *ret_n = d->n;
    return d->tables;
}

/* ---- running ---- */

static struct cell cell_of(struct arena *a, sqlite3_stmt *s, int i)
{
    int type = sqlite3_column_type(s, i);

    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
        return (struct cell){ .kind = CELL_NUMBER, .number = sqlite3_column_double(s, i) };
    if (type == SQLITE_TEXT)
        return cell_of_text(arena_str(a, (const char *)sqlite3_column_text(s, i)));
    return (struct cell){ .kind = CELL_EMPTY };
}

/* The rows as cells, and the first of them for the trial. */
static void read_rows(struct database *d, struct arena *a, sqlite3_stmt *s, bool ordered, struct run *ret)
{
    size_t columns = (size_t)sqlite3_column_count(s), n = 0, room = 0;
    struct cell *cells = NULL;
    struct trial_maker maker;
    int rc;

    trial_begin(&maker, columns, ordered);
    while ((rc = sqlite3_step(s)) == SQLITE_ROW && n < RUN_ROWS) {
        if (n == room) {
            struct cell *more = arena_array(a, (room = room * 2 + 8) * columns, sizeof *more);
            if (n > 0)
                memcpy(more, cells, n * columns * sizeof *more);
            cells = more;
        }
        for (size_t i = 0; i < columns; i++)
            cells[n * columns + i] = cell_of(a, s, (int)i);
        for (size_t i = 0; i < columns && n <= TRIAL_ROWS; i++)
            trial_cell(&maker, (const char *)sqlite3_column_text(s, (int)i), (size_t)sqlite3_column_bytes(s, (int)i));
        n++;
    }
    trial_end(&maker, &ret->trial);
    ret->trial.failed = rc != SQLITE_ROW && rc != SQLITE_DONE;
    if (ret->trial.failed)
        ret->error = arena_str(a, sqlite3_errmsg(d->sqlite));
    ret->result = (struct result){ .rows = n, .columns = columns, .cells = cells };
}

void database_run(struct database *d, struct arena *a, const struct query *q, struct run *ret)
{
    struct request request = request_of(a, q);
    struct json *params;
    sqlite3_stmt *s = NULL;
    struct err err;
    int rc;

    *ret = (struct run){ .trial = { .tried = true, .failed = true } };
    if (query_sql(a, &sql_sqlite, d->tables, d->n, &request, &ret->sql, &params, &err)) {
        ret->error = arena_printf(a, "%s %s", err.message, err.detail);
        return;
    }
    rc = sqlite3_prepare_v2(d->sqlite, ret->sql, -1, &s, NULL);
    for (size_t i = 0; rc == SQLITE_OK && i < json_len(params); i++)
        rc = sqlite3_bind_text(s, (int)i + 1, json_text(json_at(params, i), NULL), -1, SQLITE_TRANSIENT);
    d->steps = 0;
    if (rc == SQLITE_OK)
        read_rows(d, a, s, trial_is_ordered(q), ret);
    else
        ret->error = arena_str(a, sqlite3_errmsg(d->sqlite));
    sqlite3_finalize(s);
}
