/* numfmt.c - which section of a format a value goes to, and with which sign.
 *
 * Without conditions the first section is for positive numbers, the second for negative ones, the third for zero, the
 * fourth for text; fewer sections share. A condition takes the place of the sign. A section that no positive number can
 * reach shows no minus sign of its own: the format says in words or brackets what the sign would.
 */
#include "office/numfmt/numfmt.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "grid/types/amounts.h"
#include "office/numfmt/numfmt_node.h"
#include <float.h>
#include <math.h>

#define UNSHOWABLE "#######" /* what spreadsheets fill a cell with */

/* ---- choosing ---- */

static bool passes(const struct section *s, double v)
{
    switch (s->op) {
    case TEST_EQ:
        return v == s->limit;
    case TEST_NE:
        return v != s->limit;
    case TEST_LT:
        return v < s->limit;
    case TEST_LE:
        return v <= s->limit;
    case TEST_GT:
        return v > s->limit;
    case TEST_GE:
        return v >= s->limit;
    case TEST_NONE:
        break;
    }
    return true;
}

/* The section for a number; NULL when every one has a condition that it does not meet. */
static const struct section *choose(const struct numfmt *f, double v)
{
    const struct section *s = f->sections;
    bool first, second;

    if (f->n == 1)
        return s;
    first = s[0].op != TEST_NONE ? passes(&s[0], v) : f->n == 2 && s[1].op == TEST_NONE ? v >= 0 : v > 0;
    if (first)
        return &s[0];
    second = s[1].op != TEST_NONE ? passes(&s[1], v) : f->n == 2 || v < 0;
    if (second)
        return &s[1];
    if (f->n == 3)
        return &s[2];
    return s[0].op == TEST_NONE ? &s[0] : NULL;
}

/* The numbers just at, before and behind the sections' limits stand for all others. */
static bool is_reached_by_positive(const struct numfmt *f, const struct section *s)
{
    if (choose(f, DBL_MIN) == s || choose(f, DBL_MAX) == s)
        return true;
    for (uint32_t i = 0; i < f->n; i++) {
        double limit = f->sections[i].limit;
        double near[] = { limit, nextafter(limit, -INFINITY), nextafter(limit, INFINITY) };
        if (f->sections[i].op == TEST_NONE)
            continue;
        for (size_t j = 0; j < COUNT_OF(near); j++)
            if (near[j] > 0 && choose(f, near[j]) == s)
                return true;
    }
    return false;
}

/* ---- compiling ---- */

static enum numfmt_kind kind_of(const struct numfmt *f)
{
    bool has_date = false, has_time = false, has_percent = false, is_general = true;

    if (f->n == 0)
        return NUMFMT_TEXT;
    for (uint32_t i = 0; i < f->n; i++) {
        const struct section *s = &f->sections[i];
        has_date |= s->kind == SECTION_DATE && s->has_date;
        has_time |= s->kind == SECTION_DATE && s->has_time;
        is_general &= s->kind == SECTION_GENERAL;
        for (uint32_t j = 0; j < s->n; j++)
            has_percent |= s->pieces[j].kind == FMT_PERCENT;
    }
    if (has_date)
        return has_time ? NUMFMT_DATETIME : NUMFMT_DATE;
    if (has_time)
        return NUMFMT_TIME;
    return has_percent ? NUMFMT_PERCENT : is_general ? NUMFMT_GENERAL : NUMFMT_NUMBER;
}

/* Cuts the code; false when it has too many sections to mean anything. */
static bool read_sections(struct arena *a, const char *code, size_t n, struct numfmt *f)
{
    const char *p = code, *end = code + n;

    for (f->n = 0; f->n < NUMFMT_SECTIONS;) {
        p = numfmt_lex(a, p, end, &f->sections[f->n++]);
        if (p == end)
            return true;
        p++;
    }
    return false;
}

