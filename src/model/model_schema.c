/* model_schema.c - an entity's table written as JSON Schema.
 *
 * Nested entities are written out where they stand: no entity contains itself, and a reader of a tool's schema sees
 * everything in one place. A field that may be null has "null" beside its type; every other keyword of the subset
 * speaks only of values of its own type, so it needs no exception.
 */
#include "base/arena.h"
#include "base/json.h"
#include "model/seeds.h"
#include <math.h>

static struct json *field_schema(struct arena *a, const struct model_field *f);

static struct json *bound(struct arena *a, double v)
{
    return v == floor(v) ? json_int(a, (int64_t)v) : json_double(a, v);
}

/* The keywords for a range: min and max are what a kind of value calls its ends. */
static void set_range(struct arena *a, struct json *s, const struct model_range *r, const char *min, const char *max)
{
    if (r->has & MODEL_OVER)
        json_set(a, s, "exclusiveMinimum", bound(a, r->min));
    if (r->has & MODEL_MIN)
        json_set(a, s, min, bound(a, r->min));
    if (r->has & MODEL_MAX)
        json_set(a, s, max, bound(a, r->max));
}

static void set_type(struct arena *a, struct json *s, const struct model_field *f, const char *type)
{
    struct json *both;

    if (!(f->flags & MODEL_NULLABLE)) {
        json_set(a, s, "type", json_str(a, type));
        return;
    }
    both = json_array(a);
    json_push(a, both, json_str(a, type));
    json_push(a, both, json_str(a, "null"));
    json_set(a, s, "type", both);
}

/* A text, or a text of a fixed form: a hash is known by its length, the others by a format. */
static void set_text(struct arena *a, struct json *s, const struct model_field *f)
{
    static const struct model_range hash = BETWEEN(SHA256_TEXT_BYTES - 1, SHA256_TEXT_BYTES - 1);
    static const char *const formats[MODEL_ANY + 1] = {
        [MODEL_UUID] = "uuid",     [MODEL_UUID4] = "uuid", [MODEL_TIME] = "date-time",
        [MODEL_UTC] = "date-time", [MODEL_DATE] = "date",
    };

    set_type(a, s, f, "string");
    set_range(a, s, f->kind == MODEL_SHA256 ? &hash : &f->range, "minLength", "maxLength");
    if (formats[f->kind])
        json_set(a, s, "format", json_str(a, formats[f->kind]));
}

static void set_enum(struct arena *a, struct json *s, const struct model_field *f)
{
    struct json *values = json_array(a);

    for (const char *const *v = f->values->values; *v; v++)
        json_push(a, values, json_str(a, *v));
    if (f->flags & MODEL_NULLABLE)
        json_push(a, values, json_null(a));
    set_type(a, s, f, "string");
    json_set(a, s, "enum", values);
}

static void set_list(struct arena *a, struct json *s, const struct model_field *f)
{
    set_type(a, s, f, "array");
    set_range(a, s, &f->range, "minItems", "maxItems");
    if (f->flags & MODEL_UNIQUE)
        json_set(a, s, "uniqueItems", json_bool(a, true));
    json_set(a, s, "items", field_schema(a, f->each));
}

static void set_tuple(struct arena *a, struct json *s, const struct model_field *f)
{
    struct json *places = json_array(a);

    for (const struct model_field *place = f->each; place->name; place++)
        json_push(a, places, field_schema(a, place));
    set_type(a, s, f, "array");
    json_set(a, s, "minItems", json_int(a, (int64_t)json_len(places)));
    json_set(a, s, "maxItems", json_int(a, (int64_t)json_len(places)));
    json_set(a, s, "prefixItems", places);
}

static void set_map(struct arena *a, struct json *s, const struct model_field *f)
{
    set_type(a, s, f, "object");
    set_range(a, s, &f->range, "minProperties", "maxProperties");
    json_set(a, s, "additionalProperties", field_schema(a, f->each));
}

static void set_entity(struct arena *a, struct json *s, const struct model_entity *e)
{
    struct json *properties = json_object(a), *required = json_array(a);

    for (const struct model_field *f = e->fields; f->name; f++) {
        json_set(a, properties, f->name, field_schema(a, f));
        if (model_is_required(f))
            json_push(a, required, json_str(a, f->name));
    }
    json_set(a, s, "properties", properties);
    if (json_len(required))
        json_set(a, s, "required", required);
    if (!e->open)
        json_set(a, s, "additionalProperties", json_bool(a, false));
}

static void set_kind(struct arena *a, struct json *s, const struct model_field *f)
{
    switch (f->kind) {
    case MODEL_TEXT:
    case MODEL_UUID:
    case MODEL_UUID4:
    case MODEL_SHA256:
    case MODEL_TIME:
    case MODEL_UTC:
    case MODEL_DATE:
        set_text(a, s, f);
        break;
    case MODEL_INT:
    case MODEL_NUMBER:
        set_type(a, s, f, f->kind == MODEL_INT ? "integer" : "number");
        set_range(a, s, &f->range, "minimum", "maximum");
        break;
    case MODEL_BOOL:
        set_type(a, s, f, "boolean");
        break;
    case MODEL_ENUM:
        set_enum(a, s, f);
        break;
    case MODEL_OBJECT:
        set_type(a, s, f, "object");
        break;
    case MODEL_ENTITY:
        set_type(a, s, f, "object");
        set_entity(a, s, f->entity);
        break;
    case MODEL_LIST:
        set_list(a, s, f);
        break;
    case MODEL_MAP:
        set_map(a, s, f);
        break;
    case MODEL_TUPLE:
        set_tuple(a, s, f);
        break;
    case MODEL_ANY:
        break;
    }
}

static struct json *field_schema(struct arena *a, const struct model_field *f)
{
    struct json *s = json_object(a);

    if (f->summary)
        json_set(a, s, "description", json_str(a, f->summary));
    set_kind(a, s, f);
    if (f->otherwise)
        json_set(a, s, "default", field_default(a, f));
    if (f->flags & MODEL_PATH)
        json_set(a, s, "x-path", json_bool(a, true));
    return s;
}

struct json *model_schema(struct arena *a, const struct model_entity *e)
{
    struct json *s = json_object(a);

    json_set(a, s, "title", json_str(a, e->name));
    json_set(a, s, "description", json_str(a, e->summary));
    json_set(a, s, "type", json_str(a, "object"));
    set_entity(a, s, e);
    return s;
}
