/* check.h - asking for the check of a request: query.check, and query.schema for whoever writes one. */
#pragma once
#include "base/attrs.h"

struct datasets;
struct err;
struct json;
struct model_entity;
struct op_table;

/* Adds the operations. The datasets stay the caller's and must outlive the table of operations. */
WARN_UNUSED int check_add(struct op_table *t, struct datasets *d, struct err *err);

/* What the check found, as fields of a result; whoever writes it needs model/fields.h too. */
extern const struct model_entity check_finding_entity;
#define FINDINGS_FIELD(flags, text) FIELD("findings", LIST, flags, text, .each = EACH_ENTITY(check_finding_entity))
