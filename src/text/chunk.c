/* chunk.c - blocks become passages: which heading is what, and where a long section is cut. */
#include "text/chunk.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "text/blocks.h"
#include <stdlib.h>
#include <string.h>

#define LEVELS 7 /* of headings, from 1 to 6 */

/* ---- which heading is what ---- */

struct outline {
    size_t title;         /* the block that is the document's title; as many as there are blocks: none is */
    int chapter, section; /* levels; 0: no heading is one */
};

/* The first heading, when it stands above all others, alone on its level. */
static size_t find_title(const struct blocks *b)
{
    size_t first = 0;

    while (first < b->n && b->list[first].kind != BLOCK_HEADING)
        first++;
    for (size_t i = first + 1; i < b->n; i++)
        if (b->list[i].kind == BLOCK_HEADING && b->list[i].level <= b->list[first].level)
            return b->n;
    return first;
}

static struct outline find_outline(const struct blocks *b)
{
    struct outline o = { .title = find_title(b) };
    bool used[LEVELS] = { false };
    int upper = 0, next = 0;

    for (size_t i = 0; i < b->n; i++)
        if (b->list[i].kind == BLOCK_HEADING && i != o.title)
            used[b->list[i].level < LEVELS ? b->list[i].level : LEVELS - 1] = true;
    for (int level = LEVELS - 1; level > 0; level--)
        if (used[level]) {
            next = upper;
            upper = level;
        }
    o.chapter = next ? upper : 0;
    o.section = next ? next : upper;
    return o;
}

/* ---- passages ---- */

/* One passage too many is kept, for chunk_end() to see; what is more is not. */
static void push(struct chunker *c, const char *text, size_t n)
{
    if (c->n > TEXT_PASSAGES)
        return;
    if (c->n == c->cap) {
        struct passage *more = arena_array(c->a, c->cap ? c->cap * 2 : 64, sizeof *more);
        if (c->n)
            memcpy(more, c->list, c->n * sizeof *more);
        c->cap = c->cap ? c->cap * 2 : 64;
        c->list = more;
    }
    if (!c->path)
        c->path = arena_printf(c->a, "%s/%s", text_slug(c->a, c->chapter), text_slug(c->a, c->section));
    c->list[c->n++] = (struct passage){ .ref = c->record,
                                        .chapter = c->chapter,
                                        .section = c->section,
                                        .path = c->path,
                                        .url = c->url,
                                        .text = arena_dup(c->a, text, n),
                                        .n = n };
}

/* Puts down what was gathered; what was only carried over from the last passage is none. */
static void put_down(struct chunker *c)
{
    size_t n;
    const char *text = str_trim(c->text.p, c->text.n, &n);

    if (n > 0 && c->text.n > c->carried)
        push(c, text, n);
    buf_cut(&c->text, 0);
    c->carried = 0;
}

/* The last sentence of what is about to be put down, to begin the next passage with; 0 when it is too long for that. */
static size_t last_sentence(const struct buf *b)
{
    size_t at = 0, last = 0;

    while (at < b->n) {
        last = at;
        at += text_sentence(b->p + at, b->n - at);
    }
    return b->n - last <= TEXT_OVERLAP_BYTES && last > 0 ? b->n - last : 0;
}

static void next_passage(struct chunker *c, bool within)
{
    size_t overlap = within ? last_sentence(&c->text) : 0;
    const char *carry = arena_dup(c->a, c->text.p + c->text.n - overlap, overlap);

    put_down(c);
    buf_add(&c->text, carry, overlap);
    c->carried = overlap;
}

/* Bytes of the next piece of a block that is too long for one passage: a sentence, a line of code, or what fits. */
static size_t piece_bytes(const struct block *b, size_t at)
{
    size_t most = TEXT_PASSAGE_BYTES - TEXT_OVERLAP_BYTES, bare, n;
    size_t left = b->n - at > most ? most + 1 : b->n - at; /* no more has to be looked at */

    n = b->kind == BLOCK_CODE ? line_bytes(b->text + at, left, &bare) : text_sentence(b->text + at, left);
    if (n <= most)
        return n;
    n = str_fit_bytes(b->text + at, most, most);
    for (size_t i = n; i > n / 2; i--)
        if (b->text[at + i - 1] == ' ')
            return i;
    return n;
}

