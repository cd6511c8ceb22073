/* store_state.c - the chain's row in the database, the key, and the head that is signed with it.
 *
 * The head says how long the chain is, where it ends and the root of its tree. What is signed is the canonical JSON of
 * the head without its signature. The private key lies in keys/audit.key as 64 hex digits, readable by its owner only.
 *
 * A key is made only for a chain without entries. A later loss is a finding, not something to be repaired in silence: a
 * new key would sign whatever is there.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/log/known_keys.h"
#include "store/log/signed_head.h"
#include "store/store_parts.h"
#include "sys/file.h"

#define HEX_BYTES (2 * SIGN_KEY_BYTES) /* of a key as text */

/* ---- the row ---- */

int state_is_plain(struct db *db, struct err *err)
{
    int64_t n = 0;

    if (db_get_int(db, "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')", NULL, 0, &n, err))
        return -1;
    if (n == 0)
        return 0;
    err_set(err, ERR_STORE_DAMAGED, "The store holds triggers or views, which assay never makes: somebody else did.",
            "%lld of them", (long long)n);
    return err_action(err, "Restore the home from a backup, and find out who changed it.");
}

struct loading {
    struct chain *chain;
    struct buf *signed_head;
    bool found;
};

static int take_state(void *arg, const struct db_row *row, struct err *err)
{
    struct loading *l = arg;
    const char *tree = db_text(row, 3, NULL);

    l->found = true;
    chain_init(l->chain);
    l->chain->entries = (uint64_t)db_int(row, 0);
    l->chain->bytes = (uint64_t)db_int(row, 2);
    snprintf(l->chain->head, sizeof l->chain->head, "%s", db_text(row, 1, NULL));
    buf_adds(l->signed_head, db_text(row, 4, NULL));
    if (*tree && !merkle_read(tree, &l->chain->tree))
        return err_set(err, ERR_STORE_DAMAGED, "The store is damaged: it does not know where the audit log stands.",
                       "tree of %zu bytes", strlen(tree));
    return buf_check(l->signed_head, err);
}

int state_load(struct db *db, struct chain *ret, struct buf *ret_signed, struct err *err)
{
    struct loading l = { ret, ret_signed, false };

    if (db_query(db, "SELECT entries, head, bytes, tree, signed_head FROM audit_state", NULL, 0, take_state, &l, err))
        return -1;
    if (!l.found || ret->tree.leaves != ret->entries)
        return err_set(err, ERR_STORE_DAMAGED, "The store is damaged: it does not know where the audit log stands.",
                       "%llu entries", (unsigned long long)(l.found ? ret->entries : 0));
    return 0;
}

/* ---- the signed head ---- */

static int head_is_wrong(struct err *err, const char *why)
{
    err_set(err, ERR_STORE_DAMAGED, "The signature of the audit log's head is wrong: somebody else wrote it.", "%s",
            why);
    return err_action(err, "See what is wrong with `assay audit verify`, or restore the home from a backup.");
}

int state_trust(struct store *s, const struct chain *c, const char *signed_head, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = NULL;
    struct signed_head head;
    char key[KEY_TEXT_BYTES];

    if (c->entries == 0 && !*signed_head)
        return 0;
    if (*signed_head && strcmp(signed_head, s->trusted_head) == 0 && chain_is_same(c, &s->trusted))
        return 0;
    a = arena_new();
    store_key(s, key);
    if (!signed_head_is_good(signed_head, c) || !signed_head_read(a, signed_head, &head))
        return head_is_wrong(err, "the signature is not over where the chain stands");
    if (strcmp(head.key, key) != 0)
        return head_is_wrong(err, "another key signed");
    if (strlen(signed_head) < sizeof s->trusted_head)
        memcpy(s->trusted_head, signed_head, strlen(signed_head) + 1);
    s->trusted = *c;
    return 0;
}

static struct json *hex(struct arena *a, const unsigned char *p, size_t n)
{
    char *text = arena_alloc(a, 2 * n + 1);

    hex_text(p, n, text);
    return json_str(a, text);
}

static int sign_head(struct store *s, struct arena *a, const struct chain *c, struct buf *ret, struct err *err)
{
    unsigned char root[SHA256_BYTES], signature[SIGN_BYTES];
    struct json *head = json_object(a);
    char now[TIME_TEXT_BYTES];

    merkle_root(&c->tree, root);
    time_text(world_now(s->world), now);
    json_set(a, head, "bytes", json_int(a, (int64_t)c->bytes));
    json_set(a, head, "head", json_str(a, c->head));
    json_set(a, head, "key", hex(a, s->public_key, sizeof s->public_key));
    json_set(a, head, "length", json_int(a, (int64_t)c->entries));
    json_set(a, head, "root", hex(a, root, sizeof root));
    json_set(a, head, "timestamp", json_str(a, now));
    if (json_write_canonical(ret, head, err))
        return -1;
    signer_sign(s->signer, ret->p, ret->n, signature);
    json_set(a, head, "signature", hex(a, signature, sizeof signature));
    buf_cut(ret, 0);
    return json_write_canonical(ret, head, err);
}