const struct numfmt *numfmt_new(struct arena *a, const char *code, size_t n)
{
    struct numfmt *f = arena_alloc(a, sizeof *f);

    if (n == 0 || n > NUMFMT_CODE_BYTES || !read_sections(a, arena_dup(a, code, n), n, f)) {
        *f = (struct numfmt){ .kind = NUMFMT_GENERAL, .n = 1, .text_section = -1 };
        return f; /* an all-zero section is General */
    }
    f->text_section = f->n == NUMFMT_SECTIONS || f->sections[f->n - 1].kind == SECTION_TEXT ? (int)--f->n : -1;
    for (uint32_t i = 0; i < f->n; i++)
        f->sections[i].drops_minus = !is_reached_by_positive(f, &f->sections[i]);
    f->kind = kind_of(f);
    return f;
}

enum numfmt_kind numfmt_kind(const struct numfmt *f)
{
    return f->kind;
}

/* ---- currencies ---- */

static uint8_t read_currency(const struct buf *text)
{
    struct amount a;
    size_t n;
    const char *p = str_trim(text->p, text->n, &n);

    return !text->failed && amount_read(p, n, &a) == AMOUNT_NUMBER ? a.currency : 0;
}

/* What stands before the digits is read as if it stood before a 1, and what stands behind them likewise, so that a
 * currency is what it is in a text (amounts.h), whatever else is on the other side. */
uint8_t numfmt_currency(const struct numfmt *f)
{
    const struct section *s = f->kind == NUMFMT_NUMBER ? choose(f, 1) : NULL;
    struct buf before CLEANUP(buf_done) = BUF(DATA_NUMBER_BYTES), behind CLEANUP(buf_done) = BUF(DATA_NUMBER_BYTES);
    bool has_digits = false;
    uint8_t currency;

    if (!s || s->kind != SECTION_NUMBER)
        return 0;
    buf_addc(&behind, '1');
    for (uint32_t i = 0; i < s->n; i++) {
        const struct format_token *p = &s->pieces[i];
        if (p->kind == FMT_LITERAL)
            buf_add(has_digits ? &behind : &before, p->p, p->n);
        has_digits |= p->kind == FMT_DIGIT;
    }
    buf_addc(&before, '1');
    currency = read_currency(&before);
    return currency ? currency : read_currency(&behind);
}

/* ---- showing ---- */

static void show_general(double v, struct buf *b)
{
    struct decimal d = decimal_of(v);

    decimal_general(&d, b);
}

/* General, or a number where the format has "@", with the text around it. */
static void show_among_text(const struct section *s, double v, struct buf *b)
{
    bool shown = false;

    for (uint32_t i = 0; i < s->n; i++) {
        const struct format_token *p = &s->pieces[i];
        if (p->kind != FMT_GENERAL && p->kind != FMT_AT) {
            buf_add(b, p->p, p->n);
        } else if (!shown) {
            show_general(v, b);
            shown = true;
        }
    }
    if (!shown)
        show_general(v, b);
}

void numfmt_number(const struct numfmt *f, double value, bool date1904, struct buf *b)
{
    static const struct section general = { .kind = SECTION_GENERAL };
    const struct section *s = f->n == 0 ? &general : choose(f, value);

    if (!s || !isfinite(value) || (s->kind == SECTION_DATE && !numfmt_show_date(s, value, date1904, b))) {
        buf_adds(b, UNSHOWABLE);
        return;
    }
    if (s->kind == SECTION_DATE)
        return;
    if (value < 0 && !s->drops_minus && (s->n > 0 || s->kind == SECTION_GENERAL))
        buf_addc(b, '-');
    value = fabs(value);
    if (s->kind == SECTION_FRACTION)
        numfmt_show_fraction(s, value, b);
    else if (s->kind == SECTION_GENERAL || s->kind == SECTION_TEXT)
        show_among_text(s, value, b);
    else
        numfmt_show_number(s, value, b);
}

void numfmt_text(const struct numfmt *f, const char *p, size_t n, struct buf *b)
{
    const struct section *s;

    if (f->text_section < 0 || n == 0) {
        buf_add(b, p, n);
        return;
    }
    s = &f->sections[f->text_section];
    for (uint32_t i = 0; i < s->n; i++) {
        const struct format_token *piece = &s->pieces[i];
        if (piece->kind == FMT_AT || piece->kind == FMT_GENERAL)
            buf_add(b, p, n);
        else if (piece->kind != FMT_DIGIT)
            buf_add(b, piece->p, piece->n);
    }
}
