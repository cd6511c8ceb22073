/* numfmt_settle.c - what the pieces of a section mean together.
 *
 * A section that has letters of dates is a date, unless it has digits that can only belong to a number ("0.00 USD"
 * written without quotes): then the letters are text. In a date, "m" is minutes next to hours or seconds and months
 * elsewhere.
 */
#include "office/numfmt/numfmt_node.h"

#define FRACTION_DIGITS 7 /* of a denominator that is searched for; more are noise of the double */

static bool is_digit(const struct format_token *p)
{
    return p->kind == FMT_DIGIT;
}

/* ---- dates ---- */

/* Digits that are no fraction of a second. */
static bool has_number_digits(const struct section *s)
{
    bool in_fraction = false;

    for (uint32_t i = 0; i < s->n; i++) {
        const struct format_token *p = &s->pieces[i];
        if (is_digit(p) && !(in_fraction && p->c == '0'))
            return true;
        in_fraction = p->kind == FMT_POINT || (in_fraction && is_digit(p));
    }
    return false;
}

static bool has_kind(const struct section *s, enum format_token_kind kind)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (s->pieces[i].kind == kind)
            return true;
    return false;
}

/* ".000" becomes one piece; what only numbers know becomes text. */
static void join_fractions(struct section *s, struct format_token *pieces)
{
    uint32_t to = 0;

    for (uint32_t i = 0; i < s->n; i++) {
        struct format_token p = pieces[i];
        uint32_t zeros = 0;

        if (p.kind == FMT_POINT) {
            while (i + 1 < s->n && is_digit(&pieces[i + 1])) {
                zeros++;
                i++;
            }
            p.kind = zeros > 0 ? FMT_FRACTION : FMT_LITERAL;
            p.count = zeros;
            s->fraction = zeros > s->fraction ? zeros : s->fraction;
        } else if (p.kind != FMT_UNIT && p.kind != FMT_ELAPSED && p.kind != FMT_HALF) {
            p.kind = FMT_LITERAL;
        }
        pieces[to++] = p;
    }
    s->n = to;
}

static bool is_seconds(const struct format_token *p)
{
    return p->kind == FMT_FRACTION || p->c == 's';
}

/* Tells minutes from months by the neighbours that are no text. */
static void find_minutes(struct section *s, struct format_token *pieces)
{
    struct format_token *before = NULL;

    for (uint32_t i = 0; i < s->n; i++) {
        struct format_token *p = &pieces[i];
        if (p->kind == FMT_LITERAL || p->kind == FMT_HALF)
            continue;
        if (p->kind == FMT_UNIT && p->c == 'm' && p->count <= 2 && before && (before->c == 'h' || is_seconds(before)))
            p->c = 'i';
        if (is_seconds(p) && before && before->kind == FMT_UNIT && before->c == 'm' && before->count <= 2)
            before->c = 'i';
        before = p;
    }
}

/* "[h] (h)": once a unit is counted on beyond its end, it is wherever it stands. */
static void spread_elapsed(struct section *s, struct format_token *pieces)
{
    for (uint32_t i = 0; i < s->n; i++) {
        char unit = pieces[i].c == 'm' ? 'i' : pieces[i].c;
        for (uint32_t j = 0; pieces[i].kind == FMT_ELAPSED && j < s->n; j++) {
            if (pieces[j].kind == FMT_UNIT && pieces[j].c == unit) {
                pieces[j].kind = FMT_ELAPSED;
                pieces[j].c = pieces[i].c;
            }
        }
    }
}

static void settle_date(struct section *s, struct format_token *pieces)
{
    s->kind = SECTION_DATE;
    join_fractions(s, pieces);
    find_minutes(s, pieces);
    spread_elapsed(s, pieces);
    for (uint32_t i = 0; i < s->n; i++) {
        const struct format_token *p = &pieces[i];
        bool is_time = p->kind == FMT_ELAPSED || p->kind == FMT_FRACTION || p->kind == FMT_HALF ||
                       (p->kind == FMT_UNIT && (p->c == 'h' || p->c == 'i' || p->c == 's'));
        s->has_half |= p->kind == FMT_HALF;
        s->has_time |= is_time;
        s->has_date |= p->kind == FMT_UNIT && !is_time;
    }
}

/* ---- fractions ---- */

