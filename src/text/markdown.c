/* markdown.c - Markdown's blocks, line by line: front matter, headings of both kinds, fences, lists, tables,
 * paragraphs.
 *
 * What matters here is where text belongs, not how it looks: quotes and lists are paragraphs, and a table's rows are
 * lines. A fence that is never closed reaches to the end, as the format has it.
 */
#include "base/arena.h"
#include "base/str.h"
#include "text/blocks.h"
#include <stdbool.h>
#include <string.h>

struct markdown {
    struct blocks *blocks;
    struct buf paragraph, code;
    size_t lines;      /* of the paragraph */
    char fence;        /* '`' or '~' within a fence, else 0 */
    size_t fence_size; /* how many of them opened it */
};

static size_t indent_of(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && p[i] == ' ')
        i++;
    return i;
}

static size_t run_of(const char *p, size_t n, char c)
{
    size_t i = 0;

    while (i < n && p[i] == c)
        i++;
    return i;
}

static void add_plain(struct markdown *m, enum block_kind kind, int level, const char *p, size_t n)
{
    struct buf plain CLEANUP(buf_done) = BUF(n * 4 + 8);

    markdown_plain(&plain, p, n);
    blocks_add(m->blocks, kind, level, plain.p, plain.n);
}

static void end_paragraph(struct markdown *m)
{
    add_plain(m, BLOCK_PARAGRAPH, 0, m->paragraph.p, m->paragraph.n);
    buf_cut(&m->paragraph, 0);
    m->lines = 0;
}

/* ---- lines that are something ---- */

/* "## Heading ##" */
static bool take_heading(struct markdown *m, const char *p, size_t n)
{
    size_t level = run_of(p, n, '#'), end = n;

    if (level < 1 || level > 6 || (level < n && p[level] != ' ' && p[level] != '\t'))
        return false;
    while (end > level && (p[end - 1] == ' ' || p[end - 1] == '\t'))
        end--;
    n = end;
    while (end > level && p[end - 1] == '#')
        end--;
    if (end > level && p[end - 1] != ' ')
        end = n;
    end_paragraph(m);
    add_plain(m, BLOCK_HEADING, (int)level, p + level, end - level);
    return true;
}

/* A line under a paragraph of one line makes a heading of it. */
static bool take_underline(struct markdown *m, const char *p, size_t n)
{
    size_t run = n > 0 && (*p == '=' || *p == '-') ? run_of(p, n, *p) : 0;

    if (run == 0 || run + run_of(p + run, n - run, ' ') < n)
        return false;
    if (m->lines != 1) {
        if (*p == '=' || run < 3)
            return false;
        end_paragraph(m); /* a rule */
        return true;
    }
    add_plain(m, BLOCK_HEADING, *p == '=' ? 1 : 2, m->paragraph.p, m->paragraph.n);
    buf_cut(&m->paragraph, 0);
    m->lines = 0;
    return true;
}

