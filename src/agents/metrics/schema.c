/* schema.c - what the files hold: the profile becomes the seed's FileSchema and DataModel, and the metric SQL. */
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/gate.h"
#include <string.h>

/* ---- a file's columns ---- */

static const char *data_type(const char *type)
{
    static const char *const names[][2] = { { "integer", "integer" },
                                            { "decimal", "float" },
                                            { "float", "float" },
                                            { "date", "date" },
                                            { "timestamp", "datetime" } };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(type, names[i][0]) == 0)
            return names[i][1];
    return "string";
}

static const char *value_text(struct arena *a, const struct json *v)
{
    if (json_is(v, JSON_STRING))
        return json_text(v, NULL);
    if (json_is(v, JSON_NUMBER))
        return json_digits(v);
    return json_is(v, JSON_BOOL) ? arena_printf(a, "%s", json_truth(v) ? "true" : "false") : NULL;
}

static struct json *column_json(struct arena *a, const struct json *column)
{
    const struct json *top = json_get(column, "top");
    struct json *v = json_object(a), *samples = json_array(a);
    int64_t distinct = json_get_int(column, "distinct", 0);

    for (size_t i = 0; i < json_len(top) && json_len(samples) < METRICS_SAMPLES; i++) {
        const char *text = value_text(a, json_get(json_at(top, i), "value"));
        if (text)
            json_push(a, samples, json_str(a, text));
    }
    json_set(a, v, "name", json_copy(a, json_get(column, "name")));
    json_set(a, v, "inferred_type", json_copy(a, json_get(column, "role")));
    json_set(a, v, "data_type", json_str(a, data_type(json_get_text(column, "type"))));
    if (distinct >= 1)
        json_set(a, v, "cardinality", json_int(a, distinct));
    json_set(a, v, "sample_values", samples);
    return json_set(a, v, "nullable", json_bool(a, json_get_int(column, "nulls", 0) > 0));
}

/* The file's meta.json now says what its columns are. */
static int keep_schema(struct probe *p, const struct json *file, const struct json *table, struct err *err)
{
    struct json *columns = json_array(p->a), *meta = json_copy(p->a, file);
    const struct json *from = json_get(table, "columns");

    for (size_t i = 0; i < json_len(from); i++)
        json_push(p->a, columns, column_json(p->a, json_at(from, i)));
    json_set(p->a, meta, "schema", json_set(p->a, json_object(p->a), "columns", columns));
    return workspace_write(p->workspace, arena_printf(p->a, "files/%s_meta.json", json_get_text(file, "file_id")),
                           "metrics.UploadedFile", meta, err);
}

/* ---- the data model ---- */

static struct json *table_json(struct probe *p, const struct json *table, size_t i)
{
    struct json *v = json_object(p->a);
    const char *given = p->files ? json_get_text(json_at(p->files, i), "file_id") : NULL;
    char id[ID_TEXT_BYTES];

    world_id(p->call->world, id);
    json_set(p->a, v, "file_id", json_str(p->a, given ? given : id));
    json_set(p->a, v, "name", json_copy(p->a, json_get(table, "name")));
    json_set(p->a, v, "row_count", json_copy(p->a, json_get(table, "row_count")));
    return json_set(p->a, v, "column_count", json_int(p->a, (int64_t)json_len(json_get(table, "columns"))));
}

static int keep_model(struct probe *p, struct err *err)
{
    struct json *tables = json_array(p->a), *dimensions = json_array(p->a);
    const struct json *from = json_get(p->profile, "tables");

    for (size_t i = 0; i < json_len(from); i++)
        json_push(p->a, tables, table_json(p, json_at(from, i), i));
    for (size_t i = 0; i < p->gauge.n_dimensions; i++)
        json_push(p->a, dimensions, json_str(p->a, p->gauge.dimensions[i].name));
    p->model = json_set(p->a, json_object(p->a), "session_id", json_str(p->a, p->workspace->id));
    json_set(p->a, p->model, "tables", tables);
    json_set(p->a, p->model, "relationships", json_copy(p->a, json_get(p->profile, "relationships")));
    json_set(p->a, p->model, "recommended_dimensions", dimensions);
    json_set(p->a, p->model, "inferred_at", workspace_now(p->workspace));
    return workspace_write(p->workspace, "analysis/schema.json", "metrics.DataModel", p->model, err);
}

static void note(struct probe *p, const char *sentence)
{
    json_push(p->a, p->notes, json_str(p->a, sentence));
}

/* What a reader must know of what was and was not looked at. */
static void add_notes(struct probe *p)
{
    size_t tables = json_len(json_get(p->profile, "tables"));
    const char *context = json_get_text(p->context, "business_context");

    if (tables > 1 && p->gauge.n_joined == 0)
        note(p, arena_printf(p->a, "No other file shares a key with '%s', so only that table was analysed.",
                             p->gauge.table));
    else if (p->gauge.n_joined + 1 < tables)
        note(p, arena_printf(p->a, "%zu of %zu tables were analysed: the others share no key with '%s'.",
                             p->gauge.n_joined + 1, tables, p->gauge.table));
    if (!context || !*context)
        note(p, "No business context was given; what is plausible could only be judged from the data.");
    if (p->gauge.n_dates > 1)
        note(p, arena_printf(p->a, "'%s' has several columns of dates; the periods are of %s.", p->gauge.table,
                             p->gauge.date));
    if (p->gauge.n_dimensions == 0)
        note(p, "No column divides the rows into groups, so no segment could be compared.");
    if (json_len(json_get(p->profile, "left_out")) > 0)
        note(p, "Columns that may hold personal data were not looked at.");
}

int probe_schema(struct probe *p, struct err *err)
{
    struct json *args = json_set(p->a, json_object(p->a), "data", json_copy(p->a, p->data));
    const struct json *tables;

    if (gate_nested(p->call, "profiler.analyze", args, &p->profile, err) < 0)
        return -1;
    tables = json_get(p->profile, "tables");
    if (p->files && json_len(tables) != json_len(p->files))
        return err_set(err, ERR_INTERNAL, "The files could not be told apart.", "%zu tables", json_len(tables));
    for (size_t i = 0; p->files && i < json_len(tables); i++)
        if (keep_schema(p, json_at(p->files, i), json_at(tables, i), err) < 0)
            return -1;
    if (gauge_read(p->a, json_get_text(p->context, "metric_sql"), p->profile, &p->gauge, err) < 0 ||
        keep_model(p, err) < 0)
        return -1;
    add_notes(p);
    return 0;
}
