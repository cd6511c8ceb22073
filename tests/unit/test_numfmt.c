/* test_numfmt.c - numbers, dates and texts as a spreadsheet shows them. Each row is a format, a value and what is seen;
 * the tables go along the kinds of formats, with the odd corners of each. */
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "grid/types/amounts.h"
#include "office/numfmt/numfmt.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct shown {
    const char *code;
    double value;
    const char *text;
};

static void check_number(const char *code, double value, bool date1904, const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    numfmt_number(numfmt_new(a, code, strlen(code)), value, date1904, &b);
    if (strcmp(b.p, text) != 0)
        fail_msg("%.15g as '%s' is shown as '%s', not '%s'", value, code, b.p, text);
}

static void check_all(const struct shown *rows, size_t n, bool date1904)
{
    for (size_t i = 0; i < n; i++)
        check_number(rows[i].code, rows[i].value, date1904, rows[i].text);
}
#define SHOWN(...)                                                                                                     \
    do {                                                                                                               \
        static const struct shown rows[] = { __VA_ARGS__ };                                                            \
        check_all(rows, COUNT_OF(rows), false);                                                                        \
    } while (0)

/* ---- numbers ---- */

static void general_shows_eleven_characters(void **state)
{
    (void)state;
    SHOWN({ "General", 0, "0" }, { "General", -0.0, "0" }, { "General", 1, "1" }, { "General", -1.5, "-1.5" },
          { "General", 99999999999, "99999999999" }, { "General", 100000000000, "1E+11" },
          { "General", 99999999999.4, "99999999999" }, { "General", 99999999999.5, "1E+11" },
          { "General", 123456789012, "1.23457E+11" }, { "General", -123456789012, "-1.23457E+11" },
          { "General", 1234567890.6, "1234567891" }, { "General", 123456789.16, "123456789.2" },
          { "General", 1.0 / 3, "0.333333333" }, { "General", 200.0 / 3, "66.66666667" },
          { "General", 9.9999999999, "10" }, { "General", 0.1 + 0.2, "0.3" }, { "General", 1e-300, "1E-300" },
          { "General", 1.234567e200, "1.2346E+200" }, { "General", DBL_MAX, "1.7977E+308" });
    SHOWN({ "General", 0.0001, "0.0001" }, { "General", 0.00012345678, "0.000123457" },
          { "General", 0.000012345, "0.000012345" }, { "General", 0.0000123456, "1.23456E-05" },
          { "General", 0.000000001, "0.000000001" }, { "General", 0.0000000001, "1E-10" },
          { "General", 0.0000000006, "6E-10" }, { "general", 2.5, "2.5" }, { "GENERAL", 2.5, "2.5" });
}

static void general_may_stand_among_text(void **state)
{
    (void)state;
    SHOWN({ "General\" pcs\"", 12.5, "12.5 pcs" }, { "[Blue]General", -3, "-3" },
          { "[Red]General ;[Blue]\\(General\\)", -3, "(3)" }, { "[Red]General ;[Blue]\\(General\\)", 3, "3 " },
          { "[Red]", 1234.5, "1234.5" }, { "[DBNum1][$-804]General", 7, "7" });
}

static void rounds_decimal_digits_half_away_from_zero(void **state)
{
    (void)state;
    SHOWN({ "0.00", 1.005, "1.01" }, { "0.00", 1.255, "1.26" }, { "0.00", -1.005, "-1.01" }, { "0.0", 1.15, "1.2" },
          { "0", 0.5, "1" }, { "0", 1.5, "2" }, { "0", 2.5, "3" }, { "0", -2.5, "-3" }, { "0", 0.49999, "0" },
          { "0.00", 9.995, "10.00" }, { "0.0", 99.96, "100.0" }, { "0%", 0.285, "29%" }, { "0", 0.04, "0" },
          { "0.00", 0.004, "0.00" }, { "0.00", 0.005, "0.01" }, { "0", 1e-300, "0" });
}

