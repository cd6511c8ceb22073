/* xlsxwriter_api.h - libxlsxwriter's functions, found when they are first needed. Only export.c includes it.
 *
 * The library's header comes with the build, before the list of banned functions, which its macros name.
 * Each is a pointer with exactly the header's type under its own name.
 */
#pragma once
#include "base/attrs.h"
#include <xlsxwriter.h>

struct err;

/* Every function that is used here. */
#define XLSXWRITER_FUNCTIONS(X)                                                                                        \
    X(workbook_new_opt)                                                                                                \
    X(workbook_add_worksheet)                                                                                          \
    X(workbook_add_format)                                                                                             \
    X(workbook_set_properties)                                                                                         \
    X(workbook_close)                                                                                                  \
    X(worksheet_write_number)                                                                                          \
    X(worksheet_write_string)                                                                                          \
    X(worksheet_write_boolean)                                                                                         \
    X(worksheet_set_column)                                                                                            \
    X(worksheet_autofilter)                                                                                            \
    X(worksheet_freeze_panes)                                                                                          \
    X(format_set_bold)                                                                                                 \
    X(format_set_num_format)                                                                                           \
    X(lxw_strerror)

struct xlsxwriter_api {
#define FIELD(name) __typeof__(name) *name;
    XLSXWRITER_FUNCTIONS(FIELD)
#undef FIELD
};

/* ERR_ENGINE_UNAVAILABLE when it is not installed. */
WARN_UNUSED int xlsxwriter_api(const struct xlsxwriter_api **ret, struct err *err);
