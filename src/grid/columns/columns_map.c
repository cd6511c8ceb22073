/* columns_map.c - columns out of a file, believed only as far as they are checked.
 *
 * The checksum tells damage; but a block that was made by another program, or by a bug, could have the right one, so
 * every offset, length, code and end is checked too before it is used. What is in range but wrong (a letter in a text)
 * is the checksum's to find. Values that the engine relies on (truths are 0 or 1, decimals have no more digits than
 * their type, dates have years of four digits) are looked at as well.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "grid/columns/columns.h"
#include "grid/columns/columns_block.h"
#include "grid/columns/columns_node.h"
#include "grid/types/values.h"
#include <errno.h>
#include <isa-l/crc64.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROWS_MOST (1ULL << 40) /* far more than fit in memory; keeps products within 64 bits */

struct mapping {
    const char *p; /* the block */
    uint64_t n;    /* its bytes, without the checksum */
    const struct block_head *head;
    struct columns *c;
    struct err *err;
};

static int damaged(struct err *err, const char *why)
{
    err_set(err, ERR_DATA_UNREADABLE, "The stored copy of the data is damaged.", "columns: %s", why);
    return err_action(err, "Read the source again.");
}

/* An array of n elements at an offset; NULL, with err set, when it does not lie within the block. */
static void *array(const struct mapping *m, uint64_t offset, uint64_t n, uint64_t size)
{
    if (offset == 0 || offset % COLUMNS_ALIGN != 0 || offset > m->n || n > (m->n - offset) / size) {
        damaged(m->err, "an array is not in the block");
        return NULL;
    }
    return (char *)(uintptr_t)m->p + offset; /* mapped read-only; nobody writes to columns */
}

/* ---- values ---- */

#define CHECK_RANGE(name, ctype)                                                                                       \
    static bool name(const void *values, uint64_t n, int128 low, int128 high)                                          \
    {                                                                                                                  \
        const ctype *v = values, least = (ctype)low, most = (ctype)high;                                               \
        bool good = true;                                                                                              \
                                                                                                                       \
        for (uint64_t i = 0; i < n; i++)                                                                               \
            good &= v[i] >= least && v[i] <= most;                                                                     \
        return good;                                                                                                   \
    }
CHECK_RANGE(range_8, uint8_t)
CHECK_RANGE(range_16, int16_t)
CHECK_RANGE(range_32, int32_t)
CHECK_RANGE(range_64, int64_t)
CHECK_RANGE(range_128, int128)

static int128 power(int n)
{
    int128 v = 1;

    for (; n > 0; n--)
        v *= 10;
    return v;
}

static bool decimals_fit(const struct column *c, const void *values, uint64_t n, uint32_t width)
{
    int128 most = power(c->precision) - 1;

    if (width == 2)
        return range_16(values, n, -most, most);
    if (width == 4)
        return range_32(values, n, -most, most);
    if (width == 8)
        return range_64(values, n, -most, most);
    return range_128(values, n, -most, most);
}

static bool values_fit(const struct column *c, const void *values, uint64_t n, uint32_t width)
{
    switch (c->type) {
    case COLUMN_BOOLEAN:
        return range_8(values, n, 0, 1);
    case COLUMN_DATE:
        return range_32(values, n, FIRST_DAY, LAST_DAY);
    case COLUMN_TIMESTAMP:
        return range_64(values, n, (FIRST_DAY - 1) * DAY_US, (LAST_DAY + 2) * DAY_US);
    case COLUMN_DECIMAL:
        return decimals_fit(c, values, n, width);
    case COLUMN_INTEGER:
    case COLUMN_FLOAT:
    case COLUMN_TEXT:
    case COLUMN_TYPES:
        break;
    }
    return true;
}

/* ---- texts ---- */

static bool codes_fit(const struct part *p, uint64_t rows)
{
    bool good = true;

    for (uint64_t row = 0; row < rows; row++)
        good &= part_code(p, row) < p->n_texts;
    return good;
}

