/* quota.c - one walk over the home. */
#include "store/files/quota.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "store/files/walk.h"

static int add(void *arg, const struct walk_entry *e, struct err *err)
{
    struct quota *q = arg;

    (void)err;
    if (S_ISDIR(e->st->st_mode))
        return TREE_ON;
    q->total += (uint64_t)e->st->st_blocks * 512; /* POSIX's unit, whatever the disk's */
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
