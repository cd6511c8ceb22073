/* fragment.h - what a follow-up says by itself, and the queries it makes of the one before. */
#pragma once
#include "base/attrs.h"
#include "lang/flat.h"
#include "lang/scope.h"

struct roster;

enum figure {
    FIGURE_SAME,    /* it names none */
    FIGURE_MEASURE, /* "the average": of what was asked for */
    FIGURE_COLUMN,  /* "units": the same of another column */
    FIGURE_EXTREME, /* "the lowest": a rank, or a value */
    FIGURE_WHOLE    /* "average units" */
};

struct fragment {
    struct flat q; /* the parts that are named; of a figure only what it says */
    enum figure figure;
    bool opened;  /* it refers back: "and", "what about", "instead" */
    bool refers;  /* it names what was asked for or shown: "of these" */
    bool instead; /* in the place of something */
    bool also;    /* beside it */
    bool which;   /* "which one is the lowest": one of several is asked for */
    bool rows;    /* it names rows, or asks to be shown something */
    bool sorted;  /* by sort_column */
    size_t sort_column;
    const char *text; /* the message without what refers back */
};

/* Reads it. *ret is filled as far as it could be read also on failure; then only `text` and what refers back count.
 * Options are as incomplete as the message. */
WARN_UNUSED int fragment_read(struct arena *a, const struct scope *s, const struct roster *roster, const char *message,
                              struct fragment *ret, struct flat_options *options, struct err *err);

/* True when it only says of which rows, or in which order: "in East", "2023", "sorted by revenue". */
bool fragment_is_bare(const struct fragment *f);

#define FRAGMENT_WAYS 4 /* in which one may be meant: more could not be offered */

struct ways {
    struct flat q[FRAGMENT_WAYS];
    size_t n;
};

/* The queries that the one before may become, the likeliest first; at least one. Whether each makes sense is not known
 * here. (fragment_apply.c) */
WARN_UNUSED int fragment_apply(const struct table *t, const struct flat *before, const struct fragment *f,
                               struct ways *ret, struct err *err);
