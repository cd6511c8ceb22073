/* schema.h - JSON Schema 2020-12, the part of it this project uses, and nothing else silently.
 *
 * A schema is compiled once. Compiling refuses every keyword outside the subset, every misused one and every $ref that
 * does not resolve, so a schema that compiles means what it says; nothing is ignored.
 *
 * The subset: true/false; type, enum, const; properties, required, additionalProperties, propertyNames, minProperties,
 * maxProperties, dependentRequired, dependentSchemas; items, prefixItems, contains, minContains, maxContains, minItems,
 * maxItems, uniqueItems; minLength, maxLength, format (asserted: date, date-time, time, uuid, uri, email; any other is
 * refused); minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf; allOf, anyOf, oneOf, not, if, then, else;
 * $ref within the document ("#", "#/...") and $defs; and the annotations $schema (2020-12 only), $comment, title,
 * description, default, examples, deprecated, readOnly, writeOnly, and names beginning with "x-".
 *
 * Numbers are compared by their exact decimal value. Lengths count code points. A schema that would apply to one value
 * for ever ({"$ref": "#"}) is refused when compiling; other recursion through $ref is bounded by the instance's depth,
 * SCHEMA_MAX_STEPS and SCHEMA_MAX_DEPTH. What each format takes is said in format.h.
 *
 * A compiled schema never changes and may be checked from several threads at once.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct json;
struct schema;

/* Compiles into the arena; the document must outlive the schema. ERR_INVALID_SCHEMA names the place as a JSON pointer.
 */
WARN_UNUSED int schema_compile(struct arena *a, const struct json *document, struct schema **ret, struct err *err);

/* 0 when the instance is valid, else ERR_INVALID_INPUT with a message a person can act on: it names the field
 * ("row_limit must be at most 200000", "unknown field 'limt'; did you mean 'limit'?") and never repeats a value. Where
 * none of several branches fits, the one most likely meant speaks: give branches a field with a constant each
 * ("type": {"const": "csv"}) and it is the one with the right constant. The detail has the JSON pointer and the
 * keyword. ERR_TOO_LARGE when checking would take more than SCHEMA_MAX_STEPS or nest deeper than SCHEMA_MAX_DEPTH. */
WARN_UNUSED int schema_check(const struct schema *s, const struct json *instance, struct err *err);

/* The document the schema was compiled from. */
const struct json *schema_document(const struct schema *s);
