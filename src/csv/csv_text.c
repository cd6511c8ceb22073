/* csv_text.c - words the notes on a text's encoding. */
#include "csv/csv_text.h"
#include "base/text/charset.h"
#include "grid/notes.h"

void csv_text_say(const struct charset_text *t, struct notes *notes)
{
    static const char *const names[] = {
        [CHARSET_UTF16LE] = "UTF-16",
        [CHARSET_UTF16BE] = "UTF-16 (big-endian)",
        [CHARSET_UTF32LE] = "UTF-32",
        [CHARSET_UTF32BE] = "UTF-32 (big-endian)",
        [CHARSET_WINDOWS_1252] = "Windows-1252",
    };

    if (t->encoding != CHARSET_UTF8)
        notes_add(notes, "the encoding is %s", names[t->encoding]);
    if (t->damaged)
        notes_add(notes, "%s no character and replaced by U+FFFD",
                  notes_count(notes, t->damaged, "byte", "was", "were"));
    if (t->nuls)
        notes_add(notes, "%s left out", notes_count(notes, t->nuls, "NUL byte", "was", "were"));
}
