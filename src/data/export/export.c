/* export.c - sheet by sheet, row after row, in the library's mode of constant memory.
 *
 * The file is a spool (sys/spool.h): it has no name until it is whole, and then one that nothing else has. The library
 * works with paths; it opens the spool by its descriptor's name. The files it makes for itself lie in the target's
 * folder, so that data never passes through a shared one, and that one is named by its descriptor, too.
 */
#include "data/export/export.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include "base/timefmt.h"
#include "data/export/export_format.h"
#include "data/export/xlsxwriter_api.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "office/edit/edit_text.h"
#include "sys/location.h"
#include "sys/spool.h"
#include <math.h>
#include <stdio.h>

#define WHAT "the workbook"
#define EPOCH_1900 25569  /* days from Excel's first day to 1970-01-01 */
#define FIRST_SERIAL 61   /* 1 March 1900: before it Excel counts a day that never was */
#define MADE_AT 315532800 /* 1 January 1980: a time in the file would make each another */
#define WIDTH_LEAST 8     /* of a column, in characters: Excel's own */
#define WIDTH_MOST 60     /* more is not read but scrolled */
#define WIDTH_ROWS 1000   /* looked at for it */
#define FILTER_COLUMNS 3  /* the filter's arrow stands beside the heading */

struct export_column {
    const struct column *column;
    lxw_format *format; /* NULL: General */
    size_t width;
};

struct export
{
    const struct xlsxwriter_api *api;
    struct arena *arena;
    struct spool spool;
    lxw_workbook *book;
    lxw_format *bold;
    const char **names; /* of the sheets so far */
    size_t n_sheets;
    lxw_worksheet *sheet; /* the one that is being written */
    struct export_column *columns;
    size_t n;
    lxw_row_t rows;                 /* of it so far, without the headings */
    uint64_t as_text, rounded, cut; /* numbers written as text, and rounded ones; texts cut short */
};

static int failed(const struct export *e, lxw_error error, struct err *err)
{
    return err_set(err, ERR_IO, "The workbook could not be written.", "%s", e->api->lxw_strerror(error));
}

/* ---- beginning ---- */

static int open_book(struct export *e, struct err *err)
{
    char *folder = arena_printf(e->arena, "/proc/self/fd/%d", e->spool.dir);
    lxw_workbook_options options = { .constant_memory = LXW_TRUE, .tmpdir = folder };
    lxw_doc_properties properties = { .created = MADE_AT };

    e->book = e->api->workbook_new_opt(arena_printf(e->arena, "/proc/self/fd/%d", e->spool.fd), &options);
    if (!e->book)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory to write the workbook.", "no workbook");
    e->api->workbook_set_properties(e->book, &properties);
    e->bold = e->api->workbook_add_format(e->book);
    e->api->format_set_bold(e->bold);
    return 0;
}

int export_begin(const struct location *to, struct export **ret, struct err *err)
{
    const struct xlsxwriter_api *api;
    struct arena *a;
    struct export *e;
    struct location at;

    if (xlsxwriter_api(&api, err) < 0)
        return -1;
    a = arena_new();
    e = arena_alloc(a, sizeof *e);
    *e = (struct export){ .api = api, .arena = a, .spool = SPOOL };
    e->names = arena_array(a, EXPORT_SHEETS, sizeof *e->names);
    at = location_copy(a, to);
    if (location_spool(&at, &e->spool, WHAT, err) < 0 || open_book(e, err) < 0) {
        export_free(e);
        return -1;
    }
    *ret = e;
    return 0;
}

/* ---- a sheet's name ---- */

static bool is_taken(const struct export *e, const char *name)
{
    for (size_t i = 0; i < e->n_sheets; i++)
        if (str_same(e->names[i], name))
            return true;
    return false;
}

/* The name as a worksheet can have it: 31 units, no [ ] : * ? / \ and no ' at its ends, none twice, not "History". */
static const char *sheet_name(struct export *e, const char *wanted)
{
    struct buf shown CLEANUP(buf_done) = BUF(SHOW_GROWTH * strlen(wanted));
    char *clean;
    const char *name;
    size_t n;

    show_text(&shown, wanted, strlen(wanted));
    n = text_fit_units(shown.p, shown.n, SHEET_NAME_UNITS);
    clean = arena_dup(e->arena, shown.p, n);
    for (size_t i = 0; i < n; i++)
        if (strchr("[]:*?/\\", clean[i]) || (clean[i] == '\'' && (i == 0 || i + 1 == n)))
            clean[i] = '_';
    name = n == 0 ? "Sheet" : str_ieq(clean, "History") ? "History_" : clean;
    for (int k = 2; is_taken(e, name); k++) {
        const char *number = arena_printf(e->arena, "_%d", k);
        size_t fits = text_fit_units(clean, n, SHEET_NAME_UNITS - strlen(number));
        name = arena_printf(e->arena, "%.*s%s", (int)fits, clean, number);
    }
    return name;
}

