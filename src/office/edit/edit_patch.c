/* edit_patch.c - replacements in order; the pieces are the old bytes between them and the new bytes. */
#include "office/edit/edit_patch.h"
#include "base/arena.h"
#include "base/limits.h"
#include <assert.h>
#include <stdlib.h>

void patch_init(struct patch *p, const char *old, size_t n)
{
    *p = (struct patch){ .old = old, .n = n };
    buf_init(&p->added, EDIT_ADDED_BYTES);
}

void patch_done(struct patch *p)
{
    free(p->cuts);
    p->cuts = NULL;
    buf_done(&p->added);
}

static void end_last(struct patch *p)
{
    if (p->n_cuts > 0)
        p->cuts[p->n_cuts - 1].added_end = p->added.n;
}

struct buf *patch_cut(struct patch *p, const char *at, size_t n)
{
    size_t place = (size_t)(at - p->old);

    assert(place <= p->n && n <= p->n - place);
    assert(p->n_cuts == 0 || place >= p->cuts[p->n_cuts - 1].at + p->cuts[p->n_cuts - 1].n);
    end_last(p);
    if (p->n_cuts == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 16;
        p->cuts = reallocarray(p->cuts, p->cap, sizeof *p->cuts);
        if (!p->cuts)
            abort();
    }
    p->cuts[p->n_cuts++] = (struct patch_cut){ .at = place, .n = n, .added = p->added.n };
    return &p->added;
}

int patch_pieces(struct patch *p, struct arena *a, const struct markup_span **ret, size_t *ret_n, struct err *err)
{
    struct markup_span *pieces = arena_array(a, 2 * p->n_cuts + 1, sizeof *pieces);
    size_t n = 0, at = 0;

    if (buf_check(&p->added, err) < 0)
        return -1;
    end_last(p);
    for (size_t i = 0; i < p->n_cuts; i++) {
        const struct patch_cut *c = &p->cuts[i];
        pieces[n++] = (struct markup_span){ p->old + at, c->at - at };
        pieces[n++] = (struct markup_span){ p->added.p + c->added, c->added_end - c->added };
        at = c->at + c->n;
    }
    pieces[n++] = (struct markup_span){ p->old + at, p->n - at };
    *ret = pieces;
    *ret_n = n;
    return 0;
}
