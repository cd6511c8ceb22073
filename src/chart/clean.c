/* clean.c - character by character, in a buffer that cannot outgrow the limit. */
#include "chart/clean.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/show.h"

static bool is_control(const char *p, size_t n)
{
    unsigned char first = (unsigned char)p[0];

    return show_harmful(p, n) > 0 && (n == 1 || first == 0xc2);
}

/* U+FFFE and U+FFFF are no characters, and XML refuses them. */
static bool is_refused(const char *p, size_t n)
{
    return n == 3 && memcmp(p, "\xef\xbf", 2) == 0 && (unsigned char)p[2] >= 0xbe;
}

/* What turns the order of a text around, or has no width. */
static bool is_hidden(const char *p, size_t n)
{
    return show_harmful(p, n) > 0 && !is_control(p, n);
}

const char *clean_text(struct arena *a, const char *text)
{
    struct buf b CLEANUP(buf_done) = BUF(CHART_TEXT_CHARS * 4 + 1);
    size_t n = text ? strlen(text) : 0, chars = 0, trimmed;
    const char *start;

    for (size_t i = 0, step; i < n && chars < CHART_TEXT_CHARS; i += step, chars++) {
        step = str_char_bytes(text + i, n - i);
        if (step == 0 || is_refused(text + i, step) || is_hidden(text + i, step)) {
            buf_adds(&b, "\xef\xbf\xbd");
            step = step ? step : 1;
        } else if (is_control(text + i, step)) {
            buf_addc(&b, ' ');
        } else {
            buf_add(&b, text + i, step);
        }
    }
    start = str_trim(b.p, b.n, &trimmed);
    return arena_dup(a, start, trimmed);
}
