/* fuzz_chain.c - any bytes, as a line of the audit log and as its event_data. canon_skip must take exactly the texts
 * that print as themselves; a line that reads must also parse, and have the hash that the model computes for it. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/canon.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/audit.h"
#include "store/log/chain.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool prints_as_itself(struct arena *a, const char *text, size_t n)
{
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *v;
    struct err err;

    return json_parse(a, text, n, &v, &err) == 0 && json_write_canonical(&out, v, &err) == 0 && out.n == n &&
           memcmp(out.p, text, n) == 0;
}

static void judges_as_printing_would(struct arena *a, const char *text, size_t n)
{
    const char *why = NULL, *behind = canon_skip(text, text + n, JSON_MAX_DEPTH, &why);

    must((behind == NULL) == (why != NULL));
    must((behind == text + n) == prints_as_itself(a, text, n));
}

static void reads_what_the_model_hashes(struct arena *a, const char *line, size_t n)
{
    char hash[SHA256_TEXT_BYTES];
    struct chain_line l;
    struct json *entry;
    struct err err;

    if (chain_read(line, n, &l, &err) < 0) {
        must(err.code == ERR_AUDIT_BROKEN);
        return;
    }
    must(json_parse(a, line, n, &entry, &err) == 0 && audit_entry_hash(entry, hash, &err) == 0);
    must(memcmp(hash, l.hash, sizeof hash - 1) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    judges_as_printing_would(a, (const char *)data, size);
    reads_what_the_model_hashes(a, (const char *)data, size);
    return 0;
}
