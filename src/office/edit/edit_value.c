/* edit_value.c - requests checked before the workbook is looked at.
 *
 * A formula is taken on its author's word but for three things: that its quotes and brackets are closed, as a program
 * that opens the file would otherwise call it damaged; its length; and that it asks nobody outside the workbook, since
 * the program that opens the file would do so at once. Outside is what a function fetches, another program (DDE), and
 * another workbook: [b.xlsx]S!A1, or a sheet's name in quotes with what only a path can have.
 */
#include "office/edit/edit_value.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/str.h"
#include "grid/notes.h"
#include "office/edit/edit.h"
#include "office/edit/edit_text.h"
#include "office/workbook.h"
#include <math.h>
#include <string.h>

static int wrong(struct err *err, const char *message, const char *action)
{
    err_set(err, ERR_INVALID_INPUT, message, "edit: invalid input");
    return err_action(err, "%s", action);
}

static int too_long(struct err *err, const char *message, unsigned most)
{
    err_set(err, ERR_INVALID_INPUT, message, "edit: too long");
    return err_action(err, "It can have at most %u characters.", most);
}

static int too_many(struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "Give 1 to %d updates, as a list.", EDIT_CELLS);
    return err_action(err, "Each has a cell_address and a value.");
}

/* ---- formulas ---- */

/* Behind the quoted text at p, in which a doubled quote is one; NULL when it is not closed. */
static const char *skip_quoted(const char *p, const char *end)
{
    char quote = *p++;

    for (; p < end; p++)
        if (*p == quote && !(p + 1 < end && p[1] == quote))
            return p + 1;
        else if (*p == quote)
            p++;
    return NULL;
}

static bool is_word(char c)
{
    return c == '_' || c == '.' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
           (unsigned char)c >= 0x80;
}

/* Functions that fetch, or run, something outside of the workbook. Newer ones are written with a prefix. */
static bool asks_outside(const char *p, size_t n)
{
    static const char *const prefixes[] = { "_XLFN.", "_XLWS." };
    static const char *const names[] = { "WEBSERVICE", "IMAGE", "RTD", "CALL", "REGISTER.ID",
                                         "REGISTER",   "EXEC",  "DDE", "PY",   "STOCKHISTORY" };

    for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
        size_t skip = strlen(prefixes[i]);
        if (n > skip && strncasecmp(prefixes[i], p, skip) == 0) {
            p += skip;
            n -= skip;
        }
    }
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strlen(names[i]) == n && strncasecmp(names[i], p, n) == 0)
            return true;
    return false;
}

struct formula_look {
    char open[EDIT_FORMULA_NEST]; /* brackets that wait for their end */
    size_t n;
    bool asks_outside;
};

/* A sheet's name has none of these: the quotes hold a path, or another program's topic. */
static bool names_path(const char *p, const char *end)
{
    for (; p < end; p++)
        if (strchr("[]\\/?*", *p))
            return true;
    return false;
}

/* Behind the column's name in brackets that begins at p, where an apostrophe takes its neighbour as it is. Such a name
 * follows a table's, and nothing follows it that a sheet's name is part of: else the brackets hold a workbook's name.
 */
static const char *look_at_column(struct formula_look *l, const char *begin, const char *p, const char *end)
{
    size_t depth = 0;

    l->asks_outside |= p == begin || !is_word(p[-1]);
    for (; p < end; p++) {
        if (*p == '\'')
            p++;
        else if (*p == '[')
            depth++;
        else if (*p == ']' && --depth == 0)
            break;
    }
    if (p >= end)
        return NULL;
    p++;
    l->asks_outside |= p < end && (is_word(*p) || *p == '\'' || *p == '!');
    return p;
}

/* Looks at what begins at p; where it ends, or NULL when the formula is not put together rightly. */
static const char *look_at(struct formula_look *l, const char *start, const char *p, const char *end)
{
    static const char opening[] = "({", closing[] = ")}";
    const char *begin = p, *bracket;

    if (*p == '"' || *p == '\'') {
        p = skip_quoted(p, end);
        l->asks_outside |= p && *begin == '\'' && names_path(begin + 1, p - 1);
        return p;
    }
    if (*p == '[')
        return look_at_column(l, start, p, end);
    if (is_word(*p)) {
        while (p < end && is_word(*p))
            p++;
        l->asks_outside |= p < end && *p == '(' && asks_outside(begin, (size_t)(p - begin));
        return p;
    }
    if ((bracket = strchr(opening, *p))) {
        if (l->n == sizeof l->open)
            return NULL;
        l->open[l->n++] = closing[bracket - opening];
    } else if (*p == ']' || (strchr(closing, *p) && (l->n == 0 || l->open[--l->n] != *p))) {
        return NULL;
    }
    l->asks_outside |= *p == '|'; /* DDE: program|topic!item */
    return p + 1;
}

