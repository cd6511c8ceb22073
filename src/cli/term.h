/* term.h - where text goes: how wide it is, whether colour is wanted, and making foreign text safe to show. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct buf;

struct term {
    bool is_terminal;
    bool colour;          /* a terminal, NO_COLOR unset, TERM not "dumb" */
    size_t width, height; /* columns and lines; TERM_WIDTH and no limit (0) when it is no terminal */
};

struct term term_of(FILE *out);

/* Appends text that came from data or people: control characters, which could move the cursor or forge output, and
 * direction overrides become U+FFFD; line breaks and tabs become spaces. */
void term_text(struct buf *b, const char *p, size_t n);

/* The same of text with lines, which stay lines. It may come in pieces: a character that is cut off is held until the
 * rest of it comes. */
#define TERM_GROWTH 3 /* a byte becomes the three of U+FFFD at most */
struct term_lines {
    char held[3];
    size_t n;
};
void term_lines_add(struct term_lines *t, struct buf *b, const char *p, size_t n);

/* Appends text dimmed or in bold where colour is on. */
void term_dim(struct buf *b, const struct term *t, const char *s);
void term_bold(struct buf *b, const struct term *t, const char *s);
