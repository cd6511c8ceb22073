/* documents.c - documents and passages as rows; the index has the passages' words and not their text. */
#include "store/records/documents.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "store/db/db.h"
#include "store/store.h"
#include <string.h>

#define COLUMNS                                                                                                        \
    "d.id, d.title, d.source, d.sha256, d.created_at, d.name, d.size_bytes,"                                           \
    " (SELECT count(*) FROM chunks c WHERE c.document_id = d.id)"

/* ---- reading ---- */

struct found {
    struct arena *a;
    const char *user;
    struct document *list;
    size_t n, cap;
};

static int take_document(void *arg, const struct db_row *row, struct err *err)
{
    struct found *f = arg;
    const char *text[6];

    (void)err;
    if (f->n == f->cap) {
        struct document *more = arena_array(f->a, f->cap ? f->cap * 2 : 16, sizeof *more);
        if (f->n)
            memcpy(more, f->list, f->n * sizeof *more);
        f->cap = f->cap ? f->cap * 2 : 16;
        f->list = more;
    }
    for (int i = 0; i < (int)COUNT_OF(text); i++)
        text[i] = arena_str(f->a, db_text(row, i, NULL));
    f->list[f->n++] = (struct document){ .id = text[0],
                                         .user = f->user,
                                         .title = text[1],
                                         .source = text[2],
                                         .sha256 = text[3],
                                         .created_at = text[4],
                                         .name = text[5],
                                         .bytes = db_int(row, 6),
                                         .passages = db_int(row, 7) };
    return 0;
}

int document_find(struct db *db, struct arena *a, const char *user, const char *id, const char *source,
                  struct document *ret, struct err *err)
{
    struct found f = { .a = a, .user = user };

    if (db_query(db,
                 "SELECT " COLUMNS " FROM documents d WHERE d.user_id = $1 AND d.id = coalesce($2, d.id)"
                 " AND d.source = coalesce($3, d.source) LIMIT 1",
                 DB_VALUES(DB_S(user), DB_S(id), DB_S(source)), take_document, &f, err) < 0)
        return -1;
    *ret = f.n ? f.list[0] : (struct document){ 0 };
    return 0;
}

int document_list(struct db *db, struct arena *a, const char *user, size_t offset, size_t limit, struct document **ret,
                  size_t *ret_n, int64_t *ret_total, struct err *err)
{
    struct found f = { .a = a, .user = user };
    int64_t total = 0;

    if (db_get_int(db, "SELECT count(*) FROM documents WHERE user_id = $1", DB_VALUES(DB_S(user)), &total, err) < 0 ||
        db_query(db,
                 "SELECT " COLUMNS " FROM documents d WHERE d.user_id = $1 ORDER BY d.title, d.source"
                 " LIMIT $2 OFFSET $3",
                 DB_VALUES(DB_S(user), DB_I((int64_t)limit), DB_I((int64_t)offset)), take_document, &f, err) < 0)
        return -1;
    *ret = f.list;
    *ret_n = f.n;
    *ret_total = total;
    return 0;
}

struct chapters {
    struct arena *a;
    struct json *list, *last; /* the chapter that the last row was of */
};

static int take_section(void *arg, const struct db_row *row, struct err *err)
{
    struct chapters *c = arg;
    const char *id = db_text(row, 0, NULL), *url = db_text(row, 3, NULL);

    (void)err;
    if (!c->last || strcmp(json_get_text(c->last, "id"), id) != 0) {
        c->last = json_set(c->a, json_object(c->a), "id", json_str(c->a, id));
        json_set(c->a, c->last, "title", json_str(c->a, db_text(row, 2, NULL)));
        json_set(c->a, c->last, "sections", json_array(c->a));
        if (url)
            json_set(c->a, c->last, "url", json_str(c->a, url));
        json_push(c->a, c->list, c->last);
    }
    json_push(c->a, json_get(c->last, "sections"), json_str(c->a, db_text(row, 1, NULL)));
    return 0;
}

int document_chapters(struct db *db, struct arena *a, const char *user, struct json **ret, struct err *err)
{
    struct chapters c = { .a = a, .list = json_array(a) };

    /* Of each chapter and section the first passage counts; chapters are in the order of those. */
    if (db_query(db,
                 "SELECT substr(path, 1, instr(path, '/') - 1) AS chapter_id, substr(path, instr(path, '/') + 1),"
                 " chapter, url, min(id) AS first, min(min(id)) OVER (PARTITION BY substr(path, 1, instr(path, '/')))"
                 " AS beginning FROM chunks WHERE user_id = $1 GROUP BY path ORDER BY beginning, chapter_id, first",
                 DB_VALUES(DB_S(user)), take_section, &c, err) < 0)
        return -1;
    *ret = c.list;
    return 0;
}

