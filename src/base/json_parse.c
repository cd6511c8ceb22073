/* json_parse.c - reads RFC 8259 in one pass.
 *
 * The text is copied into the arena once, and the tree's strings and numbers point into that copy: escapes are undone
 * in place (they only shrink), and each text's NUL goes where its closing quote or the separator behind it was. The
 * children of an open container wait on a scratch stack and move to the arena side by side when it closes.
 *
 * Invariants: p never passes end, where a NUL stands. A function that reads a value leaves it on top of the stack and
 * returns the place behind it; one that fails has set why and where, and returns NULL. Places in the copy are places in
 * the caller's text too, which is how an error finds its line.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json_node.h"
#include "base/json_scan.h"
#include "base/limits.h"
#include "base/num_digits.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

#define STACK_FIRST 64 /* values; most requests need no more at a time */

struct parser {
    struct arena *a;
    char *end;
    struct json *stack; /* children of the containers still open */
    size_t n, cap;
    unsigned depth;
    const char *why, *where; /* the error */
    enum err_code code;
};

static char *value(struct parser *s, char *p);

static char *fail(struct parser *s, const char *where, const char *why)
{
    s->where = where;
    s->why = where == s->end ? "the text ends too early" : why;
    s->code = ERR_INVALID_JSON;
    return NULL;
}

static char *refuse(struct parser *s, const char *where, const char *why)
{
    s->where = where;
    s->why = why;
    s->code = ERR_TOO_LARGE;
    return NULL;
}

static void grow(struct parser *s)
{
    size_t cap = s->cap ? 2 * s->cap : STACK_FIRST;
    struct json *stack = realloc(s->stack, cap * sizeof *stack);

    if (!stack)
        abort();
    s->stack = stack;
    s->cap = cap;
}

