/* str.c - utf8proc does the Unicode work; what is here is the walking and the counting. */
#include "base/str.h"
#include "base/arena.h"
#include "base/limits.h"
#include <utf8proc.h>

/* RFC 3629's table: the second byte's range is what rules out overlong forms, surrogates and values past U+10FFFF. */
size_t str_char_bytes(const char *p, size_t n)
{
    const unsigned char *c = (const unsigned char *)p;
    unsigned char low = 0x80, high = 0xbf;
    size_t len;

    if (c[0] < 0x80)
        return 1;
    if (c[0] < 0xc2 || c[0] > 0xf4)
        return 0;
    len = c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    if (n < len)
        return 0;
    if (c[0] == 0xe0)
        low = 0xa0;
    else if (c[0] == 0xed)
        high = 0x9f;
    else if (c[0] == 0xf0)
        low = 0x90;
    else if (c[0] == 0xf4)
        high = 0x8f;
    if (c[1] < low || c[1] > high)
        return 0;
    for (size_t i = 2; i < len; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    return len;
}

bool str_is_utf8(const char *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t len = str_char_bytes(p + i, n - i);
        if (len == 0)
            return false;
        i += len;
    }
    return true;
}

size_t str_chars(const char *p, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)p[i] & 0xc0) != 0x80;
    return count;
}

/* The character at p and its length; a byte that is no character counts as U+FFFD, one byte long. */
static size_t next_char(const char *p, size_t n, utf8proc_int32_t *ret)
{
    utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)p, (utf8proc_ssize_t)n, ret);

    if (len > 0)
        return (size_t)len;
    *ret = 0xfffd;
    return 1;
}

static size_t char_columns(utf8proc_int32_t c)
{
    int width = utf8proc_charwidth(c);

    return width > 0 ? (size_t)width : 0;
}

size_t str_columns(const char *p, size_t n)
{
    size_t columns = 0;
    utf8proc_int32_t c;

    for (size_t i = 0; i < n;) {
        i += next_char(p + i, n - i, &c);
        columns += char_columns(c);
    }
    return columns;
}

size_t str_fit_columns(const char *p, size_t n, size_t max_columns)
{
    size_t fit = 0, columns = 0;
    utf8proc_int32_t c, before = 0, state = 0;

    for (size_t i = 0; i < n;) {
        size_t len = next_char(p + i, n - i, &c);
        if (i > 0 && utf8proc_grapheme_break_stateful(before, c, &state))
            fit = i;
        columns += char_columns(c);
        if (columns > max_columns)
            return fit;
        before = c;
        i += len;
    }
    return n;
}

size_t str_fit_chars(const char *p, size_t n, size_t max_chars)
{
    size_t chars = 0;

    for (size_t i = 0; i < n; i++)
        if (((unsigned char)p[i] & 0xc0) != 0x80 && ++chars > max_chars)
            return i;
    return n;
}

size_t str_fit_bytes(const char *p, size_t n, size_t max_bytes)
{
    if (n <= max_bytes && str_is_utf8(p, n))
        return n;
    if (n > max_bytes)
        n = max_bytes;
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        unsigned char c = (unsigned char)p[n - back];
        if ((c & 0xc0) == 0x80)
            continue;
        return str_char_bytes(p + n - back, back) == back ? n : n - back;
    }
    return n;
}

const char *str_fold(struct arena *a, const char *s)
{
    utf8proc_uint8_t *out = NULL;
    const char *folded;

    if (utf8proc_map((const utf8proc_uint8_t *)s, 0, &out,
                     UTF8PROC_NULLTERM | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE) < 0)
        return arena_str(a, s);
    folded = arena_str(a, (const char *)out);
    free(out);
    return folded;
}

bool str_same(const char *a, const char *b)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();

    return strcmp(str_fold(scratch, a), str_fold(scratch, b)) == 0;
}

static char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool str_ieq(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b)) {
        a++;
        b++;
    }
    return ascii_lower(*a) == ascii_lower(*b);
}

bool str_starts(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);

    return n >= m && memcmp(s + n - m, suffix, m) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

const char *str_trim(const char *p, size_t n, size_t *ret_n)
{
    while (n > 0 && is_blank(p[0])) {
        p++;
        n--;
    }
    while (n > 0 && is_blank(p[n - 1]))
        n--;
    *ret_n = n;
    return p;
}

/* The folded text's code points; false when there are more than fit. */
static bool code_points(const char *s, utf8proc_int32_t out[static STR_EDIT_CHARS], size_t *ret_n)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *folded = str_fold(scratch, s);
    size_t n = strlen(folded), count = 0;

    for (size_t i = 0; i < n;) {
        if (count == STR_EDIT_CHARS)
            return false;
        i += next_char(folded + i, n - i, &out[count++]);
    }
    *ret_n = count;
    return true;
}

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;

    return least < c ? least : c;
}

size_t str_edits(const char *a, const char *b, size_t most)
{
    utf8proc_int32_t x[STR_EDIT_CHARS], y[STR_EDIT_CHARS];
    size_t xn, yn, rows[3][STR_EDIT_CHARS + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];

    if (!code_points(a, x, &xn) || !code_points(b, y, &yn))
        return most + 1;
    for (size_t j = 0; j <= yn; j++)
        above[j] = j;
    for (size_t i = 1; i <= xn; i++) {
        size_t best = row[0] = i;
        for (size_t j = 1; j <= yn; j++) {
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x[i - 1] != y[j - 1]));
            if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1] && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
            if (row[j] < best)
                best = row[j];
        }
        if (best > most)
            return most + 1;
        size_t *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[yn] > most ? most + 1 : above[yn];
}

bool str_slipped(const char *typed, const char *word)
{
    size_t n = strlen(typed), m = strlen(word), i = 0;

    while (typed[i] && typed[i] == word[i])
        i++;
    if (i == 0 || i == m)
        return n == m + 1 && i == m && m > 1 && typed[m] == word[m - 1]; /* "untill" */
    if (n == m)
        return i + 1 < n && typed[i] == word[i + 1] && typed[i + 1] == word[i] &&
               strcmp(typed + i + 2, word + i + 2) == 0;
    if (n + 1 == m) /* at the end only one of two: "stil" */
        return i < n ? strcmp(typed + i, word + i + 1) == 0 : word[n] == typed[n - 1];
    return n == m + 1 && typed[i] == typed[i - 1] && strcmp(typed + i + 1, word + i) == 0;
}

const char *str_nearest(const char *word, const char *const *candidates, size_t n)
{
    size_t most = str_chars(word, strlen(word)) / 4, best;
    const char *nearest = NULL;

    if (most == 0)
        most = 1;
    best = most + 1;
    for (size_t i = 0; i < n; i++) {
        size_t edits = str_edits(word, candidates[i], most);
        if (edits < best) {
            best = edits;
            nearest = candidates[i];
        }
    }
    return nearest;
}
