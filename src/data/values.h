/* values.h - the text of a cell as a value of its column's type, exactly.
 *
 * Apart from the two that say otherwise, these functions take cells that types.h has found to be of the type: they
 * cannot fail. Blanks around a value are fine.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 int128;

/* True when a cell of a column that is not text holds no value: empty, blank, or a null word. */
bool value_is_null(const char *p, size_t n);

int64_t value_integer(const char *p, size_t n);

/* The number times 10^scale, which is at least the number's own places; at most 38 digits. */
int128 value_decimal(const char *p, size_t n, int scale);

/* The nearest double; infinity when there is none. n is at most DATA_NUMBER_BYTES. */
double value_float(const char *p, size_t n);

bool value_boolean(const char *p, size_t n);
int32_t value_date(const char *p, size_t n);      /* days since 1970-01-01 */
int64_t value_timestamp(const char *p, size_t n); /* microseconds since then; a date alone is its midnight */

/* Reads any text: false when it is not a date and a time that exist, with "Z" or nothing behind it. */
bool value_read_time(const char *p, size_t n, int64_t *ret_us);

/* Reads any JSON number without an exponent into its digits and its places; false when it has one or needs more than 38
 * digits. */
bool value_read_decimal(const char *p, size_t n, int128 *ret, int *ret_digits, int *ret_places);
