/* output.c - what comes back from an operation, as text on the right stream and an exit status. */
#include "cli/output.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "cli/cli.h"
#include "cli/grid.h"
#include "cli/render.h"
#include "cli/term.h"
#include "gate/op.h"
#include "model/answer.h"
#include "sys/file.h"
#include <string.h>
#include <unistd.h>

static int exit_status(enum err_code code)
{
    if (code == ERR_INVALID_INPUT || code == ERR_INVALID_JSON || code == ERR_UNKNOWN_OPERATION)
        return EXIT_USAGE;
    if (err_kind(code) == ERR_KIND_USAGE)
        return EXIT_USAGE;
    return err_kind(code) == ERR_KIND_ASK ? EXIT_ASK : EXIT_FAILED;
}

int output_text(FILE *out, const struct buf *b, int status)
{
    struct err err;
    struct term t = term_of(stderr);
    struct buf message CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    if (buf_check(b, &err) == 0 && file_write_fd(fileno(out), b->p, b->n, "the output", &err) == 0)
        return status;
    if (err.code == ERR_CANCELLED)
        return EXIT_FAILED;
    render_error(&message, &t, &err);
    fputs(message.p, stderr);
    return EXIT_FAILED;
}

int output_json(const struct json *v, int status)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write_pretty(&b, v);
    buf_addc(&b, '\n');
    return output_text(stdout, &b, status);
}

int output_error(const struct output *o, const struct err *e)
{
    struct term t = term_of(stderr);
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    if (o->json) {
        struct json *v = json_object(o->arena);
        json_set(o->arena, v, "error", answer_error(o->arena, world_system(), e, NULL));
        return output_json(v, exit_status(e->code));
    }
    render_error(&b, &t, e);
    return output_text(stderr, &b, exit_status(e->code));
}

static void tell_partial(const char *state)
{
    if (strcmp(state, "partial_success") == 0)
        fputs("assay: only part of it could be done.\n", stderr);
}

int output_answer(const struct output *o, const struct json *answer)
{
    const char *state = json_get_text(answer, "status");
    bool failed = strcmp(state, "error") == 0;
    bool asks = strcmp(state, "clarification_needed") == 0 || strcmp(state, "confirmation_required") == 0;
    int status = failed ? EXIT_FAILED : asks ? EXIT_ASK : EXIT_DONE;
    FILE *out = failed ? stderr : stdout;
    struct term t = term_of(out);
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    if (o->json)
        return output_json(answer, status);
    render_answer(&b, &t, answer, o->proof ? o->proof : "--json");
    tell_partial(state);
    return output_text(out, &b, status);
}

/* A result names its files from the home on; a person has to know where that is. */
static void add_place(struct buf *b, const char *home, const struct json *result)
{
    const struct json *artifacts = json_get(result, "artifacts");

    if (home && json_len(artifacts) > 0 && json_get_text(json_at(artifacts, 0), "content_ref"))
        buf_addf(b, "The files are in %s\n", home);
}

/* Text that an operation made for people, line by line made safe for the terminal. */
int output_result(const struct output *o, const struct op *op, const struct json *result)
{
    const char *state = op->shape == OP_RUN ? json_get_text(result, "status") : "";
    bool failed =
        (json_is(json_get(result, "ok"), JSON_BOOL) && !json_get_truth(result, "ok")) || strcmp(state, "failed") == 0;
    int status = failed ? EXIT_FAILED : EXIT_DONE;
    struct term_lines lines = { .n = 0 };
    struct buf text CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES), safe CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    tell_partial(state);
    if (o->json || !op->show)
        return output_json(result, status);
    op->show(&text, result);
    add_place(&text, o->home, result);
    if (text.failed)
        return output_text(stdout, &text, status);
    term_lines_add(&lines, &safe, text.p, text.n);
    return output_text(stdout, &safe, status);
}

int output_file(const struct output *o, const struct json *file)
{
    size_t n;
    const char *content = json_text(json_get(file, "content"), &n);
    struct buf text CLEANUP(buf_done) = BUF(TERM_GROWTH * (size_t)JSON_MAX_BYTES);
    struct term_lines lines = { .n = 0 };

    if (o->json)
        return output_json(file, EXIT_DONE);
    if (isatty(STDOUT_FILENO))
        term_lines_add(&lines, &text, content, n);
    else
        buf_add(&text, content, n);
    return output_text(stdout, &text, EXIT_DONE);
}

/* What was assumed is no part of the result: standard error has it, line by line. */
static void tell_assumptions(const struct json *result)
{
    const struct json *list = json_get(result, "assumptions");
    struct term t = term_of(stderr);
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES), safe CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    for (size_t i = 0; i < json_len(list); i++) {
        const char *text = json_text(json_at(list, i), NULL);
        buf_cut(&safe, 0);
        buf_adds(&safe, "assay: ");
        term_text(&safe, text, strlen(text));
        buf_addc(&safe, '\n');
        term_dim(&b, &t, safe.p);
    }
    fputs(b.p, stderr);
}

/* The first rows, aligned. */
static int show_table(const struct json *result)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct json *columns = json_get(result, "columns"), *rows = json_get(result, "rows");
    struct json *names = json_array(a);
    struct term t = term_of(stdout);
    struct buf b CLEANUP(buf_done) = BUF(TERM_OUTPUT_BYTES);

    for (size_t i = 0; i < json_len(columns); i++)
        json_push(a, names, json_copy(a, json_get(json_at(columns, i), "name")));
    grid_add(&b, &t, names, rows, (size_t)json_get_int(result, "row_count", (int64_t)json_len(rows)));
    return output_text(stdout, &b, EXIT_DONE);
}

int output_table(const struct output *o, bool is_out, const struct json *result)
{
    if (o->json)
        return is_out ? EXIT_DONE : output_json(result, EXIT_DONE);
    tell_assumptions(result);
    return is_out ? EXIT_DONE : show_table(result);
}
