/* csv_quote.c - in place, so that whoever writes a value need not know beforehand how long it gets or what is in it. */
#include "grid/csv_quote.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include <string.h>

static bool needs_quotes(const char *p, size_t n)
{
    return memchr(p, '"', n) || memchr(p, ',', n) || memchr(p, '\n', n) || memchr(p, '\r', n);
}

void csv_quote_from(struct buf *b, size_t from, bool alone)
{
    struct buf copy CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);
    size_t n = b->n - from;

    if (n > 0 ? !needs_quotes(b->p + from, n) : !alone)
        return;
    buf_add(&copy, b->p + from, n);
    buf_cut(b, from);
    buf_addc(b, '"');
    for (size_t i = 0; i < copy.n; i++) {
        if (copy.p[i] == '"')
            buf_addc(b, '"');
        buf_addc(b, copy.p[i]);
    }
    buf_addc(b, '"');
}

void csv_add_row(struct buf *b, const struct json *row)
{
    size_t cells = json_len(row);

    for (size_t i = 0; i < cells; i++) {
        const struct json *v = json_at(row, i);
        size_t n, from = b->n + (i > 0);
        const char *text = json_text(v, &n);
        if (i > 0)
            buf_addc(b, ',');
        if (text)
            buf_add(b, text, n);
        else if (!json_is(v, JSON_NULL))
            json_write(b, v);
        csv_quote_from(b, from, cells == 1);
    }
    buf_addc(b, '\n');
}
