/* completion.c - completion scripts. The commands and flags are written into the script, so that completing a word
 * starts no program. */
#include "base/arena.h"
#include "base/buf.h"
#include "cli/args.h"
#include "cli/help.h"
#include "gate/op.h"
#include "gate/table.h"
#include <stdbool.h>

/* The command's words may be several ("op run"); a shell completes the first, then the flags. */
static const char *first_word(struct arena *a, const char *words)
{
    return arena_dup(a, words, strcspn(words, " "));
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

static void commands(struct arena *a, struct buf *b, const struct manual *m)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(m->table, &entries);
    const char *before = "";

    for (size_t i = 0; i < n; i++)
        if (entries[i]->op->command)
            buf_addf(b, "%s ", first_word(a, entries[i]->op->command));
    for (size_t i = 0; i < m->n_builtins; i++) {
        const char *word = first_word(a, m->builtins[i].words);
        if (strcmp(word, before) != 0)
            buf_addf(b, "%s%s", *before ? " " : "", word);
        before = word;
    }
}

/* bash and, through bashcompinit, zsh. */
static void posix_shell(struct arena *a, struct buf *b, const struct manual *m)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(m->table, &entries);

    buf_adds(b, "_assay() {\n    local word=${COMP_WORDS[COMP_CWORD]} flags\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    commands(a, b, m);
    buf_adds(b, "\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < n; i++) {
        if (!entries[i]->op->command)
            continue;
        buf_addf(b, "    %s) flags=\"", first_word(a, entries[i]->op->command));
        flags_of(a, b, entries[i]);
        buf_adds(b, "\" ;;\n");
    }
    buf_adds(b, "    *) flags=\"");
    flags_of(a, b, NULL);
    buf_adds(b, "\" ;;\n    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")) ;;\n"
                "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n"
                "complete -o filenames -F _assay assay\n");
}

static void fish(struct arena *a, struct buf *b, const struct manual *m)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(m->table, &entries);

    buf_adds(b, "complete -c assay -n __fish_use_subcommand -f -a '");
    commands(a, b, m);
    buf_adds(b, "'\n");
    for (size_t i = 0; i < n; i++) {
        struct arg_field *fields;
        size_t n_fields = entries[i]->op->command ? args_fields(a, entries[i]->op, &fields) : 0;
        for (size_t j = 0; j < n_fields; j++)
            if (!fields[j].position)
                buf_addf(b, "complete -c assay -n '__fish_seen_subcommand_from %s' -l %s%s\n",
                         first_word(a, entries[i]->op->command), fields[j].flag + 2, fields[j].metavar ? " -r" : "");
    }
}

bool help_completion(struct arena *a, struct buf *b, const struct manual *m, const char *shell)
{
    if (strcmp(shell, "zsh") == 0)
        buf_adds(b, "autoload -U +X bashcompinit && bashcompinit\n");
    if (strcmp(shell, "bash") == 0 || strcmp(shell, "zsh") == 0)
        posix_shell(a, b, m);
    else if (strcmp(shell, "fish") == 0)
        fish(a, b, m);
    else
        return false;
    return true;
}
