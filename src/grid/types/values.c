/* values.c - exact conversions: integers and decimals by whole-number arithmetic, doubles by num.h's correct rounding.
 *
 * A double that stands for a decimal is found by trying: the nearest whole number to v * 10^k, below 2^53, divided by
 * 10^k, both of them exact doubles, gives the double nearest to that decimal; when that is v, the decimal is what was
 * written.
 */
#include "grid/types/values.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/str.h"
#include "grid/types/quick.h"
#include "grid/types/types.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_MOST 1e15 /* decimals of 15 digits keep their digits as doubles */
#define ROUNDER 0x1.8p52 /* added and taken off again, it leaves the nearest whole number */
#define MINUTE_US 60000000
#define EXACT_POWERS 22 /* powers of ten up to it are exact doubles */

static int128 power(int n)
{
    int128 v = 1;

    for (; n > 0; n--)
        v *= 10;
    return v;
}

/* ---- written numbers ---- */

static int128 digits_value(const char *digits, size_t n)
{
    int128 v = 0;

    for (size_t i = 0; i < n; i++)
        v = v * 10 + (digits[i] - '0');
    return v;
}

int64_t value_amount_integer(const struct amount *a)
{
    return (int64_t)digits_value(a->digits, a->n);
}

/* As text that num_double() takes: digits, point, exponent. A percentage is a hundredth. */
double value_amount_float(const struct amount *a, enum decimal_separator separator)
{
    char text[DATA_NUMBER_BYTES + 32];
    size_t used = 0, whole = (size_t)a->whole[separator];
    int exponent = (a->has_exponent ? a->exponent : 0) - (a->percent ? 2 : 0);

    if (a->negative)
        text[used++] = '-';
    if (whole == 0)
        text[used++] = '0';
    memcpy(text + used, a->digits, whole);
    used += whole;
    if (a->n > whole) {
        text[used++] = '.';
        memcpy(text + used, a->digits + whole, a->n - whole);
        used += a->n - whole;
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "e%d", exponent);
    return num_double(text, used);
}

static enum fit amount_value(const struct type_plan *plan, const struct amount *a, union value *ret)
{
    enum decimal_separator separator =
        plan->reading == READING_COMMA || plan->reading == READING_PERCENT_COMMA ? DECIMAL_COMMA : DECIMAL_POINT;
    bool percent = plan->reading == READING_PERCENT_POINT || plan->reading == READING_PERCENT_COMMA;
    struct number_size size;
    int32_t days;

    if (plan->reading >= READING_NUMBERS || a->whole[separator] < 0 || a->percent != percent)
        return FIT_MISFIT;
    if (plan->type == COLUMN_FLOAT) {
        ret->real = value_amount_float(a, separator) + 0.0; /* one zero, not two */
        return FIT_VALUE;
    }
    amount_size(a, separator, &size);
    if (size.is_float)
        return FIT_WIDER;
    if (plan->type == COLUMN_DECIMAL) {
        if ((int)size.places > plan->scale || (int)size.whole > plan->precision - plan->scale)
            return FIT_WIDER;
        ret->decimal = digits_value(a->digits, a->n) * power(plan->scale - (int)size.places) * (a->negative ? -1 : 1);
        return FIT_VALUE;
    }
    if (size.places > 0 || size.beyond_int64)
        return FIT_WIDER;
    ret->integer = (int64_t)(digits_value(a->digits, a->n) * (a->negative ? -1 : 1));
    if (plan->is_compact) {
        if (!moment_compact(ret->integer, &days))
            return FIT_MISFIT;
        ret->integer = days;
    }
    return FIT_VALUE;
}

static enum fit moment_value(const struct type_plan *plan, const struct moment *m, union value *ret)
{
    bool zoned = plan->reading == READING_ZONED_DAY || plan->reading == READING_ZONED_MONTH;
    enum order order = plan->reading == READING_MONTH || plan->reading == READING_ZONED_MONTH ? ORDER_MONTH : ORDER_DAY;

    if (plan->reading < READING_DAY || plan->reading > READING_ZONED_MONTH || m->has_zone != zoned || !m->fits[order])
        return FIT_MISFIT;
    if (plan->type == COLUMN_DATE && m->has_time)
        return FIT_WIDER;
    ret->integer = m->days[order];
    if (plan->type == COLUMN_TIMESTAMP)
        ret->integer = m->days[order] * DAY_US + m->us + (int64_t)plan->offset * MINUTE_US;
    return FIT_VALUE;
}

/* Text that is a date where the column says so. */
static enum fit text_value(const struct type_plan *plan, const struct parsed_cell *r, union value *ret)
{
    if (r->is_loose)
        return moment_value(plan, &r->moment, ret);
    if (!r->is_month || plan->reading != READING_PERIOD)
        return FIT_MISFIT;
    ret->integer = r->moment.days[ORDER_DAY];
    return FIT_VALUE;
}

enum fit value_of(const struct type_plan *plan, const struct parsed_cell *r, union value *ret)
{
    switch (r->kind) {
    case CELL_EMPTY:
    case CELL_NULL_WORD:
        return FIT_NULL;
    case CELL_INTEGER:
    case CELL_DECIMAL:
    case CELL_FLOAT:
        return amount_value(plan, &r->amount, ret);
    case CELL_DATE:
    case CELL_TIME:
    case CELL_TIME_UTC:
        return moment_value(plan, &r->moment, ret);
    case CELL_BOOLEAN:
        ret->integer = r->truth & 1;
        return plan->reading == READING_TRUTH ? FIT_VALUE : FIT_MISFIT;
    case CELL_TEXT:
        return text_value(plan, r, ret);
    case CELL_IDENTIFIER:
        break;
    }
    return FIT_MISFIT;
}

