/* edit_survey.c - one look through a sheet.
 *
 * Rows and the cells in them may lack their references; they then follow the one before. They must stand in order: in
 * a sheet where they do not, "where it belongs" has no answer. Most rows have no cell to be set: of these only formulas
 * are looked at, since an array formula anywhere may cover a cell that is to be set.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/edit/edit_sheet.h"
#include "office/package/refusals.h"
#include "office/workbook.h"
#include <string.h>

struct survey {
    struct sheet_edit *sheet;
    struct markup *m;
    const struct cancel *cancel;
    size_t next_row; /* of sheet->rows: the first that is not passed yet */
    uint64_t seen;   /* rows, to ask the cancel now and then */
};

int edit_refuse(struct err *err, const char *message, const char *action)
{
    err_set(err, ERR_EDIT_REFUSED, message, "edit refused");
    return err_action(err, "%s", action);
}

bool sheet_touches(const struct sheet_edit *s, const uint32_t range[static 4], bool others)
{
    size_t low = 0, high = s->n;

    while (low < high) { /* the first cell that is not above the rectangle */
        size_t middle = low + (high - low) / 2;
        if (s->cells[middle].row < range[0])
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < s->n && s->cells[low].row <= range[2]; low++) {
        const struct edit_cell *c = &s->cells[low];
        if (c->column < range[1] || c->column > range[3])
            continue;
        if (!others || c->row != range[0] || c->column != range[1])
            return true;
    }
    return false;
}

static bool read_range(const struct markup_token *t, uint32_t range[static 4])
{
    struct markup_span ref;

    return markup_attr(t, "ref", &ref) && range_ref_read(ref.p, ref.n, &range[0], &range[1], &range[2], &range[3]);
}

/* ---- formulas and cells ---- */

/* A formula that fills a rectangle stands in one cell and owns them all. */
static int see_formula(struct survey *v, const struct markup_token *t, struct err *err)
{
    struct markup_span type;
    uint32_t range[4];

    v->sheet->has_formulas = true;
    if (!markup_attr(t, "t", &type) || !(markup_span_is(type, "array") || markup_span_is(type, "dataTable")) ||
        !read_range(t, range) || !sheet_touches(v->sheet, range, false))
        return 0;
    if (range[0] == range[2] && range[1] == range[3])
        return 0;
    return edit_refuse(err, "A cell to be changed is part of an array formula, which can only be changed as a whole.",
                       "Change it in a spreadsheet program, or write to another cell.");
}

static bool is_shared(const struct markup_token *t)
{
    struct markup_span type;

    return markup_attr(t, "t", &type) && markup_span_is(type, "shared");
}

/* What an element holds: from behind its opening tag, which was the last token, to its closing one. */
static int read_content(struct survey *v, const struct markup_token *open, struct markup_span *ret, struct err *err)
{
    const char *begin = v->m->at, *end;

    *ret = (struct markup_span){ begin, 0 };
    if (open->kind == MARKUP_EMPTY)
        return 0;
    if (markup_skip(v->m, open, &end, err) < 0)
        return -1;
    for (end--; *end != '<'; end--) /* back to where the closing tag begins */
        ;
    ret->n = (size_t)(end - begin);
    return 0;
}

static int read_formula(struct survey *v, struct edit_cell *c, const struct markup_token *t, struct err *err)
{
    struct markup_span ref;

    c->has_formula = true;
    c->in_group = is_shared(t);
    c->leads_group = c->in_group && markup_attr(t, "ref", &ref);
    c->group = markup_attr_uint(t, "si", 0);
    if (see_formula(v, t, err) < 0)
        return -1;
    return read_content(v, t, &c->formula, err);
}

