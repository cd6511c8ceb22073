/* joined.h - a question that no one table can answer, read of two that a reference joins. For whoever has the tables
 * and their profile.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct json;
struct flat;
struct scope;
struct table;

/* Reads the question of the joined tables that it fits best, of all that a sure reference joins. relations is the
 * "relationships" of a profile. False, and nothing is changed, when it can be read of none, or of two equally well. */
WARN_UNUSED bool joined_read(struct arena *a, const struct table *tables, size_t n, const struct json *relations,
                             const char *question, struct scope *ret_scope, struct flat *ret);
