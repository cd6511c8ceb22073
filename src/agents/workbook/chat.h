/* chat.h - the conversation about workbooks: its operations. */
#pragma once
#include "base/attrs.h"

struct err;
struct op_table;
struct workbook_tools;

WARN_UNUSED int workbook_chat_add(struct op_table *t, struct workbook_tools *w, struct err *err);