static int check_formula(const char *p, size_t n, struct err *err)
{
    struct formula_look l = { .n = 0 };
    const char *start = p, *end = p + n;

    if (str_chars(p, n) > EDIT_FORMULA_CHARS)
        return too_long(err, "That formula is too long for a cell.", EDIT_FORMULA_CHARS);
    str_trim(p, n, &n);
    if (n == 0)
        return wrong(err, "There is no formula behind the \"=\".", "Write one, or a plain value.");
    while (p && p < end)
        p = *p ? look_at(&l, start, p, end) : NULL;
    if (!p || l.n > 0)
        return wrong(err, "That formula is not put together rightly.", "Look at its quotes and brackets.");
    if (l.asks_outside)
        return wrong(err, "That formula would reach outside the workbook.",
                     "Formulas that fetch from the network, read other files or start programs are not written.");
    return 0;
}

/* ---- values ---- */

static int read_text(struct edit_cell *c, const struct json *value, bool formulas, struct notes *notes, struct err *err)
{
    c->p = json_text(value, &c->n);
    c->kind = EDIT_TEXT;
    if (c->n > 1 && *c->p == '=' && formulas) {
        c->kind = EDIT_FORMULA;
        c->p++;
        c->n--;
        return check_formula(c->p, c->n, err);
    }
    if (c->n > 0 && *c->p == '=')
        notes_add(notes, "A text that begins with \"=\" was taken as text, not as a formula.");
    if (text_units(c->p, c->n) > EDIT_TEXT_UNITS)
        return too_long(err, "That text is too long for a cell.", EDIT_TEXT_UNITS);
    if (memchr(c->p, '\0', c->n))
        return wrong(err, "That text holds a character that no cell can hold.", "Leave out U+0000.");
    return 0;
}

static int read_value(struct edit_cell *c, const struct json *value, bool formulas, struct notes *notes,
                      struct err *err)
{
    switch (json_type(value)) {
    case JSON_NULL:
        c->kind = EDIT_CLEAR;
        return 0;
    case JSON_BOOL:
        c->kind = EDIT_TRUTH;
        c->p = json_truth(value) ? "1" : "0";
        c->n = 1;
        return 0;
    case JSON_NUMBER:
        c->kind = EDIT_NUMBER;
        c->p = json_digits(value);
        c->n = strlen(c->p);
        if (!isfinite(json_real(value)))
            return wrong(err, "That number is too large for a cell.", "Write it as text.");
        if (text_significant(c->p) > TEXT_EXACT_DIGITS)
            notes_add(notes, "A number has more than the 15 digits that spreadsheets keep; write it as text to keep "
                             "them all.");
        return 0;
    case JSON_STRING:
        return read_text(c, value, formulas, notes, err);
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return wrong(err, "A cell takes a number, a text, true, false or null.", "Give each cell an update of its own.");
}

static int by_place(const void *a, const void *b)
{
    const struct edit_cell *x = a, *y = b;

    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

int edit_cells_read(struct arena *a, const struct edit_request *r, struct notes *notes, struct edit_cell **ret,
                    size_t *ret_n, struct err *err)
{
    size_t n = json_len(r->updates);
    struct edit_cell *cells = arena_array(a, n, sizeof *cells);

    if (!json_is(r->updates, JSON_ARRAY) || n == 0 || n > EDIT_CELLS)
        return too_many(err);
    for (size_t i = 0; i < n; i++) {
        const struct json *update = json_at(r->updates, i);
        const char *address = json_get_text(update, "cell_address");
        if (!address || strpbrk(address, "!:") ||
            !cell_ref_read(address, strlen(address), &cells[i].row, &cells[i].column))
            return wrong(err, "That is no cell's address.", "Write it as B7.");
        if (read_value(&cells[i], json_get(update, "value"), r->formulas, notes, err) < 0)
            return -1;
    }
    qsort(cells, n, sizeof *cells, by_place);
    for (size_t i = 1; i < n; i++)
        if (by_place(&cells[i - 1], &cells[i]) == 0)
            return wrong(err, "A cell is named twice.", "Give each cell one value.");
    *ret = cells;
    *ret_n = n;
    return 0;
}

int edit_sheet_name(const char *name, struct err *err)
{
    static const char *const rules =
        "A name has 1 to 31 characters, none of \\ / ? * [ ] : and no apostrophe at its ends.";
    size_t n = strlen(name), units = text_units(name, n);
    bool is_fine = units >= 1 && units <= SHEET_NAME_UNITS && !strpbrk(name, "\\/?*[]:") && *name != '\'' &&
                   name[n - 1] != '\'' && str_is_utf8(name, n);

    for (size_t i = 0; is_fine && i < n; i++)
        is_fine = (unsigned char)name[i] >= 0x20 && name[i] != 0x7f;
    if (!is_fine)
        return wrong(err, "A worksheet cannot be called that.", rules);
    if (strcasecmp(name, "history") == 0)
        return wrong(err, "Spreadsheet programs keep that name for themselves.", "Choose another name.");
    return 0;
}