static void keeps_fifteen_digits_and_no_more(void **state)
{
    (void)state;
    SHOWN({ "0", 123456789012345680.0, "123456789012346000" },
          { "0.0000000000000", 42353.951481481483, "42353.9514814815000" },
          { "0.00000000000000000000", 0.1, "0.10000000000000000000" }, { "0", 1e20, "100000000000000000000" },
          { "0", 999999999999999, "999999999999999" }, { "0", 9999999999999998.0, "10000000000000000" },
          { "0%", 1.5e20, "15000000000000000000000%" });
}

static void fills_places_with_zero_nothing_or_blank(void **state)
{
    (void)state;
    SHOWN({ "000", 7, "007" }, { "###", 7, "7" }, { "???", 7, "  7" }, { "#", 0, "" }, { "?", 0, " " }, { "0", 0, "0" },
          { "0.##", 1, "1." }, { "0.##", 1.5, "1.5" }, { "0.0#", 1.256, "1.26" }, { "0.0#", 1, "1.0" },
          { "0.??", 1.5, "1.5 " }, { "??.??", 1.1, " 1.1 " }, { "#.##", 0, "." }, { ".00", 3.14159, "3.14" },
          { ".00", 0.5, ".50" }, { "0.", 3, "3." }, { "000", 12345, "12345" }, { "#0.#", -1.25, "-1.3" });
    SHOWN({ "#0#######", 12345, "012345" }, { "0#0#0", 7, "007" }, { "0.0#0#0", 0.5, "0.500" },
          { "0.0#0#0", 0.55, "0.5500" });
}

static void puts_text_between_digits(void **state)
{
    (void)state;
    SHOWN({ "000-00-0000", 123456789, "123-45-6789" }, { "00000\\-0000", 12345.6789, "00001-2346" },
          { "(###) ###-####", 5551234567, "(555) 123-4567" },
          { "[<=9999999]###-####;(###) ###-####", 5551234, "555-1234" },
          { "[<=9999999]###-####;(###) ###-####", 2125551234, "(212) 555-1234" },
          { "\"Total \".00\" and \"000", 3.14159, "Total 3.14 and 159" }, { "00\".\"00", 1234, "12.34" },
          { "0 kg", 5, "5 kg" }, { "0.00 USD", 5, "5.00 USD" }, { "123", 7, "123" }, { "\\#0", 7, "#7" });
}

static void groups_thousands_and_scales(void **state)
{
    (void)state;
    SHOWN({ "#,##0", 1234567, "1,234,567" }, { "#,##0", 999, "999" }, { "#,##0", 1000, "1,000" }, { "#,##0", 0, "0" },
          { "#,#", 1234567, "1,234,567" }, { "0,000", 7, "0,007" }, { "0,000000000", 1234567, "0,001,234,567" },
          { "?,???", 12, "   12" }, { "?,???", 1234, "1,234" }, { "#,##0.00", -1234.5, "-1,234.50" },
          { "#,##0.00", 1e15, "1,000,000,000,000,000.00" }, { ",0", 1234, ",1234" });
    SHOWN({ "0,", 1234567, "1235" }, { "0,,", 1234567, "1" }, { "0.0,,", 1250000, "1.3" },
          { "#,##0,", 1234567890, "1,234,568" }, { "#,.#,", 1234567, "1.2" }, { "0.00,\"k\"", 12345, "12.35k" },
          { "[>999999]0.0,,\"M\";[>999]0,\"K\";0", 2500000, "2.5M" },
          { "[>999999]0.0,,\"M\";[>999]0,\"K\";0", 2500, "3K" }, { "[>999999]0.0,,\"M\";[>999]0,\"K\";0", 250, "250" },
          { "[>999999]0.0,,\"M\";[>999]0,\"K\";0", -250, "-250" });
}

