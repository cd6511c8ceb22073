/* edit.c - the steps of a change: look, refuse or go on, replace, check, pack. */
#include "office/edit/edit.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "grid/notes.h"
#include "office/edit/edit_book.h"
#include "office/edit/edit_check.h"
#include "office/edit/edit_sheet.h"
#include "office/edit/edit_value.h"
#include "office/edit/repack.h"
#include "office/package/package.h"
#include "office/sheet/styles.h"
#include "office/workbook.h"
#include <assert.h>
#include <string.h>

#define NEW_SHEET                                                                                                      \
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<worksheet xmlns=\"%s\"><sheetData/></worksheet>"
#define NAMESPACE "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define NAMESPACE_STRICT "http://purl.oclc.org/ooxml/spreadsheetml/main"

struct edit {
    struct arena *arena;
    const struct edit_request *request;
    const struct repack_to *to;
    const struct cancel *cancel;
    struct notes notes;
    struct package *package;
    struct edit_book book;
    struct edit_names names;
    struct buf sheet_old; /* the sheet's part */
    struct patch sheet;
    struct repack_change changes[5]; /* the sheet, the three that name others, and the calculation chain */
    size_t n_changes;
    struct json *diff;
};

/* ---- handing out ---- */

static int add_change(struct edit *e, const char *name, const struct markup_span *pieces, size_t n, struct err *err)
{
    if (edit_check_xml(pieces, n, e->cancel, err) < 0)
        return -1;
    e->changes[e->n_changes++] = (struct repack_change){ .name = name, .pieces = pieces, .n = n };
    return 0;
}

static int add_patched(struct edit *e, const char *name, struct patch *p, struct err *err)
{
    const struct markup_span *pieces;
    size_t n;

    if (patch_pieces(p, e->arena, &pieces, &n, err) < 0)
        return -1;
    return add_change(e, name, pieces, n, err);
}

/* The parts that name others, as far as they change. */
static int add_book(struct edit *e, const struct edit_names_changes *changes, struct err *err)
{
    if (edit_names_patch(&e->book, &e->names, changes, e->arena, err) < 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(e->names.parts); i++)
        if (e->names.is_used[i] && add_patched(e, e->names.parts[i]->name, &e->names.patch[i], err) < 0)
            return -1;
    if (changes->dropped)
        e->changes[e->n_changes++] = (struct repack_change){ .name = changes->dropped->name, .is_removed = true };
    return 0;
}

/* ---- cells ---- */

static struct json *after_value(struct arena *a, const struct edit_cell *c)
{
    switch (c->kind) {
    case EDIT_NUMBER:
        return c->date ? json_str(a, c->date) : json_number(a, c->p, c->n);
    case EDIT_TEXT:
        return json_strn(a, c->p, c->n);
    case EDIT_TRUTH:
        return json_bool(a, *c->p == '1');
    case EDIT_FORMULA:
    case EDIT_CLEAR:
        break;
    }
    return json_null(a);
}

static void tell_cells(struct edit *e, const struct sheet_edit *s, const char *worksheet, const struct json *before)
{
    struct arena *a = e->arena;
    struct json *list = json_array(a);

    for (size_t i = 0; i < s->n; i++) {
        const struct edit_cell *c = &s->cells[i];
        struct json *change = json_push(a, list, json_object(a)) ? json_at(list, i) : NULL;
        struct buf ref CLEANUP(buf_done) = BUF(DATA_NAME_BYTES);

        cell_ref_add(&ref, c->row, c->column);
        json_set(a, change, "worksheet", json_str(a, worksheet));
        json_set(a, change, "cell", json_str(a, ref.p));
        json_set(a, change, "before", json_at(before, i));
        json_set(a, change, "after", after_value(a, c));
        json_set(a, change, "formula_before", json_str(a, edit_formula(a, c)));
        json_set(a, change, "formula_after",
                 json_str(a, c->kind == EDIT_FORMULA ? arena_printf(a, "=%.*s", (int)c->n, c->p) : NULL));
    }
    e->diff = list;
}

static int find_sheet(struct edit *e, const struct edit_book_sheet **ret, struct err *err)
{
    const struct edit_book_sheet *sheet = edit_book_find(&e->book, e->request->worksheet);

    if (!sheet) {
        err_set(err, ERR_NOT_FOUND, "There is no such worksheet.", "edit: no such worksheet among %zu",
                e->book.n_sheets);
        return err_action(err, "See which there are, and name one of them.");
    }
    if (!sheet->part)
        return edit_refuse(err, "That sheet has no cells.", "Choose a worksheet; a chart has a sheet of its own.");
    *ret = sheet;
    return 0;
}

static bool drops_formula(const struct sheet_edit *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->cells[i].has_formula)
            return true;
    return false;
}

