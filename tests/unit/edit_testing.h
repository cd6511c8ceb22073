/* edit_testing.h - a small workbook, edited in memory, for tests of what changes workbooks. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "office/edit/edit.h"
#include "office/edit/repack.h"
#include "office/package/package.h"
#include "zip_testing.h"

#define MAIN "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define RELS "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE_RELS "http://schemas.openxmlformats.org/package/2006/relationships"
#define TYPES                                                                                                          \
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"                                   \
    "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"                                                     \
    "<Override PartName=\"/xl/calcChain.xml\" ContentType=\"x\"/></Types>"
#define ROOT_RELS                                                                                                      \
    "<Relationships xmlns=\"" PACKAGE_RELS "\"><Relationship Id=\"rId1\" Type=\"" RELS "/officeDocument\" "            \
    "Target=\"xl/workbook.xml\"/></Relationships>"
#define BOOK                                                                                                           \
    "<workbook xmlns=\"" MAIN "\" xmlns:r=\"" RELS "\"><sheets><sheet name=\"One\" sheetId=\"1\" r:id=\"rId1\"/>"      \
    "<sheet name=\"Two\" sheetId=\"7\" state=\"veryHidden\" r:id=\"rId2\"/></sheets><definedNames/></workbook>"
#define BOOK_RELS                                                                                                      \
    "<Relationships xmlns=\"" PACKAGE_RELS "\">"                                                                       \
    "<Relationship Id=\"rId1\" Type=\"" RELS "/worksheet\" Target=\"worksheets/sheet1.xml\"/>"                         \
    "<Relationship Id=\"rId2\" Type=\"" RELS "/worksheet\" Target=\"/xl/worksheets/sheet2.xml\"/>"                     \
    "<Relationship Id=\"rId3\" Type=\"" RELS "/sharedStrings\" Target=\"sharedStrings.xml\"/>"                         \
    "<Relationship Id=\"rId4\" Type=\"" RELS "/styles\" Target=\"styles.xml\"/>"                                       \
    "<Relationship Id=\"rId5\" Type=\"" RELS "/calcChain\" Target=\"calcChain.xml\"/></Relationships>"
#define STRINGS                                                                                                        \
    "<sst xmlns=\"" MAIN "\"><si><t>zero</t></si><si><r><t>o</t></r><r><t>ne</t></r><rPh><t>no</t></rPh></si></sst>"
#define STYLES                                                                                                         \
    "<styleSheet xmlns=\"" MAIN "\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"22\"/></cellXfs>" \
    "</styleSheet>"
#define SHEET(inside) "<worksheet xmlns=\"" MAIN "\">" inside "</worksheet>"
#define ROWS(inside) SHEET("<sheetData>" inside "</sheetData>")

/* One update, as JSON. */
#define SET(cell, value) "[{\"cell_address\":\"" cell "\",\"value\":" value "}]"

/* What a test changes of the small workbook. */
struct book_made {
    const char *sheet; /* the part of "One" */
    const char *book;  /* NULL: BOOK */
    const char *types; /* NULL: TYPES */
    const char *sheet_rels;
    struct {
        const char *name, *text;
    } more[2];
};

struct edited {
    struct arena *arena;
    struct zip_made zip;
    struct buf bytes; /* the new file */
    struct package *package;
    struct json *diff;
    struct err err;
    int rc;
};

static inline int edited_put(void *arg, const void *p, size_t n, struct err *err)
{
    struct edited *e = arg;

    buf_add(&e->bytes, p, n);
    return buf_check(&e->bytes, err);
}

static inline void book_make(struct zip_made *z, const struct book_made *b)
{
    zip_init(z);
    zip_add(z, "[Content_Types].xml", b->types ? b->types : TYPES);
    zip_add(z, "_rels/.rels", ROOT_RELS);
    zip_add(z, "xl/workbook.xml", b->book ? b->book : BOOK);
    zip_add(z, "xl/_rels/workbook.xml.rels", BOOK_RELS);
    zip_add(z, "xl/worksheets/sheet1.xml", b->sheet);
    zip_add(z, "xl/worksheets/sheet2.xml", ROWS(""));
    zip_add(z, "xl/sharedStrings.xml", STRINGS);
    zip_add(z, "xl/styles.xml", STYLES);
    zip_add(z, "xl/calcChain.xml", "<calcChain xmlns=\"" MAIN "\"><c r=\"A1\"/></calcChain>");
    if (b->sheet_rels)
        zip_add(z, "xl/worksheets/_rels/sheet1.xml.rels", b->sheet_rels);
    for (size_t i = 0; i < COUNT_OF(b->more); i++)
        if (b->more[i].name)
            zip_add(z, b->more[i].name, b->more[i].text);
    zip_end(z, false);
}

static inline void edited_run(struct edited *e, const struct book_made *b, struct edit_request *r)
{
    *e = (struct edited){ .arena = arena_new() };
    buf_init(&e->bytes, 1 << 30);
    book_make(&e->zip, b);
    e->rc = edit_workbook(e->zip.bytes.p, e->zip.bytes.n, r, &(struct repack_to){ edited_put, e }, NULL, e->arena,
                          &e->diff, &e->err);
    if (e->rc == 0 && package_open(e->bytes.p, e->bytes.n, &e->package, &e->err) != 0)
        abort();
}

/* Sets cells of a sheet; updates as JSON. */
static inline void edited_cells(struct edited *e, const struct book_made *b, const char *sheet, const char *updates,
                                bool formulas)
{
    struct arena *a = arena_new();
    struct json *list;
    struct err err;
    struct edit_request r = { .worksheet = sheet, .formulas = formulas };

    if (json_parse(a, updates, strlen(updates), &list, &err) != 0)
        abort();
    r.updates = list;
    edited_run(e, b, &r);
    arena_free(a);
}

static inline void edited_done(struct edited *e)
{
    package_free(e->package);
    buf_done(&e->bytes);
    zip_done(&e->zip);
    arena_free(e->arena);
}

/* A part of the new file as text; NULL when it is not there. */
static inline const char *edited_part(struct edited *e, const char *name)
{
    struct buf b CLEANUP(buf_done) = BUF(1 << 26);
    const struct part *part = package_find(e->package, name);
    struct err err;

    if (!part)
        return NULL;
    if (package_read(part, &b, &err) != 0)
        abort();
    return arena_dup(e->arena, b.p, b.n);
}