static void percents_move_the_point(void **state)
{
    (void)state;
    SHOWN({ "0%", 0.5, "50%" }, { "0.00%", 0.0123, "1.23%" }, { "0.0%", 1.0 / 3, "33.3%" }, { "0%%", 0.5, "5000%%" },
          { "%0", 0.07, "%7" }, { "0%", 0.07, "7%" }, { "0.0%", -0.123, "-12.3%" }, { "0\"%\"", 7, "7%" },
          { "0\\%", 7, "7%" }, { "#,##0%", 123.45, "12,345%" });
}

static void shows_exponents(void **state)
{
    (void)state;
    SHOWN({ "0.00E+00", 12345, "1.23E+04" }, { "0.00E+00", 0.00012345, "1.23E-04" }, { "0.00E+00", 0, "0.00E+00" },
          { "0.00E-00", 12345, "1.23E04" }, { "0.00E-00", 0.0001, "1.00E-04" }, { "0E+0", 5, "5E+0" },
          { "0.00E+00", 9.996, "1.00E+01" }, { "0.00E+00", -12345, "-1.23E+04" }, { "0.0E+0", 1e100, "1.0E+100" },
          { "#.#E+#", 0, "0.E+0" }, { "0.00e+00", 12345, "1.23E+04" }, { "0.0\"x\"E+0", 12, "1.2xE+1" },
          { ".00E+0", 12345, ".12E+5" }, { "0.0|E|+|0", 1, "1.0|E|+|0" });
    SHOWN({ "##0.0E+0", 1, "1.0E+0" }, { "##0.0E+0", 12, "12.0E+0" }, { "##0.0E+0", 123, "123.0E+0" },
          { "##0.0E+0", 1234, "1.2E+3" }, { "##0.0E+0", 0.12345, "123.5E-3" }, { "##0.0E+0", 999.96, "1.0E+3" },
          { "#0.0E+0", 1234, "12.3E+2" }, { "#0.0E+0", 0.0123, "1.2E-2" }, { "####0.0E+0", 1e-13, "100.0E-15" });
}

static void shows_fractions(void **state)
{
    (void)state;
    SHOWN({ "# ?/?", 5.25, "5 1/4" }, { "# ?/?", 0.25, " 1/4" }, { "# ?/?", 5, "5    " }, { "# ?/?", 0, "0    " },
          { "# ?/?", -5.25, "-5 1/4" }, { "# ?/?", 0.97, "1    " }, { "# ?/?", 0.456789, " 1/2" },
          { "# ?\?\?/?\?\?", 1 / 2.004, " 250/501" }, { "# ?\?/??", 12.3456789, "12 28/81" },
          { "# ?\?/??", 0.125, "  1/8 " }, { "# ?\?\?/?\?\?", 3.14159265, "3  16/113" }, { "?/?", 3.75, "15/4" },
          { "#/#", 0, "0/1" }, { "?\?/??", 0.00001, " 0/1 " }, { "0 0/0", 0.5, "0 1/2" }, { "# #/#", 0.5, "1/2" },
          { "# #/#", 5, "5" }, { "0 00/00", 0.5, "0 01/02" }, { "# ?/?", 1e15, "1E+15" });
    SHOWN({ "# ?/8", 5.3, "5 2/8" }, { "# ?/8", 5, "5    " }, { "# ?/8", 5.99, "6    " }, { "# ?\?/16", 0.5, "  8/16" },
          { "# ?/10", 1.15, "1 2/10" }, { "?/16", 1.5, "24/16" }, { "# ?\?/100", 0.07, "  7/100" });
    SHOWN({ "|#\\:#/#|", 23.75, "|23:3/4|" }, { "|#\\:#/#|", 0.75, "|3/4|" }, { "|?\\:#/#|", 0.75, "|  3/4|" },
          { "|#\\:?/#|", 0.75, "| 3/4|" }, { "|#\\:#/#|", 0, "|0|" }, { "|#\\:0/#|", 0, "|0/1|" },
          { "|?\\:0/#|", 0, "|0:0/1|" }, { "|#\\:#=/=?|", 1, "|1      |" }, { "#_#/#", 3.75, "15 /4" },
          { "#-#\\:#/#", 23.75, "2-3:3/4" });
}

