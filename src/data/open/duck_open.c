/* duck_open.c - the engine for one Parquet or DuckDB file: opened, closed to everything else, and asked what it holds.
 *
 * A Parquet file is named in the list of paths that may be read before access to all others is taken away; a DuckDB
 * file is the database itself, opened read-only. Then the configuration is locked.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/sql.h"
#include "data/engine/engine_value.h"
#include "data/engine/engine_watch.h"
#include "data/open/duck_source.h"
#include "data/open/duck_source_node.h"
#include "grid/names.h"
#include "sys/memfile.h"
#include <fcntl.h>
#include <unistd.h>

/* ---- errors and queries ---- */

int duck_failed(const struct cancel *cancel, const char *text, struct err *err)
{
    text = text ? text : "no reason given";
    if (cancel_check(cancel, err))
        return -1;
    if (strstr(text, "Out of Memory"))
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "The file needs more memory than there is for it.", "%s", text);
    if (strstr(text, "newer DuckDB version") || strstr(text, "old version of DuckDB") || strstr(text, "storage")) {
        err_set(err, ERR_DATA_UNREADABLE, "The database was written by another version of DuckDB.", "%s", text);
        return err_action(err, "Export its tables as Parquet with the version that wrote it.");
    }
    if (strstr(text, "Could not set lock")) {
        err_set(err, ERR_DATA_UNREADABLE, "Another program has the database open.", "%s", text);
        return err_action(err, "Close it there, or give a copy.");
    }
    err_set(err, ERR_DATA_UNREADABLE, "The file is damaged, or uses something that is not read here.", "%s", text);
    return err_action(err, "Write it anew with the program it comes from.");
}

int duck_ask(struct duck_source *s, const char *sql, const struct cancel *cancel, duckdb_result *ret, struct err *err)
{
    struct watch watch;
    duckdb_state state = DuckDBError;
    int rc = watch_start(&watch, s->api, s->con, cancel, err);

    *ret = (duckdb_result){ 0 };
    if (rc == 0)
        state = s->api->query(s->con, sql, ret);
    watch_stop(&watch);
    if (rc == 0 && state != DuckDBSuccess)
        rc = duck_failed(cancel, s->api->result_error(ret), err);
    if (rc)
        s->api->destroy_result(ret);
    return rc;
}

static int run(struct duck_source *s, const char *sql, const struct cancel *cancel, struct err *err)
{
    duckdb_result result;

    if (duck_ask(s, sql, cancel, &result, err))
        return -1;
    s->api->destroy_result(&result);
    return 0;
}

/* ---- opening ---- */

static void duck_source_close(struct source *source)
{
    struct duck_source *s = (struct duck_source *)source;

    if (s->con)
        s->api->disconnect(&s->con);
    if (s->db)
        s->api->close(&s->db);
    if (s->fd >= 0)
        close(s->fd);
    arena_free(s->arena);
}

static const struct source_ops duck_source_ops = {
    .load = duck_source_load,
    .show = duck_source_show,
    .close = duck_source_close,
};

/* A name by which the library can open the bytes: their own descriptor's, or that of a copy in memory where there is
 * none, or where it may not be opened again. */
static int find_path(struct duck_source *s, const struct source_bytes *bytes, char path[static MEMFILE_PATH_BYTES],
                     struct err *err)
{
    int again;

    if (bytes->fd >= 0) {
        memfile_path(bytes->fd, path);
        again = open(path, O_RDONLY | O_CLOEXEC);
        if (again >= 0) {
            close(again);
            return 0;
        }
    }
    if (memfile_new(bytes->p, bytes->n, &s->fd, err))
        return -1;
    memfile_path(s->fd, path);
    return 0;
}

/* database: the file that is opened; NULL: none, the tables are read from elsewhere. */
static int open_engine(struct duck_source *s, const char *database, const struct cancel *cancel, struct err *err)
{
    static const struct {
        const char *name, *value;
    } settings[] = {
        { "threads", "1" },
        { "memory_limit", "2GB" },
        { "temp_directory", "" },
        { "autoinstall_known_extensions", "false" },
        { "autoload_known_extensions", "false" },
        { "allow_community_extensions", "false" },
        { "allow_persistent_secrets", "false" },
    };
    duckdb_config config = NULL;
    char *why = NULL;
    duckdb_state state;
    int rc = 0;

    if (duck_api(&s->api, err))
        return -1;
    state = s->api->create_config(&config);
    for (size_t i = 0; i < COUNT_OF(settings) && state == DuckDBSuccess; i++)
        state = s->api->set_config(config, settings[i].name, settings[i].value);
    if (database && state == DuckDBSuccess)
        state = s->api->set_config(config, "access_mode", "READ_ONLY");
    if (state == DuckDBSuccess)
        state = s->api->open_ext(database, &s->db, config, &why);
    if (state == DuckDBSuccess)
        state = s->api->connect(s->db, &s->con);
    if (state != DuckDBSuccess)
        rc = duck_failed(cancel, why, err);
    s->api->free(why);
    s->api->destroy_config(&config);
    return rc;
}

/* From here on nothing but the path (NULL: nothing at all) can be opened. */
static int shut(struct duck_source *s, const char *path, const struct cancel *cancel, struct err *err)
{
    if (path && run(s, arena_printf(s->arena, "SET allowed_paths=['%s']", path), cancel, err))
        return -1;
    return run(s, "SET enable_external_access=false", cancel, err) ||
           run(s, "SET lock_configuration=true", cancel, err);
}

