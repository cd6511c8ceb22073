/* edit_markup.c - token.h's tokens over a part that is whole in memory, with where they are and how deep. */
#include "office/edit/edit_markup.h"
#include "base/limits.h"
#include "office/package/refusals.h"
#include <string.h>
#include <strings.h>

static bool has(const char *p, const char *end, const char *text)
{
    size_t n = strlen(text);

    return (size_t)(end - p) >= n && memcmp(p, text, n) == 0;
}

/* Only UTF-8 is taken; US-ASCII is part of it. A part in UTF-16 begins with a mark or has NUL bytes. */
static int check_encoding(const struct markup *m, struct err *err)
{
    const char *declaration = m->at, *end, *p;

    if (m->end - m->begin >= 2 && (!memcmp(m->begin, "\xff\xfe", 2) || !memcmp(m->begin, "\xfe\xff", 2) ||
                                   m->begin[0] == '\0' || m->begin[1] == '\0'))
        return workbook_damaged(err, "a part is not in UTF-8");
    if (!has(declaration, m->end, "<?xml"))
        return 0;
    end = memmem(declaration, (size_t)(m->end - declaration), "?>", 2);
    if (!end)
        return workbook_damaged(err, "an XML declaration has no end");
    p = memmem(declaration, (size_t)(end - declaration), "encoding", 8);
    if (!p)
        return 0;
    for (p += 8; p < end && strchr(" \t\r\n=\"'", *p); p++)
        ;
    if ((end - p >= 5 && strncasecmp(p, "utf-8", 5) == 0) || (end - p >= 8 && strncasecmp(p, "us-ascii", 8) == 0))
        return 0;
    return workbook_damaged(err, "a part declares another encoding than UTF-8");
}

int markup_init(struct markup *m, const char *p, size_t n, struct err *err)
{
    *m = (struct markup){ .begin = p, .at = p, .end = p + n };
    if (has(p, m->end, "\xef\xbb\xbf"))
        m->at += 3;
    return check_encoding(m, err);
}

/* A tag: how deep it is, and at the root which prefix the part uses. */
static int place_tag(struct markup *m, struct markup_token *t, struct err *err)
{
    if (t->kind == MARKUP_CLOSE) {
        if (m->depth == 0)
            return workbook_damaged(err, "a tag closes what was not opened");
        t->depth = m->depth--;
        return 0;
    }
    if (m->depth == EDIT_XML_DEPTH)
        return workbook_damaged(err, "elements are nested too deeply");
    t->depth = m->depth + 1;
    m->depth += t->kind == MARKUP_OPEN;
    if (t->depth == 1) {
        m->prefix = t->p + 1;
        m->prefix_n = (size_t)(t->token.name - m->prefix);
    }
    return 0;
}

int markup_next(struct markup *m, struct markup_token *t, struct err *err)
{
    *t = (struct markup_token){ .kind = MARKUP_END, .p = m->at, .depth = m->depth };
    if (m->at == m->end)
        return m->depth == 0 ? 0 : workbook_damaged(err, "an element is not closed");
    t->token = token_next(m->at, m->end, true);
    switch (t->token.kind) {
    case TOKEN_MORE:
    case TOKEN_BAD:
        return workbook_damaged(err, "a part is not well-formed");
    case TOKEN_START:
        t->kind = MARKUP_OPEN;
        break;
    case TOKEN_EMPTY:
        t->kind = MARKUP_EMPTY;
        break;
    case TOKEN_END:
        t->kind = MARKUP_CLOSE;
        break;
    case TOKEN_TEXT:
    case TOKEN_CDATA:
    case TOKEN_OTHER:
        t->kind = MARKUP_OTHER;
        break;
    }
    m->at = t->token.after;
    t->n = (size_t)(m->at - t->p);
    return t->kind == MARKUP_OTHER ? 0 : place_tag(m, t, err);
}

int markup_child(struct markup *m, int parent_depth, struct markup_token *t, struct err *err)
{
    do {
        if (markup_next(m, t, err) < 0)
            return -1;
        if (markup_opens(t) && t->depth == parent_depth + 1)
            return 0;
    } while (t->kind != MARKUP_END && !(t->kind == MARKUP_CLOSE && t->depth <= parent_depth));
    return 0;
}

int markup_skip(struct markup *m, const struct markup_token *open, const char **ret_end, struct err *err)
{
    struct markup_token t = *open;
    int depth = open->depth;

    while (!(t.depth == depth && (t.kind == MARKUP_EMPTY || t.kind == MARKUP_CLOSE)))
        if (markup_next(m, &t, err) < 0)
            return -1;
    *ret_end = m->at;
    return 0;
}

bool markup_opens(const struct markup_token *t)
{
    return t->kind == MARKUP_OPEN || t->kind == MARKUP_EMPTY;
}

bool markup_is(const struct markup *m, const struct markup_token *t, const char *name)
{
    const char *qualified = t->p + (t->kind == MARKUP_CLOSE ? 2 : 1);

    return token_is(&t->token, name) && (size_t)(t->token.name - qualified) == m->prefix_n &&
           memcmp(qualified, m->prefix, m->prefix_n) == 0;
}

bool markup_attr(const struct markup_token *t, const char *name, struct markup_span *ret)
{
    return token_attr(&t->token, name, &ret->p, &ret->n);
}

bool markup_span_is(struct markup_span s, const char *text)
{
    return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

bool markup_span_uint(struct markup_span s, uint32_t *ret)
{
    uint32_t value = 0;

    if (s.n == 0 || s.n > 9)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        value = value * 10 + (uint32_t)(s.p[i] - '0');
    }
    *ret = value;
    return true;
}

uint32_t markup_attr_uint(const struct markup_token *t, const char *name, uint32_t otherwise)
{
    struct markup_span s;
    uint32_t value;

    return markup_attr(t, name, &s) && markup_span_uint(s, &value) ? value : otherwise;
}

bool markup_attr_truth(const struct markup_token *t, const char *name, bool otherwise)
{
    struct markup_span s;

    if (!markup_attr(t, name, &s))
        return otherwise;
    return markup_span_is(s, "1") || markup_span_is(s, "true") || markup_span_is(s, "on");
}
