/* scan_cell.c - one cell: <c r="B7" s="3" t="s"><v>12</v></c> in a few dozen instructions, anything else with care. */
#include "office/sheet/scan_cell.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/num_digits.h"
#include "base/str.h"
#include "office/package/refusals.h"
#include "office/package/token.h"
#include <endian.h>
#include <string.h>

#define ATTRIBUTES 4   /* that the fast path looks at: r, s, t, and one to spare */
#define LONG_NUMBER 40 /* bytes of a number that the fast path reads; a double needs 24 */

void scan_row_text(struct scan *s)
{
    uint64_t text = '"';
    unsigned n = 1;

    for (uint32_t left = s->row; left > 0 && n < EIGHT; left /= 10, n++)
        text = text << 8 | (uint64_t)('0' + left % 10);
    s->row_bytes = s->row < 10000000 ? n : 0;
    s->row_mask = n < EIGHT ? ((uint64_t)1 << (8 * n)) - 1 : UINT64_MAX;
    s->row_text = text;
}

/* Letters, then this row's digits and the closing quote. */
static const char *fast_ref(const struct scan *s, const char *p, uint32_t *ret_column)
{
    uint32_t column = 0;

    for (unsigned i = 0; i < 3 && *p >= 'A' && *p <= 'Z'; i++)
        column = column * 26 + (uint32_t)(*p++ - 'A' + 1);
    if (column == 0 || s->row_bytes == 0 || (eight_bytes(p) & s->row_mask) != s->row_text)
        return NULL;
    *ret_column = column;
    return p + s->row_bytes;
}

/* Up to seven digits and the closing quote. */
static const char *fast_style(const char *p, uint32_t *ret)
{
    uint64_t word = eight_bytes(p);
    size_t n = eight_count(word);

    if (n == 0 || n == EIGHT || p[n] != '"')
        return NULL;
    *ret = (uint32_t)eight_value(word << (8 * (EIGHT - n)));
    return p + n + 1;
}

static const char *fast_type(const char *p, enum scan_type *ret)
{
    if (p[1] != '"')
        return NULL;
    switch (p[0]) {
    case 's':
        *ret = SCAN_SHARED;
        return p + 2;
    case 'n':
        return p + 2;
    case 'b':
        *ret = SCAN_TRUTH;
        return p + 2;
    default:
        return NULL;
    }
}

/* The rest of a number that is long or has an exponent: left to num.h. */
static const char *long_number(const char *start, const char *p, double *ret)
{
    const char *most = start + LONG_NUMBER;
    size_t n;

    while (p < most && ((*p >= '0' && *p <= '9') || *p == '.' || *p == '-' || *p == '+' || (*p | 0x20) == 'e'))
        p++;
    n = (size_t)(p - start);
    if (*p != '<' || !num_is_json(start, n))
        return NULL;
    *ret = num_double(start, n);
    return *ret - *ret == 0 ? p : NULL;
}

static const uint64_t whole_tens[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000 };

/* A whole number of 8 to 15 digits, which a double holds exactly; the first eight are in word. */
static const char *long_whole(const char *p, uint64_t word, double *ret)
{
    uint64_t rest = eight_bytes(p + EIGHT);
    size_t n = eight_count(rest);

    if (n == EIGHT || p[EIGHT + n] != '<')
        return NULL;
    rest = n > 0 ? eight_value(rest << (8 * (EIGHT - n))) : 0;
    *ret = (double)(eight_value(word) * whole_tens[n] + rest);
    return p + EIGHT + n;
}

static const char *fast_number(const char *p, double *ret)
{
    static const double tens[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };
    const char *start = p;
    bool negative = *p == '-';
    uint64_t word = eight_bytes(p += negative), value;
    size_t n = eight_count(word), places;

    if (n == 0)
        return NULL;
    if (n == EIGHT) {
        const char *after = long_whole(p, word, ret);
        if (after && negative)
            *ret = -*ret;
        return after ? after : long_number(start, p, ret);
    }
    value = eight_value(word << (8 * (EIGHT - n)));
    p += n;
    if (*p == '<') {
        *ret = negative ? -(double)value : (double)value;
        return p;
    }
    word = eight_bytes(p + 1);
    places = eight_count(word);
    if (*p != '.' || places == 0 || places == EIGHT || p[1 + places] != '<')
        return long_number(start, p, ret);
    /* At most 14 digits: both numbers are exact doubles, so their quotient is the nearest one. */
    value = value * whole_tens[places] + eight_value(word << (8 * (EIGHT - places)));
    *ret = (double)value / tens[places];
    if (negative)
        *ret = -*ret;
    return p + 1 + places;
}

static const char *fast_value(const char *p, struct scan_cell *c)
{
    uint64_t word;
    size_t n;

    if (c->type == SCAN_NUMBER)
        return fast_number(p, &c->number);
    word = eight_bytes(p);
    n = eight_count(word);
    if (n == 0 || n == EIGHT)
        return NULL;
    c->index = (uint32_t)eight_value(word << (8 * (EIGHT - n)));
    return c->type == SCAN_SHARED || c->index <= 1 ? p + n : NULL;
}

