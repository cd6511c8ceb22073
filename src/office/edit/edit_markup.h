/* edit_markup.h - a part's XML as a run of tokens whose places in the bytes are known.
 *
 * An edit must leave every byte alone that it does not mean to change, so a part is not parsed into a tree and written
 * anew: it is looked through token by token, and the few places that change are replaced (edit_patch.h). Nothing is
 * copied and nothing is kept: a token points into the part. This adds places, depth and prefixes to token.h's tokens.
 *
 * Taken are UTF-8 parts without a DOCTYPE. Tags must nest to at most EDIT_XML_DEPTH levels and be closed; that they are
 * closed by the right names, and all other rules of XML, are checked by expat (edit_check.h), before and after.
 */
#pragma once
#include "base/attrs.h"
#include "office/package/token.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

enum markup_kind {
    MARKUP_END, /* of the part */
    MARKUP_OPEN,
    MARKUP_CLOSE,
    MARKUP_EMPTY, /* <a/> */
    MARKUP_OTHER, /* text, comments, processing instructions */
};

struct markup_token {
    enum markup_kind kind;
    int depth;     /* of an element: the root has 1; of anything else: what it is in */
    const char *p; /* all n bytes of it, of a tag from "<" to ">" */
    size_t n;
    struct token token; /* the same, taken apart */
};

struct markup {
    const char *begin, *at, *end;
    int depth;
    const char *prefix; /* the root's, with its colon */
    size_t prefix_n;
};

/* A stretch of a part. */
struct markup_span {
    const char *p;
    size_t n;
};

/* Fails with ERR_WORKBOOK_LOAD_FAILED when the part is in another encoding. */
WARN_UNUSED int markup_init(struct markup *m, const char *p, size_t n, struct err *err);

/* The next token. */
WARN_UNUSED int markup_next(struct markup *m, struct markup_token *ret, struct err *err);

/* The next tag that opens an element inside `parent_depth` (MARKUP_OPEN or MARKUP_EMPTY at parent_depth + 1), or the
 * one that closes it (MARKUP_CLOSE at parent_depth), or the end. What lies deeper is passed over. */
WARN_UNUSED int markup_child(struct markup *m, int parent_depth, struct markup_token *ret, struct err *err);

/* Passes over the rest of an element whose opening tag was the last token; *ret_end is behind its closing tag. */
WARN_UNUSED int markup_skip(struct markup *m, const struct markup_token *open, const char **ret_end, struct err *err);

/* True when the element has this local name and the root's prefix. */
bool markup_is(const struct markup *m, const struct markup_token *t, const char *name);

/* True for an opening tag, closed at once or not. */
bool markup_opens(const struct markup_token *t);

/* The value of an attribute by its local name, as written. False when it is not there. */
bool markup_attr(const struct markup_token *t, const char *name, struct markup_span *ret);

/* The same, read: as a whole number, and as XML's boolean. `otherwise` when it is absent or is none. */
uint32_t markup_attr_uint(const struct markup_token *t, const char *name, uint32_t otherwise);
bool markup_attr_truth(const struct markup_token *t, const char *name, bool otherwise);

bool markup_span_is(struct markup_span s, const char *text);

/* Reads 1 to 9 digits and nothing else. */
bool markup_span_uint(struct markup_span s, uint32_t *ret);
