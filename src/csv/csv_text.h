/* csv_text.h - notes on a CSV's encoding; base/text/charset.h makes it UTF-8. Internal to csv. */
#pragma once

struct charset_text;
struct notes;

/* Says the encoding where it is not UTF-8, and what was replaced. */
void csv_text_say(const struct charset_text *t, struct notes *notes);
