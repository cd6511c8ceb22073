/* sentence.h - what is said with the rows of an answer: the sentence above them, what they leave out, and what was
 * assumed. No figure that is not in the rows; the only number counted here is that of the rows.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct json;
struct request;
struct table;

/* The rows of a request, as sql.run gave them. */
struct said_rows {
    const struct json *columns; /* [{"name","type"}] */
    const struct json *rows;
    bool truncated; /* there are more */
};

/* "Total revenue by region: West is highest with 1,234.50; 4 groups." Always a sentence, whatever the request. */
const char *query_sentence(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                           const struct said_rows *rows);

/* What becomes of values that do not fit: "3 rows of amount hold no number and are left out."; NULL: there are none. */
const char *query_caution(struct arena *a, const struct table *tables, size_t n, const struct request *r);

/* What was assumed in reading the columns that the answer rests on, in one sentence; NULL: nothing. *ret_doubtful: it
 * could have been read in another way just as well. */
const char *query_assumed(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                          bool *ret_doubtful);