static inline void push(struct parser *s, struct json v)
{
    if (s->n == s->cap)
        grow(s);
    s->stack[s->n++] = v;
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char *skip_blanks(char *p)
{
    while (is_blank(*p))
        p++;
    return p;
}

/* The next byte that counts, which is taken. The byte at p becomes the NUL of the text that may end there. */
static inline char *next(char *p, char *ret)
{
    char c = *p;

    *p++ = '\0';
    if (is_blank(c)) {
        p = skip_blanks(p);
        c = *p++;
    }
    *ret = c;
    return p;
}

/* ---- strings ---- */

/* The first byte that is not plain: a quote, a backslash, a control byte, a byte past ASCII, or the end. */
static inline char *plain_end(const struct parser *s, char *p)
{
    while (s->end - p >= SCAN_BYTES) {
        size_t n = scan_plain(p, SCAN_ASCII);
        p += n;
        if (n < SCAN_BYTES)
            return p;
    }
    while (scan_is_plain(*p, SCAN_ASCII))
        p++;
    return p;
}

/* Four hex digits, or a negative number. The table holds a digit's value + 1, so that anything else is negative. */
static inline int32_t hex4(const struct parser *s, const char *text)
{
    static const uint8_t values[256] = {
        ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
        ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
        ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16
    };
    const unsigned char *p = (const unsigned char *)text;

    if (s->end - text < 4)
        return -1;
    return (values[p[0]] - 1) * 4096 | (values[p[1]] - 1) * 256 | (values[p[2]] - 1) * 16 | (values[p[3]] - 1);
}

/* \uXXXX, or two of them for a character past U+FFFF. p is behind the u. */
static char *unicode_escape(struct parser *s, char *p, char **out)
{
    int32_t high = hex4(s, p), low;

    if (high < 0)
        return fail(s, p - 2, "expected four hex digits after \\u");
    if (high < 0xd800 || high > 0xdfff) {
        *out += str_put_char((uint32_t)high, *out);
        return p + 4;
    }
    low = high < 0xdc00 && p[4] == '\\' && p[5] == 'u' ? hex4(s, p + 6) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return fail(s, p - 2, "half of a surrogate pair");
    *out += str_put_char(0x10000 + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(low - 0xdc00), *out);
    return p + 10;
}

/* What a backslash begins; p is behind it. */
static char *escape(struct parser *s, char *p, char **out)
{
    static const char meaning[256] = {
        ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'
    };
    char c = meaning[(unsigned char)*p];

    if (*p == 'u')
        return unicode_escape(s, p + 1, out);
    if (!c)
        return fail(s, p, "no such escape");
    *(*out)++ = c;
    return p + 1;
}

/* Moves the plain bytes at p down to out. While whole blocks lie apart they move without looking where the text stops.
 */
static char *move_plain(const struct parser *s, char *p, char **out)
{
    char *to = *out, *stop;

    while (s->end - p >= SCAN_BYTES && p - to >= SCAN_BYTES) {
        size_t n = scan_plain(p, SCAN_ASCII);
        memcpy(to, p, SCAN_BYTES);
        p += n;
        to += n;
        if (n < SCAN_BYTES) {
            *out = to;
            return p;
        }
    }
    stop = plain_end(s, p);
    memmove(to, p, (size_t)(stop - p));
    *out = to + (stop - p);
    return stop;
}

/* The rest of a string from its first escape on, moved down as it shrinks. */
static char *escaped_string(struct parser *s, char *p, char **ret_end)
{
    char *out = p;

    for (;;) {
        if (*p == '\\') {
            p = escape(s, p + 1, &out);
            if (!p)
                return NULL;
        } else if ((unsigned char)*p >= 0x80) {
            size_t len = str_char_bytes(p, (size_t)(s->end - p));
            if (len == 0)
                return fail(s, p, "not well-formed UTF-8");
            memmove(out, p, len);
            out += len;
            p += len;
        } else if (*p == '"') {
            *ret_end = out;
            return p + 1;
        } else if ((unsigned char)*p < 0x20) {
            return fail(s, p, "a control character must be escaped");
        } else {
            p = move_plain(s, p, &out);
        }
    }
}

/* p is behind the opening quote. */
static char *string(struct parser *s, char *p)
{
    char *start = p, *stop;

    p = plain_end(s, p);
    while ((unsigned char)*p >= 0x80) {
        size_t len = str_char_bytes(p, (size_t)(s->end - p));
        if (len == 0)
            return fail(s, p, "not well-formed UTF-8");
        p += len;
        if (scan_is_plain(*p, SCAN_ASCII))
            p = plain_end(s, p);
    }
    if (*p == '"') {
        stop = p++;
    } else {
        p = escaped_string(s, p, &stop);
        if (!p)
            return NULL;
    }
    *stop = '\0';
    push(s, (struct json){ .type = JSON_STRING, .n = (uint32_t)(stop - start), .text = start });
    return p;
}

/* ---- numbers and words ---- */

static inline char *digits(struct parser *s, char *p)
{
    if (!is_digit(*p))
        return fail(s, p, "expected a digit");
    while (s->end - p >= EIGHT) {
        size_t n = eight_count(eight_bytes(p));
        p += n;
        if (n < EIGHT)
            return p;
    }
    while (is_digit(*p))
        p++;
    return p;
}

static char *number(struct parser *s, char *p)
{
    char *start = p, *whole;
    bool is_float = false;

    if (*p == '-')
        p++;
    whole = p;
    p = digits(s, p);
    if (!p)
        return NULL;
    if (*whole == '0' && p > whole + 1)
        return fail(s, whole, "a number may not begin with 0");
    if (*p == '.') {
        is_float = true;
        p = digits(s, p + 1);
        if (!p)
            return NULL;
    }
    if (*p == 'e' || *p == 'E') {
        is_float = true;
        p++;
        p = digits(s, *p == '+' || *p == '-' ? p + 1 : p);
        if (!p)
            return NULL;
    }
    if (!is_float && p - whole > JSON_MAX_DIGITS)
        return refuse(s, start, "that whole number has too many digits");
    push(s,
         (struct json){
             .type = JSON_NUMBER, .flag = is_float ? JSON_FLAG_FLOAT : 0, .n = (uint32_t)(p - start), .text = start });
    return p;
}

static char *word(struct parser *s, char *p, const char *name, size_t n, struct json v)
{
    if ((size_t)(s->end - p) < n || memcmp(p, name, n) != 0)
        return fail(s, p, "expected a value");
    push(s, v);
    return p + n;
}

/* ---- containers ---- */

static char *array(struct parser *s, char *p)
{
    size_t start = s->n, n;
    struct json *packed;
    char c;

    p = skip_blanks(p);
    if (*p == ']') {
        push(s, (struct json){ .type = JSON_ARRAY });
        return p + 1;
    }
    do {
        p = value(s, p);
        if (!p)
            return NULL;
        p = next(p, &c);
    } while (c == ',');
    if (c != ']')
        return fail(s, p - 1, "expected a comma or a closing bracket");
    n = s->n - start;
    packed = (struct json *)(void *)arena_dup(s->a, s->stack + start, n * sizeof *packed);
    s->n = start;
    push(s, (struct json){ .type = JSON_ARRAY, .n = (uint32_t)n, .packed = packed });
    return p;
}

/* A key and its value. */
static char *member(struct parser *s, char *p)
{
    char c;

    p = skip_blanks(p);
    if (*p != '"')
        return fail(s, p, "expected a key in quotes");
    p = string(s, p + 1);
    if (!p)
        return NULL;
    p = next(p, &c);
    if (c != ':')
        return fail(s, p - 1, "expected a colon");
    return value(s, p);
}

static char *object(struct parser *s, char *p)
{
    size_t start = s->n;
    struct json made;
    char c;

    p = skip_blanks(p);
    if (*p == '}') {
        push(s, (struct json){ .type = JSON_OBJECT });
        return p + 1;
    }
    do {
        p = member(s, p);
        if (!p)
            return NULL;
        p = next(p, &c);
    } while (c == ',');
    if (c != '}')
        return fail(s, p - 1, "expected a comma or a closing brace");
    made = json_object_of(s->a, s->stack + start, (s->n - start) / 2);
    s->n = start;
    push(s, made);
    return p;
}

static char *container(struct parser *s, char *p)
{
    if (s->depth == JSON_MAX_DEPTH)
        return refuse(s, p, "nested too deeply");
    s->depth++;
    p = *p == '[' ? array(s, p + 1) : object(s, p + 1);
    s->depth--;
    return p;
}

static char *value(struct parser *s, char *p)
{
    p = skip_blanks(p);
    switch (*p) {
    case '"':
        return string(s, p + 1);
    case '[':
    case '{':
        return container(s, p);
    case 't':
        return word(s, p, "true", 4, (struct json){ .type = JSON_BOOL, .flag = JSON_FLAG_TRUE });
    case 'f':
        return word(s, p, "false", 5, (struct json){ .type = JSON_BOOL });
    case 'n':
        return word(s, p, "null", 4, (struct json){ .type = JSON_NULL });
    default:
        if (*p == '-' || is_digit(*p))
            return number(s, p);
        return fail(s, p, "expected a value");
    }
}

/* ---- the whole ---- */

/* Names the place by line and character, both from 1. */
static int report(const struct parser *s, const char *text, size_t offset, struct err *err)
{
    size_t line = 1, column = 1;

    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80) {
            column++;
        }
    }
    return err_say(err, s->code, "%s: line %zu, column %zu: %s.",
                   s->code == ERR_TOO_LARGE ? "That JSON is more than this program reads" : "That is not valid JSON",
                   line, column, s->why);
}

int json_parse(struct arena *a, const char *text, size_t n, struct json **ret, struct err *err)
{
    struct parser s = { .a = a };
    char *copy, *p, c;

    if (n > JSON_MAX_BYTES)
        return err_set(err, ERR_TOO_LARGE, "That JSON is more than this program reads.", "%zu bytes, limit %u", n,
                       JSON_MAX_BYTES);
    copy = arena_dup(a, text, n);
    s.end = copy + n;
    p = value(&s, copy);
    if (p) {
        p = next(p, &c);
        if (p - 1 != s.end)
            p = fail(&s, p - 1, "expected the end of the text");
    }
    if (p)
        *ret = (struct json *)(void *)arena_dup(a, s.stack, sizeof *s.stack);
    free(s.stack);
    return p ? 0 : report(&s, text, (size_t)(s.where - copy), err);
}
