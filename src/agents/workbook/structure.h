/* structure.h - an excel-list-structure result, looked at. For src/agents/workbook only. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json;

bool sheet_is_hidden(const struct json *sheet);

/* The sheet that a person's word for it means: its name, a table's on it, or, where `by_number`, its place from 1. NULL
 * when there is none. Case and width do not count. */
const struct json *sheet_named(const struct json *structure, const char *name, bool by_number);

/* The one sheet that can be seen; NULL when there are several, or none. */
const struct json *sheet_alone(const struct json *structure);

/* The seed's WorkbookMetadata; of NULL that of no workbook at all. */
struct json *structure_metadata(struct arena *a, const struct json *structure);

/* "3 worksheets: A, B (hidden) and C". */
const char *structure_sheets(struct arena *a, const struct json *structure);

/* "195 rows of data in 3 tables, headings and totals not counted": the one way in which rows are counted. */
const char *structure_counted(struct arena *a, size_t tables, int64_t rows);
