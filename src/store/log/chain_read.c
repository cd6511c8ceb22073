/* chain_read.c - reads a line of the log, strictly and without a tree.
 *
 * Verifying is this function a million times a second, so it is one pass that compares fixed text, steps over
 * event_data with canon_skip, and hashes the pieces where they stand. What passes is to the byte a line that chain_add
 * could have written: the seed's Python, which parses and prints again, must then come to the same hash.
 *
 * Errors name what is wrong and never repeat what stands there: it may be anybody's.
 */
#include "base/canon.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/timefmt.h"
#include "store/log/chain.h"
#include "store/log/chain_words.h"

#define UUID_CHARS (ID_TEXT_BYTES - 1)
#define HASH_CHARS (SHA256_TEXT_BYTES - 1)
#define TIME_CHARS 20      /* 2026-01-23T10:30:00Z */
#define TIME_LONG_CHARS 24 /* 2026-01-23T10:30:00.123Z */

/* What is left of the line. A step that does not find what it needs sets why and says false. */
struct cursor {
    const char *p, *end;
    const char *why, *more; /* more: the second half of the sentence, or NULL */
};

static bool fail(struct cursor *c, const char *why)
{
    c->why = why;
    return false;
}

/* Fixed text between the values. */
#define FIXED(c, text) fixed((c), (text), sizeof(text) - 1)

static inline bool fixed(struct cursor *c, const char *text, size_t n)
{
    if ((size_t)(c->end - c->p) < n || memcmp(c->p, text, n) != 0)
        return fail(c, "the line is not laid out as an entry is");
    c->p += n;
    return true;
}

/* n characters, whatever they are. */
static inline bool take(struct cursor *c, size_t n, const char **ret)
{
    if ((size_t)(c->end - c->p) < n)
        return fail(c, "the line ends too early");
    *ret = c->p;
    c->p += n;
    return true;
}

/* Up to the next quote: for short words only. */
static inline bool word(struct cursor *c, const char **ret, size_t *ret_n)
{
    const char *quote = memchr(c->p, '"', (size_t)(c->end - c->p));

    if (!quote)
        return fail(c, "the line ends too early");
    *ret_n = (size_t)(quote - c->p);
    *ret = c->p;
    c->p = quote;
    return true;
}

/* As world_id prints it. */
static bool is_own_id(const char *p)
{
    bool has_capitals = false;

    for (size_t i = 0; i < UUID_CHARS; i++)
        has_capitals |= p[i] >= 'A' && p[i] <= 'F';
    return !has_capitals && id_is_uuid4(p, UUID_CHARS);
}

static bool ids(struct cursor *c, struct chain_line *l)
{
    l->entry_id_n = l->request_id_n = UUID_CHARS;
    if (!FIXED(c, "{\"entry_id\": \"") || !take(c, UUID_CHARS, &l->entry_id) || !FIXED(c, "\", \"request_id\": \"") ||
        !take(c, UUID_CHARS, &l->request_id))
        return false;
    if (!is_own_id(l->entry_id))
        return fail(c, "entry_id is no UUID of version 4 in lower case");
    if (!id_is_uuid(l->request_id, UUID_CHARS))
        return fail(c, "request_id is no UUID");
    return FIXED(c, "\", \"sequence_number\": ");
}

static bool sequence(struct cursor *c, uint64_t *ret)
{
    const char *start = c->p;
    uint64_t v = 0;

    for (; c->p < c->end && *c->p >= '0' && *c->p <= '9'; c->p++)
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (unsigned)(*c->p - '0'), &v))
            return fail(c, "sequence_number is too large");
    if (c->p == start || *start == '0')
        return fail(c, "sequence_number is no whole number from 1 on");
    *ret = v;
    return true;
}

/* Exactly as time_text prints: a real time of UTC, capital letters, three decimals or none, no leap second. */
static bool is_time(const char *p, size_t n)
{
    int64_t us;

    if (n == TIME_LONG_CHARS ? p[19] != '.' || memcmp(p + 20, "000", 3) == 0 : n != TIME_CHARS)
        return false;
    return p[10] == 'T' && p[n - 1] == 'Z' && p[17] < '6' && time_read(p, n, &us);
}

static bool links(struct cursor *c, struct chain_line *l)
{
    if (!FIXED(c, ", \"parent_hash\": \"") || !take(c, HASH_CHARS, &l->parent) || !FIXED(c, "\", \"timestamp\": \"") ||
        !word(c, &l->timestamp, &l->timestamp_n) || !FIXED(c, "\", \"event_type\": \"") ||
        !word(c, &l->event_type, &l->event_type_n))
        return false;
    if (!id_is_sha256(l->parent, HASH_CHARS))
        return fail(c, "parent_hash is no SHA-256");
    if (!is_time(l->timestamp, l->timestamp_n))
        return fail(c, "timestamp is no time as this log writes it");
    if (!chain_is_event_type(l->event_type, l->event_type_n))
        return fail(c, "event_type is none of the chain's");
    return FIXED(c, "\", \"event_data\": ");
}

/* The data is a level below the entry. */
static bool data(struct cursor *c, struct chain_line *l)
{
    const char *behind;

    if (c->p == c->end || *c->p != '{')
        return fail(c, "event_data is no object");
    behind = canon_skip(c->p, c->end, JSON_MAX_DEPTH - 1, &c->more);
    if (!behind)
        return fail(c, "event_data has ");
    l->event_data = c->p;
    l->event_data_n = (size_t)(behind - c->p);
    c->p = behind;
    return true;
}

static bool tail(struct cursor *c, struct chain_line *l)
{
    if (!FIXED(c, ", \"actor\": \"") || !word(c, &l->actor, &l->actor_n) || !FIXED(c, "\", \"hash\": \"") ||
        !take(c, HASH_CHARS, &l->hash) || !FIXED(c, "\"}"))
        return false;
    if (!chain_is_actor(l->actor, l->actor_n))
        return fail(c, "actor is none of the chain's");
    return c->p == c->end || fail(c, "something stands behind the entry");
}

static bool hash(struct cursor *c, const struct chain_line *l)
{
    const struct sha256_part parts[] = {
        { l->parent, HASH_CHARS },
        { l->timestamp, l->timestamp_n },
        { l->event_type, l->event_type_n },
        { l->event_data, l->event_data_n },
    };
    unsigned char bytes[SHA256_BYTES];
    char text[SHA256_TEXT_BYTES];

    sha256_parts(parts, COUNT_OF(parts), bytes);
    hex_text(bytes, sizeof bytes, text);
    return memcmp(text, l->hash, HASH_CHARS) == 0 || fail(c, "its hash is not the one its fields have");
}

int chain_read(const char *line, size_t n, struct chain_line *ret, struct err *err)
{
    struct cursor c = { .p = line, .end = line + n };
    struct chain_line l;

    if (n > AUDIT_LINE_BYTES)
        return err_say(err, ERR_AUDIT_BROKEN, "the line is longer than an entry may be");
    if (!ids(&c, &l) || !sequence(&c, &l.sequence) || !links(&c, &l) || !data(&c, &l) || !tail(&c, &l) || !hash(&c, &l))
        return err_say(err, ERR_AUDIT_BROKEN, "%s%s", c.why, c.more ? c.more : "");
    *ret = l;
    return 0;
}
