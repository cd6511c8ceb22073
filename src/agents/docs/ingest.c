/* ingest.c - docs.add: files and folders read, cut into passages and kept, with a receipt.
 *
 * Everything is read and cut first; then all of it is kept in the transaction that ends the request, or nothing is. A
 * file that is the same as before is left alone, a changed one replaces what it was. In a folder what cannot be read is
 * told and left out; a file that was named must be readable.
 *
 * The bytes are parsed in this process: the readers of src/text take any bytes, which their fuzz target tries.
 */
#include "agents/docs/docs.h"
#include "agents/docs/files.h"
#include "agents/docs/ops.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/text/charset.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "search/search.h"
#include "store/db/stems.h"
#include "store/files/quota.h"
#include "store/records/documents.h"
#include "store/store.h"
#include "sys/file.h"
#include "text/text.h"
#include <string.h>

/* A document that is to be kept. */
struct ingested {
    struct document document;
    struct document_passage *passages;
    size_t n;
    const char *replaces; /* the id of the one before; NULL: there was none */
};

struct ingestion {
    struct call *call;
    struct docs *docs;
    struct stems *words;
    struct ingested *list;
    size_t n, replaced, unchanged, passages;
    uint64_t bytes;
    struct json *documents, *skipped;
};

/* ---- keeping ---- */

static int keep(struct tx *tx, void *arg, struct err *err)
{
    struct ingestion *b = arg;

    for (size_t i = 0; i < b->n; i++) {
        const struct ingested *one = &b->list[i];
        if (document_put(tx, &one->document, one->passages, one->n, one->replaces, err) < 0)
            return -1;
    }
    if (b->replaced > 0 && documents_forget(tx, err) < 0)
        return -1;
    return docs_count(b->docs, tx_db(tx), world_now(b->call->world), err);
}

/* ---- one document ---- */

/* What its passages are headed by, each heading once. */
static const char *heading_of(struct arena *a, const struct text *t, const struct passage *p)
{
    struct buf b CLEANUP(buf_done) = BUF(DOCS_FILE_BYTES);

    buf_adds(&b, t->title);
    if (strcmp(p->chapter, t->title) != 0)
        buf_addf(&b, "\n%s", p->chapter);
    if (strcmp(p->section, p->chapter) != 0)
        buf_addf(&b, "\n%s", p->section);
    return arena_dup(a, b.p, b.n);
}

static int make_passages(struct ingestion *b, struct ingested *one, const struct text *t, struct err *err)
{
    struct arena *a = b->call->arena;

    one->passages = arena_array(a, t->n, sizeof *one->passages);
    one->n = t->n;
    for (size_t i = 0; i < t->n; i++) {
        const struct passage *p = &t->passages[i];
        struct document_passage *kept = &one->passages[i];
        *kept = (struct document_passage){ p->ref, p->chapter,          p->section, p->path,
                                           p->url, heading_of(a, t, p), p->text,    0 };
        if (search_length(b->words, kept->heading, kept->text, &kept->words, err) < 0)
            return -1;
    }
    return cancel_check(b->call->cancel, err);
}

static void tell(struct ingestion *b, const struct document *d, size_t passages, const char *status)
{
    struct arena *a = b->call->arena;
    struct json *v = json_set(a, json_object(a), "id", json_str(a, d->id));

    json_set(a, v, "title", json_str(a, d->title));
    json_set(a, v, "name", json_str(a, d->name));
    json_set(a, v, "status", json_str(a, status));
    json_set(a, v, "bytes", json_int(a, d->bytes));
    json_set(a, v, "sha256", json_str(a, d->sha256));
    json_set(a, v, "passages", json_int(a, (int64_t)passages));
    json_push(a, b->documents, v);
}

struct source_lookup {
    struct ingestion *ingestion;
    const char *source;
    struct document found;
};

static int find_source(struct db *db, void *arg, struct err *err)
{
    struct source_lookup *s = arg;
    struct call *c = s->ingestion->call;

    return document_find(db, c->arena, c->user, NULL, s->source, &s->found, err);
}

static int add_text(struct ingestion *b, const struct docs_file *f, enum text_kind kind, const struct buf *raw,
                    struct document *before, struct err *err)
{
    struct arena *a = b->call->arena;
    struct ingested *one = &b->list[b->n];
    struct charset_text decoded;
    struct text text;
    char id[ID_TEXT_BYTES], now[TIME_TEXT_BYTES], hash[SHA256_TEXT_BYTES];
    int status;

