/* transform.h - df.transform: rows filtered, grouped, joined, calculated, sorted or chosen, without any free code.
 *
 * What is wanted is told in arguments; they become one SELECT of checked names, bound values and the functions of a
 * closed list, which sql.run then runs under its own policies and bounds. So whatever a plan or a model says, it can
 * ask for nothing that sql.run would not give.
 */
#pragma once
#include "base/attrs.h"

struct err;
struct op_table;

WARN_UNUSED int transform_add(struct op_table *t, struct err *err);
