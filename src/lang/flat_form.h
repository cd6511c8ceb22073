/* flat_form.h - a flat query of its scope as a request of the typed form: what the reader understood, in the words of
 * everything behind it.
 *
 * It is the one way from src/lang to src/query and goes when the reader does.
 */
#pragma once

struct arena;
struct flat;
struct request;
struct scope;

/* The request lives in the arena and keeps pointers to the tables' names and the query's values. */
struct request flat_form(struct arena *a, const struct scope *s, const struct flat *q);
