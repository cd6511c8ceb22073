/* html.c - HTML as headings and paragraphs, tolerantly: what browsers show of a page, without knowing how it looks.
 *
 * One pass over tags and text; no tree, so nothing can nest too deep. Elements that end a line of text are in a table,
 * and so are those whose content is not text (scripts, styles, navigation). Unclosed and unknown tags do no harm.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include "text/blocks.h"
#include <stdbool.h>
#include <string.h>

enum role {
    ROLE_INLINE,  /* nothing happens */
    ROLE_BLOCK,   /* ends a paragraph */
    ROLE_LINE,    /* ends a line within a paragraph */
    ROLE_CELL,    /* a blank */
    ROLE_HEADING, /* h1 to h6 */
    ROLE_TITLE,
    ROLE_CODE,   /* keeps its lines */
    ROLE_HIDDEN, /* nothing in it is text, whatever it looks like: up to its own end tag */
};

static const struct {
    const char *name;
    enum role role;
} elements[] = {
    { "p", ROLE_BLOCK },          { "div", ROLE_BLOCK },       { "section", ROLE_BLOCK },   { "article", ROLE_BLOCK },
    { "main", ROLE_BLOCK },       { "header", ROLE_BLOCK },    { "body", ROLE_BLOCK },      { "head", ROLE_BLOCK },
    { "blockquote", ROLE_BLOCK }, { "ul", ROLE_BLOCK },        { "ol", ROLE_BLOCK },        { "dl", ROLE_BLOCK },
    { "table", ROLE_BLOCK },      { "hr", ROLE_BLOCK },        { "figure", ROLE_BLOCK },    { "details", ROLE_BLOCK },
    { "aside", ROLE_BLOCK },      { "form", ROLE_BLOCK },      { "address", ROLE_BLOCK },   { "br", ROLE_LINE },
    { "li", ROLE_LINE },          { "dt", ROLE_LINE },         { "dd", ROLE_LINE },         { "tr", ROLE_LINE },
    { "caption", ROLE_LINE },     { "option", ROLE_LINE },     { "summary", ROLE_LINE },    { "figcaption", ROLE_LINE },
    { "td", ROLE_CELL },          { "th", ROLE_CELL },         { "h1", ROLE_HEADING },      { "h2", ROLE_HEADING },
    { "h3", ROLE_HEADING },       { "h4", ROLE_HEADING },      { "h5", ROLE_HEADING },      { "h6", ROLE_HEADING },
    { "title", ROLE_TITLE },      { "pre", ROLE_CODE },        { "textarea", ROLE_HIDDEN }, { "script", ROLE_HIDDEN },
    { "style", ROLE_HIDDEN },     { "noscript", ROLE_HIDDEN }, { "template", ROLE_HIDDEN }, { "svg", ROLE_HIDDEN },
    { "nav", ROLE_HIDDEN },       { "iframe", ROLE_HIDDEN },   { "footer", ROLE_HIDDEN },
};

struct html {
    struct blocks *blocks;
    struct buf text; /* of the block at hand */
    int heading;     /* its level; 0: it is none */
    bool title, code;
};

struct tag {
    char name[16]; /* in lower case; longer ones are unknown */
    bool closes;
    size_t bytes; /* of all of it */
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Where a tag ends: behind its ">", which may stand in quotes before. A quote that does not end is none. */
static size_t tag_end(const char *p, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (p[i] == '>')
            return i + 1;
        if ((p[i] == '"' || p[i] == '\'') && p[i - 1] == '=') {
            const char *close = memchr(p + i + 1, p[i], n - i - 1);
            if (close)
                i = (size_t)(close - p);
        }
    }
    return n;
}

static size_t comment_end(const char *p, size_t n)
{
    const char *end = memmem(p + 4, n - 4, "-->", 3);

    return end ? (size_t)(end - p) + 3 : n;
}

/* False where a "<" is just that. */
static bool read_tag(const char *p, size_t n, struct tag *ret)
{
    size_t i = 1, length = 0;

    *ret = (struct tag){ 0 };
    if (n >= 4 && memcmp(p, "<!--", 4) == 0) {
        ret->bytes = comment_end(p, n);
        return true;
    }
    if (i < n && p[i] == '/') {
        ret->closes = true;
        i++;
    }
    if (i >= n || !((lower(p[i]) >= 'a' && lower(p[i]) <= 'z') || (!ret->closes && (p[i] == '!' || p[i] == '?'))))
        return false;
    for (; i < n && p[i] != '>' && p[i] != '/' && p[i] != ' ' && p[i] != '\n' && p[i] != '\t' && p[i] != '\r'; i++) {
        if (length + 1 < sizeof ret->name)
            ret->name[length] = lower(p[i]);
        length++;
    }
    if (length + 1 > sizeof ret->name)
        ret->name[0] = '\0';
    ret->bytes = tag_end(p, n);
    return true;
}

