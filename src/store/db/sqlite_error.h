/* sqlite_error.h - SQLite's result codes as errors of ours. */
#pragma once
struct err;
struct sqlite3;

/* Sets err and returns -1. `doing` is the statement, for the log only; h may be NULL. */
int sqlite_error(struct err *err, struct sqlite3 *h, int rc, const char *doing);
