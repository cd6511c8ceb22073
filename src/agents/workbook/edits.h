/* edits.h - the operations that change a workbook; workbook.c declares them. */
#pragma once
#include "gate/op.h"

op_run write_cell, write_range, create_worksheet, undo_edit;
op_affects write_cell_affects, write_range_affects, create_worksheet_affects, undo_affects;

struct buf;
struct location;

/* "Sheet1!B7: 5 -> =A1*2": one change as people confirm it and are told of it, each value on one line and cut to
 * EDIT_SHOWN_CHARS. */
void show_change(struct buf *b, const struct json *change);

/* Where the workbook lies that an operation is about. ERR_NOT_FOUND when none is named. */
WARN_UNUSED int workbook_locate(struct call *c, const struct json *args, struct location *ret, struct err *err);
