/* canon.c - the canonical form's grammar, which is JSON's with every choice taken away.
 *
 * One separator, one spelling of each character and number, keys in one order: whatever passes is what json_write.c
 * would print for it, so that nothing need be parsed and printed again to be sure. Only floats are: there the rule (the
 * fewest digits) is no grammar.
 *
 * Invariants: p never passes end, and nothing at end is read. A function that reads something returns the place behind
 * it; one that fails has set why and returns NULL. Recursion ends at the caller's depth.
 */
#include "base/canon.h"
#include "base/json_scan.h"
#include "base/limits.h"
#include "base/num.h"

struct reader {
    const char *end;
    unsigned depth; /* levels that may still be opened */
    const char *why;
};

/* A string between its quotes, as it is spelled. */
struct span {
    const char *p;
    size_t n;
    bool has_escapes;
};

static const char *value(struct reader *r, const char *p);

static const char *fail(struct reader *r, const char *why)
{
    r->why = why;
    return NULL;
}

static inline bool is_at(const struct reader *r, const char *p, char c)
{
    return p < r->end && *p == c;
}

/* ---- strings ---- */

static inline const char *plain_end(const struct reader *r, const char *p)
{
    while (r->end - p >= SCAN_BYTES) {
        size_t n = scan_plain(p, SCAN_PRINTABLE);
        p += n;
        if (n < SCAN_BYTES)
            return p;
    }
    while (p < r->end && scan_is_plain(*p, SCAN_PRINTABLE))
        p++;
    return p;
}

/* Four lower-case hex digits, or -1. */
static int32_t hex4(const char *p)
{
    int32_t v = 0;

    for (int i = 0; i < 4; i++) {
        if (p[i] >= '0' && p[i] <= '9')
            v = v << 4 | (p[i] - '0');
        else if (p[i] >= 'a' && p[i] <= 'f')
            v = v << 4 | (p[i] - 'a' + 10);
        else
            return -1;
    }
    return v;
}

/* The letter of a short escape for its character, or 0. */
static char short_escape(char letter)
{
    static const char meaning[128] = {
        ['"'] = '"', ['\\'] = '\\', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'
    };

    return (unsigned char)letter < sizeof meaning ? meaning[(unsigned char)letter] : '\0';
}

/* Characters that stand as they are or have a short escape, and so have no \u form. */
static bool is_spelled_shorter(int32_t c)
{
    return (c >= 0x20 && c < 0x7f) || c == '\b' || c == '\f' || c == '\n' || c == '\r' || c == '\t';
}

/* \uXXXX, or two of them for a character past U+FFFF; p is at the backslash. */
static const char *unicode_escape(struct reader *r, const char *p)
{
    int32_t high = r->end - p >= 6 ? hex4(p + 2) : -1, low;

    if (high < 0)
        return fail(r, "\\u without four lower-case hex digits");
    if (is_spelled_shorter(high))
        return fail(r, "a character escaped without need");
    if (high < 0xd800 || high > 0xdfff)
        return p + 6;
    low = r->end - p >= 12 && p[6] == '\\' && p[7] == 'u' ? hex4(p + 8) : -1;
    if (high >= 0xdc00 || low < 0xdc00 || low > 0xdfff)
        return fail(r, "half of a surrogate pair");
    return p + 12;
}

/* p is behind the opening quote. */
static inline const char *string(struct reader *r, const char *p, struct span *ret)
{
    ret->p = p;
    ret->has_escapes = false;
    for (;;) {
        p = plain_end(r, p);
        if (is_at(r, p, '"')) {
            ret->n = (size_t)(p - ret->p);
            return p + 1;
        }
        if (!is_at(r, p, '\\'))
            return fail(r, p == r->end ? "a string without end" : "a character that must be escaped");
        ret->has_escapes = true;
        if (is_at(r, p + 1, 'u')) {
            p = unicode_escape(r, p);
            if (!p)
                return NULL;
        } else if (p + 1 < r->end && short_escape(p[1])) {
            p += 2;
        } else {
            return fail(r, "no such escape");
        }
    }
}

/* The next character of a string that was found good, which is taken from it. */
static int32_t next_character(struct span *s)
{
    const char *p = s->p;
    size_t n = 1;
    int32_t c = (unsigned char)*p;

    if (c == '\\' && p[1] != 'u') {
        n = 2;
        c = (unsigned char)short_escape(p[1]);
    } else if (c == '\\') {
        n = 6;
        c = hex4(p + 2);
        if (c >= 0xd800 && c <= 0xdfff) {
            n = 12;
            c = 0x10000 + ((c - 0xd800) << 10) + (hex4(p + 8) - 0xdc00);
        }
    }
    s->p += n;
    s->n -= n;
    return c;
}