static int set_cells(struct edit *e, struct err *err)
{
    struct sheet_edit s = { 0 };
    struct edit_names_changes changes = { 0 };
    const struct part *chain = edit_book_part(&e->book, "calcChain");
    const struct edit_book_sheet *sheet = NULL;
    struct styles styles;
    struct json *before;

    if (edit_cells_read(e->arena, e->request, &e->notes, &s.cells, &s.n, err) < 0 || find_sheet(e, &sheet, err) < 0)
        return -1;
    assert(sheet);
    if (package_read(sheet->part, &e->sheet_old, err) < 0 ||
        sheet_survey(&s, e->arena, e->sheet_old.p, e->sheet_old.n, e->cancel, err) < 0 ||
        edit_check_areas(e->package, e->arena, sheet->part, &s, err) < 0 ||
        edit_dates(&e->book, e->arena, &s, &styles, err) < 0 ||
        edit_before(&e->book, e->arena, &s, &styles, e->cancel, &before, err) < 0)
        return -1;
    if (chain || s.has_formulas)
        notes_add(&e->notes, "Formulas keep their old results until a spreadsheet program opens the file.");
    if (drops_formula(&s))
        changes.dropped = chain;
    tell_cells(e, &s, sheet->name, before);
    patch_init(&e->sheet, e->sheet_old.p, e->sheet_old.n);
    sheet_patch(&s, &e->sheet);
    if (add_patched(e, sheet->part->name, &e->sheet, err) < 0)
        return -1;
    return add_book(e, &changes, err);
}

/* ---- a new sheet ---- */

/* A name beside the other sheets that no part has. */
static const char *free_part(const struct edit *e)
{
    const char *book = e->book.part->name, *slash = strrchr(book, '/');
    int folder = slash ? (int)(slash + 1 - book) : 0;

    for (size_t i = e->book.n_sheets + 1;; i++) {
        const char *name = arena_printf(e->arena, "%.*sworksheets/sheet%zu.xml", folder, book, i);
        if (!package_find(e->package, name))
            return name;
    }
}

static bool is_strict(const struct edit_book *b)
{
    for (size_t i = 0; i < b->n_rels; i++)
        if (strncmp(b->rels[i].type, "http://purl.oclc.org/", 21) == 0)
            return true;
    return false;
}

static int add_sheet(struct edit *e, struct err *err)
{
    struct arena *a = e->arena;
    const char *name = e->request->new_worksheet;
    const char *text = arena_printf(a, NEW_SHEET, is_strict(&e->book) ? NAMESPACE_STRICT : NAMESPACE);
    struct markup_span *piece = arena_alloc(a, sizeof *piece);
    struct edit_names_changes changes = { .new_sheet = name, .new_part = free_part(e) };
    struct json *change = json_object(a);

    if (edit_sheet_name(name, err) < 0)
        return -1;
    if (edit_book_find(&e->book, name)) {
        err_say(err, ERR_EDIT_REFUSED, "There is a sheet of that name already.");
        return err_action(err, "Choose another name; upper and lower case make no difference.");
    }
    if (e->book.is_locked)
        return edit_refuse(err, "This workbook's list of sheets is protected.",
                           "Lift its protection in a spreadsheet program first.");
    *piece = (struct markup_span){ text, strlen(text) };
    json_set(a, change, "worksheet", json_str(a, name));
    e->diff = json_push(a, json_array(a), change);
    return add_change(e, changes.new_part, piece, 1, err) < 0 ? -1 : add_book(e, &changes, err);
}

/* ---- the whole ---- */

/* The old format, and encrypted workbooks of the new one, are another kind of file altogether. */
static int check_container(const char *p, size_t n, struct err *err)
{
    if (n < 8 || memcmp(p, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8) != 0)
        return 0;
    return edit_refuse(err, "Workbooks in the old format (.xls), and encrypted ones, cannot be changed here.",
                       "Save it as .xlsx without a password, and use that.");
}

static int run(struct edit *e, const char *p, size_t n, struct err *err)
{
    if (check_container(p, n, err) < 0 || package_open(p, n, &e->package, err) < 0 ||
        edit_book_read(&e->book, e->arena, e->package, err) < 0)
        return -1;
    if ((e->request->new_worksheet ? add_sheet(e, err) : set_cells(e, err)) < 0)
        return -1;
    return e->to ? repack(e->package, e->changes, e->n_changes, e->to, e->cancel, err) : 0;
}

int edit_workbook(const char *p, size_t n, const struct edit_request *r, const struct repack_to *to,
                  const struct cancel *cancel, struct arena *a, struct json **ret, struct err *err)
{
    struct edit e = { .arena = a, .request = r, .to = to, .cancel = cancel };
    int status;

    notes_init(&e.notes, a);
    buf_init(&e.sheet_old, EDIT_PART_BYTES);
    patch_init(&e.sheet, NULL, 0);
    edit_names_init(&e.names);
    status = run(&e, p, n, err);
    edit_names_done(&e.names);
    patch_done(&e.sheet);
    buf_done(&e.sheet_old);
    package_free(e.package);
    if (status < 0)
        return -1;
    *ret = json_object(a);
    json_set(a, *ret, "changes", e.diff);
    json_set(a, *ret, "notes", notes_json(&e.notes, a));
    return 0;
}
