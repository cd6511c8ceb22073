/* documents.h - the documents of a user as rows: what each is, and the passages it was cut into.
 *
 * A document belongs to a user; for others it does not exist. A user has one document from each source: the path of the
 * file, or the name it was uploaded under. Adding it again replaces it. Its passages and their words in the index come
 * and go with it, in one transaction. A removed document leaves the index and, with store_settle(), the disk.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct json;
struct tx;

struct document {
    const char *id, *user, *title, *source, *sha256, *created_at;
    const char *name; /* how people call it: the file's name */
    int64_t bytes, passages;
};

/* A passage as it is kept. */
struct document_passage {
    const char *ref, *chapter, *section, *path, *url; /* text.h has what they are; url may be NULL */
    const char *heading;                              /* the words it is headed by, for the index */
    const char *text;
    int64_t words; /* how long it is, as the index weighs it */
};

/* ---- within a write ---- */

/* Keeps a document with its passages, in place of the one whose id is `replaces` (NULL: of none). Fails with
 * ERR_CHANGED_MEANWHILE when the user's document of that source is no longer that one: somebody was faster. */
WARN_UNUSED int document_put(struct tx *tx, const struct document *d, const struct document_passage *passages, size_t n,
                             const char *replaces, struct err *err);

/* Removes a document; ERR_NOT_FOUND. Whoever removed any calls documents_forget() once, at the end. */
WARN_UNUSED int document_remove(struct tx *tx, const char *id, const char *user, struct err *err);

/* Sees to it that words of removed passages leave the index, too. */
WARN_UNUSED int documents_forget(struct tx *tx, struct err *err);

/* ---- reading ---- */

/* By id or, where that is NULL, by source; ret->id is NULL when there is none. */
WARN_UNUSED int document_find(struct db *db, struct arena *a, const char *user, const char *id, const char *source,
                              struct document *ret, struct err *err);

/* Documents in the order of their titles, at most `limit` of them from `offset` on, and how many there are. */
WARN_UNUSED int document_list(struct db *db, struct arena *a, const char *user, size_t offset, size_t limit,
                              struct document **ret, size_t *ret_n, int64_t *ret_total, struct err *err);

/* The user's chapters as the docs seed lists them: [{"id","title","sections":[ids],"url"}]. Chapters of one id, of
 * whatever documents, are one. */
WARN_UNUSED int document_chapters(struct db *db, struct arena *a, const char *user, struct json **ret, struct err *err);

/* Passages of all users; fails when the index cannot be read. */
WARN_UNUSED int documents_count(struct db *db, int64_t *ret, struct err *err);