int documents_count(struct db *db, int64_t *ret, struct err *err)
{
    int64_t indexed = 0;

    if (db_get_int(db, "SELECT count(*) FROM chunk_index WHERE chunk_index MATCH 'assay'", NULL, 0, &indexed, err) < 0)
        return -1;
    return db_get_int(db, "SELECT count(*) FROM chunks", NULL, 0, ret, err);
}

/* ---- within a write ---- */

static int remove_rows(struct db *db, const char *id, struct err *err)
{
    if (db_run(db,
               "INSERT INTO chunk_index (chunk_index, rowid, heading, text)"
               " SELECT 'delete', id, heading, text FROM chunks WHERE document_id = $1",
               DB_VALUES(DB_S(id)), NULL, err) < 0 ||
        db_run(db, "DELETE FROM chunks WHERE document_id = $1", DB_VALUES(DB_S(id)), NULL, err) < 0)
        return -1;
    return db_run(db, "DELETE FROM documents WHERE id = $1", DB_VALUES(DB_S(id)), NULL, err);
}

static int not_found(const char *id, struct err *err)
{
    err_set(err, ERR_NOT_FOUND, "There is no such document.", "document %s", id);
    return err_action(err, "See which documents there are.");
}

int document_remove(struct tx *tx, const char *id, const char *user, struct err *err)
{
    int64_t n = 0;

    if (db_get_int(tx_db(tx), "SELECT count(*) FROM documents WHERE id = $1 AND user_id = $2",
                   DB_VALUES(DB_S(id), DB_S(user)), &n, err) < 0)
        return -1;
    return n == 0 ? not_found(id, err) : remove_rows(tx_db(tx), id, err);
}

int documents_forget(struct tx *tx, struct err *err)
{
    return db_run(tx_db(tx), "INSERT INTO chunk_index (chunk_index) VALUES ('optimize')", NULL, 0, NULL, err);
}

static int put_passage(struct db *db, const struct document *d, const struct document_passage *p, size_t place,
                       struct err *err)
{
    int64_t id = 0;

    if (db_get_int(db,
                   "INSERT INTO chunks (document_id, user_id, place, ref, chapter, section, path, url, heading, text,"
                   " words) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
                   DB_VALUES(DB_S(d->id), DB_S(d->user), DB_I((int64_t)place), DB_S(p->ref), DB_S(p->chapter),
                             DB_S(p->section), DB_S(p->path), DB_S(p->url), DB_S(p->heading), DB_S(p->text),
                             DB_I(p->words)),
                   &id, err) < 0)
        return -1;
    return db_run(db, "INSERT INTO chunk_index (rowid, heading, text) VALUES ($1, $2, $3)",
                  DB_VALUES(DB_I(id), DB_S(p->heading), DB_S(p->text)), NULL, err);
}

/* That the user's document of the source is still the one that was seen. */
static int check_replaced(struct db *db, const struct document *d, const char *replaces, struct err *err)
{
    int64_t others = 0, seen = 0;

    if (db_get_int(db, "SELECT count(*) FROM documents WHERE user_id = $1 AND source = $2",
                   DB_VALUES(DB_S(d->user), DB_S(d->source)), &others, err) < 0 ||
        db_get_int(db, "SELECT count(*) FROM documents WHERE user_id = $1 AND source = $2 AND id = $3",
                   DB_VALUES(DB_S(d->user), DB_S(d->source), DB_S(replaces ? replaces : "")), &seen, err) < 0)
        return -1;
    if (others == seen && seen == (replaces ? 1 : 0))
        return 0;
    err_set(err, ERR_CHANGED_MEANWHILE, "Somebody else brought that document at the same time.", "document %s", d->id);
    return err_action(err, "Bring it again.");
}

int document_put(struct tx *tx, const struct document *d, const struct document_passage *passages, size_t n,
                 const char *replaces, struct err *err)
{
    struct db *db = tx_db(tx);

    if (check_replaced(db, d, replaces, err) < 0 || (replaces && remove_rows(db, replaces, err) < 0) ||
        db_run(db,
               "INSERT INTO documents (id, user_id, title, source, name, sha256, size_bytes, created_at)"
               " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
               DB_VALUES(DB_S(d->id), DB_S(d->user), DB_S(d->title), DB_S(d->source), DB_S(d->name), DB_S(d->sha256),
                         DB_I(d->bytes), DB_S(d->created_at)),
               NULL, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (put_passage(db, d, &passages[i], i, err) < 0)
            return -1;
    return 0;
}
