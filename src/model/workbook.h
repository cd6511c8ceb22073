/* workbook.h - what the workbook seed computes: the window a model sees, and the seed's names of errors. */
#pragma once
#include "base/err.h"

struct arena;
struct json;
struct model_entity;

/* "workbook.WorkbookSession" and "workbook.WorkbookMetadata", for operations that give them. */
extern const struct model_entity workbook_session, workbook_metadata;

/* The turns of a history that a model may see, oldest first: the last WINDOW_TURNS, system messages left out, because
 * those are for display only. The turns are the history's own. */
struct json *workbook_window(struct arena *a, const struct json *history);

/* The workbook.ErrorCode an error falls under: its own name where the seed has it, else the nearest. */
const char *workbook_error_code(enum err_code code);
