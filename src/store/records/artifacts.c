/* artifacts.c - files written under new names, rows that know them, and both compared.
 *
 * A home may have come from elsewhere, so what a row says of a path is looked at again before a file is opened.
 */
#include "store/records/artifacts.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/analyst.h"
#include "model/model.h"
#include "model/page.h"
#include "store/db/db.h"
#include "store/files/quota.h"
#include "store/files/walk.h"
#include "store/records/recipes.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/spool.h"
#include <errno.h>
#include <unistd.h>

static int not_found(const char *id, struct err *err)
{
    return err_set(err, ERR_NOT_FOUND, "There is no such artifact.", "artifact %s", id);
}

/* ---- what a type means ---- */

static const struct {
    const char *type, *ending, *content_type;
} kinds[] = {
    { "table", ".csv", "text/csv" },
    { "chart", ".png", "image/png" },
    { "report", ".md", "text/markdown" },
    { "summary", ".md", "text/markdown" },
};

/* The place of a type in that list; COUNT_OF(kinds) for none. */
static size_t kind_of(const char *type)
{
    size_t i = 0;

    while (i < COUNT_OF(kinds) && !(type && strcmp(type, kinds[i].type) == 0))
        i++;
    return i;
}

const char *artifact_content_type(const struct json *artifact)
{
    size_t i = kind_of(json_get_text(artifact, "artifact_type"));

    return i < COUNT_OF(kinds) ? kinds[i].content_type : "application/octet-stream";
}

static bool is_name(const char *name, size_t n)
{
    bool is = n > 0 && n <= ARTIFACT_NAME_BYTES;

    for (size_t i = 0; is && i < n; i++)
        is = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') || str_is_digit(name[i]) ||
             name[i] == '-' || name[i] == '_';
    return is;
}

/* ---- writing ---- */

static int check_file(const struct artifact_file *f, struct err *err)
{
    if (kind_of(f->type) == COUNT_OF(kinds))
        return err_say(err, ERR_INVALID_INPUT, "An artifact is a table, a chart, a report or a summary.");
    if (!is_name(f->name, strlen(f->name))) {
        err_say(err, ERR_INVALID_INPUT, "An artifact's name has 1 to %d letters, digits, hyphens and underscores.",
                ARTIFACT_NAME_BYTES);
        return -1;
    }
    if (!id_is_uuid(f->request_id, strlen(f->request_id)))
        return err_say(err, ERR_INVALID_INPUT, "The request's id must be a UUID.");
    if (f->n > ARTIFACT_BYTES)
        return err_say(err, ERR_TOO_LARGE, "An artifact may have at most %u bytes.", ARTIFACT_BYTES);
    return 0;
}

/* The path below the home for the i-th file of that name. */
static const char *ref_of(struct arena *a, const struct artifact_file *f, int i)
{
    const char *ending = kinds[kind_of(f->type)].ending, *folder = analyst_deliverable(f->type);

    if (i == 1)
        return arena_printf(a, "artifacts/%s/%s/%s%s", folder, f->request_id, f->name, ending);
    return arena_printf(a, "artifacts/%s/%s/%s-%d%s", folder, f->request_id, f->name, i, ending);
}

/* Under the first name that is free; *ret is the path below the home. */
static int publish(struct arena *a, const char *home, const struct artifact_file *f, const char **ret, struct err *err)
{
    struct spool out CLEANUP(spool_done) = SPOOL;
    const char *ref = ref_of(a, f, 1);
    int folder, status;

    if (location_make_in(home, arena_dup(a, ref, (size_t)(file_basename(ref) - ref - 1)), &folder, err) < 0)
        return -1;
    status = spool_open_in(&out, folder, ref, "the artifact", err);
    close(folder);
    if (status < 0 || file_write_fd(out.fd, f->bytes, f->n, "keep the artifact", err) < 0)
        return -1;
    for (int i = 1;; i++) {
        if (spool_publish_new(&out, "the artifact", err) == 0) {
            *ret = ref;
            return 0;
        }
        if (err->code != ERR_CONFLICT || i == ARTIFACT_SAME_NAMES)
            return -1;
        ref = ref_of(a, f, i + 1);
        out.path = ref;
    }
}

static struct json *describe(struct arena *a, const struct artifact_file *f, const struct world *world, const char *ref)
{
    struct json *v = json_object(a);
    char id[ID_TEXT_BYTES], hash[SHA256_TEXT_BYTES], now[TIME_TEXT_BYTES];

    world_id(world, id);
    sha256_text(f->bytes, f->n, hash);
    time_text(world_now(world), now);
    json_set(a, v, "artifact_id", json_str(a, id));
    json_set(a, v, "request_id", json_str(a, f->request_id));
    json_set(a, v, "artifact_type", json_str(a, f->type));
    json_set(a, v, "content_ref", json_str(a, ref));
    json_set(a, v, "content_hash", json_str(a, hash));
    json_set(a, v, "metadata", json_copy(a, f->metadata));
    json_set(a, v, "size_bytes", json_int(a, (int64_t)f->n));
    return json_set(a, v, "created_at", json_str(a, now));
}

