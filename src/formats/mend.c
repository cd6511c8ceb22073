/* mend.c - most text is fine, and is then only looked at. */
#include "formats/mend.h"
#include "base/arena.h"
#include "base/str.h"
#include "grid/notes.h"
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

const char *mend_text(struct arena *a, const char *p, size_t *n, struct mended *counts)
{
    bool has_nul = memchr(p, '\0', *n) != NULL, is_utf8 = str_is_utf8(p, *n);
    char *copy, *out;

    if (!has_nul && is_utf8)
        return p;
    counts->nuls += has_nul;
    counts->odd += !is_utf8;
    copy = out = arena_alloc(a, 3 * *n + 1);
    for (size_t i = 0; i < *n; i++) {
        unsigned char c = (unsigned char)p[i];

        if (c == 0) {
            memcpy(out, REPLACEMENT, 3);
            out += 3;
        } else if (c < 0x80 || is_utf8) {
            *out++ = p[i];
        } else {
            *out++ = (char)(0xc0 | c >> 6);
            *out++ = (char)(0x80 | (c & 0x3f));
        }
    }
    *n = (size_t)(out - copy);
    return copy;
}

void mend_tell(struct notes *notes, const struct mended *counts)
{
    if (counts->odd)
        notes_add(notes, "%s not valid UTF-8 and read as Latin-1",
                  notes_count(notes, counts->odd, "text", "is", "are"));
    if (counts->nuls)
        notes_add(notes, "%s a NUL character, replaced by U+FFFD",
                  notes_count(notes, counts->nuls, "text", "has", "have"));
}
