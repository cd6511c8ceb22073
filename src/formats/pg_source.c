/* pg_source.c - which tables a server has, and each of them copied out.
 *
 * What is sent to the server is made of fixed texts, of names that the catalogue gave (quoted), and of parameters.
 */
#include "formats/pg_source.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/sql.h"
#include "formats/pg_conn.h"
#include "formats/pg_value.h"
#include "formats/rows.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include <inttypes.h>
#include <string.h>

#define SQL_BYTES (4u << 20) /* of a COPY: all columns a table may have, with names of their full length */

/* Times in UTC, numbers with all their digits, rows in the order of the table and not where another reader is. */
#define SETTINGS                                                                                                       \
    "SET LOCAL TimeZone='UTC'; SET LOCAL DateStyle='ISO, YMD'; SET LOCAL IntervalStyle='iso_8601';"                    \
    "SET LOCAL extra_float_digits=3; SET LOCAL bytea_output='hex'; SET LOCAL synchronize_seqscans=off;"                \
    "SET LOCAL max_parallel_workers_per_gather=0;"

#define TABLES_FROM                                                                                                    \
    "SELECT n.nspname, c.relname, c.oid FROM pg_catalog.pg_class c "                                                   \
    "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r','p','v','m','f') AND "

static const char tables_sql[] =
    TABLES_FROM "NOT c.relispartition AND n.nspname = ANY(pg_catalog.current_schemas(false)) "
                "AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') ORDER BY n.nspname COLLATE \"C\", c.relname "
                "COLLATE \"C\"";
static const char named_sql[] = TABLES_FROM "n.nspname = $1 AND c.relname = $2";
static const char visible_sql[] = TABLES_FROM "c.relname = $1 AND pg_catalog.pg_table_is_visible(c.oid)";

/* Schemas whose tables could be read and are not, as they are not on the search path. */
static const char others_sql[] =
    "SELECT n.nspname, pg_catalog.count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n "
    "ON n.oid = c.relnamespace WHERE c.relkind IN ('r','p','v','m','f') AND NOT c.relispartition "
    "AND n.nspname <> ALL(pg_catalog.current_schemas(false)) AND n.nspname !~ '^(pg_|information_schema$)' "
    "AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') "
    "GROUP BY 1 ORDER BY n.nspname COLLATE \"C\"";

static const char columns_sql[] =
    "SELECT a.attname, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END, "
    "pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') FROM pg_catalog.pg_attribute a "
    "JOIN pg_catalog.pg_type t ON t.oid = a.atttypid WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > 0 "
    "AND NOT a.attisdropped ORDER BY a.attnum";

struct pg_table {
    const char *schema, *name, *oid;
    bool is_loaded;
};

struct pg_source {
    struct source source;
    struct arena *arena;
    const char *url;            /* without its fragment */
    const char *password;       /* instead of the URL's; or NULL */
    const char *schema, *table; /* of the fragment; table NULL: all */
    struct pg_conn conn;
    struct pg_table *tables;
    size_t left;        /* tables not loaded yet */
    const char *others; /* names of other schemas with tables, "'a', 'b'"; NULL: there are none */
    uint64_t others_n;  /* their tables */
};

/* One table's reading. */
struct job {
    struct pg_source *source;
    struct name_text *heads;
    enum pg_kind *kinds;
    size_t n_columns, denied;
    const char *sql;
    struct sha256 *hash;
    struct row_batch batch;
    uint64_t rows, bytes, cut;
    struct arena *kept; /* rows of the batch that is being filled */
};

/* ---- the address ---- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20; /* a letter in lower case */
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undoes %41 in place. */
static void decode(char *p)
{
    char *out = p;

    for (; *p; p++)
        if (*p == '%' && hex_digit(p[1]) >= 0 && hex_digit(p[2]) >= 0) {
            *out++ = (char)(hex_digit(p[1]) * 16 + hex_digit(p[2]));
            p += 2;
        } else {
            *out++ = *p;
        }
    *out = '\0';
}

