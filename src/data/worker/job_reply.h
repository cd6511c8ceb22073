/* job_reply.h - what a worker may answer, job by job.
 *
 * What a file holds can make its worker answer anything. The program that asked goes on with the answer as if a
 * function of its own had made it, so each is looked at once, where it comes in: whether it has the members that jobs.h
 * promises, each of its kind, and counts that can be counts. What they say is another matter: a worker can be wrong
 * about the file it was given, and about no other.
 */
#pragma once
#include "base/attrs.h"

struct err;
struct json;

/* ERR_DATA_UNREADABLE unless the answer has the job's shape. */
WARN_UNUSED int job_reply_check(const char *job, const struct json *answer, struct err *err);

/* Sets that error; why is for the log. Returns -1. */
int job_reply_refuse(const char *job, const char *why, struct err *err);
