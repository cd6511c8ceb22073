/* statement.h - whether a statement says that a task is done. For src/agents/tasks only. */
#pragma once
#include <stdbool.h>

struct turn;

/* "The bakery closed" speaks of "order cake from the bakery", and does not say that it is done. What orders the program
 * to tick it off always does. */
bool statement_done(struct turn *t, const char *said, const char *title);

/* Whether it says that a task of this title is not done, whatever it is like: it is somebody else's that was, or
 * somebody was called or seen ("I have been to the dentist" of "phone the dentist"). */
bool statement_otherwise(struct turn *t, const char *said, const char *title);

/* Whether it says that something is yet to be done, or went wrong. */
bool statement_undone(const char *said, const char *title);

/* "The plumber rang, he can't come": who was to be called has called. */
bool statement_by_them(struct turn *t, const char *title);
