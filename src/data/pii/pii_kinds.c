/* pii_kinds.c - the table of kinds, and how a run of letters and digits is held against it.
 *
 * form: a letter or digit each: d a digit, a a letter, x either; "aaddx+" goes on with any.
 * groups: ways of writing, with | between them: the sizes of the groups with their separators, where _ is a blank and ~
 * any separator, the same each time (a point only between three groups or more: two are a fraction). = before it: only
 * as a whole value. * is any grouping, of a whole value; ? is any grouping anywhere, the first group having four.
 */
#include "data/pii/pii_kinds.h"
#include "base/attrs.h"
#include "data/pii/pii_checks.h"
#include <string.h>

#define FORM(f) f, sizeof(f) - 1
#define D8 "dddddddd"
#define D9 D8 "d"
#define D10 D9 "d"
#define D11 D10 "d"
#define D12 D11 "d"
#define D13 D12 "d"
#define ID PII_IDENTITY
#define NO PII_NOTHING
#define WEAK PII_WEAK
#define LIKELY PII_LIKELY
#define SURE PII_SURE
#define IBAN_SHORTEST 15 /* a Norwegian one */
#define IN_FOURS "4~4~4~4"

/* In the order of their lengths. */
static const struct pii_kind kinds[] = {
    { "ie_pps", FORM("ddddddda"), "7~1", ID, SURE, SURE, check_ie_pps, "Revenue; modulo 23" },
    { "cl_rut", FORM("dddddddx"), "1.3.3-1", ID, NO, SURE, check_cl_rut, "Registro Civil; modulo 11" },
    { "us_ssn", FORM(D9), "3-2-4|=3~2~4", PII_SSN, NO, SURE, check_us_ssn,
      "Social Security Administration; no check digit" },
    { "us_itin", FORM(D9), "3-2-4", PII_SSN, NO, SURE, check_us_itin, "IRS; no check digit" },
    { "gb_nino", FORM("aadddddda"), "2_2_2_2_1|2_6_1", ID, LIKELY, SURE, check_gb_nino,
      "HMRC NIM39110; no check digit" },
    { "ie_pps", FORM("dddddddaa"), "7~2", ID, SURE, SURE, check_ie_pps, "Revenue; modulo 23" },
    { "ca_sin", FORM(D9), "3-3-3", ID, NO, SURE, check_ca_sin, "Service Canada; Luhn, as French companies" },
    { "es_dni", FORM("dddddddda"), "8~1|2.3.3~1|2_3_3_1|=2.3.4", ID, SURE, SURE, check_es_dni,
      "Ministerio del Interior; modulo 23" },
    { "es_nie", FORM("addddddda"), "1~7~1|1~8|8~1|1.1.3.3~1|=1~1~3~3~1", ID, SURE, SURE, check_es_nie,
      "Ministerio del Interior; modulo 23" },
    { "pt_nif", FORM(D9), "", ID, WEAK, NO, check_pt_nif, "Autoridade Tributaria; modulo 11" },
    { "nl_bsn", FORM(D9), "4.2.3", ID, WEAK, SURE, check_nl_bsn, "RvIG; modulo 11" },
    { "cl_rut", FORM(D8 "x"), "2.3.3-1", ID, WEAK, SURE, check_cl_rut, "Registro Civil; modulo 11" },
    { "cl_rut", FORM(D8 "x"), "8-1", ID, NO, WEAK, check_cl_rut, "Registro Civil; modulo 11" },
    { "sg_nric", FORM("addddddda"), "1~7~1", ID, SURE, SURE, check_sg_nric, "ICA; modulo 11" },
    { "au_tfn", FORM(D9), "", ID, WEAK, NO, check_au_tfn, "ATO; modulo 11" },
    { "gb_nhs", FORM(D10), "3_3_4|3-3-4", ID, NO, SURE, check_gb_nhs, "NHS data dictionary; modulo 11, as ISBN-10" },
    { "at_svnr", FORM(D10), "4~6|4_2_2_2|4~2.2.2", ID, LIKELY, SURE, check_at_svnr,
      "Sozialversicherung; date, modulo 11" },
    { "dk_cpr", FORM(D10), "6-4|6_4", ID, LIKELY, SURE, check_dk_cpr, "CPR-kontoret; date, modulo 11" },
    { "se_pnr", FORM(D10), "6-4|6_4", ID, LIKELY, SURE, check_se_pnr, "SKV 704; date, Luhn" },
    { "fi_hetu", FORM(D9 "x"), "6-4", ID, NO, SURE, check_fi_hetu, "DVV; date, modulo 31" },
    { "is_kt", FORM(D10), "6-4|6_4", ID, LIKELY, SURE, check_is_kt, "Registers Iceland; date, modulo 11" },
    { "cz_rc", FORM(D10), "6/4|=6-4|=6_4", ID, LIKELY, SURE, check_cz_rc, "act 133/2000; date, modulo 11" },
    { "bg_egn", FORM(D10), "6_4|6-4", ID, LIKELY, SURE, check_bg_egn, "GRAO; date, modulo 11" },
    { "hu_tax", FORM(D10), "", ID, WEAK, NO, check_hu_tax, "act 1996/XX; modulo 11" },
    { "ec_cedula", FORM(D10), "9-1", ID, LIKELY, SURE, check_ec_cedula, "Registro Civil; Luhn" },
    { "tw_id", FORM("a" D9), "1~9", ID, LIKELY, SURE, check_tw_id, "household registration; modulo 10" },
    { "be_rrn", FORM(D11), "2.2.2-3.2|6-3-2|6~5|2~2~2~3~2|9-2|*", ID, SURE, SURE, check_be_rrn,
      "IBZ; date, modulo 97" },
    { "de_tax", FORM(D11), "2_3_3_3|2/3/3/3|2-3-3-3|=2~3~3~3", ID, LIKELY, SURE, check_de_tax,
      "BZSt; ISO 7064, one digit again" },
    { "no_fnr", FORM(D11), "6_5|6-5|2~2~2~5|6_3_2", ID, SURE, SURE, check_no_fnr,
      "Skatteetaten; date, modulo 11 twice" },
    { "fi_hetu", FORM("ddddddadddx"), "", ID, SURE, NO, check_fi_hetu_letter, "DVV; date, modulo 31" },
    { "pl_pesel", FORM(D11), "6_5|6-5|2~2~2~5", ID, LIKELY, SURE, check_pl_pesel,
      "act on registration 2010; date, modulo 10" },
    { "ee_ik", FORM(D11), "1~6~4|1~2~2~2~4", ID, LIKELY, SURE, check_ee_ik, "EVS 585; date, modulo 11; Lithuania too" },
    { "lv_pk", FORM(D11), "6-5", ID, LIKELY, SURE, check_lv_pk, "PMLP; date, modulo 11" },
    { "hr_oib", FORM(D11), "", ID, WEAK, NO, check_hr_oib, "OIB act; ISO 7064" },
    { "gr_amka", FORM(D11), "6~5|2~2~2~5", ID, LIKELY, SURE, check_gr_amka, "IDIKA; date, Luhn" },
    { "ru_snils", FORM(D11), "3-3-3_2|3-3-3-2|3_3_3_2", ID, LIKELY, SURE, check_ru_snils, "order 192p; modulo 101" },
    { "tr_tckn", FORM(D11), "3_3_3_2|3-3-3-2|3_3_5", ID, LIKELY, SURE, check_tr_tckn, "NVI; modulo 10 twice" },
    { "br_cpf", FORM(D11), "3.3.3-2|9-2|3~3~3~2|3_3_3-2", ID, LIKELY, SURE, check_br_cpf,
      "Receita Federal; modulo 11 twice" },
    { "ar_cuil", FORM(D11), "2~8~1", ID, LIKELY, SURE, check_ar_cuil, "ANSES; modulo 11" },
    { "de_pension", FORM(D8 "addd"), "2~6~1~3|2~6~1~2~1|8~1~3|*", ID, SURE, SURE, check_de_pension,
      "Rentenversicherung; date, modulo 10" },
    { "se_pnr", FORM(D12), "8-4|8_4", ID, SURE, SURE, check_se_pnr, "SKV 704; date, Luhn" },
    { "ru_inn", FORM(D12), "", ID, LIKELY, NO, check_ru_inn, "order MMV-7-6/435; modulo 11 twice" },
    { "kz_iin", FORM(D12), "6_6|6-6", ID, LIKELY, SURE, check_kz_iin, "law 223 of 2007; date, modulo 11" },
    { "in_aadhaar", FORM(D12), "4_4_4|4-4-4|=4~4~4", ID, LIKELY, SURE, check_in_aadhaar, "UIDAI; Verhoeff" },
    { "jp_my", FORM(D12), "", ID, WEAK, NO, check_jp_my, "number use act; modulo 11" },
    { "card", FORM(D13), "4~3~3~3|4~4~4~1|4~4~5|*", PII_CARD, LIKELY, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
    { "lu_id", FORM(D13), "4~2~2~5|8~5|4_4_5|*", ID, SURE, SURE, check_lu_id,
      "law of 19 June 2013; date, Luhn, Verhoeff" },
    { "ch_ahv", FORM(D13), "3.4.4.2|3~4~4~2|*", ID, SURE, SURE, check_ch_ahv, "eCH-0084; EAN-13 from 756" },
    { "ro_cnp", FORM(D13), "1~6~6|1~6~2~3~1|1~2~2~2~6|*", ID, SURE, SURE, check_ro_cnp,
      "act 105/1996; date, modulo 11" },
    { "yu_jmbg", FORM(D13), "7~6|7~2~3~1|2~2~3~6|*", ID, SURE, SURE, check_yu_jmbg, "law of 1976; date, modulo 11" },
    { "za_id", FORM(D13), "6~4~3|6~4~2~1|6~4~1~1~1|2~2~2~4~3|*", ID, SURE, SURE, check_za_id,
      "Home Affairs; date, Luhn" },
    { "kr_rrn", FORM(D13), "6-7|6_7", ID, LIKELY, SURE, check_kr_rrn, "registration act; date, modulo 11" },
    { "th_id", FORM(D13), "1~4~5~2~1", ID, WEAK, SURE, check_th_id, "DOPA; modulo 11" },
    { "card", FORM(D13 "d"), "4~6~4|4~4~4~2|*", PII_CARD, SURE, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
    { "card", FORM(D13 "dd"), "4~6~5|4~4~4~3|*", PII_CARD, SURE, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
    { "fr_nir", FORM("ddddddxdddddddd"), "1~2~2~2~3~3~2|13~2|=1~2~2~2~3~3_2|*", ID, SURE, SURE, check_fr_nir,
      "INSEE; modulo 97" },
    { "card", FORM(D13 "ddd"), IN_FOURS "|4~6~6|6~10|*", PII_CARD, SURE, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
    { "it_cf", FORM("aaaaaaxxaxxaxxxa"), "3~3~5~5|6~5~5|6~2~3~5|*", ID, SURE, SURE, check_it_cf,
      "DM 23/12/1976; modulo 26" },
    { "card", FORM(D13 "dddd"), IN_FOURS "~1|*", PII_CARD, SURE, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
    { "card", FORM(D13 "ddddd"), IN_FOURS "~2|*", PII_CARD, SURE, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
    { "mx_curp", FORM("aaaaddddddaaaaaaxd"), "4~6~6~2|*", ID, SURE, SURE, check_mx_curp, "RENAPO; date, modulo 10" },
    { "cn_id", FORM(D13 "ddddx"), "6~8~4|3~3~4~4~4|*", ID, SURE, SURE, check_cn_id, "GB 11643-1999; date, modulo 11" },
    { "card", FORM(D13 "dddddd"), IN_FOURS "~3|6~13|*", PII_CARD, SURE, SURE, check_card,
      "ISO/IEC 7812 and the networks' prefixes" },
};

/* It has a length for each country. */
static const struct pii_kind iban = { "iban", "aaddx+",    0,
                                      "?",    PII_ACCOUNT, SURE,
                                      SURE,   check_iban,  "ISO 13616; modulo 97" };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool has_form(const struct pii_kind *k, const char *c)
{
    for (size_t i = 0; k->form[i] && k->form[i] != '+'; i++)
        if ((k->form[i] == 'd' && !is_digit(c[i])) || (k->form[i] == 'a' && is_digit(c[i])))
            return false;
    return true;
}

/* A number with a point is a fraction, however its digits come out. */
static bool has_one_separator(const struct pii_run *r, size_t g)
{
    if (r->separators[1] == '.')
        return false;
    for (size_t i = 2; i <= g; i++)
        if (r->separators[i] != r->separators[1])
            return false;
    return true;
}

/* The groups up to g are written as this way says. */
static bool is_written(const struct pii_run *r, size_t g, const char *way)
{
    char any = 0;

    for (size_t i = 0; i <= g; i++) {
        int size = 0;
        if (i > 0) {
            char between = *way == '_' ? ' ' : *way;
            if (*way == '~' && (any ? any == r->separators[i] : r->separators[i] != '.' || g > 1))
                between = any = r->separators[i];
            if (between != r->separators[i])
                return false;
            way++;
        }
        for (; is_digit(*way); way++)
            size = size * 10 + *way - '0';
        if (size != r->ends[i] - (i > 0 ? r->ends[i - 1] : 0))
            return false;
    }
    return *way == '|' || *way == '\0';
}

static bool is_grouped(const struct pii_run *r, size_t g, bool whole, const char *groups)
{
    for (const char *way = groups; *way; way += *way == '|') {
        if ((*way == '?' && (whole || r->ends[0] >= 4)) || (*way == '*' && whole && has_one_separator(r, g)))
            return true;
        if ((*way != '=' || whole) && is_written(r, g, way + (*way == '=')))
            return true;
        while (*way && *way != '|')
            way++;
    }
    return false;
}

#define BIT(n) (1ull << (n))
#define BELOW(n) (BIT(n) - 1)

uint64_t pii_kind_lengths(const char *c, size_t n)
{
    static const uint64_t by_letters[] = { [1] = BIT(9) | BIT(10), [2] = BIT(9) | ~BELOW(IBAN_SHORTEST),
                                           [4] = BIT(18),          [6] = BIT(16),
                                           [7] = BIT(16),          [8] = 0 };
    static const uint64_t by_digits[] = {
        [6] = BIT(11) | BIT(15), [7] = BIT(8) | BIT(9), [8] = BIT(9) | BIT(12), [9] = BIT(10), [17] = BIT(18), [18] = 0
    };
    size_t letters = 0, digits = 0;
    uint64_t lengths = 0;

    while (letters < n && !is_digit(c[letters]))
        letters++;
    if (letters > 0)
        return letters < COUNT_OF(by_letters) ? by_letters[letters] : 0;
    while (digits < n && is_digit(c[digits]))
        digits++;
    if (digits >= 8) /* and all of them digits */
        lengths = BELOW(digits + 1) & ~BELOW(8);
    return lengths | (digits < COUNT_OF(by_digits) ? by_digits[digits] : 0);
}

/* The first kind of this length; there may be none. */
static const struct pii_kind *first_of(size_t n)
{
    size_t low = 0, high = COUNT_OF(kinds);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (kinds[middle].n < n)
            low = middle + 1;
        else
            high = middle;
    }
    return kinds + low;
}

/* Which of the weak kinds it is. */
static unsigned weak_place(const struct pii_kind *k)
{
    unsigned place = 0;

    for (const struct pii_kind *p = kinds; p < k; p++)
        place += p->plain == PII_WEAK || p->grouped == PII_WEAK;
    return place;
}

/* Tries one kind, and keeps it when it is surer than what was found. */
static void try_kind(const struct pii_run *r, size_t g, bool whole, const struct pii_kind *k, struct pii_found *f)
{
    enum pii_weight weight = g == 0 ? k->plain : k->grouped;

    if (weight == PII_NOTHING || (weight == PII_WEAK ? !whole : weight <= f->weight) || !has_form(k, r->c) ||
        (g > 0 && !is_grouped(r, g, whole, k->groups)))
        return;
    f->tried = true;
    f->formed |= g == 0 && weight == PII_LIKELY;
    if (!k->check(r->c, r->ends[g]))
        return;
    if (weight == PII_WEAK)
        f->weak |= 1u << weak_place(k);
    if (weight > f->weight) {
        f->weight = weight;
        f->class = k->class;
    }
}

struct pii_found pii_kind_find(const struct pii_run *r, size_t g, bool whole)
{
    struct pii_found f = { .weight = PII_NOTHING };
    const size_t n = r->ends[g];

    for (const struct pii_kind *k = first_of(n); k < kinds + COUNT_OF(kinds) && k->n == n; k++)
        try_kind(r, g, whole, k, &f);
    if (n >= IBAN_SHORTEST)
        try_kind(r, g, whole, &iban, &f);
    return f;
}

size_t pii_kinds(const struct pii_kind **ret)
{
    *ret = kinds;
    return COUNT_OF(kinds);
}
