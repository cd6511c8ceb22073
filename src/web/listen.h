/* listen.h - the listening socket. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct err;
struct web_config;

/* Listens where the config says. ERR_CONFLICT when the port is in use; an address that is not loopback needs a token.
 */
WARN_UNUSED int listen_open(const struct web_config *config, int *ret_fd, uint16_t *ret_port, bool *ret_is_loopback,
                            struct err *err);
