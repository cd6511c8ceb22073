/* edit_check.c - rectangles that belong to tables and pivot tables; well-formedness. */
#include "office/edit/edit_check.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/edit/edit_sheet.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include "office/package/xml.h"
#include "office/workbook.h"
#include <expat.h>
#include <string.h>

/* ---- rectangles ---- */

struct area {
    uint32_t range[4]; /* rows and columns from 1 */
    bool found;
    bool has_headings, has_totals;
};

static void take_area(void *arg, const char *name, const char *const *attrs)
{
    struct area *area = arg;
    const char *ref = xml_attr(attrs, "ref"), *headings, *totals;
    uint32_t *r = area->range;

    if (area->found || (strcmp(name, "table") != 0 && strcmp(name, "location") != 0) || !ref)
        return;
    area->found = range_ref_read(ref, strlen(ref), &r[0], &r[1], &r[2], &r[3]);
    headings = xml_attr(attrs, "headerRowCount");
    totals = xml_attr(attrs, "totalsRowCount");
    area->has_headings = !headings || strcmp(headings, "0") != 0;
    area->has_totals = totals && strcmp(totals, "0") != 0;
}

static int check_table(const struct sheet_edit *edit, const struct area *area, struct err *err)
{
    const uint32_t *r = area->range;

    if (area->has_headings && sheet_touches(edit, (uint32_t[4]){ r[0], r[1], r[0], r[3] }, false))
        return edit_refuse(err, "A cell to be changed is a heading of a table, and formulas may use its name.",
                           "Rename the column in a spreadsheet program.");
    if (area->has_totals && sheet_touches(edit, (uint32_t[4]){ r[2], r[1], r[2], r[3] }, false))
        return edit_refuse(err, "A cell to be changed is in the totals row of a table.",
                           "Change the totals row in a spreadsheet program.");
    return 0;
}

int edit_check_areas(const struct package *k, struct arena *a, const struct part *sheet, const struct sheet_edit *edit,
                     struct err *err)
{
    const struct rel *rels;
    size_t n;

    if (package_rels(k, a, sheet->name, &rels, &n, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        struct area area = { 0 };
        bool is_table = rel_is(&rels[i], "table");
        const struct part *part = rels[i].external ? NULL : package_find(k, rels[i].target);

        if (!part || (!is_table && !rel_is(&rels[i], "pivotTable")))
            continue;
        if (xml_read(part, &(struct xml_handler){ .arg = &area, .start = take_area }, err) < 0)
            return -1;
        if (!area.found)
            continue;
        if (is_table && check_table(edit, &area, err) < 0)
            return -1;
        if (!is_table && sheet_touches(edit, area.range, false))
            return edit_refuse(err, "A cell to be changed is part of a pivot table, which is filled from its data.",
                               "Change the data it is made from.");
    }
    return 0;
}

/* ---- well-formedness ---- */

/* No document type, so no entities but XML's own. */
static void XMLCALL on_doctype(void *arg, const XML_Char *name, const XML_Char *system_id, const XML_Char *public_id,
                               int has_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    (void)has_subset;
    XML_StopParser(arg, XML_FALSE);
}

static int feed(XML_Parser x, struct markup_span piece, const struct cancel *cancel, struct err *err)
{
    while (piece.n > 0) {
        size_t n = piece.n < REPACK_STEP_BYTES ? piece.n : REPACK_STEP_BYTES;
        if (cancel_check(cancel, err) < 0)
            return -1;
        if (XML_Parse(x, piece.p, (int)n, XML_FALSE) != XML_STATUS_OK)
            return workbook_damaged(err, "a part is not well-formed: %s", XML_ErrorString(XML_GetErrorCode(x)));
        piece.p += n;
        piece.n -= n;
    }
    return 0;
}

int edit_check_xml(const struct markup_span *pieces, size_t n, const struct cancel *cancel, struct err *err)
{
    XML_Parser x = XML_ParserCreateNS(NULL, '|'); /* prefixes must be declared */
    int status = 0;

    if (!x)
        abort();
    XML_UseParserAsHandlerArg(x);
    XML_SetStartDoctypeDeclHandler(x, on_doctype);
    for (size_t i = 0; i < n && status == 0; i++)
        status = feed(x, pieces[i], cancel, err);
    if (status == 0 && XML_Parse(x, "", 0, XML_TRUE) != XML_STATUS_OK)
        status = workbook_damaged(err, "a part does not end: %s", XML_ErrorString(XML_GetErrorCode(x)));
    XML_ParserFree(x);
    return status;
}
