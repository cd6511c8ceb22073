/* jobs.h - what a data worker can be asked to do. Each job is a function of the workset and its arguments; the list is
 * the table in jobs.c. Arguments come from our own process and are checked there; contents come from foreign files.
 *
 *   describe   {}                                        -> {"tables":[...]} as table_to_json() has them but without
 *              their sources' hashes, which the parent knows, and what workset_origin() adds
 *   query      {"sql","params","row_limit","wants_request"} -> {"columns","rows","truncated","left_out"}, and where it
 *              is wanted "request", the SQL in the typed form (query/json), or "unsaid": why that cannot say it
 *   show       {"sheet","range","shown","raw","format","offset","limit"} -> {"name","columns","rows","row_count",
 *              "assumptions"}; with format "csv" all rows are put out as bytes and are not in the answer, and with
 *              "json" all of that object is, rows and all
 *   page       {"table","offset","limit"}                -> {"rows"}: of a loaded table, as a query gives them, but
 *              values that do not fit their column are there as text
 *   profile    {}                                        -> profile.h
 *   structure  {}                                        -> sheets, tables, names, pivots, ... of the workbooks
 *   search     {"query","worksheet","table","limit","case_sensitive"}
 *   pivot      {"worksheet","pivot_table","include_filters","max_rows"}
 *   edit       {"worksheet","updates","formulas"} or {"new_worksheet"}, "dry_run" -> the changes; the new file is
 *              put out
 *   readings   {"question","most"} -> {"readings":[{"query","confidence","rows","left":[{"at","n"}],
 * "complete"}]}: what the question may ask, the likeliest first and at most that many; rows where it was tried, bytes
 * of the question that it leaves unexplained, and whether its numbers, periods and quotations all have their place
 *
 * Under a policy none of them tells what a blocked column holds (redaction.h). Those that show add "left_out", the
 * columns concerned; the structure's tables may have "blocked_columns", names alone.
 */
#pragma once
#include "base/attrs.h"
#include "sys/worker.h"

extern const struct job data_jobs[];

/* One function a job, but for those of jobs.c itself; state is the struct workset. */
int job_show(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_page(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_profile(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_structure(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_search(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_pivot(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_edit(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
int job_readings(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);

struct source;
struct workset;

/* The workbook that the first source is; ERR_INVALID_INPUT when it is none. */
WARN_UNUSED int job_find_workbook(struct workset *w, struct job_io *io, struct source **ret, struct err *err);
