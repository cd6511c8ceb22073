/* cfb.c - three tables: where the table's own sectors are, the table, and that of the small streams' short sectors. */
#include "office/package/cfb.h"
#include "base/buf.h"
#include "base/err.h"
#include "office/package/refusals.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 512
#define HEAD_TABLES 109     /* of the table's sectors that the head itself names */
#define SPECIAL 0xfffffffaU /* numbers from here on are marks, not sectors */
#define ENTRY 128           /* bytes of a folder's entry */
#define ENTRY_STREAM 2
#define ENTRY_ROOT 5

struct cfb {
    const unsigned char *p;
    size_t n;
    unsigned shift; /* a sector is 1 << shift bytes */
    uint32_t most;  /* sectors in the file */
    uint32_t *tables;
    size_t n_tables;
    uint32_t cutoff; /* streams smaller than this are in short sectors */
    struct buf folder, small_table, small;
};

struct entry {
    uint32_t start;
    uint64_t size;
};

static uint32_t u16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t u32(const unsigned char *p)
{
    return u16(p) | u16(p + 2) << 16;
}

bool cfb_fits(const char *p, size_t n)
{
    return n >= HEAD && memcmp(p, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8) == 0;
}

/* The sector's bytes and how many of them there are: the last may be cut. NULL when it is not in the file. */
static const unsigned char *sector_at(const struct cfb *c, uint32_t sector, size_t *ret_n)
{
    uint64_t at = ((uint64_t)sector + 1) << c->shift, size = (uint64_t)1 << c->shift;

    if (sector >= SPECIAL || at >= c->n)
        return NULL;
    *ret_n = at + size <= c->n ? (size_t)size : (size_t)(c->n - at);
    return c->p + at;
}

static uint32_t next_sector(const struct cfb *c, uint32_t sector)
{
    uint32_t each = 1U << (c->shift - 2), block = sector / each;
    size_t n, at = (size_t)4 * (sector % each);
    const unsigned char *p = block < c->n_tables ? sector_at(c, c->tables[block], &n) : NULL;

    return p && at + 4 <= n ? u32(p + at) : SPECIAL;
}

/* Where the table's sectors are: the head names the first, and each further list ends with the number of the next. */
static void find_tables(struct cfb *c)
{
    uint32_t each = (1U << (c->shift - 2)) - 1, list = u32(c->p + 68);
    size_t n;

    c->tables = malloc((c->most + HEAD_TABLES) * sizeof *c->tables);
    if (!c->tables)
        abort();
    for (size_t i = 0; i < HEAD_TABLES && u32(c->p + 76 + 4 * i) < SPECIAL; i++)
        c->tables[c->n_tables++] = u32(c->p + 76 + 4 * i);
    for (uint32_t lists = 0; lists < c->most; lists++) {
        const unsigned char *p = sector_at(c, list, &n);
        if (!p || n < (size_t)1 << c->shift)
            return;
        for (uint32_t i = 0; i < each && c->n_tables < c->most; i++)
            c->tables[c->n_tables++] = u32(p + (size_t)4 * i);
        list = u32(p + (size_t)4 * each);
    }
}

/* Appends up to size bytes of the chain. */
static void read_chain(const struct cfb *c, uint32_t start, uint64_t size, struct buf *out)
{
    uint32_t sector = start;

    for (uint32_t i = 0; i < c->most && size > 0; i++, sector = next_sector(c, sector)) {
        size_t n;
        const unsigned char *p = sector_at(c, sector, &n);
        if (!p)
            return;
        n = n < size ? n : (size_t)size;
        buf_add(out, p, n);
        size -= n;
    }
}

/* The same for a small stream, whose sectors of 64 bytes lie in the root's stream and have a table of their own. */
static void read_small(const struct cfb *c, uint32_t start, uint64_t size, struct buf *out)
{
    uint32_t sector = start;

    for (size_t i = 0; i <= c->small.n / 64 && size > 0; i++) {
        size_t at = (size_t)sector * 64, n = size < 64 ? (size_t)size : 64;
        if (at >= c->small.n || (size_t)sector * 4 + 4 > c->small_table.n)
            return;
        n = n < c->small.n - at ? n : c->small.n - at;
        buf_add(out, c->small.p + at, n);
        size -= n;
        sector = u32((const unsigned char *)c->small_table.p + (size_t)sector * 4);
    }
}

