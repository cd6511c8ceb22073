/* sqlite_source.c - one connection for the life of the source, confined before the first statement of the file's runs.
 *
 * Listing tables reads sqlite_schema with our own words; rows are read with SELECT * on one table. Nothing else is ever
 * prepared. Real tables are those with a root page, which views and virtual tables do not have.
 */
#include "formats/sqlite_source.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "formats/rows.h"
#include "formats/sqlite_value.h"
#include "formats/sqlite_wal.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/types/values.h"
#include <inttypes.h>
#include <sqlite3.h>
#include <string.h>

#define SCRATCH_BYTES (4u << 20) /* of copied texts before a batch goes out */

struct sqlite_source {
    struct source source;
    struct arena *arena;
    struct sqlite_image image;
    sqlite3 *db;
    const struct cancel *cancel; /* of the call that runs, for SQLite's progress handler */
    size_t views, virtuals;      /* not read */
    size_t more;                 /* tables past the bound, not read either */
};

/* One table's reading. */
struct job {
    struct sqlite_source *source;
    sqlite3_stmt *statement;
    size_t n_columns;
    struct name_text *heads;
    bool *is_truth; /* columns declared as booleans */
};

/* ---- errors ---- */

static int failed(struct sqlite_source *s, struct err *err)
{
    int code = s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM;

    if (code == SQLITE_INTERRUPT && cancel_check(s->cancel, err))
        return -1;
    if (code == SQLITE_NOMEM || code == SQLITE_FULL)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory for the database.", "SQLite: %d", code);
    if (code == SQLITE_TOOBIG)
        return value_too_long("A value in the database", 0, err);
    err_set(err, ERR_DATA_UNREADABLE, "The database is damaged, or needs something that is not read here.",
            "SQLite: %d (%s)", code, sqlite3_errstr(code));
    return err_action(err, "Check it with the program it comes from, or export the tables you need as CSV.");
}

/* ---- a connection that can do nothing but read tables ---- */

static int authorize(void *arg, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)arg;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    return action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION ? SQLITE_OK : SQLITE_DENY;
}

static int progress(void *arg)
{
    struct sqlite_source *s = arg;
    struct err err;

    return cancel_check(s->cancel, &err) != 0;
}

