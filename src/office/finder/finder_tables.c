/* finder_tables.c - the blocks that are tables, given out with their names and with what was assumed.
 *
 * Nothing is lost silently: every cell of the sheet is in a table's data or header, or a sentence tells where it was
 * and what it was taken for.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "grid/names.h"
#include "office/finder/finder_node.h"
#include "office/workbook.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_GAP 3   /* blank rows between a title and its table */
#define TITLE_ROWS 5  /* rows of a title that is a block of its own */
#define LIST_ROWS 3   /* a single column is a table from so many rows on */
#define PAIRS_SMALL 8 /* rows of pairs that are a table's particulars when there is another table */
#define PLACE_BYTES 64

struct maker {
    struct finder *f;
    struct arena *arena;
    struct notes *notes; /* the sheet's */
    struct found_table *tables;
    size_t n;
    bool *is_told; /* of each block: it is in a table or a sentence */
};

/* ---- names ---- */

/* A cell as a word of a name. */
static const char *spot_word(struct arena *a, const struct spot *s)
{
    char date[TIME_TEXT_BYTES];

    if (!s)
        return "";
    if (s->kind == SPOT_TEXT || (s->flags & FLAG_READABLE))
        return arena_dup(a, s->text, s->n);
    if (s->kind == SPOT_DATE && fabs(s->number) < 1e7) {
        date_text((int64_t)s->number, date);
        return arena_str(a, date);
    }
    if (s->kind != SPOT_NUMBER)
        return "";
    return s->number == floor(s->number) && fabs(s->number) < 1e15 ? arena_printf(a, "%.0f", s->number)
                                                                   : arena_printf(a, "%.10g", s->number);
}

/* For each column the cell of a header row that is meant for it: its own, or that of a merged cell to the left. Without
 * merged cells a heading reaches to the next one, as long as there are headings below. */
static const struct spot **header_spots(const struct maker *m, const struct block *b, uint32_t line)
{
    const struct line *l = b->lines[line];
    const struct line *below = line + 1 < b->titles + b->headers ? b->lines[line + 1] : NULL;
    const struct spot **spots = arena_array(m->arena, b->n_columns, sizeof *spots);
    bool has_merge = false;

    for (uint32_t c = 0; c < b->n_columns; c++)
        spots[c] = line_find(l, b->columns[c]);
    for (uint32_t i = 0; i < m->f->n_merges; i++) {
        const struct merge *g = &m->f->merges[i];
        const struct spot *s = g->r1 == l->row && g->c2 > g->c1 ? line_find(l, g->c1) : NULL;
        for (uint32_t c = 0; s && c < b->n_columns; c++)
            if (b->columns[c] > g->c1 && b->columns[c] <= g->c2)
                spots[c] = s;
        has_merge |= s != NULL;
    }
    for (uint32_t c = 1; below && !has_merge && l->n < below->n && c < b->n_columns; c++)
        if (!spots[c] && line_find(below, b->columns[c]))
            spots[c] = spots[c - 1];
    return spots;
}

static const char *joined(struct arena *a, const char *name, const char *word)
{
    if (!*word || strcmp(name, word) == 0)
        return name;
    return *name ? arena_printf(a, "%s %s", name, word) : word;
}

static void name_columns(const struct maker *m, const struct block *b, struct found_table *t, struct notes *notes)
{
    static const char *const pair[] = { "key", "value" };
    struct name_text *texts = arena_array(m->arena, t->n_columns, sizeof *texts);
    const char **words = arena_array(m->arena, b->n_columns, sizeof *words);

    for (uint32_t c = 0; c < b->n_columns; c++)
        words[c] = b->is_pairs ? pair[c] : "";
    for (uint32_t h = 0; h < b->headers; h++) {
        const struct spot **spots = header_spots(m, b, b->titles + h);
        for (uint32_t c = 0; c < b->n_columns; c++)
            words[c] = joined(m->arena, words[c], spot_word(m->arena, spots[c]));
    }
    for (size_t c = 0; c < t->n_columns; c++)
        texts[c] = (struct name_text){ words[c], strlen(words[c]) };
    t->names = names_settle(m->arena, texts, t->n_columns, notes);
}

/* ---- sentences ---- */

/* "row 4", "rows 4-6" */
static const char *rows_text(struct arena *a, uint32_t first, uint32_t last)
{
    return first == last ? arena_printf(a, "row %" PRIu32, first)
                         : arena_printf(a, "rows %" PRIu32 "-%" PRIu32, first, last);
}

/* "B7", "B7:D9" */
static const char *place_text(struct arena *a, const struct block *b)
{
    struct buf text CLEANUP(buf_done) = BUF(PLACE_BYTES);

    cell_ref_add(&text, b->first_row, b->first_column);
    if (b->first_row != b->last_row || b->first_column != b->last_column) {
        buf_addc(&text, ':');
        cell_ref_add(&text, b->last_row, b->last_column);
    }
    return arena_str(a, text.p);
}