static enum role role_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(elements); i++)
        if (strcmp(elements[i].name, name) == 0)
            return elements[i].role;
    return ROLE_INLINE;
}

/* ---- text ---- */

static void end_block(struct html *h)
{
    enum block_kind kind = h->heading ? BLOCK_HEADING : h->code ? BLOCK_CODE : BLOCK_PARAGRAPH;
    size_t n;
    const char *text = str_trim(h->text.p, h->text.n, &n);

    if (h->title && n > 0 && !h->blocks->title)
        h->blocks->title = title_of(h->blocks->a, text, n);
    if (!h->title)
        blocks_add(h->blocks, kind, h->heading, h->text.p, h->text.n);
    buf_cut(&h->text, 0);
    h->heading = 0;
    h->title = false;
}

static bool ends_blank(const struct buf *b)
{
    return b->n == 0 || b->p[b->n - 1] == ' ' || b->p[b->n - 1] == '\n';
}

static void take_blank(struct html *h, char c)
{
    if (h->code)
        buf_addc(&h->text, c == '\r' ? '\n' : c);
    else if (!ends_blank(&h->text))
        buf_addc(&h->text, ' ');
}

static void end_line(struct html *h)
{
    if (h->heading || h->title) {
        take_blank(h, ' ');
        return;
    }
    while (h->text.n > 0 && h->text.p[h->text.n - 1] == ' ')
        buf_cut(&h->text, h->text.n - 1);
    if (h->text.n > 0 && h->text.p[h->text.n - 1] != '\n')
        buf_addc(&h->text, '\n');
}

static void take_text(struct html *h, const char *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t step = p[i] == '&' ? entity_read(p + i, n - i, &h->text) : 0;

        if (step == 0) {
            if (p[i] == ' ' || (p[i] >= '\t' && p[i] <= '\r'))
                take_blank(h, p[i]);
            else
                buf_addc(&h->text, p[i]);
            step = 1;
        }
        i += step;
    }
}

/* ---- tags ---- */

/* How far what is hidden reaches: to its end tag, or to the end. */
static size_t hidden_bytes(const char *p, size_t n, const char *name)
{
    size_t length = strlen(name);
    const char *at = p;

    while ((at = memmem(at, n - (size_t)(at - p), "</", 2))) {
        size_t left = n - (size_t)(at - p);
        if (left > length + 2 && strncasecmp(at + 2, name, length) == 0 &&
            !(lower(at[2 + length]) >= 'a' && lower(at[2 + length]) <= 'z'))
            return (size_t)(at - p);
        at += 2;
    }
    return n;
}

static void take_tag(struct html *h, const struct tag *t)
{
    switch (role_of(t->name)) {
    case ROLE_BLOCK:
        end_block(h);
        break;
    case ROLE_LINE:
        end_line(h);
        break;
    case ROLE_CELL:
        take_blank(h, ' ');
        break;
    case ROLE_HEADING:
        end_block(h);
        h->heading = t->closes ? 0 : t->name[1] - '0';
        break;
    case ROLE_TITLE:
        end_block(h);
        h->title = !t->closes;
        break;
    case ROLE_CODE:
        end_block(h);
        h->code = !t->closes;
        break;
    case ROLE_INLINE:
    case ROLE_HIDDEN:
        break;
    }
}

void html_read(struct blocks *b, const char *p, size_t n)
{
    struct html h = { .blocks = b };
    struct tag t;

    buf_init(&h.text, n * 2 + 8);
    for (size_t i = 0; i < n;) {
        const char *next = memchr(p + i, '<', n - i);
        size_t text = next ? (size_t)(next - p) - i : n - i;

        take_text(&h, p + i, text);
        i += text;
        if (i == n)
            break;
        if (!read_tag(p + i, n - i, &t)) {
            buf_addc(&h.text, p[i++]);
            continue;
        }
        i += t.bytes;
        take_tag(&h, &t);
        if (!t.closes && role_of(t.name) == ROLE_HIDDEN)
            i += hidden_bytes(p + i, n - i, t.name);
    }
    end_block(&h);
    buf_done(&h.text);
}
