/* audit.c - the seed's Python verifier in C.
 *
 * The payload is an f-string: the three texts as they are, then json.dumps(event_data, sort_keys=True). Python would
 * also print a number or null there; an entry of ours holds texts, and any other is refused instead of hashed.
 */
#include "model/audit.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "model/seeds.h"

int audit_entry_hash(const struct json *entry, char out[static SHA256_TEXT_BYTES], struct err *err)
{
    static const char *const texts[] = { "parent_hash", "timestamp", "event_type" };
    struct buf payload CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        size_t n;
        const char *text = json_text(json_get(entry, texts[i]), &n);
        if (!text)
            return err_say(err, ERR_INVALID_INPUT, "%s must be text", texts[i]);
        buf_add(&payload, text, n);
    }
    if (!json_get(entry, "event_data"))
        return rule_fail(err, "event_data is required");
    if (json_write_canonical(&payload, json_get(entry, "event_data"), err) || buf_check(&payload, err))
        return -1;
    sha256_text(payload.p, payload.n, out);
    return 0;
}
