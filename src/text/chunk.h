/* chunk.h - chunking: blocks become passages, cut by their headings and by length. For src/text only. */
#pragma once
#include "base/buf.h"
#include "text/text.h"

struct blocks;

struct chunker {
    struct arena *a;
    struct passage *list;
    size_t n, cap;
    struct buf text; /* of the passage at hand */
    size_t carried;  /* bytes of it that the passage before has, too */
    const char *chapter, *section, *url;
    const char *path;   /* both as one id; NULL until the section's first passage: headings without text need none */
    bool too_long;      /* there was more than is read */
    const char *record; /* the id of all passages; NULL: each gets its own */
};

/* Cuts the blocks by their headings; what stands above them is in the given chapter and section. */
void chunk_blocks(struct chunker *c, const struct blocks *b, const char *chapter, const char *section);

/* The title that the document gives itself, or NULL. */
const char *chunk_title(const struct blocks *b);

/* Gives the passages their ids and ends the work, also when it fails: ERR_DATA_EMPTY, ERR_TOO_LARGE. */
WARN_UNUSED int chunk_end(struct chunker *c, const char *title, struct text *ret, struct err *err);
