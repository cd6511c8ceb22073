/* num.h - numbers and their text: doubles in their shortest form, decimals compared without rounding. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest is -2.2250738585072014e-308; what is more lets digits be copied in whole words. */
#define NUM_DOUBLE_BYTES 40

/* Python's repr(v) of a finite double: the fewest digits that read back as v, the nearest such to v, "1e+16", "-0.0",
 * always with a point or an exponent. Returns the length; the text is NUL-terminated. */
size_t num_double_text(double v, char out[static NUM_DOUBLE_BYTES]);

/* The double nearest to a JSON number's text (n bytes), ties to even; infinity when out of range. */
double num_double(const char *text, size_t n);

/* Python's repr(float(text)) of a JSON number: num_double_text(num_double(text)), only faster. 0, and out undefined,
 * when the value is beyond the range of a double. */
size_t num_float_text(const char *text, size_t n, char out[static NUM_DOUBLE_BYTES]);

/* True when the n bytes are a number of RFC 8259's grammar. */
bool num_is_json(const char *text, size_t n);

/* True when the JSON number's value is an integer (1, 1.0, 1e2, -0.0). */
bool num_is_integer(const char *text, size_t n);

/* The value as an int64; false when it is no integer or does not fit. */
bool num_int64(const char *text, size_t n, int64_t *ret);

/* -1, 0 or 1: the exact decimal values of two JSON numbers compared, whatever their exponents (bounded work: exponents
 * are compared, never expanded). */
int num_compare(const char *a, size_t an, const char *b, size_t bn);

/* True when value is an exact multiple of a positive divisor. *ret_known is false when the exponents lie so far apart
 * (over NUM_SCALE_DIGITS digits) that it was not worked out. */
bool num_is_multiple(const char *value, size_t vn, const char *divisor, size_t dn, bool *ret_known);
