/* job_pivot.c - what a workbook's pivot tables show, but for the fields and cells that the policy hides. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/pivot_redaction.h"
#include "data/worker/jobs.h"
#include "data/worker/redaction.h"
#include "data/worker/workset.h"
#include "grid/source.h"
#include "office/pivot/pivot.h"
#include "office/sheet/book.h"
#include <string.h>

/* Fields that were blocked, for the answer. */
struct blocking {
    struct arena *arena;
    const struct column_policy *policy;
    struct json *left_out;
};

static bool blocks(void *arg, const char *pivot, const char *field, const char *const *values, size_t n)
{
    struct blocking *b = arg;
    struct blocked_column why;

    if (!pivot_field_blocked(b->arena, b->policy, pivot, field, values, n, &why))
        return false;
    json_push(b->arena, b->left_out, blocked_to_json(b->arena, &why));
    return true;
}

static int read_pivots(struct workset *w, const struct pivot_wants *wants, struct job_io *io, struct json **ret,
                       struct err *err)
{
    const struct source_bytes *bytes;
    struct book *book;
    int status;

    if (workset_bytes(w, io->cancel, &bytes, err) < 0)
        return -1;
    if (!bytes)
        return err_set(err, ERR_INVALID_INPUT, "There is no workbook to look at.", "pivot without file");
    if (book_open(bytes->p, bytes->n, io->cancel, &book, err) < 0)
        return -1;
    status = pivot_tables(book, wants, io->cancel, io->arena, ret, err);
    book_free(book);
    return status;
}

/* The same through the redaction over the sheets. */
static int read_redacted(struct workset *w, struct pivot_wants wants, struct job_io *io, struct json **ret,
                         struct err *err)
{
    struct blocking blocking = { io->arena, workset_policy(w), json_array(io->arena) };
    struct cell_redaction cells = { .hides = redaction_hides };
    struct pivot_redaction redaction = { .arg = &blocking, .blocks = blocks, .cells = &cells };
    struct source *s;
    struct redaction *v;
    int status;

    if (job_find_workbook(w, io, &s, err) < 0 || workset_lock(w, io->cancel, err) < 0)
        return -1;
    status = redaction_new(w, REDACTION_ALL_SHEETS, io->cancel, io->arena, &v, err);
    workset_unlock(w);
    cells.arg = v;
    wants.redaction = &redaction;
    if (status < 0 || read_pivots(w, &wants, io, ret, err) < 0)
        return -1;
    redaction_list(v, io->arena, blocking.left_out);
    if (json_len(blocking.left_out) > 0)
        json_set(io->arena, *ret, "left_out", blocking.left_out);
    return 0;
}

int job_pivot(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    int64_t rows = json_get_int(args, "max_rows", PIVOT_ROWS);
    struct pivot_wants wants = { .worksheet = json_get_text(args, "worksheet"),
                                 .name = json_get_text(args, "pivot_table"),
                                 .filters = json_get_truth(args, "include_filters"),
                                 .rows = rows < 1 || rows > PIVOT_ROWS ? PIVOT_ROWS : (uint32_t)rows };

    return workset_policy(state) ? read_redacted(state, wants, io, ret, err) : read_pivots(state, &wants, io, ret, err);
}
