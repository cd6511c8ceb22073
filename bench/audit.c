/* bench/audit.c - how fast a log is made and verified. "audit make N FILE" writes N entries as agents make them;
 * "audit verify FILE THREADS" verifies it (0: a thread for each core). Both print their seconds, verify those of the
 * whole call and of the processor. bench/audit.py compares with Python on the same file. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/log/chain.h"
#include "store/log/verify.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct json *event(struct arena *a, uint64_t i)
{
    static const char *const queries[] = { "SELECT sum(x) FROM t0", "\"Z\xc3\xbcrich\"" };
    struct json *data = json_object(a), *arguments = json_object(a);

    json_set(a, arguments, "query", json_str(a, queries[i % 2]));
    json_set(a, arguments, "limit", json_double(a, (double)(i % 1000) / 1000));
    json_set(a, data, "arguments", arguments);
    json_set(a, data, "call_id", json_int(a, (int64_t)i));
    return json_set(a, data, "tool_name", json_str(a, "query_data"));
}

static int make_log(uint64_t n, FILE *f, struct chain *c, struct err *err)
{
    struct buf line CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES + 1);
    const struct world *w = world_system();
    char request[ID_TEXT_BYTES];

    chain_init(c);
    for (uint64_t i = 0; i < n; i++) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct chain_event e = { "tool_called", request, "actor", world_now(w), event(a, i) };
        buf_cut(&line, 0);
        world_id(w, request);
        if (chain_add(c, w, &e, &line, err) < 0)
            return -1;
        if (fwrite(line.p, 1, line.n, f) != line.n)
            return err_say(err, ERR_IO, "cannot write");
    }
    return fflush(f) == 0 ? 0 : err_say(err, ERR_IO, "cannot write");
}

static int make(const char *n, const char *path, struct err *err)
{
    FILE *f = fopen(path, "w");
    int64_t start = world_mono_us();
    struct chain c;
    int result;

    if (!f)
        return err_say(err, ERR_IO, "cannot write");
    result = make_log(strtoull(n, NULL, 10), f, &c, err);
    fclose(f);
    if (result == 0)
        printf("%.6f %" PRIu64 "\n", (double)(world_mono_us() - start) / 1e6, c.bytes);
    return result;
}

static int verify(const char *path, const char *threads, struct err *err)
{
    int64_t start = world_mono_us(), spent;
    struct verify_result r;

    if (verify_log(path, NULL, (int)strtol(threads, NULL, 10), NULL, &r, err) < 0)
        return -1;
    spent = world_mono_us() - start;
    if (!r.ok)
        return err_say(err, ERR_AUDIT_BROKEN, "%s", r.reason);
    printf("%.6f %.6f\n", (double)spent / 1e6, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}

int main(int argc, char **argv)
{
    struct err err = { 0 };
    int result = -1;

    if (argc == 4 && strcmp(argv[1], "make") == 0)
        result = make(argv[2], argv[3], &err);
    else if (argc == 4 && strcmp(argv[1], "verify") == 0)
        result = verify(argv[2], argv[3], &err);
    else
        err_say(&err, ERR_USAGE, "usage: audit make N FILE, or audit verify FILE THREADS");
    if (result < 0)
        fprintf(stderr, "%s\n", err.message);
    return result < 0 ? 1 : 0;
}
