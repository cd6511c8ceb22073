/* csv_reader.c - records in order: most are taken as they are, the rest repaired or found to be no part of the table.
 *
 *   blank     no cell holds more than blanks
 *   comment   begins with # and has another number of cells than there are columns
 *   header    the header again, cell by cell: files that were put together
 *   footer    at the end of the text: nothing but lines with one text, which no column of values would have, or which a
 *             blank line sets apart
 *   other     another table: a record of words only, behind a blank line or where this table has values, and under it
 *             three records or more, all of one other number of cells. What follows is read as it is
 */
#include "base/arena.h"
#include "base/err.h"
#include "csv/csv_counts.h"
#include "csv/csv_repair.h"
#include "csv/csv_table_node.h"
#include "grid/datum.h"
#include "grid/names.h"
#include <stdlib.h>
#include <string.h>

#define OTHER_ROWS 3   /* records under a header that make another table */
#define CELLS_MORE 128 /* cells over the number of columns that are kept for a repair */

struct csv_reader {
    const struct csv_table *t;
    struct arena *texts;    /* what csv_read() gave out */
    struct csv_cell *cells; /* of the record at hand */
    size_t room;
    struct csv_record record;
    const char *begin, *end;
    uint64_t blank_before; /* blank lines since the last record: at the end of a file they are no news */
    bool in_other;         /* past the table: its rows are another's */
    struct csv_counts counts;
};

static struct csv_cell *new_cells(size_t n)
{
    struct csv_cell *cells = calloc(n, sizeof *cells);

    if (!cells)
        abort();
    return cells;
}

struct csv_reader *csv_reader_new(const struct csv_table *t)
{
    struct csv_reader *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    *r = (struct csv_reader){ .t = t, .texts = arena_new(), .room = t->shape.n_columns + CELLS_MORE };
    r->cells = new_cells(r->room);
    r->begin = t->shape.text.p;
    r->end = r->begin + t->shape.text.n;
    return r;
}

void csv_reader_free(struct csv_reader *r)
{
    if (!r)
        return;
    arena_free(r->texts);
    free(r->cells);
    free(r);
}

void csv_reader_forget(struct csv_reader *r)
{
    if (arena_used(r->texts) == 0)
        return;
    arena_free(r->texts);
    r->texts = arena_new();
}

size_t csv_other(const struct csv_reader *r, const struct csv_cell **ret)
{
    *ret = r->record.cells;
    return r->record.n < r->record.room ? r->record.n : r->record.room;
}

/* ---- looking at records ---- */

static const struct csv_dialect *dialect(const struct csv_reader *r)
{
    return &r->t->shape.dialect;
}

static void split(struct csv_reader *r, const char *p, struct csv_record *ret)
{
    *ret = (struct csv_record){ .cells = r->cells, .room = r->room };
    csv_split(dialect(r), CSV_STRICT, p, r->end, ret);
}

/* A cell with line ends whose every line would be a record of its own: a stray quote at the end of one and at the
 * beginning of another. */
static bool hides_records(struct csv_reader *r, const char *p, const char *next)
{
    struct csv_record line;
    struct csv_cell cell;

    while (p < next) {
        const char *end = csv_line_end(dialect(r), p, next);
        line = (struct csv_record){ .cells = &cell, .room = 1 };
        csv_split(dialect(r), CSV_LITERAL, p, end, &line);
        if (line.n != r->t->shape.n_columns)
            return false;
        p = csv_skip_newline(dialect(r), end, next);
    }
    return r->t->shape.n_columns > 1;
}

/* Cells that are values where the column holds values; and whether any cell is a value. */
static size_t values_in_place(const struct csv_reader *r, const struct csv_record *rec, bool *ret_any)
{
    size_t n = 0;

    *ret_any = false;
    for (size_t i = 0; i < rec->n && i < rec->room; i++) {
        bool value = csv_kind(rec->cells[i].p, rec->cells[i].n) == CSV_VALUE;
        *ret_any |= value;
        n += value && i < r->t->shape.n_columns && csv_column_is_typed(&r->t->columns[i]);
    }
    return n;
}

