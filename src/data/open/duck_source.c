/* duck_source.c - an engine that may open one file, asked for rows in six simple kinds.
 *
 * Every column is cast by SQL of ours to one of: boolean, 64-bit integer, double, date, timestamp, text. That leaves
 * little to decode, and the engine's own casts are the exact ones.
 *
 * Both formats pack well: a page that says "the same value, ten million times" takes no room. So the bytes of all
 * values that came out are held against the file's own, as those of a compressed file are (inflate.c).
 */
#include "data/open/duck_source.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/sql.h"
#include "base/timefmt.h"
#include "data/engine/engine_value.h"
#include "data/engine/engine_watch.h"
#include "data/open/duck_source_node.h"
#include "formats/mend.h"
#include "formats/rows.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/types/values.h"
#include <inttypes.h>
#include <math.h>

#define VALUE_BYTES 8   /* of a value that is no text, and of a text's place */
#define NOTHING_BYTES 1 /* of a place without a value: tables of many nearly empty columns are honest */

/* How a column is read. */
struct duck_column {
    const char *expression; /* SQL that makes it one of the kinds */
    enum datum_kind kind;   /* DECIMAL and TEXT come as text */
    bool is_blob;
};

struct job {
    struct duck_source *source;
    const char *from;
    struct name_text *heads;
    struct duck_column *columns;
    size_t n_columns;
    uint64_t *unpacked;   /* bytes of values so far */
    uint64_t unpacked_by; /* the source's other tables */
    uint64_t blobs, cut;
    struct mended mended;
    struct arena *scratch; /* mended texts of one chunk */
};

/* ---- columns ---- */

static const char *wrap(struct arena *a, const char *name, const char *before, const char *after)
{
    struct buf b CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);

    buf_adds(&b, before);
    sql_add_name(&b, name);
    buf_adds(&b, after);
    return arena_str(a, b.p);
}

/* What each type is made: kind, and the SQL around the column's name. A type that is not listed is told as text. */
static const struct {
    duckdb_type type;
    enum datum_kind kind;
    const char *before, *after;
} casts[] = {
    { DUCKDB_TYPE_BOOLEAN, DATUM_TRUTH, "", "" },
    { DUCKDB_TYPE_TINYINT, DATUM_INTEGER, "CAST(", " AS BIGINT)" },
    { DUCKDB_TYPE_SMALLINT, DATUM_INTEGER, "CAST(", " AS BIGINT)" },
    { DUCKDB_TYPE_INTEGER, DATUM_INTEGER, "CAST(", " AS BIGINT)" },
    { DUCKDB_TYPE_BIGINT, DATUM_INTEGER, "", "" },
    { DUCKDB_TYPE_UTINYINT, DATUM_INTEGER, "CAST(", " AS BIGINT)" },
    { DUCKDB_TYPE_USMALLINT, DATUM_INTEGER, "CAST(", " AS BIGINT)" },
    { DUCKDB_TYPE_UINTEGER, DATUM_INTEGER, "CAST(", " AS BIGINT)" },
    { DUCKDB_TYPE_UBIGINT, DATUM_DECIMAL, "CAST(", " AS VARCHAR)" },
    { DUCKDB_TYPE_HUGEINT, DATUM_DECIMAL, "CAST(", " AS VARCHAR)" },
    { DUCKDB_TYPE_UHUGEINT, DATUM_DECIMAL, "CAST(", " AS VARCHAR)" },
    { DUCKDB_TYPE_DECIMAL, DATUM_DECIMAL, "CAST(", " AS VARCHAR)" },
    { DUCKDB_TYPE_FLOAT, DATUM_NUMBER, "CAST(", " AS DOUBLE)" },
    { DUCKDB_TYPE_DOUBLE, DATUM_NUMBER, "", "" },
    { DUCKDB_TYPE_DATE, DATUM_DATE, "", "" },
    { DUCKDB_TYPE_TIMESTAMP, DATUM_TIME, "", "" },
    { DUCKDB_TYPE_TIMESTAMP_TZ, DATUM_TIME, "", "" },
    { DUCKDB_TYPE_TIMESTAMP_S, DATUM_TIME, "CAST(", " AS TIMESTAMP)" },
    { DUCKDB_TYPE_TIMESTAMP_MS, DATUM_TIME, "CAST(", " AS TIMESTAMP)" },
    { DUCKDB_TYPE_TIMESTAMP_NS, DATUM_TIME, "CAST(", " AS TIMESTAMP)" },
    { DUCKDB_TYPE_VARCHAR, DATUM_TEXT, "", "" },
    { DUCKDB_TYPE_BLOB, DATUM_TEXT, "lower(hex(", "))" },
    { DUCKDB_TYPE_LIST, DATUM_TEXT, "CAST(to_json(", ") AS VARCHAR)" },
    { DUCKDB_TYPE_STRUCT, DATUM_TEXT, "CAST(to_json(", ") AS VARCHAR)" },
    { DUCKDB_TYPE_MAP, DATUM_TEXT, "CAST(to_json(", ") AS VARCHAR)" },
    { DUCKDB_TYPE_ARRAY, DATUM_TEXT, "CAST(to_json(", ") AS VARCHAR)" },
    { DUCKDB_TYPE_UNION, DATUM_TEXT, "CAST(to_json(", ") AS VARCHAR)" },
};

