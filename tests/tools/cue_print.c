/* cue_print.c - the features of messages, for scripts/train-cues: what is trained is what is asked later.
 *
 * Reads lines: a message and the titles of the tasks that are there, with tabs between them. Prints the features of
 * each on a line, with tabs between them.
 */
#include "base/arena.h"
#include "base/timefmt.h"
#include "lang/cues.h"
#include "lang/errand.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_WORDS 2000 /* of all titles on a line */

struct titles {
    char *words[TITLE_WORDS];
    size_t n;
};

static bool is_owned(void *arg, const char *word)
{
    const struct titles *t = arg;

    for (size_t i = 0; i < t->n; i++)
        if (cue_same_word(word, t->words[i]))
            return true;
    return false;
}

static void split(char *text, struct titles *ret)
{
    ret->n = 0;
    for (char *p = strtok(text, " \t.,;:!?\"()"); p && ret->n < TITLE_WORDS; p = strtok(NULL, " \t.,;:!?\"()"))
        ret->words[ret->n++] = p;
}

int main(void)
{
    static struct titles titles;
    const struct civil now = { .year = 2026, .month = 11, .day = 16, .hour = 9 };
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0) {
        struct arena *a = arena_new();
        char *end = strchr(line, '\n'), *rest;
        const char **features;
        struct errand errands[ERRANDS];
        size_t n;
        if (end)
            *end = '\0';
        rest = strchr(line, '\t');
        if (rest)
            *rest++ = '\0';
        split(rest ? rest : line + strlen(line), &titles);
        n = errand_read(a, line, &now, errands);
        n = cue_features(a, line, errands, n, is_owned, &titles, &features);
        for (size_t i = 0; i < n; i++)
            printf("%s%s", i ? "\t" : "", features[i]);
        puts("");
        arena_free(a);
    }
    free(line);
    return 0;
}
