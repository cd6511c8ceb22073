/* ledger.c - a trail is two growing arrays in the request's arena; the store's ledger writes them in one transaction.
 */
#include "gate/ledger.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "store/audit/attest.h"
#include "store/db/db.h"

void trail_init(struct trail *t, struct arena *a, const struct world *w, const char *request_id, bool private)
{
    *t = (struct trail){ .arena = a, .world = w, .request_id = request_id, .private = private };
}

/* Room for one more element of an arena's array. */
static void *grown(struct arena *a, void *array, size_t n, size_t *cap, size_t size)
{
    void *more;

    if (n < *cap)
        return array;
    *cap = *cap ? *cap * 2 : 8;
    more = arena_array(a, *cap, size);
    if (n)
        memcpy(more, array, n * size);
    return more;
}

int trail_add(struct trail *t, const char *event_type, const char *actor, struct json *data, struct err *err)
{
    if (t->n == TRAIL_EVENTS)
        return err_set(err, ERR_TOO_LARGE, "That took too many steps and was stopped.", "over %d events", TRAIL_EVENTS);
    t->events = grown(t->arena, t->events, t->n, &t->cap, sizeof *t->events);
    t->events[t->n++] = (struct chain_event){ .event_type = event_type,
                                              .request_id = t->request_id,
                                              .actor = actor,
                                              .at_us = world_now(t->world),
                                              .data = data };
    return 0;
}

void trail_name(struct trail *t, const char *request_id)
{
    t->request_id = request_id;
    for (size_t i = 0; i < t->n; i++)
        t->events[i].request_id = request_id;
}

static struct json *nothing_told(struct arena *a)
{
    return json_set(a, json_object(a), "private", json_bool(a, true));
}

/* What is said of a call and of what came of it, without any of its values. */
static const struct json *made_private(struct arena *a, const struct json *data)
{
    struct json *copy = json_copy(a, data), *args = json_get(copy, "arguments");

    for (size_t i = 0; i < json_len(args); i++) {
        size_t n;
        const char *name = json_key_at(args, i, &n);
        json_setn(a, args, name, n, nothing_told(a));
    }
    if (json_is(json_get(copy, "data"), JSON_OBJECT))
        json_set(a, copy, "data", nothing_told(a));
    json_unset(copy, "sources");
    return copy;
}

void trail_be_private(struct trail *t)
{
    if (t->private)
        return;
    t->private = true;
    t->n_words = 0;
    for (size_t i = 0; i < t->n; i++)
        t->events[i].data = made_private(t->arena, t->events[i].data);
}

void trail_finally(struct trail *t, store_work *work, void *arg)
{
    t->works = grown(t->arena, t->works, t->n_works, &t->cap_works, sizeof *t->works);
    t->works[t->n_works++] = (struct trail_work){ work, arg };
}

void trail_afterwards(struct trail *t, void (*done)(void *arg), void *arg)
{
    t->cares = grown(t->arena, t->cares, t->n_cares, &t->cap_cares, sizeof *t->cares);
    t->cares[t->n_cares++] = (struct trail_care){ done, arg };
}

void trail_done(struct trail *t)
{
    while (t->n_cares > 0) {
        struct trail_care *c = &t->cares[--t->n_cares];
        c->done(c->arg);
    }
}

int trail_hide(struct trail *t, const struct json *value, bool keep_text, struct json **ret, struct err *err)
{
    struct trail_words *w;
    struct json *hidden = json_object(t->arena);
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    if (t->private) {
        *ret = nothing_told(t->arena);
        return 0;
    }
    t->words = grown(t->arena, t->words, t->n_words, &t->cap_words, sizeof *t->words);
    w = &t->words[t->n_words];
    if (attest_salted(t->world, value, &b, w->salt, w->hash, err) < 0)
        return -1;
    w->text = keep_text ? arena_dup(t->arena, b.p + strlen(w->salt), b.n - strlen(w->salt)) : NULL;
    t->n_words++;
    *ret = json_set(t->arena, hidden, "sha256", json_str(t->arena, w->hash));
    return 0;
}

static void join(struct store_span *all, const struct store_span *more)
{
    if (more->first == 0)
        return;
    if (all->first == 0)
        all->first = more->first;
    all->last = more->last;
    memcpy(all->head, more->head, sizeof all->head);
}

int trail_commit(struct trail *t, struct ledger *ledger, store_work *work, void *arg, struct err *err)
{
    struct store_span span = { 0 };

    if (!ledger) {
        if (work && work(NULL, arg, err) < 0)
            return -1;
    } else if ((work || t->n) && ledger->commit(ledger, t, work, arg, &span, err) < 0) {
        return -1;
    }
    join(&t->span, &span);
    t->n = 0;
    t->n_words = 0;
    return 0;
}

static int do_works(struct tx *tx, void *arg, struct err *err)
{
    struct trail *t = arg;

    for (size_t i = 0; i < t->n_works; i++)
        if (t->works[i].work(tx, t->works[i].arg, err) < 0)
            return -1;
    return 0;
}

int trail_end(struct trail *t, struct ledger *ledger, struct err *err)
{
    return trail_commit(t, ledger, t->n_works ? do_works : NULL, t, err);
}

/* ---- the store's ledger ---- */

struct commit {
    const struct trail *trail;
    store_work *work;
    void *arg;
};

static int keep_words(struct tx *tx, const struct trail *t, struct err *err)
{
    for (size_t i = 0; i < t->n_words; i++) {
        const struct trail_words *w = &t->words[i];
        struct db_value row[] = { DB_S(w->hash), DB_S(t->request_id), DB_S(w->salt), DB_S(w->text) };
        if (db_run(tx_db(tx), "INSERT INTO audit_private (hash, request_id, salt, text) VALUES ($1, $2, $3, $4)", row,
                   COUNT_OF(row), NULL, err) < 0)
            return -1;
    }
    return 0;
}

static int write_all(struct tx *tx, void *arg, struct err *err)
{
    struct commit *c = arg;

    if (c->work && c->work(tx, c->arg, err) < 0)
        return -1;
    for (size_t i = 0; i < c->trail->n; i++)
        if (tx_audit(tx, &c->trail->events[i], err) < 0)
            return -1;
    return keep_words(tx, c->trail, err);
}

static int commit_to_store(struct ledger *self, const struct trail *t, store_work *work, void *arg,
                           struct store_span *ret, struct err *err)
{
    struct commit c = { t, work, arg };

    return store_write(((struct store_ledger *)self)->store, write_all, &c, ret, err);
}

static int settle_store(struct ledger *self, struct err *err)
{
    return store_settle(((struct store_ledger *)self)->store, err);
}

void store_ledger_init(struct store_ledger *l, struct store *s)
{
    l->base.commit = commit_to_store;
    l->base.settle = settle_store;
    l->store = s;
}
