/* chain.h - the audit log's lines: how an entry is hashed, written and read. No I/O.
 *
 * A line is exactly the analyst seed's: {"entry_id": ..., "request_id": ..., "sequence_number": N, "parent_hash": ...,
 * "timestamp": ..., "event_type": ..., "event_data": {...}, "actor": ..., "hash": ...}, with Python's separators,
 * event_data in canonical form, everything ASCII. The hash is SHA-256(parent_hash + timestamp + event_type +
 * canonical event_data), as the seed's own verifier computes it.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "store/log/merkle.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct json;
struct world;

/* Where the chain stands: everything needed to add an entry. */
struct chain {
    uint64_t entries;
    char head[SHA256_TEXT_BYTES]; /* the last entry's hash; 64 zeros before the first */
    uint64_t bytes;               /* length of the file up to and with the last entry's newline */
    struct merkle tree;
};

struct chain_event {
    const char *event_type, *request_id, *actor;
    int64_t at_us;
    const struct json *data;
};

void chain_init(struct chain *c);

/* Whether both stand at the same place, with the same tree. */
bool chain_is_same(const struct chain *a, const struct chain *b);

/* Appends the event's line, with its newline, to b, and moves c on. The entry's id comes from the world. On failure
 * (data that has no canonical form, a line over AUDIT_LINE_BYTES) neither is changed. */
WARN_UNUSED int chain_add(struct chain *c, const struct world *w, const struct chain_event *e, struct buf *b,
                          struct err *err);

/* What a line says, as far as checking needs it; slices of the line. */
struct chain_line {
    uint64_t sequence;
    const char *parent, *hash; /* 64 characters each, not terminated */
    const char *timestamp, *event_type, *event_data, *request_id, *entry_id, *actor;
    size_t timestamp_n, event_type_n, event_data_n, request_id_n, entry_id_n, actor_n;
};

/* Reads a line (without newline) that is written exactly as chain_add writes; its event_data is checked to be in
 * canonical form without building a tree, and its hash to be right. Fails with ERR_AUDIT_BROKEN and the reason. */
WARN_UNUSED int chain_read(const char *line, size_t n, struct chain_line *ret, struct err *err);
