/* markdown_plain.c - a paragraph of Markdown as the words in it.
 *
 * One pass, no nesting to keep track of: a mark that emphasises is left out wherever it stands, a link or a picture is
 * its text, a tag is nothing. Where a bracket or a backtick has no partner it stays what it is.
 */
#include "base/str.h"
#include "text/blocks.h"
#include <stdbool.h>
#include <string.h>

#define LOOK_BYTES 2000 /* how far the partner of a bracket or backtick is looked for: keeps the pass linear */

/* Where c next stands in p[from..n) on this side of the bound, unless it is escaped; n when it does not. What could
 * begin another one (p[0]) ends the search, so that a row of openings costs no more than each of them. */
static size_t find(const char *p, size_t from, size_t n, char c)
{
    size_t end = n - from > LOOK_BYTES ? from + LOOK_BYTES : n;

    for (size_t i = from; i < end; i++) {
        if (p[i] == '\\' && i + 1 < end)
            i++;
        else if (p[i] == c)
            return i;
        else if (p[i] == *p)
            break;
    }
    return n;
}

/* "[text](address)" or "[text][name]" at p, which is "[": the text is at p + 1 and *ret_n long; how far it reaches, or
 * 0. */
static size_t link_at(const char *p, size_t n, size_t *ret_n)
{
    size_t close = find(p, 1, n, ']'), end;

    if (close + 1 >= n || (p[close + 1] != '(' && p[close + 1] != '['))
        return 0;
    end = find(p, close + 2, n, p[close + 1] == '(' ? ')' : ']');
    if (end >= n)
        return 0;
    *ret_n = close - 1;
    return end + 1;
}

/* "`code`", with as many backticks at each end; without a partner the backticks themselves, all of the row, so that
 * none of them looks for one again. */
static size_t code_at(const char *p, size_t n, const char **ret, size_t *ret_n)
{
    size_t ticks = 0, end = n > LOOK_BYTES ? LOOK_BYTES : n;

    while (ticks < end && p[ticks] == '`')
        ticks++;
    for (size_t i = ticks; i + ticks <= end; i++) {
        size_t run = 0;
        while (i + run < end && p[i + run] == '`')
            run++;
        if (run == ticks) {
            *ret = p + ticks;
            *ret_n = i - ticks;
            return i + ticks;
        }
        if (run > 0)
            i += run - 1;
    }
    *ret = p;
    *ret_n = ticks;
    return ticks;
}

/* A tag or a comment; "<https://...>" is text. */
static size_t tag_at(const char *p, size_t n)
{
    size_t end;
    char c = n > 1 ? p[1] : '\0';

    if (!(c == '/' || c == '!' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
        return 0;
    end = find(p, 1, n, '>');
    if (end >= n || memchr(p, ':', end) == p + strcspn(p, ": >\t"))
        return 0;
    return end + 1;
}

static bool is_letter(const char *p, size_t at, size_t n)
{
    unsigned char c = at < n ? (unsigned char)p[at] : ' ';

    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "*" between two numbers and "_" within a word are no marks. */
static bool emphasises(const char *p, size_t i, size_t n)
{
    bool before = i > 0 && is_letter(p, i - 1, n), after = is_letter(p, i + 1, n);

    if (p[i] == '_')
        return !(before && after);
    if (p[i] == '~')
        return (i > 0 && p[i - 1] == '~') || (i + 1 < n && p[i + 1] == '~');
    return before || after || (i > 0 && p[i - 1] == '*') || (i + 1 < n && p[i + 1] == '*');
}

static bool is_mark(char c)
{
    return c == '*' || c == '_' || c == '~';
}

static bool is_punctuation(char c)
{
    return c > ' ' && c < 0x7f && !is_letter(&c, 0, 1);
}

/* What stands at p and is more than a byte; how far it reaches, 0 when it is one. */
static size_t take_longer(struct buf *out, const char *p, size_t n)
{
    const char *code;
    size_t length = 0, step;

    switch (*p) {
    case '!':
        step = n > 1 && p[1] == '[' ? link_at(p + 1, n - 1, &length) : 0;
        if (step > 0)
            buf_add(out, p + 2, length);
        return step > 0 ? step + 1 : 0;
    case '[':
        step = link_at(p, n, &length);
        if (step > 0)
            buf_add(out, p + 1, length);
        return step;
    case '`':
        step = code_at(p, n, &code, &length);
        buf_add(out, code, length);
        return step;
    case '<':
        return tag_at(p, n);
    case '&':
        return entity_read(p, n, out);
    case '\\':
        if (n < 2 || !is_punctuation(p[1]))
            return 0;
        buf_addc(out, p[1]);
        return 2;
    default:
        return 0;
    }
}

void markdown_plain(struct buf *out, const char *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t step = take_longer(out, p + i, n - i);

        if (step == 0) {
            if (!is_mark(p[i]) || !emphasises(p, i, n))
                buf_addc(out, p[i]);
            step = 1;
        }
        i += step;
    }
}
