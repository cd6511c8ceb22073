/* export.c - one sheet, row after row, in the library's mode of constant memory.
 *
 * The file is made under a temporary name in the same folder and renamed when it is whole and synced. The library works
 * with paths; those it makes for itself lie in that folder, too, so that data never passes through a shared one.
 */
#include "data/export.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "data/xlsxwriter_api.h"
#include "grid/notes.h"
#include "office/edit_text.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define EPOCH_1900 25569      /* days from Excel's first day to 1970-01-01 */
#define MADE_AT 315532800     /* 1 January 1980: a time in the file would make each another */
#define WIDTH_LEAST 8         /* of a column, in characters: Excel's own */
#define WIDTH_MOST 60         /* more is not read but scrolled */
#define WIDTH_ROWS 1000       /* looked at for it */
#define FORMAT_PLACES_MOST 30 /* Excel's own */

enum kind { KIND_TEXT, KIND_NUMBER, KIND_TRUTH, KIND_DATE, KIND_TIME };

struct export_column {
    enum kind kind;
    lxw_format *format; /* NULL: General */
    size_t places;      /* of its decimals, the most */
    size_t width;
};

struct export
{
    const struct xlsxwriter_api *api;
    struct arena *arena;
    lxw_workbook *book;
    lxw_worksheet *sheet;
    struct export_column *columns;
    size_t n;
    uint64_t as_text, cut; /* numbers written as text; texts cut short */
};

/* ---- what the columns need ---- */

static enum kind kind_of(const char *type)
{
    if (!type)
        return KIND_TEXT;
    if (str_ieq(type, "integer") || str_ieq(type, "decimal") || str_ieq(type, "float"))
        return KIND_NUMBER;
    if (str_ieq(type, "boolean"))
        return KIND_TRUTH;
    return str_ieq(type, "date") ? KIND_DATE : str_ieq(type, "timestamp") ? KIND_TIME : KIND_TEXT;
}

static size_t places_of(const char *digits)
{
    const char *point = digits ? strchr(digits, '.') : NULL;

    return point ? strspn(point + 1, "0123456789") : 0;
}

static void measure(struct export_column *c, const struct json *value)
{
    const char *text = json_text(value, NULL), *digits = json_digits(value);
    size_t width = text ? str_columns(text, strlen(text)) : digits ? strlen(digits) : 0;

    c->width = width > c->width ? width : c->width;
}

static void plan_columns(struct export *e, const struct json *columns, const struct json *rows)
{
    for (size_t c = 0; c < e->n; c++) {
        const char *name = json_get_text(json_at(columns, c), "name");
        const char *type = json_get_text(json_at(columns, c), "type");
        struct export_column *column = &e->columns[c];
        bool is_decimal = type && str_ieq(type, "decimal");

        column->kind = kind_of(type);
        column->width = name ? str_columns(name, strlen(name)) + 3 : 0; /* the filter's arrow stands there, too */
        for (size_t r = 0; r < json_len(rows); r++) {
            const struct json *value = json_at(json_at(rows, r), c);
            size_t places = is_decimal ? places_of(json_digits(value)) : 0;
            column->places = places > column->places ? places : column->places;
            if (r < WIDTH_ROWS)
                measure(column, value);
        }
    }
}

/* "0.00" for two places. */
static lxw_format *number_format(struct export *e, size_t places)
{
    lxw_format *f = e->api->workbook_add_format(e->book);
    size_t n = places < FORMAT_PLACES_MOST ? places : FORMAT_PLACES_MOST;

    e->api->format_set_num_format(f,
                                  n ? arena_printf(e->arena, "0.%.*s", (int)n, "000000000000000000000000000000") : "0");
    return f;
}

