/* markdown.c - escaping, and the few shapes a report is made of. */
#include "report/markdown.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/text/show.h"
#include <string.h>

/* Everything that begins something in the middle of a line, in CommonMark and in GitHub's tables. */
static bool is_special(char c)
{
    return c && strchr("\\`*_[]<>|#&~$!", c);
}

static void add_text(struct buf *b, const char *text, size_t n)
{
    struct buf safe CLEANUP(buf_done) = BUF(SHOW_GROWTH * n);

    show_text(&safe, text, n);
    for (size_t i = 0; i < safe.n; i++) {
        if (is_special(safe.p[i]))
            buf_addc(b, '\\');
        buf_addc(b, safe.p[i]);
    }
}

void md_text(struct buf *b, const char *text)
{
    add_text(b, text, strlen(text));
}

/* What would begin a list, a quotation or a rule at the start of a line ("-", "+", "1.", "=") does not after this. */
static void start_of_line(struct buf *b, const char *text)
{
    size_t digits = strspn(text, "0123456789");

    if (*text && strchr("-+=:", *text))
        buf_addc(b, '\\');
    if (digits > 0 && (text[digits] == '.' || text[digits] == ')')) {
        buf_add(b, text, digits);
        buf_addc(b, '\\');
        text += digits;
    }
    md_text(b, text);
}

void md_heading(struct buf *b, int level, const char *title)
{
    for (int i = 0; i < level; i++)
        buf_addc(b, '#');
    buf_addc(b, ' ');
    md_text(b, title);
    buf_adds(b, "\n\n");
}

void md_paragraph(struct buf *b, const char *text)
{
    start_of_line(b, text);
    buf_adds(b, "\n\n");
}

void md_item(struct buf *b, const char *label, const char *text)
{
    buf_adds(b, "- ");
    if (label) {
        buf_adds(b, "**");
        md_text(b, label);
        buf_adds(b, "**: ");
        md_text(b, text);
    } else {
        start_of_line(b, text);
    }
    buf_addc(b, '\n');
}

void md_list_end(struct buf *b)
{
    buf_addc(b, '\n');
}

/* One more than the longest run of backticks in the text, and three at least. */
static size_t fence_of(const char *text)
{
    size_t longest = 2;

    for (const char *p = text; *p; p++) {
        size_t run = strspn(p, "`");
        if (run > longest)
            longest = run;
        if (run > 0)
            p += run - 1;
    }
    return longest + 1;
}

static void add_fence(struct buf *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_addc(b, '`');
}

void md_code(struct buf *b, const char *language, const char *text)
{
    size_t n = fence_of(text), length = strlen(text);

    add_fence(b, n);
    buf_addf(b, "%s\n", language);
    show_lines(b, text, length);
    if (length > 0 && text[length - 1] != '\n')
        buf_addc(b, '\n');
    add_fence(b, n);
    buf_adds(b, "\n\n");
}

/* ---- tables ---- */

static void add_cell(struct buf *b, const struct json *v)
{
    size_t n;
    const char *text = json_text(v, &n), *digits = json_digits(v);

    buf_addc(b, ' ');
    if (text)
        add_text(b, text, n);
    else if (digits)
        buf_adds(b, digits);
    else if (json_is(v, JSON_BOOL))
        buf_adds(b, json_truth(v) ? "true" : "false");
    buf_adds(b, " |");
}

static bool is_number_column(const struct json *rows, size_t column)
{
    bool any = false;

    for (size_t i = 0; i < json_len(rows); i++) {
        const struct json *v = json_at(json_at(rows, i), column);
        if (!v || json_is(v, JSON_NULL))
            continue;
        if (!json_digits(v))
            return false;
        any = true;
    }
    return any;
}

void md_table(struct buf *b, const struct json *columns, const struct json *rows, size_t most)
{
    size_t n = json_len(rows), width = json_len(columns);

    buf_addc(b, '|');
    for (size_t i = 0; i < width; i++)
        add_cell(b, json_at(columns, i));
    buf_adds(b, "\n|");
    for (size_t i = 0; i < width; i++)
        buf_adds(b, is_number_column(rows, i) ? " ---: |" : " --- |");
    buf_addc(b, '\n');
    for (size_t i = 0; i < n && i < most; i++) {
        buf_addc(b, '|');
        for (size_t k = 0; k < width; k++)
            add_cell(b, json_at(json_at(rows, i), k));
        buf_addc(b, '\n');
    }
    buf_addc(b, '\n');
    if (n > most)
        buf_addf(b, "%zu more row%s.\n\n", n - most, n - most == 1 ? "" : "s");
}
