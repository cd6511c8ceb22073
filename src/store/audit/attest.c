/* attest.c - a table of hashes in memory, filled from the log in order.
 *
 * Only lines that can hold such a hash are parsed; all are checked. The table is keyed by a hash of what and id.
 */
#include "store/audit/attest.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/audit/log_reader.h"
#include "store/db/db.h"
#include "store/files/home_files.h"
#include "store/log/chain.h"
#include "store/log/signed_head.h"
#include "store/records/analyses.h"
#include "store/store_parts.h"
#include <string.h>

#define HASH_CHARS (SHA256_TEXT_BYTES - 1)
#define KEY_BYTES 16 /* two of a billion share a key once in 10^20 */

struct kept {
    unsigned char key[KEY_BYTES];
    char hash[SHA256_TEXT_BYTES]; /* empty: the place is free */
};

struct attest {
    pthread_mutex_t m;
    struct chain seen; /* how far the log was read */
    struct kept *places;
    size_t n, room; /* room is a power of two */
    bool has_any;   /* something other than artifacts */
};

struct attest *attest_new(void)
{
    struct attest *t = calloc(1, sizeof *t);

    if (!t)
        abort();
    pthread_mutex_init(&t->m, NULL);
    chain_init(&t->seen);
    return t;
}

void attest_free(struct attest *t)
{
    if (!t)
        return;
    pthread_mutex_destroy(&t->m);
    free(t->places);
    free(t);
}

/* ---- the table ---- */

static void key_of(const char *what, const char *id, unsigned char ret[static KEY_BYTES])
{
    unsigned char hash[SHA256_BYTES];
    const struct sha256_part parts[] = { { what, strlen(what) + 1 }, { id, strlen(id) } };

    sha256_parts(parts, COUNT_OF(parts), hash);
    memcpy(ret, hash, KEY_BYTES);
}

static struct kept *place_of(struct kept *places, size_t room, const unsigned char key[static KEY_BYTES])
{
    uint64_t at;

    memcpy(&at, key, sizeof at);
    for (;; at++) {
        struct kept *k = &places[at & (room - 1)];
        if (!k->hash[0] || memcmp(k->key, key, KEY_BYTES) == 0)
            return k;
    }
}

static void grow(struct attest *t)
{
    size_t room = t->room ? 2 * t->room : 256;
    struct kept *places = calloc(room, sizeof *places);

    if (!places)
        abort();
    for (size_t i = 0; i < t->room; i++)
        if (t->places[i].hash[0])
            *place_of(places, room, t->places[i].key) = t->places[i];
    free(t->places);
    t->places = places;
    t->room = room;
}

static void put(struct attest *t, const char *what, const char *id, const char *hash)
{
    unsigned char key[KEY_BYTES];
    struct kept *k;

    if (!what || !id || !hash || strlen(hash) != HASH_CHARS)
        return;
    if (2 * t->n >= t->room)
        grow(t);
    key_of(what, id, key);
    k = place_of(t->places, t->room, key);
    t->n += !k->hash[0];
    memcpy(k->key, key, KEY_BYTES);
    memcpy(k->hash, hash, SHA256_TEXT_BYTES);
}

static const char *find(const struct attest *t, const char *what, const char *id)
{
    unsigned char key[KEY_BYTES];

    key_of(what, id, key);
    return t->n ? place_of(t->places, t->room, key)->hash : "";
}

/* ---- the log ---- */

static void take_kept(struct attest *t, const struct json *kept, const char *request_id)
{
    t->has_any = true;
    for (size_t i = 0; i < json_len(kept); i++)
        put(t, json_get_text(json_at(kept, i), "what"), request_id, json_get_text(json_at(kept, i), "sha256"));
}

static void take_artifact(struct attest *t, const struct json *data)
{
    const char *id = json_get_text(data, "artifact_id");

    put(t, ATTEST_CONTENT, id, json_get_text(data, "content_hash"));
    put(t, ATTEST_ARTIFACT, id, json_get_text(json_get(data, "artifact"), "sha256"));
}

static bool is_event(const struct chain_line *l, const char *type)
{
    return l->event_type_n == strlen(type) && memcmp(l->event_type, type, l->event_type_n) == 0;
}

static void take_event(struct attest *t, const struct chain_line *l)
{
    static const char kept[] = "\"kept\": [";
    struct arena *a CLEANUP(arena_cleanup) = NULL;
    bool is_artifact = is_event(l, "artifact_generated");
    struct json *data;
    struct err ignored;

    if (!is_artifact &&
        (!is_event(l, "observation_recorded") || !memmem(l->event_data, l->event_data_n, kept, sizeof kept - 1)))
        return;
    a = arena_new();
    if (json_parse(a, l->event_data, l->event_data_n, &data, &ignored) < 0)
        return;
    if (is_artifact)
        take_artifact(t, data);
    else
        take_kept(t, json_get(data, "kept"), arena_dup(a, l->request_id, l->request_id_n));
}

