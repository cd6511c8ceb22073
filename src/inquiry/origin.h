/* origin.h - which tables a request reads, and what an answer says of where it comes from.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct request;
struct table;

/* Marks in `ret`, one for each of the tables, those that the request reads. */
void request_tables(const struct request *r, const struct table *tables, size_t n, bool *ret);

/* "From the table Feb."; NULL where the data has no other table than what is read. */
const char *request_origin(struct arena *a, const struct request *r, const struct table *tables, size_t n);