static void leaves_room_and_drops_fills(void **state)
{
    (void)state;
    SHOWN({ "_(0_)", 5, " 5 " }, { "_($* #,##0_);_($* (#,##0);_($* \"-\"??_);_(@_)", 1234, " $1,234 " },
          { "_($* #,##0_);_($* (#,##0);_($* \"-\"??_);_(@_)", -1234, " $(1,234)" },
          { "_($* #,##0_);_($* (#,##0);_($* \"-\"??_);_(@_)", 0, " $-   " }, { "*-0", 5, "5" }, { "0*", 5, "5" },
          { "0_", 5, "5 " }, { "0\\", 5, "5" },
          { "_\xe2\x82\xac"
            "0",
            5, " 5" },
          { "*\xe2\x82\xac"
            "0",
            5, "5" });
}

static void shows_the_currency_that_a_locale_tag_names(void **state)
{
    (void)state;
    SHOWN({ "#,##0.00\\ [$\xe2\x82\xac-407]", 1234.5, "1,234.50 \xe2\x82\xac" },
          { "[$\xe2\x82\xb9-4009]\\ 0.0", -2, "-\xe2\x82\xb9 2.0" }, { "[$-409]0", 5, "5" },
          { "[$USD]\\ 0", 5, "USD 5" }, { "[$$-409]0;[Red]-[$$-409]0", -5, "-$5" }, { "[$SFr.-810] 0", 5, "SFr. 5" },
          { "[$A-B-409]0", 5, "A-B5" },
          { "\xe2\x82\xac#,##0", 5,
            "\xe2\x82\xac"
            "5" },
          { "0[", 5, "5[" });
}

/* ---- sections ---- */

static void chooses_the_section_by_sign(void **state)
{
    (void)state;
    SHOWN({ "0", -5, "-5" }, { "0;(0)", -5, "(5)" }, { "0;(0)", 0, "0" }, { "0;-0;\"zero\"", 0, "zero" },
          { "0;-0;\"zero\"", -5, "-5" }, { "0;0", -5, "5" }, { ";;;", 5, "" }, { ";;;", -5, "" }, { "0;", -5, "" },
          { "0;;", 0, "" }, { "\"yes\";\"no\";\"none\";@", -1, "no" }, { "0;@", -5, "-5" }, { "0;-0;@", 0, "0" },
          { "\"$\"0", -5, "-$5" }, { "0.00", -0.001, "-0.00" }, { "0;(0)", -0.001, "(0)" });
}

static void chooses_the_section_by_condition(void **state)
{
    (void)state;
    SHOWN({ "[>=100]0;0.0", 100, "100" }, { "[>=100]0;0.0", 99.95, "100.0" }, { "[>=100]0;0.0", -5, "-5.0" },
          { "[<0]\"neg\";0", -5, "neg" }, { "[=0]\"none\";0", 0, "none" }, { "[=0]\"none\";0", -2, "-2" },
          { "[<>5]0;\"five\"", 5, "five" }, { "[<>5]0;\"five\"", 4, "4" }, { "[>=10]\"big\";[<-10]\"low\";0", 3, "3" },
          { "[>=10]\"big\";[<-10]\"low\";0", -11, "low" }, { "[<-10]0;0.0", -11, "11" }, { "[<=-10]0;0.0", -9, "-9.0" },
          { "[<1]0;[>5]0.0", 3, "#######" }, { "[>5]0", 3, "3" }, { "[> 5]0;\"less\"", 3, "less" },
          { "[Red][<2.5]0;[Blue]\"more\"", 2.5, "more" }, { "[<x]0", 3, "3" },
          { "0;[<-5]\"low\";\"else\"", -3, "else" });
}

