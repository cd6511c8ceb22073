/* tar.c - the ustar header of POSIX 1003.1, and pax records for what does not fit it.
 *
 * Numbers are octal with leading zeros and a NUL. The checksum is the sum of the header's bytes with its own field
 * taken as blanks.
 */
#include "store/home/tar.h"
#include "base/str.h"
#include <assert.h>

struct ustar {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, linkname[100], magic[6],
        version[2], uname[32], gname[32], devmajor[8], devminor[8], prefix[155], pad[12];
};
static_assert(sizeof(struct ustar) == TAR_BLOCK, "a header is one block");

#define USTAR_NUMBERS (1LL << 33) /* the first that eleven octal digits cannot hold */
#define PAX_BYTES (3 * TAR_BLOCK)
static_assert(TAR_NAME_BYTES + 64 <= PAX_BYTES, "a path record and a size record fit");

bool tar_name_is_safe(const char *name, size_t n)
{
    if (n == 0 || n > TAR_NAME_BYTES || !str_is_utf8(name, n))
        return false;
    for (size_t i = 0, start = 0; i <= n; i++) {
        size_t part = i - start;
        if (i < n && name[i] != '/') {
            if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f)
                return false;
            continue;
        }
        if (part == 0 || (part <= 2 && memcmp(name + start, "..", part) == 0))
            return false;
        start = i + 1;
    }
    return true;
}

/* Digits and a NUL fill the field. */
static void put_octal(char *field, size_t size, uint64_t v)
{
    field[--size] = '\0';
    while (size > 0) {
        field[--size] = (char)('0' + (v & 7));
        v >>= 3;
    }
    assert(v == 0);
}

/* False when the name has no slash at which it could be parted. */
static bool put_name(struct ustar *h, const char *name)
{
    size_t n = strlen(name);

    if (n <= sizeof h->name) {
        memcpy(h->name, name, n);
        return true;
    }
    for (size_t i = n - sizeof h->name - 1; i <= sizeof h->prefix && i < n - 1; i++)
        if (name[i] == '/' && i > 0) {
            memcpy(h->prefix, name, i);
            memcpy(h->name, name + i + 1, n - i - 1);
            return true;
        }
    return false;
}

static void finish(struct ustar *h, char type, uint64_t size, int64_t time_s, unsigned char *out)
{
    unsigned sum = 0;

    put_octal(h->mode, sizeof h->mode, 0600);
    put_octal(h->uid, sizeof h->uid, 0);
    put_octal(h->gid, sizeof h->gid, 0);
    put_octal(h->size, sizeof h->size, size);
    put_octal(h->mtime, sizeof h->mtime, (uint64_t)time_s);
    put_octal(h->devmajor, sizeof h->devmajor, 0);
    put_octal(h->devminor, sizeof h->devminor, 0);
    h->type = type;
    memcpy(h->magic, "ustar", 6);
    memcpy(h->version, "00", 2);
    memset(h->checksum, ' ', sizeof h->checksum);
    memcpy(out, h, sizeof *h);
    for (size_t i = 0; i < TAR_BLOCK; i++)
        sum += out[i];
    put_octal(h->checksum, 7, sum);
    memcpy(out, h, sizeof *h);
}

/* "LENGTH key=value\n", where the length counts its own digits. Returns the length. */
static size_t put_record(char *out, size_t room, const char *key, const char *value)
{
    size_t n = strlen(key) + strlen(value) + 3, digits = 1;

    for (size_t limit = 10; n + digits >= limit; limit *= 10)
        digits++;
    n += digits;
    assert(n < room);
    snprintf(out, room, "%zu %s=%s\n", n, key, value);
    return n;
}

size_t tar_header(const char *name, uint64_t size, int64_t time_s, unsigned char ret[static TAR_HEADER_BYTES])
{
    struct ustar h = { 0 }, pax = { 0 };
    bool large = size >= (uint64_t)USTAR_NUMBERS, fits = put_name(&h, name);
    char records[PAX_BYTES + 1] = { 0 }, digits[24];
    size_t n = 0, at;

    if (fits && !large) {
        finish(&h, '0', size, time_s, ret);
        return TAR_BLOCK;
    }
    if (!fits) {
        memcpy(h.name, name, str_fit_bytes(name, strlen(name), sizeof h.name - 1));
        n += put_record(records + n, sizeof records - n, "path", name);
    }
    if (large) {
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)size);
        n += put_record(records + n, sizeof records - n, "size", digits);
    }
    memcpy(pax.name, "pax", 3);
    finish(&pax, 'x', n, time_s, ret);
    at = TAR_BLOCK + n + tar_padding(n);
    memcpy(ret + TAR_BLOCK, records, at - TAR_BLOCK);
    finish(&h, '0', large ? 0 : size, time_s, ret + at);
    return at + TAR_BLOCK;
}

int64_t tar_time(int64_t time_s)
{
    return time_s < 0 ? 0 : time_s < USTAR_NUMBERS ? time_s : USTAR_NUMBERS - 1;
}

size_t tar_padding(uint64_t size)
{
    return (size_t)(-size & (TAR_BLOCK - 1));
}

static bool get_octal(const char *field, size_t size, uint64_t *ret)
{
    uint64_t v = 0;

    for (size_t i = 0; i + 1 < size; i++) {
        if (field[i] < '0' || field[i] > '7')
            return false;
        v = v << 3 | (uint64_t)(field[i] - '0');
    }
    *ret = v;
    return field[size - 1] == '\0';
}

bool tar_first(const unsigned char block[static TAR_BLOCK], uint64_t *ret_size, int64_t *ret_time_s)
{
    struct ustar h;
    uint64_t size, time_s;

    memcpy(&h, block, sizeof h);
    if (!get_octal(h.size, sizeof h.size, &size) || !get_octal(h.mtime, sizeof h.mtime, &time_s))
        return false;
    *ret_size = size;
    *ret_time_s = (int64_t)time_s;
    return true;
}
