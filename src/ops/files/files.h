/* files.h - the files that people gave to assay: brought, listed, taken back.
 *
 * Bringing and taking back are for people; an outside client may only look.
 */
#pragma once
#include "base/attrs.h"

struct err;
struct op_table;

/* What the operations work on. The program fills it in when it opens the home. */
struct files {
    const char *home;
};

WARN_UNUSED int files_add(struct op_table *t, struct files *f, struct err *err);
