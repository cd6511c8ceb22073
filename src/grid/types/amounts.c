/* amounts.c - one pass over the text; separators are interpreted once all groups of digits are known. */
#include "grid/types/amounts.h"
#include "base/attrs.h"
#include "base/str.h"
#include <assert.h>
#include <string.h>

#define GROUPS 16      /* of digits; 38 digits in threes have 13 */
#define PHONE_DIGITS 7 /* the shortest telephone number written with a plus sign */
#define EXPONENT_MOST 9999

enum separator { SEP_NONE, SEP_POINT, SEP_COMMA, SEP_BLANK, SEP_APOSTROPHE };

struct scanner {
    const char *p, *end;
    size_t groups;
    uint32_t len[GROUPS];
    uint8_t sep[GROUPS]; /* sep[i] stands before group i */
    bool plus;
    bool brackets;      /* one is open */
    bool exponent_sign; /* the exponent has one */
};

/* Signs first; a code of letters must not be followed by another letter. The longer of two that begin alike comes
 * first. */
static const char *const currencies[] = {
    "US$",     "R$",      "A$",     "C$",     "HK$",    "NZ$",    "S$",     "$",      "\u20ac", "\u00a3",
    "\u00a5",  "\u20b9",  "\u20bd", "\u20a9", "\u20ba", "\u20b4", "\u20ab", "\u20aa", "\u20b1", "\u0e3f",
    "K\u010d", "z\u0142", "USD",    "EUR",    "GBP",    "JPY",    "CHF",    "CNY",    "INR",    "AUD",
    "CAD",     "NZD",     "HKD",    "SGD",    "SEK",    "NOK",    "DKK",    "PLN",    "CZK",    "HUF",
    "RON",     "TRY",     "RUB",    "BRL",    "MXN",    "ZAR",    "KRW",    "THB",    "AED",    "SAR",
    "ILS",     "Kr.",     "kr.",    "Kr",     "kr",     "Fr.",    "Rs.",    "Rs",
};
static_assert(COUNT_OF(currencies) <= AMOUNT_CURRENCIES, "a currency is a bit of 64");

const char *amount_currency(uint8_t currency)
{
    return currencies[currency - 1];
}

