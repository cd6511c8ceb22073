/* completion.c - completion scripts. The commands and flags are written into the script, so that completing a word
 * starts no program. */
#include "base/arena.h"
#include "base/buf.h"
#include "cli/args.h"
#include "cli/help.h"
#include "gate/op.h"
#include "gate/table.h"
#include <stdbool.h>

/* A command as a shell sees it: one word, or two. */
struct words {
    const char *first, *second;   /* second is NULL for a command of one word */
    const struct op_entry *entry; /* NULL for a built-in command */
};

static struct words split(struct arena *a, const char *command, const struct op_entry *e)
{
    size_t n = strcspn(command, " ");

    return (struct words){ arena_dup(a, command, n), command[n] ? command + n + 1 : NULL, e };
}

/* Every command, in the order of the manual. */
static size_t all_commands(struct arena *a, const struct manual *m, struct words **ret)
{
    struct words *all = arena_array(a, m->n_commands + m->n_builtins, sizeof *all);
    size_t found = 0;

    for (size_t i = 0; i < m->n_commands; i++)
        all[found++] = split(a, m->commands[i]->op->command, m->commands[i]);
    for (size_t i = 0; i < m->n_builtins; i++)
        all[found++] = split(a, m->builtins[i].words, NULL);
    *ret = all;
    return found;
}

static bool is_first_of_its_name(const struct words *all, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(all[j].first, all[i].first) == 0)
            return false;
    return true;
}

/* The first words, each once. */
static void add_first_words(struct buf *b, const struct words *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_first_of_its_name(all, i))
            buf_addf(b, "%s%s", i ? " " : "", all[i].first);
}

/* The second words of commands that begin with `first`. */
static void add_second_words(struct buf *b, const struct words *all, size_t n, const char *first)
{
    const char *gap = "";

    for (size_t i = 0; i < n; i++)
        if (all[i].second && strcmp(all[i].first, first) == 0) {
            buf_addf(b, "%s%s", gap, all[i].second);
            gap = " ";
        }
}

static void flags_of(struct arena *a, struct buf *b, const struct op_entry *e)
{
    struct arg_field *fields;
    const struct common_flag *common;
    size_t n = e ? args_fields(a, e->op, &fields) : 0, n_common = args_common_flags(&common);

    for (size_t i = 0; i < n; i++)
        if (!fields[i].position)
            buf_addf(b, "%s ", fields[i].flag);
    for (size_t i = 0; i < n_common; i++)
        buf_addf(b, "%s%s", common[i].flag, i + 1 < n_common ? " " : "");
}

/* bash and, through bashcompinit, zsh. */
static void posix_shell(struct arena *a, struct buf *b, const struct words *all, size_t n)
{
    buf_adds(b, "_assay() {\n    local word=${COMP_WORDS[COMP_CWORD]} flags seconds\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    add_first_words(b, all, n);
    buf_adds(b, "\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < n; i++)
        if (all[i].second && is_first_of_its_name(all, i)) {
            buf_addf(b, "    %s) seconds=\"", all[i].first);
            add_second_words(b, all, n, all[i].first);
            buf_adds(b, "\" ;;\n");
        }
    buf_adds(b, "    esac\n    if [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$seconds\" ]; then\n"
                "        COMPREPLY=($(compgen -W \"$seconds\" -- \"$word\"))\n        return\n    fi\n"
                "    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n");
    for (size_t i = 0; i < n; i++) {
        buf_addf(b, "    \"%s %s\"*) flags=\"", all[i].first, all[i].second ? all[i].second : "");
        flags_of(a, b, all[i].entry);
        buf_adds(b, "\" ;;\n");
    }
    buf_adds(b, "    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
                "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n    esac\n}\n"
                "complete -o filenames -F _assay assay\n");
}

static void fish(struct arena *a, struct buf *b, const struct words *all, size_t n)
{
    const struct common_flag *common;
    size_t n_common = args_common_flags(&common);

    buf_adds(b, "complete -c assay -n __fish_use_subcommand -f -a '");
    add_first_words(b, all, n);
    buf_adds(b, "'\n");
    for (size_t i = 0; i < n; i++) {
        struct arg_field *fields;
        size_t n_fields = all[i].entry ? args_fields(a, all[i].entry->op, &fields) : 0;
        const char *last = all[i].second ? all[i].second : all[i].first;
        if (all[i].second && is_first_of_its_name(all, i)) {
            buf_addf(b, "complete -c assay -n '__fish_seen_subcommand_from %s' -f -a '", all[i].first);
            add_second_words(b, all, n, all[i].first);
            buf_adds(b, "'\n");
        }
        for (size_t j = 0; j < n_fields; j++)
            if (!fields[j].position)
                buf_addf(b, "complete -c assay -n '__fish_seen_subcommand_from %s' -l %s%s\n", last, fields[j].flag + 2,
                         fields[j].metavar ? " -r" : "");
    }
    for (size_t i = 0; i < n_common; i++)
        buf_addf(b, "complete -c assay -l %s%s\n", common[i].flag + 2, common[i].metavar ? " -r" : "");
}

bool help_completion(struct arena *a, struct buf *b, const struct manual *m, const char *shell)
{
    struct words *all;
    size_t n = all_commands(a, m, &all);

    if (strcmp(shell, "zsh") == 0)
        buf_adds(b, "autoload -U +X bashcompinit && bashcompinit\n");
    if (strcmp(shell, "bash") == 0 || strcmp(shell, "zsh") == 0)
        posix_shell(a, b, all, n);
    else if (strcmp(shell, "fish") == 0)
        fish(a, b, all, n);
    else
        return false;
    return true;
}
