/* pii_seen.c - what a column's values are, counted.
 *
 * What a value has in it is found in pii_find.c. Here is counted too what it could be, should the column's name say so:
 * a date under "born", digits under "mobile".
 */
#include "base/attrs.h"
#include "base/limits.h"
#include "base/mix.h"
#include "data/pii/pii.h"
#include "data/pii/pii_fold.h"
#include <string.h>

#define NEARLY_ALL(n, of) ((n)*20 >= (of)*19) /* a slip of the pen in twenty */
#define FEW_CARDS 3                           /* numbers among others that pass for a card's: chance makes one or two */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- what a value could be ---- */

struct shape {
    size_t digits, letters, marks, groups; /* groups of digits */
    size_t longest, first;                 /* group of digits, and the first one */
    bool has_other;                        /* anything but digits, letters and separators */
    bool has_year;                         /* a group of four that is one people are born in */
    bool is_decimal;                       /* one point, and digits around it */
};

static bool is_year(const char *p)
{
    return (p[0] == '1' && (p[1] == '8' || p[1] == '9')) || (p[0] == '2' && p[1] == '0');
}

static struct shape shape_of(const char *p, size_t n)
{
    struct shape s = { 0 };
    size_t points = 0;

    for (size_t i = 0, run; i < n; i += run ? run : 1) {
        for (run = 0; i + run < n && is_digit(p[i + run]); run++)
            ;
        s.digits += run;
        s.groups += run > 0;
        s.longest = run > s.longest ? run : s.longest;
        s.first = s.groups == 1 && run > 0 ? run : s.first;
        s.has_year |= run == 4 && is_year(p + i);
        if (run > 0)
            continue;
        s.letters += ((p[i] | 0x20) >= 'a' && (p[i] | 0x20) <= 'z') || (unsigned char)p[i] >= 0x80;
        s.marks += p[i] && strchr("+-. ()/,:", p[i]);
        points += p[i] == '.';
    }
    s.has_other = s.digits + s.letters + s.marks < n;
    s.is_decimal = points == 1 && s.marks == 1 && s.letters == 0;
    return s;
}

/* 1985-07-30, 30.7.85, 30 July 1985, with a time behind it or not */
static bool is_date(const struct shape *s, size_t n)
{
    if (s->has_other || n > PII_NUMBER_BYTES)
        return false;
    if (s->letters > 2)
        return s->has_year && s->groups >= 2 && s->longest == 4;
    if (s->groups == 1)
        return s->digits == 8 && n == 8;
    return s->groups >= 3 && s->longest <= 6 && s->first <= 4 && (s->has_year || s->digits <= 6);
}

static void count_fits(struct pii_seen *s, const char *p, size_t n)
{
    struct shape shape;
    bool date, code;

    if (n > PII_NUMBER_BYTES)
        return;
    shape = shape_of(p, n);
    date = is_date(&shape, n) && (shape.groups > 1 || is_year(p));
    code = !date && !shape.has_other && !shape.is_decimal && shape.digits >= 5 && shape.digits + shape.letters >= 6 &&
           shape.digits + shape.letters <= 20;
    s->fits[PII_BIRTH] += date;
    s->fits[PII_PHONE] +=
        !date && !shape.has_other && !shape.is_decimal && shape.letters == 0 && shape.digits >= 7 && shape.digits <= 15;
    s->fits[PII_CARD] += !shape.has_other && shape.letters == 0 && shape.digits >= 13 && shape.digits <= 19;
    s->fits[PII_IDENTITY] += code && shape.digits + shape.letters >= 8;
    s->fits[PII_PASSPORT] += code;
    s->fits[PII_LICENCE] += code;
    s->fits[PII_ACCOUNT] += !date && !shape.has_other && !shape.is_decimal && shape.digits >= 8;
    s->longs += shape.digits == n && n >= 13 && n <= 19;
}

/* ---- counting ---- */

void pii_seen_count(struct pii_seen *s, const struct pii_finds *f)
{
    const uint32_t found = f->classes | (f->likely ? 1u << f->class : 0);

    s->values += !f->is_empty;
    for (unsigned i = 0; found >> i; i++)
        s->found[i] += found >> i & 1;
    for (unsigned i = 0; f->lengths >> i; i++)
        s->formed[i] += f->lengths >> i & 1;
    for (unsigned i = 0; f->likely >> i; i++)
        s->likely[i] += f->likely >> i & 1;
    for (unsigned i = 0; f->weak >> i; i++)
        s->weak[i] += f->weak >> i & 1;
}

void pii_seen_add(struct pii_seen *s, const char *p, size_t n)
{
    char folded[PII_NUMBER_BYTES + 1];
    struct pii_finds finds;
    size_t used, len;

    pii_find(p, n, &finds);
    pii_seen_count(s, &finds);
    s->different |= 1ull << mix_hash(p, n) % 64;
    if (n > sizeof folded * 3)
        return;
    len = pii_fold(p, n, folded, sizeof folded, &used);
    if (used == n)
        count_fits(s, folded, len);
}

uint32_t pii_seen_likely(const struct pii_seen *s)
{
    uint32_t lengths = 0;

    for (unsigned i = 0; i < PII_LENGTHS; i++)
        lengths |= (uint32_t)(s->likely[i] > 0 && s->likely[i] > s->formed[i] / 2) << i;
    return lengths;
}

/* ---- judging ---- */

/* A check that one in ten passes: nearly all do, and many different ones. */
static bool is_weak(const struct pii_seen *s)
{
    for (size_t i = 0; i < PII_WEAK_KINDS; i++)
        if (s->weak[i] >= PII_WEAK_VALUES && NEARLY_ALL(s->weak[i], s->values) &&
            __builtin_popcountll(s->different) >= PII_WEAK_VALUES)
            return true;
    return false;
}

/* Cards among other numbers: most of the long ones are cards. */
static bool has_cards(const struct pii_seen *s)
{
    return s->is_number && s->found[PII_CARD] >= FEW_CARDS && s->found[PII_CARD] > s->longs / 2 &&
           __builtin_popcountll(s->different) >= FEW_CARDS;
}

uint32_t pii_content(const struct pii_seen *s, uint32_t hinted)
{
    uint32_t classes = 0;

    for (unsigned i = 0; i < PII_CLASSES; i++)
        if (s->found[i] > s->values / 2 || ((hinted >> i & 1) && s->fits[i] > s->values / 2))
            classes |= 1u << i;
    if (is_weak(s))
        classes |= 1u << PII_IDENTITY;
    if (has_cards(s))
        classes |= 1u << PII_CARD;
    return classes;
}
