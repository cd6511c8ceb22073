/* cli.c - finds the command, runs it, turns what comes back into text and an exit status.
 *
 * A command is an operation of the table or one of the few built-in ones below. The gate is made only when an operation
 * is about to run. Interrupting (Ctrl-C) cancels the running operation, which then ends in an orderly way; a second one
 * ends the program.
 */
#include "cli/cli.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/world.h"
#include "cli/args.h"
#include "cli/batch.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/term.h"
#include "cli/words.h"
#include "gate/gate.h"
#include "gate/table.h"
#include "model/answer.h"
#include "model/model.h"
#include "sys/file.h"
#include <signal.h>
#include <unistd.h>

struct cli {
    struct cli_host *host;
    struct arena *arena;
    struct cli_flags flags;
    struct cancel cancel;
    bool by_name;            /* `op run`: the result is shown as every other door gives it */
    bool reader_gone;        /* whoever read our output has closed it */
    struct term_lines shown; /* on a terminal: what was put out so far */
};

static struct output output_of(const struct cli *c)
{
    return (struct output){ .arena = c->arena, .json = c->flags.json };
}

/* A reader that has had enough (`| head`) is nothing to complain about. */
static int show_error(const struct cli *c, const struct err *e)
{
    struct output o = output_of(c);

    return c->reader_gone ? EXIT_FAILED : output_error(&o, e);
}

static struct cancel *interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    cancel_fire(interrupted);
}

/* The first Ctrl-C asks, the second ends: the handler is taken off when it runs. */
static void catch_interrupts(struct cli *c)
{
    struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };

    cancel_init(&c->cancel, NULL, 0);
    interrupted = &c->cancel;
    sigaction(SIGINT, &action, NULL);
}

/* Rows that are wanted as text are put out while they are read, however many there are: as they are for a program, and
 * safe to look at on a terminal. */
static int put_out(void *arg, const void *p, size_t n, struct err *err)
{
    struct cli *c = arg;
    struct buf safe CLEANUP(buf_done) = BUF(TERM_GROWTH * (n + sizeof c->shown.held));
    int status;

    if (isatty(STDOUT_FILENO)) {
        term_lines_add(&c->shown, &safe, p, n);
        if (buf_check(&safe, err) < 0)
            return -1;
        p = safe.p;
        n = safe.n;
    }
    status = file_write_fd(STDOUT_FILENO, p, n, "the output", err);
    c->reader_gone = status < 0 && err->code == ERR_CANCELLED;
    return status;
}

static bool wants_text(const struct cli *c, const struct op *op, const struct json *args)
{
    return op->shape == OP_TABLE && !c->by_name && (c->flags.json || json_get_truth(args, "csv"));
}

static int show_reply(struct cli *c, const struct gate *gate, const struct op *op, const struct json *args,
                      const struct json *result)
{
    struct output o = output_of(c);

    o.home = gate->policy.home;
    if (op->shape == OP_ANSWER)
        return output_answer(&o, result);
    if (op->shape == OP_TABLE)
        return output_table(&o, wants_text(c, op, args), result);
    if (op->shape == OP_FILE)
        return output_file(&o, result);
    return output_result(&o, op, result);
}

/* ---- running an operation ---- */

/* Asks on the terminal; anything but a yes is a no. */
static bool says_yes(const struct json *confirmation)
{
    char line[16];
    struct term t = term_of(stderr);
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);
    const char *summary = json_get_text(confirmation, "summary");

    if (!isatty(STDIN_FILENO) || !t.is_terminal)
        return false;
    term_text(&b, summary, strlen(summary));
    fprintf(stderr, "%s Go on? [y/N] ", b.p);
    return fgets(line, sizeof line, stdin) && (str_ieq(line, "y\n") || str_ieq(line, "yes\n"));
}

/* With --json a held call prints its confirmation, so that a program can answer it. A summary that names more than a
 * message has room for is put out whole before it. */
