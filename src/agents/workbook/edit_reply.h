/* edit_reply.h - what a worker says of an edit, before it is believed.
 *
 * A worker reads foreign bytes, and may be theirs: its answer is checked for its shape once, before anything is made of
 * it and long before the file is touched. What a policy hides of the workbook is told with the answer, so that a change
 * by somebody who must not see it can be refused: no cell of it may be written, its headings included (another heading
 * would lift the policy off the column), and after the change it must all be hidden still.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct json;

/* ERR_INTERNAL unless it is {"changes":[{"worksheet","cell",...}],"notes":[text],"veiled":[[column,top,bottom]]};
 * is_sheet: the one change is a new worksheet, which has no cell. */
WARN_UNUSED int edit_reply_check(const struct json *reply, bool is_sheet, struct err *err);

/* ERR_POLICY_VIOLATION when a cell that is hidden would be changed. */
WARN_UNUSED int edit_reply_check_hidden(const struct json *reply, struct err *err);

/* The same when something that was hidden before the change would not be any more. */
WARN_UNUSED int edit_reply_check_veiled(const struct json *before, const struct json *after, struct err *err);