int state_save(struct store *s, const struct chain *c, struct buf *ret_signed, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char tree[MERKLE_TEXT_BYTES];

    if (sign_head(s, a, c, ret_signed, err))
        return -1;
    merkle_text(&c->tree, tree);
    return db_run(
        s->db, "UPDATE audit_state SET entries = $1, head = $2, bytes = $3, tree = $4, signed_head = $5",
        DB_VALUES(DB_I((int64_t)c->entries), DB_S(c->head), DB_I((int64_t)c->bytes), DB_S(tree), DB_S(ret_signed->p)),
        NULL, err);
}

/* ---- the key ---- */

static int key_damaged(struct err *err, const char *message, const char *detail)
{
    err_set(err, ERR_STORE_DAMAGED, message, "%s", detail);
    return err_action(err, "Restore keys/audit.key, or the whole home, from a backup.");
}

static int read_key(const char *path, unsigned char ret[static SIGN_KEY_BYTES], struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(HEX_BYTES + 1);
    bool good;

    if (file_read(path, "the key of the audit log", &text, err))
        return -1;
    good = text.n == HEX_BYTES + 1 && text.p[HEX_BYTES] == '\n' && hex_read(text.p, ret, SIGN_KEY_BYTES);
    if (text.p && text.cap > 0)
        explicit_bzero(text.p, text.n);
    return good ? 0 : key_damaged(err, "The key that signs the audit log is damaged.", path);
}

/* Whoever comes second takes the key of the first. */
static int make_key(struct store *s, const char *path, struct err *err)
{
    char text[HEX_BYTES + 2];
    int result;

    sign_new_key(s->world, s->key);
    hex_text(s->key, sizeof s->key, text);
    text[HEX_BYTES] = '\n';
    result = file_create_new(path, text, HEX_BYTES + 1, "the key of the audit log", err);
    explicit_bzero(text, sizeof text);
    return result && err->code == ERR_CONFLICT ? read_key(path, s->key, err) : result;
}

/* The public key is kept beside the private one at first use: whoever replaces both without the first is found by the
 * known keys outside of the home, whoever replaces one of them here. */
static int pin_key(struct store *s, const char *folder, struct err *err)
{
    char path[PATH_MAX + 32], text[KEY_TEXT_BYTES + 1];
    struct buf pinned CLEANUP(buf_done) = BUF(KEY_TEXT_BYTES + 1);

    store_key(s, text);
    memcpy(text + KEY_TEXT_BYTES - 1, "\n", 2);
    snprintf(path, sizeof path, "%s/audit.pub", folder);
    if (file_read(path, "the public key", &pinned, err) == 0)
        return pinned.n == KEY_TEXT_BYTES && memcmp(pinned.p, text, KEY_TEXT_BYTES) == 0
                   ? 0
                   : key_damaged(err, "The key that signs the audit log is not the one that was there at first.", path);
    if (err->code != ERR_NOT_FOUND)
        return -1;
    return file_create_new(path, text, KEY_TEXT_BYTES, "the public key", err) < 0 && err->code != ERR_CONFLICT ? -1 : 0;
}

void store_key(const struct store *s, char ret[static KEY_TEXT_BYTES])
{
    hex_text(s->public_key, sizeof s->public_key, ret);
}

/* Whether the head was signed with our key, by the public key in it. */
static bool is_ours(const struct store *s, const char *signed_head)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char text[HEX_BYTES + 1];
    struct json *head;
    const char *key;
    struct err ignored;

    hex_text(s->public_key, sizeof s->public_key, text);
    if (json_parse(a, signed_head, strlen(signed_head), &head, &ignored))
        return false;
    key = json_text(json_get(head, "key"), NULL);
    return key && strcmp(key, text) == 0;
}

int key_load(struct store *s, const struct chain *c, const char *signed_head, struct err *err)
{
    char folder[PATH_MAX + 8], path[PATH_MAX + 32];

    snprintf(folder, sizeof folder, "%s/keys", s->home);
    snprintf(path, sizeof path, "%s/audit.key", folder);
    if (file_mkdirs(folder, err))
        return -1;
    if (read_key(path, s->key, err)) {
        if (err->code != ERR_NOT_FOUND)
            return -1;
        if (c->entries > 0)
            return key_damaged(err, "The key that signs the audit log is missing.", path);
        if (make_key(s, path, err))
            return -1;
    }
    sign_public_key(s->key, s->public_key);
    s->signer = signer_new(s->key);
    if (c->entries > 0 && !is_ours(s, signed_head))
        return key_damaged(err, "The audit log was signed with another key than the one that is here.", path);
    return pin_key(s, folder, err);
}
