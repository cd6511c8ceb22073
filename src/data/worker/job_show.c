/* job_show.c - the rows of a source as a person who opens the file would see them, in one of three forms:
 *
 *   rows  a page of them in the answer, and how many there are in all
 *   csv   all of them put out as CSV (RFC 4180), a table with its names first, a sheet's grid without its letters
 *   json  all of them put out as the text of the answer that "rows" would give
 *
 * What is put out goes in pieces as it is read, so memory does not grow with the file.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/worker/jobs.h"
#include "data/worker/workset.h"
#include "grid/csv_quote.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/types/values.h"
#include "office/workbook.h"
#include <math.h>
#include <string.h>

enum form { FORM_ROWS, FORM_CSV, FORM_JSON };

struct showing {
    struct job_io *io;
    enum form form;
    enum csv_form csv;
    size_t formulas;               /* cells of the CSV that were quoted */
    uint64_t offset, limit, count; /* rows passed over, rows wanted, rows seen */
    const char *name;
    struct json *columns, *rows;
    struct json *left_out; /* columns that the policy blocks */
    struct buf out;        /* what is to be put out next */
    struct arena *scratch; /* of the rows in it */
};

/* ---- values ---- */

/* The text of whatever has no form of its own in JSON or CSV. */
static void add_text(struct buf *b, const struct datum *d)
{
    switch ((enum datum_kind)d->kind) {
    case DATUM_TEXT:
    case DATUM_DECIMAL:
    case DATUM_ERROR:
        buf_add(b, d->p, d->n);
        break;
    case DATUM_NUMBER:
        if (isfinite(d->real))
            value_show_float(d->real, b);
        break;
    case DATUM_INTEGER:
        buf_addf(b, "%lld", (long long)d->integer);
        break;
    case DATUM_TRUTH:
        buf_adds(b, d->integer ? "TRUE" : "FALSE");
        break;
    case DATUM_DATE:
        value_show_date((int32_t)d->integer, b);
        break;
    case DATUM_TIME:
        value_show_time(d->integer, b);
        break;
    case DATUM_NONE:
    case DATUM_SHARED: /* only for builders */
        break;
    }
}

static struct json *value_json(struct arena *a, const struct datum *d)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    if (d->kind == DATUM_NONE || d->kind == DATUM_SHARED || (d->kind == DATUM_NUMBER && !isfinite(d->real)))
        return json_null(a);
    if (d->kind == DATUM_TRUTH)
        return json_bool(a, d->integer != 0);
    add_text(&b, d);
    if (d->kind == DATUM_NUMBER || d->kind == DATUM_INTEGER || d->kind == DATUM_DECIMAL)
        return json_number(a, b.p, b.n);
    return json_strn(a, b.p, b.n);
}

static struct json *row_json(struct arena *a, const struct datum *values, size_t n)
{
    struct json *row = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, row, value_json(a, &values[i]));
    return row;
}

/* ---- CSV ---- */

/* A number that is one is no formula, whatever its sign. */
static bool is_number(const struct datum *d)
{
    return d->kind == DATUM_NUMBER || d->kind == DATUM_INTEGER || d->kind == DATUM_DECIMAL;
}

static void row_csv(struct showing *s, const struct datum *values, size_t n)
{
    struct buf *b = &s->out;

    for (size_t i = 0; i < n; i++) {
        size_t from = b->n + (i > 0);
        if (i > 0)
            buf_addc(b, ',');
        add_text(b, &values[i]);
        s->formulas += csv_end_cell(b, from, is_number(&values[i]) ? CSV_RAW : s->csv, n == 1);
    }
    buf_addc(b, '\n');
}

static void names_csv(struct arena *a, struct showing *s, const struct show_head *heads, size_t n)
{
    struct datum *names = arena_array(a, n, sizeof *names);

    for (size_t i = 0; i < n; i++)
        if (heads[i].name)
            names[i] = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)strlen(heads[i].name), .p = heads[i].name };
    row_csv(s, names, n);
}

/* ---- rows as they come ---- */

/* Puts out what has gathered, if that is enough or all. */
static int flush(struct showing *s, bool all, struct err *err)
{
    if (buf_check(&s->out, err))
        return -1;
    if (s->out.n == 0 || (!all && s->out.n < WORKER_CHUNK_BYTES))
        return 0;
    if (job_write(s->io, s->out.p, s->out.n, err))
        return -1;
    buf_cut(&s->out, 0);
    arena_free(s->scratch);
    s->scratch = arena_new();
    return 0;
}