/* ---- cells ---- */

/* A text is a string, whatever it begins with: never a formula, never a link. What nobody would see in it shows. */
static lxw_error write_text(struct export *e, lxw_row_t row, lxw_col_t col, const char *text, size_t n,
                            lxw_format *format)
{
    struct buf shown CLEANUP(buf_done) = BUF(SHOW_GROWTH * n);
    size_t fits;

    show_lines(&shown, text, n);
    fits = text_fit_units(shown.p, shown.n, EDIT_TEXT_UNITS);
    e->cut += fits < shown.n;
    buf_cut(&shown, fits);
    return e->api->worksheet_write_string(e->sheet, row, col, shown.p, format);
}

/* More digits than a spreadsheet keeps: a whole number may be a card's or an account's, and each of its digits counts,
 * so it is written as text; one with a fraction is a quantity, which must stay one that can be added up. */
static lxw_error write_number(struct export *e, lxw_row_t row, lxw_col_t col, const struct json *value)
{
    const struct export_column *c = &e->columns[col];
    const char *digits = json_digits(value);
    double v = json_real(value);

    if (!isfinite(v))
        return write_text(e, row, col, digits, strlen(digits), NULL);
    if (c->column->type != COLUMN_FLOAT && text_significant(digits) > TEXT_EXACT_DIGITS && !strpbrk(digits, "eE")) {
        if (!strchr(digits, '.')) {
            e->as_text++;
            return write_text(e, row, col, digits, strlen(digits), NULL);
        }
        e->rounded++;
    }
    return e->api->worksheet_write_number(e->sheet, row, col, v, c->format);
}

/* A date or a time as the number a spreadsheet holds; false when it has none. */
static bool serial_of(enum column_type type, const char *text, double *ret)
{
    int64_t days, us;
    size_t n = strlen(text);
    char zoned[TIME_TEXT_BYTES + 1];

    if (type == COLUMN_DATE && date_read(text, n, &days)) {
        *ret = (double)days + EPOCH_1900;
        return *ret >= FIRST_SERIAL;
    }
    snprintf(zoned, sizeof zoned, "%s%s", text, n && text[n - 1] == 'Z' ? "" : "Z");
    if (type != COLUMN_TIMESTAMP || !time_read(zoned, strlen(zoned), &us))
        return false;
    *ret = (double)us / 86400e6 + EPOCH_1900;
    return *ret >= FIRST_SERIAL;
}

static lxw_error write_value(struct export *e, lxw_row_t row, lxw_col_t col, const struct json *value)
{
    size_t n;
    const char *text = json_text(value, &n);
    struct buf other CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);
    double serial;

    switch (json_type(value)) {
    case JSON_NULL:
        return LXW_NO_ERROR;
    case JSON_BOOL:
        return e->api->worksheet_write_boolean(e->sheet, row, col, json_truth(value), NULL);
    case JSON_NUMBER:
        return write_number(e, row, col, value);
    case JSON_STRING:
        if (serial_of(e->columns[col].column->type, text, &serial))
            return e->api->worksheet_write_number(e->sheet, row, col, serial, e->columns[col].format);
        return write_text(e, row, col, text, n, NULL);
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    json_write(&other, value);
    return write_text(e, row, col, other.p, other.n, NULL);
}

/* ---- a sheet ---- */

static void measure(struct export_column *c, const struct json *value)
{
    const char *text = json_text(value, NULL), *digits = json_digits(value);
    size_t width = text ? str_columns(text, strlen(text)) : digits ? strlen(digits) : 0;

    c->width = width > c->width ? width : c->width;
}

static lxw_error begin_columns(struct export *e, const struct column *columns, size_t n)
{
    lxw_error error = LXW_NO_ERROR;

    e->columns = arena_array(e->arena, n, sizeof *e->columns);
    e->n = n;
    e->rows = 0;
    for (size_t i = 0; i < n && !error; i++) {
        struct buf code CLEANUP(buf_done) = BUF(EXPORT_FORMAT_BYTES);
        struct export_column *c = &e->columns[i];

        *c = (struct export_column){ .column = &columns[i] };
        c->width = str_columns(columns[i].name, strlen(columns[i].name)) + FILTER_COLUMNS;
        export_format(&columns[i], &code);
        if (code.n > 0) {
            c->format = e->api->workbook_add_format(e->book);
            e->api->format_set_num_format(c->format, code.p);
        }
        error = write_text(e, 0, (lxw_col_t)i, columns[i].name, strlen(columns[i].name), e->bold);
    }
    return error;
}

