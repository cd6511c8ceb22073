/* fuzz_numfmt.c - any bytes as a number format, applied to numbers of every size, to texts and as dates. */
#include "base/arena.h"
#include "base/buf.h"
#include "office/numfmt/numfmt.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The same twice, and with a NUL where the text ends. */
static void show_twice(const struct numfmt *f, double v, bool date1904)
{
    struct buf once CLEANUP(buf_done) = BUF(1u << 22), again CLEANUP(buf_done) = BUF(1u << 22);

    numfmt_number(f, v, date1904, &once);
    numfmt_number(f, v, date1904, &again);
    if (once.n != again.n || memcmp(once.p, again.p, once.n) != 0 || once.p[once.n] != '\0')
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double values[] = { 0, 1, -1, 0.5, -0.001, 12345.6789, 45351.75, 59.9999, 1e15, 1e300, 1e-300, -1e20 };
    struct arena *a = arena_new();
    struct buf b = BUF(1u << 22);
    const struct numfmt *f;
    double own = 0;
    int64_t us;

    if (size >= sizeof own) { /* the first bytes are a number, the rest is the format */
        memcpy(&own, data, sizeof own);
        data += sizeof own;
        size -= sizeof own;
    }
    f = numfmt_new(a, (const char *)data, size);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        show_twice(f, values[i], i % 2 == 0);
    show_twice(f, own, false);
    show_twice(f, own, true);
    numfmt_text(f, "text", 4, &b);
    if (numfmt_date(own, false, &us) && (us % 1000 != 0 || !(own >= 0)))
        abort();
    if (numfmt_kind(f) > NUMFMT_TEXT)
        abort();
    buf_done(&b);
    arena_free(a);
    return 0;
}
