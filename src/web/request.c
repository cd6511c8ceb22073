/* request.c - what a handler may ask of its request. Everything is a look into the exchange's arena. */
#include "base/arena.h"
#include "base/budget.h"
#include "base/json.h"
#include "base/str.h"
#include "web/accept.h"
#include "web/parts.h"
#include "web/upload.h"

static const char *find(const struct web_pairs *pairs, const char *name)
{
    for (size_t i = 0; i < pairs->n; i++)
        if (strcmp(pairs->at[i].name, name) == 0)
            return pairs->at[i].value;
    return NULL;
}

struct arena *web_arena(struct exchange *x)
{
    return x->arena;
}

const struct cancel *web_cancel(struct exchange *x)
{
    return &x->cancel;
}

const char *web_request_id(struct exchange *x)
{
    return x->id;
}

const char *web_param(struct exchange *x, const char *name)
{
    return find(&x->params, name);
}

const char *web_query(struct exchange *x, const char *name)
{
    return find(&x->query, name);
}

const char *web_header(struct exchange *x, const char *name)
{
    for (size_t i = 0; i < x->headers.n; i++)
        if (str_ieq(x->headers.at[i].name, name))
            return x->headers.at[i].value;
    return NULL;
}

size_t web_header_count(struct exchange *x, const char *name)
{
    size_t n = 0;

    for (size_t i = 0; i < x->headers.n; i++)
        n += str_ieq(x->headers.at[i].name, name);
    return n;
}

const char *web_body_bytes(struct exchange *x, size_t *ret_n)
{
    *ret_n = x->body.n;
    return x->body.p;
}

int web_json(struct exchange *x, struct json **ret, struct err *err)
{
    if (x->body.n > WEB_UNCOUNTED_BYTES && budget_try(x->arena, budget_of_json(x->body.p, x->body.n), err) < 0)
        return -1;
    return json_parse(x->arena, x->body.p, x->body.n, ret, err);
}

const char *web_part(struct exchange *x, const char *name)
{
    return x->upload ? upload_part(x->upload, name) : NULL;
}

bool web_is_upload(struct exchange *x)
{
    return x->upload;
}

const char *web_upload_name(struct exchange *x)
{
    return x->upload ? upload_name(x->upload) : NULL;
}

const char *web_upload_path(struct exchange *x)
{
    return x->upload ? upload_path(x->upload) : NULL;
}

bool web_accepts(struct exchange *x, const char *type)
{
    const char *list = web_header(x, "Accept");

    if (list)
        return accept_takes(list, type);
    if (!x->asked_type)
        x->asked_type = type;
    return str_ieq(x->asked_type, type);
}

void web_later(struct exchange *x, web_handler *handle, void *arg)
{
    x->handle = handle;
    x->arg = arg;
}
