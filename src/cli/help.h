/* help.h - the manual in its three forms, all read from the operation table: help on the terminal, a man page, and the
 * words a shell may complete. */
#pragma once
#include <stddef.h>

struct arena;
struct buf;
struct op_entry;

/* A command that is about the program itself and no operation. */
struct builtin_help {
    const char *words; /* "op run" */
    const char *usage; /* "NAME JSON" */
    const char *summary;
};

/* Everything that can be said to the program. */
struct manual {
    const struct op_entry *const *commands; /* operations and doors that have a command */
    size_t n_commands;
    const struct builtin_help *builtins;
    size_t n_builtins;
};

void help_overview(struct arena *a, struct buf *b, const struct manual *m);
/* The commands that begin with a word, as "task"; false when there are none. */
_Bool help_group(struct buf *b, const struct manual *m, const char *first);
void help_command(struct arena *a, struct buf *b, const struct op_entry *e);

/* troff, man(7). */
void help_man(struct arena *a, struct buf *b, const struct manual *m);

/* shell is "bash", "zsh" or "fish"; false for any other. */
_Bool help_completion(struct arena *a, struct buf *b, const struct manual *m, const char *shell);
