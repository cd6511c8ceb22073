/* confusable.c - see confusable.h. The list is one sorted text, searched by halving. */
#include "agents/tasks/parse/words/confusable.h"
#include <stddef.h>
#include <string.h>

static const char lines[] = {
#include "confusable_words.inc"
};

/* Below 0 where the word belongs before the line. */
static int compare(const char *word, size_t n, const char *line, size_t length)
{
    int order = memcmp(word, line, n < length ? n : length);

    return order ? order : (n > length) - (n < length);
}

bool confusable_is_word(const char *word)
{
    size_t n = strlen(word), from = 0, to = sizeof lines; /* where lines begin */

    while (from < to) {
        size_t at = from + (to - from) / 2, length;
        int order;
        while (at > from && lines[at - 1] != '\n')
            at--;
        length = (size_t)((const char *)memchr(lines + at, '\n', sizeof lines - at) - (lines + at));
        order = compare(word, n, lines + at, length);
        if (order == 0)
            return true;
        if (order < 0)
            to = at;
        else
            from = at + length + 1;
    }
    return false;
}
