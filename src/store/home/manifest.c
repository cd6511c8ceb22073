/* manifest.c - the manifest written from and read into plain structs.
 *
 * Reading trusts nothing: an archive may come from anywhere, and its names decide where files are written.
 */
#include "store/home/manifest.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "store/files/home_files.h"
#include "store/home/tar.h"
#include <assert.h>

#define FORMAT "assay-backup"

const char *const manifest_home_folders[] = { "artifacts", "cache",    "confirm", "db", "keys",
                                              "logs",      "sessions", "uploads", NULL };
const char *const manifest_folders[] = { "artifacts", "keys", "sessions", "uploads", NULL };

static const char *const first_files[] = { HOME_STORE_FILE, HOME_RECIPES_FILE, HOME_LOG_FILE };

bool manifest_is_home_folder(const char *name)
{
    size_t i = 0;

    while (manifest_home_folders[i] && strcmp(name, manifest_home_folders[i]) != 0)
        i++;
    return manifest_home_folders[i] != NULL;
}

static size_t rank_of(const char *name)
{
    size_t i = 0;

    while (i < COUNT_OF(first_files) && strcmp(name, first_files[i]) != 0)
        i++;
    return i;
}

bool manifest_name_is_known(const char *name, size_t n)
{
    if (strlen(name) != n || !tar_name_is_safe(name, n))
        return false;
    if (rank_of(name) < COUNT_OF(first_files))
        return true;
    for (size_t i = 0; manifest_folders[i]; i++)
        if (str_starts(name, manifest_folders[i]) && name[strlen(manifest_folders[i])] == '/')
            return true;
    return false;
}

int manifest_order(const void *a, const void *b)
{
    const struct manifest_file *x = a, *y = b;
    size_t rx = rank_of(x->name), ry = rank_of(y->name);

    return rx != ry ? (rx > ry) - (rx < ry) : strcmp(x->name, y->name);
}

int manifest_damaged(struct err *err, const char *detail, ...)
{
    va_list args;

    va_start(args, detail);
    err_setv(err, ERR_BACKUP_DAMAGED, "That is not a whole assay backup: it is damaged, cut short or something else.",
             detail, args);
    va_end(args);
    return err_action(err, "Use another copy of it, or an earlier backup.");
}

void manifest_sum(const void *text, size_t n, char ret[static MANIFEST_SUM_BYTES + 1])
{
    char sum[SHA256_TEXT_BYTES];

    static_assert(SHA256_TEXT_BYTES - 1 + 2 + sizeof MANIFEST_NAME - 1 + 1 == MANIFEST_SUM_BYTES, "one line");
    sha256_text(text, n, sum);
    snprintf(ret, MANIFEST_SUM_BYTES + 1, "%s  %s\n", sum, MANIFEST_NAME);
}

/* ---- writing ---- */

static struct json *file_json(struct arena *a, const struct manifest_file *f)
{
    struct json *v = json_object(a);

    json_set(a, v, "name", json_str(a, f->name));
    if (f->why)
        return json_set(a, v, "why", json_str(a, f->why));
    json_set(a, v, "size", json_int(a, (int64_t)f->size));
    return json_set(a, v, "sha256", json_str(a, f->sha256));
}

int manifest_write(const struct manifest *m, struct buf *b, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v = json_object(a), *audit = json_object(a), *files = json_array(a), *skipped = json_array(a);
    char made_at[TIME_TEXT_BYTES];

    time_text(m->made_s * 1000000, made_at);
    json_set(a, v, "format", json_str(a, FORMAT));
    json_set(a, v, "version", json_int(a, MANIFEST_VERSION));
    json_set(a, v, "made_at", json_str(a, made_at));
    json_set(a, v, "assay", json_str(a, m->program));
    json_set(a, audit, "entries", json_int(a, (int64_t)m->entries));
    json_set(a, audit, "bytes", json_int(a, (int64_t)m->bytes));
    json_set(a, audit, "head", m->head);
    json_set(a, v, "audit", audit);
    for (size_t i = 0; i < m->n; i++)
        json_push(a, m->files[i].why ? skipped : files, file_json(a, &m->files[i]));
    json_set(a, v, "files", files);
    json_set(a, v, "skipped", skipped);
    json_write_pretty(b, v);
    return buf_check(b, err);
}

