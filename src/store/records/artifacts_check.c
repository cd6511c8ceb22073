/* artifacts_check.c - rows and files compared, for the doctor and for the sweep.
 *
 * A file is written before its row, and a request may take minutes between the two: only what is older than
 * SWEEP_TEMP_SECONDS and has no row is a leftover.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "model/model.h"
#include "store/db/db.h"
#include "store/files/walk.h"
#include "store/records/artifacts.h"
#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct check {
    struct db *db;
    const char *home;
    int64_t before_us; /* what was changed since may still become an artifact */
    const struct cancel *cancel;
    struct artifact_faults faults;
    bool removes; /* what is unknown */
    uint64_t left;
};

/* ---- files without a row ---- */

static bool is_old(const struct check *k, const struct stat *st)
{
    return st->st_mtim.tv_sec * 1000000LL < k->before_us;
}

static int is_known(struct db *db, const char *path, bool *ret, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    int64_t n = 0;

    if (db_get_int(db, "SELECT count(*) FROM artifacts WHERE content_ref = $1",
                   DB_VALUES(DB_S(arena_printf(a, "artifacts/%s", path))), &n, err) < 0)
        return -1;
    *ret = n > 0;
    return 0;
}

/* A request's folder is the second level; one that is not empty stays by itself. */
static int look_at_folder(const struct check *k, const struct walk_entry *e)
{
    bool is_request = strchr(e->path, '/') != NULL;

    if (k->removes && is_request && is_old(k, e->st) && unlinkat(e->dir, e->name, AT_REMOVEDIR) == 0)
        return TREE_PASS;
    return TREE_ON;
}

static int look_at(void *arg, const struct walk_entry *e, struct err *err)
{
    struct check *k = arg;
    bool known;

    if (S_ISDIR(e->st->st_mode))
        return look_at_folder(k, e);
    if (!is_old(k, e->st))
        return TREE_ON;
    if (is_known(k->db, e->path, &known, err) < 0)
        return -1;
    if (known)
        return TREE_ON;
    if (k->removes && k->left-- == 0)
        return TREE_STOP;
    k->faults.unknown++;
    if (k->removes && unlinkat(e->dir, e->name, 0) != 0 && errno != ENOENT)
        return err_errno(err, errno, "remove a leftover file", e->path);
    return TREE_ON;
}

static int look_at_files(struct db *db, void *arg, struct err *err)
{
    struct check *k = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    k->db = db;
    return walk_files(arena_printf(a, "%s/artifacts", k->home), look_at, k, k->cancel, err);
}

/* ---- rows without their file ---- */

static int look_at_row(void *arg, const struct db_row *row, struct err *err)
{
    struct check *k = arg;
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *artifact;
    const char *path;
    struct err found;
    size_t n;
    const char *text = db_text(row, 0, &n);

    k->faults.artifacts++;
    if (cancel_check(k->cancel, err) < 0)
        return -1;
    if (json_parse(a, text, n, &artifact, &found) < 0 ||
        model_check(model_entity("analyst.Artifact"), artifact, &found) < 0 ||
        artifact_path(k->home, artifact, k->cancel, &path, &found) < 0)
        k->faults.changed++;
    return 0;
}

static int look_at_all(struct db *db, void *arg, struct err *err)
{
    struct check *k = arg;

    if (db_query(db, "SELECT artifact FROM artifacts ORDER BY id", NULL, 0, look_at_row, k, err) < 0)
        return -1;
    return look_at_files(db, k, err);
}

/* ---- both ---- */

static struct check begin(const char *home, const struct world *world, const struct cancel *cancel)
{
    return (
        struct check){ .home = home, .before_us = world_now(world) - SWEEP_TEMP_SECONDS * 1000000LL, .cancel = cancel };
}

int artifact_check_all(struct store *s, const char *home, const struct world *world, const struct cancel *cancel,
                       struct artifact_faults *ret, struct err *err)
{
    struct check k = begin(home, world, cancel);

    if (store_read(s, look_at_all, &k, err) < 0)
        return -1;
    *ret = k.faults;
    return 0;
}

int artifact_sweep(struct store *s, const char *home, const struct world *world, const struct cancel *cancel,
                   uint64_t most, uint64_t *ret_removed, struct err *err)
{
    struct check k = begin(home, world, cancel);

    k.removes = true;
    k.left = most;
    if (store_read(s, look_at_files, &k, err) < 0)
        return -1;
    *ret_removed = k.faults.unknown;
    return 0;
}
