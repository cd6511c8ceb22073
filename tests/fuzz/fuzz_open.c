/* fuzz_open.c - any bytes as a file of any kind: what it is, and when it is compressed, what is in it. */
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "data/open/open_kind.h"
#include "formats/inflate.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *p = (const char *)data;
    enum packing kind = inflate_kind(p, size);
    struct buf out = BUF(64u << 20);
    struct err err;

    if (open_kind(p, size, "x.xls") >= OPEN_KINDS || open_kind(p, size, "x.json") >= OPEN_KINDS)
        abort();
    if (kind != PACKING_NONE && inflate_bytes(kind, p, size, NULL, &out, &err) < 0 && (!*err.message || !*err.action))
        abort();
    buf_done(&out);
    return 0;
}
