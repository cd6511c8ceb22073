/* words.c - commands are found by their words; the table of operations and the doors are one list here. */
#include "cli/words.h"
#include "base/arena.h"
#include "base/str.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "gate/op.h"
#include "gate/table.h"

static int by_command(const void *a, const void *b)
{
    const struct op_entry *x = *(const struct op_entry *const *)a, *y = *(const struct op_entry *const *)b;

    return strcmp(x->op->name, y->op->name);
}

size_t words_commands(struct arena *a, const struct cli_host *host, const struct op_entry *const **ret)
{
    const struct op_entry *const *ops, *const *doors = NULL, **all;
    size_t n_ops = op_table_entries(host->table, &ops), n = 0;
    size_t n_doors = host->doors ? op_table_entries(host->doors, &doors) : 0;

    all = arena_array(a, n_ops + n_doors, sizeof *all);
    for (size_t i = 0; i < n_ops; i++)
        if (ops[i]->op->command)
            all[n++] = ops[i];
    for (size_t i = 0; i < n_doors; i++)
        all[n++] = doors[i];
    qsort(all, n, sizeof *all, by_command);
    *ret = all;
    return n;
}

bool words_begin(const char *words, int argc, char **argv, int *ret_n)
{
    int n = 0;

    for (const char *word = words; *word; n++) {
        size_t length = strcspn(word, " ");
        if (n >= argc || strlen(argv[n]) != length || memcmp(argv[n], word, length) != 0)
            return false;
        word += length;
        word += strspn(word, " ");
    }
    *ret_n = n;
    return true;
}

const struct op_entry *words_find(const struct manual *m, int argc, char **argv, int *ret_n)
{
    const struct op_entry *best = NULL;
    int n;

    *ret_n = 0;
    for (size_t i = 0; i < m->n_commands; i++)
        if (words_begin(m->commands[i]->op->command, argc, argv, &n) && n > *ret_n) {
            best = m->commands[i];
            *ret_n = n;
        }
    return best;
}

size_t words_all(struct arena *a, const struct manual *m, const char ***ret)
{
    const char **names = arena_array(a, m->n_commands + m->n_builtins, sizeof *names);
    size_t n = 0;

    for (size_t i = 0; i < m->n_commands; i++)
        names[n++] = m->commands[i]->op->command;
    for (size_t i = 0; i < m->n_builtins; i++)
        names[n++] = m->builtins[i].words;
    *ret = names;
    return n;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *words_second(struct arena *a, const char *const *names, size_t n, const char *first)
{
    const char *list = NULL, *prefix = arena_printf(a, "%s ", first), **found = arena_array(a, n, sizeof *found);
    size_t n_found = 0;

    for (size_t i = 0; i < n; i++)
        if (str_starts(names[i], prefix))
            found[n_found++] = names[i] + strlen(prefix);
    qsort(found, n_found, sizeof *found, by_name);
    for (size_t i = 0; i < n_found; i++)
        list = list ? arena_printf(a, "%s, %s", list, found[i]) : found[i];
    return list;
}
