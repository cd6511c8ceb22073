/* collection.c - what is there: documents listed and removed, their chapters, and how the index is. */
#include "agents/docs/docs.h"
#include "agents/docs/ops.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/docs.h"
#include "model/page.h"
#include "store/records/documents.h"
#include "store/store.h"

struct collection_read {
    struct call *call;
    struct page page;
    const char *id;
    struct document *list, one;
    size_t n;
    int64_t total;
    struct json *chapters;
};

/* ---- docs.list ---- */

static int read_list(struct db *db, void *arg, struct err *err)
{
    struct collection_read *l = arg;

    return document_list(db, l->call->arena, l->call->user, l->page.offset, l->page.limit, &l->list, &l->n, &l->total,
                         err);
}

static struct json *item_of(struct arena *a, const struct document *d)
{
    struct json *v = json_set(a, json_object(a), "id", json_str(a, d->id));

    json_set(a, v, "title", json_str(a, d->title));
    json_set(a, v, "name", json_str(a, d->name));
    json_set(a, v, "bytes", json_int(a, d->bytes));
    json_set(a, v, "sha256", json_str(a, d->sha256));
    json_set(a, v, "passages", json_int(a, d->passages));
    return json_set(a, v, "created_at", json_str(a, d->created_at));
}

int docs_list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct docs *d = c->service;
    struct arena *a = c->arena;
    struct collection_read l = { .call = c, .page = page_of(args) };
    struct json *items = json_array(a);

    if (store_read(d->store, read_list, &l, err) < 0)
        return -1;
    for (size_t i = 0; i < l.n; i++)
        json_push(a, items, item_of(a, &l.list[i]));
    *ret = page_json(a, &l.page, items, l.total);
    return 0;
}

/* ---- docs.remove ---- */

static int read_one(struct db *db, void *arg, struct err *err)
{
    struct collection_read *l = arg;

    if (document_find(db, l->call->arena, l->call->user, l->id, NULL, &l->one, err) < 0)
        return -1;
    if (l->one.id)
        return 0;
    err_set(err, ERR_NOT_FOUND, "There is no such document.", "document %s", l->id);
    return err_action(err, "See which documents there are.");
}

int docs_remove_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct docs *d = c->service;
    struct arena *a = c->arena;
    struct collection_read l = { .call = c, .id = json_get_text(args, "id") };
    struct json *row = json_object(a);

    if (store_read(d->store, read_one, &l, err) < 0)
        return -1;
    json_set(a, row, "id", json_str(a, l.one.id));
    json_set(a, row, "version", json_str(a, l.one.sha256));
    ret->rows = json_push(a, json_array(a), row);
    ret->summary = arena_printf(a, "Remove the document '%s' with its %lld passage%s.", l.one.title,
                                (long long)l.one.passages, l.one.passages == 1 ? "" : "s");
    return 0;
}

int docs_remove(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const char *id = json_get_text(args, "id");

    if (document_remove(c->tx, id, c->user, err) < 0 || documents_forget(c->tx, err) < 0 ||
        docs_count(c->service, tx_db(c->tx), world_now(c->world), err) < 0)
        return -1;
    *ret = json_set(c->arena, json_object(c->arena), "id", json_str(c->arena, id));
    return 0;
}

/* ---- docs.chapters ---- */

static int read_chapters(struct db *db, void *arg, struct err *err)
{
    struct collection_read *l = arg;

    return document_chapters(db, l->call->arena, l->call->user, &l->chapters, err);
}

int docs_chapters(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct docs *d = c->service;
    struct collection_read l = { .call = c };

    (void)args;
    if (store_read(d->store, read_chapters, &l, err) < 0)
        return -1;
    *ret = json_set(c->arena, json_object(c->arena), "chapters", l.chapters);
    json_set(c->arena, *ret, "total_count", json_int(c->arena, (int64_t)json_len(l.chapters)));
    return 0;
}

/* ---- docs.health ---- */

/* What was seen so recently is as good as seen now; and a write that has counted what it is about to commit is not
 * contradicted by what is there before it has. */
#define LOOK_US 1000000

static void saw(struct docs *d, int64_t passages, int64_t now_us)
{
    atomic_store_explicit(&d->passages, passages, memory_order_relaxed);
    atomic_store_explicit(&d->seen_us, now_us, memory_order_release);
}

int docs_count(struct docs *d, struct db *db, int64_t now_us, struct err *err)
{
    int64_t passages = 0;

    if (documents_count(db, &passages, err) < 0)
        return -1;
    saw(d, passages, now_us);
    return 0;
}

static int read_count(struct db *db, void *arg, struct err *err)
{
    return documents_count(db, arg, err);
}

void docs_look(struct docs *d, int64_t now_us)
{
    int64_t passages = 0, seen = atomic_load_explicit(&d->seen_us, memory_order_acquire);
    struct err unread;

    if (now_us - seen < LOOK_US && atomic_load_explicit(&d->passages, memory_order_relaxed) >= 0)
        return;
    if (!d->store || store_read(d->store, read_count, &passages, &unread) < 0)
        passages = -1;
    saw(d, passages, now_us);
}

void docs_unread(struct docs *d, int64_t now_us)
{
    atomic_store_explicit(&d->passages, -1, memory_order_relaxed);
    docs_look(d, now_us);
}

/* A store that must not be written to can still be asked. */
struct json *docs_health_json(struct arena *a, const struct docs *d, int *ret_status)
{
    int64_t seen = atomic_load_explicit(&d->seen_us, memory_order_acquire);
    int64_t passages = atomic_load_explicit(&d->passages, memory_order_relaxed);
    struct json *v = json_object(a);
    bool reads = seen > 0 && passages >= 0;
    struct err damage;
    char at[TIME_TEXT_BYTES];

    time_text(seen, at);
    *ret_status = reads ? 200 : 503;
    json_set(a, v, "status",
             json_str(a, !reads                               ? "unhealthy"
                         : store_check(d->store, &damage) < 0 ? "degraded"
                                                              : "healthy"));
    json_set(a, v, "timestamp", json_str(a, at));
    json_set(a, v, "qdrant_status", json_str(a, reads ? "connected" : d->store ? "error" : "disconnected"));
    if (reads)
        json_set(a, v, "qdrant_collection_count", json_int(a, passages));
    json_set(a, v, "llm_status", json_str(a, "builtin"));
    return json_set(a, v, "version", json_str(a, ASSAY_VERSION));
}

int docs_health_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct docs *d = c->service;
    int status;

    (void)args;
    (void)err;
    docs_look(d, world_now(c->world));
    *ret = docs_health_json(c->arena, d, &status);
    return 0;
}
