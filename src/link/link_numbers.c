/* link_numbers.c - numbers in digits and letters, with what multiplies them, and the units behind them.
 *
 * "1,200", "5k", "5 million", "$3.5m", "12%", "3rd", "twenty five", "two hundred", "third", "a dozen". A number is
 * given as a plain decimal too, so that nothing is lost to a double.
 */
#include "base/arena.h"
#include "base/str.h"
#include "link/lexicon.h"
#include "link/link_node.h"
#include "link/schema_node.h"
#include <math.h>
#include <string.h>

#define DIGITS 60 /* of a number that is read */

struct number {
    double value;
    size_t n; /* tokens */
    bool ordinal, written_out, percent;
};

static bool is(const struct linking *l, size_t i, const char *what, double *ret)
{
    const struct token *t;

    if (i >= l->n_tokens || l->tokens[i].kind != TOKEN_WORD || l->tokens[i].quote > 0)
        return false;
    t = &l->tokens[i];
    return lexicon_number(t->folded, strlen(t->folded), what, ret);
}

static bool sign(const struct linking *l, size_t i, const char *text)
{
    return i < l->n_tokens && strcmp(l->tokens[i].folded, text) == 0;
}

/* The digits of a token as a number, and what its letters say. */
static bool read_digits(const struct token *t, struct number *ret)
{
    char digits[DIGITS];
    size_t n = 0, at = 0;
    double factor;

    for (; str_is_digit(t->folded[at]) || t->folded[at] == ',' || t->folded[at] == '.'; at++) {
        if (n + 1 == sizeof digits)
            return false;
        if (t->folded[at] != ',')
            digits[n++] = t->folded[at];
    }
    if (!value_number(digits, n, &ret->value))
        return false;
    if (t->folded[at] == 0)
        return true;
    if (lexicon_number(t->folded + at, strlen(t->folded + at), "place", &factor)) {
        ret->ordinal = true;
        return true;
    }
    if (!lexicon_number(t->folded + at, strlen(t->folded + at), "suffix", &factor))
        return false;
    ret->value *= factor;
    return true;
}

/* Tokens of a number in letters: tens and units, "hundred" and "thousand". */
static size_t read_letters(const struct linking *l, size_t i, struct number *ret)
{
    double part = 0, v;
    size_t at = i;

    for (;; at++) {
        if (sign(l, at, "-") && at > i)
            continue;
        if (is(l, at, "cardinal", &v) && (part == 0 || (v < 10 && part >= 20 && fmod(part, 10) == 0)))
            part += v;
        else
            break;
    }
    while (at > i && sign(l, at - 1, "-"))
        at--;
    if (at == i && is(l, i, "ordinal", &v)) {
        *ret = (struct number){ .value = v, .n = 1, .ordinal = true, .written_out = true };
        return 1;
    }
    *ret = (struct number){ .value = part, .written_out = true, .n = at - i };
    return at - i;
}

/* "million" behind a number; and "a hundred", "dozens" without one. */
static void multiply(const struct linking *l, size_t i, struct number *n)
{
    double factor;

    while (is(l, i + n->n, "times", &factor)) {
        n->value = n->n > 0 ? n->value * factor : factor;
        n->written_out = n->written_out || n->n == 0;
        n->n++;
    }
}

static bool read_number(const struct linking *l, size_t i, struct number *ret)
{
    const struct token *t = &l->tokens[i];

    *ret = (struct number){ 0 };
    if (t->kind == TOKEN_NUMBER) {
        if (!read_digits(t, ret))
            return false;
        ret->n = 1;
    } else {
        read_letters(l, i, ret);
    }
    if (!ret->ordinal)
        multiply(l, i, ret);
    return ret->n > 0;
}

/* A minus that is one: at the beginning or behind a blank, and not behind a number. */
static bool negative(const struct linking *l, size_t i)
{
    const struct token *minus = i > 0 ? &l->tokens[i - 1] : NULL;

    if (!minus || strcmp(minus->folded, "-") != 0 || minus->at + 1 != l->tokens[i].at)
        return false;
    return i == 1 || l->tokens[i - 2].at + l->tokens[i - 2].n < minus->at;
}

/* Without an exponent. */
static const char *decimal(struct arena *a, double v)
{
    if (v == floor(v) && fabs(v) < 1e18)
        return arena_printf(a, "%.0f", v);
    return arena_printf(a, fabs(v) < 1e-4 ? "%.20f" : "%.15g", v);
}

static void add_number(struct linking *l, size_t i, const struct number *n)
{
    bool minus = l->tokens[i].kind == TOKEN_NUMBER && negative(l, i);
    bool percent = sign(l, i + n->n, "%") || sign(l, i + n->n, "percent");
    struct mention *m = linking_add(l, MENTION_NUMBER, i - minus, n->n + minus);

    if (!m)
        return;
    m->number = minus ? -n->value : n->value;
    m->text = decimal(l->arena, m->number);
    m->ordinal = n->ordinal;
    m->written_out = n->written_out;
    m->percent = percent;
    m->scores[SCORE_EXACT] = m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] = m->scores[SCORE_TIGHT] = 1;
    m->scores[SCORE_QUOTED] = l->tokens[i].quote > 0;
    m->fit = n->written_out ? 0.8F : 1;
}

/* A unit of up to two words at a token. */
static size_t unit_at(const struct linking *l, size_t i, struct lexicon_unit *ret)
{
    if (l->tokens[i].quote > 0)
        return 0;
    if (i + 1 < l->n_tokens &&
        lexicon_unit(arena_printf(l->arena, "%s %s", l->tokens[i].folded, l->tokens[i + 1].folded), ret))
        return 2;
    return lexicon_unit(l->tokens[i].folded, ret) ? 1 : 0;
}

static void add_unit(struct linking *l, size_t i, bool behind_number)
{
    struct lexicon_unit unit;
    size_t n = unit_at(l, i, &unit);
    struct mention *m = n > 0 ? linking_add(l, MENTION_UNIT, i, n) : NULL;

    if (!m)
        return;
    m->text = unit.base;
    m->number = unit.factor;
    m->scores[SCORE_EXACT] = m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] = m->scores[SCORE_TIGHT] = 1;
    m->fit = behind_number ? 1 : 0.5F;
}

void link_numbers(struct linking *l)
{
    bool before = false; /* a number ends before the token */
    size_t taken = 0;    /* tokens that are in a number already */

    for (size_t i = 0; i < l->n_tokens; i++) {
        struct number n;
        if (i >= taken && l->tokens[i].kind != TOKEN_SIGN && read_number(l, i, &n)) {
            add_number(l, i, &n);
            taken = i + n.n;
        }
        before = i > 0 && i == taken;
        if (i >= taken)
            add_unit(l, i, before || (i > 1 && sign(l, i - 1, "-") && i - 1 == taken));
    }
}
