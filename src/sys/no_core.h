/* no_core.h - nothing of this process's memory is written to disk when it crashes: passwords are in it. */
#pragma once

/* No core file, whatever the limits were (a handler of core_pattern's included), and nobody of the same user may look
 * into the memory: PR_SET_DUMPABLE. The second gives the files of /proc/self to root; what of them this program itself
 * uses stays open to it. Not under a sanitizer, whose search for leaks is such a look. */
void no_core(void);
