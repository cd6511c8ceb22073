/* csv.c - records out of bytes that are checked once, whole: from then on there are no NULs and all of it is UTF-8.
 *
 * Nothing is copied: cells point into the bytes. Line numbers are counted only when an error needs one.
 */
#include "data/csv.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "data/csv_header.h"
#include "data/csv_scan.h"
#include "data/notes.h"
#include "data/records.h"

struct csv {
    struct records records;
    struct csv_dialect dialect;
    const char *text, *end; /* all of it */
    const char *first;      /* the first record behind the header */
    const char *at;         /* the next record */
    uint64_t short_records, empty_lines, odd_quotes;
    uint64_t empty_pending; /* empty lines since the last record: at the end of a file they are no news */
    struct notes names;     /* what was done to the header */
};

/* ---- the bytes ---- */

/* Length of the ASCII at p, a word at a time. */
static size_t ascii_bytes(const char *p, size_t n)
{
    size_t i = 0;

    for (uint64_t word; n - i >= sizeof word; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        if (word & 0x8080808080808080)
            break;
    }
    while (i < n && (unsigned char)p[i] < 0x80)
        i++;
    return i;
}

/* str_is_utf8, passing over ASCII quickly: most files are nothing else. */
static bool is_utf8(const char *p, size_t n)
{
    for (size_t i = ascii_bytes(p, n); i < n; i += ascii_bytes(p + i, n - i)) {
        size_t from = i;
        while (i < n && ascii_bytes(p + i, n - i < 16 ? n - i : 16) < 16)
            i++;
        if (!str_is_utf8(p + from, i - from))
            return false;
    }
    return true;
}

static int not_utf8(const char *why, struct err *err)
{
    err_set(err, ERR_DATA_UNREADABLE, "The file is not UTF-8 text.", "%s", why);
    return err_action(err, "Save it as \"CSV UTF-8\" and try again.");
}

static int check_text(const char *p, size_t n, struct err *err)
{
    if (n >= 2 && (memcmp(p, "\xff\xfe", 2) == 0 || memcmp(p, "\xfe\xff", 2) == 0))
        return not_utf8("UTF-16 byte order mark", err);
    if (n > 0 && memchr(p, '\0', n)) {
        err_set(err, ERR_DATA_UNREADABLE, "The file is binary, not text.", "it holds NUL bytes");
        return err_action(err, "Name a CSV file, or export one from the program that made this file.");
    }
    if (!is_utf8(p, n))
        return not_utf8("ill-formed bytes", err);
    return 0;
}

/* ---- records ---- */

/* The line of a place in the text, from 1. */
static size_t line_of(const struct csv *c, const char *place)
{
    size_t line = 1;
    const char *p = c->text;

    while ((p = memchr(p, c->dialect.newline, (size_t)(place - p)))) {
        line++;
        p++;
    }
    return line;
}

static int flawed(const struct csv *c, enum csv_flaw flaw, const char *cell, struct err *err)
{
    if (flaw == CSV_UNCLOSED) {
        err_say(err, ERR_DATA_UNREADABLE, "A quote opened on line %zu is never closed.", line_of(c, cell));
        return err_action(err, "Close the quote, or write it twice if it is part of the text.");
    }
    err_say(err, ERR_TOO_LARGE, "A cell on line %zu is longer than %u bytes.", line_of(c, cell), DATA_CELL_BYTES);
    return err_action(err, "Check the quotes on that line.");
}

static int too_many_cells(const struct csv *c, const char *record, size_t cells, struct err *err)
{
    err_say(err, ERR_DATA_UNREADABLE, "Line %zu has %zu cells where the header has %zu.", line_of(c, record), cells,
            c->records.n_columns);
    return err_action(err, "Put cells that hold the separator in quotes, or name all columns in the first line.");
}

struct found {
    size_t cells; /* on the line */
    bool content; /* one of them is more than blank */
    bool surplus; /* one of those that found no column is */
};

/* The record at c->at, into at most `columns` cells. */
static int read_record(struct csv *c, size_t columns, struct cell *cells, struct found *ret, struct err *err)
{
    const struct csv_dialect d = c->dialect;
    const char *p = c->at, *end = c->end;
    struct found f = { 0 };

    for (;;) {
        enum csv_flaw flaw;
        struct cell cell;
        const char *stop = csv_cell(d, p, end, &cell, &flaw);

        if (!stop)
            return flawed(c, flaw, p, err);
        c->odd_quotes += flaw == CSV_ODD_QUOTE;
        f.content = f.content || csv_has_content(&cell);
        if (f.cells < columns)
            cells[f.cells] = cell;
        else
            f.surplus = f.surplus || csv_has_content(&cell);
        f.cells++;
        p = stop + 1;
        if (stop == end || *stop == d.newline)
            break;
    }
    c->at = p < end ? p : end;
    *ret = f;
    return 0;
}