/* ---- the folder ---- */

static bool same_letter(unsigned char a, char b)
{
    return a == (unsigned char)b || (a >= 'A' && a <= 'Z' && (a | 0x20) == (b | 0x20)) ||
           (a >= 'a' && a <= 'z' && (a | 0x20) == (b | 0x20));
}

/* An entry's name is UTF-16 and has its length in bytes, with the NUL, behind it. */
static bool has_name(const unsigned char *entry, const char *name)
{
    size_t n = strlen(name);

    if (u16(entry + 64) != 2 * (n + 1))
        return false;
    for (size_t i = 0; i < n; i++)
        if (entry[2 * i + 1] != 0 || !same_letter(entry[2 * i], name[i]))
            return false;
    return true;
}

/* The entry of that kind and name (NULL: any). */
static bool find_entry(const struct cfb *c, int kind, const char *name, struct entry *ret)
{
    for (size_t at = 0; at + ENTRY <= c->folder.n; at += ENTRY) {
        const unsigned char *e = (const unsigned char *)c->folder.p + at;
        if (e[66] != kind || (name && !has_name(e, name)))
            continue;
        /* in files with short sectors the upper half of the size may be rubbish */
        *ret = (struct entry){ .start = u32(e + 116),
                               .size = u32(e + 120) | (c->shift == 9 ? 0 : (uint64_t)u32(e + 124) << 32) };
        return true;
    }
    return false;
}

static int open_folder(struct cfb *c, struct err *err)
{
    if (!cfb_fits((const char *)c->p, c->n))
        return workbook_damaged(err, "no compound file");
    c->shift = u16(c->p + 30);
    if (c->shift != 9 && c->shift != 12)
        return workbook_damaged(err, "compound file: sectors of 2^%u bytes", c->shift);
    c->most = (uint32_t)(c->n >> c->shift) + 1;
    find_tables(c);
    read_chain(c, u32(c->p + 48), c->n, &c->folder);
    return 0;
}

static int open_container(struct cfb *c, struct err *err)
{
    struct entry root;

    if (open_folder(c, err) < 0)
        return -1;
    c->cutoff = u32(c->p + 56);
    read_chain(c, u32(c->p + 60), c->n, &c->small_table);
    if (find_entry(c, ENTRY_ROOT, NULL, &root))
        read_chain(c, root.start, root.size, &c->small);
    return 0;
}

static void close_container(struct cfb *c)
{
    free(c->tables);
    buf_done(&c->folder);
    buf_done(&c->small_table);
    buf_done(&c->small);
}

size_t cfb_find(const char *p, size_t n, const char *const *names, size_t n_names)
{
    struct cfb c = { .p = (const unsigned char *)p, .n = n, .folder = BUF(n), .small_table = BUF(n), .small = BUF(n) };
    struct err none;
    size_t found = n_names;

    if (open_folder(&c, &none) == 0)
        for (size_t at = 0; found == n_names && at + ENTRY <= c.folder.n; at += ENTRY) {
            const unsigned char *e = (const unsigned char *)c.folder.p + at;
            for (found = 0; found < n_names && (e[66] != ENTRY_STREAM || !has_name(e, names[found]));)
                found++;
        }
    close_container(&c);
    return found;
}

int cfb_read(const char *p, size_t n, const char *name, struct buf *out, bool *ret_found, struct err *err)
{
    struct cfb c = { .p = (const unsigned char *)p, .n = n, .folder = BUF(n), .small_table = BUF(n), .small = BUF(n) };
    struct entry e;
    int rc = open_container(&c, err);

    *ret_found = rc == 0 && find_entry(&c, ENTRY_STREAM, name, &e);
    if (*ret_found && e.size < c.cutoff)
        read_small(&c, e.start, e.size, out);
    else if (*ret_found)
        read_chain(&c, e.start, e.size, out);
    close_container(&c);
    return rc;
}
