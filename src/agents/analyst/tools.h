/* tools.h - the analyst's two tools, as functions the operation table names. */
#pragma once
#include "gate/op.h"

/* The service of both is the program's struct datasets. */
int tool_describe(struct call *c, const struct json *args, struct json **ret, struct err *err);
int tool_sql(struct call *c, const struct json *args, struct json **ret, struct err *err);

/* The answer to one question. Reaches data only through the gate. */
int analyst_ask(struct call *c, const struct json *args, struct json **ret, struct err *err);
