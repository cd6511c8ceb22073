/* pii_seen.c - what values look like: addresses, telephone numbers, social security numbers, card numbers.
 *
 * Each test is a walk over a value of bounded length, so it is cheap enough for every value of a column. Numbers
 * without any separator are taken for identifiers, not for telephone or social security numbers: most are. Card numbers
 * have a check digit and a prefix, which a column of other numbers does not keep to.
 */
#include "base/attrs.h"
#include "base/limits.h"
#include "data/pii.h"
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_alnum(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* ---- addresses ---- */

static bool in_local_part(char c)
{
    return is_alnum(c) || (c && strchr("._%+-'", c));
}

/* The bytes before and behind an "@" make an address: a name, then labels with points between, the last of two letters
 * or more. */
static bool is_address_at(const char *p, size_t n, size_t at)
{
    size_t label = 0, labels = 0;

    if (at == 0 || !in_local_part(p[at - 1]) || p[at - 1] == '.')
        return false;
    for (size_t i = at + 1; i < n && (is_alnum(p[i]) || p[i] == '-' || p[i] == '.'); i++) {
        if (p[i] == '.') {
            if (label == 0)
                return false;
            labels++;
            label = 0;
            continue;
        }
        label++;
        if (labels > 0 && label == 2 && !is_digit(p[i]) && !is_digit(p[i - 1]))
            return true;
    }
    return false;
}

static bool has_email(const char *p, size_t n)
{
    const char *at = memchr(p, '@', n), *end = p + n;

    for (; at; at = memchr(at + 1, '@', (size_t)(end - at - 1)))
        if (is_address_at(p, n, (size_t)(at - p)))
            return true;
    return false;
}

/* ---- numbers in groups ---- */

/* Digits in groups, as people write long numbers down. */
struct groups {
    uint8_t digits[PII_NUMBER_DIGITS];
    size_t n;                        /* digits */
    uint8_t size[PII_NUMBER_GROUPS]; /* of each group */
    size_t n_groups;
    bool plus;   /* begins with "+" */
    bool parens; /* has "(ddd)" in it */
    bool dots;   /* stand between groups */
};

/* What may stand between two groups; false for anything else. */
static bool is_gap(struct groups *g, char c)
{
    g->dots |= c == '.';
    g->parens |= c == '(';
    return c && strchr("-. ()/", c);
}

/* Cuts the value into groups of digits; false when it holds anything else, or more than a number has. */
static bool read_groups(const char *p, size_t n, struct groups *g)
{
    bool inside = false;

    *g = (struct groups){ .plus = n > 0 && p[0] == '+' };
    for (size_t i = g->plus; i < n; i++) {
        if (!is_digit(p[i])) {
            inside = false;
            if (!is_gap(g, p[i]) || (i > 0 && p[i] == p[i - 1]))
                return false;
            continue;
        }
        if (!inside && g->n_groups == PII_NUMBER_GROUPS)
            return false;
        if (g->n == PII_NUMBER_DIGITS)
            return false;
        g->n_groups += !inside;
        g->size[g->n_groups - 1]++;
        g->digits[g->n++] = (uint8_t)(p[i] - '0');
        inside = true;
    }
    return inside;
}

static int number_of(const struct groups *g, size_t from, size_t n)
{
    int value = 0;

    for (size_t i = 0; i < n; i++)
        value = value * 10 + g->digits[from + i];
    return value;
}

/* 123-45-6789: areas 000, 666 and 900 to 999, group 00 and serial 0000 were never given out. */
static bool is_ssn(const struct groups *g)
{
    int area;

    if (g->n_groups != 3 || g->size[0] != 3 || g->size[1] != 2 || g->size[2] != 4 || g->plus || g->parens || g->dots)
        return false;
    area = number_of(g, 0, 3);
    return area > 0 && area != 666 && area < 900 && number_of(g, 3, 2) > 0 && number_of(g, 5, 4) > 0;
}

/* (555) 123-4567, 555-123-4567, 1 555 123 4567: no area or exchange begins with 0 or 1. */
static bool is_american(const struct groups *g)
{
    const bool one = g->n_groups == 4 && g->size[0] == 1 && g->digits[0] == 1;
    const size_t first = one, at = one;

    return (g->n_groups == 3 || one) && g->size[first] == 3 && g->size[first + 1] == 3 && g->size[first + 2] == 4 &&
           g->digits[at] > 1 && g->digits[at + 3] > 1;
}

/* +49 30 1234567 or 0049...: a country's prefix; 030 1234567, 01 23 45 67 89: a trunk's 0, in groups of two digits or
 * more, too long for a date. */
static bool is_international(const struct groups *g)
{
    const bool foreign = g->plus || (g->digits[0] == 0 && g->digits[1] == 0);

    if (foreign)
        return g->n >= 9 && g->n <= 17 && g->digits[g->plus ? 0 : 2] != 0;
    for (size_t i = 0; i < g->n_groups; i++)
        if (g->size[i] < 2)
            return false;
    return g->digits[0] == 0 && g->n_groups >= 2 && g->n >= 9 && g->n <= 12 && g->size[0] >= 2 && !g->dots;
}

static bool is_phone(const struct groups *g)
{
    return is_american(g) || is_international(g);
}

static bool passes_luhn(const struct groups *g)
{
    unsigned sum = 0;

    for (size_t i = 0; i < g->n; i++) {
        unsigned d = g->digits[g->n - 1 - i];
        if (i % 2)
            d = d * 2 > 9 ? d * 2 - 9 : d * 2;
        sum += d;
    }
    return sum % 10 == 0;
}

/* The networks' prefixes, as ranges of their first four digits, with the lengths they use. */
static const struct {
    int first, last;
    size_t shortest, longest;
} cards[] = {
    { 4000, 4999, 13, 19 }, /* Visa */
    { 5100, 5599, 16, 16 }, /* Mastercard */
    { 2221, 2720, 16, 16 }, /* Mastercard */
    { 3400, 3499, 15, 15 }, /* American Express */
    { 3700, 3799, 15, 15 }, /* American Express */
    { 6011, 6011, 16, 19 }, /* Discover */
    { 6440, 6599, 16, 19 }, /* Discover */
    { 3000, 3059, 14, 19 }, /* Diners Club */
    { 3600, 3699, 14, 19 }, /* Diners Club */
    { 3528, 3589, 16, 19 }, /* JCB */
    { 6200, 6299, 16, 19 }, /* UnionPay */
};

static bool is_card(const struct groups *g)
{
    int prefix;

    if (g->n < 13 || g->n > 19 || g->plus || g->parens || g->dots)
        return false;
    prefix = number_of(g, 0, 4);
    for (size_t i = 0; i < COUNT_OF(cards); i++)
        if (prefix >= cards[i].first && prefix <= cards[i].last && g->n >= cards[i].shortest &&
            g->n <= cards[i].longest)
            return passes_luhn(g);
    return false;
}

/* ---- public ---- */

void pii_seen_add(struct pii_seen *s, const char *p, size_t n)
{
    struct groups g;

    while (n > 0 && (*p == ' ' || *p == '\t'))
        p++, n--;
    while (n > 0 && (p[n - 1] == ' ' || p[n - 1] == '\t'))
        n--;
    if (n == 0)
        return;
    s->values++;
    s->email += has_email(p, n < PII_TEXT_BYTES ? n : PII_TEXT_BYTES);
    if (n > PII_NUMBER_BYTES || !read_groups(p, n, &g))
        return;
    if (is_ssn(&g))
        s->ssn++;
    else if (is_card(&g))
        s->card++;
    else if (is_phone(&g))
        s->phone++;
}

const char *pii_content(const struct pii_seen *s)
{
    const struct {
        uint64_t n;
        const char *pattern;
    } kinds[] = { { s->email, "email" }, { s->phone, "phone" }, { s->ssn, "ssn" }, { s->card, "credit_card" } };

    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].n > s->values / 2)
            return kinds[i].pattern;
    return NULL;
}
