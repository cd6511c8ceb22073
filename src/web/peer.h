/* peer.h - who is on the other side of a loopback connection, as the kernel knows it. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <sys/types.h>

union web_address;

/* A socket for asking; -1 when the kernel has no sock_diag, and then nobody is known. */
int peer_open(void);

bool peer_is_loopback(const union web_address *a);

/* The user whose socket is the other end of local and remote. False when the kernel does not say, or when nobody holds
 * that socket any more. */
WARN_UNUSED bool peer_uid(int diag, const union web_address *local, const union web_address *remote, uid_t *ret);
