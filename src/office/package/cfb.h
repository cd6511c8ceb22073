/* cfb.h - a stream out of an OLE compound file, the container of .xls ([MS-CFB]).
 *
 * The file is sectors chained through a table, as on an old disk. Nothing it says is believed: a sector that is not in
 * the file ends a chain, and a chain is never longer than the file has sectors, so a circle ends too.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;

/* True when the bytes begin as such a file does. */
bool cfb_fits(const char *p, size_t n);

/* Which of these names (in any case) the first stream has that has one of them, as its place in the list; n_names when
 * there is none or the container is damaged. */
size_t cfb_find(const char *p, size_t n, const char *const *names, size_t n_names);

/* Appends the stream of this name (in any case) in the top folder to out, whose limit bounds it. *ret_found is false
 * when there is none. ERR_WORKBOOK_LOAD_FAILED when the container is damaged. */
WARN_UNUSED int cfb_read(const char *p, size_t n, const char *name, struct buf *out, bool *ret_found, struct err *err);