static int map_texts(const struct mapping *m, const struct block_part *b, uint64_t rows, struct part *p)
{
    bool good;

    if ((b->width != 0 && b->width != 1 && b->width != 2 && b->width != 4) || (b->width == 0 && b->n_texts != rows))
        return damaged(m->err, "texts of a strange kind");
    p->at = array(m, b->at, b->n_texts + 1ULL, sizeof *p->at);
    if (!p->at)
        return -1;
    good = p->at[0] == 0;
    for (uint32_t i = 0; i < b->n_texts; i++)
        good &= p->at[i] <= p->at[i + 1];
    if (!good)
        return damaged(m->err, "texts out of order");
    p->bytes = array(m, b->bytes, p->at[b->n_texts], 1);
    if (!p->bytes)
        return -1;
    if (b->width == 0)
        return 0;
    p->values = array(m, b->values, rows, b->width);
    if (!p->values)
        return -1;
    return codes_fit(p, rows) ? 0 : damaged(m->err, "a code without a text");
}

/* ---- parts ---- */

static int map_mask(const struct mapping *m, uint64_t offset, uint64_t rows, struct part *p)
{
    if (offset == 0)
        return 0;
    p->valid = array(m, offset, part_words(rows), sizeof *p->valid);
    if (!p->valid)
        return -1;
    if (rows % 64 && p->valid[rows / 64] >> (rows % 64))
        return damaged(m->err, "a mask over more rows than there are");
    return 0;
}

static int map_part(const struct mapping *m, const struct column *c, const struct block_part *b, uint64_t rows,
                    struct part *p)
{
    *p = (struct part){ .n_texts = b->n_texts, .width = b->width };
    if (map_mask(m, b->valid, rows, p))
        return -1;
    if (c->type == COLUMN_TEXT)
        return map_texts(m, b, rows, p);
    if (b->width != part_width(c) || b->n_texts != 0)
        return damaged(m->err, "values of a strange width");
    p->values = array(m, b->values, rows, b->width);
    if (!p->values)
        return -1;
    return values_fit(c, p->values, rows, b->width) ? 0 : damaged(m->err, "a value beyond its type");
}

static int map_misfits(const struct mapping *m, const struct block_misfits *b, uint64_t told, struct misfits *ret)
{
    bool good = b->n == told && b->n <= m->c->rows;

    if (b->n == 0 && good)
        return 0;
    if (!good)
        return damaged(m->err, "another number of misfits");
    *ret = (struct misfits){ .n = b->n };
    ret->rows = array(m, b->rows, b->n, sizeof *ret->rows);
    ret->at = array(m, b->at, b->n + 1, sizeof *ret->at);
    if (!ret->rows || !ret->at)
        return -1;
    good = ret->at[0] == 0;
    for (uint64_t i = 0; i < b->n; i++)
        good &= ret->at[i] <= ret->at[i + 1] && ret->rows[i] < m->c->rows;
    if (!good)
        return damaged(m->err, "misfits out of order");
    ret->bytes = array(m, b->bytes, ret->at[b->n], 1);
    return ret->bytes ? 0 : -1;
}

/* ---- the block ---- */

static int map_starts(const struct mapping *m, const uint64_t *starts)
{
    bool good = starts[0] == 0 && starts[m->head->n_parts] == m->head->rows;

    for (uint64_t k = 0; k < m->head->n_parts; k++)
        good &= starts[k] < starts[k + 1];
    if (!good)
        return damaged(m->err, "parts out of order");
    memcpy(m->c->starts, starts, (m->head->n_parts + 1) * sizeof *starts);
    m->c->rows = m->head->rows;
    return 0;
}

