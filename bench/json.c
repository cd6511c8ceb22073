/* bench/json.c - how fast JSON is parsed and written back canonically. Reads one text from standard input and prints
 * the seconds of the best round of each: "parse 0.0123 write 0.0456". bench/json_vs_python.py feeds it and compares
 * with Python. */
#include "base/json.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct best {
    double parse, write;
};

static int read_all(struct buf *b)
{
    while (!feof(stdin) && !ferror(stdin) && buf_reserve(b, 1 << 16))
        b->n += fread(b->p + b->n, 1, 1 << 16, stdin);
    return b->failed || ferror(stdin) ? -1 : 0;
}

static int round_trip(const struct buf *text, struct best *best, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done);
    struct json *v;
    int64_t start, parsed, written;

    buf_init(&out, (size_t)6 * JSON_MAX_BYTES);
    start = world_mono_us();
    if (json_parse(a, text->p, text->n, &v, err) < 0)
        return -1;
    parsed = world_mono_us();
    if (json_write_canonical(&out, v, err) < 0)
        return -1;
    written = world_mono_us();
    if ((double)(parsed - start) < best->parse)
        best->parse = (double)(parsed - start);
    if ((double)(written - parsed) < best->write)
        best->write = (double)(written - parsed);
    return 0;
}

int main(int argc, char **argv)
{
    struct buf text CLEANUP(buf_done);
    struct best best = { 1e18, 1e18 };
    struct err err;
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 5;

    buf_init(&text, JSON_MAX_BYTES);
    if (read_all(&text) < 0) {
        fprintf(stderr, "cannot read standard input, or it is too large\n");
        return 1;
    }
    for (long i = 0; i < rounds; i++) {
        if (round_trip(&text, &best, &err) < 0) {
            fprintf(stderr, "%s\n", err.message);
            return 1;
        }
    }
    printf("parse %.6f write %.6f\n", best.parse / 1e6, best.write / 1e6);
    return 0;
}
