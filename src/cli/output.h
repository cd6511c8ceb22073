/* output.h - results and errors on their way out: answers to standard output, everything else to standard error, and
 * the exit status that says how it went. Each function returns the exit status. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

struct arena;
struct buf;
struct err;
struct json;
struct op;

struct output {
    struct arena *arena;
    bool json;         /* --json: one JSON object and nothing else */
    const char *proof; /* what shows an answer's proof; NULL: --json */
    const char *home;  /* where the files are that a result names; NULL: nowhere */
};

/* Everything in one write; what cannot be delivered (a full disk, a closed pipe) makes the command fail, the latter
 * without a word. */
int output_text(FILE *out, const struct buf *b, int status);
int output_json(const struct json *v, int status);

int output_error(const struct output *o, const struct err *e);
int output_answer(const struct output *o, const struct json *answer);

/* A table's first rows, aligned; is_out: its rows were put out already. What was assumed goes to standard error. */
int output_table(const struct output *o, bool is_out, const struct json *result);

/* A file's content, byte for byte; on a terminal made safe to look at. */
int output_file(const struct output *o, const struct json *file);

/* Text that the operation made for people, made safe for the terminal; its JSON where it makes none. */
int output_result(const struct output *o, const struct op *op, const struct json *result);
