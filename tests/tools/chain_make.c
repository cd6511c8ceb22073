/* chain_make.c - writes an audit log of N entries with awkward payloads to standard output, and where the chain then
 * stands to standard error, as JSON, with a signed head. Usage: chain_make N SEED [ENTRY]. The same seed gives the same
 * bytes. With ENTRY there is a proof, too, that this one is in the log.
 *
 * Payloads hold all of Unicode, floats of odd forms, whole numbers past 64 bits, every escape, empty and nested
 * containers: whatever json.dumps has a rule for. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/sign.h"
#include "base/world.h"
#include "store/log/chain.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A small generator of our own (splitmix64), so that a seed gives the same log everywhere. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t below(uint64_t *state, uint64_t n)
{
    return draw(state) % n;
}

static void seeded_random(void *state, void *out, size_t n)
{
    unsigned char *p = out;

    for (size_t i = 0; i < n; i++)
        p[i] = (unsigned char)draw(state);
}

static const char *pick(uint64_t *s, const char *const *from, size_t n)
{
    return from[below(s, n)];
}

static size_t put_character(uint64_t *s, char *out)
{
    static const uint32_t ends[] = { 0x20, 0x7f, 0x80, 0x800, 0xd800, 0x10000, 0x110000 };
    uint32_t c = (uint32_t)below(s, ends[below(s, COUNT_OF(ends))]);

    if (c >= 0xd800 && c <= 0xdfff)
        c = 0x2028;
    if (c < 0x80)
        return out[0] = (char)c, 1;
    if (c < 0x800)
        return out[0] = (char)(0xc0 | c >> 6), out[1] = (char)(0x80 | (c & 0x3f)), 2;
    if (c < 0x10000)
        return out[0] = (char)(0xe0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 0x3f)),
               out[2] = (char)(0x80 | (c & 0x3f)), 3;
    return out[0] = (char)(0xf0 | c >> 18), out[1] = (char)(0x80 | (c >> 12 & 0x3f)),
           out[2] = (char)(0x80 | (c >> 6 & 0x3f)), out[3] = (char)(0x80 | (c & 0x3f)), 4;
}

static size_t any_text(uint64_t *s, char *out, size_t most)
{
    size_t n = 0;

    for (uint64_t i = below(s, most / 4); i > 0; i--)
        n += put_character(s, out + n);
    return n;
}

static struct json *any_float(struct arena *a, uint64_t *s)
{
    static const char *const odd[] = {
        "1E5",    "-0.0", "0.10", "1e16", "1e15",   "9007199254740993.0",      "5e-324", "1.7976931348623157e308",
        "1e-400", "1e22", "1e23", "4.35", "0.0001", "2.2250738585072011e-308", "1e-5",   "123456789012345680000.0",
    };
    const char *text = pick(s, odd, COUNT_OF(odd));
    double v;
    uint64_t bits = draw(s);

    if (bits % 3 == 0)
        return json_number(a, text, strlen(text));
    if (bits % 3 == 1)
        return json_double(a, (double)(int64_t)below(s, 100000000) / 100);
    memcpy(&v, &bits, sizeof v);
    return json_double(a, __builtin_isfinite(v) ? v : 0.1);
}

static struct json *any_value(struct arena *a, uint64_t *s, unsigned depth);

static struct json *any_object(struct arena *a, uint64_t *s, unsigned depth)
{
    struct json *made = json_object(a);
    char key[64];

    for (uint64_t i = below(s, 6); i > 0; i--) {
        size_t n = any_text(s, key, 24);
        json_setn(a, made, key, n, any_value(a, s, depth));
    }
    return made;
}

static struct json *any_array(struct arena *a, uint64_t *s, unsigned depth)
{
    struct json *made = json_array(a);

    for (uint64_t i = below(s, 5); i > 0; i--)
        json_push(a, made, any_value(a, s, depth));
    return made;
}

static struct json *any_value(struct arena *a, uint64_t *s, unsigned depth)
{
    char text[128];
    size_t n;

    switch (below(s, depth > 0 ? 9 : 7)) {
    case 0:
        return json_null(a);
    case 1:
        return json_bool(a, below(s, 2) == 1);
    case 2:
        return json_int(a, (int64_t)(draw(s) >> below(s, 64)) * (below(s, 2) ? 1 : -1));
    case 3:
        n = (size_t)snprintf(text, sizeof text, "-%" PRIu64 "%019" PRIu64, 1 + below(s, 1000), draw(s) >> 1);
        return json_number(a, text + below(s, 2), n - 1);
    case 4:
        return any_float(a, s);
    case 5:
    case 6:
        n = any_text(s, text, below(s, 4) ? 40 : sizeof text);
        return json_strn(a, text, n);
    case 7:
        return any_array(a, s, depth - 1);
    default:
        return any_object(a, s, depth - 1);
    }
}

/* A call as agents make them, with something awkward among its arguments. */
static struct json *any_event(struct arena *a, uint64_t *s)
{
    static const char *const tools[] = { "sql.run", "describe_data", "list_tasks", "Übersicht", "表" };
    struct json *data = json_object(a);

