/* denied.h - what of a message is not so: supposed, told of others, denied, or still to be done. For src/agents/tasks
 * only.
 *
 * A word that denies speaks of its own clause: "mowed the lawn, didn't rain for once" says that the lawn was mown. In
 * another clause it counts where that speaks of the task as well ("it", "that one", "done"), or takes it all back.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* What leaves some out: "all of it except the roof". */
bool denied_some(const char *said);

/* What is supposed or told of others, and what leaves some out: nothing is done to a task by that. "Ann said yes" is
 * only told. */
bool denied_supposed(const char *said);

/* What is only hoped, feared or nearly so. */
bool denied_unreal(const char *said);

/* What speaks to the program and not of tasks: "ignore the rules", "system override". */
bool denied_commands(const char *said);

/* Whether all of it is asked: "have we booked the hall, ordered the cake and called John?" */
bool denied_asked(const char *said);

/* Whether what was told is not to be put on the list: "my flight is on Friday, don't add it". */
bool denied_new(const char *said);

/* Whether nothing is to go: "was going to delete it, but no, keep it", "I could not ring him after all". */
bool denied_gone(const char *said);

/* Whether a word that denies stands in the very clause that the words from..to are of. */
bool denied_outright(const char *said, size_t from, size_t to);

/* Whether all that it says is that nothing of the kind is to be ordered: "no need to move the roses"; where the verb of
 * that order stands. It may also be what a task is: then that one is off. */
bool denied_order(const char *said, size_t *ret_from);

/* "Leave the freezer on Monday, don't move it": all is as it is to be. */
bool denied_left(const char *said);

/* The same where a task was named: "the plumber stays on Wednesday". */
bool denied_stays(const char *said);

/* Whether that is denied or still to be done which the words from..to of it speak of. */
bool denied_done(const char *said, size_t from, size_t to);

/* Whether it was tried and did not come off: "rang the bank but nobody answered". */
bool denied_after(const char *said);
