/* place.c - "steps[0].query.where[1]". */
#include "query/json/place.h"
#include "base/arena.h"
#include "base/buf.h"

#define PLACE_BYTES 4096 /* deeper than any document that is read goes */

static void write_place(struct buf *b, const struct place *at)
{
    if (!at)
        return;
    write_place(b, at->up);
    if (at->key)
        buf_addf(b, "%s%s", b->n > 0 ? "." : "", at->key);
    else
        buf_addf(b, "[%zu]", at->index);
}

const char *place_text(struct arena *a, const struct place *at)
{
    struct buf b CLEANUP(buf_done) = BUF(PLACE_BYTES);

    write_place(&b, at);
    return b.n > 0 && !b.failed ? arena_dup(a, b.p, b.n) : "the query";
}
