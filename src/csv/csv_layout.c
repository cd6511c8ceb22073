/* csv_layout.c - the rows of the sample, looked at as a person would. */
#include "csv/csv_layout.h"
#include "base/arena.h"
#include "base/str.h"
#include "csv/csv_repair.h"
#include <string.h>

#define ROWS 1024       /* of the head that are looked at */
#define HEADER_ROWS 4   /* more are a table of words */
#define YEAR_FIRST 1900 /* years people have columns for */
#define YEAR_LAST 2100

struct row {
    const char *p, *next;
    size_t n, filled;
    bool first_only; /* nothing but its first cell has content */
    bool usable;     /* not blank, not a comment, no quote out of place */
    bool blank;
};

struct work {
    struct arena *scratch;
    const struct csv_dialect *d;
    const char *end;        /* of the sample's head */
    struct csv_cell *cells; /* DATA_COLUMNS + 1 */
    struct row *rows;
    size_t n_rows;
    size_t width; /* of the table */
    size_t body;  /* of most rows: less where the header has more names, more where all rows end in empty cells */
};

/* ---- rows ---- */

/* Splits the record at p; a stray quote does not reach beyond its line. */
static void split(const struct work *w, const char *p, const char *end, struct csv_record *r)
{
    *r = (struct csv_record){ .cells = w->cells, .room = DATA_COLUMNS + 1 };
    csv_split(w->d, CSV_STRICT, p, end, r);
    if (r->odd) {
        const char *line = csv_line_end(w->d, p, end);
        csv_split(w->d, CSV_LITERAL, p, line, r);
        r->next = csv_skip_newline(w->d, line, end);
        r->odd = true;
    }
}

static struct row row_at(const struct work *w, const char *p, const char *end)
{
    struct csv_record r;
    struct row row = { .p = p };
    size_t first = 0;

    split(w, p, end, &r);
    for (size_t i = 0; i < r.n && i < r.room; i++) {
        bool filled = csv_has_content(r.cells[i].p, r.cells[i].n);
        row.filled += filled;
        first += filled && i == 0;
    }
    row.n = r.n;
    row.next = r.next;
    row.blank = r.blank;
    row.first_only = row.filled == 1 && first == 1;
    row.usable = !r.blank && !r.odd && !r.long_cell && *p != '#';
    return row;
}

static void read_rows(struct work *w, const char *p)
{
    w->rows = arena_array(w->scratch, ROWS, sizeof *w->rows);
    while (p < w->end && w->n_rows < ROWS) {
        w->rows[w->n_rows] = row_at(w, p, w->end);
        p = w->rows[w->n_rows++].next;
    }
}

/* The cells of a row, width of them; those of a row of another width are repaired as a header. */
static const struct csv_cell *cells_of(const struct work *w, const struct row *row, struct csv_dialect *ret_used)
{
    struct csv_repair repair = { .dialect = w->d, .n_columns = w->width, .scratch = w->scratch };
    struct csv_record r;

    split(w, row->p, w->end, &r);
    *ret_used = *w->d;
    if (r.n == w->width && !r.odd)
        return r.cells;
    r = (struct csv_record){ .cells = w->cells, .room = DATA_COLUMNS + 1 };
    csv_split(w->d, CSV_STRICT, row->p, w->end, &r);
    repair.cells = arena_array(w->scratch, w->width, sizeof *repair.cells);
    csv_repair(&repair, &r, row->p, w->end);
    *ret_used = repair.used;
    return repair.cells;
}

/* ---- width ---- */

/* Rows from `from` on that have n cells. */
static size_t count_width(const struct work *w, size_t from, size_t n)
{
    size_t same = 0;

    for (size_t i = from; i < w->n_rows; i++)
        same += w->rows[i].usable && w->rows[i].n == n;
    return same;
}

/* The width most rows have, the first one left aside as it may be a header; that one's where there is no other, or
 * where fewer than half agree. */
