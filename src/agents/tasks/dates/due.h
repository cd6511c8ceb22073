/* due.h - when something is due, how often it comes back and when to be reminded, in a person's own words.
 *
 * "tomorrow", "by Friday 5pm", "next Tuesday at noon", "in two weeks", "on 3 March", "end of the month", "tonight",
 * "2026-12-24 18:00". Words are read against what the clock on the person's wall says now; nothing here knows of time
 * zones. A day without a year is the next such day that is not over; a weekday is the next one, today only when it is
 * said with a time that is still to come. Day and month as figures ("3/4") are not guessed: they are read only where
 * one of them is over 12, or in the ISO order.
 *
 * An hour without am or pm ("at 5", "5:30") is the next one between 07:00 (in figures with minutes 06:00) and 19:00;
 * with a part of the day ("tonight at 8", "at 5 in the morning") it is that one's. Parts of a day that are times:
 * morning 09:00, noon 12:00, afternoon 15:00, end of day 17:00, evening 18:00, night 20:00; said of today when that
 * hour is over, the end of the part. Midnight is the end of the day it is said with, 23:59. A week is Monday to Sunday;
 * its end is its Friday, its weekend's day the Saturday. "next Friday" is the one of next week, "next week" its Monday,
 * "next month" its first day.
 *
 * The _at functions look at the beginning of some words and say how many of them they took, 0 for none, the words that
 * lead to a date ("by", "on", "due", "until", "at", "before") included. What is in doubt is left alone: the words of a
 * task's name are the person's own ("read 1984", "call May", "buy 3 apples", "next month's rent"), and a date of more
 * than a year ago says what something is about.
 */
#pragma once
#include "base/limits.h"
#include "base/timefmt.h"
#include "model/repeat.h"
#include <stdbool.h>
#include <stddef.h>

struct phrase_word;

#define DATE_CHARS 10 /* of "2026-11-20", and of "2026-11-20T17:00" */

/* A day on the wall's calendar, perhaps with a time of it. */
struct due {
    int64_t day; /* since 1970-01-01 */
    bool has_time;
    int hour, minute; /* where it has one */
    bool is_clock;    /* only a time was said: the day is the next that it comes on */
    bool is_part;     /* only a part of the day was said, not its hour: "tomorrow evening" */
    bool is_open;     /* the hour was said without its half of the day: "at 7" */
    bool keeps_time;  /* "same time": of what has a time already, on this day */
    bool is_elapsed;  /* said as a time from now ("in 3 hours"): */
    int64_t minutes;  /* so many behind the instant that is now, whatever the wall's clock is put to meanwhile */
};

/* The month of this name, from 1. */
bool due_read_month(const char *text, int *ret);

/* A day, a time, or both. A time alone is today's, or tomorrow's when it is past. */
size_t due_at(const struct phrase_word *w, size_t n, const struct civil *now, struct due *ret);

/* "every Monday", "daily", "every other week", "monthly on the 15th", "every weekday at 9", "each year until 2030".
 * *ret_first is the first time it comes, from now on; with a time where one was said. */
size_t due_repeat_at(const struct phrase_word *w, size_t n, const struct civil *now, struct repeat *ret,
                     struct due *ret_first);

/* How long before it is due: "an hour before", "30 minutes earlier", "the day before at 9". */
struct due_before {
    int64_t minutes; /* before the due time */
    bool has_time;   /* or: `minutes` / 1440 days before, at this time */
    int hour, minute;
};
size_t due_before_at(const struct phrase_word *w, size_t n, struct due_before *ret);

/* All of a text, for a tool's argument. */
bool due_read(const char *text, const struct civil *now, struct due *ret);
bool due_repeat_read(const char *text, const struct civil *now, struct repeat *ret, struct due *ret_first);
bool due_before_read(const char *text, struct due_before *ret);

/* A date as seen from the one that a task has. As text: "P7D", "-P2W", "P1M", "PT90M", "-PT2H" (so much later or
 * earlier), "T2026-11-27" (that day, at its own time), "T18:00" (at that time, on its own day), "T" (at no time). */
enum due_step { DUE_BY_DAYS, DUE_BY_MONTHS, DUE_BY_MINUTES, DUE_TO_DAY, DUE_TO_TIME, DUE_TO_NO_TIME };
struct due_move {
    enum due_step step;
    int64_t n;     /* days, months or minutes; below 0: earlier */
    struct due to; /* the day or the time */
};
bool due_move_read(const char *text, struct due_move *ret);

/* False where it cannot be: a whole day has no minutes to move. */
bool due_moved(const struct due_move *m, struct due *d);

/* What it says of several tasks: "7 days later", "Fri 27 Nov, each at its own time". */
void due_move_words(const struct due_move *m, const struct civil *now, char out[static DUE_WORDS_BYTES]);

/* A span of days that a list can be kept to: "today", "tomorrow", "this week", "next week", "this month", "overdue",
 * "the weekend", or any day; both ends included. */
struct due_span {
    int64_t from, to;
    bool is_overdue; /* what is due before now; from and to mean nothing */
    bool is_part;    /* only a part of its last or first day was said: "before noon", "tomorrow morning" */
};
size_t due_span_at(const struct phrase_word *w, size_t n, const struct civil *now, struct due_span *ret);

/* "2026-11-20" or "2026-11-20T17:00": how a tool is given one; and for people, as seen from now: "today", "tomorrow at
 * 17:00", "Fri 20 Nov", "20 Nov 2027 at 09:30". */
void due_text(const struct due *d, char out[static TIME_TEXT_BYTES]);
void due_words(const struct due *d, const struct civil *now, char out[static DUE_WORDS_BYTES]);
