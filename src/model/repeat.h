/* repeat.h - how a task comes back: a part of RFC 5545's RRULE, as a value, as text and in words.
 *
 *   FREQ=DAILY|WEEKLY|MONTHLY|YEARLY  INTERVAL=1..999  BYDAY=MO,TH (weekly) or 1MO..4MO, -1FR (monthly)
 *   BYMONTHDAY=1..31 or -1 (monthly)  BYMONTH=1..12 (yearly, with BYMONTHDAY)  COUNT=1..9999  UNTIL=YYYYMMDD
 *
 * What other programs write for the same is taken too: a time behind UNTIL's day, WKST where it makes no difference,
 * FREQ=DAILY with BYDAY. COUNT and UNTIL do not go together.
 *
 * Only days are computed here; the time of day stays what it is on the wall (base/zone/zone.h). A month that lacks the
 * day (the 31st, 29 February) has it on its last day, as people mean it, where RFC 5545 would skip the month.
 */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

enum repeat_unit { REPEAT_DAYS, REPEAT_WEEKS, REPEAT_MONTHS, REPEAT_YEARS };

struct repeat {
    enum repeat_unit unit;
    int interval;      /* every so many of them, from 1 */
    unsigned weekdays; /* bit 0 is Sunday; weekly: on these, 0 the day's own; monthly: the one that `nth` counts */
    int nth;           /* monthly: 1 to 4, or -1 for the last; 0: by month_day */
    int month_day;     /* 1 to 31, or -1 for the last; 0: the day's own */
    int month;         /* yearly: 1 to 12; 0: the day's own */
    int count;         /* so many times in all, this one included; 0: without end */
    int64_t until;     /* the last day on which it may come, since 1970; 0: without end */
};

/* The text of a rule, with or without "RRULE:"; false when it is none, or has a part that is not named above. */
bool repeat_read(const char *p, size_t n, struct repeat *ret);

/* As RRULE has it, its parts always in the same order. */
void repeat_text(const struct repeat *r, char out[static REPEAT_TEXT_BYTES]);

/* "every Monday and Thursday", "every 2 weeks until 2027-01-31". */
void repeat_words(const struct repeat *r, struct buf *b);

/* The first day behind `day` on which it comes again; false when it does not. For the next one the rule is the same but
 * for a count, which is one less, and a 29th, 30th or 31st that the rule had from the day alone, which it keeps from
 * then on: *r is changed so. */
bool repeat_next(struct repeat *r, int64_t day, int64_t *ret);
