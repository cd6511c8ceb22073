/* pii_sums.c - each sum as its standard has it. */
#include "data/pii/pii_sums.h"

int64_t sum_number(const char *c, size_t n)
{
    int64_t value = 0;

    for (size_t i = 0; i < n; i++)
        value = value * 10 + (c[i] - '0');
    return value;
}

int sum_weighted(const char *c, const char *weights)
{
    int sum = 0;

    for (size_t i = 0; weights[i]; i++)
        sum += (c[i] - '0') * (weights[i] == 'A' ? 10 : weights[i] - '0');
    return sum;
}

bool sum_luhn(const char *c, size_t n)
{
    int sum = 0;

    for (size_t i = 0; i < n; i++) {
        int d = c[n - 1 - i] - '0';
        if (i % 2)
            d = d * 2 > 9 ? d * 2 - 9 : d * 2;
        sum += d;
    }
    return sum % 10 == 0;
}

bool sum_mod_11_10(const char *c, size_t n)
{
    int product = 10;

    for (size_t i = 0; i + 1 < n; i++) {
        int sum = (c[i] - '0' + product) % 10;
        product = (sum ? sum : 10) * 2 % 11;
    }
    return (11 - product) % 10 == c[n - 1] - '0';
}

bool sum_verhoeff(const char *c, size_t n)
{
    static const char turns[8][11] = { "0123456789", "1576283094", "5803796142", "8916043527",
                                       "9453126870", "4286573901", "2793806415", "7046913258" };
    int at = 0;

    for (size_t i = 0; i < n; i++) {
        int d = turns[i % 8][c[n - 1 - i] - '0'] - '0';
        /* The product of the dihedral group: turns are 0 to 4, reflections 5 to 9. */
        if (at < 5)
            at = d < 5 ? (at + d) % 5 : 5 + (at + d) % 5;
        else
            at = d < 5 ? 5 + (at - d) % 5 : (at - d + 5) % 5;
    }
    return at == 0;
}

int sum_mod97(const char *c, size_t n, int from)
{
    for (size_t i = 0; i < n; i++)
        from = c[i] >= 'A' ? (from * 100 + c[i] - 'A' + 10) % 97 : (from * 10 + c[i] - '0') % 97;
    return from;
}

bool sum_is_flat(const char *c, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (c[i] != c[0])
            return false;
    return true;
}

bool sum_is_day(int64_t day, int64_t month)
{
    static const char days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

bool sum_is_day_first(const char *c)
{
    return sum_is_day(sum_number(c, 2), sum_number(c + 2, 2));
}

bool sum_is_year_first(const char *c)
{
    return sum_is_day(sum_number(c + 4, 2), sum_number(c + 2, 2));
}

bool sum_is_full_date(const char *c)
{
    int64_t year = sum_number(c, 4);

    return year >= 1890 && year <= 2099 && sum_is_year_first(c + 2);
}
