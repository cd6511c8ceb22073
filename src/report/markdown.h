/* markdown.h - a report, written as Markdown that GitHub, editors and wikis show alike.
 *
 * Whatever comes from data is escaped, so that a value cannot become a heading, a link, a table's edge or HTML, and
 * what nobody would see in it is made visible (base/text/show.h). A document is a buf that grows; each function ends
 * with one empty line, so they can be called in any order. Numbers are written as they are given: formatting them is
 * the caller's, who knows their units.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct json;

/* Text on one line, escaped: line breaks become blanks. */
void md_text(struct buf *b, const char *text);

/* "## Title": level 1 to 6. */
void md_heading(struct buf *b, int level, const char *title);

/* A paragraph of plain text, escaped. */
void md_paragraph(struct buf *b, const char *text);

/* "- **label**: text", or without a label "- text"; lists of them follow each other without empty lines, and
 * md_list_end() ends the list. */
void md_item(struct buf *b, const char *label, const char *text);
void md_list_end(struct buf *b);

/* A fenced block that nothing in the text can end early. language may be "". */
void md_code(struct buf *b, const char *language, const char *text);

/* A table: columns are texts, rows lists of JSON values; null is an empty cell, numbers stand to the right. At most
 * `most` rows, and a line that says how many more there are. */
void md_table(struct buf *b, const struct json *columns, const struct json *rows, size_t most);
