/* html.c - the few elements a report is made of. */
#include "report/html.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/text/markup.h"
#include "base/text/show.h"
#include <string.h>

static const char style[] = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
                            "p,td,th{white-space:pre-wrap;overflow-wrap:anywhere}"
                            "table{border-collapse:collapse;margin:1em 0}"
                            "td,th{border:1px solid #888;padding:.25em .6em;text-align:left;vertical-align:top}"
                            "th{background:#eee}td.n{text-align:right}small{color:#555}";

static void add_textn(struct buf *b, const char *text, size_t n)
{
    struct buf safe CLEANUP(buf_done) = BUF(SHOW_GROWTH * n);

    show_lines(&safe, text, n);
    markup_text(b, safe.p, safe.n);
}

static void add_text(struct buf *b, const char *text)
{
    add_textn(b, text, strlen(text));
}

void html_begin(struct buf *b, const char *title)
{
    buf_adds(b, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    add_text(b, title);
    buf_addf(b, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
    html_element(b, "h1", title);
}

void html_end(struct buf *b)
{
    buf_adds(b, "</body>\n</html>\n");
}

void html_element(struct buf *b, const char *tag, const char *text)
{
    buf_addf(b, "<%s>", tag);
    add_text(b, text);
    buf_addf(b, "</%s>\n", tag);
}

static void add_cell(struct buf *b, const struct json *v)
{
    size_t n;
    const char *text = json_text(v, &n), *digits = json_digits(v);

    buf_adds(b, digits ? "<td class=\"n\">" : "<td>");
    if (text)
        add_textn(b, text, n);
    else if (digits)
        buf_adds(b, digits);
    else if (json_is(v, JSON_BOOL))
        buf_adds(b, json_truth(v) ? "true" : "false");
    buf_adds(b, "</td>");
}

void html_table(struct buf *b, const struct json *columns, const struct json *rows, size_t most)
{
    size_t n = json_len(rows), width = json_len(columns);

    buf_adds(b, "<table>\n<thead><tr>");
    for (size_t i = 0; i < width; i++) {
        size_t bytes;
        const char *name = json_text(json_at(columns, i), &bytes);

        buf_adds(b, "<th scope=\"col\">");
        add_textn(b, name, bytes);
        buf_adds(b, "</th>");
    }
    buf_adds(b, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < n && i < most; i++) {
        buf_adds(b, "<tr>");
        for (size_t k = 0; k < width; k++)
            add_cell(b, json_at(json_at(rows, i), k));
        buf_adds(b, "</tr>\n");
    }
    buf_adds(b, "</tbody>\n</table>\n");
    if (n > most)
        buf_addf(b, "<p>%zu more row%s.</p>\n", n - most, n - most == 1 ? "" : "s");
}
