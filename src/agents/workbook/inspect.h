/* inspect.h - the operations that only read a workbook; workbook.c declares them. */
#pragma once
#include "gate/op.h"

op_run list_structure, search_workbook, preview_table, analyze_pivot;