static void a_code_that_means_nothing_is_general(void **state)
{
    char code[NUMFMT_CODE_BYTES + 2], text[NUMFMT_CODE_BYTES + 1];

    (void)state;
    memset(code, '0', NUMFMT_CODE_BYTES + 1);
    code[NUMFMT_CODE_BYTES + 1] = '\0';
    check_number(code, 7, false, "7");
    code[NUMFMT_CODE_BYTES] = '\0';
    memset(text, '0', NUMFMT_CODE_BYTES);
    text[NUMFMT_CODE_BYTES - 1] = '7';
    text[NUMFMT_CODE_BYTES] = '\0';
    check_number(code, 7, false, text);
    check_number("", 1.5, false, "1.5");
    check_number("0;0;0;0;0", 1.5, false, "1.5");
    check_number("0;0;0;0", 1.5, false, "2");
    check_number("0", INFINITY, false, "#######");
    check_number("General", NAN, false, "#######");
}

static void check_text(const char *code, const char *value, const char *text)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(1u << 20);

    numfmt_text(numfmt_new(a, code, strlen(code)), value, strlen(value), &b);
    assert_string_equal(b.p, text);
}

static void text_has_a_section_of_its_own(void **state)
{
    (void)state;
    check_text("General", "abc", "abc");
    check_text("0.00", "abc", "abc");
    check_text("0;0;0;", "abc", "");
    check_text("0;0;0;\"<\"@\">\"", "abc", "<abc>");
    check_text("@@", "abc", "abcabc");
    check_text("d-mmm;@", "abc", "abc");
    check_text("_(* 0_);_(@_)", "abc", " abc ");
    check_text("_(* 0_);_(@_)", "", "");
    check_text("0;0;0;General\\!", "abc", "abc!");
    check_text(";;;", "abc", "");
    check_number("@", 12.5, false, "12.5");
    check_number("\"x\"@", -12.5, false, "-12.5");
}

/* ---- dates and times ---- */

static void shows_dates(void **state)
{
    (void)state;
    SHOWN({ "yyyy-mm-dd", 45351, "2024-02-29" }, { "m/d/yy", 45351, "2/29/24" }, { "d-mmm-yyyy", 45351, "29-Feb-2024" },
          { "dddd, mmmm d, yyyy", 45351, "Thursday, February 29, 2024" }, { "ddd", 45351, "Thu" },
          { "mmmmm", 45351, "F" }, { "yy", 45351, "24" }, { "y", 45351, "24" }, { "yyy", 45351, "2024" },
          { "e", 45351, "2024" }, { "bb", 45351, "67" }, { "bbbb", 45351, "2567" }, { "ggge", 45351, "2024" },
          { "aaaa", 45351, "Thursday" }, { "B2yyyy", 45351, "2024" },
          { "[$-409]mmmm\\ d\\,\\ yyyy;@", 45351, "February 29, 2024" }, { "YYYY-MM-DD", 45351, "2024-02-29" },
          { "dd\\.mm\\.yyyy", 45351.7, "29.02.2024" }, { "yyyy\"/\"m", 45351, "2024/2" },
          { "mmmmmm", 45351, "February" });
}

static void shows_the_first_days_as_spreadsheets_do(void **state)
{
    (void)state;
    SHOWN({ "yyyy-mm-dd", 0, "1900-01-00" }, { "m/d/yy", 0, "1/0/00" }, { "yyyy-mm-dd ddd", 1, "1900-01-01 Sun" },
          { "yyyy-mm-dd ddd", 59, "1900-02-28 Tue" }, { "yyyy-mm-dd ddd", 60, "1900-02-29 Wed" },
          { "yyyy-mm-dd ddd", 61, "1900-03-01 Thu" }, { "yyyy-mm-dd", 2958465, "9999-12-31" },
          { "yyyy-mm-dd", 2958465.99, "9999-12-31" }, { "yyyy-mm-dd", 2958466, "#######" },
          { "yyyy-mm-dd", -1, "#######" }, { "[h]:mm", -0.5, "#######" }, { "h:mm", 1e300, "#######" },
          { "yyyy-mm-dd hh:mm:ss", 2958465.999999, "#######" });
}

