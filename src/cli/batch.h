/* batch.h - many questions in one run: one JSON object a line in, one answer a line out, in the same order. */
#pragma once

struct cancel;
struct cli_flags;
struct err;
struct gate;

/* Reads {"id"?, "data", "question", ...} a line from standard input and prints the answer to each, with its id first.
 * What is wrong with a line is its answer's error. Returns 0 when every line got an answer; fails when input or output
 * does, or when it is cancelled. */
int batch_run(struct gate *gate, const struct cli_flags *flags, const struct cancel *cancel, struct err *err);
