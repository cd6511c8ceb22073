/* help.c - terminal help and the man page. Wrapping is at 79 columns, so that both read well anywhere. */
#include "cli/help.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "cli/args.h"
#include "gate/op.h"
#include "gate/table.h"

#define WRAP 79
#define NAME_COLUMN 26 /* where the explanation of a command or flag begins */

/* Appends text wrapped, each new line indented; `at` is the column the first line begins in. */
static void wrap(struct buf *b, const char *text, size_t at, size_t indent)
{
    while (*text) {
        size_t word = strcspn(text, " ");
        if (at + word > WRAP && at > indent) {
            buf_addc(b, '\n');
            buf_fill(b, ' ', indent);
            at = indent;
        }
        buf_add(b, text, word);
        at += word;
        text += word;
        if (*text == ' ') {
            if (at + 1 + strcspn(text + 1, " ") <= WRAP)
                buf_addc(b, ' ');
            at++;
            text++;
        }
    }
    buf_addc(b, '\n');
}

static void entry(struct buf *b, const char *name, const char *summary)
{
    size_t n = str_columns(name, strlen(name));

    buf_adds(b, "  ");
    buf_adds(b, name);
    if (n + 3 > NAME_COLUMN) {
        buf_addc(b, '\n');
        buf_fill(b, ' ', NAME_COLUMN);
    } else {
        buf_fill(b, ' ', NAME_COLUMN - 2 - n);
    }
    wrap(b, summary, NAME_COLUMN, NAME_COLUMN);
}

static const char *argument_of(struct arena *a, const struct arg_field *f)
{
    const char *name = f->position ? f->metavar : f->metavar ? arena_printf(a, "%s %s", f->flag, f->metavar) : f->flag;
    const char *shown = f->required ? name : arena_printf(a, "[%s]", name);

    return f->repeats ? arena_printf(a, "%s...", shown) : shown;
}

/* "assay ask [--data PATH]... [--agent NAME] QUESTION": flags first, as people write it. */
static const char *synopsis(struct arena *a, const struct op_entry *e)
{
    struct arg_field *fields;
    size_t n = args_fields(a, e->op, &fields);
    const char *line = arena_printf(a, "assay %s", e->op->command);

    for (size_t i = 0; i < n; i++)
        if (!fields[i].position)
            line = arena_printf(a, "%s %s", line, argument_of(a, &fields[i]));
    for (size_t i = 0; i < n; i++)
        if (fields[i].position)
            line = arena_printf(a, "%s %s", line, argument_of(a, &fields[i]));
    return line;
}

void help_overview(struct arena *a, struct buf *b, const struct manual *m)
{
    buf_adds(b, "assay answers questions about your own data, on your own machine, and proves\n"
                "every figure it gives.\n\nUsage: assay COMMAND [FLAGS] [ARGUMENTS]\n\nCommands:\n");
    for (size_t i = 0; i < m->n_commands; i++)
        entry(b, m->commands[i]->op->command, m->commands[i]->op->summary);
    for (size_t i = 0; i < m->n_builtins; i++)
        entry(b, arena_printf(a, "%s %s", m->builtins[i].words, m->builtins[i].usage), m->builtins[i].summary);
    buf_adds(b, "\n'assay COMMAND --help' tells more of one. Exit status: 0 done, 1 failed, 2 wrong\n"
                "usage, 3 needs an answer.\n");
}

bool help_group(struct buf *b, const struct manual *m, const char *first)
{
    size_t length = strlen(first), found = 0;

    for (size_t i = 0; i < m->n_commands; i++) {
        const struct op *op = m->commands[i]->op;
        if (!str_starts(op->command, first) || op->command[length] != ' ')
            continue;
        if (found++ == 0)
            buf_addf(b, "Usage: assay %s COMMAND [FLAGS] [ARGUMENTS]\n\nCommands:\n", first);
        entry(b, op->command, op->summary);
    }
    if (found)
        buf_addf(b, "\n'assay %s COMMAND --help' tells more of one.\n", first);
    return found > 0;
}

static void flags(struct arena *a, struct buf *b, const struct op_entry *e)
{
    struct arg_field *fields;
    const struct common_flag *common;
    size_t n = args_fields(a, e->op, &fields), n_common = args_common_flags(&common);

    for (size_t i = 0; i < n; i++) {
        const struct arg_field *f = &fields[i];
        const char *name = f->position  ? f->metavar
                           : f->metavar ? arena_printf(a, "%s %s", f->flag, f->metavar)
                                        : f->flag;
        entry(b, name, f->summary);
    }
    for (size_t i = 0; i < n_common; i++)
        entry(b, common[i].metavar ? arena_printf(a, "%s %s", common[i].flag, common[i].metavar) : common[i].flag,
              common[i].summary);
}

