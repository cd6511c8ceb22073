/* package.c - parts by name.
 *
 * Names are compared without regard to case, as the standard says and as files need that name a part one way in the
 * directory and another in a relationship. Two entries of one name are fine when they hold the same bytes; if they
 * differ, readers would disagree about which one counts, so the package is refused.
 */
#include "office/package/package.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "office/package/refusals.h"
#include "office/package/zip.h"
#include <string.h>
#include <strings.h>

struct package {
    struct arena *arena;
    struct part *parts;
    const struct part **sorted; /* by name */
    size_t n;
};

static int by_name(const void *a, const void *b)
{
    const struct part *const *x = a, *const *y = b;
    int order = strcasecmp((*x)->name, (*y)->name);

    if (order == 0)
        order = strcmp((*x)->name, (*y)->name);
    return order ? order : (*x > *y) - (*x < *y); /* then in the directory's order */
}

static int check_doubles(const struct package *k, struct err *err)
{
    for (size_t i = 1; i < k->n; i++) {
        const struct part *a = k->sorted[i - 1], *b = k->sorted[i];
        if (strcmp(a->name, b->name) == 0 && (a->size != b->size || a->crc != b->crc))
            return workbook_damaged(err, "two different zip entries of one name");
    }
    return 0;
}

int package_open(const char *p, size_t n, struct package **ret, struct err *err)
{
    struct arena *a = arena_new();
    struct package *k = arena_alloc(a, sizeof *k);

    k->arena = a;
    if (zip_parts(a, p, n, &k->parts, &k->n, err) < 0) {
        package_free(k);
        return -1;
    }
    k->sorted = arena_array(a, k->n, sizeof *k->sorted);
    for (size_t i = 0; i < k->n; i++)
        k->sorted[i] = &k->parts[i];
    qsort(k->sorted, k->n, sizeof *k->sorted, by_name);
    if (check_doubles(k, err) < 0) {
        package_free(k);
        return -1;
    }
    *ret = k;
    return 0;
}

void package_free(struct package *k)
{
    if (k)
        arena_free(k->arena);
}

size_t package_parts(const struct package *k, const struct part **ret)
{
    *ret = k->parts;
    return k->n;
}

/* The first in order whose name is not below, case aside. */
static size_t lower_bound(const struct package *k, const char *name)
{
    size_t low = 0, high = k->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcasecmp(k->sorted[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct part *package_find(const struct package *k, const char *name)
{
    size_t first;

    while (*name == '/')
        name++;
    first = lower_bound(k, name);
    for (size_t i = first; i < k->n && strcasecmp(k->sorted[i]->name, name) == 0; i++)
        if (strcmp(k->sorted[i]->name, name) == 0)
            return k->sorted[i];
    return first < k->n && strcasecmp(k->sorted[first]->name, name) == 0 ? k->sorted[first] : NULL;
}

/* Reads what the part claims to hold, then looks whether that was all. */
static int read_all(const struct part *part, struct part_stream *s, struct buf *b, struct err *err)
{
    uint64_t left = part->size;
    char more;
    size_t n;

    while (left > 0) {
        size_t room = left < FILE_CHUNK_BYTES ? (size_t)left : FILE_CHUNK_BYTES;
        if (!buf_reserve(b, room))
            return workbook_too_large(err, "a part of over %zu bytes", b->max);
        if (part_stream_next(s, b->p + b->n, room, &n, err) < 0)
            return -1;
        if (n == 0)
            return 0;
        b->n += n;
        b->p[b->n] = '\0';
        left -= n;
    }
    return part_stream_next(s, &more, 1, &n, err);
}

int package_read(const struct part *part, struct buf *b, struct err *err)
{
    struct part_stream *s;
    int done;

    if (part->size > b->max - b->n)
        return workbook_too_large(err, "a part of %ju bytes, limit %zu", (uintmax_t)part->size, b->max);
    if (part_stream_open(part, &s, err) < 0)
        return -1;
    done = read_all(part, s, b, err);
    part_stream_close(s);
    return done;
}