static size_t common_width(const struct work *w)
{
    size_t first = 0, best = 0, most = 0, others = 0, named = 0;

    while (first < w->n_rows && !w->rows[first].usable)
        first++;
    if (first == w->n_rows)
        return w->n_rows > 0 ? 1 : 0;
    best = w->rows[first].n;
    for (size_t i = first; i < w->n_rows; i++) {
        const struct row *row = &w->rows[i];
        size_t same;

        if (!row->usable)
            continue;
        if (named == 0 && row->n > 1 && row->filled == row->n)
            named = row->n;
        if (i == first || (row->n == 1 && w->d->n_separator > 0))
            continue;
        others++;
        if (row->n == best && most > 0)
            continue;
        same = count_width(w, first + 1, row->n);
        if (same > most || (same == most && row->n == w->rows[first].n)) {
            most = same;
            best = row->n;
        }
    }
    return (2 * most < others || most < 2) && named > 0 && others > 1 ? named : best;
}

/* ---- columns ---- */

/* The cells from column i on are empty. */
static bool is_empty_from(const struct csv_record *r, size_t i)
{
    for (; i < r->n && i < r->room; i++)
        if (r->cells[i].n > 0)
            return false;
    return true;
}

static void learn(const struct work *w, const char *p, const char *end, struct csv_column *columns)
{
    const struct csv_cell none = { .p = "" };
    struct csv_record r;

    for (; p < end; p = r.next) {
        split(w, p, end, &r);
        if (r.n != w->body || r.odd || r.blank || r.long_cell || !is_empty_from(&r, w->width))
            continue;
        for (size_t i = 0; i < w->width; i++)
            csv_column_add(&columns[i], i < r.n ? &r.cells[i] : &none);
    }
}

/* What the columns look like from p on, in the head. */
static struct csv_column *columns_from(const struct work *w, struct arena *a, const char *p)
{
    struct csv_column *columns = arena_array(a, w->width, sizeof *columns);

    learn(w, p, w->end, columns);
    return columns;
}

/* ---- header ---- */

static bool is_year(const char *p, size_t n)
{
    int year = 0;

    p = str_trim(p, n, &n);
    for (size_t i = 0; i < n && i < 4; i++)
        year = p[i] >= '0' && p[i] <= '9' ? year * 10 + (p[i] - '0') : -10000;
    return n == 4 && year >= YEAR_FIRST && year <= YEAR_LAST;
}

struct header_signs {
    size_t typed;  /* columns of values below */
    size_t words;  /* those where this row has a word */
    size_t values; /* those where it has a value that is no year */
    size_t years;
};

static struct header_signs signs_of(const struct work *w, const struct csv_cell *cells,
                                    const struct csv_column *columns)
{
    struct header_signs s = { 0 };
    enum csv_kind kind;

    for (size_t i = 0; i < w->width; i++) {
        if (!csv_column_is_typed(&columns[i]))
            continue;
        s.typed++;
        kind = csv_kind(cells[i].p, cells[i].n);
        if (is_year(cells[i].p, cells[i].n))
            s.years++;
        else if (kind == CSV_VALUE)
            s.values++;
        else if (kind == CSV_WORD)
            s.words++;
    }
    return s;
}

/* One of the row's cells is a word. */
static bool has_word(const struct work *w, const struct row *row)
{
    struct csv_record r;

    split(w, row->p, w->end, &r);
    for (size_t i = 0; i < r.n && i < r.room; i++)
        if (csv_kind(r.cells[i].p, r.cells[i].n) == CSV_WORD)
            return true;
    return false;
}

/* None of the row's cells is a value. */
static bool is_words(const struct work *w, const struct row *row)
{
    struct csv_record r;

    split(w, row->p, w->end, &r);
    for (size_t i = 0; i < r.n && i < r.room; i++)
        if (csv_kind(r.cells[i].p, r.cells[i].n) == CSV_VALUE)
            return false;
    return true;
}

/* One of the row's cells comes again in its column; but not the whole row, as headers do in files put together. */
static bool recurs(const struct work *w, size_t row)
{
    struct csv_cell *own = arena_array(w->scratch, w->width, sizeof *own);
    struct csv_record r;
    size_t c, same;

    split(w, w->rows[row].p, w->end, &r);
    memcpy(own, r.cells, w->width * sizeof *own);
    for (size_t i = row + 1; i < w->n_rows; i++) {
        if (!w->rows[i].usable || w->rows[i].n != w->width)
            continue;
        split(w, w->rows[i].p, w->end, &r);
        for (same = c = 0; c < w->width; c++)
            same += own[c].n == r.cells[c].n && (own[c].n == 0 || memcmp(own[c].p, r.cells[c].p, own[c].n) == 0);
        for (c = 0; c < w->width && same < w->width; c++)
            if (own[c].n > 0 && own[c].n == r.cells[c].n && memcmp(own[c].p, r.cells[c].p, own[c].n) == 0)
                return true;
    }
    return false;
}

