/* tables.c - tables of a folder's files, also in SQLite. Rows go into SQLite in one transaction a table. */
#include "train/tables.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/sql.h"
#include "data/engine/engine.h"
#include "data/engine/query.h"
#include "data/open/open.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/table.h"
#include "sys/file.h"
#include "sys/location.h"
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- files ---- */

static int tables_of_source(struct source *s,
                            int (*each)(void *arg, const char *name, const struct columns *c, struct err *err),
                            void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;

    notes_init(&notes, a);
    for (size_t i = 0; i < s->n_tables; i++) {
        struct loaded loaded = { 0 };
        struct err why;
        int rc;
        if (s->ops->load(s, i, NULL, a, &notes, &loaded, &why)) {
            fprintf(stderr, "%s: %s\n", s->tables[i].name, why.message);
            continue;
        }
        rc = each(arg, s->tables[i].name, loaded.columns, err);
        columns_free(loaded.columns);
        if (rc)
            return -1;
    }
    return 0;
}

int tables_of_file(const char *path, int (*each)(void *arg, const char *name, const struct columns *c, struct err *err),
                   void *arg, struct err *err)
{
    struct buf file CLEANUP(buf_done) = BUF(1u << 30);
    struct source_bytes bytes = { .name = file_basename(path), .fd = -1 };
    struct source *s;
    struct err why;
    int rc;

    if (file_read(path, "the file", &file, err))
        return -1;
    bytes.p = file.p;
    bytes.n = file.n;
    if (source_open(&bytes, NULL, &s, &why)) {
        fprintf(stderr, "%s: %s\n", bytes.name, why.message);
        return 0;
    }
    rc = tables_of_source(s, each, arg, err);
    source_close(s);
    return rc;
}

int tables_of_folder(const char *path,
                     int (*each)(void *arg, const char *name, const struct columns *c, struct err *err), void *arg,
                     struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct location at = { .path = path }, *files;
    struct notes notes;
    bool is_folder;
    size_t n;

    notes_init(&notes, a);
    if (sources_expand(a, &at, &notes, &files, &n, &is_folder, err))
        return -1;
    for (size_t i = 0; i < n; i++)
        if (tables_of_file(files[i].path, each, arg, err))
            return -1;
    return 0;
}

static void copy_column(struct arena *a, const struct column *from, struct column *ret)
{
    const char **values = arena_array(a, from->n_values, sizeof *values);

    for (size_t i = 0; i < from->n_values; i++)
        values[i] = arena_str(a, from->values[i]);
    *ret = *from;
    ret->name = arena_str(a, from->name);
    ret->unit = from->unit ? arena_str(a, from->unit) : NULL;
    ret->values = from->values ? values : NULL;
    ret->misfit = NULL;
    ret->n_misfit = 0;
}

void tables_describe(struct arena *a, const char *name, const struct columns *c, struct table *ret)
{
    const struct column *columns;

    *ret = (struct table){ .name = arena_str(a, name), .rows = columns_rows(c) };
    ret->n_columns = columns_describe(c, &columns);
    ret->columns = arena_array(a, ret->n_columns, sizeof *ret->columns);
    for (size_t i = 0; i < ret->n_columns; i++)
        copy_column(a, &columns[i], &ret->columns[i]);
}

/* ---- SQLite ---- */

static int sqlite_fail(sqlite3 *db, struct err *err)
{
    return err_set(err, ERR_INTERNAL, "SQLite refused.", "%s", sqlite3_errmsg(db));
}

/* A value as text becomes one of its column's type. */
static void bind_value(sqlite3_stmt *s, int i, enum column_type type, char *p, size_t n)
{
    if (!p)
        sqlite3_bind_null(s, i);
    else if (type == COLUMN_INTEGER)
        sqlite3_bind_int64(s, i, strtoll(p, NULL, 10));
    else if (type == COLUMN_DECIMAL || type == COLUMN_FLOAT)
        sqlite3_bind_double(s, i, strtod(p, NULL));
    else if (type == COLUMN_BOOLEAN)
        sqlite3_bind_int(s, i, *p == 't');
    else {
        if (type == COLUMN_TIMESTAMP && n > 10)
            p[10] = ' ';
        sqlite3_bind_text(s, i, p, (int)n, SQLITE_TRANSIENT);
    }
}

static int insert_rows(sqlite3 *db, sqlite3_stmt *s, const struct columns *c, struct err *err)
{
    struct buf scratch CLEANUP(buf_done) = BUF(1u << 21), value CLEANUP(buf_done) = BUF(1u << 21);
    const struct column *columns;
    size_t n = columns_describe(c, &columns), bytes;

    for (uint64_t row = 0; row < columns_rows(c); row++) {
        for (size_t i = 0; i < n; i++) {
            const char *p = columns_value(c, i, row, &scratch, &bytes);
            buf_cut(&value, 0);
            if (p)
                buf_add(&value, p, bytes);
            bind_value(s, (int)i + 1, columns[i].type, p ? value.p : NULL, bytes);
        }
        if (sqlite3_step(s) != SQLITE_DONE || sqlite3_reset(s) != SQLITE_OK)
            return sqlite_fail(db, err);
    }
    return 0;
}

int tables_to_sqlite(sqlite3 *db, const char *name, const struct columns *c, struct err *err)
{
    static const char *const types[COLUMN_TYPES] = { "TEXT", "INTEGER", "REAL", "REAL", "INTEGER", "TEXT", "TEXT" };
    struct buf create CLEANUP(buf_done) = BUF(1u << 20), insert CLEANUP(buf_done) = BUF(1u << 20);
    const struct column *columns;
    size_t n = columns_describe(c, &columns);
    sqlite3_stmt *s;
    int rc;

    buf_adds(&create, "CREATE TABLE ");
    sql_add_name(&create, name);
    buf_adds(&insert, "INSERT INTO ");
    sql_add_name(&insert, name);
    for (size_t i = 0; i < n; i++) {
        buf_adds(&create, i > 0 ? ", " : "(");
        sql_add_name(&create, columns[i].name);
        buf_addf(&create, " %s", types[columns[i].type]);
        buf_adds(&insert, i > 0 ? ", ?" : " VALUES(?");
    }
    buf_addc(&create, ')');
    buf_addc(&insert, ')');
    if (sqlite3_exec(db, create.p, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, insert.p, -1, &s, NULL) != SQLITE_OK)
        return sqlite_fail(db, err);
    sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    rc = insert_rows(db, s, c, err);
    sqlite3_finalize(s);
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return rc;
}

/* ---- SQL ---- */

int tables_sql_tree(struct engine *parser, struct arena *a, const char *sql, struct json **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);
    struct dataset_rows rows = { 0 };
    const char *text;
    size_t n = 0;

    buf_adds(&b, "SELECT json_serialize_sql('");
    for (const char *p = sql; *p; p++)
        buf_adds(&b, *p == '\'' ? "''" : (const char[]){ *p, 0 });
    buf_adds(&b, "', skip_null := true, skip_empty := true, skip_default := true)");
    if (buf_check(&b, err) || engine_run(parser, b.p, NULL, a, &rows, err))
        return -1;
    text = json_text(json_at(json_at(rows.rows, 0), 0), &n);
    return json_parse(a, text ? text : "", n, ret, err);
}