static size_t filled(const struct csv_record *rec)
{
    size_t n = 0;

    for (size_t i = 0; i < rec->n && i < rec->room; i++)
        n += csv_has_content(rec->cells[i].p, rec->cells[i].n);
    return n;
}

/* The words of a sentence, or a mark that notes begin with. */
static bool is_prose(const struct csv_cell *c)
{
    return c->n > 0 && (memchr(c->p, ' ', c->n) || memchr(c->p, ':', c->n) || *c->p == '*');
}

/* A line that may stand below a table. */
static bool is_note(const struct csv_reader *r, const struct csv_record *rec, bool apart)
{
    size_t width = r->t->shape.n_columns;
    bool any, alone = filled(rec) == 1 && csv_has_content(rec->cells[0].p, rec->cells[0].n);
    bool foreign = csv_column_is_typed(&r->t->columns[0]) && csv_kind(rec->cells[0].p, rec->cells[0].n) != CSV_VALUE;

    if (width < 2 || (!alone && rec->n >= width))
        return false;
    if (foreign && width > 2 && is_prose(&rec->cells[0]))
        return true;
    if (values_in_place(r, rec, &any) > 0)
        return false;
    if (apart)
        return alone || foreign;
    if (width == 2)
        return false;
    return foreign || (alone && rec->n == 1 && !rec->cells[0].quoted && is_prose(&rec->cells[0]));
}

static struct csv_repair repair_for(const struct csv_reader *r, struct arena *scratch)
{
    size_t width = r->t->shape.n_columns;

    return (struct csv_repair){ .dialect = dialect(r),
                                .columns = r->t->columns,
                                .n_columns = width,
                                .scratch = scratch,
                                .cells = arena_array(scratch, width, sizeof(struct csv_cell)) };
}

/* Repaired, the record at p has values in the columns of values, and hardly a word: it is a damaged row. */
static bool is_damaged_row(struct csv_reader *r, const char *p)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct csv_repair w = repair_for(r, scratch);
    size_t words = 0, values = 0;
    struct csv_record rec;

    split(r, p, &rec);
    csv_repair(&w, &rec, p, r->end);
    for (size_t i = 0; i < w.n_columns; i++) {
        enum csv_kind kind = csv_kind(w.cells[i].p, w.cells[i].n);

        if (!csv_column_is_typed(&r->t->columns[i]))
            continue;
        words += kind == CSV_WORD;
        values += kind == CSV_VALUE;
    }
    return values > 2 * words;
}

/* Nothing but notes from p to the end of the text. */
static bool is_footer(struct csv_reader *r, const char *p, size_t *ret_lines)
{
    bool apart = r->blank_before > 0;
    struct csv_record rec;

    *ret_lines = 0;
    if ((size_t)(r->end - p) > CSV_FOOTER_BYTES)
        return false;
    for (; p < r->end; p = rec.next) {
        split(r, p, &rec);
        if (rec.blank) {
            apart = true;
            continue;
        }
        if (!is_note(r, &rec, apart) || is_damaged_row(r, p))
            return false;
        split(r, p, &rec);
        ++*ret_lines;
    }
    return *ret_lines > 0;
}

/* Names of another table: every cell a word, and behind a gap or where this table has values. */
static bool is_other_header(const struct csv_reader *r, const struct csv_record *rec)
{
    size_t strange = r->blank_before > 0;

    for (size_t i = 0; i < rec->n && i < rec->room; i++) {
        bool last = i + 1 == rec->n && rec->cells[i].n == 0;

        if (!last && csv_kind(rec->cells[i].p, rec->cells[i].n) != CSV_WORD)
            return false;
        strange += !last && i < r->t->shape.n_columns && csv_column_is_typed(&r->t->columns[i]);
    }
    return strange > 0;
}

