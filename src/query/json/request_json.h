/* request_json.h - requests as canonical JSON and back, and the schema of that JSON.
 *
 * The text that json_write() gives of request_to_json() is canonical: two requests that are the same give the same
 * bytes, members stand in one order, and what is at its default is left out. Reading takes any order of members, and
 * defaults that are written out; what was canonical comes back byte for byte. docs/query.md shows the form by example.
 *
 * Reading is strict. An unknown member, a wrong type, a function that does not exist or has a wrong number of arguments
 * is an error that names its place ("steps[0].query.where[1].op") and, where a name is near, the right one. Whether
 * tables and columns exist and types fit is asked later, by the check.
 *
 * A request carries its version. This program writes version 1 and reads no other; when the form changes, the step from
 * each version to the next goes where the version is read (request_from_json.c).
 */
#pragma once
#include "base/attrs.h"

struct arena;
struct err;
struct expr;
struct json;
struct query;
struct request;

#define QUERY_JSON_VERSION 1

/* A number's literal should be written as JSON does, with a point where it is a decimal and an exponent where it is a
 * float; one without gets ".0" or "e0". */
struct json *request_to_json(struct arena *a, const struct request *r);
struct json *query_to_json(struct arena *a, const struct query *q);

/* An expression by itself: every column says what it is "of". */
struct json *expr_to_json(struct arena *a, const struct expr *e);

/* ERR_INVALID_QUERY names the place; ERR_TOO_LARGE past QUERY_DEPTH or QUERY_NODES. The texts in *ret may be those of
 * the document, which must live as long. */
WARN_UNUSED int request_from_json(struct arena *a, const struct json *v, struct request *ret, struct err *err);
WARN_UNUSED int query_from_json(struct arena *a, const struct json *v, const struct query **ret, struct err *err);

/* The JSON Schema (2020-12) of a request, with the lists of functions.h in it. It holds all that reading refuses by
 * shape, but not: texts with a zero byte, a missing "of" where a query has several relations, QUERY_DEPTH and
 * QUERY_NODES. */
struct json *request_schema(struct arena *a);