    if (charset_open(&decoded, raw->p, raw->n, err) < 0)
        return -1;
    status = text_read(a, kind, f->name, decoded.p, decoded.n, &text, err);
    if (status == 0)
        status = make_passages(b, one, &text, err);
    charset_done(&decoded);
    if (status < 0)
        return -1;
    world_id(b->call->world, id);
    time_text(world_now(b->call->world), now);
    sha256_text(raw->p, raw->n, hash);
    one->replaces = before->id;
    one->document = (struct document){ .id = arena_str(a, id),
                                       .user = b->call->user,
                                       .title = text.title,
                                       .source = f->source,
                                       .name = f->name,
                                       .sha256 = arena_str(a, hash),
                                       .created_at = arena_str(a, now),
                                       .bytes = (int64_t)raw->n };
    b->n++;
    b->replaced += before->id != NULL;
    b->passages += one->n;
    tell(b, &one->document, one->n, before->id ? "replaced" : "added");
    return 0;
}

static int wrong_kind(struct err *err)
{
    err_say(err, ERR_INVALID_FILE_TYPE, "That is no document that can be read.");
    return err_action(err, "Bring Markdown, plain text, HTML or .jsonl.");
}

static int add_file(struct ingestion *b, const struct docs_file *f, struct err *err)
{
    struct source_lookup s = { .ingestion = b, .source = f->source };
    struct buf raw CLEANUP(buf_done) = BUF(DOCS_FILE_BYTES);
    char hash[SHA256_TEXT_BYTES];
    enum text_kind kind;

    if (!text_kind(f->name, &kind))
        return wrong_kind(err);
    if (docs_file_read(f, &raw, err) < 0 || store_read(b->docs->store, find_source, &s, err) < 0)
        return -1;
    b->bytes += raw.n;
    if (b->bytes > DOCS_ADD_BYTES)
        return err_say(err, ERR_TOO_LARGE, "That is too much at once: at most %u MB.", DOCS_ADD_BYTES >> 20);
    sha256_text(raw.p, raw.n, hash);
    if (s.found.id && strcmp(s.found.sha256, hash) == 0) {
        b->unchanged++;
        tell(b, &s.found, (size_t)s.found.passages, "unchanged");
        return 0;
    }
    return add_text(b, f, kind, &raw, &s.found, err);
}

/* ---- all of them ---- */

/* One that is too large is left out like one that cannot be read; all of them being too much is no fault of one. */
static bool may_be_skipped(const struct ingestion *b, const struct err *e)
{
    if (err_kind(e->code) == ERR_KIND_TOO_LARGE)
        return b->bytes <= DOCS_ADD_BYTES;
    return err_kind(e->code) == ERR_KIND_INVALID || err_kind(e->code) == ERR_KIND_NOT_FOUND || e->code == ERR_IO;
}

static int add_all(struct ingestion *b, const struct docs_files *files, struct err *err)
{
    struct arena *a = b->call->arena;

    b->list = arena_array(a, files->n, sizeof *b->list);
    for (size_t i = 0; i < files->n; i++) {
        const struct docs_file *f = &files->list[i];
        call_step(b->call, (int)i + 1, (int)files->n, "Reading documents");
        if (cancel_check(b->call->cancel, err) < 0)
            return -1;
        if (add_file(b, f, err) == 0)
            continue;
        if (!f->of_folder || !may_be_skipped(b, err))
            return -1;
        struct json *skipped = json_set(a, json_object(a), "name", json_str(a, f->name));
        json_push(a, b->skipped, json_set(a, skipped, "reason", json_str(a, err->message)));
    }
    return 0;
}

static struct json *receipt(const struct ingestion *b)
{
    struct arena *a = b->call->arena;
    struct json *v = json_set(a, json_object(a), "documents", b->documents);

    json_set(a, v, "added", json_int(a, (int64_t)(b->n - b->replaced)));
    json_set(a, v, "replaced", json_int(a, (int64_t)b->replaced));
    json_set(a, v, "unchanged", json_int(a, (int64_t)b->unchanged));
    json_set(a, v, "skipped", b->skipped);
    json_set(a, v, "chunks_in", json_int(a, (int64_t)b->passages));
    return json_set(a, v, "chunks_stored", json_int(a, (int64_t)b->passages));
}

/* All of a call's words are read by one reader, which is its own. */
static int read_all(struct ingestion *b, const struct docs_files *files, struct err *err)
{
    struct stems *words CLEANUP(stems_cleanup) = NULL;

    if (stems_new(&words, err) < 0)
        return -1;
    b->words = words;
    return add_all(b, files, err);
}

int docs_ingest(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct ingestion *b = arena_alloc(c->arena, sizeof *b);
    struct docs_files files;

    if (docs_files_find(c, args, &files, err) < 0)
        return -1;
    *b = (struct ingestion){
        .call = c, .docs = c->service, .documents = json_array(c->arena), .skipped = files.skipped
    };
    if (read_all(b, &files, err) < 0)
        return -1;
    if (b->n > 0) {
        if (quota_check(b->docs->home, 0, 3 * b->bytes, c->cancel, err) < 0)
            return -1;
        call_finally(c, keep, b);
    }
    *ret = receipt(b);
    return 0;
}
