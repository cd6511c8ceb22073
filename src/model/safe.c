/* safe.c - each fault is a shape looked for at every place of the text; texts are a sentence or two, so that is cheap.
 *
 * Column names are let through: "no column 'revnue'; did you mean 'revenue'?" repeats the asker's own word. So is a
 * bare file name, which the workbook seed allows.
 */
#include "model/safe.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

#define KEY_LETTERS 8 /* "sk-" and this many more look like a key, "sk-learn" does not */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Length of the opening quotation mark at p, or 0. */
static size_t quote_bytes(const char *p)
{
    static const char *const marks[] = { "'", "\"", "`", "\u2018", "\u201c", "\u00ab" };

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (str_starts(p, marks[i]))
            return strlen(marks[i]);
    return 0;
}

/* True at the text's beginning and behind a blank, a bracket, a quotation mark or a sign that introduces something. */
static bool begins_word(const char *text, const char *p)
{
    if (p == text)
        return true;
    if (strchr(" \t\r\n'\"`([<{=,;:|", p[-1]))
        return true;
    return (p - text >= 3 && quote_bytes(p - 3) == 3) || (p - text >= 2 && quote_bytes(p - 2) == 2);
}

static bool has_trace(const char *text)
{
    return strstr(text, "Traceback") || strstr(text, "File \"") || strstr(text, "\n   at ");
}

static bool is_path(const char *p)
{
    if (p[0] == '~')
        p++;
    if (p[0] == '/')
        return is_word(p[1]) || p[1] == '.';
    if (p[0] == '\\' && p[1] == '\\')
        return is_word(p[2]);
    return isalpha((unsigned char)p[0]) && p[1] == ':' && (p[2] == '\\' || p[2] == '/');
}

static bool has_path(const char *text)
{
    for (const char *p = text; *p; p++)
        if (begins_word(text, p) && is_path(p))
            return true;
    return strcasestr(text, "file://");
}

/* A1, XFD1048576 */
static bool is_cell(const char *p)
{
    size_t letters = 0, digits = 0;

    while (letters < 4 && isupper((unsigned char)p[letters]))
        letters++;
    while (digits < 8 && isdigit((unsigned char)p[letters + digits]))
        digits++;
    return letters >= 1 && letters <= 3 && digits >= 1 && !is_word(p[letters + digits]);
}

/* Sheet 'Plan', table "Sales", cell A1. */
static bool has_place(const char *text)
{
    static const char *const nouns[] = { "sheet ", "worksheet ", "table ", "cell ", "range " };

    for (size_t i = 0; i < COUNT_OF(nouns); i++)
        for (const char *p = strcasestr(text, nouns[i]); p; p = strcasestr(p + 1, nouns[i])) {
            const char *after = p + strlen(nouns[i]);
            if (quote_bytes(after) || is_cell(after))
                return true;
        }
    return false;
}

/* scheme://user:password@host */
static bool has_login(const char *text)
{
    for (const char *p = strstr(text, "://"); p; p = strstr(p + 1, "://")) {
        size_t n = strcspn(p + 3, "/?# \t\r\n");
        if (memchr(p + 3, '@', n))
            return true;
    }
    return false;
}

static size_t capitals(const char *p)
{
    size_t n = 0;

    while (isupper((unsigned char)p[n]) || (n > 0 && (p[n] == '_' || isdigit((unsigned char)p[n]))))
        n++;
    return n;
}

/* $HOME, ${HOME}, OPENAI_API_KEY, sk-abcdefgh */
static bool is_secret(const char *p)
{
    static const char *const ends[] = { "_KEY", "_TOKEN", "_SECRET", "_PASSWORD" };
    size_t n = capitals(p), key = 0;

    if (p[0] == '$')
        return capitals(p + 1 + (p[1] == '{')) >= 2;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (n > strlen(ends[i]) && memcmp(p + n - strlen(ends[i]), ends[i], strlen(ends[i])) == 0)
            return true;
    if (!str_starts(p, "sk-"))
        return false;
    while (is_word(p[3 + key]) || p[3 + key] == '-')
        key++;
    return key >= KEY_LETTERS;
}

static bool has_secret(const char *text)
{
    static const char *const marks[] = { "password=", "passwd=", "pwd=",   "secret=",       "api_key",
                                         "api-key",   "apikey",  "token=", "authorization:" };

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (strcasestr(text, marks[i]))
            return true;
    for (const char *p = text; *p; p++)
        if (begins_word(text, p) && is_secret(p))
            return true;
    return has_login(text);
}

const char *safe_fault(const char *text)
{
    if (has_trace(text))
        return "a stack trace";
    if (has_path(text))
        return "a path";
    if (has_place(text))
        return "the name of a sheet, table or cell";
    if (has_secret(text))
        return "a key, a password or an environment variable";
    return NULL;
}
