/* curl_api.h - libcurl's functions, found with the first request that leaves the program.
 *
 * It brings TLS, and all that TLS brings, which nothing else should pay for. Each function is a pointer with exactly
 * curl.h's type under its name without the prefix: api->easy_init is curl_easy_init. Only fetch.c includes this header.
 */
#pragma once
#include "base/attrs.h"
#include <curl/curl.h>

struct err;

#define CURL_FUNCTIONS(X)                                                                                              \
    X(easy_cleanup)                                                                                                    \
    X(easy_getinfo)                                                                                                    \
    X(easy_init)                                                                                                       \
    X(easy_setopt)                                                                                                     \
    X(easy_strerror)                                                                                                   \
    X(global_init)                                                                                                     \
    X(multi_add_handle)                                                                                                \
    X(multi_cleanup)                                                                                                   \
    X(multi_info_read)                                                                                                 \
    X(multi_init)                                                                                                      \
    X(multi_perform)                                                                                                   \
    X(multi_poll)                                                                                                      \
    X(multi_remove_handle)                                                                                             \
    X(slist_append)                                                                                                    \
    X(slist_free_all)

struct curl_api {
#define X(name) __typeof__(curl_##name) *name;
    CURL_FUNCTIONS(X)
#undef X
};

/* ERR_ENGINE_UNAVAILABLE, each time, when the library is not installed. From any thread. */
WARN_UNUSED int curl_api(const struct curl_api **ret, struct err *err);
