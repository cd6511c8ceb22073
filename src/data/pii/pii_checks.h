/* pii_checks.h - whether letters and digits are a number of a kind: its check digit, the date in it, what was given
 * out.
 *
 * Each takes capitals and digits without separators, of a form that the table in pii_kinds.c names: length and places
 * of letters and digits are right. Sources are the offices' own papers, as the comment at each kind in that table says.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

bool check_card(const char *c, size_t n);
bool check_iban(const char *c, size_t n);
bool check_us_ssn(const char *c, size_t n);
bool check_us_itin(const char *c, size_t n);
bool check_gb_nino(const char *c, size_t n);
bool check_gb_nhs(const char *c, size_t n);
bool check_ie_pps(const char *c, size_t n);
bool check_ca_sin(const char *c, size_t n);
bool check_es_dni(const char *c, size_t n);
bool check_es_nie(const char *c, size_t n);
bool check_it_cf(const char *c, size_t n);
bool check_fr_nir(const char *c, size_t n);
bool check_pt_nif(const char *c, size_t n);
bool check_nl_bsn(const char *c, size_t n);
bool check_be_rrn(const char *c, size_t n);
bool check_lu_id(const char *c, size_t n);
bool check_de_tax(const char *c, size_t n);
bool check_de_pension(const char *c, size_t n);
bool check_at_svnr(const char *c, size_t n);
bool check_ch_ahv(const char *c, size_t n);
bool check_dk_cpr(const char *c, size_t n);
bool check_se_pnr(const char *c, size_t n);
bool check_no_fnr(const char *c, size_t n);
bool check_fi_hetu(const char *c, size_t n);
bool check_fi_hetu_letter(const char *c, size_t n);
bool check_is_kt(const char *c, size_t n);
bool check_pl_pesel(const char *c, size_t n);
bool check_cz_rc(const char *c, size_t n);
bool check_bg_egn(const char *c, size_t n);
bool check_ro_cnp(const char *c, size_t n);
bool check_ee_ik(const char *c, size_t n);
bool check_lv_pk(const char *c, size_t n);
bool check_yu_jmbg(const char *c, size_t n);
bool check_hr_oib(const char *c, size_t n);
bool check_gr_amka(const char *c, size_t n);
bool check_hu_tax(const char *c, size_t n);
bool check_ru_snils(const char *c, size_t n);
bool check_ru_inn(const char *c, size_t n);
bool check_kz_iin(const char *c, size_t n);
bool check_tr_tckn(const char *c, size_t n);
bool check_za_id(const char *c, size_t n);
bool check_br_cpf(const char *c, size_t n);
bool check_ar_cuil(const char *c, size_t n);
bool check_cl_rut(const char *c, size_t n);
bool check_ec_cedula(const char *c, size_t n);
bool check_mx_curp(const char *c, size_t n);
bool check_in_aadhaar(const char *c, size_t n);
bool check_cn_id(const char *c, size_t n);
bool check_tw_id(const char *c, size_t n);
bool check_sg_nric(const char *c, size_t n);
bool check_kr_rrn(const char *c, size_t n);
bool check_jp_my(const char *c, size_t n);
bool check_th_id(const char *c, size_t n);
bool check_au_tfn(const char *c, size_t n);
