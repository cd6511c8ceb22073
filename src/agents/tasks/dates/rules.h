/* rules.h - what the readers behind due.h share: a line of words, patterns of them, and rules that say what a
 * pattern means. Nothing else may include it.
 *
 * A pattern is words with one blank between them:
 *
 *   a|b      one of these words
 *   [a|b]    perhaps one of them; as well [CLASS]
 *   CLASS    a word that says a number of a kind, which goes into the next slot
 *
 *   NUM       1 to 9999, in figures or words; "a" and "an" are 1       NTH     5th, of figures
 *   DAY       1 to 31 in figures, also as NTH                          ORD     first to tenth, or NTH; "last" is -1
 *   MONTH     1 to 12                                                  YEAR    1900 to 2999
 *   WEEKDAY   0 (Sunday) to 6                                          DAYS    as bits: Mon/Wed, Mon-Fri
 *   MANY      Mondays, as a bit                                        UNIT    enum due_unit
 *   PERIOD    a unit that a calendar shows: week to year               SPAN    2h: number * 16 + unit
 *   CLOCK     17:00, 5pm: minutes, | DUE_OPEN_HOUR if half unknown      HOUR    0 to 24, also in words
 *   HHMM      0930: minutes                                            AMPM    0 or 1
 *   POINT     17.30: minutes, like CLOCK                               HH      1 to 23 in figures
 *   PART      of the day, enum due_part                                DATE    ISO or with slashes: yyyymmdd, 0mmdd
 *   DOTTED    24.12. and 24.12.2026: likewise                          STAMP   2026-12-24T18:00: days * 2048 + minutes
 *   DMY       24.12.2026                                               DASHED  24-Dec, 24-12-2026: likewise
 *   HOURS     2-4pm: the first, like CLOCK                             RANGE   2-4: likewise
 *   ISH       5ish: 0 to 12                                            PARTS   mornings, like PART
 *   MID       mid-March: like MONTH                                    LATE    13 to 31 in figures
 *
 * Words are compared folded: lower case, the typographic apostrophe as the other one. A pattern does not reach over the
 * end of a sentence or a line.
 */
#pragma once
#include "agents/tasks/dates/due.h"
#include <stdint.h>

#define DUE_WINDOW 24           /* words looked at: no date has more */
#define DUE_WORD_BYTES 24       /* of a folded one: a longer one has no meaning here */
#define DUE_SLOTS 5             /* of a pattern */
#define DUE_OPEN_HOUR (1 << 12) /* with a CLOCK's minutes: the hour is one of a clock of twelve */

enum due_unit {
    DUE_MINUTE,
    DUE_HOUR,
    DUE_DAY,
    DUE_WEEK,
    DUE_FORTNIGHT,
    DUE_MONTH,
    DUE_QUARTER,
    DUE_YEAR,
};

enum due_part { DUE_MORNING, DUE_AFTERNOON, DUE_EVENING, DUE_NIGHT, DUE_CLOSE };

struct due_line {
    const struct phrase_word *words;
    size_t n;
    bool is_whole; /* nothing but a date is to be expected */
    char text[DUE_WINDOW][DUE_WORD_BYTES];
    bool stops[DUE_WINDOW]; /* a sentence or a line ends behind this word */
};

struct due_slots {
    int v[DUE_SLOTS];
    bool has[DUE_SLOTS]; /* false for an optional one that is not there */
};

/* What was said so far. */
struct due_draft {
    bool has_day;
    int64_t day;
    bool is_weekday; /* only a weekday was said: today's is meant only with a time to come */
    bool has_clock;
    int clock;      /* minutes of the day, perhaps with DUE_OPEN_HOUR */
    bool is_spoken; /* "half past six" */
    bool has_part;
    enum due_part part;
    bool is_elapsed;
    int64_t minutes;
};

/* The clock on the wall, taken apart once. */
struct due_now {
    const struct civil *civil;
    int64_t today, monday; /* of this week */
    int weekday, minutes;
};

enum due_kind { DUE_KIND_DAY, DUE_KIND_CLOCK, DUE_KIND_PART };

/* What must be there for a rule to be used. */
enum {
    DUE_NEEDS_LEAD = 1,     /* a word that leads to a date, or nothing but it in the text */
    DUE_NEEDS_HOUR = 2,     /* a word that leads to an hour: "at" */
    DUE_NEEDS_HOLIDAY = 4,  /* a word that leads to a day with a name: "by", not "for" */
    DUE_NEEDS_DAY = 8,      /* a day before it */
    DUE_NEEDS_NO_NOUN = 16, /* what follows is not counted by it: not "the 5th floor" */
    DUE_NEEDS_NOW = 64,     /* it is not counted from something that follows: not "in 2 hours before the flight" */
    DUE_NEEDS_NO_AT = 128,  /* "at" was not said: it leads to an hour */
    DUE_NEEDS_BARE = 512,   /* nothing led there, and no month follows: not "for 2", not "17 Nov" */
    DUE_LED = 1024,         /* a word led there, be it "for" */
    DUE_NEEDS_DATE = 256,   /* a day before it, or behind it: "from 2 to 4 on Friday" */
    DUE_AT = 32             /* not a need: "at" was said, which is followed by an hour and nothing else */
};

