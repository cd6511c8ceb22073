/* localize.h - metrics.localize: which segments of the data explain a change.
 *
 * The operation asks for the figures of every combination of values, in SQL and through the gate, and hands them to
 * src/cause, which finds the segments; what each has of the change is added up in decimals, so that the contributions
 * and the residual give the change to the last digit. Two ways to say what changed:
 *
 *   baseline and actual         two columns: what was expected, and what came
 *   metric, baseline, compare   a metric in SQL (gauge.h) over two periods, both ends included
 *
 * The result, which the investigation rests on: {"causes":[{"attributes":{},"is_rest","contribution","share","score",
 * "baseline","actual","baseline_rows","rows", and of a ratio "rate_effect","mix_effect"}],"residual","total_change",
 * "baseline_total","actual_total","searched","dimensions":[],"method":"sum"|"ratio","notes":[]}.
 */
#pragma once
#include "base/attrs.h"

struct buf;
struct call;
struct err;
struct json;
struct op_table;

WARN_UNUSED int localize_add(struct op_table *t, struct err *err);

/* The result as text. */
void localize_show(struct buf *b, const struct json *result);
