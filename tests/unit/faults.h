/* faults.h - a system that fails on demand.
 *
 * The linker's --wrap sends the calls named in meson.build through here. Each is counted while armed; the one that a
 * fault names fails with its errno instead of being made (a close is made all the same, as the kernel does). So a test
 * can fail every call of an operation in turn and look at what is left.
 */
#pragma once
#include <stddef.h>

struct fault {
    const char *call; /* "write", say; NULL: whichever comes */
    unsigned nth;     /* of those calls, counted from 1 */
    int errnum;
};

/* Arms these faults (at most 4) and begins to count. None: counts only. */
void faults_arm(const struct fault *faults, size_t n);

/* While armed: runs what() right before the nth of those calls is made, as somebody else might at that moment. */
void faults_meanwhile(const char *call, unsigned nth, void (*what)(void));

/* Back to normal. Returns how many wrapped calls were made since it was armed. */
unsigned faults_disarm(void);

/* Until the next faults_disarm, no write takes more than this many bytes. */
void faults_short_writes(size_t most);
