/* json_flat.h - records of any shape as rows of columns.
 *
 * A record's members are its columns; the members of an object inside it are columns named "outer.inner", and so on
 * down. What lies in a list stays one value, as JSON text. Columns stand in the order in which they are first seen. The
 * records are walked twice: once to learn the columns (json_flat_learn), once for the values (json_flat_row).
 *
 * Numbers stay exact: integers of 64 bits, decimals as written, doubles only where there is an exponent or more than 38
 * digits. Of members with one name in one record the last counts, and they are counted.
 */
#pragma once
#include "base/attrs.h"
#include "formats/mend.h"
#include "grid/names.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct datum;
struct err;
struct json;
struct json_flat;

/* is_deep: objects inside records are taken apart; else they stay one value, as lists do. In the arena. */
struct json_flat *json_flat_new(struct arena *a, bool is_deep);

enum json_flat_fit {
    FLAT_FITS,
    FLAT_TOO_MANY, /* more than DATA_COLUMNS columns */
    FLAT_TOO_LONG, /* a name longer than DATA_NAME_BYTES */
};

/* Learns the columns of a record (an object; anything else is a column "value"). */
WARN_UNUSED enum json_flat_fit json_flat_learn(struct json_flat *f, const struct json *record);

/* The columns' names; the flat's own. */
size_t json_flat_columns(const struct json_flat *f, const struct name_text **ret);

/* Fills a row, whose values are all DATUM_NONE, with the values of a record that was learnt. Texts lie in the record or
 * in scratch. ERR_TOO_LARGE when one is longer than DATA_CELL_BYTES; the message says nothing of where. */
WARN_UNUSED int json_flat_row(struct json_flat *f, const struct json *record, struct datum *row, struct arena *scratch,
                              struct err *err);

/* One value, in the same way. */
WARN_UNUSED int json_flat_value(const struct json *v, struct datum *ret, struct mended *mended, struct arena *scratch,
                                struct err *err);

/* What json_flat_row() has met since this was last asked. */
struct json_flat_seen {
    uint64_t doubled; /* columns given twice in one record in different ways ("a.b" and b in a) */
    uint64_t lists;   /* lists and objects kept as JSON text */
    struct mended mended;
};
struct json_flat_seen json_flat_seen_take(struct json_flat *f);

/* Members of all objects in v, at any depth. */
uint64_t json_members(const struct json *v);
