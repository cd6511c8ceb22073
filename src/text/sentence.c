/* sentence.c - where sentences end, and headings as ids.
 *
 * A full stop ends one when a blank and then something that can begin a sentence follows, and when what stands before
 * it is no abbreviation. When in doubt two sentences stay one: a quote that is too long is still true.
 */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "text/text.h"
#include <string.h>
#include <utf8proc.h>

static const char *const abbreviations[] = {
    "e.g", "i.e", "etc", "cf",  "vs",     "dr",  "mr",  "mrs", "ms",   "prof", "st",
    "no",  "nr",  "fig", "eq",  "approx", "ca",  "inc", "ltd", "co",   "al",   "vol",
    "pp",  "p",   "z.b", "d.h", "u.a",    "bzw", "ggf", "usw", "resp", "dept", "art",
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_mark(char c)
{
    return c == '.' || c == '!' || c == '?';
}

/* The word that ends at p[end) is one whose full stop does not end a sentence. */
static bool is_abbreviation(const char *p, size_t end)
{
    size_t from = end;

    while (from > 0 && !is_blank(p[from - 1]) && p[from - 1] != '(' && p[from - 1] != '\n')
        from--;
    if (end - from == 1 && p[from] >= 'A' && p[from] <= 'Z')
        return true; /* an initial */
    for (size_t i = 0; i < COUNT_OF(abbreviations); i++)
        if (strlen(abbreviations[i]) == end - from && strncasecmp(abbreviations[i], p + from, end - from) == 0)
            return true;
    return false;
}

/* Closing quotes and brackets belong to the sentence they close. */
static size_t closing_bytes(const char *p, size_t n)
{
    static const char *const marks[] = { "\"", "'", ")", "]", "\u201d", "\u2019", "\u00bb" };
    size_t at = 0;

    for (size_t i = 0; i < COUNT_OF(marks);) {
        size_t length = strlen(marks[i]);
        if (n - at >= length && memcmp(p + at, marks[i], length) == 0) {
            at += length;
            i = 0;
        } else {
            i++;
        }
    }
    return at;
}

/* 0 when no sentence ends with the mark at p[i], else how far it reaches without the blanks behind. */
static size_t end_at(const char *p, size_t i, size_t n)
{
    size_t end = i + 1;
    char next;

    if (n - i >= 3 &&
        (memcmp(p + i, "\u3002", 3) == 0 || memcmp(p + i, "\uff01", 3) == 0 || memcmp(p + i, "\uff1f", 3) == 0))
        return i + 3;
    if (!is_mark(p[i]) || (i > 1 && is_mark(p[i - 1]) && is_mark(p[i - 2])))
        return 0; /* the third of a row ends what the second ends: a long row is not looked along again and again */
    while (end < n && is_mark(p[end]))
        end++;
    end += closing_bytes(p + end, n - end);
    if (end == n)
        return n;
    if (!is_blank(p[end]))
        return 0;
    if (i > 0 && is_blank(p[i - 1]))
        return end; /* a mark that stands apart is no abbreviation's */
    if (p[i] == '.' && is_abbreviation(p, i))
        return 0;
    for (i = end; i < n && is_blank(p[i]); i++)
        ;
    next = i < n ? p[i] : 'A';
    return next >= 'a' && next <= 'z' ? 0 : end;
}

size_t text_sentence(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t end = p[i] == '\n' ? i + 1 : end_at(p, i, n);

        if (end == 0)
            continue;
        while (end < n && (is_blank(p[end]) || p[end] == '\n'))
            end++;
        return end;
    }
    return n;
}

/* ---- ids ---- */

const char *text_slug(struct arena *a, const char *heading)
{
    const char *folded = str_fold(a, heading);
    struct buf b CLEANUP(buf_done) = BUF(TEXT_SLUG_BYTES + STR_CHAR_BYTES + 1);
    size_t n = strlen(folded);

    for (size_t i = 0; i < n && b.n < TEXT_SLUG_BYTES;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)folded + i, (utf8proc_ssize_t)(n - i), &c);
        utf8proc_category_t kind;

        if (length < 1)
            break;
        kind = utf8proc_category(c);
        if (kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_NO)
            buf_add(&b, folded + i, (size_t)length);
        else if (b.n > 0 && b.p[b.n - 1] != '-')
            buf_addc(&b, '-');
        i += (size_t)length;
    }
    while (b.n > 0 && b.p[b.n - 1] == '-')
        buf_cut(&b, b.n - 1);
    return b.n > 0 ? arena_dup(a, b.p, b.n) : "section";
}