static struct duck_column plan(struct arena *a, const char *name, duckdb_type type)
{
    for (size_t i = 0; i < COUNT_OF(casts); i++)
        if (casts[i].type == type)
            return (struct duck_column){ .expression = wrap(a, name, casts[i].before, casts[i].after),
                                         .kind = casts[i].kind,
                                         .is_blob = type == DUCKDB_TYPE_BLOB };
    return (struct duck_column){ .expression = wrap(a, name, "CAST(", " AS VARCHAR)"), .kind = DATUM_TEXT };
}

static int job_init(struct job *j, struct duck_source *s, size_t i, const struct cancel *cancel, struct arena *a,
                    struct err *err)
{
    duckdb_result result;

    *j = (struct job){ .source = s, .from = s->froms[i], .unpacked = &s->unpacked[i] };
    for (size_t k = 0; k < s->source.n_tables; k++)
        j->unpacked_by += k == i ? 0 : s->unpacked[k];
    if (duck_ask(s, arena_printf(a, "SELECT * FROM %s LIMIT 0", j->from), cancel, &result, err))
        return -1;
    j->n_columns = s->api->column_count(&result);
    if (j->n_columns > DATA_COLUMNS) {
        s->api->destroy_result(&result);
        err_set(err, ERR_TOO_LARGE, "The table has more columns than this program reads.", "%zu", j->n_columns);
        return err_action(err, "Keep the columns you need.");
    }
    j->heads = arena_array(a, j->n_columns, sizeof *j->heads);
    j->columns = arena_array(a, j->n_columns, sizeof *j->columns);
    for (size_t k = 0; k < j->n_columns; k++) {
        duckdb_logical_type type = s->api->column_logical_type(&result, k);
        const char *name = arena_str(a, s->api->column_name(&result, k));

        j->heads[k] = (struct name_text){ .p = name, .n = strlen(name) };
        j->columns[k] = plan(a, name, s->api->get_type_id(type));
        s->api->destroy_logical_type(&type);
    }
    s->api->destroy_result(&result);
    return 0;
}

/* ---- values ---- */

struct vector {
    const void *data;
    const uint64_t *validity; /* NULL: all are there */
};

static bool is_there(const struct vector *v, size_t row)
{
    return !v->validity || v->validity[row / 64] >> row % 64 & 1;
}

static int put_text(struct job *j, const struct duck_column *c, const struct vector *v, size_t row, struct datum *ret,
                    struct err *err)
{
    size_t n;
    const char *p = string_text(v->data, row, &n);

    if (c->is_blob) {
        j->blobs++;
        j->cut += n > 2 * SOURCE_BLOB_BYTES;
        n = n > 2 * SOURCE_BLOB_BYTES ? 2 * SOURCE_BLOB_BYTES : n;
    }
    if (n > DATA_CELL_BYTES)
        return value_too_long("A value", n, err);
    *j->unpacked += n;
    p = mend_text(j->scratch, p, &n, &j->mended);
    if (n > DATA_CELL_BYTES)
        return value_too_long("A value", n, err);
    *ret = (struct datum){ .kind = c->kind, .n = (uint32_t)n, .p = p };
    return 0;
}

