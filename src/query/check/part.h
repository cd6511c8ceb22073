/* part.h - what the files of the check share. Nobody else includes it.
 *
 * walk.c goes through the request from the inside out and asks the others, each with one subject: names.c, types.c and
 * shape.c say what can never be, and a part with an error in it is not looked at from the outside: one mistake, one
 * finding. meaning.c, grain.c and values.c say what can hardly be meant; they are asked of parts without errors.
 */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/meaning/meaning.h"
#include "query/check/check.h"
#include "query/json/place.h"
#include "query/query.h"
#include "query/types/types.h"

struct checking {
    struct arena *a;
    const struct check_input *in;
    const struct request *request;
    struct typing typing;
    struct err err; /* of the typing */
    struct check_finding errors[CHECK_FINDINGS], warnings[CHECK_FINDINGS];
    size_t n_errors, n_warnings;
    size_t refused; /* errors found, with those past CHECK_FINDINGS */
    int depth;
    struct grain *grain; /* of the block that was asked last */
};

/* What may stand where an expression stands. */
struct context {
    const struct context *outer; /* of the query around this one; NULL */
    struct block *block;
    size_t n_from;      /* relations that it may name */
    bool aggregates;    /* it may have some */
    bool windows;       /* the same */
    bool grouped;       /* its columns are groups, or stand in aggregates */
    const char *clause; /* "a condition on rows" */
};

/* A finding with a sentence that is made here, and one that is a text already; fix may be NULL. */
void check_error(struct checking *c, enum err_code code, const char *category, const struct place *at, const char *fix,
                 const char *message, ...) PRINTF(6, 7);
void check_warning(struct checking *c, const char *category, const struct place *at, const char *fix,
                   const char *message, ...) PRINTF(5, 6);

/* An error for what a reader or a model made, a warning for what a person wrote. */
void check_doubt(struct checking *c, const char *category, const struct place *at, const char *fix, const char *message,
                 ...) PRINTF(5, 6);

/* ---- walk.c ---- */

/* True when nothing is wrong with it. */
bool check_expr(struct checking *c, const struct context *x, const struct expr *e, const struct place *at);

/* The query, opened; NULL when something is wrong with it. */
struct block *check_query(struct checking *c, const struct context *outer, const struct query *q, size_t before,
                          const struct place *at);

/* Whether the expression is one of the groups of the context's own block. */
bool check_is_group(const struct context *x, const struct expr *e);

/* ---- names.c ---- */

bool check_relation_name(struct checking *c, const struct context *outer, const struct query *q, size_t i,
                         size_t before, const struct place *at);
bool check_column(struct checking *c, const struct context *x, const struct expr *e, const struct place *at);
bool check_place_of(struct checking *c, const struct context *x, const struct expr *e, const struct place *at);

/* The step of that name before the last `before`; NULL. */
const struct step *check_step(const struct checking *c, const char *name, size_t before);

/* ---- types.c; the parts have none of the errors ---- */

bool check_call_types(struct checking *c, const struct context *x, const struct expr_call *call,
                      const struct place *at);
bool check_aggregate_types(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at);
bool check_window_types(struct checking *c, const struct context *x, const struct expr_window *w,
                        const struct place *at);
bool check_in_types(struct checking *c, const struct context *x, const struct expr_query *e, const struct block *inner,
                    const struct place *at);

/* Both sides of a set operation have the same columns. */
bool check_sides(struct checking *c, const struct block *left, const struct block *right, const struct place *at);
bool check_literal(struct checking *c, const struct expr_literal *l, const struct place *at);
bool check_condition_type(struct checking *c, const struct context *x, const struct expr *e, const struct place *at);

/* A text for a message, cut where it is long. */
const char *check_shown(struct checking *c, const char *text);

/* For messages: "'revenue'", "the result of 'lower'". */
const char *check_describe(struct checking *c, const struct expr *e);

/* ---- shape.c ---- */

bool check_aggregate_shape(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at);
bool check_window_shape(struct checking *c, const struct context *x, const struct expr_window *w,
                        const struct place *at);
bool check_call_shape(struct checking *c, const struct expr_call *call, const struct place *at);
bool check_block_shape(struct checking *c, const struct query *q, const struct place *at);
bool check_request_shape(struct checking *c);

/* The query gives one column. */
bool check_one_output(struct checking *c, const struct block *inner, const struct place *at);

/* ---- known.c ---- */

enum column_meaning known_meaning(const struct checking *c, const struct table *t, size_t column);

enum known_repeats { REPEATS_UNKNOWN, REPEATS_NEVER, REPEATS_SOME };

/* Whether a value of the column stands in several rows. */
enum known_repeats known_repeats(const struct checking *c, const struct table *t, size_t column);

/* Whether the columns together are known to tell all rows apart that have values in them. */
bool known_key(const struct checking *c, const struct table *t, const size_t *columns, size_t n);

/* ---- meaning.c ---- */

/* What the numbers of an expression are. */
enum column_meaning check_meaning(struct checking *c, const struct context *x, const struct expr *e);

/* What an aggregate makes of the numbers that it is of; `of` is where it stands. */
void check_aggregate_meaning(struct checking *c, const struct context *of, const struct expr_aggregate *g,
                             const struct place *at);
void check_window_meaning(struct checking *c, const struct context *x, const struct expr_window *w,
                          const struct place *at);

/* Amounts of different currencies beside each other. */
void check_call_meaning(struct checking *c, const struct context *x, const struct expr_call *call,
                        const struct place *at);

/* ---- grain.c ---- */

/* A join repeats the rows that an expression of the block is of. */
bool check_repeats(struct checking *c, const struct context *x, const struct expr *e);

/* A measure whose rows a join repeats. */
void check_aggregate_grain(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at);

/* ---- values.c ---- */

/* A comparison with a text that a column whose values are all known does not have. */
void check_call_values(struct checking *c, const struct context *x, const struct expr_call *call,
                       const struct place *at);
