/* llm_words.c - the words of a text, as they are compared: folded, and letters and digits only.
 *
 * Everything that is neither parts words, in ASCII and among Unicode's general punctuation (U+2000 to U+206F), where
 * the quotation marks and dashes are that models like to put in place of a person's own. */
#include "agents/tasks/llm/llm_parts.h"
#include "base/arena.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>

static bool is_punctuation(const char *p)
{
    const unsigned char *c = (const unsigned char *)p;

    return c[0] == 0xe2 && (c[1] == 0x80 || (c[1] == 0x81 && c[2] <= 0xaf));
}

/* " buy milk ": each word between blanks; " " when there is none. Never longer than the folded text and two. */
static const char *words_of(struct arena *a, const char *text)
{
    const char *p = str_fold(a, text);
    char *out = arena_alloc(a, strlen(p) + 3), *w = out;

    *w++ = ' ';
    while (*p) {
        if (is_punctuation(p)) {
            p += 3;
        } else if ((unsigned char)*p >= 0x80 || isalnum((unsigned char)*p)) {
            *w++ = *p++;
            continue;
        } else {
            p++;
        }
        if (w[-1] != ' ')
            *w++ = ' ';
    }
    if (w[-1] != ' ')
        *w++ = ' ';
    *w = '\0';
    return out;
}

struct llm_ground llm_reader_ground(struct arena *a, const char *message, const struct civil *now, size_t shown)
{
    return (struct llm_ground){ .a = a, .message = message, .words = words_of(a, message), .now = now, .shown = shown };
}

bool llm_reader_says(const struct llm_ground *g, const char *text)
{
    const char *words = words_of(g->a, text);

    if (!words[1])
        return false;
    while (words[1]) {
        const char *end = strchr(words + 1, ' ');
        const char *one = arena_dup(g->a, words, (size_t)(end - words) + 1); /* with the blanks around it */
        if (!strstr(g->words, one))
            return false;
        words = end;
    }
    return true;
}

bool llm_reader_same(struct arena *a, const char *x, const char *y)
{
    return strcmp(words_of(a, x), words_of(a, y)) == 0;
}
