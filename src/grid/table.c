/* table.c - names of the types, the schema's fingerprint, and tables as JSON. */
#include "grid/table.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/limits.h"

static const char *const type_names[COLUMN_TYPES] = {
    [COLUMN_TEXT] = "text",           [COLUMN_INTEGER] = "integer", [COLUMN_DECIMAL] = "decimal",
    [COLUMN_FLOAT] = "float",         [COLUMN_BOOLEAN] = "boolean", [COLUMN_DATE] = "date",
    [COLUMN_TIMESTAMP] = "timestamp",
};

const char *column_type_name(enum column_type type)
{
    return type_names[type];
}

bool column_is_number(enum column_type type)
{
    return type == COLUMN_INTEGER || type == COLUMN_DECIMAL || type == COLUMN_FLOAT;
}

unsigned column_sum_room(uint64_t values)
{
    unsigned digits = 0;

    for (uint64_t left = values > 0 ? values - 1 : 0; left > 0; left /= 10)
        digits++;
    return digits;
}

bool column_sum_is_rounded(const struct column *c, uint64_t values)
{
    return c->type == COLUMN_DECIMAL && (unsigned)c->precision + column_sum_room(values) > DATA_DECIMAL_DIGITS;
}

/* ---- fingerprint ---- */

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void table_fingerprint(const struct column *columns, size_t n, char out[static SHA256_TEXT_BYTES])
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char **lines = arena_array(scratch, n, sizeof *lines);
    struct sha256 *hash = sha256_new();

    for (size_t i = 0; i < n; i++)
        lines[i] = arena_printf(scratch, "%s:%s\n", columns[i].name, column_type_name(columns[i].type));
    if (n > 0)
        qsort(lines, n, sizeof *lines, compare_lines);
    for (size_t i = 0; i < n; i++)
        sha256_add(hash, lines[i], strlen(lines[i]));
    sha256_end_text(hash, out);
}

/* ---- to JSON ---- */

static struct json *texts_to_json(struct arena *a, const char *const *texts, size_t n)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, list, json_str(a, texts[i]));
    return list;
}

static struct json *misfits_to_json(struct arena *a, const struct column *c)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < c->n_misfit; i++) {
        struct json *v = json_object(a);
        json_set(a, v, "row", json_int(a, (int64_t)c->misfit[i].row));
        json_set(a, v, "text", json_str(a, c->misfit[i].text));
        json_push(a, list, v);
    }
    return list;
}

/* What is past the bound was not counted, and is not told as if it were. */
static const char *distinct_key(uint64_t n)
{
    return n > COLUMN_VALUES_MAX ? "distinct_at_least" : "distinct";
}

struct json *column_to_json(struct arena *a, const struct column *c)
{
    struct json *v = json_object(a);

    json_set(a, v, "name", json_str(a, c->name));
    json_set(a, v, "type", json_str(a, column_type_name(c->type)));
    if (c->type == COLUMN_DECIMAL) {
        json_set(a, v, "precision", json_int(a, c->precision));
        json_set(a, v, "scale", json_int(a, c->scale));
    }
    if (c->unit)
        json_set(a, v, "unit", json_str(a, c->unit));
    json_set(a, v, "nulls", json_int(a, (int64_t)c->nulls));
    if (c->misfits) {
        json_set(a, v, "misfits", json_int(a, (int64_t)c->misfits));
        json_set(a, v, "misfit", misfits_to_json(a, c));
    }
    json_set(a, v, distinct_key(c->distinct), json_int(a, (int64_t)c->distinct));
    if (c->values)
        json_set(a, v, "values", texts_to_json(a, c->values, c->n_values));
    return v;
}

struct json *table_to_json(struct arena *a, const struct table *t)
{
    struct json *v = json_object(a), *columns = json_array(a);

    for (size_t i = 0; i < t->n_columns; i++)
        json_push(a, columns, column_to_json(a, &t->columns[i]));
    json_set(a, v, "name", json_str(a, t->name));
    json_set(a, v, "source", json_str(a, t->source));
    if (t->sheet)
        json_set(a, v, "sheet", json_str(a, t->sheet));
    if (t->range)
        json_set(a, v, "range", json_str(a, t->range));
    if (t->hidden)
        json_set(a, v, "hidden", json_bool(a, true));
    json_set(a, v, "row_count", json_int(a, (int64_t)t->rows));
    json_set(a, v, "columns", columns);
    json_set(a, v, "sha256", json_str(a, t->sha256));
    json_set(a, v, "schema_fingerprint", json_str(a, t->fingerprint));
    json_set(a, v, "assumptions", texts_to_json(a, t->assumptions, t->n_assumptions));
    return v;
}

/* ---- from JSON ---- */

static int wrong(struct err *err, const char *field)
{
    return err_set(err, ERR_INVALID_INPUT, "That is not a table's description.", "field '%s' is missing or wrong",
                   field);
}

static int get_text(struct arena *a, const struct json *v, const char *field, const char **ret, struct err *err)
{
    size_t n;
    const char *text = json_text(json_get(v, field), &n);

    if (!text || n == 0 || memchr(text, '\0', n))
        return wrong(err, field);
    *ret = arena_dup(a, text, n);
    return 0;
}