static int show_held(struct cli *c, const struct json *confirmation, const struct err *e)
{
    const char *summary = json_get_text(confirmation, "summary");
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);
    struct json *v;
    struct err told = *e;

    if (!c->flags.json) {
        if (strlen(summary) >= sizeof told.message) {
            term_text(&b, summary, strlen(summary));
            fprintf(stderr, "%s\n", b.p);
            err_say(&told, e->code, "This needs a yes.");
        }
        err_action(&told, "Add --yes to confirm it beforehand; nothing was changed.");
        return show_error(c, &told);
    }
    v = json_object(c->arena);
    json_set(c->arena, v, "status", json_str(c->arena, "confirmation_required"));
    json_set(c->arena, v, "confirmation", json_copy(c->arena, confirmation));
    return output_json(v, EXIT_ASK);
}

static int call(struct cli *c, const struct op_entry *e, struct json *args)
{
    struct gate *gate;
    struct gate_reply reply;
    struct observer to_output = { .output = put_out, .arg = c };
    struct gate_request request = { .op = e->op->name,
                                    .args = args,
                                    .user = c->flags.user,
                                    .caller = CALLER_PERSON,
                                    .cancel = &c->cancel,
                                    .confirmed = c->flags.yes,
                                    .private = c->flags.private,
                                    .observer = wants_text(c, e->op, args) ? &to_output : NULL };
    struct err err;

    if (c->host->open(c->host, &c->flags, e->op, &gate, &err) < 0)
        return show_error(c, &err);
    if (gate_call(gate, c->arena, &request, &reply, &err) < 0) {
        if (!reply.confirmation)
            return show_error(c, &err);
        if (!says_yes(reply.confirmation))
            return show_held(c, reply.confirmation, &err);
        if (json_get(reply.confirmation, "token"))
            json_set(c->arena, args, "confirmation_token", json_get(reply.confirmation, "token"));
        else
            request.confirmed = true;
        if (gate_call(gate, c->arena, &request, &reply, &err) < 0)
            return show_error(c, &err);
    }
    return show_reply(c, gate, e->op, args, reply.result);
}

static int print_text(void (*make)(struct arena *, struct buf *, const struct manual *), struct cli *c,
                      const struct manual *m)
{
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    make(c->arena, &b, m);
    return output_text(stdout, &b, EXIT_DONE);
}

/* ---- opening another door ---- */

static bool is_door(const struct cli *c, const struct op_entry *e)
{
    return c->host->doors && op_table_find(c->host->doors, e->op->name) == e;
}

static int serve(struct cli *c, const struct op_entry *e, struct json *args)
{
    struct call call = { .arena = c->arena,
                         .service = e->service,
                         .world = world_system(),
                         .cancel = &c->cancel,
                         .user = c->flags.user,
                         .caller = CALLER_PERSON };
    struct json *nothing;
    struct err err;

    args = model_fill(c->arena, e->op->input, args);
    if (model_check(e->op->input, args, &err) < 0 || c->host->open(c->host, &c->flags, e->op, &call.gate, &err) < 0 ||
        gate_strip_credentials(call.gate, c->arena, c->flags.user, e->op, args, &args, &err) < 0 ||
        e->op->run(&call, args, &nothing, &err) < 0)
        return show_error(c, &err);
    return EXIT_DONE;
}

static int run_operation(struct cli *c, const struct op_entry *e, int argc, char **argv)
{
    struct json *args;
    struct err err;

    if (args_read(c->arena, e->op, argc, argv, &args, &c->flags, &err) < 0) {
        if (!*err.action)
            err_action(&err, "'assay %s --help' shows how it is used.", e->op->command);
        return show_error(c, &err);
    }
    if (c->flags.help) {
        struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);
        help_command(c->arena, &b, e);
        return output_text(stdout, &b, EXIT_DONE);
    }
    return is_door(c, e) ? serve(c, e, args) : call(c, e, args);
}

/* ---- the built-in commands ---- */

typedef int builtin_run(struct cli *c, const struct manual *m, const char **words, size_t n);

static int usage(struct cli *c, const char *message, const char *action)
{
    struct err err;

    err_say(&err, ERR_USAGE, "%s", message);
    err_action(&err, "%s", action);
    return show_error(c, &err);
}

static int run_help(struct cli *c, const struct manual *m, const char **words, size_t n);

static int run_man(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    (void)words;
    return n ? usage(c, "man takes no arguments", "Try 'assay man > assay.1'.") : print_text(help_man, c, m);
}