/* Where to begin looking at what stands below row i: past rows that may be header as well, but never past half. */
static const char *below(const struct work *w, size_t i)
{
    size_t left = (w->n_rows - i) / 2, skip = left > HEADER_ROWS ? HEADER_ROWS : left > 0 ? left - 1 : 0;

    return w->rows[i + skip].next;
}

/* Whether row i, the first of the table or one below header rows, names columns. */
static bool is_header(const struct work *w, size_t i, bool first)
{
    struct csv_column *columns = columns_from(w, w->scratch, below(w, i));
    struct csv_dialect used;
    struct header_signs s = signs_of(w, cells_of(w, &w->rows[i], &used), columns);

    if (!first)
        return s.words >= 2 && s.values + s.years == 0 && 2 * s.words > s.typed && columns[0].cells > 0;
    if (columns[0].cells == 0) /* nothing below */
        return has_word(w, &w->rows[i]);
    if (s.typed == 0)
        return !recurs(w, i);
    if (s.values == 0)
        return s.words > 0 || s.years > 0 || !recurs(w, i);
    return s.words > s.values;
}

/* The row above row i is its header, though of another width: words only, and enough of them. */
static bool is_mended_header(const struct work *w, size_t i)
{
    const struct row *above = &w->rows[i - 1];
    struct csv_dialect used;
    const struct csv_cell *cells;
    size_t filled = 0;

    if (above->blank || *above->p == '#' || w->width < 2)
        return false;
    if (above->n > w->width + 1)
        return above->filled == above->n && above->n <= DATA_COLUMNS && is_words(w, above);
    cells = cells_of(w, above, &used);
    /* Two words are a title as well as two names. */
    if (w->width == 2 && above->n == 1 && strchr(" ", used.separator[0]))
        return false;
    for (size_t c = 0; c < w->width; c++) {
        filled += csv_has_content(cells[c].p, cells[c].n);
        if (csv_kind(cells[c].p, cells[c].n) == CSV_VALUE && !is_year(cells[c].p, cells[c].n))
            return false;
    }
    return filled + (w->width > 2) >= w->width;
}

/* Where the table begins: the index of its first row. */
static size_t find_begin(const struct work *w)
{
    for (size_t i = 0; i < w->n_rows; i++) {
        const struct row *row = &w->rows[i];
        bool title = row->first_only && w->width > 1;

        if (row->blank || row->n != w->width || (*row->p == '#' && w->width == 1))
            continue;
        /* A second column without a name and a title look the same but for the gap below. */
        if (title && (w->width > 2 || (i + 1 < w->n_rows && w->rows[i + 1].blank)))
            continue;
        return i;
    }
    for (size_t i = 0; i < w->n_rows; i++)
        if (!w->rows[i].blank)
            return i;
    return w->n_rows;
}

/* ---- all of it ---- */

/* The texts of header row i. */
static struct name_text *head_texts(const struct work *w, size_t i)
{
    struct name_text *texts = arena_array(w->scratch, w->width, sizeof *texts);
    struct csv_dialect used;
    const struct csv_cell *cells = cells_of(w, &w->rows[i], &used);

    for (size_t c = 0; c < w->width; c++) {
        texts[c].p = csv_cell_text(&used, &cells[c], w->scratch, &texts[c].n);
        if (!csv_has_content(texts[c].p, texts[c].n))
            texts[c].n = 0;
    }
    return texts;
}

/* A name that spans columns stands over the first of them: it is carried on over those that have a name below and none
 * here. One without a name below it is the name of its own column alone. */
static void carry_on(struct name_text *upper, const struct name_text *lower, size_t n)
{
    for (size_t c = 1; c < n; c++)
        if (upper[c].n == 0 && upper[c - 1].n > 0 && lower[c - 1].n > 0 && lower[c].n > 0)
            upper[c] = upper[c - 1];
}

/* The heads out of the header rows, joined where there are several. */
static struct name_text *heads_of(const struct work *w, struct arena *a, size_t begin, size_t rows)
{
    struct name_text *heads = arena_array(a, w->width, sizeof *heads), *below = NULL;

