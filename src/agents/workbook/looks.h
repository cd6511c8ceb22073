/* looks.h - the operations that only look at a workbook; workbook.c declares them. */
#pragma once
#include "gate/op.h"

op_run list_structure, search_workbook, preview_table, analyze_pivot;
