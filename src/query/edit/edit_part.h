/* edit_part.h - what the edits share (edit.c, edit_group.c). */
#pragma once
#include "query/edit/edit.h"

/* A copy of the block to change; NULL, with the error set, for a set operation. */
struct query *edit_copy(struct arena *a, const struct query *q, struct err *err);

/* Hands the changed query out, if each part of a block that groups is made of groups and aggregates. */
WARN_UNUSED int edit_done(const struct query *made, const struct query **ret, struct err *err);

/* ERR_INVALID_QUERY with a sentence. Returns -1. */
int query_edit_refuse(struct err *err, const char *sentence);

/* Whether the expression has the other one in it, outside of aggregates and of queries. */
bool edit_mentions(const struct expr *e, const struct expr *part);
