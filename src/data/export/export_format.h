/* export_format.h - how a spreadsheet is to show a column's values: its number format. */
#pragma once

#define EXPORT_FORMAT_BYTES 128 /* thirty places, a currency and what is between them */

struct buf;
struct column;

/* Appends the format's code; nothing where General will do. */
void export_format(const struct column *c, struct buf *code);
