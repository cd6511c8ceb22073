/* words.h - which command the words of a command line are. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct cli_host;
struct manual;
struct op_entry;

/* The operations and doors that have a command, in the order of their names. */
size_t words_commands(struct arena *a, const struct cli_host *host, const struct op_entry *const **ret);

/* True when argv begins with the command's words; *ret_n says how many they are. */
bool words_begin(const char *words, int argc, char **argv, int *ret_n);

/* The command with the most words that argv begins with; NULL when there is none. */
const struct op_entry *words_find(const struct manual *m, int argc, char **argv, int *ret_n);

/* Every command's words. */
size_t words_all(struct arena *a, const struct manual *m, const char ***ret);

/* "erase, export, prove, show, verify": what may follow a command's first word; NULL when nothing does. */
const char *words_second(struct arena *a, const char *const *names, size_t n, const char *first);
