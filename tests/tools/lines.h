/* lines.h - what the printers of features for scripts/train/train-* share: lines in, lines out. */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Hands each line of standard input on, without its end. */
static inline void each_line(void (*print)(char *line))
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        print(line);
    }
    free(line);
}

/* The text up to the next tab; *rest goes behind it, or is NULL. */
static inline char *next_field(char **rest)
{
    char *field = *rest, *tab = field ? strchr(field, '\t') : NULL;

    if (tab)
        *tab = '\0';
    *rest = tab ? tab + 1 : NULL;
    return field;
}