static void add_long(struct chunker *c, const struct block *b)
{
    for (size_t at = 0, n; at < b->n; at += n) {
        n = piece_bytes(b, at);
        if (c->text.n + n > TEXT_PASSAGE_BYTES)
            next_passage(c, b->kind != BLOCK_CODE && at > 0);
        buf_add(&c->text, b->text + at, n);
    }
}

static void add_block(struct chunker *c, const struct block *b)
{
    size_t most = b->kind == BLOCK_CODE ? TEXT_CODE_BYTES : TEXT_PASSAGE_BYTES;

    if (c->text.n > 0 && c->text.n + b->n + 2 > TEXT_PASSAGE_BYTES)
        next_passage(c, false);
    if (c->text.n > 0)
        buf_adds(&c->text, "\n\n");
    if (b->n > most)
        add_long(c, b);
    else
        buf_add(&c->text, b->text, b->n);
}

/* ---- all of it ---- */

static void enter(struct chunker *c, const char *chapter, const char *section)
{
    put_down(c);
    c->chapter = chapter;
    c->section = section;
    c->path = NULL;
}

void chunk_blocks(struct chunker *c, const struct blocks *b, const char *chapter, const char *section)
{
    struct outline o = find_outline(b);

    c->too_long |= b->too_long;
    enter(c, chapter, section);
    for (size_t i = 0; i < b->n; i++) {
        const struct block *block = &b->list[i];
        if (i == o.title)
            continue;
        if (block->kind == BLOCK_HEADING && block->level == o.chapter) {
            chapter = block->text;
            enter(c, chapter, chapter);
        } else if (block->kind == BLOCK_HEADING && block->level == o.section) {
            enter(c, chapter, block->text);
        } else {
            add_block(c, block);
        }
    }
    put_down(c);
}

const char *chunk_title(const struct blocks *b)
{
    size_t title = find_title(b);

    return b->title ? b->title : title < b->n ? b->list[title].text : NULL;
}

/* ---- ids ---- */

static int by_path(const void *a, const void *b)
{
    const struct passage *x = *(struct passage *const *)a, *y = *(struct passage *const *)b;
    int order = strcmp(x->path, y->path);

    return order ? order : x < y ? -1 : x > y;
}

/* The first passage of a section has the section's path for its id, the others a number behind it. */
static void name_passages(struct chunker *c)
{
    struct passage **sorted = arena_array(c->a, c->n, sizeof *sorted);
    size_t n = 0, many = 0;

    for (size_t i = 0; i < c->n; i++)
        if (!c->list[i].ref)
            sorted[n++] = &c->list[i];
    qsort(sorted, n, sizeof *sorted, by_path);
    for (size_t i = 0; i < n; i++) {
        many = i > 0 && strcmp(sorted[i]->path, sorted[i - 1]->path) == 0 ? many + 1 : 1;
        sorted[i]->ref = many == 1 ? sorted[i]->path : arena_printf(c->a, "%s-%zu", sorted[i]->path, many);
    }
}

int chunk_end(struct chunker *c, const char *title, struct text *ret, struct err *err)
{
    buf_done(&c->text);
    if (c->n == 0)
        return err_say(err, ERR_DATA_EMPTY, "There is no text in that document.");
    if (c->n > TEXT_PASSAGES || c->too_long)
        return err_set(err, ERR_TOO_LARGE, "That document is too long.", "over %d passages or %d blocks", TEXT_PASSAGES,
                       TEXT_BLOCKS);
    name_passages(c);
    *ret = (struct text){ title, c->list, c->n };
    return 0;
}
