/* plot.h - plot.render: a chart of rows, as a picture, as a Vega-Lite description, or as an artifact.
 *
 * The rows are those of a query over data, or are given with the call. Asked for an artifact, it writes a PNG that the
 * request keeps (artifacts_ops.h); otherwise nothing is kept.
 */
#pragma once
#include "base/attrs.h"

struct artifact_place;
struct err;
struct op_table;

/* Adds the operation. The place stays the caller's and must outlive the table. */
WARN_UNUSED int plot_add(struct op_table *t, struct artifact_place *p, struct err *err);