static struct datum word(const char *text)
{
    return (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)strlen(text), .p = text };
}

static struct datum number(double v)
{
    if (isfinite(v))
        return (struct datum){ .kind = DATUM_NUMBER, .real = v };
    return word(isnan(v) ? "NaN" : v < 0 ? "-Infinity" : "Infinity");
}

/* The engine's largest and smallest stand for infinity. It has years that no column of ours holds; they are told as
 * text. */
static struct datum day(const struct job *j, int32_t v)
{
    duckdb_date_struct d;

    if (v == INT32_MAX || v == -INT32_MAX)
        return word(v < 0 ? "-infinity" : "infinity");
    if (v >= FIRST_DAY && v <= LAST_DAY)
        return (struct datum){ .kind = DATUM_DATE, .integer = v };
    d = j->source->api->from_date((duckdb_date){ v });
    return word(arena_printf(j->scratch, "%05d-%02d-%02d", d.year, d.month, d.day));
}

static struct datum moment(const struct job *j, int64_t v)
{
    struct civil c;

    if (v == INT64_MAX || v == -INT64_MAX)
        return word(v < 0 ? "-infinity" : "infinity");
    if (v >= FIRST_DAY * DAY_US && v < (LAST_DAY + 1) * DAY_US)
        return (struct datum){ .kind = DATUM_TIME, .integer = v };
    c = civil_from_us(v);
    return word(
        arena_printf(j->scratch, "%05d-%02d-%02d %02d:%02d:%02d", c.year, c.month, c.day, c.hour, c.minute, c.second));
}

static int put(struct job *j, const struct duck_column *c, const struct vector *v, size_t row, struct datum *ret,
               struct err *err)
{
    *j->unpacked += is_there(v, row) ? VALUE_BYTES : NOTHING_BYTES;
    if (!is_there(v, row))
        return 0;
    switch (c->kind) {
    case DATUM_TRUTH:
        *ret = (struct datum){ .kind = DATUM_TRUTH, .integer = ((const bool *)v->data)[row] };
        return 0;
    case DATUM_INTEGER:
        *ret = (struct datum){ .kind = DATUM_INTEGER, .integer = ((const int64_t *)v->data)[row] };
        return 0;
    case DATUM_NUMBER:
        *ret = number(((const double *)v->data)[row]);
        return 0;
    case DATUM_DATE:
        *ret = day(j, ((const int32_t *)v->data)[row]);
        return 0;
    case DATUM_TIME:
        *ret = moment(j, ((const int64_t *)v->data)[row]);
        return 0;
    case DATUM_TEXT:
    case DATUM_DECIMAL:
    case DATUM_NONE:
    case DATUM_SHARED:
    case DATUM_ERROR:
        break;
    }
    return put_text(j, c, v, row, ret, err);
}

/* ---- rows ---- */

/* Once for each chunk: it holds some thousand rows. */
static int check_unpacked(const struct job *j, struct err *err)
{
    uint64_t bytes = *j->unpacked + j->unpacked_by, packed = j->source->packed;

    if (bytes <= DATA_INFLATE_FREE_BYTES || bytes / DATA_INFLATE_RATIO <= packed)
        return 0;
    err_set(err, ERR_TOO_LARGE, "The file holds far more than its size makes believable.",
            "%" PRIu64 " bytes out of %" PRIu64, bytes, packed);
    return err_action(err, "If it is to be trusted, write it as CSV first.");
}

static int give_chunk(struct job *j, duckdb_data_chunk chunk, struct vector *vectors, struct row_batch *batch,
                      struct err *err)
{
    const struct duck_api *api = j->source->api;
    size_t rows = api->data_chunk_get_size(chunk);

    for (size_t i = 0; i < j->n_columns; i++) {
        duckdb_vector v = api->data_chunk_get_vector(chunk, i);
        vectors[i] = (struct vector){ api->vector_get_data(v), api->vector_get_validity(v) };
    }
    for (size_t row = 0; row < rows; row++) {
        struct datum *values = batch_row(batch);
        for (size_t i = 0; i < j->n_columns; i++)
            if (put(j, &j->columns[i], &vectors[i], row, &values[i], err))
                return -1;
        if (batch_next(batch, NULL, err))
            return -1;
    }
    if (batch_end(batch, err)) /* the texts go with the chunk */
        return -1;
    return check_unpacked(j, err);
}