/* What can be said of a sheet only when all of it is there. */
static lxw_error end_sheet(struct export *e)
{
    if (!e->sheet)
        return LXW_NO_ERROR;
    for (size_t i = 0; i < e->n; i++) {
        size_t width = e->columns[i].width;
        width = width < WIDTH_LEAST ? WIDTH_LEAST : width > WIDTH_MOST ? WIDTH_MOST : width;
        e->api->worksheet_set_column(e->sheet, (lxw_col_t)i, (lxw_col_t)i, (double)width + 1, NULL);
    }
    return e->n == 0 ? LXW_NO_ERROR : e->api->worksheet_autofilter(e->sheet, 0, 0, e->rows, (lxw_col_t)(e->n - 1));
}

int export_sheet(struct export *e, const char *name, const struct column *columns, size_t n, const char **ret_name,
                 struct err *err)
{
    lxw_error error = end_sheet(e);

    if (n > SHEET_COLUMNS || e->n_sheets == EXPORT_SHEETS) {
        err_set(err, ERR_TOO_LARGE, "A workbook cannot hold so many columns or worksheets.",
                "%zu columns, %zu sheets before", n, e->n_sheets);
        return err_action(err, "Export the tables you need, one by one.");
    }
    name = sheet_name(e, name);
    e->sheet = error ? NULL : e->api->workbook_add_worksheet(e->book, name);
    if (!error && !e->sheet)
        error = LXW_ERROR_PARAMETER_VALIDATION;
    if (!error) {
        e->names[e->n_sheets++] = name;
        e->api->worksheet_freeze_panes(e->sheet, 1, 0);
        error = begin_columns(e, columns, n);
    }
    if (error)
        return failed(e, error, err);
    if (ret_name)
        *ret_name = name;
    return 0;
}

int export_rows(struct export *e, const struct json *rows, const struct cancel *cancel, struct err *err)
{
    lxw_error error = LXW_NO_ERROR;

    if (json_len(rows) >= SHEET_ROWS - e->rows) {
        err_set(err, ERR_TOO_LARGE, "A worksheet cannot hold so many rows.", "%u and %zu more", e->rows,
                json_len(rows));
        return err_action(err, "Export a part of them with a query, or all as CSV: assay table FILE --csv > NEW.csv");
    }
    for (size_t r = 0; r < json_len(rows) && !error; r++, e->rows++) {
        if (r % DATA_BATCH_ROWS == 0 && cancel_check(cancel, err) < 0)
            return -1;
        for (size_t c = 0; c < e->n && !error; c++) {
            const struct json *value = json_at(json_at(rows, r), c);
            if (e->rows < WIDTH_ROWS)
                measure(&e->columns[c], value);
            error = write_value(e, e->rows + 1, (lxw_col_t)c, value);
        }
    }
    return error ? failed(e, error, err) : 0;
}

/* ---- ending ---- */

static void tell(const struct export *e, struct notes *notes)
{
    if (e->as_text > 0)
        notes_add(notes, "%s written as text: spreadsheets keep %d digits of a number.",
                  notes_count(notes, e->as_text, "number", "was", "were"), TEXT_EXACT_DIGITS);
    if (e->rounded > 0)
        notes_add(notes, "%s rounded: spreadsheets keep %d digits of a number.",
                  notes_count(notes, e->rounded, "number", "was", "were"), TEXT_EXACT_DIGITS);
    if (e->cut > 0)
        notes_add(notes, "%s cut to the %d characters that a cell can hold.",
                  notes_count(notes, e->cut, "text", "was", "were"), EDIT_TEXT_UNITS);
}

int export_end(struct export *e, struct notes *notes, struct err *err)
{
    lxw_error error = end_sheet(e), close_error = e->api->workbook_close(e->book); /* frees it, too */

    e->book = NULL;
    if (error || close_error)
        return failed(e, error ? error : close_error, err);
    if (spool_publish_new(&e->spool, WHAT, err) < 0)
        return err->code == ERR_CONFLICT ? err_action(err, "Name a file that does not exist yet.") : -1;
    tell(e, notes);
    return 0;
}

void export_free(struct export *e)
{
    if (!e)
        return;
    if (e->book)
        (void)e->api->workbook_close(e->book); /* into nothing: lxw_workbook_free() forgets to close its files */
    spool_done(&e->spool);
    arena_free(e->arena);
}

int export_scale(const struct json *rows, size_t column)
{
    size_t most = 0;

    for (size_t i = 0; i < json_len(rows); i++) {
        const char *digits = json_digits(json_at(json_at(rows, i), column));
        const char *point = digits ? strchr(digits, '.') : NULL;
        size_t places = point ? strspn(point + 1, "0123456789") : 0;
        most = places > most ? places : most;
    }
    return (int)most;
}