bool amount_is_dollar(uint8_t currency)
{
    return strcmp(currencies[currency - 1], "$") == 0 || strncmp(currencies[currency - 1], "US", 2) == 0;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool has(const struct scanner *s, const char *text, size_t n)
{
    return (size_t)(s->end - s->p) >= n && memcmp(s->p, text, n) == 0;
}

static size_t blank_bytes(const struct scanner *s)
{
    if (s->p < s->end && *s->p == ' ')
        return 1;
    if (has(s, "\u00a0", 2))
        return 2;
    return has(s, "\u202f", 3) || has(s, "\u2009", 3) ? 3 : 0;
}

static void skip_blanks(struct scanner *s)
{
    for (size_t n; (n = blank_bytes(s));)
        s->p += n;
}

/* ---- before and behind the digits ---- */

static bool take_sign(struct scanner *s, struct amount *a)
{
    if (s->p < s->end && (*s->p == '-' || *s->p == '+')) {
        a->negative = *s->p == '-';
        s->plus = *s->p++ == '+';
        return true;
    }
    if (!has(s, "\u2212", 3))
        return false;
    a->negative = true;
    s->p += 3;
    return true;
}

static void take_currency(struct scanner *s, struct amount *a)
{
    if (a->currency || s->p == s->end || str_is_digit(*s->p))
        return;
    for (size_t i = 0; i < COUNT_OF(currencies); i++) {
        size_t n = strlen(currencies[i]);
        const char *after = s->p + n;
        if (!has(s, currencies[i], n) || (is_letter(after[-1]) && after < s->end && is_letter(*after)))
            continue;
        a->currency = (uint8_t)(i + 1);
        s->p = after;
        return;
    }
}

static void take_exponent(struct scanner *s, struct amount *a)
{
    const char *p = s->p + 1;
    bool negative;
    int v = 0;

    if (s->p == s->end || (*s->p != 'e' && *s->p != 'E') || p == s->end)
        return;
    negative = *p == '-';
    s->exponent_sign = *p == '-' || *p == '+';
    p += s->exponent_sign;
    if (p == s->end || !str_is_digit(*p))
        return;
    for (; p < s->end && str_is_digit(*p); p++)
        v = v < EXPONENT_MOST ? v * 10 + (*p - '0') : EXPONENT_MOST;
    a->has_exponent = true;
    a->exponent = negative ? -v : v;
    s->p = p;
}

/* ---- the digits ---- */

/* The separator at s->p with its length, or SEP_NONE. A blank counts only between digits. */
static enum separator separator_at(const struct scanner *s, size_t *ret_n)
{
    size_t n = blank_bytes(s);

    *ret_n = n ? n : 1;
    if (s->p == s->end)
        return SEP_NONE;
    if (n > 0)
        return s->p + n < s->end && str_is_digit(s->p[n]) ? SEP_BLANK : SEP_NONE;
    if (*s->p == '.')
        return SEP_POINT;
    if (*s->p == ',')
        return SEP_COMMA;
    if (*s->p == '\'')
        return SEP_APOSTROPHE;
    *ret_n = 3;
    return has(s, "\u2019", 3) ? SEP_APOSTROPHE : SEP_NONE;
}

/* The groups of digits and what stands between them; false when there are too many. */
static bool take_groups(struct scanner *s, struct amount *a)
{
    enum separator sep = SEP_NONE;
    size_t bytes;

    for (;;) {
        const char *from = s->p;
        if (s->groups == GROUPS)
            return false;
        while (s->p < s->end && str_is_digit(*s->p))
            s->p++;
        s->sep[s->groups] = (uint8_t)sep;
        s->len[s->groups++] = (uint32_t)(s->p - from);
        if (a->n + (size_t)(s->p - from) > sizeof a->digits)
            return false;
        memcpy(a->digits + a->n, from, (size_t)(s->p - from));
        a->n += (size_t)(s->p - from);
        sep = separator_at(s, &bytes);
        if (sep == SEP_NONE)
            return a->n > 0;
        s->p += bytes;
    }
}

/* The first n groups are one number cut into threes, or by commas as in India: 12,34,567. */
static bool is_grouped(const struct scanner *s, size_t n, bool indian)
{
    bool threes = s->len[0] >= 1 && s->len[0] <= 3, twos = indian && n > 2 && s->len[0] >= 1 && s->len[0] <= 2;

    for (size_t i = 1; i < n; i++) {
        threes = threes && s->len[i] == 3;
        twos = twos && s->len[i] == (i + 1 == n ? 3 : 2);
    }
    return threes || twos;
}

static bool is_one_separator(const struct scanner *s, size_t n)
{
    for (size_t i = 2; i < n; i++)
        if (s->sep[i] != s->sep[1])
            return false;
    return true;
}

/* 192.168.100.200: four numbers of a byte each are an address. */
static bool is_address(const struct scanner *s, const struct amount *a)
{
    if (s->groups != 4 || s->sep[1] != SEP_POINT || a->n != 12)
        return false;
    for (size_t i = 0; i < a->n; i += 3)
        if (memcmp(a->digits + i, "255", 3) > 0)
            return false;
    return true;
}

/* With one separator, or none, or the same one again and again: groups, or a decimal separator where it stands once. */
static void read_alike(const struct scanner *s, struct amount *a)
{
    const size_t k = s->groups;
    const enum separator sep = k > 1 ? (enum separator)s->sep[1] : SEP_NONE;
    bool grouped = k > 1 && a->digits[0] != '0' && is_grouped(s, k, sep == SEP_COMMA);
    int all = (int)a->n, first = (int)s->len[0];

    if (k == 1 || (grouped && (sep == SEP_BLANK || sep == SEP_APOSTROPHE)))
        a->whole[DECIMAL_POINT] = a->whole[DECIMAL_COMMA] = all;
    if (sep == SEP_BLANK)
        a->blanks = (uint8_t)(a->n > UINT8_MAX ? UINT8_MAX : a->n);
    if (grouped && sep == SEP_COMMA)
        a->whole[DECIMAL_POINT] = all;
    if (grouped && sep == SEP_POINT)
        a->whole[DECIMAL_COMMA] = all;
    if (k == 2 && sep == SEP_POINT)
        a->whole[DECIMAL_POINT] = first;
    if (k == 2 && sep == SEP_COMMA && s->len[1] > 0)
        a->whole[DECIMAL_COMMA] = first;
}

/* Groups, and then another separator: that one is the decimal separator. */
static void read_mixed(const struct scanner *s, struct amount *a)
{
    const size_t k = s->groups;
    const enum separator last = (enum separator)s->sep[k - 1];

    if (s->sep[1] == last || !is_one_separator(s, k - 1) || a->digits[0] == '0' ||
        !is_grouped(s, k - 1, s->sep[1] == SEP_COMMA))
        return;
    if (last == SEP_POINT)
        a->whole[DECIMAL_POINT] = (int)(a->n - s->len[k - 1]);
    else if (last == SEP_COMMA)
        a->whole[DECIMAL_COMMA] = (int)(a->n - s->len[k - 1]);
}

static enum amount_kind judge(const struct scanner *s, struct amount *a)
{
    bool bare = s->groups == 1 && !a->currency && !a->percent && !a->has_exponent;

    if (s->len[0] > 1 && a->digits[0] == '0')
        return bare ? AMOUNT_IDENTIFIER : AMOUNT_NONE;
    if (bare && s->plus && a->n >= PHONE_DIGITS)
        return AMOUNT_IDENTIFIER;
    if (bare && a->n > DATA_DECIMAL_DIGITS) {
        a->long_digits = true;
        return AMOUNT_IDENTIFIER;
    }
    if (is_one_separator(s, s->groups) && is_address(s, a))
        return AMOUNT_NONE;
    if (s->groups < 3 || is_one_separator(s, s->groups))
        read_alike(s, a);
    else
        read_mixed(s, a);
    if (a->has_exponent && s->groups > 2)
        return AMOUNT_NONE;
    return a->whole[DECIMAL_POINT] >= 0 || a->whole[DECIMAL_COMMA] >= 0 ? AMOUNT_NUMBER : AMOUNT_NONE;
}

static bool take_bracket(struct scanner *s)
{
    if (s->brackets || s->p == s->end || *s->p != '(')
        return false;
    s->p++;
    return s->brackets = true;
}

/* Everything before the digits: a sign or a bracket, a currency, a sign or a bracket. */
static void take_front(struct scanner *s, struct amount *a, bool *ret_signed)
{
    *ret_signed = take_bracket(s) || take_sign(s, a);
    skip_blanks(s);
    take_currency(s, a);
    if (a->currency) {
        skip_blanks(s);
        if (!*ret_signed)
            *ret_signed = take_bracket(s) || take_sign(s, a);
        skip_blanks(s);
    }
    a->negative |= s->brackets;
}

/* The bracket that closes, where one is open. */
static void close_bracket(struct scanner *s)
{
    skip_blanks(s);
    if (!s->brackets || s->p == s->end || *s->p != ')')
        return;
    s->p++;
    s->brackets = false;
    skip_blanks(s);
}

static void take_back(struct scanner *s, struct amount *a, bool is_signed)
{
    close_bracket(s);
    if (!is_signed && s->p < s->end && *s->p == '-') {
        a->negative = true;
        s->p++;
        skip_blanks(s);
    }
    if (s->p < s->end && *s->p == '%') {
        a->percent = true;
        s->p++;
    } else {
        take_currency(s, a);
    }
    if (!is_signed && !a->negative && s->p < s->end && *s->p == '-') {
        a->negative = true;
        s->p++;
    }
    close_bracket(s);
}

/* A dash and a currency, on either side of it. */
static bool read_dash(struct scanner s, struct amount *a)
{
    bool dash = false;

    for (int i = 0; i < 2; i++) {
        take_currency(&s, a);
        skip_blanks(&s);
        if (!dash && s.p < s.end && *s.p == '-') {
            dash = true;
            s.p++;
            skip_blanks(&s);
        }
    }
    if (!dash || !a->currency || s.p != s.end)
        return false;
    a->digits[a->n++] = '0';
    a->whole[DECIMAL_POINT] = a->whole[DECIMAL_COMMA] = 1;
    return a->is_dash = true;
}

enum amount_kind amount_read(const char *p, size_t n, struct amount *ret)
{
    struct scanner s = { .p = p, .end = p + n };
    bool is_signed;

    if (n == 0 || n > DATA_NUMBER_BYTES)
        return AMOUNT_NONE;
    memset(ret, 0, offsetof(struct amount, digits));
    ret->whole[DECIMAL_POINT] = ret->whole[DECIMAL_COMMA] = -1;
    if (!str_is_digit(*p) && !str_is_digit(p[n - 1]) && read_dash(s, ret))
        return AMOUNT_NUMBER;
    ret->currency = 0;
    take_front(&s, ret, &is_signed);
    if (!take_groups(&s, ret))
        return AMOUNT_NONE;
    take_exponent(&s, ret);
    take_back(&s, ret, is_signed);
    if (s.p != s.end || s.brackets || (ret->has_exponent && (ret->percent || ret->currency)) ||
        (ret->percent && ret->currency))
        return AMOUNT_NONE;
    ret->is_code = ret->has_exponent && !s.exponent_sign && !is_signed && s.groups == 1;
    return judge(&s, ret);
}