static int begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err)
{
    struct showing *s = arg;
    struct arena *a = s->io->arena;

    s->name = arena_str(a, name);
    for (size_t i = 0; i < n; i++) {
        struct json *head = json_object(a);
        json_set(a, head, "name", json_str(a, heads[i].name));
        json_set(a, head, "type", json_str(a, heads[i].type));
        json_push(a, s->columns, head);
    }
    if (s->form == FORM_CSV && !is_grid && n > 0)
        names_csv(a, s, heads, n);
    if (s->form == FORM_JSON) {
        buf_adds(&s->out, "{\"name\":");
        json_write(&s->out, json_str(a, name));
        buf_adds(&s->out, ",\"columns\":");
        json_write(&s->out, s->columns);
        buf_adds(&s->out, ",\"rows\":[");
    }
    return flush(s, false, err);
}

static int add_row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    struct showing *s = arg;
    uint64_t at = s->count++;

    if (s->form == FORM_ROWS) {
        if (at >= s->offset && at - s->offset < s->limit)
            json_push(s->io->arena, s->rows, row_json(s->io->arena, values, n));
        return at % DATA_BATCH_ROWS == 0 ? cancel_check(s->io->cancel, err) : 0;
    }
    if (s->form == FORM_CSV)
        row_csv(s, values, n);
    else {
        buf_adds(&s->out, at > 0 ? ",\n" : "\n");
        json_write(&s->out, row_json(s->scratch, values, n));
    }
    return flush(s, false, err);
}

/* ---- what to show ---- */

static enum form form_of(const char *word)
{
    if (word && strcmp(word, "csv") == 0)
        return FORM_CSV;
    return word && strcmp(word, "json") == 0 ? FORM_JSON : FORM_ROWS;
}

static int read_what(const struct json *args, struct show *ret, struct err *err)
{
    const char *range = json_get_text(args, "range");

    *ret = (struct show){ .sheet = json_get_text(args, "sheet"),
                          .shown = json_get_truth(args, "shown"),
                          .raw = json_get_truth(args, "raw"),
                          .typed = form_of(json_get_text(args, "format")) != FORM_CSV,
                          .has_range = range != NULL };
    if (!range)
        return 0;
    if (range_ref_read(range, strlen(range), &ret->first_row, &ret->first_column, &ret->last_row, &ret->last_column))
        return 0;
    err_say(err, ERR_INVALID_INPUT, "That is no range of cells.");
    return err_action(err, "Write it as in A1:D9.");
}

static int finish(struct showing *s, struct notes *notes, struct json **ret, struct err *err)
{
    struct arena *a = s->io->arena;
    struct json *v = json_object(a), *list = notes_json(notes, a);

    if (s->formulas > 0)
        json_push(a, list, json_str(a, csv_say_quoted(a, s->formulas)));
    if (s->form == FORM_JSON) {
        buf_addf(&s->out, "\n],\"row_count\":%llu,\"assumptions\":", (unsigned long long)s->count);
        json_write(&s->out, list);
        buf_adds(&s->out, "}\n");
    }
    if (flush(s, true, err))
        return -1;
    json_set(a, v, "name", json_str(a, s->name));
    json_set(a, v, "columns", s->columns);
    json_set(a, v, "rows", s->rows);
    json_set(a, v, "row_count", json_int(a, (int64_t)s->count));
    json_set(a, v, "assumptions", list);
    if (json_len(s->left_out) > 0)
        json_set(a, v, "left_out", s->left_out);
    *ret = v;
    return 0;
}

int job_show(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err)
{
    struct showing s = { .io = io,
                         .form = form_of(json_get_text(args, "format")),
                         .csv = json_get_truth(args, "safe") ? CSV_SAFE : CSV_RAW,
                         .offset = (uint64_t)json_get_int(args, "offset", 0),
                         .limit = (uint64_t)json_get_int(args, "limit", TABLE_ROWS),
                         .name = "",
                         .columns = json_array(io->arena),
                         .rows = json_array(io->arena),
                         .out = BUF(SHOW_ROW_BYTES),
                         .scratch = arena_new() };
    struct show_to to = { .arg = &s, .begin = begin, .row = add_row };
    struct notes notes;
    struct show what;
    int rc = read_what(args, &what, err);

    notes_init(&notes, io->arena);
    if (rc == 0)
        rc = workset_show(state, &what, io->cancel, io->arena, &notes, &to, &s.left_out, err);
    if (rc == 0)
        rc = finish(&s, &notes, ret, err);
    buf_done(&s.out);
    arena_free(s.scratch);
    return rc;
}
