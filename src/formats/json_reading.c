/* json_reading.c - items found by their brackets and parsed one at a time. */
#include "formats/json_reading.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "formats/json_flat.h"
#include "formats/json_shape.h"

#define CANCEL_EVERY 64          /* items between two looks: some tens of microseconds */
#define SCRATCH_BYTES (4u << 20) /* of parsed items before a batch goes out, full or not */

void json_reading_init(struct json_reading *r, struct json_span text, const struct json_place *place,
                       const struct cancel *cancel)
{
    *r = (struct json_reading){ .text = text, .cancel = cancel, .scratch = arena_new() };
    json_items_init(&r->items, place->kind, place->span);
}

void json_reading_done(struct json_reading *r)
{
    arena_free(r->scratch);
}

bool json_reading_is_full(const struct json_reading *r)
{
    return arena_used(r->scratch) > SCRATCH_BYTES;
}

void json_reading_forget(struct json_reading *r)
{
    arena_free(r->scratch);
    r->scratch = arena_new();
}

int json_failed_at(struct json_span text, const char *p, struct err *err)
{
    return json_fail(text, p, err->code, err->detail, err);
}

int json_reading_next(struct json_reading *r, struct json **ret, struct err *err)
{
    struct json_item item;
    enum json_found found;

    if (r->n++ % CANCEL_EVERY == 0 && cancel_check(r->cancel, err))
        return -1;
    *ret = NULL;
    found = json_items_next(&r->items, &item);
    if (found == JSON_FOUND_END)
        return 0;
    if (found == JSON_FOUND_DAMAGE)
        return json_fail(r->text, r->items.p, ERR_DATA_UNREADABLE, "a value without an end, or none", err);
    r->key = item.key;
    if (json_parse(r->scratch, item.value.p, item.value.n, ret, err))
        return json_failed_at(r->text, item.value.p, err);
    if (r->is_counted && item.colons > 0)
        r->doubled += item.colons - json_members(*ret);
    return 0;
}
