/* xlsx_testing.h - small workbooks made in memory, part by part. */
#pragma once
#include "zip_testing.h"

#define XLSX_MAIN "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define XLSX_REL "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/* Cell styles: 0 General, 1 a date, 2 two places, 3 bold, 4 a time of day, 5 a date and time, 6 percent, 7 dollars, 8
 * francs (the code behind the number). */
static const char xlsx_styles[] =
    "<styleSheet xmlns='" XLSX_MAIN "'><numFmts count='3'><numFmt numFmtId='164' formatCode='yyyy\\-mm\\-dd\\ hh:mm'/>"
    "<numFmt numFmtId='165' formatCode='_($* #,##0.00_);($#,##0.00)'/>"
    "<numFmt numFmtId='166' formatCode='#,##0.00 [$CHF-807]'/>"
    "</numFmts><fonts><font/><font><b/></font></fonts><cellStyleXfs><xf numFmtId='9' fontId='1'/></cellStyleXfs>"
    "<cellXfs><xf numFmtId='0' fontId='0'/><xf numFmtId='14' fontId='0'/><xf numFmtId='2' fontId='0'/>"
    "<xf numFmtId='0' fontId='1'/><xf numFmtId='20' fontId='0'/><xf numFmtId='164' fontId='0'/>"
    "<xf numFmtId='9' fontId='0'/><xf numFmtId='165' fontId='0'/><xf numFmtId='166' "
    "fontId='0'/></cellXfs></styleSheet>";

struct xlsx_made {
    struct zip_made zip;
    struct buf sheets, rels;
    unsigned n;
    const char *properties; /* of workbookPr; NULL: none */
    const char *more;       /* in the workbook part, behind the sheets; NULL: none */
};

static inline void xlsx_init(struct xlsx_made *x)
{
    *x = (struct xlsx_made){ 0 };
    zip_init(&x->zip);
    buf_init(&x->sheets, 1u << 20);
    buf_init(&x->rels, 1u << 20);
}

static inline void xlsx_done(struct xlsx_made *x)
{
    zip_done(&x->zip);
    buf_done(&x->sheets);
    buf_done(&x->rels);
}

/* A sheet with this whole part; attrs: of its <sheet>, such as state='hidden'. */
static inline void xlsx_part(struct xlsx_made *x, const char *name, const char *attrs, const char *xml)
{
    struct buf part CLEANUP(buf_done) = BUF(100);

    x->n++;
    buf_addf(&part, "xl/worksheets/sheet%u.xml", x->n);
    zip_add(&x->zip, part.p, xml);
    buf_addf(&x->sheets, "<sheet name='%s' sheetId='%u' r:id='s%u' %s/>", name, x->n, x->n, attrs);
    buf_addf(&x->rels, "<Relationship Id='s%u' Type='" XLSX_REL "/worksheet' Target='worksheets/sheet%u.xml'/>", x->n,
             x->n);
}

/* A sheet with these rows; before: what stands in front of them, such as a dimension. */
static inline void xlsx_sheet(struct xlsx_made *x, const char *name, const char *before, const char *rows,
                              const char *behind)
{
    struct buf xml CLEANUP(buf_done) = BUF(1u << 24);

    buf_addf(&xml, "<worksheet xmlns='" XLSX_MAIN "' xmlns:r='" XLSX_REL "'>%s<sheetData>", before);
    buf_adds(&xml, rows);
    buf_addf(&xml, "</sheetData>%s</worksheet>", behind);
    xlsx_part(x, name, "", xml.p);
}

/* Puts the parts around the sheets; strings: of the shared strings, NULL: none. */
static inline void xlsx_end(struct xlsx_made *x, const char *const *strings, size_t n)
{
    struct buf xml CLEANUP(buf_done) = BUF(1u << 24);

    zip_add(&x->zip, "_rels/.rels",
            "<Relationships><Relationship Id='r1' Type='" XLSX_REL "/officeDocument' Target='/xl/workbook.xml'/>"
            "</Relationships>");
    buf_addf(&xml, "<workbook xmlns='" XLSX_MAIN "' xmlns:r='" XLSX_REL "'><workbookPr %s/><sheets>",
             x->properties ? x->properties : "");
    buf_adds(&xml, x->sheets.p);
    buf_addf(&xml, "</sheets>%s</workbook>", x->more ? x->more : "");
    zip_add(&x->zip, "xl/workbook.xml", xml.p);
    buf_cut(&xml, 0);
    buf_addf(&xml, "<Relationships>%s<Relationship Id='y' Type='" XLSX_REL "/styles' Target='styles.xml'/>", x->rels.p);
    buf_adds(&xml,
             "<Relationship Id='z' Type='" XLSX_REL "/sharedStrings' Target='sharedStrings.xml'/></Relationships>");
    zip_add(&x->zip, "xl/_rels/workbook.xml.rels", xml.p);
    zip_add(&x->zip, "xl/styles.xml", xlsx_styles);
    buf_cut(&xml, 0);
    buf_adds(&xml, "<sst xmlns='" XLSX_MAIN "'>");
    for (size_t i = 0; i < n; i++)
        buf_addf(&xml, "<si><t>%s</t></si>", strings[i]);
    buf_adds(&xml, "</sst>");
    if (strings)
        zip_add(&x->zip, "xl/sharedStrings.xml", xml.p);
    zip_end(&x->zip, false);
}
