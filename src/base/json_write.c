/* json_write.c - a tree as text: compact, indented, or canonical.
 *
 * All three are one walk with a different style. Output gathers in a small block that goes to the buffer when it is
 * full, so the inner loops need no bounds but the block's, and the buffer's limit still holds to the byte.
 *
 * Recursion ends at JSON_MAX_DEPTH: a deeper tree could not be read back, and fails like one that is too large.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/json_node.h"
#include "base/json_scan.h"
#include "base/limits.h"
#include "base/num.h"
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 8192
#define PIECE_BYTES 1024                     /* of a string that go through the block at a time */
#define PIECE_ROOM (6 * PIECE_BYTES + 2 * 6) /* every byte may become \u00xx, and the last character be a pair */

enum style { COMPACT, PRETTY, ROW /* a list of scalars within PRETTY */, CANONICAL };

struct writer {
    struct buf *b;
    enum style style;
    unsigned depth;
    const char *why;      /* set when the value has no canonical form */
    unsigned order_known; /* bit n: order[n] is the order of the last object of n members */
    uint8_t order[OBJECT_LINEAR + 1][OBJECT_LINEAR];
    char *at; /* the next byte goes here, in the block */
    char block[BLOCK_BYTES];
};

static void value(struct writer *w, const struct json *v);

static void flush(struct writer *w)
{
    buf_add(w->b, w->block, (size_t)(w->at - w->block));
    w->at = w->block;
}

/* Makes sure that the next n bytes have room in the block. */
static inline char *room(struct writer *w, size_t n)
{
    if ((size_t)(w->block + sizeof w->block - w->at) < n)
        flush(w);
    return w->at;
}

static inline void put(struct writer *w, const char *p, size_t n)
{
    memcpy(room(w, n), p, n);
    w->at += n;
}

static inline void put_char(struct writer *w, char c)
{
    *room(w, 1) = c;
    w->at++;
}

/* ---- strings ---- */

static inline char *put_hex4(char *out, uint32_t unit)
{
    static const char hex[] = "0123456789abcdef";

    out[0] = '\\';
    out[1] = 'u';
    out[2] = hex[unit >> 12 & 15];
    out[3] = hex[unit >> 8 & 15];
    out[4] = hex[unit >> 4 & 15];
    out[5] = hex[unit & 15];
    return out + 6;
}

/* An ASCII character that may not stand as it is. */
static inline char *put_escape(char *out, char c)
{
    static const char letters[128] = {
        ['"'] = '"', ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'
    };
    char letter = letters[(unsigned char)c];

    if (!letter)
        return put_hex4(out, (unsigned char)c);
    out[0] = '\\';
    out[1] = letter;
    return out + 2;
}

/* Any character that is not plain, past ASCII in the UTF-16 that \u means. Moves *text behind it. */
static inline char *put_special(char *out, const char **text)
{
    const unsigned char *p = (const unsigned char *)*text;
    uint32_t c;

    if (p[0] < 0x80) {
        *text += 1;
        return put_escape(out, (char)p[0]);
    }
    if (p[0] < 0xe0) {
        *text += 2;
        return put_hex4(out, (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu));
    }
    if (p[0] < 0xf0) {
        *text += 3;
        return put_hex4(out, (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu));
    }
    *text += 4;
    c = ((p[0] & 0x07u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu)) - 0x10000;
    return put_hex4(put_hex4(out, 0xd800 + (c >> 10)), 0xdc00 + (c & 0x3ff));
}

/* Copies n bytes, fewer than SCAN_BYTES, if all of them are plain. Two words that overlap cover any length, so that
 * short texts, which most are, take no loop. */
static inline bool put_short(char *out, const char *p, size_t n, enum scan_bound bound)
{
    uint64_t first, last;
    uint32_t half_first, half_last;

    if (n >= sizeof first) {
        memcpy(&first, p, sizeof first);
        memcpy(&last, p + n - sizeof last, sizeof last);
        memcpy(out, &first, sizeof first);
        memcpy(out + n - sizeof last, &last, sizeof last);
        return scan_word_is_plain(first, bound) && scan_word_is_plain(last, bound);
    }
    if (n >= sizeof half_first) {
        memcpy(&half_first, p, sizeof half_first);
        memcpy(&half_last, p + n - sizeof half_last, sizeof half_last);
        memcpy(out, &half_first, sizeof half_first);
        memcpy(out + n - sizeof half_last, &half_last, sizeof half_last);
        return scan_word_is_plain((uint64_t)half_first << 32 | half_last, bound);
    }
    for (size_t i = 0; i < n; i++) {
        if (!scan_is_plain(p[i], bound))
            return false;
        out[i] = p[i];
    }
    return true;
}

