/* repack.h - a new zip from an old one, in which only some parts differ.
 *
 * A part that is not changed is copied as it is packed: same bytes, name, place in the order, method, time and CRC. A
 * changed one takes the old one's place and is deflated; new ones follow at the end. What other programs wrote into an
 * entry's extra fields, and the descriptors behind streamed entries, are not taken over: a package has no use for them,
 * and every size stands in front. The same bytes and changes give the same file, whoever makes it and when.
 *
 * The file is handed out from its first byte to its last, so that it can be written anywhere and needs no room in
 * memory but for the packed form of what has changed.
 */
#pragma once
#include "base/attrs.h"
#include "office/edit/edit_markup.h"
#include <stdbool.h>
#include <stddef.h>

struct cancel;
struct err;
struct package;

struct repack_change {
    const char *name; /* of a part, as package_find() takes it; one that is not there is new */
    const struct markup_span *pieces;
    size_t n;
    bool is_removed; /* it is left out; pieces are not looked at */
};

/* Takes the new file, piece by piece. -1 with err set ends the writing. */
struct repack_to {
    int (*write)(void *arg, const void *p, size_t n, struct err *err);
    void *arg;
};

/* Fails with ERR_TOO_LARGE when the new file would have more than DATA_FILE_BYTES, with cancel's errors, and with what
 * `to` says. */
WARN_UNUSED int repack(const struct package *old, const struct repack_change *changes, size_t n,
                       const struct repack_to *to, const struct cancel *cancel, struct err *err);