struct due_rule {
    enum due_kind kind;
    unsigned needs;
    int arg;
    bool (*act)(const struct due_now *now, const struct due_slots *s, int arg, struct due_draft *d);
    const char *pattern;
};

extern const struct due_rule due_day_rules[], due_holiday_rules[], due_clock_rules[];
extern const size_t due_day_rules_n, due_holiday_rules_n, due_clock_rules_n;

/* What was said so far of how often. */
struct due_recurrence {
    struct repeat r;
    struct due_draft time; /* and, as its day, from when on */
    bool has_start, has_end;
    int span; /* it ends so many units behind its first day */
    enum due_unit span_unit;
};

/* ---- word_class.c ---- */

/* The folded text is one of "a|b|c", which may be a word of a pattern. */
bool due_is_word(const char *text, const char *choices);

/* The text's value of a class, whose name may be a word of a pattern; false when it has none. */
bool due_class_value(const char *text, const char *name, int *ret);

/* The hour that a stretch of them begins with: am or pm may be open until its end is known, as in "2 to 4pm". */
int due_first_hour(int first, int last);

/* All weekdays from one to another, as bits. */
int due_weekdays_from(int first, int last);

bool due_within(int v, int least, int most);

/* All of the text as figures, of at most `digits`; and figures at its beginning: where they end, or NULL. */
bool due_figures(const char *text, size_t digits, int *ret);
const char *due_leading(const char *text, int *ret);

/* ---- numeric.c: readers of classes ---- */

bool due_read_date(const char *text, int *ret);
bool due_read_dashed(const char *text, int *ret);
bool due_read_dotted(const char *text, int *ret);
bool due_read_dotted_year(const char *text, int *ret);
bool due_read_stamp(const char *text, int *ret);

/* ---- pattern.c ---- */

/* Where the punctuation behind a word begins, up to its end. */
const char *due_marks(const struct phrase_word *w);

void due_line_from(const struct phrase_word *w, size_t n, bool is_whole, struct due_line *ret);

/* The word is one of "a|b|c". */
bool due_word_is(const struct due_line *l, size_t at, const char *choices);

/* The place behind the pattern's last word; 0 when it does not fit at that place. */
size_t due_fits(const struct due_line *l, size_t at, const char *pattern, struct due_slots *ret);

/* The word's value of a class; false when it has none. */
bool due_value(const struct due_line *l, size_t at, const char *class_name, int *ret);

/* The words and classes that some patterns begin with; zeroed, then filled once. */
#define DUE_START_BITS 2048
struct due_starts {
    uint64_t words[DUE_START_BITS / 64];
    const char *classes[32]; /* more than there are */
    size_t n;
};
void due_starts_add(struct due_starts *s, const char *pattern);

/* Whether any of them may fit at that place. */
bool due_starts_with(const struct due_starts *s, const struct due_line *l, size_t at);

/* ---- calendar.c ---- */

struct due_now due_now_from(const struct civil *now);

/* So many units later; a month that lacks the day has its last one. Not for minutes and hours. */
int64_t due_later(int64_t day, int64_t n, enum due_unit unit);

/* The first and the last day of the period that the day is in. */
int64_t due_first_of(int64_t day, enum due_unit unit);
int64_t due_last_of(int64_t day, enum due_unit unit);

/* ---- days.c ---- */

/* The day was said; false when it is out of reach. */
bool due_set_day(struct due_draft *d, int64_t day);

/* The day of that date, or the next such that is not over where the year is 0. */
bool due_set_date(const struct due_now *now, struct due_draft *d, int year, int month, int day);

/* ---- due.c ---- */

/* The words that lead to a date; the place behind them, and what they allow. */
size_t due_leads(const struct due_line *l, size_t at, unsigned *ret_allowed);

/* One more day, clock or part of the day at that place; the place behind it, 0 for none. */
size_t due_element(const struct due_line *l, size_t at, unsigned allowed, const struct due_now *now,
                   struct due_draft *d);

/* Day and time from what was said. */
struct due due_settle(const struct due_draft *d, const struct due_now *now);

/* due_at() on a line. */
size_t due_at_line(const struct due_line *l, size_t at, const struct civil *civil, struct due *ret);

/* ---- recurrence_rules.c: the place behind what is taken, 0 for none ---- */

/* "every 2 weeks", "on Mondays", "the last Friday of every month" */
size_t due_recurrence_base(const struct due_line *l, size_t at, struct due_recurrence *d, bool *ret_is_adverb);

/* "Mon, Wed and Fri"; with `many` the first is a plural. */
size_t due_recurrence_days(const struct due_line *l, size_t at, bool many, unsigned *ret);

/* Behind a month: "on the 15th", "on the last Friday" */
size_t due_recurrence_day_of_month(const struct due_line *l, size_t at, struct due_recurrence *d);

/* Every year on that day; false when no year has it. */
bool due_recurrence_date(struct due_recurrence *d, int month, int day);
