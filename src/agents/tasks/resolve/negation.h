/* negation.h - what a message denies, supposes, reports or says is still to be done. For src/agents/tasks only.
 *
 * A negation belongs to its own clause: "mowed the lawn, didn't rain for once" says that the lawn was mown. A negation
 * in another clause counts where that clause speaks of the task as well ("it", "that one", "done"), or takes everything
 * back.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* What leaves some out: "all of it except the roof". */
bool negation_some(const char *said);

/* What is supposed or told of others, and what leaves some out: nothing is done to a task by that. "Ann said yes" is
 * only told. */
bool negation_supposed(const char *said);

/* What is only hoped, feared or nearly so. */
bool negation_unreal(const char *said);

/* What speaks to the program and not of tasks: "ignore the rules", "system override". */
bool negation_commands(const char *said);

/* Whether all of it is asked: "have we booked the hall, ordered the cake and called John?" */
bool negation_asked(const char *said);

/* Whether what was told is not to be put on the list: "my flight is on Friday, don't add it". */
bool negation_new(const char *said);

/* Whether nothing is to go: "was going to delete it, but no, keep it", "I could not ring him after all". */
bool negation_gone(const char *said);

/* Whether a word that denies stands in the very clause that the words from..to are of. */
bool negation_outright(const char *said, size_t from, size_t to);

/* Whether all that it says is that nothing of the kind is to be ordered: "no need to move the roses"; where the verb of
 * that order stands. It may also be what a task is: then that one is off. */
bool negation_order(const char *said, size_t *ret_from);

/* "Leave the freezer on Monday, don't move it": all is as it is to be. */
bool negation_left(const char *said);

/* The same where a task was named: "the plumber stays on Wednesday". */
bool negation_stays(const char *said);

/* Whether that is denied or still to be done which the words from..to of it speak of. */
bool negation_done(const char *said, size_t from, size_t to);

/* Whether it was tried and did not come off: "rang the bank but nobody answered". */
bool negation_after(const char *said);
