/* admin.h - the operations about what assay keeps: the audit log, the home, and whether all is well.
 *
 * They are for people, not for agents: none has OP_FOR_AGENTS but the ones that only look.
 */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct llm;
struct op_table;
struct store;

/* What they work on. The program fills it in when it opens the home; until then home and store are NULL. */
struct admin {
    const char *home;
    const char *settings;      /* home_settings(): where the keys of homes are known; NULL: nowhere */
    const char *log_path;      /* of the audit log */
    struct store *store;       /* NULL for operations that run without an open home */
    struct datasets *datasets; /* whose workers hold the engine; there from the beginning */
    struct llm *llm;           /* the model that is set; NULL: none */
    const struct err *no_llm;  /* why the one that is set cannot be used; NULL: it can, or none is */
};

WARN_UNUSED int admin_add(struct op_table *t, struct admin *admin, struct err *err);
