/* pii_checks_world.c - the numbers of Turkey, Africa, Latin America, Asia and Australia. */
#include "data/pii/pii_checks.h"
#include "data/pii/pii_sums.h"
#include <string.h>

/* ---- Turkey, Africa, the Americas ---- */

bool check_tr_tckn(const char *c, size_t n)
{
    int odd = 0, even = 0;

    for (size_t i = 0; i < 9; i++)
        *(i % 2 ? &even : &odd) += sum_digit(c[i]);
    return c[0] != '0' && n == 11 && (odd * 7 - even + 100) % 10 == sum_digit(c[9]) &&
           (odd + even + sum_digit(c[9])) % 10 == sum_digit(c[10]);
}

bool check_za_id(const char *c, size_t n)
{
    return sum_is_year_first(c) && c[10] <= '2' && sum_luhn(c, n);
}

bool check_br_cpf(const char *c, size_t n)
{
    return n == 11 && !sum_is_flat(c, n) && sum_weighted(c, "A98765432") * 10 % 11 % 10 == sum_digit(c[9]) &&
           (sum_weighted(c + 1, "A98765432") + sum_digit(c[0]) * 11) * 10 % 11 % 10 == sum_digit(c[10]);
}

bool check_ar_cuil(const char *c, size_t n)
{
    int64_t prefix = sum_number(c, 2);

    return (prefix == 20 || prefix == 23 || prefix == 24 || prefix == 27) && n == 11 &&
           (sum_weighted(c, "5432765432") + sum_digit(c[10])) % 11 == 0;
}

/* Seven or eight digits and a digit or K. */
bool check_cl_rut(const char *c, size_t n)
{
    int rest = n == 9 ? sum_weighted(c, "32765432") % 11 : sum_weighted(c, "2765432") % 11;

    return !sum_is_flat(c, n - 1) && c[0] != '0' && sum_is_letter("0K987654321", rest, c[n - 1]);
}

bool check_ec_cedula(const char *c, size_t n)
{
    int64_t province = sum_number(c, 2);

    return province >= 1 && province <= 24 && c[2] < '6' && sum_luhn(c, n) && !sum_is_flat(c, n);
}

/* The letter N with a tilde comes between N and O; folding made an N of it, and it is not used where it would matter.
 */
bool check_mx_curp(const char *c, size_t n)
{
    int sum = 0;

    for (size_t i = 0; i + 1 < n; i++) {
        int value = c[i] < 'A' ? sum_digit(c[i]) : c[i] - 'A' + 10 + (c[i] > 'N');
        sum += value * (int)(18 - i);
    }
    return sum_is_year_first(c + 4) && strchr("HMX", c[10]) && (10 - sum % 10) % 10 == sum_digit(c[n - 1]);
}

/* ---- Asia and Australia ---- */

bool check_in_aadhaar(const char *c, size_t n)
{
    return c[0] >= '2' && !sum_is_flat(c, n) && sum_verhoeff(c, n);
}

bool check_cn_id(const char *c, size_t n)
{
    int64_t region = sum_number(c, 2);

    return region >= 11 && region <= 83 && sum_is_full_date(c + 6) &&
           sum_is_letter("10X98765432", (sum_weighted(c, "79A5842163") + sum_weighted(c + 10, "79A5842")) % 11,
                         c[n - 1]);
}

bool check_tw_id(const char *c, size_t n)
{
    static const unsigned char codes[] = { 10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21,
                                           22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33 };
    int code = codes[c[0] - 'A'];

    return strchr("1289", c[1]) &&
           (code / 10 + code % 10 * 9 + sum_weighted(c + 1, "87654321") + sum_digit(c[n - 1])) % 10 == 0;
}

bool check_sg_nric(const char *c, size_t n)
{
    int sum = sum_weighted(c + 1, "2765432");

    if (c[0] == 'S' || c[0] == 'T')
        return sum_is_letter("JZIHGFEDCBA", (sum + (c[0] == 'T' ? 4 : 0)) % 11, c[n - 1]);
    if (c[0] == 'F' || c[0] == 'G')
        return sum_is_letter("XWUTRQPNMLK", (sum + (c[0] == 'G' ? 4 : 0)) % 11, c[n - 1]);
    return c[0] == 'M' && sum_is_letter("XWUTRQPNJLK", (sum + 3) % 11, c[n - 1]);
}

bool check_kr_rrn(const char *c, size_t n)
{
    return sum_is_year_first(c) && c[6] >= '1' && c[6] <= '8' &&
           (11 - (sum_weighted(c, "23456789") + sum_weighted(c + 8, "2345")) % 11) % 10 == sum_digit(c[n - 1]);
}

bool check_jp_my(const char *c, size_t n)
{
    int rest = sum_weighted(c, "65432765432") % 11;

    return !sum_is_flat(c, n) && (rest < 2 ? 0 : 11 - rest) == sum_digit(c[n - 1]);
}

bool check_th_id(const char *c, size_t n)
{
    int sum = sum_digit(c[0]) * 13 + sum_digit(c[1]) * 12 + sum_digit(c[2]) * 11 + sum_weighted(c + 3, "A98765432");

    return c[0] >= '1' && c[0] <= '8' && !sum_is_flat(c, n) && (11 - sum % 11) % 10 == sum_digit(c[n - 1]);
}

bool check_au_tfn(const char *c, size_t n)
{
    return !sum_is_flat(c, n) && sum_weighted(c, "14375869A") % 11 == 0;
}