static int map_description(const struct mapping *m)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    const char *text = array(m, m->head->description, m->head->description_bytes, 1);
    struct json *list;
    struct err why;

    if (!text)
        return -1;
    if (json_parse(scratch, text, m->head->description_bytes, &list, &why) || !json_is(list, JSON_ARRAY) ||
        json_len(list) != m->c->n_columns)
        return damaged(m->err, "no description");
    for (size_t i = 0; i < m->c->n_columns; i++)
        if (column_from_json(m->c->arena, json_at(list, i), &m->c->described[i], &why))
            return damaged(m->err, "a column without a description");
    return 0;
}

static int map_all(struct mapping *m)
{
    const uint64_t n_parts = m->head->n_parts, n = m->head->n_columns * n_parts;
    const uint64_t bytes = (n_parts + 1) * sizeof(uint64_t) + n * sizeof(struct block_part) +
                           m->head->n_columns * sizeof(struct block_misfits);
    const uint64_t *starts = array(m, m->head->directory, bytes, 1);
    const struct block_part *parts;
    const struct block_misfits *misfits;

    if (!starts)
        return -1;
    parts = (const struct block_part *)(starts + n_parts + 1);
    misfits = (const struct block_misfits *)(parts + n);
    m->c = columns_new(m->head->n_columns, (size_t)n_parts);
    if (map_starts(m, starts) || map_description(m))
        return -1;
    for (size_t i = 0; i < m->c->n_columns; i++) {
        for (size_t k = 0; k < n_parts; k++)
            if (map_part(m, &m->c->described[i], &parts[i * n_parts + k], columns_part_rows(m->c, k),
                         columns_part(m->c, i, k)))
                return -1;
        if (map_misfits(m, &misfits[i], m->c->described[i].misfits, &m->c->misfits[i]))
            return -1;
    }
    return 0;
}

/* Checks the head and the checksum. */
static int check_block(const struct mapping *m, uint64_t bytes)
{
    const struct block_head *h = m->head;
    uint64_t crc;

    if (memcmp(h->magic, BLOCK_MAGIC, sizeof h->magic) != 0 || h->version != BLOCK_VERSION)
        return damaged(m->err, "of another version");
    if (h->bytes != bytes || h->n_columns == 0 || h->n_columns > DATA_COLUMNS || h->rows > ROWS_MOST ||
        h->n_parts > h->rows || h->n_parts > m->n / sizeof(struct block_part))
        return damaged(m->err, "a strange head");
    memcpy(&crc, m->p + m->n, sizeof crc);
    if (crc64_ecma_refl(0, (const unsigned char *)m->p, m->n) != crc)
        return damaged(m->err, "wrong checksum");
    return 0;
}

static int check_size(int fd, uint64_t offset, uint64_t bytes, struct err *err)
{
    struct stat st;

    if (fstat(fd, &st))
        return err_errno(err, errno, "open the stored copy of the data", "columns");
    if (offset % COLUMNS_ALIGN != 0 || bytes < sizeof(struct block_head) + BLOCK_CHECKSUM_BYTES ||
        offset > (uint64_t)st.st_size || bytes > (uint64_t)st.st_size - offset)
        return damaged(err, "cut short");
    return 0;
}

int columns_map(int fd, uint64_t offset, uint64_t bytes, struct columns **ret, struct err *err)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), before = offset % page;
    struct mapping m = { .n = bytes - BLOCK_CHECKSUM_BYTES, .err = err };
    void *map;

    if (check_size(fd, offset, bytes, err))
        return -1;
    map = mmap(NULL, bytes + before, PROT_READ, MAP_PRIVATE, fd, (off_t)(offset - before));
    if (map == MAP_FAILED)
        return err_errno(err, errno, "open the stored copy of the data", "columns");
    m.p = (const char *)map + before;
    m.head = (const struct block_head *)m.p;
    if (check_block(&m, bytes) == 0 && map_all(&m) == 0) {
        m.c->map = map;
        m.c->map_bytes = bytes + before;
        *ret = m.c;
        return 0;
    }
    if (m.c) {
        m.c->map = map;
        m.c->map_bytes = bytes + before;
        columns_free(m.c);
    } else {
        munmap(map, bytes + before);
    }
    return -1;
}
