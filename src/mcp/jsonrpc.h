/* jsonrpc.h - JSON-RPC 2.0 as MCP narrows it: no batches, ids are texts or whole numbers, params are objects. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct arena;
struct err;
struct json;
struct world;

enum rpc_code {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_INTERNAL_ERROR = -32603,
    RPC_RESOURCE_NOT_FOUND = -32002, /* until 2025-11-25 */
    RPC_HEADER_MISMATCH = -32020,    /* from 2026-07-28 on, as the next two */
    RPC_MISSING_CAPABILITY = -32021,
    RPC_UNSUPPORTED_VERSION = -32022,
};

struct rpc_error {
    enum rpc_code code;
    const char *message;
    struct json *data; /* NULL: none */
};

/* Fills the error and returns -1. */
int rpc_refuse(struct rpc_error *e, enum rpc_code code, const char *message);

/* The same from an error of ours: the code goes by its kind, the data is the contract's error object. */
int rpc_from_err(struct rpc_error *e, struct arena *a, const struct world *w, const struct err *err);

enum rpc_kind { RPC_REQUEST, RPC_NOTIFICATION, RPC_RESPONSE };

/* A message taken apart; everything points into the frame. */
struct rpc {
    enum rpc_kind kind;
    const struct json *id; /* of a request or response */
    const char *method;
    const struct json *params;         /* an object, or NULL */
    const struct json *result, *error; /* of a response: exactly one */
};

/* What may name a request or its progress: text or a whole number, of at most MCP_ID_BYTES. */
bool rpc_is_id(const struct json *v);

/* Fails with what to answer; ret->id is set whenever the frame had a good one. */
WARN_UNUSED int rpc_read(const struct json *frame, struct rpc *ret, struct rpc_error *e);

/* A NULL id is written as null. Values are shared, not copied. */
struct json *rpc_result(struct arena *a, const struct json *id, struct json *result);
struct json *rpc_error(struct arena *a, const struct json *id, const struct rpc_error *e);
struct json *rpc_notification(struct arena *a, const char *method, struct json *params);
struct json *rpc_request(struct arena *a, struct json *id, const char *method, struct json *params);
