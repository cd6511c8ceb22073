/* verify_main.c - verify_log from outside: prints its result as JSON. Exit status 0: whole; 1: bad; 2: could not be
 * read. Usage: verify_main LOG [BYTES HEAD TREE [THREADS]], the middle three as chain_make tells them ("-" for BYTES:
 * none are expected). */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "store/log/chain.h"
#include "store/log/verify.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_expected(char **argv, struct chain *ret)
{
    chain_init(ret);
    ret->bytes = strtoull(argv[0], NULL, 10);
    if (strlen(argv[1]) != sizeof ret->head - 1 || !merkle_read(argv[2], &ret->tree))
        return false;
    memcpy(ret->head, argv[1], sizeof ret->head);
    ret->entries = ret->tree.leaves;
    return true;
}

static void print_result(const struct verify_result *r)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *v = json_object(a);

    json_set(a, v, "ok", json_bool(a, r->ok));
    json_set(a, v, "entries", json_int(a, (int64_t)r->entries));
    json_set(a, v, "head", json_str(a, r->head));
    json_set(a, v, "root", json_str(a, r->root));
    json_set(a, v, "bytes", json_int(a, (int64_t)r->bytes));
    json_set(a, v, "first_bad", json_int(a, (int64_t)r->first_bad));
    json_set(a, v, "reason", json_str(a, r->reason));
    json_write(&out, v);
    puts(out.p);
}

int main(int argc, char **argv)
{
    bool is_expecting = argc > 4 && strcmp(argv[2], "-") != 0;
    struct verify_result r;
    struct chain expected;
    struct err err;

    if (argc < 2 || (is_expecting && !read_expected(argv + 2, &expected))) {
        fputs("usage: verify_main LOG [BYTES HEAD TREE [THREADS]]\n", stderr);
        return 2;
    }
    if (verify_log(argv[1], is_expecting ? &expected : NULL, argc > 5 ? (int)strtol(argv[5], NULL, 10) : 0, NULL, &r,
                   &err) < 0) {
        fprintf(stderr, "%s (%s)\n", err.message, err.detail);
        return 2;
    }
    print_result(&r);
    return r.ok ? 0 : 1;
}
