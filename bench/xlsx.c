/* bench/xlsx.c - what it costs to read a workbook's tables, all cells, typed, into the engine, and what inflating them
 * alone costs.
 *
 *   bench-xlsx FILE            loads every table into an engine
 *   bench-xlsx --inflate FILE  inflates every part with zlib and throws the bytes away
 *
 * Prints rows or bytes, seconds of the processor, those of the first thread alone, seconds of the clock, and the
 * largest resident size in kilobytes, all of the whole program, the engine's own start among it. */
#include "base/arena.h"
#include "base/err.h"
#include "data/engine/engine.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "office/package/package.h"
#include "office/workbook.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>

static void die(const struct err *err)
{
    fprintf(stderr, "%s (%s)\n", err->message, err->detail);
    exit(1);
}

static struct source_bytes mapped(const char *path)
{
    struct source_bytes b = { .name = path, .fd = open(path, O_RDONLY | O_CLOEXEC) };
    struct stat st;

    if (b.fd < 0 || fstat(b.fd, &st) < 0) {
        perror(path);
        exit(1);
    }
    b.n = (size_t)st.st_size;
    b.p = mmap(NULL, b.n, PROT_READ, MAP_PRIVATE, b.fd, 0);
    if (b.p == MAP_FAILED) {
        perror(path);
        exit(1);
    }
    return b;
}

static uint64_t load_all(const struct source_bytes *bytes)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;
    struct engine *e;
    struct source *s;
    struct err err;
    uint64_t rows = 0;

    if (engine_open(0, &e, &err) < 0 || workbook_open(bytes, NULL, &s, &err) < 0)
        die(&err);
    for (size_t i = 0; i < s->n_tables; i++) {
        struct loaded l;
        notes_init(&notes, a);
        if (s->ops->load(s, i, NULL, a, &notes, &l, &err) < 0 ||
            engine_add(e, l.columns, arena_printf(a, "t%zu", i), NULL, NULL, &err) < 0)
            die(&err);
        rows += columns_rows(l.columns);
        columns_free(l.columns);
    }
    s->ops->close(s);
    engine_close(e);
    return rows;
}

static uint64_t inflate_part(const struct part *part)
{
    static unsigned char out[256u << 10];
    z_stream z = { 0 };
    int done;

    if (part->method == PART_STORED || inflateInit2(&z, -MAX_WBITS) != Z_OK)
        return 0;
    z.next_in = (unsigned char *)(uintptr_t)part->bytes;
    z.avail_in = (unsigned)part->packed;
    do {
        z.next_out = out;
        z.avail_out = sizeof out;
        done = inflate(&z, Z_NO_FLUSH);
    } while (done == Z_OK);
    inflateEnd(&z);
    return z.total_out;
}

static uint64_t inflate_all(const struct source_bytes *bytes)
{
    struct package *k;
    const struct part *parts;
    struct err err;
    uint64_t total = 0;

    if (package_open(bytes->p, bytes->n, &k, &err) < 0)
        die(&err);
    for (size_t i = 0, n = package_parts(k, &parts); i < n; i++)
        total += inflate_part(&parts[i]);
    package_free(k);
    return total;
}

static double spent(const struct rusage *u)
{
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

static double clock_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    double start = clock_seconds();
    bool inflating = argc == 3 && strcmp(argv[1], "--inflate") == 0;
    struct source_bytes bytes;
    struct rusage all, first;
    uint64_t n;

    if (argc != 2 && !inflating)
        return 2;
    bytes = mapped(argv[argc - 1]);
    n = inflating ? inflate_all(&bytes) : load_all(&bytes);
    getrusage(RUSAGE_SELF, &all);
    getrusage(RUSAGE_THREAD, &first);
    printf("%ju %.6f %.6f %.6f %ld\n", (uintmax_t)n, spent(&all), spent(&first), clock_seconds() - start,
           all.ru_maxrss);
    return 0;
}