/* "***" and "___" are rules as well. */
static bool is_rule(const char *p, size_t n)
{
    size_t marks = 0;

    if (n < 3 || (*p != '*' && *p != '_' && *p != '-'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (p[i] != *p && p[i] != ' ')
            return false;
        marks += p[i] == *p;
    }
    return marks >= 3;
}

static bool opens_fence(struct markdown *m, const char *p, size_t n)
{
    size_t run = n > 0 && (*p == '`' || *p == '~') ? run_of(p, n, *p) : 0;

    if (run < 3 || (*p == '`' && memchr(p + run, '`', n - run)))
        return false;
    end_paragraph(m);
    m->fence = *p;
    m->fence_size = run;
    return true;
}

static void take_code(struct markdown *m, const char *p, size_t n)
{
    size_t indent = indent_of(p, n), run = run_of(p + indent, n - indent, m->fence);

    if (indent < 4 && run >= m->fence_size && indent + run + run_of(p + indent + run, n - indent - run, ' ') == n) {
        blocks_add(m->blocks, BLOCK_CODE, 0, m->code.p, m->code.n);
        buf_cut(&m->code, 0);
        m->fence = '\0';
        return;
    }
    buf_add(&m->code, p, n);
    buf_addc(&m->code, '\n');
}

/* ---- paragraphs ---- */

/* Bytes of the mark that begins an item ("- ", "12. "); 0 when there is none. */
static size_t item_mark(const char *p, size_t n)
{
    size_t digits = 0;

    if (n > 1 && (*p == '-' || *p == '*' || *p == '+') && p[1] == ' ')
        return 2;
    while (digits < n && str_is_digit(p[digits]))
        digits++;
    if (digits == 0 || digits > 9 || digits + 1 >= n || (p[digits] != '.' && p[digits] != ')') || p[digits + 1] != ' ')
        return 0;
    return digits + 2;
}

/* The line under a table's head: only "|", "-", ":" and blanks. */
static bool is_table_rule(const char *p, size_t n)
{
    bool has_bar = false, has_dash = false;

    for (size_t i = 0; i < n; i++) {
        if (!strchr("|-: \t", p[i]))
            return false;
        has_bar |= p[i] == '|';
        has_dash |= p[i] == '-';
    }
    return has_bar && has_dash;
}

static void add_line(struct markdown *m, const char *p, size_t n, bool apart)
{
    if (m->paragraph.n)
        buf_addc(&m->paragraph, apart ? '\n' : ' ');
    buf_add(&m->paragraph, p, n);
    m->lines++;
}

static void take_text(struct markdown *m, const char *p, size_t n)
{
    size_t mark;

    while (n > 0 && *p == '>') { /* quotes are text */
        p++;
        n--;
        p = str_trim(p, n, &n);
    }
    if (n == 0) {
        end_paragraph(m);
        return;
    }
    if (is_table_rule(p, n))
        return;
    mark = item_mark(p, n);
    if (mark > 0) {
        /* A number is part of what an item says, a bullet is not. */
        size_t skip = str_is_digit(*p) ? 0 : mark;
        add_line(m, p + skip, n - skip, true);
        m->lines++; /* an underline below an item is a rule */
        return;
    }
    add_line(m, p, n, *p == '|');
}

static void take_line(struct markdown *m, const char *p, size_t n)
{
    size_t indent = indent_of(p, n), bare;
    const char *line = str_trim(p, n, &bare);

    if (m->fence) {
        take_code(m, p, n);
    } else if (bare == 0) {
        end_paragraph(m);
    } else if (indent >= 4 && m->lines == 0) {
        blocks_add(m->blocks, BLOCK_CODE, 0, p + 4, n - 4);
    } else if (indent >= 4 ||
               !(take_heading(m, line, bare) || opens_fence(m, line, bare) || take_underline(m, line, bare))) {
        if (is_rule(line, bare))
            end_paragraph(m);
        else
            take_text(m, line, bare);
    }
}

/* ---- front matter ---- */

/* The value of "title: A b" or "title: 'A b'", *ret_n long; NULL when the line is of another key, or has none. */
static const char *value_of(const char *line, size_t n, const char *key, size_t *ret_n)
{
    size_t k = strlen(key);
    const char *value;

    if (n < k + 1 || strncmp(line, key, k) != 0 || line[k] != ':')
        return NULL;
    value = str_trim(line + k + 1, n - k - 1, &n);
    if (n >= 2 && (*value == '"' || *value == '\'') && value[n - 1] == *value) {
        value++;
        n -= 2;
    }
    *ret_n = n;
    return n > 0 ? value : NULL;
}

static bool is_fence_of_matter(const char *p, size_t n)
{
    return n >= 3 && (memcmp(p, "---", 3) == 0 || memcmp(p, "...", 3) == 0) && run_of(p + 3, n - 3, ' ') == n - 3;
}

/* How far the front matter reaches; 0 when there is none, or it does not end. */
static size_t read_matter(struct blocks *b, const char *p, size_t n)
{
    size_t length, found_n, at = line_bytes(p, n, &length);
    const char *title = NULL, *url = NULL, *found;

    if (length < 3 || memcmp(p, "---", 3) != 0 || !is_fence_of_matter(p, length))
        return 0;
    while (at < n) {
        const char *line = p + at;
        at += line_bytes(line, n - at, &length);
        if (is_fence_of_matter(line, length)) {
            b->title = title;
            b->url = url;
            return at;
        }
        if ((found = value_of(line, length, "title", &found_n)))
            title = title_of(b->a, found, found_n);
        else if ((found = value_of(line, length, "url", &found_n)) ||
                 (found = value_of(line, length, "slug", &found_n)))
            url = address_of(b->a, found, found_n);
    }
    return 0;
}

void markdown_read(struct blocks *b, const char *p, size_t n)
{
    struct markdown m = { .blocks = b };

    buf_init(&m.paragraph, n * 2 + 1);
    buf_init(&m.code, n * 2 + 1);
    for (size_t i = read_matter(b, p, n), length; i < n;) {
        size_t step = line_bytes(p + i, n - i, &length);
        take_line(&m, p + i, length);
        i += step;
    }
    end_paragraph(&m);
    blocks_add(b, BLOCK_CODE, 0, m.code.p, m.code.n);
    buf_done(&m.paragraph);
    buf_done(&m.code);
}
