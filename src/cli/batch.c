/* batch.c - one arena a question, so that memory does not grow with their number; one line at a time, each bounded. */
#include "cli/batch.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "cli/cli.h"
#include "gate/gate.h"
#include "model/answer.h"
#include "sys/file.h"
#include <errno.h>
#include <unistd.h>

#define READ_BYTES 65536

/* Standard input, read in blocks; a line stays in the buffer until the next one is asked for. */
struct input {
    struct buf b;
    size_t used; /* of b, by the line handed out last */
    bool ended;
};

static int fill(struct input *in, const struct cancel *cancel, struct err *err)
{
    ssize_t got;

    if (!buf_reserve(&in->b, READ_BYTES)) {
        err_say(err, ERR_TOO_LARGE, "A line is longer than a question can be.");
        return err_action(err, "Put one JSON object on each line.");
    }
    do {
        if (cancel_check(cancel, err) < 0)
            return -1;
        got = read(STDIN_FILENO, in->b.p + in->b.n, READ_BYTES);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return err_errno(err, errno, "read the questions", NULL);
    in->ended = got == 0;
    in->b.n += (size_t)got;
    in->b.p[in->b.n] = '\0';
    return 0;
}

/* The next line without its newline; *ret is NULL at the end. */
static int next_line(struct input *in, const struct cancel *cancel, const char **ret, size_t *ret_n, struct err *err)
{
    char *end;

    memmove(in->b.p, in->b.p + in->used, in->b.n - in->used);
    buf_cut(&in->b, in->b.n - in->used);
    in->used = 0;
    while (!(end = memchr(in->b.p, '\n', in->b.n)) && !in->ended)
        if (fill(in, cancel, err) < 0)
            return -1;
    *ret = in->b.n > 0 ? in->b.p : NULL;
    *ret_n = end ? (size_t)(end - in->b.p) : in->b.n;
    in->used = end ? *ret_n + 1 : *ret_n;
    return 0;
}

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
    struct input in = { .b = BUF(JSON_MAX_BYTES) };
    const char *line;
    size_t n;
    int status;

    while ((status = next_line(&in, cancel, &line, &n, err)) == 0 && line) {
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