static int run_version(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    (void)m;
    (void)words;
    if (n)
        return usage(c, "version takes no arguments", "Try 'assay version'.");
    buf_adds(&b, "assay " ASSAY_VERSION "\n");
    return output_text(stdout, &b, EXIT_DONE);
}

static int run_completion(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    if (n != 1 || !help_completion(c->arena, &b, m, words[0]))
        return usage(c, "completion takes bash, zsh or fish", "Try: source <(assay completion bash)");
    return output_text(stdout, &b, EXIT_DONE);
}

static int run_op_list(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    const struct op_entry *const *entries;
    size_t count = op_table_entries(c->host->table, &entries);
    struct json *list = json_array(c->arena), *v = json_object(c->arena);
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    (void)words;
    (void)m;
    if (n)
        return usage(c, "op list takes no arguments", "Try 'assay op list --json'.");
    for (size_t i = 0; i < count; i++) {
        json_push(c->arena, list, op_describe(c->arena, entries[i]));
        buf_addf(&b, "%-24s %s\n", entries[i]->op->name, entries[i]->op->summary);
    }
    json_set(c->arena, v, "ops", list);
    return c->flags.json ? output_json(v, EXIT_DONE) : output_text(stdout, &b, EXIT_DONE);
}

static int run_op_run(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    const struct op_entry *e;
    struct json *args;
    struct err err;

    (void)m;
    c->flags.json = c->by_name = true;
    if (n < 1 || n > 2)
        return usage(c, "op run takes a name and, if it needs any, its arguments as one JSON object",
                     "Try: assay op run data.describe '{\"data\":[\"sales.csv\"]}'");
    if (op_table_get(c->host->table, words[0], &e, &err) < 0)
        return show_error(c, &err);
    if (json_parse(c->arena, n == 2 ? words[1] : "{}", n == 2 ? strlen(words[1]) : 2, &args, &err) < 0)
        return show_error(c, &err);
    if (!json_is(args, JSON_OBJECT))
        return usage(c, "the arguments must be one JSON object", "Put them in braces: '{\"name\": \"value\"}'.");
    return call(c, e, args);
}

static int run_batch(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    const struct op_entry *e;
    struct gate *gate;
    struct err err;

    (void)words;
    (void)m;
    if (n)
        return usage(c, "batch takes no arguments", "Put questions on its standard input, one JSON object a line.");
    if (op_table_get(c->host->table, "ask", &e, &err) < 0 ||
        c->host->open(c->host, &c->flags, e->op, &gate, &err) < 0 || batch_run(gate, &c->flags, &c->cancel, &err) < 0)
        return show_error(c, &err);
    return EXIT_DONE;
}

struct builtin {
    struct builtin_help help;
    builtin_run *run;
};

static const struct builtin builtins[] = {
    { { "batch", "< FILE", "Answer many questions: one JSON object a line in, one answer a line out." }, run_batch },
    { { "op list", "", "List every operation; with --json also their schemas." }, run_op_list },
    { { "op run", "NAME [JSON]", "Run one operation by name with its arguments as JSON." }, run_op_run },
    { { "completion", "SHELL", "Print a completion script for bash, zsh or fish." }, run_completion },
    { { "man", "", "Print the manual page." }, run_man },
    { { "version", "", "Print the version." }, run_version },
    { { "help", "[COMMAND]", "Show help." }, run_help },
};

/* ---- finding the command ---- */

/* What goes with a first word that is no command by itself. */
static int unknown_command(struct cli *c, const struct manual *m, const char *word, bool wants_help)
{
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);
    const char **names, *nearest, *seconds;
    size_t n = words_all(c->arena, m, &names);
    struct err err;

    if (wants_help && help_group(&b, m, word))
        return output_text(stdout, &b, EXIT_DONE);
    seconds = words_second(c->arena, names, n, word);
    nearest = str_nearest(word, names, n);
    if (seconds)
        err_say(&err, ERR_USAGE, "'%s' needs one of: %s", word, seconds);
    else if (nearest)
        err_say(&err, ERR_USAGE, "no command '%s'; did you mean '%s'?", word, nearest);
    else
        err_say(&err, ERR_USAGE, "no command '%s'", word);
    if (seconds)
        err_action(&err, "'assay %s --help' tells what each does.", word);
    else
        err_action(&err, "'assay --help' lists the commands.");
    return show_error(c, &err);
}

