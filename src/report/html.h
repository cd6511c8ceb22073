/* html.h - a report as one HTML page that stands alone: no script, nothing from elsewhere.
 *
 * Whatever comes from data is escaped (base/text/markup.h), and what nobody would see in it made visible
 * (base/text/show.h). A page is a buf that grows between html_begin() and html_end().
 */
#pragma once
#include <stddef.h>

struct buf;
struct json;

void html_begin(struct buf *b, const char *title);
void html_end(struct buf *b);

/* "<tag>text</tag>"; line breaks in the text stay. */
void html_element(struct buf *b, const char *tag, const char *text);

/* A table with a head, borders, and numbers to the right: columns are texts, rows lists of JSON values, null is an
 * empty cell. At most `most` rows, and a line that says how many more there are. */
void html_table(struct buf *b, const struct json *columns, const struct json *rows, size_t most);
