/* edit_patch.h - a part with some of its bytes replaced, as a list of pieces.
 *
 * What is changed in a sheet of hundreds of megabytes is a few bytes: the rest is never copied but handed on, piece by
 * piece, to whoever packs it. Replacements are made in the order of their places.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include "office/edit/edit_markup.h"

struct arena;
struct err;

struct patch_cut {
    size_t at, n;            /* of the old bytes: taken out */
    size_t added, added_end; /* of the new ones: put in */
};

struct patch {
    const char *old;
    size_t n;
    struct patch_cut *cuts;
    size_t n_cuts, cap;
    struct buf added; /* all that is put in, one after the other */
};

void patch_init(struct patch *p, const char *old, size_t n);
void patch_done(struct patch *p);

/* Takes n bytes out at a place, which must not lie before the end of the last one's, and returns the buffer to append
 * what is to stand there. Appending ends with the next call on the patch. */
struct buf *patch_cut(struct patch *p, const char *at, size_t n);

/* The new bytes, in pieces that borrow from the old ones and from the patch. ERR_TOO_LARGE when more than
 * EDIT_ADDED_BYTES were put in. */
WARN_UNUSED int patch_pieces(struct patch *p, struct arena *a, const struct markup_span **ret, size_t *ret_n,
                             struct err *err);