static void counts_from_1904_where_the_workbook_does(void **state)
{
    static const struct shown rows[] = { { "yyyy-mm-dd", 0, "1904-01-01" },   { "ddd", 0, "Fri" },
                                         { "[h]:mm", 1.5, "36:00" },          { "yyyy-mm-dd", 43889, "2024-02-29" },
                                         { "[h]:mm:ss", -0.5, "-12:00:00" },  { "yyyy-mm-dd", 2957003, "9999-12-31" },
                                         { "yyyy-mm-dd", 2957004, "#######" } };

    (void)state;
    check_all(rows, COUNT_OF(rows), true);
}

static void shows_times(void **state)
{
    (void)state;
    SHOWN({ "h:mm", 0.375, "9:00" }, { "hh:mm:ss", 0.70707, "16:58:11" }, { "h:mm AM/PM", 0.5, "12:00 PM" },
          { "h:mm AM/PM", 0, "12:00 AM" }, { "h:mm am/pm", 0.75, "6:00 PM" }, { "h:mm A/P", 0.75, "6:00 P" },
          { "h:mm a/p", 0.25, "6:00 a" }, { "hh.mm", 0.375, "09.00" }, { "s", 0.0001, "9" },
          { "hhh:mm", 0.375, "09:00" }, { "m/d/yy h:mm", 45351.5, "2/29/24 12:00" },
          { "yyyy-mm-dd\\Thh:mm:ss", 45351.25, "2024-02-29T06:00:00" });
    SHOWN({ "ss.000", 0.70707, "10.848" }, { "mm:ss.0", 0.70707, "58:10.8" }, { "hh.000", 0.70707, "16.848" },
          { "ss.0 .000", 0.70707, "10.8 .848" }, { "ss.00000000", 0.5, "00.00000000" },
          { "mmss.0", 0.70707, "5810.8" });
}

static void tells_minutes_from_months(void **state)
{
    (void)state;
    SHOWN({ "h:m", 45351.0069444444, "0:10" }, { "m:s", 45351.0069444444, "10:0" }, { "m-h", 45351.0069444444, "2-0" },
          { "h mmm", 45351.0069444444, "0 Feb" }, { "m", 45351.0069444444, "2" },
          { "hh\" o'clock \"mm", 45351.0069444444, "00 o'clock 10" },
          { "yyyy-mm-dd hh:mm:ss", 45351.0069444444, "2024-02-29 00:10:00" },
          { "mm/dd mm:ss", 45351.0069444444, "02/29 10:00" }, { "s:m", 45351.0069444444, "0:10" },
          { "[h]:mm", 0.0069444444, "0:10" }, { "mm:[ss]", 0.0069444444, "10:600" },
          { "h AM/PM m", 0.0069444444, "12 AM 10" });
}

static void counts_elapsed_time_beyond_its_unit(void **state)
{
    (void)state;
    SHOWN({ "[h]:mm:ss", 1.5, "36:00:00" }, { "[hh]:mm", 0.125, "03:00" }, { "[mm]:ss", 0.0625, "90:00" },
          { "[ss]", 0.001, "86" }, { "[s].00", 0.001, "86.40" }, { "[h]", 1000.25, "24006" },
          { "[h] (h)", 2, "48 (48)" }, { "[h]:mm:ss", 2.9999999999999996, "72:00:00" }, { "[m]", 0.9999, "1439" });
}

static void carries_a_rounded_second_over(void **state)
{
    (void)state;
    SHOWN({ "hh:mm:ss", 0.99999999, "00:00:00" }, { "yyyy-mm-dd hh:mm:ss", 43465.999999, "2019-01-01 00:00:00" },
          { "yyyy-mm-dd", 43465.999999, "2018-12-31" }, { "yyyy-mm-dd", 43465.999999999, "2019-01-01" },
          { "h:mm:ss.00", 59.994 / 86400, "0:00:59.99" }, { "h:mm:ss.00", 59.9996 / 86400, "0:01:00.00" },
          { "h:mm", 59.4 / 86400, "0:00" }, { "h:mm", 59.6 / 86400, "0:01" }, { "h:mm", 45.0 / 86400, "0:00" });
}

