/* token.h - XML cut into tags and texts, in place. For the parts that are too large for a parser that calls back for
 * every one of them: sheet data and shared strings.
 *
 * The bytes come in pieces; a token that the piece does not hold whole is asked for again with more bytes. Names lose
 * their prefix. Well-formedness is checked as far as reading needs it: what a tag is and where it ends, references and
 * characters in the texts that are used. A document type that declares anything is refused.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct buf;

enum token_kind {
    TOKEN_MORE,  /* not whole yet */
    TOKEN_BAD,   /* no XML, or a document type with declarations */
    TOKEN_TEXT,  /* p, n: with references in it */
    TOKEN_CDATA, /* p, n: as it stands */
    TOKEN_START, /* name; p, n: its attributes */
    TOKEN_EMPTY, /* the same, and its end: <v/> */
    TOKEN_END,   /* name */
    TOKEN_OTHER, /* a comment, a processing instruction, a document type without declarations */
};

struct token {
    enum token_kind kind;
    const char *name; /* without prefix */
    size_t name_n;
    const char *p;
    size_t n;
    const char *after; /* where the next one begins; unset with TOKEN_MORE and TOKEN_BAD */
};

/* The token at p < end. last: there are no bytes behind end, so a text may end there. */
struct token token_next(const char *p, const char *end, bool last);

bool token_is(const struct token *t, const char *name);

/* The raw value of an attribute by its local name; false when it is not there. */
bool token_attr(const struct token *t, const char *name, const char **ret_p, size_t *ret_n);

/* Appends a text with its references resolved and its line ends as "\n". False when it holds what no XML text may: an
 * unknown reference, which is kept as it stands, a control character, which is left out, or bytes that are no UTF-8,
 * for each of which U+FFFD is put. */
WARN_UNUSED bool token_text(struct buf *b, const char *p, size_t n);

/* The same for a token, CDATA or not. */
WARN_UNUSED bool token_add(struct buf *b, const struct token *t);

/* Resolves "_x000D_", which is how workbooks write characters that XML cannot hold, from byte `from` of b on. */
void xstring_decode(struct buf *b, size_t from);
