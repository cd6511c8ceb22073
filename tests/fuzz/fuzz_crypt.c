/* fuzz_crypt.c - any bytes as an encrypted workbook: as a compound file; as a description in XML, a NUL and a package;
 * as what FILEPASS says (its length first) and the stream behind it. A time limit stands for whoever waits for the key.
 */
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "office/crypt/crypt_node.h"
#include <stdlib.h>
#include <string.h>

#define PACKAGE_BYTES (16u << 20)
#define PATIENCE_MS 20
#define LENGTH_BYTES 8 /* of the package, which crypt_package() has seen to be there */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int rc, const struct err *err)
{
    if (rc < 0 && !*err->message)
        abort();
}

static unsigned char *copy_of(const uint8_t *data, size_t n)
{
    unsigned char *p = malloc(n ? n : 1);

    if (!p)
        abort();
    memcpy(p, data, n);
    return p;
}

static void as_file(const uint8_t *data, size_t size, const struct cancel *cancel)
{
    struct buf out CLEANUP(buf_done) = BUF(PACKAGE_BYTES);
    struct err err = { 0 };

    if (crypt_is_package((const char *)data, size))
        check(crypt_package((const char *)data, size, cancel, &out, &err), &err);
}

static void as_agile(const uint8_t *data, size_t size, const struct cancel *cancel)
{
    const uint8_t *end = memchr(data, 0, size);
    size_t n_xml = end ? (size_t)(end - data) : 0, n = end ? size - n_xml - 1 : 0;
    struct err err = { 0 };
    unsigned char *p;

    if (n < LENGTH_BYTES)
        return;
    p = copy_of(end + 1, n);
    check(crypt_agile(data, n_xml, cancel, p, n, &err), &err);
    free(p);
}

static void as_stream(const uint8_t *data, size_t size, unsigned version)
{
    size_t n_pass = size > 0 && data[0] < size ? data[0] : 0;
    unsigned char *p = copy_of(data, size);
    struct err err = { 0 };

    if (size > 0)
        check(crypt_stream(version, data + 1, n_pass, p, size, 1 + n_pass <= size ? 1 + n_pass : size, &err), &err);
    free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cancel cancel;

    cancel_init(&cancel, NULL, PATIENCE_MS);
    as_file(data, size, &cancel);
    as_agile(data, size, &cancel);
    as_stream(data, size, 5);
    as_stream(data, size, 8);
    return 0;
}
