/* strings.c - <si> by <si>, token by token: a string may be split over pieces, as each text is added where it comes. */
#include "office/sheet/strings.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "office/package/feed.h"
#include "office/package/refusals.h"
#include "office/package/token.h"

struct strings_reader {
    struct strings *strings;
    uint64_t from;  /* where the string being read begins */
    unsigned depth; /* of the element we are in; a string is at 2 */
    unsigned skip;  /* depth of the one that is left out; 0: none */
    bool in_text, is_repaired;
};

void strings_init(struct strings *s)
{
    *s = (struct strings){ 0 };
    buf_init(&s->bytes, WORKBOOK_STRINGS_BYTES);
    buf_init(&s->offsets, WORKBOOK_STRINGS_BYTES);
    buf_add(&s->offsets, &(uint64_t){ 0 }, sizeof(uint64_t));
}

void strings_done(struct strings *s)
{
    buf_done(&s->bytes);
    buf_done(&s->offsets);
}

static void start(struct strings_reader *r, const struct token *t)
{
    r->depth++;
    if (r->skip)
        return;
    if (r->depth == 2 && token_is(t, "si"))
        r->from = r->strings->bytes.n;
    else if (r->depth > 2 && token_is(t, "t"))
        r->in_text = true;
    else if (r->depth > 2 ? !token_is(t, "r") : r->depth == 2)
        r->skip = r->depth;
}

static void end_string(struct strings_reader *r)
{
    struct strings *s = r->strings;
    bool failed = s->bytes.failed;
    uint64_t at;

    xstring_decode(&s->bytes, (size_t)r->from);
    if (s->bytes.n - r->from > SHEET_CELL_CHARS) {
        size_t fits = str_fit_chars(s->bytes.p + r->from, s->bytes.n - (size_t)r->from, SHEET_CELL_CHARS);
        s->cut += r->from + fits < s->bytes.n;
        buf_cut(&s->bytes, (size_t)r->from + fits);
    }
    s->bytes.failed = failed;
    s->repaired += r->is_repaired;
    r->is_repaired = false;
    s->has_empty |= s->bytes.n == r->from;
    at = s->bytes.n;
    buf_add(&s->offsets, &at, sizeof at);
    s->n++;
}

static void finish(struct strings_reader *r)
{
    if (r->depth == 2 && !r->skip)
        end_string(r);
    if (r->skip == r->depth)
        r->skip = 0;
    r->in_text = false;
    r->depth--;
}

static int take(struct strings_reader *r, const struct token *t, struct err *err)
{
    if ((t->kind == TOKEN_TEXT || t->kind == TOKEN_CDATA) && r->in_text && !r->skip &&
        !token_add(&r->strings->bytes, t))
        r->is_repaired = true;
    if (r->in_text && r->strings->bytes.n - r->from > WORKBOOK_TOKEN_BYTES)
        return workbook_long_cell(err);
    if (t->kind == TOKEN_END && r->depth == 0)
        return workbook_damaged(err, "the shared strings have an end too many");
    if (t->kind == TOKEN_START || t->kind == TOKEN_EMPTY)
        start(r, t);
    if (t->kind == TOKEN_END || t->kind == TOKEN_EMPTY)
        finish(r);
    if (r->depth > WORKBOOK_XML_DEPTH)
        return workbook_damaged(err, "the shared strings nest too deep");
    return 0;
}

static int read_some(void *arg, const char *p, size_t n, bool last, size_t *ret_used, struct err *err)
{
    struct strings_reader *r = arg;
    const char *from = p, *end = p + n;

    while (p < end) {
        struct token t = token_next(p, end, last);
        if (t.kind == TOKEN_MORE && !last)
            break;
        if (t.kind == TOKEN_BAD || t.kind == TOKEN_MORE)
            return workbook_damaged(err, "the shared strings are not well-formed");
        if (take(r, &t, err) < 0)
            return -1;
        p = t.after;
    }
    if (r->strings->bytes.failed || r->strings->offsets.failed || r->strings->n >= UINT32_MAX)
        return workbook_too_large(err, "over %ju bytes of shared strings", (uintmax_t)WORKBOOK_STRINGS_BYTES);
    if (last && r->depth > 0)
        return workbook_damaged(err, "the shared strings end early");
    *ret_used = (size_t)(p - from);
    return 0;
}

int strings_read(struct strings *s, const struct part *part, const struct cancel *cancel, struct err *err)
{
    struct strings_reader r = { .strings = s };

    if (!part || feed_part(part, cancel, read_some, &r, err) == 0)
        return 0;
    if (err->code != ERR_WORKBOOK_LOAD_FAILED || s->n == 0)
        return -1;
    s->is_damaged = true;
    return 0;
}