static int broken(struct err *err, const char *why)
{
    err_set(err, ERR_AUDIT_BROKEN, "The audit log is not whole, so nothing it should prove is shown.", "%s", why);
    return err_action(err, "See what is wrong with `assay audit verify`.");
}

static int take_line(void *arg, const char *text, size_t n, const struct chain_line *l, struct err *err)
{
    struct attest *t = arg;
    unsigned char leaf[SHA256_BYTES];

    if (l->sequence != t->seen.entries + 1 || memcmp(l->parent, t->seen.head, HASH_CHARS) != 0)
        return broken(err, "a line does not follow the one before");
    merkle_leaf(text, n, leaf);
    merkle_add(&t->seen.tree, leaf);
    t->seen.entries++;
    t->seen.bytes += n + 1;
    memcpy(t->seen.head, l->hash, HASH_CHARS);
    take_event(t, l);
    return 0;
}

/* What was gathered from lines that turn out not to be signed is worth nothing: all is forgotten. */
static int forget(struct attest *t)
{
    free(t->places);
    t->places = NULL;
    t->n = t->room = 0;
    t->has_any = false;
    chain_init(&t->seen);
    return -1;
}

static int read_up_to(struct attest *t, const char *path, const struct chain *now, const struct cancel *cancel,
                      struct err *err)
{
    struct err why;

    if (now->bytes > t->seen.bytes &&
        log_reader_read(path, t->seen.bytes, now->bytes, cancel, take_line, t, &why) < 0) {
        forget(t);
        if (why.code == ERR_AUDIT_BROKEN)
            return broken(err, why.detail);
        *err = why;
        return -1;
    }
    if (!chain_is_same(&t->seen, now)) {
        forget(t);
        return broken(err, "the log is not the one that was signed");
    }
    return 0;
}

/* A store that is only looked at has no key to compare with: audit_check.h does. */
static bool is_by_our_key(const struct store *s, struct arena *a, const char *signed_head)
{
    char ours[KEY_TEXT_BYTES];
    struct signed_head head;

    if (!s->signer)
        return true;
    store_key(s, ours);
    return signed_head_read(a, signed_head, &head) && strcmp(head.key, ours) == 0;
}

/* What is committed after the head was read is not looked for. */
static int bring_up_to_date(struct store *s, struct arena *a, const struct cancel *cancel, struct err *err)
{
    const char *path = arena_printf(a, "%s/%s", s->home, HOME_LOG_FILE), *signed_head;
    struct chain now;
    struct err why;

    if (s->log && (store_check(s, &why) < 0 || store_catch_up(s, &why) < 0))
        return broken(err, why.detail);
    if (store_head(s, a, &now, &signed_head, err) < 0)
        return -1;
    if (now.entries > 0 && (!signed_head_is_good(signed_head, &now) || !is_by_our_key(s, a, signed_head)))
        return broken(err, "the head's signature is wrong");
    return read_up_to(s->attest, path, &now, cancel, err);
}

/* ---- asking ---- */

struct salt {
    char text[SHA256_TEXT_BYTES];
    const char *hash;
};

static int take_salt(void *arg, const struct db_row *row, struct err *err)
{
    const char *text = db_text(row, 0, NULL);

    (void)err;
    snprintf(((struct salt *)arg)->text, SHA256_TEXT_BYTES, "%s", text ? text : "");
    return 0;
}

static int read_salt(struct db *db, void *arg, struct err *err)
{
    return db_query(db, "SELECT salt FROM audit_private WHERE hash = $1", DB_VALUES(DB_S(((struct salt *)arg)->hash)),
                    take_salt, arg, err);
}

int attest_salted(const struct world *w, const struct json *value, struct buf *text,
                  char ret_salt[static SHA256_TEXT_BYTES], char ret_hash[static SHA256_TEXT_BYTES], struct err *err)
{
    unsigned char random[SHA256_BYTES];

    w->random(w->state, random, sizeof random);
    hex_text(random, sizeof random, ret_salt);
    buf_adds(text, ret_salt);
    if (json_write_canonical(text, value, err) < 0 || buf_check(text, err) < 0)
        return -1;
    sha256_text(text->p, text->n, ret_hash);
    return 0;
}

bool attest_words(const char *hash, const char *salt, const char *text)
{
    const struct sha256_part parts[] = { { salt, strlen(salt) }, { text, strlen(text) } };
    unsigned char sum[SHA256_BYTES];
    char found[SHA256_TEXT_BYTES];

    if (strlen(salt) != HASH_CHARS) /* else words could be moved between it and the text */
        return false;
    sha256_parts(parts, COUNT_OF(parts), sum);
    hex_text(sum, sizeof sum, found);
    return strcmp(found, hash) == 0;
}

static int compare(struct store *s, const char *what, const char *hash, const struct json *value, bool *ret_same,
                   struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct salt salt = { .hash = hash };

    if (strcmp(what, ATTEST_CONTENT) == 0) {
        const char *given = json_text(value, NULL);
        *ret_same = given && strcmp(given, hash) == 0;
        return 0;
    }
    if (store_read(s, read_salt, &salt, err) < 0 || json_write_canonical(&text, value, err) < 0)
        return -1;
    *ret_same = attest_words(hash, salt.text, text.p);
    return 0;
}

