/* edit_value.h - what is to be written, from JSON; what stood there before, as JSON. Internal to edit. */
#pragma once
#include "base/attrs.h"
#include "office/edit/edit_sheet.h"

struct arena;
struct edit_book;
struct cancel;
struct edit_request;
struct err;
struct json;
struct notes;
struct styles;

/* The cells of a request, checked, sorted, none twice. */
WARN_UNUSED int edit_cells_read(struct arena *a, const struct edit_request *r, struct notes *notes,
                                struct edit_cell **ret, size_t *ret_n, struct err *err);

/* After the survey: a date for a cell whose style shows dates becomes its number. Reads the styles on the way. */
WARN_UNUSED int edit_dates(const struct edit_book *book, struct arena *a, const struct sheet_edit *s,
                           struct styles *ret, struct err *err);

/* What each cell holds: an array of values in the order of the cells, dates as people write them. */
WARN_UNUSED int edit_before(const struct edit_book *book, struct arena *a, const struct sheet_edit *s,
                            const struct styles *styles, const struct cancel *cancel, struct json **ret,
                            struct err *err);

/* A formula as a cell shows it, with "="; NULL when the cell has none. */
const char *edit_formula(struct arena *a, const struct edit_cell *c);

/* ERR_INVALID_INPUT unless the name can be a sheet's. */
WARN_UNUSED int edit_sheet_name(const char *name, struct err *err);
