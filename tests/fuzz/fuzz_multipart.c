/* fuzz_multipart.c - a content type, a line end, and a body. Whatever it is, it must be taken in pieces exactly as it
 * is taken whole: the same parts, or a refusal both times. */
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "web/multipart.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TYPE_BYTES 200 /* longer content types are not looked for */

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* What the sink is told, with a mark before and after each part. */
struct told {
    struct buf text;
    bool is_open;
};

static int on_begin(void *arg, const char *name, const char *file_name, struct err *err)
{
    struct told *t = arg;

    (void)err;
    must(!t->is_open && strlen(name) < WEB_PART_NAME_BYTES);
    t->is_open = true;
    buf_addf(&t->text, "(%s|%s:", name, file_name ? file_name : "");
    return 0;
}

static int on_data(void *arg, const char *p, size_t n, struct err *err)
{
    struct told *t = arg;

    must(t->is_open && n > 0);
    buf_add(&t->text, p, n);
    return buf_check(&t->text, err);
}

static int on_end(void *arg, struct err *err)
{
    struct told *t = arg;

    (void)err;
    must(t->is_open);
    t->is_open = false;
    buf_addc(&t->text, ')');
    return 0;
}

static int parse(const char *type, const char *body, size_t n, size_t step, struct told *t)
{
    struct multipart_sink sink = { on_begin, on_data, on_end, t };
    struct multipart *m;
    struct err err;
    int r = 0;

    buf_init(&t->text, 1u << 20);
    t->is_open = false;
    if (multipart_new(type, &sink, &m, &err) < 0)
        return -1;
    for (size_t i = 0; i < n && r == 0; i += step)
        r = multipart_take(m, body + i, n - i < step ? n - i : step, &err);
    if (r < 0)
        must(multipart_take(m, "x", 1, &err) < 0); /* a refusal is final */
    if (r == 0)
        r = multipart_end(m, &err);
    must(r < 0 || !t->is_open);
    must(r == 0 || err.code == ERR_INVALID_INPUT || err.code == ERR_TOO_LARGE);
    multipart_free(m);
    return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *end = memchr(data, '\n', size < TYPE_BYTES ? size : TYPE_BYTES), *body;
    char type[TYPE_BYTES + 1] = "";
    struct told whole, pieces;
    size_t n;
    int r;

    if (!end)
        return 0;
    memcpy(type, data, (size_t)(end - (const char *)data));
    body = end + 1;
    n = size - (size_t)(body - (const char *)data);
    r = parse(type, body, n, n ? n : 1, &whole);
    for (size_t step = 1; step <= 3; step++) {
        must(parse(type, body, n, step, &pieces) == r);
        must(r < 0 || (whole.text.n == pieces.text.n && memcmp(whole.text.p, pieces.text.p, pieces.text.n) == 0));
        buf_done(&pieces.text);
    }
    buf_done(&whole.text);
    return 0;
}
