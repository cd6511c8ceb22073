/* reference.h - references to tasks that do not name them: "2", "the first two", "the last one", "it", "both".
 *
 * Only the words are looked at. Which list they point into, and whether it is still what the person saw, is resolve/'s
 * to find out. Words are a reference only when every one of them is understood as part of it: "the second one" refers,
 * "the second floor" names.
 */
#pragma once
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define REFERENCE_PLACES 50 /* of one pointer: as many as a list shows at once */

enum reference_kind {
    REFERENCE_NAME,  /* it does not point: a title, or a description */
    REFERENCE_PLACE, /* places of the list */
    REFERENCE_IT,
    REFERENCE_THEM, /* "them", "all of those", "everything"; with a count: "all three" */
    REFERENCE_BOTH,
    REFERENCE_OTHER /* "the other one" */
};

#define REFERENCE_MIDDLE INT_MAX /* of an odd number */

struct reference {
    enum reference_kind kind;
    int places[REFERENCE_PLACES]; /* from 1, in the order said, each once; -1 is the last, -2 the one before it */
    size_t n;
    int count; /* with REFERENCE_THEM: how many there are said to be; 0: nothing is */
};

struct reference reference_read(const char *words);

/* From 1, of so many; 0 where there is no such place. */
int reference_place(int place, int count);

/* Whether a number in the words has a sign: "-1" is no place, whatever becomes of the sign in the reading. */
bool reference_has_sign(const char *words);