/* ---- the rest ---- */

static void check_kind(const char *code, enum numfmt_kind kind)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    if (numfmt_kind(numfmt_new(a, code, strlen(code))) != kind)
        fail_msg("'%s' is not of kind %d", code, (int)kind);
}

static void knows_what_a_format_is_for(void **state)
{
    (void)state;
    check_kind("General", NUMFMT_GENERAL);
    check_kind("[Red]General", NUMFMT_GENERAL);
    check_kind("#,##0.00;[Red]-#,##0.00", NUMFMT_NUMBER);
    check_kind("[$-409]0", NUMFMT_NUMBER);
    check_kind("\"day\" 0", NUMFMT_NUMBER);
    check_kind("\\d0", NUMFMT_NUMBER);
    check_kind("0.0%", NUMFMT_PERCENT);
    check_kind("0\"%\"", NUMFMT_NUMBER);
    check_kind("# ?/?", NUMFMT_NUMBER);
    check_kind("0.00E+00", NUMFMT_NUMBER);
    check_kind("yyyy-mm-dd", NUMFMT_DATE);
    check_kind("mmm-yy;@", NUMFMT_DATE);
    check_kind("[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", NUMFMT_DATE);
    check_kind("h:mm", NUMFMT_TIME);
    check_kind("[h]:mm:ss", NUMFMT_TIME);
    check_kind("mm:ss", NUMFMT_TIME);
    check_kind("[=0]?;[<4][hh]:mm:ss;[hh]:mm", NUMFMT_TIME);
    check_kind("m/d/yy h:mm", NUMFMT_DATETIME);
    check_kind("@", NUMFMT_TEXT);
    check_kind("0;0;0;@", NUMFMT_NUMBER);
}

static void knows_the_built_in_formats(void **state)
{
    (void)state;
    assert_string_equal(numfmt_builtin(0), "General");
    assert_string_equal(numfmt_builtin(4), "#,##0.00");
    assert_string_equal(numfmt_builtin(14), "m/d/yy");
    assert_string_equal(numfmt_builtin(27), "m/d/yy");
    assert_string_equal(numfmt_builtin(32), "h:mm:ss");
    assert_string_equal(numfmt_builtin(46), "[h]:mm:ss");
    assert_string_equal(numfmt_builtin(49), "@");
    assert_string_equal(numfmt_builtin(58), "m/d/yy");
    assert_string_equal(numfmt_builtin(60), "0.00");
    assert_string_equal(numfmt_builtin(81), "m/d/yy");
    assert_null(numfmt_builtin(82));
    assert_null(numfmt_builtin(163));
    assert_null(numfmt_builtin(4000000000u));
    check_number(numfmt_builtin(12), 1.5, false, "1 1/2");
    check_number(numfmt_builtin(13), 1.5, false, "1  1/2 ");
    check_number(numfmt_builtin(37), -1234, false, "(1,234)");
    check_number(numfmt_builtin(44), 0, false, " $-   ");
    check_number(numfmt_builtin(48), 12345, false, "12.3E+3");
}

static void check_date(double serial, bool date1904, int year, int month, int day, int64_t us)
{
    int64_t got;

    assert_true(numfmt_date(serial, date1904, &got));
    assert_int_equal(got, civil_days(year, month, day) * DAY_US + us);
}

