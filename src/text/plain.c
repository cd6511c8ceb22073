/* plain.c - plain text: paragraphs between empty lines, headings with a line drawn under them. */
#include "base/arena.h"
#include "base/str.h"
#include "text/blocks.h"

/* The level a line of "=", "-" or "~" gives to the one above; 0 when it is none. As long as what it underlines, or
 * nearly: a separator between paragraphs is no underline. */
static int underline_level(const char *p, size_t n, size_t above)
{
    size_t i = 1;
    const char *line = str_trim(p, n, &n);

    if (n < 3 || (*line != '=' && *line != '-' && *line != '~') || above == 0)
        return 0;
    while (i < n && line[i] == *line)
        i++;
    if (i < n || n * 2 < above || n > above * 2 + 3)
        return 0;
    return *line == '=' ? 1 : *line == '-' ? 2 : 3;
}

/* A line that begins an item of a list keeps a line of its own. */
static bool is_item(const char *p, size_t n)
{
    return n > 1 && (*p == '-' || *p == '*' || *p == '+') && p[1] == ' ';
}

struct plain {
    struct blocks *blocks;
    struct buf paragraph;
    size_t lines;
};

static void end_paragraph(struct plain *r)
{
    blocks_add(r->blocks, BLOCK_PARAGRAPH, 0, r->paragraph.p, r->paragraph.n);
    buf_cut(&r->paragraph, 0);
    r->lines = 0;
}

static void take_line(struct plain *r, const char *p, size_t n)
{
    size_t bare;
    const char *line = str_trim(p, n, &bare);
    int level = r->lines == 1 ? underline_level(line, bare, str_chars(r->paragraph.p, r->paragraph.n)) : 0;

    if (level > 0) {
        blocks_add(r->blocks, BLOCK_HEADING, level, r->paragraph.p, r->paragraph.n);
        buf_cut(&r->paragraph, 0);
        r->lines = 0;
    } else if (bare == 0) {
        end_paragraph(r);
    } else {
        if (r->paragraph.n)
            buf_addc(&r->paragraph, is_item(line, bare) ? '\n' : ' ');
        buf_add(&r->paragraph, line, bare);
        r->lines++;
    }
}

void plain_read(struct blocks *b, const char *p, size_t n)
{
    struct plain r = { .blocks = b };

    buf_init(&r.paragraph, n * 2 + 1);
    for (size_t i = 0, length; i < n;) {
        size_t step = line_bytes(p + i, n - i, &length);
        take_line(&r, p + i, length);
        i += step;
    }
    end_paragraph(&r);
    buf_done(&r.paragraph);
}
