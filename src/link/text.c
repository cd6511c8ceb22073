/* text.c - ASCII by hand, since a million values are cut into words when data are loaded; the rest by utf8proc. */
#include "link/text.h"
#include "base/arena.h"
#include "base/str.h"
#include "link/stem.h"
#include <string.h>
#include <utf8proc.h>

/* U+2019, as an apostrophe is printed. */
#define PRINTED "\xe2\x80\x99"

static bool ascii_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

size_t text_char(const char *p)
{
    size_t n = str_char_bytes(p, strnlen(p, STR_CHAR_BYTES));

    return n > 0 ? n : 1;
}

static utf8proc_int32_t code_point(const char *p)
{
    utf8proc_int32_t c = -1;

    utf8proc_iterate((const utf8proc_uint8_t *)p, (utf8proc_ssize_t)strnlen(p, STR_CHAR_BYTES), &c);
    return c;
}

bool text_is_letter(const char *p)
{
    utf8proc_category_t kind;

    if ((unsigned char)*p < 0x80)
        return ascii_letter(*p);
    kind = utf8proc_category(code_point(p));
    return (kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_NO);
}

bool text_is_capital(const char *p)
{
    if ((unsigned char)*p < 0x80)
        return *p >= 'A' && *p <= 'Z';
    return utf8proc_category(code_point(p)) == UTF8PROC_CATEGORY_LU;
}

const char *text_fold(struct arena *a, const char *p, size_t n)
{
    char *s = arena_dup(a, p, n);
    bool ascii = true;
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        ascii &= (unsigned char)s[i] < 0x80;
    if (!ascii) {
        s = arena_str(a, str_fold(a, s));
        n = strlen(s);
    }
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\'')
            continue;
        if (str_starts(s + i, PRINTED)) {
            i += strlen(PRINTED) - 1;
            continue;
        }
        s[kept++] = s[i] >= 'A' && s[i] <= 'Z' ? (char)(s[i] + ('a' - 'A')) : s[i];
    }
    s[kept] = 0;
    return s;
}

/* Accents are dropped where that makes the word no longer. */
static size_t drop_accents(char *word, size_t n)
{
    utf8proc_uint8_t *out = NULL;
    utf8proc_ssize_t made = utf8proc_map((const utf8proc_uint8_t *)word, (utf8proc_ssize_t)n, &out,
                                         UTF8PROC_STRIPMARK | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);

    if (made > 0 && (size_t)made <= n) {
        memcpy(word, out, (size_t)made);
        n = (size_t)made;
    }
    free(out);
    return n;
}

size_t text_stem(char *word, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)word[i] >= 0x80) {
            n = drop_accents(word, n);
            break;
        }
    return stem_english(word, n);
}

/* ---- the words of a value ---- */

/* The bytes of a letter or digit at p; 0: it is none. */
static size_t word_char(const char *p, size_t n)
{
    char at[STR_CHAR_BYTES + 1] = { 0 };

    if ((unsigned char)*p < 0x80)
        return ascii_letter(*p) || str_is_digit(*p) ? 1 : 0;
    memcpy(at, p, n < STR_CHAR_BYTES ? n : STR_CHAR_BYTES);
    return text_is_letter(at) ? text_char(at) : 0;
}

static size_t apostrophe(const char *p, size_t n)
{
    return *p == '\'' ? 1 : n >= strlen(PRINTED) && memcmp(p, PRINTED, strlen(PRINTED)) == 0 ? strlen(PRINTED) : 0;
}

/* Bytes of an apostrophe and the s of a possessive at p. */
static size_t possessive(const char *p, size_t n)
{
    size_t mark = apostrophe(p, n);

    if (mark == 0 || mark == n || (p[mark] != 's' && p[mark] != 'S'))
        return 0;
    return mark + 1 == n || word_char(p + mark + 1, n - mark - 1) == 0 ? mark + 1 : 0;
}

/* Folds what is not ASCII. */
static size_t fold_word(char out[static TEXT_WORD_BYTES], size_t n)
{
    utf8proc_uint8_t *folded = NULL;
    utf8proc_ssize_t made = utf8proc_map((const utf8proc_uint8_t *)out, (utf8proc_ssize_t)n, &folded,
                                         UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);

    if (made > 0) {
        n = str_fit_bytes((const char *)folded, (size_t)made, TEXT_WORD_BYTES - 1);
        memcpy(out, folded, n);
    }
    free(folded);
    return n;
}

size_t text_word(const char *p, size_t n, size_t *at, char out[static TEXT_WORD_BYTES])
{
    size_t i = *at, made = 0, bytes;
    bool ascii = true;

    while (i < n && word_char(p + i, n - i) == 0)
        i++;
    while (i < n) {
        if ((bytes = word_char(p + i, n - i)) > 0) {
            for (size_t k = 0; k < bytes && made + bytes - k < TEXT_WORD_BYTES; k++)
                out[made++] = p[i + k] >= 'A' && p[i + k] <= 'Z' ? (char)(p[i + k] + ('a' - 'A')) : p[i + k];
            ascii = ascii && bytes == 1;
            i += bytes;
        } else if ((bytes = possessive(p + i, n - i)) > 0) {
            i += bytes;
            break;
        } else if ((bytes = apostrophe(p + i, n - i)) > 0 && i + bytes < n &&
                   word_char(p + i + bytes, n - i - bytes) > 0) {
            i += bytes;
        } else {
            break;
        }
    }
    *at = i;
    return ascii ? made : fold_word(out, made);
}
