/* pii_checks.c - cards, accounts, and the numbers of the British Isles, North America and Europe. */
#include "data/pii/pii_checks.h"
#include "base/attrs.h"
#include "data/pii/pii_sums.h"
#include <string.h>

/* ---- cards and accounts ---- */

/* The networks' prefixes, as ranges of their first four digits, with the lengths they use. */
static const struct {
    int first, last;
    size_t shortest, longest;
} cards[] = {
    { 4000, 4999, 13, 13 }, /* Visa, of old */
    { 4000, 4999, 16, 16 }, /* Visa */
    { 4000, 4999, 18, 19 }, /* Visa */
    { 5100, 5599, 16, 16 }, /* Mastercard */
    { 2221, 2720, 16, 16 }, /* Mastercard */
    { 2200, 2204, 16, 19 }, /* Mir */
    { 3400, 3499, 15, 15 }, /* American Express */
    { 3700, 3799, 15, 15 }, /* American Express */
    { 3000, 3059, 14, 19 }, /* Diners Club */
    { 3095, 3095, 14, 19 }, /* Diners Club */
    { 3600, 3699, 14, 19 }, /* Diners Club */
    { 3800, 3999, 14, 19 }, /* Diners Club */
    { 3528, 3589, 16, 19 }, /* JCB */
    { 6011, 6011, 16, 19 }, /* Discover */
    { 6440, 6599, 16, 19 }, /* Discover, RuPay, Elo */
    { 6200, 6299, 16, 19 }, /* UnionPay */
    { 8100, 8171, 16, 19 }, /* UnionPay */
    { 5018, 5018, 16, 19 }, /* Maestro */
    { 5019, 5019, 16, 16 }, /* Dankort */
    { 5020, 5020, 16, 19 }, /* Maestro */
    { 5038, 5038, 16, 19 }, /* Maestro */
    { 5060, 5061, 16, 19 }, /* Verve */
    { 5085, 5089, 16, 16 }, /* RuPay */
    { 5893, 5893, 16, 19 }, /* Maestro */
    { 6062, 6062, 16, 16 }, /* Hipercard */
    { 6304, 6304, 16, 19 }, /* Maestro */
    { 6759, 6759, 16, 19 }, /* Maestro */
    { 6761, 6763, 16, 19 }, /* Maestro */
    { 9792, 9792, 16, 16 }, /* Troy */
};

bool check_card(const char *c, size_t n)
{
    int prefix = (int)sum_number(c, 4);

    for (size_t i = 0; i < COUNT_OF(cards); i++)
        if (prefix >= cards[i].first && prefix <= cards[i].last && n >= cards[i].shortest && n <= cards[i].longest)
            return sum_luhn(c, n);
    return false;
}

/* Six digits at least: words of a sentence that happen to come out right have fewer. */
static bool has_digits(const char *c, size_t n)
{
    size_t digits = 0;

    for (size_t i = 0; i < n; i++)
        digits += c[i] < 'A';
    return digits >= 6;
}

bool check_iban(const char *c, size_t n)
{
    /* Countries with the length of their accounts, from the IBAN registry (ISO 13616). */
    static const char countries[] =
        "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27"
        "GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22"
        "MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28"
        "TL23TN24TR26UA29VA22VG24XK20YE30";

    for (size_t i = 0; countries[i]; i += 4)
        if (memcmp(countries + i, c, 2) == 0)
            return (size_t)sum_number(countries + i + 2, 2) == n && has_digits(c, n) &&
                   sum_mod97(c, 4, sum_mod97(c + 4, n - 4, 0)) == 1;
    return false;
}

/* ---- the British Isles and North America ---- */

/* Areas 000, 666 and 900 to 999, group 00 and serial 0000 were never given out. */
bool check_us_ssn(const char *c, size_t n)
{
    int64_t area = sum_number(c, 3);

    return area > 0 && area != 666 && area < 900 && sum_number(c + 3, 2) > 0 && sum_number(c + 5, n - 5) > 0;
}

/* For those who pay taxes and have no social security number. */
bool check_us_itin(const char *c, size_t n)
{
    int64_t group = sum_number(c + 3, 2);

    return c[0] == '9' && n == 9 &&
           ((group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group != 93));
}

