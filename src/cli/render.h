/* render.h - answers and errors as a person reads them in a terminal: the answer first, then how it came about. */
#pragma once

struct buf;
struct err;
struct json;
struct term;

/* The contract's one answer: the sentence, the table, options to choose from, then a dim line with what was understood,
 * the source and the time. proof: what shows the proof ("--json"). */
void render_answer(struct buf *b, const struct term *t, const struct json *answer, const char *proof);

/* "assay: no column 'revnue'; did you mean 'revenue'?", what to do, and a short reference to the log entry. */
void render_error(struct buf *b, const struct term *t, const struct err *e);
