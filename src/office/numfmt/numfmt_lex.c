/* numfmt_lex.c - a format code cut into pieces.
 *
 * Nothing is refused: what has no meaning is shown as it stands, as spreadsheets do with codes that other programs
 * wrote. Whether a comma groups thousands, scales or is just a comma depends on what else is in the section and is left
 * to numfmt_settle.c.
 */
#include "base/arena.h"
#include "base/num.h"
#include "base/str.h"
#include "office/numfmt/numfmt_node.h"
#include <string.h>
#include <strings.h>

struct lexer {
    const char *p, *end;
    struct section *section;
    struct format_token *pieces; /* room for one a byte */
    uint32_t n;
};

static size_t left(const struct lexer *x)
{
    return (size_t)(x->end - x->p);
}

static void add(struct lexer *x, enum format_token_kind kind, char c, const char *p, size_t n, size_t taken)
{
    x->pieces[x->n++] =
        (struct format_token){ .kind = kind, .c = c, .count = (uint32_t)taken, .p = p, .n = (uint32_t)n };
    x->p += taken;
}

/* Bytes of the character at x->p, whatever it is. */
static size_t char_bytes(const struct lexer *x)
{
    size_t n = str_char_bytes(x->p, left(x));

    return n > 0 ? n : 1;
}

static bool starts(const struct lexer *x, const char *word)
{
    size_t n = strlen(word);

    return left(x) >= n && strncasecmp(x->p, word, n) == 0;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* How often the letter at p comes in a row. */
static size_t run(const char *p, const char *end)
{
    size_t n = 1;

    while (p + n < end && lower(p[n]) == lower(*p))
        n++;
    return n;
}

/* ---- brackets ---- */

static bool read_condition(const char *p, const char *end, struct section *s)
{
    static const struct {
        char text[3];
        enum test_op op;
    } ops[] = { { "<=", TEST_LE }, { ">=", TEST_GE }, { "<>", TEST_NE },
                { "<", TEST_LT },  { ">", TEST_GT },  { "=", TEST_EQ } };

    for (size_t i = 0; i < COUNT_OF(ops); i++) {
        size_t n = strlen(ops[i].text), digits;
        const char *number;
        if ((size_t)(end - p) <= n || memcmp(p, ops[i].text, n) != 0)
            continue;
        number = str_trim(p + n, (size_t)(end - p) - n, &digits);
        if (!num_is_json(number, digits))
            return false;
        s->op = ops[i].op;
        s->limit = num_double(number, digits);
        return true;
    }
    return false;
}

/* [$€-407]: the currency's sign is shown, the locale is not. */
static void add_currency(struct lexer *x, const char *p, const char *end)
{
    const char *dash = memrchr(p, '-', (size_t)(end - p));

    add(x, FMT_LITERAL, 0, p, (size_t)((dash ? dash : end) - p), 0);
}

static void lex_bracket(struct lexer *x)
{
    const char *p = x->p + 1, *end = memchr(x->p, ']', left(x));
    size_t n = end ? (size_t)(end - p) : 0;

    if (!end) {
        add(x, FMT_LITERAL, 0, x->p, 1, 1);
        return;
    }
    if (n > 0 && *p == '$') {
        add_currency(x, p + 1, end);
    } else if (n > 0 && memchr("hms", lower(*p), 3) && run(p, end) == n) {
        add(x, FMT_ELAPSED, lower(*p), x->p, n + 2, 0);
        x->pieces[x->n - 1].count = (uint32_t)n;
    } else {
        read_condition(p, end, x->section);
        x->section->has_tag = true; /* a colour, or a tag of some other program */
    }
    x->p = end + 1;
}

/* ---- the rest ---- */

static void lex_quoted(struct lexer *x)
{
    const char *p = x->p + 1, *end = memchr(p, '"', left(x) - 1);
    size_t n = (size_t)((end ? end : x->end) - p);

    add(x, FMT_LITERAL, 0, p, n, n + 1 + (end != NULL));
}

/* "_x" leaves as much room as x takes, "*x" fills the column with x: one blank and, at its width, nothing. */
static void lex_escaped(struct lexer *x)
{
    char c = *x->p++;
    size_t n = left(x) > 0 ? char_bytes(x) : 0;

    if (c == '\\')
        add(x, FMT_LITERAL, 0, x->p, n, n);
    else if (c == '_')
        add(x, FMT_LITERAL, 0, " ", 1, n);
    else
        x->p += n;
}

static bool lex_word(struct lexer *x)
{
    static const struct {
        const char *text;
        enum format_token_kind kind;
    } words[] = { { "General", FMT_GENERAL }, { "AM/PM", FMT_HALF }, { "A/P", FMT_HALF } };

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (starts(x, words[i].text)) {
            add(x, words[i].kind, 0, x->p, strlen(words[i].text), strlen(words[i].text));
            return true;
        }
    }
    return false;
}

static void lex_letter(struct lexer *x)
{
    char c = lower(*x->p);
    size_t n = run(x->p, x->end);

    if (lex_word(x))
        return;
    if (c == 'e' && left(x) > 1 && (x->p[1] == '+' || x->p[1] == '-'))
        add(x, FMT_EXPONENT, x->p[1], x->p, 2, 2);
    else if (c == 'b' && left(x) > 1 && (x->p[1] == '1' || x->p[1] == '2'))
        x->p += 2; /* which calendar: the Gregorian one is always shown */
    else if (memchr("ymdhsebg", c, 8) || (c == 'a' && n >= 3))
        add(x, FMT_UNIT, c, x->p, n, n);
    else
        add(x, FMT_LITERAL, 0, x->p, n, n);
}

static void lex_one(struct lexer *x)
{
    static const struct {
        char c;
        enum format_token_kind kind;
    } signs[] = { { '0', FMT_DIGIT }, { '#', FMT_DIGIT },   { '?', FMT_DIGIT }, { ',', FMT_COMMA },
                  { '.', FMT_POINT }, { '%', FMT_PERCENT }, { '/', FMT_SLASH }, { '@', FMT_AT } };
    char c = *x->p;

    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        if (signs[i].c == c) {
            add(x, signs[i].kind, c, x->p, 1, 1);
            return;
        }
    }
    if (c == '"')
        lex_quoted(x);
    else if (c == '\\' || c == '_' || c == '*')
        lex_escaped(x);
    else if (c == '[')
        lex_bracket(x);
    else if (lower(c) >= 'a' && lower(c) <= 'z')
        lex_letter(x);
    else if (c >= '1' && c <= '9')
        add(x, FMT_NUMERAL, c, x->p, 1, 1);
    else
        add(x, FMT_LITERAL, 0, x->p, char_bytes(x), char_bytes(x));
}

const char *numfmt_lex(struct arena *a, const char *p, const char *end, struct section *s)
{
    struct lexer x = { .p = p, .end = end, .section = s };

    x.pieces = arena_array(a, (size_t)(end - p) + 1, sizeof *x.pieces);
    while (x.p < end && *x.p != ';')
        lex_one(&x);
    s->pieces = x.pieces;
    s->n = x.n;
    numfmt_settle(s, x.pieces);
    return x.p;
}