static int print_builtin_help(const struct builtin *x)
{
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    buf_addf(&b, "Usage: assay %s %s\n\n%s\n", x->help.words, x->help.usage, x->help.summary);
    return output_text(stdout, &b, EXIT_DONE);
}

static int run_help(struct cli *c, const struct manual *m, const char **words, size_t n)
{
    const struct op_entry *e;
    char *argv[4] = { 0 };
    int used, argc = 0;
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    if (n == 0)
        return print_text(help_overview, c, m);
    for (; argc < (int)n && argc < (int)COUNT_OF(argv); argc++)
        argv[argc] = arena_str(c->arena, words[argc]);
    for (size_t i = 0; i < COUNT_OF(builtins); i++)
        if (words_begin(builtins[i].help.words, argc, argv, &used))
            return print_builtin_help(&builtins[i]);
    e = words_find(m, argc, argv, &used);
    if (!e)
        return unknown_command(c, m, words[0], n == 1);
    help_command(c->arena, &b, e);
    return output_text(stdout, &b, EXIT_DONE);
}

static int run_builtin(struct cli *c, const struct manual *m, const struct builtin *x, int argc, char **argv)
{
    const char **rest;
    size_t n;
    struct err err;

    if (args_common(c->arena, argc, argv, &c->flags, &rest, &n, &err) < 0)
        return show_error(c, &err);
    return c->flags.help ? print_builtin_help(x) : x->run(c, m, rest, n);
}

/* How many words at the beginning are common flags and their values. */
static int leading_flags(int argc, char **argv)
{
    static const char *const alone[] = { "--json", "--private", "--yes" };
    int n = 0, before;

    do {
        before = n;
        if (n < argc && (strcmp(argv[n], "--home") == 0 || strcmp(argv[n], "--user") == 0))
            n += n + 1 < argc ? 2 : 1;
        else if (n < argc && (str_starts(argv[n], "--home=") || str_starts(argv[n], "--user=")))
            n++;
        for (size_t i = 0; i < COUNT_OF(alone) && n < argc; i++)
            if (strcmp(argv[n], alone[i]) == 0)
                n++;
    } while (n > before);
    return n;
}

/* Flags before the command count as if they stood behind it. */
static char **command_first(struct arena *a, int argc, char **argv)
{
    char **moved = arena_array(a, (size_t)argc + 1, sizeof *moved);
    int lead = leading_flags(argc, argv);

    for (int i = 0; i < argc; i++)
        moved[i] = argv[(i + lead) % argc];
    return moved;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int dispatch(struct cli *c, const struct manual *m, int argc, char **argv)
{
    const struct op_entry *e;
    int used;

    if (argc > 0)
        argv = command_first(c->arena, argc, argv);

    if (argc == 0 || asks_for_help(argv[0]))
        return run_help(c, m, NULL, 0);
    if (strcmp(argv[0], "--version") == 0)
        return run_version(c, m, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(builtins); i++)
        if (words_begin(builtins[i].help.words, argc, argv, &used))
            return run_builtin(c, m, &builtins[i], argc - used, argv + used);
    e = words_find(m, argc, argv, &used);
    return e ? run_operation(c, e, argc - used, argv + used)
             : unknown_command(c, m, argv[0], argc == 2 && asks_for_help(argv[1]));
}

int cli_main(struct cli_host *host, int argc, char **argv)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct cli c = { .host = host, .arena = a };
    struct builtin_help help[COUNT_OF(builtins)];
    struct manual m = { .builtins = help, .n_builtins = COUNT_OF(builtins) };

    m.n_commands = words_commands(a, host, &m.commands);
    for (size_t i = 0; i < COUNT_OF(builtins); i++)
        help[i] = builtins[i].help;
    signal(SIGPIPE, SIG_IGN);
    catch_interrupts(&c);
    return dispatch(&c, &m, argc - 1, argv + 1);
}
