/* files.h - which files docs.add is about. For src/agents/docs only. */
#pragma once
#include "base/attrs.h"
#include "sys/location.h"
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct call;
struct err;
struct json;

struct docs_file {
    struct location at;
    const char *name; /* as people call it */
    const char
        *source;    /* what makes it the same document the next time: its absolute path, or the name it came under */
    bool of_folder; /* it was found in a folder that was named */
};

struct docs_files {
    struct docs_file *list;
    size_t n, cap;
    struct json *skipped; /* folders in a folder that could not be opened: [{"name","reason"}] */
};

/* The files of the operation's "path" and "paths": each file that is named, and of each folder all documents in it and
 * in the folders below, in the order of their names. Hidden ones and links are left out. */
WARN_UNUSED int docs_files_find(struct call *c, const struct json *args, struct docs_files *ret, struct err *err);

/* Its bytes, within the buffer's limit. One found in a folder must not be a link. */
WARN_UNUSED int docs_file_read(const struct docs_file *f, struct buf *b, struct err *err);
