/* blocks.c - the list of blocks, and lines. */
#include "text/blocks.h"
#include "base/arena.h"
#include "base/limits.h"
#include "base/str.h"
#include <string.h>

void blocks_add(struct blocks *b, enum block_kind kind, int level, const char *p, size_t n)
{
    size_t left = n;

    if (kind != BLOCK_CODE)
        p = str_trim(p, n, &left);
    else
        while (left > 0 && (p[left - 1] == '\n' || p[left - 1] == '\r' || p[left - 1] == ' '))
            left--;
    if (left == 0)
        return;
    if (b->n == TEXT_BLOCKS) {
        b->too_long = true;
        return;
    }
    if (b->n == b->cap) {
        struct block *more = arena_array(b->a, b->cap ? b->cap * 2 : 64, sizeof *more);
        if (b->n)
            memcpy(more, b->list, b->n * sizeof *more);
        b->cap = b->cap ? b->cap * 2 : 64;
        b->list = more;
    }
    if (kind == BLOCK_HEADING && left > TEXT_HEADING_BYTES) {
        kind = BLOCK_PARAGRAPH;
        level = 0;
    }
    b->list[b->n++] = (struct block){ kind, level, arena_dup(b->a, p, left), left };
}

const char *title_of(struct arena *a, const char *p, size_t n)
{
    return arena_dup(a, p, str_fit_bytes(p, n, TEXT_HEADING_BYTES));
}

const char *address_of(struct arena *a, const char *p, size_t n)
{
    return n <= TEXT_URL_BYTES ? arena_dup(a, p, n) : NULL;
}

size_t line_bytes(const char *p, size_t n, size_t *ret_n)
{
    size_t i = 0;

    while (i < n && p[i] != '\n' && p[i] != '\r')
        i++;
    *ret_n = i;
    if (i < n && p[i] == '\r' && i + 1 < n && p[i + 1] == '\n')
        return i + 2;
    return i < n ? i + 1 : n;
}
