/* negation.h - what a message denies, supposes, reports or says is still to be done. For src/agents/tasks only.
 *
 * A negation belongs to its own clause: "mowed the lawn, didn't rain for once" says that the lawn was mown. A negation
 * in another clause counts where that clause speaks of the task as well ("it", "that one", "done"), or takes everything
 * back.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* An exception: "all of it except the roof". */
bool negation_some(const char *said);

/* A supposition, a report of what others said, or an exception: no task is changed by one. "Ann said yes" is a report.
 */
bool negation_supposed(const char *said);

/* Something only hoped, feared or nearly so. */
bool negation_unreal(const char *said);

/* Orders to the program rather than about tasks: "ignore the rules", "system override". */
bool negation_commands(const char *said);

/* Whether all of it is a question: "have we booked the hall, ordered the cake and called John?" */
bool negation_asked(const char *said);

/* Whether what was told is not to be put on the list: "my flight is on Friday, don't add it". */
bool negation_new(const char *said);

/* Whether nothing is to be deleted or completed: "was going to delete it, but no, keep it", "I could not ring him after
 * all". */
bool negation_gone(const char *said);

/* Whether a negation stands in the clause of the words from..to. */
bool negation_outright(const char *said, size_t from, size_t to);

/* Whether it only says that there is no need for an order: "no need to move the roses"; *ret_from is where the verb of
 * the order stands. Where that is a task itself, the task is off. */
bool negation_order(const char *said, size_t *ret_from);

/* Whether all stays as it is: "leave the freezer on Monday, don't move it". */
bool negation_left(const char *said);

/* The same where a task was named: "the plumber stays on Wednesday". */
bool negation_stays(const char *said);

/* Whether what the words from..to speak of is denied, or still to be done. */
bool negation_done(const char *said, size_t from, size_t to);

/* Whether it was tried and failed: "rang the bank but nobody answered". */
bool negation_after(const char *said);
