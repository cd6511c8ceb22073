/* reader.h - the pieces that reading the form's JSON is made of: members and their types
 * (reader.c), and expressions (read_expr.c), for request_from_json.c. */
#pragma once
#include "base/attrs.h"
#include "query/json/place.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct expr;
struct json;
struct ordering;
struct query;

/* Words, and how many. */
#define KNOWN(...) (const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *)

struct json_reader {
    struct arena *a;
    struct err *err;
    size_t nodes;     /* expressions, queries and relations read */
    size_t depth;     /* of queries and expressions around */
    const char *only; /* the one relation of the query that is read: a column's "of" */
    bool in_set;      /* the order of a set operation is read: columns have no "of" */
};

/* Sets the error: the place and what is wrong there. Returns -1. */
int read_fail(struct json_reader *r, const struct place *at, const char *wrong, ...) PRINTF(3, 4);

/* The same with a name nobody knows: "there is no WHAT 'nmae'; did you mean 'name'?" */
int read_unknown(struct json_reader *r, const struct place *at, const char *what, const char *name,
                 const char *const *known, size_t n);

/* An object with no members but these. */
WARN_UNUSED int read_members(struct json_reader *r, const struct place *at, const struct json *v,
                             const char *const *known, size_t n);

/* A member of an object. Absent ones leave *ret as it is, unless they are needed. */
WARN_UNUSED int read_text(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                          bool needed, const char **ret);
WARN_UNUSED int read_flag(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                          bool *ret);
WARN_UNUSED int read_count(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                           size_t least, size_t *ret);

/* One of some words, by its place among them. */
WARN_UNUSED int read_word(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                          const char *const *words, size_t n, size_t *ret);

/* A list; *ret_n is 0 where it is absent. */
WARN_UNUSED int read_array(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                           const struct json **ret, size_t *ret_n);

/* Counts one more part; ERR_TOO_LARGE past QUERY_NODES. */
WARN_UNUSED int read_node(struct json_reader *r, const struct place *at);

/* The same, one level further down; ERR_TOO_LARGE past QUERY_DEPTH. read_up() leaves it. */
WARN_UNUSED int read_down(struct json_reader *r, const struct place *at);
void read_up(struct json_reader *r);

/* A query; NULL with the error set. */
const struct query *read_query(struct json_reader *r, const struct place *at, const struct json *v);

/* An expression, one that is a member, and lists of them. */
const struct expr *read_expr(struct json_reader *r, const struct place *at, const struct json *v);
WARN_UNUSED int read_member(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                            bool needed, const struct expr **ret);
WARN_UNUSED int read_exprs(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                           const struct expr *const **ret, size_t *ret_n);
WARN_UNUSED int read_order(struct json_reader *r, const struct place *at, const struct json *v,
                           const struct ordering **ret, size_t *ret_n);