void help_command(struct arena *a, struct buf *b, const struct op_entry *e)
{
    buf_adds(b, "Usage: ");
    wrap(b, synopsis(a, e), 7, 11);
    buf_addc(b, '\n');
    wrap(b, e->op->summary, 0, 0);
    if (e->op->detail) {
        buf_addc(b, '\n');
        wrap(b, e->op->detail, 0, 0);
    }
    buf_addc(b, '\n');
    flags(a, b, e);
    for (const char *const *x = e->op->examples; x && *x; x++)
        buf_addf(b, "%s  %s\n", x == e->op->examples ? "\nExamples:\n" : "", *x);
}

/* ---- man page ---- */

/* Escapes what troff would take for its own: backslashes, hyphens that are minus signs, a leading dot or quote. */
static void troff(struct buf *b, const char *s)
{
    if (*s == '.' || *s == '\'')
        buf_adds(b, "\\&");
    for (; *s; s++) {
        if (*s == '\\')
            buf_adds(b, "\\e");
        else if (*s == '-')
            buf_adds(b, "\\-");
        else
            buf_addc(b, *s);
    }
}

static void man_item(struct buf *b, const char *name, const char *summary)
{
    buf_adds(b, ".TP\n.B ");
    troff(b, name);
    buf_addc(b, '\n');
    troff(b, summary);
    buf_addc(b, '\n');
}

static void man_op(struct arena *a, struct buf *b, const struct op_entry *e)
{
    struct arg_field *fields;
    size_t n = args_fields(a, e->op, &fields);

    buf_adds(b, ".SS ");
    troff(b, synopsis(a, e));
    buf_addc(b, '\n');
    troff(b, e->op->summary);
    buf_addc(b, '\n');
    if (e->op->detail) {
        buf_adds(b, ".PP\n");
        troff(b, e->op->detail);
        buf_addc(b, '\n');
    }
    for (size_t i = 0; i < n; i++)
        man_item(b, argument_of(a, &fields[i]), fields[i].summary);
    for (const char *const *x = e->op->examples; x && *x; x++) {
        buf_adds(b, x == e->op->examples ? ".PP\nExample:\n.PP\n.nf\n" : ".PP\n.nf\n");
        troff(b, *x);
        buf_adds(b, "\n.fi\n");
    }
}

void help_man(struct arena *a, struct buf *b, const struct manual *m)
{
    const struct common_flag *common;
    size_t n_common = args_common_flags(&common);

    buf_adds(b, ".TH ASSAY 1 \"\" \"assay " ASSAY_VERSION "\" \"User Commands\"\n.SH NAME\n"
                "assay \\- talk to your own data, on your own machine, with proof\n.SH SYNOPSIS\n.B assay\n"
                ".I COMMAND\n[\\fIFLAGS\\fR] [\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n"
                "assay answers questions about your own data and shows what it understood, the query it ran and the\n"
                "fingerprints of the files it read.\nNothing leaves the machine.\n.SH COMMANDS\n");
    for (size_t i = 0; i < m->n_commands; i++)
        man_op(a, b, m->commands[i]);
    for (size_t i = 0; i < m->n_builtins; i++) {
        buf_adds(b, ".SS ");
        troff(b, arena_printf(a, "assay %s %s", m->builtins[i].words, m->builtins[i].usage));
        buf_addc(b, '\n');
        troff(b, m->builtins[i].summary);
        buf_addc(b, '\n');
    }
    buf_adds(b, ".SH COMMON FLAGS\n");
    for (size_t i = 0; i < n_common; i++)
        man_item(b, common[i].metavar ? arena_printf(a, "%s %s", common[i].flag, common[i].metavar) : common[i].flag,
                 common[i].summary);
    buf_adds(b, ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 1\nFailed.\n.TP\n.B 2\nWrong usage.\n.TP\n.B 3\n"
                "Needs an answer: a clarification or a confirmation.\n.SH ENVIRONMENT\n.TP\n.B ASSAY_HOME\n"
                "Where assay keeps everything, when \\-\\-home is not given.\n.TP\n.B NO_COLOR\n"
                "When set, no colour is used.\n.SH FILES\n.TP\n.I ~/.local/share/assay\nThe default home.\n");
}