/* Another table begins with the record at p: its header, and rows of as many cells, some of them values. */
static bool is_other_table(struct csv_reader *r, const struct csv_record *first)
{
    size_t n = first->n, rows = 0;
    bool any, values = false;
    struct csv_record rec;

    if (first->odd || n < 2 || !is_other_header(r, first))
        return false;
    for (const char *p = first->next; rows < OTHER_ROWS && p < r->end; rows++, p = rec.next) {
        split(r, p, &rec);
        if (rec.n != n || rec.odd || rec.blank)
            return false;
        values_in_place(r, &rec, &any);
        values |= any;
    }
    return rows == OTHER_ROWS && values;
}

static bool is_header_again(const struct csv_reader *r, const struct csv_record *rec)
{
    const struct csv_shape *s = &r->t->shape;

    if (!s->has_header || r->t->header_rows != 1 || rec->n != s->n_columns || s->heads[0].n != rec->cells[0].n)
        return false;
    for (size_t i = 0; i < s->n_columns; i++)
        if (rec->cells[i].n != s->heads[i].n || memcmp(rec->cells[i].p, s->heads[i].p, s->heads[i].n) != 0)
            return false;
    return true;
}

/* ---- giving out ---- */

static void give(struct csv_reader *r, const struct csv_dialect *d, const struct csv_cell *cells, struct datum *out)
{
    for (size_t i = 0; i < r->t->shape.n_columns; i++) {
        size_t n;
        const char *p = csv_cell_text(d, &cells[i], r->texts, &n);

        out[i] = datum_text(p, n);
    }
    r->counts.blank += r->blank_before;
    r->blank_before = 0;
}

static int too_long(const struct csv_reader *r, const char *p, struct err *err)
{
    err_say(err, ERR_TOO_LARGE, "A cell on line %zu is longer than %u bytes.", csv_line_of(dialect(r), r->begin, p),
            DATA_CELL_BYTES);
    return err_action(err, "Shorten it or leave its column out; if a quote is never closed there, close it.");
}

/* Gives out a record that was repaired. */
static int give_repaired(struct csv_reader *r, const struct csv_repair *w, const char *p, struct datum *out,
                         size_t *ret_next, struct err *err)
{
    size_t width = r->t->shape.n_columns, cells = r->record.n;

    for (size_t i = 0; i < width; i++)
        if (w->cells[i].n > DATA_CELL_BYTES)
            return too_long(r, p, err);
    give(r, &w->used, w->cells, out);
    r->counts.quotes += w->quotes;
    r->counts.short_records += !w->quotes && cells < width;
    r->counts.mended += !w->quotes && cells >= width && w->over.n == 0;
    if (w->over.n > 0)
        csv_counts_over(&r->counts, p, &w->over);
    *ret_next = (size_t)(w->next - r->begin);
    return 0;
}

static int repaired(struct csv_reader *r, const char *p, struct datum *out, size_t *ret_next, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct csv_repair w = repair_for(r, scratch);

    csv_repair(&w, &r->record, p, r->end);
    return give_repaired(r, &w, p, out, ret_next, err);
}

/* A quote stands within a cell that is not in quotes. */
static bool has_inner_quote(const struct csv_reader *r, const char *p)
{
    char quote = dialect(r)->quote;

    if (quote == '\0' || !memchr(p, quote, (size_t)(r->record.next - p)))
        return false;
    for (size_t i = 0; i < r->record.n; i++) {
        const struct csv_cell *c = &r->record.cells[i];
        if (!c->quoted && c->n > 0 && memchr(c->p, quote, c->n))
            return true;
    }
    return false;
}

/* A record of the right number of cells: as it is, unless a quote in it means something else. */
static int whole(struct csv_reader *r, const char *p, struct datum *out, size_t *ret_next, struct err *err)
{
    if (has_inner_quote(r, p)) {
        struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
        struct csv_repair w = repair_for(r, scratch);

        if (csv_is_misread(&w, &r->record, p, r->end))
            return give_repaired(r, &w, p, out, ret_next, err);
    }
    give(r, dialect(r), r->record.cells, out);
    return 0;
}

