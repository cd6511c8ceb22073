/* audit.h - the analyst seed's chain: what an entry's hash is.
 *
 * It is what the verifier printed in the seed computes, to the byte. The hash covers the parent's hash, the time,
 * the kind of event and its data; it does not cover entry_id, request_id and actor.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"

struct err;
struct json;

/* The parent of the first entry: 64 zeros. */
#define AUDIT_FIRST_PARENT "0000000000000000000000000000000000000000000000000000000000000000"

/* SHA-256 over parent_hash, timestamp, event_type and the canonical JSON of event_data, which the entry must have; its
 * own `hash` is not looked at. Fails with ERR_INVALID_INPUT when one is missing, with ERR_INVALID_JSON or ERR_TOO_LARGE
 * when the data has no canonical form. */
WARN_UNUSED int audit_entry_hash(const struct json *entry, char out[static SHA256_TEXT_BYTES], struct err *err);
