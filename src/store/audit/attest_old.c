/* attest_old.c - attests what an older program kept, once, when its home is brought up to date.
 *
 * Nobody can tell any more whether these rows are what was kept then. The log attests what the home held at the
 * upgrade; from then on it cannot be changed. It is done only for a log that attests nothing yet. So setting back the
 * version of the database does not have changed rows attested.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "store/audit/attest.h"
#include "store/db/db.h"
#include "store/db/row.h"
#include "store/records/analyses.h"
#include "store/records/conversations.h"
#include "store/store_parts.h"
#include <string.h>

struct attesting {
    struct tx *tx;
    const struct world *world;
    size_t left;         /* requests that may still be attested in this write */
    struct arena *arena; /* of the turn that is being gathered */
    const char *request; /* whose it is; NULL: none */
    struct json *turn;
};

/* A salted hash of the value, whose salt is kept beside the log. */
static int add_hash(struct attesting *t, struct arena *a, const char *request, const char *what,
                    const struct json *value, struct json *kept, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    char salt[SHA256_TEXT_BYTES], hash[SHA256_TEXT_BYTES];
    struct json *v = json_object(a);

    if (attest_salted(t->world, value, &b, salt, hash, err) < 0)
        return -1;
    json_set(a, v, "sha256", json_str(a, hash));
    json_push(a, kept, json_set(a, v, "what", json_str(a, what)));
    return db_run(tx_db(t->tx), "INSERT INTO audit_private (hash, request_id, salt, text) VALUES ($1, $2, $3, NULL)",
                  DB_VALUES(DB_S(hash), DB_S(request), DB_S(salt)), NULL, err);
}

static int record(struct attesting *t, struct arena *a, const char *request, struct json *kept, struct err *err)
{
    struct json *data = json_object(a);

    json_set(a, data, "kept", kept);
    json_set(a, data, "upgraded", json_bool(a, true));
    t->left--;
    return tx_audit(t->tx,
                    &(struct chain_event){ .event_type = "observation_recorded",
                                           .request_id = request,
                                           .actor = "system",
                                           .at_us = world_now(t->world),
                                           .data = data },
                    err);
}

static int attest_analysis(void *arg, const struct analysis *x, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct attesting *t = arg;
    struct json *kept = json_array(a);

    if (t->left == 0)
        return 0;
    if (add_hash(t, a, x->id, ATTEST_ANALYSIS, analysis_whole(a, x), kept, err) < 0 ||
        add_hash(t, a, x->id, ATTEST_ANALYSIS_ITEM, analysis_item(a, x), kept, err) < 0)
        return -1;
    return record(t, a, x->id, kept, err);
}

/* The turn that was gathered, if any. */
static int end_turn(struct attesting *t, struct err *err)
{
    struct json *kept;
    int status = 0;

    if (t->request && t->left > 0) {
        kept = json_array(t->arena);
        status = add_hash(t, t->arena, t->request, ATTEST_TURN, t->turn, kept, err);
        if (status == 0)
            status = record(t, t->arena, t->request, kept, err);
    }
    arena_free(t->arena);
    t->arena = arena_new();
    t->request = NULL;
    return status;
}

static int take_message(void *arg, const struct db_row *row, struct err *err)
{
    struct attesting *t = arg;
    const char *request = db_text(row, 0, NULL);

    if (t->request && strcmp(t->request, request) != 0 && end_turn(t, err) < 0)
        return -1;
    if (!t->request) {
        t->request = arena_str(t->arena, request);
        t->turn = conversation_turn(t->arena, db_text(row, 4, NULL));
    }
    conversation_said(t->arena, t->turn, db_text(row, 1, NULL), db_text(row, 2, NULL), row_json(t->arena, row, 3));
    return 0;
}

static int attest_rows(struct tx *tx, void *arg, struct err *err)
{
    struct store *s = arg;
    struct attesting t = { .tx = tx, .world = s->world, .left = ATTEST_OLD, .arena = arena_new() };
    int status = analysis_all(tx_db(tx), attest_analysis, &t, err);

    if (status == 0)
        status = db_query(
            tx_db(tx),
            "SELECT request_id, role, content, data, conversation_id FROM messages WHERE request_id IS NOT NULL"
            " AND content <> '" MESSAGE_ERASED "' ORDER BY request_id, id",
            NULL, 0, take_message, &t, err);
    if (status == 0)
        status = end_turn(&t, err);
    arena_free(t.arena);
    return status;
}

int attest_existing(struct store *s, struct err *err)
{
    bool has_any;

    if (attest_has_any(s, &has_any, err) < 0)
        return -1;
    return has_any ? 0 : store_write(s, attest_rows, s, NULL, err);
}