static bool confine(sqlite3 *db)
{
    static const struct {
        int what, value;
    } settings[] = {
        { SQLITE_DBCONFIG_DEFENSIVE, 1 },      { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
        { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 }, { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
        { SQLITE_DBCONFIG_ENABLE_FKEY, 0 },    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
    };
    static const struct {
        int what, value;
    } limits[] = {
        { SQLITE_LIMIT_LENGTH, 64 << 20 },  { SQLITE_LIMIT_SQL_LENGTH, 1 << 20 },
        { SQLITE_LIMIT_EXPR_DEPTH, 100 },   { SQLITE_LIMIT_COMPOUND_SELECT, 2 },
        { SQLITE_LIMIT_VDBE_OP, 100000 },   { SQLITE_LIMIT_FUNCTION_ARG, 8 },
        { SQLITE_LIMIT_ATTACHED, 0 },       { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
        { SQLITE_LIMIT_WORKER_THREADS, 0 }, { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256 },
    };

    for (size_t i = 0; i < COUNT_OF(settings); i++)
        if (sqlite3_db_config(db, settings[i].what, settings[i].value, NULL) != SQLITE_OK)
            return false;
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        sqlite3_limit(db, limits[i].what, limits[i].value);
    return sqlite3_drop_modules(db, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY", NULL, NULL,
                        NULL) == SQLITE_OK;
}

static int connect_db(struct sqlite_source *s, struct err *err)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;

    if (sqlite3_open_v2(":memory:", &s->db, flags, NULL) != SQLITE_OK || !confine(s->db))
        return failed(s, err);
    if (sqlite3_deserialize(s->db, "main", s->image.p, (sqlite3_int64)s->image.n, (sqlite3_int64)s->image.n,
                            SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        return failed(s, err);
    sqlite3_progress_handler(s->db, SQLITE_OPS, progress, s);
    if (sqlite3_set_authorizer(s->db, authorize, NULL) != SQLITE_OK)
        return failed(s, err);
    return 0;
}

/* ---- the tables ---- */

/* Tables that full-text and spatial indexes keep their own things in. */
static bool is_shadow(const char *name, const char *const *virtuals, size_t n)
{
    static const char *const parts[] = { "_config", "_content", "_data", "_docsize", "_idx",   "_segments",
                                         "_segdir", "_stat",    "_node", "_rowid",   "_parent" };

    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(virtuals[i]);
        for (size_t k = 0; k < COUNT_OF(parts) && strncasecmp(name, virtuals[i], length) == 0; k++)
            if (str_ieq(name + length, parts[k]))
                return true;
    }
    return false;
}

/* Names of one sort, by their own order in the file: all are counted, and the first SOURCE_TABLES told. */
static int list_names(struct sqlite_source *s, const char *where, const char **names, size_t *ret_n, struct err *err)
{
    const char *sql = arena_printf(s->arena, "SELECT name FROM sqlite_schema WHERE %s ORDER BY rowid", where);
    sqlite3_stmt *statement = NULL;
    size_t n = 0;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);

    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *name = (const char *)sqlite3_column_text(statement, 0);
            if (name && n++ < SOURCE_TABLES)
                names[n - 1] = arena_str(s->arena, name);
        }
    if (rc != SQLITE_DONE)
        failed(s, err);
    sqlite3_finalize(statement);
    *ret_n = n;
    return rc == SQLITE_DONE ? 0 : -1;
}

static size_t told(size_t n)
{
    return n < SOURCE_TABLES ? n : SOURCE_TABLES;
}

static int list_tables(struct sqlite_source *s, struct err *err)
{
    const char **names = arena_array(s->arena, SOURCE_TABLES, sizeof *names);
    const char **virtuals = arena_array(s->arena, SOURCE_TABLES, sizeof *virtuals);
    size_t n;

    if (list_names(s, "type='view'", names, &s->views, err) ||
        list_names(s, "type='table' AND rootpage=0", virtuals, &s->virtuals, err) ||
        list_names(s, "type='table' AND rootpage>0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", names, &n, err))
        return -1;
    s->source.tables = arena_array(s->arena, told(n), sizeof *s->source.tables);
    for (size_t i = 0; i < told(n); i++)
        if (!is_shadow(names[i], virtuals, told(s->virtuals)))
            s->source.tables[s->source.n_tables++].name = names[i];
    s->more = n - told(n);
    if (s->source.n_tables > 0)
        return 0;
    err_set(err, ERR_DATA_EMPTY, "There is no table in that database.", "%zu views, %zu virtual tables", s->views,
            s->virtuals);
    return err_action(err, "Views and virtual tables are not read: export what they show as CSV.");
}

/* ---- rows ---- */

static void job_done(struct job *j)
{
    sqlite3_finalize(j->statement);
    j->statement = NULL;
}

static int job_init(struct job *j, struct sqlite_source *s, size_t i, const struct cancel *cancel, struct arena *a,
                    struct err *err)
{
    char *sql = sqlite3_mprintf("SELECT * FROM main.\"%w\"", s->source.tables[i].name);
    int rc;

    s->cancel = cancel;
    rc = sql ? sqlite3_prepare_v2(s->db, sql, -1, &j->statement, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (rc != SQLITE_OK)
        return failed(s, err);
    j->source = s;
    j->n_columns = (size_t)sqlite3_column_count(j->statement);
    j->heads = arena_array(a, j->n_columns, sizeof *j->heads);
    j->is_truth = arena_array(a, j->n_columns, sizeof *j->is_truth);
    for (size_t k = 0; k < j->n_columns; k++) {
        const char *name = sqlite3_column_name(j->statement, (int)k);
        const char *type = sqlite3_column_decltype(j->statement, (int)k);

        name = name && str_is_utf8(name, strlen(name)) ? arena_str(a, name) : "";
        j->heads[k] = (struct name_text){ .p = name, .n = strlen(name) };
        j->is_truth[k] = type && (str_ieq(type, "BOOLEAN") || str_ieq(type, "BOOL"));
    }
    return 0;
}

static void tell(struct notes *notes, const struct sqlite_source *s, const struct sqlite_seen *seen)
{
    if (s->more)
        notes_add(notes, "%s not read", notes_count(notes, s->more, "more table", "was", "were"));
    if (s->views)
        notes_add(notes, "%s not read", notes_count(notes, s->views, "view", "was", "were"));
    if (s->virtuals)
        notes_add(notes, "%s not read", notes_count(notes, s->virtuals, "virtual table", "was", "were"));
    if (s->image.frames)
        notes_add(notes, "what another program had not yet moved from its log into the database was read as well");
    if (seen->blobs)
        notes_add(notes, "%s told as hex digits", notes_count(notes, seen->blobs, "binary value", "is", "are"));
    if (seen->cut)
        notes_add(notes, "%s cut after %d bytes", notes_count(notes, seen->cut, "binary value", "is", "are"),
                  SOURCE_BLOB_BYTES);
    mend_tell(notes, &seen->mended);
}

static int give_rows(struct job *j, struct row_batch *batch, struct sqlite_seen *seen, struct err *err)
{
    struct arena *scratch = arena_new();
    int step, rc = 0;

    while (rc == 0 && (step = sqlite3_step(j->statement)) != SQLITE_DONE) {
        struct datum *row = batch_row(batch);
        bool is_sent = false;

        if (step != SQLITE_ROW)
            rc = failed(j->source, err);
        for (size_t i = 0; i < j->n_columns && rc == 0; i++)
            rc = sqlite_value(j->statement, (int)i, j->is_truth[i], &row[i], seen, scratch, err);
        if (rc == 0)
            rc = batch_next(batch, &is_sent, err);
        if (rc == 0 && !is_sent && arena_used(scratch) > SCRATCH_BYTES) {
            rc = batch_end(batch, err);
            is_sent = true;
        }
        if (is_sent) {
            arena_free(scratch);
            scratch = arena_new();
        }
    }
    if (rc == 0)
        rc = batch_end(batch, err);
    arena_free(scratch);
    return rc;
}

static int read_table(void *arg, const struct rows_to *to, const struct cancel *cancel, struct notes *notes,
                      struct err *err)
{
    struct job *j = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct sqlite_seen seen = { 0 };
    struct row_batch batch;

    j->source->cancel = cancel;
    sqlite3_reset(j->statement);
    batch_init(&batch, a, to, j->n_columns);
    if (give_rows(j, &batch, &seen, err))
        return -1;
    if (notes)
        tell(notes, j->source, &seen);
    return 0;
}

/* ---- the source ---- */

static int sqlite_source_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a,
                              struct notes *notes, struct loaded *ret, struct err *err)
{
    struct job j CLEANUP(job_done) = { 0 };

    if (job_init(&j, (struct sqlite_source *)source, i, cancel, a, err))
        return -1;
    return rows_load(&(struct rows_from){ &j, j.heads, j.n_columns, read_table }, cancel, a, notes, ret, err);
}

static int sqlite_source_show(struct source *source, const struct show *what, const struct cancel *cancel,
                              struct arena *a, struct notes *notes, const struct show_to *to, struct err *err)
{
    struct job j CLEANUP(job_done) = { 0 };
    size_t i;

    if (rows_find(source, what->sheet, &i, err) || job_init(&j, (struct sqlite_source *)source, i, cancel, a, err))
        return -1;
    return rows_show(&(struct rows_from){ &j, j.heads, j.n_columns, read_table }, source->tables[i].name, cancel, a,
                     notes, to, err);
}

static void sqlite_source_close(struct source *source)
{
    struct sqlite_source *s = (struct sqlite_source *)source;

    sqlite3_close(s->db);
    sqlite_image_done(&s->image);
    arena_free(s->arena);
}

static const struct source_ops sqlite_source_ops = {
    .load = sqlite_source_load,
    .show = sqlite_source_show,
    .close = sqlite_source_close,
};

int sqlite_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                       struct err *err)
{
    struct arena *a = arena_new();
    struct sqlite_source *s = arena_alloc(a, sizeof *s);

    s->arena = a;
    s->cancel = cancel;
    s->source = (struct source){ .ops = &sqlite_source_ops, .format = "sqlite" };
    if (sqlite_image_make(bytes, &s->image, err) || connect_db(s, err) || list_tables(s, err)) {
        sqlite_source_close(&s->source);
        return -1;
    }
    *ret = &s->source;
    return 0;
}
