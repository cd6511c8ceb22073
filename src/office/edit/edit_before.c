/* edit_before.c - what a cell holds now, as JSON, for the person who is asked whether it may go; and dates, which a
 * workbook holds as numbers that only a cell's style tells from others. */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "office/edit/edit_book.h"
#include "office/edit/edit_value.h"
#include "office/sheet/strings.h"
#include "office/sheet/styles.h"
#include <string.h>

/* A stretch of text as JSON; what is no text of XML's comes out as null. */
static struct json *decoded(struct arena *a, struct markup_span s)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    if (!token_text(&b, s.p, s.n))
        return json_null(a);
    xstring_decode(&b, 0);
    return json_strn(a, b.p, b.n);
}

/* The text of a string with its runs, without its reading aids (rPh): what stands in its <t> elements. */
static struct json *rich_text(struct arena *a, struct markup_span s)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);
    int depth = 0, text = 0, aid = 0; /* the depth of the element one is in */

    for (const char *p = s.p; p < s.p + s.n;) {
        struct token t = token_next(p, s.p + s.n, true);
        if (t.kind == TOKEN_MORE || t.kind == TOKEN_BAD)
            return json_null(a);
        p = t.after;
        if (t.kind == TOKEN_START) {
            depth++;
            if (!aid && token_is(&t, "rPh"))
                aid = depth;
            else if (!aid && token_is(&t, "t"))
                text = depth;
        } else if (t.kind == TOKEN_END) {
            text = text == depth ? 0 : text;
            aid = aid == depth ? 0 : aid;
            depth--;
        } else if ((t.kind == TOKEN_TEXT || t.kind == TOKEN_CDATA) && text && !token_add(&b, &t)) {
            return json_null(a);
        }
    }
    xstring_decode(&b, 0);
    return json_strn(a, b.p, b.n);
}

/* ---- dates ---- */

static enum numfmt_kind kind_of(const struct styles *styles, const struct edit_cell *c)
{
    uint32_t index;

    return styles_get(styles, markup_span_uint(c->style, &index) ? index : 0)->kind;
}

/* A serial number as people write the date or the date and time it stands for; NULL when it stands for none. */
static const char *date_of(struct arena *a, double serial, enum numfmt_kind kind, bool is_1904)
{
    char text[TIME_TEXT_BYTES];
    int64_t us;

    if ((kind != NUMFMT_DATE && kind != NUMFMT_DATETIME) || !numfmt_date(serial, is_1904, &us))
        return NULL;
    time_text(us, text);
    text[kind == NUMFMT_DATE ? 10 : 19] = '\0'; /* without the day's time, or without fraction and zone */
    return arena_str(a, text);
}

/* A date, or a date and a time of day, as people write them by ISO 8601: no zone, as a workbook has none. */
static bool read_moment(const char *p, size_t n, int64_t *ret_us)
{
    struct buf b CLEANUP(buf_done) = BUF(TIME_TEXT_BYTES);
    int64_t days;

    if (date_read(p, n, &days)) {
        *ret_us = days * 86400000000;
        return true;
    }
    if (n < 16 || (p[10] != 'T' && p[10] != ' '))
        return false;
    buf_addf(&b, "%.10sT%.*s%sZ", p, (int)(n - 11), p + 11, n == 16 ? ":00" : "");
    return !b.failed && time_read(b.p, b.n, ret_us);
}

/* The serial number of a date; dates before 1 March 1900 are one less, as Excel takes 1900 for a leap year. */
static double serial_of(int64_t us, bool is_1904)
{
    double days = (double)us / 86400e6 + (is_1904 ? 24107 : 25569);

    return !is_1904 && days < 61 ? days - 1 : days;
}

int edit_dates(const struct edit_book *book, struct arena *a, const struct sheet_edit *s, struct styles *ret,
               struct err *err)
{
    if (styles_read(ret, a, edit_book_part(book, "styles"), err) < 0)
        return -1;
    for (size_t i = 0; i < s->n; i++) {
        struct edit_cell *c = &s->cells[i];
        enum numfmt_kind kind = kind_of(ret, c);
        char digits[NUM_DOUBLE_BYTES];
        int64_t us;

        if (c->kind != EDIT_TEXT || (kind != NUMFMT_DATE && kind != NUMFMT_DATETIME) || !read_moment(c->p, c->n, &us) ||
            serial_of(us, book->is_1904) < 0)
            continue;
        c->date = date_of(a, serial_of(us, book->is_1904), kind, book->is_1904);
        c->kind = EDIT_NUMBER;
        c->n = num_double_text(serial_of(us, book->is_1904), digits);
        if (c->n > 2 && memcmp(digits + c->n - 2, ".0", 2) == 0)
            c->n -= 2;
        c->p = arena_dup(a, digits, c->n);
    }
    return 0;
}

/* ---- all of them ---- */

static struct json *shared_text(struct arena *a, const struct strings *strings, const struct edit_cell *c)
{
    uint32_t index;
    const char *p;
    size_t n;

    if (!markup_span_uint(c->value, &index) || index >= strings->n)
        return json_null(a);
    p = strings_get(strings, index, &n);
    return json_strn(a, p, n);
}

static struct json *value_of(struct arena *a, const struct edit_book *book, const struct strings *strings,
                             const struct styles *styles, const struct edit_cell *c)
{
    const char *date;

    if (c->type.p && markup_span_is(c->type, "s"))
        return shared_text(a, strings, c);
    if (c->type.p && markup_span_is(c->type, "inlineStr"))
        return rich_text(a, c->inline_text);
    if (!c->value.p || c->value.n == 0)
        return json_null(a);
    if (c->type.p && markup_span_is(c->type, "b"))
        return json_bool(a, markup_span_is(c->value, "1") || markup_span_is(c->value, "true"));
    if ((c->type.p && !markup_span_is(c->type, "n")) || !num_is_json(c->value.p, c->value.n))
        return decoded(a, c->value);
    date = date_of(a, num_double(c->value.p, c->value.n), kind_of(styles, c), book->is_1904);
    return date ? json_str(a, date) : json_number(a, c->value.p, c->value.n);
}

int edit_before(const struct edit_book *book, struct arena *a, const struct sheet_edit *s, const struct styles *styles,
                const struct cancel *cancel, struct json **ret, struct err *err)
{
    struct strings strings;
    struct json *list = json_array(a);
    bool is_shared = false;
    int status = 0;

    for (size_t i = 0; i < s->n; i++)
        is_shared |= s->cells[i].type.p && markup_span_is(s->cells[i].type, "s");
    strings_init(&strings);
    if (is_shared)
        status = strings_read(&strings, edit_book_part(book, "sharedStrings"), cancel, err);
    for (size_t i = 0; i < s->n && status == 0; i++)
        json_push(a, list, value_of(a, book, &strings, styles, &s->cells[i]));
    strings_done(&strings);
    *ret = list;
    return status;
}

const char *edit_formula(struct arena *a, const struct edit_cell *c)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    if (!c->has_formula)
        return NULL;
    buf_addc(&b, '=');
    if (!token_text(&b, c->formula.p, c->formula.n))
        return "=";
    return arena_dup(a, b.p, b.n);
}
