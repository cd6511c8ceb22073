/* edit_book.c - reading: where the sheets are, and what forbids a change. */
#include "office/edit/edit_book.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "office/edit/edit_sheet.h"
#include "office/package/grow.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include "office/package/xml.h"
#include <string.h>
#include <strings.h>

struct edit_book_reader {
    struct edit_book *book;
    struct arena *arena;
    size_t cap;
    bool is_workbook, in_sheets, is_reserved, too_many;
};

static uint32_t read_uint(const char *text)
{
    uint32_t value;

    return text && markup_span_uint((struct markup_span){ text, strlen(text) }, &value) ? value : 0;
}

static void take_sheet(struct edit_book_reader *r, const char *const *attrs)
{
    struct edit_book *b = r->book;
    const char *name = xml_attr(attrs, "name"), *rel = xml_attr_prefixed(attrs, "id");

    if (b->n_sheets == WORKBOOK_SHEETS) {
        r->too_many = true;
        return;
    }
    b->sheets = list_grown(r->arena, b->sheets, b->n_sheets, &r->cap, sizeof *b->sheets);
    b->sheets[b->n_sheets++] = (struct edit_book_sheet){ .name = arena_str(r->arena, name ? name : ""),
                                                         .rel = arena_str(r->arena, rel ? rel : ""),
                                                         .id = read_uint(xml_attr(attrs, "sheetId")) };
}

static void on_start(void *arg, const char *name, const char *const *attrs)
{
    struct edit_book_reader *r = arg;

    if (strcmp(name, "workbook") == 0)
        r->is_workbook = true;
    else if (strcmp(name, "workbookPr") == 0)
        r->book->is_1904 = xml_truth(attrs, "date1904", false);
    else if (strcmp(name, "workbookProtection") == 0)
        r->book->is_locked = xml_truth(attrs, "lockStructure", false);
    else if (strcmp(name, "fileSharing") == 0)
        r->is_reserved = xml_attr(attrs, "reservationPassword") || xml_attr(attrs, "hashValue");
    else if (strcmp(name, "sheets") == 0)
        r->in_sheets = true;
    else if (r->in_sheets && strcmp(name, "sheet") == 0)
        take_sheet(r, attrs);
}

static void on_end(void *arg, const char *name)
{
    struct edit_book_reader *r = arg;

    if (strcmp(name, "sheets") == 0)
        r->in_sheets = false;
}

static int find_workbook(struct edit_book *b, struct arena *a, struct err *err)
{
    const struct rel *rels;
    const char *type;
    size_t n;

    if (package_rels(b->package, a, NULL, &rels, &n, err) < 0)
        return -1;
    for (size_t i = 0; i < n && !b->part; i++)
        if (rel_is(&rels[i], "officeDocument") && !rels[i].external)
            b->part = package_find(b->package, rels[i].target);
    if (!b->part)
        return workbook_damaged(err, "a package without a workbook");
    if (package_type(b->package, a, b->part->name, &type, err) < 0)
        return -1;
    if (type && strcasestr(type, "binary"))
        return edit_refuse(err, "Binary workbooks (.xlsb) cannot be changed here.", "Save it as .xlsx and use that.");
    return 0;
}

/* A signature is over the bytes of the parts: any change breaks it. */
static int check_signed(const struct package *k, struct err *err)
{
    const struct part *parts;
    size_t n = package_parts(k, &parts);

    for (size_t i = 0; i < n; i++)
        if (strncasecmp(parts[i].name, "_xmlsignatures/", 15) == 0)
            return edit_refuse(err, "This workbook is signed, and a change would break its signature.",
                               "Work on an unsigned copy.");
    return 0;
}

int edit_book_read(struct edit_book *b, struct arena *a, const struct package *k, struct err *err)
{
    struct edit_book_reader r = { .book = b, .arena = a };

    *b = (struct edit_book){ .package = k };
    if (check_signed(k, err) < 0 || find_workbook(b, a, err) < 0 ||
        xml_read(b->part, &(struct xml_handler){ .arg = &r, .start = on_start, .end = on_end }, err) < 0 ||
        package_rels(k, a, b->part->name, &b->rels, &b->n_rels, err) < 0)
        return -1;
    if (!r.is_workbook)
        return workbook_damaged(err, "the main part is no workbook");
    if (r.too_many)
        return workbook_too_large(err, "over %d sheets", WORKBOOK_SHEETS);
    if (r.is_reserved)
        return edit_refuse(err, "The author of this workbook reserved changes with a password.",
                           "Save a copy of it under another name and use that.");
    for (size_t i = 0; i < b->n_sheets; i++) {
        const struct rel *rel = rel_find(b->rels, b->n_rels, b->sheets[i].rel);
        if (rel && !rel->external && rel_is(rel, "worksheet"))
            b->sheets[i].part = package_find(k, rel->target);
    }
    return 0;
}

const struct edit_book_sheet *edit_book_find(const struct edit_book *b, const char *name)
{
    for (size_t i = 0; i < b->n_sheets; i++)
        if (strcmp(b->sheets[i].name, name) == 0)
            return &b->sheets[i];
    for (size_t i = 0; i < b->n_sheets; i++)
        if (str_same(b->sheets[i].name, name))
            return &b->sheets[i];
    return NULL;
}

const struct part *edit_book_part(const struct edit_book *b, const char *kind)
{
    for (size_t i = 0; i < b->n_rels; i++)
        if (rel_is(&b->rels[i], kind) && !b->rels[i].external)
            return package_find(b->package, b->rels[i].target);
    return NULL;
}
