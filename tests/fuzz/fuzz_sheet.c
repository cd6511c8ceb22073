/* fuzz_sheet.c - any bytes as a sheet's XML: whole and in pieces they must give the same cells, or both be refused; as
 * a text with escapes (_x000D_) in it; and as a formula that is moved. */
#include "base/buf.h"
#include "base/err.h"
#include "office/package/token.h"
#include "office/sheet/scan.h"
#include "office/sheet/sheet_formula.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int put_cell(void *arg, const struct scan_cell *c, struct err *err)
{
    struct buf *b = arg;

    (void)err;
    buf_add(b, &c->row, sizeof c->row);
    buf_add(b, &c->column, sizeof c->column);
    buf_add(b, &c->style, sizeof c->style);
    buf_addc(b, (char)c->type);
    if (c->type == SCAN_NUMBER)
        buf_add(b, &c->number, sizeof c->number);
    else if (c->type == SCAN_SHARED || c->type == SCAN_TRUTH)
        buf_add(b, &c->index, sizeof c->index);
    else if (c->type != SCAN_EMPTY)
        buf_add(b, c->text, c->n);
    if (c->formula)
        buf_add(b, c->formula, c->formula_n);
    return 0;
}

static int scan_pieces(const char *p, size_t n, size_t step, struct buf *out)
{
    struct scan *s = scan_new(&(struct scan_handler){ .arg = out, .formulas = true, .cell = put_cell });
    size_t at = 0, have = 0;
    struct err err;
    int done = 0;

    for (bool last = false; !last && done == 0;) {
        size_t used;
        have = have + step < n - at ? have + step : n - at;
        last = at + have == n;
        char *piece = malloc(have ? have : 1);
        memcpy(piece, p + at, have);
        done = scan_feed(s, piece, have, last, &used, &err);
        if (done < 0 && (!*err.message || !*err.action))
            abort();
        free(piece);
        at += used;
        have -= used;
    }
    scan_free(s);
    return done;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf whole CLEANUP(buf_done) = BUF(64u << 20), pieces CLEANUP(buf_done) = BUF(64u << 20);
    size_t step = size ? data[0] % 64 + 1 : 1;
    int first, second;

    first = scan_pieces((const char *)data, size, size + 1, &whole);
    second = scan_pieces((const char *)data, size, step, &pieces);
    if (first != second || (first == 0 && (whole.n != pieces.n || memcmp(whole.p, pieces.p, whole.n) != 0)))
        abort();
    buf_cut(&whole, 0);
    buf_add(&whole, data, size);
    xstring_decode(&whole, 0);
    buf_cut(&pieces, 0);
    formula_move(&pieces, (const char *)data, size, 3, -2);
    return 0;
}