static int give_rows(struct job *j, duckdb_result *result, struct row_batch *batch, const struct cancel *cancel,
                     struct arena *a, struct err *err)
{
    struct vector *vectors = arena_array(a, j->n_columns, sizeof *vectors);
    duckdb_data_chunk chunk;

    while ((chunk = j->source->api->fetch_chunk(*result)) != NULL) {
        int rc;

        j->scratch = arena_new();
        rc = cancel_check(cancel, err) ? -1 : give_chunk(j, chunk, vectors, batch, err);
        arena_free(j->scratch);
        j->source->api->destroy_data_chunk(&chunk);
        if (rc)
            return -1;
    }
    if (j->source->api->result_error(result))
        return duck_failed(cancel, j->source->api->result_error(result), err);
    return 0;
}

static int stream(struct job *j, const char *sql, struct row_batch *batch, const struct cancel *cancel, struct arena *a,
                  struct err *err)
{
    const struct duck_api *api = j->source->api;
    duckdb_prepared_statement statement = NULL;
    duckdb_result result = { 0 };
    struct watch watch;
    int rc = watch_start(&watch, api, j->source->con, cancel, err);

    if (rc == 0 && api->prepare(j->source->con, sql, &statement) != DuckDBSuccess)
        rc = duck_failed(cancel, api->prepare_error(statement), err);
    if (rc == 0 && api->execute_prepared_streaming(statement, &result) != DuckDBSuccess)
        rc = duck_failed(cancel, api->result_error(&result), err);
    if (rc == 0)
        rc = give_rows(j, &result, batch, cancel, a, err);
    watch_stop(&watch);
    api->destroy_result(&result);
    api->destroy_prepare(&statement);
    return rc;
}

static void tell(struct notes *notes, const struct job *j)
{
    if (j->source->more)
        notes_add(notes, "%s not read", notes_count(notes, j->source->more, "more table", "was", "were"));
    if (j->source->views)
        notes_add(notes, "%s not read", notes_count(notes, j->source->views, "view", "was", "were"));
    if (j->blobs)
        notes_add(notes, "%s told as hex digits", notes_count(notes, j->blobs, "binary value", "is", "are"));
    if (j->cut)
        notes_add(notes, "%s cut after %d bytes", notes_count(notes, j->cut, "binary value", "is", "are"),
                  SOURCE_BLOB_BYTES);
    mend_tell(notes, &j->mended);
}

static int read_table(void *arg, const struct rows_to *to, const struct cancel *cancel, struct notes *notes,
                      struct err *err)
{
    struct job *j = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf sql CLEANUP(buf_done) = BUF(4 * ENGINE_SQL_BYTES);
    struct row_batch batch;

    j->blobs = j->cut = *j->unpacked = 0;
    j->mended = (struct mended){ 0 };
    buf_adds(&sql, "SELECT ");
    for (size_t i = 0; i < j->n_columns; i++)
        buf_addf(&sql, "%s%s", i ? ", " : "", j->columns[i].expression);
    buf_addf(&sql, " FROM %s", j->from);
    if (buf_check(&sql, err))
        return -1;
    batch_init(&batch, a, to, j->n_columns);
    if (stream(j, sql.p, &batch, cancel, a, err))
        return -1;
    if (notes)
        tell(notes, j);
    return 0;
}

/* ---- the source's two functions that give rows ---- */

int duck_source_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                     struct loaded *ret, struct err *err)
{
    struct job j;

    if (job_init(&j, (struct duck_source *)source, i, cancel, a, err))
        return -1;
    return rows_load(&(struct rows_from){ &j, j.heads, j.n_columns, read_table }, cancel, a, notes, ret, err);
}

int duck_source_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
                     struct notes *notes, const struct show_to *to, struct err *err)
{
    struct job j;
    size_t i;

    if (rows_find(source, what->sheet, &i, err) || job_init(&j, (struct duck_source *)source, i, cancel, a, err))
        return -1;
    return rows_show(&(struct rows_from){ &j, j.heads, j.n_columns, read_table }, source->tables[i].name, cancel, a,
                     notes, to, err);
}