/* It has no check digit; some letters are never used. */
bool check_gb_nino(const char *c, size_t n)
{
    static const char never[][3] = { "BG", "GB", "KN", "NK", "NT", "TN", "ZZ" };

    for (size_t i = 0; i < COUNT_OF(never); i++)
        if (memcmp(never[i], c, 2) == 0)
            return false;
    return !strchr("DFIQUV", c[0]) && !strchr("DFIOQUV", c[1]) && c[n - 1] <= 'D';
}

bool check_gb_nhs(const char *c, size_t n)
{
    int check = 11 - sum_weighted(c, "A98765432") % 11;

    return !sum_is_flat(c, n) && check % 11 == sum_digit(c[9]);
}

bool check_ie_pps(const char *c, size_t n)
{
    int sum = sum_weighted(c, "8765432") + (n == 9 && c[8] != 'W' ? 9 * (c[8] - 'A' + 1) : 0);

    return !sum_is_flat(c, 7) && (n == 8 || c[8] == 'W' || c[8] <= 'I') &&
           sum_is_letter("WABCDEFGHIJKLMNOPQRSTUV", sum % 23, c[7]);
}

bool check_ca_sin(const char *c, size_t n)
{
    return !sum_is_flat(c, n) && sum_luhn(c, n);
}

/* ---- the south and west of Europe ---- */

#define DNI_LETTERS "TRWAGMYFPDXBNJZSQVHLCKE"

bool check_es_dni(const char *c, size_t n)
{
    return !sum_is_flat(c, n - 1) && sum_is_letter(DNI_LETTERS, sum_number(c, 8) % 23, c[8]);
}

bool check_es_nie(const char *c, size_t n)
{
    return c[0] >= 'X' &&
           sum_is_letter(DNI_LETTERS, ((c[0] - 'X') * 10000000 + sum_number(c + 1, n - 2)) % 23, c[n - 1]);
}

/* Where two people would have the same one, letters stand for digits. */
static int cf_digit(char c)
{
    static const char letters[] = "LMNPQRSTUV";
    const char *at = c >= 'A' ? strchr(letters, c) : NULL;

    return c < 'A' ? sum_digit(c) : at ? (int)(at - letters) : -1;
}

bool check_it_cf(const char *c, size_t n)
{
    static const char odd[] = { 1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23 };
    static const size_t digits[] = { 6, 7, 9, 10, 12, 13, 14 };
    int sum = 0, day;

    for (size_t i = 0; i < COUNT_OF(digits); i++)
        if (cf_digit(c[digits[i]]) < 0)
            return false;
    day = cf_digit(c[9]) * 10 + cf_digit(c[10]);
    if (!strchr("ABCDEHLMPRST", c[8]) || day % 40 < 1 || day % 40 > 31)
        return false;
    for (size_t i = 0; i + 1 < n; i++) {
        int value = c[i] >= 'A' ? c[i] - 'A' : sum_digit(c[i]);
        sum += i % 2 ? value : odd[value];
    }
    return c[n - 1] - 'A' == sum % 26;
}

