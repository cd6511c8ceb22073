/* job_edit.c - changing a workbook: the new file goes out as the job's output, piece by piece.
 *
 * What a changed cell held before is told but where the policy hides it: that change says "hidden". Which parts of the
 * sheet are hidden is told as "veiled" (redaction.h), so that whoever asked can see that a change leaves them so.
 *
 * The worker writes to no file: whoever asked for the change puts what comes out where it belongs, or throws it away.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "data/open/open.h"
#include "data/worker/jobs.h"
#include "data/worker/redaction.h"
#include "data/worker/workset.h"
#include "grid/source.h"
#include "office/edit/edit.h"
#include "office/edit/repack.h"
#include "office/workbook.h"
#include <string.h>

static int put(void *arg, const void *p, size_t n, struct err *err)
{
    return job_write(arg, p, n, err);
}

/* The cell that a change is about, as the spreadsheet had it. */
static bool is_hidden(struct redaction *v, size_t sheet, const struct json *change)
{
    const char *ref = json_get_text(change, "cell"), *formula = json_get_text(change, "formula_before");
    struct redaction_cell cell = { .sheet = sheet };

    if (!ref || !cell_ref_read(ref, strlen(ref), &cell.row, &cell.column))
        return false;
    cell.text = json_text(json_get(change, "before"), &cell.n);
    return redaction_hides(v, &cell) || redaction_hides_text(v, formula);
}

/* Takes what cells held before out of the changes where the policy hides it. */
static int redact_changes(struct workset *w, struct job_io *io, struct json *diff, struct err *err)
{
    struct json *changes = json_get(diff, "changes");
    const char *worksheet = json_get_text(json_at(changes, 0), "worksheet");
    struct workbook_place place;
    struct source *s;
    struct redaction *v;
    int status;

    if (!workset_policy(w) || !json_get(json_at(changes, 0), "cell"))
        return 0;
    if (job_find_workbook(w, io, &s, err) < 0 || workbook_find(workbook_of(s), worksheet, &place, err) < 0 ||
        workset_lock(w, io->cancel, err) < 0)
        return -1;
    status = redaction_new(w, place.at, io->cancel, io->arena, &v, err);
    workset_unlock(w);
    if (status == 0)
        json_set(io->arena, diff, "veiled", redaction_strips(v, io->arena));
    for (size_t i = 0; status == 0 && i < json_len(changes); i++) {
        struct json *change = json_at(changes, i);
        if (!is_hidden(v, place.at, change))
            continue;
        json_set(io->arena, change, "before", json_null(io->arena));
        json_set(io->arena, change, "formula_before", json_null(io->arena));
        json_set(io->arena, change, "hidden", json_bool(io->arena, true));
    }
    return status;
}

int job_edit(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    const struct source_bytes *bytes;
    struct edit_request r = { .worksheet = json_get_text(args, "worksheet"),
                              .updates = json_get(args, "updates"),
                              .formulas = json_get_truth(args, "formulas"),
                              .new_worksheet = json_get_text(args, "new_worksheet") };
    struct repack_to to = { put, io };
    struct json *diff;

    if (workset_bytes(state, io->cancel, &bytes, err) < 0)
        return -1;
    if (!bytes || (!r.worksheet && !r.new_worksheet))
        return err_set(err, ERR_INVALID_INPUT, "There is no workbook to change.", "edit without file or sheet");
    if (source_is_changeable(bytes, err) < 0 ||
        edit_workbook(bytes->p, bytes->n, &r, json_get_truth(args, "dry_run") ? NULL : &to, io->cancel, io->arena,
                      &diff, err) < 0 ||
        redact_changes(state, io, diff, err) < 0 || workset_unchanged(state, err) < 0)
        return -1;
    *ret = diff;
    return 0;
}