const char *scan_cell_fast(const struct scan *s, const char *p, struct scan_cell *ret)
{
    if (p[0] != '<' || p[1] != 'c')
        return NULL;
    p += 2;
    ret->row = s->row;
    ret->column = s->column + 1;
    ret->style = 0;
    ret->type = SCAN_NUMBER;
    for (unsigned i = 0; i < ATTRIBUTES && *p == ' '; i++) {
        if (p[2] != '=' || p[3] != '"')
            return NULL;
        char name = p[1];
        p += 4;
        p = name == 'r'   ? fast_ref(s, p, &ret->column)
            : name == 's' ? fast_style(p, &ret->style)
            : name == 't' ? fast_type(p, &ret->type)
                          : NULL;
        if (!p)
            return NULL;
    }
    if (p[0] == '/' && p[1] == '>') {
        ret->type = SCAN_EMPTY;
        return p + 2;
    }
    if (memcmp(p, "><v>", 4) != 0)
        return NULL;
    p = fast_value(p + 4, ret);
    return p && memcmp(p, "</v></c>", 8) == 0 ? p + 8 : NULL;
}

/* ---- with care ---- */

/* Letters and digits, whatever their size; false when it is no reference. */
static bool read_ref(const char *p, size_t n, uint32_t *ret_row, uint32_t *ret_column)
{
    uint32_t row = 0, column = 0;
    size_t i = 0;

    for (; i < n && i < 5 && (p[i] | 0x20) >= 'a' && (p[i] | 0x20) <= 'z'; i++)
        column = column * 26 + (uint32_t)((p[i] | 0x20) - 'a' + 1);
    if (i == 0 || i == n || n - i > 8)
        return false;
    for (; i < n && p[i] >= '0' && p[i] <= '9'; i++)
        row = row * 10 + (uint32_t)(p[i] - '0');
    if (i < n || row == 0)
        return false;
    *ret_row = row;
    *ret_column = column;
    return true;
}

enum written {
    WRITTEN_NUMBER,
    WRITTEN_SHARED,
    WRITTEN_TEXT,
    WRITTEN_INLINE,
    WRITTEN_TRUTH,
    WRITTEN_ERROR,
    WRITTEN_DATE
};

static enum written written_type(const struct token *t)
{
    static const struct {
        const char *text;
        enum written type;
    } types[] = { { "s", WRITTEN_SHARED }, { "str", WRITTEN_TEXT }, { "inlineStr", WRITTEN_INLINE },
                  { "b", WRITTEN_TRUTH },  { "e", WRITTEN_ERROR },  { "d", WRITTEN_DATE } };
    const char *p;
    size_t n;

    if (token_attr(t, "t", &p, &n))
        for (size_t i = 0; i < COUNT_OF(types); i++)
            if (strlen(types[i].text) == n && memcmp(types[i].text, p, n) == 0)
                return types[i].type;
    return WRITTEN_NUMBER;
}

static void read_head(struct scan *s, const struct token *t, struct scan_cell *ret)
{
    const char *p;
    double style;
    size_t n;

    *ret = (struct scan_cell){ .row = s->row ? s->row : 1, .column = s->column + 1 };
    if (token_attr(t, "r", &p, &n))
        (void)read_ref(p, n, &ret->row, &ret->column);
    if (token_attr(t, "s", &p, &n) && scan_number(p, n, &style) && style >= 0 && style < UINT32_MAX)
        ret->style = (uint32_t)style;
}

/* What of a cell's content is being read. */
struct content {
    struct buf *into; /* the text or the formula; NULL: neither */
    unsigned depth;   /* elements below the cell */
    unsigned skip;    /* depth of the one that is left out */
    bool in_string;   /* inside <is> */
    bool has_string;  /* there was an <is> */
    bool has_formula;
    bool is_repaired; /* a text held what none may */
    uint32_t shared;  /* as scan_cell has it */
};

static uint32_t shared_number(const struct token *t)
{
    const char *p;
    double number;
    size_t n;

    if (!token_attr(t, "t", &p, &n) || n != 6 || memcmp(p, "shared", 6) != 0 || !token_attr(t, "si", &p, &n) ||
        !scan_number(p, n, &number) || number < 0 || number >= UINT32_MAX)
        return 0;
    return (uint32_t)number + 1;
}

static void content_start(struct scan *s, struct content *c, const struct token *t)
{
    c->depth++;
    if (c->skip)
        return;
    if (c->depth == 1 && token_is(t, "v")) {
        c->into = &s->text;
    } else if (c->depth == 1 && token_is(t, "f")) {
        c->has_formula = true;
        c->shared = shared_number(t);
        c->into = &s->formula;
    } else if (c->depth == 1 && token_is(t, "is")) {
        c->in_string = c->has_string = true;
    } else if (c->in_string && token_is(t, "t")) {
        c->into = &s->text;
    } else if (!(c->in_string && token_is(t, "r"))) {
        c->skip = c->depth;
    }
}

