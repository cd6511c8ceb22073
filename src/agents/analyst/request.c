/* request.c - fields put together, defaults filled in, the whole checked once. */
#include "agents/analyst/request.h"
#include "base/address/url.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "model/analyst.h"
#include "model/fields.h"
#include <string.h>

static const struct model_field request_fields[] = {
    FIELD("request", OBJECT, MODEL_WORDS, "The whole request as one object, in place of its fields.", .position = 1,
          .metavar = "REQUEST.json"),
    FIELD("request_id", UUID, 0, "An id of the caller's choice; a new one unless said.", .metavar = "ID"),
    FIELD("intent", TEXT, MODEL_WORDS, "What to analyse, in plain words.", .metavar = "TEXT",
          .range = BETWEEN(1, ANALYST_INTENT_CHARS)),
    FIELD("data_sources", LIST, MODEL_WORDS, "Where the data is.", .range = BETWEEN(1, DATA_SOURCES),
          .each = EACH_ENTITY(analyst_data_source)),
    FIELD("data", LIST, MODEL_PATH | MODEL_WORDS, "The same as paths, addresses or upload://ID/NAME.",
          .metavar = "PATH", .range = BETWEEN(1, DATA_SOURCES),
          .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("deliverables", LIST, MODEL_UNIQUE, "What is wanted: tables, charts, reports, summary; all unless said.",
          .range = BETWEEN(1, 4), .metavar = "KIND", .each = EACH(ENUM, .values = &analyst_deliverables)),
    FIELD("constraints", ENTITY, 0, "How much it may use: row_limit, timeout_seconds.", .entity = &analyst_constraints),
    FIELD("policy", ENTITY, MODEL_WORDS, "What it may touch: allowed_columns, blocked_patterns.",
          .entity = &analyst_policy),
    FIELD("timestamp", TIME, 0, "When it was submitted; now unless said."),
    END,
};

/* What is neither an address nor a path could hold a password that nothing would recognise: it is refused before
 * anything is written down. */
static int rule_addresses(const struct json *args, struct err *err)
{
    const struct json *whole = json_get(args, "request"), *sources = json_get(whole ? whole : args, "data_sources");

    for (size_t i = 0; i < json_len(sources); i++) {
        const char *text = json_get_text(json_at(sources, i), "connection_string");
        if (!text || url_is(text) || !strchr(text, '='))
            continue;
        err_say(err, ERR_INVALID_INPUT, "A connection string must be an address, such as postgres://host/database.");
        return err_action(err, "Write it as postgres://user:password@host/database, or name a database file.");
    }
    return 0;
}

const struct model_entity request_input = ENTITY("analyze", "What to analyse: intent, data and what is wanted.",
                                                 request_fields, .rules = RULES(rule_addresses));

/* The request's fields, wherever they stand. */
static int fields_of(struct arena *a, const struct json *args, struct json **ret, struct err *err)
{
    const struct json *whole = json_get(args, "request");

    if (whole && json_len(args) > 1)
        return err_say(err, ERR_INVALID_INPUT, "Give the request as one object or its fields one by one, not both.");
    *ret = json_copy(a, whole ? whole : args);
    return 0;
}

static void set_now(struct call *c, struct json *request)
{
    char now[TIME_TEXT_BYTES];

    time_text(world_now(c->world), now);
    if (!json_get(request, "request_id"))
        json_set(c->arena, request, "request_id", json_str(c->arena, c->request_id));
    if (!json_get(request, "timestamp"))
        json_set(c->arena, request, "timestamp", json_str(c->arena, now));
}

static void set_deliverables(struct arena *a, struct json *request)
{
    struct json *all = json_array(a);

    if (json_get(request, "deliverables"))
        return;
    for (const char *const *p = analyst_deliverables.values; *p; p++)
        json_push(a, all, json_str(a, *p));
    json_set(a, request, "deliverables", all);
}

/* A source that was named as data: a database, JSON, or a file of rows, which the seed calls csv. */
static struct json *source_of(struct arena *a, const char *name)
{
    struct json *v = json_object(a);
    bool is_sql = (url_is(name) && !str_starts(name, "upload://") && !str_starts(name, "artifact://")) ||
                  str_ends(name, ".db") || str_ends(name, ".sqlite") || str_ends(name, ".duckdb");

    json_set(a, v, "type", json_str(a, is_sql ? "sql" : str_ends(name, ".json") ? "json" : "csv"));
    json_set(a, v, is_sql ? "connection_string" : "file_path", json_str(a, name));
    return v;
}

static int add_data(struct arena *a, struct json *request, struct err *err)
{
    struct json *data = json_get(request, "data"), *sources = json_get(request, "data_sources");

    if (data && !json_is(data, JSON_ARRAY))
        return err_say(err, ERR_INVALID_INPUT, "data must be a list.");
    if (data && !sources) {
        sources = json_array(a);
        json_set(a, request, "data_sources", sources);
    }
    for (size_t i = 0; i < json_len(data); i++) {
        const char *name = json_text(json_at(data, i), NULL);
        if (!name || !*name)
            return err_say(err, ERR_INVALID_INPUT, "data must be a list of names.");
        if (json_is(sources, JSON_ARRAY))
            json_push(a, sources, source_of(a, name));
    }
    json_unset(request, "data");
    return 0;
}

/* A database's address as tools take it: a file's own path behind sqlite:// or duckdb://. */
static const char *address_of(const char *text)
{
    static const char *const files[] = { "sqlite://", "duckdb://" };

    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (str_starts(text, files[i])) {
            const char *path = text + strlen(files[i]);
            return str_starts(path, "//") ? path + 1 : path;
        }
    return text;
}

/* The sources as tools take them. */
static struct json *read_sources(struct arena *a, const struct json *request)
{
    const struct json *sources = json_get(request, "data_sources");
    struct json *data = json_array(a);

    for (size_t i = 0; i < json_len(sources); i++) {
        const struct json *source = json_at(sources, i);
        const char *text = json_get_text(source, "connection_string"), *path = json_get_text(source, "file_path");
        bool is_sql = strcmp(json_get_text(source, "type"), "sql") == 0;
        json_push(a, data, json_str(a, is_sql ? address_of(text) : path));
    }
    return data;
}

int request_read(struct call *c, const struct json *args, struct json **ret, struct json **ret_data, struct err *err)
{
    const struct model_entity *entity = model_entity("analyst.AnalysisRequest");
    struct json *request = NULL;

    if (fields_of(c->arena, args, &request, err) < 0 || add_data(c->arena, request, err) < 0)
        return -1;
    set_now(c, request);
    set_deliverables(c->arena, request);
    request = model_fill(c->arena, entity, request);
    if (model_check(entity, request, err) < 0)
        return -1;
    *ret_data = read_sources(c->arena, request);
    *ret = request;
    return 0;
}