/* The hash that the log has; empty when it has none. */
static int look_up(struct store *s, const char *what, const char *id, const struct cancel *cancel,
                   char ret[static SHA256_TEXT_BYTES], struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    int status;

    pthread_mutex_lock(&s->attest->m);
    status = bring_up_to_date(s, a, cancel, err);
    if (status == 0)
        snprintf(ret, SHA256_TEXT_BYTES, "%s", find(s->attest, what, id));
    pthread_mutex_unlock(&s->attest->m);
    return status;
}

int attest_log(struct store *s, const struct cancel *cancel, struct err *err)
{
    char unused[SHA256_TEXT_BYTES];

    return look_up(s, "", "", cancel, unused, err);
}

int attest_has_any(struct store *s, bool *ret, struct err *err)
{
    if (attest_log(s, NULL, err) < 0)
        return -1;
    pthread_mutex_lock(&s->attest->m);
    *ret = s->attest->has_any;
    pthread_mutex_unlock(&s->attest->m);
    return 0;
}

int attest_look(struct store *s, const char *what, const char *id, const struct json *value,
                const struct cancel *cancel, enum attested *ret, struct err *err)
{
    char hash[SHA256_TEXT_BYTES];
    bool same;

    if (look_up(s, what, id, cancel, hash, err) < 0)
        return -1;
    if (!hash[0]) {
        *ret = ATTEST_UNKNOWN;
        return 0;
    }
    if (compare(s, what, hash, value, &same, err) < 0)
        return -1;
    *ret = same ? ATTEST_SAME : ATTEST_OTHER;
    return 0;
}

static int refuse(enum attested is, const char *what, const char *id, struct err *err)
{
    if (is == ATTEST_UNKNOWN) {
        err_set(err, ERR_AUDIT_BROKEN, "The audit log knows nothing of what is kept there, so it is not shown.",
                "%s %s", what, id);
        return err_action(err, "An older assay may have kept it, without signing it: make it again.");
    }
    err_set(err, ERR_AUDIT_BROKEN, "What is kept there is not what was signed, so it is not shown.", "%s %s", what, id);
    return err_action(err,
                      "Make it again, or put the home back from a backup; `assay doctor` counts what was changed.");
}

int attest_value(struct store *s, const char *what, const char *id, const struct json *value,
                 const struct cancel *cancel, struct err *err)
{
    enum attested is;

    if (attest_look(s, what, id, value, cancel, &is, err) < 0)
        return -1;
    return is == ATTEST_SAME ? 0 : refuse(is, what, id, err);
}

int attest_artifact(struct store *s, const struct json *artifact, const struct cancel *cancel, struct err *err)
{
    const char *id = json_get_text(artifact, "artifact_id");
    enum attested is;

    if (attest_value(s, ATTEST_CONTENT, id, json_get(artifact, "content_hash"), cancel, err) < 0 ||
        attest_look(s, ATTEST_ARTIFACT, id, artifact, cancel, &is, err) < 0)
        return -1;
    return is == ATTEST_OTHER ? refuse(is, ATTEST_ARTIFACT, id, err) : 0;
}

/* ---- all of it ---- */

struct counting {
    struct store *store;
    const struct cancel *cancel;
    struct attest_count *ret;
};

static int count_analysis(void *arg, const struct analysis *x, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct counting *c = arg;
    enum attested is;

    if (attest_look(c->store, ATTEST_ANALYSIS, x->id, analysis_whole(a, x), c->cancel, &is, err) < 0)
        return -1;
    c->ret->all++;
    c->ret->other += is == ATTEST_OTHER;
    c->ret->unknown += is == ATTEST_UNKNOWN;
    return 0;
}

static int count_artifact(void *arg, const struct db_row *row, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct counting *c = arg;
    struct json *artifact;
    struct err why;
    size_t n;
    const char *text = db_text(row, 0, &n);

    c->ret->all++;
    if (!text || json_parse(a, text, n, &artifact, &why) < 0 || !json_get_text(artifact, "artifact_id")) {
        c->ret->other++;
        return 0;
    }
    if (attest_artifact(c->store, artifact, c->cancel, &why) == 0)
        return 0;
    if (why.code == ERR_AUDIT_BROKEN) {
        c->ret->other++;
        return 0;
    }
    *err = why;
    return -1;
}

static int count_all(struct db *db, void *arg, struct err *err)
{
    if (analysis_all(db, count_analysis, arg, err) < 0)
        return -1;
    return db_query(db, "SELECT artifact FROM artifacts ORDER BY id", NULL, 0, count_artifact, arg, err);
}

int attest_all(struct store *s, const struct cancel *cancel, struct attest_count *ret, struct err *err)
{
    struct counting c = { s, cancel, ret };

    *ret = (struct attest_count){ 0 };
    return store_read(s, count_all, &c, err);
}
