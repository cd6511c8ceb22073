/* sheet_formula.c - a formula is cut into words, texts and all else, and only words that are references change.
 *
 * A word is a reference when it reads as one and is no function ("LOG10("), no sheet ("Q1!A1", "Q1:Q4!A1") and no part
 * of a table's ("Sales[Q1]"). Whole columns and rows ("A:C", "2:2") come in pairs.
 */
#include "office/sheet/sheet_formula.h"
#include "base/buf.h"
#include "base/limits.h"
#include "office/sheet/scan.h"
#include "office/workbook.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct shared {
    uint32_t row, column; /* 0: not seen */
    size_t at, n;         /* its formula among the texts */
};

struct sheet_formulas {
    struct shared *list; /* by number */
    size_t n;
    struct buf texts, moved;
};

/* ---- one formula ---- */

/* A reference, or half of one: no letters in "2:2", no digits in "A:C". */
struct ref {
    bool has_column, has_row, fixed_column, fixed_row;
    int64_t row, column;
};

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '.' || c == '$' ||
           c == '\\' || c == '?' || (unsigned char)c >= 0x80;
}

static size_t word_end(const char *p, size_t n, size_t i)
{
    while (i < n && is_word(p[i]))
        i++;
    return i;
}

static bool read_ref(const char *p, size_t n, struct ref *ret)
{
    size_t i = 0, start;

    *ret = (struct ref){ .fixed_column = n > 0 && *p == '$' };
    i += ret->fixed_column;
    for (start = i; i < n && i - start < 3 && (p[i] | 0x20) >= 'a' && (p[i] | 0x20) <= 'z'; i++)
        ret->column = ret->column * 26 + ((p[i] | 0x20) - 'a' + 1);
    ret->has_column = i > start;
    if (!ret->has_column)
        i = 0;
    ret->fixed_row = i < n && p[i] == '$';
    i += ret->fixed_row;
    for (start = i; i < n && i - start < 7 && p[i] >= '0' && p[i] <= '9'; i++)
        ret->row = ret->row * 10 + (p[i] - '0');
    ret->has_row = i > start;
    if (i < n || (ret->fixed_row && !ret->has_row) || !(ret->has_column || ret->has_row))
        return false;
    return (!ret->has_column || ret->column <= SHEET_COLUMNS) &&
           (!ret->has_row || (ret->row > 0 && ret->row <= SHEET_ROWS));
}

static void add_ref(struct buf *b, struct ref r, int64_t rows, int64_t columns)
{
    struct buf letters CLEANUP(buf_done) = BUF(32);

    r.row += r.fixed_row ? 0 : rows;
    r.column += r.fixed_column ? 0 : columns;
    if ((r.has_row && (r.row < 1 || r.row > SHEET_ROWS)) ||
        (r.has_column && (r.column < 1 || r.column > SHEET_COLUMNS))) {
        buf_adds(b, "#REF!");
        return;
    }
    if (r.has_column) {
        cell_ref_add(&letters, 1, (uint32_t)r.column);
        buf_adds(b, r.fixed_column ? "$" : "");
        buf_add(b, letters.p, letters.n - 1);
    }
    if (r.has_row)
        buf_addf(b, "%s%lld", r.fixed_row ? "$" : "", (long long)r.row);
}

/* What stands in quotes, a doubled one among it, or in brackets within each other; where it ends. */
static size_t closed_end(const char *p, size_t n, size_t i)
{
    char open = p[i], close = open == '[' ? ']' : open;
    size_t depth = 1;

    for (i++; i < n && depth > 0; i++) {
        if (open == '[' && p[i] == '\'' && i + 1 < n)
            i++; /* in a table's column it says that the next is meant as it stands */
        else if (p[i] == close)
            depth--;
        else if (p[i] == open)
            depth++;
    }
    return i;
}

/* The word, or the pair of words with ":" between, from `i` to `end`; returns where it went on to. */
static size_t move_word(struct buf *b, const char *p, size_t n, size_t i, int64_t rows, int64_t columns)
{
    size_t end = word_end(p, n, i), second = end < n && p[end] == ':' ? end + 1 : n, after = word_end(p, n, second);
    bool behind_sheet = i > 0 && p[i - 1] == '!', is_pair = after > second, is_called = end < n && p[end] == '(';
    struct ref r, to;

    if (end < n && p[end] == '!') {
        buf_add(b, p + i, end - i);
        return end;
    }
    if (is_pair && after < n && p[after] == '!' && !behind_sheet) { /* sheets, from one to another */
        buf_add(b, p + i, after - i);
        return after;
    }
    if (is_called || !read_ref(p + i, end - i, &r)) {
        buf_add(b, p + i, end - i);
    } else if (r.has_column && r.has_row) {
        add_ref(b, r, rows, columns);
    } else if (is_pair && read_ref(p + second, after - second, &to) && to.has_column == r.has_column &&
               to.has_row == r.has_row) {
        add_ref(b, r, rows, columns);
        buf_addc(b, ':');
        add_ref(b, to, rows, columns);
        return after;
    } else {
        buf_add(b, p + i, end - i);
    }
    return end;
}

void formula_move(struct buf *b, const char *p, size_t n, int64_t rows, int64_t columns)
{
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        if (is_word(p[i])) {
            i = move_word(b, p, n, i, rows, columns);
            continue;
        }
        if (p[i] == '"' || p[i] == '\'' || p[i] == '[')
            end = closed_end(p, n, i);
        buf_add(b, p + i, end - i);
        i = end;
    }
}

/* ---- those of a sheet ---- */

struct sheet_formulas *sheet_formulas_new(void)
{
    struct sheet_formulas *f = calloc(1, sizeof *f);

    if (!f)
        abort();
    buf_init(&f->texts, SHEET_SHARED_BYTES);
    buf_init(&f->moved, WORKBOOK_TOKEN_BYTES);
    return f;
}

void sheet_formulas_free(struct sheet_formulas *f)
{
    if (!f)
        return;
    free(f->list);
    buf_done(&f->texts);
    buf_done(&f->moved);
    free(f);
}

static struct shared *shared_of(struct sheet_formulas *f, uint32_t number)
{
    if (number >= f->n) {
        size_t n = number < 32 ? 64 : 2 * (size_t)number;
        struct shared *list = realloc(f->list, n * sizeof *list);
        if (!list)
            abort();
        memset(list + f->n, 0, (n - f->n) * sizeof *list);
        f->list = list;
        f->n = n;
    }
    return &f->list[number];
}

void sheet_formula(struct sheet_formulas *f, struct scan_cell *cell)
{
    struct shared *s;

    if (!cell->formula || cell->shared == 0 || cell->shared > SHEET_SHARED_FORMULAS)
        return;
    s = shared_of(f, cell->shared);
    if (cell->formula_n > 0) {
        size_t at = f->texts.n;
        buf_add(&f->texts, cell->formula, cell->formula_n);
        if (!f->texts.failed)
            *s = (struct shared){ .row = cell->row, .column = cell->column, .at = at, .n = cell->formula_n };
    } else if (s->row > 0) {
        buf_cut(&f->moved, 0);
        formula_move(&f->moved, f->texts.p + s->at, s->n, (int64_t)cell->row - s->row,
                     (int64_t)cell->column - s->column);
        cell->formula = f->moved.p;
        cell->formula_n = f->moved.n;
    }
}
