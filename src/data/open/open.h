/* open.h - which format some bytes are, and the source that reads them.
 *
 * Content decides, the name's ending only where content does not: a .csv that is a workbook is read as one, and a .xls
 * that is text as text. What cannot be read is refused by what it is ("That is a PDF.") with what to do about it.
 */
#pragma once
#include "base/attrs.h"
#include "grid/source.h"
#include <stdbool.h>

struct location;

/* Opens the bytes, which must stay until source_close(). A compressed file is inflated into memory first (inflate.h)
 * and looked at again under its inner name. */
WARN_UNUSED int source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                            struct err *err);

/* True when source_open(), or what comes after it, may have to open something itself. What is compressed may be
 * anything. Nothing but the first bytes is looked at. */
bool source_may_open(const struct source_bytes *bytes);

/* The name of a table that is the file's, from the file's own name and how often it was compressed (source.packed). */
const char *source_file_table(struct arena *a, const char *name, unsigned packed);

/* 0 when the bytes are a workbook of the kind that can be changed; else what they are. ERR_INVALID_INPUT, or as
 * source_open() refuses them. */
WARN_UNUSED int source_is_changeable(const struct source_bytes *bytes, struct err *err);

/* Opens a server's tables (postgres://, postgresql://; pg_source.h says what it needs of the system). A password takes
 * the place of the address's own; NULL: that is it. */
WARN_UNUSED int source_open_url(const char *url, const char *password, const struct cancel *cancel, struct source **ret,
                                struct err *err);

/* Closes a source of either kind and frees what was made for it. NULL is fine. */
void source_close(struct source *s);

/* True when what was named is a URL of source_open_url() and no path. What lies below a root is a file, whatever its
 * name looks like. */
bool source_is_url(const struct location *l);

/* The files that a source means: itself, or of a folder the files that source_open() reads by their endings, sorted by
 * the bytes of their names, this level only. Hidden files, links (they may lead out of the folder that was allowed),
 * folders and other endings are left out, and the notes say how many. ERR_NOT_FOUND, ERR_DATA_EMPTY (a folder without
 * any), ERR_TOO_LARGE (over DATA_SOURCES files). A URL is itself. The list is in the arena. Runs outside of the worker.
 */
WARN_UNUSED int sources_expand(struct arena *a, const struct location *at, struct notes *notes,
                               const struct location **ret, size_t *ret_n, bool *ret_is_folder, struct err *err);
