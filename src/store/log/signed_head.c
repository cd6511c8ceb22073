/* signed_head.c - the signature is over the canonical JSON of the head without its signature. */
#include "store/log/signed_head.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sign.h"
#include "store/log/chain.h"

static bool read_hex(const char *text, unsigned char *ret, size_t n)
{
    return text && strlen(text) == 2 * n && hex_read(text, ret, n);
}

bool signed_head_read(struct arena *a, const char *text, struct signed_head *ret)
{
    struct buf canonical CLEANUP(buf_done) = BUF(STORE_STATE_BYTES);
    unsigned char key[SIGN_KEY_BYTES], signature[SIGN_BYTES];
    struct json *head;
    struct err ignored;
    int64_t entries, bytes;

    if (json_parse(a, text, strlen(text), &head, &ignored) < 0)
        return false;
    entries = json_get_int(head, "length", -1);
    bytes = json_get_int(head, "bytes", -1);
    if (!read_hex(json_get_text(head, "key"), key, sizeof key) ||
        !read_hex(json_get_text(head, "signature"), signature, sizeof signature) || !json_get_text(head, "head") ||
        !json_get_text(head, "root") || !json_get_text(head, "timestamp") || entries < 0 || bytes < 0)
        return false;
    *ret = (struct signed_head){ .entries = (uint64_t)entries,
                                 .bytes = (uint64_t)bytes,
                                 .head = json_get_text(head, "head"),
                                 .root = json_get_text(head, "root"),
                                 .timestamp = json_get_text(head, "timestamp") };
    hex_text(key, sizeof key, ret->key);
    json_unset(head, "signature");
    return json_write_canonical(&canonical, head, &ignored) == 0 &&
           sign_is_good(key, canonical.p, canonical.n, signature);
}

bool signed_head_is_good(const char *text, const struct chain *c)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    unsigned char root[SHA256_BYTES];
    char root_text[SHA256_TEXT_BYTES];
    struct signed_head head;

    if (!signed_head_read(a, text, &head))
        return false;
    merkle_root(&c->tree, root);
    hex_text(root, sizeof root, root_text);
    return strcmp(head.head, c->head) == 0 && strcmp(head.root, root_text) == 0 && head.entries == c->entries &&
           head.bytes == c->bytes;
}