    for (size_t c = 0; c < w->width; c++)
        heads[c].p = "";
    for (size_t i = begin + rows; i-- > begin;) {
        struct name_text *texts = head_texts(w, i);

        if (below)
            carry_on(texts, below, w->width);
        for (size_t c = 0; c < w->width; c++) {
            if (texts[c].n == 0)
                continue;
            if (heads[c].n > 0)
                heads[c].p = arena_printf(a, "%.*s %.*s", (int)texts[c].n, texts[c].p, (int)heads[c].n, heads[c].p);
            else
                heads[c].p = arena_dup(a, texts[c].p, texts[c].n);
            heads[c].n += texts[c].n + (heads[c].n > 0);
        }
        below = texts;
    }
    return heads;
}

/* Every usable row of the table is of the width, and nothing lies between them. */
static bool is_even(const struct work *w, const char *p, const char *end)
{
    struct csv_record r;

    for (; p < end; p = r.next) {
        split(w, p, end, &r);
        if (r.n != w->width || r.odd || r.long_cell || (r.blank && r.next < end) || *p == '#')
            return false;
    }
    return true;
}

/* The number of the last cell of a header row that holds something. */
static size_t count_names(const struct work *w, const struct row *row)
{
    struct csv_dialect used;
    const struct csv_cell *cells = cells_of(w, row, &used);
    size_t n = w->width;

    while (n > 0 && !csv_has_content(cells[n - 1].p, cells[n - 1].n))
        n--;
    return n;
}

/* Cells behind the header's that are empty in every row of the head are none. */
static size_t drop_empty_end(const struct work *w, const struct csv_column *columns, size_t header_cells)
{
    size_t width = w->width;

    while (width > header_cells && columns[width - 1].empty == columns[width - 1].cells &&
           columns[width - 1].quoted == 0)
        width--;
    return width;
}

static void settle_header(struct work *w, struct csv_layout *l, size_t *begin)
{
    size_t rows = 0;
    bool last = *begin + 1 >= w->n_rows, mended = *begin > 0 && is_mended_header(w, *begin);

    while (!(mended && last && !is_words(w, &w->rows[*begin])) && rows < HEADER_ROWS && *begin + rows < w->n_rows &&
           w->rows[*begin + rows].n == w->width && !w->rows[*begin + rows].blank &&
           is_header(w, *begin + rows, rows == 0))
        rows++;
    if (rows == 0 && mended) {
        --*begin;
        rows = 1;
        l->header_mended = true;
        if (w->rows[*begin].n > w->width && w->rows[*begin].filled == w->rows[*begin].n)
            w->width = w->rows[*begin].n;
    }
    l->header_rows = rows;
}

struct csv_layout csv_layout_of(struct arena *a, const struct csv_dialect *d, const char *p, size_t n)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct csv_sample s = csv_sample_of(p, n, d->newline);
    struct work w = { .scratch = scratch, .d = d, .end = s.pieces[0].end };
    struct csv_layout l = { 0 };
    size_t begin;

    w.cells = arena_array(scratch, DATA_COLUMNS + 1, sizeof *w.cells);
    read_rows(&w, p);
    w.width = w.body = common_width(&w);
    begin = find_begin(&w);
    if (w.width > DATA_COLUMNS || begin == w.n_rows) {
        l.n_columns = begin == w.n_rows ? 0 : w.width;
        return l;
    }
    settle_header(&w, &l, &begin);
    l.first = l.header_rows > 0 ? w.rows[begin + l.header_rows - 1].next : w.rows[begin].p;
    if (l.header_mended)
        w.width = drop_empty_end(&w, columns_from(&w, scratch, l.first), count_names(&w, &w.rows[begin]));
    for (size_t i = 0; i < begin; i++)
        l.above += !w.rows[i].blank;
    if (l.header_rows > 0)
        l.heads = heads_of(&w, a, begin, l.header_rows);
    l.n_columns = w.width;
    l.columns = columns_from(&w, a, l.first);
    l.uneven = !is_even(&w, l.first, w.end);
    for (size_t i = 1; i < s.n; i++) {
        learn(&w, s.pieces[i].p, s.pieces[i].end, l.columns);
        l.uneven |= !is_even(&w, s.pieces[i].p, s.pieces[i].end);
    }
    return l;
}