static void content_end(struct content *c)
{
    c->into = NULL;
    if (c->skip == c->depth)
        c->skip = 0;
    if (c->depth == 1)
        c->in_string = false;
    c->depth--;
}

/* Reads up to the cell's own end. */
static int read_content(struct scan *s, struct content *c, const char *p, const char *end, bool last,
                        const char **ret_after, struct err *err)
{
    for (;;) {
        struct token t = { .kind = TOKEN_MORE };
        if (p < end)
            t = token_next(p, end, last);
        if (t.kind == TOKEN_MORE)
            return 2;
        if (t.kind == TOKEN_BAD)
            return workbook_damaged(err, "a cell's XML is not well-formed");
        p = t.after;
        if (t.kind == TOKEN_END && c->depth == 0) {
            *ret_after = p;
            return token_is(&t, "c") ? 0 : workbook_damaged(err, "a cell ends with another tag");
        }
        if (t.kind == TOKEN_START || t.kind == TOKEN_EMPTY)
            content_start(s, c, &t);
        if (t.kind == TOKEN_END || t.kind == TOKEN_EMPTY)
            content_end(c);
        if ((t.kind == TOKEN_TEXT || t.kind == TOKEN_CDATA) && c->into && !c->skip && !token_add(c->into, &t))
            c->is_repaired = true;
        if (c->depth > WORKBOOK_XML_DEPTH)
            return workbook_damaged(err, "a cell's XML nests too deep");
    }
}

static void set_text(struct scan *s, enum scan_type type, struct scan_cell *ret)
{
    ret->type = type;
    ret->text = s->text.p;
    ret->n = s->text.n;
    if (ret->n > SHEET_CELL_CHARS) {
        ret->n = str_fit_chars(ret->text, ret->n, SHEET_CELL_CHARS);
        s->cut += ret->n < s->text.n;
    }
}

/* A truth is "1" or "0", or spelled out. */
static bool set_truth(const struct scan *s, struct scan_cell *ret)
{
    size_t n;
    const char *p = str_trim(s->text.p, s->text.n, &n);
    bool yes = (n == 1 && *p == '1') || (n == 4 && strncasecmp(p, "true", 4) == 0);

    if (!yes && !(n == 1 && *p == '0') && !(n == 5 && strncasecmp(p, "false", 5) == 0))
        return false;
    ret->type = SCAN_TRUTH;
    ret->index = yes;
    return true;
}

/* The value from its text and the type it is written as; a text that is not of its type is kept as text. */
static void set_value(struct scan *s, enum written type, struct scan_cell *ret)
{
    double number = 0;

    if (s->text.n == 0)
        return;
    switch (type) {
    case WRITTEN_NUMBER:
    case WRITTEN_SHARED:
        if (!scan_number(s->text.p, s->text.n, &number)) {
            set_text(s, SCAN_TEXT, ret);
        } else if (type == WRITTEN_NUMBER) {
            ret->type = SCAN_NUMBER;
            ret->number = number;
        } else {
            ret->type = SCAN_SHARED;
            ret->index = number >= 0 && number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
        }
        break;
    case WRITTEN_TRUTH:
        if (!set_truth(s, ret))
            set_text(s, SCAN_TEXT, ret);
        break;
    case WRITTEN_TEXT:
        xstring_decode(&s->text, 0);
        set_text(s, SCAN_TEXT, ret);
        break;
    case WRITTEN_INLINE: /* its text is in <is>; a <v> beside it is none, says the standard */
        break;
    case WRITTEN_ERROR:
        set_text(s, SCAN_ERROR, ret);
        break;
    case WRITTEN_DATE:
        set_text(s, SCAN_DATE, ret);
        break;
    }
}

int scan_cell_slow(struct scan *s, const struct token *t, const char *end, bool last, struct scan_cell *ret,
                   const char **ret_after, struct err *err)
{
    struct content c = { 0 };
    enum written type = written_type(t);
    int go;

    read_head(s, t, ret);
    if (t->kind == TOKEN_EMPTY)
        return 0;
    buf_cut(&s->text, 0);
    buf_cut(&s->formula, 0);
    go = read_content(s, &c, t->after, end, last, ret_after, err);
    if (go != 0)
        return go;
    if (s->text.failed || s->formula.failed)
        return workbook_long_cell(err);
    s->repaired += c.is_repaired;
    set_value(s, c.has_string ? WRITTEN_TEXT : type, ret);
    ret->is_unsaved = c.has_formula && ret->type == SCAN_EMPTY && type != WRITTEN_TEXT;
    if (c.has_formula && s->handler.formulas) {
        ret->formula = s->formula.p;
        ret->formula_n = s->formula.n;
        ret->shared = c.shared;
    }
    return 0;
}
