/* backup_name.h - what the copy of a file is called that is made beside it before it is changed.
 *
 *   book.xlsx at a time (UTC)       book.20260131-140509.bak.xlsx
 *   a second one of that second     book.20260131-140509-2.bak.xlsx
 *
 * Whoever looks through a folder must tell these from a person's own files, so making and knowing them is one module.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct buf;
struct err;

/* Appends the name; number counts from 1 to BACKUP_NUMBER. b's limit bounds it (ERR_TOO_LARGE, with what to do). */
WARN_UNUSED int backup_name(struct buf *b, const char *name, int64_t now_us, int number, struct err *err);

/* True for exactly the names that backup_name() makes. */
bool backup_name_is(const char *name);
