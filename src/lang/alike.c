/* alike.c - see alike.h. The list is looked through from its beginning: few words ever ask. */
#include "lang/alike.h"
#include <stdio.h>
#include <string.h>

#define ALIKE_BYTES 40 /* longer than any of them, with the line ends around it */

static const char words[] = { '\n',
#include "alike.inc"
                              , '\0' };

bool alike_is_word(const char *word)
{
    char line[ALIKE_BYTES];
    int n = snprintf(line, sizeof line, "\n%s\n", word);

    return n > 2 && n < (int)sizeof line && strstr(words, line);
}
