/* clean.h - texts made fit for a picture. */
#pragma once

struct arena;

/* Well-formed UTF-8 without control characters (blanks instead) and without what XML refuses (U+FFFD instead), no
 * blanks at the ends, no more than CHART_TEXT_CHARS characters. NULL gives "". */
const char *clean_text(struct arena *a, const char *text);
