/* lock.h - a lock between processes, on an empty file.
 *
 * The lock belongs to the open file (Linux's OFD locks), not to the process. Two stores in one process exclude each
 * other, too. Closing another descriptor of the file does not drop it. The kernel drops it when its holder dies.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct err;

/* Opens the file, and makes it when it is not there. */
WARN_UNUSED int lock_open(const char *path, int *ret_fd, struct err *err);

/* Waits up to wait_ms, then fails with ERR_BUSY. */
WARN_UNUSED int lock_take(int fd, int64_t wait_ms, struct err *err);
void lock_drop(int fd);

/* The same for who only looks: several may hold it so at once, and a descriptor for reading will do. */
WARN_UNUSED int lock_take_shared(int fd, int64_t wait_ms, struct err *err);

/* The same for one of many things that share the file: `place` is the thing's own, such as a hash of its name, and two
 * of them do not exclude each other. Not together with lock_take() on one file. */
WARN_UNUSED int lock_take_place(int fd, int64_t place, int64_t wait_ms, struct err *err);