static struct duck_source *duck_source_new(const char *format)
{
    struct arena *a = arena_new();
    struct duck_source *s = arena_alloc(a, sizeof *s);

    s->source = (struct source){ .ops = &duck_source_ops, .format = format, .opens = true };
    s->arena = a;
    s->fd = -1;
    return s;
}

static int finish(struct duck_source *s, int rc, struct source **ret)
{
    if (rc)
        duck_source_close(&s->source);
    else
        *ret = &s->source;
    return rc ? -1 : 0;
}

/* ---- Parquet ---- */

static int open_parquet(struct duck_source *s, const struct source_bytes *bytes, const struct cancel *cancel,
                        struct err *err)
{
    char path[MEMFILE_PATH_BYTES];
    const char *stem = names_stem(s->arena, bytes->name);

    s->packed = bytes->n;
    if (find_path(s, bytes, path, err) || open_engine(s, NULL, cancel, err) || shut(s, path, cancel, err))
        return -1;
    s->source.tables = arena_array(s->arena, 1, sizeof *s->source.tables);
    s->source.tables[0].name = stem;
    s->source.tables[0].is_file = true;
    s->source.n_tables = 1;
    s->froms = arena_array(s->arena, 1, sizeof *s->froms);
    s->unpacked = arena_array(s->arena, 1, sizeof *s->unpacked);
    s->froms[0] = arena_printf(s->arena, "read_parquet('%s')", path);
    return run(s, arena_printf(s->arena, "SELECT * FROM %s LIMIT 0", s->froms[0]), cancel, err);
}

int parquet_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                        struct err *err)
{
    struct duck_source *s = duck_source_new("parquet");

    return finish(s, open_parquet(s, bytes, cancel, err), ret);
}

/* ---- DuckDB ---- */

/* A table of the database, by its schema and its name. */
static void add_table(struct duck_source *s, const char *schema, const char *name)
{
    struct buf from CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);

    if (s->source.n_tables == SOURCE_TABLES) {
        s->more++;
        return;
    }
    sql_add_name(&from, schema);
    buf_addc(&from, '.');
    sql_add_name(&from, name);
    s->froms[s->source.n_tables] = arena_str(s->arena, from.p);
    s->source.tables[s->source.n_tables++].name = name;
}

static int list_tables(struct duck_source *s, const struct cancel *cancel, struct err *err)
{
    duckdb_result result;
    duckdb_data_chunk chunk;

    if (duck_ask(s,
                 "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal AND NOT temporary "
                 "ORDER BY schema_name, table_name",
                 cancel, &result, err))
        return -1;
    s->source.tables = arena_array(s->arena, SOURCE_TABLES, sizeof *s->source.tables);
    s->froms = arena_array(s->arena, SOURCE_TABLES, sizeof *s->froms);
    s->unpacked = arena_array(s->arena, SOURCE_TABLES, sizeof *s->unpacked);
    while ((chunk = s->api->fetch_chunk(result)) != NULL) {
        const void *schemas = s->api->vector_get_data(s->api->data_chunk_get_vector(chunk, 0));
        const void *names = s->api->vector_get_data(s->api->data_chunk_get_vector(chunk, 1));

        for (size_t i = 0; i < s->api->data_chunk_get_size(chunk); i++) {
            size_t n, schema_n;
            const char *schema = string_text(schemas, i, &schema_n), *name = string_text(names, i, &n);
            add_table(s, arena_dup(s->arena, schema, schema_n), arena_dup(s->arena, name, n));
        }
        s->api->destroy_data_chunk(&chunk);
    }
    s->api->destroy_result(&result);
    return 0;
}

static int count_views(struct duck_source *s, const struct cancel *cancel, struct err *err)
{
    duckdb_result result;
    duckdb_data_chunk chunk;

    if (duck_ask(s, "SELECT count(*) FROM duckdb_views() WHERE NOT internal", cancel, &result, err))
        return -1;
    chunk = s->api->fetch_chunk(result);
    if (chunk && s->api->data_chunk_get_size(chunk) == 1)
        s->views = (size_t) * (const int64_t *)s->api->vector_get_data(s->api->data_chunk_get_vector(chunk, 0));
    if (chunk)
        s->api->destroy_data_chunk(&chunk);
    s->api->destroy_result(&result);
    return 0;
}

static int open_duckdb(struct duck_source *s, const struct source_bytes *bytes, const struct cancel *cancel,
                       struct err *err)
{
    char path[MEMFILE_PATH_BYTES];

    s->packed = bytes->n;
    if (find_path(s, bytes, path, err) || open_engine(s, path, cancel, err) || shut(s, NULL, cancel, err) ||
        list_tables(s, cancel, err) || count_views(s, cancel, err))
        return -1;
    if (s->source.n_tables > 0)
        return 0;
    err_set(err, ERR_DATA_EMPTY, "There is no table in that database.", "%zu views", s->views);
    return err_action(err, "Views are not read: export what they show as Parquet or CSV.");
}

int duckdb_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                       struct err *err)
{
    struct duck_source *s = duck_source_new("duckdb");

    return finish(s, open_duckdb(s, bytes, cancel, err), ret);
}
