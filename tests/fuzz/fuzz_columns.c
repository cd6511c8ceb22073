/* fuzz_columns.c - any bytes as a block of columns: refused, or safe to read to the last value.
 *
 * The checksum is made right for whatever bytes come, so that what is behind it is reached: it keeps out damage, not a
 * bug of ours or a block made by hand.
 */
#include "base/buf.h"
#include "base/err.h"
#include "grid/columns/columns.h"
#include "grid/table.h"
#include <isa-l/crc64.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LENGTH_AT 16 /* where a block's head says how long it is */

static void read_all(const struct columns *c)
{
    struct buf scratch CLEANUP(buf_done) = BUF(1 << 20);
    const struct column *described;
    size_t n = columns_describe(c, &described), bytes;
    volatile unsigned char sum = 0;

    for (size_t i = 0; i < n; i++) {
        for (uint64_t row = 0; row < columns_rows(c); row++) {
            const char *p = columns_value(c, i, row, &scratch, &bytes);
            for (size_t k = 0; p && k < bytes; k++)
                sum ^= (unsigned char)p[k];
        }
        for (uint64_t k = 0; k < described[i].misfits; k++) {
            uint64_t row;
            const char *p = columns_misfit(c, i, k, &row, &bytes);
            if (row >= columns_rows(c))
                abort();
            for (size_t j = 0; j < bytes; j++)
                sum ^= (unsigned char)p[j];
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static int fd = -1;
    unsigned char *block = malloc(n + sizeof(uint64_t));
    uint64_t length = n + sizeof(uint64_t), crc;
    struct columns *c;
    struct err err;

    if (fd < 0)
        fd = memfd_create("block", 0);
    if (!block || fd < 0)
        abort();
    if (n > 0)
        memcpy(block, data, n);
    if (n >= LENGTH_AT + sizeof length)
        memcpy(block + LENGTH_AT, &length, sizeof length);
    crc = crc64_ecma_refl(0, block, n);
    memcpy(block + n, &crc, sizeof crc);
    if (ftruncate(fd, 0) || pwrite(fd, block, length, 0) != (ssize_t)length)
        abort();
    if (columns_map(fd, 0, length, &c, &err) == 0) {
        read_all(c);
        columns_free(c);
    }
    free(block);
    return 0;
}
