/* json.h - JSON as a tree that loses nothing, and a canonical form that equals Python's.
 *
 * A tree lives in an arena and is freed with it. Numbers keep the text they were written with, so 9007199254740993,
 * 0.10 and 1E400 pass through unchanged; converting one is the reader's own, checked step. Strings are well-formed
 * UTF-8 and may hold U+0000. Objects keep the order of their keys; a key that comes twice keeps its first place and its
 * last value, as Python's do.
 *
 * The parser takes exactly RFC 8259: no comments, no trailing commas, no NaN, no byte order mark, no lone surrogates.
 * Its bounds are JSON_MAX_BYTES, JSON_MAX_DEPTH and JSON_MAX_DIGITS (of an integer). An error names the line and the
 * column. A tree takes memory in proportion to its text: at worst ("[1,1,1,...") a dozen times as much.
 *
 * The canonical form is what Python's json.dumps(json.loads(text), sort_keys=True) prints, byte for byte: the audit
 * chain is hashed over it.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct json;

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

/* ---- reading ---- */

/* Fails with ERR_INVALID_JSON, or with ERR_TOO_LARGE past a bound. The text is copied and may go. */
WARN_UNUSED int json_parse(struct arena *a, const char *text, size_t n, struct json **ret, struct err *err);

/* ---- looking; every function takes NULL for "absent" and answers as for null ---- */

enum json_type json_type(const struct json *v);
bool json_is(const struct json *v, enum json_type type); /* false for NULL, whatever the type */
bool json_is_int(const struct json *v);                  /* a number that is mathematically an integer: 1, 1.0, 1e2 */

bool json_truth(const struct json *v); /* true only for the value true */

/* A string's text, NUL-terminated; NULL when v is no string. ret_n may be NULL. */
const char *json_text(const struct json *v, size_t *ret_n);

/* A number's text as written; NULL when v is no number. */
const char *json_digits(const struct json *v);

/* Exact: false when v is no number, not an integer, or does not fit. */
bool json_int64(const struct json *v, int64_t *ret);

/* The nearest double, or 0 when v is no number; infinity when it is out of range. */
double json_real(const struct json *v);

size_t json_len(const struct json *v);                                       /* of an array or object, else 0 */
struct json *json_at(const struct json *v, size_t i);                        /* element, or value of an object */
const char *json_key_at(const struct json *object, size_t i, size_t *ret_n); /* ret_n may be NULL */
struct json *json_get(const struct json *object, const char *key);           /* NULL when absent */

/* Shorthands for json_text(json_get()), json_truth(json_get()) and an integer with a default. */
const char *json_get_text(const struct json *object, const char *key);
bool json_get_truth(const struct json *object, const char *key);
int64_t json_get_int(const struct json *object, const char *key, int64_t otherwise);

/* Equal as JSON Schema sees it: numbers by value (1 = 1.0), objects whatever their order. */
bool json_equal(const struct json *a, const struct json *b);

/* -1, 0 or 1: two numbers compared by exact decimal value, without rounding. Both must be numbers. */
int json_number_compare(const struct json *a, const struct json *b);

/* ---- making ---- */

struct json *json_null(struct arena *a);
struct json *json_bool(struct arena *a, bool v);
struct json *json_int(struct arena *a, int64_t v);
struct json *json_double(struct arena *a, double v); /* shortest form that reads back the same; v must be finite */
struct json *json_number(struct arena *a, const char *digits, size_t n); /* NULL when that is no JSON number */
struct json *json_str(struct arena *a, const char *s);                   /* UTF-8 as below; NULL gives null */
struct json *json_strn(struct arena *a, const char *p, size_t n);        /* a byte that is no UTF-8 becomes U+FFFD */
struct json *json_array(struct arena *a);
struct json *json_object(struct arena *a);

/* Appends and returns the array. A NULL value is taken as null. */
struct json *json_push(struct arena *a, struct json *array, struct json *v);

/* Sets and returns the object; a key already there keeps its place. The key is copied, and mended as a string is. A
 * NULL value is taken as null. */
struct json *json_set(struct arena *a, struct json *object, const char *key, struct json *v);
struct json *json_setn(struct arena *a, struct json *object, const char *key, size_t n, struct json *v);

/* Takes the key out if it is there, keeping the order of the others. */
void json_unset(struct json *object, const char *key);

/* A copy that shares nothing with v. */
struct json *json_copy(struct arena *a, const struct json *v);

/* ---- writing; the buffer's own limit applies, so check it with buf_check() ----
 * A tree deeper than JSON_MAX_DEPTH could not be read back and fails the buffer in the same way. */

/* Compact, keys in their order, numbers as written, UTF-8 as it is. */
void json_write(struct buf *b, const struct json *v);

/* The same, indented by two spaces, one member a line; a list without lists or objects in it stays on its line. */
void json_write_pretty(struct buf *b, const struct json *v);

/* Python's json.dumps(v, sort_keys=True). Fails with ERR_INVALID_JSON on what Python could not have read and written
 * back as JSON: a float beyond the double range, an integer of more than JSON_MAX_DIGITS digits; the buffer is then
 * as it was. Fails with ERR_TOO_LARGE when the buffer does. */
WARN_UNUSED int json_write_canonical(struct buf *b, const struct json *v, struct err *err);