static int csv_next(struct records *r, size_t rows, struct cell *cells, size_t *ret_rows, struct err *err)
{
    struct csv *c = (struct csv *)r;
    size_t n = r->n_columns, row = 0;

    while (row < rows && c->at < c->end) {
        const char *record = c->at;
        struct cell *out = cells + row * n;
        struct found f;

        if (read_record(c, n, out, &f, err))
            return -1;
        if (!f.content) {
            c->empty_pending++;
            continue;
        }
        if (f.surplus)
            return too_many_cells(c, record, f.cells, err);
        c->empty_lines += c->empty_pending;
        c->empty_pending = 0;
        c->short_records += f.cells < n;
        for (size_t i = f.cells; i < n; i++)
            out[i] = (struct cell){ .p = "" };
        row++;
    }
    *ret_rows = row;
    return 0;
}

static void csv_rewind(struct records *r)
{
    struct csv *c = (struct csv *)r;

    c->at = c->first;
    c->short_records = c->empty_lines = c->odd_quotes = c->empty_pending = 0;
}

static void csv_say(const struct records *r, struct notes *notes)
{
    const struct csv *c = (const struct csv *)r;
    const char *separator = c->dialect.separator == ';'    ? "a semicolon"
                            : c->dialect.separator == '\t' ? "a tab"
                            : c->dialect.separator == '|'  ? "a bar"
                                                           : NULL;

    if (separator)
        notes_add(notes, "the separator is %s", separator);
    for (size_t i = 0; i < c->names.n; i++)
        notes_add(notes, "%s", c->names.text[i]);
    if (c->short_records)
        notes_add(notes, "%s filled up with empty cells",
                  notes_count(notes, c->short_records, "short line", "was", "were"));
    if (c->empty_lines)
        notes_add(notes, "%s skipped", notes_count(notes, c->empty_lines, "empty line", "was", "were"));
    if (c->odd_quotes)
        notes_add(notes, "%s after a closing quote and %s kept as written",
                  notes_count(notes, c->odd_quotes, "cell", "goes on", "go on"), c->odd_quotes == 1 ? "is" : "are");
}

/* ---- opening ---- */

static int empty_file(struct err *err)
{
    err_say(err, ERR_DATA_EMPTY, "The file is empty.");
    return err_action(err, "Name a file with a header line and at least one line of data.");
}

static int no_rows(struct err *err)
{
    err_say(err, ERR_DATA_EMPTY, "The file has a header and no rows.");
    return err_action(err, "Add at least one line of data below the header.");
}

/* Reads the first line with content into cells, DATA_COLUMNS of them; *ret_n is how many it has. */
static int read_header(struct csv *c, struct cell *cells, size_t *ret_n, struct err *err)
{
    struct found f = { 0 };

    do {
        if (c->at == c->end)
            return empty_file(err);
        if (read_record(c, DATA_COLUMNS, cells, &f, err))
            return -1;
    } while (!f.content);
    if (f.cells > DATA_COLUMNS) {
        err_say(err, ERR_TOO_LARGE, "The file has %zu columns; %d can be read.", f.cells, DATA_COLUMNS);
        return err_action(err, "Take out the columns you do not need.");
    }
    *ret_n = f.cells;
    return 0;
}

static const struct records_ops csv_ops = { .next = csv_next, .rewind = csv_rewind, .say = csv_say };

int csv_open(struct arena *a, const char *p, size_t n, struct records **ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct cell *header = arena_array(scratch, DATA_COLUMNS, sizeof *header), *next;
    struct csv *c = arena_alloc(a, sizeof *c);
    size_t rows;

    if (check_text(p, n, err))
        return -1;
    if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0) {
        p += 3;
        n -= 3;
    }
    if (n == 0)
        return empty_file(err);
    *c = (struct csv){ .dialect = csv_sniff(p, n), .text = p, .at = p, .end = p + n };
    c->records.ops = &csv_ops;
    notes_init(&c->names, a);
    if (read_header(c, header, &c->records.n_columns, err))
        return -1;
    c->first = c->at;
    next = arena_array(scratch, c->records.n_columns, sizeof *next);
    if (csv_next(&c->records, 1, next, &rows, err))
        return -1;
    if (csv_check_header(header, rows ? next : NULL, c->records.n_columns, err))
        return -1;
    if (rows == 0)
        return no_rows(err);
    if (csv_names(a, header, c->records.n_columns, &c->names, &c->records.names, err))
        return -1;
    csv_rewind(&c->records);
    *ret = &c->records;
    return 0;
}
