/* edits.c - a change, from the arguments to the file.
 *
 * The trial and the change itself are the same job in a worker, so that what a person confirms is what is done. It
 * reads the file that is open and locked, whatever has its name by then. What came out is read back by a second worker
 * before it takes the file's place.
 *
 * What a policy hides from whoever asks, they may not change either (edit_reply.h).
 */
#include "agents/workbook/edits.h"
#include "access/columns.h"
#include "agents/workbook/edit_reply.h"
#include "agents/workbook/history.h"
#include "agents/workbook/replace.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "data/dataset.h"
#include "store/records/uploads.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/worker.h"
#include <string.h>

int workbook_locate(struct call *c, const struct json *args, struct location *ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    const char *path = json_get_text(args, "workbook_path");

    if (!path)
        path = json_text(json_at(json_get(args, "data"), 0), NULL);
    if (!path && !w->default_path) {
        err_say(err, ERR_NOT_FOUND, "No workbook is named.");
        return err_action(err, "Give workbook_path, or set EXCEL_MCP_WORKBOOK where assay is started.");
    }
    if (!path) { /* whoever started the program named it */
        *ret = (struct location){ .path = w->default_path };
        return 0;
    }
    return call_locate(c, path, ret, err);
}

/* An upload is kept as it came, with its hash: what people gave is theirs to change. */
static int locate_changeable(struct call *c, const struct json *args, struct location *ret, struct err *err)
{
    const char *path = json_get_text(args, "workbook_path");

    if (path && str_starts(path, UPLOAD_SCHEME)) {
        err_say(err, ERR_CONFLICT, "A file that was given to assay is kept as it came.");
        return err_action(err, "Name the workbook by its path to change it.");
    }
    return workbook_locate(c, args, ret, err);
}

/* ---- the job ---- */

/* Asks a worker for the change of an open file. The policy hides what cells held before. */
static int run_job(struct call *c, int fd, const struct column_policy *policy, const struct json *request,
                   const struct worker_output *output, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct location at = { .path = arena_printf(c->arena, "/proc/self/fd/%d", fd) };
    struct dataset_spec spec = { .at = &at, .user = c->user, .n = 1, .private = call_is_private(c), .policy = policy };
    struct dataset *ds;
    int status;

    if (dataset_open(w->datasets, &spec, c->cancel, &ds, err) < 0)
        return -1;
    status = dataset_job(ds, "edit", request, output, c->cancel, c->arena, ret, err);
    dataset_release(ds);
    return status < 0 ? -1 : edit_reply_check(*ret, json_get_text(request, "new_worksheet") != NULL, err);
}

/* The same of the file that is to be changed, under the policy of whoever asks: what that hides is not changed. */
static int run_edit(struct call *c, const struct replace *r, const struct json *request,
                    const struct worker_output *output, struct json **ret, struct err *err)
{
    const struct column_policy *policy = columns_policy(c, request, false);

    return run_job(c, r->fd, policy, request, output, ret, err) < 0 ? -1 : edit_reply_check_hidden(*ret, err);
}

/* A copy of the request that only tries. */
static struct json *trial_of(struct arena *a, const struct json *request)
{
    return json_set(a, json_copy(a, request), "dry_run", json_bool(a, true));
}

/* What the new file must answer to the same request: that all of it is there already. Of a new sheet that it can be
 * written to. What is read back here is told to nobody. */
static int read_back(struct call *c, const struct replace *r, const struct json *request, const struct json *changes,
                     struct err *err)
{
    struct arena *a = c->arena;
    struct json *trial = trial_of(a, request), *result;
    const char *name = json_get_text(request, "new_worksheet");

    if (name) {
        struct json *update = json_set(a, json_object(a), "cell_address", json_str(a, "A1"));
        json_unset(trial, "new_worksheet");
        json_set(a, trial, "worksheet", json_str(a, name));
        json_set(a, trial, "updates", json_push(a, json_array(a), update));
    }
    if (run_job(c, r->out.fd, NULL, trial, NULL, &result, err) < 0)
        return -1;
    for (size_t i = 0; !name && i < json_len(changes); i++) {
        const struct json *is = json_at(json_get(result, "changes"), i), *was = json_at(changes, i);
        bool is_formula = json_is(json_get(was, "formula_after"), JSON_STRING);
        if (!json_equal(json_get(is, "formula_before"), json_get(was, "formula_after")) ||
            (!is_formula && !json_equal(json_get(is, "before"), json_get(was, "after"))))
            return err_set(err, ERR_INTERNAL, "The changed workbook did not hold what was written.", "change %zu", i);
    }
    return 0;
}

/* What the policy hid of the sheet it must hide of the changed one. An empty sheet more changes nothing of that. */
static int check_veiled(struct call *c, const struct replace *r, const struct json *request, const struct json *result,
                        struct err *err)
{
    struct json *now;