static void say_header(const struct block *b, const struct found_table *t, struct notes *notes)
{
    if (t->n_headers > 1)
        notes_add(notes, "the names of the columns are made of %s",
                  rows_text(notes->arena, t->header_row, t->header_row + t->n_headers - 1));
    else if (b->is_guess)
        notes_add(notes, "row %" PRIu32 " was taken for the names of the columns", t->header_row);
    else if (b->is_pairs)
        notes_add(notes, "two columns without names were taken for keys and their values");
    else if (t->n_headers == 0)
        notes_add(notes, "no row names the columns");
}

/* The lines behind the data, in their order; neighbours of one kind in one sentence. */
static void say_end(const struct block *b, struct notes *notes)
{
    for (uint32_t i = b->last_line + 1, j; i < b->n_lines; i = j) {
        bool is_total = line_is_total(b, b->lines[i], b->lines[i - 1]);
        const char *rows;
        for (j = i + 1; j < b->n_lines; j++)
            if (line_is_total(b, b->lines[j], b->lines[j - 1]) != is_total)
                break;
        rows = rows_text(notes->arena, b->lines[i]->row, b->lines[j - 1]->row);
        if (is_total)
            notes_add(notes, "%s %s left out of the data", rows,
                      j - i > 1 ? "are totals and were" : "is a total and was");
        else
            notes_add(notes, "the notes in %s were left out", rows);
    }
}

static void say_blanks(const struct block *b, const struct found_table *t, struct notes *notes)
{
    uint32_t blank = t->last_column - t->first_column + 1 - b->n_columns;

    if (blank > 0)
        notes_add(notes, "%s left out", notes_count(notes, blank, "blank column", "was", "were"));
    if (b->gaps > 0)
        notes_add(notes, "%s passed over", notes_count(notes, b->gaps, "blank row", "was", "were"));
    if (t->n_columns < b->n_columns)
        notes_add(notes, "only the first %d columns were read; there are %" PRIu32, DATA_COLUMNS, b->n_columns);
}

/* ---- one table ---- */

static int by_span(const void *x, const void *y)
{
    const struct found_span *a = x, *b = y;

    if (a->first_row != b->first_row)
        return a->first_row < b->first_row ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

static bool is_span(const struct merge *g, const struct found_table *t)
{
    return g->r2 > g->r1 && g->r1 >= t->first_row && g->r1 < t->last_row && g->c1 >= t->first_column &&
           g->c1 <= t->last_column;
}

static void find_spans(const struct maker *m, struct found_table *t)
{
    struct found_span *spans;
    size_t n = 0;

    for (uint32_t i = 0; i < m->f->n_merges; i++)
        n += is_span(&m->f->merges[i], t);
    spans = arena_array(m->arena, n, sizeof *spans);
    for (uint32_t i = 0; i < m->f->n_merges; i++) {
        const struct merge *g = &m->f->merges[i];
        if (is_span(g, t))
            spans[t->n_spans++] = (struct found_span){ g->c1, g->r1, g->r2 < t->last_row ? g->r2 : t->last_row };
    }
    if (n > 0)
        qsort(spans, n, sizeof *spans, by_span);
    t->spans = spans;
}

/* The first words that stand alone, on one line. */
static const char *title_text(struct arena *a, const struct block *b)
{
    uint32_t lines = b->titles > 0 ? b->titles : b->n_lines;

    for (uint32_t i = 0; i < lines; i++) {
        const struct spot *s = b->lines[i]->spots;
        if (b->lines[i]->n == 1 && s->kind == SPOT_TEXT && !(s->flags & (FLAG_COLON | FLAG_NULL))) {
            size_t n;
            const char *p = str_trim(s->text, s->n, &n);
            char *name = arena_dup(a, p, str_fit_bytes(p, n, DATA_NAME_BYTES));
            for (char *c = name; *c; c++)
                if ((unsigned char)*c < 0x20)
                    *c = ' ';
            return name;
        }
    }
    return NULL;
}

/* A title that stands apart above the table. */
static const struct block *find_title(const struct maker *m, const struct block *b, uint32_t *ret_index)
{
    for (uint32_t i = m->f->n_blocks; i-- > 0;) {
        const struct block *t = m->f->blocks[i];
        if (t->last_row < b->first_row && b->first_row - t->last_row <= TITLE_GAP + 1 && t->rows <= TITLE_ROWS &&
            t->n_columns == 1 && title_text(m->arena, t) && t->first_column <= b->last_column &&
            t->last_column + 1 >= b->first_column && !m->is_told[i]) {
            *ret_index = i;
            return t;
        }
    }
    return NULL;
}

static void name_table(struct maker *m, const struct block *b, struct found_table *t, struct notes *notes)
{
    const struct block *from = b;
    uint32_t first = 0, last = 0, above;

    if (b->titles > 0) {
        first = b->lines[0]->row;
        last = b->lines[b->titles - 1]->row;
    } else if ((from = find_title(m, b, &above))) {
        first = from->first_row;
        last = from->last_row;
        m->is_told[above] = true;
    }
    if (!from || first == 0)
        return;
    t->name = title_text(m->arena, from);
    notes_add(notes, "the title in %s was left out", rows_text(notes->arena, first, last));
}

/* The last row of the data, the header or a total. */
static uint32_t bottom_of(const struct block *b, const struct found_table *t)
{
    uint32_t last = t->last_row < t->first_row ? t->header_row + t->n_headers - 1 : t->last_row;

    for (uint32_t i = b->last_line + 1; i < b->n_lines; i++)
        if (line_is_total(b, b->lines[i], b->lines[i - 1]))
            last = b->lines[i]->row;
    return last;
}

static void make_table(struct maker *m, uint32_t index)
{
    struct block *b = m->f->blocks[index];
    struct found_table *t = &m->tables[m->n++];
    uint32_t first = b->titles + b->headers;
    struct notes notes;

    notes_init(&notes, m->arena);
    m->is_told[index] = true;
    t->first_column = b->columns[0];
    t->last_column = b->columns[b->n_columns - 1];
    t->n_headers = b->headers ? b->lines[first - 1]->row - b->lines[b->titles]->row + 1 : 0;
    t->header_row = b->headers ? b->lines[b->titles]->row : 0;
    if (block_data_lines(b) > 0) {
        t->first_row = b->lines[first]->row;
        t->last_row = b->lines[b->last_line]->row;
    } else {
        t->first_row = t->header_row + t->n_headers;
        t->last_row = t->first_row - 1;
    }
    t->bottom = bottom_of(b, t);
    t->columns = b->columns;
    t->n_columns = b->n_columns < DATA_COLUMNS ? b->n_columns : DATA_COLUMNS;
    m->f->has_more |= t->n_columns < b->n_columns;
    find_spans(m, t);
    name_table(m, b, t, &notes);
    say_header(b, t, &notes);
    say_end(b, &notes);
    say_blanks(b, t, &notes);
    name_columns(m, b, t, &notes);
    t->columns =
        memcpy(arena_array(m->arena, b->n_columns, sizeof *t->columns), b->columns, b->n_columns * sizeof *t->columns);
    t->assumptions = notes_end(&notes, &t->n_assumptions);
}

/* ---- all of them ---- */

static bool is_wide_table(const struct block *b)
{
    uint32_t lines = block_data_lines(b);

    return b->n_columns > 1 && lines > 0 && (b->headers > 0 || lines > 1);
}

/* Rows of a table lie beside it. */
static bool is_beside_table(const struct finder *f, const struct block *b)
{
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        const struct block *t = f->blocks[i];
        if (t != b && t->first_row <= b->last_row && t->last_row >= b->first_row && is_wide_table(t))
            return true;
    }
    return false;
}

