/* fuzz_mcp.c - any bytes as what a client says over stdio, with tools behind it that tell, ask and fail. Whatever comes
 * in, each line that goes out is one JSON-RPC message, and the server ends in time. */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "mcp/jsonrpc.h"
#include "mcp/mcp.h"
#include "mcp/mcp_host.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define OUT_BYTES (16u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- a host with one of each ---- */

static struct json *schema(struct arena *a)
{
    return json_set(a, json_object(a), "type", json_str(a, "object"));
}

static int tools(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)err;
    mcp_offer_tool(page, &(struct mcp_tool){ .name = "t", .description = "A tool.", .input = schema(mcp_arena(c)) });
    return 0;
}

static bool find_tool(const struct mcp_host *h, struct arena *a, const char *name, struct mcp_tool *ret)
{
    (void)h;
    *ret = (struct mcp_tool){ .name = "t", .input = schema(a) };
    return strcmp(name, "t") == 0;
}

/* What it does is in its arguments, so that the fuzzer can find all of it. */
static int call(const struct mcp_host *h, struct mcp_call *c, const char *tool, const struct json *args,
                struct mcp_result *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);
    struct mcp_question q = { MCP_ELICITS, "q", json_object(a) };
    struct json *answer;

    (void)h;
    (void)tool;
    mcp_progress(c, json_real(json_get(args, "p")), 10, "on the way");
    mcp_log(c, MCP_ERROR, NULL, json_copy(a, args));
    if (json_get(args, "k"))
        mcp_keep(c, "k", json_copy(a, json_get(args, "k")));
    if (json_get(args, "a") && mcp_ask(c, &q, 1, &answer, err) < 0)
        return -1;
    if (json_get(args, "f"))
        return err_say(err, ERR_INVALID_INPUT, "No.");
    ret->content = json_push(a, json_array(a), mcp_text(a, "done"));
    ret->structured = json_copy(a, args);
    return cancel_check(mcp_cancel(c), err);
}

static int resources(const struct mcp_host *h, struct mcp_call *c, struct mcp_page *page, struct err *err)
{
    (void)h;
    (void)c;
    (void)err;
    for (int i = 0; i < 60; i++)
        mcp_offer_resource(page, &(struct mcp_resource){ .uri = "x://r", .name = "r", .bytes = i });
    return 0;
}

static int read_one(const struct mcp_host *h, struct mcp_call *c, const char *uri, struct json **ret, struct err *err)
{
    struct arena *a = mcp_arena(c);

    (void)h;
    if (strcmp(uri, "x://r") != 0)
        return err_say(err, ERR_NOT_FOUND, "None.");
    *ret = json_array(a);
    return 0;
}

static int stamp(const struct mcp_host *h, const char *uri, uint64_t *ret, struct err *err)
{
    (void)h;
    *ret = uri ? strlen(uri) : 0;
    return uri && *uri == 'f' ? err_say(err, ERR_IO, "None.") : 0;
}

static int prompt(const struct mcp_host *h, struct mcp_call *c, const char *name, const struct json *args,
                  struct mcp_messages *ret, struct err *err)
{
    struct arena *a = mcp_arena(c);

    (void)h;
    (void)args;
    (void)err;
    ret->messages = json_push(a, json_array(a), mcp_user_says(a, mcp_text(a, name)));
    return 0;
}

static int complete(const struct mcp_host *h, struct mcp_call *c, const struct mcp_completing *what, struct json **ret,
                    struct err *err)
{
    struct arena *a = mcp_arena(c);

    (void)h;
    (void)err;
    *ret = json_push(a, json_array(a), json_str(a, what->value));
    return 0;
}

static const struct mcp_host host = {
    .name = "fuzz",
    .version = "1",
    .offers = MCP_TOOLS | MCP_RESOURCES | MCP_PROMPTS | MCP_COMPLETION | MCP_LOGGING | MCP_WATCHED,
    .tools = tools,
    .find_tool = find_tool,
    .call = call,
    .resources = resources,
    .templates = resources,
    .read = read_one,
    .stamp = stamp,
    .prompts = tools,
    .prompt = prompt,
    .complete = complete,
};

/* ---- the client ---- */

static int file_of(const void *p, size_t n)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);

    if (fd < 0 || write(fd, p, n) != (ssize_t)n || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    return fd;
}

/* Responses, notifications and questions alike are messages that our own reader takes. */
static void check_line(const char *line, size_t n)
{
    struct arena *a = arena_new();
    struct json *frame;
    struct rpc_error e;
    struct rpc r;
    struct err err;

    if (json_parse(a, line, n, &frame, &err) < 0)
        abort();
    if (rpc_read(frame, &r, &e) < 0 && !(json_is(json_get(frame, "id"), JSON_NULL) && json_get(frame, "error")))
        abort();
    arena_free(a);
}

static void check_output(int fd)
{
    off_t n = lseek(fd, 0, SEEK_END);
    char *text = malloc((size_t)n + 1), *line = text, *end;

    if (!text || pread(fd, text, (size_t)n, 0) != n)
        abort();
    for (; (end = memchr(line, '\n', (size_t)(text + n - line))); line = end + 1)
        check_line(line, (size_t)(end - line));
    if (line != text + n)
        abort();
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct mcp *m = mcp_new(&(struct mcp_config){ .host = &host, .world = world_system() });
    int in = file_of(data, size), out = file_of("", 0);
    struct err err;

    if (mcp_stdio(m, in, out, &err) < 0)
        abort();
    mcp_free(m);
    check_output(out);
    close(in);
    close(out);
    return 0;
}
