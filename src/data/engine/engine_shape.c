/* engine_shape.c - types of results, taken apart once, and where their values lie in a chunk. */
#include "base/arena.h"
#include "data/engine/engine_value.h"

/* As shape_new(), within `depth` others. */
static const struct shape *make_shape(const struct duck_api *api, struct arena *a, duckdb_logical_type type, int depth);

static bool add_child(struct arena *a, struct shape *s, duckdb_logical_type type, const char *name, int depth)
{
    const struct shape *child = make_shape(s->api, a, type, depth + 1);

    s->children[s->n_children] = child;
    s->names[s->n_children++] = name;
    return child != NULL;
}

/* A map is a list of structs with a key and a value. */
static bool add_map(struct arena *a, struct shape *s, duckdb_logical_type type, int depth)
{
    struct shape *entry = arena_alloc(a, sizeof *entry);

    *entry = (struct shape){ .api = s->api, .id = DUCKDB_TYPE_STRUCT };
    entry->read = value_reader(entry->id, &entry->type);
    entry->children = arena_array(a, 2, sizeof *entry->children);
    entry->names = arena_array(a, 2, sizeof *entry->names);
    s->children[s->n_children++] = entry;
    return add_child(a, entry, s->api->map_type_key_type(type), "key", depth) &&
           add_child(a, entry, s->api->map_type_value_type(type), "value", depth);
}

static bool add_struct(struct arena *a, struct shape *s, duckdb_logical_type type, size_t n, int depth)
{
    for (size_t i = 0; i < n; i++) {
        char *name = s->api->struct_type_child_name(type, i);
        const char *copy = arena_str(a, name);
        s->api->free(name);
        if (!add_child(a, s, s->api->struct_type_child_type(type, i), copy, depth))
            return false;
    }
    return true;
}

static bool add_children(struct arena *a, struct shape *s, duckdb_logical_type type, int depth)
{
    const struct duck_api *api = s->api;
    bool is_struct = s->id == DUCKDB_TYPE_STRUCT, is_map = s->id == DUCKDB_TYPE_MAP;
    bool is_list = s->id == DUCKDB_TYPE_LIST, is_array = s->id == DUCKDB_TYPE_ARRAY;
    size_t n = is_struct ? api->struct_type_child_count(type) : is_map || is_list || is_array;

    s->children = arena_array(a, n, sizeof *s->children);
    s->names = arena_array(a, n, sizeof *s->names);
    if (is_struct)
        return add_struct(a, s, type, n, depth);
    if (is_map)
        return add_map(a, s, type, depth);
    if (is_list)
        return add_child(a, s, api->list_type_child_type(type), NULL, depth);
    if (is_array) {
        s->size = api->array_type_array_size(type);
        return add_child(a, s, api->array_type_child_type(type), NULL, depth);
    }
    return true;
}

static bool fill_shape(struct arena *a, struct shape *s, duckdb_logical_type type, int depth)
{
    s->read = value_reader(s->id, &s->type);
    if (!s->read || depth > ENGINE_NEST_DEPTH)
        return false;
    if (s->id == DUCKDB_TYPE_DECIMAL) {
        s->scale = s->api->decimal_scale(type);
        s->storage = s->api->decimal_internal_type(type);
    }
    return add_children(a, s, type, depth);
}

static const struct shape *make_shape(const struct duck_api *api, struct arena *a, duckdb_logical_type type, int depth)
{
    struct shape *s = arena_alloc(a, sizeof *s);
    bool ok;

    *s = (struct shape){ .api = api, .id = api->get_type_id(type) };
    ok = fill_shape(a, s, type, depth);
    api->destroy_logical_type(&type);
    return ok ? s : NULL;
}

const struct shape *shape_new(const struct duck_api *api, struct arena *a, duckdb_logical_type type)
{
    return make_shape(api, a, type, 0);
}

static void init_view(struct arena *a, struct view *view, const struct shape *s)
{
    *view = (struct view){ .shape = s, .children = arena_array(a, s->n_children, sizeof *view->children) };
    for (size_t i = 0; i < s->n_children; i++)
        init_view(a, &view->children[i], s->children[i]);
}

struct view *view_new(struct arena *a, const struct shape *s)
{
    struct view *view = arena_alloc(a, sizeof *view);

    init_view(a, view, s);
    return view;
}

void view_set(struct view *view, duckdb_vector v)
{
    const struct duck_api *api = view->shape->api;
    duckdb_type id = view->shape->id;

    view->data = api->vector_get_data(v);
    view->valid = api->vector_get_validity(v);
    if (id == DUCKDB_TYPE_LIST || id == DUCKDB_TYPE_MAP)
        view_set(&view->children[0], api->list_vector_get_child(v));
    else if (id == DUCKDB_TYPE_ARRAY)
        view_set(&view->children[0], api->array_vector_get_child(v));
    else if (id == DUCKDB_TYPE_STRUCT)
        for (size_t i = 0; i < view->shape->n_children; i++)
            view_set(&view->children[i], api->struct_vector_get_child(v, i));
}
