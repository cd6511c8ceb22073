/* token.c - one pass over the characters: quotes, numbers with what belongs to them, words, signs.
 *
 * A hyphen ends a word ("AB-12" is three tokens): values and names are compared without their signs. Inside a number a
 * comma, point, colon, slash or hyphen stays where digits follow on both sides and the whole is a number, a time or a
 * date; "747-400" is two numbers.
 */
#include "link/token.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "link/lexicon.h"
#include "link/stem.h"
#include "link/text.h"
#include <stdint.h>
#include <string.h>

struct tokenizer {
    char word[STEM_BYTES + 1];
};

struct reading {
    struct tokenizer *t;
    struct arena *arena;
    const char *text;
    size_t n, at;
    struct token *tokens;
    size_t n_tokens;
    size_t quotes;       /* quotations seen */
    size_t quote_ends;   /* where the one that is open ends; 0: none is */
    size_t quote_closes; /* and behind its mark */
};

struct tokenizer *tokenizer_new(void)
{
    struct tokenizer *t = calloc(1, sizeof *t);

    if (!t)
        abort();
    return t;
}

void tokenizer_cleanup(struct tokenizer **t)
{
    free(*t);
}

const char *token_stem(struct tokenizer *t, struct arena *a, const char *folded)
{
    size_t n = strlen(folded);

    if (n >= STEM_BYTES)
        return arena_str(a, folded);
    memcpy(t->word, folded, n);
    return arena_dup(a, t->word, text_stem(t->word, n));
}

/* ---- quotes ---- */

/* The bytes of a quotation mark at p that may open one, and in *ret_close those that may close it. */
static size_t opening(const char *p, const char *ret_close[2])
{
    static const char *const marks[][3] = {
        { "\"", "\"", NULL },
        { "'", "'", NULL },
        { "`", "`", "'" },
        { "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9c" }, /* “ ” */
        { "\xe2\x80\x9e", "\xe2\x80\x9c", "\xe2\x80\x9d" }, /* „ “ */
        { "\xe2\x80\x9d", "\xe2\x80\x9d", NULL },           /* ” ” */
        { "\xe2\x80\x98", "\xe2\x80\x99", NULL },           /* ‘ ’ */
        { "\xc2\xab", "\xc2\xbb", NULL },                   /* « » */
        { "\xc2\xbb", "\xc2\xab", NULL },
    };

    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (str_starts(p, marks[i][0])) {
            ret_close[0] = marks[i][1];
            ret_close[1] = marks[i][2];
            return strlen(marks[i][0]);
        }
    return 0;
}

static bool letter_before(const struct reading *r, size_t at)
{
    while (at > 0 && ((unsigned char)r->text[--at] & 0xc0) == 0x80)
        ;
    return text_is_letter(r->text + at) || str_is_digit(r->text[at]);
}

static bool letter_at(const struct reading *r, size_t at)
{
    return text_is_letter(r->text + at) || str_is_digit(r->text[at]);
}

/* Opens a quotation where the mark at `at` has one that closes it: with something between them, and no letter behind,
 * so that an apostrophe is none. */
static bool open_quote(struct reading *r)
{
    const char *close[2];
    size_t n = opening(r->text + r->at, close);

    if (n == 0 || r->quote_ends || (r->at > 0 && letter_before(r, r->at)))
        return false;
    for (size_t i = r->at + n + 1; i < r->n; i++)
        for (size_t k = 0; k < 2; k++)
            if (close[k] && str_starts(r->text + i, close[k]) && !letter_at(r, i + strlen(close[k]))) {
                r->quotes++;
                r->quote_ends = i;
                r->quote_closes = i + strlen(close[k]);
                r->at += n;
                return true;
            }
    return false;
}

/* ---- tokens ---- */

static void look(struct reading *r, struct token *t)
{
    size_t n = strlen(t->folded);

    t->stem = t->folded;
    if (t->kind != TOKEN_WORD)
        return;
    t->stop = lexicon_stop(t->folded);
    t->stem = token_stem(r->t, r->arena, t->folded);
    t->capital = text_is_capital(t->text);
    t->capitals = t->capital && n > 1;
    for (const char *p = t->text; t->capitals && *p && *p != '\''; p++)
        t->capitals = !(*p >= 'a' && *p <= 'z');
}

static int add(struct reading *r, enum token_kind kind, size_t n, size_t folded_n, struct err *err)
{
    struct token *t = &r->tokens[r->n_tokens];

    if (r->n_tokens == LINK_TOKENS)
        return err_set(err, ERR_TOO_LARGE, "That question is too long.", "more than %d words", LINK_TOKENS);
    r->n_tokens++;
    *t = (struct token){ .kind = kind, .at = r->at, .n = n };
    t->text = arena_dup(r->arena, r->text + r->at, n);
    t->folded = text_fold(r->arena, r->text + r->at, folded_n);
    t->quote = r->quote_ends ? r->quotes : 0;
    look(r, t);
    r->at += n;
    return 0;
}

