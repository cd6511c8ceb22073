/* start_print.c - what can be seen at each word of messages, for scripts/train/train-starts: what is trained is what is
 * asked later.
 *
 * Reads messages, one a line. Prints for each its words, tabs between them: where it stands in the message, counted in
 * bytes, and its features, blanks between them.
 */
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "lines.h"
#include <stdio.h>
#include <string.h>

static void print_words(char *message)
{
    struct arena *a = arena_new();
    struct span s = words_of(a, message);

    for (size_t i = 0; i < s.n && i < START_WORDS; i++) {
        const char *features[START_FEATURES];
        size_t n = start_features(a, s, i, features);
        printf("%s%zu", i ? "\t" : "", (size_t)(s.w[i].from - message));
        for (size_t k = 0; k < n; k++)
            printf(" %s", features[k]);
    }
    puts("");
    arena_free(a);
}

int main(void)
{
    each_line(print_words);
    return 0;
}
