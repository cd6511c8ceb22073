/* workbook.h - the workbook agent: tools that tell what is in a workbook and change it, and the conversation about one
 * (chat.h).
 *
 * Every change goes the same way: it is tried first and told as a list of cells with their old and new values; a person
 * confirms that list, which is bound to the file's SHA-256; a copy of the file is put beside it under a name with the
 * time; the new file is made in a worker, read back by another, and takes the old one's place in one step. `dry_run`
 * stops after the list. `excel-undo` brings the last copy back.
 *
 * Which workbook: the argument workbook_path, or the one named by EXCEL_MCP_WORKBOOK where the program was started.
 */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct op_table;
struct store;

/* What the operations work on. The program fills in the home and the store when it opens them. */
struct workbook_tools {
    struct datasets *datasets;
    const char *home;         /* where changes are remembered; NULL: they cannot be undone */
    struct store *store;      /* where conversations are kept */
    const char *default_path; /* NULL: workbook_path must be given */
};

WARN_UNUSED int workbook_add(struct op_table *t, struct workbook_tools *w, struct err *err);
