/* jsonrpc.c - messages taken apart and put together. What is wrong with one is said in words a client's author can act
 * on; nothing of the message is repeated. */
#include "mcp/jsonrpc.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/answer.h"

int rpc_refuse(struct rpc_error *e, enum rpc_code code, const char *message)
{
    *e = (struct rpc_error){ .code = code, .message = message };
    return -1;
}

static enum rpc_code code_of(enum err_kind kind)
{
    switch (kind) {
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_DENIED:
    case ERR_KIND_ASK:
        return RPC_INVALID_PARAMS;
    case ERR_KIND_CONFLICT:
    case ERR_KIND_TIMEOUT:
    case ERR_KIND_CANCELLED:
    case ERR_KIND_UNAVAILABLE:
    case ERR_KIND_INTERNAL:
        break;
    }
    return RPC_INTERNAL_ERROR;
}

int rpc_from_err(struct rpc_error *e, struct arena *a, const struct world *w, const struct err *err)
{
    *e = (struct rpc_error){ .code = code_of(err_kind(err->code)),
                             .message = arena_str(a, err->message),
                             .data = answer_error(a, w, err, NULL) };
    return -1;
}

bool rpc_is_id(const struct json *v)
{
    size_t n = 0;

    if (json_text(v, &n))
        return n <= MCP_ID_BYTES;
    return json_is_int(v) && strlen(json_digits(v)) <= MCP_ID_BYTES;
}

static int read_response(const struct json *frame, struct rpc *ret, struct rpc_error *e)
{
    ret->kind = RPC_RESPONSE;
    ret->result = json_get(frame, "result");
    ret->error = json_get(frame, "error");
    if (!ret->id || !ret->result == !ret->error)
        return rpc_refuse(e, RPC_INVALID_REQUEST, "A response has an id and either a result or an error.");
    return 0;
}

int rpc_read(const struct json *frame, struct rpc *ret, struct rpc_error *e)
{
    const struct json *id = json_get(frame, "id"), *method = json_get(frame, "method");
    const char *version = json_get_text(frame, "jsonrpc");

    *ret = (struct rpc){ .id = rpc_is_id(id) ? id : NULL };
    if (json_is(frame, JSON_ARRAY))
        return rpc_refuse(e, RPC_INVALID_REQUEST, "Batches are not taken: send one message at a time.");
    if (!json_is(frame, JSON_OBJECT) || !version || strcmp(version, "2.0") != 0)
        return rpc_refuse(e, RPC_INVALID_REQUEST, "A message is an object with \"jsonrpc\": \"2.0\".");
    if (id && !ret->id)
        return rpc_refuse(e, RPC_INVALID_REQUEST, "An id must be text or a whole number, and short.");
    if (!method)
        return read_response(frame, ret, e);
    ret->kind = id ? RPC_REQUEST : RPC_NOTIFICATION;
    ret->method = json_text(method, NULL);
    ret->params = json_get(frame, "params");
    if (!ret->method)
        return rpc_refuse(e, RPC_INVALID_REQUEST, "The method must be text.");
    if (ret->params && !json_is(ret->params, JSON_OBJECT))
        return rpc_refuse(e, RPC_INVALID_PARAMS, "The params must be an object.");
    return 0;
}

static struct json *message(struct arena *a)
{
    return json_set(a, json_object(a), "jsonrpc", json_str(a, "2.0"));
}

static struct json *answer(struct arena *a, const struct json *id)
{
    return json_set(a, message(a), "id", id ? json_copy(a, id) : json_null(a));
}

struct json *rpc_result(struct arena *a, const struct json *id, struct json *result)
{
    return json_set(a, answer(a, id), "result", result);
}

struct json *rpc_error(struct arena *a, const struct json *id, const struct rpc_error *e)
{
    struct json *error = json_object(a);

    json_set(a, error, "code", json_int(a, e->code));
    json_set(a, error, "message", json_str(a, e->message));
    if (e->data)
        json_set(a, error, "data", e->data);
    return json_set(a, answer(a, id), "error", error);
}

struct json *rpc_notification(struct arena *a, const char *method, struct json *params)
{
    struct json *m = json_set(a, message(a), "method", json_str(a, method));

    return params ? json_set(a, m, "params", params) : m;
}

struct json *rpc_request(struct arena *a, struct json *id, const char *method, struct json *params)
{
    struct json *m = json_set(a, message(a), "id", id);

    json_set(a, m, "method", json_str(a, method));
    return json_set(a, m, "params", params);
}