/* A single column: figures or dates, or words under a heading. Words above or below a table are a text. */
static bool is_list(const struct finder *f, const struct block *b, bool has_wide)
{
    if (b->rows < LIST_ROWS)
        return false;
    for (uint32_t i = b->titles + b->headers; i <= b->last_line && has_wide; i++)
        if (b->lines[i]->n > 0 && b->lines[i]->spots[0].kind == SPOT_TEXT)
            return b->headers > 0 && is_beside_table(f, b);
    return true;
}

static bool is_table(const struct finder *f, const struct block *b, bool has_wide, bool has_large)
{
    if (b->is_pairs)
        return !has_large || b->rows > PAIRS_SMALL;
    if (b->n_columns > 1)
        return is_wide_table(b);
    return is_list(f, b, has_wide);
}

static void say_left(const struct maker *m, uint32_t index)
{
    const struct block *b = m->f->blocks[index];
    const char *place = place_text(m->notes->arena, b);

    if (b->texts == b->n_columns)
        notes_add(m->notes, "the text in %s was taken for a note and left out", place);
    else
        notes_add(m->notes, "the cells in %s belong to no table and were left out", place);
}

size_t finder_tables(struct finder *f, struct arena *a, struct notes *notes, const struct found_table **ret)
{
    struct maker m = { .f = f, .arena = a, .notes = notes };
    bool has_wide = false, has_large = false, has_any = false;

    for (uint32_t i = 0; i < f->n_blocks; i++) {
        has_wide |= is_wide_table(f->blocks[i]);
        has_large |= is_wide_table(f->blocks[i]) && !f->blocks[i]->is_pairs;
    }
    for (uint32_t i = 0; i < f->n_blocks; i++)
        has_any |= is_table(f, f->blocks[i], has_wide, has_large);
    if (!has_any && f->n_blocks > 0) {
        join_all(f); /* one table, whatever it may be */
        block_shape(f, f->blocks[0]);
    }
    if (f->is_scattered)
        notes_add(notes, "the cells are too scattered to tell tables apart and were taken for one");
    m.tables = arena_array(a, f->n_blocks < FINDER_TABLES ? f->n_blocks : FINDER_TABLES, sizeof *m.tables);
    m.is_told = arena_array(f->arena, f->n_blocks, sizeof *m.is_told);
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        if (has_any && !is_table(f, f->blocks[i], has_wide, has_large))
            continue;
        f->has_more |= m.n == FINDER_TABLES;
        if (m.n < FINDER_TABLES)
            make_table(&m, i);
    }
    for (uint32_t i = 0; i < f->n_blocks; i++)
        if (!m.is_told[i])
            say_left(&m, i);
    *ret = m.tables;
    return m.n;
}
