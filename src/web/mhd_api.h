/* mhd_api.h - libmicrohttpd's functions, found when a server is started.
 *
 * The library brings GnuTLS and eight more with it, which took half of the time of every short command; so the program
 * does not link it. Each function is a pointer with exactly microhttpd.h's type under its name without the prefix:
 * mhd_api.start_daemon is MHD_start_daemon. They are there once web_open() has succeeded.
 *
 * Only files of this folder include this header.
 */
#pragma once
#include "base/attrs.h"
#include <microhttpd.h>

struct err;

/* Every function of microhttpd.h that is used here. */
#define MHD_FUNCTIONS(X)                                                                                               \
    X(add_response_header)                                                                                             \
    X(create_response_from_buffer)                                                                                     \
    X(create_response_from_callback)                                                                                   \
    X(del_response_header)                                                                                             \
    X(destroy_response)                                                                                                \
    X(get_connection_info)                                                                                             \
    X(get_connection_values)                                                                                           \
    X(queue_response)                                                                                                  \
    X(quiesce_daemon)                                                                                                  \
    X(resume_connection)                                                                                               \
    X(start_daemon)                                                                                                    \
    X(stop_daemon)                                                                                                     \
    X(suspend_connection)

struct mhd_api {
#define X(name) __typeof__(MHD_##name) *name;
    MHD_FUNCTIONS(X)
#undef X
};

extern struct mhd_api mhd_api;

/* Loads the library at the first call, from any thread. ERR_ENGINE_UNAVAILABLE, each time, when it is missing. */
WARN_UNUSED int mhd_load(struct err *err);
