/* refusals.c - refusals, worded once. */
#include "office/package/refusals.h"
#include "base/err.h"
#include "base/limits.h"
#include <stdarg.h>

int workbook_damaged(struct err *err, const char *detail, ...)
{
    va_list args;

    va_start(args, detail);
    err_setv(err, ERR_WORKBOOK_LOAD_FAILED, "This workbook is damaged and cannot be read.", detail, args);
    va_end(args);
    return err_action(err, "Open it in a spreadsheet program, save it again, and use the new file.");
}

int workbook_too_large(struct err *err, const char *detail, ...)
{
    va_list args;

    va_start(args, detail);
    err_setv(err, ERR_TOO_LARGE, "This workbook is too large, or made to look so.", detail, args);
    va_end(args);
    return err_action(err, "Save the part you need as a smaller workbook or as CSV.");
}

int workbook_long_cell(struct err *err)
{
    err_say(err, ERR_TOO_LARGE, "A cell of this workbook is longer than %u bytes.", WORKBOOK_TOKEN_BYTES);
    return err_action(err, "Shorten it, or leave its column out: a cell may have 32,767 characters.");
}

int workbook_locked(struct err *err, const char *detail)
{
    (void)err_set(err, ERR_WORKBOOK_LOAD_FAILED, "That workbook is protected with a password.", "%s", detail);
    return err_action(err, "Open it in a spreadsheet program, and save it without a password.");
}