static void reads_serials_as_dates(void **state)
{
    int64_t us;

    (void)state;
    check_date(1, false, 1900, 1, 1, 0);
    check_date(59, false, 1900, 2, 28, 0);
    check_date(61, false, 1900, 3, 1, 0);
    check_date(25569, false, 1970, 1, 1, 0);
    check_date(45351.5, false, 2024, 2, 29, DAY_US / 2);
    check_date(0.25, false, 1899, 12, 31, DAY_US / 4);
    check_date(45350.999999999999, false, 2024, 2, 29, 0);
    check_date(44197.7291666667, false, 2021, 1, 1, INT64_C(63000000000));
    check_date(2958465, false, 9999, 12, 31, 0);
    check_date(0, true, 1904, 1, 1, 0);
    check_date(43889, true, 2024, 2, 29, 0);
    check_date(2957003, true, 9999, 12, 31, 0);
    assert_false(numfmt_date(60, false, &us));
    assert_false(numfmt_date(60.5, false, &us));
    assert_false(numfmt_date(-1, false, &us));
    assert_false(numfmt_date(-0.5, true, &us));
    assert_false(numfmt_date(2958466, false, &us));
    assert_false(numfmt_date(2957004, true, &us));
    assert_false(numfmt_date(NAN, false, &us));
    assert_false(numfmt_date(INFINITY, false, &us));
}

static void knows_the_currency_that_a_format_shows(void **state)
{
    static const struct {
        const char *code, *currency; /* NULL: none */
    } cases[] = {
        { "$#,##0.00", "$" },
        { "\"$\"#,##0_);[Red](\"$\"#,##0)", "$" },
        { "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_);_(@_)", "$" },
        { "_-* #,##0.00 \"\u20ac\"_-;-* #,##0.00 \"\u20ac\"_-", "\u20ac" },
        { "#,##0.00 [$\u20ac-407]", "\u20ac" },
        { "[$\u00a3-809]#,##0.00", "\u00a3" },
        { "[$CHF-807] #,##0", "CHF" },
        { "[$USD] 0.0,,\"M\"", "USD" },
        { "0 \"kr\"", "kr" },
        { "0.00", NULL },
        { "0%", NULL },
        { "General", NULL },
        { "\"No. \"0", NULL },
        { "yyyy\"$\"", NULL },
        { "@", NULL },
    };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t got = numfmt_currency(numfmt_new(a, cases[i].code, strlen(cases[i].code)));
        if (!cases[i].currency)
            assert_int_equal(got, 0);
        else if (got == 0 || strcmp(amount_currency(got), cases[i].currency) != 0)
            fail_msg("%s", cases[i].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(general_shows_eleven_characters),
        cmocka_unit_test(general_may_stand_among_text),
        cmocka_unit_test(rounds_decimal_digits_half_away_from_zero),
        cmocka_unit_test(keeps_fifteen_digits_and_no_more),
        cmocka_unit_test(fills_places_with_zero_nothing_or_blank),
        cmocka_unit_test(puts_text_between_digits),
        cmocka_unit_test(groups_thousands_and_scales),
        cmocka_unit_test(percents_move_the_point),
        cmocka_unit_test(shows_exponents),
        cmocka_unit_test(shows_fractions),
        cmocka_unit_test(leaves_room_and_drops_fills),
        cmocka_unit_test(shows_the_currency_that_a_locale_tag_names),
        cmocka_unit_test(chooses_the_section_by_sign),
        cmocka_unit_test(chooses_the_section_by_condition),
        cmocka_unit_test(a_code_that_means_nothing_is_general),
        cmocka_unit_test(text_has_a_section_of_its_own),
        cmocka_unit_test(shows_dates),
        cmocka_unit_test(shows_the_first_days_as_spreadsheets_do),
        cmocka_unit_test(counts_from_1904_where_the_workbook_does),
        cmocka_unit_test(shows_times),
        cmocka_unit_test(tells_minutes_from_months),
        cmocka_unit_test(counts_elapsed_time_beyond_its_unit),
        cmocka_unit_test(carries_a_rounded_second_over),
        cmocka_unit_test(knows_what_a_format_is_for),
        cmocka_unit_test(knows_the_currency_that_a_format_shows),
        cmocka_unit_test(knows_the_built_in_formats),
        cmocka_unit_test(reads_serials_as_dates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