/* Cuts "#schema.table" off. A dot in a name is written %2E. */
static void take_fragment(struct pg_source *s, const char *url)
{
    char *copy = arena_str(s->arena, url), *hash = strchr(copy, '#'), *dot;

    s->url = copy;
    if (!hash)
        return;
    *hash++ = '\0';
    dot = strchr(hash, '.');
    if (dot) {
        *dot = '\0';
        decode(hash);
        s->schema = hash;
    }
    s->table = dot ? dot + 1 : hash;
    decode(dot ? dot + 1 : hash);
}

/* ---- the transaction ---- */

static int begin(struct pg_source *s, const struct cancel *cancel, struct err *err)
{
    const char *sql;

    s->conn.cancel = cancel;
    if (s->conn.c)
        return 0;
    sql = arena_printf(s->arena,
                       "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL statement_timeout=%d;"
                       "SET LOCAL idle_in_transaction_session_timeout=%d;" SETTINGS,
                       PG_STATEMENT_MS, PG_IDLE_MS);
    if (pg_connect(&s->conn, s->url, s->password, err))
        return -1;
    return pg_run(&s->conn, sql, err);
}

/* ---- tables ---- */

static int none(const struct pg_source *s, struct err *err)
{
    if (s->table) {
        err_set(err, ERR_NOT_FOUND, "There is no such table in that database.", "by the fragment");
        return err_action(err, "Write it as #schema.table, as it is spelled there.");
    }
    err_set(err, ERR_DATA_EMPTY, "There is no table in that database that can be read.", "none on the search path");
    return err_action(err, "Name one with #schema.table behind the address.");
}

/* What is left out when no table is named. */
static int list_others(struct pg_source *s, struct err *err)
{
    const struct pg_api *api = s->conn.api;
    struct buf names CLEANUP(buf_done) = BUF(SQL_BYTES);
    PGresult *r;
    int n;

    if (pg_ask(&s->conn, others_sql, NULL, NULL, &r, err))
        return -1;
    n = api->ntuples(r);
    for (int i = 0; i < n; i++) {
        s->others_n += strtoull(api->getvalue(r, i, 1), NULL, 10);
        if (i < PG_SCHEMAS_TOLD)
            buf_addf(&names, "%s'%s'", i ? ", " : "", api->getvalue(r, i, 0));
    }
    if (n > PG_SCHEMAS_TOLD)
        buf_adds(&names, " and others");
    s->others = n > 0 ? arena_str(s->arena, names.p) : NULL;
    api->clear(r);
    return 0;
}

static int list_tables(struct pg_source *s, struct err *err)
{
    const struct pg_api *api = s->conn.api;
    const char *sql = !s->table ? tables_sql : s->schema ? named_sql : visible_sql;
    PGresult *r;
    int n;

    if (pg_ask(&s->conn, sql, s->schema ? s->schema : s->table, s->schema ? s->table : NULL, &r, err))
        return -1;
    n = api->ntuples(r);
    if (n > PG_TABLES) {
        api->clear(r);
        err_say(err, ERR_TOO_LARGE, "That database has more than %d tables.", PG_TABLES);
        return err_action(err, "Name one with #schema.table behind the address.");
    }
    s->tables = arena_array(s->arena, (size_t)n, sizeof *s->tables);
    s->source.tables = arena_array(s->arena, (size_t)n, sizeof *s->source.tables);
    for (int i = 0; i < n; i++) {
        s->tables[i] = (struct pg_table){ .schema = arena_str(s->arena, api->getvalue(r, i, 0)),
                                          .name = arena_str(s->arena, api->getvalue(r, i, 1)),
                                          .oid = arena_str(s->arena, api->getvalue(r, i, 2)) };
        s->source.tables[i].name = s->tables[i].name;
    }
    api->clear(r);
    s->source.n_tables = s->left = (size_t)n;
    if (n == 0)
        return none(s, err);
    return s->table ? 0 : list_others(s, err);
}

