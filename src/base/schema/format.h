/* format.h - the values of JSON Schema's "format" that this project asserts, and what each one accepts.
 *
 *   date       RFC 3339 full-date, a real day
 *   date-time  RFC 3339 date-time; second 60 only where a leap second can be; in UTC within the years 0 to 9999
 *   time       RFC 3339 full-time, which has an offset; at most FORMAT_TIME_BYTES long
 *   uuid       RFC 4122's 8-4-4-4-12 hex digits, any version
 *   uri        RFC 3986 URI, which has a scheme; the grammar only, no scheme's own rules
 *   email      RFC 5321 mailbox in ASCII: dot-atom or quoted local part; host name, [IPv4] or [IPv6:...] domain; SMTP's
 *              lengths (64, 255, and 63 a label); no comments, no folding white space, no other address literals
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum format { FORMAT_NONE, FORMAT_DATE, FORMAT_DATE_TIME, FORMAT_TIME, FORMAT_UUID, FORMAT_URI, FORMAT_EMAIL };

/* The format of that name, or FORMAT_NONE when it is none of ours. */
enum format format_find(const char *name);

/* True when the n bytes are of the format. FORMAT_NONE accepts everything. */
bool format_fits(enum format f, const char *p, size_t n);

/* What a person should write, to go behind "must be": "a date such as 2026-01-23". */
const char *format_wanted(enum format f);