/* By code point, as Python sorts. */
static bool is_before(struct span a, struct span b)
{
    if (!a.has_escapes && !b.has_escapes) {
        int order = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
        return order < 0 || (order == 0 && a.n < b.n);
    }
    while (a.n > 0 && b.n > 0) {
        int32_t x = next_character(&a), y = next_character(&b);
        if (x != y)
            return x < y;
    }
    return b.n > 0;
}

/* ---- numbers and words ---- */

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *real(struct reader *r, const char *start)
{
    char printed[NUM_DOUBLE_BYTES];
    const char *p = start;
    size_t n;

    while (p < r->end && p - start < NUM_DOUBLE_BYTES && (is_digit(*p) || (*p && strchr("+-.eE", *p))))
        p++;
    n = (size_t)(p - start);
    if (!num_is_json(start, n) || num_float_text(start, n, printed) != n || memcmp(start, printed, n) != 0)
        return fail(r, "a number that Python would print in another way");
    return p;
}

static const char *number(struct reader *r, const char *p)
{
    const char *start = p, *whole = p + (*p == '-');

    for (p = whole; p < r->end && is_digit(*p); p++)
        ;
    if (p == whole)
        return fail(r, "something that is no value");
    if (p < r->end && (*p == '.' || *p == 'e' || *p == 'E'))
        return real(r, start);
    if (*whole == '0' && (p > whole + 1 || whole > start))
        return fail(r, "a number that Python would print in another way");
    if (p - whole > JSON_MAX_DIGITS)
        return fail(r, "a whole number with too many digits");
    return p;
}

static const char *word(struct reader *r, const char *p, const char *name, size_t n)
{
    if ((size_t)(r->end - p) < n || memcmp(p, name, n) != 0)
        return fail(r, "something that is no value");
    return p + n;
}

/* ---- containers ---- */

/* What follows an element: the place of the next one, or of the closing mark. */
static inline const char *separator(struct reader *r, const char *p, char close, bool *ret_more)
{
    *ret_more = r->end - p >= 2 && p[0] == ',' && p[1] == ' ';
    if (*ret_more)
        return p + 2;
    return is_at(r, p, close) ? p : fail(r, "separators other than \", \" and \": \"");
}

static const char *array(struct reader *r, const char *p)
{
    bool more = !is_at(r, p, ']');

    while (more) {
        p = value(r, p);
        if (!p)
            return NULL;
        p = separator(r, p, ']', &more);
        if (!p)
            return NULL;
    }
    return p + 1;
}

static inline const char *key(struct reader *r, const char *p, struct span *ret)
{
    if (!is_at(r, p, '"'))
        return fail(r, "a key that is no string");
    p = string(r, p + 1, ret);
    if (!p)
        return NULL;
    if (r->end - p < 2 || p[0] != ':' || p[1] != ' ')
        return fail(r, "separators other than \", \" and \": \"");
    return p + 2;
}

static const char *object(struct reader *r, const char *p)
{
    struct span last = { 0 }, name;
    bool more = !is_at(r, p, '}');

    while (more) {
        p = key(r, p, &name);
        if (!p)
            return NULL;
        if (last.p && !is_before(last, name))
            return fail(r, "keys out of order");
        last = name;
        p = value(r, p);
        if (!p)
            return NULL;
        p = separator(r, p, '}', &more);
        if (!p)
            return NULL;
    }
    return p + 1;
}

static const char *container(struct reader *r, const char *p)
{
    if (r->depth == 0)
        return fail(r, "values nested too deeply");
    r->depth--;
    p = *p == '[' ? array(r, p + 1) : object(r, p + 1);
    r->depth++;
    return p;
}

static const char *value(struct reader *r, const char *p)
{
    struct span text;

    if (p == r->end)
        return fail(r, "something that is no value");
    switch (*p) {
    case '"':
        return string(r, p + 1, &text);
    case '[':
    case '{':
        return container(r, p);
    case 't':
        return word(r, p, "true", 4);
    case 'f':
        return word(r, p, "false", 5);
    case 'n':
        return word(r, p, "null", 4);
    default:
        return number(r, p);
    }
}

const char *canon_skip(const char *p, const char *end, unsigned depth, const char **ret_why)
{
    struct reader r = { .end = end, .depth = depth };

    p = value(&r, p);
    if (!p)
        *ret_why = r.why;
    return p;
}
