/* moments.h - a date, with or without a time, as people write it.
 *
 *   2024-01-31  2024/1/31  2024.01.31  2024-Jan-31                       year first
 *   31/01/2024  31.01.2024  31-01-2024  01/31/2024  31/01/24             day or month first
 *   31-Jan-24  31 January 2024  1st Jan 2024  Jan 31, 2024               with the month's name, in English
 *   Wed, 31 Jan 2024  Monday, January 1, 2024                            with the day's
 *   ... 14:05  14:05:09.123  2:05 PM  T14:05:09Z  +02:00  -0500  UTC     and a time behind a blank, a comma or "T"
 *
 * One value does not show whether the day or the month comes first, so numbers are read in both orders and the column
 * decides (types.h). Years of two digits are 1970 to 2069; with a hyphen between numbers they are none, as 12-11-10 is
 * more often a code. Two more forms are dates only where the whole column is:
 *
 *   5.1.24                                                               points, and a number of one digit: 1.2.10 is a
 *                                                                        version as well
 *   2024-01  01/2024  Jan-24  Jan 2024  January 2024  2024-Jan           a month without its day
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which number comes first; also an index. */
enum order { ORDER_DAY, ORDER_MONTH, ORDERS };

struct moment {
    bool fits[ORDERS];     /* it is a day that exists, read so */
    int32_t days[ORDERS];  /* since 1970-01-01 */
    int64_t us;            /* of the day; less the zone's offset, so it may be negative or over a day */
    int16_t offset;        /* of the zone, in minutes: at most MOMENT_OFFSET either way */
    uint8_t first, second; /* the two numbers whose order is open; 0: the order is plain */
    uint8_t short_year;    /* of a month with a year of two digits: that number and 1 */
    bool has_time, has_zone, is_utc, is_short_year, is_twelve_hours;
    bool is_loose;   /* 5.1.24 */
    bool has_points; /* between its numbers */
};

#define MOMENT_OFFSET 899 /* 14:59, the largest that is read */

/* Reads n bytes without blanks around them; false when they are no date. */
bool moment_read(const char *p, size_t n, struct moment *ret);

/* Reads a month without its day, as its first day; false when they are none. */
bool moment_month(const char *p, size_t n, struct moment *ret);

/* The number YYYYMMDD as days since 1970-01-01; false when it is none between 1900 and 2100. */
bool moment_compact(int64_t number, int32_t *ret_days);
