/* cli.h - the command line: a door. It decodes arguments, calls the gate and shows what comes back.
 *
 * Commands, help, manual and completion are read from the operation table; the few commands that are about the program
 * itself (help, op, man, completion, version) stand in a table of their own in cli.c. Answers go to standard output,
 * everything else to standard error. Exit status: 0 done, 1 failed, 2 wrong usage, 3 needs an answer.
 */
#pragma once
#include <stdbool.h>
#include <stdio.h>

struct arena;
struct cancel;
struct err;
struct gate;
struct op;
struct op_table;

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_ASK = 3 };

/* Flags that every command takes. */
struct cli_flags {
    const char *home; /* --home; NULL: the default */
    const char *user; /* --user; NULL: local */
    bool json, yes, help;
    bool private; /* --private: leave no words, and no hashes of words */
};

/* What the program around the door supplies. open() makes the gate when an operation is about to run, so that help
 * needs no home; it is called at most once. For an OP_HOMELESS operation it opens nothing.
 *
 * The doors are the commands that open another door (serve, mcp): declared like operations, for their flags and help,
 * but run as they are and not through the gate, which they are given; run() returns when the door is closed. */
struct cli_host {
    const struct op_table *table;
    const struct op_table *doors; /* may be NULL */
    int (*open)(struct cli_host *self, const struct cli_flags *flags, const struct op *op, struct gate **ret,
                struct err *err);
};

/* Runs one command line and returns the exit status. */
int cli_main(struct cli_host *host, int argc, char **argv);
