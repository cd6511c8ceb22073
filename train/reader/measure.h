/* measure.h - how well a reader reads: figures over questions it did not learn from. */
#pragma once
#include "base/attrs.h"
#include "read/models.h"
#include "train/reader/corpus.h"
#include <stdio.h>

struct measure_options {
    const char *name;
    unsigned threads;
    bool strict; /* right is what the file says; else also what our own run of the gold query gives */
    bool causes; /* why right queries are not among the candidates */
    FILE *dump;  /* a line of JSON for each question; NULL: none */
};

/* Reads the items first to end, and prints the figures. */
void measure(const struct corpus *c, size_t first, size_t end, const struct read_models *m,
             const struct measure_options *o);