/* ---- reading ---- */

/* A whole number from 0 up. */
static bool get_count(const struct json *object, const char *key, uint64_t *ret)
{
    int64_t i;

    if (!json_int64(json_get(object, key), &i) || i < 0)
        return false;
    *ret = (uint64_t)i;
    return true;
}

static bool read_file(const struct json *v, struct manifest_file *ret)
{
    size_t name_n = 0, sum_n = 0;
    const char *name = json_text(json_get(v, "name"), &name_n), *sum = json_text(json_get(v, "sha256"), &sum_n);

    if (!name || !manifest_name_is_known(name, name_n) || !sum || !id_is_sha256(sum, sum_n) ||
        !get_count(v, "size", &ret->size))
        return false;
    ret->name = name;
    memcpy(ret->sha256, sum, SHA256_TEXT_BYTES);
    return true;
}

static int read_files(struct arena *a, const struct json *list, struct manifest *ret, struct err *err)
{
    size_t n = json_len(list);

    if (!json_is(list, JSON_ARRAY) || n == 0 || n > BACKUP_FILES)
        return manifest_damaged(err, "a list of %zu files", n);
    ret->files = arena_array(a, n, sizeof *ret->files);
    ret->n = n;
    for (size_t i = 0; i < n; i++) {
        struct manifest_file *f = &ret->files[i];
        if (!read_file(json_at(list, i), f))
            return manifest_damaged(err, "file %zu of the manifest is none we write", i);
        if (i > 0 && manifest_order(f - 1, f) >= 0)
            return manifest_damaged(err, "file %zu of the manifest is out of order", i);
    }
    if (strcmp(ret->files[0].name, HOME_STORE_FILE) != 0)
        return manifest_damaged(err, "no %s", HOME_STORE_FILE);
    return 0;
}

static bool read_header(const struct json *v, struct manifest *ret)
{
    const struct json *audit = json_get(v, "audit");
    const char *made_at = json_get_text(v, "made_at");
    int64_t made_us;

    ret->program = json_get_text(v, "assay");
    ret->head = json_get(audit, "head");
    if (!json_is(ret->head, JSON_OBJECT))
        ret->head = NULL;
    if (!made_at || !time_read(made_at, strlen(made_at), &made_us) || made_us < 0 || !ret->program)
        return false;
    ret->made_s = made_us / 1000000;
    return get_count(audit, "entries", &ret->entries) && get_count(audit, "bytes", &ret->bytes);
}

int manifest_read(struct arena *a, const char *text, size_t n, struct manifest *ret, struct err *err)
{
    struct manifest m = { 0 };
    struct json *v;
    const char *format;
    uint64_t version;

    if (json_parse(a, text, n, &v, err) < 0)
        return manifest_damaged(err, "manifest: %s", err->detail);
    format = json_get_text(v, "format");
    if (!format || strcmp(format, FORMAT) != 0 || !get_count(v, "version", &version))
        return manifest_damaged(err, "the manifest is of another format");
    if (version != MANIFEST_VERSION) {
        err_set(err, ERR_CONFLICT, "That backup was made by a newer assay than this one.", "version %llu, we know %d",
                (unsigned long long)version, MANIFEST_VERSION);
        return err_action(err, "Update assay, then restore it.");
    }
    if (!read_header(v, &m))
        return manifest_damaged(err, "the manifest lacks its time, program or chain");
    if (read_files(a, json_get(v, "files"), &m, err) < 0)
        return -1;
    *ret = m;
    return 0;
}