/* Reads the cell whose opening tag is the last token, to its end. */
static int read_cell(struct survey *v, struct edit_cell *c, const struct markup_token *open, struct err *err)
{
    struct markup_token t;

    c->exists = true;
    c->at = open->p;
    c->style = (struct markup_span){ 0 };
    (void)markup_attr(open, "s", &c->style);
    (void)markup_attr(open, "t", &c->type);
    while (open->kind == MARKUP_OPEN) {
        int status = 0;
        if (markup_child(v->m, open->depth, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        if (markup_is(v->m, &t, "f"))
            status = read_formula(v, c, &t, err);
        else if (markup_is(v->m, &t, "v"))
            status = read_content(v, &t, &c->value, err);
        else if (markup_is(v->m, &t, "is"))
            status = read_content(v, &t, &c->inline_text, err);
        if (status < 0)
            return -1;
    }
    c->at_n = (size_t)(v->m->at - open->p);
    return 0;
}

static int cell_column(const struct markup_token *t, uint32_t row, uint32_t before, uint32_t *ret, struct err *err)
{
    struct markup_span ref;
    uint32_t r = row;

    *ret = before + 1;
    if (markup_attr(t, "r", &ref) && !cell_ref_read(ref.p, ref.n, &r, ret))
        return workbook_damaged(err, "a cell's reference is none");
    if (r != row || *ret <= before || *ret > SHEET_COLUMNS)
        return workbook_damaged(err, "a row's cells are not in order");
    return 0;
}

/* The cells of a row in which some are to be set; its opening tag is the last token. */
static int read_row(struct survey *v, struct edit_row *row, struct err *err)
{
    uint32_t column = 0;
    size_t next = 0;
    struct markup_token t;

    for (;;) {
        if (markup_child(v->m, row->open.depth, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        if (!markup_is(v->m, &t, "c"))
            continue;
        if (cell_column(&t, row->row, column, &column, err) < 0)
            return -1;
        for (; next < row->n && row->cells[next].column < column; next++)
            row->cells[next].at = t.p;
        if (next < row->n && row->cells[next].column == column) {
            if (read_cell(v, &row->cells[next++], &t, err) < 0)
                return -1;
            continue;
        }
        while (t.kind == MARKUP_OPEN) {
            struct markup_token inner;
            if (markup_child(v->m, t.depth, &inner, err) < 0)
                return -1;
            if (!markup_opens(&inner))
                break;
            if (markup_is(v->m, &inner, "f") && see_formula(v, &inner, err) < 0)
                return -1;
        }
    }
    row->at = t.p;
    for (; next < row->n; next++)
        row->cells[next].at = t.p;
    return 0;
}

/* A row in which nothing is to be set. */
static int pass_row(struct survey *v, const struct markup_token *open, struct err *err)
{
    struct markup_token t = *open;

    while (t.kind != MARKUP_CLOSE || t.depth != open->depth) {
        if (markup_next(v->m, &t, err) < 0)
            return -1;
        if (markup_opens(&t) && t.depth == open->depth + 2 && markup_is(v->m, &t, "f") && see_formula(v, &t, err) < 0)
            return -1;
    }
    return 0;
}

/* ---- rows ---- */

/* A style that the row gives to its new cells. */
static void take_row_style(struct edit_row *row)
{
    struct markup_span style;

    if (!markup_attr_truth(&row->open, "customFormat", false) || !markup_attr(&row->open, "s", &style))
        return;
    for (size_t i = 0; i < row->n; i++)
        row->cells[i].style = style;
}

static int take_row(struct survey *v, const struct markup_token *t, uint32_t number, struct err *err)
{
    struct sheet_edit *s = v->sheet;

    for (; v->next_row < s->n_rows && s->rows[v->next_row].row < number; v->next_row++)
        s->rows[v->next_row].at = t->p;
    if (v->next_row < s->n_rows && s->rows[v->next_row].row == number) {
        struct edit_row *row = &s->rows[v->next_row++];
        row->exists = true;
        row->open = *t;
        take_row_style(row);
        return t->kind == MARKUP_OPEN ? read_row(v, row, err) : 0;
    }
    return t->kind == MARKUP_OPEN ? pass_row(v, t, err) : 0;
}

static int read_rows(struct survey *v, struct err *err)
{
    struct sheet_edit *s = v->sheet;
    uint32_t number = 0;
    struct markup_token t = s->data;

    while (s->data.kind == MARKUP_OPEN) {
        if (markup_child(v->m, s->data.depth, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        if (!markup_is(v->m, &t, "row"))
            continue;
        uint32_t before = number;
        number = markup_attr_uint(&t, "r", before + 1);
        if (number <= before || number > SHEET_ROWS)
            return workbook_damaged(err, "a sheet's rows are not in order");
        if ((v->seen++ % EDIT_CANCEL_ROWS == 0 && cancel_check(v->cancel, err) < 0) || take_row(v, &t, number, err) < 0)
            return -1;
    }
    for (; v->next_row < s->n_rows; v->next_row++)
        s->rows[v->next_row].at = t.p;
    return 0;
}

/* ---- what stands around the rows ---- */

/* A style that a column gives to its new cells. */
static int read_columns(struct survey *v, const struct markup_token *open, struct err *err)
{
    struct markup_token t;
    struct markup_span style;

    while (open->kind == MARKUP_OPEN) {
        if (markup_child(v->m, open->depth, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        uint32_t least = markup_attr_uint(&t, "min", 0), most = markup_attr_uint(&t, "max", 0);
        if (!markup_attr(&t, "style", &style))
            continue;
        for (size_t i = 0; i < v->sheet->n; i++)
            if (v->sheet->cells[i].column >= least && v->sheet->cells[i].column <= most)
                v->sheet->cells[i].style = style;
    }
    return 0;
}

static int read_merges(struct survey *v, const struct markup_token *open, struct err *err)
{
    struct markup_token t;
    uint32_t range[4];

    while (open->kind == MARKUP_OPEN) {
        if (markup_child(v->m, open->depth, &t, err) < 0)
            return -1;
        if (!markup_opens(&t))
            break;
        if (read_range(&t, range) && sheet_touches(v->sheet, range, true))
            return edit_refuse(err, "A cell to be changed is merged into another one and would not be seen.",
                               "Write to the top left cell of the merged range.");
    }
    return 0;
}

static int take_element(struct survey *v, const struct markup_token *t, struct err *err)
{
    struct sheet_edit *s = v->sheet;

    if (markup_is(v->m, t, "sheetData")) {
        if (s->data.p)
            return workbook_damaged(err, "a sheet has two blocks of rows");
        s->data = *t;
        return read_rows(v, err);
    }
    if (markup_is(v->m, t, "dimension"))
        (void)markup_attr(t, "ref", &s->dimension);
    else if (markup_is(v->m, t, "sheetProtection"))
        s->is_protected |= markup_attr_truth(t, "sheet", false);
    else if (markup_is(v->m, t, "cols"))
        return read_columns(v, t, err);
    else if (markup_is(v->m, t, "mergeCells"))
        return read_merges(v, t, err);
    return 0;
}

/* Groups the cells by row. */
static void make_rows(struct sheet_edit *s, struct arena *a)
{
    s->rows = arena_array(a, s->n, sizeof *s->rows);
    for (size_t i = 0; i < s->n; i++) {
        if (s->n_rows == 0 || s->rows[s->n_rows - 1].row != s->cells[i].row)
            s->rows[s->n_rows++] = (struct edit_row){ .row = s->cells[i].row, .cells = &s->cells[i] };
        s->rows[s->n_rows - 1].n++;
    }
}

/* How many cells of the sheet have their formula from this group. */
static int count_group(struct survey *v, uint32_t group, size_t *ret, struct err *err)
{
    struct markup_token t;
    size_t n = 0;

    v->m->at = v->m->begin;
    do {
        if (markup_next(v->m, &t, err) < 0)
            return -1;
        n += t.depth == v->sheet->data.depth + 3 && markup_opens(&t) && markup_is(v->m, &t, "f") && is_shared(&t) &&
             markup_attr_uint(&t, "si", 0) == group;
    } while (t.kind != MARKUP_END);
    *ret = n;
    return 0;
}

/* The formula of a group stands in its first cell only: taking that away would leave the others without. */
static int check_groups(struct survey *v, struct err *err)
{
    const struct sheet_edit *s = v->sheet;

    for (size_t i = 0; i < s->n; i++) {
        size_t members, set = 0;
        if (!s->cells[i].leads_group)
            continue;
        if (count_group(v, s->cells[i].group, &members, err) < 0)
            return -1;
        for (size_t k = 0; k < s->n; k++)
            set += s->cells[k].in_group && s->cells[k].group == s->cells[i].group;
        if (members > set)
            return edit_refuse(err, "The formula in a cell to be changed is shared with other cells, which need it.",
                               "Change that cell in a spreadsheet program.");
    }
    return 0;
}

int sheet_survey(struct sheet_edit *s, struct arena *a, const char *p, size_t n, const struct cancel *cancel,
                 struct err *err)
{
    struct survey v = { .sheet = s, .m = &s->markup, .cancel = cancel };
    struct markup_token t;

    make_rows(s, a);
    if (markup_init(&s->markup, p, n, err) < 0 || markup_child(&s->markup, 0, &t, err) < 0)
        return -1;
    if (!markup_opens(&t) || !markup_is(&s->markup, &t, "worksheet"))
        return edit_refuse(err, "That sheet has no cells.", "Choose a worksheet; a chart has a sheet of its own.");
    do {
        if (markup_child(&s->markup, 1, &t, err) < 0)
            return -1;
        if (markup_opens(&t) && take_element(&v, &t, err) < 0)
            return -1;
    } while (markup_opens(&t));
    if (!s->data.p)
        return workbook_damaged(err, "a sheet has no place for rows");
    if (s->is_protected)
        return edit_refuse(err, "That sheet is protected.", "Lift its protection in a spreadsheet program first.");
    return check_groups(&v, err);
}
