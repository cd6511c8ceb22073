/* timefmt.h - times as text: ISO 8601, UTC, proleptic Gregorian, no locale and no time zone tables. */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DAY_US INT64_C(86400000000) /* microseconds */

/* The years 0 to 9999, which a date here has, in days since 1970-01-01. */
#define FIRST_DAY (-719528) /* 0000-01-01 */
#define LAST_DAY 2932896    /* 9999-12-31 */

/* In English: no locale. */
extern const char *const month_names[12];
extern const char *const day_names[7]; /* from Sunday */

struct civil {
    int year, month, day;     /* month and day from 1 */
    int hour, minute, second; /* second up to 60 for a leap second */
    int micros;
};

/* 2026-01-23T10:30:00.123Z; without the fraction when the milliseconds are 0. Years 0 to 9999: a time outside of them
 * becomes the nearest that is inside. */
void time_text(int64_t us, char out[static TIME_TEXT_BYTES]);

/* An ISO 8601 / RFC 3339 date-time with "Z" or an offset; false when it is none, not a real date and time, or in UTC
 * not within the years 0 to 9999. The letters may be lower case; a fraction is cut to microseconds. Second 60 is taken
 * only where a leap second can be, at 23:59:60 UTC, and means the same instant as the second after it. */
bool time_read(const char *s, size_t n, int64_t *ret_us);

/* True when the text is a date-time and says UTC ("Z", "+00:00" or "-00:00"). */
bool time_is_utc(const char *s, size_t n);

/* YYYY-MM-DD; false when it is none, or no real day. Writing is clamped as in time_text. */
bool date_read(const char *s, size_t n, int64_t *ret_days);
void date_text(int64_t days, char out[static TIME_TEXT_BYTES]);

/* Days since 1970-01-01 and back. */
int64_t civil_days(int year, int month, int day);
struct civil civil_from_us(int64_t us);

int civil_month_days(int year, int month); /* how many it has */
int civil_weekday(int64_t day);            /* of a day since 1970-01-01; 0 is Sunday */

/* A real date and time of UTC, year 0 to 9999; second 60 only at 23:59. */
bool civil_is_valid(const struct civil *c);