/* Copies plain bytes until one is not, or none is left. */
static inline char *put_plain(char *out, const char **text, const char *stop, enum scan_bound bound)
{
    const char *p = *text;

    while (stop - p >= SCAN_BYTES) {
        size_t n = scan_plain(p, bound);
        memcpy(out, p, SCAN_BYTES);
        p += n;
        out += n;
        if (n < SCAN_BYTES) {
            *text = p;
            return out;
        }
    }
    if (put_short(out, p, (size_t)(stop - p), bound)) {
        *text = stop;
        return out + (stop - p);
    }
    while (scan_is_plain(*p, bound))
        *out++ = *p++;
    *text = p;
    return out;
}

/* A piece may end inside a character; the whole of it is written, and the next piece begins behind it. */
static inline void quoted(struct writer *w, const char *p, size_t n, enum scan_bound bound)
{
    const char *end = p + n;

    put_char(w, '"');
    while (p < end) {
        const char *stop = end - p > PIECE_BYTES ? p + PIECE_BYTES : end;
        char *out = room(w, PIECE_ROOM);
        while (p < stop) {
            if (scan_is_plain(*p, bound))
                out = put_plain(out, &p, stop, bound);
            else
                out = put_special(out, &p);
        }
        w->at = out;
    }
    put_char(w, '"');
}

static void string(struct writer *w, const char *p, size_t n)
{
    if (w->style == CANONICAL)
        quoted(w, p, n, SCAN_PRINTABLE);
    else
        quoted(w, p, n, SCAN_UNICODE);
}

/* ---- numbers ---- */

/* A number's text may be longer than the block. */
static void digits(struct writer *w, const char *p, size_t n)
{
    if (n <= BLOCK_BYTES) {
        put(w, p, n);
        return;
    }
    flush(w);
    buf_add(w->b, p, n);
}

/* As Python reads and prints it: a float in its shortest form, an integer as it is, save that -0 is 0. */
static void canonical_number(struct writer *w, const struct json *v)
{
    bool negative = v->text[0] == '-';

    if (v->flag & JSON_FLAG_FLOAT) {
        size_t n = num_float_text(v->text, v->n, room(w, NUM_DOUBLE_BYTES));
        w->at += n;
        if (n == 0)
            w->why = "a number is beyond the range of a double";
    } else if (v->n - negative > JSON_MAX_DIGITS) {
        w->why = "a whole number has too many digits";
    } else if (negative && v->text[1] == '0') {
        put_char(w, '0');
    } else {
        put(w, v->text, v->n);
    }
}

/* ---- containers ---- */

static void new_line(struct writer *w)
{
    char *out = room(w, 1 + 2 * JSON_MAX_DEPTH);

    out[0] = '\n';
    memset(out + 1, ' ', 2 * w->depth);
    w->at += 1 + 2 * w->depth;
}

/* A mark, and a space behind it if the style has one there. */
static inline void put_mark(struct writer *w, char mark, bool is_spaced)
{
    char *out = room(w, 2);

    out[0] = mark;
    out[1] = ' ';
    w->at += is_spaced ? 2 : 1;
}

/* What stands before an element. */
static inline void separate(struct writer *w, bool is_first)
{
    if (!is_first)
        put_mark(w, ',', w->style == CANONICAL || w->style == ROW);
    if (w->style == PRETTY)
        new_line(w);
}

static void member(struct writer *w, const struct member *m, bool is_first)
{
    separate(w, is_first);
    string(w, m->key, m->n);
    put_mark(w, ':', w->style != COMPACT);
    value(w, m->value);
}

static int by_key(const void *a, const void *b)
{
    return json_member_compare(*(const struct member *const *)a, *(const struct member *const *)b);
}

