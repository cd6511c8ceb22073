/* chips.h - the parts of a restatement that a person may change, each with its alternatives.
 *
 * A chip is {"id","kind","label","alternatives":[{"label","query"}]}, as the contract says. Kinds: "table", "measure",
 * "filter", "group", "period", "order", "limit", "chart". Each alternative is the whole request, changed in this part
 * by a function of query/edit and passed by the check; so a door sends it back unread. What cannot be changed alone has
 * a chip without alternatives. A removable part has the alternative of being removed.
 *
 * Bounds: CHIPS_MAX chips, CHIP_ALTERNATIVES each.
 */
#pragma once
#include <stddef.h>

struct arena;
struct json;
struct request;
struct table;

struct json *query_chips(struct arena *a, const struct table *tables, size_t n, const struct request *r);
