/* token.c - finds the end of whatever begins at "<", or of the text before it. */
#include "office/package/token.h"
#include "base/buf.h"
#include "base/str.h"
#include <stdint.h>
#include <string.h>

static const struct token more = { .kind = TOKEN_MORE }, bad = { .kind = TOKEN_BAD };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_name(char c)
{
    return (unsigned char)c > ' ' && c != '>' && c != '/' && c != '=' && c != '<' && c != '"' && c != '\'';
}

static struct token until(enum token_kind kind, const char *p, const char *end, const char *mark, size_t mark_n)
{
    const char *stop = p <= end ? memmem(p, (size_t)(end - p), mark, mark_n) : NULL;

    if (!stop)
        return more;
    return (struct token){ .kind = kind, .p = p, .n = (size_t)(stop - p), .after = stop + mark_n };
}

/* One that neither declares anything nor says where that is done. */
static struct token document_type(const char *p, const char *end)
{
    for (const char *at = p; at < end; at++) {
        if (*at == '[' || *at == '"' || *at == '\'')
            return bad;
        if (*at == '>')
            return (struct token){ .kind = TOKEN_OTHER, .p = p, .n = (size_t)(at - p), .after = at + 1 };
    }
    return more;
}

static struct token markup(const char *p, const char *end)
{
    static const char cdata[] = "<![CDATA[", doctype[] = "<!DOCTYPE";
    size_t n = (size_t)(end - p);

    if (p[1] == '?')
        return until(TOKEN_OTHER, p + 2, end, "?>", 2);
    if (n >= 4 && memcmp(p, "<!--", 4) == 0)
        return until(TOKEN_OTHER, p + 4, end, "-->", 3);
    if (n < sizeof cdata - 1)
        return memcmp(p, cdata, n) == 0 || memcmp(p, doctype, n) == 0 || memcmp(p, "<!--", n < 4 ? n : 4) == 0 ? more
                                                                                                               : bad;
    if (memcmp(p, cdata, sizeof cdata - 1) == 0)
        return until(TOKEN_CDATA, p + sizeof cdata - 1, end, "]]>", 3);
    return memcmp(p, doctype, sizeof doctype - 1) == 0 ? document_type(p, end) : bad;
}

/* The ">" that ends a tag: not one inside quotes. */
static const char *tag_end(const char *p, const char *end)
{
    for (; p < end && *p != '>'; p++) {
        if (*p == '<')
            return p;
        if (*p == '"' || *p == '\'') {
            p = memchr(p + 1, *p, (size_t)(end - p - 1));
            if (!p)
                return NULL;
        }
    }
    return p < end ? p : NULL;
}

static struct token tag(const char *p, const char *end)
{
    bool is_end = p[1] == '/';
    const char *name = p + 1 + is_end, *name_end, *stop = tag_end(name, end);
    struct token t = { .kind = is_end ? TOKEN_END : TOKEN_START };

    if (!stop)
        return more;
    t.after = stop + 1;
    if (*stop != '>')
        return bad;
    if (!is_end && stop[-1] == '/') {
        t.kind = TOKEN_EMPTY;
        stop--;
    }
    for (name_end = name; name_end < stop && is_name(*name_end); name_end++)
        if (*name_end == ':')
            name = name_end + 1;
    if (name_end == name || (name_end < stop && !is_blank(*name_end)))
        return bad;
    t.name = name;
    t.name_n = (size_t)(name_end - name);
    t.p = name_end;
    t.n = (size_t)(stop - name_end);
    return t;
}

struct token token_next(const char *p, const char *end, bool last)
{
    const char *stop;

    if (*p == '<') {
        if (end - p < 2)
            return last ? bad : more;
        return p[1] == '!' || p[1] == '?' ? markup(p, end) : tag(p, end);
    }
    stop = memchr(p, '<', (size_t)(end - p));
    if (!stop && !last)
        return more;
    if (!stop)
        stop = end;
    return (struct token){ .kind = TOKEN_TEXT, .p = p, .n = (size_t)(stop - p), .after = stop };
}

bool token_is(const struct token *t, const char *name)
{
    size_t n = strlen(name);

    return t->name_n == n && memcmp(t->name, name, n) == 0;
}

bool token_attr(const struct token *t, const char *name, const char **ret_p, size_t *ret_n)
{
    const char *p = t->p, *end = t->p + t->n;
    size_t want = strlen(name);

    for (;;) {
        const char *start, *stop, *value;

        while (p < end && !is_name(*p)) /* blanks */
            p++;
        for (start = stop = p; stop < end && is_name(*stop); stop++)
            if (*stop == ':')
                start = stop + 1;
        for (p = stop; p < end && is_blank(*p); p++)
            ;
        if (p == end || *p != '=')
            return false;
        for (p++; p < end && is_blank(*p); p++)
            ;
        if (p == end || (*p != '"' && *p != '\''))
            return false;
        value = p + 1;
        p = memchr(value, *p, (size_t)(end - value));
        if (!p)
            return false;
        if ((size_t)(stop - start) == want && memcmp(start, name, want) == 0) {
            *ret_p = value;
            *ret_n = (size_t)(p - value);
            return true;
        }
        p++;
    }
}

/* ---- texts ---- */

/* A code point as UTF-8; the bytes it took. */
static size_t put_char(char out[static 4], uint32_t c)
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(n == 1 ? c : (0xf00 >> n & 0xff) | c);
    return n;
}