static void format_columns(struct export *e)
{
    for (size_t c = 0; c < e->n; c++) {
        struct export_column *column = &e->columns[c];
        size_t width = column->width < WIDTH_LEAST  ? WIDTH_LEAST
                       : column->width > WIDTH_MOST ? WIDTH_MOST
                                                    : column->width;

        if (column->kind == KIND_DATE || column->kind == KIND_TIME) {
            column->format = e->api->workbook_add_format(e->book);
            e->api->format_set_num_format(column->format,
                                          column->kind == KIND_DATE ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss");
        } else if (column->places > 0) {
            column->format = number_format(e, column->places);
        }
        e->api->worksheet_set_column(e->sheet, (lxw_col_t)c, (lxw_col_t)c, (double)width + 1, NULL);
    }
}

/* ---- cells ---- */

static lxw_error write_text(struct export *e, lxw_row_t row, lxw_col_t col, const char *text, lxw_format *format)
{
    size_t n = strlen(text), fits = text_fit_units(text, n, EDIT_TEXT_UNITS);

    if (fits < n) {
        text = arena_dup(e->arena, text, fits);
        e->cut++;
    }
    return e->api->worksheet_write_string(e->sheet, row, col, text, format);
}

static lxw_error write_number(struct export *e, lxw_row_t row, lxw_col_t col, const struct json *value)
{
    const char *digits = json_digits(value);
    double v = json_real(value);

    if (text_significant(digits) > TEXT_EXACT_DIGITS && !strpbrk(digits, "eE")) {
        e->as_text++;
        return write_text(e, row, col, digits, NULL);
    }
    return isfinite(v) ? e->api->worksheet_write_number(e->sheet, row, col, v, e->columns[col].format)
                       : write_text(e, row, col, digits, NULL);
}

/* A date or a time as the number a spreadsheet holds; false when it has none (before 1 March 1900). */
static bool serial_of(enum kind kind, const char *text, double *ret)
{
    int64_t days, us;
    size_t n = strlen(text);
    char zoned[TIME_TEXT_BYTES + 1];

    if (kind == KIND_DATE && date_read(text, n, &days)) {
        *ret = (double)days + EPOCH_1900;
        return *ret >= 61;
    }
    snprintf(zoned, sizeof zoned, "%s%s", text, n && text[n - 1] == 'Z' ? "" : "Z");
    if (kind != KIND_TIME || !time_read(zoned, strlen(zoned), &us))
        return false;
    *ret = (double)us / 86400e6 + EPOCH_1900;
    return *ret >= 61;
}

static lxw_error write_value(struct export *e, lxw_row_t row, lxw_col_t col, const struct json *value)
{
    const char *text = json_text(value, NULL);
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
        if (serial_of(e->columns[col].kind, text, &serial))
            return e->api->worksheet_write_number(e->sheet, row, col, serial, e->columns[col].format);
        return write_text(e, row, col, text, NULL);
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    json_write(&other, value);
    return write_text(e, row, col, other.p, NULL);
}

/* ---- the file ---- */

static int failed(struct export *e, lxw_error error, struct err *err)
{
    return err_set(err, ERR_IO, "The workbook could not be written.", "%s", e->api->lxw_strerror(error));
}

static int write_rows(struct export *e, const struct json *columns, const struct json *rows,
                      const struct cancel *cancel, struct err *err)
{
    lxw_format *bold = e->api->workbook_add_format(e->book);
    lxw_error error = LXW_NO_ERROR;

    e->api->format_set_bold(bold);
    for (size_t c = 0; c < e->n && !error; c++) {
        const char *name = json_get_text(json_at(columns, c), "name");
        error = write_text(e, 0, (lxw_col_t)c, name ? name : "", bold);
    }
    for (size_t r = 0; r < json_len(rows) && !error; r++) {
        if (r % DATA_BATCH_ROWS == 0 && cancel_check(cancel, err) < 0)
            return -1;
        for (size_t c = 0; c < e->n && !error; c++)
            error = write_value(e, (lxw_row_t)(r + 1), (lxw_col_t)c, json_at(json_at(rows, r), c));
    }
    if (!error && e->n > 0)
        error = e->api->worksheet_autofilter(e->sheet, 0, 0, (lxw_row_t)json_len(rows), (lxw_col_t)(e->n - 1));
    return error ? failed(e, error, err) : 0;
}

/* Fills the file at path, which is ours alone. */
static int fill(struct export *e, const char *path, const char *folder, const struct json *columns,
                const struct json *rows, const struct cancel *cancel, struct err *err)
{
    lxw_workbook_options options = { .constant_memory = LXW_TRUE, .tmpdir = arena_str(e->arena, folder) };
    lxw_doc_properties properties = { .created = MADE_AT };
    lxw_error error;
    int status;

    e->book = e->api->workbook_new_opt(path, &options);
    if (!e->book)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory to write the workbook.", "no workbook");
    e->sheet = e->api->workbook_add_worksheet(e->book, NULL);
    e->api->workbook_set_properties(e->book, &properties);
    plan_columns(e, columns, rows);
    format_columns(e);
    e->api->worksheet_freeze_panes(e->sheet, 1, 0);
    status = write_rows(e, columns, rows, cancel, err);
    error = e->api->workbook_close(e->book); /* frees it, too */
    return status < 0 ? -1 : error ? failed(e, error, err) : 0;
}

static void tell(const struct export *e, struct notes *notes)
{
    if (e->as_text > 0)
        notes_add(notes, "%s written as text: spreadsheets keep %d digits of a number.",
                  notes_count(notes, e->as_text, "number", "was", "were"), TEXT_EXACT_DIGITS);
    if (e->cut > 0)
        notes_add(notes, "%s cut to the 32,767 characters that a cell can hold.",
                  notes_count(notes, e->cut, "text", "was", "were"));
}

/* Durable, then under its name. */
static int put_in_place(const char *temporary, const char *path, const char *folder, struct err *err)
{
    int fd = open(temporary, O_RDONLY | O_CLOEXEC), dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), errnum = 0;

    if (fd < 0 || dir < 0 || fsync(fd) != 0 || rename(temporary, path) != 0 || fsync(dir) != 0)
        errnum = errno;
    if (fd >= 0)
        close(fd);
    if (dir >= 0)
        close(dir);
    return errnum ? err_errno(err, errnum, "write the workbook", path) : 0;
}

int export_xlsx(const char *path, const struct json *columns, const struct json *rows, struct notes *notes,
                const struct cancel *cancel, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct export e = { .arena = a, .n = json_len(columns) };
    const char *slash = strrchr(path, '/'), *folder = slash ? arena_dup(a, path, (size_t)(slash + 1 - path)) : ".";
    char *temporary = arena_printf(a, "%s/.assay-export-XXXXXX", folder);
    int fd;

    if (e.n > SHEET_COLUMNS || json_len(rows) >= SHEET_ROWS) {
        err_set(err, ERR_TOO_LARGE, "A worksheet cannot hold so many rows or columns.", "%zu rows of %zu",
                json_len(rows), e.n);
        return err_action(err, "Export it as CSV.");
    }
    if (xlsxwriter_api(&e.api, err) < 0)
        return -1;
    fd = mkostemp(temporary, O_CLOEXEC); /* 0600 from the start; the library opens it again by its name */
    if (fd < 0)
        return err_errno(err, errno, "write the workbook", path);
    close(fd);
    e.columns = arena_array(a, e.n, sizeof *e.columns);
    if (fill(&e, temporary, folder, columns, rows, cancel, err) < 0 || put_in_place(temporary, path, folder, err) < 0) {
        (void)unlink(temporary);
        return -1;
    }
    tell(&e, notes);
    return 0;
}
