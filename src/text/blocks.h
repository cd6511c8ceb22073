/* blocks.h - what the readers make of a document: headings, paragraphs and code, one after the other. For src/text.
 *
 * A paragraph is plain text on one line, its markup gone; a list's items and a table's rows are lines of their own.
 * Code keeps its lines. All texts are in the arena.
 */
#pragma once
#include "base/buf.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;

enum block_kind { BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_CODE };

struct block {
    enum block_kind kind;
    int level; /* of a heading, from 1 */
    const char *text;
    size_t n; /* never 0 */
};

struct blocks {
    struct arena *a;
    struct block *list;
    size_t n, cap;
    bool too_long;           /* there were more than TEXT_BLOCKS, which are not in the list */
    const char *title, *url; /* as the document says beside its text; or NULL */
};

/* Adds a block of the text, without the blanks at its ends; of nothing but blanks none is made. What is longer than
 * TEXT_HEADING_BYTES is a paragraph, whatever it looks like: its passages would each have a copy of it. */
void blocks_add(struct blocks *b, enum block_kind kind, int level, const char *p, size_t n);

/* ---- the readers ---- */

void markdown_read(struct blocks *b, const char *p, size_t n);
void plain_read(struct blocks *b, const char *p, size_t n);
void html_read(struct blocks *b, const char *p, size_t n);

/* ---- what they share ---- */

/* A title as it is kept, at most TEXT_HEADING_BYTES of it; and an address, NULL for one that is too long to be one. */
const char *title_of(struct arena *a, const char *p, size_t n);
const char *address_of(struct arena *a, const char *p, size_t n);

/* The line at p: *ret_n without its end ("\n", "\r\n" or "\r"); the result is how far it reaches. */
size_t line_bytes(const char *p, size_t n, size_t *ret_n);

/* The character that the entity at p ("&amp;", "&#8212;") stands for, appended to out; how many bytes the entity has, 0
 * when it is none. */
size_t entity_read(const char *p, size_t n, struct buf *out);

/* Appends Markdown without its marks: emphasis, links, images, tags, code spans, escapes, entities. */
void markdown_plain(struct buf *out, const char *p, size_t n);