    if (json_len(json_get(result, "veiled")) == 0)
        return 0;
    if (run_job(c, r->out.fd, columns_policy(c, request, false), trial_of(c->arena, request), NULL, &now, err) < 0)
        return -1;
    return edit_reply_check_veiled(result, now, err);
}

/* ---- doing it ---- */

/* Confirmed was a change of the file as it was then. */
static int check_confirmed(const struct call *c, const struct replace *r, struct err *err)
{
    const char *version = json_get_text(json_at(c->affected, 0), "version");

    if (!version || strcmp(version, r->sha256) == 0)
        return 0;
    err_set(err, ERR_CONFIRMATION_VOID, "The workbook has changed since you were asked.", "other hash");
    return err_action(err, "Look at it, and ask for the change again.");
}

static int remember(struct call *c, const struct replace *r, struct err *err)
{
    const struct workbook_tools *w = c->service;
    char at[TIME_TEXT_BYTES];
    struct history_edit e = {
        .user = c->user, .at = at, .backup = r->backup, .before = r->sha256, .after = r->new_sha256
    };

    time_text(world_now(c->world), at);
    if (!w->home || call_is_private(c))
        return 0;
    return history_add(c->arena, w->home, r->path, &e, err);
}

/* A change is remembered before it is made, or one could be made that nobody can take back. One that was not made after
 * all is forgotten. */
static int commit(struct call *c, struct replace *r, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct err untold;

    if (remember(c, r, err) < 0)
        return -1;
    if (replace_commit(r, err) == 0)
        return 0;
    if (w->home && !call_is_private(c) && err->code == ERR_CONFLICT &&
        history_drop(c->arena, w->home, r->path, r->new_sha256, &untold) < 0)
        err_action(err,
                   "Look at it, and do it again. The list of changes still has this one: there is nothing to undo.");
    return -1;
}

static struct json *told(struct call *c, const struct replace *r, struct json *result, bool is_done)
{
    struct arena *a = c->arena;
    struct json *v = json_object(a), *notes = json_get(result, "notes");

    if (is_done && r->st.st_nlink > 1)
        json_push(a, notes, json_str(a, REPLACE_LINKED));
    if (is_done && call_is_private(c))
        json_push(a, notes, json_str(a, "The change was private and is not remembered: only the copy can undo it."));
    json_set(a, v, "workbook", json_str(a, file_basename(r->path)));
    json_set(a, v, "changes", json_get(result, "changes"));
    json_set(a, v, "notes", notes);
    json_set(a, v, "backup", json_str(a, is_done ? r->backup : NULL));
    json_set(a, v, "sha256_before", json_str(a, r->sha256));
    json_set(a, v, "sha256_after", json_str(a, is_done ? r->new_sha256 : NULL));
    json_set(a, v, "dry_run", json_bool(a, !is_done));
    return v;
}

static int change_file(struct call *c, struct replace *r, const struct json *request, struct json **ret,
                       struct err *err)
{
    struct worker_output output = { .arg = r, .write = replace_write };
    struct json *result;

    if (replace_begin(r, (uint64_t)r->st.st_size + EDIT_GROWTH_BYTES, err) < 0 ||
        run_edit(c, r, request, &output, &result, err) < 0 || replace_end(r, err) < 0 ||
        read_back(c, r, request, json_get(result, "changes"), err) < 0 ||
        check_veiled(c, r, request, result, err) < 0 || replace_backup(r, world_now(c->world), c->cancel, err) < 0 ||
        commit(c, r, err) < 0)
        return -1;
    *ret = told(c, r, result, true);
    return 0;
}

static int change(struct call *c, const struct json *args, const struct json *request, struct json **ret,
                  struct err *err)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    struct json *result;
    struct location at;

    if (locate_changeable(c, args, &at, err) < 0 || replace_open(&r, &at, c->cancel, err) < 0 ||
        check_confirmed(c, &r, err) < 0)
        return -1;
    if (!json_get_truth(args, "dry_run"))
        return change_file(c, &r, request, ret, err);
    if (run_edit(c, &r, trial_of(c->arena, request), NULL, &result, err) < 0)
        return -1;
    *ret = told(c, &r, result, false);
    return 0;
}

/* ---- asking first ---- */

static void add_value(struct buf *b, const struct json *value, const struct json *formula)
{
    struct buf text CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    const struct json *shown = json_is(formula, JSON_STRING) ? formula : value;
    size_t n;

    json_write(&text, shown);
    n = str_fit_chars(text.p, text.n, EDIT_SHOWN_CHARS);
    if (json_is(shown, JSON_NULL) || !shown)
        buf_adds(b, "(empty)");
    else
        buf_addf(b, "%.*s%s", (int)n, text.p, n < text.n ? "..." : "");
}

