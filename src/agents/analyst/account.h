/* account.h - what became of every word of an intent.
 *
 * An analysis is completed only when nothing of its intent is missing. A word is accounted for when it stands in a
 * question that was read (lang/ uses every word of a question or refuses it), when what it claims was done (struct
 * claim), or when it says nothing. What is left is told in the intent's own words, among the warnings, and makes the
 * analysis a partial one.
 *
 * How a question is read is no business of this module: a reader that leaves words out on purpose has to be asked
 * without them (struct aim's `unread`).
 */
#pragma once
#include "agents/analyst/run.h"

/* A part of the intent that could not be read, in its own words, and why; the reason may be NULL. */
void account_unread(struct run *r, const char *said, const char *why);

/* Goes over the intent when the steps have been run. */
void account_close(struct run *r);

/* All that is missing, as sentences; NULL: nothing is. */
const char *account_missing(struct run *r);
