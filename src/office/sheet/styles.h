/* styles.h - what a cell's style says about its value: the number format, and whether it is bold. */
#pragma once
#include "base/attrs.h"
#include "office/numfmt/numfmt.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct part;

struct cell_style {
    const struct numfmt *format;
    enum numfmt_kind kind; /* of the format */
    uint8_t currency;      /* and its currency */
    bool bold;
};

struct styles {
    struct cell_style *list; /* at least one */
    size_t n;
    bool is_damaged; /* there may be more of them than could be read */
};

/* Reads the part, which may be NULL: every cell is General then. Of a damaged one what stands before the damage counts:
 * no value depends on it but for how it looks. */
WARN_UNUSED int styles_read(struct styles *s, struct arena *a, const struct part *part, struct err *err);

/* A style behind the last is the first, as in spreadsheet programs. */
static inline const struct cell_style *styles_get(const struct styles *s, uint32_t i)
{
    return &s->list[i < s->n ? i : 0];
}
