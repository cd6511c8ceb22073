/* pii_find.c - one walk decides whether a second is worth it: most values have no "@" and fewer than SHORTEST digits.
 */
#include "data/pii/pii_find.h"
#include "base/attrs.h"
#include "base/mix.h"
#include "data/pii/pii_fold.h"
#include <string.h>

#define SHORTEST 7       /* digits of the shortest number but one */
#define BRITISH_DIGITS 6 /* of the shortest, which is looked for only as a whole value: AB 12 34 56 C */
#define BRITISH_BYTES 13
#define PHONE_DIGITS 9  /* of the shortest telephone number that can be told */
#define FORM_BYTES 128  /* of a value whose form is remembered: longer ones are sentences, each of another form */
#define SEPARATORS 3    /* characters between two groups: " - " */
#define KIND_SHORTEST 8 /* letters and digits */
#define DIGITS_FIRST 19 /* letters and digits of a number that begins with a digit: a card's */
#define FIRST_DIGITS 6  /* that a number which begins with digits has in its first bytes: 1 85 05 78 006 */
#define FIRST_BYTES 14

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_alnum(char c)
{
    return is_digit(c) || is_letter(c) || (unsigned char)c >= 0x80;
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

/* ---- telephone numbers ---- */

/* Digits in groups, as people write telephone numbers down. */
struct groups {
    uint8_t digits[PII_NUMBER_DIGITS];
    size_t n;                        /* digits */
    uint8_t size[PII_NUMBER_GROUPS]; /* of each group */
    size_t n_groups;
    bool plus; /* begins with "+" */
    bool dots; /* stand between groups */
};

/* What may stand between two groups; false for anything else. */
static bool is_gap(struct groups *g, char c)
{
    g->dots |= c == '.';
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

/* (555) 123-4567, 555-123-4567, 1 555 123 4567: no area or exchange begins with 0 or 1. */
static bool is_american(const struct groups *g)
{
    const bool one = g->n_groups == 4 && g->size[0] == 1 && g->digits[0] == 1;
    const size_t first = one, at = one;

    return (g->n_groups == 3 || one) && g->size[first] == 3 && g->size[first + 1] == 3 && g->size[first + 2] == 4 &&
           g->digits[at] > 1 && g->digits[at + 3] > 1;
}

/* +49 30 1234567 or 0049...: a country's prefix, which zeros alone do not make of ten digits; 030 1234567, 01 23 45 67
 * 89: a trunk's 0, in groups of two digits or more, too long for a date. */
static bool is_international(const struct groups *g)
{
    const bool zeros = g->size[0] >= 2 && g->digits[0] == 0 && g->digits[1] == 0;

    if (g->plus || zeros)
        return g->n >= (zeros ? 11 : PHONE_DIGITS) && g->n <= 17 && g->digits[g->plus ? 0 : 2] != 0;
    for (size_t i = 0; i < g->n_groups; i++)
        if (g->size[i] < 2)
            return false;
    return g->digits[0] == 0 && g->n_groups >= 2 && g->n >= PHONE_DIGITS && g->n <= 12 && g->size[0] >= 2 && !g->dots;
}

/* *tried is set when other digits in these places might be one. */
static bool is_phone(const char *p, size_t n, bool *tried)
{
    struct groups g;

    if (n > PII_NUMBER_BYTES || !read_groups(p, n, &g) || g.n < PHONE_DIGITS)
        return false;
    *tried = true;
    return is_american(&g) || is_international(&g);
}

/* ---- runs ---- */

/* How many characters between two groups stand here, and which one it is: a mark, or a blank. */
static size_t read_separator(const char *p, size_t n, char *ret)
{
    size_t i = 0;

    *ret = ' ';
    for (; i < n && i < SEPARATORS && p[i] && strchr(" -./_", p[i]); i++)
        if (p[i] != ' ') {
            if (*ret != ' ')
                return 0;
            *ret = p[i];
        }
    return i;
}

/* One that begins with a digit has never more than two letters together: words behind it are none of it. */
static void read_run(const char *p, size_t n, struct pii_run *r)
{
    const size_t most = is_digit(*p) ? DIGITS_FIRST : PII_RUN_CHARS, letters = is_digit(*p) ? 2 : PII_RUN_CHARS;
    size_t chars = 0, i = 0, together;

    r->separators[0] = 0;
    for (r->n_groups = 0; r->n_groups < PII_RUN_GROUPS; r->n_groups++) {
        size_t from = i, step;

        for (together = 0; i < n && chars < most && together <= letters && (is_digit(p[i]) || is_letter(p[i])); i++) {
            together = is_digit(p[i]) ? 0 : together + 1;
            r->c[chars++] = is_digit(p[i]) ? p[i] : (char)(p[i] & ~0x20);
        }
        if (i == from || together > letters || (i < n && is_alnum(p[i])))
            return;
        r->ends[r->n_groups] = (uint8_t)chars;
        r->to[r->n_groups] = (uint8_t)i;
        step = i < n && r->n_groups + 1 < PII_RUN_GROUPS ? read_separator(p + i, n - i, &r->separators[r->n_groups + 1])
                                                         : 0;
        if (step == 0 || i + step > UINT8_MAX) {
            r->n_groups++;
            return;
        }
        i += step;
    }
}

/* A number may begin here: at a word's beginning that is not a part of something longer. */
static bool begins(const char *p, size_t i)
{
    if (i == 0)
        return true;
    if (is_alnum(p[i - 1]) || p[i - 1] == '+')
        return false;
    if (i > 1 && p[i - 1] == '-')
        return !is_alnum(p[i - 2]);
    return !(i > 1 && p[i - 1] == '.' && is_digit(p[i - 2]));
}

/* It may end here, before what is there. */
static bool ends(const char *p, size_t n, size_t i)
{
    if (i + 1 >= n)
        return true;
    return p[i] == '-' ? !is_alnum(p[i + 1]) : !(p[i] == '.' && is_digit(p[i + 1]));
}

static size_t digits_in(const char *c, size_t n)
{
    size_t digits = 0;

    for (size_t i = 0; i < n; i++)
        digits += is_digit(c[i]);
    return digits;
}

/* Behind these many letters and a separator this many digits come. */
static bool goes_on(size_t letters, size_t digits)
{
    static const uint8_t sizes[][2] = {
        { 1, 1 }, { 1, 7 }, { 1, 8 }, { 1, 9 }, { 2, 2 }, { 2, 6 }, { 4, 6 }, { 6, 2 }
    };

    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (sizes[i][0] == letters && sizes[i][1] == digits)
            return true;
    return false;
}

/* A number could begin here, by its first bytes: a good many digits soon, or the few letters that some begin with, and
 * then digits ("X-1234567", "DE89"), or three and three letters ("RSS MRA 85T10"). */
static bool starts_kind(const char *p, size_t n)
{
    size_t letters = 0, digits = 0, at;
    char mark;

    if (n < KIND_SHORTEST)
        return false;
    if (is_digit(*p))
        return digits_in(p, n < FIRST_BYTES ? n : FIRST_BYTES) >= FIRST_DIGITS;
    while (letters < KIND_SHORTEST && is_letter(p[letters]))
        letters++;
    if (letters == KIND_SHORTEST || letters == 0 || letters == 5)
        return false;
    if (is_digit(p[letters]))
        return letters != 3;
    at = letters + read_separator(p + letters, n - letters, &mark);
    if (at == letters || letters == 3)
        return at > letters && at < n && is_letter(p[at]);
    while (at + digits < n && is_digit(p[at + digits]))
        digits++;
    return goes_on(letters, digits);
}

static uint32_t length_bit(size_t n)
{
    return n >= PII_LENGTH_LEAST && n < PII_LENGTH_LEAST + PII_LENGTHS ? 1u << (n - PII_LENGTH_LEAST) : 0;
}

/* Tries the numbers that begin at i; how much of the text the surest has, the longest of them. */
static size_t try_at(const char *p, size_t n, size_t i, struct pii_finds *f, uint32_t classes)
{
    struct pii_run r;
    size_t longest = 0;
    uint64_t lengths;

    read_run(p + i, n - i, &r);
    if (r.n_groups == 0)
        return 0;
    lengths = pii_kind_lengths(r.c, r.ends[r.n_groups - 1]);
    for (size_t g = 0; g < r.n_groups; g++) {
        struct pii_found found;

        if (!(lengths >> r.ends[g] & 1) || !ends(p, n, i + r.to[g]))
            continue;
        found = pii_kind_find(&r, g, i == 0 && r.to[g] == n);
        f->weak |= found.weak;
        f->tried |= found.tried;
        f->lengths |= found.formed ? length_bit(r.ends[g]) : 0;
        if (found.weight == PII_SURE && (classes >> found.class & 1)) {
            f->classes |= 1u << found.class;
            longest = r.to[g];
        } else if (found.weight == PII_LIKELY) {
            f->likely |= length_bit(r.ends[g]);
            f->class = found.class;
        }
    }
    return longest;
}

size_t pii_find_at(const char *p, size_t n, size_t i, uint32_t classes)
{
    struct pii_finds ignored = { 0 };

    return begins(p, i) && starts_kind(p + i, n - i) ? try_at(p, n, i, &ignored, classes) : 0;
}

/* ---- values ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void trim(const char **p, size_t *n)
{
    while (*n > 0 && is_blank(**p))
        ++*p, --*n;
    while (*n > 0 && is_blank((*p)[*n - 1]))
        --*n;
}

/* Looks at a folded piece, which is all of a value or a part of a longer one. */
static void look_at(const char *p, size_t n, bool is_all, struct pii_finds *f)
{
    trim(&p, &n);
    if (has_email(p, n))
        f->classes |= 1u << PII_EMAIL;
    for (size_t i = 0; i + KIND_SHORTEST <= n;) {
        if (begins(p, i) && starts_kind(p + i, n - i))
            try_at(p, n, i, f, ~0u);
        while (i < n && is_alnum(p[i]))
            i++;
        while (i < n && !is_alnum(p[i]))
            i++;
    }
    if (is_all && !f->classes && is_phone(p, n, &f->tried))
        f->classes |= 1u << PII_PHONE;
}

/* What bytes a value has. */
struct bytes {
    size_t digits, high; /* high: of characters beyond ASCII, which may be digits of two bytes or more */
    bool at;             /* an "@" */
};

#define EACH(byte) (0x0101010101010101u * (byte))

/* How many of eight bytes have their highest bit set. */
static size_t marked(uint64_t word)
{
    return (size_t)((word >> 7 & EACH(1)) * EACH(1) >> 56);
}

/* Eight bytes at a time. A byte without its highest bit, from '0' on, stays below 128 with 118 added when it is a
 * digit. */
static void count_word(uint64_t word, struct bytes *b)
{
    uint64_t low = word & EACH(0x7f), from_zero = (low ^ EACH('0')) + EACH(118),
             from_at = (low ^ EACH('@')) + EACH(127);

    b->digits += marked(~(from_zero | word));
    b->high += marked(word);
    b->at |= (~(from_at | word) & EACH(0x80)) != 0;
}

static struct bytes count_bytes(const char *p, size_t n)
{
    struct bytes b = { 0, 0, false };
    uint64_t word;

    for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
        memcpy(&word, p, sizeof word);
        count_word(word, &b);
    }
    word = 0;
    memcpy(&word, p, n);
    count_word(word, &b);
    return b;
}

/* A number that went through a program which has only floating point ones: "4111111111111111.0". */
static size_t without_point(const char *p, size_t n)
{
    return n > SHORTEST && p[n - 1] == '0' && p[n - 2] == '.' && digits_in(p, n - 2) == n - 2 ? n - 2 : n;
}

/* Digits as '0', letters as 'a', the rest as it is; the hash of that. */
static uint64_t form_of(const char *p, size_t n)
{
    uint64_t h = n, word, digits, letters, low;

    for (size_t i = 0; i < n; i += sizeof word) {
        word = 0;
        memcpy(&word, p + i, n - i < sizeof word ? n - i : sizeof word);
        low = word | EACH(0x20);
        digits = ~((word ^ EACH('0')) + EACH(118)) & EACH(0x80);
        letters = ((low + EACH(128 - 'a')) & ~(low + EACH(127 - 'z'))) & EACH(0x80);
        digits = (digits >> 7) * 0xff;
        letters = (letters >> 7) * 0xff;
        word = (word & ~(digits | letters)) | (digits & EACH('0')) | (letters & EACH('a'));
        h = mix(h, word);
    }
    return h | 1;
}

static void find_folded(const char *p, size_t n, struct pii_finds *ret)
{
    char folded[PII_TEXT_BYTES];

    for (size_t at = 0; at < n;) {
        size_t used, len = pii_fold(p + at, n - at, folded, sizeof folded, &used);

        look_at(folded, len, at == 0 && used == n, ret);
        if (at + used == n)
            break;
        at += used - PII_OVERLAP;
        while (at < n && (p[at] & 0xc0) == 0x80)
            at++;
    }
}

void pii_find_again(struct pii_forms *forms, const char *p, size_t n, struct pii_finds *ret)
{
    struct bytes b;
    uint64_t form, *kept;

    *ret = (struct pii_finds){ .is_empty = false };
    trim(&p, &n);
    ret->is_empty = n == 0;
    b = count_bytes(p, n);
    if (!b.at && b.digits + b.high / 2 < SHORTEST &&
        (b.digits + b.high / 2 < BRITISH_DIGITS || n > BRITISH_BYTES + b.high))
        return;
    if (b.high > 0) {
        find_folded(p, n, ret);
        return;
    }
    n = without_point(p, n);
    form = forms && !b.at && n <= FORM_BYTES ? form_of(p, n) : 0;
    kept = form ? &forms->dead[form / 2 % PII_FORMS_KEPT] : NULL;
    if (form && *kept == form)
        return;
    look_at(p, n, true, ret);
    if (form && !ret->tried && !ret->classes)
        *kept = form;
}

void pii_find(const char *p, size_t n, struct pii_finds *ret)
{
    pii_find_again(NULL, p, n, ret);
}
