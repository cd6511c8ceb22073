/* log.h - the program's own diary: JSON Lines, one file a day, for the person who has to find out what happened.
 *
 * Each line is {"timestamp","correlationId","event","details"} as the workbook seed prints it, in
 * logs/agent-YYYY-MM-DD.log under the home. A line goes out in one write to a file opened for appending, so several
 * processes can share it. A file stops at LOG_FILE_BYTES and goes on in agent-YYYY-MM-DD.1.log, .2 and so on; files
 * older than LOG_KEEP_DAYS, by the date in their name, are removed on opening and when a new day begins.
 *
 * Logging never fails a request: what cannot be written is dropped and counted. It is safe from several threads.
 * Details are for the operator's eyes: they may hold names of files and columns, never keys or connection strings.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct err;
struct json;
struct log;
struct world;

/* Opens the diary in dir, which must exist. The world gives the time. */
WARN_UNUSED int log_open(const char *dir, const struct world *world, struct log **ret, struct err *err);
void log_close(struct log *log);

/* Appends one entry. event is AgentQuery, ToolInvoked, ResponseGenerated or Error; correlation_id and details may be
 * NULL, which is null and {}. A NULL log takes nothing, so that code under test need not have one. Details that would
 * make the line longer than LOG_LINE_BYTES become {"cut":true,"bytes":N,"start":"..."}: their length and the first
 * LOG_START_BYTES of them. */
void log_event(struct log *log, const char *event, const char *correlation_id, const struct json *details);

/* Writes an error's detail, which the person was not shown, under its correlation id. */
void log_error(struct log *log, const struct err *e);

/* Entries that could not be written since it was opened. */
unsigned long log_dropped(const struct log *log);

/* For tests: where a file stops, instead of LOG_FILE_BYTES. A file always takes at least one line. */
void log_stop_files_at(struct log *log, uint64_t bytes);
