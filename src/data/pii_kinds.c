/* pii_kinds.c - the table of kinds, and how a run of letters and digits is held against it.
 *
 * form: a letter or digit each: d a digit, a a letter, x either; "aaddx+" goes on with any.
 * groups: ways of writing, with | between them: the sizes of the groups with their separators, where _ is a blank and ~
 * any separator, the same each time (a point only between three groups or more: two are a fraction). = before it: only as a whole value. * is any grouping, of a whole value; ? is any
 * grouping anywhere, the first group having four.
 */
#include "data/pii_kinds.h"
#include "base/attrs.h"
#include "data/pii_checks.h"
#include <string.h>

#define D8 "dddddddd"
#define D9 D8 "d"
#define D10 D9 "d"
#define D11 D10 "d"
#define D12 D11 "d"
#define D13 D12 "d"
#define IN_FOURS "4~4~4~4"

static const struct pii_kind kinds[] = {
    /* ISO/IEC 7812; the networks' prefixes. Thirteen digits are mostly those of goods. */
    { "card", D13, "4~3~3~3|4~4~4~1|4~4~5|*", PII_CARD, PII_LIKELY, PII_SURE, check_card },
    { "card", D13 "d", "4~6~4|4~4~4~2|*", PII_CARD, PII_SURE, PII_SURE, check_card },
    { "card", D13 "dd", "4~6~5|4~4~4~3|*", PII_CARD, PII_SURE, PII_SURE, check_card },
    { "card", D13 "ddd", IN_FOURS "|4~6~6|6~10|*", PII_CARD, PII_SURE, PII_SURE, check_card },
    { "card", D13 "dddd", IN_FOURS "~1|*", PII_CARD, PII_SURE, PII_SURE, check_card },
    { "card", D13 "ddddd", IN_FOURS "~2|*", PII_CARD, PII_SURE, PII_SURE, check_card },
    { "card", D13 "dddddd", IN_FOURS "~3|6~13|*", PII_CARD, PII_SURE, PII_SURE, check_card },
    /* ISO 13616: two digits modulo 97 */
    { "iban", "aaddx+", "?", PII_ACCOUNT, PII_SURE, PII_SURE, check_iban },
    /* Social Security Administration; IRS. No check digit: only as it is printed. */
    { "us_ssn", D9, "3-2-4|=3~2~4", PII_SSN, PII_NOTHING, PII_SURE, check_us_ssn },
    { "us_itin", D9, "3-2-4", PII_SSN, PII_NOTHING, PII_SURE, check_us_itin },
    /* HMRC's manual NIM39110: no check digit. NHS data dictionary: modulo 11 as ISBN-10, so only in groups. */
    { "gb_nino", "aadddddda", "2_2_2_2_1|2_6_1", PII_IDENTITY, PII_LIKELY, PII_SURE, check_gb_nino },
    { "gb_nhs", D10, "3_3_4|3-3-4", PII_IDENTITY, PII_NOTHING, PII_SURE, check_gb_nhs },
    /* Revenue: modulo 23 */
    { "ie_pps", "ddddddda", "7~1", PII_IDENTITY, PII_SURE, PII_SURE, check_ie_pps },
    { "ie_pps", "dddddddaa", "7~2", PII_IDENTITY, PII_SURE, PII_SURE, check_ie_pps },
    /* Service Canada: Luhn over nine digits, as French companies have, which write blanks */
    { "ca_sin", D9, "3-3-3", PII_IDENTITY, PII_NOTHING, PII_SURE, check_ca_sin },
    /* Ministerio del Interior: modulo 23 */
    { "es_dni", "dddddddda", "8~1|2.3.3~1|2_3_3_1|=2.3.4", PII_IDENTITY, PII_SURE, PII_SURE, check_es_dni },
    { "es_nie", "addddddda", "1~7~1|1~8|8~1|1.1.3.3~1|=1~1~3~3~1", PII_IDENTITY, PII_SURE, PII_SURE, check_es_nie },
    /* Agenzia delle Entrate, DM 23/12/1976 */
    { "it_cf", "aaaaaaxxaxxaxxxa", "3~3~5~5|6~5~5|6~2~3~5|*", PII_IDENTITY, PII_SURE, PII_SURE, check_it_cf },
    /* INSEE: 97 less the number modulo 97 */
    { "fr_nir", "ddddddxdddddddd", "1~2~2~2~3~3~2|13~2|=1~2~2~2~3~3_2|*", PII_IDENTITY, PII_SURE, PII_SURE, check_fr_nir },
    /* Autoridade Tributaria; Rijksdienst voor Identiteitsgegevens: modulo 11 over nine digits */
    { "pt_nif", D9, "", PII_IDENTITY, PII_WEAK, PII_NOTHING, check_pt_nif },
    { "nl_bsn", D9, "4.2.3", PII_IDENTITY, PII_WEAK, PII_SURE, check_nl_bsn },
    /* IBZ: date and two digits modulo 97 */
    { "be_rrn", D11, "2.2.2-3.2|6-3-2|6~5|2~2~2~3~2|9-2|*", PII_IDENTITY, PII_SURE, PII_SURE, check_be_rrn },
    /* Law of 19 June 2013: Luhn and Verhoeff */
    { "lu_id", D13, "4~2~2~5|8~5|4_4_5|*", PII_IDENTITY, PII_SURE, PII_SURE, check_lu_id },
    /* BZSt: ISO 7064 MOD 11,10 and one digit repeated; Deutsche Rentenversicherung: date, letter, modulo 10 */
    { "de_tax", D11, "2_3_3_3|2/3/3/3|2-3-3-3|=2~3~3~3", PII_IDENTITY, PII_LIKELY, PII_SURE, check_de_tax },
    { "de_pension", D8 "addd", "2~6~1~3|2~6~1~2~1|8~1~3|*", PII_IDENTITY, PII_SURE, PII_SURE, check_de_pension },
    /* Dachverband der Sozialversicherungstraeger; eCH-0084: EAN-13 from 756 */
    { "at_svnr", D10, "4~6|4_2_2_2|4~2.2.2", PII_IDENTITY, PII_LIKELY, PII_SURE, check_at_svnr },
    { "ch_ahv", D13, "3.4.4.2|3~4~4~2|*", PII_IDENTITY, PII_SURE, PII_SURE, check_ch_ahv },
    /* CPR-kontoret; Skatteverket SKV 704; Skatteetaten; DVV; Registers Iceland */
    { "dk_cpr", D10, "6-4|6_4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_dk_cpr },
    { "se_pnr", D10, "6-4|6_4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_se_pnr },
    { "se_pnr", D12, "8-4|8_4", PII_IDENTITY, PII_SURE, PII_SURE, check_se_pnr },
    { "no_fnr", D11, "6_5|6-5|2~2~2~5|6_3_2", PII_IDENTITY, PII_SURE, PII_SURE, check_no_fnr },
    { "fi_hetu", D9 "x", "6-4", PII_IDENTITY, PII_NOTHING, PII_SURE, check_fi_hetu },
    { "fi_hetu", "ddddddadddx", "", PII_IDENTITY, PII_SURE, PII_NOTHING, check_fi_hetu_letter },
    { "is_kt", D10, "6-4|6_4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_is_kt },
    /* Ministerstwo Cyfryzacji; act 133/2000; GRAO; act 105/1996: a date and a check digit */
    { "pl_pesel", D11, "6_5|6-5|2~2~2~5", PII_IDENTITY, PII_LIKELY, PII_SURE, check_pl_pesel },
    { "cz_rc", D10, "6/4|=6-4|=6_4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_cz_rc },
    { "bg_egn", D10, "6_4|6-4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_bg_egn },
    { "ro_cnp", D13, "1~6~6|1~6~2~3~1|1~2~2~2~6|*", PII_IDENTITY, PII_SURE, PII_SURE, check_ro_cnp },
    { "ee_ik", D11, "1~6~4|1~2~2~2~4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_ee_ik },
    { "lv_pk", D11, "6-5", PII_IDENTITY, PII_LIKELY, PII_SURE, check_lv_pk },
    { "yu_jmbg", D13, "7~6|7~2~3~1|2~2~3~6|*", PII_IDENTITY, PII_SURE, PII_SURE, check_yu_jmbg },
    /* OIB act: ISO 7064 MOD 11,10 alone; IDIKA; NAV */
    { "hr_oib", D11, "", PII_IDENTITY, PII_WEAK, PII_NOTHING, check_hr_oib },
    { "gr_amka", D11, "6~5|2~2~2~5", PII_IDENTITY, PII_LIKELY, PII_SURE, check_gr_amka },
    { "hu_tax", D10, "", PII_IDENTITY, PII_WEAK, PII_NOTHING, check_hu_tax },
    /* Pension fund order 192p; FNS order MMV-7-6/435; Kazakhstan's law 223 of 2007 */
    { "ru_snils", D11, "3-3-3_2|3-3-3-2|3_3_3_2", PII_IDENTITY, PII_LIKELY, PII_SURE, check_ru_snils },
    { "ru_inn", D12, "", PII_IDENTITY, PII_LIKELY, PII_NOTHING, check_ru_inn },
    { "kz_iin", D12, "6_6|6-6", PII_IDENTITY, PII_LIKELY, PII_SURE, check_kz_iin },
    /* NVI: two digits; Department of Home Affairs: date and Luhn */
    { "tr_tckn", D11, "3_3_3_2|3-3-3-2|3_3_5", PII_IDENTITY, PII_LIKELY, PII_SURE, check_tr_tckn },
    { "za_id", D13, "6~4~3|6~4~2~1|6~4~1~1~1|2~2~2~4~3|*", PII_IDENTITY, PII_SURE, PII_SURE, check_za_id },
    /* Receita Federal; ANSES; Registro Civil; decree 1980; RENAPO */
    { "br_cpf", D11, "3.3.3-2|9-2|3~3~3~2|3_3_3-2", PII_IDENTITY, PII_LIKELY, PII_SURE, check_br_cpf },
    { "ar_cuil", D11, "2~8~1", PII_IDENTITY, PII_LIKELY, PII_SURE, check_ar_cuil },
    { "cl_rut", D8 "x", "2.3.3-1", PII_IDENTITY, PII_WEAK, PII_SURE, check_cl_rut },
    { "cl_rut", "dddddddx", "1.3.3-1", PII_IDENTITY, PII_NOTHING, PII_SURE, check_cl_rut },
    { "cl_rut", D8 "x", "8-1", PII_IDENTITY, PII_NOTHING, PII_WEAK, check_cl_rut },
    { "ec_cedula", D10, "9-1", PII_IDENTITY, PII_LIKELY, PII_SURE, check_ec_cedula },
    { "mx_curp", "aaaaddddddaaaaaaxd", "4~6~6~2|*", PII_IDENTITY, PII_SURE, PII_SURE, check_mx_curp },
    /* UIDAI: Verhoeff; GB 11643-1999; Household Registration */
    { "in_aadhaar", D12, "4_4_4|4-4-4|=4~4~4", PII_IDENTITY, PII_LIKELY, PII_SURE, check_in_aadhaar },
    { "cn_id", D13 "ddddx", "6~8~4|3~3~4~4~4|*", PII_IDENTITY, PII_SURE, PII_SURE, check_cn_id },
    { "tw_id", "a" D9, "1~9", PII_IDENTITY, PII_LIKELY, PII_SURE, check_tw_id },
    { "sg_nric", "addddddda", "1~7~1", PII_IDENTITY, PII_SURE, PII_SURE, check_sg_nric },
    /* Resident Registration Act; Number Use Act; Department of Provincial Administration; ATO */
    { "kr_rrn", D13, "6-7|6_7", PII_IDENTITY, PII_LIKELY, PII_SURE, check_kr_rrn },
    { "jp_my", D12, "", PII_IDENTITY, PII_WEAK, PII_NOTHING, check_jp_my },
    { "th_id", D13, "1~4~5~2~1", PII_IDENTITY, PII_WEAK, PII_SURE, check_th_id },
    { "au_tfn", D9, "", PII_IDENTITY, PII_WEAK, PII_NOTHING, check_au_tfn },
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool has_form(const char *form, const char *c, size_t n)
{
    size_t i = 0;

    for (; i < n && form[i] && form[i] != '+'; i++)
        if ((form[i] == 'd' && !is_digit(c[i])) || (form[i] == 'a' && is_digit(c[i])))
            return false;
    return form[i] == '+' || (i == n && !form[i]);
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
        way += strcspn(way, "|");
    }
    return false;
}

enum pii_weight pii_kind_find(const struct pii_run *r, size_t g, bool whole, enum pii_class *ret_class,
                              uint32_t *ret_weak)
{
    enum pii_weight found = PII_NOTHING;
    size_t n = r->ends[g], n_weak = 0;

    *ret_weak = 0;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct pii_kind *k = &kinds[i];
        enum pii_weight weight = g == 0 ? k->plain : k->grouped;
        size_t bit = n_weak;

        n_weak += k->plain == PII_WEAK || k->grouped == PII_WEAK;
        if (weight == PII_NOTHING || (weight <= found && weight > PII_WEAK) || !has_form(k->form, r->c, n) ||
            (g > 0 && !is_grouped(r, g, whole, k->groups)) || !k->check(r->c, n))
            continue;
        if (weight == PII_WEAK)
            *ret_weak |= 1u << bit;
        if (weight > found) {
            *ret_class = k->class;
            found = weight;
        }
    }
    return found;
}

size_t pii_kinds(const struct pii_kind **ret)
{
    *ret = kinds;
    return COUNT_OF(kinds);
}
