/* model_print.c - prints the model's tables as JSON, for tests/tools/reached.py, which asks of every value of every
 * enum whether some test has met it:
 *
 *   enums     each enum's values
 *   errors    the names of all errors
 *   entities  each entity's fields, which of them must be there, whether others may, and the enums of those that have
 *             one, be it for their elements
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/model.h"
#include <stdio.h>

struct listing {
    struct arena *a;
    struct json *entities;
};

static void list_entity(struct listing *l, const struct model_entity *e);

/* The enum that a field's value, or its elements, must be of; NULL when there is none. Entities on the way are listed.
 */
static const struct model_enum *list_field(struct listing *l, const struct model_field *f)
{
    const struct model_enum *found = f->values;

    if (f->kind == MODEL_ENTITY)
        list_entity(l, f->entity);
    if (f->kind == MODEL_LIST || f->kind == MODEL_MAP)
        return list_field(l, f->each);
    if (f->kind == MODEL_TUPLE)
        for (const struct model_field *place = f->each; place->name; place++)
            found = found ? found : list_field(l, place);
    return found;
}

static void list_entity(struct listing *l, const struct model_entity *e)
{
    struct json *v, *fields = json_array(l->a), *required = json_array(l->a), *enums = json_object(l->a);

    if (json_get(l->entities, e->name))
        return;
    v = json_object(l->a);
    json_set(l->a, l->entities, e->name, v);
    for (const struct model_field *f = e->fields; f->name; f++) {
        const struct model_enum *found = list_field(l, f);

        json_push(l->a, fields, json_str(l->a, f->name));
        if (f->flags & MODEL_REQUIRED)
            json_push(l->a, required, json_str(l->a, f->name));
        if (found)
            json_set(l->a, enums, f->name, json_str(l->a, found->name));
    }
    json_set(l->a, v, "fields", fields);
    json_set(l->a, v, "required", required);
    json_set(l->a, v, "open", json_bool(l->a, e->open));
    json_set(l->a, v, "enums", enums);
}

static struct json *enum_values(struct arena *a, const struct model_enum *e)
{
    struct json *values = json_array(a);

    for (const char *const *v = e->values; *v; v++)
        json_push(a, values, json_str(a, *v));
    return values;
}

static struct json *error_names(struct arena *a)
{
    struct json *names = json_array(a);

    for (int code = 0; code < ERR_CODES; code++)
        json_push(a, names, json_str(a, err_name((enum err_code)code)));
    return names;
}

int main(void)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *all = json_object(a), *enums = json_object(a);
    struct listing l = { a, json_object(a) };

    for (const struct model_seed *const *s = model_seeds; *s; s++) {
        for (const struct model_enum *const *e = (*s)->enums; *e; e++)
            json_set(a, enums, (*e)->name, enum_values(a, *e));
        for (const struct model_entity *const *e = (*s)->entities; *e; e++)
            list_entity(&l, *e);
    }
    json_set(a, all, "enums", enums);
    json_set(a, all, "errors", error_names(a));
    json_set(a, all, "entities", l.entities);
    json_write(&out, all);
    return fwrite(out.p, 1, out.n, stdout) == out.n && fflush(stdout) == 0 ? 0 : 1;
}
