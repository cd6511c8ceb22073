/* deliver.h - the files of an analysis: tables as CSV, a report and a summary as Markdown. Charts are plot.render's.
 *
 * A file's name says what sort of file it is and nothing of what is in it: names stand in the log, which is for ever.
 */
#pragma once
#include "agents/analyst/run.h"

struct artifact_place;

/* Makes what the request wants, of all that was found; the run's artifacts grow. What cannot be made is the run's
 * failure, and the rest is made all the same. */
void deliver(struct run *r, const struct artifact_place *place);

/* The names of a result's columns, as a list. */
struct json *deliver_names(struct arena *a, const struct json *columns);
