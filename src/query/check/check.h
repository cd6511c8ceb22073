/* check.h - what is wrong with a request, before it is run.
 *
 * The check says of every part whether it can be what was meant, in findings that name the place and the fix. Names,
 * types and shape are errors for everyone: a column that is not there (with the nearest one), a text beside a number,
 * an aggregate in a condition on rows, sides of a set operation that differ. Grain and meaning (a measure over rows
 * that a join multiplied, a sum of a rate, a share, a running total or an id, grouping by the measure itself, a
 * comparison with a value that the column does not have) are errors for what a reader or a model made, who can think
 * again, and warnings for what a person wrote. Where it is as likely meant as not, it is a warning for all: a sum of
 * ages or scores, a mean over rows that a join repeats, a value that is left out and not there.
 *
 * A request without errors can be written as SQL, restated and run.
 */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct json;
struct request;
struct table;

enum check_author {
    CHECK_MADE,   /* by a reader or a model */
    CHECK_WRITTEN /* by a person: as SQL, as JSON, or with a chip */
};

struct check_input {
    const struct table *tables;
    size_t n_tables;
    const struct json *profile; /* what profiler.analyze gave of them; NULL: not known */
    enum check_author author;
};

struct check_finding {
    bool is_error;
    enum err_code code;   /* of an error: ERR_MISSING_COLUMN, ERR_TYPE_MISMATCH, ERR_INVALID_QUERY, ... */
    const char *category; /* "name", "type", "shape", "grain", "meaning", "value" */
    const char *place;    /* in the canonical JSON: "steps[0].query.where[1]" */
    const char *message;  /* a sentence: "There is no column 'revnue'." */
    const char *fix;      /* a sentence: "Did you mean 'revenue'?" NULL: none is known */
};

struct check_result {
    const struct check_finding *findings; /* errors first, then in the order of the request; at most CHECK_FINDINGS */
    size_t n;
    size_t n_errors;
};

/* Always fills ret. */
void query_check(struct arena *a, const struct check_input *in, const struct request *r, struct check_result *ret);

/* 0, or -1 with the first error as a message for people, its fix as the suggested action unless it names values. */
WARN_UNUSED int check_refuse(const struct check_result *c, struct err *err);

/* [{"severity":"error","category":..,"place":..,"message":..,"fix":..}] for those who repair: a model, a program. */
struct json *check_to_json(struct arena *a, const struct check_result *c);