/* ---- columns ---- */

static void add_column(struct job *j, struct arena *a, const char *name, uint32_t type, struct buf *sql)
{
    j->heads[j->n_columns] = (struct name_text){ .p = arena_str(a, name), .n = strlen(name) };
    j->kinds[j->n_columns] = pg_kind(type);
    buf_adds(sql, j->n_columns ? ", " : "COPY (SELECT ");
    sql_add_name(sql, name);
    buf_adds(sql, pg_cast(type));
    j->n_columns++;
}

static int plan(struct job *j, const struct pg_table *t, PGresult *r, struct arena *a, struct err *err)
{
    const struct pg_api *api = j->source->conn.api;
    struct buf sql CLEANUP(buf_done) = BUF(SQL_BYTES);
    int n = api->ntuples(r);

    j->heads = arena_array(a, (size_t)n, sizeof *j->heads);
    j->kinds = arena_array(a, (size_t)n, sizeof *j->kinds);
    for (int i = 0; i < n; i++)
        if (*api->getvalue(r, i, 2) == 't')
            add_column(j, a, api->getvalue(r, i, 0), (uint32_t)strtoul(api->getvalue(r, i, 1), NULL, 10), &sql);
        else
            j->denied++;
    if (j->n_columns == 0 && j->denied) {
        err_set(err, ERR_DATA_UNREADABLE, "The database server does not let that user read the table.", "all columns");
        return err_action(err, "Ask whoever keeps the database for the right to SELECT from it.");
    }
    if (j->n_columns == 0)
        return err_set(err, ERR_DATA_EMPTY, "There is a table without columns.", "nothing to select");
    buf_adds(&sql, " FROM ");
    sql_add_name(&sql, t->schema);
    buf_addc(&sql, '.');
    sql_add_name(&sql, t->name);
    buf_adds(&sql, ") TO STDOUT");
    j->sql = arena_str(a, sql.p);
    return buf_check(&sql, err);
}

static int job_init(struct job *j, struct pg_source *s, size_t i, const struct cancel *cancel, struct arena *a,
                    struct err *err)
{
    PGresult *r;
    int rc;

    *j = (struct job){ .source = s };
    if (begin(s, cancel, err) || pg_ask(&s->conn, columns_sql, s->tables[i].oid, NULL, &r, err)) {
        pg_close(&s->conn); /* a transaction that failed answers nothing more */
        return -1;
    }
    rc = plan(j, &s->tables[i], r, a, err);
    s->conn.api->clear(r);
    return rc;
}

/* ---- rows ---- */

static int too_much(struct err *err)
{
    err_set(err, ERR_TOO_LARGE, "The table on the server is larger than this program reads.", "over %llu rows or bytes",
            PG_ROWS);
    return err_action(err, "Make a view of the part you need, and name that with #schema.view.");
}

static int take_row(void *arg, char *row, size_t n, struct err *err)
{
    struct job *j = arg;
    bool is_sent;

    j->bytes += n;
    if (++j->rows > PG_ROWS || j->bytes > PG_BYTES)
        return too_much(err);
    sha256_add(j->hash, row, n);
    row = arena_dup(j->kept, row, n);
    if (pg_row(row, n, j->kinds, j->n_columns, batch_row(&j->batch), &j->cut, err) ||
        batch_next(&j->batch, &is_sent, err))
        return -1;
    if (is_sent) {
        arena_free(j->kept);
        j->kept = arena_new();
    }
    return 0;
}

