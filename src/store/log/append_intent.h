/* append_intent.h - announces, in the log's lock file, which lines a writer is about to append.
 *
 * A writer appends its lines before it commits them. When it dies in between, the file is longer than what was
 * committed. The next writer asks here whether the dead one announced those lines. If so, they may be cut off. Lines
 * that nobody announced were put there by somebody else, and are damage.
 *
 * The announcement is not synced, so it counts only until the machine starts again. After that the second copy of the
 * head (head_file.h) says whether the extra lines were signed.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define BOOT_BYTES 40 /* a UUID, with room */

/* Which run of the machine this is. */
void boot_read(char ret[static BOOT_BYTES]);

/* Under the log's lock: n bytes will be written at byte `at`. 0 or an errno. */
int append_intent_announce(int lock, const char *boot, uint64_t at, uint64_t n);

/* What an announcement says of a file that is `size` bytes long where `at` bytes were committed. */
enum append_intent {
    APPEND_INTENT_EXPLAINS, /* a writer announced lines from `at` on, up to `size` or further */
    APPEND_INTENT_DIFFERS, /* it announced something else: what is there was committed before, or nobody announced it */
    APPEND_INTENT_UNKNOWN, /* nothing was announced since the machine started */
};

/* Under the log's lock, of a file that is longer than what was committed. The announced start counts as well as the
 * end: after a commit the next one begins elsewhere, so a database that is older than the log explains nothing. */
enum append_intent append_intent_judge(int lock, const char *boot, uint64_t at, uint64_t size);

/* Keeps what is to be cut off, the log's bytes from `at` to `size`, in <log>.cut beside it, as far as that can be done:
 * people may want to know what it was. */
void append_intent_keep_cut(const char *log, int fd, uint64_t at, uint64_t size);
