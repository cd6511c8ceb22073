/* parts.h - the parts of a bundle as they are learned. */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include "learn/bundle.h"

struct err;

struct parts {
    struct {
        char name[BUNDLE_NAME_BYTES];
        struct buf bytes;
    } part[BUNDLE_PARTS_MOST];
    size_t n;
};

/* A part to be filled. */
struct buf *parts_add(struct parts *p, const char *name);

/* All of them as a bundle. */
WARN_UNUSED int parts_write(const struct parts *p, struct buf *ret, struct err *err);

/* The sizes of all, one a line. */
void parts_print(const struct parts *p);
void parts_done(struct parts *p);
