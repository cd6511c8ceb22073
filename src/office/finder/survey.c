/* survey.c - the cells go by once: extents, the finder, and a bet (plain_sheet.h) that saves the second reading. */
#include "office/finder/survey.h"
#include "base/arena.h"
#include "base/limits.h"
#include "grid/columns/builder.h"
#include "grid/datum.h"
#include "grid/names.h"
#include "office/finder/finder.h"
#include "office/finder/plain_sheet.h"
#include "office/package/token.h"
#include "office/sheet/book.h"
#include "office/sheet/list_objects.h"
#include "office/sheet/scan.h"
#include "office/sheet/sheet.h"
#include <string.h>

struct looking {
    const struct book *book;
    struct survey *survey;
    struct list_table *lists;
    size_t n_lists;
    struct finder *finder;
    struct plain_sheet *guess; /* NULL: no rows are wanted */
    uint32_t links;
};

static bool in_list(const struct looking *l, uint32_t row, uint32_t column)
{
    for (size_t i = 0; i < l->n_lists; i++) {
        const struct list_table *t = &l->lists[i];
        if (row >= t->top && row <= t->bottom && column >= t->left && column <= t->right)
            return true;
    }
    return false;
}

static void extend(struct survey *s, uint32_t row, uint32_t column)
{
    if (s->first_row == 0 || row < s->first_row)
        s->first_row = row;
    if (s->first_column == 0 || column < s->first_column)
        s->first_column = column;
    if (row > s->last_row)
        s->last_row = row;
    if (column > s->last_column)
        s->last_column = column;
}

static int take_cell(void *arg, const struct scan_cell *cell, const struct datum *value, struct err *err)
{
    struct looking *l = arg;

    (void)err;
    extend(l->survey, cell->row, cell->column);
    if (value->kind == DATUM_NONE) {
        if (cell->is_unsaved)
            uncalculated_add(&l->survey->uncalculated, l->survey->arena, cell->row, cell->column);
        return 0;
    }
    if (cell->row > l->survey->used_rows)
        l->survey->used_rows = cell->row;
    if (cell->column > l->survey->used_columns)
        l->survey->used_columns = cell->column;
    if (l->guess)
        plain_sheet_add(l->guess, cell->row, cell->column, value);
    if (l->n_lists == 0 || !in_list(l, cell->row, cell->column))
        finder_add(l->finder, cell->row, cell->column, value, styles_get(&l->book->styles, cell->style)->bold);
    return 0;
}

/* The sheet's own word on where it begins counts for its beginning, never for its end. */
static int take_tag(void *arg, const struct token *tag, struct err *err)
{
    struct looking *l = arg;
    bool is_dimension = token_is(tag, "dimension");
    uint32_t r1, c1, r2, c2;
    const char *ref;
    size_t n;

    (void)err;
    l->links += token_is(tag, "hyperlink");
    if ((!is_dimension && !token_is(tag, "mergeCell")) || !token_attr(tag, "ref", &ref, &n) ||
        !range_ref_read(ref, n, &r1, &c1, &r2, &c2))
        return 0;
    if (is_dimension)
        extend(l->survey, r1, c1);
    else
        finder_merge(l->finder, r1, c1, r2, c2);
    return 0;
}

/* ---- tables ---- */

static void take_list(struct looking *l, const struct list_table *t)
{
    struct survey *s = l->survey;
    struct sheet_table *to = &s->tables[s->n_tables];
    struct notes notes;
    uint32_t *columns, first = t->top + t->headers, last = t->bottom - t->totals;
    size_t n = t->right - t->left + 1;

    s->has_more |= n > DATA_COLUMNS;
    if (n > DATA_COLUMNS || last < first)
        return;
    notes_init(&notes, s->arena);
    columns = arena_array(s->arena, n, sizeof *columns);
    for (uint32_t i = 0; i < n; i++)
        columns[i] = t->left + i;
    *to = (struct sheet_table){
        .name = t->name,
        .top = t->top,
        .left = t->left,
        .bottom = t->bottom,
        .right = t->right,
        .header_row = t->headers ? t->top : 0,
        .area = { .first_row = first, .last_row = last, .columns = columns, .n_columns = n },
        .names = names_settle(s->arena, t->columns, n, &notes),
        .declared = true,
    };
    to->assumptions = notes_end(&notes, &to->n_assumptions);
    s->n_tables++;
}

