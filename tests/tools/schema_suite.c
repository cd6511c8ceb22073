/* schema_suite.c - runs files of the JSON Schema test suite against base/schema.
 *
 * For each group of each file the schema is compiled; one that is refused is counted as refused, with the reason, and
 * never as passed. Every test of the other groups is checked. Lines on standard output, parted by tabs:
 *
 *   refused  FILE  GROUP  REASON
 *   failed   FILE  GROUP  TEST  MESSAGE
 *   file     FILE  passed=N  failed=N  refused=N
 *
 * GROUP is the group's number in its file, from 0. Exits 1 when a test failed, 2 when a file could not be used.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/schema/schema.h"
#include <stdio.h>
#include <string.h>

struct tally {
    unsigned passed, failed, refused;
};

static int read_file(const char *path, struct buf *b)
{
    FILE *f = fopen(path, "rb");
    char chunk[4096];
    size_t n;
    int bad;

    if (!f)
        return -1;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        buf_add(b, chunk, n);
    bad = ferror(f);
    fclose(f);
    return bad || b->failed ? -1 : 0;
}

static void run_group(const char *path, size_t number, const struct json *group, struct tally *t)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const struct json *tests = json_get(group, "tests");
    struct schema *s;
    struct err err;

    if (schema_compile(a, json_get(group, "schema"), &s, &err)) {
        printf("refused\t%s\t%zu\t%s\n", path, number, err.message);
        t->refused++;
        return;
    }
    for (size_t i = 0; i < json_len(tests); i++) {
        const struct json *test = json_at(tests, i);
        bool valid = schema_check(s, json_get(test, "data"), &err) == 0;
        if (valid == json_get_truth(test, "valid")) {
            t->passed++;
            continue;
        }
        t->failed++;
        printf("failed\t%s\t%zu\t%s\t%s\n", path, number, json_get_text(test, "description"),
               valid ? "accepted" : err.message);
    }
}

static int run_file(const char *path, struct tally *t)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *groups;
    struct err err;

    if (read_file(path, &text)) {
        fprintf(stderr, "schema_suite: cannot read %s\n", path);
        return -1;
    }
    if (json_parse(a, text.p, text.n, &groups, &err)) {
        fprintf(stderr, "schema_suite: %s: %s\n", path, err.message);
        return -1;
    }
    for (size_t i = 0; i < json_len(groups); i++)
        run_group(path, i, json_at(groups, i), t);
    printf("file\t%s\tpassed=%u\tfailed=%u\trefused=%u\n", path, t->passed, t->failed, t->refused);
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: schema_suite FILE...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        struct tally t = { 0 };
        if (run_file(argv[i], &t))
            return 2;
        if (t.failed > 0)
            status = 1;
    }
    return status;
}
