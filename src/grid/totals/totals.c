/* totals.c - candidates: rows with a label, and a first or last row with nothing but numbers.
 *
 * Of a dictionary only its texts are looked at, once a part; a table without a label costs next to nothing.
 */
#include "grid/totals/totals.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/limits.h"
#include "grid/columns/columns.h"
#include "grid/columns/columns_node.h"
#include "grid/growing.h"
#include "grid/notes.h"
#include "grid/source.h"
#include "grid/totals/totals_node.h"
#include <string.h>

/* ---- labels ---- */

static void add_label(struct totals *t, uint64_t row, size_t column, const struct label *l)
{
    if (t->n == TOTALS_ROWS) {
        t->too_many = true;
        return;
    }
    t->list = room_for(t->list, t->n + 1, sizeof *t->list, &t->cap);
    t->list[t->n++] = (struct candidate){ .row = row,
                                          .column = (uint32_t)column,
                                          .kinds = l->kinds,
                                          .is_exact = l->is_exact,
                                          .may_be_name = l->may_be_name };
}

/* Which texts of the part are labels, a byte each; NULL: none is. The caller frees it. */
static uint8_t *label_texts(const struct totals *t, const struct part *p)
{
    uint8_t *are = NULL;
    struct label l;
    size_t n;

    for (uint32_t i = 0; i < p->n_texts; i++) {
        const char *text = part_text(p, i, &n);
        if (!label_may_be(&t->index, text, n) || !label_read(&t->index, text, n, &l))
            continue;
        if (!are)
            are = room_new(p->n_texts, 1);
        are[i] = 1;
    }
    return are;
}

static void look_at_part(struct totals *t, size_t column, size_t k)
{
    const struct part *p = columns_part(t->columns, column, k);
    uint64_t rows = columns_part_rows(t->columns, k);
    uint8_t *are = label_texts(t, p);
    struct label l;

    for (uint64_t row = 0; are && row < rows; row++) {
        uint32_t code = part_code(p, row);
        size_t n;
        const char *text = part_text(p, code, &n);
        if (are[code] && part_has(p, row) && label_read(&t->index, text, n, &l))
            add_label(t, t->columns->starts[k] + row, column, &l);
    }
    free(are);
}

static void look_at_misfits(struct totals *t, size_t column)
{
    const struct misfits *m = &t->columns->misfits[column];
    struct label l;

    for (uint64_t i = 0; i < m->n; i++)
        if (label_read(&t->index, m->bytes + m->at[i], (size_t)(m->at[i + 1] - m->at[i]), &l))
            add_label(t, m->rows[i], column, &l);
}

/* By row; of one row the one that says "Total" and no more, then the one further left. */
static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->is_exact != y->is_exact)
        return x->is_exact ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static void sort_candidates(struct totals *t)
{
    size_t kept = 0;

    if (t->n == 0)
        return;
    qsort(t->list, t->n, sizeof *t->list, compare_candidates);
    for (size_t i = 1; i < t->n; i++)
        if (t->list[i].row != t->list[kept].row)
            t->list[++kept] = t->list[i];
    t->n = kept + 1;
}

static int find_labels(struct totals *t, struct err *err)
{
    const struct columns *c = t->columns;

    for (size_t i = 0; i < c->n_columns; i++) {
        for (size_t k = 0; c->described[i].type == COLUMN_TEXT && k < c->n_parts; k++) {
            if (cancel_check(t->cancel, err))
                return -1;
            look_at_part(t, i, k);
        }
        look_at_misfits(t, i);
    }
    sort_candidates(t);
    return 0;
}