/* The fixed denominator that begins at piece i, or 0. */
static uint32_t read_denominator(struct section *s, uint32_t i, uint32_t *ret_end)
{
    uint32_t value = 0;

    if (i >= s->n || s->pieces[i].kind != FMT_NUMERAL)
        return 0;
    for (; i < s->n && value < 100000000; i++) {
        const struct format_token *p = &s->pieces[i];
        if (p->kind != FMT_NUMERAL && !(is_digit(p) && p->c == '0'))
            break;
        value = value * 10 + (uint32_t)(p->c - '0');
    }
    *ret_end = i;
    return value;
}

static bool settle_under(struct section *s, uint32_t slash)
{
    uint32_t i = slash + 1;

    while (i < s->n && s->pieces[i].kind == FMT_LITERAL)
        i++;
    s->under = i;
    s->denominator = read_denominator(s, i, &s->under_end);
    if (s->denominator > 0)
        return true;
    while (i < s->n && is_digit(&s->pieces[i]))
        i++;
    s->under_end = i;
    return i > s->under;
}

static bool settle_over(struct section *s, uint32_t slash)
{
    uint32_t i = slash;

    while (i > 0 && s->pieces[i - 1].kind == FMT_LITERAL)
        i--;
    s->over_end = i;
    while (i > 0 && is_digit(&s->pieces[i - 1]))
        i--;
    s->over = i;
    while (i > 0 && !is_digit(&s->pieces[i - 1]))
        i--;
    s->whole_end = i;
    return s->over < s->over_end;
}

/* "# ?/?", "?/8": digits on both sides of the first slash that has them. */
static bool settle_fraction(struct section *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->pieces[i].kind == FMT_SLASH && settle_over(s, i) && settle_under(s, i)) {
            s->kind = SECTION_FRACTION;
            if (s->under_end - s->under > FRACTION_DIGITS && s->denominator == 0)
                s->places = FRACTION_DIGITS;
            else
                s->places = s->under_end - s->under;
            return true;
        }
    }
    return false;
}

/* ---- numbers ---- */

static bool digit_follows(const struct section *s, uint32_t i)
{
    for (i++; i < s->n; i++) {
        if (is_digit(&s->pieces[i]))
            return true;
        if (s->pieces[i].kind == FMT_POINT || s->pieces[i].kind == FMT_EXPONENT)
            return false;
    }
    return false;
}

/* Between digits a comma groups thousands, behind the last one it scales, before the first one it is text. */
static void settle_comma(struct section *s, struct format_token *pieces, uint32_t i, bool has_point)
{
    if (s->whole + s->places == 0) {
        pieces[i].kind = FMT_LITERAL;
        return;
    }
    if (!digit_follows(s, i))
        s->shift -= 3;
    else if (!has_point)
        s->thousands = true;
}

/* Digits before it, and behind it with no more than text between. */
static bool has_exponent_digits(const struct section *s, uint32_t i)
{
    for (i++; i < s->n && s->pieces[i].kind == FMT_LITERAL;)
        i++;
    return s->whole + s->places > 0 && i < s->n && is_digit(&s->pieces[i]);
}

static void settle_number(struct section *s, struct format_token *pieces)
{
    bool has_point = false, has_exponent = false;

    s->kind = SECTION_NUMBER;
    for (uint32_t i = 0; i < s->n; i++) {
        struct format_token *p = &pieces[i];

        if (is_digit(p) && has_exponent)
            s->exponent_width += p->c == '0';
        else if (is_digit(p))
            *(has_point ? &s->places : &s->whole) += 1;
        else if (p->kind == FMT_PERCENT)
            s->shift += 2;
        else if (p->kind == FMT_POINT && !has_point && !has_exponent)
            has_point = true;
        else if (p->kind == FMT_COMMA && !has_exponent)
            settle_comma(s, pieces, i, has_point);
        else if (p->kind == FMT_EXPONENT && !has_exponent && has_exponent_digits(s, i)) {
            has_exponent = true;
            s->kind = SECTION_SCIENTIFIC;
            s->exponent = i;
        } else {
            p->kind = FMT_LITERAL;
        }
    }
}

void numfmt_settle(struct section *s, struct format_token *pieces)
{
    bool is_date = has_kind(s, FMT_UNIT) || has_kind(s, FMT_ELAPSED) || has_kind(s, FMT_HALF);

    if (is_date && !has_number_digits(s))
        settle_date(s, pieces);
    else if (has_kind(s, FMT_AT))
        s->kind = SECTION_TEXT;
    else if (has_kind(s, FMT_GENERAL) || (s->n == 0 && s->has_tag))
        s->kind = SECTION_GENERAL; /* "[Red]" alone colours what General shows */
    else if (!settle_fraction(s))
        settle_number(s, pieces);
}