    json_set(a, data, "tool_name", json_str(a, pick(s, tools, COUNT_OF(tools))));
    json_set(a, data, "call_id", json_int(a, (int64_t)below(s, 1000000)));
    json_set(a, data, "arguments", any_object(a, s, (unsigned)below(s, 6)));
    return data;
}

static int make(struct chain *c, const struct world *w, uint64_t *s, struct buf *out, struct err *err)
{
    static const char *const types[] = { "request_submitted",    "plan_created",       "tool_called",
                                         "observation_recorded", "artifact_generated", "policy_decision" };
    static const char *const actors[] = { "planner", "actor", "safety", "system" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char request[ID_TEXT_BYTES];
    struct chain_event e = { .event_type = pick(s, types, COUNT_OF(types)),
                             .actor = pick(s, actors, COUNT_OF(actors)),
                             .request_id = request,
                             .at_us =
                                 INT64_C(1769164200000000) + (int64_t)c->entries * 1000000 + (int64_t)below(s, 1000000),
                             .data = any_event(a, s) };

    world_id(w, request);
    return chain_add(c, w, &e, out, err);
}

/* ---- what is told ---- */

/* All that a proof needs: the hash of every leaf, and the line. */
struct proving {
    uint64_t entry; /* from 1; 0: no proof is wanted */
    struct buf leaves, line;
};

static void keep(struct proving *p, uint64_t entry, const struct buf *line)
{
    unsigned char leaf[SHA256_BYTES];

    if (p->entry == 0)
        return;
    merkle_leaf(line->p, line->n - 1, leaf);
    buf_add(&p->leaves, leaf, sizeof leaf);
    if (entry == p->entry)
        buf_add(&p->line, line->p, line->n - 1);
}

static int give_leaf(void *arg, uint64_t i, unsigned char ret[static SHA256_BYTES], struct err *err)
{
    (void)err;
    memcpy(ret, ((struct proving *)arg)->leaves.p + i * SHA256_BYTES, SHA256_BYTES);
    return 0;
}

static struct json *hex(struct arena *a, const unsigned char *p, size_t n)
{
    char text[2 * SIGN_BYTES + 1];

    hex_text(p, n, text);
    return json_str(a, text);
}

static struct json *root_of(struct arena *a, const struct chain *c)
{
    unsigned char root[SHA256_BYTES];

    merkle_root(&c->tree, root);
    return hex(a, root, sizeof root);
}

static void sign_once(const unsigned char key[static SIGN_KEY_BYTES], const void *p, size_t n,
                      unsigned char ret[static SIGN_BYTES])
{
    struct signer *s = signer_new(key);

    signer_sign(s, p, n, ret);
    signer_free(s);
}

/* As the store signs it: over the canonical JSON of all but the signature. */
static struct json *signed_head(struct arena *a, const struct chain *c, struct err *err)
{
    static const unsigned char key[SIGN_KEY_BYTES] = "a key that is no secret at all.";
    struct buf text CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    unsigned char public_key[SIGN_KEY_BYTES], signature[SIGN_BYTES];
    struct json *head = json_object(a);

    sign_public_key(key, public_key);
    json_set(a, head, "bytes", json_int(a, (int64_t)c->bytes));
    json_set(a, head, "head", json_str(a, c->head));
    json_set(a, head, "key", hex(a, public_key, sizeof public_key));
    json_set(a, head, "length", json_int(a, (int64_t)c->entries));
    json_set(a, head, "root", root_of(a, c));
    json_set(a, head, "timestamp", json_str(a, "2026-01-24T00:00:00Z"));
    if (json_write_canonical(&text, head, err) < 0)
        return NULL;
    sign_once(key, text.p, text.n, signature);
    return json_set(a, head, "signature", hex(a, signature, sizeof signature));
}

static struct json *proof_of(struct arena *a, const struct chain *c, struct proving *p, struct json *head,
                             struct err *err)
{
    struct json *proof = json_object(a), *path = json_array(a);
    struct merkle_proof made;
    char line_hash[SHA256_TEXT_BYTES];

    if (merkle_prove(p->entry - 1, c->entries, give_leaf, p, &made, err) < 0)
        return NULL;
    for (size_t i = 0; i < made.n; i++)
        json_push(a, path, hex(a, made.path[i], SHA256_BYTES));
    sha256_text(p->line.p, p->line.n, line_hash);
    json_set(a, proof, "leaf_index", json_int(a, (int64_t)made.leaf));
    json_set(a, proof, "tree_size", json_int(a, (int64_t)made.leaves));
    json_set(a, proof, "line", json_strn(a, p->line.p, p->line.n));
    json_set(a, proof, "line_sha256", json_str(a, line_hash));
    json_set(a, proof, "path", path);
    json_set(a, proof, "root", root_of(a, c));
    return json_set(a, proof, "head", head);
}

static int tell(const struct chain *c, struct proving *p, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *told = json_object(a), *head = signed_head(a, c, err), *proof = NULL;
    char tree[MERKLE_TEXT_BYTES];

    if (head && p->entry > 0)
        proof = proof_of(a, c, p, head, err);
    if (!head || (p->entry > 0 && !proof))
        return -1;
    merkle_text(&c->tree, tree);
    json_set(a, told, "bytes", json_int(a, (int64_t)c->bytes));
    json_set(a, told, "entries", json_int(a, (int64_t)c->entries));
    json_set(a, told, "head", json_str(a, c->head));
    json_set(a, told, "root", root_of(a, c));
    json_set(a, told, "tree", json_str(a, tree));
    json_set(a, told, "signed_head", head);
    json_set(a, told, "proof", proof);
    json_write(&out, told);
    return fprintf(stderr, "%s\n", out.p) < 0 ? -1 : 0;
}

static int make_log(uint64_t n, uint64_t *state, struct proving *p, struct err *err)
{
    struct world w = { .random = seeded_random, .state = state };
    struct buf out CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES + 1);
    struct chain c;

    chain_init(&c);
    while (c.entries < n) {
        buf_cut(&out, 0);
        if (make(&c, &w, state, &out, err) < 0)
            return -1;
        keep(p, c.entries, &out);
        if (fwrite(out.p, 1, out.n, stdout) != out.n)
            return err_say(err, ERR_IO, "cannot write");
    }
    return fflush(stdout) == 0 ? tell(&c, p, err) : err_say(err, ERR_IO, "cannot write");
}

int main(int argc, char **argv)
{
    uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, n = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    struct proving p = { .entry = argc > 3 ? strtoull(argv[3], NULL, 10) : 0 };
    struct err err = { 0 };
    int result;

    buf_init(&p.leaves, (size_t)n * SHA256_BYTES);
    buf_init(&p.line, AUDIT_LINE_BYTES);
    if (p.entry > n) {
        fputs("usage: chain_make N SEED [ENTRY]\n", stderr);
        return 1;
    }
    result = make_log(n, &state, &p, &err);
    if (result < 0)
        fprintf(stderr, "%s (%s)\n", err.message, err.detail);
    buf_done(&p.leaves);
    buf_done(&p.line);
    return result < 0 ? 1 : 0;
}
