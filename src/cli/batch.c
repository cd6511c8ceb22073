/* batch.c - one arena a question, so that memory does not grow with their number; one line at a time, each bounded. */
#include "cli/batch.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "cli/cli.h"
#include "cli/lines.h"
#include "gate/gate.h"
#include "model/answer.h"
#include "sys/file.h"
#include <unistd.h>

/* An answer for a line that never became a call. */
static struct json *refusal(struct arena *a, const struct err *e)
{
    char id[ID_TEXT_BYTES];
    struct answer_ids ids = { .correlation_id = *e->correlation_id ? e->correlation_id : id };
    struct json *answer;

    world_id(world_system(), id);
    answer = answer_new(a, world_system(), "analyst", &ids);
    answer_fail(a, world_system(), answer, e);
    return answer;
}

static struct json *answer_line(struct gate *gate, struct arena *a, const struct cli_flags *flags,
                                const struct cancel *cancel, const char *line, size_t n, struct json **ret_id)
{
    struct json *args;
    struct gate_reply reply;
    struct gate_request request = {
        .op = "ask", .user = flags->user, .caller = CALLER_PERSON, .cancel = cancel, .private = flags->private
    };
    struct err err;

    if (json_parse(a, line, n, &args, &err) < 0)
        return refusal(a, &err);
    if (json_get(args, "id")) {
        *ret_id = json_copy(a, json_get(args, "id"));
        json_unset(args, "id");
    }
    request.args = args;
    return gate_call(gate, a, &request, &reply, &err) < 0 ? refusal(a, &err) : reply.result;
}

/* The id first, then the answer's own fields. */
static int print_answer(struct arena *a, const struct json *answer, struct json *id, struct err *err)
{
    struct json *line = json_set(a, json_object(a), "id", id);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    for (size_t i = 0; i < json_len(answer); i++)
        json_set(a, line, json_key_at(answer, i, NULL), json_at(answer, i));
    json_write(&b, line);
    buf_addc(&b, '\n');
    if (buf_check(&b, err) < 0)
        return -1;
    return file_write_fd(STDOUT_FILENO, b.p, b.n, "write the answer", err);
}

static bool is_blank(const char *p, size_t n)
{
    return strspn(p, " \t\r") >= n;
}

int batch_run(struct gate *gate, const struct cli_flags *flags, const struct cancel *cancel, struct err *err)
{
    struct lines in = { .b = BUF(JSON_MAX_BYTES) };
    char *line;
    size_t n;
    int status;

    while ((status = lines_next(&in, cancel, &line, &n, err)) == 0 && line) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *id = NULL, *answer;
        if (is_blank(line, n))
            continue;
        answer = answer_line(gate, a, flags, cancel, line, n, &id);
        status = print_answer(a, answer, id, err);
        if (status < 0 || (status = cancel_check(cancel, err)) < 0)
            break;
    }
    buf_done(&in.b);
    return status;
}
