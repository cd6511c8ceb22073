/* edit_check.h - what an edit must not break, and that it has not.
 *
 * edit_check_areas() looks at the parts that lay claim to rectangles of a sheet: a table's headings are its columns'
 * names, so they cannot be changed in the sheet alone, and the cells of a pivot table are its own.
 *
 * edit_check_xml() reads a changed part with expat, from its first piece to its last: what is not well-formed is not
 * written.
 */
#pragma once
#include "base/attrs.h"
#include "office/edit/edit_markup.h"

struct arena;
struct cancel;
struct err;
struct package;
struct part;
struct sheet_edit;

WARN_UNUSED int edit_check_areas(const struct package *k, struct arena *a, const struct part *sheet,
                                 const struct sheet_edit *edit, struct err *err);

WARN_UNUSED int edit_check_xml(const struct markup_span *pieces, size_t n, const struct cancel *cancel,
                               struct err *err);
