/* example.c - a small object that an entity's table accepts: what a reader of the description tries first.
 *
 * Fields that may be left out are. A test holds every operation's example against the operation's own schema.
 */
#include "base/arena.h"
#include "base/json.h"
#include "http/door.h"
#include "model/model.h"

static struct json *object_of(struct arena *a, const struct model_entity *e);
static struct json *value_of(struct arena *a, const struct model_field *f);

/* The field's own name says best what goes there, in as many characters as there may be. */
static struct json *text_of(struct arena *a, const struct model_field *f)
{
    const struct model_range *r = &f->range;
    size_t least = r->has & MODEL_MIN ? (size_t)r->min : 0, n;
    char *text = arena_printf(a, "%s%*s", f->metavar ? f->metavar : f->name, (int)least, "");

    n = strlen(text) - least;
    for (; n < least; n++)
        text[n] = 'x';
    if ((r->has & MODEL_MAX) && (double)n > r->max)
        n = (size_t)r->max;
    return json_strn(a, text, n);
}

static struct json *number_of(struct arena *a, const struct model_field *f)
{
    const struct model_range *r = &f->range;
    int64_t n = r->has & (MODEL_MIN | MODEL_OVER) ? (int64_t)r->min + !!(r->has & MODEL_OVER) : 1;

    return json_int(a, n);
}

static struct json *list_of(struct arena *a, const struct model_field *f)
{
    struct json *list = json_array(a);

    if (f->kind != MODEL_TUPLE)
        return json_push(a, list, value_of(a, f->each));
    for (const struct model_field *place = f->each; place->name; place++)
        json_push(a, list, value_of(a, place));
    return list;
}

static struct json *value_of(struct arena *a, const struct model_field *f)
{
    switch (f->kind) {
    case MODEL_TEXT:
        return text_of(a, f);
    case MODEL_INT:
    case MODEL_NUMBER:
        return number_of(a, f);
    case MODEL_BOOL:
        return json_bool(a, false);
    case MODEL_UUID:
    case MODEL_UUID4:
        return json_str(a, "00000000-0000-4000-8000-000000000000");
    case MODEL_SHA256:
        return json_str(a, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    case MODEL_TIME:
    case MODEL_UTC:
        return json_str(a, "2026-01-23T10:30:00Z");
    case MODEL_DATE:
        return json_str(a, "2026-01-23");
    case MODEL_ENUM:
        return json_str(a, f->values->values[0]);
    case MODEL_ENTITY:
        return object_of(a, f->entity);
    case MODEL_LIST:
    case MODEL_TUPLE:
        return list_of(a, f);
    case MODEL_OBJECT:
    case MODEL_MAP:
    case MODEL_ANY:
        break;
    }
    return json_object(a);
}

static struct json *object_of(struct arena *a, const struct model_entity *e)
{
    struct json *object = json_object(a);

    for (const struct model_field *f = e->fields; f->name; f++)
        if (f->flags & MODEL_REQUIRED)
            json_set(a, object, f->name, value_of(a, f));
    return object;
}

struct json *example_of(struct arena *a, const struct model_entity *e)
{
    return object_of(a, e);
}
