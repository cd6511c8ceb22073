/* link_data.h - a folder of data files as the schema that questions are linked to, for tools and tests. */
#pragma once
#include "base/attrs.h"

struct err;
struct link_schema;

/* All tables of the folder's files, each by its file's name, as assay types them. *ret_ms: what building took, without
 * reading the files; may be NULL. */
WARN_UNUSED int link_data_folder(const char *path, struct link_schema **ret, double *ret_ms, struct err *err);
