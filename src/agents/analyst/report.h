/* report.h - an analysis as Markdown: what was asked, of which data, how, what came out, and how to check it. */
#pragma once
#include <stddef.h>

struct buf;
struct run;

/* Writes the text; returns how many sections it has. */
typedef size_t report_writer(struct run *r, struct buf *b);
report_writer report_write;   /* all of it */
report_writer report_summary; /* what was found, on one page */
