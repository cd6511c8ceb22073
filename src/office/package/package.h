/* package.h - the container of a workbook: an Open Packaging zip, over bytes in memory.
 *
 * Zip's directory is read by us rather than by a library: the bytes are mapped already, write-back copies a part's
 * packed bytes as they stand, and a hostile directory must be refused for reasons that we choose. Nothing a directory
 * claims is believed: every offset is checked, entries may not overlap, a part that inflates to more than it claims, to
 * more than WORKBOOK_PART_BYTES, or out of all proportion is cut off while it inflates, and its CRC must agree. Names
 * are only ever looked up; none becomes a path.
 *
 * A package and its parts are read-only once opened: several threads may read parts of one package side by side.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct package;
struct part_stream;

enum { PART_STORED = 0, PART_DEFLATED = 8 };

struct part {
    const char *name;  /* as the directory has it, but with "/" and none in front: "xl/workbook.xml" */
    const char *bytes; /* as packed; borrowed from the package's bytes */
    uint64_t packed;   /* how many there are */
    uint64_t size;     /* unpacked, as claimed; reading ends in an error when that is wrong */
    uint32_t crc;      /* of the unpacked bytes */
    uint16_t method;   /* PART_STORED, PART_DEFLATED, or one that cannot be read */
    uint16_t flags;    /* of the zip entry, as written */
    uint32_t dos_time; /* date and time, as written */
    bool encrypted;
};

/* Opens the bytes, which must outlive the package. ERR_WORKBOOK_LOAD_FAILED when they are no zip, cut short, or lie. */
WARN_UNUSED int package_open(const char *p, size_t n, struct package **ret, struct err *err);
void package_free(struct package *k);

/* All parts, in the directory's order (folders among them); the package's own. */
size_t package_parts(const struct package *k, const struct part **ret);

/* The part of this name, also when only its case differs; a leading "/" does not count. NULL when there is none. */
const struct part *package_find(const struct package *k, const char *name);

/* Appends the whole part to the buffer, whose maximum bounds it (ERR_TOO_LARGE). */
WARN_UNUSED int package_read(const struct part *part, struct buf *b, struct err *err);

/* Reads a part in pieces. part_stream_next() fills out with up to room bytes; *ret_n is 0 at the end and only there,
 * and the end is reached only when size and CRC agree. */
WARN_UNUSED int part_stream_open(const struct part *part, struct part_stream **ret, struct err *err);
WARN_UNUSED int part_stream_next(struct part_stream *s, char *out, size_t room, size_t *ret_n, struct err *err);
void part_stream_close(struct part_stream *s);

/* ---- how the parts belong together ---- */

struct rel {
    const char *id;
    const char *type;   /* the whole URI; rel_is() looks at its end */
    const char *target; /* a part's name, resolved, for package_find(); of an external one as written */
    bool external;
};

/* The relationships of a part (NULL: of the package itself), in the arena; none when it has none. */
WARN_UNUSED int package_rels(const struct package *k, struct arena *a, const char *part_name, const struct rel **ret,
                             size_t *ret_n, struct err *err);

/* True for a type such as "worksheet", in the transitional and the strict spelling. */
bool rel_is(const struct rel *r, const char *kind);

/* The one with this id, or NULL. */
const struct rel *rel_find(const struct rel *rels, size_t n, const char *id);

/* The content type of a part, from [Content_Types].xml, in the arena; NULL when it has none. */
WARN_UNUSED int package_type(const struct package *k, struct arena *a, const char *part_name, const char **ret,
                             struct err *err);