/* Where the row is among the misfits, or would be. */
static uint64_t find_misfit(const struct misfits *m, uint64_t row)
{
    uint64_t low = 0, high = m->n;

    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (m->rows[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *totals_text(const struct totals *t, size_t column, uint64_t row, size_t *ret_n)
{
    const struct misfits *m = &t->columns->misfits[column];
    uint64_t i;

    if (t->columns->described[column].type == COLUMN_TEXT) {
        size_t k = columns_find_part(t->columns, row);
        const struct part *p = columns_part(t->columns, column, k);

        row -= t->columns->starts[k];
        return part_has(p, row) ? part_text(p, part_code(p, row), ret_n) : NULL;
    }
    i = find_misfit(m, row);
    if (i == m->n || m->rows[i] != row)
        return NULL;
    *ret_n = (size_t)(m->at[i + 1] - m->at[i]);
    return m->bytes + m->at[i];
}

const char *totals_label(const struct totals *t, const struct candidate *c, size_t *ret_n)
{
    return c->column == NO_COLUMN ? NULL : totals_text(t, c->column, c->row, ret_n);
}

struct candidate *totals_at(const struct totals *t, uint64_t row)
{
    size_t low = 0, high = t->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->list[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->n && t->list[low].row == row ? &t->list[low] : NULL;
}

void totals_add(struct totals *t, const struct candidate *list, size_t n)
{
    if (n == 0)
        return;
    t->list = room_for(t->list, t->n + n, sizeof *t->list, &t->cap);
    memcpy(t->list + t->n, list, n * sizeof *list);
    t->n += n;
    sort_candidates(t);
}

/* What is a label only beside another: in the row above or below one, and so on. */
static void add_short(struct totals *t, uint64_t row, uint32_t column)
{
    size_t n;
    const char *text = row < t->columns->rows && !totals_at(t, row) ? totals_text(t, column, row, &n) : NULL;
    struct label l;

    if (text && label_read_short(text, n, &l))
        totals_add(t,
                   &(struct candidate){
                       .row = row, .column = column, .kinds = l.kinds, .is_exact = true, .may_be_name = true },
                   1);
}

static void find_short(struct totals *t)
{
    for (size_t i = 0; i < t->n && t->n < TOTALS_SPREADS; i++) {
        const struct candidate x = t->list[i];

        if (x.column == NO_COLUMN || x.kinds == SUMMARY_SUM)
            continue;
        add_short(t, x.row + 1, x.column);
        if (x.row > 0)
            add_short(t, x.row - 1, x.column);
    }
}

/* ---- rows without a label ---- */

static bool has_value(const struct columns *c, size_t column, uint64_t row)
{
    size_t k = columns_find_part(c, row);

    return part_has(columns_part(c, column, k), row - c->starts[k]);
}

static bool has_misfit(const struct columns *c, size_t column, uint64_t row)
{
    const struct misfits *m = &c->misfits[column];
    uint64_t i = find_misfit(m, row);

    return i < m->n && m->rows[i] == row;
}

/* Numbers alone, in a row that lacks what the others have. */
static bool is_bare(const struct columns *c, uint64_t row)
{
    bool has_number = false, lacks = false;

    for (size_t i = 0; i < c->n_columns; i++) {
        const struct column *d = &c->described[i];
        bool number = column_is_number(d->type);

        if (has_misfit(c, i, row))
            return false;
        if (has_value(c, i, row)) {
            if (!number)
                return false;
            has_number = true;
        } else if (number ? d->nulls == 1 : d->nulls * 2 <= c->rows) {
            lacks = true;
        }
    }
    return has_number && lacks;
}

static void add_bare(struct totals *t, uint64_t row)
{
    if (totals_at(t, row) || !is_bare(t->columns, row))
        return;
    totals_add(t, &(struct candidate){ .row = row, .column = NO_COLUMN, .kinds = SUMMARY_SUM }, 1);
}

/* ---- all of it ---- */

static void list_numbers(struct totals *t)
{
    const struct columns *c = t->columns;

    t->numbers = arena_array(t->arena, TOTALS_COLUMNS, sizeof *t->numbers);
    for (size_t i = 0; i < c->n_columns && t->n_numbers < TOTALS_COLUMNS; i++)
        if (column_is_number(c->described[i].type))
            t->numbers[t->n_numbers++] = i;
}

/* How many columns but that of the label are no numbers, and how many of them say something in the row. */
static size_t count_texts(const struct columns *c, const struct candidate *x, size_t *ret_columns)
{
    size_t n = 0;

    *ret_columns = 0;
    for (size_t i = 0; i < c->n_columns; i++) {
        if (column_is_number(c->described[i].type) || i == x->column)
            continue;
        ++*ret_columns;
        n += has_value(c, i, x->row) || has_misfit(c, i, x->row);
    }
    return n;
}

static void mark_candidates(struct totals *t)
{
    const struct columns *c = t->columns;

    for (size_t i = 0; i < t->n; i++) {
        struct candidate *x = &t->list[i];
        size_t n_columns, texts = count_texts(c, x, &n_columns);

        x->has_text = texts > 0;
        x->is_lonely = texts == 0 && n_columns > 0;
        x->in_place = texts == 0 && x->column != NO_COLUMN && c->described[x->column].type != COLUMN_TEXT &&
                      x->is_exact && x->kinds & SUMMARY_SUM && x->row == c->rows - 1;
        for (size_t k = 0; k < t->n_numbers; k++)
            x->has_number |= has_value(c, t->numbers[k], x->row);
    }
}

static void take_proved(const struct totals *t, struct row_list *ret)
{
    uint64_t *rows = arena_array(t->arena, t->n, sizeof *rows);
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].state == STATE_PROVED)
            rows[n++] = t->list[i].row;
    *ret = (struct row_list){ .rows = rows, .n = n };
}

static int find_all(struct totals *t, struct notes *notes, struct row_list *ret, struct err *err)
{
    struct candidate *kept;
    size_t n_kept;

    if (find_labels(t, err))
        return -1;
    add_bare(t, t->columns->rows - 1);
    add_bare(t, 0);
    if (t->too_many) {
        notes_add(notes, "over %u rows are called a total or the like; none of them was left out", TOTALS_ROWS);
        return 0;
    }
    find_short(t);
    if (totals_periods(t, &kept, &n_kept, err))
        return -1;
    mark_candidates(t);
    if (t->n > 0 && totals_prove(t, err))
        return -1;
    totals_footer(t);
    totals_add(t, kept, n_kept);
    totals_say(t, notes);
    take_proved(t, ret);
    return 0;
}

int totals_find(const struct columns *c, const struct cancel *cancel, struct arena *a, struct notes *notes,
                struct row_list *ret, struct err *err)
{
    struct totals t = { .columns = c, .cancel = cancel, .arena = a };
    struct row_list found = { 0 };
    int rc;

    label_index(&t.index);
    list_numbers(&t);
    if (c->rows < 2 || t.n_numbers == 0) {
        *ret = found;
        return 0;
    }
    rc = find_all(&t, notes, &found, err);
    free(t.list);
    if (rc == 0)
        *ret = found;
    return rc;
}

int totals_load(struct source *s, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                struct loaded *ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct loaded loaded = { 0 };
    struct row_list without = { 0 };
    struct notes said;

    notes_init(&said, notes->arena);
    if (s->ops->load(s, i, cancel, a, &said, &loaded, err))
        return -1;
    if (s->ops->load_without && totals_find(loaded.columns, cancel, scratch, notes, &without, err)) {
        columns_free(loaded.columns);
        return -1;
    }
    if (without.n > 0) {
        columns_free(loaded.columns);
        notes_init(&said, notes->arena);
        if (s->ops->load_without(s, i, &without, cancel, a, &said, &loaded, err))
            return -1;
    }
    notes_join(notes, &said);
    *ret = loaded;
    return 0;
}