void show_change(struct buf *b, const struct json *change)
{
    buf_addf(b, "%s!%s: ", json_get_text(change, "worksheet"), json_get_text(change, "cell"));
    add_value(b, json_get(change, "before"), json_get(change, "formula_before"));
    buf_adds(b, " -> ");
    add_value(b, json_get(change, "after"), json_get(change, "formula_after"));
}

static const char *summary_of(struct arena *a, const struct replace *r, const struct json *changes)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    size_t n = json_len(changes);

    if (!json_get(json_at(changes, 0), "cell"))
        return arena_printf(a, "Add the worksheet '%s' to %s. A copy is made first.",
                            json_get_text(json_at(changes, 0), "worksheet"), file_basename(r->path));
    buf_addf(&b, "Change %zu cell%s of %s:", n, n == 1 ? "" : "s", file_basename(r->path));
    for (size_t i = 0; i < n && i < EDIT_SHOWN_CELLS; i++) {
        const struct json *v = json_at(changes, i);
        buf_adds(&b, i ? "; " : " ");
        show_change(&b, v);
    }
    if (n > EDIT_SHOWN_CELLS)
        buf_addf(&b, "; and %zu more", n - EDIT_SHOWN_CELLS);
    buf_adds(&b, ". A copy is made first.");
    return arena_dup(a, b.p, b.n);
}

static int change_affects(struct call *c, const struct json *args, const struct json *request, struct affected *ret,
                          struct err *err)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    struct arena *a = c->arena;
    struct json *result, *row = json_object(a);
    struct location at;

    if (json_get_truth(args, "dry_run"))
        return 0;
    if (locate_changeable(c, args, &at, err) < 0 || replace_open(&r, &at, c->cancel, err) < 0 ||
        run_edit(c, &r, trial_of(a, request), NULL, &result, err) < 0)
        return -1;
    json_set(a, row, "id", json_str(a, r.path));
    json_set(a, row, "version", json_str(a, r.sha256));
    json_set(a, row, "changes", json_get(result, "changes"));
    ret->rows = json_push(a, json_array(a), row);
    ret->summary = summary_of(a, &r, json_get(result, "changes"));
    return 0;
}

/* ---- requests ---- */

static struct json *cell_request(struct arena *a, const struct json *args)
{
    struct json *update = json_object(a), *request = json_object(a);

    json_set(a, update, "cell_address", json_get(args, "cell_address"));
    json_set(a, update, "value", json_get(args, "value"));
    json_set(a, request, "worksheet", json_get(args, "worksheet"));
    json_set(a, request, "updates", json_push(a, json_array(a), update));
    return json_set(a, request, "formulas", json_bool(a, json_get_truth(args, "formula")));
}

/* Updates come as a list, as an object of addresses and values, or as the text of either. */
static int range_request(struct arena *a, const struct json *args, struct json **ret, struct err *err)
{
    const struct json *given = json_get(args, "updates_json");
    struct json *updates = json_array(a), *parsed, *request = json_object(a);
    size_t n;
    const char *text = json_text(given, &n);

    if (text && json_parse(a, text, n, &parsed, err) < 0)
        return -1;
    given = text ? parsed : given;
    for (size_t i = 0; json_is(given, JSON_OBJECT) && i < json_len(given); i++) {
        struct json *update = json_set(a, json_object(a), "cell_address", json_str(a, json_key_at(given, i, NULL)));
        json_push(a, updates, json_set(a, update, "value", json_at(given, i)));
    }
    json_set(a, request, "worksheet", json_get(args, "worksheet"));
    json_set(a, request, "updates", json_is(given, JSON_OBJECT) ? updates : json_copy(a, given));
    *ret = json_set(a, request, "formulas", json_bool(a, json_get_truth(args, "formula")));
    return 0;
}

static struct json *sheet_request(struct arena *a, const struct json *args)
{
    return json_set(a, json_object(a), "new_worksheet", json_get(args, "worksheet_name"));
}

int write_cell(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return change(c, args, cell_request(c->arena, args), ret, err);
}

int write_cell_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    return change_affects(c, args, cell_request(c->arena, args), ret, err);
}

int write_range(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *request;

    return range_request(c->arena, args, &request, err) < 0 ? -1 : change(c, args, request, ret, err);
}

int write_range_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct json *request;

    return range_request(c->arena, args, &request, err) < 0 ? -1 : change_affects(c, args, request, ret, err);
}

int create_worksheet(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return change(c, args, sheet_request(c->arena, args), ret, err);
}

int create_worksheet_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    return change_affects(c, args, sheet_request(c->arena, args), ret, err);
}
