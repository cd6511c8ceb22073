/* columns_save.c - columns into a file, in one go from front to back.
 *
 * Everything is written once and nothing is gone back to, so that a block can be appended to whatever is being written.
 * Where things will lie is known beforehand: a first round only counts, a second one writes.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "grid/columns/columns.h"
#include "grid/columns/columns_block.h"
#include "grid/columns/columns_node.h"
#include "sys/file.h"
#include <isa-l/crc64.h>
#include <string.h>

#define OUT_BYTES 65536

struct saving {
    const struct columns *c;
    bool counting; /* nothing is written yet */
    int fd;
    uint64_t at;  /* where the next byte goes, from the head on */
    uint64_t crc; /* of what was written */
    bool failed;  /* and err says why */
    struct err *err;
    char out[OUT_BYTES];
    size_t n_out;
    struct block_head head;
    struct block_part *parts;
    struct block_misfits *misfits;
};

static void write_out(struct saving *s, const void *p, size_t n)
{
    if (!s->failed)
        s->failed = file_write_fd(s->fd, p, n, "the stored copy of the data", s->err) != 0;
}

static void flush_out(struct saving *s)
{
    write_out(s, s->out, s->n_out);
    s->n_out = 0;
}

static void put(struct saving *s, const void *p, size_t n)
{
    s->at += n;
    if (s->counting || n == 0)
        return;
    s->crc = crc64_ecma_refl(s->crc, p, n);
    if (s->n_out + n > sizeof s->out)
        flush_out(s);
    if (n > sizeof s->out) {
        write_out(s, p, n);
        return;
    }
    memcpy(s->out + s->n_out, p, n);
    s->n_out += n;
}

static void align(struct saving *s)
{
    static const char zeros[COLUMNS_ALIGN];

    put(s, zeros, (COLUMNS_ALIGN - s->at % COLUMNS_ALIGN) % COLUMNS_ALIGN);
}

/* An array at an aligned place, which is returned; 0 when there is none. */
static uint64_t put_array(struct saving *s, const void *p, size_t n)
{
    uint64_t place;

    if (!p)
        return 0;
    align(s);
    place = s->at;
    put(s, p, n);
    return place;
}

static void put_part(struct saving *s, const struct part *p, uint64_t rows, struct block_part *ret)
{
    *ret = (struct block_part){ .n_texts = p->n_texts, .width = p->width };
    ret->values = put_array(s, p->values, (size_t)rows * p->width);
    ret->valid = put_array(s, p->valid, part_words(rows) * sizeof *p->valid);
    if (p->at) {
        ret->at = put_array(s, p->at, (p->n_texts + (size_t)1) * sizeof *p->at);
        ret->bytes = put_array(s, p->bytes, p->at[p->n_texts]);
    }
}

static void put_misfits(struct saving *s, const struct misfits *m, struct block_misfits *ret)
{
    *ret = (struct block_misfits){ .n = m->n };
    if (m->n == 0)
        return;
    ret->rows = put_array(s, m->rows, m->n * sizeof *m->rows);
    ret->at = put_array(s, m->at, (m->n + 1) * sizeof *m->at);
    ret->bytes = put_array(s, m->bytes, m->at[m->n]);
}

static void put_all(struct saving *s, const struct buf *description)
{
    const struct columns *c = s->c;

    put(s, &s->head, sizeof s->head);
    for (size_t i = 0; i < c->n_columns; i++)
        for (size_t k = 0; k < c->n_parts; k++)
            put_part(s, columns_part(c, i, k), columns_part_rows(c, k), &s->parts[i * c->n_parts + k]);
    for (size_t i = 0; i < c->n_columns; i++)
        put_misfits(s, &c->misfits[i], &s->misfits[i]);
    s->head.description = put_array(s, description->p, description->n);
    s->head.description_bytes = description->n;
    s->head.directory = put_array(s, c->starts, (c->n_parts + 1) * sizeof *c->starts);
    put(s, s->parts, c->n_columns * c->n_parts * sizeof *s->parts);
    put(s, s->misfits, c->n_columns * sizeof *s->misfits);
    s->head.bytes = s->at + BLOCK_CHECKSUM_BYTES;
}

static int describe(struct arena *a, const struct columns *c, struct buf *out, struct err *err)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < c->n_columns; i++)
        json_push(a, list, column_to_json(a, &c->described[i]));
    json_write(out, list);
    return buf_check(out, err);
}

int columns_save(const struct columns *c, int fd, uint64_t *ret_bytes, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct buf description CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct saving *s = arena_alloc(scratch, sizeof *s);

    if (describe(scratch, c, &description, err))
        return -1;
    *s = (struct saving){ .c = c, .fd = fd, .err = err, .counting = true };
    s->parts = arena_array(scratch, c->n_columns * c->n_parts, sizeof *s->parts);
    s->misfits = arena_array(scratch, c->n_columns, sizeof *s->misfits);
    s->head = (struct block_head){ .magic = BLOCK_MAGIC,
                                   .version = BLOCK_VERSION,
                                   .n_columns = (uint32_t)c->n_columns,
                                   .rows = c->rows,
                                   .n_parts = c->n_parts };
    put_all(s, &description);
    s->counting = false;
    s->at = 0;
    put_all(s, &description);
    flush_out(s);
    write_out(s, &s->crc, sizeof s->crc);
    if (s->failed)
        return -1;
    *ret_bytes = s->head.bytes;
    return 0;
}
