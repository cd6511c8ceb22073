/* threads.h - work in shares, each on a thread of its own.
 *
 * What a share does depends on its number alone, and it writes to nothing of another's, so the results are the same
 * whether they run side by side or one after another.
 */
#pragma once
#include <stdbool.h>

#define THREADS_MOST 2

/* Calls work(state, 0 .. shares - 1), and returns when all are done. is_small: it is not worth a thread. */
void run_shares(unsigned shares, bool is_small, void (*work)(void *state, unsigned share), void *state);
