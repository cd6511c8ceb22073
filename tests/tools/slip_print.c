/* slip_print.c - which of the words on standard input, one a line, the reader takes for slips of the finger, and for
 * which word. Given the words of the language it prints what parse/words/typos.c has yet to be told of
 * (scripts/generate/near-words).
 */
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "lines.h"
#include <stdio.h>
#include <string.h>

static void print_slip(char *typed)
{
    const struct phrase_word words[] = {
        { .p = "", .from = "", .to = "" },
        { .p = typed, .n = strlen(typed), .from = typed, .to = typed + strlen(typed) }
    };
    const char *meant = word_slipped((struct span){ words + 1, 1 }, 0);

    if (meant)
        printf("%s\t%s\n", typed, meant);
}

int main(void)
{
    each_line(print_slip);
    return 0;
}