/* A plain number; false: it has to be read in full. */
static bool read_plain(const struct type_plan *plan, const char *p, size_t n, union value *ret)
{
    struct quick_number q;

    if (plan->reading != READING_POINT || plan->is_compact || !quick_number(p, n, &q))
        return false;
    if (plan->type == COLUMN_INTEGER && q.places == 0) {
        ret->integer = q.value;
        return true;
    }
    if (plan->type == COLUMN_FLOAT)
        return quick_real(&q, &ret->real);
    if (plan->type != COLUMN_DECIMAL || (int)q.places > plan->scale || plan->scale - (int)q.places > QUICK_DIGITS ||
        (!q.zero && (int)q.whole > plan->precision - plan->scale))
        return false;
    ret->decimal = (int128)q.value * quick_power[plan->scale - (int)q.places];
    return true;
}

static bool read_iso(const struct type_plan *plan, const char *p, size_t n, union value *ret)
{
    int32_t days;

    if (plan->reading != READING_DAY && plan->reading != READING_MONTH)
        return false;
    if (plan->type == COLUMN_TIMESTAMP)
        return quick_time(p, n, false, &ret->integer);
    if (!quick_date(p, n, &days))
        return false;
    ret->integer = days;
    return true;
}

enum fit value_read(const struct type_plan *plan, const char *p, size_t n, union value *ret)
{
    struct parsed_cell r;

    if (n > 0 && (read_plain(plan, p, n, ret) || read_iso(plan, p, n, ret)))
        return FIT_VALUE;
    cell_read(p, n, &r);
    return value_of(plan, &r, ret);
}

/* ---- numbers of typed sources ---- */

static const double powers[EXACT_POWERS + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static bool has_places(double v, int places, int64_t *ret_digits)
{
    double scaled = v * powers[places], nearest;

    if (!(fabs(scaled) < DIGITS_MOST))
        return false;
    nearest = (scaled + ROUNDER) - ROUNDER;
    *ret_digits = (int64_t)nearest;
    return nearest / powers[places] == v;
}

/* One with some places has more, too, up to 15 digits: neither product nor quotient is off by as much as a half there.
 * So one look at the most tells what has none. */
bool value_places(double v, int start, int *ret_places, int64_t *ret_digits)
{
    int most = EXACT_POWERS;

    if (start <= EXACT_POWERS && has_places(v, start, ret_digits)) {
        *ret_places = start;
        return true;
    }
    while (most > 0 && !(fabs(v * powers[most]) < DIGITS_MOST))
        most--;
    if (!has_places(v, most, ret_digits))
        return false;
    for (int places = 0; places <= most; places++)
        if (has_places(v, places, ret_digits)) {
            *ret_places = places;
            return true;
        }
    return false;
}

enum fit value_from_integer(const struct type_plan *plan, int64_t v, union value *ret)
{
    int32_t days;

    if (plan->reading != READING_POINT && plan->reading != READING_COMMA)
        return FIT_MISFIT;
    if (plan->type == COLUMN_FLOAT) {
        ret->real = (double)v;
    } else if (plan->type == COLUMN_DECIMAL) {
        if (v >= power(plan->precision - plan->scale) || v <= -power(plan->precision - plan->scale))
            return FIT_WIDER;
        ret->decimal = v * power(plan->scale);
    } else if (plan->is_compact) {
        if (!moment_compact(v, &days))
            return FIT_MISFIT;
        ret->integer = days;
    } else {
        ret->integer = v;
    }
    return FIT_VALUE;
}

enum fit value_from_number(const struct type_plan *plan, double v, union value *ret)
{
    int64_t digits;
    int places;

    if (value_is_whole(v))
        return value_from_integer(plan, (int64_t)v, ret);
    if (plan->reading != READING_POINT && plan->reading != READING_COMMA)
        return FIT_MISFIT;
    if (plan->type == COLUMN_FLOAT) {
        ret->real = v;
        return FIT_VALUE;
    }
    if (plan->type != COLUMN_DECIMAL || !value_places(v, plan->scale, &places, &digits) || places > plan->scale)
        return FIT_WIDER;
    ret->decimal = digits * power(plan->scale - places);
    return FIT_VALUE;
}

bool value_is_decimal(const char *p, size_t n)
{
    const bool negative = n > 0 && *p == '-';
    size_t whole = negative, end;

    while (whole < n && str_is_digit(p[whole]))
        whole++;
    for (end = whole + (whole < n && p[whole] == '.'); end < n && str_is_digit(p[end]);)
        end++;
    return end == n && n <= DATA_NUMBER_BYTES && whole - negative <= DATA_DECIMAL_DIGITS;
}

bool value_read_decimal(const char *p, size_t n, int128 *ret, int *ret_digits, int *ret_places)
{
    int whole = 0, places = 0;
    bool point = false, negative = n > 0 && *p == '-';
    int128 v = 0;

    for (size_t i = negative; i < n; i++) {
        if (p[i] == '.') {
            point = true;
            continue;
        }
        if (!str_is_digit(p[i]) || whole + places == DATA_DECIMAL_DIGITS)
            return false;
        v = v * 10 + (p[i] - '0');
        places += point;
        whole += !point;
    }
    *ret = negative ? -v : v;
    *ret_digits = whole + places;
    *ret_places = places;
    return true;
}

int value_too_long(const char *what, size_t n, struct err *err)
{
    char message[ERR_MESSAGE_BYTES];

    snprintf(message, sizeof message, "%s is longer than %u bytes.", what, DATA_CELL_BYTES);
    err_set(err, ERR_TOO_LARGE, message, "%zu bytes", n);
    return err_action(err, "Shorten it, or leave its column out.");
}
