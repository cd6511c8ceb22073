/* figures.c - printf rounds correctly; the thousands are parted afterwards, in the text. */
#include "chart/figures.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/num.h"
#include "base/str.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\xe2\x88\x92" /* U+2212 */
#define PLAIN_POWER 15       /* numbers of more digits, or with more zeros behind the point, are written as 1e+16 */
#define PLAIN_PLACES 6
#define VALUE_DIGITS 3       /* of the largest number beside a bar that are shown at least */
#define SHORT_FROM 1e5       /* abbreviated on an axis: 80,000 is read as easily as 80k */
#define TEXT_BYTES 400       /* of a double without exponent, and its decimals */
#define TIE 1e-9             /* of the last place: so near to a half, a number is rounded up, as it is by hand */
#define TENTH_TOLERANCE 1e-9 /* of a decimal that is only there because binary numbers are not decimal */

bool figures_has_sign(const char *unit)
{
    size_t n = unit ? strlen(unit) : 0;
    unsigned char first = n ? (unsigned char)unit[0] : '\0';
    bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9');

    return n > 0 && !letter && str_is_utf8(unit, n) && str_chars(unit, n) == 1;
}

static struct figures with_unit(const char *unit)
{
    struct figures f = { .before = "", .after = "" };

    if (!figures_has_sign(unit))
        return f;
    if (strcmp(unit, "%") == 0) {
        f.after = "%";
        f.power = -2;
    } else {
        f.before = unit;
    }
    return f;
}

int figures_power(double v, double *ret_mantissa)
{
    char text[40], *exponent;

    snprintf(text, sizeof text, "%.15e", v);
    exponent = strchr(text, 'e');
    if (ret_mantissa)
        *ret_mantissa = num_double(text, (size_t)(exponent - text));
    return (int)strtol(exponent + 1, NULL, 10);
}

struct figures figures_axis(double largest, int exponent, const char *unit)
{
    static const struct {
        int power;
        const char *name;
    } shorts[] = { { 12, "tn" }, { 9, "bn" }, { 6, "M" }, { 3, "k" } };
    struct figures f = with_unit(unit);
    int power = largest > 0 ? figures_power(largest, NULL) : 0;

    for (size_t i = 0; i < COUNT_OF(shorts) && f.power == 0 && largest >= SHORT_FROM; i++) {
        if (power < shorts[i].power || shorts[i].power - exponent > 1 || power >= PLAIN_POWER)
            continue;
        f.power = shorts[i].power;
        f.after = shorts[i].name;
    }
    f.places = exponent < f.power ? f.power - exponent : 0;
    f.scientific = power - f.power >= PLAIN_POWER || f.places > PLAIN_PLACES + 2;
    return f;
}

/* True when every value has no more decimals than that, in what is shown. */
static bool are_whole_at(const double *values, size_t n, int places, int power)
{
    double scale = 1;

    for (int i = 0; i < places - power; i++)
        scale *= 10;
    for (size_t i = 0; i < n; i++) {
        double v = values[i] * scale;
        if (!isnan(v) && fabs(v - nearbyint(v)) > TENTH_TOLERANCE * fmax(1, fabs(v)))
            return false;
    }
    return true;
}

struct figures figures_values(const double *values, size_t n, const char *unit)
{
    struct figures f = with_unit(unit);
    double largest = 0;
    int power;

    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(values[i]));
    power = largest > 0 ? figures_power(largest, NULL) - f.power : 0;
    f.scientific = power >= PLAIN_POWER || power < -PLAIN_PLACES;
    f.places = power < VALUE_DIGITS - 1 ? VALUE_DIGITS - 1 - power : 0;
    if (f.power < 0 && f.places > 1 && power >= 0)
        f.places = 1; /* a share is read to a tenth of a percent */
    while (f.places > 0 && are_whole_at(values, n, f.places - 1, f.power))
        f.places--;
    return f;
}

/* The digits of a number that is not negative, with its thousands parted. */
static void add_digits(struct buf *b, const char *digits)
{
    size_t whole = strcspn(digits, ".");

    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            buf_addc(b, ',');
        buf_addc(b, digits[i]);
    }
    buf_adds(b, digits + whole);
}

static double last_place(const struct figures *f)
{
    double place = 1;

    for (int i = 0; i < f->places; i++)
        place /= 10;
    return place;
}

const char *figures_text(struct arena *a, const struct figures *f, double v)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * TEXT_BYTES);
    double shown = fabs(v);
    char digits[TEXT_BYTES];

    for (int i = 0; i < f->power; i += 3)
        shown /= 1e3;
    if (f->power < 0)
        shown *= 100;
    if (f->scientific)
        snprintf(digits, sizeof digits, "%.3g", shown);
    else
        snprintf(digits, sizeof digits, "%.*f", f->places, shown + last_place(f) * TIE);
    if (v < 0 && strspn(digits, "0.") < strlen(digits))
        buf_adds(&b, MINUS);
    buf_adds(&b, f->before);
    if (v == 0)
        buf_addc(&b, '0');
    else if (f->scientific)
        buf_adds(&b, digits);
    else
        add_digits(&b, digits);
    if (v != 0 || f->power < 0)
        buf_adds(&b, f->after);
    return arena_dup(a, b.p, b.n);
}