static void take_found(struct looking *l, const char *sheet, const struct found_table *f)
{
    struct survey *s = l->survey;

    if (f->n_columns == 0 || f->n_columns > DATA_COLUMNS)
        return;
    s->tables[s->n_tables++] = (struct sheet_table){
        .name = f->name ? f->name : sheet,
        .top = f->n_headers ? f->header_row : f->first_row,
        .left = f->first_column,
        .bottom = f->bottom,
        .right = f->last_column,
        .header_row = f->n_headers ? f->header_row + f->n_headers - 1 : 0,
        .area = fill_found(f),
        .names = f->names,
        .assumptions = f->assumptions,
        .n_assumptions = f->n_assumptions,
    };
}

static void settle(struct looking *l, size_t sheet)
{
    struct survey *s = l->survey;
    const struct found_table *found;
    size_t n_found = finder_end(l->finder, s->arena, &s->notes, &found);

    s->has_more = finder_has_more(l->finder);
    s->tables = arena_array(s->arena, l->n_lists + n_found, sizeof *s->tables);
    for (size_t i = 0; i < l->n_lists; i++)
        take_list(l, &l->lists[i]);
    for (size_t i = 0; i < n_found; i++)
        take_found(l, l->book->sheets[sheet].name, &found[i]);
    if (l->guess && s->n_tables == 1 && !s->sort)
        s->tables[0].ready =
            plain_sheet_take(l->guess, &s->tables[0].area, s->tables[0].header_row, &s->tables[0].counts);
}

static void say_damage(struct notes *notes, const struct book *b, const struct sheet_order *o, uint32_t row)
{
    if (o->is_damaged)
        notes_add(notes, "the sheet is damaged: it was read up to row %u, and more may be missing", row);
    if (o->lost)
        notes_add(notes, "%s left empty: %s not in the file", notes_count(notes, o->lost, "cell", "was", "were"),
                  o->lost > 1 ? "their texts are" : "its text is");
    if (b->strings.is_damaged)
        notes_add(notes, "the list of the workbook's texts is damaged");
    if (b->styles.is_damaged)
        notes_add(notes, "the workbook's formats are damaged: dates may stand as numbers");
}

static void say(struct notes *notes, const struct book *b, const struct sheet_order *o, uint32_t row)
{
    uint64_t cut = o->cut + b->strings.cut, repaired = o->repaired + b->strings.repaired;

    say_damage(notes, b, o, row);
    if (repaired)
        notes_add(notes, "%s characters that cannot be in a file, and had them left out or replaced",
                  notes_count(notes, repaired, "text", "has", "have"));
    if (o->outside)
        notes_add(notes, "%s further out than a sheet reaches and left out",
                  notes_count(notes, o->outside, "cell", "is", "are"));
    if (cut)
        notes_add(notes, "%s over the %d characters that a cell can hold and cut there",
                  notes_count(notes, cut, "text", "is", "are"), SHEET_CELL_CHARS);
}

/* One look; *ret_again when the cells came out of order, so that it has to be done again, sorted. */
static int look(struct looking *l, size_t sheet, bool *ret_again, const struct cancel *cancel, struct err *err)
{
    struct sheet_order order = { .sort = l->survey->sort };
    struct sheet_handler handler = { .arg = l, .cell = take_cell, .tag = take_tag };

    if (sheet_read(l->book, sheet, &order, &handler, cancel, err) < 0)
        return -1;
    *ret_again = !order.is_sorted && !l->survey->sort;
    l->survey->sort |= *ret_again;
    if (!*ret_again) {
        l->survey->links = l->links;
        say(&l->survey->flaws, l->book, &order, l->survey->last_row);
        settle(l, sheet);
    }
    return 0;
}

int survey_sheet(const struct book *b, size_t sheet, bool build, const struct cancel *cancel, struct survey **ret,
                 struct err *err)
{
    struct arena *a = arena_new();
    struct survey *s = arena_alloc(a, sizeof *s);
    struct looking l = { .book = b, .survey = s };
    bool again = true;
    int done;

    s->arena = a;
    notes_init(&s->flaws, a);
    notes_init(&s->notes, a);
    done = list_objects_read(b, sheet, a, &s->notes, &l.lists, &l.n_lists, err);
    while (done == 0 && again) {
        l.links = 0;
        s->uncalculated = (struct uncalculated){ 0 };
        l.finder = finder_new();
        finder_share(l.finder, b->strings.bytes.p, strings_at(&b->strings), b->strings.n);
        l.guess = build && !s->sort ? plain_sheet_new(b) : NULL;
        done = look(&l, sheet, &again, cancel, err);
        plain_sheet_free(l.guess);
        finder_free(l.finder);
    }
    if (done < 0) {
        survey_free(s);
        return -1;
    }
    *ret = s;
    return 0;
}

void survey_free(struct survey *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_tables; i++)
        builder_free(s->tables[i].ready);
    arena_free(s->arena);
}