/* By insertion, beginning with the order the last object of that size had: records of one kind are sorted but once. */
static void few_members(struct writer *w, const struct json *v)
{
    const struct member *sorted[OBJECT_LINEAR];
    uint8_t *order = w->order[v->n];
    bool is_known = w->order_known >> v->n & 1;

    for (size_t i = 0; i < v->n; i++) {
        const struct member *m = &v->members[is_known ? order[i] : i];
        size_t at = i;
        for (; at > 0 && json_member_compare(sorted[at - 1], m) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = m;
    }
    for (size_t i = 0; i < v->n; i++)
        order[i] = (uint8_t)(sorted[i] - v->members);
    w->order_known |= 1u << v->n;
    for (size_t i = 0; i < v->n; i++)
        member(w, sorted[i], i == 0);
}

static void many_members(struct writer *w, const struct json *v)
{
    const struct member **sorted = calloc(v->n, sizeof *sorted);

    if (!sorted)
        abort();
    for (size_t i = 0; i < v->n; i++)
        sorted[i] = &v->members[i];
    qsort(sorted, v->n, sizeof *sorted, by_key);
    for (size_t i = 0; i < v->n; i++)
        member(w, sorted[i], i == 0);
    free(sorted);
}

static void elements(struct writer *w, const struct json *v)
{
    for (size_t i = 0; i < v->n; i++) {
        separate(w, i == 0);
        value(w, json_element(v, i));
    }
}

static void members(struct writer *w, const struct json *v)
{
    if (w->style == CANONICAL && v->n <= OBJECT_LINEAR)
        few_members(w, v);
    else if (w->style == CANONICAL)
        many_members(w, v);
    else
        for (size_t i = 0; i < v->n; i++)
            member(w, &v->members[i], i == 0);
}

/* A row of a table reads as a row: a list that holds no list and no object stays on its line. */
static bool is_row(const struct json *v)
{
    if (v->type != JSON_ARRAY)
        return false;
    for (size_t i = 0; i < v->n; i++)
        if (json_element(v, i)->type >= JSON_ARRAY)
            return false;
    return true;
}

static void container(struct writer *w, const struct json *v, char open, char close)
{
    enum style outer = w->style;

    if (w->depth == JSON_MAX_DEPTH) {
        w->b->failed = true;
        return;
    }
    if (w->style == PRETTY && is_row(v))
        w->style = ROW;
    put_char(w, open);
    w->depth++;
    if (v->type == JSON_ARRAY)
        elements(w, v);
    else
        members(w, v);
    w->depth--;
    if (v->n > 0 && w->style == PRETTY)
        new_line(w);
    put_char(w, close);
    w->style = outer;
}

static void value(struct writer *w, const struct json *v)
{
    switch ((enum json_type)v->type) {
    case JSON_NULL:
        put(w, "null", 4);
        break;
    case JSON_BOOL:
        if (v->flag & JSON_FLAG_TRUE)
            put(w, "true", 4);
        else
            put(w, "false", 5);
        break;
    case JSON_NUMBER:
        if (w->style == CANONICAL)
            canonical_number(w, v);
        else
            digits(w, v->text, v->n);
        break;
    case JSON_STRING:
        string(w, v->text, v->n);
        break;
    case JSON_ARRAY:
        container(w, v, '[', ']');
        break;
    case JSON_OBJECT:
        container(w, v, '{', '}');
        break;
    }
}

/* ---- the whole ---- */

/* Fields are set one by one: there is no reason to clear the block. */
static void whole(struct writer *w, struct buf *b, enum style style, const struct json *v)
{
    static const struct json absent = { .type = JSON_NULL };

    w->b = b;
    w->style = style;
    w->depth = 0;
    w->why = NULL;
    w->order_known = 0;
    w->at = w->block;
    w->block[0] = '\0'; /* gcc cannot see that only what was written is flushed */
    value(w, v ? v : &absent);
    flush(w);
}

void json_write(struct buf *b, const struct json *v)
{
    struct writer w;

    whole(&w, b, COMPACT, v);
}

void json_write_pretty(struct buf *b, const struct json *v)
{
    struct writer w;

    whole(&w, b, PRETTY, v);
}

int json_write_canonical(struct buf *b, const struct json *v, struct err *err)
{
    struct writer w;
    size_t before = b->n;

    if (buf_check(b, err) < 0)
        return -1;
    whole(&w, b, CANONICAL, v);
    if (w.why) {
        buf_cut(b, before);
        return err_say(err, ERR_INVALID_JSON, "That JSON has no canonical form: %s.", w.why);
    }
    return buf_check(b, err);
}
