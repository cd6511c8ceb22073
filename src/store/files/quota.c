/* quota.c - one walk over the home. */
#include "store/files/quota.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "store/files/walk.h"

static const char *const names[QUOTA_PARTS] = {
    [QUOTA_STORE] = "store",         [QUOTA_LOGS] = "logs",       [QUOTA_SESSIONS] = "sessions",
    [QUOTA_ARTIFACTS] = "artifacts", [QUOTA_UPLOADS] = "uploads", [QUOTA_OTHER] = "other",
};

const char *quota_part_name(enum quota_part part)
{
    return names[part];
}

static enum quota_part part_of(const char *path)
{
    static const struct {
        const char *start;
        enum quota_part part;
    } starts[] = {
        { "state.db", QUOTA_STORE },     { "db/", QUOTA_STORE },        { "logs/", QUOTA_LOGS },
        { "sessions/", QUOTA_SESSIONS }, { "uploads/", QUOTA_UPLOADS }, { "artifacts/", QUOTA_ARTIFACTS },
    };

    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (str_starts(path, starts[i].start))
            return starts[i].part;
    return QUOTA_OTHER;
}

static int add(void *arg, const struct walk_entry *e, struct err *err)
{
    struct quota *q = arg;
    uint64_t bytes = (uint64_t)e->st->st_blocks * 512; /* POSIX's unit, whatever the disk's */

    (void)err;
    if (S_ISDIR(e->st->st_mode))
        return TREE_ON;
    q->bytes[part_of(e->path)] += bytes;
    q->total += bytes;
    q->files++;
    return TREE_ON;
}

int quota_measure(const char *home, const struct cancel *cancel, struct quota *ret, struct err *err)
{
    struct quota q = { 0 };

    if (walk_files(home, add, &q, cancel, err) < 0)
        return -1;
    *ret = q;
    return 0;
}

int quota_check(const char *home, uint64_t limit, uint64_t more, const struct cancel *cancel, struct err *err)
{
    struct quota q;

    if (limit == 0)
        limit = HOME_QUOTA_BYTES;
    if (quota_measure(home, cancel, &q, err) < 0)
        return -1;
    if (q.total <= limit && more <= limit - q.total)
        return 0;
    err_set(err, ERR_QUOTA, "Your assay home is full: there is no room for this within its quota.",
            "%llu bytes and %llu more, quota %llu", (unsigned long long)q.total, (unsigned long long)more,
            (unsigned long long)limit);
    return err_action(err, "Remove sessions, artifacts or uploads you no longer need, or raise the quota.");
}