static size_t digits(const char *p)
{
    size_t n = 0;

    while (str_is_digit(p[n]))
        n++;
    return n;
}

/* Bytes of a date or time at p: three groups of digits with the same mark between them, or two with a colon. */
static size_t date_bytes(const char *p)
{
    size_t a = digits(p), b, c;
    char mark = p[a];

    if (a == 0 || a > 4 || !strchr("-/.:", mark) || mark == 0 || (b = digits(p + a + 1)) == 0 || b > 2)
        return 0;
    c = p[a + 1 + b] == mark ? digits(p + a + b + 2) : 0;
    if (c > 0 && c <= 4 && !str_is_digit(p[a + b + c + 2]) && (mark != '.' || a == 4 || c == 4))
        return a + b + c + 2;
    return mark == ':' && a <= 2 && b == 2 ? a + 1 + b : 0;
}

/* Bytes of a number at p: digits with commas at the thousands and one point. */
static size_t number_bytes(const char *p)
{
    size_t n = digits(p), m;

    while (n <= 3 + 4 * 12 && p[n] == ',' && digits(p + n + 1) == 3)
        n += 4;
    if (p[n] == '.' && (m = digits(p + n + 1)) > 0)
        n += 1 + m;
    return n;
}

static int add_number(struct reading *r, struct err *err)
{
    const char *p = r->text + r->at;
    size_t n = date_bytes(p);

    if (n == 10 && p[4] == '-' && (p[10] == 'T' || p[10] == ' ') && date_bytes(p + 11))
        n += 1 + date_bytes(p + 11);
    if (n == 0)
        n = number_bytes(p);
    while (text_is_letter(p + n) || str_is_digit(p[n]))
        n += text_char(p + n);
    return add(r, TOKEN_NUMBER, n, n, err);
}

/* An apostrophe at p: its bytes. */
static size_t apostrophe(const char *p)
{
    return *p == '\'' ? 1 : str_starts(p, "\xe2\x80\x99") ? 3 : 0;
}

/* A word, with a possessive's s and an apostrophe between letters ("O'Brien") in it. */
static int add_word(struct reading *r, struct err *err)
{
    const char *p = r->text + r->at;
    size_t n = 0, folded = 0, mark;

    while (r->at + n < r->n && (!r->quote_ends || r->at + n < r->quote_ends)) {
        if (text_is_letter(p + n) || str_is_digit(p[n])) {
            n += text_char(p + n);
            folded = n;
        } else if ((mark = apostrophe(p + n)) && (p[n + mark] == 's' || p[n + mark] == 'S') &&
                   !letter_at(r, r->at + n + mark + 1)) {
            n += mark + 1;
            break;
        } else if (mark && text_is_letter(p + n + mark)) {
            n += mark;
        } else {
            break;
        }
    }
    return add(r, TOKEN_WORD, n, folded, err);
}

static int add_sign(struct reading *r, struct err *err)
{
    static const char *const pairs[] = { "<=", ">=", "!=", "<>", "==" };
    const char *p = r->text + r->at;
    size_t n = text_char(p);

    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (str_starts(p, pairs[i]))
            n = 2;
    return add(r, TOKEN_SIGN, n, n, err);
}

/* White space, and underscores, which join words. */
static size_t blank(const char *p)
{
    if (strchr(" \t\r\n\f\v_", *p))
        return 1;
    return str_starts(p, "\xc2\xa0") ? 2 : str_starts(p, "\xe3\x80\x80") ? 3 : 0;
}

static int add_next(struct reading *r, struct err *err)
{
    const char *p = r->text + r->at;

    if (blank(p)) {
        r->at += blank(p);
        return 0;
    }
    if (str_is_digit(*p))
        return add_number(r, err);
    if (text_is_letter(p))
        return add_word(r, err);
    if (open_quote(r))
        return 0;
    if (*p == '"' || apostrophe(p)) { /* a quotation that nothing closes, and the apostrophe of "students'" */
        r->at += *p == '"' ? 1 : apostrophe(p);
        return 0;
    }
    return add_sign(r, err);
}

int tokens_read(struct tokenizer *t, struct arena *a, const char *text, struct token **ret, size_t *ret_n,
                struct err *err)
{
    struct reading r = { .t = t, .arena = a, .text = text, .n = strlen(text) };

    r.tokens = arena_array(a, LINK_TOKENS, sizeof *r.tokens);
    while (r.at < r.n) {
        if (r.quote_ends && r.at >= r.quote_ends) {
            r.at = r.quote_closes;
            r.quote_ends = 0;
            continue;
        }
        if (add_next(&r, err))
            return -1;
    }
    *ret = r.tokens;
    *ret_n = r.n_tokens;
    return 0;
}