int artifact_write(struct arena *a, const char *home, const struct world *world, const struct artifact_file *file,
                   const struct cancel *cancel, struct json **ret, struct err *err)
{
    const struct model_entity *entity = model_entity("analyst.Artifact");
    struct json *artifact;
    const char *ref;

    if (check_file(file, err) < 0)
        return -1;
    artifact = describe(a, file, world, ref_of(a, file, 1));
    if (model_check(entity, artifact, err) < 0 || quota_check(home, 0, file->n, cancel, err) < 0 ||
        cancel_check(cancel, err) < 0 || publish(a, home, file, &ref, err) < 0)
        return -1;
    *ret = json_set(a, artifact, "content_ref", json_str(a, ref));
    return 0;
}

int artifact_add(struct tx *tx, const char *user, const struct json *artifact, struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(ARTIFACT_ROW_BYTES);

    json_write(&text, artifact);
    if (buf_check(&text, err) < 0)
        return -1;
    return db_run(tx_db(tx),
                  "INSERT INTO artifacts (id, request_id, user_id, created_at, content_ref, artifact)"
                  " VALUES ($1, $2, $3, $4, $5, $6)",
                  DB_VALUES(DB_S(json_get_text(artifact, "artifact_id")), DB_S(json_get_text(artifact, "request_id")),
                            DB_S(user), DB_S(json_get_text(artifact, "created_at")),
                            DB_S(json_get_text(artifact, "content_ref")), DB_T(text.p, text.n)),
                  NULL, err);
}

/* ---- reading ---- */

struct artifact_list {
    struct arena *a;
    struct json *items;
};

static int take_artifact(void *arg, const struct db_row *row, struct err *err)
{
    struct artifact_list *r = arg;
    struct json *v;
    size_t n;
    const char *text = db_text(row, 0, &n);

    if (!text || json_parse(r->a, text, n, &v, err) < 0 || model_check(model_entity("analyst.Artifact"), v, err) < 0)
        return err_set(err, ERR_STORE_DAMAGED, "What is known of an artifact cannot be read.", "%s", err->message);
    json_push(r->a, r->items, v);
    return 0;
}

int artifact_list(struct db *db, struct arena *a, const char *user, const char *request_id, size_t offset, size_t limit,
                  struct json **ret, struct err *err)
{
    struct artifact_list r = { a, json_array(a) };
    int64_t total = 0;

    if (db_get_int(db, "SELECT count(*) FROM artifacts WHERE user_id = $1 AND request_id = coalesce($2, request_id)",
                   DB_VALUES(DB_S(user), DB_S(request_id)), &total, err) < 0 ||
        db_query(db,
                 "SELECT artifact FROM artifacts WHERE user_id = $1 AND request_id = coalesce($2, request_id)"
                 " ORDER BY rtrim(created_at, 'Z') DESC, content_ref LIMIT $3 OFFSET $4",
                 DB_VALUES(DB_S(user), DB_S(request_id), DB_I((int64_t)limit), DB_I((int64_t)offset)), take_artifact,
                 &r, err) < 0)
        return -1;
    *ret = page_json(a, &(struct page){ offset, limit }, r.items, total);
    return 0;
}

bool artifact_is_ref(const char *text)
{
    return str_starts(text, ARTIFACT_SCHEME) || str_starts(text, REPORT_SCHEME);
}

struct finding {
    struct artifact_list reading;
    const char *id, *user;
    bool is_report;
};

static int find_one(struct db *db, void *arg, struct err *err)
{
    struct finding *f = arg;

    if (!f->is_report)
        return db_query(db, "SELECT artifact FROM artifacts WHERE id = $1 AND user_id = $2",
                        DB_VALUES(DB_S(f->id), DB_S(f->user)), take_artifact, &f->reading, err);
    return db_query(db,
                    "SELECT artifact FROM artifacts WHERE (id = $1 OR request_id = $1) AND user_id = $2"
                    " AND content_ref LIKE 'artifacts/reports/%' ORDER BY id <> $1, content_ref LIMIT 1",
                    DB_VALUES(DB_S(f->id), DB_S(f->user)), take_artifact, &f->reading, err);
}

int artifact_find(struct store *s, struct arena *a, const char *ref, const char *user, struct json **ret,
                  struct err *err)
{
    struct finding f = { .reading = { a, json_array(a) }, .user = user, .is_report = str_starts(ref, REPORT_SCHEME) };

    if (!artifact_is_ref(ref))
        return not_found("of another scheme", err);
    f.id = strstr(ref, "://") + 3;
    if (!s || !id_is_uuid(f.id, strlen(f.id)))
        return not_found("of no id", err);
    if (store_read(s, find_one, &f, err) < 0)
        return -1;
    if (json_len(f.reading.items) == 0)
        return not_found(f.id, err);
    *ret = json_at(f.reading.items, 0);
    return 0;
}

