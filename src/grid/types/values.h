/* values.h - texts and numbers as values of a column's type, exactly, and back. */
#pragma once
#include "base/timefmt.h"
#include "grid/types/amounts.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

struct buf;
struct err;
struct parsed_cell;
struct type_plan;

/* A value of whatever type its column has. */
union value {
    int64_t integer; /* of integers; days, microseconds, 0 or 1 */
    int128 decimal;  /* the number times 10^scale */
    double real;
};

enum fit {
    FIT_VALUE,
    FIT_NULL,  /* empty, or a null word */
    FIT_WIDER, /* it can be read in the column's way, but has more digits, places or parts than the plan has room for */
    FIT_MISFIT, /* it cannot be read in the column's way */
};

/* Reads the text of a cell as the plan says; not for text columns. *ret is set with FIT_VALUE only. */
enum fit value_read(const struct type_plan *plan, const char *p, size_t n, union value *ret);

/* The same of a cell that is read already (types.h). */
enum fit value_of(const struct type_plan *plan, const struct parsed_cell *r, union value *ret);

/* The same for numbers that a source has as such. */
enum fit value_from_integer(const struct type_plan *plan, int64_t v, union value *ret);
enum fit value_from_number(const struct type_plan *plan, double v, union value *ret);

/* ---- numbers ---- */

/* A whole number that a double holds exactly. */
static inline bool value_is_whole(double v)
{
    return v >= -0x1p53 && v <= 0x1p53 && (double)(int64_t)v == v;
}

/* The decimal of at most 15 digits that reads as v: digits / 10^places; false when there is none, v is then a number
 * only a double can hold. At least `start` places are tried first: a column's values mostly have as many. */
bool value_places(double v, int start, int *ret_places, int64_t *ret_digits);

int64_t value_amount_integer(const struct amount *a); /* digits only, at most 18 */
double value_amount_float(const struct amount *a, enum decimal_separator separator);

/* A JSON number that is handed on as it is written (DATUM_DECIMAL): without an exponent, and with no more digits before
 * the point than a number of a column may have. Behind it there may be more than a decimal holds: types.h then says so.
 */
bool value_is_decimal(const char *p, size_t n);

/* Reads any JSON number without an exponent into its digits and its places; false when it has one or needs more than 38
 * digits. */
bool value_read_decimal(const char *p, size_t n, int128 *ret, int *ret_digits, int *ret_places);

/* Fails with ERR_TOO_LARGE: a value of n bytes is over DATA_CELL_BYTES. what is "A value" or where it was found. */
int value_too_long(const char *what, size_t n, struct err *err);

/* ---- values as text ---- */

/* The number's digits with a point before the last `scale` of them, at the end of the room; where they begin. */
#define VALUE_DIGITS_BYTES 48 /* 39 digits, sign, point, leading zero */
const char *value_digits(uint128 v, bool is_negative, int scale, char room[static VALUE_DIGITS_BYTES], size_t *ret_n);

void value_show_decimal(int128 v, int scale, struct buf *out);
void value_show_float(double v, struct buf *out); /* the shortest form; whole numbers without a point */
void value_show_date(int32_t days, struct buf *out);
void value_show_time(int64_t us, struct buf *out); /* 2024-01-31T14:05:09.123 */
