/* chain.c - adds an entry: the line, its hash, and the tree one leaf larger.
 *
 * The line is made aside and copied when it is whole, so that a failure leaves chain and buffer as they were. Its hash
 * is computed over the pieces where they stand in the line; a test holds it against model/audit.h, which computes the
 * same from a parsed entry.
 *
 * The whole line, and not just its event_data, keeps to JSON_MAX_DEPTH: whoever parses it must be able to.
 */
#include "store/log/chain.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/audit.h"
#include "model/model.h"
#include "store/log/chain_words.h"
#include <inttypes.h>
#include <pthread.h>

/* ---- words ---- */

static const struct model_enum *event_types, *actors;

static void find_words(void)
{
    event_types = model_enum("analyst.EventType");
    actors = model_enum("analyst.Actor");
    if (!event_types || !actors)
        abort();
}

/* The model finds an enum by its name among all others, which takes longer than checking a whole line. */
static bool is_word(const struct model_enum *const *words, const char *p, size_t n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (pthread_once(&once, find_words) != 0)
        abort();
    for (const char *const *word = (*words)->values; *word; word++)
        if (strlen(*word) == n && memcmp(*word, p, n) == 0)
            return true;
    return false;
}

bool chain_is_event_type(const char *p, size_t n)
{
    return is_word(&event_types, p, n);
}

bool chain_is_actor(const char *p, size_t n)
{
    return is_word(&actors, p, n);
}

/* ---- adding ---- */

void chain_init(struct chain *c)
{
    *c = (struct chain){ .head = AUDIT_FIRST_PARENT };
}

bool chain_is_same(const struct chain *a, const struct chain *b)
{
    unsigned char first[SHA256_BYTES], second[SHA256_BYTES];

    merkle_root(&a->tree, first);
    merkle_root(&b->tree, second);
    return a->entries == b->entries && a->bytes == b->bytes && strcmp(a->head, b->head) == 0 &&
           memcmp(first, second, sizeof first) == 0;
}

/* Whether a tree has at most `most` levels of lists and objects. */
static bool is_flat(const struct json *v, unsigned most)
{
    if (json_type(v) != JSON_ARRAY && json_type(v) != JSON_OBJECT)
        return true;
    if (most == 0)
        return false;
    for (size_t i = 0; i < json_len(v); i++)
        if (!is_flat(json_at(v, i), most - 1))
            return false;
    return true;
}

static int check_event(const struct chain_event *e, struct err *err)
{
    if (!e->event_type || !chain_is_event_type(e->event_type, strlen(e->event_type)))
        return err_set(err, ERR_INVALID_INPUT, "event_type is none of the audit chain's.", "event_type %s",
                       e->event_type ? e->event_type : "is missing");
    if (!e->actor || !chain_is_actor(e->actor, strlen(e->actor)))
        return err_set(err, ERR_INVALID_INPUT, "actor is none of the audit chain's.", "actor %s",
                       e->actor ? e->actor : "is missing");
    if (!e->request_id || !id_is_uuid(e->request_id, strlen(e->request_id)))
        return err_say(err, ERR_INVALID_INPUT, "request_id must be a UUID");
    if (!json_is(e->data, JSON_OBJECT))
        return err_say(err, ERR_INVALID_INPUT, "event_data must be an object");
    if (!is_flat(e->data, JSON_MAX_DEPTH - 1))
        return err_set(err, ERR_TOO_LARGE, "That is nested too deeply for the audit chain.",
                       "event_data of over %d levels", JSON_MAX_DEPTH - 1);
    return 0;
}

/* The hash that the seed's verifier computes: three texts and the canonical event_data. */
static void entry_hash(const struct chain *c, const char *timestamp, const struct chain_event *e,
                       const struct sha256_part *data, char ret[static SHA256_TEXT_BYTES])
{
    const struct sha256_part parts[] = {
        { c->head, SHA256_TEXT_BYTES - 1 },
        { timestamp, strlen(timestamp) },
        { e->event_type, strlen(e->event_type) },
        *data,
    };
    unsigned char hash[SHA256_BYTES];

    sha256_parts(parts, COUNT_OF(parts), hash);
    hex_text(hash, sizeof hash, ret);
}

/* The line without its newline; its hash on the side. */
static int write_line(const struct chain *c, const struct world *w, const struct chain_event *e, struct buf *line,
                      char ret_hash[static SHA256_TEXT_BYTES], struct err *err)
{
    char id[ID_TEXT_BYTES], timestamp[TIME_TEXT_BYTES];
    size_t start;

    world_id(w, id);
    time_text(e->at_us, timestamp);
    buf_addf(line,
             "{\"entry_id\": \"%s\", \"request_id\": \"%s\", \"sequence_number\": %" PRIu64
             ", \"parent_hash\": \"%s\", \"timestamp\": \"%s\", \"event_type\": \"%s\", \"event_data\": ",
             id, e->request_id, c->entries + 1, c->head, timestamp, e->event_type);
    start = line->n;
    if (json_write_canonical(line, e->data, err) < 0)
        return -1;
    entry_hash(c, timestamp, e, &(struct sha256_part){ line->p + start, line->n - start }, ret_hash);
    buf_addf(line, ", \"actor\": \"%s\", \"hash\": \"%s\"}", e->actor, ret_hash);
    return buf_check(line, err);
}

int chain_add(struct chain *c, const struct world *w, const struct chain_event *e, struct buf *b, struct err *err)
{
    struct buf line CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES);
    unsigned char leaf[SHA256_BYTES];
    char hash[SHA256_TEXT_BYTES];
    size_t before = b->n;

    if (buf_check(b, err) < 0 || check_event(e, err) < 0 || write_line(c, w, e, &line, hash, err) < 0)
        return -1;
    buf_add(b, line.p, line.n);
    buf_addc(b, '\n');
    if (buf_check(b, err) < 0) {
        buf_cut(b, before);
        return -1;
    }
    merkle_leaf(line.p, line.n, leaf);
    merkle_add(&c->tree, leaf);
    memcpy(c->head, hash, sizeof c->head);
    c->entries++;
    c->bytes += line.n + 1;
    return 0;
}
