/* pg_api.h - PostgreSQL's client library, loaded when the first server is named and not before.
 *
 * It brings TLS and Kerberos with it, which nothing else should pay for. Each function is a pointer with exactly
 * libpq-fe.h's type under its name without the prefix: api->status is PQstatus. Only pg_*.c include this header.
 */
#pragma once
#include "base/attrs.h"
#include <libpq-fe.h>

struct err;

#define PG_FUNCTIONS(X)                                                                                                \
    X(conninfoParse)                                                                                                   \
    X(conninfoFree)                                                                                                    \
    X(connectStartParams)                                                                                              \
    X(connectPoll)                                                                                                     \
    X(connectionNeedsPassword)                                                                                         \
    X(setErrorVerbosity)                                                                                               \
    X(setNoticeProcessor)                                                                                              \
    X(setnonblocking)                                                                                                  \
    X(socket)                                                                                                          \
    X(status)                                                                                                          \
    X(errorMessage)                                                                                                    \
    X(finish)                                                                                                          \
    X(sendQuery)                                                                                                       \
    X(sendQueryParams)                                                                                                 \
    X(flush)                                                                                                           \
    X(consumeInput)                                                                                                    \
    X(isBusy)                                                                                                          \
    X(getResult)                                                                                                       \
    X(resultStatus)                                                                                                    \
    X(resultErrorField)                                                                                                \
    X(ntuples)                                                                                                         \
    X(getvalue)                                                                                                        \
    X(clear)                                                                                                           \
    X(getCopyData)                                                                                                     \
    X(freemem)

struct pg_api {
#define X(name) __typeof__(PQ##name) *name;
    PG_FUNCTIONS(X)
#undef X
};

/* ERR_ENGINE_UNAVAILABLE, each time, when the library is not installed. From any thread. */
WARN_UNUSED int pg_api(const struct pg_api **ret, struct err *err);
