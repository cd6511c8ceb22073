/* json_canon.c - reads a JSON text a line and prints its canonical form a line, or "!" and the error's name. The other
 * side of tests/api/test_json_python.py, which compares every line with Python's own. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <stdio.h>
#include <stdlib.h>

static void canonical_line(const char *line, size_t n, struct buf *out)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v;
    struct err err;

    buf_cut(out, 0);
    if (json_parse(a, line, n, &v, &err) < 0 || json_write_canonical(out, v, &err) < 0) {
        buf_cut(out, 0);
        buf_addf(out, "!%s", err_name(err.code));
    }
    buf_addc(out, '\n');
}

int main(void)
{
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    char *line = NULL;
    size_t size = 0;
    ssize_t n;

    while ((n = getline(&line, &size, stdin)) > 0) {
        canonical_line(line, (size_t)n - (line[n - 1] == '\n'), &out);
        if (fwrite(out.p, 1, out.n, stdout) != out.n)
            return 1;
    }
    free(line);
    return fflush(stdout) == 0 ? 0 : 1;
}