static bool ends_with_footer(struct csv_reader *r, const char *p, size_t *ret_next, enum csv_step *ret)
{
    size_t lines;

    if (!is_footer(r, p, &lines))
        return false;
    r->counts.footers += lines;
    *ret_next = r->t->shape.text.n;
    *ret = CSV_END;
    return true;
}

/* A record that cannot be taken as it is; 1 when it is another table's. */
static int irregular(struct csv_reader *r, const char *p, struct datum *out, size_t *ret_next, enum csv_step *ret,
                     struct err *err)
{
    if (*p == '#' && r->record.n != r->t->shape.n_columns) {
        r->counts.comments++;
        *ret = CSV_SKIPPED;
        return 0;
    }
    if (ends_with_footer(r, p, ret_next, ret))
        return 0;
    split(r, p, &r->record);
    if (is_other_table(r, &r->record)) {
        r->in_other = true;
        return 1;
    }
    split(r, p, &r->record);
    *ret = CSV_RECORD;
    return repaired(r, p, out, ret_next, err);
}

/* A record of another table, with all the cells a table may have. */
static void read_other(struct csv_reader *r, const char *p)
{
    split(r, p, &r->record);
    if (r->record.n > r->room && r->room < DATA_COLUMNS) {
        r->room = r->record.n < DATA_COLUMNS ? r->record.n : DATA_COLUMNS;
        free(r->cells);
        r->cells = new_cells(r->room);
        split(r, p, &r->record);
    }
}

/* A record of this table, or one that ends it. 1: another table begins. */
static int read_own(struct csv_reader *r, const char *p, struct datum *cells, size_t *ret_next, enum csv_step *ret,
                    struct err *err)
{
    const struct csv_record *rec = &r->record;
    size_t width = r->t->shape.n_columns;

    if (rec->n != width || rec->odd || rec->long_cell || (rec->lines && hides_records(r, p, rec->next)))
        return irregular(r, p, cells, ret_next, ret, err);
    if (is_header_again(r, rec)) {
        r->counts.headers++;
        *ret = CSV_SKIPPED;
        return 0;
    }
    if (width > 2 && filled(rec) == 1) {
        if (ends_with_footer(r, p, ret_next, ret))
            return 0;
        split(r, p, &r->record);
    }
    *ret = CSV_RECORD;
    return whole(r, p, cells, ret_next, err);
}

int csv_read(struct csv_reader *r, size_t at, struct datum *cells, size_t *ret_next, enum csv_step *ret,
             struct err *err)
{
    const char *p = r->begin + at;
    struct csv_record *rec = &r->record;
    int rc;

    *ret_next = at;
    *ret = CSV_END;
    if (p == r->end || r->t->shape.n_columns == 0)
        return 0;
    split(r, p, rec);
    if (rec->long_cell && !rec->odd)
        return too_long(r, p, err);
    *ret_next = (size_t)(rec->next - r->begin);
    if (rec->blank && !rec->odd && (rec->n == 1 || !rec->lines)) {
        r->blank_before++;
        *ret = CSV_SKIPPED;
        return 0;
    }
    if (!r->in_other) {
        rc = read_own(r, p, cells, ret_next, ret, err);
        if (rc <= 0)
            return rc;
    }
    read_other(r, p);
    *ret_next = (size_t)(rec->next - r->begin);
    r->counts.others++;
    *ret = CSV_OTHER;
    return 0;
}

/* ---- what was done ---- */

void csv_reader_say(const struct csv_reader *const *readers, size_t n, struct notes *notes)
{
    struct csv_counts c = { 0 };

    for (size_t i = 0; i < n; i++)
        csv_counts_add(&c, &readers[i]->counts);
    if (n > 0)
        csv_counts_say(&c, dialect(readers[0]), readers[0]->begin, notes);
}
