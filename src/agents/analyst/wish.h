/* wish.h - what an intent wishes for, before any table is looked at.
 *
 * An intent is a question dressed as an assignment: "Analyze Q1 2024 sales by region; trends + charts". The words about
 * the work are taken off and noted, and what is left of each clause is a question that lang/ can read, or nothing at
 * all: then the data as a whole are meant, if some word says so. Nothing is guessed here; a word that says something
 * about the data always stays in the question, where the grammar takes or refuses it.
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
    bool whole;           /* some word asks for the data as a whole; a greeting has none */
};

struct wishes {
    struct wish items[ANALYST_WISHES];
    size_t n;    /* at least 1 */
    size_t more; /* questions past the last one that is taken */
};

/* ERR_TOO_LARGE when it has more than QUESTION_WORDS words. */
WARN_UNUSED int wishes_read(struct arena *a, const char *intent, struct wishes *ret, struct err *err);