/* False for what XML has no character for. */
static bool add_char(struct buf *b, uint32_t c)
{
    char out[4];

    if (c < 0x20 ? c != '\t' && c != '\n' && c != '\r' : (c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
        return false;
    buf_add(b, out, put_char(out, c));
    return true;
}

static bool number_reference(struct buf *b, const char *p, size_t n)
{
    uint32_t value = 0, base = 10;

    if (n > 0 && *p == 'x') {
        base = 16;
        p++;
        n--;
    }
    if (n == 0)
        return false;
    for (; n > 0; p++, n--) {
        uint32_t digit = *p >= '0' && *p <= '9'                     ? (uint32_t)(*p - '0')
                         : (*p | 0x20) >= 'a' && (*p | 0x20) <= 'f' ? (uint32_t)((*p | 0x20) - 'a' + 10)
                                                                    : 99;
        if (digit >= base)
            return false;
        value = value * base + digit;
        if (value > 0x10ffff)
            return false;
    }
    return add_char(b, value);
}

/* The reference at p, which is "&"; NULL when it is none of XML's own. */
static const char *reference(struct buf *b, const char *p, const char *end)
{
    static const struct {
        const char *name;
        char c;
    } named[] = { { "lt", '<' }, { "gt", '>' }, { "amp", '&' }, { "quot", '"' }, { "apos", '\'' } };
    size_t most = (size_t)(end - p) < 4096 ? (size_t)(end - p) : 4096; /* zeros may stand before the digits */
    const char *stop = memchr(p, ';', most);
    size_t n;

    if (!stop)
        return NULL;
    p++;
    n = (size_t)(stop - p);
    if (n > 1 && *p == '#')
        return number_reference(b, p + 1, n - 1) ? stop + 1 : NULL;
    for (size_t i = 0; i < COUNT_OF(named); i++)
        if (strlen(named[i].name) == n && memcmp(p, named[i].name, n) == 0) {
            buf_addc(b, named[i].c);
            return stop + 1;
        }
    return NULL;
}

static bool is_plain(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)p[i] < 0x20 && p[i] != '\t' && p[i] != '\n' && p[i] != '\r')
            return false;
    return str_is_utf8(p, n);
}

/* Without control characters, and with U+FFFD for each byte that is no UTF-8. */
static void add_cleaned(struct buf *b, const char *p, size_t n)
{
    while (n > 0) {
        size_t run = 1;
        while (run < n && run < 4 && ((unsigned char)p[run] & 0xc0) == 0x80)
            run++;
        if (!str_is_utf8(p, run))
            run = 1;
        if (!str_is_utf8(p, run))
            buf_adds(b, "\xef\xbf\xbd");
        else if (is_plain(p, run))
            buf_add(b, p, run);
        p += run;
        n -= run;
    }
}

static bool add_text(struct buf *b, const char *p, size_t n, bool has_references)
{
    struct buf cleaned CLEANUP(buf_done) = BUF(3 * (n < UINT32_MAX ? n : UINT32_MAX) + 1);
    bool is_good = is_plain(p, n);
    const char *end;

    if (!is_good) {
        add_cleaned(&cleaned, p, n);
        p = cleaned.p;
        n = cleaned.n;
    }
    for (end = p + n; p < end;) {
        size_t run = 0;
        while (p + run < end && p[run] != '\r' && !(p[run] == '&' && has_references))
            run++;
        buf_add(b, p, run);
        p += run;
        if (p == end)
            break;
        if (*p == '&') {
            const char *after = reference(b, p, end);
            is_good = is_good && after;
            if (!after) {
                buf_addc(b, '&');
                after = p + 1;
            }
            p = after;
        } else { /* "\r\n" and "\r" both mean "\n" */
            buf_addc(b, '\n');
            p += p + 1 < end && p[1] == '\n' ? 2 : 1;
        }
    }
    return is_good;
}

bool token_text(struct buf *b, const char *p, size_t n)
{
    return add_text(b, p, n, true);
}

bool token_add(struct buf *b, const struct token *t)
{
    return add_text(b, t->p, t->n, t->kind == TOKEN_TEXT);
}

/* The four hex digits of "_xHHHH_" at p, or -1. */
static int32_t escape_at(const char *p, size_t left)
{
    int32_t value = 0;

    if (left < 7 || p[0] != '_' || p[1] != 'x' || p[6] != '_')
        return -1;
    for (size_t i = 2; i < 6; i++) {
        char c = p[i];
        int digit = c >= '0' && c <= '9'                     ? c - '0'
                    : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                             : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

void xstring_decode(struct buf *b, size_t from)
{
    char *in = b->p + from, *out, *end = b->p + b->n;

    in = from < b->n ? memmem(in, (size_t)(end - in), "_x", 2) : NULL;
    if (!in)
        return;
    for (out = in; in < end;) {
        int32_t c = escape_at(in, (size_t)(end - in)), low = -1;
        size_t taken = 7;

        if (c >= 0xd800 && c < 0xdc00)
            low = escape_at(in + taken, (size_t)(end - in) - taken);
        if (low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            taken = 14;
        }
        if (c <= 0 || (c >= 0xd800 && c < 0xe000)) { /* none, a NUL, half a character: as written */
            *out++ = *in++;
            continue;
        }
        char text[4];
        size_t n = put_char(text, (uint32_t)c); /* never longer than what it stands for */
        memcpy(out, text, n);
        out += n;
        in += taken;
    }
    b->n = (size_t)(out - b->p); /* buf_cut() would forget a failure */
    b->p[b->n] = '\0';
}
