/* openapi_parts.h - what the files that draw the OpenAPI document share. For src/http only. */
#pragma once
#include "base/json.h"
#include "http/door.h"

struct drawing {
    struct arena *a;
    const struct http *http;
    struct json *paths, *schemas, *responses;
};

/* What is drawn now: a route, for one operation where it calls one. */
struct described_route {
    const struct route *route;
    const struct op_entry *entry; /* NULL: none, or any */
    const char *path, *id, *summary;
};

/* Whether it calls whichever operation its path names. */
bool openapi_is_any(const struct route *r);

/* Whether it only reads along with what others began. */
bool openapi_is_followed(const struct route *r);

/* ---- small pieces ---- */

void openapi_text(struct drawing *d, struct json *v, const char *key, const char *text);
struct json *openapi_in(struct drawing *d, const char *key, struct json *v); /* {"key": v} */
struct json *openapi_typed(struct drawing *d, const char *type);
struct json *openapi_ref(struct drawing *d, const char *kind, const char *name);

/* A reference to the entity's schema, which is put among the components. */
struct json *openapi_entity(struct drawing *d, const struct model_entity *e);

/* ---- what is given (openapi_gives.c) ---- */

struct json *openapi_responses(struct drawing *d, const struct described_route *s);