static int get_count(const struct json *v, const char *field, uint64_t *ret, struct err *err)
{
    int64_t count;

    if (!json_int64(json_get(v, field), &count) || count < 0)
        return wrong(err, field);
    *ret = (uint64_t)count;
    return 0;
}

static int get_hash(const struct json *v, const char *field, char out[static SHA256_TEXT_BYTES], struct err *err)
{
    size_t n;
    const char *text = json_text(json_get(v, field), &n);

    if (!text || !id_is_sha256(text, n))
        return wrong(err, field);
    memcpy(out, text, SHA256_TEXT_BYTES);
    return 0;
}

/* The array's texts, or NULL where the field is absent. */
static int get_texts(struct arena *a, const struct json *v, const char *field, size_t most, const char *const **ret,
                     size_t *ret_n, struct err *err)
{
    const struct json *list = json_get(v, field);
    size_t n = json_len(list);
    const char **texts;

    *ret = NULL;
    *ret_n = 0;
    if (!list)
        return 0;
    if (!json_is(list, JSON_ARRAY) || n > most)
        return wrong(err, field);
    texts = arena_array(a, n, sizeof *texts);
    for (size_t i = 0; i < n; i++) {
        const char *text = json_text(json_at(list, i), NULL);
        if (!text)
            return wrong(err, field);
        texts[i] = arena_str(a, text);
    }
    *ret = texts;
    *ret_n = n;
    return 0;
}

static int get_type(const struct json *v, enum column_type *ret, struct err *err)
{
    const char *name = json_get_text(v, "type");

    for (size_t i = 0; name && i < COLUMN_TYPES; i++)
        if (strcmp(name, type_names[i]) == 0) {
            *ret = (enum column_type)i;
            return 0;
        }
    return wrong(err, "type");
}

static int get_misfits(struct arena *a, const struct json *v, struct column *c, struct err *err)
{
    const struct json *list = json_get(v, "misfit");
    size_t n = json_len(list);
    struct misfit *misfits;

    if (!json_get(v, "misfits"))
        return 0;
    if (get_count(v, "misfits", &c->misfits, err))
        return -1;
    if (!json_is(list, JSON_ARRAY) || n > COLUMN_MISFITS_SHOWN || n > c->misfits)
        return wrong(err, "misfit");
    misfits = arena_array(a, n, sizeof *misfits);
    for (size_t i = 0; i < n; i++)
        if (get_count(json_at(list, i), "row", &misfits[i].row, err) ||
            get_text(a, json_at(list, i), "text", &misfits[i].text, err))
            return -1;
    c->misfit = misfits;
    c->n_misfit = n;
    return 0;
}

static int get_precision(const struct json *v, struct column *c, struct err *err)
{
    int64_t precision = json_get_int(v, "precision", 0), scale = json_get_int(v, "scale", -1);

    if (c->type != COLUMN_DECIMAL)
        return 0;
    if (precision < 1 || precision > 38 || scale < 0 || scale > precision)
        return wrong(err, "precision");
    c->precision = (int)precision;
    c->scale = (int)scale;
    return 0;
}

int column_from_json(struct arena *a, const struct json *v, struct column *ret, struct err *err)
{
    struct column c = { 0 };

    if (get_text(a, v, "name", &c.name, err) || get_type(v, &c.type, err) || get_count(v, "nulls", &c.nulls, err) ||
        get_count(v, json_get(v, "distinct") ? "distinct" : "distinct_at_least", &c.distinct, err) ||
        get_texts(a, v, "values", COLUMN_VALUES_MAX, &c.values, &c.n_values, err) || get_misfits(a, v, &c, err) ||
        get_precision(v, &c, err))
        return -1;
    if (json_get(v, "unit") && get_text(a, v, "unit", &c.unit, err))
        return -1;
    *ret = c;
    return 0;
}

int table_from_json(struct arena *a, const struct json *v, struct table *ret, struct err *err)
{
    const struct json *columns = json_get(v, "columns");
    struct table t = { .n_columns = json_len(columns), .hidden = json_get_truth(v, "hidden") };

    if (get_text(a, v, "name", &t.name, err) || get_text(a, v, "source", &t.source, err) ||
        get_count(v, "row_count", &t.rows, err) || get_hash(v, "sha256", t.sha256, err) ||
        get_hash(v, "schema_fingerprint", t.fingerprint, err) ||
        get_texts(a, v, "assumptions", DATA_NOTES, &t.assumptions, &t.n_assumptions, err))
        return -1;
    if ((json_get(v, "sheet") && get_text(a, v, "sheet", &t.sheet, err)) ||
        (json_get(v, "range") && get_text(a, v, "range", &t.range, err)))
        return -1;
    if (!json_is(columns, JSON_ARRAY) || t.n_columns == 0 || t.n_columns > DATA_COLUMNS)
        return wrong(err, "columns");
    t.columns = arena_array(a, t.n_columns, sizeof *t.columns);
    for (size_t i = 0; i < t.n_columns; i++)
        if (column_from_json(a, json_at(columns, i), &t.columns[i], err))
            return -1;
    *ret = t;
    return 0;
}
