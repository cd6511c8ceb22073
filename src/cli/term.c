/* term.c - the terminal's size is asked of the kernel; COLUMNS and LINES say it where there is none. */
#include "cli/term.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"
#include <sys/ioctl.h>
#include <unistd.h>

static size_t from_env(const char *name, size_t otherwise)
{
    const char *s = getenv(name);
    char *end;
    long n = s ? strtol(s, &end, 10) : 0;

    return s && *end == '\0' && n > 0 && n < 10000 ? (size_t)n : otherwise;
}

struct term term_of(FILE *out)
{
    struct term t = { .width = from_env("COLUMNS", TERM_WIDTH) };
    const char *no_colour = getenv("NO_COLOR"), *name = getenv("TERM");
    struct winsize size;

    if (!isatty(fileno(out)))
        return t;
    t.is_terminal = true;
    t.colour = (!no_colour || !*no_colour) && name && strcmp(name, "dumb") != 0;
    t.height = from_env("LINES", TERM_HEIGHT);
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        t.width = size.ws_col;
        t.height = size.ws_row;
    }
    return t;
}

void term_text(struct buf *b, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t bad = show_harmful(p + i, n - i);
        if (p[i] == '\n' || p[i] == '\r' || p[i] == '\t') {
            buf_addc(b, ' ');
        } else if (bad > 0) {
            buf_adds(b, "\xef\xbf\xbd");
            i += bad - 1;
        } else {
            buf_addc(b, p[i]);
        }
    }
}

/* Bytes at the end that begin a character and do not end it. */
static size_t begun(const char *p, size_t n)
{
    for (size_t k = 1; k <= 3 && k <= n; k++) {
        unsigned char c = (unsigned char)p[n - k];
        size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
        if (c < 0x80 || c >= 0xc0)
            return length > k ? k : 0;
    }
    return 0;
}

void term_lines_add(struct term_lines *t, struct buf *b, const char *p, size_t n)
{
    struct buf all CLEANUP(buf_done) = BUF(n + t->n);
    const char *line, *end;

    buf_add(&all, t->held, t->n);
    buf_add(&all, p, n);
    t->n = begun(all.p, all.n);
    memcpy(t->held, all.p + all.n - t->n, t->n);
    buf_cut(&all, all.n - t->n);
    for (line = all.p; (end = memchr(line, '\n', (size_t)(all.p + all.n - line))); line = end + 1) {
        term_text(b, line, (size_t)(end - line));
        buf_addc(b, '\n');
    }
    term_text(b, line, (size_t)(all.p + all.n - line));
}

static void styled(struct buf *b, const struct term *t, const char *style, const char *s)
{
    if (t->colour)
        buf_adds(b, style);
    buf_adds(b, s);
    if (t->colour)
        buf_adds(b, "\x1b[0m");
}

void term_dim(struct buf *b, const struct term *t, const char *s)
{
    styled(b, t, "\x1b[2m", s);
}

void term_bold(struct buf *b, const struct term *t, const char *s)
{
    styled(b, t, "\x1b[1m", s);
}