/* ---- the file ---- */

/* artifacts/<folder>/<uuid>/<name>: a row must not lead anywhere else. */
static bool is_ref_of(const struct json *artifact)
{
    const char *ref = json_get_text(artifact, "content_ref"), *type = json_get_text(artifact, "artifact_type");
    const char *deliverable = analyst_deliverable(type), *ending = kinds[kind_of(type)].ending, *rest;
    size_t name_n, ending_n = strlen(ending);

    if (!str_starts(ref, "artifacts/") || !str_starts(ref + 10, deliverable))
        return false;
    rest = ref + 10 + strlen(deliverable);
    if (*rest != '/' || strlen(rest) < ID_TEXT_BYTES + 1 || !id_is_uuid(rest + 1, ID_TEXT_BYTES - 1) ||
        rest[ID_TEXT_BYTES] != '/')
        return false;
    rest += ID_TEXT_BYTES + 1;
    name_n = strlen(rest);
    return name_n > ending_n && str_ends(rest, ending) && !memchr(rest, '/', name_n) && *rest != '.';
}

static int changed(struct err *err, const struct json *artifact, const char *why)
{
    err_set(err, ERR_STORE_DAMAGED, "That artifact's file is not what was made: it was changed or is gone.", "%s: %s",
            json_get_text(artifact, "artifact_id"), why);
    return err_action(err, "Make it again, or restore the home from a backup.");
}

static int hash_file(int fd, const struct cancel *cancel, char hash[static SHA256_TEXT_BYTES], struct err *err)
{
    struct sha256 *h = sha256_new();
    char piece[FILE_CHUNK_BYTES];
    int result = 0;
    ssize_t n = 1;

    while (n > 0 && result == 0) {
        n = read(fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR)
            n = 1;
        else if (n < 0)
            result = err_errno(err, errno, "read the artifact", NULL);
        else
            sha256_add(h, piece, (size_t)n);
        if (result == 0)
            result = cancel_check(cancel, err);
    }
    sha256_end_text(h, hash);
    return result;
}

int artifact_path(const char *home, const struct json *artifact, const struct cancel *cancel, const char **ret,
                  struct err *err)
{
    const char *path = json_get_text(artifact, "content_ref");
    char hash[SHA256_TEXT_BYTES];
    struct file_stat st;
    int fd, result;

    if (!is_ref_of(artifact))
        return changed(err, artifact, "a path that is none of ours");
    if (location_open_in(home, path, "the artifact", &fd, &st, err) < 0)
        return changed(err, artifact, err->detail);
    result = hash_file(fd, cancel, hash, err);
    close(fd);
    if (result < 0)
        return -1;
    if (strcmp(hash, json_get_text(artifact, "content_hash")) != 0)
        return changed(err, artifact, "its hash is another");
    *ret = path;
    return 0;
}

size_t artifact_size(struct arena *a, const char *home, const struct json *artifact)
{
    const char *path = arena_printf(a, "%s/%s", home, json_get_text(artifact, "content_ref"));
    struct file_stat st;
    struct err gone;

    return is_ref_of(artifact) && file_stat(path, "the artifact", &st, &gone) == 0 ? (size_t)st.size : 0;
}

int artifact_read(const char *home, const struct json *artifact, struct buf *b, struct err *err)
{
    char hash[SHA256_TEXT_BYTES];
    size_t before = b->n;

    if (!is_ref_of(artifact))
        return changed(err, artifact, "a path that is none of ours");
    if (location_read_in(home, json_get_text(artifact, "content_ref"), "the artifact", b, err) < 0)
        return changed(err, artifact, err->detail);
    sha256_text(b->p + before, b->n - before, hash);
    if (strcmp(hash, json_get_text(artifact, "content_hash")) == 0)
        return 0;
    buf_cut(b, before);
    return changed(err, artifact, "its hash is another");
}

/* ---- forgetting ---- */

static int remove_file(const struct json *artifact, struct arena *a, const char *home, struct err *err)
{
    if (!is_ref_of(artifact))
        return 0;
    return file_remove(arena_printf(a, "%s/%s", home, json_get_text(artifact, "content_ref")), NULL, err);
}

int artifact_forget(struct tx *tx, struct arena *a, const char *home, const char *request_id, int64_t *ret_forgotten,
                    struct err *err)
{
    struct artifact_list r = { a, json_array(a) };
    int64_t recipes;

    if (db_query(tx_db(tx), "SELECT artifact FROM artifacts WHERE request_id = $1", DB_VALUES(DB_S(request_id)),
                 take_artifact, &r, err) < 0 ||
        db_run(tx_db(tx), "DELETE FROM artifacts WHERE request_id = $1", DB_VALUES(DB_S(request_id)), ret_forgotten,
               err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(r.items); i++)
        if (remove_file(json_at(r.items, i), a, home, err) < 0)
            return -1;
    if (recipe_forget(a, home, request_id, &recipes, err) < 0)
        return -1;
    *ret_forgotten += recipes;
    return 0;
}
