/* strings.h - the shared strings of a workbook: one long text and where each begins.
 *
 * Runs of a rich string are joined; what stands in phonetic runs is how to say it, not what it says, and is left out.
 * One longer than a cell can hold is cut there and counted: repeated in every cell of a sheet, a megabyte of text in a
 * small file would be terabytes. The layout is what builder_share() takes.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cancel;
struct err;
struct part;

struct strings {
    struct buf bytes;
    struct buf offsets; /* n + 1 of them, uint64_t each */
    size_t n;
    bool has_empty;    /* one of them is "" */
    uint64_t cut;      /* strings that were longer than a cell can hold */
    uint64_t repaired; /* that held what no XML text may */
    bool is_damaged;   /* there may be more of them than could be read */
};

void strings_init(struct strings *s);
void strings_done(struct strings *s);

/* Reads the part, which may be NULL: a workbook need not have any. Of a damaged one the strings before the damage are
 * kept; one without any is refused. */
WARN_UNUSED int strings_read(struct strings *s, const struct part *part, const struct cancel *cancel, struct err *err);

static inline const uint64_t *strings_at(const struct strings *s)
{
    return (const uint64_t *)(const void *)s->offsets.p;
}

/* String i < n. */
static inline const char *strings_get(const struct strings *s, size_t i, size_t *ret_n)
{
    const uint64_t *at = strings_at(s);

    *ret_n = (size_t)(at[i + 1] - at[i]);
    return s->bytes.p + at[i];
}