static void tell(struct notes *notes, const struct job *j)
{
    const struct pg_source *s = j->source;

    if (s->others)
        notes_add(notes, "%s in other schemas and not read (%s); name one with #schema.table",
                  notes_count(notes, s->others_n, "table", "is", "are"), s->others);
    for (size_t i = 0; i < j->n_columns; i++)
        if (j->kinds[i] == PG_BYTES_HEX)
            notes_add(notes, "binary values of column %zu are told as hex digits", i + 1);
    if (j->cut)
        notes_add(notes, "%s cut after %d bytes", notes_count(notes, j->cut, "binary value", "is", "are"),
                  SOURCE_BLOB_BYTES);
    if (j->denied)
        notes_add(notes, "%s left out: the server does not let you read it",
                  notes_count(notes, j->denied, "column", "was", "were"));
}

static int read_table(void *arg, const struct rows_to *to, const struct cancel *cancel, struct notes *notes,
                      struct err *err)
{
    struct job *j = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char unused[SHA256_TEXT_BYTES];
    int rc;

    j->source->conn.cancel = cancel;
    j->rows = j->bytes = j->cut = 0;
    if (j->hash)
        sha256_end_text(j->hash, unused);
    j->hash = sha256_new();
    j->kept = arena_new();
    batch_init(&j->batch, a, to, j->n_columns);
    rc = pg_copy(&j->source->conn, j->sql, take_row, j, err);
    if (rc == 0)
        rc = batch_end(&j->batch, err);
    arena_free(j->kept);
    if (rc)
        pg_close(&j->source->conn); /* what is left of the answer is of no use */
    else if (notes)
        tell(notes, j);
    return rc;
}

/* ---- the source ---- */

/* The last table has been loaded: the server need not keep anything for us any longer. */
static void loaded_one(struct pg_source *s, size_t i)
{
    if (s->tables[i].is_loaded)
        return;
    s->tables[i].is_loaded = true;
    if (--s->left == 0)
        pg_close(&s->conn);
}

static int pg_source_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a,
                          struct notes *notes, struct loaded *ret, struct err *err)
{
    struct pg_source *s = (struct pg_source *)source;
    char hash[SHA256_TEXT_BYTES];
    struct job j;
    int rc;

    if (job_init(&j, s, i, cancel, a, err))
        return -1;
    rc = rows_load(&(struct rows_from){ &j, j.heads, j.n_columns, read_table }, cancel, a, notes, ret, err);
    if (j.hash)
        sha256_end_text(j.hash, hash);
    if (rc)
        return -1;
    ret->sha256 = arena_str(a, hash);
    loaded_one(s, i);
    return 0;
}

static int pg_source_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
                          struct notes *notes, const struct show_to *to, struct err *err)
{
    struct pg_source *s = (struct pg_source *)source;
    char hash[SHA256_TEXT_BYTES];
    struct job j;
    size_t i;
    int rc;

    if (rows_find(source, what->sheet, &i, err) || job_init(&j, s, i, cancel, a, err))
        return -1;
    rc = rows_show(&(struct rows_from){ &j, j.heads, j.n_columns, read_table }, source->tables[i].name, cancel, a,
                   notes, to, err);
    if (j.hash)
        sha256_end_text(j.hash, hash);
    return rc;
}

static void pg_source_close(struct source *source)
{
    struct pg_source *s = (struct pg_source *)source;

    pg_close(&s->conn);
    arena_free(s->arena);
}

static const struct source_ops pg_source_ops = {
    .load = pg_source_load,
    .show = pg_source_show,
    .close = pg_source_close,
};

int pg_source_open(const char *url, const char *password, const struct cancel *cancel, struct source **ret,
                   struct err *err)
{
    struct arena *a = arena_new();
    struct pg_source *s = arena_alloc(a, sizeof *s);

    s->arena = a;
    s->source = (struct source){ .ops = &pg_source_ops, .format = "postgresql", .opens = true };
    take_fragment(s, url);
    s->password = password ? arena_str(a, password) : NULL;
    if (begin(s, cancel, err) || list_tables(s, err)) {
        pg_source_close(&s->source);
        return -1;
    }
    *ret = &s->source;
    return 0;
}
