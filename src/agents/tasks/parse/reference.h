/* refer.h - words that point at tasks without naming them: "2", "the first two", "the last one", "it", "both". For
 * src/agents/tasks only.
 *
 * Only the words are looked at. Which list they point into, and whether it is still what the person saw, is which.h's.
 * Words are a pointer only when every one of them is understood as part of it: "the second one" points, "the second
 * floor" names.
 */
#pragma once
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define REFER_PLACES 50 /* of one pointer: as many as a list shows at once */

enum refer_kind {
    REFER_NAME,  /* it does not point: a title, or a description */
    REFER_PLACE, /* places of the list */
    REFER_IT,
    REFER_THEM, /* "them", "all of those", "everything"; with a count: "all three" */
    REFER_BOTH,
    REFER_OTHER /* "the other one" */
};

#define REFER_MIDDLE INT_MAX /* of an odd number */

struct refer {
    enum refer_kind kind;
    int places[REFER_PLACES]; /* from 1, in the order said, each once; -1 is the last, -2 the one before it */
    size_t n;
    int count; /* with REFER_THEM: how many there are said to be; 0: nothing is */
};

struct refer refer_read(const char *words);

/* From 1, of so many; 0 where there is no such place. */
int refer_place(int place, int count);

/* Whether a number in the words has a sign: "-1" is no place, whatever becomes of the sign in the reading. */
bool refer_has_sign(const char *words);