/* Corsica's two departments are 2A and 2B, and count as 19 and 18. */
bool check_fr_nir(const char *c, size_t n)
{
    int64_t month = sum_number(c + 3, 2), number;
    char plain[13];

    memcpy(plain, c, sizeof plain);
    if (c[6] >= 'A') {
        if (c[5] != '2' || c[6] > 'B')
            return false;
        memcpy(plain + 5, c[6] == 'A' ? "19" : "18", 2);
    }
    number = sum_number(plain, sizeof plain);
    return strchr("123478", c[0]) && ((month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50) &&
           sum_number(c + n - 2, 2) == 97 - number % 97;
}

/* Those of persons begin with 1, 2, 3 or 45; companies have others. */
bool check_pt_nif(const char *c, size_t n)
{
    int check = 11 - sum_weighted(c, "98765432") % 11;

    return ((c[0] >= '1' && c[0] <= '3') || memcmp(c, "45", 2) == 0) && !sum_is_flat(c, n) &&
           (check > 9 ? 0 : check) == sum_digit(c[8]);
}

bool check_nl_bsn(const char *c, size_t n)
{
    return !sum_is_flat(c, n) && (sum_weighted(c, "98765432") - sum_digit(c[8])) % 11 == 0;
}

/* The remainder counts a 2 in front for those born since 2000; numbers of people from abroad have 20 or 40 added to the
 * month. */
bool check_be_rrn(const char *c, size_t n)
{
    int64_t first = sum_number(c, 9), check = sum_number(c + 9, n - 9), serial = sum_number(c + 6, 3);

    return sum_is_day(sum_number(c + 4, 2), sum_number(c + 2, 2) % 20) && sum_number(c + 2, 2) < 60 && serial > 0 &&
           serial < 999 && (check == 97 - first % 97 || check == 97 - (2000000000 + first) % 97);
}

bool check_lu_id(const char *c, size_t n)
{
    char second[12];

    memcpy(second, c, 11);
    second[11] = c[n - 1];
    return sum_is_full_date(c) && sum_luhn(c, 12) && sum_verhoeff(second, 12);
}

/* ---- the middle of Europe ---- */

/* Of the first ten digits one is there twice or three times, and the others once. */
bool check_de_tax(const char *c, size_t n)
{
    int count[10] = { 0 }, twice = 0, thrice = 0;

    for (size_t i = 0; i < 10; i++)
        count[sum_digit(c[i])]++;
    for (size_t i = 0; i < 10; i++) {
        twice += count[i] == 2;
        thrice += count[i] == 3;
        if (count[i] > 3)
            return false;
    }
    return c[0] != '0' && twice + thrice == 1 && sum_mod_11_10(c, n);
}

/* Area, date of birth, first letter of the name, serial and check digit. */
bool check_de_pension(const char *c, size_t n)
{
    static const char weights[] = "212571212121";
    char digits[13];
    int sum = 0;

    memcpy(digits, c, 8);
    digits[8] = (char)('0' + (c[8] - 'A' + 1) / 10);
    digits[9] = (char)('0' + (c[8] - 'A' + 1) % 10);
    memcpy(digits + 10, c + 9, 2);
    for (size_t i = 0; i < 12; i++) {
        int d = sum_digit(digits[i]) * sum_digit(weights[i]);
        sum += d / 10 + d % 10;
    }
    return sum_is_day_first(c + 2) && sum % 10 == sum_digit(c[n - 1]);
}

/* The date of birth comes last; months 13 to 15 are used when a day is full. */
bool check_at_svnr(const char *c, size_t n)
{
    int64_t month = sum_number(c + 6, 2);

    return c[0] != '0' && sum_is_day(sum_number(c + 4, 2), month > 12 && month < 16 ? 1 : month) && n == 10 &&
           (sum_weighted(c, "379") + sum_weighted(c + 4, "584216")) % 11 == sum_digit(c[3]);
}

bool check_ch_ahv(const char *c, size_t n)
{
    return memcmp(c, "756", 3) == 0 && (10 - sum_weighted(c, "131313131313") % 10) % 10 == sum_digit(c[n - 1]);
}

/* ---- the north of Europe ---- */

/* Numbers given out since 2007 may fail the check: those only a column's name can tell. */
bool check_dk_cpr(const char *c, size_t n)
{
    return n == 10 && sum_is_day_first(c) && sum_weighted(c, "4327654321") % 11 == 0;
}

/* Ten digits, or twelve with the century. A number for somebody not registered has 60 added to the day. */
bool check_se_pnr(const char *c, size_t n)
{
    const char *last = c + n - 10;
    int64_t day = sum_number(last + 4, 2), year = sum_number(c, 4);

    return (n == 10 || (year >= 1890 && year <= 2099)) &&
           sum_is_day(day > 60 ? day - 60 : day, sum_number(last + 2, 2)) && sum_luhn(last, 10);
}

/* Foreigners have 40 added to the day. */
bool check_no_fnr(const char *c, size_t n)
{
    int64_t day = sum_number(c, 2);

    return n == 11 && sum_is_day(day > 40 ? day - 40 : day, sum_number(c + 2, 2)) &&
           sum_weighted(c, "3761894521") % 11 == 0 && sum_weighted(c, "54327654321") % 11 == 0;
}

#define HETU_LETTERS "0123456789ABCDEFHJKLMNPRSTUVWXY"

/* ddmmyy, a sign for the century that is a separator here, a serial of three digits, a letter or digit. */
bool check_fi_hetu(const char *c, size_t n)
{
    return sum_is_day_first(c) && sum_is_letter(HETU_LETTERS, sum_number(c, 9) % 31, c[n - 1]);
}

/* The same with a letter for the century. */
bool check_fi_hetu_letter(const char *c, size_t n)
{
    char plain[10];

    memcpy(plain, c, 6);
    memcpy(plain + 6, c + 7, 4);
    return n == 11 && strchr("ABCDEFUVWXY", c[6]) && check_fi_hetu(plain, sizeof plain);
}

bool check_is_kt(const char *c, size_t n)
{
    return strchr("890", c[n - 1]) && sum_is_day_first(c) && sum_weighted(c, "327654321") % 11 == 0;
}

/* ---- the east of Europe ---- */

/* The century is added to the month: 80, 0, 20, 40, 60. Nobody alive was born in the 1800s. */
bool check_pl_pesel(const char *c, size_t n)
{
    int64_t month = sum_number(c + 2, 2);

    return month < 40 && sum_is_day(sum_number(c + 4, 2), month % 20) && n == 11 &&
           sum_weighted(c, "13791379131") % 10 == 0;
}

/* Women have 50 added to the month; 20 more when a day is full. */
bool check_cz_rc(const char *c, size_t n)
{
    int64_t month = sum_number(c + 2, 2) % 50, first = sum_number(c, 9);

    return sum_is_day(sum_number(c + 4, 2), month > 20 ? month - 20 : month) &&
           (sum_number(c, n) % 11 == 0 || (first % 11 == 10 && c[9] == '0'));
}

bool check_bg_egn(const char *c, size_t n)
{
    int64_t month = sum_number(c + 2, 2);

    return n == 10 && month < 60 && sum_is_day(sum_number(c + 4, 2), month % 20) &&
           sum_weighted(c, "2485A9736") % 11 % 10 == sum_digit(c[9]);
}

bool check_ro_cnp(const char *c, size_t n)
{
    int rest = sum_weighted(c, "279146358279") % 11;
    int64_t county = sum_number(c + 7, 2);

    return c[0] != '0' && sum_is_year_first(c + 1) && county >= 1 && county <= 52 &&
           (rest == 10 ? 1 : rest) == sum_digit(c[n - 1]);
}

/* Estonia and Lithuania. */
bool check_ee_ik(const char *c, size_t n)
{
    int rest = sum_weighted(c, "1234567891") % 11;

    if (rest == 10)
        rest = sum_weighted(c, "3456789123") % 11 % 10;
    return c[0] >= '1' && c[0] <= '6' && sum_is_year_first(c + 1) && rest == sum_digit(c[n - 1]);
}

bool check_lv_pk(const char *c, size_t n)
{
    return n == 11 && sum_is_day_first(c) && c[6] <= '2' &&
           (1101 - sum_weighted(c, "1637") - sum_weighted(c + 4, "9A5842")) % 11 == sum_digit(c[10]);
}

/* What was Yugoslavia: ddmmyyy, region, serial, check digit. */
bool check_yu_jmbg(const char *c, size_t n)
{
    int rest = sum_weighted(c, "765432765432") % 11;

    return sum_is_day_first(c) && strchr("90", c[4]) && rest != 1 && (rest ? 11 - rest : 0) == sum_digit(c[n - 1]);
}

bool check_hr_oib(const char *c, size_t n)
{
    return !sum_is_flat(c, n) && sum_mod_11_10(c, n);
}

bool check_gr_amka(const char *c, size_t n)
{
    return sum_is_day_first(c) && sum_luhn(c, n);
}

bool check_hu_tax(const char *c, size_t n)
{
    return c[0] == '8' && sum_weighted(c, "123456789") % 11 == sum_digit(c[n - 1]);
}

bool check_ru_snils(const char *c, size_t n)
{
    return !sum_is_flat(c, n) && sum_weighted(c, "987654321") % 101 % 100 == sum_number(c + 9, n - 9);
}

bool check_ru_inn(const char *c, size_t n)
{
    return n == 12 && !sum_is_flat(c, n) && memcmp(c, "00", 2) != 0 &&
           sum_weighted(c, "724A359468") % 11 % 10 == sum_digit(c[10]) &&
           sum_weighted(c, "3724A359468") % 11 % 10 == sum_digit(c[11]);
}

bool check_kz_iin(const char *c, size_t n)
{
    int rest = (sum_weighted(c, "123456789A") + sum_digit(c[10]) * 11) % 11;

    if (rest == 10)
        rest = (sum_weighted(c, "3456789A") + sum_digit(c[8]) * 11 + sum_digit(c[9]) + sum_digit(c[10]) * 2) % 11;
    return sum_is_year_first(c) && c[6] >= '1' && c[6] <= '6' && rest == sum_digit(c[n - 1]);
}
