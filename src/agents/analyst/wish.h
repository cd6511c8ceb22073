/* wish.h - what an intent wishes for, before any table is looked at.
 *
 * An intent is a question dressed as an assignment: "Analyze Q1 2024 sales by region; trends + charts". The words about
 * the work are taken off and noted, and what is left of each clause is a question that lang/ can read, or nothing at
 * all: then the data as a whole are meant, if some word says so. Nothing is guessed here; a word that says something
 * about the data always stays in the question, where the grammar takes or refuses it.
 *
 * No word gets lost. Each one stands in a question, in a claim (what was taken off and asks for something: account.h
 * looks whether it was done), or in `rest`; or it only leads, joins or greets ("analyze", "with a", "thanks").
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct wish {
    const char *said;     /* the clause as it stands */
    const char *question; /* without the words about the work; NULL: the data as a whole */
    const char *chart;    /* the kind of chart that was named; NULL: none was */
    bool trend;           /* how it goes over time */
    bool compared;        /* "compare" was said: two values are not to be added up */
    bool limits;          /* no wish of its own: a condition that was put to the others' questions (aims.h) */
    bool whole;           /* some word asks for the data as a whole; a greeting has none */
};

/* What words that were taken off ask for. */
enum need {
    NEED_NOTHING,
    NEED_TABLES, /* a deliverable; so are the next three */
    NEED_CHARTS,
    NEED_REPORTS,
    NEED_SUMMARY,
    NEED_FOREIGN, /* a deliverable that is not made: a dashboard */
    NEED_WHOLE,   /* the data as a whole */
    NEED_KIND,    /* a chart of this kind */
    NEED_TREND,   /* the figure over time */
    NEED_GROWTH,  /* by how much it changed from one period to the next */
    NEED_VERSUS,  /* figures side by side */
    NEED_JOIN,    /* several tables as one */
    NEED_SOURCE   /* a table of this name */
};

struct claim {
    enum need need;
    const char *said; /* the intent's own words */
    size_t wish;      /* of which item */
};

struct wishes {
    struct wish items[ANALYST_WISHES];
    size_t n; /* at least 1 */
    struct claim *claims;
    size_t n_claims;
    const char *rest; /* questions past the last one that is taken, as they stand; NULL: none */
};

/* ERR_TOO_LARGE when it has more than QUESTION_WORDS words. */
WARN_UNUSED int wishes_read(struct arena *a, const char *intent, struct wishes *ret, struct err *err);
